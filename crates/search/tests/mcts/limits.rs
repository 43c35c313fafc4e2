//! Limits: simulations, memory, stops, chosen moves, several lines, seeds and threads.

use crate::{find, of_game, position};
use plybook_games::breakthrough::Breakthrough;
use plybook_games::chess::Chess;
use plybook_games::connect4::Connect4;
use plybook_games::othello::Othello;
use plybook_games::tictactoe::TicTacToe;
use plybook_kernel::{Game, HasInfo, History};
use plybook_search::mcts::{Leaf, MctsOptions};
use plybook_search::{Limits, NeverStop, Stop};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[test]
fn memory_is_bounded_and_the_search_goes_on() {
    const MEMORY: usize = 200_000;
    let game = Othello::default().variant("6x6").unwrap();
    let mut mcts = of_game(game, MctsOptions { memory: MEMORY, ..MctsOptions::default() });
    let (mut at, mut past) = (mcts.game.start(), History::new());
    for _ in 0..6 {
        let found = mcts.search(&at, &past, &Limits::nodes(6_000), &NeverStop, &mut |_| false);
        assert_eq!(found.simulations, 6_000);
        assert_eq!(found.fill, 1_000, "{found:?}");
        // The last node may pass the limit by its own size.
        assert!(mcts.memory() <= MEMORY + 4_096, "{} bytes", mcts.memory());
        let mv = found.best().expect("a move");
        past.push(mcts.game.key(&at), mcts.game.resets(&at, mv));
        mcts.game.play(&mut at, mv);
    }
    let roomy = MctsOptions { memory: 100 * MEMORY, ..MctsOptions::default() };
    let mut mcts = of_game(mcts.game.variant("6x6").unwrap(), roomy);
    assert!(find(&mut mcts, &at, &Limits::nodes(6_000)).fill < 500);
    assert!(mcts.memory() > MEMORY);
}

/// Stops at the question after so many simulations.
struct After {
    most: u64,
    told: AtomicU64,
    questions: AtomicU64,
    /// Questions that were answered with a stop.
    stops: AtomicU64,
}

impl<M> Stop<M> for After {
    fn poll(&self, simulations: u64) -> bool {
        self.questions.fetch_add(1, Relaxed);
        let stop = self.told.fetch_add(simulations, Relaxed) + simulations >= self.most;
        self.stops.fetch_add(stop.into(), Relaxed);
        stop
    }
}

/// The stop is asked every few hundred positions, in the middle of a playout too.
#[test]
fn a_stop_is_heard_within_some_hundred_positions() {
    let zero = AtomicU64::default;
    let stop = |most| After { most, told: zero(), questions: zero(), stops: zero() };
    for threads in [1, 2] {
        let game = Chess::default();
        let at = game.start();
        let mut mcts = of_game(game, MctsOptions::default());
        let stop = stop(200);
        let limits = Limits { threads, ..Limits::depth(9) };
        let found = mcts.search(&at, &History::new(), &limits, &stop, &mut |_| false);
        assert!(found.stopped && found.best().is_some());
        assert!(found.simulations >= 200, "{found:?}");
        // A chess playout has hundreds of positions: several questions each.
        assert!(found.positions / stop.questions.load(Relaxed) <= 300, "{found:?}");
        // The first stop ends the game in the middle; then each thread says once more what it had not told yet.
        assert!(stop.stops.load(Relaxed) <= 2 * threads as u64, "{found:?}");
    }
    let mut mcts = of_game(Connect4::default(), MctsOptions::default());
    let at = mcts.game.start();
    let none = mcts.search(&at, &History::new(), &Limits::depth(9), &stop(0), &mut |_| false);
    assert!(none.stopped && none.simulations == 0 && none.best().is_some());
}

#[test]
fn the_tree_grows_no_deeper_than_it_may() {
    let game = Connect4::default();
    let deepest = |depth| {
        let mut mcts = of_game(game, MctsOptions::default());
        find(&mut mcts, &game.start(), &Limits { nodes: Some(5_000), ..Limits::depth(depth) }).deepest
    };
    assert_eq!((deepest(1), deepest(3)), (1, 3));
    assert!(deepest(200) > 5);
}

