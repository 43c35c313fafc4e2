//! The program: every job of the workbench from the command line.
#![forbid(unsafe_code)]

mod arena_arguments;
mod arguments;
mod bad_input;
mod book_arguments;
mod cluster;
mod command_line;
mod commands;
mod cpu_time;
mod database_file;
mod draw;
mod duration;
mod endgame_arguments;
mod file;
mod game_name;
mod interrupt;
mod learn_arguments;
mod live;
mod markdown;
mod output;
mod progress;
mod protocol;
mod rules_arguments;
mod samuel_arguments;
mod server;
mod stored_tournament;
mod table;
mod tournament_run;
mod tune_arguments;

use bad_input::BadInput;
use std::process::ExitCode;

/// Exit status for input that cannot be used, as clap has it too.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    if let Some(status) = plybook_agent::process::supervisor::serve_if_asked() {
        return status;
    }
    let words: Vec<_> = std::env::args_os().collect();
    let arguments = command_line::read(&words).unwrap_or_else(|error| error.exit());
    match commands::run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::tell(format_args!("plybook: {error:#}"));
            if error.is::<BadInput>() { ExitCode::from(BAD_INPUT) } else { ExitCode::FAILURE }
        }
    }
}
