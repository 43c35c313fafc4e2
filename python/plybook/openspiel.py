"""Games as games of OpenSpiel, for its algorithms.

>>> import pyspiel
>>> from plybook import openspiel
>>> game = openspiel.load("connect4")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])

Needs the package ``open_spiel``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyspiel

from . import Game
from . import open as open_game
from ._actions import LONGEST, Encoding

__all__ = ["SpielGame", "SpielState", "load"]

_TYPE = pyspiel.GameType(
    short_name="plybook",
    long_name="A game of plybook",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "tictactoe"},
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of plybook as a game of OpenSpiel. Its action numbers are those of `encoding`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        named = (params or {}).get("game", "tictactoe")
        self.game: Game = open_game(str(named))
        self.encoding = Encoding(self.game)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.actions),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST * 10,
        )
        super().__init__(_TYPE, info, {"game": self.game.name})

    def new_initial_state(self, state: str | None = None) -> SpielState:
        """The first state of a game, or that of a position's text."""
        return SpielState(self, state)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer of states, who sees everything."""
        return Observer(self.encoding)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of plybook as a state of OpenSpiel."""

    def __init__(self, game: SpielGame, text: str | None = None) -> None:
        super().__init__(game)
        self._encoding = game.encoding
        self.position = game.game.start() if text is None else game.game.position(text)

    def current_player(self) -> int:
        """Who is to move."""
        if self.position.outcome is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.turn or 0

    def _legal_actions(self, player: int) -> list[int]:
        return self._encoding.legal(self.position)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self._encoding.actions[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return self._encoding.actions[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.outcome is not None

    def returns(self) -> list[float]:
        """What each player has got: 1, 0 or -1."""
        return self._encoding.returns(self.position)

    def __str__(self) -> str:
        return self.position.text


class Observer:
    """Sees the whole board: a tensor of rows, columns and planes, and the position's text."""

    def __init__(self, encoding: Encoding) -> None:
        import numpy

        self._encoding = encoding
        self.tensor: Any = numpy.zeros(encoding.shape, numpy.float32).reshape(-1)
        """The tensor of the state that was looked at last."""
        self.dict: dict[str, Any] = {"observation": self.tensor.reshape(encoding.shape)}
        """The same by names."""

    def set_from(self, state: SpielState, player: int) -> None:
        """Looks at a state."""
        self.dict["observation"][:] = self._encoding.planes(state.position)

    def string_from(self, state: SpielState, player: int) -> str:
        """The state in words."""
        return state.position.text


def load(game: str) -> SpielGame:
    """A game by its name in plybook, such as ``hexapawn:4x5``."""
    return SpielGame({"game": game})


def _register(names: Iterable[str]) -> None:
    if "plybook" not in names:
        pyspiel.register_game(_TYPE, SpielGame)


_register(pyspiel.registered_names())
