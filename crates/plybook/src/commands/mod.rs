//! One file per job.

mod analyze;
mod bench;
mod book;
mod endgame;
mod games;
mod lab;
mod machine;
mod minimax;
mod perft;
mod play;
mod rules;
mod show;
mod solve;
mod tree;

use crate::arguments::{Arguments, Command};
use crate::output::Output;
use anyhow::Result;

/// Does what the command line says.
pub fn run(arguments: Arguments) -> Result<()> {
    let output = Output::new(arguments.color);
    match arguments.command {
        None => games::welcome(output),
        Some(Command::Games { json }) => games::run(output, json),
        Some(Command::Rules { game, json }) => rules::run(output, &game, json),
        Some(Command::Show(show)) => show::run(output, &show),
        Some(Command::Play(play)) => play::run(output, &play),
        Some(Command::Perft(perft)) => perft::run(output, &perft),
        Some(Command::Minimax(minimax)) => minimax::run(output, &minimax),
        Some(Command::Solve(solve)) => solve::run(output, &solve),
        Some(Command::Analyze(analyze)) => analyze::run(output, &analyze),
        Some(Command::Tree(tree)) => tree::run(output, &tree),
        Some(Command::Lab(lab)) => lab::run(output, &lab),
        Some(Command::Bench(bench)) => bench::run(output, &bench),
        Some(Command::Book(book)) => book::run(output, &book),
        Some(Command::Endgame(endgame)) => endgame::run(output, &endgame),
    }
}
