"""What more machines would give: a simulation of how a driver hands units out.

One driver serves answers one after another; each slot works on a batch of units and waits for the next. Everything is in
seconds. `python benches/python/schedule.py` prints the table of docs/cluster.md.
"""

from __future__ import annotations

import heapq
import random

DRIVER_PER_BATCH = 0.0016
"""What the driver spends on a batch: a call through Ray (1.3 ms were measured on two busy cores) and a commit."""
DRIVER_PER_UNIT = 0.0004
"""What it spends on each unit in it: reading the game, writing it to the database."""
LATENCY = 0.002
"""From an answer to the driver, and from the driver to the worker."""
BATCH_SECONDS = 2.0
"""As in `plybook.ray`."""
SPREAD = 0.5
"""How much units differ: the standard deviation as a share of the mean."""
SLOTS_PER_NODE = 16


def simulate(slots: int, units: int, mean: float, seed: int = 1) -> tuple[float, float]:
    """The time until all units are done, and the share of it in which the driver was busy."""
    chance = random.Random(seed)
    shape = 1 / SPREAD**2
    left, driver_free, driver_busy = units, 0.0, 0.0
    answers: list[tuple[float, int, int]] = [(0.0, slot, 0) for slot in range(slots)]
    heapq.heapify(answers)
    end = 0.0
    while answers:
        arrived, slot, done = heapq.heappop(answers)
        size = min(left, max(1, min(int(BATCH_SECONDS / mean), left // (2 * slots) + 1)))
        cost = (DRIVER_PER_BATCH if done or size else 0.0) + DRIVER_PER_UNIT * done
        driver_free = max(driver_free, arrived) + cost
        driver_busy += cost
        end = max(end, driver_free)
        if size:
            left -= size
            work = sum(chance.gammavariate(shape, mean / shape) for _ in range(size))
            heapq.heappush(answers, (driver_free + LATENCY + work + LATENCY, slot, size))
    return end, driver_busy / end


def main() -> None:
    """Prints the table."""
    print("| nodes of 16 | units of | units | time | against one slot | of the ideal | driver busy |")
    print("|--:|--:|--:|--:|--:|--:|--:|")
    for mean in (0.1, 1.0, 10.0, 100.0):
        for nodes in (1, 10, 100, 1000):
            slots = nodes * SLOTS_PER_NODE
            # As much work for each slot everywhere: two minutes, or twenty units.
            units = min(int(slots * max(120 / mean, 20)), 2_000_000)
            time, busy = simulate(slots, units, mean)
            gain = units * mean / time
            print(
                f"| {nodes:,} | {mean:g} s | {units:,} | {time:.0f} s | {gain:,.0f} x | {gain / slots:.0%} | {busy:.0%} |"
            )


if __name__ == "__main__":
    main()
