//! The values of a slice in memory, written by several threads at once.

use super::tablebase_value::Code;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};

/// Cells that share a note of the distances among them.
const GROUP: u64 = 4096;
/// Distances that a note tells apart: it holds remainders by this.
const NOTED: u32 = 256;

/// One code for each number of a slice, in one byte each as long as the distances allow it. Beside them notes say
/// which distances may be found in each group of cells, so that looking for one distance is quick.
pub(crate) struct Cells {
    codes: Codes,
    notes: Vec<[AtomicU64; 4]>,
}

enum Codes {
    Narrow(Vec<AtomicU8>),
    Wide(Vec<AtomicU16>),
}

impl Cells {
    /// All open.
    pub fn new(size: u64, wide: bool) -> Cells {
        let codes = if wide {
            Codes::Wide((0..size).map(|_| AtomicU16::new(0)).collect())
        } else {
            Codes::Narrow((0..size).map(|_| AtomicU8::new(0)).collect())
        };
        let notes = (0..size.div_ceil(GROUP)).map(|_| Default::default()).collect();
        Cells { codes, notes }
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        match &self.codes {
            Codes::Narrow(codes) => codes.len() as u64,
            Codes::Wide(codes) => codes.len() as u64,
        }
    }

    /// Bytes of one cell.
    pub fn width(&self) -> u8 {
        if self.is_wide() { 2 } else { 1 }
    }

    /// Whether cells have two bytes.
    pub fn is_wide(&self) -> bool {
        matches!(self.codes, Codes::Wide(_))
    }

    /// Bytes in memory that so many cells need.
    pub const fn bytes(size: u64, wide: bool) -> u64 {
        let width = if wide { 2 } else { 1 };
        size * width + size.div_ceil(GROUP) * 32
    }

    /// The code of a number, which must be below `len`.
    #[inline]
    pub fn get(&self, index: u64) -> Code {
        Code(match &self.codes {
            Codes::Narrow(codes) => u16::from(codes[index as usize].load(Relaxed)),
            Codes::Wide(codes) => codes[index as usize].load(Relaxed),
        })
    }

    /// Writes a code; false if the cells are too narrow for it.
    #[inline]
    pub fn set(&self, index: u64, code: Code) -> bool {
        match &self.codes {
            Codes::Narrow(codes) => {
                let Ok(narrow) = u8::try_from(code.0) else { return false };
                codes[index as usize].store(narrow, Relaxed);
            }
            Codes::Wide(codes) => codes[index as usize].store(code.0, Relaxed),
        }
        if code.is_decided() {
            self.note(index, code.distance());
        }
        true
    }

    #[inline]
    fn note(&self, index: u64, distance: u32) {
        let place = distance % NOTED;
        let word = &self.notes[(index / GROUP) as usize][(place / 64) as usize];
        let bit = 1 << (place % 64);
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// Calls `found` with the numbers between `from` and `to` whose value has this distance.
    pub fn each_at(&self, from: u64, to: u64, distance: u32, mut found: impl FnMut(u64, Code)) {
        let place = distance % NOTED;
        let mut start = from;
        while start < to {
            let group = start / GROUP;
            let end = ((group + 1) * GROUP).min(to);
            if self.notes[group as usize][(place / 64) as usize].load(Relaxed) >> (place % 64) & 1 == 1 {
                for index in start..end {
                    let code = self.get(index);
                    if code.is_decided() && code.distance() == distance {
                        found(index, code);
                    }
                }
            }
            start = end;
        }
    }

    /// The same codes in two bytes each.
    pub fn widened(self) -> Cells {
        let codes = match self.codes {
            Codes::Narrow(codes) => Codes::Wide(
                codes.into_iter().map(|code| AtomicU16::new(u16::from(code.into_inner()))).collect(),
            ),
            wide @ Codes::Wide(_) => wide,
        };
        Cells { codes, ..self }
    }

    /// Appends the codes between two numbers as they stand in files.
    pub fn write(&self, from: u64, to: u64, bytes: &mut Vec<u8>) {
        match &self.codes {
            Codes::Narrow(codes) => {
                bytes.extend(codes[from as usize..to as usize].iter().map(|code| code.load(Relaxed)));
            }
            Codes::Wide(codes) => {
                let words = codes[from as usize..to as usize].iter();
                bytes.extend(words.flat_map(|code| code.load(Relaxed).to_le_bytes()));
            }
        }
    }

    /// Takes codes from the bytes of a file, beginning at a number.
    pub fn read(&self, from: u64, bytes: &[u8]) {
        let codes = decode(bytes, self.width());
        for (index, code) in (from..self.len()).zip(codes) {
            self.set(index, code);
        }
    }
}

/// The codes in the bytes of a file.
pub(crate) fn decode(bytes: &[u8], width: u8) -> impl Iterator<Item = Code> {
    let width = usize::from(width.max(1));
    bytes.chunks_exact(width).map(move |cell| {
        let high = if width == 2 { u16::from(cell[1]) << 8 } else { 0 };
        Code(u16::from(cell[0]) | high)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_found_in_narrow_and_wide_cells() {
        let cells = Cells::new(10_000, false);
        assert!(
            cells.set(7, Code::win(126)) && cells.set(9_999, Code::loss(126)) && cells.set(8, Code::loss(0))
        );
        assert!(!cells.set(9, Code::loss(127)), "one byte does not hold it");
        let found = |cells: &Cells, from, distance| {
            let mut found = Vec::new();
            cells.each_at(from, cells.len(), distance, |index, code| found.push((index, code)));
            found
        };
        assert_eq!(found(&cells, 0, 126), [(7, Code::win(126)), (9_999, Code::loss(126))]);
        assert_eq!(found(&cells, 8, 126), [(9_999, Code::loss(126))]);
        let wide = cells.widened();
        assert!(wide.set(9, Code::loss(127)) && wide.set(10, Code::win(126 + NOTED)));
        assert_eq!(found(&wide, 0, 127), [(9, Code::loss(127))]);
        assert_eq!(found(&wide, 0, 126).len(), 2);
        let mut bytes = Vec::new();
        wide.write(0, wide.len(), &mut bytes);
        let copy = Cells::new(10_000, true);
        copy.read(0, &bytes);
        assert!((0..10_000).all(|index| copy.get(index) == wide.get(index)));
    }
}
