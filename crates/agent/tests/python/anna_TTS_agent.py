"""A Toro-Tile Straight agent in the course's form; fails in the way its environment asks for."""
import os
import random

from TTS_State import TTS_State

WAY = os.environ.get("WAY", "")
ME, K, OPPONENT = "W", 0, ""


class MY_TTS_State(TTS_State):
    def static_eval(self):
        return self.basic_static_eval() + self.custom_static_eval()

    def custom_static_eval(self):
        return 0


def get_ready(initial_state, k, who_i_play, player2Nickname):
    global ME, K, OPPONENT
    ME, K, OPPONENT = who_i_play, k, player2Nickname
    random.seed(len(initial_state.board))
    return {"not-ready": "later", "silent": None, "odd-ready": [initial_state, {1: 2}]}.get(WAY, "OK")


def who_am_i():
    return "I am Anna and place tiles."


def moniker():
    return "Anna"


def take_turn(current_state, last_utterance, time_limit):
    print(current_state)
    state = MY_TTS_State(current_state.board, current_state.whose_turn).copy()
    assert isinstance(state, MY_TTS_State) and current_state.whose_turn == ME
    empty = [(r, c) for r, row in enumerate(state.board) for c, square in enumerate(row) if square == " "]
    if WAY == "false" or not empty:
        return [[False, current_state], "I have no moves!"]
    if WAY == "occupied":
        empty = [(0, 0)]
    r, c = random.choice(empty)
    state.board[r][c] = current_state.whose_turn
    state.whose_turn = "B" if current_state.whose_turn == "W" else "W"
    value = state.static_eval()
    said = f"{OPPONENT} said {last_utterance!r}; {K} in a row; {time_limit} s; value {value}"
    if WAY == "move-only":
        return [[(r, c), None], said]
    return [[(r, c), state], said]
