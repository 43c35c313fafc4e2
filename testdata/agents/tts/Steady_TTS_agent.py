"""Puts its tiles anywhere, by chance."""

import random
from TTS_State import TTS_State
import class_TTS_module_board as board


class MY_TTS_State(TTS_State):
    def static_eval(self):
        return 0


def get_ready(initial_state, k, who_i_play, player2Nickname):
    random.seed(11)
    print("Prints do no harm.")
    return "OK"


def who_am_i():
    return "I am Steady and like round boards."


def moniker():
    return "Steady"


def take_turn(current_state, last_utterance, time_limit):
    square = random.choice(board.empty_squares(current_state))
    return [[square, board.placed(current_state, square)], "Here or there."]
