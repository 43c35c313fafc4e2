//! Play books: what every configuration of a part of the board is worth, learnt from games.

use crate::checksum::Checksum;
use crate::{Evaluated, Game, Random, Seal, SealError};
use std::fmt;

/// The kind of file that a play book is.
const KIND: &[u8; 8] = b"plybkPLY";
/// Random games whose positions tell one numbering of configurations from another.
const SAMPLE_GAMES: u64 = 8;
/// Longest of them in plies.
const SAMPLE_PLIES: usize = 120;

/// A part of the board whose configurations are valued one by one, such as an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What it is called.
    pub name: &'static str,
    /// How many configurations it has; they are numbered from 0.
    pub configurations: usize,
}

/// The values of all configurations of a game's patterns, in hundredths of a point for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternWeights {
    values: Vec<Vec<i16>>,
}

impl PatternWeights {
    /// A book for these patterns; `None` if there are not exactly as many values as configurations.
    #[must_use]
    pub fn new(patterns: &[Pattern], values: Vec<Vec<i16>>) -> Option<PatternWeights> {
        let lengths = values.iter().map(Vec::len);
        lengths.eq(patterns.iter().map(|pattern| pattern.configurations)).then_some(PatternWeights { values })
    }

    /// The book of a file's contents: the values of all configurations, pattern after pattern, each in two bytes,
    /// the lower one first. `None` if it has another length.
    #[must_use]
    pub fn from_bytes(patterns: &[Pattern], bytes: &[u8]) -> Option<PatternWeights> {
        let wanted: usize = patterns.iter().map(|pattern| pattern.configurations).sum();
        let (numbers, []) = bytes.as_chunks::<2>() else { return None };
        if numbers.len() != wanted {
            return None;
        }
        let mut numbers = numbers.iter().map(|&number| i16::from_le_bytes(number));
        let values = patterns.iter().map(|pattern| numbers.by_ref().take(pattern.configurations).collect());
        PatternWeights::new(patterns, values.collect())
    }

    /// What `from_bytes` reads.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.values.iter().flatten().flat_map(|value| value.to_le_bytes()).collect()
    }

    /// The contents of a file: the values under a seal that names the game and its patterns. `None` if the book does
    /// not fit the game's patterns.
    #[must_use]
    pub fn to_file<G: Game + Evaluated>(&self, game: &G, name: &str) -> Option<Vec<u8>> {
        let lengths = self.values.iter().map(Vec::len);
        let fits = lengths.eq(game.patterns().iter().map(|pattern| pattern.configurations));
        fits.then(|| Seal { kind: KIND, game: name, fingerprint: fingerprint(game) }.write(&self.to_bytes()))
    }

    /// What `to_file` wrote.
    ///
    /// # Errors
    /// The file is damaged, of another kind or game, or its configurations are numbered otherwise.
    pub fn from_file<G: Game + Evaluated>(
        game: &G,
        name: &str,
        bytes: &[u8],
    ) -> Result<PatternWeights, PatternWeightsError> {
        let seal = Seal { kind: KIND, game: name, fingerprint: fingerprint(game) };
        let contents = seal.read(bytes).map_err(PatternWeightsError::Seal)?;
        PatternWeights::from_bytes(game.patterns(), contents).ok_or(PatternWeightsError::Size)
    }

    /// The value of a configuration of a pattern; nothing for one that the book does not have.
    #[inline]
    #[must_use]
    pub fn value(&self, pattern: usize, configuration: usize) -> i32 {
        let values = self.values.get(pattern).map(Vec::as_slice).unwrap_or_default();
        values.get(configuration).copied().unwrap_or_default().into()
    }
}

/// Why a play book's file is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternWeightsError {
    /// The seal is not in order.
    Seal(SealError),
    /// It has not as many values as the game has configurations.
    Size,
}

impl fmt::Display for PatternWeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternWeightsError::Seal(error) => error.fmt(f),
            PatternWeightsError::Size => {
                f.write_str("it has not as many values as the game has configurations")
            }
        }
    }
}

impl std::error::Error for PatternWeightsError {}

/// A number that stands for a game's patterns: their names and sizes, and what they show in the positions of some
/// random games. Other rules, or another numbering of configurations, give another one.
fn fingerprint<G: Game + Evaluated>(game: &G) -> u64 {
    let mut sum = Checksum::new();
    for pattern in game.patterns() {
        sum.add(pattern.name.as_bytes());
        sum.add(&(pattern.configurations as u64).to_le_bytes());
    }
    for seed in 0..SAMPLE_GAMES {
        let (mut random, mut at) = (Random::new(seed), game.start());
        for _ in 0..SAMPLE_PLIES {
            game.configurations(&at, &mut |pattern, configuration| {
                let same = game.same_configuration(pattern, configuration);
                [pattern, configuration, same].iter().for_each(|&part| sum.add(&(part as u64).to_le_bytes()));
            });
            if game.outcome(&at).is_some() {
                break;
            }
            let Some(&mv) = random.pick(&game.legal(&at)) else { break };
            game.play(&mut at, mv);
        }
    }
    sum.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATTERNS: [Pattern; 2] =
        [Pattern { name: "edge", configurations: 3 }, Pattern { name: "corner", configurations: 2 }];

    #[test]
    fn bytes_read_back() {
        let book = PatternWeights::new(&PATTERNS, vec![vec![1, -2, 300], vec![i16::MIN, i16::MAX]]).unwrap();
        assert_eq!(PatternWeights::from_bytes(&PATTERNS, &book.to_bytes()), Some(book.clone()));
        assert_eq!(book.value(0, 2), 300);
        assert_eq!(book.value(1, 0), i32::from(i16::MIN));
        assert_eq!((book.value(1, 2), book.value(2, 0)), (0, 0));
    }

    #[test]
    fn other_lengths_are_refused() {
        assert!(PatternWeights::new(&PATTERNS, vec![vec![0; 3]]).is_none());
        assert!(PatternWeights::new(&PATTERNS, vec![vec![0; 2], vec![0; 3]]).is_none());
        for length in (0..20).filter(|&length| length != 10) {
            assert!(PatternWeights::from_bytes(&PATTERNS, &vec![0; length]).is_none(), "{length}");
        }
    }
}
