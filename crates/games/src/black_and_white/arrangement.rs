//! Sets of squares that are numbered together with their images, and which of their discs are the mover's.
//!
//! A set is kept here in 25 bits, row by row from the bottom left. The sets of a size fall into classes: a set and its
//! images under the eight symmetries. Each class is represented by its smallest set, and classes are numbered in
//! the order of these. Who owns the discs of a representative is a pattern: one bit for each disc, from the bottom
//! left.

use super::board::{HALF, SIDE, SQUARES, STRIDE, Squares, only};
use plybook_kernel::combinations::choose;
use plybook_kernel::turned;
use std::sync::{LazyLock, OnceLock};

/// A set of squares in 25 bits.
pub(super) type Packed = u32;

/// Ways to turn and mirror the square.
const SYMMETRIES: usize = 8;
/// Largest sets that are numbered.
const MOST_DISCS: usize = 10;
/// Squares in the lower part of a set, where tables are looked up by parts.
const LOW_SQUARES: u32 = 13;
/// Sets within the lower part.
const LOW_SETS: usize = 1 << LOW_SQUARES;
/// Sets within the upper part.
const HIGH_SETS: usize = 1 << (SQUARES as u32 - LOW_SQUARES);
/// Sets within one row.
const ROW_SETS: usize = 1 << SIDE;
/// All squares of a row.
const ROW: u32 = (1 << SIDE) - 1;

/// The set in 25 bits, from the copy along the rows.
#[inline]
pub(super) const fn pack(set: Squares) -> Packed {
    let set = set as u32;
    let mut packed = 0;
    let mut row = 0;
    while row < SIDE {
        packed |= (set >> (STRIDE * row) & ROW) << (SIDE * row);
        row += 1;
    }
    packed
}

/// Both copies of a set.
#[inline]
pub(super) fn unpack(packed: Packed) -> Squares {
    (0..SIDE).fold(0, |set, row| set | BOTH_COPIES[row][(packed >> (SIDE * row) & ROW) as usize])
}

/// Both copies of the squares of one row.
static BOTH_COPIES: [[Squares; ROW_SETS]; SIDE] = {
    let mut copies = [[0; ROW_SETS]; SIDE];
    let mut number = 0;
    while number < SIDE * ROW_SETS * SIDE {
        let (row, set, column) = (number / SIDE / ROW_SETS, number / SIDE % ROW_SETS, number % SIDE);
        if set >> column & 1 == 1 {
            copies[row][set] |= only((row, column));
        }
        number += 1;
    }
    copies
};
const _: () = assert!(HALF < 32, "one copy fits 32 bits");

/// `SQUEEZED[within][set]`: the squares of a row's `set` renumbered as if those of `within` were all there are.
static SQUEEZED: [[u8; ROW_SETS]; ROW_SETS] = {
    let mut squeezed = [[0; ROW_SETS]; ROW_SETS];
    let mut number = 0;
    while number < ROW_SETS * ROW_SETS {
        let (within, set) = (number / ROW_SETS, number % ROW_SETS);
        let (mut column, mut place) = (0, 0);
        while column < SIDE {
            if within >> column & 1 == 1 {
                squeezed[within][set] |= ((set >> column & 1) << place) as u8;
                place += 1;
            }
            column += 1;
        }
        number += 1;
    }
    squeezed
};

/// `SPREAD[within][pattern]` takes `SQUEEZED` back.
static SPREAD: [[u8; ROW_SETS]; ROW_SETS] = {
    let mut spread = [[0; ROW_SETS]; ROW_SETS];
    let mut number = 0;
    while number < ROW_SETS * ROW_SETS {
        let (within, set) = (number / ROW_SETS, number % ROW_SETS);
        if set & !within == 0 {
            spread[within][SQUEEZED[within][set] as usize] = set as u8;
        }
        number += 1;
    }
    spread
};

/// Which discs of an arrangement are in `own`, one bit for each.
#[inline]
fn pattern(own: Packed, discs: Packed) -> u32 {
    let (mut pattern, mut place) = (0, 0);
    for row in 0..SIDE {
        let within = discs >> (SIDE * row) & ROW;
        let set = own >> (SIDE * row) & ROW;
        pattern |= u32::from(SQUEEZED[within as usize][set as usize]) << place;
        place += within.count_ones();
    }
    pattern
}

