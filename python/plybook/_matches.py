"""What a match came to, as classes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from ._records import Record, read_record_list


@dataclass(frozen=True)
class Interval:
    """A number with its interval of 95 %."""

    value: float
    """The number."""
    low: float
    """The interval's lower end."""
    high: float
    """The interval's upper end."""

    def __str__(self) -> str:
        return f"{self.value:+.1f} [{self.low:+.1f}, {self.high:+.1f}]"


@dataclass(frozen=True)
class Sprt:
    """How a sequential test of two hypotheses stands."""

    ratio: float
    """The logarithm of the likelihood ratio of the second hypothesis to the first."""
    bounds: tuple[float, float]
    """Where it decides."""
    decision: str | None
    """``elo0``, ``elo1``, or ``None`` while nothing is decided."""


@dataclass(frozen=True)
class MatchResult:
    """What two players made of each other."""

    players: tuple[str, str]
    """What they are called."""
    wins: int
    """Games that the first player won."""
    draws: int
    """Games that nobody won."""
    losses: int
    """Games that the first player lost."""
    score: float
    """The first player's share of the points, 0 to 1."""
    elo: Interval | None
    """How much stronger the first player is, in Elo; ends may be infinite. ``None`` without pairs of games."""
    superiority: float | None
    """How likely it is that the first player is the stronger one."""
    sprt: Sprt | None
    """The sequential test, if there is one."""
    losses_by_reason: tuple[Mapping[str, int], Mapping[str, int]]
    """Why each player lost, and how often."""
    records: tuple[Record, ...] = field(repr=False)
    """The games."""

    @property
    def games(self) -> int:
        """Games that were played."""
        return self.wins + self.draws + self.losses

    def __str__(self) -> str:
        first, second = self.players
        told = f"{first} against {second}: {self.wins} won, {self.draws} drawn, {self.losses} lost"
        return told + (f", Elo {self.elo}" if self.elo else "")


def _end(value: float | None, open_end: float) -> float:
    return open_end if value is None else value


def read_match(report: str, records: str) -> MatchResult:
    """The result of a match, from JSON."""
    data = json.loads(report)
    rows = {row["player"]: row for row in data["standings"]}
    first, second = rows[0], rows[1]
    duel = data.get("duel") or {}
    estimate, test = duel.get("estimate"), duel.get("test")
    elo = None
    if estimate:
        infinite = float("inf")
        low, high = estimate["elo_interval"]
        middle = infinite if estimate["score"] > 0.5 else -infinite
        elo = Interval(_end(estimate["elo"], middle), _end(low, -infinite), _end(high, infinite))
    games = first["games"]
    return MatchResult(
        (first["name"], second["name"]),
        first["wins"],
        first["draws"],
        first["losses"],
        first["points"] / games if games else 0.0,
        elo,
        estimate["superiority"] if estimate else None,
        Sprt(test["ratio"], tuple(test["bounds"]), test["decision"]) if test else None,
        (first["losses_by_reason"], second["losses_by_reason"]),
        tuple(read_record_list(records)),
    )
