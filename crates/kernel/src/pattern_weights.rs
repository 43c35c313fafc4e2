//! Pattern weights: what every configuration of a part of the board is worth, learnt from games.

use crate::Text;

/// A part of the board whose configurations are valued one by one, such as an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What it is called.
    pub name: Text,
    /// How many configurations it has; they are numbered from 0.
    pub configurations: usize,
}

impl Pattern {
    /// A part of the board whose name is part of the program.
    #[must_use]
    pub const fn new(name: &'static str, configurations: usize) -> Pattern {
        Pattern { name: Text::Borrowed(name), configurations }
    }
}

/// The values of all configurations of a game's patterns, in hundredths of a point for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternWeights {
    values: Vec<Vec<i16>>,
}

impl PatternWeights {
    /// Weights for these patterns; `None` if there are not exactly as many values as configurations.
    #[must_use]
    pub fn new(patterns: &[Pattern], values: Vec<Vec<i16>>) -> Option<PatternWeights> {
        let lengths = values.iter().map(Vec::len);
        lengths.eq(patterns.iter().map(|pattern| pattern.configurations)).then_some(PatternWeights { values })
    }

    /// The values of all configurations, pattern after pattern.
    #[must_use]
    pub fn values(&self) -> &[Vec<i16>] {
        &self.values
    }

    /// The value of a configuration of a pattern; nothing for one that has none.
    #[inline]
    #[must_use]
    pub fn value(&self, pattern: usize, configuration: usize) -> i32 {
        let values = self.values.get(pattern).map(Vec::as_slice).unwrap_or_default();
        values.get(configuration).copied().unwrap_or_default().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATTERNS: [Pattern; 2] = [Pattern::new("edge", 3), Pattern::new("corner", 2)];

    #[test]
    fn configurations_have_their_values() {
        let weights =
            PatternWeights::new(&PATTERNS, vec![vec![1, -2, 300], vec![i16::MIN, i16::MAX]]).unwrap();
        assert_eq!(weights.value(0, 2), 300);
        assert_eq!(weights.value(1, 0), i32::from(i16::MIN));
        assert_eq!((weights.value(1, 2), weights.value(2, 0)), (0, 0));
    }

    #[test]
    fn other_lengths_are_refused() {
        assert!(PatternWeights::new(&PATTERNS, vec![vec![0; 3]]).is_none());
        assert!(PatternWeights::new(&PATTERNS, vec![vec![0; 2], vec![0; 3]]).is_none());
    }
}
