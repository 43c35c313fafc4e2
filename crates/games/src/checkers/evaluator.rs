//! What a position is worth: `positional` knows how checkers is played, `samuel` weighs the terms of Samuel's program,
//! `basic` only counts the pieces.

use super::board::{BOARD, CROWNING, Down, MEN, STEPS, Up, Way, bit_of, every_second_row, squares};
use super::samuel::{Polynomial, SAMUELS};
use super::{Checkers, Position};
use plybook_kernel::{Evaluated, Evaluator, EvaluatorInfo, Player, Score, Term, sum};

/// All evaluators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckersEvaluator {
    /// Pieces, where they stand and what they can do.
    Positional,
    /// Pieces and the terms of Samuel's program.
    Samuel(Polynomial),
    /// Pieces alone.
    Basic,
}

/// Number of terms that are counted for each side alone.
const OWN_TERMS: usize = 11;
/// Number of terms that compare the sides.
const JOINT_TERMS: usize = 2;

/// The terms of `positional`: their names and what one of each is worth, in hundredths of a man. Chosen by
/// hand between matches of 300 to 600 games, searched five plies deep from a ballot and eight random moves; so it
/// beats `basic` by 220 wins to 28 with 152 draws. A king is worth more than the best man, so that crowning pays.
const POSITIONAL: [(&str, i32); OWN_TERMS + JOINT_TERMS] = [
    ("men", 100),
    ("kings", 140),
    ("advancement", 1),
    ("back rank", 10),
    ("bridge", 25),
    ("centre", 2),
    ("mobility", 3),
    ("king mobility", 3),
    ("double corner", 30),
    ("runaway", 3),
    ("trapped kings", -30),
    ("trade down", 3),
    ("the move", 6),
];

/// The terms of `basic`.
const BASIC: [(&str, i32); 2] = [("men", 100), ("kings", 150)];

/// The eight squares in the middle.
pub(super) const CENTRE: u64 = squares([10, 11, 14, 15, 18, 19, 22, 23]);
/// The two double corners, where a lone king cannot be caught by two.
pub(super) const DOUBLE_CORNERS: u64 = squares([1, 5, 28, 32]);
/// The two squares of the first row whose men keep enemies from being crowned, by player.
const BRIDGE: [u64; 2] = [squares([1, 3]), squares([30, 32])];
/// The squares in the files that begin on a player's first row.
const SYSTEM: [u64; 2] = [every_second_row(0), every_second_row(4)];
/// Most pieces on the board with which it matters who has the move.
const FEW: i32 = 12;

/// The rows by how far they lie from a player's first row: those whose distance has the bit 1, 2 or 4.
const DISTANCE: [[u64; 3]; 2] = [distance_bits(false), distance_bits(true)];

const fn distance_bits(from_below: bool) -> [u64; 3] {
    let mut masks = [0; 3];
    let mut row = 0;
    while row < 8 {
        let distance = if from_below { 7 - row } else { row };
        let mut bit = 0;
        while bit < 3 {
            if distance >> bit & 1 == 1 {
                masks[bit] |= 0xf << bit_of(4 * row);
            }
            bit += 1;
        }
        row += 1;
    }
    masks
}

const fn count(mask: u64) -> i32 {
    mask.count_ones() as i32
}

/// How many rows the pieces of a mask have left behind them, all together.
fn rows_passed(mask: u64, player: usize) -> i32 {
    let [ones, twos, fours] = DISTANCE[player].map(|rows| count(mask & rows));
    ones + 2 * twos + 4 * fours
}

/// The squares from which some step along the way leads to one of `goals`.
fn before<W: Way>(goals: u64) -> u64 {
    (W::Back::along(goals, STEPS[0]) | W::Back::along(goals, STEPS[1])) & BOARD
}

/// How many steps along the way the pieces can make.
fn steps<W: Way>(pieces: u64, empty: u64) -> i32 {
    STEPS.iter().map(|&by| count(pieces & W::Back::along(empty, by))).sum()
}

/// The men with no enemy anywhere ahead of them.
fn runaways<W: Way>(men: u64, enemies: u64) -> u64 {
    let mut watched = enemies;
    for _ in 0..6 {
        watched |= before::<W>(watched);
    }
    men & !watched
}

