//! Pairs of kings as numbers, and the images of the board that bring the strong king where they are counted.

/// Images of the board: bit 0 exchanges left and right, bit 1 top and bottom, bit 2 files and ranks, in this order.
pub(super) type Image = usize;

/// Exchanges files and ranks.
pub(super) const TRANSPOSED: Image = 4;
/// Squares of the board.
const SQUARES: usize = 64;
/// A pair that has no number.
const NONE: u16 = u16::MAX;
/// Pairs of kings that do not touch, the strong one on `a1`-`d1`-`d4`, the other not above the long diagonal if the
/// strong one stands on it.
const WITHOUT_PAWNS: usize = 462;
/// Pairs of kings that do not touch, the strong one on the left half.
const WITH_PAWNS: usize = 1806;

/// Where a square goes.
pub(super) const fn image(square: usize, image: Image) -> usize {
    let (mut rank, mut file) = (square / 8, square % 8);
    if image & 1 != 0 {
        file = 7 - file;
    }
    if image & 2 != 0 {
        rank = 7 - rank;
    }
    if image & TRANSPOSED == 0 { 8 * rank + file } else { 8 * file + rank }
}

/// Every square under every image.
static IMAGES: [[u8; SQUARES]; 8] = images();

const fn images() -> [[u8; SQUARES]; 8] {
    let mut images = [[0; SQUARES]; 8];
    let mut number = 0;
    while number < 8 {
        let mut square = 0;
        while square < SQUARES {
            images[number][square] = image(square, number) as u8;
            square += 1;
        }
        number += 1;
    }
    images
}

/// A set of squares under an image.
#[inline]
pub(super) fn image_of_set(mut set: u64, image: Image) -> u64 {
    let mut there = 0;
    while set != 0 {
        there |= 1 << IMAGES[image][set.trailing_zeros() as usize];
        set &= set - 1;
    }
    there
}

/// Whether two squares touch or are the same.
pub(super) const fn touch(one: usize, other: usize) -> bool {
    (one / 8).abs_diff(other / 8) <= 1 && (one % 8).abs_diff(other % 8) <= 1
}

/// The numbers of all pairs, and the pairs by number.
struct Pairs<const N: usize> {
    numbers: [[u16; SQUARES]; SQUARES],
    pairs: [[u8; 2]; N],
}

/// The pairs that count: the strong king on one of the squares, and of two images one.
const fn pairs<const N: usize>(with_pawns: bool) -> Pairs<N> {
    let mut pairs = Pairs { numbers: [[NONE; SQUARES]; SQUARES], pairs: [[0; 2]; N] };
    let (mut strong, mut found) = (0, 0);
    while strong < SQUARES {
        let (rank, file) = (strong / 8, strong % 8);
        let mut weak = 0;
        while weak < SQUARES && file < 4 && (with_pawns || rank <= file) {
            let counts = with_pawns || rank != file || weak / 8 <= weak % 8;
            if counts && !touch(strong, weak) {
                pairs.numbers[strong][weak] = found as u16;
                pairs.pairs[found] = [strong as u8, weak as u8];
                found += 1;
            }
            weak += 1;
        }
        strong += 1;
    }
    assert!(found == N);
    pairs
}

static PAWNLESS: Pairs<WITHOUT_PAWNS> = pairs(false);
static PAWNED: Pairs<WITH_PAWNS> = pairs(true);

/// How many pairs there are.
pub(super) const fn count(with_pawns: bool) -> u64 {
    if with_pawns { WITH_PAWNS as u64 } else { WITHOUT_PAWNS as u64 }
}

/// The number of a pair of kings that stand where they are counted.
#[inline]
pub(super) fn number([strong, weak]: [usize; 2], with_pawns: bool) -> u64 {
    let numbers = if with_pawns { &PAWNED.numbers } else { &PAWNLESS.numbers };
    debug_assert_ne!(numbers[strong][weak], NONE);
    u64::from(numbers[strong][weak])
}

/// The pair with a number.
#[inline]
pub(super) fn pair(number: u64, with_pawns: bool) -> Option<[usize; 2]> {
    let pairs: &[[u8; 2]] = if with_pawns { &PAWNED.pairs } else { &PAWNLESS.pairs };
    pairs.get(number as usize).map(|pair| pair.map(usize::from))
}

/// The image that brings two kings where they are counted, and whether exchanging files and ranks afterwards leaves
/// them there.
#[inline]
pub(super) fn bring([strong, weak]: [usize; 2], with_pawns: bool) -> (Image, bool) {
    let left = usize::from(strong % 8 > 3);
    if with_pawns {
        return (left, false);
    }
    let turn = left | usize::from(strong / 8 > 3) << 1;
    let [above, weak_above] = [strong, weak].map(|square| {
        let square = image(square, turn);
        (square / 8).cmp(&(square % 8))
    });
    match above.then(weak_above) {
        std::cmp::Ordering::Greater => (turn | TRANSPOSED, false),
        std::cmp::Ordering::Less => (turn, false),
        std::cmp::Ordering::Equal => (turn, true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_the_number_of_its_images() {
        for with_pawns in [false, true] {
            let mut seen = vec![0; count(with_pawns) as usize];
            for strong in 0..SQUARES {
                for weak in (0..SQUARES).filter(|&weak| !touch(strong, weak)) {
                    let (turn, _) = bring([strong, weak], with_pawns);
                    let there = [strong, weak].map(|square| image(square, turn));
                    let number = number(there, with_pawns);
                    assert_eq!(pair(number, with_pawns), Some(there));
                    seen[number as usize] += 1;
                }
            }
            let fold = if with_pawns { 2..=2 } else { 4..=8 };
            assert!(seen.iter().all(|count| fold.contains(count)), "{seen:?}");
            assert_eq!(seen.iter().sum::<i32>(), 3612);
        }
    }
}
