//! Which techniques a search uses. Plain values, chosen at run time.

/// How the value of the root is closed in on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Driver {
    /// One search with everything open.
    FullWindow,
    /// A narrow window around the last iteration's value, widened where it fails.
    #[default]
    Aspiration,
    /// Null windows alone (MTD(f)).
    NullWindows,
    /// Null windows from both ends of the hints' bounds inwards: for exact values in games where an early end is
    /// found sooner than a late one.
    BothEnds,
}

/// The switches. Each says whether it keeps the value of plain minimax at the same depth ("sound") in verifying
/// mode; the others change the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Alpha-beta cuts (sound). Without them every position is searched, as plain minimax does.
    pub alpha_beta: bool,
    /// Depth by depth instead of the last depth at once (sound).
    pub iterative: bool,
    /// Iterative deepening goes two plies at a time and skips the depths between (sound). Values at an even depth and at
    /// an odd one differ by who moved last, so that the depth before the last one foretells more than the last.
    pub double_steps: bool,
    /// Iterative deepening goes depth by depth up to this one, then leaps to the last (sound).
    pub leap_after: u32,
    /// How the root's value is closed in on (sound).
    pub driver: Driver,
    /// Null windows for all moves but the first (sound).
    pub principal_variation: bool,
    /// The transposition table, if one is given (sound in verifying mode).
    pub table: bool,
    /// The table's move is tried first (sound); without it the table only gives values.
    pub table_moves: bool,
    /// A small table of each thread's own for positions just above the horizon, beside the one that is given: it
    /// stays in the processor's cache (sound).
    pub shallow_table: bool,
    /// Static evaluations are remembered for positions that come again (sound).
    pub evaluation_cache: bool,
    /// Table entries of exactly the wanted depth only, path rules off: what is then found equals plain minimax.
    pub verifying: bool,
    /// Looks at successors' table entries before searching any of them (sound).
    pub enhanced_cuts: bool,
    /// Moves that cut a sibling are tried early (sound).
    pub killers: bool,
    /// Moves that cut often are tried early (sound).
    pub history: bool,
    /// The move that last refuted the opponent's move is tried early (sound).
    pub counter_moves: bool,
    /// The hints' ordering of moves (sound).
    pub guided_order: bool,
    /// Repetition, move limits and the like end games inside the search.
    pub path_rules: bool,
    /// The number of repeats goes into the table's key, as the lectures propose.
    pub repeats_in_key: bool,
    /// Noisy moves are followed beyond the horizon.
    pub quiescence: bool,
    /// One ply less where the table has no move.
    pub internal_reductions: bool,
    /// Positions good enough even after passing are cut.
    pub null_move: bool,
    /// Late quiet moves are searched less deep first.
    pub late_move_reductions: bool,
    /// Reductions go by history, improvement, principal variation and cut nodes, and by a table of logarithms.
    pub graded_reductions: bool,
    /// Positions whose evaluation is far above beta are cut.
    pub reverse_futility: bool,
    /// Positions whose evaluation is far below alpha get quiescence alone.
    pub razoring: bool,
    /// Quiet moves that cannot raise the evaluation to alpha are left out near the horizon.
    pub futility: bool,
    /// Quiet moves that come very late are left out near the horizon.
    pub late_move_pruning: bool,
    /// Moves that lose material by exchanges are left out near the horizon.
    pub exchange_pruning: bool,
    /// Quiet moves that have done badly elsewhere are left out near the horizon.
    pub history_pruning: bool,
    /// Noisy moves beyond the horizon that cannot raise the evaluation to alpha are left out.
    pub delta_pruning: bool,
    /// The table is asked and told beyond the horizon too.
    pub quiescence_table: bool,
    /// Beyond the horizon only noisy moves are listed, where the game can do so. That a player who may stand pat has no
    /// move at all is then not seen there.
    pub staged_generation: bool,
    /// History also by the moves that went before.
    pub continuation_history: bool,
    /// One ply more for a table move that is much better than all others; several such moves are a cutoff.
    pub singular_extensions: bool,
    /// One ply more after a forced move.
    pub extend_forced: bool,
    /// One ply more under a threat that the hints see.
    pub extend_threats: bool,
    /// One ply more after a recapture.
    pub extend_recaptures: bool,
    /// One ply more for the best moves of the last iteration, at the root.
    pub extend_promising: bool,
    /// The lectures' quiescence pruning: a root move whose value stayed the same over several iterations, well
    /// below the best, is not searched again.
    pub prune_stable: bool,
    /// The hints' exact knowledge: bounds, settled positions, moves that can be skipped.
    pub exact_guide: bool,
    /// For tests: only this many bits of the key are used, so that positions collide.
    pub key_bits: u32,
}

