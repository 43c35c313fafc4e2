"""Board games: play them, analyse them, let engines and your own players meet, and write your own.

>>> import plybook as pb
>>> game = pb.open("othello:6x6")
>>> pos = game.start().play("c2")
>>> found = game.engine(hash=8).think(pos, pb.Limit(depth=4))
>>> pos.play(found.move).turn
0

Positions never change and can be compared, put into sets and pickled. Searches run natively, without Python's lock, and
end at Ctrl-C. What cannot be used is refused with a `PlybookError` that names it and says what would be right.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike, fspath
from typing import Any, Literal, Protocol, TypeVar

from . import _plybook
from ._data import (
    Board,
    Found,
    Interval,
    Line,
    MatchResult,
    Node,
    Option,
    Outcome,
    Piece,
    Proof,
    Record,
    RecordedMove,
    Score,
    Sprt,
    Square,
    Term,
    Tree,
    read_match,
    read_record_list,
    read_score,
    read_tree,
)
from ._errors import PlybookError, Resign, RulesError
from ._plybook import Clock, Engine, Game, Iterations, Limit, Position
from ._svg import curve_svg

__all__ = [
    "Board",
    "Chooser",
    "Clock",
    "Curve",
    "Database",
    "Engine",
    "Found",
    "Game",
    "Interval",
    "Iterations",
    "Limit",
    "Line",
    "MatchResult",
    "Node",
    "Option",
    "Outcome",
    "Piece",
    "Player",
    "PlybookError",
    "Position",
    "Proof",
    "Record",
    "RecordedMove",
    "Resign",
    "Rules",
    "RulesError",
    "Score",
    "Sprt",
    "Square",
    "Term",
    "Tree",
    "check",
    "divide",
    "game_of",
    "games",
    "match",
    "open",
    "options",
    "perft",
    "prove",
    "read_records",
    "register",
    "tree",
    "write_records",
]

P = TypeVar("P")


class Rules(Protocol[P]):
    """What a game written in Python must have; `P` is the class of its positions.

    Positions must not change: build them of numbers, texts, tuples and frozen dataclasses, or write a method
    ``key(position)`` that gives something built of these. Optional methods:

    - ``turn(position)``: 0 or 1, who is to move; without it the players move in turn;
    - ``value(position)``: points for the player to move, an estimate for the engine;
    - ``draw(position)``: the board as text, a letter for each square;
    - ``key(position)``: what tells positions apart;
    - ``text(position)`` and ``read(text)``: the position as one line, and back.

    Optional attributes: ``name``, ``title``, ``players``, ``no_moves`` (what it means to have no move: ``"loss"``),
    ``repetition`` (how often a position comes until the game is a draw), ``longest`` (plies of the longest game),
    ``remember`` (positions whose answers are kept).
    """

    def start(self) -> P:
        """The position a game starts from."""

    def children(self, position: P, /) -> Mapping[Any, P] | Iterable[tuple[Any, P]]:
        """The positions that follow, by the moves that lead there: texts without spaces, or whole numbers."""

    def judge(self, position: P, /) -> str | int | None:
        """``None`` while the game goes on; otherwise ``"win"``, ``"loss"`` or ``"draw"`` for the player to move,
        ``"first"`` or ``"second"`` for the winner, or the points that the player to move is ahead."""


Chooser = Callable[[Position, Clock], str]
"""A player as a function: it chooses one of ``position.moves``."""


class Player(Protocol):
    """A player as an object, or as a class that is made anew for every player of a match.

    Optional methods: ``begin(side, opponent)`` before a game and ``end(sentence)`` after it.
    """

    def choose(self, position: Position, clock: Clock, /) -> str:
        """Chooses one of ``position.moves``. Raise `Resign` to give the game up."""


def open(name: str) -> Game:
    """Opens a game by name and options, such as ``hexapawn:4x5``. `games` lists the names."""
    return _plybook.open_game(name)


def games() -> list[str]:
    """The names of all games, registered ones included."""
    return _plybook.game_names()


def options(game: Game | str) -> tuple[Option, ...]:
    """The options that a game has behind its name."""
    opened = open(game) if isinstance(game, str) else game
    told = json.loads(opened._options())
    return tuple(Option(one["name"], one["form"], one["default"], one["help"]) for one in told)


def game_of(rules: Rules[Any] | type[Rules[Any]]) -> Game:
    """The game whose rules are an object's methods, or those of a class that is made without arguments."""
    return _plybook.wrap_rules(rules)


def register(rules: Rules[Any] | type[Rules[Any]] | Game) -> Game:
    """Gives a game written in Python its name among all games, so that `open` and matches find it.

    A game of the same name that was registered before is replaced.
    """
    game = rules if isinstance(rules, Game) else game_of(rules)
    if game.python_rules is None:
        raise PlybookError(
            f"game {game.name!r}: it is a game of the program; give the rules of a game of your own",
            subject="game",
            culprit=game.name,
            problem="it is a game of the program",
            remedy="give the rules of a game of your own",
        )
    _plybook.register_rules(game)
    return game


