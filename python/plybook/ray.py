"""Units of work spread over the machines of a Ray cluster (``pip install plybook[ray]``).

>>> import plybook.ray as cluster
>>> result = cluster.match("engine:name=new", "engine:name=old", "othello", address="auto",
...                        games=200, nodes=5000, database="games.db")        # doctest: +SKIP

A unit is a pure function of its text, so that one whose machine died is simply done again elsewhere. This process, the
driver, alone keeps results: killed and started again, it goes on with what is missing. Where no clock decides, the games are
the ones that one machine would play.

``python -m plybook.ray units ADDRESS`` does the same for other programs: units come in as lines of JSON and results go out.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import queue
import statistics
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any

from . import Game, Limit, MatchResult, PlybookError, _plybook
from . import open as open_game
from ._plybook import Driver
from .work import conditions, perft_sum, perft_units
from .work import result as work_result

__all__ = ["Finished", "Node", "Pool", "endgame", "match", "perft"]

BATCH_SECONDS = 2.0
"""Units that are quick are handed out together: so many seconds of work at once."""
UNITS_AT_HAND = 64
"""Units of each slot that are taken at once from whoever has more of them."""
MOST_TRIES = 4
"""A unit during which so many workers died is at fault itself."""
MOST_DIFFERENCE = 2.0
"""Clocks are scaled as long as the fastest node is at most so many times as fast as the slowest."""
MOST_STARTS = 10
"""Workers of a node that died before they were ready; the next one would too."""
LONELY = 60.0
"""Seconds without any node after which a driver gives up."""
LOOK = 1.0
"""Seconds between two looks at the nodes of the cluster."""
SPEED_NODES = 150_000
"""Positions of the search by which a node's speed is measured."""


def _ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise PlybookError(
            "ray: it is not installed; pip install plybook[ray]",
            subject="ray",
            problem="it is not installed",
            remedy="pip install plybook[ray]",
        ) from error
    return ray


def _trouble(subject: str, culprit: str, problem: str, remedy: str) -> PlybookError:
    told = f"{subject} {culprit!r}: {problem}; {remedy}" if culprit else f"{subject}: {problem}; {remedy}"
    return PlybookError(told, subject=subject, culprit=culprit, problem=problem, remedy=remedy)


def measure_speed() -> float:
    """Positions a second that this machine searches: the best of three runs, which what else it does disturbs least."""
    position = open_game("connect4").start()
    best = 0.0
    for _ in range(3):
        engine = open_game("connect4").engine(hash=1)
        began = time.perf_counter()
        found = engine.think(position, Limit(nodes=SPEED_NODES))
        best = max(best, found.nodes / (time.perf_counter() - began))
    return best


class _Worker:
    """Does units, in a process of its own on one of the nodes."""

    def about(self, timed: bool) -> tuple[str, float]:
        """The version of the package there, and how fast the machine is where that matters."""
        return _plybook.version(), measure_speed() if timed else 1.0

    def work(self, units: list[str]) -> list[tuple[str, str, bool]]:
        """Results and what was measured; for a unit that cannot be done its error, and False."""
        done = []
        for unit in units:
            try:
                done.append((*_plybook.work(unit), True))
            except PlybookError as error:
                done.append((str(error), error.subject or "", False))
        return done


@dataclass
class Node:
    """A machine of the cluster."""

    name: str
    """Its address."""
    slots: int = 0
    """Units that it does at the same time."""
    speed: float = 0.0
    """Positions a second in a search of always the same kind, where clocks decide; otherwise 1."""
    units: int = 0
    """Units that it has done."""
    busy: float = 0.0
    """Seconds that its slots worked, together."""
    alive: bool = True
    """Whether it is still there."""

    @property
    def rate(self) -> float:
        """Units a second, of all its slots."""
        return self.units / self.busy * max(self.slots, 1) if self.busy else 0.0


