//! Contents under a seal: what kind of file it is, of which game and rules, and a checksum over every byte.
//!
//! | bytes | what |
//! |---|---|
//! | 0-7 | the kind of file |
//! | 8-9 | version of the format: 1 |
//! | 10-11 | length of the game's name |
//! | then | the game's name, the fingerprint of its rules (8 bytes), the contents |
//! | last 8 | checksum of everything before |
//!
//! Numbers are little-endian. There is no byte that the checksum does not cover.

use crate::checksum::checksum;
use std::fmt;

/// Version of the format.
const VERSION: u16 = 1;
/// Bytes before the game's name.
const HEAD: usize = 12;
/// Bytes of a fingerprint, and of a checksum.
const NUMBER: usize = 8;

/// What is written on a seal, and what must be written on one that is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal<'a> {
    /// The kind of file.
    pub kind: &'a [u8; 8],
    /// The game's name.
    pub game: &'a str,
    /// What tells its rules from others.
    pub fingerprint: u64,
}

/// Why contents are not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SealError {
    /// It is a file of another kind.
    Foreign,
    /// A newer program wrote it.
    Newer(u16),
    /// It is not what was written.
    Damaged,
    /// It is of another game.
    OtherGame(String),
    /// It was made under other rules, or counts positions otherwise.
    OtherRules,
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SealError::Foreign => f.write_str("it is a file of another kind"),
            SealError::Newer(version) => {
                write!(f, "it has version {version}, and this program reads version {VERSION}")
            }
            SealError::Damaged => f.write_str("it is damaged: the checksum does not fit"),
            SealError::OtherGame(game) => write!(f, "it is for {game:?}"),
            SealError::OtherRules => f.write_str("it was made under other rules or by another program"),
        }
    }
}

impl std::error::Error for SealError {}

/// The fingerprint on a sealed file, whatever it stands for; `None` where the file is too short for one.
#[must_use]
pub fn sealed_fingerprint(bytes: &[u8]) -> Option<u64> {
    let length = u16::from_le_bytes(bytes.get(10..HEAD)?.try_into().ok()?);
    number(bytes.get(HEAD..)?.get(usize::from(length)..)?.get(..NUMBER)?)
}

/// The checksum at the end of a sealed file: it stands for the file. A checksum of the whole file would not, since it is the
/// same for all that end with their own.
#[must_use]
pub fn sealed_checksum(bytes: &[u8]) -> Option<u64> {
    number(bytes.get(bytes.len().checked_sub(NUMBER)?..)?)
}

fn number(bytes: &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}

impl Seal<'_> {
    /// The whole file for some contents. A name is cut at 65,535 bytes.
    #[must_use]
    pub fn write(&self, contents: &[u8]) -> Vec<u8> {
        let name = self.game.as_bytes();
        let name = &name[..name.len().min(usize::from(u16::MAX))];
        let mut bytes = Vec::with_capacity(HEAD + name.len() + 2 * NUMBER + contents.len());
        bytes.extend(self.kind);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((name.len() as u16).to_le_bytes());
        bytes.extend(name);
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend(contents);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The contents of a file.
    ///
    /// # Errors
    /// The file is not exactly one that was written under this seal.
    pub fn read<'b>(&self, bytes: &'b [u8]) -> Result<&'b [u8], SealError> {
        if !bytes.starts_with(self.kind) {
            return Err(SealError::Foreign);
        }
        let version = bytes.get(8..10).and_then(|pair| Some(u16::from_le_bytes(pair.try_into().ok()?)));
        match version {
            Some(VERSION) => {}
            Some(version) if version > VERSION => return Err(SealError::Newer(version)),
            _ => return Err(SealError::Damaged),
        }
        let cut = bytes.len().checked_sub(NUMBER).ok_or(SealError::Damaged)?;
        let (covered, sum) = bytes.split_at(cut);
        if number(sum) != Some(checksum(covered)) {
            return Err(SealError::Damaged);
        }
        let parts = || {
            let length = u16::from_le_bytes(covered.get(10..HEAD)?.try_into().ok()?);
            let (name, rest) = covered.get(HEAD..)?.split_at_checked(usize::from(length))?;
            let (fingerprint, contents) = rest.split_at_checked(NUMBER)?;
            Some((name, number(fingerprint)?, contents))
        };
        let (name, fingerprint, contents) = parts().ok_or(SealError::Damaged)?;
        if name != self.game.as_bytes() {
            return Err(SealError::OtherGame(String::from_utf8_lossy(name).into_owned()));
        }
        if fingerprint != self.fingerprint {
            return Err(SealError::OtherRules);
        }
        Ok(contents)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::Random;

    const SEAL: Seal<'_> = Seal { kind: b"plybkTST", game: "othello", fingerprint: 77 };

    #[test]
    fn contents_come_back() {
        for contents in [&b""[..], b"x", b"some contents of a file"] {
            assert_eq!(SEAL.read(&SEAL.write(contents)), Ok(contents));
        }
    }

    #[test]
    fn the_fingerprint_can_be_asked_for() {
        let bytes = SEAL.write(b"contents");
        assert_eq!(sealed_fingerprint(&bytes), Some(77));
        assert_eq!(sealed_fingerprint(&bytes[..20]), None);
        assert_eq!(sealed_fingerprint(b""), None);
    }

    #[test]
    fn what_is_foreign_is_told_apart() {
        let bytes = SEAL.write(b"contents");
        let read = |seal: Seal<'_>| seal.read(&bytes).unwrap_err();
        assert_eq!(read(Seal { kind: b"plybkEND", ..SEAL }), SealError::Foreign);
        assert_eq!(read(Seal { game: "chess", ..SEAL }), SealError::OtherGame("othello".to_owned()));
        assert_eq!(read(Seal { fingerprint: 78, ..SEAL }), SealError::OtherRules);
        let mut newer = bytes.clone();
        newer[8] = 2;
        assert_eq!(SEAL.read(&newer), Err(SealError::Newer(2)));
        assert_eq!(SEAL.read(b"text"), Err(SealError::Foreign));
    }

    #[test]
    fn every_flip_cut_and_edit_is_noticed() {
        let bytes = SEAL.write(b"some contents of a file");
        for bit in 0..8 * bytes.len() {
            let mut copy = bytes.clone();
            copy[bit / 8] ^= 1 << (bit % 8);
            assert!(SEAL.read(&copy).is_err(), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert!(SEAL.read(&bytes[..length]).is_err(), "cut to {length}");
        }
        let mut random = Random::new(4);
        for _ in 0..10_000 {
            let mut copy = bytes.clone();
            for _ in 0..=random.below(8) {
                let place = random.below(copy.len());
                match random.below(3) {
                    0 => copy[place] = random.next() as u8,
                    1 => copy.insert(place, random.next() as u8),
                    _ => drop(copy.remove(place)),
                }
            }
            assert!(copy == bytes || SEAL.read(&copy).is_err());
        }
    }
}
