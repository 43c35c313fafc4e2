"""A plain Baroque chess agent in the course's form: it moves pincers, and its king when they cannot."""
import BC_state_etc as BC
from Anna_BC_module_lines import ROOK_LINES

opponent = "nobody"


def introduce():
    return "I am Anna.\nI move pincers."


def nickname():
    return "Anna"


def prepare(player2Nickname):
    global opponent
    opponent = player2Nickname


def frozen(board, row, column, mover):
    enemy_freezer = BC.BLACK_FREEZER if mover == BC.WHITE else BC.WHITE_FREEZER
    enemy_imitator = BC.BLACK_IMITATOR if mover == BC.WHITE else BC.WHITE_IMITATOR
    around = [board[r][c] for r in range(max(0, row - 1), min(8, row + 2))
              for c in range(max(0, column - 1), min(8, column + 2))]
    return enemy_freezer in around or enemy_imitator in around


def own(piece, mover):
    return piece != 0 and BC.who(piece) == mover


def makeMove(currentState, currentRemark, timelimit=10):
    print("thinking about")  # Goes to the error output, not to the referee.
    print(currentState)
    mover = currentState.whose_move
    pincer = BC.WHITE_PINCER if mover == BC.WHITE else BC.BLACK_PINCER
    best = None
    for row in range(8):
        for column in range(8):
            if currentState.board[row][column] != pincer or frozen(currentState.board, row, column, mover):
                continue
            for dr, dc in ROOK_LINES:
                r, c = row + dr, column + dc
                while 0 <= r < 8 and 0 <= c < 8 and currentState.board[r][c] == 0:
                    newState = BC.BC_state(currentState.board, 1 - mover)
                    newState.board[row][column], newState.board[r][c] = 0, pincer
                    taken = 0
                    for er, ec in ROOK_LINES:
                        x, y, p, q = r + er, c + ec, r + 2 * er, c + 2 * ec
                        if 0 <= p < 8 and 0 <= q < 8 and newState.board[x][y] != 0 \
                                and not own(newState.board[x][y], mover) and own(newState.board[p][q], mover):
                            newState.board[x][y] = 0
                            taken += 1
                    if best is None or taken > best[0]:
                        best = (taken, ((row, column), (r, c)), newState)
                    r, c = r + dr, c + dc
    if best is None:
        return [[None, currentState], "I believe I have no legal moves."]
    return [[best[1], best[2]], f"{opponent} said {currentRemark!r}; {timelimit} s for {BC.CODE_TO_INIT[pincer]}."]


def basicStaticEval(state):
    worth = {"p": 1, "k": 100, "-": 0}
    letters = [BC.CODE_TO_INIT[piece] for row in state.board for piece in row]
    return sum(worth.get(letter.lower(), 2) * (1 if letter.isupper() else -1) for letter in letters)


def staticEval(state):
    return basicStaticEval(state)
