//! Games of an engine against itself, for data: each game depends on its number alone, whatever the number of threads.

use super::record::{GameRecord, NO_VALUE, RecordedPly};
use plybook_kernel::{Evaluator, Game, History, Outcome, Player, Random, Score, SearchHints};
use plybook_search::{Engine, Limits, NeverStop, Table};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Bytes of the transposition table of a game: the searches are small, and it is cleared before every game.
const TABLE: usize = 1 << 19;
/// How far apart the seeds of successive games lie.
const SEED_STEP: u64 = 0x5851_f42d_4c95_7f2d;
/// One game in so many has up to twice as many random plies, for variety late in the game.
const LONG_OPENINGS: usize = 4;
/// Plies in a row that a value must be beyond `PlayPlan::resign` before the game is called won.
const RESIGN_PLIES: u32 = 6;

/// How games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayPlan {
    /// Positions searched for a move.
    pub nodes: u64,
    /// The fewest and the most random plies at the start.
    pub opening: [usize; 2],
    /// Plies after which a game is called a draw.
    pub longest: usize,
    /// Hundredths of a point: a player who is so far ahead for some plies in a row has won. `None` in games of points,
    /// which are played to their end.
    pub resign: Option<i32>,
    /// Hundredths of a point: a game whose first searched position is worth more for either player teaches little and is
    /// left out.
    pub lopsided: Option<i32>,
    /// Decides, with a game's number, everything random in it.
    pub seed: u64,
}

/// Plays the games of some numbers. Left out are those that end, or are decided, in their openings. `None` if `stop`
/// said so before all were played; `progress` is told of each game and its plies.
pub fn play_games<G: Game, E: Evaluator<G>, U: SearchHints<G>>(
    engine: impl Fn() -> Engine<G, E, U> + Sync,
    starts: &[G::Position],
    plan: &PlayPlan,
    numbers: Range<u64>,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    progress: &(dyn Fn(usize) + Sync),
) -> Option<Vec<GameRecord>> {
    let next = AtomicU64::new(numbers.start);
    let stopped = AtomicBool::new(false);
    let played = Mutex::new(Vec::new());
    let play = || {
        let (mut engine, mut table) = (engine(), Table::with_bytes(TABLE, Default::default()));
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                return;
            }
            if stop() {
                stopped.store(true, Ordering::Relaxed);
                return;
            }
            // What an engine remembers of one game must not reach the next: threads share games out differently each
            // time.
            table.clear();
            engine.new_game();
            let one = play_game(&mut engine, &table, starts, plan, number);
            progress(one.as_ref().map_or(0, |game| game.plies.len()));
            played.lock().unwrap_or_else(PoisonError::into_inner).extend(one);
        }
    };
    if threads <= 1 {
        play();
    } else {
        thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(play))));
    }
    let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|game| game.number);
    (!stopped.into_inner()).then_some(played)
}

/// A start and some random plies: the position, the path to it and the plies. `None` where the game ends on the way.
pub(crate) struct RandomOpening<P> {
    pub start: u32,
    pub at: P,
    pub past: History,
    pub plies: Vec<RecordedPly>,
}

/// Draws an opening.
pub(crate) fn random_opening<G: Game>(
    game: &G,
    starts: &[G::Position],
    [least, most]: [usize; 2],
    random: &mut Random,
) -> Option<RandomOpening<G::Position>> {
    let most = if random.below(LONG_OPENINGS) == 0 { 2 * most } else { most };
    let length = least + random.below(most.saturating_sub(least) + 1);
    // Half of the games begin as the game does, where there is a choice.
    let start = if random.below(2) == 0 { 0 } else { random.below(starts.len().max(1)) };
    let (mut at, mut past, mut plies) = (starts.get(start)?.clone(), History::new(), Vec::new());
    let mut moves = Vec::new();
    for _ in 0..length {
        if game.outcome_with(&at, &past).is_some() {
            return None;
        }
        moves.clear();
        game.moves(&at, &mut moves);
        if moves.is_empty() {
            return None;
        }
        let ordinal = random.below(moves.len());
        plies.push(RecordedPly { ordinal: ordinal.try_into().ok()?, value: NO_VALUE });
        past.push(game.key(&at), game.resets(&at, moves[ordinal]));
        game.play(&mut at, moves[ordinal]);
    }
    Some(RandomOpening { start: start as u32, at, past, plies })
}

/// The generator of a game's number.
pub(crate) fn random_of(seed: u64, number: u64) -> Random {
    Random::new(plybook_kernel::zobrist::scramble(seed ^ number.wrapping_add(1).wrapping_mul(SEED_STEP)))
}

fn play_game<G: Game, E: Evaluator<G>, U: SearchHints<G>>(
    engine: &mut Engine<G, E, U>,
    table: &Table,
    starts: &[G::Position],
    plan: &PlayPlan,
    number: u64,
) -> Option<GameRecord> {
    let game = Arc::clone(&engine.game);
    let mut random = random_of(plan.seed, number);
    let opening = random_opening(&*game, starts, plan.opening, &mut random)?;
    let RandomOpening { start, mut at, mut past, mut plies } = opening;
    let opening = plies.len();
    let limits = Limits::nodes(plan.nodes);
    let mut moves = Vec::new();
    let mut ahead = Ahead::default();
    let outcome = loop {
        if let Some(outcome) = game.outcome_with(&at, &past) {
            break outcome;
        }
        moves.clear();
        game.moves(&at, &mut moves);
        if moves.is_empty() {
            break game.no_moves(&at);
        }
        if plies.len() >= plan.longest {
            break Outcome::Draw;
        }
        let result = engine.search(&at, &past, &limits, Some(table), &NeverStop);
        let (mv, score) = (result.best()?, result.score()?);
        if plies.len() == opening
            && plan.lopsided.is_some_and(|most| score.is_decided() || score.raw().abs() > most)
        {
            return None;
        }
        let ordinal = moves.iter().position(|&other| other == mv)?;
        plies.push(RecordedPly { ordinal: ordinal.try_into().ok()?, value: RecordedPly::value_of(score) });
        let mover = game.turn(&at).player()?;
        if let Some(winner) = plan.resign.and_then(|resign| ahead.winner(score, mover, resign)) {
            break Outcome::Win(winner);
        }
        past.push(game.key(&at), game.resets(&at, mv));
        game.play(&mut at, mv);
    };
    (plies.len() > opening).then_some(GameRecord { number, start, plies, outcome })
}

/// Who is far ahead, and for how many plies in a row.
#[derive(Default)]
struct Ahead {
    leader: Option<Player>,
    plies: u32,
}

impl Ahead {
    /// The winner, if this value says so: a proven win, or one more of a row of values beyond the limit.
    fn winner(&mut self, score: Score, mover: Player, resign: i32) -> Option<Player> {
        let leader = if score.raw() >= resign {
            mover
        } else if score.raw() <= -resign {
            mover.other()
        } else {
            *self = Ahead::default();
            return None;
        };
        self.plies = if self.leader == Some(leader) { self.plies + 1 } else { 1 };
        self.leader = Some(leader);
        (score.is_decided() || self.plies >= RESIGN_PLIES).then_some(leader)
    }
}
