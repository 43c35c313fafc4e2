//! Recorded games: every answer of the public view along one random game per game. A change of any answer shows
//! as a diff.

use anyhow::{Context, Result};
use plybook_catalog::{Click, Player, Random, Session, all_games, open};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The seed of all recorded games.
const SEED: u64 = 1959;
/// Plies recorded in full; after them only every `SPARSE`-th.
const FULL: usize = 8;
/// See `FULL`.
const SPARSE: usize = 10;
/// Plies after which a recording stops.
const LONGEST: usize = 120;

/// Where the recording of a game lies.
#[must_use]
pub fn path(root: &Path, game: &str) -> PathBuf {
    root.join("testdata/playthroughs").join(format!("{game}.txt"))
}

/// Records every game and writes the files.
///
/// # Errors
/// A file cannot be written.
pub fn write_all(root: &Path) -> Result<()> {
    for game in all_games() {
        let path = path(root, &game.name);
        fs::create_dir_all(path.parent().unwrap_or(root))?;
        fs::write(&path, record(&game.name)?).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The recording of one game: one random game of each of its examples.
///
/// # Errors
/// An example's name cannot be opened.
pub fn record(name: &str) -> Result<String> {
    let mut text = String::new();
    let examples = open(name)?.info().examples.clone();
    for (number, example) in examples.iter().enumerate() {
        let game = open(example)?;
        let players = game.player_names().join(", ");
        let evaluators: Vec<&str> = game.evaluators().iter().map(|evaluator| &*evaluator.name).collect();
        writeln!(text, "game {}\nplayers {players}\nevaluators {}", game.full_name(), evaluators.join(", "))?;
        let mut session = game.session(None)?;
        let mut random = Random::new(SEED + number as u64);
        for ply in 0..=LONGEST {
            let moves = session.move_texts();
            let full = number == 0 && (ply < FULL || ply % SPARSE == 0);
            describe(&mut text, ply, &*session, full || moves.is_empty())?;
            let Some(chosen) = random.pick(&moves) else { break };
            writeln!(text, "play {chosen}")?;
            session.play(chosen)?;
        }
        text.push('\n');
    }
    Ok(text)
}

/// What the session answers at one ply.
fn describe(text: &mut String, ply: usize, session: &dyn Session, full: bool) -> Result<()> {
    writeln!(text, "{ply} {}", session.text())?;
    writeln!(text, "key {:016x} moves {}", session.key(), session.move_texts().len())?;
    if let Some(ending) = session.ending() {
        let winner = ending.winner().map_or("draw", Player::ordinal);
        writeln!(text, "ending {}, {winner}: {}", ending.rule.words(), ending.sentence)?;
    }
    if !full {
        return Ok(());
    }
    writeln!(text, "board {}", serde_json::to_string(&session.board())?)?;
    writeln!(text, "marks {}", serde_json::to_string(&session.marks())?)?;
    for legal in session.moves() {
        let click = |click: &Click| match click {
            Click::Cell(number) => number.to_string(),
            Click::Choice(label) => format!("{label:?}"),
        };
        let path: Vec<String> = legal.path.iter().map(click).collect();
        writeln!(text, "move {}: {}", legal.text, path.join(" "))?;
    }
    if session.ending().is_none() {
        for term in session.explain(None)? {
            writeln!(text, "term {}: {} x {}", term.name, term.value, term.weight)?;
        }
    }
    Ok(())
}