def _game(game: Game | str | Rules[Any] | type[Rules[Any]]) -> Game:
    if isinstance(game, Game):
        return game
    return open(game) if isinstance(game, str) else game_of(game)


def perft(position: Position, depth: int, *, remember: bool = False) -> int:
    """The number of leaves so many plies below a position: how many games of that length there are.

    ``remember`` counts what lies below a position only once: the same number, sooner.
    """
    return _plybook.perft(position, depth, remember=remember)


def divide(position: Position, depth: int, *, remember: bool = False) -> dict[str, int]:
    """The number of leaves below each move of a position."""
    return _plybook.divide(position, depth, remember=remember)


def check(
    game: Game | str | Rules[Any] | type[Rules[Any]], *, moves: int = 10_000, seed: int = 1
) -> dict[str, int]:
    """Sends a game through the conformance suite and tells what it met.

    Random games are played, and some fifty properties checked that searches rely on. Of rules in Python also whether
    their answers depend on the position alone, and whether games end. Raises `RulesError` with the rule that is broken
    and the position, or the exception that the rules raised.
    """
    return _plybook.check(_game(game), moves=moves, seed=seed)


def tree(
    position: Position,
    depth: int,
    *,
    method: Literal["minimax", "alphabeta", "pvs", "engine"] = "alphabeta",
    evaluator: str | None = None,
    limit: int = 200,
    nodes: int | None = None,
) -> Tree:
    """The tree that a search of the position walks: values, windows and cuts of every position.

    ``limit`` is how many positions are kept to be shown; ``nodes`` stops the search after so many.
    """
    return read_tree(_plybook.search_tree(position, depth, method, evaluator, limit, nodes))


def prove(position: Position, *, hash: int = 64, nodes: int | None = None) -> Proof:
    """The exact value of a position: who wins whatever the other does, found by proof numbers.

    ``nodes`` gives up after so many positions; ``hash`` is the size of the table in mebibytes.
    """
    value, line, entered, checked, text = _plybook.find_proof(position, hash, nodes)
    score = None
    if value is not None:
        plain, words = json.loads(value)
        score = read_score(plain, words)
    return Proof(score, tuple(line), entered, checked, text)


def match(
    first: str | Chooser | Player | type[Player],
    second: str | Chooser | Player | type[Player],
    game: Game | str | Rules[Any] | type[Rules[Any]],
    *,
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
    concurrency: int | None = None,
) -> MatchResult:
    """Lets two players meet, each opening twice with sides changed.

    A player is a description such as ``"engine:level=5"`` or ``"random"``, a function ``choose(position, clock)``, or an
    object or a class with such a method. ``time`` is seconds for each move, ``clock`` and ``increment`` seconds for a
    game; ``depth`` and ``nodes`` limit what engines do. ``openings`` is the number of random plies that games begin with.
    ``sprt`` ends the match as soon as one of two hypotheses about the Elo difference is accepted.

    An exception of a player in Python ends the match and is raised here; an illegal move loses the game.
    """
    opened = _game(game)
    if opened.python_rules is not None:
        _plybook.register_rules(opened)
    conditions = {
        "games": games,
        "sprt": sprt,
        "time": time,
        "clock": clock,
        "increment": increment,
        "depth": depth,
        "nodes": nodes,
        "openings": openings,
        "seed": seed,
        "plies": plies,
        "concurrency": concurrency,
    }
    report, records = _plybook.play_match(first, second, opened, conditions)
    return read_match(report, records)


def read_records(text: str, game: str | None = None) -> list[Record]:
    """The games of a text: PGN for chess, PDN for checkers, and the like for every other game.

    ``game`` names the game where the text does not.
    """
    return read_record_list(_plybook.read_records(text, game))


def write_records(records: Record | Sequence[Record]) -> str:
    """Games as text: PGN for chess, PDN for checkers, a PGN-like text for every other game."""
    listed = [records] if isinstance(records, Record) else records
    return "\n".join(_plybook.write_records(record.to_json()) for record in listed)


class Database:
    """A database of games, as the program's matches and tournaments write it."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = fspath(path)
        """Where the file lies."""

    def games(
        self,
        *,
        game: str | None = None,
        player: str | None = None,
        tournament: int | None = None,
        most: int | None = None,
    ) -> list[Record]:
        """The games, of one game, one player or one tournament; ``most`` asks for the latest only."""
        told = _plybook.stored_games(self.path, game=game, player=player, tournament=tournament, most=most)
        return read_record_list(told)


class Curve:
    """Curves over a common scale, as a picture in notebooks."""

    def __init__(self, title: str, **curves: Sequence[tuple[float, float]]) -> None:
        self.title = title
        """What is shown."""
        self.curves = curves
        """The points of each curve by its name."""

    def _repr_svg_(self) -> str:
        return curve_svg(self.title, self.curves)
