"""Goes for the middle, and puts two tiles at its third move."""

from TTS_State import TTS_State
import class_TTS_module_board as board

TURNS = [0]


def get_ready(initial_state, k, who_i_play, player2Nickname):
    TURNS[0] = 0
    return "OK"


def who_am_i():
    return "I am Cheater, twice as good."


def moniker():
    return "Cheater"


def take_turn(current_state, last_utterance, time_limit):
    TURNS[0] += 1
    squares = sorted(board.empty_squares(current_state), key=lambda square: abs(square[0] - 3) + abs(square[1] - 3))
    after = board.placed(current_state, squares[0])
    if TURNS[0] == 3:
        after.board[squares[1][0]][squares[1][1]] = current_state.whose_turn
    return [[squares[0], after], "Right in the middle."]
