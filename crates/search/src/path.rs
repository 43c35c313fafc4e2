//! What the path decides: repetition, and how far a value depends on the positions above it.
//!
//! A value that rests on a repetition holds only where the repeated position stands above. Every value therefore
//! carries the highest ply that it depends on. Once that ply is left, the repetition lies wholly below and the value
//! holds everywhere; until then the transposition table knows it under the key of its path alone.

use crate::depth::Ply;
use crate::search::Searcher;
use crate::trace::Trace;
use plybook_kernel::{Evaluator, Game, Score, SearchHints, zobrist::scramble};

/// The highest position of the line that a value depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct PathDependence(i32);

impl PathDependence {
    /// The value holds on every path.
    pub const NONE: PathDependence = PathDependence(i32::MAX);
    /// It depends on positions before the root, or on the path's length.
    pub const GAME: PathDependence = PathDependence(-1);

    /// It depends on the position so many plies above a ply.
    pub fn above(ply: Ply, plies: u32) -> PathDependence {
        PathDependence((ply.index() as i32 - plies as i32).max(PathDependence::GAME.0))
    }

    /// How many plies above a ply the position lies that a value depends on.
    pub fn plies_above(self, ply: Ply) -> u16 {
        u16::try_from(ply.index() as i32 - self.0).unwrap_or(u16::MAX)
    }

    /// Of two values that were both needed.
    #[must_use]
    pub fn join(self, other: PathDependence) -> PathDependence {
        self.min(other)
    }

    /// As a ply's position sees it: what depends on it and on what lies below it holds wherever it occurs.
    #[must_use]
    pub fn leaving(self, ply: Ply) -> PathDependence {
        if self.0 >= ply.index() as i32 { PathDependence::NONE } else { self }
    }

    /// Whether the value holds on every path.
    pub fn is_none(self) -> bool {
        self == PathDependence::NONE
    }
}

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// The end of the game by the path at a ply: by the game's own rules, or because the position has occurred in
    /// this line already. Whoever can repeat a position once can do so again, so that its first return counts for
    /// what the rules make of the last one.
    #[inline]
    pub(crate) fn path_end(&mut self, ply: Ply) -> Option<Score> {
        let game = &*self.engine.game;
        let frame = &mut self.stack[ply];
        frame.occurred = false;
        if let Some(outcome) = game.outcome_with(&frame.at, &self.path) {
            if game.outcome(&frame.at).is_none() {
                self.path_dependence = PathDependence::GAME;
            }
            return Some(outcome.score(frame.mover));
        }
        let repetition = game.repetition()?;
        let plies = self.path.plies_since(frame.key)?;
        frame.occurred = true;
        if plies as usize > ply.index() {
            return None;
        }
        self.path_dependence = PathDependence::above(ply, plies);
        Some(repetition.score(frame.mover))
    }

    /// Whether a value from the table may be taken for a ply's position: not where the position has occurred in the
    /// game, whose next return ends it, nor where the value says less than what the player can have by a move that
    /// repeats a position.
    pub(crate) fn path_allows(&mut self, ply: Ply, score: Score) -> bool {
        if !self.options.path_rules {
            return true;
        }
        let game = &*self.engine.game;
        let Some(repetition) = game.repetition() else { return true };
        if self.stack[ply].occurred {
            return false;
        }
        score >= repetition.score(self.stack[ply].mover) || !self.can_repeat(ply)
    }

    /// The same for the position after a move of a ply's list.
    pub(crate) fn path_allows_successor(&mut self, ply: Ply, ordinal: u16, score: Score) -> bool {
        if !self.options.path_rules || self.engine.game.repetition().is_none() {
            return true;
        }
        self.make(ply, ordinal);
        let below = ply.below();
        self.stack[below].key = self.engine.game.key(&self.stack[below].at);
        let allows = self.path_end(below).is_none() && self.path_allows(below, score);
        self.path_dependence = PathDependence::NONE;
        self.unmake();
        allows
    }

    /// Whether a move leads to a position that has occurred in this line, or whose return ends the game.
    fn can_repeat(&mut self, ply: Ply) -> bool {
        let game = &*self.engine.game;
        // The shortest way back has two plies: one was played, the other is about to be.
        if self.path.quiet() == 0 {
            return false;
        }
        let (from, to) = self.stack.pair(game, ply);
        to.moves.clear();
        game.moves(&from.at, &mut to.moves);
        self.path.push(from.key, false);
        let repeats = to.moves.iter().any(|&mv| {
            if game.resets(&from.at, mv) {
                return false;
            }
            to.at.clone_from(&from.at);
            game.play(&mut to.at, mv);
            let plies = self.path.plies_since(game.key(&to.at));
            plies.is_some_and(|plies| {
                plies as usize <= ply.below().index() || game.outcome_with(&to.at, &self.path).is_some()
            })
        });
        self.path.pop();
        repeats
    }

    /// The key under which the table knows a ply's position on this path, and from this root, alone: what the first
    /// return of a position means depends on which positions lie below the root.
    pub(crate) fn path_key(&self, ply: Ply, key: u64) -> u64 {
        let root = u64::from(self.path.plies()) - ply.index() as u64;
        key ^ scramble(self.path.fingerprint() ^ root)
    }
}
