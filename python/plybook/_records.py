"""Records of games as classes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ._plybook import Position


@dataclass(frozen=True)
class RecordedMove:
    """A move of a record, with what is known about it."""

    text: str
    """The move in the game's notation."""
    remark: str = ""
    """What the player said with it."""
    comment: str = ""
    """What somebody else says about it."""
    spent: float | None = None
    """Seconds that the player thought about it."""
    depth: int | None = None
    """How deep the player looked, in plies."""
    nodes: int | None = None
    """How many positions the player looked at."""


@dataclass(frozen=True)
class Record:
    """A game as it was played."""

    game: str
    """The game's whole name."""
    players: tuple[str, ...]
    """The players' names in the order of first moves; empty where unknown."""
    result: str
    """``first``, ``second`` and so on for the winner, ``draw`` or ``unfinished``."""
    moves: tuple[RecordedMove, ...]
    """The moves."""
    reason: str = ""
    """Why it ended so, in words."""
    date: str = ""
    """The day of the game as ``2026.11.15``."""
    position: str | None = None
    """The position it began in; the game's own start if ``None``."""
    comment: str = ""
    """What is said before the first move."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """Anything else by name: ``Event``, ``Round``."""

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The positions of the game, the first one included."""
        from . import open as open_by_name

        game = open_by_name(self.game)
        at = game.start() if self.position is None else game.position(self.position)
        found = [at]
        for move in self.moves:
            at = at.play(move.text)
            found.append(at)
        return tuple(found)

    @property
    def last(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    def to_json(self) -> str:
        """The record as the program's JSON."""
        data: dict[str, Any] = {
            "game": self.game,
            "players": list(self.players),
            "result": self.result,
            "reason": self.reason,
            "date": self.date,
            "position": self.position,
            "comment": self.comment,
            "tags": dict(self.tags),
            "moves": [_plain_move(move) for move in self.moves],
        }
        return json.dumps([{name: value for name, value in data.items() if value is not None}])


def _plain_move(move: RecordedMove) -> dict[str, Any]:
    data: dict[str, Any] = {"text": move.text, "remark": move.remark, "comment": move.comment}
    if move.spent is not None:
        data["spent_ms"] = round(move.spent * 1000)
    if move.depth is not None:
        data["depth"] = move.depth
    if move.nodes is not None:
        data["nodes"] = move.nodes
    return data


def read_record_list(text: str) -> list[Record]:
    """Records from the program's JSON."""
    return [_record(data) for data in json.loads(text)]


def _record(data: Any) -> Record:
    def move(data: Any) -> RecordedMove:
        spent = data.get("spent_ms")
        return RecordedMove(
            data["text"],
            data.get("remark", ""),
            data.get("comment", ""),
            None if spent is None else spent / 1000,
            data.get("depth"),
            data.get("nodes"),
        )

    return Record(
        data["game"],
        tuple(data.get("players", ())),
        data.get("result", "unfinished"),
        tuple(move(one) for one in data.get("moves", ())),
        data.get("reason", ""),
        data.get("date", ""),
        data.get("position"),
        data.get("comment", ""),
        data.get("tags", {}),
    )
