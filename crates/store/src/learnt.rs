//! The files that learning writes (play books, matchboxes, tables, weights): read whole, never half. What is in them is
//! judged by those who learn.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Largest file that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// The contents of a file that learning wrote.
///
/// # Errors
/// It cannot be read, or is too large.
pub fn read_learnt(path: &Path) -> io::Result<Vec<u8>> {
    // What is no file may say nothing about its size, or never end.
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::other(format!("it has more than the {LARGEST} bytes that are read")));
    }
    Ok(bytes)
}
