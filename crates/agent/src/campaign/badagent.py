"""A UGI agent that misbehaves in the way its first argument names. It has no rules: it asks for the legal moves.

Every process writes its number into the file that BADAGENT_PIDS names, so that a survivor can be found even if it
leaves its group and session and clears its environment.
"""
import os
import resource
import signal
import subprocess
import sys
import threading
import time

KIND = sys.argv[1]
PIDS = os.environ.get("BADAGENT_PIDS", os.devnull)
FOREVER = 10_000  # seconds


def note_pid():
    with open(PIDS, "a") as file:
        file.write(f"{os.getpid()}\n")


def say(text, end="\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()


def raw(data):
    sys.stdout.flush()
    while data:
        data = data[os.write(1, data):]


def read():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return line.strip()


def hang():
    while True:
        time.sleep(FOREVER)


def spin():
    while True:
        pass


def crash():
    raise RuntimeError("this agent crashes")


def die(number):
    os.kill(os.getpid(), number)
    hang()


def child(action):
    """A child that notes its number and then acts."""
    if os.fork() == 0:
        note_pid()
        action()
        os._exit(0)
    time.sleep(0.05)


def daemon():
    """As far away as a process can get: new session, orphan, empty environment, no files."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            code = "import os, time; open(os.sys.argv[1], 'a').write(f'{os.getpid()}\\n'); time.sleep(10000)"
            devnull = os.open(os.devnull, os.O_RDWR)
            for file in range(3):
                os.dup2(devnull, file)
            os.execve(sys.executable, [sys.executable, "-I", "-c", code, PIDS], {})
        os._exit(0)
    time.sleep(0.2)


def flood(piece):
    while True:
        raw(piece)


def eat_memory():
    hoard = []
    while True:
        hoard.append(bytearray(16 << 20))


def open_files():
    return [open(os.devnull) for _ in range(100_000)]


def check_environment():
    leaked = [name for name in os.environ if name.startswith(("CARGO", "RUST"))]
    if leaked or resource.getrlimit(resource.RLIMIT_CORE)[1] != 0:
        crash()


def ignore_everything():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)


# What goes wrong at which moment.
AT = {
    "start": {
        "quiet-exit": lambda: os._exit(0),
        "crash-at-start": crash,
        "hang-at-start": hang,
        "garbage-at-start": lambda: (say("%PDF-1.4 nonsense\n\x07\x1b[2J"), hang()),
        "close-output-at-start": lambda: (os.close(1), hang()),
        "never-reads": hang,
        "stop-at-start": lambda: die(signal.SIGSTOP),
        "check-environment": check_environment,
        "ignore-quit": ignore_everything,
    },
    "hello": {
        "segfault-at-hello": lambda: die(signal.SIGSEGV),
        "half-hello": lambda: (say("ugio", end=""), os._exit(0)),
        "hello-without-line-end": lambda: (say("ugiok", end=""), hang()),
        "wrong-language": lambda: (say("uciok"), hang()),
        "loud-name": lambda: say("id name \x1b[31m" + "x" * 60_000 + "\x07"),
        "huge-hello": lambda: flood(b"option "),
    },
    "ready": {
        "hang-at-ready": hang,
        "crash-at-ready": crash,
        "answer-ready-twice": lambda: say("readyok\nreadyok"),
        "flood-at-ready": lambda: flood(b"readyno\n" * 999),
    },
    "newgame": {"crash-at-newgame": crash},
    "position": {
        "crash-at-position": crash,
        "early-answer": lambda: say("bestmove c3"),
        "close-input": lambda: (os.close(0), hang()),
    },
    "go": {
        "crash-at-go": crash,
        "hang-at-go": hang,
        "exit-at-go": lambda: os._exit(0),
        "status-at-go": lambda: os._exit(7),
        "kill-itself": lambda: die(signal.SIGKILL),
        "abort": os.abort,
        "stop-itself": lambda: die(signal.SIGSTOP),
        "spin": spin,
        "spin-beyond-limit": spin,
        "eat-memory": eat_memory,
        "open-files": open_files,
        "flood-lines": lambda: flood(b"info depth 1 score cp 0\n" * 999),
        "flood-without-line-ends": lambda: flood(b"x" * 9999),
        "huge-line": lambda: (raw(b"info string " + b"x" * (1 << 20) + b"\n"), hang()),
        "half-answer": lambda: (say("bestm", end=""), hang()),
        "answer-without-line-end": lambda: (say("bestmove a1", end=""), hang()),
        "no-utf8": lambda: raw(b"bestmove \xff\xfe\x80\n"),
        "zeros-alone": lambda: (raw(b"\x00" * 5000), hang()),
        "illegal-move": lambda: say("bestmove z99"),
        "wrong-case": lambda: say("bestmove A1"),
        "empty-answer": lambda: say("bestmove"),
        "out-of-turn": lambda: say("bestmove " + (OCCUPIED[0] if OCCUPIED else "a9")),
        "prose": lambda: (say("I think that a1 is rather good."), hang()),
        "resign": lambda: say("bestmove resign"),
        "no-moves": lambda: say("bestmove (none)"),
        "late-answer": lambda: (time.sleep(FOREVER), say("bestmove a1")),
        "close-output": lambda: (os.close(1), hang()),
        "close-all": lambda: (os.closerange(0, 64), hang()),
        "question-for-ever": lambda: ask_for_ever(),
        "orphan-holds-output": lambda: (child(hang), os._exit(0)),
        "kill-supervisor": lambda: (os.kill(os.getppid(), signal.SIGKILL), hang()),
        "stop-supervisor": lambda: os.kill(os.getppid(), signal.SIGSTOP),
        "linger": lambda: child(hang),
        "daemon": daemon,
        "helper": lambda: subprocess.Popen(["sleep", str(FOREVER)], start_new_session=True),
        "thread": lambda: threading.Thread(target=hang).start(),
        "stderr-flood": lambda: os.write(2, b"error\n" * 10_000),
        "odd-questions": lambda: say("query meaning\nquery\nresponse a1\nquery position of the sun"),
    },
}
# The moves of the game so far.
OCCUPIED = []


def ask_for_ever():
    while True:
        say("query legalmoves")
        read()


def misbehave(moment):
    action = AT[moment].get(KIND)
    if action:
        action()
    return action is not None


def legal_moves():
    say("query legalmoves")
    while True:
        line = read()
        if line.startswith("response"):
            return line.split()[1:]


def main():
    note_pid()
    misbehave("start")
    # These have answered already; the others do something odd and go on as if nothing had happened.
    answers = {"no-utf8", "illegal-move", "wrong-case", "empty-answer", "out-of-turn", "resign", "no-moves"}
    while True:
        words = read().split()
        if words[:1] == ["ugi"]:
            misbehave("hello")
            say("id name Bad " + KIND if KIND != "loud-name" else "id author me")
            say("ugiok")
        elif words[:1] == ["isready"]:
            misbehave("ready")
            say("readyok")
        elif words[:1] == ["uginewgame"]:
            misbehave("newgame")
        elif words[:1] == ["position"]:
            OCCUPIED[:] = words[3:]
            misbehave("position")
        elif words[:1] == ["go"]:
            misbehave("go")
            if KIND in answers:
                continue
            moves = legal_moves()
            zeros = "\x00" * 3 if KIND == "zero-bytes" else ""
            say("bestmove " + zeros + moves[0] + zeros)
            if KIND in ("answer-twice", "stale-answer"):
                say("bestmove " + moves[-1])
        elif words[:1] == ["quit"] and KIND != "ignore-quit":
            break


main()
