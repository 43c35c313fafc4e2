//! How Monte Carlo tree search goes about it. Plain values, chosen at run time.

/// Which formula picks the move to look at next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Selection {
    /// The mean plus a bound that grows with the logarithm of the visits (UCB1 applied to trees).
    #[default]
    Uct,
    /// The mean plus the prior probability times the root of the visits.
    Puct,
}

/// Whether moves are judged by all games in which they were played later, too (all moves as first).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Amaf {
    /// By the games that began with them alone.
    #[default]
    Off,
    /// By the games through the same node (RAVE).
    Rave,
    /// By the games through the nearest node above that has been visited often enough (GRAVE).
    Grave,
}

/// How the moves of a playout are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Policy {
    /// Each with the same probability.
    Random,
    /// Mostly the one whose earlier playouts went best, wherever it was played (move average sampling).
    Mast,
    /// As the game's hints draw it; at random where they have no opinion.
    #[default]
    Game,
}

/// What a new leaf of the tree is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Leaf {
    /// The result of a game that is played on to its end, or to a limit.
    #[default]
    Playout,
    /// The static evaluation.
    Evaluation,
}

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsOptions {
    /// How the move to look at next is picked.
    pub selection: Selection,
    /// How much moves that were seldom looked at are preferred. Values lie between 0 and 1.
    pub exploration: f32,
    /// Whether moves count that were played later.
    pub amaf: Amaf,
    /// Visits from which on a node's own statistics of later moves are used.
    pub grave_visits: u32,
    /// Whether the hints' ordering says which moves to look at first.
    pub priors: bool,
    /// The share of the implicit minimax value, the static evaluation backed up by minimax, in a move's value: 0 to 1.
    pub implicit: f32,
    /// Whether proven wins, losses and draws move up the tree.
    pub solver: bool,
    /// What a leaf is worth.
    pub leaf: Leaf,
    /// How playouts choose moves.
    pub policy: Policy,
    /// Plies after which a playout is cut off and evaluated; none where it goes on to the end.
    pub cutoff: Option<u32>,
    /// Whether the tree is kept for the next move of the game.
    pub reuse: bool,
    /// The hundredths of a point by which the side that is ahead expects about three wins in four: what turns
    /// evaluations into expected results and back.
    pub scale: f32,
    /// Bytes that the tree may take.
    pub memory: usize,
    /// Decides what is decided by chance.
    pub seed: u64,
}

impl Default for MctsOptions {
    fn default() -> MctsOptions {
        MctsOptions {
            selection: Selection::Uct,
            exploration: 0.7,
            amaf: Amaf::Off,
            grave_visits: 50,
            priors: false,
            implicit: 0.0,
            solver: true,
            leaf: Leaf::Playout,
            policy: Policy::Game,
            cutoff: None,
            reuse: true,
            scale: 200.0,
            memory: 64 << 20,
            seed: 1,
        }
    }
}
