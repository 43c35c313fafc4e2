//! `plybook bench [GAME]`.

use crate::arguments::Bench;
use crate::bad_input::BadInput;
use crate::cpu_time::cpu_time;
use crate::output::Output;
use crate::progress;
use crate::table::of_numbers;
use anyhow::Result;
use plybook_catalog::{BenchCount, Text, bench, bench_games};
use serde::Serialize;
use std::time::{Duration, Instant};

#[derive(Serialize)]
struct Answer {
    games: Vec<BenchCount>,
    /// Positions entered in all.
    signature: u64,
    /// How long it took.
    seconds: f64,
    /// The processor's time; absent where the system does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<f64>,
    /// Positions in a second, of the processor's time if it is known.
    nodes_per_second: f64,
}

/// Searches the fixed positions and prints counts, signature and speed.
pub fn run(output: Output, arguments: &Bench) -> Result<()> {
    let (began, began_cpu) = (Instant::now(), cpu_time());
    let bar = progress::bar("games");
    let names: Vec<Text> = match &arguments.game {
        Some(name) => vec![name.clone().into()],
        None => bench_games(),
    };
    bar.set_length(names.len() as u64);
    let mut games = Vec::new();
    for name in names {
        games.push(bench(&name).map_err(BadInput::from)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let seconds = began.elapsed().as_secs_f64();
    let cpu = cpu_time().zip(began_cpu).map(|(now, then)| now.saturating_sub(then));
    let cpu_seconds = cpu.filter(|&time| time > Duration::ZERO).map(|time| time.as_secs_f64());
    let signature = games.iter().map(|game| game.nodes).sum();
    let nodes_per_second = signature as f64 / cpu_seconds.unwrap_or(seconds).max(1e-9);
    let answer = Answer { games, signature, seconds, cpu_seconds, nodes_per_second };
    if arguments.json {
        return output.json(&answer);
    }
    let mut table = of_numbers(output, &["game", "depth", "positions", "nodes"]);
    for game in &answer.games {
        let numbers = [u64::from(game.depth), game.positions as u64, game.nodes].map(|n| n.to_string());
        table.add_row(std::iter::once(game.game.to_string()).chain(numbers));
    }
    output.line(table.to_string())?;
    output.line(format!("signature {signature}"))?;
    let (time, kind) = answer.cpu_seconds.map_or((seconds, ""), |time| (time, " of processor time"));
    output.line(format!("{time:.2} s{kind}, {:.0} nodes a second", answer.nodes_per_second))
}
