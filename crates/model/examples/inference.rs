//! What learnt evaluations cost beside those made by hand: nanoseconds for an update and an evaluation along random
//! games, and positions that the engine searches in a second, with random weights.
//!
//! `cargo run --release -p plybook-model --example inference -- chess othello` measures these games, without names
//! all that are meant to have a model. `steps GAME EVALUATOR` runs one evaluator alone, for a profiler.

use plybook_games::{Visitor, with_game};
use plybook_kernel::{Evaluator, History, ListedGame, Random};
use plybook_model::{
    LearntEvaluator, Model, Net, NetParameters, NetSpec, Provenance, TupleLimits, TupleSpec, Tuples,
};
use plybook_search::{Engine, Limits, NeverStop, Table};
use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;

const GAMES: [&str; 9] = [
    "othello",
    "checkers",
    "chess",
    "baroque",
    "breakthrough",
    "connect4",
    "kalah",
    "black-and-white",
    "tts",
];
/// Random games that are followed, and their most plies.
const LINES: u64 = 20;
const PLIES: usize = 120;
/// How often all lines are followed, and all positions searched; the quickest counts.
const REPEATS: usize = 5;
/// How often the lines are followed in one measurement: the clock of processor time is coarse.
const ROUNDS: usize = 500;
/// Positions that are searched, and how many nodes of each.
const ROOTS: usize = 6;
const NODES: u64 = 60_000;
const MEBIBYTES: usize = 16;
/// The largest random weight.
const WEIGHT: f32 = 0.3;

type Lines<G> = Vec<Vec<(<G as plybook_kernel::Game>::Position, <G as plybook_kernel::Game>::Move)>>;

/// Seconds of processor time that this process has used.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    stat.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn lines<G: ListedGame>(game: &G) -> Lines<G> {
    let play = |seed: u64| {
        let mut random = Random::new(seed);
        let (mut at, mut line) = (game.start(), Vec::new());
        for _ in 0..PLIES {
            let Some(&mv) = random.pick(&game.legal(&at)) else { break };
            line.push((at.clone(), mv));
            game.play(&mut at, mv);
        }
        line
    };
    (0..LINES).map(play).collect()
}

/// Nanoseconds for an update and an evaluation.
fn step<G: ListedGame, E: Evaluator<G>>(game: &G, evaluator: &E, lines: &Lines<G>) -> f64 {
    let mut best = f64::MAX;
    let mut steps = 0;
    for _ in 0..REPEATS {
        let start = cpu_seconds();
        steps = 0;
        for _ in 0..ROUNDS {
            for line in lines {
                let mut from = evaluator.accumulate(game, &line[0].0);
                let mut to = from.clone();
                for pair in line.windows(2) {
                    let ((before, mv), (after, _)) = (&pair[0], &pair[1]);
                    evaluator.update_in_place(game, &from, before, *mv, after, &mut to);
                    std::mem::swap(&mut from, &mut to);
                    black_box(evaluator.evaluate(game, after, &from));
                    steps += 1;
                }
            }
        }
        best = best.min(cpu_seconds() - start);
    }
    best / f64::from(steps) * 1e9
}

/// Thousand positions a second.
fn speed<G: ListedGame, E: Evaluator<G>>(game: &Arc<G>, evaluator: &E, lines: &Lines<G>) -> f64 {
    let mut best = 0.0f64;
    for _ in 0..REPEATS {
        let start = cpu_seconds();
        let mut nodes = 0;
        for line in lines.iter().take(ROOTS) {
            let (at, _) = &line[line.len() / 3];
            let mut engine = Engine::new(Arc::clone(game), evaluator.clone(), game.hints());
            let table = Table::with_mebibytes(MEBIBYTES);
            let limits = Limits::nodes(NODES);
            nodes += engine.search(at, &History::new(), &limits, Some(&table), &NeverStop).counts.nodes;
        }
        best = best.max(nodes as f64 / 1e3 / (cpu_seconds() - start));
    }
    best
}

