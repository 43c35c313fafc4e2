//! Three evaluations: one that knows what matters when, the same with a play book, and the bare difference of discs.

use super::mobility::mobility;
use super::patterns;
use super::position::{SIDE, with_neighbours};
use super::stability::stable_discs;
use super::{Othello, Position};
use plybook_kernel::{Evaluated, Evaluator, EvaluatorInfo, Pattern, PatternWeights, Score, Term};
use std::sync::Arc;

/// The evaluators of Othello.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OthelloEvaluator {
    /// The positional one and what a play book says of the edges and corners.
    Patterns(Arc<PatternWeights>),
    /// Mobility, frontier, corners and their neighbours, edges, stable discs, parity and discs, weighted by the
    /// stage of the game.
    Positional,
    /// The difference of discs.
    Basic,
}

/// What the positional evaluation counts, in the order of the columns of `KNOTS`.
const NAMES: [&str; TERMS] = [
    "moves",
    "empty squares beside the other's discs",
    "discs beside empty squares",
    "corners",
    "discs diagonal to an empty corner",
    "edge discs beside an empty corner",
    "other edge discs",
    "stable discs",
    "discs",
    "the last move",
];
const TERMS: usize = 10;

/// Stages of the game: all empty squares of the start are left at the last of them, none at the first.
const STAGES: usize = 60;
/// Stages between two rows of `KNOTS`.
const APART: usize = 10;

/// Hundredths of a disc for each count, at stages 0, 10, ... 60 of the board of eight. Fitted by least squares to
/// the results of 8,000 games that the evaluation played against itself at depth four, then rounded and evened out
/// where a match showed no loss.
const KNOTS: [[i32; TERMS]; STAGES / APART + 1] = [
    [380, -280, -80, 0, -30, -60, 0, 110, 0, 150],
    [255, -95, -40, 400, -315, -110, -40, 90, 0, 220],
    [110, 10, -80, 770, -680, -50, 0, 80, 5, 205],
    [75, 20, -135, 950, -1050, -70, 40, 110, 10, 210],
    [60, 30, -140, 950, -1200, -110, 45, 240, 20, 210],
    [60, 50, -80, 800, -1200, -300, 20, 400, 20, 200],
    [60, 50, -80, 800, -1200, -300, 20, 400, 20, 200],
];

/// What the positional evaluation knows about a size of board.
struct Shape {
    corners: u64,
    /// The squares of the edge, without the corners.
    edges: u64,
    /// The weights at every stage.
    weights: [[i32; TERMS]; STAGES + 1],
}

/// Boards of eight, six and four.
static SHAPES: [Shape; 3] = [Shape::new(8), Shape::new(6), Shape::new(4)];

impl Shape {
    const fn new(side: usize) -> Shape {
        let game = Othello::new(side);
        let last = side - 1;
        let mut edges = 0;
        let mut step = 1;
        while step < last {
            edges |= 1 << game.square(0, step) | 1 << game.square(last, step);
            edges |= 1 << game.square(step, 0) | 1 << game.square(step, last);
            step += 1;
        }
        let corners = 1 << game.square(0, 0)
            | 1 << game.square(0, last)
            | 1 << game.square(last, 0)
            | 1 << game.square(last, last);
        Shape { corners, edges, weights: weights_by_stage(side) }
    }

    fn of(game: &Othello) -> &'static Shape {
        &SHAPES[(SIDE - game.side) / 2]
    }
}

/// The weights on straight lines between the knots. On smaller boards fewer discs are at stake.
const fn weights_by_stage(side: usize) -> [[i32; TERMS]; STAGES + 1] {
    let mut weights = [[0; TERMS]; STAGES + 1];
    let mut stage = 0;
    while stage <= STAGES {
        let (knot, beyond) = (stage / APART, (stage % APART) as i32);
        let next = if knot < STAGES / APART { knot + 1 } else { knot };
        let mut term = 0;
        while term < TERMS {
            let (low, high) = (KNOTS[knot][term], KNOTS[next][term]);
            let weight = low * APART as i32 + (high - low) * beyond;
            weights[stage][term] = weight * placements(side) as i32 / (APART * STAGES) as i32;
            term += 1;
        }
        stage += 1;
    }
    weights
}

/// Discs that can be placed in a game.
const fn placements(side: usize) -> usize {
    side * side - 4
}

/// The weights of a position: smaller boards run through all stages too.
fn weights(game: &Othello, at: &Position) -> &'static [i32; TERMS] {
    let stage = game.empty(at).count_ones() as usize * STAGES / placements(game.side);
    &Shape::of(game).weights[stage.min(STAGES)]
}

