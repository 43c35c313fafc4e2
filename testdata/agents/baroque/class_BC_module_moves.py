"""Some of the moves of Baroque chess: those of pincers, kings and leapers that leap over nothing. All are legal."""

from BC_state_etc import BC_state, BLACK, INIT_TO_CODE, WHITE, who

PINCER, LEAPER, IMITATOR, KING, FREEZER = (INIT_TO_CODE[letter] for letter in "plikf")
ROOK = [(-1, 0), (1, 0), (0, -1), (0, 1)]
QUEEN = ROOK + [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def inside(row, column):
    return 0 <= row < 8 and 0 <= column < 8


def neighbours(board, row, column):
    for down, right in QUEEN:
        if inside(row + down, column + right):
            yield row + down, column + right, board[row + down][column + right]


def is_kind(piece, kind, side):
    return piece == kind + side


def frozen(board, row, column, side):
    other = 1 - side
    for r, c, piece in neighbours(board, row, column):
        if is_kind(piece, FREEZER, other):
            return True
        if is_kind(piece, IMITATOR, other):
            if any(is_kind(near, FREEZER, side) for _, _, near in neighbours(board, r, c)):
                return True
    return False


def pinced(board, row, column, side):
    """The enemies between the pincer that came to a square and another own piece."""
    for down, right in ROOK:
        r, c = row + down, column + right
        if inside(r + down, c + right):
            victim, beyond = board[r][c], board[r + down][c + right]
            if victim and who(victim) != side and beyond and who(beyond) == side:
                yield r, c


def successors(state):
    """Pairs of a move and the state after it."""
    side, found = state.whose_move, []
    for row in range(8):
        for column in range(8):
            piece = state.board[row][column]
            if piece == 0 or who(piece) != side or frozen(state.board, row, column, side):
                continue
            kind = piece - side
            if kind not in (PINCER, LEAPER, KING):
                continue
            for down, right in ROOK if kind == PINCER else QUEEN:
                r, c = row + down, column + right
                while inside(r, c):
                    target = state.board[r][c]
                    if target and (kind != KING or who(target) == side):
                        break
                    after = BC_state(state.board, BLACK if side == WHITE else WHITE)
                    after.board[row][column], after.board[r][c] = 0, piece
                    if kind == PINCER:
                        for victim_row, victim_column in list(pinced(after.board, r, c, side)):
                            after.board[victim_row][victim_column] = 0
                    found.append((((row, column), (r, c)), after))
                    if kind == KING:
                        break
                    r, c = r + down, c + right
    return found


def material(state):
    return sum((1 if who(piece) == WHITE else -1) * (100 if piece - who(piece) == KING else 1)
               for row in state.board for piece in row if piece)
