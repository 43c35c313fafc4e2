//! Proof-number search: can a player reach at least this result, whatever the opponent does? The search goes where the
//! fewest open leaves have to be settled for an answer, depth first within bounded memory (df-pn).
//!
//! For games of two players without chance. Positions that come back are handled soundly: a repetition within the line
//! counts as not reached, and what is concluded from it is remembered for that very path alone until the position that
//! came back is left. `solve` chooses its questions so that a repetition never is what is asked for. What was found can be
//! made into strategies (`Strategy`) and checked by the rules alone (`check`).

mod check;
mod solve;
mod strategy;
mod table;

pub use check::{Checked, Flaw, check};
pub use solve::{Solution, solve};
pub use strategy::Strategy;

use crate::Stop;
use plybook_kernel::{Game, History, Player, Score, Turn, zobrist::scramble};
use std::sync::Arc;
use table::{NEVER, Numberings, Numbers, ProofEntry};

/// Positions between two questions whether to stop.
const POLLED: u64 = 256;
/// Plies below the root beyond which no line is followed. What is not found before counts as not reached on that path.
const DEEPEST: usize = 600;
/// The 1 + epsilon trick: a move is followed until its number is so many sixteenths above the second best, so that the
/// search does not jump between two subtrees that the table cannot hold both.
const THRESHOLD_GROWTH: u64 = 20;

/// A question: does this player reach at least this score, whatever the opponent does? Distances do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    /// Who is to reach it.
    pub player: Player,
    /// What is to be reached: evaluations say points, anything above them a win.
    pub least: Score,
}

impl Goal {
    /// A win, or at least one point more than the opponent.
    #[must_use]
    pub const fn win(player: Player) -> Goal {
        Goal { player, least: Score::DRAW.above() }
    }

    /// Whether an end of the game is what is asked for.
    #[must_use]
    pub fn reached(&self, outcome: plybook_kernel::Outcome) -> bool {
        outcome.score(self.player) >= self.least
    }
}

/// The answer to a question, as far as there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The player reaches the goal.
    Proven,
    /// The opponent can prevent it.
    Disproven,
    /// The search was stopped before.
    Unknown,
}

/// The highest position of the line that a conclusion rests on, by its ply; `FREE` where it holds on every path.
type Rest = i32;
const FREE: Rest = i32::MAX;
/// It rests on what lies before the root, or on the line's length.
const GAME: Rest = -1;
/// It rests on a line that was not followed to its end.
const CUT: Rest = -2;

/// A search for proofs in one game, with its table.
pub struct Pns<G: Game> {
    /// The rules.
    pub game: Arc<G>,
    table: Numberings,
    /// Positions searched, over all questions.
    pub nodes: u64,
    /// Deepest ply reached.
    pub deepest: u32,
    goal: Goal,
    past: History,
    /// Whether an answer was kept that holds on its path alone.
    has_dependent: bool,
    /// A number for the path at each ply.
    paths: Vec<u64>,
    polled: u64,
    most: u64,
    stopped: bool,
}

/// A move's position, with what is known about it.
struct Child<G: Game> {
    at: G::Position,
    key: u64,
    resets: bool,
    known: ProofEntry,
}

impl<G: Game> Pns<G> {
    /// A search with a table of so many bytes.
    pub fn new(game: Arc<G>, bytes: usize) -> Pns<G> {
        Pns {
            game,
            table: Numberings::new(bytes),
            nodes: 0,
            deepest: 0,
            goal: Goal::win(Player::FIRST),
            past: History::new(),
            has_dependent: false,
            paths: Vec::new(),
            polled: 0,
            most: u64::MAX,
            stopped: false,
        }
    }

    /// How many of a thousand entries of the table are in use.
    #[must_use]
    pub fn fill(&self) -> u32 {
        self.table.fill()
    }

    /// Asks a question about a position; `past` is the path that led to it. Stops after `most` positions, counted over
    /// all questions to this search.
    pub fn ask(
        &mut self,
        goal: Goal,
        at: &G::Position,
        past: &History,
        most: u64,
        stop: &dyn Stop<G::Move>,
    ) -> Verdict {
        if goal != self.goal {
            self.table.clear();
            (self.goal, self.has_dependent) = (goal, false);
        }
        self.past = past.clone();
        self.paths = vec![self.root_path(at, past)];
        (self.most, self.polled) = (most, self.nodes);
        self.stopped = stop.poll(0) || self.nodes >= most;
        if let Some(outcome) = self.game.end(at, past).map(|end| end.outcome) {
            return if goal.reached(outcome) { Verdict::Proven } else { Verdict::Disproven };
        }
        let key = self.game.key(at);
        let known = self.search(at, key, Numbers { proof: NEVER, disproof: NEVER }, 0, stop);
        let _ = stop.poll(self.nodes - self.polled);
        match known.numbers.settled() {
            _ if known.rest == CUT => Verdict::Unknown,
            Some(true) => Verdict::Proven,
            Some(false) => Verdict::Disproven,
            None => Verdict::Unknown,
        }
    }

