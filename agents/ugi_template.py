#!/usr/bin/env python3
"""An agent for any game in Plybook. Write your own `choose`; the rest talks to the referee.

Try it:   plybook match othello "ugi:agents/ugi_template.py" random
It needs no rules: the referee answers `legal_moves()` and `position()` whenever it is your turn.
"""
import random
import sys

NAME = "Template"
AUTHOR = "your name"


def choose(moves, position, seconds):
    """One of `moves`. `position` is the board as text, `seconds` what you may use."""
    remark(f"I see {len(moves)} moves and take one of them.")
    return random.choice(moves)


def remark(text):
    """Says something to the opponent."""
    send("info string " + text)


def send(line):
    print(line, flush=True)


def ask(question):
    send("query " + question)
    for line in sys.stdin:
        if line.startswith("response"):
            return line[len("response"):].strip()
    sys.exit(0)


def seconds(words):
    """The time for this move, from the words after `go`."""
    times = {name: int(value) / 1000 for name, value in zip(words, words[1:]) if value.isdigit()}
    me = "p1" if ask("p1turn") == "true" else "p2"
    clock = times.get(me + "time", 30.0) / 30 + times.get(me + "inc", 0.0)
    return times.get("movetime", clock)


for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]:
        send(f"id name {NAME}\nid author {AUTHOR}\nugiok")
    elif words[:1] == ["isready"]:
        send("readyok")
    elif words[:1] == ["go"]:
        send("bestmove " + choose(ask("legalmoves").split(), ask("position"), seconds(words)))
    elif words[:1] == ["quit"]:
        break
