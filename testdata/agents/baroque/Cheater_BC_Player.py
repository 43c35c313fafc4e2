"""Runs forward, and takes the enemy's pincers off the board at its third move."""

import class_BC_module_moves as moves
from BC_state_etc import WHITE, who

TURNS = [0]


def introduce():
    return "I am Cheater, and nobody looks, do they?"


def nickname():
    return "Cheater"


def prepare(player2Nickname):
    TURNS[0] = 0


def makeMove(currentState, currentRemark, timelimit=10):
    TURNS[0] += 1
    sign = 1 if currentState.whose_move == WHITE else -1
    move, state = min(moves.successors(currentState), key=lambda choice: sign * choice[0][1][0])
    if TURNS[0] == 3:
        for row in state.board:
            for column, piece in enumerate(row):
                if piece and who(piece) != currentState.whose_move and piece - who(piece) == moves.PINCER:
                    row[column] = 0
    return [[move, state], "Forward."]