impl Options {
    /// Plain minimax: every technique off.
    pub const PLAIN: Options = Options {
        alpha_beta: false,
        iterative: false,
        double_steps: false,
        leap_after: MAX_DEPTH,
        driver: Driver::FullWindow,
        principal_variation: false,
        table: false,
        table_moves: true,
        shallow_table: false,
        evaluation_cache: false,
        verifying: false,
        enhanced_cuts: false,
        killers: false,
        history: false,
        counter_moves: false,
        guided_order: false,
        path_rules: false,
        repeats_in_key: false,
        quiescence: false,
        internal_reductions: false,
        null_move: false,
        late_move_reductions: false,
        graded_reductions: false,
        reverse_futility: false,
        razoring: false,
        futility: false,
        late_move_pruning: false,
        exchange_pruning: false,
        history_pruning: false,
        delta_pruning: false,
        quiescence_table: false,
        staged_generation: false,
        continuation_history: false,
        singular_extensions: false,
        extend_forced: false,
        extend_threats: false,
        extend_recaptures: false,
        extend_promising: false,
        prune_stable: false,
        exact_guide: false,
        key_bits: 64,
    };

    /// Every technique that keeps the value of plain minimax, table hits at other depths aside; depth by depth.
    pub const SOUND: Options = Options {
        alpha_beta: true,
        iterative: true,
        driver: Driver::Aspiration,
        principal_variation: true,
        table: true,
        shallow_table: true,
        evaluation_cache: true,
        enhanced_cuts: true,
        killers: true,
        history: true,
        counter_moves: true,
        guided_order: true,
        path_rules: true,
        ..Options::PLAIN
    };

    /// The engine at its strongest. Where moves are reduced, a position comes back at many depths, and each has to know
    /// what the others found: no table of their own for the last plies.
    pub const STRONG: Options = Options {
        shallow_table: false,
        quiescence: true,
        internal_reductions: true,
        null_move: true,
        late_move_reductions: true,
        graded_reductions: true,
        reverse_futility: true,
        razoring: true,
        futility: true,
        late_move_pruning: true,
        exchange_pruning: true,
        history_pruning: true,
        delta_pruning: true,
        quiescence_table: true,
        staged_generation: true,
        continuation_history: true,
        singular_extensions: true,
        extend_forced: true,
        extend_threats: true,
        ..Options::SOUND
    };

    /// For exact values: sound techniques and the hints' exact knowledge, one depth that reaches the end.
    pub const EXACT: Options = Options { iterative: false, exact_guide: true, ..Options::SOUND };

    /// The same without anything that changes the tree's shape: every move to the same depth.
    #[must_use]
    pub const fn without_selectivity(self) -> Options {
        Options {
            enhanced_cuts: false,
            internal_reductions: false,
            null_move: false,
            late_move_reductions: false,
            reverse_futility: false,
            razoring: false,
            futility: false,
            late_move_pruning: false,
            exchange_pruning: false,
            history_pruning: false,
            singular_extensions: false,
            extend_forced: false,
            extend_threats: false,
            extend_recaptures: false,
            ..self
        }
    }

    /// Whether a search remembers which moves were good elsewhere.
    #[must_use]
    pub const fn learns(&self) -> bool {
        self.killers || self.history || self.counter_moves || self.continuation_history
    }

    /// The same techniques in verifying mode.
    #[must_use]
    pub const fn verifying(self) -> Options {
        Options { verifying: true, path_rules: false, ..self }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::STRONG
    }
}

/// How far to search and what to report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies.
    pub depth: u32,
    /// Positions entered by the main thread.
    pub nodes: Option<u64>,
    /// How many of the best lines to report.
    pub lines: usize,
    /// Only these moves at the root, by their numbers in the list of moves; empty means all.
    pub only: Vec<u16>,
    /// Threads.
    pub threads: usize,
}

impl Limits {
    /// To a depth, one line, one thread.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth, nodes: None, lines: 1, only: Vec::new(), threads: 1 }
    }

    /// As many positions, one line, one thread.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::depth(MAX_DEPTH) }
    }
}

/// Deepest search that can be asked for, in plies.
pub const MAX_DEPTH: u32 = 200;
/// Plies that a line can have in all, extensions and quiescence included.
pub const MAX_PLY: usize = 2 * MAX_DEPTH as usize + 64;
