//! Files that the program writes.

use crate::bad_input::BadInput;
use anyhow::Result;
use std::path::Path;

/// Writes a whole file. A path that cannot be written is bad input.
pub fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).map_err(|error| {
        BadInput::new(format!("cannot write {}: {error}; choose another path", path.display())).into()
    })
}
