"""Plain data of the native part as classes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import _svg
from ._errors import PlybookError
from ._plybook import Game, Position


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: int | None
    """Who won, counted from 0 in the order of first moves; ``None`` for a draw."""
    utilities: tuple[int, ...]
    """What each player got: points or a margin where the game counts them, otherwise 1, 0 and -1."""
    rule: str
    """The rule that ended it: ``position``, ``no moves``, ``checkmate``, ``repetition``."""
    sentence: str
    """The end in a sentence."""

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Option:
    """One option behind a game's name."""

    name: str
    """Its name."""
    form: str
    """How it is written: ``k=N``, ``RxC``, ``suicide=no|yes``."""
    default: str
    """What stands when it is left out."""
    help: str
    """One sentence."""


@dataclass(frozen=True)
class Piece:
    """A piece on a board."""

    owner: int
    """Whose it is: 0 for who moves first."""
    name: str
    """What it is called."""
    letter: str
    """Its letter in plain text."""
    token: str
    """How it is drawn: ``disc``, ``crowned``, ``cross``, ``ring``, ``tile``, ``figure``."""


@dataclass(frozen=True)
class Square:
    """One place on a board."""

    name: str
    """Its name in the notation; may be empty."""
    ground: str
    """Its surface: ``plain``, ``light``, ``dark``, ``hole``, ``unused``."""
    piece: Piece | None
    """What stands on it."""
    count: int | None
    """How many counters it holds, for pits and piles."""
    mark: str | None
    """What the last move did to it: ``from``, ``to``, ``captured``, ``changed``."""


@dataclass(frozen=True)
class Board:
    """A board as it looks."""

    shape: str
    """How the squares are laid out: ``grid``, ``torus``, ``pits``, ``piles``, ``branches``, ``points``, ``star``."""
    rows: int
    """Rows of a grid."""
    columns: int
    """Columns of a grid; houses of a player."""
    squares: tuple[Square, ...]
    """The squares: rows from the top, each from the left."""
    note: str
    """What stands beside the board."""

    def __getitem__(self, name: str) -> Square:
        """The square of a name."""
        for square in self.squares:
            if square.name == name:
                return square
        raise KeyError(name)

    def __str__(self) -> str:
        if self.shape not in ("grid", "torus"):
            return self.note or " ".join(str(square.count or 0) for square in self.squares)
        rows = []
        for start in range(0, len(self.squares), self.columns):
            rows.append(" ".join(_letter(square) for square in self.squares[start : start + self.columns]).rstrip())
        return "\n".join(rows + ([self.note] if self.note else []))

    def _repr_svg_(self) -> str:
        return _svg.board_svg(self)


def _letter(square: Square) -> str:
    if square.piece:
        return square.piece.letter
    return {"hole": "#", "unused": " "}.get(square.ground, ".")


@dataclass(frozen=True)
class Term:
    """One term of an evaluation."""

    name: str
    """What is counted."""
    value: int
    """The count for the side to move minus the opponent's."""
    weight: float
    """Points for each."""

    @property
    def points(self) -> float:
        """What the term adds to the evaluation, in points."""
        return self.value * self.weight


@dataclass(frozen=True)
class Score:
    """The value of a position for the side to move. Scores of one game can be compared."""

    text: str
    """The value in words: ``+0.35``, ``win in 3``."""
    points: float | None
    """An evaluation or an exact margin in points; ``None`` for a proven win or loss."""
    win: int | None
    """The side to move wins in so many plies."""
    loss: int | None
    """The side to move loses in so many plies."""

    def __str__(self) -> str:
        return self.text

    def _rank(self) -> tuple[int, float]:
        if self.win is not None:
            return 1, -float(self.win)
        if self.loss is not None:
            return -1, float(self.loss)
        return 0, self.points or 0.0

    def __lt__(self, other: Score) -> bool:
        return self._rank() < other._rank()

    def __le__(self, other: Score) -> bool:
        return self._rank() <= other._rank()

    def __gt__(self, other: Score) -> bool:
        return self._rank() > other._rank()

    def __ge__(self, other: Score) -> bool:
        return self._rank() >= other._rank()


@dataclass(frozen=True)
class Line:
    """A line of play."""

    score: Score
    """Its value for the side to move."""
    moves: tuple[str, ...]
    """Its moves in the game's notation."""


@dataclass(frozen=True)
class Found:
    """What a search found."""

    lines: tuple[Line, ...]
    """The best lines, the best first."""
    depth: int
    """The depth that was searched completely, in plies."""
    nodes: int
    """Positions that were entered."""
    proven: bool
    """Whether the best line's value is proven, not estimated."""
    stopped: bool
    """Whether the search was stopped before it was done."""
    counts: Mapping[str, int] = field(repr=False)
    """All counters of the search by name."""

    def _first(self) -> Line:
        if self.lines and self.lines[0].moves:
            return self.lines[0]
        raise PlybookError(
            "search: it was stopped before it looked at anything; give it more time or nodes",
            subject="search",
            problem="it was stopped before it looked at anything",
            remedy="give it more time or nodes",
        )

    @property
    def move(self) -> str:
        """The best move."""
        return self._first().moves[0]

    @property
    def score(self) -> Score:
        """The value of the best line."""
        return self._first().score

    @property
    def line(self) -> tuple[str, ...]:
        """The moves of the best line."""
        return self._first().moves


