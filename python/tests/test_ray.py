"""A cluster on this machine: two nodes, one of which dies, and a driver that dies."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import plybook as pb
from plybook import ray as cluster

if "ray" in os.environ.get("PLYBOOK_WITHOUT", "").split(","):
    pytest.skip("going without ray", allow_module_level=True)

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
# Nodes of a busy machine take their time.
os.environ.setdefault("RAY_raylet_start_wait_time_s", "180")
utilities = pytest.importorskip("ray.cluster_utils")

GAMES = 200
MATCH: dict[str, Any] = {"games": GAMES, "nodes": 40, "openings": 0, "seed": 7}
PLAYERS = ("engine:name=one,hash=1", "random:name=other", "othello:4x4")


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A head without processors and two nodes of one each."""
    together = utilities.Cluster(
        initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False, "object_store_memory": 80_000_000}
    )
    for _ in range(2):
        together.add_node(num_cpus=1, object_store_memory=80_000_000)
    yield together
    together.shutdown()


@pytest.fixture(scope="module")
def alone() -> pb.MatchResult:
    """The match as this process plays it."""
    return pb.match(*PLAYERS, **MATCH, concurrency=1)


def moves(records: Any) -> list[tuple[str, ...]]:
    return [tuple(move.text for move in record.moves) for record in records]


def check(result: pb.MatchResult, alone: pb.MatchResult) -> None:
    assert (result.wins, result.draws, result.losses) == (alone.wins, alone.draws, alone.losses)
    assert result.elo == alone.elo and moves(result.records) == moves(alone.records)


# It takes its time, so that it can be killed in the middle on any machine.
DRIVER = """
import time
from plybook import ray as cluster
slow = lambda counted, planned, pool: time.sleep(0.03)
cluster.match(*{players!r}, address={address!r}, database={database!r}, progress=slow, **{match!r})
"""


def test_a_driver_that_is_killed_goes_on_where_it_was(nodes: Any, alone: pb.MatchResult, tmp_path: Path) -> None:
    database = str(tmp_path / "games.db")
    script = DRIVER.format(players=PLAYERS, address=nodes.address, database=database, match=MATCH)
    driver = subprocess.Popen([sys.executable, "-c", script])
    kept = 0
    end = time.monotonic() + 120
    while kept < 20 and driver.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
        if Path(database).exists():
            kept = len(pb.Database(database).games())
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    kept = len(pb.Database(database).games())
    assert 20 <= kept < GAMES, "it was to die in the middle"
    result = cluster.match(*PLAYERS, address=nodes.address, database=database, **MATCH)
    check(result, alone)
    stored = pb.Database(database).games()
    assert len(stored) == GAMES
    # Nothing is left to do.
    check(cluster.match(*PLAYERS, address="no-such-host:1", database=database, **MATCH), alone)


def test_counts_and_errors(nodes: Any) -> None:
    with cluster.Pool(nodes.address) as pool:
        assert cluster.perft("othello:6x6", 6, pool=pool)[0] == pb.perft(pb.open("othello:6x6").start(), 6)
        assert len([node for node in pool.nodes.values() if node.slots]) == 2 and "/s (1 slots)" in pool.told()
        with pytest.raises(pb.PlybookError, match="longer than the depth"):
            bad = '{"version":1,"kind":"perft","game":"chess","lines":[["e2e4"]],"depth":0}'
            list(pool.run([bad]))


def test_a_node_that_dies_loses_nothing(nodes: Any, alone: pb.MatchResult) -> None:
    killed: list[Any] = []
    slots: list[int] = []

    def progress(counted: int, planned: int, pool: cluster.Pool) -> None:
        slots.append(pool.slots)
        time.sleep(0.02)
        if counted >= 40 and not killed:
            # Without a farewell, in the middle of what it does.
            node = next(iter(nodes.worker_nodes))
            killed.append(node)
            nodes.remove_node(node, allow_graceful=False)

    result = cluster.match(*PLAYERS, address=nodes.address, progress=progress, **MATCH)
    assert killed and max(slots) == 2 and slots[-1] == 1, "a node was to die in the middle"
    check(result, alone)


def untimed(told: Any) -> Any:
    """A report without the times."""
    if isinstance(told, dict):
        return {name: untimed(value) for name, value in told.items() if name != "seconds"}
    return [untimed(value) for value in told] if isinstance(told, list) else told