/// What is counted for one side, whose men go along the way.
fn own<W: Way>(at: &Position, player: Player) -> [i32; OWN_TERMS] {
    let (men, kings, enemies) = (at.men(player), at.kings(player), at.pieces(player.other()));
    let (empty, side) = (at.empty(), player.index());
    let guards = men & CROWNING[player.other().index()];
    let mobile = kings & (before::<W>(empty) | before::<W::Back>(empty));
    let behind = count(men | kings) < count(enemies);
    [
        count(men),
        count(kings),
        rows_passed(men, side),
        count(guards),
        i32::from(guards & BRIDGE[side] == BRIDGE[side]),
        count((men | kings) & CENTRE),
        steps::<W>(men, empty),
        steps::<W>(kings, empty) + steps::<W::Back>(kings, empty),
        i32::from(behind && kings & DOUBLE_CORNERS != 0),
        rows_passed(runaways::<W>(men, enemies), side),
        count(kings & !mobile),
    ]
}

/// What compares the sides: the pieces ahead times the pieces gone, and who has the move, that is the last word
/// when both run out of free moves.
fn joint(at: &Position) -> [i32; JOINT_TERMS] {
    let (mine, theirs) = (at.pieces(at.mover()), at.pieces(at.mover().other()));
    let ahead = count(mine) - count(theirs);
    let all = count(mine | theirs);
    let has_move = count((mine | theirs) & SYSTEM[at.mover().index()]) % 2 == 1;
    let the_move = match (ahead == 0 && all <= FEW, has_move) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => -1,
    };
    [ahead * (2 * MEN as i32 - all), the_move]
}

/// All that `positional` counts, for the side to move minus the opponent.
fn positional(at: &Position) -> [i32; OWN_TERMS + JOINT_TERMS] {
    let (black, white) = (own::<Down>(at, Player::FIRST), own::<Up>(at, Player::SECOND));
    let (mine, theirs) = if at.mover() == Player::FIRST { (black, white) } else { (white, black) };
    let joint = joint(at);
    std::array::from_fn(|term| match term.checked_sub(OWN_TERMS) {
        None => mine[term] - theirs[term],
        Some(term) => joint[term],
    })
}

/// All that `basic` counts, for the side to move minus the opponent.
fn basic(at: &Position) -> [i32; BASIC.len()] {
    let (mine, theirs) = (at.mover(), at.mover().other());
    [count(at.men(mine)) - count(at.men(theirs)), count(at.kings(mine)) - count(at.kings(theirs))]
}

fn weighed<const N: usize>(values: [i32; N], terms: [(&str, i32); N]) -> Score {
    Score::evaluation(values.into_iter().zip(terms).map(|(value, (_, weight))| value * weight).sum())
}

fn named<const N: usize>(values: [i32; N], terms: [(&'static str, i32); N]) -> Vec<Term> {
    values.into_iter().zip(terms).map(|(value, (name, weight))| Term::new(name, value, weight)).collect()
}

impl Evaluator<Checkers> for CheckersEvaluator {
    type Accumulator = ();

    fn accumulate(&self, _: &Checkers, _: &Position) {}

    fn evaluate(&self, game: &Checkers, at: &Position, (): &()) -> Score {
        match self {
            CheckersEvaluator::Positional => weighed(positional(at), POSITIONAL),
            CheckersEvaluator::Samuel(_) => sum(&self.terms(game, at)),
            CheckersEvaluator::Basic => weighed(basic(at), BASIC),
        }
    }

    fn terms(&self, game: &Checkers, at: &Position) -> Vec<Term> {
        match self {
            CheckersEvaluator::Positional => named(positional(at), POSITIONAL),
            CheckersEvaluator::Samuel(polynomial) => polynomial.weighed(game, at).collect(),
            CheckersEvaluator::Basic => named(basic(at), BASIC),
        }
    }
}

impl Evaluated for Checkers {
    type Evaluator = CheckersEvaluator;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![
            EvaluatorInfo::new(
                "positional",
                "Men and kings, where they stand, what they can do, and who profits from exchanges.",
            ),
            EvaluatorInfo::new(
                "samuel",
                "Pieces, and twelve terms with the weights that Samuel's program had learnt in 42 games in 1959.",
            ),
            EvaluatorInfo::new("basic", "Men count one point, kings one and a half."),
        ]
    }

    fn evaluator(&self, name: &str) -> Option<CheckersEvaluator> {
        match name {
            "positional" => Some(CheckersEvaluator::Positional),
            "samuel" => Some(CheckersEvaluator::Samuel(SAMUELS)),
            "basic" => Some(CheckersEvaluator::Basic),
            _ => None,
        }
    }

    /// Those of `samuel` are Samuel's coefficients: powers of two up to 2^18 with a sign.
    fn evaluator_weighted(&self, name: &str, weights: &[i32]) -> Option<CheckersEvaluator> {
        (name == "samuel")
            .then(|| Polynomial::of_coefficients(weights))
            .flatten()
            .map(CheckersEvaluator::Samuel)
    }
}
