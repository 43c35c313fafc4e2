"""Plays any move that it knows, by chance, and talks about it."""

import random
import class_BC_module_moves as moves


def introduce():
    return "I am Steady. I know half the rules and keep to them."


def nickname():
    return "Steady"


def prepare(player2Nickname):
    random.seed(7)
    print("Prints do no harm, not even this one to", player2Nickname)


def makeMove(currentState, currentRemark, timelimit=10):
    choices = moves.successors(currentState)
    if not choices:
        return [[None, currentState], "I believe I have no legal moves."]
    move, state = random.choice(choices)
    return [[move, state], "One of %d would do." % len(choices)]