#[test]
fn whoever_is_told_can_end_the_search() {
    let mut mcts = of_game(Connect4::default(), MctsOptions::default());
    let at = mcts.game.start();
    let mut told = Vec::new();
    let found = mcts.search(&at, &History::new(), &Limits::nodes(100_000), &NeverStop, &mut |found| {
        told.push(found.simulations);
        told.len() == 3
    });
    assert_eq!((told, found.stopped), (vec![1_000, 2_000, 4_000], true));
    // Whatever is found in the end is told too.
    let mut told = Vec::new();
    let limits = Limits::nodes(1_500);
    mcts.new_game();
    mcts.search(&at, &History::new(), &limits, &NeverStop, &mut |found| {
        told.push(found.simulations);
        false
    });
    assert_eq!(told, [1_000, 1_500]);
}

#[test]
fn chosen_moves_and_several_lines_are_kept_to() {
    let mut mcts = of_game(Connect4::default(), MctsOptions::default());
    let at = mcts.game.start();
    let found = find(&mut mcts, &at, &Limits { lines: 3, ..Limits::nodes(3_000) });
    assert_eq!((found.lines.len(), found.visits.len()), (3, 3));
    assert!(found.visits.is_sorted_by(|a, b| a >= b) && found.best() == Some(21), "{found:?}");
    let only = find(&mut mcts, &at, &Limits { lines: 9, only: vec![0, 5], ..Limits::nodes(500) });
    let firsts: Vec<u8> = only.lines.iter().map(|line| line.moves[0]).collect();
    assert!(firsts.len() == 2 && firsts.contains(&0) && firsts.contains(&35), "{only:?}");
    // Won by another move; the one that may be played does not win.
    let game = TicTacToe;
    let at = position(&game, "2X/OXO/3 X");
    let worst = game.legal(&at).iter().position(|&mv| mv == 1).expect("b1") as u16;
    let kept = find(
        &mut of_game(game, MctsOptions::default()),
        &at,
        &Limits { only: vec![worst], ..Limits::nodes(9_000) },
    );
    assert_eq!((kept.best(), kept.solved), (Some(1), true), "{kept:?}");
}

#[test]
fn a_seed_makes_the_same_search_again() {
    let run = |seed, leaf| {
        let mut mcts = of_game(Breakthrough::default(), MctsOptions { seed, leaf, ..MctsOptions::default() });
        let at = mcts.game.start();
        let found = find(&mut mcts, &at, &Limits { lines: 40, ..Limits::nodes(3_000) });
        mcts.new_game();
        let again = find(&mut mcts, &at, &Limits { lines: 40, ..Limits::nodes(3_000) });
        assert_eq!((&found.lines, &found.visits), (&again.lines, &again.visits), "a new game forgets");
        (found.lines, found.visits, found.positions)
    };
    for leaf in [Leaf::Playout, Leaf::Evaluation] {
        assert_eq!(run(5, leaf), run(5, leaf));
        assert_ne!(run(5, leaf), run(6, leaf));
    }
}

#[test]
fn threads_share_one_tree() {
    let game = TicTacToe;
    let at = game.start();
    let limits = Limits { threads: 3, ..Limits::nodes(400_000) };
    let found = find(&mut of_game(game, MctsOptions::default()), &at, &limits);
    assert!(found.solved && found.lines[0].score.raw() == 0, "{found:?}");
    let game = Connect4::default();
    let at = game.start();
    let mut mcts = of_game(game, MctsOptions { solver: false, ..MctsOptions::default() });
    let found = find(&mut mcts, &at, &Limits { threads: 2, lines: 7, ..Limits::nodes(20_000) });
    assert_eq!(found.simulations, 20_000);
    assert_eq!(found.visits.iter().sum::<u64>(), 20_000);
}
