"""Fills from the end, and falls asleep at its second move."""

import time
from TTS_State import TTS_State
import class_TTS_module_board as board

TURNS = [0]


def get_ready(initial_state, k, who_i_play, player2Nickname):
    TURNS[0] = 0
    return "OK"


def who_am_i():
    return "I am Dreamer. Hush."


def moniker():
    return "Dreamer"


def take_turn(current_state, last_utterance, time_limit):
    TURNS[0] += 1
    if TURNS[0] == 2:
        time.sleep(60)
    square = board.empty_squares(current_state)[-1]
    return [[square, board.placed(current_state, square)], "Zzz."]
