//! The engine beside the crate `minimax`: time and positions entered for the same search.
//!
//! `cargo run --release -- [RUNS] [NAME...]` runs every contest, or those whose names begin so, and prints medians
//! of CPU time. The word `alone` leaves the crate out, `swift` its set-ups without counter-moves, which take minutes
//! on Connect Four 20. Both sides have one thread and a fresh table of 64 MiB, allocated before the clock starts.

mod contest;
mod crate_side;

use contest::{Contest, Winning};
use cpu_time::ThreadTime;
use crate_side::{ENTERED, State, Values};
use minimax::{IterativeOptions, Strategy};
use plybook_games::{breakthrough::Breakthrough, chess::Chess, connect4::Connect4, othello::Othello};
use plybook_kernel::{HasInfo, History};
use plybook_search::{Engine, NeverStop, Limits, Options, Table};
use std::sync::Arc;

/// Bytes of either side's table.
const TABLE: usize = 64 << 20;
/// Runs of each contest unless the command line says otherwise; the crate shuffles its root.
const RUNS: usize = 20;

/// What a run took.
#[derive(Clone, Copy)]
struct Run {
    seconds: f64,
    nodes: u64,
    value: i32,
}

/// A way to set the crate up: its name and what is added to a table.
type Setup = (&'static str, fn(IterativeOptions) -> IterativeOptions);

/// How the crate is set up: as its examples do, and with what else it offers that keeps the value. The fastest of
/// them is the rival.
const SETUPS: [Setup; 6] = [
    ("table alone", |options| options),
    ("as its example", |options| options.with_double_step_increment().with_aspiration_window(5)),
    ("counter-moves", counters),
    ("counter-moves, double steps", |options| counters(options).with_double_step_increment()),
    ("counter-moves, double steps, aspiration", |options| {
        counters(options).with_double_step_increment().with_aspiration_window(5)
    }),
    ("counter-moves, double steps, MTD(f)", |options| {
        counters(options).with_double_step_increment().with_mtdf()
    }),
];

/// The first of them, which order moves by nothing but the table.
const SLOW_SETUPS: usize = 2;
/// The word that leaves the crate out, and the one that leaves its slow set-ups out.
const ALONE: &str = "alone";
const SWIFT: &str = "swift";

fn counters(options: IterativeOptions) -> IterativeOptions {
    options.with_countermoves().with_countermove_history()
}

fn ours<C: Contest>(game: &Arc<C>, options: Options, depth: u32, table: bool) -> Run {
    let table = table.then(|| Table::with_mebibytes(TABLE >> 20));
    let mut engine = Engine::new(Arc::clone(game), game.values(), game.advice());
    engine.options = options;
    let (at, past) = (game.start(), History::new());
    let clock = ThreadTime::now();
    let finding = engine.search(&at, &past, &Limits::depth(depth), table.as_ref(), &NeverStop);
    Run {
        seconds: clock.elapsed().as_secs_f64(),
        nodes: finding.counts.nodes,
        value: finding.score().map_or(0, |score| score.raw()),
    }
}

fn theirs<C: Contest>(game: &'static C, (_, set_up): Setup, depth: u32) -> Run {
    let options = set_up(IterativeOptions::new().with_table_byte_size(TABLE));
    let mut search = minimax::IterativeSearch::new(Values::<C, false>(game.values()), options);
    search.set_max_depth(depth as u8);
    let mut state = State { game, at: game.start() };
    let clock = ThreadTime::now();
    search.choose_move(&state);
    let seconds = clock.elapsed().as_secs_f64();
    let stats = search.stats(&mut state);
    let nodes = stats.split("Explored ").nth(1).and_then(|rest| rest.split(' ').next());
    Run {
        seconds,
        nodes: nodes.and_then(|nodes| nodes.parse().ok()).unwrap_or(0),
        value: i32::from(search.root_value()),
    }
}

/// The crate's alpha-beta without a table. It has no counter of its own and shuffles its root, so that the positions
/// must be counted in the very run that is timed.
fn bare<C: Contest>(game: &'static C, depth: u32) -> Run {
    let state = State { game, at: game.start() };
    let before = ENTERED.get();
    let mut search = minimax::Negamax::new(Values::<C, true>(game.values()), depth as u8);
    let clock = ThreadTime::now();
    search.choose_move(&state);
    let seconds = clock.elapsed().as_secs_f64();
    Run { seconds, nodes: ENTERED.get() - before, value: i32::from(search.root_value()) }
}

/// Positions per second of plain alpha-beta, no table, no ordering.
fn compare_bare<C: Contest>(name: &str, game: C, depth: u32, runs: usize) {
    let own = Arc::new(game);
    let lent: &'static C = Box::leak(Box::new(Arc::clone(&own)));
    let options = Options { alpha_beta: true, ..Options::PLAIN };
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        mine.push(ours(&own, options, depth, false));
        theirs.push(bare(lent, depth));
    }
    let speed = |runs: &[Run]| median(runs.iter().map(|run| run.nodes as f64 / run.seconds / 1e6).collect());
    let (mine, theirs) = (speed(&mine), speed(&theirs));
    println!(
        "{name} plain alpha-beta depth {depth}: {mine:.1} and {theirs:.1} million positions/s, {:.2} x",
        mine / theirs
    );
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn compare<C: Contest>(name: &str, game: C, depth: u32, runs: usize, setups: &[Setup]) {
    let own = Arc::new(game);
    let lent: &'static C = Box::leak(Box::new(Arc::clone(&own)));
    // The crate knows no rules about the path.
    let options = Options { double_steps: true, path_rules: false, ..Options::SOUND };
    let mut mine = Vec::new();
    let mut others = vec![Vec::new(); setups.len()];
    for _ in 0..runs {
        mine.push(ours(&own, options, depth, true));
        for (&setup, others) in setups.iter().zip(&mut others) {
            others.push(theirs(lent, setup, depth));
        }
    }
    let seconds = |runs: &[Run]| median(runs.iter().map(|run| run.seconds).collect());
    let nodes = |runs: &[Run]| median(runs.iter().map(|run| run.nodes as f64).collect());
    println!(
        "{name} depth {depth}: {:.4} s, {:.0} positions, value {}",
        seconds(&mine),
        nodes(&mine),
        mine[0].value
    );
    for ((name, _), runs) in setups.iter().zip(&others) {
        println!(
            "  minimax, {name}: {:.3} s, {:.0} positions, value {}; time {:.2} x, positions {:.2} x",
            seconds(runs),
            nodes(runs),
            runs[0].value,
            seconds(&mine) / seconds(runs),
            nodes(&mine) / nodes(runs)
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runs = arguments.iter().find_map(|text| text.parse().ok()).unwrap_or(RUNS);
    let names: Vec<&String> = arguments.iter().filter(|text| text.parse::<usize>().is_err()).collect();
    let has = |word: &str| arguments.iter().any(|text| text == word);
    let setups = match (has(ALONE), has(SWIFT)) {
        (true, _) => &[],
        (_, true) => &SETUPS[SLOW_SETUPS..],
        _ => &SETUPS[..],
    };
    let names: Vec<&String> = names.into_iter().filter(|text| *text != ALONE && *text != SWIFT).collect();
    let wanted =
        |name: &str| names.is_empty() || names.iter().any(|wanted| name.starts_with(wanted.as_str()));
    let connect4 = || Connect4::default();
    let breakthrough = || Breakthrough::default();
    if wanted("connect4-16") {
        compare("connect4", connect4(), 16, runs, setups);
    }
    if wanted("connect4-20") {
        compare("connect4", connect4(), 20, runs, setups);
    }
    let othello = || Winning(Othello::default());
    if wanted("bare-connect4") {
        compare_bare("connect4", connect4(), 10, runs);
    }
    if wanted("bare-othello") {
        compare_bare("othello", othello(), 8, runs);
    }
    if wanted("bare-breakthrough") {
        compare_bare("breakthrough", breakthrough(), 5, runs);
    }
    if wanted("bare-chess") {
        compare_bare("chess", Chess::new(), 5, runs);
    }
    if wanted("othello") {
        compare("othello", othello(), 14, runs, setups);
    }
    if wanted("breakthrough") {
        compare("breakthrough", breakthrough(), 9, runs, setups);
    }
    if wanted("chess") {
        compare("chess", Chess::new(), 7, runs, setups);
    }
}

