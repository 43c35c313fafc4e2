"""Moves as numbers, and boards as arrays, for libraries of reinforcement learning."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ._errors import PlybookError
from ._plybook import Game, Position

SAMPLED = 100
"""Random games that are played to see which moves a game has."""
LOOKED_AT = 8
"""Of so many positions of these games one is looked at for its pieces, and the first always."""
LONGEST = 400
"""Plies after which such a game is left."""


class Encoding:
    """The moves and the boards of a game as numbers.

    Random games are played to see which moves there are. Where moves are names of squares, or of two squares, all of these
    are among the actions, met or not. A game with other moves that are rarely met needs its ``actions`` named.
    """

    def __init__(self, game: Game, actions: Sequence[str] | None = None, seed: int = 1) -> None:
        if game.has_chance:
            raise PlybookError(
                f"game {game.name!r}: chance moves in it; choose a game in which players decide every move",
                subject="game",
                culprit=game.name,
                problem="chance moves in it",
                remedy="choose a game in which players decide every move",
            )
        self.game = game
        chooser = random.Random(seed)
        seen: dict[str, None] = {}
        pieces: dict[tuple[int, str], None] = {}
        for _ in range(SAMPLED if actions is None else 1):
            at = game.start()
            for ply in range(LONGEST):
                seen.update(dict.fromkeys(at.moves))
                if ply % LOOKED_AT == 0:
                    pieces.update(dict.fromkeys((owner, name) for owner, name, _ in at._squares() if owner is not None))
                if not at.moves:
                    break
                at = at.play(chooser.choice(at.moves))
        board = game.start().board
        names = [square.name for square in board.squares if square.name and square.ground not in ("hole", "unused")]
        texts = dict.fromkeys(actions) if actions is not None else _completed(seen, names)
        self.actions = tuple(sorted(texts))
        """The moves by their numbers."""
        self.numbers = {text: number for number, text in enumerate(self.actions)}
        """The numbers of the moves."""
        self.pieces = tuple(sorted(pieces))
        """The kinds of pieces, by owner and name, in the order of the planes."""
        self.shape = (max(board.rows, 1), max(board.columns, 1), len(self.pieces) + 2)
        """The shape of a board's array: rows, columns, and planes for pieces, counters and the player to move."""
        self.players = len(game.players)
        """How many players there are."""

    def number(self, move: str) -> int:
        """The number of a move."""
        try:
            return self.numbers[move]
        except KeyError:
            raise PlybookError(
                f"move {move!r}: it is not among the actions; name all moves by `actions`",
                subject="move",
                culprit=move,
                problem="it is not among the actions",
                remedy="name all moves by `actions`",
            ) from None

    def legal(self, at: Position) -> list[int]:
        """The numbers of the legal moves, in rising order."""
        return sorted(self.number(move) for move in at.moves)

    def planes(self, at: Position) -> list[list[list[float]]]:
        """The board by rows, columns and planes."""
        rows, columns, depth = self.shape
        planes = [[[0.0] * depth for _ in range(columns)] for _ in range(rows)]
        turn = float(at.turn or 0)
        places = {piece: number for number, piece in enumerate(self.pieces)}
        for number, (owner, name, count) in enumerate(at._squares()):
            row, column = divmod(number, columns)
            if row >= rows:
                break
            cell = planes[row][column]
            if owner is not None and (owner, name) in places:
                cell[places[owner, name]] = 1.0
            cell[-2] = float(count or 0)
        for line in planes:
            for cell in line:
                cell[-1] = turn
        return planes

    def returns(self, at: Position) -> list[float]:
        """1 for who won, -1 for who lost, 0 for a draw and while the game goes on."""
        if at.outcome is None or at.outcome.winner is None:
            return [0.0] * self.players
        return [1.0 if player == at.outcome.winner else -1.0 for player in range(self.players)]


def _completed(seen: dict[str, None], names: list[str]) -> dict[str, None]:
    """The moves that were met, and all that are made like them of the names of squares."""
    texts = dict(seen)
    single = set(names)
    if any(text in single for text in seen):
        texts.update(dict.fromkeys(names))
    tails: set[str] = set()
    for text in seen:
        for first in names:
            if text.startswith(first):
                rest = text[len(first) :]
                tails.update(rest[len(second) :] for second in names if rest.startswith(second))
    for tail in tails:
        if len(tail) <= 2:
            texts.update(dict.fromkeys(first + second + tail for first in names for second in names if first != second))
    return texts
