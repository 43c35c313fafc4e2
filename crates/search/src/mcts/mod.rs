//! Monte Carlo tree search for any game: any number of players, with chance or without.
//!
//! Games are simulated one after another. Each goes down the tree by a formula that weighs what a move has brought
//! against how seldom it was looked at, adds a leaf, finds out what it is worth by playing on or by the static
//! evaluation, and takes that up again. A move's games count for the player who makes it, so that more than two players
//! need nothing special; at chance nodes moves are drawn by their probabilities.
//!
//! With a seed and one thread the same search is the same on every machine.

mod by_move;
mod options;
mod playout;
mod simulation;
mod tree;
mod utility;

pub use options::{Amaf, Leaf, MctsOptions, Policy, Selection};

use crate::{Limits, Line, Stop};
use by_move::Averages;
use plybook_kernel::{Evaluator, Game, History, Oracle, Player, Random, SearchHints, Turn};
use simulation::{Shared, Simulation};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use tree::{Edge, Node, drop_tree};
use utility::{Proof, of_first, of_score, to_score};

/// Simulated games after which a search ends that nothing else ends.
const MOST_SIMULATIONS: u64 = 1 << 24;
/// Simulated games before the first report; each further one comes after twice as many.
const FIRST_REPORT: u64 = 1_000;
/// Plies by which the game may have gone on for the tree to be used again.
const REUSED: u32 = 8;
/// How much what was learnt about moves in earlier searches still counts.
const FADED: f32 = 0.2;
/// Longest line that is reported, in plies.
const LONGEST_LINE: usize = 64;

/// A game to search by simulation, with its evaluator, its hints and perhaps an oracle. The tree is kept from search to
/// search.
pub struct Mcts<G: Game, E: Evaluator<G>, H: SearchHints<G>> {
    /// The rules.
    pub game: Arc<G>,
    /// Values leaves, and playouts that are cut off.
    pub evaluator: E,
    /// The game's advice: which moves to look at first, and how to play games out.
    pub hints: H,
    /// Exact knowledge from outside.
    pub oracle: Option<Arc<dyn Oracle<G>>>,
    /// How it goes about it.
    pub options: MctsOptions,
    random: Random,
    kept: Option<Kept<G>>,
    averages: Vec<Averages>,
}

/// The tree of the last search, and where it began.
struct Kept<G: Game> {
    root: Box<Node<G::Move>>,
    at: G::Position,
    past: History,
}

/// What a search by simulation found, so far or in the end.
#[derive(Clone, Debug)]
pub struct MctsResult<M> {
    /// The best lines, the best first: those that were proven best, else those looked at most often. Empty only if the
    /// game is over or chance moves.
    pub lines: Vec<Line<M>>,
    /// Simulated games through the first move of each line, this search and earlier ones together.
    pub visits: Vec<u64>,
    /// Games that this search simulated.
    pub simulations: u64,
    /// Positions entered, in the tree and in playouts.
    pub positions: u64,
    /// The longest way from the root to a leaf, in plies.
    pub deepest: u32,
    /// How much of its memory the tree takes, in thousandths.
    pub fill: u32,
    /// Games through the root that earlier searches simulated.
    pub kept: u64,
    /// Whether the values of the lines are proven.
    pub solved: bool,
    /// Whether the search ended because it was told to, not because it was done.
    pub stopped: bool,
}

impl<M: Copy> MctsResult<M> {
    /// The move to play.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

impl<G: Game, E: Evaluator<G>, H: SearchHints<G>> Mcts<G, E, H> {
    /// A search by simulation with the usual settings.
    pub fn new(game: Arc<G>, evaluator: E, hints: H) -> Mcts<G, E, H> {
        let options = MctsOptions::default();
        let random = Random::new(options.seed);
        Mcts { game, evaluator, hints, oracle: None, options, random, kept: None, averages: Vec::new() }
    }

    /// Forgets everything, as if it had just been made.
    pub fn new_game(&mut self) {
        self.random = Random::new(self.options.seed);
        self.averages.clear();
        self.forget_tree();
    }

    /// Bytes that the kept tree takes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.root.size())
    }

    fn forget_tree(&mut self) {
        self.kept.take().into_iter().for_each(|kept| drop_tree(kept.root));
    }

