//! One simulated game after another: down the tree by the selection formula, a new leaf, and back up.

use super::by_move::{Averages, Played};
use super::tree::{Edge, Node};
use super::utility::{Proof, Utilities, of_first, of_outcome};
use super::{Amaf, Mcts, Policy, Selection};
use crate::Stop;
use plybook_kernel::{Evaluator, Game, History, Player, Random, SearchHints, Turn};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Positions between two questions whether to stop.
const POLLED: u64 = 256;
/// What a move that was never looked at is thought to be worth less than its node, with prior probabilities.
const UNVISITED: f32 = 0.2;
/// How soon the games that began with a move outweigh those in which it was played later: the larger, the sooner.
const LATER_BIAS: f32 = 3e-3;
/// What a prior probability adds to the value of a move that was looked at once, doubled.
const PRIOR_WEIGHT: f32 = 0.5;
/// Beyond every value of the selection formula.
const FIRST_VISIT: f32 = 1e3;

/// What all threads of a search share.
pub(super) struct Shared<'a, G: Game> {
    pub root: &'a Node<G::Move>,
    pub at: &'a G::Position,
    /// Which of the root's moves may be looked at.
    pub allowed: &'a [bool],
    pub stop: &'a dyn Stop<G::Move>,
    pub stopped: AtomicBool,
    /// Simulated games, and how many there may be.
    pub simulations: AtomicU64,
    pub most: u64,
    /// Positions entered, in the tree and in playouts.
    pub positions: AtomicU64,
    pub deepest: AtomicUsize,
    /// Plies below the root beyond which the tree does not grow.
    pub depth: usize,
    /// Bytes that the tree takes.
    pub memory: AtomicUsize,
    /// Whether there is one thread only.
    pub alone: bool,
    /// Whether all that was asked is proven.
    pub solved: AtomicBool,
    /// Whether a win is enough, or every move's value is wanted.
    pub every_line: bool,
}

/// A node on the way down.
#[derive(Clone, Copy)]
struct Passed<'a, M> {
    node: &'a Node<M>,
    /// The move that was looked at.
    choice: usize,
    /// The value that the player has by a proven move, where that is preferred: another move is looked at all the same,
    /// to learn about it, but the nodes above hear of the proven one.
    preferred: Option<Proof>,
}

/// One thread's simulated games.
pub(super) struct Simulation<'a, G: Game, E: Evaluator<G>, H: SearchHints<G>> {
    pub mcts: &'a Mcts<G, E, H>,
    pub shared: &'a Shared<'a, G>,
    pub players: u8,
    pub random: Random,
    pub averages: Averages,
    /// The path from the root.
    path: Vec<Passed<'a, G::Move>>,
    past: History,
    played: Played<G::Move>,
    /// The moves of the game by players, for averages.
    record: Vec<(Player, G::Move)>,
    pub moves: Vec<G::Move>,
    pub chances: Vec<(G::Move, f32)>,
    /// Plies from the root.
    pub ply: u32,
    /// Positions entered, and how many of them the stop was told of.
    pub positions: u64,
    polled: u64,
    /// Simulations that the stop was not told of.
    untold: u64,
}

