//! In verifying mode every combination of sound techniques finds the value of plain minimax: on positions of
//! all games.

use crate::positions::{Each, affordable, for_all, names, reach};
use crate::{effort, switches};
use plybook_kernel::{Evaluator, History, ListedGame, Random, Score};
use plybook_search::reference::{Method, search};
use plybook_search::{Driver, Engine, Limits, NeverStop, Options};
use std::sync::Arc;

const POSITIONS: usize = 1_000;
const TABLE_BYTES: usize = 1 << 14;
/// About how many positions plain minimax may enter.
const AFFORDABLE: usize = 2_500;
/// Single switches turned and combinations drawn for each position; the single ones take their turns.
const TURNED: usize = 3;
const DRAWN: usize = 2;

struct Compare {
    random: Random,
    single: Vec<Options>,
    turn: usize,
    checked: usize,
    positions: usize,
    tables: Vec<plybook_search::Table>,
}

/// What a position is worth by its successors' plain values.
fn value_of<G: ListedGame, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    at: &G::Position,
    mv: G::Move,
    depth: u32,
) -> Score {
    let after = game.after(at, mv);
    let reply = search(Method::AlphaBetaNegamax, game, evaluator, &after, depth - 1).score;
    if game.turn(&after) == game.turn(at) { reply.up() } else { (-reply).up() }
}

impl Each for Compare {
    fn game<G: ListedGame>(&mut self, name: &str, game: G) {
        let game = Arc::new(game);
        let hints = game.hints();
        for number in 0..self.positions {
            let infos = game.evaluators();
            let evaluator = game.evaluator(&infos[number % infos.len()].name).expect("a listed evaluator");
            let (at, _) = reach(&*game, &mut self.random, 40);
            let depth = affordable(&*game, &at, AFFORDABLE, 4);
            let plain = search(Method::Minimax, &*game, &evaluator, &at, depth);
            let mut engine = Engine::new(Arc::clone(&game), evaluator.clone(), hints.clone());
            let sound = Options::SOUND.verifying();
            let mtd = Options { driver: Driver::NullWindows, ..sound };
            let mut trials = vec![(sound, 1), (sound, 2), (mtd, 1)];
            trials.extend((0..TURNED).map(|step| (self.single[(self.turn + step) % self.single.len()], 1)));
            trials.extend((0..DRAWN).map(|_| (switches::any(&mut self.random), 1)));
            self.turn += TURNED;
            for (trial, (options, threads)) in trials.into_iter().enumerate() {
                let layouts = self.tables.len();
                let table = &mut self.tables[(number + trial) % layouts];
                table.clear();
                engine.options = options;
                let limits = Limits { threads, ..Limits::depth(depth) };
                let finding = engine.search(&at, &History::new(), &limits, Some(table), &NeverStop);
                let what = || format!("{name} {} at {depth}, {threads} threads, {options:?}", game.text(&at));
                assert_eq!(finding.score(), Some(plain.score), "{}", what());
                let best = finding.best().unwrap_or_else(|| panic!("no move: {}", what()));
                assert_eq!(value_of(&*game, &evaluator, &at, best, depth), plain.score, "{}", what());
            }
            self.checked += 1;
        }
    }
}

#[test]
fn every_game() {
    let wanted = POSITIONS * effort();
    let positions = wanted.div_ceil(names().len() / 2);
    let single = switches::single();
    let tables = switches::tables(TABLE_BYTES);
    let mut compare = Compare { random: Random::new(3), single, turn: 0, checked: 0, positions, tables };
    for_all(&mut compare);
    assert!(compare.checked >= wanted, "only {} positions", compare.checked);
}
