//! Stops, node limits, several lines, chosen moves, and the same counts every time.

use crate::positions::{Each, for_all, reach};
use plybook_games::othello::{Othello, OthelloEvaluator};
use plybook_kernel::{Game, HasInfo, History, ListedGame, NoHints, Notation, Random, Score};
use plybook_search::reference::{Method, search as search_plain};
use plybook_search::{Driver, Engine, Limits, NeverStop, Options, Stop, Table};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Positions between two questions whether to stop.
const POLL: u64 = 256;

fn othello() -> Engine<Othello, OthelloEvaluator, NoHints> {
    let game = Othello::default();
    Engine::new(Arc::new(game), OthelloEvaluator::Positional, NoHints)
}

/// Stops at the question after so many positions.
struct After {
    nodes: u64,
    seen: AtomicU64,
}

impl<M> Stop<M> for After {
    fn poll(&self, nodes: u64) -> bool {
        self.seen.fetch_add(nodes, Relaxed) + nodes >= self.nodes
    }
}

#[test]
fn a_stop_is_heard_within_a_poll() {
    for threads in [1, 2] {
        for nodes in [1, 2_000, 30_000] {
            let mut engine = othello();
            let at = engine.game.start();
            let table = Table::with_mebibytes(1);
            let stop = After { nodes, seen: AtomicU64::new(0) };
            let limits = Limits { threads, ..Limits::depth(60) };
            let finding = engine.search(&at, &History::new(), &limits, Some(&table), &stop);
            assert!(finding.stopped && finding.best().is_some());
            let most = nodes + POLL * threads as u64;
            assert!(finding.counts.nodes <= most, "{} positions after {nodes}", finding.counts.nodes);
        }
    }
}

struct Bounded(Random);

impl Each for Bounded {
    fn game<G: ListedGame>(&mut self, name: &str, game: G) {
        let game = Arc::new(game);
        let evaluator = game.evaluator(&game.evaluators()[0].name).expect("a listed evaluator");
        for nodes in [1, 2, 17, 300, 3_000] {
            let (at, past) = reach(&*game, &mut self.0, 20);
            let limits = Limits { lines: 1 + self.0.below(3), ..Limits::nodes(nodes) };
            let run = || {
                let mut engine = Engine::new(Arc::clone(&game), evaluator.clone(), game.hints());
                let table = Table::with_mebibytes(1);
                engine.search(&at, &past, &limits, Some(&table), &NeverStop)
            };
            let finding = run();
            let what = || format!("{name} {} in {nodes}", game.text(&at));
            assert!(finding.counts.nodes <= nodes, "{} positions: {}", finding.counts.nodes, what());
            assert!(finding.best().is_some(), "{}", what());
            let sane = |score: Score| score <= Score::win_in(0) && score >= Score::loss_in(0);
            assert!(finding.lines.iter().all(|line| sane(line.score)), "{:?}: {}", finding.lines, what());
            assert_eq!(finding, run(), "not the same twice: {}", what());
        }
    }
}

#[test]
fn node_limits_hold_and_searches_repeat() {
    for_all(&mut Bounded(Random::new(21)));
}

struct Together(Random);

impl Each for Together {
    fn game<G: ListedGame>(&mut self, name: &str, game: G) {
        let game = Arc::new(game);
        let evaluator = game.evaluator(&game.evaluators()[0].name).expect("a listed evaluator");
        let mut engine = Engine::new(Arc::clone(&game), evaluator, game.hints());
        for _ in 0..3 {
            let (at, past) = reach(&*game, &mut self.0, 12);
            let fresh = || Table::with_mebibytes(1);
            let alone = engine.search(&at, &past, &Limits::nodes(40_000), Some(&fresh()), &NeverStop);
            let limits = Limits { threads: 2, ..Limits::depth(alone.depth.max(1)) };
            let finding = engine.search(&at, &past, &limits, Some(&fresh()), &NeverStop);
            let what = || format!("{name} {} to {}", game.text(&at), alone.depth);
            assert!(!finding.stopped, "{}", what());
            let best = finding.best().unwrap_or_else(|| panic!("no move: {}", what()));
            assert!(game.legal(&at).contains(&best), "{best:?}: {}", what());
        }
    }
}

/// With every technique: a thread that another one overtakes leaves the position once and for all.
#[test]
fn two_threads_finish_every_game() {
    for_all(&mut Together(Random::new(23)));
}

struct Several(Random);

