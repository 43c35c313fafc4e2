"""The Python package beside OpenSpiel and easyAI, in one run and in processor time.

Run it by `tools/python-tests --compare`, which builds the wheel with the settings of a release and installs everything.

- playouts: random games through the interface, one step at a time;
- perft: all games of so many plies through the interface;
- depth 8: a whole search of Connect Four, without an evaluation and with one;
- rules: Connect Four as a class in Python, searched by the engine and by plain alpha-beta in Python.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import plybook as pb
import pyspiel
from easyAI import AI_Player, Negamax, TwoPlayerGame
from open_spiel.python.algorithms import minimax

PLAYOUTS = 2_000
PERFT = 6
DEPTH = 8
RULES_DEPTH = int(sys.argv[1]) if len(sys.argv) > 1 else 12


def seconds(work: Callable[[], Any], times: int = 3) -> tuple[float, Any]:
    """The least processor time of some runs, and what they give."""
    best, found = float("inf"), None
    for _ in range(times):
        began = time.process_time()
        found = work()
        best = min(best, time.process_time() - began)
    return best, found


def show(what: str, name: str, spent: float, own: float, told: object) -> None:
    print(f"{what:<24} {name:<10} {spent:12.7f} s {spent / own:9.2f} x   {told}", flush=True)


class Four(TwoPlayerGame):  # type: ignore[misc]
    """Connect Four for easyAI, with the board as a list of columns."""

    def __init__(self) -> None:
        self.players = [AI_Player(Negamax(DEPTH)), AI_Player(Negamax(DEPTH))]
        self.current_player = 1
        self.columns: list[list[int]] = [[] for _ in range(7)]
        self.last = 0
        self.visited = 0

    def possible_moves(self) -> list[int]:
        return [column for column in range(7) if len(self.columns[column]) < 6]

    def make_move(self, column: int) -> None:
        self.visited += 1
        self.columns[column].append(self.current_player)
        self.last = column

    def unmake_move(self, column: int) -> None:
        self.columns[column].pop()

    def lose(self) -> bool:
        column = self.last
        if not self.columns[column]:
            return False
        row, owner = len(self.columns[column]) - 1, self.columns[column][-1]
        if owner == self.current_player:
            return False

        def same(x: int, y: int) -> bool:
            return 0 <= x < 7 and 0 <= y < len(self.columns[x]) and self.columns[x][y] == owner

        for across, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                x, y = column + sign * across, row + sign * up
                while same(x, y):
                    count += 1
                    x, y = x + sign * across, y + sign * up
            if count >= 4:
                return True
        return False

    def is_over(self) -> bool:
        return self.lose() or not self.possible_moves()

    def scoring(self) -> int:
        return -100 if self.lose() else 0


def playouts() -> None:
    """Random games, one step at a time."""

    for name, theirs in (("connect4", "connect_four"), ("chess", "chess")):
        times = PLAYOUTS if name == "connect4" else PLAYOUTS // 50
        game, spiel = pb.open(name), pyspiel.load_game(theirs)

        def own() -> int:
            chooser, steps = random.Random(1), 0
            for _ in range(times):
                at = game.start()
                while moves := at.moves:
                    at = at.play(chooser.choice(moves))
                    steps += 1
            return steps

        def other() -> int:
            chooser, steps = random.Random(1), 0
            for _ in range(times):
                state = spiel.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(chooser.choice(state.legal_actions()))
                    steps += 1
            return steps

        mine, steps = seconds(own)
        mine /= steps
        spent, steps = seconds(other)
        spent /= steps
        show(f"a step, {name}", "plybook", mine, mine, f"{mine * 1e6:.2f} us")
        show(f"a step, {name}", "open_spiel", spent, mine, f"{spent * 1e6:.2f} us")


def perft() -> None:
    """All games of so many plies of Connect Four."""

    def own(at: pb.Position, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(own(at.play(move), depth - 1) for move in at.moves)

    def other(state: Any, depth: int) -> int:
        if depth == 0 or state.is_terminal():
            return depth == 0
        return sum(other(state.child(action), depth - 1) for action in state.legal_actions())

    start, spiel = pb.open("connect4").start(), pyspiel.load_game("connect_four").new_initial_state()
    mine, leaves = seconds(lambda: own(start, PERFT))
    native, whole = seconds(lambda: pb.perft(start, PERFT))
    spent, theirs = seconds(lambda: other(spiel, PERFT))
    assert leaves == whole == theirs, (leaves, whole, theirs)
    show(f"perft {PERFT} by steps", "plybook", mine, mine, f"{leaves} leaves")
    show(f"perft {PERFT} by steps", "open_spiel", spent, mine, f"{theirs} leaves")
    show(f"perft {PERFT} at once", "plybook", native, mine, f"{whole} leaves")


def alpha_beta() -> None:
    """A whole search of Connect Four: without an evaluation, and with one.

    The evaluation is the program's own on the one side, and discs in the middle columns on the other: functions in Python
    are what OpenSpiel's searches in Python take.
    """
    game, spiel = pb.open("connect4"), pyspiel.load_game("connect_four")
    visited = [0]

    def own(evaluator: str | None) -> pb.Found:
        engine = game.engine(hash=1, evaluator=evaluator)
        return engine.think(game.start(), pb.Limit(depth=DEPTH))

    def nothing(state: Any) -> float:
        visited[0] += 1
        return 0.0

    def middle(state: Any) -> float:
        visited[0] += 1
        rows = str(state).split()
        return sum((row[3] == "x") - (row[3] == "o") + 0.5 * ((row[2] == "x") - (row[2] == "o")) for row in rows) / 100

    def other(value: Callable[[Any], float]) -> float:
        visited[0] = 0
        score, _ = minimax.alpha_beta_search(spiel, value_function=value, maximum_depth=DEPTH, maximizing_player_id=0)
        return float(score)

    def easy() -> int:
        four = Four()
        Negamax(DEPTH)(four)
        return four.visited

    for what, evaluator, value in (("no evaluation", "none", nothing), ("evaluated", None, middle)):
        mine, found = seconds(lambda: own(evaluator), 9)
        show(f"depth {DEPTH}, {what}", "plybook", mine, mine, f"{found.nodes} positions, {found.score}")
        spent, score = seconds(lambda: other(value))
        show(f"depth {DEPTH}, {what}", "open_spiel", spent, mine, f"{visited[0]} leaves, value {score}")
        if value is nothing:
            spent, count = seconds(easy)
            show(f"depth {DEPTH}, {what}", "easyAI", spent, mine, f"{count} positions")


class PythonFour:
    """Connect Four: seven columns, six rows, four in a row win. A position is the squares of either side as bits,
    those of the player to move first."""

    name = "python-four"
    longest = 42

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def children(self, at: tuple[int, int]) -> dict[str, tuple[int, int]]:
        own, other = at
        taken = own | other
        found = {}
        for column in (3, 2, 4, 1, 5, 0, 6):
            bit = (taken >> 7 * column & 0x3F) + 1 << 7 * column
            if not bit & TOP:
                found[str(column + 1)] = (other, own | bit)
        return found

    def judge(self, at: tuple[int, int]) -> str | None:
        own, other = at
        for shift in (1, 7, 6, 8):
            pairs = other & other >> shift
            if pairs & pairs >> 2 * shift:
                return "loss"
        return "draw" if (own | other) == FULL else None


TOP = sum(1 << 7 * column + 6 for column in range(7))
FULL = sum(0x3F << 7 * column for column in range(7))


def rules() -> None:
    """A class in Python, searched by the engine and by plain alpha-beta."""
    four, visited = PythonFour(), [0]

    def plain(at: tuple[int, int], depth: int, alpha: int, beta: int) -> int:
        visited[0] += 1
        judged = four.judge(at)
        if judged is not None:
            return -1000 - depth if judged == "loss" else 0
        if depth == 0:
            return 0
        for child in four.children(at).values():
            alpha = max(alpha, -plain(child, depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha

    game = pb.game_of(PythonFour)
    assert pb.perft(game.start(), 5) == pb.perft(pb.open("connect4").start(), 5)
    mine, found = seconds(lambda: search(RULES_DEPTH), 1)
    show(f"rules, depth {RULES_DEPTH}", "plybook", mine, mine, f"{found.nodes} positions, {found.score}")
    spent, score = seconds(lambda: plain(four.start(), RULES_DEPTH, -5000, 5000), 1)
    show(f"rules, depth {RULES_DEPTH}", "python", spent, mine, f"{visited[0]} positions, value {score}")


def search(depth: int) -> pb.Found:
    game = pb.game_of(PythonFour)
    return game.engine(hash=16).think(game.start(), pb.Limit(depth=depth))


if __name__ == "__main__":
    playouts()
    perft()
    alpha_beta()
    rules()
