"""Games that several tests play."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import pytest


class Pile:
    """A pile of counters; who takes the last one wins.

    Each player takes one, two or three.
    """

    name = "pile"
    players = ("Ann", "Bob")
    no_moves = "loss"
    longest = 12

    def __init__(self, counters: int = 12) -> None:
        self.counters = counters

    def start(self) -> int:
        return self.counters

    def children(self, position: int) -> dict[int, int]:
        return {taken: position - taken for taken in (1, 2, 3) if taken <= position}

    def judge(self, position: int) -> str | None:
        return None


class Toe:
    """Tic-tac-toe."""

    name = "toe"
    longest = 9
    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def start(self) -> str:
        return "........."

    def mover(self, position: str) -> str:
        return "X" if position.count(".") % 2 else "O"

    def children(self, position: str) -> list[tuple[str, str]]:
        mover = self.mover(position)
        return [
            ("abc"[place % 3] + "321"[place // 3], position[:place] + mover + position[place + 1 :])
            for place in range(9)
            if position[place] == "."
        ]

    def judge(self, position: str) -> str | None:
        for line in self.LINES:
            letters = {position[place] for place in line}
            if letters == {"X"}:
                return "first"
            if letters == {"O"}:
                return "second"
        return None if "." in position else "draw"

    def draw(self, position: str) -> list[str]:
        return [position[:3], position[3:6], position[6:]]


@pytest.fixture(autouse=True)
def ctrl_c() -> Iterator[None]:
    """Hears Ctrl-C, also in a program that a shell has started in the background with the signal ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def pile() -> Any:
    """The class of the pile."""
    return Pile


@pytest.fixture
def toe() -> Any:
    """The class of tic-tac-toe."""
    return Toe
