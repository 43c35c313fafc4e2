//! A watcher that writes the searched tree down.

use crate::depth::Depth;
use crate::trace::{Reason, Trace, Visit};
use plybook_kernel::{Game, Score, Window};

/// A position of the searched tree.
#[derive(Clone, Debug)]
pub struct Recorded<G: Game> {
    /// The number of the position above; the root has none.
    pub parent: Option<usize>,
    /// The move that led here.
    pub mv: Option<G::Move>,
    /// The position.
    pub at: G::Position,
    /// Plies left to search.
    pub depth: Depth,
    /// The window it was searched with, for the player to move.
    pub window: Window,
    /// How it was searched.
    pub visit: Visit,
    /// Its value for the player to move, once it was left.
    pub score: Option<Score>,
    /// Why it was left.
    pub reason: Option<Reason>,
    /// How many plies below the root.
    pub ply: usize,
    /// For a table hit: the number of the recorded position whose value it is, if that is in this tree.
    pub source: Option<usize>,
}

/// Records every position in the order in which they are entered, up to a limit. With iterative deepening the
/// trees of all iterations stand one after the other.
pub struct Recorder<'a, G: Game> {
    /// The positions; the first is the root.
    pub nodes: Vec<Recorded<G>>,
    /// Positions that were not recorded because there were too many.
    pub left_out: u64,
    game: &'a G,
    limit: usize,
    open: Vec<Option<usize>>,
    searched: std::collections::HashMap<u64, usize>,
}

impl<'a, G: Game> Recorder<'a, G> {
    /// A recorder of at most so many positions.
    pub fn new(game: &'a G, limit: usize) -> Recorder<'a, G> {
        Recorder {
            nodes: Vec::new(),
            left_out: 0,
            game,
            limit,
            open: Vec::new(),
            searched: Default::default(),
        }
    }
}

impl<G: Game> Trace<G> for Recorder<'_, G> {
    fn enter(&mut self, mv: Option<G::Move>, at: &G::Position, depth: Depth, window: Window, visit: Visit) {
        let parent = self.open.last().copied().flatten();
        if self.nodes.len() >= self.limit || (parent.is_none() && !self.open.is_empty()) {
            self.left_out += 1;
            return self.open.push(None);
        }
        let ply = self.open.len();
        self.open.push(Some(self.nodes.len()));
        let at = at.clone();
        let node =
            Recorded { parent, mv, at, depth, window, visit, score: None, reason: None, ply, source: None };
        self.nodes.push(node);
    }

    fn leave(&mut self, score: Score, reason: Reason) {
        let Some(Some(number)) = self.open.pop() else { return };
        let key = self.game.key(&self.nodes[number].at);
        let from_table = matches!(reason, Reason::TableExact | Reason::TableLower | Reason::TableUpper);
        let source = if from_table { self.searched.get(&key).copied() } else { None };
        if matches!(reason, Reason::AllMoves | Reason::Beta) {
            self.searched.insert(key, number);
        }
        let node = &mut self.nodes[number];
        (node.score, node.reason, node.source) = (Some(score), Some(reason), source);
    }
}
