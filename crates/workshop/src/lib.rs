//! What whoever invents a game needs at hand: its files made from a template, and its checks alone, in seconds. Nothing of
//! the project is compiled for that but the game itself.
#![forbid(unsafe_code)]

mod new_game;

pub use new_game::{NewGame, write};

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// The project's folder.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("..")
}

/// Checks one game with all its examples: conformance, its counts, and what is missing of its files.
///
/// # Errors
/// Cargo cannot be started.
pub fn check(game: &str) -> std::io::Result<ExitStatus> {
    let arguments = ["run", "--quiet", "--package", "plybook-games", "--example", "check", "--", game];
    cargo().args(arguments).status()
}

/// Does any other chore, by the program that knows them all.
///
/// # Errors
/// Cargo cannot be started.
pub fn other(arguments: &[String]) -> std::io::Result<ExitStatus> {
    let program = ["run", "--profile", "quick", "--quiet", "--package", "xtask", "--"];
    cargo().args(program).args(arguments).status()
}

/// Cargo, as whoever started this program calls it.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
