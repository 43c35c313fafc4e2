//! Evaluations of breakthrough.

use super::{Breakthrough, Position};
use crate::pawns::{Board, ahead_left, ahead_right, attacked, beside, pairs, race};
use crate::weights::{Weights, terms, total};
use plybook_kernel::{Evaluated, Evaluator, EvaluatorInfo, Player, Score, Term};

/// A pawn is the point, the rest is our choice.
const BASIC: Weights<2> = [("pawns", Score::POINT), ("rows advanced", 5)];

/// Chosen by matches of 1,000 games on 8x8 at a depth of two plies: leaving out any of them but the race,
/// which decides too rarely to be measured, wins at most 45 games of 100. `basic` wins two.
const STRUCTURE: Weights<7> = [
    ("pawns", Score::POINT),
    ("pawns to be won", -60),
    ("pawns far ahead", 12),
    ("pawns side by side", 15),
    ("home row", 25),
    ("wins next move", 2000),
    ("race", 1000),
];

/// What a pawn counts as `far ahead` with one, two, three, four steps to go.
const FAR_AHEAD: [i32; 4] = [12, 7, 3, 1];

/// Counts pawns and how far they are, and with `structure` also how well they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakthroughEvaluator {
    /// How well pawns stand, not only how many there are.
    Structure,
    /// Pawns and rows alone.
    Basic,
}

fn difference(own: u64, enemy: u64) -> i32 {
    own.count_ones() as i32 - enemy.count_ones() as i32
}

fn basic(board: &Board, at: &Position) -> [i32; 2] {
    let (own, enemy, mover) = (at.own(), at.enemy(), at.mover());
    [difference(own, enemy), board.advance(own, mover) - board.advance(enemy, mover.other())]
}

fn structure(board: &Board, at: &Position) -> [i32; 7] {
    let (own, enemy, mover, waiting) = (at.own(), at.enemy(), at.mover(), at.mover().other());
    [
        difference(own, enemy),
        difference(to_be_won(own, enemy, mover), to_be_won(enemy, own, waiting)),
        far_ahead(board, own, mover) - far_ahead(board, enemy, waiting),
        difference(pairs(own), pairs(enemy)),
        difference(own & board.goal(waiting), enemy & board.goal(mover)),
        wins_next(board, at),
        race(
            board.steps(runners(board, own, enemy, mover), mover),
            board.steps(runners(board, enemy, own, waiting), waiting),
        ),
    ]
}

/// The player's pawns that are attacked more often than protected.
fn to_be_won(own: u64, enemy: u64, player: Player) -> u64 {
    let opponent = player.other();
    let attacks = [ahead_left(enemy, opponent), ahead_right(enemy, opponent)];
    let guards = [ahead_left(own, player), ahead_right(own, player)];
    let once = (attacks[0] | attacks[1]) & !(guards[0] | guards[1]);
    let twice = attacks[0] & attacks[1] & !(guards[0] & guards[1]);
    own & (once | twice)
}

fn far_ahead(board: &Board, pawns: u64, player: Player) -> i32 {
    let mut row = board.goal(player);
    let mut sum = 0;
    for worth in FAR_AHEAD {
        row = board.ahead_of(row, player.other());
        sum += worth * (pawns & row).count_ones() as i32;
    }
    sum
}

/// Who arrives at once: 1 for the side to move if it has a pawn with one step to go, for that step is always
/// there; -1 if the enemy has such a pawn and it cannot be taken, or has two.
fn wins_next(board: &Board, at: &Position) -> i32 {
    let (mover, waiting) = (at.mover(), at.mover().other());
    let threats = at.enemy() & board.ahead_of(board.goal(waiting), mover);
    let unanswered = threats & !attacked(at.own(), mover) != 0 || threats.count_ones() > 1;
    match at.own() & board.ahead_of(board.goal(mover), waiting) {
        0 if unanswered => -1,
        0 => 0,
        _ => 1,
    }
}

/// The player's pawns that nobody can stop: every enemy is farther away by columns than by rows, or behind.
fn runners(board: &Board, own: u64, enemy: u64, player: Player) -> u64 {
    let opponent = player.other();
    let mut reach = 0;
    let mut front = enemy;
    while front != 0 {
        front = board.ahead_of(front | beside(front), opponent);
        reach |= front;
    }
    own & !reach
}

impl Evaluator<Breakthrough> for BreakthroughEvaluator {
    type Accumulator = ();

    fn accumulate(&self, _: &Breakthrough, _: &Position) {}

    fn evaluate(&self, game: &Breakthrough, at: &Position, (): &()) -> Score {
        Score::evaluation(match self {
            BreakthroughEvaluator::Structure => total(&STRUCTURE, structure(&game.board, at)),
            BreakthroughEvaluator::Basic => total(&BASIC, basic(&game.board, at)),
        })
    }

    fn terms(&self, game: &Breakthrough, at: &Position) -> Vec<Term> {
        match self {
            BreakthroughEvaluator::Structure => terms(&STRUCTURE, structure(&game.board, at)),
            BreakthroughEvaluator::Basic => terms(&BASIC, basic(&game.board, at)),
        }
    }
}

impl Evaluated for Breakthrough {
    type Evaluator = BreakthroughEvaluator;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![
            EvaluatorInfo::new(
                "structure",
                "Pawns, exchanges, pawns far ahead or side by side, home row, arrivals, races.",
            ),
            EvaluatorInfo::new("basic", "Pawns and rows advanced."),
        ]
    }

    fn evaluator(&self, name: &str) -> Option<BreakthroughEvaluator> {
        match name {
            "structure" => Some(BreakthroughEvaluator::Structure),
            "basic" => Some(BreakthroughEvaluator::Basic),
            _ => None,
        }
    }
}
