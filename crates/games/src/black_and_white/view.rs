//! The board with its discs, and the discs in hand beside it.

use super::board::{SIDE, Square, only};
use super::{BlackAndWhite, Move, Position};
use plybook_kernel::{Piece, Player, Scene, Step, Token, View, cell_number};

const DISCS: [Piece; 2] = [
    Piece { owner: Player::FIRST, name: "white disc", letter: 'w', token: Token::Disc },
    Piece { owner: Player::SECOND, name: "black disc", letter: 'b', token: Token::Disc },
];

impl Position {
    /// Whose disc stands on a square.
    pub(super) fn owner(self, square: Square) -> Option<Player> {
        let owner = self.colours().iter().position(|discs| discs & only(square) != 0)?;
        Some(if owner == 0 { Player::FIRST } else { Player::SECOND })
    }
}

impl View for BlackAndWhite {
    fn player_names(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    fn scene(&self, at: &Position) -> Scene {
        let disc = |row, column| at.owner((row, column)).map(|player| DISCS[player.index()]);
        let mut scene = Scene::grid(SIDE, SIDE, disc);
        if at.is_placing() {
            let [white, black] = at.hands();
            scene.note = format!("Discs to place: White {white}, Black {black}.");
        }
        scene
    }

    fn path(&self, _: &Position, mv: Move) -> Vec<Step> {
        let cell = |(row, column)| Step::Cell(cell_number(SIDE, SIDE, row, column));
        mv.from().into_iter().chain([mv.to()]).map(cell).collect()
    }
}
