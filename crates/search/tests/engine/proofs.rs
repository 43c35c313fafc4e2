//! A win or a loss that the strongest options claim is one, and its line reaches the end when it says so.

use crate::positions::reach;
use plybook_games::{Visitor, all, with_game};
use plybook_kernel::written::{WrittenEvaluations, WrittenTree};
use plybook_kernel::{Game, History, ListedGame, Outcome, Random, Score, SearchHints};
use plybook_search::{Engine, Limits, NeverStop, Options, Table};
use std::collections::HashMap;
use std::sync::Arc;

/// Games small enough to be solved completely; those that the list of games has.
const SMALL: [&str; 7] = [
    "tictactoe",
    "connect4:4x4",
    "connect4:5x4,k=3",
    "tts:board=.../.../...,k=3",
    "hexapawn:4x4",
    "hexapawn",
    "nim",
];
const POSITIONS: usize = 6000;

/// The true value, distances included.
fn solve<G: Game>(game: &G, at: &G::Position, known: &mut HashMap<u64, Score>) -> Score {
    let mover = game.turn(at).player().expect("no chance here");
    if let Some(outcome) = game.verdict(at) {
        return outcome.score(mover);
    }
    if let Some(&score) = known.get(&game.key(at)) {
        return score;
    }
    let mut best = -Score::INFINITY;
    for mv in game.legal(at) {
        let next = game.after(at, mv);
        let score = solve(game, &next, known);
        let same = game.turn(&next).player() == Some(mover);
        best = best.max(if same { score.up() } else { (-score).up() });
    }
    known.insert(game.key(at), best);
    best
}

struct Prove<'a>(&'a str);

impl Visitor for Prove<'_> {
    type Output = u64;

    fn visit<G: ListedGame>(self, game: G) -> u64 {
        let game = Arc::new(game);
        let mut known = HashMap::new();
        let evaluator = game.evaluator(&game.evaluators()[0].name).expect("a listed evaluator");
        let mut engine = Engine::new(Arc::clone(&game), evaluator, game.hints());
        let mut random = Random::new(11);
        let mut claims = 0;
        // One for each way to deepen: what goes two plies at a time finds other proofs.
        let tables = [Table::with_mebibytes(1), Table::with_mebibytes(1)];
        for number in 0..POSITIONS {
            engine.options = match number % 4 {
                0 => Options::SOUND,
                1 => Options { double_steps: true, ..Options::SOUND },
                _ => Options::STRONG,
            };
            let table = &tables[usize::from(engine.options.double_steps)];
            let (at, past) = reach(&*game, &mut random, 12);
            let truth = solve(&*game, &at, &mut known);
            let depth = 1 + random.below(10) as u32;
            let finding = engine.search(&at, &past, &Limits::depth(depth), Some(table), &NeverStop);
            let line = &finding.lines[0];
            let Some(distance) = line.score.distance() else { continue };
            claims += 1;
            let what =
                format!("{} {} at {depth}: {} by {:?}", self.0, game.text(&at), line.score, line.moves);
            assert_eq!(line.score.is_win(), truth.is_win(), "{what}; truly {truth}");
            assert_eq!(line.score.is_loss(), truth.is_loss(), "{what}; truly {truth}");
            // A proof need not be the shortest one, so a win may come later than it could, and a loss too.
            if line.score.is_win() {
                assert!(line.score <= truth, "sooner than possible: {what}; truly {truth}");
            }
            assert_eq!(line.moves.len() as u32, distance, "{what}");
            let mover = game.turn(&at).player();
            let mut end = at.clone();
            for &mv in &line.moves {
                assert!(game.legal(&end).contains(&mv), "{mv:?}: {what}");
                game.play(&mut end, mv);
            }
            let winner = match game.verdict(&end) {
                Some(Outcome::Win(player)) => Some(player),
                _ => panic!("not the end: {what}"),
            };
            assert_eq!(winner == mover, line.score.is_win(), "{what}");
        }
        claims
    }
}

#[test]
fn decided_scores_are_true_and_their_lines_reach_the_end() {
    for name in SMALL {
        let base = name.split(':').next().unwrap_or(name);
        if all().iter().any(|info| info.name == base) {
            let claims = with_game(name, Prove(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(claims > 30, "{name}: only {claims} claims");
        }
    }
}

/// The first branch is noisy, and nobody may do nothing.
#[derive(Clone, Copy)]
struct Pressed;

impl SearchHints<WrittenTree> for Pressed {
    type NodeHints = ();

    fn has_noise(&self) -> bool {
        true
    }

    fn noisy(&self, _: &WrittenTree, _: &<WrittenTree as Game>::Position, branch: u16) -> bool {
        branch == 0
    }

    fn may_stand_pat(&self, _: &WrittenTree, _: &<WrittenTree as Game>::Position) -> bool {
        false
    }
}

#[test]
fn a_quiet_way_out_beyond_the_horizon_is_seen() {
    let tree = WrittenTree::parse("((W (3 4)) 1)").expect("a tree");
    let at = tree.start();
    let mut engine = Engine::new(Arc::new(tree), WrittenEvaluations, Pressed);
    let table = Table::with_mebibytes(1);
    let finding = engine.search(&at, &History::new(), &Limits::depth(1), Some(&table), &NeverStop);
    assert_eq!(
        finding.score(),
        Some(Score::points(4)),
        "no win, because the opponent's second move is quiet"
    );
}
