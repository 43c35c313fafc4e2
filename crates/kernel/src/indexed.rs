//! Positions as numbers, for databases that hold the value of every position.

use crate::{Game, Text};

/// A set of positions numbered together. Play never leads from a slice to one that sorts after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slice(pub u64);

/// A game whose positions, or the late ones among them, can be numbered. By default no position has a number.
pub trait Indexed: Game {
    /// Whether positions may have numbers. Code that only serves numbered games is then not even compiled for others.
    const INDEXED: bool = false;

    /// All slices, in an order such that play leads only within a slice or to an earlier one.
    fn slices(&self) -> Vec<Slice> {
        Vec::new()
    }

    /// What a slice is called, in file names and on the command line: letters, digits and hyphens, different for
    /// every slice of the game.
    fn slice_name(&self, slice: Slice) -> String {
        slice.0.to_string()
    }

    /// The earlier slices to which one move may lead from a slice. The default names all earlier ones.
    fn reaches(&self, slice: Slice) -> Vec<Slice> {
        self.slices().into_iter().filter(|&earlier| earlier < slice).collect()
    }

    /// The slice of a position; `None` if it is in no slice.
    fn slice(&self, at: &Self::Position) -> Option<Slice> {
        let _ = at;
        None
    }

    /// How many numbers a slice uses.
    fn size(&self, slice: Slice) -> u64 {
        let _ = slice;
        0
    }

    /// The number of a position within its slice; only asked where there is one. Positions that are images of each
    /// other may share a number.
    fn rank(&self, at: &Self::Position) -> u64 {
        let _ = at;
        0
    }

    /// The position with this number, or `None` for a hole. `rank(unrank(i)) == i` wherever it is no hole.
    fn unrank(&self, slice: Slice, index: u64) -> Option<Self::Position> {
        let _ = (slice, index);
        None
    }

    /// Appends every position of the numbering from which one move leads to `at`; false if the game does not
    /// offer this. Must be the exact inverse of `moves`; within a slice, for every position of a number alike.
    fn unmoves(&self, at: &Self::Position, out: &mut Vec<Self::Position>) -> bool {
        let _ = (at, out);
        false
    }

    /// The same, but only those in the slice of `at`: what a database asks while it builds a slice. Utilities writing
    /// where taking back captures and promotions costs more than taking back quiet moves.
    fn unmoves_within(&self, at: &Self::Position, out: &mut Vec<Self::Position>) -> bool {
        let (slice, kept) = (self.slice(at), out.len());
        let offered = self.unmoves(at, out);
        let mut next = kept;
        for index in kept..out.len() {
            if self.slice(&out[index]) == slice {
                out.swap(next, index);
                next += 1;
            }
        }
        out.truncate(next);
        offered
    }

    /// Whether games end with a margin in points. A database then keeps who wins and not by how much, and a search
    /// that maximises points does not take its values.
    fn has_margins(&self) -> bool {
        false
    }

    /// What the groups are by which statistics tell positions apart, such as `discs of the side to move`; `None` if
    /// there is only one group.
    fn grouping(&self) -> Option<Text> {
        None
    }

    /// The group of a position.
    fn group(&self, at: &Self::Position) -> u32 {
        let _ = at;
        0
    }

    /// A shortcut over the numbers of a slice, for slices so large that making positions takes too long. Only where
    /// every move stays in the slice and hands the turn over; `None` everywhere else.
    fn neighbours(&self, slice: Slice) -> Option<Box<dyn Neighbours>> {
        let _ = slice;
        None
    }
}

/// Moves as numbers, within one slice. It must say what the moves and un-moves say. It may keep what it works out, and
/// is quickest if it is asked for numbers in their order.
pub trait Neighbours: Send {
    /// Replaces `out` by the numbers of the positions to which the moves of an unfinished position lead.
    fn after(&mut self, index: u64, out: &mut Vec<u64>);

    /// Replaces `out` by the numbers of the positions from which a move leads to this one. It may name holes and
    /// finished positions besides, and the same number several times.
    fn before(&mut self, index: u64, out: &mut Vec<u64>);

    /// Whether `before`, asked for all numbers that `after` gives for an unfinished position, names it at least as
    /// often as it has moves. Not so for positions that are their own image, whose moves share numbers.
    fn counts(&mut self, index: u64) -> bool;
}
