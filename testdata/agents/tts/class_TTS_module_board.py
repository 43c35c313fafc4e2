"""What all the class's agents for Toro-Tile Straight share."""


def empty_squares(state):
    return [(row, column) for row, squares in enumerate(state.board)
            for column, tile in enumerate(squares) if tile == ' ']


def placed(state, square):
    after = state.copy()
    after.board[square[0]][square[1]] = state.whose_turn
    after.whose_turn = 'B' if state.whose_turn == 'W' else 'W'
    return after
