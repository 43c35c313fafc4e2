//! `plybook endgame build|verify|probe|stats GAME`.

use crate::bad_input::{BadInput, bad_input};
use crate::cluster::Cluster;
use crate::endgame_arguments::{
    Endgame as Arguments, EndgameBuild, EndgameFolder, EndgameJob, EndgameProbe, EndgameStats, EndgameWork,
};
use crate::game_name::{open_game, start_session};
use crate::output::{Output, tell};
use crate::progress::bar;
use crate::table::of_numbers;
use anyhow::{Result, anyhow};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plybook_catalog::endgame_files::{
    BuildObserver, BuildOptions, EndgameError, Folder, Progress, SliceReport, Step, TablebaseValue, VARIABLE,
};
use plybook_catalog::{Census, Endgame, WdlCounts, endgame, endgame_games};
use plybook_work::{Unit, UnitResult, WorkError, keep_slice, missing_slices, slice_unit};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The folder that the arguments name, or the user's.
pub fn folder(place: &EndgameFolder) -> Result<Folder> {
    let named = place.folder.clone().map(Folder);
    let unknown = || BadInput::new(format!("no home folder is known: use --folder or set {VARIABLE}"));
    Ok(named.or_else(Folder::of_user).ok_or_else(unknown)?)
}

/// Does the job.
pub fn run(output: Output, arguments: &Arguments) -> Result<()> {
    match &arguments.job {
        EndgameJob::Build(work) => build(output, work),
        EndgameJob::Verify(work) => verify(output, work),
        EndgameJob::Probe(probe) => self::probe(output, probe),
        EndgameJob::Stats(stats) => self::stats(output, stats),
    }
}

/// The database of a game by its typed name.
fn database(name: &str) -> Result<Box<dyn Endgame>> {
    let full = open_game(name)?.full_name();
    let none = || {
        let games = endgame_games().join(", ");
        BadInput::new(format!("{name} has no numbering of its positions; games with databases: {games}"))
    };
    Ok(endgame(&full).map_err(BadInput::from)?.ok_or_else(none)?)
}

fn not_installed(name: &str, folder: &Folder) -> BadInput {
    let place = folder.0.display();
    BadInput::new(format!(
        "no database of {name} is installed in {place}; build one with `plybook endgame build {name}`"
    ))
}

fn options(work: &EndgameWork) -> BuildOptions {
    let offered = || std::thread::available_parallelism().map_or(1, usize::from);
    BuildOptions {
        threads: work.threads.map_or_else(offered, usize::from),
        memory: u64::from(work.memory) << 20,
        checkpoint: work.checkpoint,
        slices: work.slices.clone(),
    }
}

/// Input that cannot be used and trouble with the machine are told apart by the exit status.
fn complain(error: EndgameError) -> anyhow::Error {
    match error {
        EndgameError::NoSlice { .. } | EndgameError::Memory { .. } | EndgameError::Missing { .. } => {
            BadInput::new(error.to_string()).into()
        }
        // The message says everything; the system's own words, its source, would only be repeated.
        other => anyhow!(other.to_string()),
    }
}

/// A bar with the rate and the estimated end, which prints nothing where standard error is no terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
        let template =
            "{bar:32} {human_pos} of {human_len} positions, {per_sec}, {elapsed} gone, {eta} to go: {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Bar(bar)
    }
}

impl BuildObserver for Bar {
    fn progress(&self, progress: &Progress) -> bool {
        let step = match progress.step {
            Step::Read => "reading".to_owned(),
            Step::Classify => "classifying".to_owned(),
            Step::Solve(plies) => format!("solving, {plies} plies from the end"),
            Step::Verify => "verifying".to_owned(),
            Step::Write => "writing".to_owned(),
        };
        self.0.set_length(progress.total);
        self.0.set_position(progress.done);
        self.0.set_message(format!("{} {step}", progress.slice));
        false
    }
}

