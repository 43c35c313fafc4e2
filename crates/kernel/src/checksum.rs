//! A 64-bit cyclic redundancy check: it notices every change of up to 64 neighbouring bits.

/// The polynomial of ECMA-182, lowest power in the highest bit.
const POLYNOMIAL: u64 = 0xc96c_5795_d787_0f42;

/// Bytes that one step takes in.
const STEP: usize = 8;

/// `TABLES[k][b]`: what byte `b` contributes when `k` more bytes follow in its step.
static TABLES: [[u64; 256]; STEP] = {
    let mut tables = [[0; 256]; STEP];
    let mut byte = 0;
    while byte < 256 {
        let mut value = byte as u64;
        let mut bit = 0;
        while bit < 8 {
            value = if value & 1 == 1 { value >> 1 ^ POLYNOMIAL } else { value >> 1 };
            bit += 1;
        }
        tables[0][byte] = value;
        byte += 1;
    }
    let mut number = 256;
    while number < STEP * 256 {
        let (table, byte) = (number / 256, number % 256);
        let before = tables[table - 1][byte];
        tables[table][byte] = tables[0][(before & 0xff) as usize] ^ before >> 8;
        number += 1;
    }
    tables
};

/// A checksum in the making: bytes are taken in piece by piece.
#[derive(Clone, Copy, Debug)]
pub struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum::new()
    }
}

impl Checksum {
    /// The checksum of nothing.
    #[must_use]
    pub const fn new() -> Checksum {
        Checksum(u64::MAX)
    }

    /// Takes more bytes in.
    pub fn add(&mut self, bytes: &[u8]) {
        let mut sum = self.0;
        let mut steps = bytes.chunks_exact(STEP);
        for step in &mut steps {
            let word = sum ^ u64::from_le_bytes(step.try_into().unwrap_or_default());
            sum = word
                .to_le_bytes()
                .iter()
                .zip(TABLES.iter().rev())
                .fold(0, |sum, (&byte, table)| sum ^ table[usize::from(byte)]);
        }
        for &byte in steps.remainder() {
            sum = TABLES[0][usize::from(sum as u8 ^ byte)] ^ sum >> 8;
        }
        self.0 = sum;
    }

    /// The sum of everything taken in.
    #[must_use]
    pub const fn sum(self) -> u64 {
        !self.0
    }
}

/// The checksum of some bytes.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut checksum = Checksum::new();
    checksum.add(bytes);
    checksum.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_value_of_the_catalogues() {
        // The value that is published for this check (CRC-64/XZ) and the text "123456789".
        assert_eq!(checksum(b"123456789"), 0x995d_c9bb_df19_39fa);
        assert_eq!(checksum(b""), 0);
    }

    #[test]
    fn pieces_make_the_same_sum() {
        let bytes: Vec<u8> = (0..1000u32).map(|n| ((n * n) >> 3) as u8).collect();
        for cut in [0, 1, 7, 8, 9, 500, 999, 1000] {
            let mut pieces = Checksum::new();
            pieces.add(&bytes[..cut]);
            pieces.add(&bytes[cut..]);
            assert_eq!(pieces.sum(), checksum(&bytes));
        }
    }
}
