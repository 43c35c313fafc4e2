//! What an engine says while it thinks, as UCI and UGI have it.

use plybook_catalog::{Analysis, Score};
use std::time::Duration;

/// The lines about an analysis, one for each line of play.
pub fn lines(analysis: &Analysis, spent: Duration, score: fn(Score) -> String, hits: bool) -> Vec<String> {
    let count = |name: &str| analysis.counts.get(name).copied().unwrap_or(0);
    let milliseconds = spent.as_millis();
    let speed = u128::from(analysis.nodes) * 1000 / milliseconds.max(1);
    let hits = if hits { format!(" tthits {}", count("hits")) } else { String::new() };
    let deepest = count("deepest").max(u64::from(analysis.depth));
    let line = |(number, line): (usize, &plybook_catalog::AnalysedLine)| {
        format!(
            "info depth {} seldepth {deepest} multipv {} score {} time {milliseconds} nodes {} nps {speed} \
             hashfull {}{hits} pv {}",
            analysis.depth,
            number + 1,
            score(line.score),
            analysis.nodes,
            analysis.table_fill,
            line.moves.join(" ")
        )
    };
    analysis.lines.iter().enumerate().map(line).collect()
}