/// The discs that a pattern names.
#[inline]
pub(super) fn owned(mut pattern: u32, discs: Packed) -> Packed {
    let mut own = 0;
    for row in 0..SIDE {
        let within = discs >> (SIDE * row) & ROW;
        let size = within.count_ones();
        own |= u32::from(SPREAD[within as usize][(pattern & ((1 << size) - 1)) as usize]) << (SIDE * row);
        pattern >>= size;
    }
    own
}

/// Images of the lower and of the upper part of a set.
struct Images {
    low: Vec<Packed>,
    high: Vec<Packed>,
}

static IMAGES: LazyLock<[Images; SYMMETRIES]> = LazyLock::new(|| {
    std::array::from_fn(|symmetry| {
        let image = |set: Packed, first: usize| {
            let squares = (0..SQUARES - first).filter(|square| set >> square & 1 == 1);
            squares.fold(0, |image, square| {
                let square = first + square;
                let (row, column) = turned(SIDE, (square / SIDE, square % SIDE), symmetry);
                image | 1 << (SIDE * row + column)
            })
        };
        Images {
            low: (0..LOW_SETS as u32).map(|set| image(set, 0)).collect(),
            high: (0..HIGH_SETS as u32).map(|set| image(set, LOW_SQUARES as usize)).collect(),
        }
    })
});

/// Where each square goes under each symmetry.
static SQUARE_IMAGES: [[u8; SQUARES]; SYMMETRIES] = {
    let mut images = [[0; SQUARES]; SYMMETRIES];
    let mut number = 0;
    while number < SYMMETRIES * SQUARES {
        let (symmetry, square) = (number / SQUARES, number % SQUARES);
        let (row, column) = turned(SIDE, (square / SIDE, square % SIDE), symmetry);
        images[symmetry][square] = (SIDE * row + column) as u8;
        number += 1;
    }
    images
};

const fn parts(set: Packed) -> (usize, usize) {
    (set as usize % LOW_SETS, set as usize >> LOW_SQUARES)
}

#[inline]
fn image(images: &Images, set: Packed) -> Packed {
    let (low, high) = parts(set);
    images.low[low] | images.high[high]
}

/// All sets of one size and their classes.
pub(super) struct Sets {
    size: u32,
    images: &'static [Images; SYMMETRIES],
    /// The number of a set is the sum of what its two parts contribute.
    low: Vec<u32>,
    high: Vec<u32>,
    /// By the number of a set: its class, and the symmetry that turns it into the representative.
    classes: Vec<Membership>,
    /// By class.
    representatives: Vec<Representative>,
}

/// | bits | meaning                                                   |
/// |------|-----------------------------------------------------------|
/// | 0-2  | a symmetry that turns the set into its representative     |
/// | 3    | whether the representative is its own image in other ways |
/// | 4-   | the class                                                 |
#[derive(Clone, Copy)]
struct Membership(u32);

#[derive(Clone, Copy)]
struct Representative {
    set: Packed,
    /// The symmetries that leave the set as it is, one bit for each.
    own_images: u8,
}