impl Each for Several {
    fn game<G: ListedGame>(&mut self, name: &str, game: G) {
        let game = Arc::new(game);
        let evaluator = game.evaluator(&game.evaluators()[0].name).expect("a listed evaluator");
        let mut engine = Engine::new(Arc::clone(&game), evaluator, game.hints());
        let table = Table::with_mebibytes(1);
        for (number, options) in
            [Options::SOUND.verifying(), Options::STRONG].into_iter().cycle().take(12).enumerate()
        {
            engine.options = options;
            let (at, past) = reach(&*game, &mut self.0, 20);
            let moves = game.legal(&at);
            let what = || format!("{name} {} number {number}", game.text(&at));
            let limits = Limits { depth: 4, lines: 4, ..Limits::nodes(5_000) };
            let finding = engine.search(&at, &past, &limits, Some(&table), &NeverStop);
            let firsts: Vec<G::Move> = finding.lines.iter().map(|line| line.moves[0]).collect();
            let distinct: std::collections::HashSet<_> = firsts.iter().collect();
            assert_eq!(firsts.len(), moves.len().min(4), "{}", what());
            assert_eq!(distinct.len(), firsts.len(), "{firsts:?}: {}", what());
            let scores: Vec<Score> = finding.lines.iter().map(|line| line.score).collect();
            assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}: {}", what());

            let only: Vec<u16> = (0..moves.len() as u16).filter(|number| number % 2 == 1).collect();
            let wanted: Vec<G::Move> = only.iter().map(|&number| moves[usize::from(number)]).collect();
            let finding = engine.search(&at, &past, &Limits { only, ..limits }, Some(&table), &NeverStop);
            let expected = if wanted.is_empty() { &moves } else { &wanted };
            assert!(finding.lines.iter().all(|line| expected.contains(&line.moves[0])), "{}", what());
        }
    }
}

#[test]
fn lines_are_distinct_and_ordered_and_chosen_moves_are_kept_to() {
    for_all(&mut Several(Random::new(22)));
}

/// Wherever a search is stopped, the move it gives is at least as good, one ply deeper, as the best move of the last
/// depth that it finished: bounds of a window that failed low must not choose.
#[test]
fn a_stopped_search_gives_no_poorer_move_than_the_last_finished_depth() {
    let game = Othello::default().variant("6x6").expect("a small board");
    let game = Arc::new(game);
    let evaluator = OthelloEvaluator::Positional;
    let mut random = Random::new(77);
    let mut stopped = 0;
    for number in 0..150 {
        let (at, past) = reach(&*game, &mut random, 14);
        if game.count(&at) < 2 {
            continue;
        }
        let driver = [Driver::Aspiration, Driver::NullWindows][number % 2];
        let search = |limits: &Limits| {
            let mut engine = Engine::new(Arc::clone(&game), evaluator.clone(), NoHints);
            engine.options = Options { driver, ..Options::SOUND }.verifying();
            engine.search(&at, &past, limits, Some(&Table::with_mebibytes(1)), &NeverStop)
        };
        let finding = search(&Limits::nodes(200 + random.below(2_000) as u64));
        if finding.depth < 3 || finding.depth > 5 {
            continue;
        }
        stopped += 1;
        let finished = search(&Limits::depth(finding.depth));
        let value = |mv| {
            let next = game.after(&at, mv);
            let answer = search_plain(Method::AlphaBetaNegamax, &*game, &evaluator, &next, finding.depth);
            if game.turn(&next) == game.turn(&at) { answer.score.up() } else { (-answer.score).up() }
        };
        let (given, last) = (finding.best().expect("a move"), finished.best().expect("a move"));
        let what = game.text(&at);
        assert!(
            value(given) >= value(last),
            "{what} {driver:?}: {given:?} after {last:?} at {}",
            finding.depth
        );
    }
    assert!(stopped > 50, "only {stopped} searches were stopped at a useful depth");
}

/// What is learnt about moves in one game must not steer the next: a new game really forgets.
#[test]
fn an_engine_that_forgets_searches_like_a_new_one() {
    let mut engine = othello();
    let at = engine.game.start();
    let nodes = |engine: &mut Engine<Othello, OthelloEvaluator, NoHints>| {
        let table = Table::with_mebibytes(1);
        engine.search(&at, &History::new(), &Limits::depth(8), Some(&table), &NeverStop).counts.nodes
    };
    let first = nodes(&mut engine);
    assert_ne!(nodes(&mut engine), first, "it has learnt nothing");
    engine.new_game();
    assert_eq!(nodes(&mut engine), first);
}
