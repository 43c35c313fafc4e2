"""Keeps its men at home, and falls asleep at its second move."""

import time
import class_BC_module_moves as moves

TURNS = [0]


def introduce():
    return "I am Dreamer. Wake me when it is my turn."


def nickname():
    return "Dreamer"


def prepare(player2Nickname):
    TURNS[0] = 0


def makeMove(currentState, currentRemark, timelimit=10):
    TURNS[0] += 1
    if TURNS[0] == 2:
        time.sleep(60)
    move, state = min(moves.successors(currentState),
                      key=lambda choice: abs(choice[0][0][0] - choice[0][1][0]) + abs(choice[0][0][1] - choice[0][1][1]))
    return [[move, state], "A small step."]
