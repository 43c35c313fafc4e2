//! Baroque chess, also called Ultima: pieces that move alike and capture each in its own way.

mod captures;
mod count;
mod danger;
mod evaluator;
mod freezing;
mod geometry;
mod hints;
mod moves;
mod notation;
mod objection;
mod planes;
mod position;
mod symmetry;
mod variant;
mod view;

pub use evaluator::BaroqueEvaluator;
pub use hints::BaroqueHints;
pub use moves::{Choice, Move};
use plybook_kernel::{
    End, EndRule, Game, GameInfo, HasInfo, History, Indexed, OptionValues, Outcome, Player, ReadError, Turn,
    texts,
};
pub use position::{Kind, Position};
use variant::Variant;

/// The rules of one variant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Baroque {
    variant: Variant,
}

/// White's first rank from the a-file on. Black's last rank is the same with the corners exchanged.
const ARRAY: [Kind; 8] = [
    Kind::Freezer,
    Kind::Leaper,
    Kind::Imitator,
    Kind::Withdrawer,
    Kind::King,
    Kind::Imitator,
    Kind::Leaper,
    Kind::Coordinator,
];

impl Baroque {
    /// Whether the side to move, which has no move, stands in check, in variants where that loses.
    fn is_mated(&self, at: &Position) -> bool {
        self.variant.checkmate() && danger::can_take_king(&self.variant, &at.passed())
    }
}

impl Game for Baroque {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = true;

    fn start(&self) -> Position {
        let mut at = Position::empty(Player::FIRST);
        for side in [Player::FIRST, Player::SECOND] {
            let mut array = ARRAY;
            let black = side == Player::SECOND;
            if black != self.variant.corners_exchanged(side) {
                array.swap(0, 7);
            }
            if self.variant.kings_exchanged(side) {
                array.swap(3, 4);
            }
            for (file, kind) in array.into_iter().enumerate() {
                at.put(8 * file + if black { 7 } else { 0 }, kind, side);
                at.put(8 * file + if black { 6 } else { 1 }, Kind::Pincer, side);
            }
        }
        at
    }

    #[inline]
    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(at.turn)
    }

    fn moves(&self, at: &Position, out: &mut Vec<Move>) {
        moves::each_move(&self.variant, at, |mv| out.push(mv));
    }

    #[inline]
    fn count(&self, at: &Position) -> usize {
        count::count(&self.variant, at)
    }

    #[inline]
    fn play(&self, at: &mut Position, mv: Move) {
        moves::play(&self.variant, at, mv);
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        let kings = at.of(Kind::King);
        if kings & kings.wrapping_sub(1) != 0 {
            return None;
        }
        let winner = if kings & at.own == 0 { at.turn.other() } else { at.turn };
        Some(Outcome::Win(winner))
    }

    fn no_moves(&self, at: &Position) -> Outcome {
        let lost = self.is_mated(at) || self.variant.stalemate_loses();
        if lost { Outcome::loss_of(at.turn) } else { Outcome::Draw }
    }

    #[inline]
    fn key(&self, at: &Position) -> u64 {
        at.key()
    }

    fn max_plies(&self) -> Option<u32> {
        self.variant.plies()
    }

    fn repetition(&self) -> Option<Outcome> {
        self.variant.repetition().then_some(Outcome::Draw)
    }

    fn end_with(&self, at: &Position, past: &History) -> Option<End> {
        if let Some(outcome) = self.outcome(at) {
            return Some(End::new(outcome, EndRule::Position));
        }
        if self.variant.plies().is_some_and(|plies| past.plies() >= plies) {
            // A side that the last ply mated has lost.
            return Some(if self.count(at) == 0 {
                End::new(self.no_moves(at), self.no_moves_rule(at))
            } else {
                End::draw(EndRule::MoveLimit)
            });
        }
        let repeated = self.variant.repetition() && past.repeats(self.key(at)) >= 2;
        repeated.then_some(End::draw(EndRule::Repetition))
    }

    fn no_moves_rule(&self, at: &Position) -> EndRule {
        if self.is_mated(at) { EndRule::Checkmate } else { EndRule::Stalemate }
    }

    fn resets(&self, at: &Position, mv: Move) -> bool {
        mv.is_suicide() || captures::captured(&self.variant, at, mv) != 0
    }

    fn null(&self, at: &Position) -> Option<Position> {
        let passed = at.passed();
        let idle = at.own & !at.of(Kind::King) & !freezing::frozen(&self.variant, at) == 0;
        (!idle && !danger::can_take_king(&self.variant, &passed)).then_some(passed)
    }

    fn history_slot(&self, mv: Move) -> u16 {
        mv.number()
    }
}

impl HasInfo for Baroque {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "baroque".into(),
            title: "Baroque chess".into(),
            summary: "Ultima: pieces that move alike, and each captures in its own way.".into(),
            options: variant::options(),
            examples: texts([
                "baroque",
                "baroque:uw-2019",
                "baroque:ultima",
                "baroque:cambridge",
                "baroque:declining=yes,plies=100",
            ]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<Baroque, ReadError> {
        Ok(Baroque { variant: Variant::read(options) })
    }

    fn options(&self) -> OptionValues {
        self.variant.options()
    }
}

/// Positions have no numbers.
impl Indexed for Baroque {}