fn build(output: Output, arguments: &EndgameBuild) -> Result<()> {
    let work = &arguments.work;
    let database = database(&work.game)?;
    let folder = folder(&work.place)?;
    std::fs::create_dir_all(&folder.0).map_err(|error| {
        BadInput::new(format!("folder {}: {error}; choose another with --folder", folder.0.display()))
    })?;
    if let Some(address) = &arguments.cluster.ray {
        elsewhere(work, &folder, address)?;
    }
    // What is there already is only read.
    let bar = Bar::new();
    let reports = database.build(&folder, &options(work), &bar).map_err(complain)?;
    bar.0.finish_and_clear();
    show_reports(output, work.place.json, &reports, "built and verified")
}

/// Has the missing slices built by a cluster, each as soon as those that it follows from are there.
fn elsewhere(work: &EndgameWork, folder: &Folder, address: &str) -> Result<()> {
    let name = open_game(&work.game)?.full_name();
    let refused = |error: WorkError| bad_input(error);
    let mut waiting = missing_slices(&name, folder, &work.slices).map_err(refused)?;
    let mut missing: BTreeSet<String> = waiting.iter().map(|(slice, _)| slice.clone()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let mut cluster = Cluster::connect(address, false)?;
    let bar = bar("slices");
    bar.set_length(missing.len() as u64);
    let mut running: BTreeMap<u64, String> = BTreeMap::new();
    let mut number = 0;
    while !missing.is_empty() {
        let ready = |needs: &[String]| !needs.iter().any(|need| missing.contains(need));
        while let Some(place) = waiting.iter().position(|(_, needs)| ready(needs)) {
            let (slice, _) = waiting.remove(place);
            let unit = slice_unit(&name, folder, &slice, work.memory).map_err(refused)?;
            cluster.send(number, &Unit::Endgame(unit))?;
            running.insert(number, slice);
            number += 1;
        }
        let Some(done) = cluster.receive()? else { continue };
        if let (UnitResult::Endgame { file }, Some(slice)) = (done.result, running.remove(&done.id)) {
            keep_slice(&name, folder, &file).map_err(refused)?;
            missing.remove(&slice);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn verify(output: Output, work: &EndgameWork) -> Result<()> {
    let database = database(&work.game)?;
    let folder = folder(&work.place)?;
    let bar = Bar::new();
    let reports = database.verify(&folder, &options(work), &bar).map_err(complain)?;
    bar.0.finish_and_clear();
    if reports.is_empty() {
        return Err(not_installed(&work.game, &folder).into());
    }
    show_reports(output, work.place.json, &reports, "in order: every value follows from its moves")
}

fn report_json(report: &SliceReport) -> Value {
    json!({
        "slice": report.name, "size": report.size, "wins": report.wins, "draws": report.draws,
        "losses": report.losses, "holes": report.holes, "longest": report.longest,
        "signature": format!("{:016x}", report.signature), "bytes": report.bytes,
        "file": report.path.display().to_string(), "seconds": report.time.map(|time| time.as_secs_f64()),
    })
}

fn show_reports(output: Output, json: bool, reports: &[SliceReport], verdict: &str) -> Result<()> {
    if json {
        let slices: Vec<Value> = reports.iter().map(report_json).collect();
        return output.json(&json!({ "slices": slices }));
    }
    let head = ["slice", "positions", "wins", "draws", "losses", "longest", "bytes", "signature", "time"];
    let mut table = of_numbers(output, &head);
    for report in reports {
        table.add_row([
            report.name.clone(),
            (report.size - report.holes).to_string(),
            report.wins.to_string(),
            report.draws.to_string(),
            report.losses.to_string(),
            report.longest.to_string(),
            report.bytes.to_string(),
            format!("{:016x}", report.signature),
            report.time.map_or("installed".to_owned(), |time| format!("{:.1}s", time.as_secs_f64())),
        ]);
    }
    output.line(table.to_string())?;
    let word = if reports.len() == 1 { "slice" } else { "slices" };
    output.line(format!("{} {word}, {verdict}", reports.len()))
}

fn probe(output: Output, arguments: &EndgameProbe) -> Result<()> {
    let game = open_game(&arguments.from.game)?;
    let session = start_session(&*game, arguments.from.position.as_deref(), &arguments.from.moves)?;
    let folder = folder(&arguments.place)?;
    database(&arguments.from.game)?;
    let none = || not_installed(&arguments.from.game, &folder);
    let tablebases = game.tablebases(&folder).ok_or_else(none)?;
    let worth = tablebases.worth(&*session);
    let mut moves = tablebases.moves(&*session);
    moves.sort_by_key(|proven| std::cmp::Reverse(proven.worth.map(TablebaseValue::score)));
    let refused = tablebases.refused();
    warn(&refused);
    if arguments.place.json {
        let text = |worth: Option<TablebaseValue>| worth.map(|worth| worth.to_string());
        let moves: Vec<Value> =
            moves.iter().map(|proven| json!({ "move": proven.text, "value": text(proven.worth) })).collect();
        return output.json(&json!({
            "position": session.text(), "value": text(worth), "proven": worth.is_some(), "moves": moves,
            "refused": refused,
        }));
    }
    let say = |worth: Option<TablebaseValue>| worth.map_or("not known".to_owned(), |worth| worth.to_string());
    let proven = if worth.is_some() { ", proven by the database" } else { "" };
    output.line(format!("{}: {}{proven}", session.text(), say(worth)))?;
    for proven in moves {
        output.line(format!("  {:<8} {}", proven.display, say(proven.worth)))?;
    }
    Ok(())
}

fn stats(output: Output, arguments: &EndgameStats) -> Result<()> {
    let database = database(&arguments.game)?;
    let folder = folder(&arguments.place)?;
    let (reports, refused) = database.installed(&folder);
    warn(&refused);
    if arguments.slices.is_empty() {
        if arguments.place.json {
            let installed: Vec<Value> = reports.iter().map(report_json).collect();
            let known: Vec<Value> =
                database.slices().iter().map(|(name, size)| json!({ "slice": name, "size": size })).collect();
            return output.json(&json!({ "installed": installed, "known": known, "refused": refused }));
        }
        if !reports.is_empty() {
            show_reports(output, false, &reports, "installed")?;
        }
        let is_missing = |name: &str| !reports.iter().any(|report| report.name == name);
        let missing = database.slices().into_iter().filter(|(name, _)| is_missing(name));
        for (name, size) in missing {
            output.line(format!("{name}: not installed, {size} numbers"))?;
        }
        return Ok(());
    }
    for name in &arguments.slices {
        let census = database.census(&folder, name).map_err(complain)?;
        if arguments.place.json {
            output.json_line(&census)?;
        } else {
            show_census(output, &census)?;
        }
    }
    Ok(())
}

fn show_census(output: Output, census: &Census) -> Result<()> {
    output.line(output.bold(&format!("slice {}", census.slice)))?;
    let mut kinds =
        of_numbers(output, &[census.grouping.as_deref().unwrap_or(""), "wins", "draws", "losses"]);
    let mut row = |first: String, WdlCounts { wins, draws, losses }: WdlCounts| {
        kinds.add_row([first, wins.to_string(), draws.to_string(), losses.to_string()]);
    };
    row("all".to_owned(), census.all);
    census.groups.iter().for_each(|(group, tally)| row(group.to_string(), *tally));
    output.line(kinds.to_string())?;
    let mut distances = of_numbers(output, &["plies", "wins", "losses"]);
    for (plies, tally) in &census.distances {
        distances.add_row([plies.to_string(), tally.wins.to_string(), tally.losses.to_string()]);
    }
    output.line(distances.to_string())?;
    for (name, longest) in [("win", &census.longest_win), ("loss", &census.longest_loss)] {
        if let Some((text, worth)) = longest {
            output.line(format!("longest {name}: {text} ({worth})"))?;
        }
    }
    Ok(())
}

/// Names the files that are not used, on standard error.
fn warn(refused: &[String]) {
    for line in refused {
        tell(format_args!("plybook: not used: {line}"));
    }
}
