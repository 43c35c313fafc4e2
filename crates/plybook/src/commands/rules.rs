//! `plybook rules GAME`.

use crate::game_name::open_game;
use crate::markdown::render;
use crate::output::Output;
use anyhow::Result;
use plybook_catalog::describe;

/// Prints how a game is played, and its options.
pub fn run(output: Output, name: &str, json: bool) -> Result<()> {
    let game = open_game(name)?;
    let description = describe(&game.info().name).map_err(crate::bad_input::BadInput::from)?;
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
