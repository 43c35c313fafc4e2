//! Files that the command line names.

use crate::bad_input::BadInput;
use anyhow::Result;
use plybook_store::file;
use std::path::Path;

/// Writes a whole file; whatever fails, the old one keeps its content. A path that cannot be written is bad input.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    Ok(file::write(path, contents.as_ref()).map_err(|error| unwritable(path, &error))?)
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
    Ok(file::try_to_write(path).map_err(|error| unwritable(path, &error))?)
}

fn unwritable(path: &Path, error: &std::io::Error) -> BadInput {
    BadInput::new(format!("cannot write {}: {error}; choose another path", path.display()))
}

/// Reads a whole file of at most so many bytes.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>> {
    Ok(file::read(path, most)
        .map_err(|error| BadInput::new(format!("cannot read {}: {error}", path.display())))?)
}

/// Reads a whole text file of at most so many bytes. What is not UTF-8 is taken for Latin-1, in which old records
/// are written.
pub fn read(path: &Path, most: u64) -> Result<String> {
    Ok(String::from_utf8(read_bytes(path, most)?)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect()))
}
