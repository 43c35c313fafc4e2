//! A first evaluation of games of sowing: what is stored, what lies at home, and what the mover can have at once.

use super::definition::SeedsDecide;
use super::{SowingGame, SowingPosition};
use plybook_kernel::{Evaluated, Evaluator, EvaluatorInfo, Score, Term};

/// A stored seed.
const STORED: i32 = Score::POINT;
/// A seed in an own pit, where it is collected at the end and where it only can be sown.
const COLLECTED: i32 = 10;
const AT_HOME: i32 = 2;
/// A pit that can be sown.
const MOVE: i32 = 10;
/// An extra turn that the mover has, and a seed of the mover's best capture.
const AGAIN: i32 = 100;
const CAPTURE: i32 = 60;

/// The evaluation that is made from the rules of a game of sowing. It has a single form, called `rules`.
#[derive(Clone, Copy, Debug)]
pub struct SowingEvaluator;

/// The name of the evaluator.
const NAME: &str = "rules";

/// What is counted, its value for the player to move, and its weight.
fn counted(game: &SowingGame, at: &SowingPosition) -> [(&'static str, i32, i32); 5] {
    let rules = &game.rules;
    let (me, other) = (at.mover.index(), 1 - at.mover.index());
    let stored = |player: usize| rules.ring.stored(at, player) as i32;
    let home = |player: usize| rules.ring.at_home(at, player) as i32;
    let pits = |player: usize| {
        let filled = |&&seeds: &&u8| seeds >= rules.definition.sow.least;
        at.places[rules.ring.pits_of(player)].iter().filter(filled).count() as i32
    };
    let (mut again, mut capture) = (0, 0);
    for pit in rules.moves(at) {
        let sown = rules.definition.sow_and_capture(&rules.ring, at, pit);
        again |= i32::from(sown.again);
        capture = capture.max(sown.captured as i32);
    }
    // Who wants fewer seeds wants the opposite of all that brings them.
    let sign = if rules.definition.stuck == SeedsDecide::Fewer { -1 } else { 1 };
    let at_home = if rules.definition.collect { COLLECTED } else { AT_HOME };
    [
        ("stored", stored(me) - stored(other), sign * STORED),
        ("at home", home(me) - home(other), sign * at_home),
        ("pits to sow", pits(me) - pits(other), MOVE),
        ("extra turn now", again, AGAIN),
        ("capture now", capture, if sign > 0 { CAPTURE } else { 0 }),
    ]
}

impl Evaluator<SowingGame> for SowingEvaluator {
    type Accumulator = ();

    fn accumulate(&self, _: &SowingGame, _: &SowingPosition) {}

    fn evaluate(&self, game: &SowingGame, at: &SowingPosition, (): &()) -> Score {
        Score::evaluation(counted(game, at).iter().map(|(_, value, weight)| value * weight).sum())
    }

    fn terms(&self, game: &SowingGame, at: &SowingPosition) -> Vec<Term> {
        counted(game, at).into_iter().map(|(name, value, weight)| Term::new(name, value, weight)).collect()
    }
}

impl Evaluated for SowingGame {
    type Evaluator = SowingEvaluator;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![EvaluatorInfo::new(NAME, "Stored seeds, seeds at home, and what the mover can have at once.")]
    }

    fn evaluator(&self, name: &str) -> Option<SowingEvaluator> {
        (name == NAME).then_some(SowingEvaluator)
    }
}
