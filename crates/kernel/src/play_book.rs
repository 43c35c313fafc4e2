//! Play books: what every configuration of a part of the board is worth, learnt from games.

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
pub struct PlayBook {
    values: Vec<Vec<i16>>,
}

impl PlayBook {
    /// A book for these patterns; `None` if there are not exactly as many values as configurations.
    #[must_use]
    pub fn new(patterns: &[Pattern], values: Vec<Vec<i16>>) -> Option<PlayBook> {
        let lengths = values.iter().map(Vec::len);
        lengths.eq(patterns.iter().map(|pattern| pattern.configurations)).then_some(PlayBook { values })
    }

    /// The book of a file's contents: the values of all configurations, pattern after pattern, each in two bytes,
    /// the lower one first. `None` if it has another length.
    #[must_use]
    pub fn from_bytes(patterns: &[Pattern], bytes: &[u8]) -> Option<PlayBook> {
        let wanted: usize = patterns.iter().map(|pattern| pattern.configurations).sum();
        let (numbers, []) = bytes.as_chunks::<2>() else { return None };
        if numbers.len() != wanted {
            return None;
        }
        let mut numbers = numbers.iter().map(|&number| i16::from_le_bytes(number));
        let values = patterns.iter().map(|pattern| numbers.by_ref().take(pattern.configurations).collect());
        PlayBook::new(patterns, values.collect())
    }

    /// What `from_bytes` reads.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.values.iter().flatten().flat_map(|value| value.to_le_bytes()).collect()
    }

    /// The value of a configuration of a pattern; nothing for one that the book does not have.
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

    const PATTERNS: [Pattern; 2] =
        [Pattern { name: "edge", configurations: 3 }, Pattern { name: "corner", configurations: 2 }];

    #[test]
    fn bytes_read_back() {
        let book = PlayBook::new(&PATTERNS, vec![vec![1, -2, 300], vec![i16::MIN, i16::MAX]]).unwrap();
        assert_eq!(PlayBook::from_bytes(&PATTERNS, &book.to_bytes()), Some(book.clone()));
        assert_eq!(book.value(0, 2), 300);
        assert_eq!(book.value(1, 0), i32::from(i16::MIN));
        assert_eq!((book.value(1, 2), book.value(2, 0)), (0, 0));
    }

    #[test]
    fn other_lengths_are_refused() {
        assert!(PlayBook::new(&PATTERNS, vec![vec![0; 3]]).is_none());
        assert!(PlayBook::new(&PATTERNS, vec![vec![0; 2], vec![0; 3]]).is_none());
        for length in (0..20).filter(|&length| length != 10) {
            assert!(PlayBook::from_bytes(&PATTERNS, &vec![0; length]).is_none(), "{length}");
        }
    }
}
