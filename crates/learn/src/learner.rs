//! What every learning machine has in common: it plays game after game, shows what it knows, and can be put away and
//! taken up again.

use crate::symmetric_table::{Entry, SymmetricTable};
use plybook_kernel::{ListedGame, ReadError, Wdl};

/// A machine that learns by playing whole games. The same beginning and the same seed give the same games.
pub trait Learner: Send {
    /// Plays one more game, learns from it and tells how it went.
    ///
    /// # Errors
    /// The game is too large for this way of learning.
    fn step(&mut self) -> Result<LearntGame, ReadError>;

    /// All games played so far, the first one first; those before it was put away are among them.
    fn games(&self) -> &[LearntGame];

    /// What the figures of each game are: as many names as a `LearntGame` has figures.
    fn figures(&self) -> Vec<String>;

    /// What it knows now, item by item.
    fn state(&self) -> Vec<LearntItem>;

    /// Everything it needs to go on, as the contents of a file.
    fn save(&self) -> Vec<u8>;

    /// Takes up what `save` wrote, settings and games included.
    ///
    /// # Errors
    /// The contents are damaged, or were written for another game or method.
    fn resume(&mut self, contents: &[u8]) -> Result<(), ReadError>;
}

/// How a game of a learner went.
#[derive(Clone, Debug, PartialEq)]
pub struct LearntGame {
    /// How the learner fared; the first player where it played both sides.
    pub result: Wdl,
    /// Its length in plies.
    pub plies: u32,
    /// What the learner was like after the game, by `Learner::figures`.
    pub figures: Vec<f64>,
}

/// Something a learner knows: a box with its beads, a position with the values of its moves, a set of weights.
#[derive(Clone, Debug, PartialEq)]
pub struct LearntItem {
    /// A position's text, or what the values are.
    pub name: String,
    /// Which of the learner's own moves of a game this is for, counted from 0; none where that does not matter.
    pub stage: Option<usize>,
    /// Moves or terms, each with its beads, value or weight.
    pub values: Vec<(String, f64)>,
}

/// How often a learner has won, drawn and lost.
#[must_use]
pub fn tally(games: &[LearntGame]) -> [usize; 3] {
    [Wdl::Win, Wdl::Draw, Wdl::Loss].map(|result| games.iter().filter(|game| game.result == result).count())
}

/// The entries of a table as items to show, a move's text with each value.
pub(crate) fn items<G: ListedGame, V: Clone>(
    game: &G,
    table: &SymmetricTable<G, V>,
    number: impl Fn(&V) -> f64,
) -> Vec<LearntItem> {
    let item = |entry: &Entry<G, V>| LearntItem {
        name: game.text(&entry.at),
        stage: Some(entry.stage),
        values: entry
            .classes
            .iter()
            .filter_map(|class| {
                Some((game.move_text(&entry.at, *class.moves.first()?), number(&class.value)))
            })
            .collect(),
    };
    table.entries().iter().map(item).collect()
}
