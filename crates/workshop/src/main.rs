//! `cargo xtask CHORE`: a new game and the checks of one game at once, everything else by the program that knows it.
#![forbid(unsafe_code)]

use plybook_workshop::{NewGame, check, other, root, write};
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["new-game", name] if !name.starts_with('-') => made(name),
        ["check", game] if !game.starts_with('-') => ended(check(game)),
        _ => ended(other(&arguments)),
    }
}

/// Makes a new game and says what to do with it.
fn made(name: &str) -> ExitCode {
    match NewGame::new(name).and_then(|game| write(&root(), &game)) {
        Ok(files) => {
            let files = files.join("\n  ");
            let said = format!(
                "Made from the template:\n  {files}\n\nNow change the rules, and after each change:\n  cargo xtask check {name}\nWhen it \
                 holds:\n  cargo xtask playthroughs\n  make run\n"
            );
            let _ = std::io::stdout().write_all(said.as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => complaint(&error.to_string()),
    }
}

/// The end of a program that did the chore.
fn ended(status: std::io::Result<std::process::ExitStatus>) -> ExitCode {
    match status {
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) => complaint(&format!("cargo cannot be started: {error}")),
    }
}

fn complaint(error: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "xtask: {error}");
    ExitCode::from(2)
}
