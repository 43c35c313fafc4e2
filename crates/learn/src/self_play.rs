//! Games that an engine plays against itself, from random openings.

use plybook_kernel::{Evaluator, Game, HasHints, History, Outcome, Random};
use plybook_search::{Engine, Limits, Table};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Bytes of the table of a game: the games are many and their searches small.
const TABLE: usize = 1 << 20;
/// Deepest search in plies; the positions end it sooner.
const DEEPEST: u32 = 64;
/// How far apart the seeds of successive games lie.
const SEED_STEP: u64 = 0x5851_f42d_4c95_7f2d;

/// What is to be played. The same values give the same games with any number of threads.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// How many games.
    pub games: usize,
    /// Positions searched for a move.
    pub nodes: u64,
    /// Random plies before the engine takes over.
    pub plies: usize,
    /// Plies after which a game is given up and teaches nothing.
    pub longest: usize,
    /// Decides the openings.
    pub seed: u64,
    /// Threads that play games side by side.
    pub threads: usize,
}

/// A finished game: the positions in which the engine chose, and the end.
#[derive(Clone, Debug)]
pub struct PlayedGame<P> {
    /// The positions from the end of the opening on, without the last.
    pub positions: Vec<P>,
    /// How it ended.
    pub outcome: Outcome,
}

impl SelfPlay {
    /// Plays all games; `progress` is told how many are done. Games given up are left out, the others stand in the
    /// order of their numbers.
    pub fn play<G: Game + HasHints, E: Evaluator<G>>(
        &self,
        game: &Arc<G>,
        evaluator: &E,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Vec<PlayedGame<G::Position>> {
        let next = AtomicUsize::new(0);
        let done = AtomicUsize::new(0);
        let played = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let mut engine = Engine::new(Arc::clone(game), evaluator.clone(), game.hints());
                    let mut table = Table::with_bytes(TABLE, Default::default());
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            return;
                        }
                        // What an engine remembers of one game must not reach the next: threads share games out
                        // differently each time.
                        table.clear();
                        engine = Engine::new(engine.game, engine.evaluator, engine.hints);
                        if let Some(one) = self.one(&mut engine, &table, number) {
                            played.lock().unwrap_or_else(PoisonError::into_inner).push((number, one));
                        }
                        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
                    }
                });
            }
        });
        let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        played.sort_by_key(|&(number, _)| number);
        played.into_iter().map(|(_, game)| game).collect()
    }

    fn one<G: Game + HasHints, E: Evaluator<G>>(
        &self,
        engine: &mut Engine<G, E, G::SearchHints>,
        table: &Table,
        number: usize,
    ) -> Option<PlayedGame<G::Position>> {
        let game = Arc::clone(&engine.game);
        let mut random = Random::new(self.seed.wrapping_add((number as u64).wrapping_mul(SEED_STEP)));
        let limits = Limits { nodes: Some(self.nodes), ..Limits::depth(DEEPEST) };
        let (mut at, mut past, mut positions) = (game.start(), History::new(), Vec::new());
        for ply in 0..self.longest {
            if let Some(outcome) = game.outcome_with(&at, &past).or_else(|| game.verdict(&at)) {
                return Some(PlayedGame { positions, outcome });
            }
            let mv = if ply < self.plies {
                *random.pick(&game.legal(&at))?
            } else {
                positions.push(at.clone());
                let stop = plybook_search::NeverStop;
                engine.search(&at, &past, &limits, Some(table), &stop).best()?
            };
            past.push(game.key(&at), game.resets(&at, mv));
            game.play(&mut at, mv);
        }
        None
    }
}
