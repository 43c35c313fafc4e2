//! `plybook games`.

use crate::output::Output;
use crate::table::lined;
use anyhow::Result;
use comfy_table::Table;
use plybook_catalog::{GameDescription, all_games, gallery_games};
use std::io::{IsTerminal, stdout};

/// Lists the games that are code, or those of the gallery of rules files, with their options.
pub fn run(output: Output, gallery: bool, json: bool) -> Result<()> {
    let games = if gallery { gallery_games() } else { all_games() };
    if json {
        return output.json(&games);
    }
    output.line(table(&games, output).to_string())?;
    if gallery { Ok(()) } else { output.line("Games that are rules files: plybook games --gallery") }
}

/// Width of the list, in characters, where there is no terminal to tell.
const WIDTH: u16 = 110;

fn table(games: &[GameDescription], output: Output) -> Table {
    let mut table = lined(output);
    if !stdout().is_terminal() {
        table.set_width(WIDTH);
    }
    table.set_header(["name", "game", "options", "try"]);
    for game in games {
        let options: Vec<String> =
            game.options.iter().map(|option| format!("{} ({})", option.form, option.default)).collect();
        let options = if options.is_empty() { "none".to_owned() } else { options.join("\n") };
        let about = format!("{}\n{}", game.title, game.summary);
        let example = game.examples.get(1).or(game.examples.first()).cloned().unwrap_or_default();
        table.add_row([game.name.to_string(), about, options, example.into_owned()]);
    }
    table
}
