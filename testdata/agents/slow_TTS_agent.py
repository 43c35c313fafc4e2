"""Thinks for a tenth of a second about every square, beside a thread that never ends."""

import threading
import time
from TTS_State import TTS_State

threading.Thread(target=lambda: time.sleep(600), daemon=False).start()


def get_ready(initial_state, k, who_i_play, player2Nickname):
    return "OK"


def who_am_i():
    return "I take my time."


def moniker():
    return "Slow"


def take_turn(current_state, last_utterance, time_limit):
    time.sleep(0.1)
    for row, squares in enumerate(current_state.board):
        for column, tile in enumerate(squares):
            if tile == ' ':
                after = current_state.copy()
                after.board[row][column] = current_state.whose_turn
                after.whose_turn = 'B' if current_state.whose_turn == 'W' else 'W'
                return [[(row, column), after], ""]
    return [[False, current_state], ""]
