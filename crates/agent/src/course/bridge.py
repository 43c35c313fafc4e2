"""Between the referee and a student's agent: JSON lines on private files, everything else on the error output.

Started as: python -c SOURCE COURSE FILE GAME, in the folder of FILE. COURSE is `baroque` or `tts`, GAME the game in JSON.

An agent that has a file of a course's module beside it gets that: students extend their copies.
"""
import copy
import importlib.util
import json
import os
import sys
import traceback
import types

# The referee's files become ours alone; what the agent prints goes to the error output, what it reads is empty.
QUESTIONS = os.fdopen(os.dup(0), "r", encoding="utf-8", errors="replace")
ANSWERS = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
os.dup2(2, 1)

LONGEST_TEXT = 2000  # characters of a remark or a message
LETTERS = "-?pPcClLiIwWkKfF"  # by piece code
BRIDGE = sys._getframe().f_code.co_filename  # what tracebacks call this script


def baroque_module():
    """The course's `BC_state_etc`."""
    module = types.ModuleType("BC_state_etc")
    m = module.__dict__
    m.update(BLACK=0, WHITE=1)
    for number, name in enumerate("NORTH SOUTH WEST EAST NW NE SW SE".split()):
        m[name] = number
    for number, name in enumerate("PINCER COORDINATOR LEAPER IMITATOR WITHDRAWER KING FREEZER".split()):
        m["BLACK_" + name] = 2 * number + 2
        m["WHITE_" + name] = 2 * number + 3
    m["INIT_TO_CODE"] = {letter: code for code, letter in enumerate(LETTERS) if code != 1}
    m["CODE_TO_INIT"] = {code: letter for letter, code in m["INIT_TO_CODE"].items()}
    code_to_init = m["CODE_TO_INIT"]

    def who(piece):
        """0 for Black's pieces and for an empty square, 1 for White's."""
        return piece % 2

    def parse(bs):
        """A board from eight lines of letters, which may have spaces between them."""
        rows = [line.split() for line in bs.split("\n") if line.strip()]
        rows = [list(row[0]) if len(row) == 1 else row for row in rows]
        return [[m["INIT_TO_CODE"][letter] for letter in row[:8]] for row in rows[:8]]

    m["who"], m["parse"] = who, parse
    m["INITIAL"] = parse("""
c l i w k i l f
p p p p p p p p
- - - - - - - -
- - - - - - - -
- - - - - - - -
- - - - - - - -
P P P P P P P P
F L I W K I L C
""")

    class BC_state:
        def __init__(self, old_board=m["INITIAL"], whose_move=m["WHITE"]):
            self.board = [list(row) for row in old_board]
            self.whose_move = whose_move

        def __eq__(self, other):
            return (isinstance(other, BC_state) and self.board == other.board
                    and self.whose_move == other.whose_move)

        def __hash__(self):
            return hash((tuple(map(tuple, self.board)), self.whose_move))

        def __repr__(self):
            rows = ["".join(code_to_init[piece] + " " for piece in row) for row in self.board]
            mover = "WHITE's move" if self.whose_move == m["WHITE"] else "BLACK's move"
            return "\n".join(rows + [mover]) + "\n"

    def test_starting_board():
        """Prints the position that a game begins with."""
        print(BC_state(m["INITIAL"], m["WHITE"]))

    BC_state.__module__ = module.__name__
    m["BC_state"], m["test_starting_board"] = BC_state, test_starting_board
    for name in ("who", "parse", "test_starting_board"):
        m[name].__module__ = module.__name__
    return module


def toro_tile_module(game):
    """The course's `TTS_State`, with the game that is going to be played."""
    module = types.ModuleType("TTS_State")
    module.BLACK, module.WHITE = "B", "W"
    for number, name in enumerate("NORTH SOUTH WEST EAST NW NE SW SE".split()):
        setattr(module, name, number)
    tell_game(module, game)

    class TTS_State:
        def __init__(self, board, whose_turn=module.WHITE):
            self.board = [list(row) for row in board]
            self.whose_turn = whose_turn

        def copy(self):
            """A state of the same class with a board of its own."""
            other = copy.copy(self)
            other.board = [list(row) for row in self.board]
            return other

        def __str__(self):
            rule = "+" + "-" * (2 * len(self.board[0]) + 1 if self.board else 1) + "+"
            rows = ["| " + " ".join(row) + " |" for row in self.board]
            mover = "White" if self.whose_turn == "W" else "Black"
            return "\n".join([rule] + rows + [rule, "It is " + mover + "'s turn to move."]) + "\n"

        def __eq__(self, other):
            return (isinstance(other, TTS_State) and self.board == other.board
                    and self.whose_turn == other.whose_turn)

        def __hash__(self):
            return hash((tuple(map(tuple, self.board)), self.whose_turn))

        def static_eval(self):
            return self.basic_static_eval()

        def basic_static_eval(self):
            """Empty neighbours of White's tiles minus those of Black's, around the edges."""
            total, height, width = 0, len(self.board), len(self.board[0])
            for row in range(height):
                for column in range(width):
                    sign = {"W": 1, "B": -1}.get(self.board[row][column], 0)
                    for down in (-1, 0, 1):
                        for right in (-1, 0, 1):
                            if (down or right) and self.board[(row + down) % height][(column + right) % width] == " ":
                                total += sign
            return total

        def custom_static_eval(self):
            return self.basic_static_eval()

    def test_starting_board():
        """Prints the position that a game begins with."""
        print(TTS_State(module.INITIAL_BOARD, module.WHITE))

    TTS_State.__module__ = test_starting_board.__module__ = module.__name__
    module.TTS_State, module.test_starting_board = TTS_State, test_starting_board
    return module


