"""The native part of the package."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, final

from ._data import Board, Found, Outcome, Term

__all__ = [
    "Clock",
    "Driver",
    "Engine",
    "Game",
    "Iterations",
    "Limit",
    "Position",
    "check",
    "divide",
    "endgame_keep",
    "endgame_missing",
    "endgame_unit",
    "find_proof",
    "game_names",
    "open_game",
    "perft",
    "perft_sum",
    "perft_units",
    "play_match",
    "read_records",
    "register_rules",
    "search_tree",
    "stored_games",
    "version",
    "work",
    "wrap_rules",
    "write_records",
]

@final
class Limit:
    """How far an engine thinks: whatever is reached first ends the search.

    Without any of them an engine thinks for three seconds.
    """

    def __new__(cls, *, time: float | None = None, depth: int | None = None, nodes: int | None = None) -> Limit: ...
    @property
    def time(self) -> float | None:
        """Seconds."""

    @property
    def depth(self) -> int | None:
        """Plies."""

    @property
    def nodes(self) -> int | None:
        """Positions."""

    def __eq__(self, other: object, /) -> bool: ...

@final
class Clock:
    """What a player may use for a move. What nothing is said about is not limited."""

    def __new__(
        cls,
        *,
        time: float | None = None,
        left: float | None = None,
        increment: float = 0.0,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> Clock: ...
    @property
    def time(self) -> float | None:
        """Seconds for this move."""

    @property
    def left(self) -> float | None:
        """Seconds left for all moves of the game."""

    @property
    def increment(self) -> float:
        """Seconds that the clock of the game gains with each move."""

    @property
    def depth(self) -> int | None:
        """Plies to look ahead."""

    @property
    def nodes(self) -> int | None:
        """Positions to enter."""

    def __eq__(self, other: object, /) -> bool: ...

@final
class Game:
    """A game: its rules, its options, and the way to its positions and engines. Made by `open` and `game_of`."""

    @property
    def name(self) -> str:
        """The whole name, options included, in its shortest form, such as ``hexapawn:4x5``."""

    @property
    def title(self) -> str:
        """The name people use."""

    @property
    def summary(self) -> str:
        """One sentence about it."""

    @property
    def rules(self) -> str:
        """The rules for somebody who has never played it, as Markdown."""

    @property
    def options_in_words(self) -> str:
        """The options of this game as people say them; empty for the default game."""

    @property
    def players(self) -> tuple[str, ...]:
        """What the players are called, in the order of first moves."""

    @property
    def evaluators(self) -> tuple[str, ...]:
        """The evaluators by name, the strongest first."""

    @property
    def has_chance(self) -> bool:
        """Whether chance moves in some position."""

    @property
    def python_rules(self) -> Any | None:
        """The object whose methods are the rules, if they are written in Python."""

    def start(self) -> Position:
        """The position a game starts from."""

    def position(self, text: str) -> Position:
        """The position of a text, as `Position.text` writes it."""

    def engine(
        self,
        *,
        hash: int | None = None,
        threads: int = 1,
        evaluator: str | None = None,
        method: str | None = None,
        settings: Mapping[str, str | int] | None = None,
    ) -> Engine:
        """An engine for this game, with a table of its own. What it learnt is kept from search to search.

        ``hash`` is the size of the table in mebibytes. ``evaluator`` names one of `evaluators`, or ``none``. ``method`` is
        how it searches, such as ``mcts``, and ``settings`` are options of the method.
        """

    def _options(self) -> str: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: Any) -> Game: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any]]: ...

@final
class Position:
    """A position of a game, with the way that led to it. It never changes: `play` gives another one.

    Positions are equal if they are the same position of the same game, however they were reached.
    """

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves in the game's notation; none in a finished game."""

    @property
    def turn(self) -> int | None:
        """Who is to move, counted from 0 in the order of first moves; ``None`` where chance moves."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on."""

    @property
    def text(self) -> str:
        """The position's text, which `Game.position` reads back."""

    @property
    def history(self) -> tuple[str, ...]:
        """The moves that led here from the first position."""

    @property
    def plies(self) -> int:
        """How many moves led here."""

    @property
    def parent(self) -> Position | None:
        """The position before the last move; ``None`` at the first."""

    @property
    def key(self) -> int:
        """A number that stands for the position: equal positions have equal keys, on every machine."""

    @property
    def board(self) -> Board:
        """The board as data."""

    def play(self, mv: str, /, *more: str) -> Position:
        """The position after a move, or after several."""

    def explain(self, evaluator: str | None = None) -> tuple[Term, ...]:
        """What the strongest evaluator, or the named one, sees in the position for the side to move."""

    def _board(self) -> tuple[str, str]: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any) -> Position: ...
    def _squares(self) -> list[tuple[int | None, str, int | None]]: ...
    def _explain(self, evaluator: str | None = None) -> list[tuple[str, int, int]]: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

