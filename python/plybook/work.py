"""Units of work: JSON in, JSON out, on any machine.

>>> from plybook import work
>>> units = work.perft_units("tictactoe", 9, units=3)
>>> work.perft_sum([work.do(unit)[0] for unit in units])
(127872, 127296)

`plybook.ray` spreads units over a cluster; with these functions anything else can. docs/cluster.md says what units are made
of.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike, fspath

from . import Game, MatchResult, _plybook
from . import open as open_game
from ._matches import read_match
from ._plybook import Driver

__all__ = ["Driver", "conditions", "do", "match", "perft_sum", "perft_units", "result"]


def do(unit: str) -> tuple[str, str]:
    """Does a unit: its result, which follows from its text alone, and what was measured meanwhile."""
    return _plybook.work(unit)


def perft_units(
    game: Game | str,
    depth: int,
    *,
    position: str | None = None,
    moves: Iterable[str] = (),
    remember: bool = False,
    units: int = 64,
) -> list[str]:
    """The units of a count of leaves so many plies below a position, which together are the whole."""
    name = game if isinstance(game, str) else game.name
    return _plybook.perft_units(name, position, list(moves), depth, remember, units)


def perft_sum(results: Iterable[str]) -> tuple[int, int]:
    """The leaves of all results of a count, and the games that ended before."""
    return _plybook.perft_sum(list(results))


def conditions(
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
) -> dict[str, object]:
    """The conditions of a match, as `plybook.match` takes them."""
    return {
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
        "concurrency": None,
    }


def match(
    first: str,
    second: str,
    game: Game | str,
    *,
    database: str | PathLike[str] | None = None,
    again: bool = False,
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
) -> Driver:
    """A match between two players that are described, whose games are played elsewhere.

    ``missing`` gives the games that nobody has played, ``unit`` the unit of some of them, and ``deliver`` takes a unit's
    result. With a ``database`` they are kept there, and the same call goes on with what is missing.
    """
    opened = open_game(game) if isinstance(game, str) else game
    asked = conditions(games, sprt, time, clock, increment, depth, nodes, openings, seed, plies)
    return Driver.of_match(first, second, opened, asked, None if database is None else fspath(database), again)


def result(driver: Driver) -> MatchResult:
    """What the games of a match come to so far."""
    return read_match(*driver.report())
