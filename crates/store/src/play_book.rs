//! The file of a play book: read whole, never half. What is in it is judged by `kernel::PatternWeights`.

use crate::file;
use std::io;
use std::path::Path;

/// Largest file that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// The contents of a play book's file.
///
/// # Errors
/// It cannot be read, or is larger than any play book.
pub fn read_play_book(path: &Path) -> io::Result<Vec<u8>> {
    file::read(path, LARGEST)
}
