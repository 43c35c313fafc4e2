//! `plybook lab GAME`.

use super::analyze::Clock;
use crate::arguments::Lab;
use crate::bad_input::BadInput;
use crate::draw::chart::{Bar, Chart};
use crate::file;
use crate::game_name::{open_game, start_session};
use crate::output::Output;
use crate::progress;
use crate::table::of_numbers;
use anyhow::Result;
use plybook_catalog::{
    EngineConfig, LabRow, Limits, Part, Saving, default_depth, experiments, measure, savings,
    table_experiments, techniques,
};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Deepest search against the clock, in plies.
const DEEPEST: u32 = 200;

#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    /// The depth of every search, where no time was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// The seconds of every search, where a time was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    /// What each technique saves, the most first.
    savings: Vec<Saving>,
    rows: Vec<LabRow>,
}

/// Makes the course report and writes it as a table, JSON, CSV or a chart.
pub fn run(output: Output, arguments: &Lab) -> Result<()> {
    let game = open_game(&arguments.from.game)?;
    let session = start_session(&*game, arguments.from.position.as_deref(), &arguments.from.moves)?;
    if let Some(ending) = session.ending() {
        let message = format!("the game is over here ({}): there is nothing to search", ending.sentence);
        return Err(BadInput::new(message).into());
    }
    let named = |path: &&PathBuf| path.as_path() != Path::new("-");
    arguments.svg.iter().chain(&arguments.csv).filter(named).try_for_each(|path| file::prepare(path))?;
    let names: Vec<String> = arguments.techniques.iter().map(|name| name.trim().to_owned()).collect();
    let chosen = techniques(&names).map_err(BadInput::from)?;
    let mut plan = experiments(&chosen, arguments.time.is_some());
    if arguments.tables {
        plan.extend(table_experiments());
    }
    let depth = match (arguments.time, arguments.depth) {
        (Some(_), _) => session.max_plies().unwrap_or(DEEPEST).clamp(1, DEEPEST),
        (None, Some(depth)) => depth,
        (None, None) => default_depth(&*game, &*session).map_err(BadInput::from)?,
    };
    let setup = EngineConfig {
        evaluator: arguments.evaluator.clone(),
        hash: arguments.hash as usize,
        ..EngineConfig::default()
    };
    let nodes = arguments.time.is_none().then_some(arguments.nodes);
    let limits = Limits { nodes, ..Limits::depth(depth) };
    let bar = progress::bar("searches");
    bar.set_length(plan.len() as u64);
    let mut rows = Vec::new();
    for experiment in &plan {
        let setup =
            EngineConfig { options: experiment.options, layout: experiment.layout.clone(), ..setup.clone() };
        let mut thinker = game.thinker(&setup).map_err(BadInput::from)?;
        // The clock starts when the engine's table is there.
        let clock = Clock::new(arguments.time);
        let row = measure(&*session, experiment, &mut *thinker, &limits, &clock);
        rows.push(row.map_err(BadInput::from)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let time = arguments.time.map(|time| time.as_secs_f64());
    let answer = Answer {
        game: game.full_name(),
        position: session.text(),
        depth: time.is_none().then_some(depth),
        time,
        savings: savings(&plan, &rows, time.is_some()),
        rows,
    };
    if let Some(path) = &arguments.svg {
        file::write(path, chart(&answer).svg())?;
    }
    match &arguments.csv {
        Some(path) if path == Path::new("-") => return output.line(csv(&answer.rows).trim_end()),
        Some(path) => file::write(path, csv(&answer.rows))?,
        None => {}
    }
    if arguments.json { output.json(&answer) } else { print(output, &answer) }
}

/// What a part of the report shows.
fn title(part: Part) -> &'static str {
    match part {
        Part::Ladder => "one technique more in every row",
        Part::With => "plain alpha-beta with one technique more",
        Part::Without => "the engine with one technique less or more",
        Part::Tables => "every sound technique with each layout of the table",
    }
}

const PARTS: [Part; 4] = [Part::Ladder, Part::With, Part::Without, Part::Tables];

/// What the searches had in common.
fn effort(answer: &Answer) -> String {
    match (answer.time, answer.depth) {
        (Some(time), _) => format!("{time} s for every search"),
        (None, depth) => format!("depth {}", depth.unwrap_or_default()),
    }
}

fn print(output: Output, answer: &Answer) -> Result<()> {
    output.line(format!("{}   {}, {}", output.bold(&answer.game), answer.position, effort(answer)))?;
    glance(output, answer)?;
    let heads =
        ["", "depth", "nodes", "evaluations", "cutoffs", "table hits", "branching", "time", "value", "move"];
    for part in PARTS.into_iter().filter(|&part| answer.rows.iter().any(|row| row.part == part)) {
        output.line(format!("\n{}", output.bold(title(part))))?;
        if part == Part::Tables {
            output.line(tables(output, &answer.rows))?;
            continue;
        }
        let mut table = of_numbers(output, &heads);
        for row in answer.rows.iter().filter(|row| row.part == part) {
            // Against the clock every search is stopped; otherwise it ran into the limit of positions.
            let cut_short = row.stopped && answer.time.is_none();
            table.add_row([
                row.name.clone(),
                if cut_short { "stopped".to_owned() } else { row.depth.to_string() },
                format!("{}{}", if cut_short { ">" } else { "" }, row.nodes),
                row.evaluations.to_string(),
                row.cutoffs.to_string(),
                row.hits.to_string(),
                row.branching.map_or_else(String::new, |branching| format!("{branching:.2}")),
                format!("{:.3}s", row.seconds),
                row.text.clone(),
                row.display.clone().unwrap_or_default(),
            ]);
        }
        output.line(table.to_string())?;
    }
    Ok(())
}

/// What each technique saves, at a glance: the most first, and last what is saved by another value.
fn glance(output: Output, answer: &Answer) -> Result<()> {
    let parts = [
        (Part::With, "what each saves beside plain alpha-beta"),
        (Part::Without, "what each saves in the engine"),
    ];
    let heads =
        if answer.time.is_some() { ["", "plies deeper", "value"] } else { ["", "positions saved", "value"] };
    for (part, title) in parts {
        let mut table = of_numbers(output, &heads);
        let mut empty = true;
        for saving in answer.savings.iter().filter(|saving| saving.part == part) {
            let gain = match (saving.saved, saving.deeper) {
                (Some(saved), _) => format!("{:+.1} %", saved * 100.0),
                (None, Some(deeper)) => format!("{deeper:+}"),
                (None, None) => "stopped".to_owned(),
            };
            let value = match &saving.values {
                Some([with, without]) => format!("another: {with} instead of {without}"),
                None => String::new(),
            };
            table.add_row([saving.technique.to_owned(), gain, value]);
            empty = false;
        }
        if !empty {
            output.line(format!("\n{}", output.bold(title)))?;
            output.line(table.to_string())?;
        }
    }
    Ok(())
}

/// What became of the table's entries, in each of its layouts.
fn tables(output: Output, rows: &[LabRow]) -> String {
    let heads = ["", "nodes", "table hits", "replaced", "turned away", "links", "time", "value"];
    let mut table = of_numbers(output, &heads);
    for row in rows.iter().filter(|row| row.part == Part::Tables) {
        table.add_row([
            row.name.clone(),
            row.nodes.to_string(),
            row.hits.to_string(),
            row.replaced.to_string(),
            row.refused.to_string(),
            row.links.to_string(),
            format!("{:.3}s", row.seconds),
            row.text.clone(),
        ]);
    }
    table.to_string()
}

/// The report as comma-separated values.
fn csv(rows: &[LabRow]) -> String {
    let mut text = String::from(
        "part,search,depth,nodes,evaluations,cutoffs,table_hits,branching,seconds,value,move,stopped,replaced,refused,links\n",
    );
    for row in rows {
        let part = match row.part {
            Part::Ladder => "ladder",
            Part::With => "with",
            Part::Without => "without",
            Part::Tables => "tables",
        };
        let fields = [
            part.to_owned(),
            row.name.clone(),
            row.depth.to_string(),
            row.nodes.to_string(),
            row.evaluations.to_string(),
            row.cutoffs.to_string(),
            row.hits.to_string(),
            row.branching.map_or_else(String::new, |branching| format!("{branching:.4}")),
            format!("{:.6}", row.seconds),
            row.text.clone(),
            row.best.clone().unwrap_or_default(),
            row.stopped.to_string(),
            row.replaced.to_string(),
            row.refused.to_string(),
            row.links.to_string(),
        ];
        text += &fields.map(|field| quoted(&field)).join(",");
        text.push('\n');
    }
    text
}

/// A field, in quotes where it needs them.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// Positions on a logarithmic scale, or depths where every search had the same time.
fn chart(answer: &Answer) -> Chart {
    let timed = answer.time.is_some();
    let bar = |row: &LabRow| Bar {
        name: row.name.clone(),
        value: if timed { f64::from(row.depth) } else { row.nodes as f64 },
        text: match (timed, row.stopped) {
            (true, _) => format!("depth {}, {} nodes", row.depth, row.nodes),
            (false, true) => format!("more than {} nodes", row.nodes),
            (false, false) => format!("{} nodes, {:.3} s", row.nodes, row.seconds),
        },
    };
    let groups = PARTS.map(|part| {
        let bars: Vec<Bar> = answer.rows.iter().filter(|row| row.part == part).map(bar).collect();
        (title(part).to_owned(), bars)
    });
    let what = if timed { "depth reached" } else { "positions entered" };
    Chart {
        title: format!("{}, {}: {what}", answer.game, effort(answer)),
        groups: groups.into_iter().filter(|(_, bars)| !bars.is_empty()).collect(),
        logarithmic: !timed,
    }
}
