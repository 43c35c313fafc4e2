"""Games in libraries of reinforcement learning, by their own tests."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np
import plybook as pb
import pyspiel
import pytest
from conftest import Toe
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
from plybook import openspiel
from plybook._actions import Encoding
from plybook.pettingzoo import GameEnv, OpponentEnv

GAMES = ["tictactoe", "connect4", "othello:6x6", "hexapawn:4x4", "breakthrough:4x4", "tts:tetra-toro"]


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_the_games(name: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(GameEnv(name), num_cycles=200)


def play(env: GameEnv, moves: list[str]) -> None:
    for move in moves:
        assert not env.terminations[env.agent_selection]
        env.step(env.encoding.number(move))


def test_rewards_masks_and_boards_are_those_of_the_game() -> None:
    env = GameEnv("tictactoe", render_mode="ansi")
    env.reset(seed=3)
    observation, reward, over, cut, _ = env.last()
    assert observation is not None and observation["action_mask"].sum() == 9 and not over and not cut and reward == 0
    assert env.observe("player_1")["action_mask"].sum() == 0
    play(env, ["a1", "a2", "b1", "b2"])
    seen = env.observe("player_0")
    assert seen["action_mask"].sum() == 5 and seen["observation"][:, :, :2].sum() == 4
    assert env.observation_space("player_0").contains(seen)
    with pytest.raises(pb.PlybookError):
        env.step(env.encoding.number("a1"))
    play(env, ["c1"])
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0} and all(env.terminations.values())
    assert (env.render() or "").count("X") == 3
    short = GameEnv("chess", plies=2, actions=["e2e4", "e7e5"])
    short.reset()
    with pytest.raises(pb.PlybookError, match="actions"):
        short.observe("player_0")


def test_gymnasium_accepts_one_side_of_a_game() -> None:
    check_env(OpponentEnv("connect4"), skip_render_check=True)
    env = OpponentEnv("tictactoe", lambda position, clock: position.moves[0], side=1)
    observation, _ = env.reset(seed=1)
    assert observation["action_mask"].sum() == 8 and env.position.plies == 1
    illegal = env.encoding.number(env.position.history[0])
    assert env.step(illegal)[1:3] == (-1.0, True)


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_accepts_the_games(name: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(openspiel.load(name), num_sims=3, serialize=False, verbose=False)


def test_openspiel_sees_the_same_game_as_its_own() -> None:
    own, theirs = openspiel.load("tictactoe"), pyspiel.load_game("tic_tac_toe")
    assert own.num_distinct_actions() == theirs.num_distinct_actions() == 9

    def leaves(state: Any) -> tuple[int, float]:
        if state.is_terminal():
            return 1, state.returns()[0]
        found = [leaves(state.child(action)) for action in state.legal_actions()]
        return sum(count for count, _ in found), sum(value for _, value in found)

    def after(game: Any, plies: int) -> Any:
        state = game.new_initial_state()
        for _ in range(plies):
            state.apply_action(state.legal_actions()[0])
        return state

    for plies in (4, 5):
        assert leaves(after(own, plies))[0] == leaves(after(theirs, plies))[0]
    state = own.new_initial_state()
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[4])
    assert str(state) != str(copy) and state.legal_actions() == list(range(9))
    assert pyspiel.load_game("plybook(game=connect4)").num_distinct_actions() == 7


def test_games_in_python_and_actions_by_name() -> None:
    game = pb.game_of(Toe)
    encoding = Encoding(game)
    assert len(encoding.actions) == 9 and encoding.shape == (3, 3, 4)
    planes = np.array(encoding.planes(game.start().play("b2")))
    assert planes[1, 1].sum() == 2.0 and planes[:, :, -1].all()
    assert encoding.returns(game.start().play("a1", "a2", "b1", "b2", "c1")) == [1.0, -1.0]