def read_score(value: Any, text: str) -> Score:
    """A value as the program writes it."""
    return Score(text, value.get("points"), value.get("win"), value.get("loss"))


def read_found(text: str) -> Found:
    """What a search found, from JSON."""
    data = json.loads(text)
    lines = tuple(Line(read_score(line["value"], line["text"]), tuple(line["moves"])) for line in data["lines"])
    counts = data.get("counts", {})
    return Found(lines, data["depth"], data["nodes"], data["proven"], data["stopped"], counts)


def read_board(board: str, marks: str) -> Board:
    """A board and the marks of the last move, from JSON."""
    data = json.loads(board)
    marked = {mark["cell"]: mark["mark"] for mark in json.loads(marks)}
    squares = []
    for number, square in enumerate(data["squares"]):
        piece = square.get("piece")
        squares.append(
            Square(
                square.get("name", ""),
                square["ground"],
                Piece(piece["owner"], piece["name"], piece["letter"], piece["token"]) if piece else None,
                square.get("count"),
                marked.get(number),
            )
        )
    return Board(data["shape"], data["rows"], data["columns"], tuple(squares), data.get("note", ""))


def board_text(board: str, text: str) -> str:
    """A position in letters: its board, or its text where there is no grid."""
    read = read_board(board, "[]")
    return str(read) if read.shape in ("grid", "torus") else text


def read_terms(terms: Sequence[tuple[str, int, int]]) -> tuple[Term, ...]:
    """Terms with their weights in points."""
    return tuple(Term(name, value, weight / 100) for name, value, weight in terms)


def restore(game: Game, first: str | None, history: Sequence[str]) -> Position:
    """The position of a pickle."""
    at = game.start() if first is None else game.position(first)
    for move in history:
        at = at.play(move)
    return at


@dataclass(frozen=True)
class Proof:
    """What a search for an exact value found."""

    value: Score | None
    """The value for the side to move, ``None`` if it was given up. Wins and losses have no distance: they count as in no
    plies."""
    line: tuple[str, ...]
    """A line of play by the strategies."""
    nodes: int
    """Positions that were entered."""
    checked: int | None
    """Positions that the check of the strategies by the rules alone went through; ``None`` if it was not complete."""
    text: str = field(repr=False)
    """The proof as text; empty where there is none to check."""


@dataclass(frozen=True)
class Node:
    """A position of a searched tree. Values and windows are the first player's, MAX's."""

    number: int
    """Its place in the order in which the search entered positions; the root is 0."""
    move: str | None
    """The move that led here; ``None`` at the root."""
    max: bool
    """Whether MAX is to move."""
    depth: int
    """Plies left to search."""
    alpha: str | None
    """What MAX has for sure; ``None`` if nothing yet."""
    beta: str | None
    """What MIN has for sure; ``None`` if nothing yet."""
    value: str
    """Its value; ``?`` if its search was stopped."""
    bound: str
    """``exact``, ``least`` or ``most``: what the value says about the true one."""
    reason: str
    """Why it was left, in a word or two."""
    best: bool
    """Whether it lies on the best line."""
    children: tuple[Node, ...]
    """The positions searched below it, in their order."""
    cut: tuple[str, ...]
    """The moves that were not searched because the window had closed."""
    folded: int
    """Positions below it that are not shown."""

    def walk(self) -> list[Node]:
        """This position and all below it, each before its children."""
        found = [self]
        for child in self.children:
            found.extend(child.walk())
        return found


@dataclass(frozen=True)
class Tree:
    """The tree that a search walked."""

    method: str
    """How it was searched."""
    depth: int
    """Plies."""
    value: str
    """The value for MAX, the first player; ``?`` if the search was stopped."""
    line: tuple[str, ...]
    """The best line."""
    positions: int
    """Positions of the tree, folded ones included."""
    stopped: bool
    """Whether the search was stopped before it was done."""
    root: Node
    """The root."""

    def __str__(self) -> str:
        rows: list[str] = []

        def show(node: Node, indent: int) -> None:
            name = node.move or ("MAX" if node.max else "MIN")
            rows.append("  " * indent + f"{name}: {node.value}" + (" *" if node.best else ""))
            for child in node.children:
                show(child, indent + 1)
            if node.cut:
                rows.append("  " * (indent + 1) + "cut: " + " ".join(node.cut))

        show(self.root, 0)
        return "\n".join(rows)

    def _repr_svg_(self) -> str:
        return _svg.tree_svg(self)


def read_tree(text: str) -> Tree:
    """A tree, from JSON."""
    data = json.loads(text)
    root = _node(data["root"])
    line = tuple(data["line"])
    return Tree(data["method"], data["depth"], data["value"], line, data["positions"], data["stopped"], root)


def _node(data: Any) -> Node:
    window = data["window"]
    return Node(
        data["number"],
        data.get("move"),
        data["max"],
        data["depth"],
        window.get("alpha"),
        window.get("beta"),
        data["value"],
        data["bound"],
        data["reason"],
        data["best"],
        tuple(_node(child) for child in data.get("children", ())),
        tuple(data.get("cut", ())),
        data.get("folded", 0),
    )
