//! What was measured: how far values moved.

/// The deepest search of a sampled position, in plies. Margins act at depths up to seven, but almost always near the horizon;
/// each ply more costs several times as much.
pub const DEPTHS: u32 = 6;

/// How far values moved in searches of sampled positions, in hundredths of a point for the player to move. Decided values
/// count as the largest movement that margins can have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Movements {
    /// Positions that were searched.
    pub positions: u64,
    /// Where the evaluation was at least what the player could expect, so that the search tries to cut: the depth of each
    /// search, and how far its value lay below the evaluation.
    pub falls: Vec<(i32, i32)>,
    /// Where the evaluation was less than the player could expect: the depth of each search, and how far its value lay above
    /// the evaluation. Nought where noisy moves alone had found as much.
    pub rises: Vec<(i32, i32)>,
    /// There too, after a quiet move: the depth left, and how far the value lay above the evaluation before the move.
    pub quiet: Vec<(i32, i32)>,
    /// After a noisy move and those that follow it: what the value rose by beyond what the move gains at once.
    pub noisy: Vec<i32>,
    /// How much better than the second best the best move was, where the player had as much as could be expected.
    pub leads: Vec<i32>,
    /// How far the value of passing fell when it was searched a ply deeper.
    pub null_falls: Vec<i32>,
    /// Quiet moves that lose material by exchanges.
    pub losing: u64,
    /// The values of all searches of a position.
    pub searched: Vec<Searched>,
}

/// The values of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Third of the game: 0 for the opening, 2 for the ending; always 0 where the game does not tell phases apart.
    pub phase: u8,
    /// The value by the depth of the search, one ply first. Shorter where a search took too long; without decided values.
    pub values: Vec<i32>,
}

impl Movements {
    /// Adds what was measured elsewhere.
    pub(super) fn extend(&mut self, other: Movements) {
        self.positions += other.positions;
        self.falls.extend(other.falls);
        self.rises.extend(other.rises);
        self.quiet.extend(other.quiet);
        self.noisy.extend(other.noisy);
        self.leads.extend(other.leads);
        self.null_falls.extend(other.null_falls);
        self.losing += other.losing;
        self.searched.extend(other.searched);
    }
}
