//! `plybook minimax GAME`.

use crate::arguments::Minimax;
use crate::bad_input::BadInput;
use crate::game_name::{open_game, start_session};
use crate::output::Output;
use crate::progress;
use anyhow::Result;
use plybook_catalog::{MinimaxRequest, Value, move_list};

/// Runs the course's parameterised minimax and prints its report.
pub fn run(output: Output, arguments: &Minimax) -> Result<()> {
    let game = open_game(&arguments.from.game)?;
    let session = start_session(&*game, arguments.from.position.as_deref(), &arguments.from.moves)?;
    let request = MinimaxRequest {
        depth: arguments.depth,
        alpha_beta: arguments.alpha_beta,
        table: arguments.table.clone(),
        zobrist: arguments.zobrist,
        basic: arguments.basic,
    };
    let line = progress::stopwatch("searching");
    let report = session.minimax(&request);
    line.finish_and_clear();
    let report = report.map_err(BadInput::from)?;
    if arguments.json {
        return output.json(&report);
    }
    let value = match report.value {
        Value::Points(points) => format!("{points}"),
        Value::Win(plies) => format!("win in {plies}"),
        Value::Loss(plies) => format!("loss in {plies}"),
    };
    for (key, value) in [
        ("CURRENT_STATE_STATIC_VAL", value),
        ("N_STATES_EXPANDED", report.expanded.to_string()),
        ("N_INTERIOR_NODES", report.interior.to_string()),
        ("N_STATIC_EVALS", report.evaluations.to_string()),
        ("N_CUTOFFS", report.cutoffs.to_string()),
        ("N_CACHED_EVALS", report.cached.to_string()),
        ("N_TABLE_CUTS", report.table_cuts.to_string()),
    ] {
        output.line(format!("{key:<26} {value}"))?;
    }
    output.line(format!("best line ({}): {}", report.evaluator, move_list(&report.display)))
}
