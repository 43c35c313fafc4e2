//! An accumulator is made only where a position is evaluated, and is then that position's.

use crate::positions::{Each, for_all, reach};
use plybook_kernel::{Evaluator, Game, ListedGame, Random, Score, Term};
use plybook_search::{Engine, Limits, NeverStop, Table};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const SEARCHES: usize = 12;
const NODES: u64 = 3_000;
const MEBIBYTES: usize = 1;

/// An evaluator that keeps the key of the position, counts what is asked of it, and complains where an accumulator is
/// not the position's.
#[derive(Clone)]
struct Keeper<E> {
    inner: E,
    asked: Arc<[AtomicU64; 3]>,
}

const MADE: usize = 0;
const PASSED: usize = 1;
const EVALUATED: usize = 2;

impl<E> Keeper<E> {
    fn count(&self, what: usize) {
        self.asked[what].fetch_add(1, Ordering::Relaxed);
    }

    fn counted(&self, what: usize) -> u64 {
        self.asked[what].load(Ordering::Relaxed)
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Keeper<E> {
    type Accumulator = (u64, E::Accumulator);

    fn accumulate(&self, game: &G, at: &G::Position) -> Self::Accumulator {
        (game.key(at), self.inner.accumulate(game, at))
    }

    fn update(
        &self,
        game: &G,
        (key, inner): &Self::Accumulator,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
    ) -> Self::Accumulator {
        self.count(MADE);
        assert_eq!(*key, game.key(before), "the accumulator of another position is followed");
        assert!(game.after(before, mv) == *after, "another move is followed");
        (game.key(after), self.inner.update(game, inner, before, mv, after))
    }

    fn pass(&self, game: &G, (_, inner): &Self::Accumulator, after: &G::Position) -> Self::Accumulator {
        self.count(PASSED);
        (game.key(after), self.inner.pass(game, inner, after))
    }

    fn evaluate(&self, game: &G, at: &G::Position, (key, inner): &Self::Accumulator) -> Score {
        self.count(EVALUATED);
        assert_eq!(*key, game.key(at), "the accumulator of another position is evaluated");
        self.inner.evaluate(game, at, inner)
    }

    fn terms(&self, game: &G, at: &G::Position) -> Vec<Term> {
        self.inner.terms(game, at)
    }
}

struct Keep {
    random: Random,
    /// Made, passed, evaluated, and positions entered, in all games.
    sums: [u64; 4],
}

impl Each for Keep {
    fn game<G: ListedGame>(&mut self, name: &str, game: G) {
        let game = Arc::new(game);
        let inner = game.evaluator(&game.evaluators()[0].name).expect("a listed evaluator");
        let asked = Arc::new([const { AtomicU64::new(0) }; 3]);
        let keeper = Keeper { inner, asked };
        let mut engine = Engine::new(Arc::clone(&game), keeper.clone(), game.hints());
        let table = Table::with_mebibytes(MEBIBYTES);
        let mut nodes = 0;
        for number in 0..SEARCHES {
            let (at, past) = reach(&*game, &mut self.random, 40);
            let limits = Limits { threads: 1 + number % 2, ..Limits::nodes(NODES) };
            nodes += engine.search(&at, &past, &limits, Some(&table), &NeverStop).counts.nodes;
        }
        let [made, passed, evaluated] = [MADE, PASSED, EVALUATED].map(|what| keeper.counted(what));
        assert!(made <= nodes, "{name}: {made} made for {nodes} positions");
        for (sum, count) in self.sums.iter_mut().zip([made, passed, evaluated, nodes]) {
            *sum += count;
        }
    }
}

#[test]
fn an_accumulator_is_its_positions_and_made_only_where_it_is_asked_for() {
    let mut keep = Keep { random: Random::new(6), sums: [0; 4] };
    for_all(&mut keep);
    let [made, passed, evaluated, nodes] = keep.sums;
    assert!(passed > 100 && evaluated > 10_000, "{:?}", keep.sums);
    // Positions that the table, an end or the hints settle are never evaluated: nothing is made for them.
    assert!(made < nodes * 9 / 10, "{:?}", keep.sums);
}