    /// A number for the path that led to a root.
    fn root_path(&self, at: &G::Position, past: &History) -> u64 {
        scramble(past.fingerprint() ^ self.game.key(at)).wrapping_add(u64::from(past.plies()))
    }

    /// When something is found out: a position searched is an instant.
    fn now(&self) -> u32 {
        u32::try_from(self.nodes).unwrap_or(u32::MAX)
    }

    /// Whether the goal's player decides.
    fn attacks(&self, at: &G::Position) -> bool {
        self.game.turn(at) == Turn::Player(self.goal.player)
    }

    /// The key under which the table knows a position on its path alone.
    fn path_key(&self, key: u64, ply: usize) -> u64 {
        key ^ scramble(self.paths[ply].wrapping_add(1))
    }

    /// Searches a position below the root until one of its numbers reaches its limit, and gives the numbers and what
    /// the answer rests on, if it is one. The line up to the position is in `past` and `paths`.
    fn search(
        &mut self,
        at: &G::Position,
        key: u64,
        limits: Numbers,
        ply: usize,
        stop: &dyn Stop<G::Move>,
    ) -> ProofEntry {
        self.expand(at, key, limits, ply, stop).0
    }

    /// The same, with what is then known about the moves.
    fn expand(
        &mut self,
        at: &G::Position,
        key: u64,
        limits: Numbers,
        ply: usize,
        stop: &dyn Stop<G::Move>,
    ) -> (ProofEntry, Vec<Child<G>>) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply as u32);
        if self.nodes - self.polled >= POLLED || self.nodes >= self.most {
            self.stopped |= stop.poll(self.nodes - self.polled) || self.nodes >= self.most;
            self.polled = self.nodes;
        }
        let began = self.nodes;
        let attacks = self.attacks(at);
        // 1. The moves, with what is known about them.
        let Some(mut children) = self.children(at, key, ply) else {
            let reached = self.goal.reached(self.game.no_moves(at));
            let known = ProofEntry { numbers: Numbers::of(reached), rest: FREE, when: 0 };
            self.table.put(key, known, 1);
            return (known, Vec::new());
        };
        loop {
            // 2. The position's numbers follow from its moves'.
            let (numbers, rest) = collect(&children, attacks, ply);
            // Another instant, so that what follows from an answer is younger.
            self.nodes += u64::from(numbers.settled().is_some());
            let known = ProofEntry { numbers, rest, when: self.now() };
            if self.stopped
                || numbers.proof >= limits.proof
                || numbers.disproof >= limits.disproof
                || numbers.settled().is_some()
            {
                let free = rest == FREE || numbers.settled().is_none();
                self.has_dependent |= !free;
                let key = if free { key } else { self.path_key(key, ply) };
                if !self.stopped || numbers.settled().is_some() {
                    self.table.put(key, known, self.nodes - began + 1);
                }
                return (known, children);
            }
            // 3. The most promising move is searched until another one looks better.
            let (best, second) = most_promising(&children, attacks);
            let child = &children[best];
            let next = if attacks {
                Numbers {
                    proof: limits.proof.min(grown(second)),
                    disproof: limits
                        .disproof
                        .saturating_sub(numbers.disproof)
                        .saturating_add(child.known.numbers.disproof),
                }
            } else {
                Numbers {
                    proof: limits
                        .proof
                        .saturating_sub(numbers.proof)
                        .saturating_add(child.known.numbers.proof),
                    disproof: limits.disproof.min(grown(second)),
                }
            };
            self.past.push(key, child.resets);
            self.paths.push(scramble(self.paths[ply] ^ key));
            let known = self.search(&child.at, child.key, next, ply + 1, stop);
            self.paths.pop();
            self.past.pop();
            children[best].known = known;
        }
    }

    /// The positions after all moves with what is known about them at once: ends of the game, repetitions, and what
    /// the table says. `None` if there are no moves.
    fn children(&mut self, at: &G::Position, key: u64, ply: usize) -> Option<Vec<Child<G>>> {
        let game = Arc::clone(&self.game);
        let mut moves = Vec::new();
        game.moves(at, &mut moves);
        if moves.is_empty() {
            return None;
        }
        self.paths.push(scramble(self.paths[ply] ^ key));
        let children = moves.into_iter().map(|mv| {
            let resets = game.resets(at, mv);
            let next = game.after(at, mv);
            self.past.push(key, resets);
            let child_key = game.key(&next);
            let known = self.known(&next, child_key, ply + 1);
            self.past.pop();
            Child { at: next, key: child_key, resets, known }
        });
        let children = children.collect();
        self.paths.pop();
        Some(children)
    }

    /// What is known about a position without searching it; its line is in `past` and `paths`.
    fn known(&self, at: &G::Position, key: u64, ply: usize) -> ProofEntry {
        let settled = |reached: bool, rest: Rest| ProofEntry { numbers: Numbers::of(reached), rest, when: 0 };
        if let Some(outcome) = self.game.outcome(at) {
            return settled(self.goal.reached(outcome), FREE);
        }
        if let Some(outcome) = self.game.outcome_with(at, &self.past) {
            return settled(self.goal.reached(outcome), GAME);
        }
        // Whoever can repeat a position once can do so again: that is not reached.
        if let Some(plies) = self.past.plies_since(key)
            && plies as usize <= ply
        {
            return settled(false, (ply - plies as usize) as Rest);
        }
        if ply >= DEEPEST {
            return settled(false, CUT);
        }
        let everywhere = self.table.get(key);
        let unsettled = everywhere.is_none_or(|known| known.numbers.settled().is_none());
        if unsettled
            && self.has_dependent
            && let Some(known) = self.table.get(self.path_key(key, ply))
        {
            return known;
        }
        everywhere.unwrap_or(ProofEntry { numbers: Numbers::UNKNOWN, rest: FREE, when: 0 })
    }
}

