//! The games of the comparison. Every end of a game is a win, a draw or a loss, because the crate knows no others.

use plybook_games::{breakthrough, chess, connect4, othello};
use plybook_kernel::{
    End, Evaluated, Evaluator, Game, SearchHints, HasHints, History, Outcome, Player, Score, Term, Turn,
};

/// A game that both sides play.
pub trait Contest: Game + Sized {
    type Values: Evaluator<Self>;
    type Advice: SearchHints<Self>;
    /// Largest number that `table_index` gives.
    const MAX_TABLE_INDEX: u16;

    fn values(&self) -> Self::Values;
    fn advice(&self) -> Self::Advice;
    /// The same as `Game::slot`, without the rules at hand.
    fn table_index(mv: Self::Move) -> u16;
}

impl Contest for connect4::Connect4 {
    type Values = connect4::Connect4Evaluator;
    type Advice = <Self as HasHints>::SearchHints;
    const MAX_TABLE_INDEX: u16 = 63;

    fn values(&self) -> connect4::Connect4Evaluator {
        connect4::Connect4Evaluator::Threats
    }

    fn advice(&self) -> Self::Advice {
        self.hints()
    }

    fn table_index(mv: u8) -> u16 {
        u16::from(mv)
    }
}

impl Contest for chess::Chess {
    type Values = chess::ChessEvaluator;
    type Advice = <Self as HasHints>::SearchHints;
    const MAX_TABLE_INDEX: u16 = (5 << 12) - 1;

    fn values(&self) -> chess::ChessEvaluator {
        chess::ChessEvaluator::Basic
    }

    fn advice(&self) -> Self::Advice {
        self.hints()
    }

    fn table_index(mv: chess::Move) -> u16 {
        mv.promotion.map_or(0, |piece| piece as u16) << 12 | (mv.from as u16) << 6 | mv.to as u16
    }
}

impl Contest for breakthrough::Breakthrough {
    type Values = breakthrough::Advance;
    type Advice = <Self as HasHints>::SearchHints;
    const MAX_TABLE_INDEX: u16 = (1 << 12) - 1;

    fn values(&self) -> breakthrough::Advance {
        breakthrough::Advance::Structure
    }

    fn advice(&self) -> Self::Advice {
        self.hints()
    }

    fn table_index(mv: breakthrough::Move) -> u16 {
        mv.history_slot()
    }
}

/// A game in which only the winner counts, not by how much.
pub struct Winning<G>(pub G);

impl<G: Game> Game for Winning<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.0.start()
    }

    #[inline]
    fn turn(&self, at: &G::Position) -> Turn {
        self.0.turn(at)
    }

    #[inline]
    fn moves(&self, at: &G::Position, out: &mut Vec<G::Move>) {
        self.0.moves(at, out);
    }

    #[inline]
    fn play(&self, at: &mut G::Position, mv: G::Move) {
        self.0.play(at, mv);
    }

    #[inline]
    fn outcome(&self, at: &G::Position) -> Option<Outcome> {
        self.0.outcome(at).map(decided)
    }

    fn no_moves(&self, at: &G::Position) -> Outcome {
        decided(self.0.no_moves(at))
    }

    #[inline]
    fn key(&self, at: &G::Position) -> u64 {
        self.0.key(at)
    }

    fn max_plies(&self) -> Option<u32> {
        self.0.max_plies()
    }

    #[inline]
    fn end_with(&self, at: &G::Position, past: &History) -> Option<End> {
        self.0.end_with(at, past).map(|end| End { outcome: decided(end.outcome), ..end })
    }

    #[inline]
    fn resets(&self, at: &G::Position, mv: G::Move) -> bool {
        self.0.resets(at, mv)
    }

    #[inline]
    fn history_slot(&self, mv: G::Move) -> u16 {
        self.0.history_slot(mv)
    }
}

fn decided(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Margin(0) => Outcome::Draw,
        Outcome::Margin(margin) => Outcome::Win(if margin > 0 { Player::FIRST } else { Player::SECOND }),
        other => other,
    }
}

/// The evaluator of the game inside.
#[derive(Clone)]
pub struct Inside<E>(E);

impl<G: Game, E: Evaluator<G>> Evaluator<Winning<G>> for Inside<E> {
    type Accumulator = E::Accumulator;

    fn accumulate(&self, game: &Winning<G>, at: &G::Position) -> E::Accumulator {
        self.0.accumulate(&game.0, at)
    }

    #[inline]
    fn evaluate(&self, game: &Winning<G>, at: &G::Position, accumulator: &E::Accumulator) -> Score {
        self.0.evaluate(&game.0, at, accumulator)
    }

    fn terms(&self, game: &Winning<G>, at: &G::Position) -> Vec<Term> {
        self.0.terms(&game.0, at)
    }
}

/// The advice on the order of moves of the game inside; what it knows about margins does not hold here.
impl<G: Game, U: SearchHints<G>> SearchHints<Winning<G>> for Inside<U> {
    type NodeHints = U::NodeHints;

    fn look(&self, game: &Winning<G>, at: &G::Position) -> U::NodeHints {
        self.0.look(&game.0, at)
    }

    fn study(&self, game: &Winning<G>, at: &G::Position, depth: i32) -> U::NodeHints {
        self.0.study(&game.0, at, depth)
    }

    fn has_order(&self) -> bool {
        self.0.has_order()
    }

    fn order(&self, game: &Winning<G>, at: &G::Position, mv: G::Move, insight: &U::NodeHints) -> i32 {
        self.0.order(&game.0, at, mv, insight)
    }
}

impl Contest for Winning<othello::Othello> {
    type Values = Inside<<othello::Othello as Evaluated>::Evaluator>;
    type Advice = Inside<<othello::Othello as HasHints>::SearchHints>;
    const MAX_TABLE_INDEX: u16 = 64;

    fn values(&self) -> Self::Values {
        Inside(othello::OthelloEvaluator::Positional)
    }

    fn advice(&self) -> Self::Advice {
        Inside(self.0.hints())
    }

    fn table_index(mv: u8) -> u16 {
        u16::from(mv)
    }
}
