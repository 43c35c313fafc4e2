//! `plybook games`, and what `plybook` alone says.

use crate::output::Output;
use crate::table::lined;
use anyhow::Result;
use comfy_table::Table;
use plybook_catalog::{GameDescription, all_games};
use std::io::{IsTerminal, stdout};

/// Lists all games with their options.
pub fn run(output: Output, json: bool) -> Result<()> {
    let games = all_games();
    if json { output.json(&games) } else { output.line(table(&games, output).to_string()) }
}

/// Lists the games and says how to play.
pub fn welcome(output: Output) -> Result<()> {
    run(output, false)?;
    output.line("")?;
    output.line("plybook play GAME    play it here        plybook rules GAME      how it is played")?;
    output.line("plybook show GAME    draw a position     plybook analyze GAME    what the engine thinks")?;
    output
        .line("plybook lab GAME     the course report   plybook perft GAME N    count its move sequences")?;
    output.line("plybook help         everything else     plybook games --json    this list for programs")
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
        let example = game.examples.get(1).or(game.examples.first()).copied().unwrap_or_default();
        table.add_row([game.name.to_owned(), about, options, example.to_owned()]);
    }
    table
}
