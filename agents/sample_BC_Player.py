"""A complete agent for Baroque chess in the course's form: all the rules, and alpha-beta deeper and deeper until time is up.

Play it with `plybook match baroque-python:agents/sample_BC_Player.py engine:level=3 --game baroque --time 1s`.
docs/course-agents.md explains every function and value that is used here.
"""
import time

from BC_state_etc import BC_state, BLACK, WHITE, CODE_TO_INIT, INIT_TO_CODE, who

PINCER, COORDINATOR, LEAPER, IMITATOR, WITHDRAWER, KING, FREEZER = (INIT_TO_CODE[letter] for letter in "pcliwkf")
STRAIGHT = [(-1, 0), (1, 0), (0, -1), (0, 1)]
ALL_WAYS = STRAIGHT + [(-1, -1), (-1, 1), (1, -1), (1, 1)]
VALUES = {PINCER: 1, COORDINATOR: 4, LEAPER: 4, IMITATOR: 5, WITHDRAWER: 3, KING: 100, FREEZER: 6}
SHARE_OF_TIME = 0.7  # of what a move may take
DEEPEST = 20

opponent = "nobody"


def introduce():
    return "I am Sample. I know all the rules, and look as far ahead as my time allows."


def nickname():
    return "Sample"


def prepare(player2Nickname):
    global opponent
    opponent = player2Nickname


def kind(piece):
    """The code of a piece's kind, as of a black one."""
    return piece - who(piece)


def inside(row, column):
    return 0 <= row < 8 and 0 <= column < 8


def beside(board, row, column):
    """The pieces on the up to eight squares around a square, with their places."""
    for down, right in ALL_WAYS:
        r, c = row + down, column + right
        if inside(r, c) and board[r][c]:
            yield r, c, board[r][c]


def frozen(board, row, column, side):
    """Whether an enemy freezer stands beside, or an enemy imitator that itself stands beside a freezer of this side."""
    for r, c, piece in beside(board, row, column):
        if who(piece) != side and kind(piece) == FREEZER:
            return True
        if who(piece) != side and kind(piece) == IMITATOR:
            if any(who(near) == side and kind(near) == FREEZER for _, _, near in beside(board, r, c)):
                return True
    return False


def slides(board, row, column, ways):
    """The empty squares that a piece reaches, with the way to each."""
    for down, right in ways:
        r, c = row + down, column + right
        while inside(r, c) and not board[r][c]:
            yield r, c, (down, right)
            r, c = r + down, c + right


def leaps(board, row, column, side, prey=None):
    """The squares right behind the first enemy in each direction, with the place of that enemy."""
    for down, right in ALL_WAYS:
        r, c = row + down, column + right
        while inside(r, c) and not board[r][c]:
            r, c = r + down, c + right
        if inside(r, c) and who(board[r][c]) != side and prey in (None, kind(board[r][c])):
            if inside(r + down, c + right) and not board[r + down][c + right]:
                yield r + down, c + right, (r, c)


def pinced(board, start, to, side):
    """Enemies right beside the square `to` with a friend right behind them in a straight line."""
    for down, right in STRAIGHT:
        r, c = to[0] + down, to[1] + right
        if not inside(r + down, c + right) or (r + down, c + right) == start:
            continue
        victim, partner = board[r][c], board[r + down][c + right]
        if victim and who(victim) != side and (r, c) != start and partner and who(partner) == side:
            yield r, c


def withdrawn(board, start, way, side):
    """The enemy that a piece moves directly away from."""
    r, c = start[0] - way[0], start[1] - way[1]
    if inside(r, c) and board[r][c] and who(board[r][c]) != side:
        yield r, c


def coordinated(board, to, side, king):
    """Enemies where the row and column of the square `to` cross those of the king."""
    for r, c in ((king[0], to[1]), (to[0], king[1])):
        if board[r][c] and who(board[r][c]) != side:
            yield r, c