impl<'a, G: Game, E: Evaluator<G>, H: SearchHints<G>> Simulation<'a, G, E, H> {
    pub fn new(
        mcts: &'a Mcts<G, E, H>,
        shared: &'a Shared<'a, G>,
        past: &History,
        random: Random,
        averages: Averages,
    ) -> Simulation<'a, G, E, H> {
        Simulation {
            mcts,
            shared,
            players: mcts.game.players(),
            random,
            averages,
            path: Vec::new(),
            past: past.clone(),
            played: Played::new(),
            record: Vec::new(),
            moves: Vec::new(),
            chances: Vec::new(),
            ply: 0,
            positions: 0,
            polled: 0,
            untold: 0,
        }
    }

    /// Simulates games until the search is to end, or `done` says so after one.
    pub fn run(&mut self, mut done: impl FnMut(u64) -> bool) {
        while !self.shared.stopped.load(Relaxed) && !self.shared.solved.load(Relaxed) {
            let number = self.shared.simulations.fetch_add(1, Relaxed);
            if number >= self.shared.most {
                self.shared.simulations.fetch_sub(1, Relaxed);
                break;
            }
            self.once();
            self.untold += 1;
            if (self.is_due() && self.poll()) || done(number + 1) {
                self.shared.stopped.store(true, Relaxed);
            }
        }
        self.poll();
    }

    pub fn is_due(&self) -> bool {
        self.positions - self.polled >= POLLED
    }

    /// Asks whether to go on.
    #[cold]
    pub fn poll(&mut self) -> bool {
        self.shared.positions.fetch_add(self.positions - self.polled, Relaxed);
        self.polled = self.positions;
        let stop = self.shared.stop.poll(std::mem::take(&mut self.untold));
        if stop {
            self.shared.stopped.store(true, Relaxed);
        }
        stop
    }

    /// Whether anything wants to know the moves of a game.
    pub fn notes_moves(&self) -> bool {
        self.mcts.options.amaf != Amaf::Off || self.mcts.options.policy == Policy::Mast
    }

    pub fn note(&mut self, player: Player, mv: G::Move) {
        if self.mcts.options.amaf != Amaf::Off {
            self.played.note(self.ply, player, mv);
        }
        if self.mcts.options.policy == Policy::Mast {
            self.record.push((player, mv));
        }
    }

    /// Simulates one game.
    fn once(&mut self) {
        let mcts = self.mcts;
        let (game, options, alone) = (&*mcts.game, &mcts.options, self.shared.alone);
        let plies = self.past.plies();
        self.path.clear();
        self.record.clear();
        self.played.begin();
        self.ply = 0;
        let mut at = self.shared.at.clone();
        let mut node = self.shared.root;
        // Whether the last move was proven before.
        let mut known = false;
        // 1. Down the tree, to a move that leads out of it or whose value is proven.
        let (worth, proof) = loop {
            node.enter(alone);
            let (choice, preferred) = self.select_unproven(node);
            let edge = &node.edges[choice];
            let before = edge.games.enter(alone);
            if let Turn::Player(mover) = node.turn
                && self.notes_moves()
            {
                self.note(mover, edge.mv);
            }
            self.path.push(Passed { node, choice, preferred });
            if options.solver
                && let Some(proof) = edge.proof()
            {
                known = true;
                break (proof.worth(self.players), None);
            }
            self.past.push(game.key(&at), game.resets(&at, edge.mv));
            game.play(&mut at, edge.mv);
            self.ply += 1;
            self.positions += 1;
            if let Some(child) = edge.child.get() {
                node = child;
                continue;
            }
            // 2. The end of the game, a grown tree, or a leaf.
            if let Some(outcome) = game.outcome_with(&at, &self.past) {
                break (of_outcome(outcome, self.players), Proof::of_outcome(outcome, self.players));
            }
            if let Some(proof) = self.known(&at).filter(|_| before == 0) {
                break (proof.worth(self.players), Some(proof));
            }
            if before == 0 || !self.may_grow() {
                break (self.leaf_utilities(&mut at), None);
            }
            match self.grown(&at, edge) {
                Ok(child) => node = child,
                Err(outcome) => {
                    break (of_outcome(outcome, self.players), Proof::of_outcome(outcome, self.players));
                }
            }
        };
        self.shared.deepest.fetch_max(self.path.len(), Relaxed);
        // 3. Up again.
        self.back_up(worth, proof.filter(|_| options.solver), known);
        while self.past.plies() > plies {
            self.past.pop();
        }
    }

    /// Exact knowledge of a position from outside.
    fn known(&self, at: &G::Position) -> Option<Proof> {
        let oracle = self.mcts.oracle.as_ref().filter(|_| self.mcts.options.solver && self.players == 2)?;
        let mover = self.mcts.game.turn(at).player()?;
        let score = oracle.value_with(&self.mcts.game, at, &self.past)?;
        Some(Proof::of_score(score, mover))
    }

    /// Whether there is room for another node here.
    fn may_grow(&self) -> bool {
        self.shared.memory.load(Relaxed) < self.mcts.options.memory && self.path.len() < self.shared.depth
    }

    /// The new node behind an edge, or what it means that there are no moves.
    fn grown(
        &mut self,
        at: &G::Position,
        edge: &'a Edge<G::Move>,
    ) -> Result<&'a Node<G::Move>, plybook_kernel::Outcome> {
        let Some(new) = self.mcts.new_node(at, &mut self.moves) else {
            return Err(self.mcts.game.no_moves(at));
        };
        let bytes = Node::<G::Move>::bytes(new.edges.len());
        // Another thread may have been sooner: then this node is dropped.
        let mut mine = false;
        let child = edge.child.get_or_init(|| {
            mine = true;
            Box::new(new)
        });
        if mine {
            self.shared.memory.fetch_add(bytes, Relaxed);
            if self.mcts.options.implicit > 0.0
                && self.players == 2
                && let Some(value) = child.implicit()
            {
                edge.set_implicit(value);
            }
        }
        Ok(child)
    }

    /// Takes what a game was worth up the path, and what it proved. Where the last move was known to be proven its node
    /// is looked at again: of two threads that prove its last two moves at the same time, neither may see that the other
    /// one did.
    fn back_up(&mut self, worth: Utilities, proof: Option<Proof>, known: bool) {
        let mcts = self.mcts;
        let (options, alone, players) = (&mcts.options, self.shared.alone, self.players);
        let (mut worth, mut proof, mut news) = (worth, proof, known);
        for (depth, &Passed { node, choice, preferred }) in self.path.iter().enumerate().rev() {
            let edge = &node.edges[choice];
            if let Some(mover) = node.turn.player() {
                let mine = worth[mover.index()];
                edge.games.add_utility(mine, alone);
                if options.amaf != Amaf::Off {
                    for edge in &node.edges {
                        if self.played.since(depth as u32, mover, edge.mv) {
                            edge.later.add(mine, alone);
                        }
                    }
                }
            }
            if options.implicit > 0.0 && players == 2 {
                if let Some(proof) = proof {
                    edge.set_implicit(proof.worth(players)[0]);
                }
                if let (Some(above), Some(value)) =
                    (depth.checked_sub(1).and_then(|above| self.path.get(above)), node.implicit())
                {
                    above.node.edges[above.choice].set_implicit(value);
                }
            }
            if let Some(preferred) = preferred {
                worth = preferred.worth(players);
            }
            if let Some(found) = proof {
                edge.prove(found.up(players));
                news = true;
            }
            if std::mem::take(&mut news) {
                proof = node.proof(players);
                if let Some(proof) = proof {
                    worth = proof.worth(players);
                }
                if depth == 0 {
                    self.is_solved();
                }
            }
        }
        if options.policy == Policy::Mast {
            for &(player, mv) in &self.record {
                self.averages.add(player, mv, worth[player.index()]);
            }
        }
    }

    /// Notes whether the root's allowed moves are all proven, or one of them wins.
    pub fn is_solved(&self) {
        let Some(mover) = self.shared.root.turn.player() else { return };
        let allowed = || {
            let edges = self.shared.root.edges.iter().zip(self.shared.allowed);
            edges.filter(|(_, allowed)| **allowed).map(|(edge, _)| edge)
        };
        let wins = |edge: &Edge<G::Move>| {
            edge.proof().is_some_and(|proof| proof.score_for(mover, self.players).is_win())
        };
        let all = allowed().all(|edge| edge.proof().is_some());
        if all || (!self.shared.every_line && allowed().any(wins)) {
            self.shared.solved.store(true, Relaxed);
        }
    }

    /// The number of the move to look at next, and the proven value of the one that is preferred to it, if any. Looking
    /// at a proven move would teach nothing.
    fn select_unproven(&mut self, node: &Node<G::Move>) -> (usize, Option<Proof>) {
        let choice = self.select(node, false);
        let proof = if self.mcts.options.solver { node.edges[choice].proof() } else { None };
        let Some(proof) = proof.filter(|_| node.turn != Turn::Chance) else { return (choice, None) };
        let other = self.select(node, true);
        if node.edges[other].proof().is_some() {
            return (choice, None);
        }
        let edge = &node.edges[choice];
        if let Some(mover) = node.turn.player() {
            edge.games.add(proof.worth(self.players)[mover.index()], self.shared.alone);
        }
        (other, Some(proof))
    }

    /// The number of the move to look at next; `unproven` leaves the proven ones for the last.
    fn select(&mut self, node: &Node<G::Move>, unproven: bool) -> usize {
        let Some(mover) = node.turn.player() else { return self.draw(node) };
        let options = &self.mcts.options;
        let alone_at_root = self.path.is_empty() && self.shared.allowed.iter().any(|allowed| !allowed);
        let visits = node.visits().max(1) as f32;
        let reference = self.reference(node, mover);
        let unseen = if options.selection == Selection::Puct { mean(node) - UNVISITED } else { 0.5 };
        let (root_of_visits, log_of_visits) = (visits.sqrt(), visits.ln());
        let count = node.edges.len();
        let first = self.random.below(count);
        let mut best = (first, f32::NEG_INFINITY);
        let mut likely = 0;
        for number in 0..count {
            let choice = (first + number) % count;
            if alone_at_root && !self.shared.allowed[choice] {
                continue;
            }
            let edge = &node.edges[choice];
            let games = edge.games.visits();
            let mut value = edge.games.mean().unwrap_or(unseen);
            if options.implicit > 0.0
                && let Some(implicit) = edge.implicit()
            {
                let implicit = of_first(implicit)[mover.index().min(1)];
                value += options.implicit * (implicit - value);
            }
            let later = reference.and_then(|reference| later(reference, edge.mv, &mut likely));
            if let Some((later, mean)) = later {
                let weight = later / (later + games as f32 + LATER_BIAS * later * games as f32);
                value += weight * (mean - value);
            }
            let proof = if options.solver { edge.proof() } else { None };
            if let Some(proof) = proof {
                // What is known needs no exploration. A lost move is looked at only where there is no other.
                let score = proof.score_for(mover, self.players);
                value = proof.worth(self.players)[mover.index()]
                    + match score {
                        score if score.is_loss() || unproven => -FIRST_VISIT,
                        score if score.is_win() => 2.0 * FIRST_VISIT,
                        _ => 0.0,
                    };
            } else {
                value += match options.selection {
                    Selection::Puct => options.exploration * edge.prior * root_of_visits / (1 + games) as f32,
                    Selection::Uct if games == 0 && later.is_none() => FIRST_VISIT + edge.prior,
                    Selection::Uct => {
                        // One for a move that is thought as good as the mean of all.
                        let bias = if options.priors { edge.prior * count as f32 } else { 0.0 };
                        options.exploration * (log_of_visits / games.max(1) as f32).sqrt()
                            + PRIOR_WEIGHT * bias / (1 + games) as f32
                    }
                };
            }
            if value > best.1 {
                best = (choice, value);
            }
        }
        best.0
    }

    /// A move of chance, by its probability.
    fn draw(&mut self, node: &Node<G::Move>) -> usize {
        // 24 bits fill the fraction exactly.
        let mut left = (self.random.next() >> 40) as f32 / (1u32 << 24) as f32;
        for (number, edge) in node.edges.iter().enumerate() {
            left -= edge.prior;
            if left < 0.0 {
                return number;
            }
        }
        node.edges.len() - 1
    }

    /// The node whose statistics of later moves count for a node.
    fn reference<'b>(&self, node: &'b Node<G::Move>, mover: Player) -> Option<&'b Node<G::Move>>
    where
        'a: 'b,
    {
        let options = &self.mcts.options;
        match options.amaf {
            Amaf::Off => None,
            Amaf::Rave => Some(node),
            Amaf::Grave if node.visits() >= options.grave_visits => Some(node),
            Amaf::Grave => {
                let same = |other: &Node<G::Move>| {
                    other.turn == Turn::Player(mover) && other.visits() >= options.grave_visits
                };
                let above = self.path.iter().rev().map(|passed| passed.node);
                above.into_iter().find(|other| same(other)).or(Some(node))
            }
        }
    }
}

