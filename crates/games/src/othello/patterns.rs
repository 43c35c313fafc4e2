//! The play book's patterns: the four edges and the four corner regions, at three stages of the game.
//!
//! A configuration is a number of base three, one digit for each square: 0 empty, 1 a disc of the side to move, 2 one
//! of the opponent. Edges are read along their eight squares, corner regions of three by three row by row.

use super::{Othello, Position};
use plybook_format::read_pattern_weights;
use plybook_kernel::{HasInfo, Pattern, PatternWeights};
use std::sync::{Arc, OnceLock};

/// Squares of an edge.
const EDGE: u32 = 8;
/// Squares of a row of a corner region, and its rows.
const CORNER: u32 = 3;
const EDGES: usize = 3usize.pow(EDGE);
const CORNERS: usize = 3usize.pow(CORNER * CORNER);

/// Edges and corner regions of each stage, the earliest stage first.
pub(super) static PATTERNS: [Pattern; 2 * STAGES] = [
    Pattern::new("edge early", EDGES),
    Pattern::new("corner early", CORNERS),
    Pattern::new("edge midway", EDGES),
    Pattern::new("corner midway", CORNERS),
    Pattern::new("edge late", EDGES),
    Pattern::new("corner late", CORNERS),
];
const STAGES: usize = 3;
/// Empty squares from which on a position is early, and midway.
const EARLY: u32 = 40;
const MIDWAY: u32 = 22;

/// The sum of three to the power of every set bit's number.
static BASE_THREE: [u16; 1 << (CORNER * CORNER)] = {
    let mut table = [0; 1 << (CORNER * CORNER)];
    let mut bits = 1;
    while bits < table.len() {
        let low = bits.trailing_zeros();
        table[bits] = table[bits & (bits - 1)] + 3u16.pow(low);
        bits += 1;
    }
    table
};

/// The number of the first pattern of the position's stage.
fn first_pattern(game: &Othello, at: &Position) -> usize {
    match game.empty(at).count_ones() {
        EARLY.. => 0,
        MIDWAY.. => 2,
        _ => 4,
    }
}

#[inline]
fn configuration(own: usize, other: usize) -> usize {
    usize::from(BASE_THREE[own]) + 2 * usize::from(BASE_THREE[other])
}

/// The discs of the leftmost column as eight bits.
const fn left_column(discs: u64) -> usize {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    const GATHER: u64 = 0x0102_0408_1020_4080;
    ((discs & COLUMN).wrapping_mul(GATHER) >> 56) as usize
}

#[inline]
fn edges(at: &Position) -> [usize; 4] {
    let of = |edge: fn(u64) -> usize| configuration(edge(at.own), edge(at.other));
    [
        of(|discs| (discs & 0xff) as usize),
        of(|discs| (discs >> 56) as usize),
        of(left_column),
        of(|discs| left_column(discs >> 7)),
    ]
}

#[inline]
fn corners(at: &Position) -> [usize; 4] {
    const ROW: u64 = 0b111;
    let region = |discs: u64| (discs & ROW | (discs >> 8 & ROW) << 3 | (discs >> 16 & ROW) << 6) as usize;
    let turned = |turn: fn(u64) -> u64| configuration(region(turn(at.own)), region(turn(at.other)));
    [
        turned(|discs| discs),
        turned(u64::swap_bytes),
        turned(u64::reverse_bits),
        turned(|discs| discs.swap_bytes().reverse_bits()),
    ]
}

/// Names all configurations of a position.
pub(super) fn configurations(game: &Othello, at: &Position, each: &mut dyn FnMut(usize, usize)) {
    let first = first_pattern(game, at);
    edges(at).into_iter().for_each(|configuration| each(first, configuration));
    corners(at).into_iter().for_each(|configuration| each(first + 1, configuration));
}

/// What a book says of a position's edges and corner regions, in hundredths of a disc.
#[inline]
pub(super) fn values(book: &PatternWeights, game: &Othello, at: &Position) -> [i32; 2] {
    let first = first_pattern(game, at);
    [
        edges(at).into_iter().map(|configuration| book.value(first, configuration)).sum(),
        corners(at).into_iter().map(|configuration| book.value(first + 1, configuration)).sum(),
    ]
}

/// The mirror image: an edge read backwards, a corner region turned over its diagonal.
pub(super) fn mirrored(pattern: usize, configuration: usize) -> usize {
    let digit = |square: u32| configuration / 3usize.pow(square) % 3;
    let write = |sum: usize, digit: usize| sum * 3 + digit;
    match pattern % 2 {
        0 => (0..EDGE).map(digit).fold(0, write),
        _ => {
            let squares =
                (0..CORNER).rev().flat_map(|row| (0..CORNER).rev().map(move |column| (row, column)));
            squares.map(|(row, column)| digit(column * CORNER + row)).fold(0, write)
        }
    }
}

/// The book that comes with the program: `plybook learn othello` made it.
pub(super) fn learnt() -> Option<Arc<PatternWeights>> {
    static LEARNT: OnceLock<Option<Arc<PatternWeights>>> = OnceLock::new();
    let read = || {
        let bytes = include_bytes!("patterns.book");
        read_pattern_weights(&Othello::new(8), &Othello::default().info().name, bytes).ok().map(Arc::new)
    };
    LEARNT.get_or_init(read).clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::{Game, Notation, Random, Symmetric};

    #[test]
    fn the_programs_book_can_be_read() {
        assert!(learnt().is_some());
    }

    #[test]
    fn mirroring_twice_changes_nothing() {
        for (pattern, count) in [(0, EDGES), (1, CORNERS)] {
            for configuration in 0..count {
                assert_eq!(mirrored(pattern, mirrored(pattern, configuration)), configuration);
            }
        }
        assert_eq!(mirrored(0, 1), 3usize.pow(7));
        assert_eq!(mirrored(1, 3), 27);
    }

    #[test]
    fn digits_are_squares() {
        let game = Othello::new(8);
        let rows =
            ["XOO-----", "-X------", "X-X-----", "---OX---", "---XO---", "-----X--", "------X-", "-------X"];
        let at = game.read(&(rows.concat() + " X")).unwrap();
        assert_eq!(edges(&at)[0], 1 + 2 * 3 + 2 * 9);
        assert_eq!(edges(&at)[1], 3usize.pow(7));
        let far = 3usize.pow(4) + 3usize.pow(8);
        assert_eq!(corners(&at)[0], 1 + 2 * 3 + 2 * 9 + 3usize.pow(6) + far);
        assert_eq!(corners(&at)[2], 1 + far);
    }

    #[test]
    fn images_of_a_position_have_the_same_configurations() {
        let game = Othello::new(8);
        let mut random = Random::new(3);
        let all = |at: &Position| {
            let mut found = Vec::new();
            configurations(&game, at, &mut |pattern, configuration| {
                found.push((pattern, mirrored(pattern, configuration).min(configuration)));
            });
            found.sort_unstable();
            found
        };
        for _ in 0..20 {
            let mut at = game.start();
            while let Some(&mv) = random.pick(&game.legal(&at)) {
                game.play(&mut at, mv);
                for symmetry in 0..game.symmetries() {
                    assert_eq!(all(&game.image(&at, symmetry)), all(&at));
                }
            }
        }
    }
}
