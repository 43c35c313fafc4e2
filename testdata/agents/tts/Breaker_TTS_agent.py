"""Fills row by row, and breaks down at its third move."""

from TTS_State import TTS_State
import class_TTS_module_board as board

TURNS = [0]


def get_ready(initial_state, k, who_i_play, player2Nickname):
    TURNS[0] = 0
    return "OK"


def who_am_i():
    return "I am Breaker, orderly and brittle."


def moniker():
    return "Breaker"


def take_turn(current_state, last_utterance, time_limit):
    TURNS[0] += 1
    if TURNS[0] == 3:
        return 1 / 0
    square = board.empty_squares(current_state)[0]
    return [[square, board.placed(current_state, square)], "In order."]
