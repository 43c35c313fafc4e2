//! Evaluations of hexapawn.

use super::{Hexapawn, Position, targets};
use crate::pawns::{Board, beside, race};
use crate::weights::{Weights, terms, total};
use plybook_kernel::{Evaluated, Evaluator, EvaluatorInfo, Player, Score, Term};

/// The weights of `basic`: a pawn is the point, the rest is our choice.
const BASIC: Weights<2> = [("pawns", Score::POINT), ("rows advanced", 5)];

/// What `structure` adds; our choice. Leaving one out wins no match of 1,000 games on 6x6 or 8x8 at a depth
/// of two plies, and `basic` wins 41 games of 100.
const STRUCTURE: Weights<3> = [("passed pawns", 40), ("race", 1000), ("moves", 10)];

/// Counts pawns and how far they are, and with `structure` also those that nobody can stop and who can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexapawnEvaluator {
    /// Everything that is counted.
    Structure,
    /// Pawns and rows alone.
    Basic,
}

fn basic(board: &Board, at: &Position) -> [i32; 2] {
    let (own, enemy, mover) = (at.own(), at.enemy(), at.mover());
    [
        own.count_ones() as i32 - enemy.count_ones() as i32,
        board.advance(own, mover) - board.advance(enemy, mover.other()),
    ]
}

fn structure(board: &Board, at: &Position) -> [i32; 3] {
    let mover = at.mover();
    let own = passed(board, at.own(), at.enemy(), mover);
    let enemy = passed(board, at.enemy(), at.own(), mover.other());
    let moves =
        |at: &Position| targets(board, at).iter().map(|targets| targets.count_ones() as i32).sum::<i32>();
    [
        own.count_ones() as i32 - enemy.count_ones() as i32,
        race(board.steps(own, mover), board.steps(enemy, mover.other())),
        moves(at) - moves(&at.handed_over()),
    ]
}

/// The player's pawns with no enemy ahead, neither on their own column nor on the next ones.
fn passed(board: &Board, own: u64, enemy: u64, player: Player) -> u64 {
    let opponent = player.other();
    let mut below = enemy;
    for _ in 2..board.rows() {
        below |= board.ahead_of(below, opponent);
    }
    own & !board.ahead_of(below | beside(below), opponent)
}

impl Evaluator<Hexapawn> for HexapawnEvaluator {
    type Accumulator = ();

    fn accumulate(&self, _: &Hexapawn, _: &Position) {}

    fn evaluate(&self, game: &Hexapawn, at: &Position, (): &()) -> Score {
        let simple = total(&BASIC, basic(&game.board, at));
        Score::evaluation(match self {
            HexapawnEvaluator::Basic => simple,
            HexapawnEvaluator::Structure => simple + total(&STRUCTURE, structure(&game.board, at)),
        })
    }

    fn terms(&self, game: &Hexapawn, at: &Position) -> Vec<Term> {
        let mut all = terms(&BASIC, basic(&game.board, at));
        if *self == HexapawnEvaluator::Structure {
            all.extend(terms(&STRUCTURE, structure(&game.board, at)));
        }
        all
    }
}

impl Evaluated for Hexapawn {
    type Evaluator = HexapawnEvaluator;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![
            EvaluatorInfo::new(
                "structure",
                "Pawns, rows advanced, passed pawns, who wins their race, and moves.",
            ),
            EvaluatorInfo::new("basic", "Pawns and rows advanced."),
        ]
    }

    fn evaluator(&self, name: &str) -> Option<HexapawnEvaluator> {
        match name {
            "structure" => Some(HexapawnEvaluator::Structure),
            "basic" => Some(HexapawnEvaluator::Basic),
            _ => None,
        }
    }
}
