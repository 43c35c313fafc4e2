//! The Polyglot format of chess books: entries of 16 bytes, big-endian, sorted by key.

use std::collections::HashMap;
use thiserror::Error;

/// Bytes of an entry.
const ENTRY: usize = 16;

/// A move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The position, by the format's own numbers.
    pub key: u64,
    /// The move: squares and promotion, three bits each.
    pub mv: u16,
    /// How often to play it beside the others.
    pub weight: u16,
    /// Free for programs that learn.
    pub learn: u32,
}

/// Why bytes are no such book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PolyglotError {
    /// It does not consist of whole entries.
    #[error("{0} bytes are no whole number of 16-byte entries; the file was cut or is no Polyglot book")]
    Length(usize),
    /// The keys do not rise.
    #[error(
        "the entry at byte {0} has a lower key than the one before; the file is damaged or no Polyglot book"
    )]
    Unsorted(usize),
}

/// Reads a whole book.
///
/// # Errors
/// The bytes are no such book.
pub fn read(bytes: &[u8]) -> Result<Vec<Entry>, PolyglotError> {
    let (chunks, rest) = bytes.as_chunks::<ENTRY>();
    if !rest.is_empty() {
        return Err(PolyglotError::Length(bytes.len()));
    }
    let number = |chunk: &[u8]| chunk.iter().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
    let entries: Vec<Entry> = chunks
        .iter()
        .map(|chunk| Entry {
            key: number(&chunk[..8]),
            mv: number(&chunk[8..10]) as u16,
            weight: number(&chunk[10..12]) as u16,
            learn: number(&chunk[12..]) as u32,
        })
        .collect();
    match entries.windows(2).position(|pair| pair[0].key > pair[1].key) {
        Some(place) => Err(PolyglotError::Unsorted(ENTRY * (place + 1))),
        None => Ok(entries),
    }
}

/// Writes a book: by rising keys, the heaviest move of a position first.
#[must_use]
pub fn write(mut entries: Vec<Entry>) -> Vec<u8> {
    entries.sort_unstable_by_key(|entry| (entry.key, std::cmp::Reverse(entry.weight), entry.mv));
    let mut bytes = Vec::with_capacity(ENTRY * entries.len());
    for Entry { key, mv, weight, learn } in entries {
        bytes.extend(key.to_be_bytes());
        bytes.extend(mv.to_be_bytes());
        bytes.extend(weight.to_be_bytes());
        bytes.extend(learn.to_be_bytes());
    }
    bytes
}

/// The entries by their keys.
#[must_use]
pub fn by_key(entries: &[Entry]) -> HashMap<u64, Vec<Entry>> {
    let mut map: HashMap<u64, Vec<Entry>> = HashMap::new();
    entries.iter().for_each(|&entry| map.entry(entry.key).or_default().push(entry));
    map
}

/// Weights that fit the format, in the same proportions: a heavier move never gets less than a lighter one, and one
/// that is played at all at least 1.
#[must_use]
pub fn fitted(weights: &[u32]) -> Vec<u16> {
    let most = weights.iter().copied().max().unwrap_or(0).max(u32::from(u16::MAX));
    let fit = |&weight: &u32| {
        let share = u64::from(weight) * u64::from(u16::MAX) / u64::from(most);
        u16::try_from(share.max(u64::from(weight > 0))).unwrap_or(u16::MAX)
    };
    weights.iter().map(fit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let entry = |key, mv, weight| Entry { key, mv, weight, learn: 7 };
        let bytes = write(vec![entry(9, 1, 2), entry(3, 5, 1), entry(3, 4, 8)]);
        assert_eq!(bytes.len(), 48);
        assert_eq!(read(&bytes), Ok(vec![entry(3, 4, 8), entry(3, 5, 1), entry(9, 1, 2)]));
        assert_eq!(read(&bytes[..40]), Err(PolyglotError::Length(40)));
        let mut unsorted = bytes.clone();
        unsorted.rotate_left(16);
        assert_eq!(read(&unsorted), Err(PolyglotError::Unsorted(32)));
        assert_eq!(read(&[]), Ok(Vec::new()));
        assert_eq!(by_key(&read(&bytes).unwrap())[&3].len(), 2);
    }

    #[test]
    fn weights_fit_and_keep_their_order() {
        assert_eq!(fitted(&[0, 1, 1000]), [0, 1, 1000]);
        assert_eq!(fitted(&[0, 1, 131_070]), [0, 1, 65_535]);
        assert!(fitted(&[]).is_empty());
    }
}
