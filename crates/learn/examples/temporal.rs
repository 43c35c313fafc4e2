//! The table of docs/learners.md: TD-leaf from zero weights against an evaluator's own, over games learnt from.
//! `cargo run --release -p plybook-learn --example temporal`.

use plybook_games::breakthrough::Breakthrough;
use plybook_games::checkers::Checkers;
use plybook_games::othello::Othello;
use plybook_kernel::{Evaluator, HasInfo, History, ListedGame, Player, Random, ReadError, Wdl};
use plybook_learn::temporal::{FirstWeights, TdConfig, TdLearner, WeightedTerms};
use plybook_learn::{LONGEST_GAME, Learner};
use plybook_search::{Engine, Limits, NeverStop, Options};
use std::sync::Arc;

/// Games learnt from when a match is played.
const MARKS: [usize; 4] = [0, 50, 150, 400];
/// Games of a match, in pairs from the same opening with the sides exchanged.
const GAMES: u64 = 200;
/// Random plies of an opening.
const OPENING: usize = 6;
/// Plies searched for a move in the matches.
const DEPTH: u32 = 2;

fn main() -> Result<(), ReadError> {
    measure(&Arc::new(Breakthrough::default().variant("6x6")?))?;
    measure(&Arc::new(Othello::default().variant("6x6")?))?;
    measure(&Arc::new(Checkers::default().variant("")?))
}

/// Learns, and plays a match at every mark.
fn measure<G: ListedGame>(game: &Arc<G>) -> Result<(), ReadError> {
    let name = game.evaluators().first().map(|info| info.name.to_string()).unwrap_or_default();
    let name = name.as_str();
    let config = TdConfig::leaf();
    let mut learner = TdLearner::new(Arc::clone(game), name, FirstWeights::Zero, config, None, 1)?;
    let own = game.evaluator(name).ok_or_else(|| ReadError::new("evaluator", name, "missing", "name one"))?;
    for mark in MARKS {
        while learner.games().len() < mark {
            learner.step()?;
        }
        let learnt = WeightedTerms::new(own.clone(), learner.weights(), &[]);
        let [won, drawn, lost] = contest(game, &learnt, &own);
        let score = 100.0 * (won as f64 + drawn as f64 / 2.0) / GAMES as f64;
        println!("{} | {name} | {mark} | +{won} ={drawn} -{lost} | {score:.1} %", game.full_name());
    }
    Ok(())
}

/// The first evaluator's wins, draws and losses against the second.
fn contest<G: ListedGame, A: Evaluator<G>, B: Evaluator<G>>(
    game: &Arc<G>,
    first: &A,
    second: &B,
) -> [usize; 3] {
    let options = Options { table: false, ..Options::SOUND };
    let options = Options { quiescence: true, shallow_table: false, ..options };
    let mut counts = [0; 3];
    for number in 0..GAMES {
        let mut one = Engine::new(Arc::clone(game), first.clone(), game.hints());
        let mut other = Engine::new(Arc::clone(game), second.clone(), game.hints());
        (one.options, other.options) = (options, options);
        let side = Player((number % 2) as u8);
        let mut random = Random::new(number / 2);
        let (mut at, mut past) = (game.start(), History::new());
        let outcome = loop {
            let over = game.outcome_with(&at, &past).or_else(|| game.verdict(&at));
            if over.is_some() || past.plies() >= LONGEST_GAME {
                break over;
            }
            let limits = Limits::depth(DEPTH);
            let chosen = if (past.plies() as usize) < OPENING {
                random.pick(&game.legal(&at)).copied()
            } else if game.turn(&at).player() == Some(side) {
                one.search(&at, &past, &limits, None, &NeverStop).best()
            } else {
                other.search(&at, &past, &limits, None, &NeverStop).best()
            };
            let Some(mv) = chosen else { break None };
            past.push(game.key(&at), game.resets(&at, mv));
            game.play(&mut at, mv);
        };
        counts[match outcome.map_or(Wdl::Draw, |outcome| outcome.wdl(side)) {
            Wdl::Win => 0,
            Wdl::Draw => 1,
            Wdl::Loss => 2,
        }] += 1;
    }
    counts
}
