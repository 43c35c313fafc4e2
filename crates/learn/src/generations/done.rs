//! What a finished generation came to, as a small file: it is written last, and its being there says that the generation
//! is over.

use crate::data::Pairs;
use plybook_format::Seal;

/// The kind of file.
const KIND: &[u8; 8] = b"plybkGEN";

/// What a generation came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// Its number, from one.
    pub number: u32,
    /// Games played for it.
    pub games: u64,
    /// Positions it was trained on, those of earlier generations included.
    pub positions: u64,
    /// Passes over them.
    pub epochs: u32,
    /// The loss on positions held out after the last pass, and the least that is possible.
    pub held_out: [f64; 2],
    /// Hundredths of a point of a logit.
    pub scale: f32,
    /// Its match against the last accepted generation, or against what the first one began with.
    pub pairs: Pairs,
    /// Whether it was kept.
    pub accepted: bool,
}

impl Generation {
    pub(super) fn write(&self, game: &str, fingerprint: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(self.number.to_le_bytes());
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(self.positions.to_le_bytes());
        bytes.extend(self.epochs.to_le_bytes());
        self.held_out.iter().for_each(|loss| bytes.extend(loss.to_le_bytes()));
        bytes.extend(self.scale.to_le_bytes());
        self.pairs.0.iter().for_each(|pairs| bytes.extend(pairs.to_le_bytes()));
        bytes.push(u8::from(self.accepted));
        Seal { kind: KIND, game, fingerprint }.write(&bytes)
    }

    pub(super) fn read(game: &str, fingerprint: u64, bytes: &[u8]) -> Result<Generation, String> {
        let contents =
            Seal { kind: KIND, game, fingerprint }.read(bytes).map_err(|error| error.to_string())?;
        Generation::from_contents(contents).ok_or_else(|| "its contents are no generation".to_owned())
    }

    fn from_contents(mut bytes: &[u8]) -> Option<Generation> {
        fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
            let (head, rest) = bytes.split_first_chunk()?;
            *bytes = rest;
            Some(*head)
        }
        let bytes = &mut bytes;
        let generation = Generation {
            number: u32::from_le_bytes(take(bytes)?),
            games: u64::from_le_bytes(take(bytes)?),
            positions: u64::from_le_bytes(take(bytes)?),
            epochs: u32::from_le_bytes(take(bytes)?),
            held_out: [f64::from_le_bytes(take(bytes)?), f64::from_le_bytes(take(bytes)?)],
            scale: f32::from_le_bytes(take(bytes)?),
            pairs: {
                let mut pairs = Pairs::default();
                for count in &mut pairs.0 {
                    *count = u32::from_le_bytes(take(bytes)?);
                }
                pairs
            },
            accepted: take::<1>(bytes)? == [1],
        };
        bytes.is_empty().then_some(generation)
    }
}

/// A match that goes on: how many pairs were asked for, and what came of them.
pub(super) fn write_match(game: &str, fingerprint: u64, asked: u64, pairs: &Pairs) -> Vec<u8> {
    let mut bytes = asked.to_le_bytes().to_vec();
    pairs.0.iter().for_each(|count| bytes.extend(count.to_le_bytes()));
    Seal { kind: KIND, game, fingerprint }.write(&bytes)
}

/// What `write_match` wrote.
pub(super) fn read_match(game: &str, fingerprint: u64, bytes: &[u8]) -> Option<(u64, Pairs)> {
    let contents = Seal { kind: KIND, game, fingerprint }.read(bytes).ok()?;
    let (asked, rest) = contents.split_first_chunk()?;
    let (counts, []) = rest.as_chunks::<4>() else { return None };
    let counts: Vec<u32> = counts.iter().map(|&count| u32::from_le_bytes(count)).collect();
    Some((u64::from_le_bytes(*asked), Pairs(counts.try_into().ok()?)))
}
