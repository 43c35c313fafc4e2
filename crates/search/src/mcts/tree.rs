//! The tree: nodes with their edges. Several threads read and write it at once; an edge's child is made once.

use super::utility::Proof;
use plybook_kernel::Turn;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering::Relaxed};

/// Sums of utility are kept in this unit, so that they add up exactly whatever the order.
const UNIT: f32 = (1 << 24) as f32;

/// A sum of utility and how many they were.
#[derive(Debug, Default)]
pub(super) struct Mean {
    visits: AtomicU32,
    sum: AtomicU64,
}

impl Mean {
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Counts a visit whose worth is not known yet: until then it counts as a loss, which keeps other threads away.
    #[inline]
    pub fn enter(&self, alone: bool) -> u32 {
        add_u32(&self.visits, 1, alone)
    }

    /// Adds the worth of a visit that was counted.
    #[inline]
    pub fn add_utility(&self, worth: f32, alone: bool) {
        let worth = (worth * UNIT) as u64;
        if alone {
            self.sum.store(self.sum.load(Relaxed) + worth, Relaxed);
        } else {
            self.sum.fetch_add(worth, Relaxed);
        }
    }

    /// Counts a visit with its worth.
    pub fn add(&self, worth: f32, alone: bool) {
        self.enter(alone);
        self.add_utility(worth, alone);
    }

    /// The mean; `None` without visits.
    #[inline]
    pub fn mean(&self) -> Option<f32> {
        let visits = self.visits();
        (visits > 0).then(|| self.sum.load(Relaxed) as f32 / (UNIT * visits as f32))
    }
}

/// Adds to a counter and gives what it was. A thread that is alone need not lock it.
#[inline]
fn add_u32(counter: &AtomicU32, more: u32, alone: bool) -> u32 {
    if alone {
        let before = counter.load(Relaxed);
        counter.store(before + more, Relaxed);
        before
    } else {
        counter.fetch_add(more, Relaxed)
    }
}

/// A move of a node, and what is known about it.
#[derive(Debug)]
pub(super) struct Edge<M> {
    pub mv: M,
    /// The prior probability; at chance nodes the probability.
    pub prior: f32,
    /// The games through it, for the player who moves.
    pub games: Mean,
    /// The games in which the same player made the move later.
    pub later: Mean,
    /// The implicit minimax value for the first player, as bits.
    implicit: AtomicU32,
    proof: AtomicI32,
    pub child: OnceLock<Box<Node<M>>>,
}

impl<M> Edge<M> {
    pub fn new(mv: M, prior: f32) -> Edge<M> {
        Edge {
            mv,
            prior,
            games: Mean::default(),
            later: Mean::default(),
            implicit: AtomicU32::new(f32::NAN.to_bits()),
            proof: AtomicI32::new(Proof::raw(None)),
            child: OnceLock::new(),
        }
    }

    /// What is proven about the position behind the move, as seen from before it.
    #[inline]
    pub fn proof(&self) -> Option<Proof> {
        Proof::from_raw(self.proof.load(Relaxed))
    }

    pub fn prove(&self, proof: Proof) {
        self.proof.store(Proof::raw(Some(proof)), Relaxed);
    }

    /// The implicit minimax value for the first player, if there is one.
    #[inline]
    pub fn implicit(&self) -> Option<f32> {
        let value = f32::from_bits(self.implicit.load(Relaxed));
        (!value.is_nan()).then_some(value)
    }

    pub fn set_implicit(&self, value: f32) {
        self.implicit.store(value.to_bits(), Relaxed);
    }
}

/// A position with its moves.
#[derive(Debug)]
pub(super) struct Node<M> {
    pub turn: Turn,
    pub visits: AtomicU32,
    pub edges: Box<[Edge<M>]>,
}

impl<M> Node<M> {
    pub fn new(turn: Turn, edges: Vec<Edge<M>>) -> Node<M> {
        Node { turn, visits: AtomicU32::new(0), edges: edges.into() }
    }

    /// Bytes that a node with so many edges takes.
    pub const fn bytes(edges: usize) -> usize {
        size_of::<Node<M>>() + edges * size_of::<Edge<M>>()
    }

    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Counts a visit, and gives how many there were before.
    #[inline]
    pub fn enter(&self, alone: bool) -> u32 {
        add_u32(&self.visits, 1, alone)
    }

    /// The value that is proven for the node's position by those of its edges: the best for the player to move once it
    /// is a win or all are known. With more than two players, and after chance, only where there is no doubt about it.
    pub fn proof(&self, players: u8) -> Option<Proof> {
        let Some(mover) = self.turn.player() else {
            let first = self.edges.first()?.proof()?;
            return self.edges.iter().all(|edge| edge.proof() == Some(first)).then_some(first);
        };
        let worth = |proof: Proof| proof.score_for(mover, players);
        let mut best: Option<Proof> = None;
        let (mut all, mut doubtful) = (true, false);
        for edge in &self.edges {
            let Some(proof) = edge.proof() else {
                all = false;
                continue;
            };
            match best {
                Some(held) if worth(proof) < worth(held) => {}
                Some(held) if worth(proof) == worth(held) => doubtful |= proof != held,
                _ => (best, doubtful) = (Some(proof), false),
            }
        }
        let best = best?;
        (worth(best).is_win() || (all && !doubtful)).then_some(best)
    }

