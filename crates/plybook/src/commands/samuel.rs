//! `plybook learn checkers --method samuel`.

use crate::bad_input::BadInput;
use crate::file::{prepare, replace, write};
use crate::game_name::open_game;
use crate::learn_arguments::Learn;
use crate::output::Output;
use crate::progress::bar;
use anyhow::Result;
use plybook_catalog::{LearntTerm, SAMUELS_TERMS, SamuelSeries, SamuelTally};
use plybook_store::read_learnt;
use serde::Serialize;

/// Games if nothing is said: as many as Samuel's second series had.
const DEFAULT_GAMES: u32 = 42;
/// Games after which the file is written, so that little is lost if the program is interrupted.
const SAVED_EVERY: u32 = 20;
/// Random plies at the start of each game against the first polynomial.
const OPENING: u32 = 4;

#[derive(Serialize)]
struct Answer {
    game: String,
    method: &'static str,
    games: usize,
    /// Alpha's wins, losses and even games.
    score: [u32; 3],
    /// The same by groups of seven games.
    sevens: Vec<[u32; 3]>,
    adjustments: u32,
    replaced: usize,
    leaders: usize,
    signs_settled_after: usize,
    /// Of the leading twelve, how many are among Samuel's leading twelve, and how many of them have his sign.
    shared_with_samuel: [usize; 2],
    terms: Vec<LearntTerm>,
    /// Games won, even and lost against the first polynomial.
    against_start: Option<[u32; 3]>,
    file: String,
}

/// Plays the games, writes the series and says what it has come to.
pub fn run(output: Output, arguments: &Learn) -> Result<()> {
    let name = open_game(&arguments.game)?.full_name();
    prepare(arguments.out()?)?;
    if let Some(path) = &arguments.machine.csv {
        prepare(path)?;
    }
    let mut series = match &arguments.machine.resume {
        None => {
            SamuelSeries::new(&name, arguments.samuel.settings(arguments.seed)).map_err(BadInput::from)?
        }
        Some(path) => {
            let unusable =
                |why: String| BadInput::new(format!("cannot go on with {}: {why}", path.display()));
            let bytes = read_learnt(path).map_err(|error| unusable(error.to_string()))?;
            SamuelSeries::resume(&name, &bytes).map_err(|error| unusable(error.to_string()))?
        }
    };
    let games = arguments.games.unwrap_or(DEFAULT_GAMES);
    let progress = bar("games");
    progress.set_length(u64::from(games));
    for number in 1..=games {
        series.play();
        progress.set_position(u64::from(number));
        if number % SAVED_EVERY == 0 {
            replace(arguments.out()?, series.to_file())?;
        }
    }
    progress.finish_and_clear();
    replace(arguments.out()?, series.to_file())?;
    if let Some(path) = &arguments.machine.csv {
        write(path, series.to_csv())?;
    }
    let against_start = arguments.samuel.against_start.map(|games| {
        let progress = bar("games against the first polynomial");
        progress.set_length(u64::from(games));
        let tally =
            series.against_start(games as usize, OPENING, &mut |done| progress.set_position(done as u64));
        progress.finish_and_clear();
        tally
    });
    report(output, arguments, &series, against_start)
}

fn report(
    output: Output,
    arguments: &Learn,
    series: &SamuelSeries,
    against_start: Option<SamuelTally>,
) -> Result<()> {
    let figures = series.statistics();
    let file = arguments.out()?.display().to_string();
    let [shared, same_sign] = series.overlap();
    if arguments.json {
        return output.json(&Answer {
            game: series.game().to_owned(),
            method: "samuel",
            games: series.games().len(),
            score: figures.score,
            sevens: figures.groups,
            adjustments: figures.adjustments,
            replaced: figures.replaced,
            leaders: figures.leaders,
            signs_settled_after: figures.settled,
            shared_with_samuel: [shared, same_sign],
            terms: series.polynomial(),
            against_start: against_start.map(|tally| [tally.won, tally.even, tally.lost]),
            file,
        });
    }
    let [won, lost, even] = figures.score;
    output.line(format!(
        "{} games of {}: Alpha won {won} and lost {lost}, {even} were even; {} adjustments, {} terms replaced.",
        series.games().len(),
        series.game(),
        figures.adjustments,
        figures.replaced
    ))?;
    output.line("term      correlation  coefficient  adjusted")?;
    for term in series.polynomial().iter().take(SAMUELS_TERMS.len()) {
        let sign = if term.coefficient < 0 { "-" } else { "+" };
        let size = match term.coefficient.unsigned_abs().checked_ilog2() {
            Some(power) => format!("{sign} 2^{power}"),
            None => "0".to_owned(),
        };
        output.line(format!("{:<8} {:>12.2} {size:>12} {:>9}", term.name, term.correlation, term.uses))?;
    }
    output.line(format!(
        "{} terms led at some time; of these twelve {shared} are among Samuel's, {same_sign} with his sign.",
        figures.leaders
    ))?;
    if let Some(tally) = against_start {
        output.line(format!(
            "Against the first polynomial: {} won, {} even, {} lost, a score of {:.1} %.",
            tally.won,
            tally.even,
            tally.lost,
            100.0 * tally.score()
        ))?;
    }
    output.line(format!("Written to {file}."))
}