@dataclass
class Finished:
    """A unit that was done."""

    number: int
    """By which it was handed in."""
    result: str
    """What it gives, as JSON."""
    measured: str
    """What was measured while it was done, as JSON."""
    node: str
    """Where it was done."""


@dataclass
class _Task:
    number: int
    unit: str
    tries: int = 0


@dataclass
class _Slot:
    actor: Any
    node: str
    ref: Any
    ready: bool = False
    speed: float = 1.0
    tasks: list[_Task] = field(default_factory=list)
    began: float = 0.0


class Pool:
    """The slots of a cluster, one for each processor of each node: units in, results out, in whatever order they come.

    ``address`` is that of the cluster: ``auto`` for the one that this machine belongs to, ``host:port``, or ``local`` for
    this machine alone. With ``timed`` every node's speed is measured first, and units of games get clocks that run so many
    times as long as the node is slower than the fastest. Nodes may come and go while it works.
    """

    def __init__(self, address: str = "auto", *, timed: bool = False, **options: Any) -> None:
        self._ray = _ray()
        self.timed = timed
        """Whether clocks are scaled by the nodes' speeds."""
        self.nodes: dict[str, Node] = {}
        """The machines, those that are gone included, by Ray's names for them."""
        self._waiting: deque[_Task] = deque()
        self._slots: list[_Slot] = []
        self._starts: dict[str, int] = {}
        self._reference: float | None = None
        self._looked = 0.0
        self._lonely_since = time.monotonic()
        self._seconds_per_unit: float | None = None
        self._own = not self._ray.is_initialized()
        if self._own:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            where: dict[str, Any] = {"include_dashboard": False} if address == "local" else {"address": address}
            try:
                self._ray.init(**where, log_to_driver=False, logging_level="ERROR", **options)
            except (ConnectionError, OSError, ValueError, RuntimeError) as error:
                remedy = "start one with `ray start --head`, name its host:port, or `local` for this machine alone"
                raise _trouble("cluster", address, str(error).splitlines()[0], remedy) from error

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the workers, and what they do."""
        for slot in self._slots:
            with contextlib.suppress(Exception):
                self._ray.kill(slot.actor)
        self._slots.clear()
        self._waiting.clear()
        if self._own:
            self._ray.shutdown()

    @property
    def slots(self) -> int:
        """Units that are done at the same time."""
        return sum(slot.ready for slot in self._slots)

    @property
    def room(self) -> int:
        """Units that are worth having at hand, so that no slot waits for one."""
        return max(self.slots, 1) * UNITS_AT_HAND

    @property
    def outstanding(self) -> int:
        """Units that were handed in and are not done."""
        return len(self._waiting) + sum(len(slot.tasks) for slot in self._slots)

    def hand_in(self, number: int, unit: str) -> None:
        """Hands a unit in, under a number by which its result is told."""
        self._waiting.append(_Task(number, unit))

    def wait(self, timeout: float = 1.0) -> list[Finished]:
        """What was done meanwhile: it returns as soon as there is anything, and at the latest after so many seconds."""
        self._look_at_nodes()
        self._hand_out()
        refs = {slot.ref: slot for slot in self._slots if slot.ref is not None}
        if not refs:
            time.sleep(min(timeout, 0.1))
            return []
        ready, _ = self._ray.wait(list(refs), num_returns=1, timeout=timeout)
        done: list[Finished] = []
        for ref in ready:
            done.extend(self._take(refs[ref]))
        return done

    def run(self, units: Iterable[str]) -> Iterator[Finished]:
        """Does all of these units, taking them as there is room."""
        coming = enumerate(units)
        more = True
        while more or self.outstanding:
            while more and self.outstanding < self.room:
                nothing = (0, None)
                number, unit = next(coming, nothing)
                if unit is None:
                    more = False
                else:
                    self.hand_in(number, unit)
            yield from self.wait()

    def told(self) -> str:
        """The rates of the nodes, for people."""
        each = [
            f"{node.name} {node.rate:.2f}/s ({node.slots} slots)" if node.alive else f"{node.name} is gone"
            for node in self.nodes.values()
            if node.slots
        ]
        return ", ".join(each) or "no node yet"

    def _look_at_nodes(self) -> None:
        """Starts workers on nodes that came; a dead node's workers tell of its end themselves."""
        now = time.monotonic()
        if now - self._looked < LOOK:
            return
        self._looked = now
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        remote = self._ray.remote(_Worker)
        alive = {node["NodeID"]: node for node in self._ray.nodes() if node["Alive"]}
        for name, known in self.nodes.items():
            known.alive = name in alive
        for name, told in alive.items():
            slots = int(told["Resources"].get("CPU", 0))
            node = self.nodes.setdefault(name, Node(f"{told['NodeManagerAddress']}:{told['NodeManagerPort']}"))
            node.slots = slots
            here = sum(slot.node == name for slot in self._slots)
            for _ in range(slots - here):
                strategy = NodeAffinitySchedulingStrategy(node_id=name, soft=False)
                actor = remote.options(num_cpus=1, max_restarts=0, scheduling_strategy=strategy).remote()
                self._slots.append(_Slot(actor, name, actor.about.remote(self.timed)))
        if self._slots:
            self._lonely_since = now
        elif now - self._lonely_since > LONELY:
            raise _trouble("cluster", "", "it has no node with a processor any more", "start one with `ray start`")

    def _hand_out(self) -> None:
        """Gives waiting units to slots that have none, several at once where they are quick."""
        if self.timed and not self._settled():
            return
        idle = [slot for slot in self._slots if slot.ready and slot.ref is None]
        for slot in idle:
            if not self._waiting:
                return
            wanted = 1
            if self._seconds_per_unit:
                wanted = int(BATCH_SECONDS / self._seconds_per_unit)
            # The last units are shared out evenly.
            share = len(self._waiting) // (2 * max(self.slots, 1)) + 1
            count = max(1, min(wanted, share, len(self._waiting)))
            slot.tasks = [self._waiting.popleft() for _ in range(count)]
            slot.began = time.monotonic()
            slot.ref = slot.actor.work.remote([self._for(slot, task.unit) for task in slot.tasks])

    def _settled(self) -> bool:
        """Whether the speeds of all nodes are known; chooses the fastest as the one whose clocks run as they say."""
        if self._reference is not None:
            return True
        if not self._slots or not all(slot.ready for slot in self._slots):
            return False
        speeds = {node.name: node.speed for node in self.nodes.values() if node.alive and node.speed}
        fastest, slowest = max(speeds.values()), min(speeds.values())
        if fastest > MOST_DIFFERENCE * slowest:
            told = ", ".join(f"{name} {speed:,.0f} positions/s" for name, speed in speeds.items())
            remedy = f"limit games by nodes or depth, or use nodes within a factor of {MOST_DIFFERENCE:g}"
            raise _trouble("cluster", told, "its nodes are too different for games with clocks", remedy)
        self._reference = fastest
        return True

    def _for(self, slot: _Slot, unit: str) -> str:
        """A unit as this slot gets it: with clocks by the speed of its node."""
        if not self.timed or self._reference is None:
            return unit
        told = json.loads(unit)
        if told.get("kind") == "games":
            told["clock"] = self._reference / self.nodes[slot.node].speed
        return json.dumps(told)

    def _take(self, slot: _Slot) -> list[Finished]:
        """What a slot's worker answered."""
        ray = self._ray
        ref, slot.ref = slot.ref, None
        try:
            answer = ray.get(ref)
        except ray.exceptions.RayTaskError:
            raise
        except ray.exceptions.RayError as error:
            self._lose(slot, str(error))
            return []
        if not slot.ready:
            self._welcome(slot, *answer)
            return []
        node = self.nodes[slot.node]
        seconds = time.monotonic() - slot.began
        node.units += len(slot.tasks)
        node.busy += seconds
        each = seconds / len(slot.tasks)
        before = self._seconds_per_unit
        self._seconds_per_unit = each if before is None else 0.8 * before + 0.2 * each
        tasks, slot.tasks = slot.tasks, []
        done = []
        for task, (result, measured, good) in zip(tasks, answer, strict=True):
            if not good:
                told = f"{result} (said by {node.name})"
                raise PlybookError(told, subject="unit", culprit=task.unit[:200], problem=result)
            done.append(Finished(task.number, result, measured, node.name))
        return done

    def _welcome(self, slot: _Slot, version: str, speed: float) -> None:
        """A worker is there."""
        node = self.nodes[slot.node]
        own = _plybook.version()
        if version != own:
            remedy = "install the same wheel everywhere"
            raise _trouble("node", node.name, f"its plybook is {version}, and the driver's {own}", remedy)
        slot.ready, slot.speed = True, speed
        self._starts[slot.node] = 0
        known = [other.speed for other in self._slots if other.node == slot.node and other.ready]
        node.speed = statistics.median(known)

    def _lose(self, slot: _Slot, why: str) -> None:
        """A worker is gone, with its node or alone: what it had is done again."""
        self._slots.remove(slot)
        node = self.nodes[slot.node]
        if not slot.ready and node.alive:
            self._starts[slot.node] = self._starts.get(slot.node, 0) + 1
            if self._starts[slot.node] >= MOST_STARTS:
                lines = [line.strip() for line in why.splitlines() if line.strip()]
                told = next((line for line in lines if "ModuleNotFoundError" in line), lines[-1] if lines else "died")
                remedy = "install the same wheel there, `pip install plybook[ray]`, or take the node away"
                raise _trouble("node", node.name, f"no worker can be started on it: {told}", remedy)
        for task in reversed(slot.tasks):
            task.tries += 1
            if task.tries >= MOST_TRIES:
                remedy = "do it by hand with `plybook work` to see why"
                raise _trouble("unit", task.unit[:200], f"{task.tries} workers died during it", remedy)
            self._waiting.appendleft(task)


