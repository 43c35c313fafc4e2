//! The board as people see and click it.

use super::captures::captured;
use super::danger::can_take_king;
use super::moves::each_move;
use super::notation::SIDES;
use super::{Baroque, Choice, Kind, Move, Position};
use plybook_kernel::rows::write_cells;
use plybook_kernel::{Cell, Diagram, Piece, Player, Step, Text, Token, View, cell_number, texts};

/// What the sides are called.
pub(super) const PLAYERS: [&str; 2] = ["White", "Black"];

/// A piece as it is drawn.
fn figure(kind: Kind, owner: Player) -> Piece {
    Piece::new(owner, kind.name(), kind.letter(owner), Token::Figure)
}

impl View for Baroque {
    fn player_names(&self) -> Vec<Text> {
        texts(PLAYERS)
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let piece =
            |rank: usize, file: usize| at.piece(8 * file + rank).map(|(kind, owner)| figure(kind, owner));
        Diagram::grid(8, 8, piece).chequered()
    }

    fn pieces(&self) -> Vec<Piece> {
        Player::all(2).flat_map(|owner| Kind::ALL.map(|kind| figure(kind, owner))).collect()
    }

    fn board_text(&self, _: &Position, cells: &[Cell], mover: Player) -> Option<String> {
        Some(format!("{} {}", write_cells(cells, 8), SIDES[mover.index() & 1]))
    }

    fn path(&self, at: &Position, mv: Move) -> Vec<Step> {
        let cell = |square: usize| Step::Cell(cell_number(8, 8, square % 8, square / 8));
        let choose = |label: &str| Step::Choice(label.to_owned());
        if mv.is_suicide() {
            return vec![cell(mv.from()), choose("remove")];
        }
        let mut path = vec![cell(mv.from()), cell(mv.to())];
        if self.has_twins(at, mv) {
            path.push(choose(self.label(at, mv)));
        }
        path
    }

    fn checks(&self, at: &Position) -> Vec<usize> {
        let king = at.of(Kind::King) & at.own;
        if king == 0 || !can_take_king(&self.variant, &at.passed()) {
            return Vec::new();
        }
        let square = king.trailing_zeros() as usize;
        vec![cell_number(8, 8, square % 8, square / 8)]
    }
}

impl Baroque {
    /// What a side is called.
    pub(super) fn side_name(&self, side: Player) -> &'static str {
        PLAYERS[side.index()]
    }

    /// Whether another legal move joins the same squares; only imitators have such moves.
    fn has_twins(&self, at: &Position, mv: Move) -> bool {
        let mut twins = 0;
        if at.kind(mv.from()) == Some(Kind::Imitator) {
            each_move(&self.variant, at, |twin| {
                twins += usize::from((twin.from(), twin.to()) == (mv.from(), mv.to()));
            });
        }
        twins > 1
    }

    /// What a choice says in a menu.
    fn label(&self, at: &Position, mv: Move) -> &'static str {
        let taken = captured(&self.variant, at, mv);
        let only = |kind: Kind| taken & !at.of(kind) == 0;
        match mv.choice() {
            Choice::Nothing if taken == 0 => "take nothing",
            Choice::Nothing => "take nothing else",
            _ if only(Kind::Pincer) => "take pincers",
            _ if only(Kind::Withdrawer) => "take withdrawer",
            _ if only(Kind::Coordinator) => "take coordinator",
            _ => "take everything",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::{HasInfo, Notation};

    #[test]
    fn a_king_that_can_be_taken_is_marked() {
        let game = Baroque::default().variant("").unwrap();
        let alarms = |text: &str| game.checks(&game.read(text).unwrap());
        // A withdrawer beside the king has room to withdraw; two rows away it threatens nothing.
        assert_eq!(alarms("4k3/8/8/8/8/8/4w3/4K3 w"), [60]);
        assert_eq!(alarms("4k3/8/8/8/8/4w3/8/4K3 w"), []);
        // The mover's own king counts, not the other one.
        assert_eq!(alarms("4k3/8/8/8/8/8/4w3/4K3 b"), []);
        // A leaper on the line with an empty square behind the king, and without one.
        assert_eq!(alarms("4k3/8/8/4l3/8/4K3/8/8 w"), [44]);
        assert_eq!(alarms("4k3/8/8/4l3/8/4K3/4P3/8 w"), []);
    }
}
