"""Games as environments of PettingZoo, and of Gymnasium against an opponent.

>>> from plybook.pettingzoo import GameEnv
>>> env = GameEnv("connect4")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()

Needs the packages ``pettingzoo``, ``gymnasium`` and ``numpy``: ``pip install plybook[pettingzoo]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from . import Chooser, Clock, Game, Position
from . import open as open_game
from ._actions import Encoding

__all__ = ["GameEnv", "OpponentEnv"]

LARGEST = 1000.0
"""More counters than any game has in one place."""


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game as an AEC environment: players act in turn, a mask says which actions are legal.

    Observations are dictionaries with the board (``observation``) and the mask (``action_mask``). The board has a plane
    for each kind of piece, one for counters and one for the number of the player to move. The reward at the end is 1, 0
    or -1. A game that is not over after ``plies`` is cut.
    """

    metadata = {"render_modes": ["ansi", "human"], "name": "plybook_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: Game | str,
        *,
        actions: Sequence[str] | None = None,
        plies: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = open_game(game) if isinstance(game, str) else game
        self.encoding = Encoding(self.game, actions)
        self.plies = plies
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(self.encoding.players)]
        self.agents: list[str] = []
        count = len(self.encoding.actions)
        self._space = spaces.Dict(
            {
                "observation": spaces.Box(low=0.0, high=LARGEST, shape=self.encoding.shape, dtype=np.float32),
                "action_mask": spaces.Box(low=0, high=1, shape=(count,), dtype=np.int8),
            }
        )
        self._actions = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.position = self.game.start()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations; all have the same."""
        return self._space

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Nothing in it is left to chance, so that the seed changes nothing."""
        self.agents = list(self.possible_agents)
        self.position = self.game.start()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        return self.possible_agents[self.position.turn or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """The board, and which actions are legal for this agent now: none while another one is to move."""
        mask = np.zeros(len(self.encoding.actions), dtype=np.int8)
        if self.agents and agent == self._mover():
            mask[self.encoding.legal(self.position)] = 1
        return {"observation": np.array(self.encoding.planes(self.position), dtype=np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays an action of the selected agent; an illegal one raises `PlybookError`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an action must be given while the game goes on")
        self._cumulative_rewards[agent] = 0.0
        self.position = self.position.play(self.encoding.actions[int(action)])
        self._clear_rewards()
        if self.position.outcome is not None:
            self.rewards = dict(zip(self.possible_agents, self.encoding.returns(self.position), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.position.plies >= self.plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._mover()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board in letters."""
        if self.render_mode == "human":
            print(self.position)
            return None
        return str(self.position)

    def close(self) -> None:
        """Nothing is held open."""


class OpponentEnv(gymnasium.Env[dict[str, Any], Any]):
    """One side of a game of two, as an environment of Gymnasium; an opponent plays the other one.

    The opponent is a function ``choose(position, clock)``; without one it plays any legal move. An illegal action loses.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: Game | str,
        opponent: Chooser | None = None,
        *,
        side: int = 0,
        actions: Sequence[str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = open_game(game) if isinstance(game, str) else game
        self.encoding = Encoding(self.game, actions)
        self.side = side
        self.render_mode = render_mode
        self._random = Random(0)
        self._opponent = opponent or self._any_move
        count = len(self.encoding.actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(low=0.0, high=LARGEST, shape=self.encoding.shape, dtype=np.float32),
                "action_mask": spaces.Box(low=0, high=1, shape=(count,), dtype=np.int8),
            }
        )
        self.action_space = spaces.Discrete(count)
        self.position = self.game.start()

    def _any_move(self, position: Position, clock: Clock) -> str:
        return self._random.choice(position.moves)

    def _wait(self) -> None:
        """Lets the opponent move until it is our turn or the game is over."""
        while self.position.outcome is None and self.position.turn != self.side:
            self.position = self.position.play(self._opponent(self.position, Clock()))

    def _observation(self) -> dict[str, Any]:
        mask = np.zeros(len(self.encoding.actions), dtype=np.int8)
        mask[self.encoding.legal(self.position)] = 1
        return {"observation": np.array(self.encoding.planes(self.position), dtype=np.float32), "action_mask": mask}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a game."""
        super().reset(seed=seed)
        if seed is not None:
            self._random = Random(seed)
        self.position = self.game.start()
        self._wait()
        return self._observation(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Plays an action and the opponent's reply."""
        move = self.encoding.actions[int(action)]
        if move not in self.position.moves:
            return self._observation(), -1.0, True, False, {"illegal": move}
        self.position = self.position.play(move)
        self._wait()
        over = self.position.outcome is not None
        return self._observation(), self.encoding.returns(self.position)[self.side], over, False, {}

    def render(self) -> str:
        """The board in letters."""
        return str(self.position)
