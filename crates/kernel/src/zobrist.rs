//! Zobrist keys: a random number for every fact of a position, xored together. A move changes few facts, so
//! it changes the key with few xors.
//!
//! All numbers come from one fixed seed, so keys are the same in every run and on every machine.

use crate::Random;

/// The seed of all key tables.
const SEED: u64 = 0x506c_7962_6f6f_6b31;

/// The keys of `FACTS` facts of one kind, for instance "piece k stands on square s" numbered `k * squares + s`.
/// `STREAM` must differ between tables of one game.
#[derive(Clone, Debug)]
pub struct Keys<const FACTS: usize>([u64; FACTS]);

impl<const FACTS: usize> Keys<FACTS> {
    /// The table of a stream; usable in constants.
    #[must_use]
    pub const fn new(stream: u64) -> Keys<FACTS> {
        let mut random = Random::new(SEED ^ stream.wrapping_mul(0xd6e8_feb8_6659_fd93));
        let mut keys = [0; FACTS];
        let mut fact = 0;
        while fact < FACTS {
            keys[fact] = random.next();
            fact += 1;
        }
        Keys(keys)
    }

    /// The key of one fact.
    #[must_use]
    #[inline]
    pub const fn of(&self, fact: usize) -> u64 {
        self.0[fact]
    }

    /// The key of a set of facts given as the bits of a mask, the lowest bit being fact `first`.
    #[must_use]
    #[inline]
    pub const fn of_bits(&self, first: usize, mut mask: u64) -> u64 {
        let mut key = 0;
        while mask != 0 {
            key ^= self.0[first + mask.trailing_zeros() as usize];
            mask &= mask - 1;
        }
        key
    }
}

/// A key that is changed by the facts that come and go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Key(pub u64);

impl Key {
    /// Adds a fact that was not there, or removes one that was.
    #[inline]
    pub const fn toggle<const FACTS: usize>(&mut self, keys: &Keys<FACTS>, fact: usize) {
        self.0 ^= keys.of(fact);
    }

    /// Moves a fact, such as a piece from one square to another.
    #[inline]
    pub const fn shift<const FACTS: usize>(&mut self, keys: &Keys<FACTS>, from: usize, to: usize) {
        self.0 ^= keys.of(from) ^ keys.of(to);
    }

    /// Toggles every fact of a mask.
    #[inline]
    pub const fn toggle_bits<const FACTS: usize>(&mut self, keys: &Keys<FACTS>, first: usize, mask: u64) {
        self.0 ^= keys.of_bits(first, mask);
    }
}

/// Scrambles a word into a key, for positions whose whole content fits one word.
#[must_use]
#[inline]
pub const fn scramble(word: u64) -> u64 {
    Random::new(word ^ SEED).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_fixed_and_distinct() {
        const KEYS: Keys<1000> = Keys::new(1);
        let other = Keys::<1000>::new(2);
        let mut all: Vec<u64> = (0..1000).flat_map(|fact| [KEYS.of(fact), other.of(fact)]).collect();
        assert_eq!(all[0], 14_106_249_781_162_068_383, "keys must not change: stored databases know them");
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 2000);
    }

    #[test]
    fn incremental_equals_from_scratch() {
        const KEYS: Keys<128> = Keys::new(3);
        let mut key = Key::default();
        key.toggle_bits(&KEYS, 64, 0b1011);
        key.shift(&KEYS, 64, 70);
        key.toggle(&KEYS, 65);
        assert_eq!(key.0, KEYS.of(70) ^ KEYS.of(67));
    }
}
