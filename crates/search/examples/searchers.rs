//! Measures the searches against each other: playouts in a second, and matches of simulation against alpha-beta at the
//! same processor time for a move.
//!
//! ```text
//! searchers playouts GAME SECONDS
//! searchers match GAME MILLISECONDS GAMES [OPTION ...]
//! ```
//!
//! Options of simulation: `evaluation`, `cutoff=N`, `mast`, `grave`, `rave`, `puct`, `nopriors`, `implicit=N`.

use plybook_games::{Visitor, with_game};
use plybook_kernel::{Evaluated, HasHints, History, ListedGame, Player, Random, SearchHints, Wdl};
use plybook_search::mcts::{Amaf, Leaf, Mcts, MctsOptions, Policy, Selection};
use plybook_search::{Engine, Limits, Stop, Table};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Plies after which a game counts as drawn.
const LONGEST: u32 = 400;
/// Random plies before a match game.
const OPENING: usize = 4;
/// Table and tree, in mebibytes.
const MEMORY: usize = 64;

/// Processor time of this thread, in nanoseconds.
fn cpu() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// Questions to a stop between two looks at the time, which the system takes long to tell.
const LOOKS: u32 = 16;

/// Stops at a processor time.
struct Until {
    time: u64,
    asked: AtomicU32,
}

impl Until {
    fn new(time: u64) -> Until {
        Until { time, asked: AtomicU32::new(0) }
    }
}

impl<M> Stop<M> for Until {
    fn poll(&self, _: u64) -> bool {
        self.asked.fetch_add(1, Relaxed) % LOOKS == LOOKS - 1 && cpu() >= self.time
    }
}

fn options<G: ListedGame>(game: &G, words: &[String]) -> MctsOptions {
    let hints = game.hints();
    let mut options = MctsOptions {
        priors: hints.has_order(),
        memory: MEMORY << 20,
        scale: hints.margins().map_or(200.0, |margins| 2.0 * margins.reverse_futility as f32),
        ..MctsOptions::default()
    };
    if hints.prefers_simulation() {
        (options.amaf, options.exploration) = (Amaf::Grave, 0.35);
    }
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((word, "0"));
        let number: u32 = value.parse().unwrap_or(0);
        match name {
            "evaluation" => options.leaf = Leaf::Evaluation,
            "cutoff" => options.cutoff = Some(number),
            "mast" => options.policy = Policy::Mast,
            "random" => options.policy = Policy::Random,
            "grave" => options.amaf = Amaf::Grave,
            "rave" => options.amaf = Amaf::Rave,
            "plain" => options.amaf = Amaf::Off,
            "puct" => options.selection = Selection::Puct,
            "nopriors" => options.priors = false,
            "implicit" => options.implicit = number as f32 / 100.0,
            "exploration" => options.exploration = number as f32 / 100.0,
            _ => eprintln!("unknown option {word}"),
        }
    }
    options
}

fn simulation<G: ListedGame>(
    game: &Arc<G>,
    words: &[String],
) -> Mcts<G, <G as Evaluated>::Evaluator, <G as HasHints>::SearchHints> {
    let evaluator = game.evaluator(&game.evaluators()[0].name).expect("a listed evaluator");
    let mut mcts = Mcts::new(Arc::clone(game), evaluator, game.hints());
    mcts.options = options(&**game, words);
    mcts.new_game();
    mcts
}

struct Playouts {
    seconds: f64,
    words: Vec<String>,
}

impl Visitor for Playouts {
    type Output = ();

    fn visit<G: ListedGame>(self, game: G) {
        let game = Arc::new(game);
        let mut mcts = simulation(&game, &self.words);
        mcts.options.solver = false;
        let began = cpu();
        let until = Until::new(began + (self.seconds * 1e9) as u64);
        let found = mcts.search(&game.start(), &History::new(), &Limits::depth(200), &until, &mut |_| false);
        let seconds = (cpu() - began) as f64 / 1e9;
        let rate = |count: u64| count as f64 / seconds;
        println!(
            "{}: {:.0} playouts and {:.0} positions in a second of processor time ({} in {seconds:.2} s)",
            game.full_name(),
            rate(found.simulations),
            rate(found.positions),
            found.simulations
        );
    }
}

struct Match {
    milliseconds: u64,
    games: u32,
    words: Vec<String>,
}

impl Visitor for Match {
    type Output = ();

    fn visit<G: ListedGame>(self, game: G) {
        let game = Arc::new(game);
        let evaluator = game.evaluator(&game.evaluators()[0].name).expect("a listed evaluator");
        let mut results = [0u32; 3];
        for number in 0..self.games {
            let mut mcts = simulation(&game, &self.words);
            mcts.options.seed = u64::from(number);
            mcts.new_game();
            let mut engine = Engine::new(Arc::clone(&game), evaluator.clone(), game.hints());
            let table = Table::with_mebibytes(MEMORY);
            // Both play each opening once with each colour.
            let mut random = Random::new(u64::from(number / 2));
            let simulates = Player((number % 2) as u8);
            let (mut at, mut past) = (game.start(), History::new());
            let mut plies = 0;
            let outcome = loop {
                if let Some(end) = game.end(&at, &past) {
                    break Some(end.outcome);
                }
                if plies as u32 >= LONGEST {
                    break None;
                }
                let legal = game.legal(&at);
                let until = Until::new(cpu() + self.milliseconds * 1_000_000);
                let limits = Limits::depth(200);
                let mv = if plies < OPENING {
                    random.pick(&legal).copied()
                } else if game.turn(&at).player() == Some(simulates) {
                    mcts.search(&at, &past, &limits, &until, &mut |_| false).best()
                } else {
                    engine.search(&at, &past, &limits, Some(&table), &until).best()
                };
                let mv = mv.or_else(|| legal.first().copied()).expect("a move");
                past.push(game.key(&at), game.resets(&at, mv));
                game.play(&mut at, mv);
                plies += 1;
            };
            match outcome.map(|outcome| outcome.wdl(simulates)) {
                Some(Wdl::Win) => results[0] += 1,
                Some(Wdl::Loss) => results[2] += 1,
                _ => results[1] += 1,
            }
        }
        let [wins, draws, losses] = results.map(f64::from);
        let all = wins + draws + losses;
        let score = (wins + draws / 2.0) / all;
        // Ninety-five in a hundred, by the spread of the results.
        let spread =
            ((wins * (1.0 - score).powi(2) + draws * (0.5 - score).powi(2) + losses * score.powi(2)) / all)
                .sqrt();
        println!(
            "{} {} ms {:?}: simulation +{wins} ={draws} -{losses}, {:.1} % +- {:.1}",
            game.full_name(),
            self.milliseconds,
            self.words,
            100.0 * score,
            196.0 * spread / all.sqrt()
        );
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse::<f64>().ok()).unwrap_or(1.0);
    let rest = |from: usize| words.get(from..).unwrap_or_default().to_vec();
    let done = match (words.first().map(String::as_str), words.get(1)) {
        (Some("playouts"), Some(game)) => with_game(game, Playouts { seconds: number(2), words: rest(3) }),
        (Some("match"), Some(game)) => {
            with_game(game, Match { milliseconds: number(2) as u64, games: number(3) as u32, words: rest(4) })
        }
        _ => {
            eprintln!(
                "searchers playouts GAME SECONDS | searchers match GAME MILLISECONDS GAMES [OPTION ...]"
            );
            return;
        }
    };
    if let Err(error) = done {
        eprintln!("{error}");
    }
}