/// A threshold above the second best number, by the 1 + epsilon trick.
fn grown(second: u32) -> u32 {
    let grown = (u64::from(second) * THRESHOLD_GROWTH).div_ceil(16);
    grown.max(u64::from(second) + 1).min(u64::from(NEVER)) as u32
}

/// The numbers of a position from those of its moves, and what they rest on if they are an answer.
fn collect<G: Game>(children: &[Child<G>], attacks: bool, ply: usize) -> (Numbers, Rest) {
    // For the player to move: the easiest move counts for the player's own aim, all of them for the opponent's.
    let own = |numbers: Numbers| if attacks { numbers.proof } else { numbers.disproof };
    let others = |numbers: Numbers| if attacks { numbers.disproof } else { numbers.proof };
    let easiest = children.iter().map(|child| own(child.known.numbers)).min().unwrap_or(NEVER);
    let mut all = 0u32;
    let mut impossible = false;
    for child in children {
        let number = others(child.known.numbers);
        impossible |= number == NEVER;
        all = all.saturating_add(number).min(NEVER - 1);
    }
    let all = if impossible { NEVER } else { all };
    let (proof, disproof) = if attacks { (easiest, all) } else { (all, easiest) };
    let rest = if easiest == 0 {
        let reached = children.iter().filter(|child| own(child.known.numbers) == 0);
        reached.map(|child| child.known.rest).max().unwrap_or(FREE)
    } else if all == 0 {
        children.iter().map(|child| child.known.rest).min().unwrap_or(FREE)
    } else {
        FREE
    };
    // What rests on this very position, and on nothing above, holds wherever it occurs.
    let rest = if rest >= ply as Rest { FREE } else { rest };
    (Numbers { proof, disproof }, rest)
}

/// The move to follow, and the number of the second best.
fn most_promising<G: Game>(children: &[Child<G>], attacks: bool) -> (usize, u32) {
    let (mut best, mut least, mut second) = (0, u32::MAX, NEVER);
    for (number, child) in children.iter().enumerate() {
        let own = if attacks { child.known.numbers.proof } else { child.known.numbers.disproof };
        if own < least {
            (second, best, least) = (least.min(NEVER), number, own);
        } else if own < second {
            second = own;
        }
    }
    (best, second)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quarter above the second best number, and always above it, so that a search goes on and comes to an end.
    #[test]
    fn thresholds_grow_by_a_quarter() {
        for (second, threshold) in [(0, 1), (1, 2), (4, 5), (16, 20), (1_000, 1_250)] {
            assert_eq!(grown(second), threshold);
        }
        assert_eq!(grown(NEVER), NEVER);
        assert!((1..5_000).all(|second| grown(second) > second));
    }
}
