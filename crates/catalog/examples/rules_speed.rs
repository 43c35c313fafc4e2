//! How fast games of rules files are beside the same games as code, in one run: leaves of perft, games played out by
//! chance, and positions that the engine searches, each in a second of processor time.
//!
//! `cargo run --release -p plybook-catalog --example rules_speed`

use plybook_games::{Visitor, with_game};
use plybook_kernel::perft::perft;
use plybook_kernel::{History, ListedGame, Random};
use plybook_rules::{RulesFile, RulesVisitor, gallery};
use plybook_search::{Engine, Limits, NeverStop, Table};
use std::error::Error;
use std::sync::Arc;

/// Files, the same games as code, and the depth of their perft.
const GAMES: [(&str, &str, u32); 7] = [
    ("tic-tac-toe", "tictactoe", 8),
    ("hexapawn", "hexapawn:5x5", 9),
    ("connect-four", "connect4", 8),
    ("breakthrough", "breakthrough", 5),
    ("othello", "othello", 8),
    ("checkers", "checkers", 8),
    ("toro-tile-straight", "tts", 4),
];
/// The shortest time that is told apart from none, in seconds.
const SHORTEST: f64 = 1e-6;
/// How often everything is measured; the quickest counts.
const REPEATS: usize = 3;
/// Games that are played out in one measurement, and their most plies.
const PLAYOUTS: usize = 3_000;
const PLIES: usize = 300;
/// Positions that are searched, how many nodes of each, and the table.
const ROOTS: usize = 6;
const NODES: u64 = 60_000;
const MEBIBYTES: usize = 16;

/// Leaves of perft, games played out and positions searched, in a second.
struct Measure(u32);

impl Measure {
    fn of<G: ListedGame>(self, game: G) -> [f64; 3] {
        let game = Arc::new(game);
        let start = game.start();
        let leaves = best(|| perft(&*game, &start, self.0).leaves as f64);
        let played = best(|| {
            let mut random = Random::new(1);
            (0..PLAYOUTS).for_each(|_| drop(play_out(&*game, &mut random)));
            PLAYOUTS as f64
        });
        let searched = best(|| {
            let mut random = Random::new(2);
            (0..ROOTS).map(|_| search(&game, &mut random)).sum()
        });
        [leaves, played, searched]
    }
}

/// What was done in a second of processor time, the quickest of some measurements.
fn best(mut work: impl FnMut() -> f64) -> f64 {
    let measure = |_| {
        let start = cpu_seconds();
        let done = work();
        done / (cpu_seconds() - start).max(SHORTEST)
    };
    (0..REPEATS).map(measure).fold(0.0, f64::max)
}

/// The positions of a game played out by chance.
fn play_out<G: ListedGame>(game: &G, random: &mut Random) -> Vec<G::Position> {
    let (mut at, mut moves, mut line) = (game.start(), Vec::new(), Vec::new());
    for _ in 0..PLIES {
        if game.outcome(&at).is_some() {
            break;
        }
        moves.clear();
        game.moves(&at, &mut moves);
        let Some(&mv) = random.pick(&moves) else { break };
        line.push(at.clone());
        game.play(&mut at, mv);
    }
    line
}

/// Positions that the engine enters from a position of a random game.
fn search<G: ListedGame>(game: &Arc<G>, random: &mut Random) -> f64 {
    let line = play_out(&**game, random);
    let infos = game.evaluators();
    let evaluator = infos.last().and_then(|info| game.evaluator(&info.name));
    let (Some(at), Some(evaluator)) = (line.get(line.len() / 3), evaluator) else { return 0.0 };
    let mut engine = Engine::new(Arc::clone(game), evaluator, game.hints());
    let table = Table::with_mebibytes(MEBIBYTES);
    engine.search(at, &History::new(), &Limits::nodes(NODES), Some(&table), &NeverStop).counts.nodes as f64
}

impl Visitor for Measure {
    type Output = [f64; 3];
    fn visit<G: ListedGame>(self, game: G) -> [f64; 3] {
        self.of(game)
    }
}

impl RulesVisitor for Measure {
    type Output = [f64; 3];
    fn visit<G: ListedGame>(self, game: G) -> [f64; 3] {
        self.of(game)
    }
}

/// Processor seconds of this thread, by the system's own count; zero where it does not tell.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    stat.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("| game | million leaves a second | thousand games played out | thousand positions searched |");
    println!("|---|---|---|---|");
    for (file, native, depth) in GAMES {
        let source = gallery::source(file).ok_or("no such file")?;
        let options = if native.ends_with("5x5") { "size=5x5" } else { "" };
        let rules = RulesFile::read_as(source, options)?.visit(Measure(depth));
        let code = with_game(native, Measure(depth))?;
        let cell = |place: usize, unit: f64| {
            let ratio = rules[place] / code[place];
            format!("{:.1} of {:.1}: {ratio:.2}", rules[place] / unit, code[place] / unit)
        };
        println!("| {file} | {} | {} | {} |", cell(0, 1e6), cell(1, 1e3), cell(2, 1e3));
    }
    Ok(())
}