impl Sets {
    /// The sets of a size up to ten, worked out when first asked for.
    #[inline]
    pub(super) fn of(size: u32) -> &'static Sets {
        static ALL: [OnceLock<Sets>; MOST_DISCS + 1] = [const { OnceLock::new() }; MOST_DISCS + 1];
        ALL[size as usize].get_or_init(|| Sets::new(size))
    }

    fn new(size: u32) -> Sets {
        let images = &*IMAGES;
        let low: Vec<u32> =
            (0..LOW_SETS as u64).map(|set| plybook_kernel::combinations::rank(set) as u32).collect();
        let high: Vec<u32> = (0..HIGH_SETS as u32).map(|set| high_part(set, size)).collect();
        let mut sets = Sets { size, images, low, high, classes: Vec::new(), representatives: Vec::new() };
        sets.classes = vec![Membership(0); choose(SQUARES as u32, size) as usize];
        let mut set: Packed = (1 << size) - 1;
        while set < 1 << SQUARES {
            sets.add(set);
            if set == 0 {
                break;
            }
            set = next_of_size(set);
        }
        sets
    }

    /// Makes a new class of a set, unless it has a smaller image.
    fn add(&mut self, set: Packed) {
        let turned: [Packed; SYMMETRIES] = std::array::from_fn(|symmetry| image(&self.images[symmetry], set));
        if turned.iter().any(|&other| other < set) {
            return;
        }
        let own_images = (0..SYMMETRIES).fold(0, |mask, s| mask | u8::from(turned[s] == set) << s);
        let class = self.representatives.len() as u32;
        self.representatives.push(Representative { set, own_images });
        let several = u32::from(own_images != 1);
        for (symmetry, &other) in turned.iter().enumerate() {
            let back = (0..SYMMETRIES).find(|&back| image(&self.images[back], other) == set);
            debug_assert!(back.is_some(), "symmetry {symmetry} has an inverse");
            let number = self.number(other);
            self.classes[number] = Membership(class << 4 | several << 3 | back.unwrap_or(0) as u32);
        }
    }

    #[inline]
    fn number(&self, set: Packed) -> usize {
        let (low, high) = parts(set);
        (self.low[low] + self.high[high]) as usize
    }

    /// How many classes there are.
    pub(super) fn classes(&self) -> u64 {
        self.representatives.len() as u64
    }

    /// The class of an arrangement and the smallest pattern among its images.
    #[inline]
    pub(super) fn class_and_pattern(&self, own: Packed, discs: Packed) -> (u64, u32) {
        debug_assert_eq!(discs.count_ones(), self.size);
        let Membership(bits) = self.classes[self.number(discs)];
        let class = bits >> 4;
        let Representative { set, own_images } = self.representatives[class as usize];
        let own = image(&self.images[(bits & 7) as usize], own);
        if bits >> 3 & 1 == 0 {
            return (u64::from(class), pattern(own, set));
        }
        (u64::from(class), self.smallest_pattern(own, set, own_images))
    }

    fn smallest_pattern(&self, own: Packed, set: Packed, own_images: u8) -> u32 {
        let symmetries = (0..SYMMETRIES).filter(|symmetry| own_images >> symmetry & 1 == 1);
        let patterns = symmetries.map(|symmetry| pattern(image(&self.images[symmetry], own), set));
        patterns.min().unwrap_or(0)
    }

    /// The representative of a class that there is.
    pub(super) fn representative(&self, class: u64) -> Packed {
        self.representatives[class as usize].set
    }

    /// Whether the representative of a class is no other image of itself.
    pub(super) fn has_one_turn(&self, class: u64) -> bool {
        self.representatives[class as usize].own_images == 1
    }

    /// The class of a set. `each` is called with the representative and with every way to turn the set into it.
    pub(super) fn each_turn(
        &self,
        set: Packed,
        mut each: impl FnMut(Packed, &dyn Fn(usize) -> usize),
    ) -> u64 {
        let Membership(bits) = self.classes[self.number(set)];
        let class = bits >> 4;
        let Representative { set, own_images } = self.representatives[class as usize];
        let first = (bits & 7) as usize;
        for second in (0..SYMMETRIES).filter(|symmetry| own_images >> symmetry & 1 == 1) {
            each(set, &|square| SQUARE_IMAGES[second][SQUARE_IMAGES[first][square] as usize] as usize);
        }
        u64::from(class)
    }

    /// The mover's discs and all discs of a class's representative with a pattern; `None` if an image has a smaller
    /// pattern.
    #[inline]
    pub(super) fn arrangement(&self, class: u64, pattern: u32) -> Option<(Packed, Packed)> {
        let &Representative { set, own_images } = self.representatives.get(usize::try_from(class).ok()?)?;
        let own = owned(pattern, set);
        (own_images == 1 || self.smallest_pattern(own, set, own_images) == pattern).then_some((own, set))
    }
}

/// What the upper part of a set of a size contributes to its number.
fn high_part(set: u32, size: u32) -> u32 {
    let Some(mut place) = size.checked_sub(set.count_ones()) else { return 0 };
    let mut number = 0;
    for square in (0..SQUARES as u32 - LOW_SQUARES).filter(|square| set >> square & 1 == 1) {
        place += 1;
        number += choose(LOW_SQUARES + square, place);
    }
    number as u32
}

/// The next larger set of the same size, which is not zero.
const fn next_of_size(set: Packed) -> Packed {
    let lowest = set & set.wrapping_neg();
    let ripple = set + lowest;
    ripple | (((set ^ ripple) >> 2) / lowest)
}
