//! The opponent who always seeks a weakness that a machine still has.

use super::machine::Machine;
use crate::course::no_move;
use crate::solved::Solved;
use plybook_kernel::{Game, Player, Random, ReadError, Symmetric, Turn};
use std::collections::HashMap;

/// Takes the first move that leads towards a position in which the machine can still draw a move that makes its result
/// worse; once it has drawn one, wins as soon as possible.
#[derive(Clone, Debug)]
pub struct Seeker {
    solved: Solved,
}

impl Seeker {
    /// The seeker of a game.
    ///
    /// # Errors
    /// The game cannot be solved.
    pub fn new<G: Game>(game: &G, name: &str) -> Result<Seeker, ReadError> {
        Ok(Seeker { solved: Solved::new(game, name)? })
    }

    /// Whether from here on the machine, which plays this side, can draw a move that makes its exact result worse,
    /// against some play of the opponent.
    pub fn finds_weakness<G: Symmetric>(
        &self,
        game: &G,
        machine: &Machine<G>,
        side: Player,
        at: &G::Position,
    ) -> bool {
        self.search(game, machine, side, at, &mut HashMap::new())
    }

    fn search<G: Symmetric>(
        &self,
        game: &G,
        machine: &Machine<G>,
        side: Player,
        at: &G::Position,
        known: &mut HashMap<u64, bool>,
    ) -> bool {
        let key = game.key(at);
        if let Some(&found) = known.get(&key) {
            return found;
        }
        let found = if game.verdict(at).is_some() {
            false
        } else if game.turn(at) == Turn::Player(side) {
            let value = self.solved.value(game, at, side);
            machine.possible(game, at).into_iter().any(|mv| {
                let next = game.after(at, mv);
                self.solved.value(game, &next, side) < value || self.search(game, machine, side, &next, known)
            })
        } else {
            game.legal(at).into_iter().any(|mv| self.search(game, machine, side, &game.after(at, mv), known))
        };
        known.insert(key, found);
        found
    }

    /// The seeker's move against a machine that plays `side`.
    ///
    /// # Errors
    /// There is no move.
    pub fn choose<G: Symmetric>(
        &self,
        game: &G,
        machine: &Machine<G>,
        side: Player,
        at: &G::Position,
        random: &mut Random,
    ) -> Result<G::Move, ReadError> {
        let opponent = side.other();
        let gone = self.solved.value(game, at, opponent) > self.solved.value(game, &game.start(), opponent);
        let mut known = HashMap::new();
        let mut leads = |mv: &G::Move| self.search(game, machine, side, &game.after(at, *mv), &mut known);
        let weak = if gone { None } else { game.legal(at).into_iter().find(|mv| leads(mv)) };
        let quickest = || random.pick(&self.solved.quickest_moves(game, at, opponent)).copied();
        weak.or_else(quickest).ok_or_else(no_move)
    }
}
