//! Files that the program writes.

use crate::bad_input::BadInput;
use anyhow::Result;
use std::path::Path;

/// Writes a whole file. A path that cannot be written is bad input.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    std::fs::write(path, contents).map_err(|error| {
        BadInput::new(format!("cannot write {}: {error}; choose another path", path.display())).into()
    })
}
