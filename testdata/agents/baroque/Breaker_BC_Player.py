"""Takes what it can get, and breaks down at its third move."""

import class_BC_module_moves as moves
from BC_state_etc import WHITE

TURNS = [0]


def introduce():
    return "I am Breaker, greedy and brittle."


def nickname():
    return "Breaker"


def prepare(player2Nickname):
    TURNS[0] = 0


def makeMove(currentState, currentRemark, timelimit=10):
    TURNS[0] += 1
    if TURNS[0] == 3:
        return {}["a key that is not there"]
    sign = 1 if currentState.whose_move == WHITE else -1
    move, state = max(moves.successors(currentState), key=lambda choice: sign * moves.material(choice[1]))
    return [[move, state], "More for me."]
