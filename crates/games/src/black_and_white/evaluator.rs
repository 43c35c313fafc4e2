//! Three evaluators: the one of the student report on the assignment, a stronger one whose weights were fitted
//! to the results of games between equals, and the number of discs alone.

use super::board::{ALONG_ROWS, DIAGONALS, SIDE, STRIDE, Squares, size};
use super::{BlackAndWhite, Position};
use plybook_kernel::{Evaluated, Evaluator, EvaluatorInfo, Score, Term};

/// The evaluators of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlackAndWhiteEvaluator {
    /// Discs, discs that can be jumped, and lines that are nearly complete.
    Custom,
    /// The four features of the report with its weights.
    Report,
    /// The difference of the numbers of discs.
    Basic,
}

/// What an evaluator counts and the worth of each, in hundredths of a point.
type Weights<const N: usize> = [(&'static str, i32); N];

/// The report's weights are 1, 1, 4 and 3.
const REPORT: Weights<4> = [("protected", 100), ("doubly protected", 100), ("line-up", 400), ("attack", 300)];

/// From a logistic regression on the results of some 1,800 games that a search of five plies played with itself,
/// scaled so that a disc is a point and rounded.
const CUSTOM: Weights<5> = [
    ("discs", 100),
    ("discs to jump now", 80),
    ("own discs in danger", 30),
    ("lines of four still open", 100),
    ("lines of three still open", 20),
];

const BASIC: Weights<1> = [("discs", 100)];

/// The first place of each row in one copy, and of each column in the other.
const FIRST_PLACES: Squares = {
    let mut places = 0;
    let mut line = 0;
    while line < 2 * SIDE {
        places |= 1 << (STRIDE * line);
        line += 1;
    }
    places
};
/// Both ends of each row in one copy, and of each column in the other.
const ENDS: Squares = FIRST_PLACES | FIRST_PLACES << (SIDE - 1);
/// The ends of the columns in the copy along the rows.
const BOTTOM_AND_TOP: Squares = ((1 << SIDE) - 1) * (1 | 1 << (STRIDE * (SIDE - 1)));

/// How many axes of discs are protected, and how many discs are on both axes. A disc cannot be jumped along an
/// axis if a neighbour on it is of its own colour or off the board.
fn protected(discs: Squares) -> [i32; 2] {
    let along = discs & (discs << 1 | discs >> 1 | ENDS);
    let copy = discs & ALONG_ROWS;
    let upright = copy << STRIDE | copy >> STRIDE | BOTTOM_AND_TOP;
    [along.count_ones() as i32, size(along & upright) as i32]
}

/// How many discs of `prey` the discs of `hunter` could jump.
fn attacked(hunter: Squares, prey: Squares, empty: Squares) -> i32 {
    let [hunter, prey, empty] = [hunter, prey, empty].map(|set| set & ALONG_ROWS);
    let between = |shift| hunter << shift & empty >> shift | hunter >> shift & empty << shift;
    size(prey & (between(1) | between(STRIDE))) as i32
}

/// The number of squares of a set on each row and column, at the first place of each.
fn on_lines(set: Squares) -> u64 {
    (0..SIDE).map(|place| set >> place & FIRST_PLACES).sum()
}

/// The sum over all lines of the square of the number of discs.
fn line_up(discs: Squares) -> i32 {
    let counts = on_lines(discs);
    let straight: u64 = (0..2 * SIDE).map(|line| (counts >> (STRIDE * line) & 7).pow(2)).sum();
    let diagonal: u32 = DIAGONALS.iter().map(|diagonal| (discs & diagonal).count_ones().pow(2)).sum();
    straight as i32 + diagonal as i32
}

/// How many lines hold exactly `wanted` discs of one side and none of the other.
fn open_lines(discs: Squares, counts: u64, rival: Squares, rival_counts: u64, wanted: u64) -> i32 {
    // A group of bits is zero where the line is as wanted; no group is above seven, so adding seven carries into
    // its fourth bit unless it is zero.
    let unlike = (counts ^ (wanted * FIRST_PLACES)) | rival_counts;
    let straight = 2 * SIDE as u32 - ((unlike + 7 * FIRST_PLACES) >> 3 & FIRST_PLACES).count_ones();
    let is_open =
        |diagonal: &Squares| rival & diagonal == 0 && u64::from((discs & diagonal).count_ones()) == wanted;
    straight as i32 + DIAGONALS.iter().filter(|diagonal| is_open(diagonal)).count() as i32
}

impl Position {
    /// The values of `REPORT`. What can be jumped is judged by the discs on the board even while others are still
    /// in hand.
    fn report(self) -> [i32; REPORT.len()] {
        let Position { own, other, .. } = self;
        let ([axes, both], [other_axes, other_both]) = (protected(own), protected(other));
        let empty = self.empty();
        [
            axes - other_axes,
            both - other_both,
            line_up(own) - line_up(other),
            attacked(own, other, empty) - attacked(other, own, empty),
        ]
    }

    /// The values of `CUSTOM`.
    fn custom(self) -> [i32; CUSTOM.len()] {
        let Position { own, other, .. } = self;
        let empty = self.empty();
        let (counts, other_counts) = (on_lines(own), on_lines(other));
        let open = |wanted| {
            open_lines(own, counts, other, other_counts, wanted)
                - open_lines(other, other_counts, own, counts, wanted)
        };
        let [discs] = self.basic();
        [discs, attacked(own, other, empty), -attacked(other, own, empty), open(4), open(3)]
    }

    /// The values of `BASIC`.
    fn basic(self) -> [i32; BASIC.len()] {
        [size(self.own) as i32 - size(self.other) as i32]
    }
}

/// The sum of the weighted values.
fn weigh<const N: usize>(values: [i32; N], weights: &Weights<N>) -> Score {
    Score::evaluation(values.iter().zip(weights).map(|(value, (_, weight))| value * weight).sum())
}

/// The weighted values with their names.
fn name<const N: usize>(values: [i32; N], weights: &Weights<N>) -> Vec<Term> {
    values.into_iter().zip(weights).map(|(value, &(name, weight))| Term::new(name, value, weight)).collect()
}

impl Evaluator<BlackAndWhite> for BlackAndWhiteEvaluator {
    type Accumulator = ();

    fn accumulate(&self, _: &BlackAndWhite, _: &Position) {}

    fn evaluate(&self, _: &BlackAndWhite, at: &Position, (): &()) -> Score {
        match self {
            BlackAndWhiteEvaluator::Custom => weigh(at.custom(), &CUSTOM),
            BlackAndWhiteEvaluator::Report => weigh(at.report(), &REPORT),
            BlackAndWhiteEvaluator::Basic => weigh(at.basic(), &BASIC),
        }
    }

    fn terms(&self, _: &BlackAndWhite, at: &Position) -> Vec<Term> {
        match self {
            BlackAndWhiteEvaluator::Custom => name(at.custom(), &CUSTOM),
            BlackAndWhiteEvaluator::Report => name(at.report(), &REPORT),
            BlackAndWhiteEvaluator::Basic => name(at.basic(), &BASIC),
        }
    }
}

impl Evaluated for BlackAndWhite {
    type Evaluator = BlackAndWhiteEvaluator;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![
            EvaluatorInfo::new(
                "custom",
                "Discs, discs that can be jumped, and lines of three and four that are still open.",
            ),
            EvaluatorInfo::new(
                "report",
                "The report's four features: protected and doubly protected discs, line-up, attack.",
            ),
            EvaluatorInfo::new("basic", "The mover's discs minus the opponent's."),
        ]
    }

    fn evaluator(&self, name: &str) -> Option<BlackAndWhiteEvaluator> {
        match name {
            "custom" => Some(BlackAndWhiteEvaluator::Custom),
            "report" => Some(BlackAndWhiteEvaluator::Report),
            "basic" => Some(BlackAndWhiteEvaluator::Basic),
            _ => None,
        }
    }
}
