//! Strategies: what a player does in each position that can come up, so that a question's answer can be looked at and
//! checked without the search that found it.

use super::{Child, Goal, NEVER, Numbers, Pns, Verdict};
use crate::Stop;
use plybook_kernel::{Game, History, Player, zobrist::scramble};
use std::collections::HashMap;

/// What one player does to reach a goal, or to keep the opponent from it: a move for each position where the player is
/// to move and that can come up when the opponent plays anything.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy<P, M> {
    /// The question.
    pub goal: Goal,
    /// Who plays by it: the goal's player to reach it, the opponent to prevent it.
    pub player: Player,
    /// The positions with the player's moves, in the order in which they were found.
    pub moves: Vec<(P, M)>,
}

impl<P, M> Strategy<P, M> {
    /// Whether the goal is reached by it, or else prevented.
    #[must_use]
    pub fn reaches(&self) -> bool {
        self.player == self.goal.player
    }
}

/// A position that a strategy must cover, with the path to it.
struct Open<G: Game> {
    at: G::Position,
    past: History,
    paths: Vec<u64>,
}

impl<G: Game> Pns<G> {
    /// The strategy behind the last answer. What the table has lost is searched again. `None` if that was stopped, or
    /// the strategy has more than `most` positions.
    pub fn strategy(
        &mut self,
        verdict: Verdict,
        at: &G::Position,
        past: &History,
        most: usize,
        stop: &dyn Stop<G::Move>,
    ) -> Option<Strategy<G::Position, G::Move>> {
        let reaches = match verdict {
            Verdict::Proven => true,
            Verdict::Disproven => false,
            Verdict::Unknown => return None,
        };
        let goal = self.goal;
        let player = if reaches { goal.player } else { goal.player.other() };
        let mut strategy = Strategy { goal, player, moves: Vec::new() };
        // Positions covered already, by key: those that compare equal.
        let mut covered: HashMap<u64, Vec<G::Position>> = HashMap::new();
        let mut open =
            vec![Open::<G> { at: at.clone(), past: past.clone(), paths: vec![self.root_path(at, past)] }];
        while let Some(Open { at, past, paths }) = open.pop() {
            let key = self.game.key(&at);
            let same = covered.entry(key).or_default();
            if same.contains(&at) || self.game.outcome_with(&at, &past).is_some() {
                continue;
            }
            same.push(at.clone());
            if covered.len() > most {
                return None;
            }
            self.past = past;
            self.paths = paths;
            let ply = self.paths.len() - 1;
            let mut moves = Vec::new();
            self.game.moves(&at, &mut moves);
            let Some(mut children) = self.children(&at, key, ply) else { continue };
            let decides = self.game.turn(&at).player() == Some(player);
            // The oldest answer: it follows from older ones, and so on to the end, so that a goal is come nearer to.
            let choose = |children: &[Child<G>]| {
                let wanted = children
                    .iter()
                    .enumerate()
                    .filter(|(_, child)| child.known.numbers.settled() == Some(reaches));
                wanted.min_by_key(|(_, child)| child.known.when).map(|(number, _)| number)
            };
            let mut chosen = choose(&children);
            if decides && chosen.is_none() {
                let limits = Numbers { proof: NEVER, disproof: NEVER };
                children = self.expand(&at, key, limits, ply, stop).1;
                chosen = choose(&children);
            }
            if decides {
                strategy.moves.push((at.clone(), moves[chosen?]));
            }
            for (number, child) in children.into_iter().enumerate() {
                if decides && Some(number) != chosen {
                    continue;
                }
                let mut past = self.past.clone();
                past.push(key, child.resets);
                let mut paths = self.paths.clone();
                paths.push(scramble(self.paths[ply] ^ key));
                open.push(Open { at: child.at, past, paths });
            }
        }
        Some(strategy)
    }
}
