//! The board with its discs, and the discs in hand beside it.

use super::board::{SIDE, Square, only};
use super::{BlackAndWhite, Move, Position};
use plybook_kernel::{Diagram, Piece, Player, Step, Text, Token, View, cell_number, texts};

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

    fn path(&self, _: &Position, mv: Move) -> Vec<Step> {
        let cell = |(row, column)| Step::Cell(cell_number(SIDE, SIDE, row, column));
        mv.from().into_iter().chain([mv.to()]).map(cell).collect()
    }
}