def test_the_program_plays_counts_and_builds_on_a_cluster(nodes: Any, tmp_path: Path) -> None:
    program = os.environ.get("PLYBOOK_PROGRAM", "")
    if not program:
        pytest.skip("PLYBOOK_PROGRAM names the program; tools/python-tests sets it where it was built")
    environment = {**os.environ, "PLYBOOK_PYTHON": sys.executable}

    def run(*arguments: str) -> Any:
        ran = subprocess.run([program, *arguments, "--json"], capture_output=True, text=True, env=environment, check=False)
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    both = (("--ray", nodes.address), ())
    match = ("match", *PLAYERS[:2], "--game", PLAYERS[2], "--games", "20", "--nodes", "40", "--openings", "none")
    there, here = (run(*match, "--db", str(tmp_path / f"{len(place)}.db"), *place) for place in both)
    # How long moves took is the machines' affair.
    assert untimed(there["report"]) == untimed(here["report"]) and here["report"]["standings"][0]["games"] == 20
    there, here = (run("perft", "othello:6x6", "5", "--divide", *place) for place in both)
    assert (there["moves"], there["leaves"]) == (here["moves"], here["leaves"])
    slices = "1k-1k,1m-1k,1m-1m"
    built = [tmp_path / "there", tmp_path / "here"]
    for place, folder in zip(both, built, strict=True):
        run("endgame", "build", "checkers", "--slices", slices, "--folder", str(folder), *place)
    files = [{file.name: file.read_bytes() for file in folder.rglob("*.end")} for folder in built]
    assert files[0] == files[1] and len(files[0]) >= 3
    if "PLYBOOK_LONG" not in os.environ:
        return
    for place, folder in zip(both, built, strict=True):
        model = ("--out", str(folder / "model"), "--folder", str(folder / "training"))
        run("learn", "breakthrough:5x5", "--games", "140", "--nodes", "10", "--generations", "1", *model, *place)
    assert (built[0] / "model").read_bytes() == (built[1] / "model").read_bytes()


def test_a_node_on_which_no_worker_starts_is_named() -> None:
    pool = cluster.Pool.__new__(cluster.Pool)
    pool._starts, pool._waiting, pool.nodes = {}, deque(), {"a": cluster.Node("there:1", 1)}
    why = "The actor died.\n  ModuleNotFoundError: No module named 'plybook'\n  and so on"
    with pytest.raises(pb.PlybookError, match="there:1.*No module named 'plybook'.*pip install"):
        for _ in range(cluster.MOST_STARTS):
            pool._slots = [cluster._Slot(None, "a", None)]
            pool._lose(pool._slots[0], why)
    assert pool._starts == {"a": cluster.MOST_STARTS}
    # A worker that had work gives it back; with a node that is gone nobody counts.
    pool.nodes["a"].alive = False
    pool._slots = [cluster._Slot(None, "a", None, tasks=[cluster._Task(3, "unit")])]
    pool._lose(pool._slots[0], "")
    assert [task.number for task in pool._waiting] == [3] and pool._slots == []
    with pytest.raises(pb.PlybookError, match="workers died during it"):
        for _ in range(cluster.MOST_TRIES):
            pool._slots = [cluster._Slot(None, "a", None, ready=True, tasks=[pool._waiting.popleft()])]
            pool._lose(pool._slots[0], "")


def test_nodes_that_differ_too_much_are_refused_with_clocks() -> None:
    pool = cluster.Pool.__new__(cluster.Pool)
    pool.timed, pool._reference = True, None
    slot = cluster._Slot(None, "a", None, ready=True)
    pool._slots = [slot]
    pool.nodes = {"a": cluster.Node("fast", 1, 100.0), "b": cluster.Node("slow", 1, 40.0)}
    with pytest.raises(pb.PlybookError, match="too different"):
        pool._settled()
    pool.nodes["b"].speed = 80.0
    assert pool._settled() and pool._reference == 100.0
    slot.node = "b"
    assert '"clock": 1.25' in pool._for(slot, '{"kind": "games"}')
    pool.timed = False
    assert "clock" not in pool._for(slot, '{"kind": "games"}')
