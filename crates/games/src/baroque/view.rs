//! The board as people see and click it.

use super::captures::captured;
use super::moves::each_move;
use super::{Baroque, Choice, Kind, Move, Position};
use plybook_kernel::{Piece, Player, Scene, Step, Token, View, cell_number};

impl View for Baroque {
    fn player_names(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    fn scene(&self, at: &Position) -> Scene {
        let piece = |rank: usize, file: usize| {
            at.piece(8 * file + rank).map(|(kind, owner)| Piece {
                owner,
                name: kind.name(),
                letter: kind.letter(owner),
                token: Token::Figure,
            })
        };
        Scene::grid(8, 8, piece).chequered()
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
}

impl Baroque {
    /// What a side is called.
    pub(super) fn side_name(&self, side: Player) -> &'static str {
        self.player_names()[side.index()]
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
