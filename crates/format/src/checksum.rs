//! A 64-bit cyclic redundancy check, CRC-64/XZ: it notices every change of up to 64 neighbouring bits.

use crc::{CRC_64_XZ, Crc, Digest, Table};

/// Sixteen bytes are taken in at a step.
type Steps = Table<16>;

static CRC: Crc<u64, Steps> = Crc::<u64, Steps>::new(&CRC_64_XZ);

/// A checksum in the making: bytes are taken in piece by piece.
#[derive(Clone)]
pub struct Checksum(Digest<'static, u64, Steps>);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum::new()
    }
}

impl Checksum {
    /// The checksum of nothing.
    #[must_use]
    pub fn new() -> Checksum {
        Checksum(CRC.digest())
    }

    /// Takes more bytes in.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The sum of everything taken in.
    #[must_use]
    pub fn sum(self) -> u64 {
        self.0.finalize()
    }
}

/// The checksum of some bytes.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    CRC.checksum(bytes)
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
