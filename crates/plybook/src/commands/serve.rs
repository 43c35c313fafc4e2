//! `plybook` alone and `plybook serve`.

use crate::arguments::Serve;
use crate::database_file;
use crate::output::Output;
use crate::server::{self, Listen, LocalAgents, RulesFolder, TournamentManager};
use anyhow::Result;
use std::process::{Command, Stdio};

/// Where the page is served if that port is free and no other is wanted.
const DEFAULT_PORT: u16 = 8017;

/// Serves the page until it is interrupted.
pub fn run(output: Output, arguments: &Serve) -> Result<()> {
    let port = arguments.port.unwrap_or(DEFAULT_PORT);
    let listen = Listen { address: arguments.address, port, elsewhere: arguments.port.is_none() };
    let local = arguments.agents.as_deref().map(LocalAgents::read).transpose()?.unwrap_or_default();
    let rules = arguments.rules.as_deref().map(RulesFolder::open).transpose()?;
    if arguments.archive.db.is_some() {
        // A file that was named must be usable; the default one is looked at when it is asked for.
        database_file::open(&arguments.archive)?;
    }
    let database = database_file::path(&arguments.archive).map_err(|error| error.to_string());
    server::serve(&listen, TournamentManager::new(database, local), rules, |own| {
        output.line(format!(
            "Plybook is at http://{own}/   (Ctrl-C ends it; `plybook help` for the command line)"
        ))?;
        if arguments.open {
            open_browser(output, &format!("http://{own}/"))?;
        }
        Ok(())
    })
}

/// Asks the desktop to open an address. Where there is none, the address printed above must do.
fn open_browser(output: Output, address: &str) -> Result<()> {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = Command::new(opener)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match quiet {
        Ok(_) => Ok(()),
        Err(error) => {
            output.line(format!("cannot open a browser ({opener}: {error}); open the address yourself"))
        }
    }
}
