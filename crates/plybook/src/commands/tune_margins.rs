//! `plybook tune GAME --margins`: the margins by which a game's search prunes, measured.

use super::master::named_after;
use super::tune::{folder_of, observed};
use crate::bad_input::BadInput;
use crate::file::{prepare, write};
use crate::game_name::open_game;
use crate::output::Output;
use crate::table::of_numbers;
use crate::tune_arguments::Tune;
use anyhow::{Result, anyhow};
use plybook_catalog::tuned_margins::{
    FittedMargin, MARGIN_FIELDS, MarginsRequest, ProbCut, TunedMargins, margin_numbers,
};
use serde::Serialize;

/// Positions searched for a move if nothing is said: as many as searches of some six plies take, the depths at which margins
/// act.
const NODES: u64 = 1_000;
/// Positions that are drawn if nothing is said.
const SAMPLES: u32 = 1_000;
/// Thousandths in a hundredth.
const TENTHS: f64 = 10.0;

#[derive(Serialize)]
struct MarginRow {
    name: &'static str,
    before: Option<i32>,
    measured: i32,
    after: i32,
    cases: usize,
    share: f64,
}

#[derive(Serialize)]
struct ProbCutRow {
    phase: u8,
    shallow: u32,
    deep: u32,
    positions: u64,
    slope: f64,
    intercept: f64,
    sigma: f64,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    evaluator: String,
    games: u64,
    positions: u64,
    margins: Vec<MarginRow>,
    prob_cuts: Vec<ProbCutRow>,
    spsa_games: u64,
    match_games: u32,
    elo: f64,
    error: f64,
    file: String,
}

/// Measures margins, and writes them.
pub fn run(output: Output, arguments: &Tune) -> Result<()> {
    let game = open_game(&arguments.game)?;
    let weights = arguments.weights.clone().map(|file| {
        let remedy =
            "`--weights` alone tunes weights; with `--margins` write `--weights FILE`, or leave one out";
        file.ok_or_else(|| BadInput::new(remedy.to_owned()))
    });
    let weights = weights.transpose()?;
    if let (Some(file), Some(name)) = (&weights, &arguments.evaluator) {
        let why = format!("`--weights {}` and `--evaluator {name}` both say how to evaluate", file.display());
        return Err(BadInput::new(format!("{why}: leave one of them out")).into());
    }
    let out = arguments.out.clone().unwrap_or_else(|| named_after(&*game, "margins"));
    prepare(&out)?;
    let folder = folder_of(arguments)?;
    let request = MarginsRequest {
        evaluator: arguments.evaluator.clone(),
        weights,
        games: arguments.games.map(u64::from),
        nodes: arguments.nodes.unwrap_or(NODES),
        samples: arguments.samples.unwrap_or(SAMPLES) as usize,
        spsa: arguments.spsa.unwrap_or(0).into(),
        pairs: arguments.pairs,
        seed: arguments.seed,
        threads: arguments.threads.into(),
    };
    let tuned =
        observed(&*game, |clock, observer| game.tune_margins(&request, folder.as_ref(), clock, observer));
    let tuned = tuned.map_err(BadInput::from)?.ok_or_else(|| anyhow!("stopped; nothing was written"))?;
    write(&out, &tuned.file)?;
    let file = out.display().to_string();
    if arguments.json {
        output.json(&answer(game.full_name(), &tuned, file))
    } else {
        show(output, &tuned, &file)
    }
}

fn answer(game: String, tuned: &TunedMargins, file: String) -> Answer {
    let after = margin_numbers(&tuned.margins);
    let row = |(margin, after): (&FittedMargin, i32)| MarginRow {
        name: margin.name,
        before: margin.before,
        measured: margin.after,
        after,
        cases: margin.cases,
        share: f64::from(margin.thousandths) / 1_000.0,
    };
    let prob_cut = |cut: &ProbCut| {
        let ProbCut { phase, shallow, deep, positions, slope, intercept, sigma } = *cut;
        ProbCutRow { phase, shallow, deep, positions, slope, intercept, sigma }
    };
    let (elo, error) = tuned.pairs.elo();
    Answer {
        game,
        evaluator: tuned.evaluator.clone(),
        games: tuned.games,
        positions: tuned.positions,
        margins: tuned.fitted.fields.iter().zip(after).map(row).collect(),
        prob_cuts: tuned.prob_cuts.iter().map(prob_cut).collect(),
        spsa_games: tuned.spsa_games,
        match_games: tuned.pairs.games(),
        elo,
        error,
        file,
    }
}

/// The margins before and after, and what they are worth.
fn show(output: Output, tuned: &TunedMargins, file: &str) -> Result<()> {
    let refined = tuned.spsa_games > 0;
    let mut heads = vec!["margin", "before", "measured", "holds in", "cases"];
    heads.extend(refined.then_some("refined"));
    let mut table = of_numbers(output, &heads);
    let after = margin_numbers(&tuned.margins);
    debug_assert_eq!(tuned.fitted.fields.len(), MARGIN_FIELDS.len());
    for (margin, after) in tuned.fitted.fields.iter().zip(after) {
        let share = match margin.cases {
            0 => "kept".to_owned(),
            _ => format!("{:.1} %", f64::from(margin.thousandths) / TENTHS),
        };
        let before = margin.before.map_or_else(String::new, |before| before.to_string());
        let mut row =
            vec![margin.name.to_owned(), before, margin.after.to_string(), share, margin.cases.to_string()];
        row.extend(refined.then(|| after.to_string()));
        table.add_row(row);
    }
    output.line(format!("{table}"))?;
    output.line(format!(
        "Margins of `{}` in hundredths of a point, from {} positions of {} games.",
        tuned.evaluator, tuned.positions, tuned.games
    ))?;
    if refined {
        output.line(format!("Refined by {} games.", tuned.spsa_games))?;
    }
    if !tuned.prob_cuts.is_empty() {
        show_prob_cuts(output, &tuned.prob_cuts)?;
    }
    if tuned.pairs.games() > 0 {
        let ((elo, error), games) = (tuned.pairs.elo(), tuned.pairs.games());
        output.line(format!(
            "The new margins against the old ones at equal positions: {elo:+.0} ± {error:.0} Elo in {games} games."
        ))?;
    }
    output.line(format!("Written to {file}. Play them as `engine:margins={file}`."))
}

/// How well shallow searches foretell deep ones.
fn show_prob_cuts(output: Output, cuts: &[ProbCut]) -> Result<()> {
    output.line("What a shallow search foretells of a deep one (ProbCut; the search does not use it):")?;
    let mut table =
        of_numbers(output, &["third", "depths", "slope", "intercept", "standard deviation", "positions"]);
    for cut in cuts {
        table.add_row([
            (cut.phase + 1).to_string(),
            format!("{} to {}", cut.shallow, cut.deep),
            format!("{:.3}", cut.slope),
            format!("{:.0}", cut.intercept),
            format!("{:.0}", cut.sigma),
            cut.positions.to_string(),
        ]);
    }
    output.line(format!("{table}"))
}
