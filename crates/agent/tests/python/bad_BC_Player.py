"""A Baroque chess agent that fails in the way its environment asks for."""
import os
import sys
import threading
import time

from BC_state_etc import *
import Anna_BC_Player as Anna

WAY = os.environ.get("WAY", "")
if WAY == "import":
    import no_such_module


def introduce():
    return "I am bad."


def nickname():
    if WAY == "nickname":
        raise KeyError("who am I")
    return "Bad\nguy" if WAY == "lines" else "Bad"


def prepare(player2Nickname):
    if WAY == "prepare":
        raise ValueError("not prepared")
    if WAY == "threads":
        for _ in range(3):
            threading.Thread(target=time.sleep, args=(1000,)).start()
    return "ignored"


def makeMove(currentState, currentRemark, timelimit=10):
    good = Anna.makeMove(currentState, currentRemark, timelimit)
    (move, state), remark = good
    if WAY == "raise":
        return {}["missing"]
    if WAY == "exit":
        sys.exit(0)
    if WAY == "hard-exit":
        os._exit(3)
    if WAY == "loop":
        while True:
            pass
    if WAY == "print":
        print("x" * 100_000)
        os.write(1, b'{"ok": {}}\n')
    if WAY == "stdin":
        remark = "read " + repr(sys.stdin.read()) + repr(sys.stdin.readline())
    if WAY == "illegal":
        state.board[0][0] = WHITE_KING
    if WAY == "unchanged":
        state = currentState
    if WAY == "not-flipped":
        state.whose_move = currentState.whose_move
    if WAY == "wrong-move":
        move = "pawn to king four"
    if WAY == "no-state":
        return [[move, None], remark]
    if WAY == "no-remark":
        return [[move, state], None]
    if WAY == "tuple":
        return ((move, state), remark)
    if WAY == "none":
        return None
    if WAY == "claim":
        return [[None, currentState], "I believe I have no legal moves."]
    if WAY == "odd-board":
        state.board = "no board"
        move = None if currentState is None else (9, "x", object())
    if WAY == "long-remark":
        remark = "la" * 100_000
    return [[move, state], remark]
