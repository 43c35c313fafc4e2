"""Searches."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

import plybook as pb


def test_a_search_finds_what_there_is() -> None:
    game = pb.open("tictactoe")
    at = game.start().play("a1", "b1", "b2", "c1")
    found = game.engine(hash=1).think(at, pb.Limit(depth=5))
    assert found.score.win == 1 and found.proven and found.move in ("c3", "a3")
    assert found.line[0] == found.move and at.play(found.move) and found.nodes > 0
    assert str(found.score) == "win in 1" and found.score.points is None
    assert game.engine(hash=1).think(game.start(), pb.Limit(depth=9)).score.points == 0.0


def test_several_lines_come_best_first_and_moves_can_be_restricted() -> None:
    game = pb.open("connect4")
    found = game.engine(hash=4).think(game.start(), pb.Limit(depth=6), lines=3)
    scores = [line.score for line in found.lines]
    assert len(scores) == 3 and scores == sorted(scores, reverse=True) and scores[0] >= scores[-1]
    only = game.engine(hash=4).think(game.start(), pb.Limit(depth=4), moves=["1"])
    assert only.move == "1"
    with pytest.raises(pb.PlybookError, match="9"):
        game.engine(hash=4).think(game.start(), pb.Limit(depth=4), moves=["9"])


def test_iterations_are_streamed_while_the_search_goes_on() -> None:
    game = pb.open("othello:6x6")
    depths = [found.depth for found in game.engine(hash=4).analyse(game.start(), pb.Limit(depth=7))]
    assert depths[:7] == [1, 2, 3, 4, 5, 6, 7] and depths[-1] == 7
    engine = game.engine(hash=4)
    began = time.perf_counter()
    for found in engine.analyse(game.start(), pb.Limit(time=60)):
        if found.depth == 3:
            break
    # The engine is free again as soon as nobody listens.
    del found
    gc.collect()
    assert engine.think(game.start(), pb.Limit(depth=2)).depth == 2
    assert time.perf_counter() - began < 20
    iterations = engine.analyse(game.start(), pb.Limit(time=60))
    next(iterations)
    iterations.stop()
    *_, last = iterations
    assert last.stopped and list(iterations) == []


def test_the_same_search_enters_the_same_positions() -> None:
    game = pb.open("othello")
    counts = {game.engine(hash=4).think(game.start(), pb.Limit(depth=6)).nodes for _ in range(3)}
    assert len(counts) == 1
    engine = game.engine(hash=4)
    first = engine.think(game.start(), pb.Limit(depth=6)).nodes
    assert engine.think(game.start(), pb.Limit(depth=6)).nodes < first
    engine.new_game()
    assert engine.think(game.start(), pb.Limit(depth=6)).nodes == first
    assert game.engine(hash=4).think(game.start(), pb.Limit(nodes=5_000)).nodes < 10_000


def test_the_lock_is_released_while_an_engine_thinks() -> None:
    game = pb.open("chess")
    ticks = 0
    over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not over.is_set():
            ticks += 1
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    game.engine(hash=4).think(game.start(), pb.Limit(time=0.5))
    over.set()
    thread.join()
    assert ticks > 5


@pytest.mark.parametrize("work", ["think", "analyse", "perft", "tree", "prove", "match", "rules"])
def test_ctrl_c_ends_whatever_is_running(work: str, pile: object) -> None:
    game = pb.open("chess")
    engine, at = game.engine(hash=4), game.start()
    sent = [0.0]

    class Slow:
        """Counting upwards, slowly."""

        def start(self) -> int:
            return 0

        def children(self, position: int) -> dict[str, int]:
            time.sleep(0.001)
            return {"one": position + 1, "two": position + 2}

        def judge(self, position: int) -> None:
            return None

    def press() -> None:
        time.sleep(0.3)
        sent[0] = time.perf_counter()
        os.kill(os.getpid(), signal.SIGINT)

    actions: dict[str, Callable[[], object]] = {
        "think": lambda: engine.think(at, pb.Limit(time=60)),
        "analyse": lambda: list(engine.analyse(at, pb.Limit(time=60))),
        "perft": lambda: pb.perft(at, 12),
        "tree": lambda: pb.tree(at, 12, method="minimax"),
        "prove": lambda: pb.prove(at),
        "match": lambda: pb.match("random", "random", "chess", games=1_000_000),
        "rules": lambda: pb.game_of(Slow).engine(hash=1).think(pb.game_of(Slow).start(), pb.Limit(time=60)),
    }
    thread = threading.Thread(target=press)
    with pytest.raises(KeyboardInterrupt):
        thread.start()
        actions[work]()
    # A tenth of a second on a machine of one's own; tests share theirs.
    assert time.perf_counter() - sent[0] < 3.0
    thread.join()
    assert engine.think(at, pb.Limit(depth=2)).depth == 2


def test_limits_and_engines_refuse_nonsense() -> None:
    game = pb.open("nim")
    for wrong in (
        lambda: pb.Limit(time=0),
        lambda: pb.Limit(time=float("nan")),
        lambda: pb.Limit(depth=0),
        lambda: pb.Limit(nodes=-5),
        lambda: game.engine(hash=10**9),
        lambda: game.engine(threads=0),
        lambda: game.engine(evaluator="nobody"),
        lambda: game.engine(hash=1).think(game.start(), lines=0),
        lambda: game.engine(hash=1).think(pb.open("chess").start(), pb.Limit(depth=2)),
    ):
        with pytest.raises(pb.PlybookError) as caught:
            wrong()
        assert caught.value.remedy
    with pytest.raises(TypeError):
        pb.Limit(3)  # type: ignore[call-arg]
    assert repr(pb.Limit(depth=3)) == "Limit(depth=3)" and pb.Limit(depth=3) == pb.Limit(depth=3) != pb.Limit(depth=4)


def test_a_finished_game_needs_no_thought() -> None:
    game = pb.open("tictactoe")
    won = game.start().play("a1", "a2", "b1", "b2", "c1")
    with pytest.raises(pb.PlybookError, match="over"):
        game.engine(hash=1).think(won, pb.Limit(depth=2))


def test_threads_share_a_search() -> None:
    game = pb.open("connect4")
    assert game.engine(hash=4, threads=2).think(game.start(), pb.Limit(depth=8)).depth >= 8


def test_trees_are_searched_and_drawn() -> None:
    # The tree of Russell and Norvig's chapter: two of its leaves are cut.
    at = pb.open("tree:tree=((3 12 8) (2 4 6) (14 5 2))").start()
    whole = pb.tree(at, 2, method="minimax")
    cut = pb.tree(at, 2)
    assert (whole.positions, cut.positions, whole.value, cut.value) == (13, 11, "3", "3")
    assert len(whole.root.walk()) == whole.positions and "cut" in str(cut)
    assert ElementTree.fromstring(whole._repr_svg_()).tag.endswith("svg")
    curve = pb.Curve("nodes", plain=[(1, 9), (2, 81)], cut=[(1, 9), (2, 30)])
    assert "polyline" in curve._repr_svg_() and ElementTree.fromstring(curve._repr_svg_()) is not None


def test_methods_are_chosen_by_name() -> None:
    game = pb.open("connect4:5x4")
    at = game.start().play("1", "5", "2", "5", "3", "1")
    simulating = game.engine(hash=4, method="mcts", settings={"selection": "puct"})
    assert simulating.think(at, pb.Limit(nodes=2_000)).move == "4"
    mistakes: list[Callable[[], object]] = [
        lambda: game.engine(method="magic"),
        lambda: game.engine(method="mcts", settings={"speed": 3}),
        lambda: game.engine(settings={"selection": "puct"}),
    ]
    for wrong in mistakes:
        with pytest.raises(pb.PlybookError) as caught:
            wrong()
        assert caught.value.remedy
    many = pb.open("tree:tree=(<1 5 2> <3 1 1>)")
    assert many.engine(hash=1).think(many.start(), pb.Limit(nodes=500)).move == "2"


def test_values_are_proven() -> None:
    # Hexapawn is lost for who begins, tic-tac-toe is a draw: both are in every book.
    lost = pb.prove(pb.open("hexapawn").start())
    assert lost.value is not None and lost.value.loss is not None and lost.checked and lost.text
    drawn = pb.prove(pb.open("tictactoe").start(), hash=4)
    assert drawn.value is not None and drawn.value.points == 0.0
    assert pb.prove(pb.open("connect4").start(), nodes=1_000).value is None


def resident() -> int:
    """The memory of this process, in KiB."""
    status = Path("/proc/self/status")
    if not status.exists():
        pytest.fail("this test reads the memory of a process from /proc, which only Linux has")
    return int(next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmRSS")))


def test_positions_and_engines_are_dropped() -> None:
    game = pb.open("connect4")

    def use(times: int) -> None:
        for _ in range(times):
            at = game.start()
            for move in ("4", "4", "3"):
                at = at.play(move)
                assert at.moves and at.outcome is None
            assert pb.game_of(Toe2).start().play("a1").moves == ()
        for _ in range(times // 10):
            game.engine(hash=1).think(game.start(), pb.Limit(depth=1))

    use(2_000)
    gc.collect()
    before = resident()
    # The long form makes 102,000 positions and 3,400 engines.
    times = 34_000 if "PLYBOOK_LONG" in os.environ else 8_000
    use(times)
    gc.collect()
    assert resident() - before < 8 * 1024, f"more than 8 MiB are left of {3 * times} positions and {times // 10} engines"


class Toe2:
    """A game of nine squares."""

    def start(self) -> str:
        return "."

    def children(self, position: str) -> dict[str, str]:
        return {"a1": "x"}

    def judge(self, position: str) -> str | None:
        return "draw" if position == "x" else None
