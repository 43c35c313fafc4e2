//! Endings as numbers. A slice holds the positions with given men on both sides, the stronger side counted as White,
//! whoever is to move. Castling is over and nobody can be taken en passant, so the board may be mirrored, and without
//! pawns also turned: the strong king stands on the left half, or on one of ten squares. Numbered are first the side
//! to move, then the pair of kings, then the men of each kind and side on the squares that are left.

mod kings;
mod material;
mod unmoves;

use super::{Chess, Position};
use cozy_chess::{BoardBuilder, Color, Piece, Square};
use kings::{Image, TRANSPOSED, image_of_set};
use material::{KINDS, MOST_MEN, Material};
use plybook_kernel::combinations::{choose, rank_in, unrank_in};
use plybook_kernel::{Indexed, Slice};
use unmoves::{Regret, build};

/// Squares on which pawns can stand.
const PAWN_SQUARES: u64 = 0x00ff_ffff_ffff_ff00;
/// Squares of the board.
const SQUARES: u32 = 64;
/// The two players of the numbering: the stronger side is White.
const SIDES: [Color; 2] = [Color::White, Color::Black];

/// Men of one kind and side, in the order in which they are numbered: pawns first, because the squares they can stand
/// on do not depend on the others.
#[derive(Clone, Copy)]
struct Group {
    side: usize,
    piece: Piece,
    count: u32,
}

/// The groups of a material that have men.
fn groups(material: Material) -> impl Iterator<Item = Group> {
    KINDS.into_iter().rev().flat_map(move |(piece, place)| {
        let sides = [material.strong, material.weak].into_iter().enumerate();
        let groups = sides.map(move |(side, men)| Group { side, piece, count: men.count(place) });
        groups.filter(|group| group.count > 0)
    })
}

/// Ways to place a group when so many men are on the board already.
fn ways(group: Group, placed: u32) -> u64 {
    match group.piece {
        Piece::Pawn => choose(PAWN_SQUARES.count_ones(), group.count),
        _ => choose(SQUARES - placed, group.count),
    }
}

/// The squares on which a group can stand.
const fn room(group: Group, taken: u64) -> u64 {
    match group.piece {
        Piece::Pawn => PAWN_SQUARES,
        _ => !taken,
    }
}

/// Numbers of a material for one side to move.
fn half(material: Material) -> u64 {
    let mut placed = 2;
    groups(material).fold(kings::count(material.has_pawns()), |numbers, group| {
        let ways = ways(group, placed);
        placed += group.count;
        numbers * ways
    })
}

/// The number of a position for its side to move.
fn number(at: &Position, material: Material, strong: Color) -> u64 {
    let board = at.board();
    let flip: Image = if strong == Color::White { 0 } else { 2 };
    let colors = [strong, !strong];
    let squares = colors.map(|color| kings::image(board.king(color) as usize, flip));
    let (turn, ambiguous) = kings::bring(squares, material.has_pawns());
    // The exchange of the colours comes first; both are turns upside down, which take each other back.
    let count = |image: Image| {
        let kings = squares.map(|square| kings::image(square, image));
        let mut taken = 1u64 << kings[0] | 1 << kings[1];
        let mut placed = 2;
        groups(material).fold(kings::number(kings, material.has_pawns()), |number, group| {
            let men = (board.colors(colors[group.side]) & board.pieces(group.piece)).0;
            let set = image_of_set(if flip == 0 { men } else { men.swap_bytes() }, image);
            let number = number * ways(group, placed) + rank_in(set, room(group, taken));
            taken |= set;
            placed += group.count;
            number
        })
    };
    let number = count(turn);
    if ambiguous { number.min(count(turn | TRANSPOSED)) } else { number }
}

/// Whether the position is in some slice.
fn material(at: &Position) -> Option<(Material, Color)> {
    let board = at.board();
    if board.occupied().len() > MOST_MEN {
        return None;
    }
    let rights = Color::ALL.map(|color| board.castle_rights(color));
    if rights.iter().any(|rights| rights.short.is_some() || rights.long.is_some()) {
        return None;
    }
    let (material, strong) = Material::of(board);
    material.is_listed().then_some((material, strong))
}

impl Indexed for Chess {
    const INDEXED: bool = true;

    fn slices(&self) -> Vec<Slice> {
        Material::slices()
    }

    fn slice_name(&self, slice: Slice) -> String {
        Material::in_slice(slice).name()
    }

    fn reaches(&self, slice: Slice) -> Vec<Slice> {
        Material::in_slice(slice).reaches()
    }

    fn slice(&self, at: &Position) -> Option<Slice> {
        material(at).map(|(material, _)| material.slice())
    }

    fn size(&self, slice: Slice) -> u64 {
        let material = Material::in_slice(slice);
        if material.is_even() { half(material) } else { 2 * half(material) }
    }

    fn rank(&self, at: &Position) -> u64 {
        let (material, strong) = Material::of(at.board());
        let before = if at.board().side_to_move() == strong { 0 } else { half(material) };
        before + number(at, material, strong)
    }

    /// A hole where men share a square, where the side that is not to move stands in check, and for the higher number
    /// of two images.
    fn unrank(&self, slice: Slice, index: u64) -> Option<Position> {
        let material = Material::in_slice(slice);
        let half = half(material);
        let (mover, mut rest) =
            if index < half { (Color::White, index) } else { (Color::Black, index - half) };

        // 1. Take the number apart, the last group first.
        let mut numbers = [0; MOST_MEN as usize];
        let mut last = 0;
        let mut placed = 2;
        let mut all = [(Group { side: 0, piece: Piece::King, count: 0 }, 0); MOST_MEN as usize];
        for group in groups(material) {
            all[last] = (group, ways(group, placed));
            placed += group.count;
            last += 1;
        }
        for place in (0..last).rev() {
            numbers[place] = rest % all[place].1;
            rest /= all[place].1;
        }

        // 2. Put the men on the board.
        let kings = kings::pair(rest, material.has_pawns())?;
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = mover;
        for (square, color) in kings.into_iter().zip(SIDES) {
            *builder.square_mut(Square::index(square)) = Some((Piece::King, color));
        }
        let mut taken = 1u64 << kings[0] | 1 << kings[1];
        for (&(group, _), &number) in all[..last].iter().zip(&numbers) {
            let mut set = unrank_in(group.count, number, room(group, taken));
            if set & taken != 0 {
                return None;
            }
            taken |= set;
            while set != 0 {
                let square = Square::index(set.trailing_zeros() as usize);
                *builder.square_mut(square) = Some((group.piece, SIDES[group.side]));
                set &= set - 1;
            }
        }

        // 3. Both kings on the long diagonal have another image with a number.
        let at = build(&builder)?;
        let diagonal = kings.into_iter().all(|square| square / 8 == square % 8);
        (!diagonal || material.has_pawns() || self.rank(&at) == index).then_some(at)
    }

    fn unmoves(&self, at: &Position, out: &mut Vec<Position>) -> bool {
        let regret = Regret::new(at);
        regret.quiet(out);
        regret.loud(out);
        true
    }

    fn unmoves_within(&self, at: &Position, out: &mut Vec<Position>) -> bool {
        Regret::new(at).quiet(out);
        true
    }
}