Progress = Callable[[int, int, Pool], None]
"""Told what is done, of how much, and by whom."""


def play(driver: Driver, pool: Pool, progress: Progress | None = None) -> None:
    """Plays a tournament's missing games on a cluster until it is over."""
    backlog: deque[str] = deque()
    numbers = itertools.count()
    while not driver.over:
        if not backlog and not pool.outstanding:
            # The next round, where who plays in it depends on results.
            backlog.extend(driver.missing())
        while backlog and pool.outstanding < pool.room:
            pool.hand_in(next(numbers), driver.unit([backlog.popleft()]))
        for done in pool.wait():
            driver.deliver(done.result, done.measured)
            if progress is not None:
                counted, planned = driver.progress
                progress(counted, planned, pool)


def match(
    first: str,
    second: str,
    game: Game | str,
    *,
    address: str = "auto",
    database: str | PathLike[str] | None = None,
    again: bool = False,
    progress: Progress | None = None,
    pool: Pool | None = None,
    games: int | None = None,
    sprt: tuple[float, float] | None = None,
    time: float | None = None,
    clock: float | None = None,
    increment: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    openings: int | None = None,
    seed: int | None = None,
    plies: int | None = None,
) -> MatchResult:
    """Lets two players that are described meet on a cluster, as `plybook.match` does here.

    With a ``database`` every game is kept as soon as it is there, and the same call goes on with what is missing.
    """
    limits = conditions(games, sprt, time, clock, increment, depth, nodes, openings, seed, plies)
    opened = open_game(game) if isinstance(game, str) else game
    file = None if database is None else fspath(database)
    driver = Driver.of_match(first, second, opened, limits, file, again)
    with contextlib.ExitStack() as stack:
        if not driver.over:
            used = pool or stack.enter_context(Pool(address, timed=driver.timed))
            play(driver, used, progress)
    return work_result(driver)


