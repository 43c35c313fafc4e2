//! What a search did, in numbers.

use std::ops::AddAssign;

/// Counters of one search. Both of the course's conventions for "states expanded" can be read off: positions
/// entered below the root, and positions whose moves were generated, the root included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions entered, the root not counted: every generated successor that was looked at.
    pub nodes: u64,
    /// Positions whose moves were generated, the root included.
    pub interior: u64,
    /// Static evaluations.
    pub evaluations: u64,
    /// Positions left early because a move was too good.
    pub cutoffs: u64,
    /// Cutoffs by the first move searched.
    pub first_move_cutoffs: u64,
    /// Positions entered by quiescence.
    pub quiet_nodes: u64,
    /// Deepest ply reached.
    pub deepest: u32,
    /// Looks into the table.
    pub probes: u64,
    /// Looks that found the position.
    pub hits: u64,
    /// Positions left at once by an exact entry.
    pub exact_cuts: u64,
    /// Positions left at once by a lower bound.
    pub lower_cuts: u64,
    /// Positions left at once by an upper bound.
    pub upper_cuts: u64,
    /// Positions left because a successor's entry cut them.
    pub enhanced_cuts: u64,
    /// Table moves out of the position's range: certain key collisions.
    pub collisions: u64,
    /// Entries of other positions that were overwritten.
    pub replaced: u64,
    /// Results that the table turned away.
    pub refused: u64,
    /// Links of a chained table that were followed beyond the first entry of a chain.
    pub links: u64,
    /// Positions left by a null move.
    pub null_cuts: u64,
    /// Moves searched at reduced depth, and how often that had to be repeated in full.
    pub reductions: u64,
    /// Reduced searches that were repeated in full.
    pub repeated_reductions: u64,
    /// Positions left because the static evaluation was far above beta.
    pub reverse_futility_cuts: u64,
    /// Positions left after quiescence because the static evaluation was far below alpha.
    pub razored: u64,
    /// Moves left out near the horizon.
    pub pruned_moves: u64,
    /// Positions left because several moves reached beta.
    pub multi_cuts: u64,
    /// Plies added by extensions.
    pub extensions: u64,
    /// Positions settled by the hints or the oracle.
    pub settled: u64,
    /// Ends of the game met.
    pub ends: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.nodes += other.nodes;
        self.interior += other.interior;
        self.evaluations += other.evaluations;
        self.cutoffs += other.cutoffs;
        self.first_move_cutoffs += other.first_move_cutoffs;
        self.quiet_nodes += other.quiet_nodes;
        self.deepest = self.deepest.max(other.deepest);
        self.probes += other.probes;
        self.hits += other.hits;
        self.exact_cuts += other.exact_cuts;
        self.lower_cuts += other.lower_cuts;
        self.upper_cuts += other.upper_cuts;
        self.enhanced_cuts += other.enhanced_cuts;
        self.collisions += other.collisions;
        self.replaced += other.replaced;
        self.refused += other.refused;
        self.links += other.links;
        self.null_cuts += other.null_cuts;
        self.reductions += other.reductions;
        self.repeated_reductions += other.repeated_reductions;
        self.reverse_futility_cuts += other.reverse_futility_cuts;
        self.razored += other.razored;
        self.pruned_moves += other.pruned_moves;
        self.multi_cuts += other.multi_cuts;
        self.extensions += other.extensions;
        self.settled += other.settled;
        self.ends += other.ends;
    }
}

impl Counts {
    /// Every counter with its name, for reports.
    #[must_use]
    pub fn named(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("nodes", self.nodes),
            ("interior", self.interior),
            ("evaluations", self.evaluations),
            ("cutoffs", self.cutoffs),
            ("first_move_cutoffs", self.first_move_cutoffs),
            ("quiet_nodes", self.quiet_nodes),
            ("deepest", u64::from(self.deepest)),
            ("probes", self.probes),
            ("hits", self.hits),
            ("exact_cuts", self.exact_cuts),
            ("lower_cuts", self.lower_cuts),
            ("upper_cuts", self.upper_cuts),
            ("enhanced_cuts", self.enhanced_cuts),
            ("collisions", self.collisions),
            ("replaced", self.replaced),
            ("refused", self.refused),
            ("links", self.links),
            ("null_cuts", self.null_cuts),
            ("reductions", self.reductions),
            ("repeated_reductions", self.repeated_reductions),
            ("reverse_futility_cuts", self.reverse_futility_cuts),
            ("razored", self.razored),
            ("pruned_moves", self.pruned_moves),
            ("multi_cuts", self.multi_cuts),
            ("extensions", self.extensions),
            ("settled", self.settled),
            ("ends", self.ends),
        ]
    }
}
