//! `plybook rules GAME`, and `plybook rules check|format|perft FILE`.

use crate::bad_input::BadInput;
use crate::file;
use crate::game_name::{open_game, open_rules, read_rules};
use crate::markdown::render;
use crate::output::Output;
use crate::rules_arguments::{Rules, RulesAction};
use anyhow::Result;
use plybook_catalog::{describe, format_rules};
use std::path::Path;

/// Does what is wanted with a game's rules.
pub fn run(output: Output, arguments: &Rules) -> Result<()> {
    match (&arguments.action, &arguments.game) {
        (Some(RulesAction::Check { file }), _) => check(output, file),
        (Some(RulesAction::Format { file, write }), _) => format(output, file, *write),
        (Some(RulesAction::Perft { file, depth }), _) => perft(output, file, *depth),
        (None, Some(game)) => explain(output, game, arguments.json),
        (None, None) => Err(BadInput::new("no game; name one, or a rules file").into()),
    }
}

/// Says that a file is sound, and what its game is like; or its first fault.
fn check(output: Output, path: &Path) -> Result<()> {
    let game = open_rules(path, "")?;
    let session = game.session(None).map_err(BadInput::from)?;
    let info = game.info();
    let moves = session.move_texts().len();
    output.line(format!("{}: {} is a sound game", path.display(), info.title))?;
    output.line(format!("{}", info.summary))?;
    output.line(format!(
        "{} and {}, {moves} moves at the start",
        game.player_names()[0],
        game.player_names()[1]
    ))
}

/// Prints a file with even spacing, or writes it back.
fn format(output: Output, path: &Path, write: bool) -> Result<()> {
    let text = read_rules(path)?;
    let formatted =
        format_rules(&text).map_err(|error| BadInput::new(format!("{}: {error}", path.display())))?;
    if write {
        return if formatted == text { Ok(()) } else { file::replace(path, formatted) };
    }
    output.line(formatted.trim_end())
}

/// Counts the move sequences of a file's game, ply by ply.
fn perft(output: Output, path: &Path, depth: u32) -> Result<()> {
    let game = open_rules(path, "")?;
    let session = game.session(None).map_err(BadInput::from)?;
    for depth in 1..=depth {
        let mut sum = plybook_catalog::Count::default();
        session.divide(depth, false, &mut |_, _| ()).iter().for_each(|share| sum.add(share.count));
        output
            .line(format!("depth {depth}: {} leaves, {} games finished earlier", sum.leaves, sum.finished))?;
    }
    Ok(())
}

/// Prints how a game is played, and its options.
fn explain(output: Output, name: &str, json: bool) -> Result<()> {
    let game = open_game(name)?;
    let description = describe(&game.info().name).map_err(BadInput::from)?;
    if json {
        return output.json(&description);
    }
    output.line(render(&description.rules, output).trim_end())?;
    if !description.options.is_empty() {
        output.line(format!(
            "\n{}",
            output.bold("Options, behind the name and a colon, with commas between them")
        ))?;
        for option in &description.options {
            output.line(format!("  {:<24} {} (without it: {})", option.form, option.help, option.default))?;
        }
    }
    output.line(format!("\nTry: plybook play {}", description.examples.last().unwrap_or(&description.name)))
}
