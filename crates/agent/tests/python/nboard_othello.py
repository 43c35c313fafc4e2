"""An Othello program that speaks NBoard 2: plays the move that turns most discs.

With an argument, a search takes so many milliseconds times 1.5 to the power of its depth, and is given up when something
is said meanwhile. With `deaf` as the second one it hears nothing before it is done.
"""
import os
import re
import select
import sys
import time

LINES = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
board, black = {}, True


def turned(move, black):
    own, other = ("*", "O") if black else ("O", "*")
    found = []
    for down, right in LINES:
        row, column, line = move[0] + down, move[1] + right, []
        while board.get((row, column)) == other:
            line.append((row, column))
            row, column = row + down, column + right
        if line and board.get((row, column)) == own:
            found += line
    return found


def make(text, colour):
    if text[:2].upper() == "PA":
        return
    move = (int(text[1]) - 1, "abcdefgh".index(text[0].lower()))
    discs = turned(move, colour)
    assert discs and board[move] == "-", text
    for square in discs + [move]:
        board[square] = "*" if colour else "O"


def set_game(text):
    global black
    squares, mover = re.search(r"BO\[8 (\S{64}) ([*O])\]", text).groups()
    for number, letter in enumerate(squares):
        board[divmod(number, 8)] = letter
    black = mover == "*"
    for colour, move in re.findall(r"([BW])\[(\w\w)[^\]]*\]", text.split("BO[", 1)[1]):
        assert (colour == "B") == black
        make(move, black)
        black = not black


pace = float(sys.argv[1]) / 1000 if len(sys.argv) > 1 else 0
deaf = len(sys.argv) > 2
heard = b""
depth = 1


def lines():
    global heard
    while True:
        while b"\n" not in heard:
            read = os.read(0, 1 << 16)
            if not read:
                return
            heard += read
        line, heard = heard.split(b"\n", 1)
        yield line.decode()


def interrupted():
    return not deaf and (b"\n" in heard or bool(select.select([0], [], [], 0)[0]))


def search():
    end = time.monotonic() + pace * 1.5**depth
    while time.monotonic() < end:
        if interrupted():
            return False
        time.sleep(0.0005)
    return True


for line in lines():
    words = line.split(None, 2)
    if words[0] == "set" and words[1] == "depth":
        depth = int(words[2])
        print("set myname Turner" + words[2].strip())
    elif words[0] == "set" and words[1] == "game":
        set_game(words[2])
    elif words[0] == "ping":
        print("pong", words[1])
    elif words[0] == "go" and search():
        moves = [(len(turned(m, black)), m) for m in board if board[m] == "-" and turned(m, black)]
        print("status thinking")
        print("nodestats", len(moves), "0.0")
        if moves:
            count, (row, column) = max(moves)
            name = "ABCDEFGH"[column] + str(row + 1)
            print("search", name, float(count), 0, 1)
            print(f"=== {name}/{count}.00/0.0")
        else:
            print("=== PA")
    elif words[0] == "quit":
        break
    sys.stdout.flush()
