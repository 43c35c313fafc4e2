//! Sets of cells: one bit for each cell of a board, as many words as the board needs.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// Bits of a word.
const WORD: usize = u64::BITS as usize;

/// A set of cells in `W` words. Operations work on all cells at a time. Bits beyond the board's cells are kept clear by
/// whoever complements a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CellSet<const W: usize>([u64; W]);

impl<const W: usize> CellSet<W> {
    /// No cell.
    pub const EMPTY: CellSet<W> = CellSet([0; W]);

    /// The set of one cell.
    #[inline]
    pub fn of(cell: u8) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        set.insert(cell);
        set
    }

    /// The set of some cells.
    pub fn from_cells(cells: impl IntoIterator<Item = u8>) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }

    /// The same cells in another number of words; cells that have no bit there are left out.
    pub fn resized<const OTHER: usize>(self) -> CellSet<OTHER> {
        let mut set = CellSet::EMPTY;
        set.0.iter_mut().zip(self.0).for_each(|(to, from)| *to = from);
        set
    }

    /// The first word, which is the whole set on boards of up to 64 cells.
    pub fn first_word(self) -> u64 {
        self.0[0]
    }

    /// Adds a cell. A cell that has no bit is left out.
    #[inline]
    pub fn insert(&mut self, cell: u8) {
        let cell = usize::from(cell);
        if let Some(word) = self.0.get_mut(if W == 1 { 0 } else { cell / WORD }) {
            *word |= 1 << (cell % WORD);
        }
    }

    #[inline]
    pub fn has(self, cell: u8) -> bool {
        let cell = usize::from(cell);
        let word = self.0.get(if W == 1 { 0 } else { cell / WORD }).copied().unwrap_or(0);
        word >> (cell % WORD) & 1 == 1
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub fn meets(self, other: CellSet<W>) -> bool {
        !(self & other).is_empty()
    }

    #[inline]
    pub fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cell with the smallest number.
    #[inline]
    pub fn first(self) -> Option<u8> {
        let (number, word) = self.0.iter().enumerate().find(|&(_, &word)| word != 0)?;
        Some((number * WORD + word.trailing_zeros() as usize) as u8)
    }

    /// The cells in rising order.
    #[inline]
    pub fn cells(self) -> Cells<W> {
        Cells { left: self, word: 0 }
    }

    /// Every cell moved to the one whose number is larger by so many; what leaves the words is lost.
    #[inline]
    pub fn shifted(self, by: i32) -> CellSet<W> {
        let distance = by.unsigned_abs() as usize;
        if W == 1 {
            let word = self.0[0];
            let moved =
                if by >= 0 { word.checked_shl(distance as u32) } else { word.checked_shr(distance as u32) };
            return CellSet([moved.unwrap_or(0); W]);
        }
        let (words, bits) = (distance / WORD, distance % WORD);
        let at = |place: Option<usize>| place.and_then(|place| self.0.get(place)).copied().unwrap_or(0);
        let mut out = [0; W];
        for (place, word) in out.iter_mut().enumerate() {
            *word = if by >= 0 {
                let near = at(place.checked_sub(words)) << bits;
                let far = if bits == 0 { 0 } else { at(place.checked_sub(words + 1)) >> (WORD - bits) };
                near | far
            } else {
                let near = at(Some(place + words)) >> bits;
                let far = if bits == 0 { 0 } else { at(Some(place + words + 1)) << (WORD - bits) };
                near | far
            };
        }
        CellSet(out)
    }
}

/// The cells of a set, one after the other.
pub(crate) struct Cells<const W: usize> {
    left: CellSet<W>,
    word: usize,
}

impl<const W: usize> Iterator for Cells<W> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        while let Some(word) = self.left.0.get_mut(self.word) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some((self.word * WORD + bit) as u8);
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> BitAnd for CellSet<W> {
    type Output = CellSet<W>;
    #[inline]
    fn bitand(mut self, other: CellSet<W>) -> CellSet<W> {
        self &= other;
        self
    }
}

impl<const W: usize> BitAndAssign for CellSet<W> {
    #[inline]
    fn bitand_assign(&mut self, other: CellSet<W>) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
    }
}

impl<const W: usize> BitOr for CellSet<W> {
    type Output = CellSet<W>;
    #[inline]
    fn bitor(mut self, other: CellSet<W>) -> CellSet<W> {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for CellSet<W> {
    #[inline]
    fn bitor_assign(&mut self, other: CellSet<W>) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }
}

impl<const W: usize> BitXor for CellSet<W> {
    type Output = CellSet<W>;
    #[inline]
    fn bitxor(mut self, other: CellSet<W>) -> CellSet<W> {
        self ^= other;
        self
    }
}

impl<const W: usize> BitXorAssign for CellSet<W> {
    #[inline]
    fn bitxor_assign(&mut self, other: CellSet<W>) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word ^= other);
    }
}

impl<const W: usize> Not for CellSet<W> {
    type Output = CellSet<W>;
    #[inline]
    fn not(mut self) -> CellSet<W> {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::Random;

    /// A shifted set holds exactly the moved cells, in one word as in four.
    fn shifts<const W: usize>() {
        let mut random = Random::new(5);
        let bits = (W * WORD) as i32;
        for _ in 0..300 {
            let cells: Vec<u8> = (0..9).map(|_| random.below(W * WORD) as u8).collect();
            let by = random.below(2 * bits as usize) as i32 - bits;
            let set = CellSet::<W>::from_cells(cells.clone());
            let mut expected: Vec<u8> = cells
                .iter()
                .map(|&cell| i32::from(cell) + by)
                .filter(|moved| (0..bits).contains(moved))
                .map(|moved| moved as u8)
                .collect();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(set.shifted(by).cells().collect::<Vec<_>>(), expected, "{cells:?} by {by}");
            assert_eq!(set.shifted(by).count(), expected.len());
            assert_eq!(set.shifted(by).first(), expected.first().copied());
        }
    }

    #[test]
    fn shifting_moves_every_cell() {
        shifts::<1>();
        shifts::<2>();
        shifts::<4>();
    }
}
