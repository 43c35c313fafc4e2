//! The files that learning writes (play books, matchboxes, tables, weights): read whole, never half. What is in them is
//! judged by those who learn.

use crate::file;
use std::io;
use std::path::Path;

/// Largest file that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// The contents of a file that learning wrote.
///
/// # Errors
/// It cannot be read, or is too large.
pub fn read_learnt(path: &Path) -> io::Result<Vec<u8>> {
    file::read(path, LARGEST)
}