def perft(
    game: Game | str,
    depth: int,
    *,
    position: str | None = None,
    moves: Iterable[str] = (),
    remember: bool = False,
    address: str = "auto",
    pool: Pool | None = None,
) -> tuple[int, int]:
    """The leaves so many plies below a position, counted on a cluster, and the games that ended before."""
    units = perft_units(game, depth, position=position, moves=moves, remember=remember)
    with contextlib.ExitStack() as stack:
        used = pool or stack.enter_context(Pool(address))
        return perft_sum([done.result for done in used.run(units)])


def endgame(
    game: Game | str,
    folder: str | PathLike[str],
    *,
    slices: Iterable[str] = (),
    memory: int = 4096,
    address: str = "auto",
    progress: Progress | None = None,
    pool: Pool | None = None,
) -> list[str]:
    """Builds the slices of an endgame database that a folder lacks; their names, as they were built.

    A slice is built as soon as those that it follows from are there. What is in the folder stays, so that the same call goes
    on with what is missing.
    """
    name = game if isinstance(game, str) else game.name
    place = fspath(folder)
    missing: dict[str, list[str]] = dict(_plybook.endgame_missing(name, place, list(slices)))
    waiting = dict(missing)
    built: list[str] = []
    numbers = itertools.count()
    with contextlib.ExitStack() as stack:
        if not waiting:
            return built
        used = pool or stack.enter_context(Pool(address))
        running: dict[int, str] = {}
        while waiting or running:
            ready = [one for one, needs in waiting.items() if not any(need in missing for need in needs)]
            for one in ready[: max(used.slots, 1) * 2 - len(running)]:
                del waiting[one]
                number = next(numbers)
                running[number] = one
                used.hand_in(number, _plybook.endgame_unit(name, place, one, memory))
            for done in used.wait():
                _plybook.endgame_keep(name, place, done.result)
                one = running.pop(done.number)
                del missing[one]
                built.append(one)
                if progress is not None:
                    progress(len(built), len(built) + len(missing), used)
    return built