    /// Searches a position. `past` is the path that led to it. The limit of positions counts simulated games, and the
    /// tree does not grow deeper than the limit of depth: a search ends by the number of games, by the stop or by a proof. `told` hears now and then what was
    /// found, and ends the search by answering yes.
    pub fn search(
        &mut self,
        at: &G::Position,
        past: &History,
        limits: &Limits,
        stop: &dyn Stop<G::Move>,
        told: &mut dyn FnMut(&MctsResult<G::Move>) -> bool,
    ) -> MctsResult<G::Move> {
        let Some(root) = self.root(at, past) else { return MctsResult::nothing() };
        let threads = limits.threads.max(1);
        self.averages.resize_with(threads.max(self.averages.len()), Averages::new);
        self.averages.iter_mut().for_each(|averages| averages.fade(FADED));
        let averages = std::mem::take(&mut self.averages);
        let mut allowed: Vec<bool> = (0..root.edges.len())
            .map(|number| limits.only.is_empty() || limits.only.contains(&(number as u16)))
            .collect();
        if !allowed.contains(&true) {
            allowed.fill(true);
        }
        let seeds: Vec<u64> = (0..threads).map(|_| self.random.next()).collect();
        let shared = Shared {
            root: &root,
            at,
            allowed: &allowed,
            stop,
            stopped: AtomicBool::new(stop.poll(0)),
            simulations: AtomicU64::new(0),
            most: limits.nodes.unwrap_or(MOST_SIMULATIONS).max(1),
            positions: AtomicU64::new(0),
            deepest: AtomicUsize::new(0),
            depth: limits.depth as usize,
            memory: AtomicUsize::new(root.size()),
            alone: threads == 1,
            solved: AtomicBool::new(false),
            every_line: limits.lines > 1,
        };
        let kept = u64::from(root.visits());
        let this = &*self;
        let mut workers = averages
            .into_iter()
            .zip(&seeds)
            .map(|(averages, &seed)| Simulation::new(this, &shared, past, Random::new(seed), averages));
        let mut rest: Vec<Averages> = Vec::new();
        let mut reported = 0;
        if let Some(mut first) = workers.next() {
            first.is_solved();
            let mut next = FIRST_REPORT;
            let mut report = |simulations: u64| {
                simulations >= next && {
                    reported = simulations;
                    next = next.max(simulations).saturating_mul(2);
                    told(&this.result(&shared, limits, kept, false))
                }
            };
            std::thread::scope(|scope| {
                let handles: Vec<_> = workers
                    .map(|mut worker| {
                        scope.spawn(move || {
                            worker.run(|_| false);
                            worker.averages
                        })
                    })
                    .collect();
                first.run(&mut report);
                rest.push(first.averages);
                rest.extend(handles.into_iter().filter_map(|handle| handle.join().ok()));
            });
        }
        let stopped = shared.stopped.load(Relaxed);
        let result = self.result(&shared, limits, kept, stopped);
        if !stopped && result.simulations > reported {
            told(&result);
        }
        self.averages = rest;
        if self.options.reuse {
            self.kept = Some(Kept { root, at: at.clone(), past: past.clone() });
        } else {
            drop_tree(root);
        }
        result
    }

    /// The root for a search: the part of the last tree that the game has come to, if there is one, else a new node.
    /// `None` where nothing is to be decided.
    fn root(&mut self, at: &G::Position, past: &History) -> Option<Box<Node<G::Move>>> {
        let usable = self.game.outcome(at).is_none() && matches!(self.game.turn(at), Turn::Player(_));
        let kept = self.kept.take();
        let reused = kept.and_then(|kept| self.reached(kept, at, past).filter(|_| usable));
        if let Some(mut root) = reused {
            let mut visits = 2;
            while root.size() > self.options.memory / 2 && visits < u32::MAX / 2 {
                root.prune(visits);
                visits *= 2;
            }
            return Some(root);
        }
        let mut moves = Vec::new();
        let root = if usable { self.new_node(at, &mut moves) } else { None };
        root.map(Box::new)
    }

    /// The node of a kept tree where the game stands now. The rest of the tree is dropped.
    fn reached(&self, kept: Kept<G>, at: &G::Position, past: &History) -> Option<Box<Node<G::Move>>> {
        let game = &*self.game;
        let Kept { root, at: mut reached, past: mut path } = kept;
        let mut node = Some(root);
        let mut left = past.plies().checked_sub(path.plies()).filter(|&left| left <= REUSED);
        while let Some(plies @ 1..) = left {
            let Some(mut here) = node.take() else { break };
            let wanted = if plies == 1 { Some(game.key(at)) } else { past.key_ago(plies - 1) };
            let leads = |edge: &Edge<G::Move>| Some(game.key(&game.after(&reached, edge.mv))) == wanted;
            if let Some(number) = here.edges.iter().position(leads) {
                let mv = here.edges[number].mv;
                path.push(game.key(&reached), game.resets(&reached, mv));
                game.play(&mut reached, mv);
                node = here.edges[number].child.take();
            }
            drop_tree(here);
            left = Some(plies - 1);
        }
        let found = left == Some(0) && reached == *at && path == *past;
        match node {
            Some(node) if found => Some(node),
            Some(node) => {
                drop_tree(node);
                None
            }
            None => None,
        }
    }