    /// The implicit minimax value for the first player: the best of the edges' for the player to move, the mean after
    /// chance.
    pub fn implicit(&self) -> Option<f32> {
        let values = self.edges.iter().filter_map(|edge| Some((edge.implicit()?, edge.prior)));
        match self.turn.player() {
            Some(player) if player.0 == 0 => values.map(|(value, _)| value).reduce(f32::max),
            Some(_) => values.map(|(value, _)| value).reduce(f32::min),
            None => {
                let (sum, weight) = values
                    .fold((0.0, 0.0), |(sum, weight), (value, prior)| (sum + value * prior, weight + prior));
                (weight > 0.0).then(|| sum / weight)
            }
        }
    }

    /// Bytes of the node and all that lies below it.
    pub fn size(&self) -> usize {
        let mut bytes = 0;
        let mut open = vec![self];
        while let Some(node) = open.pop() {
            bytes += Node::<M>::bytes(node.edges.len());
            open.extend(node.edges.iter().filter_map(|edge| edge.child.get().map(|child| &**child)));
        }
        bytes
    }

    /// Cuts off all nodes that were visited less than so often. What their edges know of them stays.
    pub fn prune(&mut self, visits: u32) {
        let mut open: Vec<&mut Node<M>> = vec![self];
        while let Some(node) = open.pop() {
            for edge in &mut node.edges {
                if edge.child.get().is_some_and(|child| child.visits() < visits) {
                    edge.child.take().into_iter().for_each(drop_tree);
                }
                open.extend(edge.child.get_mut().map(|child| &mut **child));
            }
        }
    }
}

/// Drops a tree without going as deep as it is.
pub(super) fn drop_tree<M>(node: Box<Node<M>>) {
    let mut open = vec![node];
    while let Some(mut node) = open.pop() {
        open.extend(node.edges.iter_mut().filter_map(|edge| edge.child.take()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::{Outcome, Player, Score};

    fn node(turn: Turn, proofs: &[Option<Outcome>], players: u8) -> Node<u8> {
        let edges = proofs.iter().map(|proof| {
            let edge = Edge::new(0, 1.0);
            proof
                .and_then(|outcome| Proof::of_outcome(outcome, players))
                .into_iter()
                .for_each(|proof| edge.prove(proof));
            edge
        });
        Node::new(turn, edges.collect())
    }

    #[test]
    fn a_win_or_all_moves_prove_a_position() {
        let (first, second) = (Outcome::Win(Player::FIRST), Outcome::Win(Player::SECOND));
        let value = |mover: u8, proofs: &[Option<Outcome>]| {
            let proof = node(Turn::Player(Player(mover)), proofs, 2).proof(2);
            proof.map(|proof| proof.score(Player::FIRST))
        };
        assert_eq!(value(0, &[None, Some(first)]), Some(Score::win_in(0)));
        assert_eq!(value(1, &[None, Some(first)]), None);
        assert_eq!(value(1, &[Some(first), Some(Outcome::Draw)]), Some(Score::DRAW));
        assert_eq!(
            value(0, &[Some(second), Some(Outcome::Margin(4)), Some(Outcome::Draw)]),
            Some(Score::points(4))
        );
        assert_eq!(value(0, &[Some(second), None]), None);
    }

    #[test]
    fn among_three_a_loss_is_proven_only_where_one_winner_is() {
        let win = |player: u8| Some(Outcome::Win(Player(player)));
        let proof = |proofs: &[Option<Outcome>]| node(Turn::Player(Player(0)), proofs, 3).proof(3);
        assert_eq!(proof(&[win(1), win(2)]), None);
        assert!(proof(&[win(1), win(1)]).is_some() && proof(&[win(1), win(0)]).is_some());
        assert_eq!(proof(&[win(1), None]), None);
    }

    #[test]
    fn a_tree_is_measured_pruned_and_dropped_however_deep() {
        let leaf = || Edge::new(0u8, 1.0);
        let mut root = Node::new(Turn::Player(Player::FIRST), vec![leaf(), leaf()]);
        let mut at = &root;
        for visits in (0..100_000).rev() {
            let child = Node::new(Turn::Player(Player::FIRST), vec![leaf(), leaf()]);
            child.visits.store(visits, Relaxed);
            at = at.edges[1].child.get_or_init(|| Box::new(child));
        }
        assert_eq!(root.size(), 100_001 * Node::<u8>::bytes(2));
        root.prune(99_990);
        assert_eq!(root.size(), 11 * Node::<u8>::bytes(2));
    }

    #[test]
    fn means_add_up() {
        let mean = Mean::default();
        assert_eq!(mean.mean(), None);
        mean.enter(true);
        assert_eq!(mean.mean(), Some(0.0));
        mean.add_utility(1.0, true);
        mean.add(0.5, false);
        assert_eq!((mean.visits(), mean.mean()), (2, Some(0.75)));
    }
}
