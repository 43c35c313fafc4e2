//! The board with its discs, and the discs in hand beside it.

use super::board::{SIDE, Square, only};
use super::{BlackAndWhite, Move, Position};
use plybook_kernel::rows::write_cells;
use plybook_kernel::{Cell, Diagram, Piece, Player, Step, Text, Token, View, cell_number, texts};

const DISCS: [Piece; 2] = [
    Piece::new(Player::FIRST, "white disc", 'w', Token::Disc),
    Piece::new(Player::SECOND, "black disc", 'b', Token::Disc),
];

impl Position {
    /// Whose disc stands on a square.
    pub(super) fn owner(self, square: Square) -> Option<Player> {
        let owner = self.colours().iter().position(|discs| discs & only(square) != 0)?;
        Some(if owner == 0 { Player::FIRST } else { Player::SECOND })
    }
}

impl View for BlackAndWhite {
    fn player_names(&self) -> Vec<Text> {
        texts(["White", "Black"])
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let disc = |row, column| at.owner((row, column)).map(|player| DISCS[player.index()].clone());
        let mut diagram = Diagram::grid(SIDE, SIDE, disc);
        if at.is_placing() {
            let [white, black] = at.hands();
            diagram.note = format!("Discs to place: White {white}, Black {black}.");
        }
        diagram
    }

    fn pieces(&self) -> Vec<Piece> {
        DISCS.into()
    }

    /// Discs in hand stay there.
    fn board_text(&self, base: &Position, cells: &[Cell], mover: Player) -> Option<String> {
        let [white, black] = base.hands();
        Some(format!("{} {} {white} {black}", write_cells(cells, SIDE), ["w", "b"][mover.index() & 1]))
    }

    fn path(&self, _: &Position, mv: Move) -> Vec<Step> {
        let cell = |(row, column)| Step::Cell(cell_number(SIDE, SIDE, row, column));
        mv.from().into_iter().chain([mv.to()]).map(cell).collect()
    }
}
