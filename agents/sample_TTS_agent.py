"""A complete agent for Toro-Tile Straight in the course's form: alpha-beta deeper and deeper until time is up.

Play it with `plybook match tts-python:agents/sample_TTS_agent.py engine:level=3 --game tts --time 1s`.
docs/course-agents.md explains every function and value that is used here.
"""
import time

from TTS_State import TTS_State, BLACK, WHITE

WAYS = [(0, 1), (1, 0), (1, 1), (1, -1)]
WIN = 10_000
SHARE_OF_TIME = 0.7  # of what a move may take
DEEPEST = 100

K = 5
LINES = []
opponent = "nobody"


def who_am_i():
    return "I am Tilda. I count the lines that are still open to each of us."


def moniker():
    return "Tilda"


def get_ready(initial_state, k, who_i_play, player2Nickname):
    """Told once before the game. What it returns is ignored."""
    global K, LINES, opponent
    K, opponent = k, player2Nickname
    board = initial_state.board
    height, width = len(board), len(board[0])
    found = set()
    for row in range(height):
        for column in range(width):
            for down, right in WAYS:
                line = {((row + n * down) % height, (column + n * right) % width) for n in range(k)}
                # On a short side a line would come back to where it began.
                if len(line) == k and all(board[r][c] != "-" for r, c in line):
                    found.add(frozenset(line))
    LINES = [tuple(line) for line in found]
    return "OK"


class MY_TTS_State(TTS_State):
    """The course's state with an evaluation of its own."""

    def static_eval(self):
        """White's chances minus Black's: a line that only one of them can fill counts by its tiles."""
        total = 0
        for line in LINES:
            tiles = [self.board[row][column] for row, column in line]
            white, black = tiles.count(WHITE), tiles.count(BLACK)
            if white == K or black == K:
                return WIN if white else -WIN
            if not black:
                total += 3 ** white - 1
            elif not white:
                total -= 3 ** black - 1
        return total


def successors(state):
    """All legal moves, each with the state after it."""
    for row, tiles in enumerate(state.board):
        for column, tile in enumerate(tiles):
            if tile == " ":
                after = MY_TTS_State(state.board, BLACK if state.whose_turn == WHITE else WHITE)
                after.board[row][column] = state.whose_turn
                yield (row, column), after


class OutOfTime(Exception):
    pass


def best_value(state, depth, low, high, end):
    """The value of a state for the side to move, by alpha-beta."""
    if time.perf_counter() > end:
        raise OutOfTime
    value = state.static_eval() * (1 if state.whose_turn == WHITE else -1)
    if depth == 0 or abs(value) == WIN:
        return value * (depth + 1) if abs(value) == WIN else value  # A win now is better than one later.
    best = None
    for _, after in successors(state):
        value = -best_value(after, depth - 1, -high, -low, end)
        best = value if best is None else max(best, value)
        low = max(low, value)
        if low >= high:
            break
    return 0 if best is None else best  # A full board is a draw.


def take_turn(current_state, last_utterance, time_limit):
    end = time.perf_counter() + SHARE_OF_TIME * time_limit
    moves = list(successors(current_state))
    if not moves:
        return [[False, current_state], "I have no move."]
    chosen, reached = moves[0], 0
    try:
        for depth in range(min(DEEPEST, len(moves))):
            best, found = float("-inf"), moves[0]
            for move, after in moves:
                value = -best_value(after, depth, float("-inf"), -best, end)
                if value > best:
                    best, found = value, (move, after)
            # The best move comes first at the next depth.
            moves.sort(key=lambda choice: choice is not found)
            chosen, reached = found, depth + 1
    except OutOfTime:
        pass
    return [list(chosen), "Your turn, %s: I looked %d plies ahead." % (opponent, reached)]
