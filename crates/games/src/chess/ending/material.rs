//! Which men are left: the slices of the numbering.

use cozy_chess::{Board, Color, Piece};
use plybook_kernel::Slice;

/// Most men of a position that has a number, kings included.
pub(super) const MOST_MEN: u32 = 5;
/// The kinds of men besides the king, the strongest first, and the place of their number in a side's code.
pub(super) const KINDS: [(Piece, u32); 5] =
    [(Piece::Queen, 16), (Piece::Rook, 12), (Piece::Bishop, 8), (Piece::Knight, 4), (Piece::Pawn, 0)];
/// What a pawn may become.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
/// Bits of a side's code.
const CODE_BITS: u32 = 20;

/// The men of one side besides the king: their numbers by kind, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Side(u32);

impl Side {
    fn of(board: &Board, color: Color) -> Side {
        let own = board.colors(color);
        Side(KINDS.iter().fold(0, |code, &(piece, place)| code | (own & board.pieces(piece)).len() << place))
    }

    /// How many men of a kind there are.
    pub(super) const fn count(self, place: u32) -> u32 {
        self.0 >> place & 0xf
    }

    /// All men besides the king.
    fn men(self) -> u32 {
        KINDS.iter().map(|&(_, place)| self.count(place)).sum()
    }

    const fn has_pawns(self) -> bool {
        self.count(0) > 0
    }

    /// More men are stronger, then better ones.
    fn strength(self) -> (u32, u32) {
        (self.men(), self.0)
    }

    /// The sides with one man less.
    fn without_one(self) -> impl Iterator<Item = Side> {
        KINDS
            .into_iter()
            .filter(move |&(_, place)| self.count(place) > 0)
            .map(move |(_, place)| Side(self.0 - (1 << place)))
    }

    /// The sides after a promotion.
    fn promoted(self) -> impl Iterator<Item = Side> {
        let places = KINDS.into_iter().filter(|(piece, _)| PROMOTIONS.contains(piece));
        places.filter(move |_| self.has_pawns()).map(move |(_, place)| Side(self.0 - 1 + (1 << place)))
    }

    /// The king and the men, by their letters.
    fn name(self) -> String {
        let letters = KINDS
            .iter()
            .flat_map(|&(piece, place)| std::iter::repeat_n(char::from(piece), self.count(place) as usize));
        std::iter::once('k').chain(letters).collect()
    }
}

/// The men of both sides, the stronger first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Material {
    pub strong: Side,
    pub weak: Side,
}

impl Material {
    fn ordered(one: Side, other: Side) -> Material {
        if one.strength() >= other.strength() {
            Material { strong: one, weak: other }
        } else {
            Material { strong: other, weak: one }
        }
    }

    /// The men on a board, and who has the stronger side: of two equal ones, whoever is to move.
    pub(super) fn of(board: &Board) -> (Material, Color) {
        let [white, black] = Color::ALL.map(|color| Side::of(board, color));
        let material = Material::ordered(white, black);
        let strong = match () {
            () if white == black => board.side_to_move(),
            () if material.strong == white => Color::White,
            () => Color::Black,
        };
        (material, strong)
    }

    /// Whether it makes no difference who is to move but for the colours.
    pub(super) fn is_even(self) -> bool {
        self.strong == self.weak
    }

    /// Whether there are pawns, so that only left and right are alike.
    pub(super) const fn has_pawns(self) -> bool {
        self.strong.has_pawns() || self.weak.has_pawns()
    }

    fn men(self) -> u32 {
        2 + self.strong.men() + self.weak.men()
    }

    /// Few men, and pawns on one side alone: with pawns on both, positions would have to remember who can be taken
    /// en passant.
    pub(super) fn is_listed(self) -> bool {
        self.men() <= MOST_MEN && !(self.strong.has_pawns() && self.weak.has_pawns())
    }

    /// Captures lead to fewer men, promotions to fewer pawns.
    pub(super) fn slice(self) -> Slice {
        let pawns = self.strong.count(0) + self.weak.count(0);
        let codes = u64::from(self.strong.0) << CODE_BITS | u64::from(self.weak.0);
        Slice(u64::from(self.men() << 4 | pawns) << (2 * CODE_BITS) | codes)
    }

    /// The men of a slice.
    pub(super) const fn in_slice(slice: Slice) -> Material {
        const MASK: u64 = (1 << CODE_BITS) - 1;
        Material { strong: Side((slice.0 >> CODE_BITS & MASK) as u32), weak: Side((slice.0 & MASK) as u32) }
    }

    /// `kqkr`: the stronger side's men, then the other's.
    pub(super) fn name(self) -> String {
        self.strong.name() + &self.weak.name()
    }

    /// All listed slices, in their order.
    pub(super) fn slices() -> Vec<Slice> {
        let mut sides = vec![Side(0)];
        let mut begin = 0;
        for _ in 2..MOST_MEN {
            let end = sides.len();
            for number in begin..end {
                for (_, place) in KINDS {
                    let more = Side(sides[number].0 + (1 << place));
                    if !sides.contains(&more) {
                        sides.push(more);
                    }
                }
            }
            begin = end;
        }
        let pairs =
            sides.iter().flat_map(|&one| sides.iter().map(move |&other| Material::ordered(one, other)));
        sorted(pairs.filter(|material| material.is_listed()).map(Material::slice).collect())
    }

    /// The earlier slices to which a capture, a promotion or both at once lead.
    pub(super) fn reaches(self) -> Vec<Slice> {
        let mut reached = Vec::new();
        for (mover, other) in [(self.strong, self.weak), (self.weak, self.strong)] {
            for after in mover.promoted().chain([mover]) {
                let lefts = other.without_one().chain([other]);
                reached.extend(lefts.map(|left| Material::ordered(after, left).slice()));
            }
        }
        reached.retain(|&slice| slice != self.slice());
        sorted(reached)
    }
}

fn sorted(mut slices: Vec<Slice>) -> Vec<Slice> {
    slices.sort_unstable();
    slices.dedup();
    slices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_named_and_reach_what_they_should() {
        let slices = Material::slices();
        let names: Vec<String> = slices.iter().map(|&slice| Material::in_slice(slice).name()).collect();
        let of_length = |men: usize| names.iter().filter(|name| name.len() == men).count();
        // Two men besides the kings: 15 pairs for one side, 15 with one each, of which pawn against pawn is left out.
        assert_eq!([2, 3, 4].map(of_length), [1, 5, 29]);
        assert!(slices.iter().zip(&names).all(|(&slice, _)| Material::in_slice(slice).slice() == slice));
        let reached = |name: &str| {
            let number = names.iter().position(|other| other == name).unwrap();
            let reached = Material::in_slice(slices[number]).reaches();
            reached.into_iter().map(|slice| Material::in_slice(slice).name()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(reached("kqkr"), "krk kqk");
        assert_eq!(reached("kpk"), "kk knk kbk krk kqk");
        assert_eq!(reached("krkp"), "knk kbk krk kqk kpk krkn krkb krkr kqkr");
    }
}