def tell_game(module, game):
    """Names the game, its board and the length of a row in a module."""
    module.NAME, module.K = game["name"], game["k"]
    module.INITIAL_BOARD = [list(row) for row in game["board"]]


def provided(name, folder, make):
    """A course's module: the agent's own file of that name if it has one, which is loaded like any other; else ours."""
    if os.path.isfile(os.path.join(folder, name + ".py")):
        return importlib.import_module(name)
    return sys.modules.setdefault(name, make())


class Baroque:
    """The interface of the course's Baroque chess."""

    def __init__(self, folder, game):
        self.module = provided("BC_state_etc", folder, baroque_module)

    def hello(self, agent):
        return {"nickname": text(agent.nickname()), "introduction": text(agent.introduce())}

    def begin(self, agent, question):
        agent.prepare(question["opponent"])
        return {}

    def turn(self, agent, question):
        board = [[LETTERS.index(letter) for letter in row] for row in question["board"]]
        state = self.module.BC_state(board, self.module.BLACK if question["side"] else self.module.WHITE)
        return answer(agent.makeMove(state, question["remark"], question["seconds"]), self.rows)

    @staticmethod
    def rows(state):
        return ["".join(LETTERS[piece] for piece in row) for row in state.board]


class ToroTile:
    """The interface of the course's Toro-Tile Straight."""

    def __init__(self, folder, game):
        self.module = provided("TTS_State", folder, lambda: toro_tile_module(game))

    def hello(self, agent):
        return {"nickname": text(agent.moniker()), "introduction": text(agent.who_am_i())}

    def begin(self, agent, question):
        kind = types.ModuleType("game_type")
        kind.GAME_TYPE, kind.K = question["name"], question["k"]
        kind.INITIAL_BOARD = [list(row) for row in question["board"]]
        sys.modules["game_type"] = kind
        tell_game(self.module, question)
        state = self.module.TTS_State(kind.INITIAL_BOARD, "WB"[question["mover"]])
        # Whatever it says: the courses' own masters do not look at it.
        agent.get_ready(state, kind.K, "WB"[question["side"]], question["opponent"])
        return {}

    def turn(self, agent, question):
        # Rows are lists of letters, also for an own copy of the module that keeps what it is given.
        board = [list(row) for row in question["board"]]
        state = self.module.TTS_State(board, "WB"[question["side"]])
        return answer(agent.take_turn(state, question["remark"], question["seconds"]), self.rows)

    @staticmethod
    def rows(state):
        return ["".join(row) for row in state.board]


def text(value):
    return str(value)[:LONGEST_TEXT]


def answer(result, rows):
    """`[[move, new_state], remark]` as plain data; whatever is missing or odd is left out."""
    if not isinstance(result, (list, tuple)) or len(result) < 1:
        return {"odd": text(repr(result))}
    chosen = result[0]
    pair = chosen if isinstance(chosen, (list, tuple)) else [chosen]
    move = pair[0] if pair else None
    found = {"remark": text(result[1]) if len(result) > 1 and result[1] is not None else ""}
    found["none"] = move is None or move is False
    found["move"] = text(repr(move))
    try:
        numbers = json.loads(json.dumps(move))
        found["squares"] = numbers if isinstance(numbers, list) else None
    except (TypeError, ValueError):
        found["squares"] = None
    try:
        found["board"] = rows(pair[1])
    except Exception:
        found["board"] = None
    return found


def enter(path):
    """Makes modules beside a file the first that are found."""
    folder = os.path.dirname(path)
    if sys.path and sys.path[0] == "":
        sys.path[0] = folder
    else:
        sys.path.insert(0, folder)
    return folder


def load(path):
    """The student's module, by its own name, so that it finds what lies beside it."""
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def reply(data):
    ANSWERS.write(json.dumps(data) + "\n")
    ANSWERS.flush()


def place_of(error, path):
    """Where the agent's own code failed: the innermost line in its folder, else the innermost one outside the bridge."""
    if isinstance(error, SyntaxError) and error.filename:
        return os.path.basename(error.filename), error.lineno
    folder = os.path.dirname(path)
    outside = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != BRIDGE]
    for frame in reversed([frame for frame in outside if os.path.dirname(frame.filename) == folder] or outside):
        return os.path.basename(frame.filename), frame.lineno
    return os.path.basename(path), None


def words_of(error, path):
    """An exception with the file and the line of the agent that it comes from."""
    file, line = place_of(error, path)
    where = f"{file}, line {line}" if line else file
    said = error.msg if isinstance(error, SyntaxError) else error
    return text(f"{type(error).__name__}: {said} ({where})")


def guarded(path, action):
    """Runs the student's code; whatever it raises becomes an answer."""
    try:
        return {"ok": action()}
    except BaseException as error:  # An agent that calls exit() must not take the bridge with it.
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename == BRIDGE:
            trace = trace.tb_next
        traceback.print_exception(type(error), error, trace)
        return {"error": words_of(error, path)}


def main():
    interface = Baroque if sys.argv[1] == "baroque" else ToroTile
    path, game = sys.argv[2], json.loads(sys.argv[3])
    del sys.argv[1:]
    loaded = guarded(path, lambda: (interface(enter(path), game), load(path)))
    course, agent = loaded.pop("ok", (None, None))
    for line in QUESTIONS:
        question = json.loads(line)
        if question["do"] == "quit":
            break
        if agent is None:
            reply(loaded)
        elif question["do"] == "hello":
            reply(guarded(path, lambda: course.hello(agent)))
        elif question["do"] == "begin":
            reply(guarded(path, lambda: course.begin(agent, question)))
        elif question["do"] == "turn":
            reply(guarded(path, lambda: course.turn(agent, question)))
    sys.stdout.flush()
    sys.stderr.flush()
    # Threads that the agent left running end here too.
    os._exit(0)


main()
