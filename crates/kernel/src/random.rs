//! Repeatable randomness without a dependency.

/// A small generator (SplitMix64): the same seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which must not be zero.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }

    /// The number of one of the set bits, each with the same probability; 64 if none is set.
    #[inline]
    pub const fn bit(&mut self, mut bits: u64) -> u32 {
        if bits == 0 {
            return u64::BITS;
        }
        let mut before = self.below(bits.count_ones() as usize);
        while before > 0 {
            bits &= bits - 1;
            before -= 1;
        }
        bits.trailing_zeros()
    }

    /// One of the items, each with its probability; `None` if there are none. Probabilities that do not sum to one, for
    /// rounding or otherwise, count in proportion.
    pub fn draw<'a, T>(&mut self, weighted: &'a [(T, f32)]) -> Option<&'a T> {
        let sum: f64 = weighted.iter().map(|&(_, weight)| f64::from(weight)).sum();
        // 53 bits fill the fraction exactly.
        let mut left = (self.next() >> 11) as f64 / (1u64 << 53) as f64 * sum;
        for (item, weight) in weighted {
            left -= f64::from(*weight);
            if left < 0.0 {
                return Some(item);
            }
        }
        weighted.last().map(|(item, _)| item)
    }

    /// One of the items, or `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_bit_is_drawn() {
        let mut random = Random::new(3);
        let bits = 1 << 63 | 1 << 40 | 0b1011;
        let mut counts = [0u32; 64];
        (0..5_000).for_each(|_| counts[random.bit(bits) as usize] += 1);
        for (bit, count) in counts.into_iter().enumerate() {
            // A fifth of 5,000 each, and five standard errors.
            let (least, most) = if bits >> bit & 1 == 1 { (858, 1_142) } else { (0, 0) };
            assert!((least..=most).contains(&count), "bit {bit}: {count}");
        }
        assert_eq!(random.bit(0), 64);
    }

    #[test]
    fn items_are_drawn_as_often_as_their_probabilities_say() {
        let weighted = [('a', 0.125), ('b', 0.5), ('c', 0.0), ('d', 0.375)];
        let mut random = Random::new(1);
        let mut counts = [0u32; 4];
        for _ in 0..80_000 {
            let &item = random.draw(&weighted).unwrap();
            counts[usize::from(item as u8 - b'a')] += 1;
        }
        for (count, (item, weight)) in counts.into_iter().zip(weighted) {
            // Five standard errors.
            let reach = 5.0 * (80_000.0 * weight * (1.0 - weight)).sqrt();
            assert!((count as f32 - 80_000.0 * weight).abs() <= reach, "{item}: {count}");
        }
        assert_eq!(random.draw::<u8>(&[]), None);
        assert_eq!(random.draw(&[(1, 0.0)]), Some(&1));
    }
}