/// How often a move was played later in the games through a node, and with what result. Neighbouring moves are looked
/// up one after another, so the search begins where the last one ended.
fn later<M: Eq>(node: &Node<M>, mv: M, likely: &mut usize) -> Option<(f32, f32)> {
    let count = node.edges.len();
    let found =
        (0..count).map(|number| (*likely + number) % count).find(|&number| node.edges[number].mv == mv)?;
    *likely = found + 1;
    let later = &node.edges[found].later;
    Some((later.visits() as f32, later.mean()?))
}

/// The mean of a node's games for the player to move; a half without games.
fn mean<M>(node: &Node<M>) -> f32 {
    let each = node.edges.iter().filter_map(|edge| Some((edge.games.visits() as f32, edge.games.mean()?)));
    let (games, sum) = each.fold((0.0, 0.0), |(all, sum), (games, mean)| (all + games, sum + games * mean));
    if games > 0.0 { sum / games } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::super::MctsOptions;
    use super::*;
    use crate::NeverStop;
    use plybook_games::tictactoe::TicTacToe;
    use plybook_kernel::{Evaluated, HasHints, Outcome};
    use std::sync::Arc;

    /// Two threads that prove a node's last two moves at the same time may both miss that all are proven now. Whoever
    /// comes there again must see it.
    #[test]
    fn a_proof_that_all_threads_missed_is_found_later() {
        let game = Arc::new(TicTacToe);
        let evaluator = game.evaluator(&game.evaluators()[0].name).unwrap();
        let mut mcts = Mcts::new(Arc::clone(&game), evaluator, game.hints());
        mcts.options = MctsOptions { solver: true, ..MctsOptions::default() };
        let at = game.start();
        let draw = Proof::of_outcome(Outcome::Draw, 2).unwrap();
        let mut moves = Vec::new();
        let root = mcts.new_node(&at, &mut moves).unwrap();
        // All moves but the first are drawn, and so are all replies to the first, of which the root does not know.
        root.edges[1..].iter().for_each(|edge| edge.prove(draw));
        let below = mcts.new_node(&game.after(&at, root.edges[0].mv), &mut moves).unwrap();
        below.edges.iter().for_each(|edge| edge.prove(draw));
        root.edges[0].child.get_or_init(|| Box::new(below));
        let allowed = vec![true; root.edges.len()];
        let shared = Shared {
            root: &root,
            at: &at,
            allowed: &allowed,
            stop: &NeverStop,
            stopped: AtomicBool::new(false),
            simulations: AtomicU64::new(0),
            most: 100,
            positions: AtomicU64::new(0),
            deepest: AtomicUsize::new(0),
            depth: 100,
            memory: AtomicUsize::new(0),
            alone: true,
            solved: AtomicBool::new(false),
            every_line: false,
        };
        let past = History::new();
        Simulation::new(&mcts, &shared, &past, Random::new(1), Averages::new()).run(|_| false);
        assert!(shared.solved.load(Relaxed), "{:?}", root.edges[0].proof());
        assert_eq!(root.proof(2), Some(draw.up(2)));
    }
}
