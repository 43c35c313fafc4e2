//! The board as planes, for learning; numbers of positions, of which a file offers none yet.

use crate::game::CompiledGame;
use crate::position::Position;
use plybook_kernel::planes::{MOST_CELLS, MOST_PLANES};
use plybook_kernel::{Indexed, PlaneLayout, Planes, Player};

/// No numbers of positions.
impl<const W: usize> Indexed for CompiledGame<W> {}

impl<const W: usize> CompiledGame<W> {
    /// Where a cell lies as the second player sees it: the board is turned where the players face each other.
    fn seen_by_second(&self, row: usize, column: usize) -> (usize, usize) {
        let definition = &self.rules.definition;
        let [(x, y), other] = definition.forward;
        let board = &definition.board;
        if other != (-x, -y) {
            return (row, column);
        }
        if x == 0 { (board.rows - 1 - row, column) } else { (row, board.columns - 1 - column) }
    }
}

impl<const W: usize> Planes for CompiledGame<W> {
    fn plane_layout(&self) -> Option<PlaneLayout> {
        let definition = &self.rules.definition;
        let board = &definition.board;
        let blocks = self.rules.actions.iter().flatten().any(|action| !action.shoot.is_empty());
        if board.len() > MOST_CELLS
            || 2 * self.rules.kinds() > MOST_PLANES
            || blocks
            || self.rules.has_hands()
        {
            return None;
        }
        let names: Vec<String> = definition.kinds.iter().map(|kind| format!("{}s", kind.name)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let squares = (self.rules.cells & !self.rules.start.blocks).first_word();
        let number = |row, column| plybook_kernel::cell_number(board.rows, board.columns, row, column);
        let layout = PlaneLayout::grid(board.rows, board.columns, &names)
            .with_squares(squares, number)
            .with_turn(|row, column| self.seen_by_second(row, column));
        Some(PlaneLayout { torus: board.torus, ..layout })
    }

    fn planes(&self, at: &Position<W>, viewer: Player, out: &mut [u64]) {
        let kinds = self.rules.kinds();
        let board = &self.rules.definition.board;
        for (plane, word) in out.iter_mut().enumerate() {
            let player = (plane / kinds) ^ viewer.index();
            let (Some(side), Some(kind)) = (at.sides.get(player), at.kinds.get(plane % kinds)) else {
                continue;
            };
            let cells = *side & *kind;
            *word = if viewer == Player::FIRST {
                cells.first_word()
            } else {
                cells.cells().fold(0, |word, cell| {
                    let (column, row) = board.place(cell);
                    let (row, column) = self.seen_by_second(row, column);
                    word | 1 << board.cell(column, row)
                })
            };
        }
    }
}
