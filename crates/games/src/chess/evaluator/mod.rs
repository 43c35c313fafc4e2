//! Two evaluators: the material count of Turing and Shannon, and the positional one with the lectures' features.

mod features;
mod squares;

use super::{Chess, Position};
use cozy_chess::{Board, Piece};
use features::{FEATURES, Features};
use plybook_kernel::{Evaluated, Evaluator, EvaluatorInfo, Score, Term, sum};

/// What the basic evaluator counts: kind, name and hundredths of a pawn.
const MATERIAL: [(Piece, &str, i32); 5] = [
    (Piece::Pawn, "pawns", 100),
    (Piece::Knight, "knights", 300),
    (Piece::Bishop, "bishops", 325),
    (Piece::Rook, "rooks", 500),
    (Piece::Queen, "queens", 900),
];

/// The evaluators of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChessEvaluator {
    /// Many features, each with one weight for the opening and one for the ending.
    Positional,
    /// Material alone.
    Basic,
}

impl Evaluator<Chess> for ChessEvaluator {
    type Accumulator = ();

    fn accumulate(&self, _: &Chess, _: &Position) {}

    fn evaluate(&self, _: &Chess, at: &Position, (): &()) -> Score {
        match self {
            ChessEvaluator::Positional => Score::evaluation(Features::of(at.board()).sum()),
            ChessEvaluator::Basic => sum(&material(at.board())),
        }
    }

    fn terms(&self, _: &Chess, at: &Position) -> Vec<Term> {
        match self {
            ChessEvaluator::Positional => {
                let features = Features::of(at.board());
                FEATURES.iter().map(|&feature| features.term(feature)).collect()
            }
            ChessEvaluator::Basic => material(at.board()).to_vec(),
        }
    }
}

/// The difference of men of each kind.
fn material(board: &Board) -> [Term; 5] {
    let mover = board.side_to_move();
    MATERIAL.map(|(piece, name, weight)| {
        let count = |color| board.colored_pieces(color, piece).len() as i32;
        Term::new(name, count(mover) - count(!mover), weight)
    })
}

impl Evaluated for Chess {
    type Evaluator = ChessEvaluator;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![
            EvaluatorInfo::new(
                "positional",
                "Material, files, centre, development, pawns, pins, mobility, king safety and placement, \
                  weighed by the stage of the game.",
            ),
            EvaluatorInfo::new(
                "basic",
                "Material as Turing and Shannon counted it: 1, 3, 3.25, 5 and 9 pawns.",
            ),
        ]
    }

    fn evaluator(&self, name: &str) -> Option<ChessEvaluator> {
        match name {
            "positional" => Some(ChessEvaluator::Positional),
            "basic" => Some(ChessEvaluator::Basic),
            _ => None,
        }
    }
}
