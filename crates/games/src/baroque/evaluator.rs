//! Two evaluations: the course's count of material, and one that also sees what the pieces do.

use super::danger::can_take_king;
use super::freezing::frozen;
use super::geometry::{
    E, N, NE, NW, OPPOSITE, RANK_1, RANK_8, S, SE, SW, W, file_of, fill, first, ones, queen, rank_of,
    squares, step,
};
use super::{Baroque, Kind, Position, Variant};
use plybook_kernel::{Evaluated, Evaluator, EvaluatorInfo, Score, Term};

/// How a position is valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaroqueEvaluator {
    /// Material, grip, safety, threats, mobility and place.
    Custom,
    /// The course's: a pincer 1, a king 100, any other piece 2.
    Basic,
}

/// What the basic evaluation counts, and what one of it is worth: the course's numbers in hundredths of a point.
const BASIC: [(&str, i32); 3] =
    [("pincers", Score::POINT), ("kings", 100 * Score::POINT), ("other pieces", 2 * Score::POINT)];

/// How many things the custom evaluation counts.
const FEATURES: usize = 15;

/// What the custom evaluation counts, and what one of it is worth in hundredths of a point. A regression over the
/// results of 2500 games that it played against itself gave the rough size of each; matches between such sets of
/// numbers chose this one. It scored 96% against the basic evaluation in 200 games of two plies and captures.
const CUSTOM: [(&str, i32); FEATURES] = [
    ("pincers", 100),
    ("coordinators", 400),
    ("leapers", 550),
    ("imitators", 380),
    ("withdrawers", 350),
    ("freezers", 550),
    ("frozen pincers", -40),
    ("frozen officers", -200),
    ("frozen king", -250),
    ("coordinator targets", 30),
    ("pincer threats", 65),
    ("mobility", 2),
    ("officers near the centre", 5),
    ("king open to capture", -200),
    ("tempo", 15),
];

/// The number in `CUSTOM` of the term that only the side to move can have: the opponent moves next.
const OPEN_TO_CAPTURE: usize = 13;
/// The number in `CUSTOM` of the right to move.
const TEMPO: usize = 14;

/// The sixteen squares in the middle.
const CENTRE: u64 = 0x0000_3c3c_3c3c_0000;

/// The counts of the custom evaluation: the mover's minus the opponent's.
#[inline]
fn custom(variant: &Variant, at: &Position) -> [i32; FEATURES] {
    let passed = at.passed();
    let mut counts = of_mover(variant, at);
    for (count, other) in counts.iter_mut().zip(of_mover(variant, &passed)) {
        *count -= other;
    }
    counts[OPEN_TO_CAPTURE] = i32::from(can_take_king(variant, &passed));
    counts[TEMPO] = 1;
    counts
}

/// What is counted for the side to move alone.
#[inline]
fn of_mover(variant: &Variant, at: &Position) -> [i32; FEATURES] {
    let (own, empty, enemy) = (at.own, !at.occupied(), at.enemy());
    let frozen = frozen(variant, at);
    let free = own & !frozen;
    let king = at.of(Kind::King) & own;
    let pincers = at.of(Kind::Pincer) & own;
    let officers = own & !king & !pincers;

    // Where pieces can slide: rays of one direction never overlap, so a union loses nothing.
    let reach = |pieces: u64, direction: usize| fill(pieces, empty, direction) & empty;
    let by_pincers = [N, E, S, W].map(|direction| reach(pincers & free, direction));
    let by_officers = [N, E, S, W, NE, SE, SW, NW].map(|direction| reach(officers & free, direction));
    let [n, e, s, w, ne, se, sw, nw] = by_officers;
    let [pincer_n, pincer_e, pincer_s, pincer_w] = by_pincers;
    let mobility = ones([n | pincer_n, e | pincer_e, s | pincer_s, w | pincer_w, ne, se, sw, nw]);

    // Enemies with a friend on one side and a square for a pincer on the other.
    let landing = pincer_n | pincer_e | pincer_s | pincer_w;
    let held = |direction: usize| step(own, direction) & step(landing, direction ^ OPPOSITE);
    let threatened = enemy & (held(N) | held(E) | held(S) | held(W));

    let count = |mask: u64| mask.count_ones() as i32;
    [
        count(pincers),
        count(own & at.of(Kind::Coordinator)),
        count(own & at.of(Kind::Leaper)),
        count(own & at.of(Kind::Imitator)),
        count(own & at.of(Kind::Withdrawer)),
        count(own & at.of(Kind::Freezer)),
        count(frozen & pincers),
        count(frozen & officers),
        count(frozen & king),
        count(enemy & targets(at, free, first(king))),
        count(threatened),
        mobility as i32,
        count(officers & CENTRE),
        0,
        0,
    ]
}

