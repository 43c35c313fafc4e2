//! A table whose values change under the search's feet makes its answers wrong, but never makes it go round in
//! circles.

use crate::positions::{Each, for_all, reach};
use plybook_kernel::{Game, ListedGame, Random, Score, Window};
use plybook_search::table::{Bound, Entry};
use plybook_search::trace::{Reason, Trace, Visit};
use plybook_search::{Depth, Driver, Engine, Limits, NeverStop, Options, Replacement, Table};
use std::sync::Arc;

const SEARCHES: usize = 30;
const DEPTH: u32 = 6;
const NODES: u64 = 20_000;
/// Root searches that an iteration may take: the failed windows, and one with everything open.
const MOST_ASPIRATIONS: u64 = 7;
const MOST_NULL_WINDOWS: u64 = 61;

/// Tells the table something random about every other position as it is entered, and counts root searches.
struct Liar<'a, G> {
    game: &'a G,
    table: &'a Table,
    random: Random,
    open: u32,
    roots: u64,
}

impl<G: Game> Trace<G> for Liar<'_, G> {
    fn enter(&mut self, _: Option<G::Move>, at: &G::Position, depth: Depth, _: Window, _: Visit) {
        self.roots += u64::from(self.open == 0);
        self.open += 1;
        if self.random.below(2) == 0 {
            self.table.store(self.game.key(at), lie(&mut self.random, depth));
        }
    }

    fn leave(&mut self, _: Score, _: Reason) {
        self.open -= 1;
    }
}

fn lie(random: &mut Random, depth: Depth) -> Entry {
    let score = match random.below(4) {
        0 => Score::win_in(random.below(40) as u32),
        1 => Score::loss_in(random.below(40) as u32),
        _ => Score::evaluation(random.below(2_000) as i32 - 1_000),
    };
    let bound = [Bound::Lower, Bound::Upper, Bound::Exact][random.below(3)];
    let ordinal = (random.below(2) == 0).then(|| random.below(50) as u16);
    Entry { score, bound, depth: depth.plies().max(0) as u32 + random.below(2) as u32, ordinal }
}

#[derive(Default)]
struct Mislead {
    seed: u64,
    most: [u64; 2],
}

impl Each for Mislead {
    fn game<G: ListedGame>(&mut self, name: &str, game: G) {
        let game = Arc::new(game);
        let evaluator = game.evaluator(&game.evaluators()[0].name).expect("a listed evaluator");
        let mut engine = Engine::new(Arc::clone(&game), evaluator, game.hints());
        for number in 0..SEARCHES {
            self.seed += 1;
            let mut random = Random::new(self.seed);
            let (at, past) = reach(&*game, &mut random, 30);
            let kind = number % 2;
            let driver = [Driver::Aspiration, Driver::NullWindows][kind];
            engine.options = Options { driver, ..Options::SOUND };
            let table = Table::with_bytes(1 << 16, Replacement::Bucketed);
            let mut liar = Liar { game: &*game, table: &table, random, open: 0, roots: 0 };
            let limits = Limits { depth: DEPTH, ..Limits::nodes(NODES) };
            let finding = engine.watch(&at, &past, &limits, Some(&table), &NeverStop, &mut liar);
            assert!(finding.best().is_some_and(|best| game.legal(&at).contains(&best)));
            let iterations = u64::from(finding.depth) + 1;
            let most = [MOST_ASPIRATIONS, MOST_NULL_WINDOWS][kind] * iterations;
            assert!(liar.roots <= most, "{name} {driver:?}: {} root searches", liar.roots);
            self.most[kind] = self.most[kind].max(liar.roots);
        }
    }
}

#[test]
fn no_driver_goes_round_in_circles() {
    let mut mislead = Mislead::default();
    for_all(&mut mislead);
    assert!(mislead.most[0] > u64::from(DEPTH), "the lies failed no aspiration window: {:?}", mislead.most);
    assert!(mislead.most[1] > 2 * u64::from(DEPTH), "the lies moved no null window: {:?}", mislead.most);
}