def choices(board, row, column, side, king):
    """Where a piece may go, and what it takes there: pairs of a square and the victims' squares."""
    start, piece = (row, column), kind(board[row][column])
    if piece == KING:
        for down, right in ALL_WAYS:
            r, c = row + down, column + right
            if inside(r, c) and (not board[r][c] or who(board[r][c]) != side):
                yield (r, c), []
        return
    for r, c, way in slides(board, row, column, STRAIGHT if piece == PINCER else ALL_WAYS):
        to = (r, c)
        if piece == PINCER:
            yield to, list(pinced(board, start, to, side))
        elif piece == WITHDRAWER:
            yield to, list(withdrawn(board, start, way, side))
        elif piece == COORDINATOR:
            yield to, list(coordinated(board, to, side, king))
        elif piece == IMITATOR:
            # It imitates one kind in a move, whichever it likes.
            offers = [
                [at for at in pinced(board, start, to, side) if 0 in way and kind(board[at[0]][at[1]]) == PINCER],
                [at for at in withdrawn(board, start, way, side) if kind(board[at[0]][at[1]]) == WITHDRAWER],
                [at for at in coordinated(board, to, side, king) if kind(board[at[0]][at[1]]) == COORDINATOR],
            ]
            for victims in [offer for offer in offers if offer] or [[]]:
                yield to, victims
        else:
            yield to, []
    if piece == LEAPER:
        for r, c, victim in leaps(board, row, column, side):
            yield (r, c), [victim]
    if piece == IMITATOR:
        for r, c, victim in leaps(board, row, column, side, LEAPER):
            yield (r, c), [victim]
        for r, c, near in beside(board, row, column):
            if who(near) != side and kind(near) == KING:
                yield (r, c), []


def successors(state):
    """All legal moves, each with the state after it."""
    board, side = state.board, state.whose_move
    kings = [(r, c) for r in range(8) for c in range(8) if board[r][c] and kind(board[r][c]) == KING]
    mine = [at for at in kings if who(board[at[0]][at[1]]) == side]
    if len(kings) < 2 or not mine:
        return  # A king was taken: the game is over.
    for row in range(8):
        for column in range(8):
            piece = board[row][column]
            if not piece or who(piece) != side or frozen(board, row, column, side):
                continue
            for to, victims in choices(board, row, column, side, mine[0]):
                after = BC_state(board, BLACK if side == WHITE else WHITE)
                for r, c in victims:
                    after.board[r][c] = 0
                after.board[row][column] = 0
                after.board[to[0]][to[1]] = piece
                yield ((row, column), to), after


def staticEval(state):
    """Material, White's minus Black's."""
    return sum(VALUES[kind(piece)] * (1 if who(piece) == WHITE else -1) for row in state.board for piece in row if piece)


def basicStaticEval(state):
    return staticEval(state)


class OutOfTime(Exception):
    pass


def best_value(state, depth, low, high, end):
    """The value of a state for the side to move, by alpha-beta."""
    if time.perf_counter() > end:
        raise OutOfTime
    sign = 1 if state.whose_move == WHITE else -1
    value = sign * staticEval(state)
    if depth == 0 or abs(value) > 50:
        return value
    best = None
    for _, after in successors(state):
        value = -best_value(after, depth - 1, -high, -low, end)
        best = value if best is None else max(best, value)
        low = max(low, value)
        if low >= high:
            break
    return 0 if best is None else best  # Without a move it is a draw.


def makeMove(currentState, currentRemark, timelimit=10):
    end = time.perf_counter() + SHARE_OF_TIME * timelimit
    moves = list(successors(currentState))
    if not moves:
        return [[None, currentState], "I believe I have no legal moves."]
    chosen, reached = moves[0], 0
    try:
        for depth in range(DEEPEST):
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
    (row, column), _ = chosen[0]
    piece = CODE_TO_INIT[currentState.board[row][column]]
    return [list(chosen), "Your turn, %s: I moved my %s after %d plies." % (opponent, piece, reached)]
