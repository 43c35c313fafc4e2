//! What a rules file says about a game of sowing, as data.

use plybook_kernel::OptionInfo;

/// Most pits of each player.
pub(crate) const MOST_PITS: usize = 12;
/// Most seeds in each pit at the start.
pub(crate) const MOST_SEEDS: u32 = 50;
/// Most seeds of a game: all of them fit one pit.
pub(crate) const MOST_IN_ALL: u32 = 250;
/// Numbers of seeds that a pit can hold.
pub(crate) const COUNTS: usize = MOST_IN_ALL as usize + 1;

/// A game of sowing as its file says it.
#[derive(Clone, Debug)]
pub(crate) struct SowingDefinition {
    pub title: String,
    /// The title in small letters, digits and hyphens.
    pub name: String,
    pub summary: String,
    pub players: [String; 2],
    pub options: Vec<OptionInfo>,
    /// Pits of each player, and seeds in each at the start.
    pub pits: usize,
    pub seeds: u32,
    pub sow: SowRule,
    /// What the last seed does; the first rule that fits is the one that counts.
    pub last: Vec<LastRule>,
    pub slam: Slam,
    /// Whether an opponent without seeds must be given some if that can be done.
    pub must_feed: bool,
    /// Whether seeds that are left in the pits at the end belong to the owners of the pits.
    pub collect: bool,
    /// Whether the game is over when all pits of either player are empty.
    pub ends_bare: bool,
    /// How many stored seeds win at once.
    pub wins_with: Option<u32>,
    /// What a player who cannot move gets.
    pub stuck: SeedsDecide,
    pub repetition: Option<PathEnd>,
    pub plies: Option<PathEnd>,
    pub quiet: Option<PathEnd>,
}

/// How seeds are sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SowRule {
    pub stores: Stores,
    /// Whether the pit from which the seeds come gets none.
    pub skips_origin: bool,
    /// The fewest seeds that a pit must hold to be sown.
    pub least: u8,
}

/// Which stores get seeds in passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stores {
    Neither,
    Own,
    Both,
}

/// What happens when the last seed falls into such a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LastRule {
    pub place: LastPlace,
    /// By number of seeds that the pit then holds, the last one included: whether the rule fits.
    pub counts: Vec<bool>,
    pub act: LastAct,
}

/// Where the last seed falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastPlace {
    OwnPit,
    EnemyPit,
    AnyPit,
    OwnStore,
}

/// What the last seed does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastAct {
    MoveAgain,
    /// Takes the seeds of its own pit, of the opposite one, or of both.
    Capture {
        it: bool,
        opposite: bool,
        /// Whether both are taken although the opposite pit is empty.
        from_empty: bool,
        /// Whether the pits before it are taken as long as the rule fits them.
        backwards: bool,
    },
}

/// What happens to a capture of all the opponent's seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slam {
    All,
    Nothing,
    Forbidden,
}

/// What the numbers of seeds, or the lack of a move, decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeedsDecide {
    Loses,
    Wins,
    Draws,
    More,
    Fewer,
}

/// An end by the path: after how much of it, and whether the seeds are counted then or the game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PathEnd {
    pub after: u32,
    pub counted: bool,
}

impl SowingDefinition {
    /// The seeds of the whole game.
    pub fn in_all(&self) -> u32 {
        2 * self.pits as u32 * self.seeds
    }

    /// The longest game, if it has one.
    ///
    /// Call the way of a seed the number of places from its pit to the store of the pit's owner, one to `pits`. Where the own
    /// store gets seeds, a sowing that brings none into a store shortens the ways, so that with `n` seeds in the pits there
    /// are at most `n * (pits - 1)` of them before another seed is stored for good.
    pub fn longest_game(&self) -> Option<u32> {
        let total = self.in_all();
        let by_ways = (self.sow.stores != Stores::Neither)
            .then(|| (self.pits as u32 - 1) * total * (total + 1) / 2 + total);
        let by_path = self.plies.map(|end| end.after);
        [by_ways, by_path].into_iter().flatten().min()
    }
}
