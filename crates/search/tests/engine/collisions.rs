//! With keys cut to a few bits the table is wrong most of the time. Values are then worth nothing, but moves
//! stay legal and nothing breaks.

use crate::effort;
use crate::positions::{Each, for_all, names, reach};
use plybook_kernel::{ListedGame, Random};
use plybook_search::{Driver, Engine, Limits, NeverStop, Options, Replacement, Table};
use std::sync::Arc;

const SEARCHES: usize = 10_000;
/// Bits of the key that are left.
const KEY_BITS: u32 = 8;
const NODES: u64 = 250;

struct Collide {
    random: Random,
    searches: usize,
    done: usize,
    collisions: u64,
}

impl Each for Collide {
    fn game<G: ListedGame>(&mut self, name: &str, game: G) {
        let game = Arc::new(game);
        let evaluator = game.evaluator(&game.evaluators()[0].name).expect("a listed evaluator");
        let mut engine = Engine::new(Arc::clone(&game), evaluator, game.hints());
        let table = Table::with_bytes(1 << 12, Replacement::Bucketed);
        for number in 0..self.searches {
            let from = [Options::STRONG, Options::SOUND][number % 2];
            let driver = [Driver::Aspiration, Driver::NullWindows, Driver::FullWindow][number % 3];
            engine.options = Options { key_bits: KEY_BITS, driver, ..from };
            let (at, past) = reach(&*game, &mut self.random, 30);
            let limits = Limits { depth: 1 + self.random.below(8) as u32, ..Limits::nodes(NODES) };
            let finding = engine.search(&at, &past, &limits, Some(&table), &NeverStop);
            let text = || format!("{name} {}", game.text(&at));
            assert!(finding.best().is_some(), "no move: {}", text());
            for line in &finding.lines {
                let mut at = at.clone();
                for &mv in &line.moves {
                    assert!(game.legal(&at).contains(&mv), "{mv:?} in {:?}: {}", line.moves, text());
                    game.play(&mut at, mv);
                }
            }
            self.collisions += finding.counts.collisions;
            self.done += 1;
        }
    }
}

#[test]
fn moves_stay_legal_when_keys_collide() {
    let wanted = SEARCHES * effort();
    let searches = wanted.div_ceil(names().len() / 2);
    let mut collide = Collide { random: Random::new(5), searches, done: 0, collisions: 0 };
    for_all(&mut collide);
    assert!(collide.done >= wanted, "only {} searches", collide.done);
    assert!(collide.collisions > 0, "no key collided");
}
