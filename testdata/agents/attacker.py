"""A UGI agent that attacks what is around it: its opponent, the referee, what is stored, the machine.

The first argument names the attack, the second what it is aimed at. The attack takes place while the agent introduces
itself or thinks; what it learnt it tells in its name. Otherwise it plays the first legal move.
"""
import os
import signal
import socket
import subprocess
import sys
import time

KIND = sys.argv[1]
# What a command line names is shown to a program, so files are named in a way that only this one understands.
TARGET = sys.argv[2].removeprefix("target=") if len(sys.argv) > 2 else ""
SPINNERS = 8
FOREVER = 10_000  # seconds


def numbers():
    """The other processes that can be seen."""
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            yield int(name)


def command(number):
    try:
        with open(f"/proc/{number}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def signal_all(what, number):
    """A signal to every process whose command line has this word."""
    hit = 0
    for other in numbers():
        if what in command(other):
            try:
                os.kill(other, number)
                hit += 1
            except OSError:
                pass
    return f"{hit} hit"


def escape():
    """Forks twice with a session of its own and an empty environment, and kills whoever keeps it."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            devnull = os.open(os.devnull, os.O_RDWR)
            for file in range(3):
                os.dup2(devnull, file)
            os.execve(sys.executable, [sys.executable, "-I", "-S", "-c", f"import time; '{TARGET}'; time.sleep({FOREVER})"], {})
        os._exit(0)
    os.wait()
    try:
        os.kill(os.getppid(), signal.SIGKILL)
    except OSError:
        pass
    return "escaped"


def read():
    try:
        with open(TARGET) as file:
            return file.read().strip()
    except OSError as error:
        return f"refused {error.errno}"


def write():
    try:
        with open(TARGET, "w") as file:
            file.write("rewritten")
        return "rewritten"
    except OSError as error:
        return f"refused {error.errno}"


def connect():
    try:
        socket.create_connection(("127.0.0.1", int(TARGET)), 5).sendall(b"hello")
        return "connected"
    except OSError as error:
        return f"refused {error.errno}"


def fill():
    """Fills every folder it can with files of a mebibyte; tells how many mebibytes it got rid of."""
    written = 0
    block = bytes(1 << 20)
    for folder in (TARGET, os.getcwd(), "/tmp", "/var/tmp", "/dev/shm", os.path.expanduser("~"), "/"):
        for number in range(400):
            try:
                with open(os.path.join(folder, f"filled-{os.getpid()}-{number}"), "wb") as file:
                    file.write(block)
                written += 1
            except OSError:
                break
    return f"{written} MiB"


def spin():
    """Processes that think all the time."""
    for _ in range(SPINNERS):
        if os.fork() == 0:
            while True:
                pass
    return "spinning"


def swell():
    """Processes that each stay below the limit of one, and together are far beyond it."""
    for _ in range(SPINNERS):
        if os.fork() == 0:
            held = bytearray(int(TARGET) << 20)
            for place in range(0, len(held), 4096):
                held[place] = 1
            time.sleep(FOREVER)
    time.sleep(FOREVER)


def breed():
    """Processes without end."""
    while True:
        try:
            if os.fork() == 0:
                time.sleep(FOREVER)
        except OSError:
            time.sleep(0.01)


AT_HELLO = {
    "escape": escape,
    "read": read,
    "write": write,
    "connect": connect,
    "fill": fill,
    "stop": lambda: signal_all(TARGET, signal.SIGSTOP),
    "kill": lambda: signal_all(TARGET, signal.SIGKILL),
}
AT_MOVE = {"spin": spin, "swell": swell, "breed": breed}

for line in sys.stdin:
    word = line.strip()
    if word == "ugi":
        print("id name", AT_HELLO.get(KIND, lambda: KIND)())
        print("ugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word.startswith("go"):
        AT_MOVE.pop(KIND, lambda: None)()
        print("query legalmoves", flush=True)
    elif word.startswith("response"):
        print("bestmove", word.split()[1], flush=True)
    elif word == "quit":
        break