def _say(told: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def _serve(address: str, timed: bool) -> None:
    """Lines of units in, lines of results out; ends when no more come and all are done."""
    coming: queue.SimpleQueue[tuple[int, str] | None] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            told = json.loads(line)
            coming.put((told["id"], told["unit"]))
        coming.put(None)

    with Pool(address, timed=timed) as pool:
        threading.Thread(target=read, daemon=True).start()
        more = True
        told_at = 0.0
        slots = -1
        while more or pool.outstanding:
            while True:
                with contextlib.suppress(queue.Empty):
                    item = coming.get_nowait() if pool.outstanding or not more else coming.get(timeout=0.2)
                    if item is None:
                        more = False
                    else:
                        pool.hand_in(*item)
                        continue
                break
            for done in pool.wait(0.2):
                _say({"id": done.number, "result": done.result, "measured": done.measured, "node": done.node})
            now = time.monotonic()
            if pool.slots != slots or now - told_at > 2.0:
                slots, told_at = pool.slots, now
                _say({"slots": slots, "nodes": pool.told()})


def main(arguments: list[str]) -> int:
    """``units ADDRESS [--timed]``: what other programs start."""
    if not arguments or arguments[0] != "units" or len(arguments) < 2:
        sys.stderr.write("usage: python -m plybook.ray units ADDRESS [--timed]\n")
        return 2
    try:
        _serve(arguments[1], "--timed" in arguments[2:])
    except PlybookError as error:
        _say({"error": str(error)})
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    # The workers find the classes of the module by its name, not in a program that has none.
    from plybook.ray import main as named_main

    sys.exit(named_main(sys.argv[1:]))
