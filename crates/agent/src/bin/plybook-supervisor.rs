//! A supervisor of foreign programs and nothing else, for hosts that cannot be their own.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    plybook_agent::process::supervisor::serve_if_asked().unwrap_or(ExitCode::FAILURE)
}