    /// A node with all moves of a position; `None` if there are none.
    fn new_node(&self, at: &G::Position, moves: &mut Vec<G::Move>) -> Option<Node<G::Move>> {
        let game = &*self.game;
        let turn = game.turn(at);
        moves.clear();
        if turn == Turn::Chance {
            let mut chances = Vec::new();
            game.chances(at, &mut chances);
            let edges: Vec<_> = chances.into_iter().map(|(mv, chance)| Edge::new(mv, chance)).collect();
            return (!edges.is_empty()).then(|| Node::new(turn, edges));
        }
        game.moves(at, moves);
        if moves.is_empty() {
            return None;
        }
        let priors = self.priors(at, moves);
        let edges: Vec<_> = moves.iter().zip(priors).map(|(&mv, prior)| Edge::new(mv, prior)).collect();
        if self.options.implicit > 0.0 && game.players() == 2 {
            for edge in &edges {
                let next = game.after(at, edge.mv);
                edge.set_implicit(match game.outcome(&next) {
                    Some(outcome) => utility::of_outcome(outcome, 2)[0],
                    None => {
                        let accumulator = self.evaluator.accumulate(game, &next);
                        let score = self.evaluator.evaluate_for(game, &next, &accumulator, Player::FIRST);
                        of_first(of_score(score, self.options.scale))[0]
                    }
                });
            }
        }
        Some(Node::new(turn, edges))
    }

    /// Prior probabilities of moves: the same for all, or by their places in the hints' ordering.
    fn priors(&self, at: &G::Position, moves: &[G::Move]) -> Vec<f32> {
        let mut weights = vec![1.0; moves.len()];
        if self.options.priors && self.hints.has_order() {
            let insight = self.hints.look(&self.game, at);
            let orders: Vec<i32> =
                moves.iter().map(|&mv| self.hints.order(&self.game, at, mv, &insight).max(0)).collect();
            for (weight, &order) in weights.iter_mut().zip(&orders) {
                let better = orders.iter().filter(|&&other| other > order).count();
                *weight = 1.0 / (1 + better) as f32;
            }
        }
        let sum: f32 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        weights
    }

    /// What is known so far.
    fn result(
        &self,
        shared: &Shared<'_, G>,
        limits: &Limits,
        kept: u64,
        stopped: bool,
    ) -> MctsResult<G::Move> {
        let players = self.game.players();
        let mover = shared.root.turn.player().unwrap_or(Player::FIRST);
        let mut edges: Vec<&Edge<G::Move>> = shared
            .root
            .edges
            .iter()
            .zip(shared.allowed)
            .filter(|(_, allowed)| **allowed)
            .map(|(edge, _)| edge)
            .collect();
        let proven = edges.iter().all(|edge| edge.proof().is_some());
        edges.sort_by_key(|edge| std::cmp::Reverse(rank(edge, mover, players, proven)));
        edges.truncate(limits.lines.max(1));
        let line = |edge: &&Edge<G::Move>| {
            let score = match edge.proof() {
                Some(proof) => proof.score_for(mover, players),
                None => to_score(edge.games.mean().unwrap_or(0.5), self.options.scale),
            };
            Line { score, moves: line(edge, players) }
        };
        let permille = shared.memory.load(Relaxed).saturating_mul(1_000) / self.options.memory.max(1);
        MctsResult {
            lines: edges.iter().map(line).collect(),
            visits: edges.iter().map(|edge| u64::from(edge.games.visits())).collect(),
            simulations: shared.simulations.load(Relaxed),
            positions: shared.positions.load(Relaxed),
            deepest: shared.deepest.load(Relaxed) as u32,
            fill: permille.min(1_000) as u32,
            kept,
            solved: shared.solved.load(Relaxed),
            stopped,
        }
    }
}

impl<M> MctsResult<M> {
    /// The result where nothing is to be decided.
    fn nothing() -> MctsResult<M> {
        MctsResult {
            lines: Vec::new(),
            visits: Vec::new(),
            simulations: 0,
            positions: 0,
            deepest: 0,
            fill: 0,
            kept: 0,
            solved: true,
            stopped: false,
        }
    }
}

/// Which move to play: a proven win, then what was looked at most often, a proven loss last. Where all moves are proven
/// their values alone count.
fn rank<M>(edge: &Edge<M>, mover: Player, players: u8, proven: bool) -> (i32, i64, i64) {
    let games = i64::from(edge.games.visits());
    let mean = (f64::from(edge.games.mean().unwrap_or(0.0)) * 1e9) as i64;
    match edge.proof().map(|proof: Proof| proof.score_for(mover, players)) {
        Some(score) if score.is_win() => (1, i64::from(score.raw()), games),
        Some(score) if score.is_loss() => (-1, i64::from(score.raw()), games),
        Some(score) if proven => (0, i64::from(score.raw()), games),
        _ => (0, games, mean),
    }
}

/// The line that begins with a move: from each position the move that would be played there.
fn line<M: Copy>(first: &Edge<M>, players: u8) -> Vec<M> {
    let mut moves = vec![first.mv];
    let mut next = first.child.get();
    while let Some(node) = next.filter(|_| moves.len() < LONGEST_LINE) {
        let Some(mover) = node.turn.player() else { break };
        let best = node.edges.iter().filter(|edge| edge.games.visits() > 0);
        let proven = node.edges.iter().all(|edge| edge.proof().is_some());
        let Some(best) = best.max_by_key(|edge| rank(edge, mover, players, proven)) else { break };
        moves.push(best.mv);
        next = best.child.get();
    }
    moves
}