@final
class Engine:
    """An engine for one game, with a table of its own. Made by `Game.engine`."""

    @property
    def game(self) -> Game:
        """The game it plays."""

    def think(
        self, position: Position, limit: Limit | None = None, *, lines: int = 1, moves: Sequence[str] = ...
    ) -> Found:
        """Thinks about a position and tells what it found.

        ``lines`` asks for so many of the best lines; ``moves`` restricts the search to these moves.
        """

    def analyse(
        self, position: Position, limit: Limit | None = None, *, lines: int = 1, moves: Sequence[str] = ...
    ) -> Iterations:
        """Thinks about a position and tells after every iteration what it found so far."""

    def new_game(self) -> None:
        """Forgets what earlier searches taught it."""

@final
class Iterations(Iterator[Found]):
    """The iterations of a search that goes on meanwhile. The last one is the whole search.

    Leaving it early stops the search.
    """

    def __iter__(self) -> Iterations: ...
    def __next__(self) -> Found: ...
    def stop(self) -> None:
        """Ends the search soon; what it found so far still comes."""

def open_game(name: str) -> Game:
    """Opens a game by name and options, such as ``hexapawn:4x5``."""

def game_names() -> list[str]:
    """The names of all games."""

def wrap_rules(rules: Any) -> Game:
    """The game whose rules are an object's methods."""

def register_rules(game: Game) -> None:
    """Gives a game whose rules are written in Python its name among all games, so that it can be opened by it. One of
    the same name that was registered before is replaced."""

def perft(position: Position, depth: int, *, remember: bool = False) -> int:
    """The number of leaves so many plies below a position."""

def divide(position: Position, depth: int, *, remember: bool = False) -> dict[str, int]:
    """The number of leaves below each move of a position."""

def check(game: Game, *, moves: int = 10_000, seed: int = 1) -> dict[str, int]:
    """Sends a game through the conformance suite: random games of so many moves, in which some fifty properties are
    checked."""

def search_tree(
    position: Position, depth: int, method: str, evaluator: str | None, limit: int, nodes: int | None
) -> str:
    """The tree that a search of the position walks, in JSON."""

def find_proof(position: Position, hash: int, nodes: int | None) -> tuple[str | None, list[str], int, int | None, str]:
    """The exact value of a position by proof numbers."""

def play_match(first: Any, second: Any, game: Game, conditions: Mapping[str, Any]) -> tuple[str, str]:
    """Plays a match. Gives its report and its games, both in JSON."""

def read_records(text: str, game: str | None = None) -> str:
    """The records of a text, in JSON. Without a ``game`` the text names it."""

def write_records(json: str) -> str:
    """Records in JSON as text: PGN for chess, PDN for checkers, a PGN-like text for every other game."""

def stored_games(
    path: str,
    *,
    game: str | None = None,
    player: str | None = None,
    tournament: int | None = None,
    most: int | None = None,
) -> str:
    """The games of a database file, the latest, in JSON. A file that is not there is an error."""

def version() -> str:
    """The version of the package: the machines of a cluster must have the same."""

def work(unit: str) -> tuple[str, str]:
    """Does a unit of work: its result, and what was measured while it was done, both as JSON."""

def perft_units(
    game: str, position: str | None, moves: Sequence[str], depth: int, remember: bool, units: int
) -> list[str]:
    """The units of a count of leaves, which together are the whole."""

def perft_sum(results: Sequence[str]) -> tuple[int, int]:
    """The leaves and the games that ended before, of the results of all units of a count."""

def endgame_missing(game: str, folder: str, slices: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The slices that are missing in a folder of endgame databases, each with those that its values follow from."""

def endgame_unit(game: str, folder: str, slice: str, memory: int) -> str:
    """The unit that builds a slice, with the files that it needs from a folder."""

def endgame_keep(game: str, folder: str, result: str) -> None:
    """Puts the file of a slice into a folder of endgame databases, whole or not at all."""

@final
class Driver:
    """A tournament whose games are played elsewhere: says which games are missing, keeps and counts what comes back."""

    @staticmethod
    def stored(database: str, tournament: int) -> Driver:
        """Goes on with a tournament that is stored in a database of games. Whoever started this program holds the
        tournament's lock."""

    @staticmethod
    def of_match(
        first: str,
        second: str,
        game: Game,
        conditions: Mapping[str, Any],
        database: str | None = None,
        again: bool = False,
    ) -> Driver:
        """A match between two players that are described, kept in a database of games where one is named: one that is
        stored there under equal conditions goes on."""

    @property
    def tournament(self) -> int | None:
        """The tournament's number in the database, if there is one."""

    @property
    def game(self) -> str:
        """The game's whole name."""

    @property
    def timed(self) -> bool:
        """Whether a clock decides what engines find."""

    @property
    def over(self) -> bool:
        """Whether it is over."""

    @property
    def progress(self) -> tuple[int, int]:
        """How many games count so far, and how many are known to be played in all."""

    def missing(self) -> list[str]:
        """The games that nobody has played yet, as far as the schedule knows them, each as JSON."""

    def unit(self, games: Sequence[str], clock: float = 1.0) -> str:
        """The unit of some of the missing games, for a machine whose clocks run so many times as long."""

    def deliver(self, result: str, measured: str) -> int:
        """Keeps and counts the games of a unit's result; how many of them were new."""

    def report(self) -> tuple[str, str]:
        """The report and the games that count, both as JSON."""
