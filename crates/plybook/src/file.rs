//! Files that the program reads and writes.

use crate::bad_input::BadInput;
use anyhow::Result;
use std::fs::OpenOptions;
use std::path::Path;

/// Writes a whole file. A path that cannot be written is bad input.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    Ok(std::fs::write(path, contents).map_err(|error| unwritable(path, &error))?)
}

/// Writes a whole file beside the old one and then puts it in its place: at no time is there half a file.
pub fn replace(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    write(Path::new(&beside), contents)?;
    Ok(std::fs::rename(&beside, path).map_err(|error| unwritable(path, &error))?)
}

/// Makes sure that a file can be written, before long work is done for it. What stands there stays.
pub fn prepare(path: &Path) -> Result<()> {
    // A link to nowhere is somebody's too.
    let is_new = path.symlink_metadata().is_err();
    OpenOptions::new().append(true).create(true).open(path).map_err(|error| unwritable(path, &error))?;
    if is_new {
        let _ = std::fs::remove_file(path);
    }
    Ok(())
}

fn unwritable(path: &Path, error: &std::io::Error) -> BadInput {
    BadInput::new(format!("cannot write {}: {error}; choose another path", path.display()))
}

/// Reads a whole text file of at most so many bytes. What is not UTF-8 is taken for Latin-1, in which old records
/// are written.
pub fn read(path: &Path, most: u64) -> Result<String> {
    let complain = |why: String| BadInput::new(format!("cannot read {}: {why}", path.display()));
    let size = std::fs::metadata(path).map_err(|error| complain(error.to_string()))?.len();
    if size > most {
        return Err(complain(format!("{size} bytes are too many; at most {most} are read")).into());
    }
    let bytes = std::fs::read(path).map_err(|error| complain(error.to_string()))?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect()))
}
