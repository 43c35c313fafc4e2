//! How the board is drawn and clicked: the first row is at the top.

use super::notation::SIDES;
use super::{Move, Othello, PASS, Position};
use plybook_kernel::rows::square_name;
use plybook_kernel::{Cell, Diagram, Ground, Piece, Player, Shape, Step, Tally, Text, Token, View, texts};

/// The label of the only choice that is not a click on a square.
pub(super) const PASS_WORD: &str = "pass";

const DISCS: [Piece; 2] = [
    Piece::new(Player::FIRST, "black disc", 'X', Token::Disc),
    Piece::new(Player::SECOND, "white disc", 'O', Token::Disc),
];

impl View for Othello {
    fn player_names(&self) -> Vec<Text> {
        texts(["Black", "White"])
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let side = self.side;
        let cell = |number: usize| {
            let (row, column) = (number / side, number % side);
            let piece = at.owner(self.square(row, column)).map(|owner| DISCS[owner.index()].clone());
            Cell { name: square_name(row, column), ground: Ground::Plain, piece, count: None }
        };
        let shape = Shape::Grid { rows: side, columns: side };
        Diagram { shape, cells: (0..side * side).map(cell).collect(), note: String::new() }
    }

    fn tally(&self, at: &Position) -> Option<Tally> {
        Some(Tally::new("discs", self.diagram(at).pieces_of(2)))
    }

    fn pieces(&self) -> Vec<Piece> {
        DISCS.into()
    }

    fn board_text(&self, _: &Position, cells: &[Cell], mover: Player) -> Option<String> {
        let letter = |cell: &Cell| cell.piece.as_ref().map_or('-', |piece| piece.letter);
        Some(format!("{} {}", cells.iter().map(letter).collect::<String>(), SIDES[mover.index() & 1]))
    }

    fn path(&self, _: &Position, mv: Move) -> Vec<Step> {
        if mv == PASS {
            return vec![Step::Choice(PASS_WORD.to_owned())];
        }
        let (row, column) = self.place(usize::from(mv));
        vec![Step::Cell(row * self.side + column)]
    }
}