fn weights(random: &mut Random, count: usize, size: f32) -> Vec<f32> {
    (0..count).map(|_| (random.below(2001) as f32 / 1000.0 - 1.0) * size).collect()
}

/// A net with random weights.
fn net<G: ListedGame>(game: &G, hidden: usize) -> Result<LearntEvaluator, Box<dyn Error>> {
    let layout = game.plane_layout().ok_or("no planes")?;
    let phases = game.phases();
    let spec = NetSpec::new(&layout, hidden, phases, phases).ok_or("no such size")?;
    let mut random = Random::new(1);
    let parameters = NetParameters {
        input: weights(&mut random, spec.features * hidden, WEIGHT),
        bias: weights(&mut random, hidden, WEIGHT),
        output: weights(&mut random, phases * 2 * hidden, WEIGHT),
        output_bias: weights(&mut random, phases, WEIGHT),
    };
    let net = Net::quantise(&layout, &spec, &parameters, 1.5)?;
    Ok(LearntEvaluator::new(layout, Model::Net(net), Provenance::default()))
}

/// Tuples with random weights.
fn tuples<G: ListedGame>(game: &G) -> Result<LearntEvaluator, Box<dyn Error>> {
    let layout = game.plane_layout().ok_or("no planes")?;
    let spec =
        TupleSpec::from_layout(&layout, 2, game.phases(), &TupleLimits::default()).ok_or("no tuples")?;
    let weights = weights(&mut Random::new(2), spec.weights(), WEIGHT / 4.0);
    let tuples = Tuples::quantise(&layout, &spec, &weights, 1.5)?;
    Ok(LearntEvaluator::new(layout, Model::Tuples(tuples), Provenance::default()))
}

struct Measure;

impl Visitor for Measure {
    type Output = Result<(), Box<dyn Error>>;

    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        let game = Arc::new(game);
        let lines = lines(&*game);
        let infos = game.evaluators();
        let hand = infos.first().and_then(|info| Some((info, game.evaluator(&info.name)?)));
        let (info, hand) = hand.ok_or("no evaluator")?;
        let (ns, usual) = (step(&*game, &hand, &lines), speed(&game, &hand, &lines));
        println!("| {} | {} | {ns:.0} | {usual:.0} | 1 |", game.full_name(), info.name);
        let show = |name: &str, learnt: &LearntEvaluator| {
            let (ns, speed) = (step(&*game, learnt, &lines), speed(&game, learnt, &lines));
            println!("| | {name} | {ns:.0} | {speed:.0} | {:.2} |", speed / usual);
        };
        for hidden in [16, 32, 64] {
            show(&format!("net of {hidden}"), &net(&*game, hidden)?);
        }
        let tuples = tuples(&*game)?;
        show(&tuples.model().shape(), &tuples);
        Ok(())
    }
}

/// Follows the lines with one evaluator.
struct Steps<'a>(&'a str);

impl Visitor for Steps<'_> {
    type Output = Result<(), Box<dyn Error>>;

    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        let lines = lines(&game);
        let ns = match self.0 {
            "tuples" => step(&game, &tuples(&game)?, &lines),
            name => match name.parse() {
                Ok(hidden) => step(&game, &net(&game, hidden)?, &lines),
                Err(_) => step(&game, &game.evaluator(name).ok_or("no such evaluator")?, &lines),
            },
        };
        println!("{ns:.1} ns");
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [steps, game, evaluator] = &words[..]
        && steps == "steps"
    {
        return with_game(game, Steps(evaluator))?;
    }
    println!(
        "| game | evaluation | ns a step | thousand positions a second | ratio |\n|---|---|---|---|---|"
    );
    let named = words.iter().map(String::as_str);
    let games: Vec<&str> = if words.is_empty() { GAMES.to_vec() } else { named.collect() };
    games.into_iter().try_for_each(|game| with_game(game, Measure)?)
}
