//! `plybook tune GAME --weights`: the weights of an evaluation made by hand, fitted to games.

use super::master::named_after;
use super::tune_margins;
use crate::bad_input::BadInput;
use crate::file::{prepare, write};
use crate::game_name::open_game;
use crate::interrupt::at_interrupt;
use crate::output::Output;
use crate::progress::stopwatch;
use crate::table::of_numbers;
use crate::tune_arguments::Tune;
use anyhow::{Result, anyhow};
use plybook_catalog::AnyGame;
use plybook_catalog::master::{LearnClock, Pairs, TrainingFolder, training_folder};
use plybook_catalog::tuned::{FittedTerm, TuneRequest, TuneStage, TunedWeights};
use serde::Serialize;
use std::sync::Arc;

/// Games that are played if nothing is said.
const GAMES: u64 = 4_000;
/// Positions searched for a move if nothing is said.
const NODES: u64 = 300;
/// Positions with a term below which its weights are hardly known.
const FEW: u64 = 200;

#[derive(Serialize)]
struct TermRow {
    name: String,
    before: [f64; 2],
    after: [f64; 2],
    positions: u64,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    evaluator: String,
    games: u64,
    positions: [usize; 2],
    loss_before: f64,
    loss_after: f64,
    least_loss: f64,
    phases: bool,
    terms: Vec<TermRow>,
    match_games: u32,
    elo: f64,
    error: f64,
    file: String,
}

/// Tunes weights or margins, and writes them.
pub fn run(output: Output, arguments: &Tune) -> Result<()> {
    if arguments.margins {
        return tune_margins::run(output, arguments);
    }
    if let Some(Some(file)) = &arguments.weights {
        let why = format!("`--weights {}` names a file, and weights are tuned without one", file.display());
        return Err(BadInput::new(format!("{why}: leave it out, or write --margins too")).into());
    }
    let game = open_game(&arguments.game)?;
    let out = arguments.out.clone().unwrap_or_else(|| named_after(&*game, "weights"));
    prepare(&out)?;
    let folder = folder_of(arguments)?;
    let default = if folder.is_some() { u64::MAX } else { GAMES };
    let request = TuneRequest {
        evaluator: arguments.evaluator.clone(),
        games: arguments.games.map_or(default, u64::from),
        nodes: arguments.nodes.unwrap_or(NODES),
        result_share: arguments.result,
        pairs: arguments.pairs,
        seed: arguments.seed,
        threads: arguments.threads.into(),
    };
    let tuned =
        observed(&*game, |clock, observer| game.tune_weights(&request, folder.as_ref(), clock, observer));
    let tuned = tuned.map_err(BadInput::from)?.ok_or_else(|| anyhow!("stopped; nothing was written"))?;
    write(&out, &tuned.file)?;
    let file = out.display().to_string();
    if arguments.json {
        output.json(&answer(game.full_name(), &tuned, file))
    } else {
        show(output, &tuned, &file)
    }
}

/// The folder that is named, which must be there.
pub(super) fn folder_of(arguments: &Tune) -> Result<Option<TrainingFolder>> {
    match &arguments.folder {
        Some(path) if !path.is_dir() => {
            Err(BadInput::new(format!("there is no folder {}", path.display())).into())
        }
        Some(path) => Ok(Some(training_folder(path).map_err(BadInput::from)?)),
        None => Ok(None),
    }
}

/// Does something with a clock that an interrupt stops, and shows what is going on.
pub(super) fn observed<T>(
    game: &dyn AnyGame,
    act: impl FnOnce(&LearnClock, &(dyn Fn(&TuneStage) + Sync)) -> T,
) -> T {
    let clock = Arc::new(LearnClock::new(None));
    at_interrupt({
        let clock = Arc::clone(&clock);
        move || clock.stop()
    });
    let line = stopwatch(&format!("Tuning {}", game.full_name()));
    let observer = |stage: &TuneStage| line.set_message(format!(": {}", told(stage)));
    let done = act(&clock, &observer);
    line.finish_and_clear();
    done
}

fn answer(game: String, tuned: &TunedWeights, file: String) -> Answer {
    let TunedWeights { evaluator, games, regression, pairs, .. } = tuned;
    let row = |term: &FittedTerm| TermRow {
        name: term.name.clone(),
        before: term.before,
        after: term.after,
        positions: term.positions,
    };
    let [loss_before, loss_after, least_loss] = regression.loss;
    let (elo, error) = pairs.elo();
    Answer {
        game,
        evaluator: evaluator.clone(),
        games: *games,
        positions: regression.positions,
        loss_before,
        loss_after,
        least_loss,
        phases: regression.phased,
        terms: regression.terms.iter().map(row).collect(),
        match_games: pairs.games(),
        elo,
        error,
        file,
    }
}

/// The weights before and after, and what they are worth.
fn show(output: Output, tuned: &TunedWeights, file: &str) -> Result<()> {
    let TunedWeights { evaluator, games, regression, pairs, .. } = tuned;
    let heads: &[&str] = if regression.phased {
        &["term", "opening", "tuned", "ending", "tuned", "positions"]
    } else {
        &["term", "weight", "tuned", "positions"]
    };
    let mut table = of_numbers(output, heads);
    for term in &regression.terms {
        let mut row = vec![term.name.clone()];
        for phase in 0..if regression.phased { 2 } else { 1 } {
            row.extend([term.before[phase], term.after[phase]].map(|weight| format!("{weight:.0}")));
        }
        row.push(term.positions.to_string());
        table.add_row(row);
    }
    output.line(format!("{table}"))?;
    let [before, after, least] = regression.loss;
    output.line(format!(
        "Weights of `{evaluator}` in hundredths of a point, from {} positions of {games} games. Loss on {} held out: \
         {before:.4} before, {after:.4} after, {least:.4} at least.",
        regression.positions[0], regression.positions[1]
    ))?;
    let rare: Vec<&str> =
        regression.terms.iter().filter(|term| term.positions < FEW).map(|term| term.name.as_str()).collect();
    if !rare.is_empty() {
        output.line(format!("Met in less than {FEW} positions, and hardly known: {}.", rare.join(", ")))?;
    }
    if pairs.games() > 0 {
        output.line(format!("{}.", result(pairs)))?;
    }
    output.line(format!("Written to {file}. Play it as `engine:weights={file}`."))
}

/// The match in words.
fn result(pairs: &Pairs) -> String {
    let (elo, error) = pairs.elo();
    let games = pairs.games();
    format!(
        "The new weights against the old ones at equal positions: {elo:+.0} ± {error:.0} Elo in {games} games"
    )
}

/// What is going on, in a few words.
fn told(stage: &TuneStage) -> String {
    match stage {
        TuneStage::Playing(done, of) => format!("game {done} of {of}"),
        TuneStage::Measuring(done, of) => format!("position {done} of {of}"),
        TuneStage::Refining(games, of) => format!("refining: game {games} of {of}"),
        TuneStage::Fitting(games) => format!("fitting weights to {games} games"),
        TuneStage::Matching(pairs) => {
            let (elo, error) = pairs.elo();
            format!("match: {elo:+.0} ± {error:.0} Elo in {} games", pairs.games())
        }
    }
}
