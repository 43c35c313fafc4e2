"""The exceptions of the package."""

from __future__ import annotations


class PlybookError(ValueError):
    """What was given cannot be used. The message names the culprit and says what would be right.

    The parts of the message are attributes as well, for programs that show them in their own way.
    """

    subject: str
    """What the culprit should have been: ``move``, ``position``, ``game``."""
    culprit: str
    """What was given."""
    place: int | None
    """The character of the culprit, counted from 1, where it went wrong; ``None`` for the whole of it."""
    problem: str
    """What is wrong there."""
    remedy: str
    """What would be right."""

    def __init__(
        self,
        message: str,
        subject: str = "",
        culprit: str = "",
        place: int | None = None,
        problem: str = "",
        remedy: str = "",
    ) -> None:
        super().__init__(message)
        self.subject = subject
        self.culprit = culprit
        self.place = place
        self.problem = problem
        self.remedy = remedy

    def __reduce__(self) -> tuple[type[PlybookError], tuple[str, str, str, int | None, str, str]]:
        parts = (str(self), self.subject, self.culprit, self.place, self.problem, self.remedy)
        return type(self), parts


class RulesError(PlybookError):
    """A game breaks the contract of games: its rules answered what no game can, or a check of `check` failed."""


class Resign(Exception):
    """Raised by a player in Python that gives its game up."""


# They are the package's own wherever they are shown.
for _exception in (PlybookError, RulesError, Resign):
    _exception.__module__ = "plybook"
