//! Games between two engines from paired openings, and what they say about strength.

use super::play::{random_of, random_opening};
use plybook_kernel::{Evaluator, Game, Outcome, Player, SearchHints, Wdl};
use plybook_search::{Engine, Limits, NeverStop, Table};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Bytes of the transposition table of either side.
const TABLE: usize = 1 << 20;
/// The elo of a score is a logarithm to the base of ten, times this.
const ELO: f64 = 400.0;
/// Standard errors to either side of an interval that holds 95 of 100.
const REACH: f64 = 1.96;

/// The openings and limits of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct DuelPlan {
    /// Positions searched for a move, by either side.
    pub nodes: [u64; 2],
    /// The fewest and the most random plies at the start.
    pub opening: [usize; 2],
    /// Plies after which a game is called a draw.
    pub longest: usize,
    /// Decides, with a pair's number, its opening.
    pub seed: u64,
}

/// Pairs of games from the same opening with the sides exchanged, by the points of the first side: how many pairs gave
/// nothing, half a point, and so on up to two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u32; 5]);

impl Pairs {
    /// These and others.
    #[must_use]
    pub fn with(&self, other: &Pairs) -> Pairs {
        Pairs(std::array::from_fn(|points| self.0[points] + other.0[points]))
    }

    /// Games played.
    #[must_use]
    pub fn games(&self) -> u32 {
        2 * self.0.iter().sum::<u32>()
    }

    /// The mean points of a game, and their variance between pairs.
    fn moments(&self) -> (f64, f64) {
        let count = f64::from(self.games() / 2).max(1.0);
        let each =
            || self.0.iter().enumerate().map(|(points, &pairs)| (points as f64 / 4.0, f64::from(pairs)));
        let mean = each().map(|(share, pairs)| share * pairs).sum::<f64>() / count;
        (mean, each().map(|(share, pairs)| (share - mean).powi(2) * pairs).sum::<f64>() / count)
    }

    /// The share of the points that the first side made.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.moments().0
    }

    /// The difference in Elo, and how far the truth may lie from it to either side, 95 times in 100.
    #[must_use]
    pub fn elo(&self) -> (f64, f64) {
        let (mean, variance) = self.moments();
        let count = f64::from(self.games() / 2).max(1.0);
        let elo = |score: f64| {
            let score = score.clamp(0.5 / (count + 1.0), 1.0 - 0.5 / (count + 1.0));
            -ELO * (1.0 / score - 1.0).log10()
        };
        // A count without spread is no certainty: at least what one pair of another kind would give.
        let error = (variance.max(0.25 / count) / count).sqrt() * REACH;
        (elo(mean), (elo(mean + error) - elo(mean - error)) / 2.0)
    }

    /// The logarithm of how much likelier the results are if the first side is `better` Elo stronger than if it is
    /// `level` Elo stronger (the generalised sequential probability ratio test).
    #[must_use]
    pub fn likelihood_ratio(&self, [level, better]: [f64; 2]) -> f64 {
        let (mean, variance) = self.moments();
        let count = f64::from(self.games() / 2);
        if count < 1.0 {
            return 0.0;
        }
        let expected = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / ELO));
        let (low, high) = (expected(level), expected(better));
        count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance.max(0.25 / count))
    }
}

/// A side of a match: who plays, and what it keeps from move to move.
struct Side<G: Game, E: Evaluator<G>, U: SearchHints<G>> {
    engine: Engine<G, E, U>,
    table: Table,
}

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>> Side<G, E, U> {
    fn new(engine: Engine<G, E, U>) -> Side<G, E, U> {
        Side { engine, table: Table::with_bytes(TABLE, Default::default()) }
    }

    fn begin(&mut self) {
        self.engine.new_game();
        self.table.clear();
    }
}

/// Plays the pairs of some numbers, those left out whose openings end the game. `None` if `stop` said so before all were
/// played. The same numbers give the same pairs with any number of threads.
pub fn play_pairs<G: Game, A: Evaluator<G>, B: Evaluator<G>, U: SearchHints<G>>(
    engines: (impl Fn() -> Engine<G, A, U> + Sync, impl Fn() -> Engine<G, B, U> + Sync),
    starts: &[G::Position],
    plan: &DuelPlan,
    numbers: Range<u64>,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Pairs> {
    let next = AtomicU64::new(numbers.start);
    let stopped = AtomicBool::new(false);
    let pairs = Mutex::new(Pairs::default());
    let play = || {
        let (mut first, mut second) = (Side::new(engines.0()), Side::new(engines.1()));
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                return;
            }
            if stop() {
                stopped.store(true, Ordering::Relaxed);
                return;
            }
            if let Some(points) = play_pair((&mut first, &mut second), starts, plan, number) {
                pairs.lock().unwrap_or_else(PoisonError::into_inner).0[points] += 1;
            }
        }
    };
    if threads <= 1 {
        play();
    } else {
        thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(play))));
    }
    let pairs = pairs.into_inner().unwrap_or_else(PoisonError::into_inner);
    (!stopped.into_inner()).then_some(pairs)
}

/// Plays the pair of a number: twice the points of the first side, 0 to 4. `None` if the opening ends the game.
fn play_pair<G: Game, A: Evaluator<G>, B: Evaluator<G>, U: SearchHints<G>>(
    sides: (&mut Side<G, A, U>, &mut Side<G, B, U>),
    starts: &[G::Position],
    plan: &DuelPlan,
    number: u64,
) -> Option<usize> {
    let game = Arc::clone(&sides.0.engine.game);
    let mut points = 0;
    for first in [Player::FIRST, Player::SECOND] {
        let opening = random_opening(&*game, starts, plan.opening, &mut random_of(plan.seed, number))?;
        let (mut at, mut past) = (opening.at, opening.past);
        game.verdict(&at).is_none().then_some(())?;
        sides.0.begin();
        sides.1.begin();
        let mut plies = opening.plies.len();
        let outcome = loop {
            if let Some(outcome) = game.outcome_with(&at, &past).or_else(|| game.verdict(&at)) {
                break outcome;
            }
            if plies >= plan.longest {
                break Outcome::Draw;
            }
            plies += 1;
            let limits = plan.nodes.map(Limits::nodes);
            let mv = if game.turn(&at).player()? == first {
                let side = &mut *sides.0;
                side.engine.search(&at, &past, &limits[0], Some(&side.table), &NeverStop).best()?
            } else {
                let side = &mut *sides.1;
                side.engine.search(&at, &past, &limits[1], Some(&side.table), &NeverStop).best()?
            };
            past.push(game.key(&at), game.resets(&at, mv));
            game.play(&mut at, mv);
        };
        points += match outcome.wdl(first) {
            Wdl::Win => 2,
            Wdl::Draw => 1,
            Wdl::Loss => 0,
        };
    }
    Some(points)
}
