//! Sets of squares as numbers without gaps: the tool of numberings of positions.

/// Squares that a set can choose from.
const SQUARES: usize = 64;

/// Pascal's triangle: `CHOOSE[n][k]` is the number of sets of `k` out of `n`.
static CHOOSE: [[u64; SQUARES + 1]; SQUARES + 1] = triangle();

const fn triangle() -> [[u64; SQUARES + 1]; SQUARES + 1] {
    let mut triangle = [[0; SQUARES + 1]; SQUARES + 1];
    let mut n = 0;
    while n <= SQUARES {
        triangle[n][0] = 1;
        let mut k = 1;
        while k <= n {
            triangle[n][k] = triangle[n - 1][k - 1] + triangle[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    triangle
}

/// The number of sets of `k` squares out of `n`, which is at most 64; none if `k` is larger.
#[must_use]
pub const fn choose(n: u32, k: u32) -> u64 {
    if k > n { 0 } else { CHOOSE[n as usize][k as usize] }
}

/// The number of a set among the sets of its size, counted from zero. A set with a higher highest square has a
/// higher number, so a set within the lowest `n` squares is numbered below `choose(n, size)`.
#[must_use]
pub fn rank(mut set: u64) -> u64 {
    let mut rank = 0;
    let mut size = 1;
    while set != 0 {
        rank += choose(set.trailing_zeros(), size);
        size += 1;
        set &= set - 1;
    }
    rank
}

/// The set of `size` squares with this number.
#[must_use]
pub fn unrank(size: u32, mut rank: u64) -> u64 {
    let mut set = 0;
    let mut square = SQUARES as u32;
    for left in (1..=size).rev() {
        while square > 0 && choose(square - 1, left) > rank {
            square -= 1;
        }
        let Some(found) = square.checked_sub(1) else { break };
        rank -= choose(found, left);
        set |= 1 << found;
        square = found;
    }
    set
}

/// The number of a set of squares of `within` among the sets of its size there: what `rank` says of the squeezed
/// set, at the cost of its size.
#[must_use]
#[inline]
pub fn rank_in(mut set: u64, within: u64) -> u64 {
    debug_assert_eq!(set & !within, 0);
    let mut rank = 0;
    let mut size = 1;
    while set != 0 {
        let below = (set & set.wrapping_neg()) - 1;
        rank += CHOOSE[(within & below).count_ones() as usize][size];
        size += 1;
        set &= set - 1;
    }
    rank
}

/// The set of `size` squares of `within` with this number.
#[must_use]
#[inline]
pub fn unrank_in(size: u32, mut rank: u64, within: u64) -> u64 {
    let mut set = 0;
    let mut square = within.count_ones();
    for left in (1..=size).rev() {
        while square > 0 && choose(square - 1, left) > rank {
            square -= 1;
        }
        let Some(found) = square.checked_sub(1) else { break };
        rank -= choose(found, left);
        set |= nth(within, found);
        square = found;
    }
    set
}

/// The square of `within` that has `number` squares of it below; there must be one.
#[inline]
fn nth(within: u64, number: u32) -> u64 {
    // The square moves up by the gaps below it, which may bring it over more gaps.
    let mut place = number;
    loop {
        let gaps = (!within & (u64::MAX >> (u64::BITS - 1 - place))).count_ones();
        if number + gaps == place {
            return 1 << place;
        }
        place = number + gaps;
    }
}

/// Renumbers the squares of `set` as if those of `within` were all there are.
#[must_use]
pub fn squeeze(set: u64, mut within: u64) -> u64 {
    let (mut squeezed, mut place) = (0, 0);
    while within != 0 {
        squeezed |= (set >> within.trailing_zeros() & 1) << place;
        place += 1;
        within &= within - 1;
    }
    squeezed
}

/// Takes `squeeze` back.
#[must_use]
pub fn spread(squeezed: u64, mut within: u64) -> u64 {
    let (mut set, mut place) = (0, 0);
    while within != 0 {
        set |= (squeezed >> place & 1) << within.trailing_zeros();
        place += 1;
        within &= within - 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn small_sets_are_numbered_without_gaps() {
        for size in 0..=9 {
            let mut ranks: Vec<u64> =
                (0..1u64 << 9).filter(|set| set.count_ones() == size).map(rank).collect();
            ranks.sort_unstable();
            assert_eq!(ranks, (0..choose(9, size)).collect::<Vec<u64>>());
        }
        assert_eq!((choose(64, 32), choose(9, 10)), (1_832_624_140_942_590_534, 0));
    }

    proptest! {
        #[test]
        fn sets_are_found_by_their_number(set in any::<u64>(), within in any::<u64>()) {
            prop_assert_eq!(unrank(set.count_ones(), rank(set)), set);
            prop_assert_eq!(spread(squeeze(set, within), within), set & within);
            prop_assert!(squeeze(set, within).checked_shr(within.count_ones()).unwrap_or(0) == 0);
            let inside = set & within;
            prop_assert_eq!(rank_in(inside, within), rank(squeeze(inside, within)));
            prop_assert_eq!(unrank_in(inside.count_ones(), rank_in(inside, within), within), inside);
        }

        #[test]
        fn any_number_gives_some_set(size in 0u32..80, rank in any::<u64>()) {
            prop_assert!(unrank(size, rank).count_ones() <= size);
            prop_assert!(unrank_in(size, rank, 0x7_fbfd_feff).count_ones() <= size);
        }
    }
}
