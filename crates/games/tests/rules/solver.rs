//! Who wins a small game that knows no draws: all lines of play that matter, remembered by position up to
//! symmetry.

use plybook_kernel::{Evaluated, Evaluator, Game, Player, Score, Symmetric, Turn};
use std::collections::HashMap;
use std::hash::Hash;

/// Remembers who wins. The shortcut may say at once whether the player to move wins an unfinished position.
pub struct Solver<'a, G: Game + Evaluated, S> {
    game: &'a G,
    evaluator: G::Evaluator,
    shortcut: S,
    known: HashMap<G::Position, bool>,
}

impl<'a, G, S> Solver<'a, G, S>
where
    G: Game<Position: Hash> + Symmetric + Evaluated,
    S: Fn(&G::Position) -> Option<bool>,
{
    pub fn new(game: &'a G, shortcut: S) -> Solver<'a, G, S> {
        let evaluator = game.evaluator("basic").expect("every listed game here has it");
        Solver { game, evaluator, shortcut, known: HashMap::new() }
    }

    /// Who wins the game from its start.
    pub fn winner(&mut self) -> Player {
        if self.wins(&self.game.start()) { Player::FIRST } else { Player::SECOND }
    }

    /// Whether the player to move wins.
    pub fn wins(&mut self, at: &G::Position) -> bool {
        if let Some(easy) = self.easy(at) {
            return easy;
        }
        let name = self.canonical(at);
        if let Some(&known) = self.known.get(&name) {
            return known;
        }
        let mut next = Vec::new();
        for mv in self.game.legal(at) {
            let after = self.game.after(at, mv);
            match self.easy(&after).or_else(|| self.known.get(&self.canonical(&after)).copied()) {
                Some(false) => return true,
                Some(true) => {}
                None => next.push((self.value(&after), after)),
            }
        }
        next.sort_by_key(|&(value, _)| value);
        let wins = next.iter().any(|(_, after)| !self.wins(after));
        self.known.insert(name, wins);
        wins
    }

    fn easy(&self, at: &G::Position) -> Option<bool> {
        match self.game.verdict(at) {
            Some(outcome) => Some(outcome.winner() == self.game.turn(at).player()),
            None => (self.shortcut)(at),
        }
    }

    /// The same for all positions that differ only by symmetry or by the players' names.
    fn canonical(&self, at: &G::Position) -> G::Position {
        let first = match self.game.turn(at) {
            Turn::Player(Player::FIRST) => at.clone(),
            _ => self.game.swapped(at).expect("players can be exchanged"),
        };
        let images = (0..self.game.symmetries()).map(|symmetry| self.game.image(&first, symmetry));
        images.min_by_key(|image| self.game.key(image)).expect("the identity is a symmetry")
    }

    fn value(&self, at: &G::Position) -> Score {
        self.evaluator.evaluate(self.game, at, &self.evaluator.accumulate(self.game, at))
    }
}