/// The squares that a coordinator can come to command by a move.
fn targets(at: &Position, free: u64, king: usize) -> u64 {
    let occupied = at.occupied();
    squares(free & at.of(Kind::Coordinator)).fold(0, |all, coordinator| {
        let to = queen(coordinator, occupied) & !occupied;
        all | ranks(to) & file_of(king) | files(to) & rank_of(king)
    })
}

/// The whole files of all squares of a mask.
const fn files(mask: u64) -> u64 {
    let top = (((mask & !RANK_8) + !RANK_8) | mask) & RANK_8;
    (top >> 7) * 0xff
}

/// The whole ranks of all squares of a mask.
const fn ranks(mask: u64) -> u64 {
    let half = mask | mask >> 32;
    let quarter = half | half >> 16;
    ((quarter | quarter >> 8) & 0xff) * RANK_1
}

impl Evaluator<Baroque> for BaroqueEvaluator {
    type Accumulator = ();

    fn accumulate(&self, _: &Baroque, _: &Position) {}

    #[inline]
    fn evaluate(&self, game: &Baroque, at: &Position, (): &()) -> Score {
        Score::evaluation(match self {
            BaroqueEvaluator::Custom => total(custom(&game.variant, at), CUSTOM),
            BaroqueEvaluator::Basic => total(basic(at), BASIC),
        })
    }

    fn terms(&self, game: &Baroque, at: &Position) -> Vec<Term> {
        let term = |(value, (name, weight))| Term::new(name, value, weight);
        match self {
            BaroqueEvaluator::Custom => custom(&game.variant, at).into_iter().zip(CUSTOM).map(term).collect(),
            BaroqueEvaluator::Basic => basic(at).into_iter().zip(BASIC).map(term).collect(),
        }
    }
}

/// Counts times weights.
#[inline]
fn total<const TERMS: usize>(counts: [i32; TERMS], weights: [(&str, i32); TERMS]) -> i32 {
    counts.into_iter().zip(weights).map(|(count, (_, weight))| count * weight).sum()
}

/// The counts of the basic evaluation: the mover's pieces minus the opponent's.
#[inline]
fn basic(at: &Position) -> [i32; 3] {
    let (own, enemy) = (at.own, at.enemy());
    let (pincers, kings) = (at.of(Kind::Pincer), at.of(Kind::King));
    [pincers, kings, !pincers & !kings]
        .map(|mask| (mask & own).count_ones() as i32 - (mask & enemy).count_ones() as i32)
}

impl Evaluated for Baroque {
    type Evaluator = BaroqueEvaluator;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![
            EvaluatorInfo::new(
                "custom",
                "Material by kind, frozen pieces, king safety, threats, mobility and place.",
            ),
            EvaluatorInfo::new("basic", "The course's count: a pincer 1, a king 100, any other piece 2."),
        ]
    }

    fn evaluator(&self, name: &str) -> Option<BaroqueEvaluator> {
        match name {
            "custom" => Some(BaroqueEvaluator::Custom),
            "basic" => Some(BaroqueEvaluator::Basic),
            _ => None,
        }
    }
}
