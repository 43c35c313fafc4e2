//! `plybook work`: a unit of work, from JSON to JSON.

use crate::arguments::Work;
use crate::bad_input::BadInput;
use crate::file;
use crate::output::Output;
use anyhow::{Result, anyhow};
use plybook_work::{WorkError, work};
use std::io::Read;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Largest unit that is read, in bytes: the files of many slices.
const LARGEST: u64 = 4 << 30;

/// Does the unit and writes its result.
pub fn run(output: Output, arguments: &Work) -> Result<()> {
    let text = match arguments.file.as_deref().filter(|path| *path != Path::new("-")) {
        Some(path) => {
            let wrong = |why: String| BadInput::new(format!("{}: {why}", path.display()));
            let bytes = plybook_store::file::read(path, LARGEST).map_err(|error| wrong(error.to_string()))?;
            String::from_utf8(bytes).map_err(|_| wrong("it is no text; a unit is JSON".to_owned()))?
        }
        None => {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(|error| BadInput::new(format!("standard input: {error}; a unit is JSON")))?;
            text
        }
    };
    let (result, measured) = work(&text, &AtomicBool::new(false)).map_err(complain)?;
    if let Some(path) = &arguments.measured {
        file::write(path, measured + "\n")?;
    }
    match &arguments.output {
        Some(path) => file::write(path, result + "\n"),
        None => output.line(result),
    }
}

/// A unit that cannot be done anywhere and trouble with this machine are told apart by the exit status.
fn complain(error: WorkError) -> anyhow::Error {
    if error.is_bad_input() { BadInput::new(error.to_string()).into() } else { anyhow!(error.to_string()) }
}
