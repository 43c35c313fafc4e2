//! Pattern weights as the contents of a file: what is called a play book.

use crate::checksum::Checksum;
use crate::{Seal, SealError};
use plybook_kernel::{Evaluated, Game, Pattern, PatternWeights, Random};
use std::fmt;

/// The kind of file that a play book is.
const KIND: &[u8; 8] = b"plybkPLY";
/// Random games whose positions tell one numbering of configurations from another.
const SAMPLE_GAMES: u64 = 8;
/// The plies after which they are left.
const SAMPLE_PLIES: usize = 120;

/// The contents of a file: the weights under a seal that names the game and its patterns. `None` if the weights do
/// not fit the game's patterns.
#[must_use]
pub fn write_pattern_weights<G: Game + Evaluated>(
    game: &G,
    name: &str,
    weights: &PatternWeights,
) -> Option<Vec<u8>> {
    let lengths = weights.values().iter().map(Vec::len);
    let fits = lengths.eq(game.patterns().iter().map(|pattern| pattern.configurations));
    fits.then(|| Seal { kind: KIND, game: name, fingerprint: fingerprint(game) }.write(&to_bytes(weights)))
}

/// What `write_pattern_weights` wrote.
///
/// # Errors
/// The file is damaged, of another kind or game, or its configurations are numbered otherwise.
pub fn read_pattern_weights<G: Game + Evaluated>(
    game: &G,
    name: &str,
    bytes: &[u8],
) -> Result<PatternWeights, PatternWeightsError> {
    let seal = Seal { kind: KIND, game: name, fingerprint: fingerprint(game) };
    let contents = seal.read(bytes).map_err(PatternWeightsError::Seal)?;
    from_bytes(game.patterns(), contents).ok_or(PatternWeightsError::Size)
}

/// The weights of all configurations, pattern after pattern, each in two bytes, the lower one first.
fn to_bytes(weights: &PatternWeights) -> Vec<u8> {
    weights.values().iter().flatten().flat_map(|value| value.to_le_bytes()).collect()
}

/// What `to_bytes` wrote; `None` if it has another length.
fn from_bytes(patterns: &[Pattern], bytes: &[u8]) -> Option<PatternWeights> {
    let wanted: usize = patterns.iter().map(|pattern| pattern.configurations).sum();
    let (numbers, []) = bytes.as_chunks::<2>() else { return None };
    if numbers.len() != wanted {
        return None;
    }
    let mut numbers = numbers.iter().map(|&number| i16::from_le_bytes(number));
    let values = patterns.iter().map(|pattern| numbers.by_ref().take(pattern.configurations).collect());
    PatternWeights::new(patterns, values.collect())
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

    const PATTERNS: [Pattern; 2] = [Pattern::new("edge", 3), Pattern::new("corner", 2)];

    #[test]
    fn bytes_read_back() {
        let weights =
            PatternWeights::new(&PATTERNS, vec![vec![1, -2, 300], vec![i16::MIN, i16::MAX]]).unwrap();
        assert_eq!(from_bytes(&PATTERNS, &to_bytes(&weights)), Some(weights));
    }

    #[test]
    fn other_lengths_are_refused() {
        for length in (0..20).filter(|&length| length != 10) {
            assert!(from_bytes(&PATTERNS, &vec![0; length]).is_none(), "{length}");
        }
    }
}