/// The counts of the positional evaluation: the side to move minus the opponent.
#[inline]
fn counts(game: &Othello, at: &Position) -> [i32; TERMS] {
    let (own, other, empty) = (at.own, at.other, game.empty(at));
    let difference = |squares: u64| count(own & squares) - count(other & squares);
    let &Shape { corners, edges, .. } = Shape::of(game);
    let risky = with_neighbours(corners & empty) & !corners;
    let stable = if (own | other) & corners == 0 { [0; 2] } else { stable_discs(own, other, game.board) };
    [
        count(at.moves) - count(mobility(other, own) & game.board),
        count(empty & with_neighbours(other)) - count(empty & with_neighbours(own)),
        difference(with_neighbours(empty)),
        difference(corners),
        difference(risky & !edges),
        difference(risky & edges),
        difference(edges & !risky),
        count(stable[0]) - count(stable[1]),
        difference(u64::MAX),
        if count(empty) % 2 == 1 { 1 } else { -1 },
    ]
}

const fn count(squares: u64) -> i32 {
    squares.count_ones() as i32
}

/// The positional evaluation in hundredths of a disc.
#[inline]
pub(super) fn positional(game: &Othello, at: &Position) -> i32 {
    counts(game, at).into_iter().zip(weights(game, at)).map(|(value, weight)| value * weight).sum()
}

fn positional_terms(game: &Othello, at: &Position) -> Vec<Term> {
    let weighted = counts(game, at).into_iter().zip(weights(game, at));
    NAMES.iter().zip(weighted).map(|(name, (value, &weight))| Term::new(*name, value, weight)).collect()
}

impl Evaluator<Othello> for OthelloEvaluator {
    type Accumulator = ();

    fn accumulate(&self, _: &Othello, _: &Position) {}

    fn evaluate(&self, game: &Othello, at: &Position, (): &()) -> Score {
        match self {
            OthelloEvaluator::Patterns(book) => {
                let [edges, corners] = patterns::values(book, game, at);
                Score::evaluation(positional(game, at) + edges + corners)
            }
            OthelloEvaluator::Positional => Score::evaluation(positional(game, at)),
            OthelloEvaluator::Basic => Score::points(count(at.own) - count(at.other)),
        }
    }

    fn terms(&self, game: &Othello, at: &Position) -> Vec<Term> {
        match self {
            OthelloEvaluator::Patterns(book) => {
                let book = patterns::values(book, game, at).into_iter().zip(["edges", "corner regions"]);
                let book = book.map(|(value, name)| Term::new(name, value, 1));
                positional_terms(game, at).into_iter().chain(book).collect()
            }
            OthelloEvaluator::Positional => positional_terms(game, at),
            OthelloEvaluator::Basic => {
                vec![Term::new("discs", count(at.own) - count(at.other), Score::POINT)]
            }
        }
    }
}

impl Evaluated for Othello {
    type Evaluator = OthelloEvaluator;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        let mut all = vec![
            EvaluatorInfo::new(
                "patterns",
                "The positional one, with the learnt value of every edge and corner region.",
            ),
            EvaluatorInfo::new(
                "positional",
                "Mobility, frontier, corners, edges, stable discs and parity, weighted by the stage of the game.",
            ),
            EvaluatorInfo::new("basic", "The mover's discs minus the opponent's."),
        ];
        if self.side != SIDE {
            // The pattern weights are of the whole board.
            all.remove(0);
        }
        all
    }

    fn evaluator(&self, name: &str) -> Option<OthelloEvaluator> {
        match name {
            "patterns" => self.evaluator_with(&patterns::learnt()?),
            "positional" => Some(OthelloEvaluator::Positional),
            "basic" => Some(OthelloEvaluator::Basic),
            _ => None,
        }
    }

    fn patterns(&self) -> &[Pattern] {
        if self.side == SIDE { &patterns::PATTERNS } else { &[] }
    }

    fn configurations(&self, at: &Position, each: &mut dyn FnMut(usize, usize)) {
        if self.side == SIDE {
            patterns::configurations(self, at, each);
        }
    }

    fn same_configuration(&self, pattern: usize, configuration: usize) -> usize {
        patterns::mirrored(pattern, configuration).min(configuration)
    }

    fn evaluator_with(&self, book: &Arc<PatternWeights>) -> Option<OthelloEvaluator> {
        (self.side == SIDE).then(|| OthelloEvaluator::Patterns(Arc::clone(book)))
    }
}
