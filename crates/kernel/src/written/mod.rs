//! Games written as a whole tree, to test searches exactly and to show textbook examples:
//! `((3 12 8) (2 4 6) (14 5 2))` is a first move of three, an answer of three, and the points it brings.
//! The grammar stands in `rules.md`.

mod evaluator;
mod growth;
mod info;
mod notation;
mod reader;
mod view;
mod writer;

pub use evaluator::WrittenEvaluations;
pub use growth::Growth;

use crate::{Game, MOST_PLAYERS, Outcome, Player, ReadError, Symmetric, Turn, zobrist};

/// Most plies from the root to a leaf.
pub const DEEPEST: u32 = 200;
/// Most nodes of a tree.
pub const LARGEST: usize = 1_000_000;
/// Most branches of a node.
pub const WIDEST: usize = 10_000;
/// Most points at a leaf, either way: an evaluation holds them exactly.
pub const MOST_POINTS: i32 = 100_000;

/// The letters of the players.
const LETTERS: [char; MOST_PLAYERS] = ['A', 'B', 'C', 'D', 'E', 'F'];

/// A game that is nothing but its tree: every node is a position, its branches are the moves.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenTree {
    /// Node 0 is the root. A node is written after its parent and before everything that repeats it.
    nodes: Vec<Node>,
    players: u8,
    height: u32,
}

/// A node of the tree, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Position(u32);

#[derive(Clone, Debug, PartialEq)]
struct Node {
    kind: Kind,
    /// The nodes that the moves lead to.
    branches: Vec<u32>,
    /// Who moves, or would move if this were no leaf and no chance node.
    mover: Player,
    /// Parent and branch where the node is written out; `None` for the root.
    parent: Option<(u32, u16)>,
    /// The written evaluation: a margin or shares.
    evaluation: Option<Outcome>,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Leaf(Outcome),
    Choice,
    /// The weights of the branches; they may have any sum.
    Chance(Vec<f32>),
}

impl WrittenTree {
    /// Reads a tree.
    ///
    /// # Errors
    /// Says what is wrong at which character. Trees beyond `DEEPEST`, `LARGEST` and `WIDEST` are refused.
    pub fn parse(text: &str) -> Result<WrittenTree, ReadError> {
        reader::read(text)
    }

    /// The tree as text, which reads back as an equal tree. Labels are numbered anew.
    #[must_use]
    pub fn to_text(&self) -> String {
        writer::write(self)
    }

    /// A random tree: the same seed and growth give the same tree on every machine.
    #[must_use]
    pub fn random(seed: u64, growth: &Growth) -> WrittenTree {
        growth::grow(seed, growth)
    }

    /// How many nodes the tree has, shared ones counted once.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    fn node(&self, at: Position) -> &Node {
        &self.nodes[at.0 as usize]
    }

    /// Who moves at a branch of a node unless the text says otherwise: the next player, and after chance the one
    /// who was next before it.
    fn next_mover(&self, parent: &Node) -> Player {
        match parent.kind {
            Kind::Chance(_) => parent.mover,
            Kind::Leaf(_) | Kind::Choice => Player((parent.mover.0 + 1) % self.players),
        }
    }

    /// A tree of nodes whose movers are not known yet, but for the forced ones.
    fn with_movers(nodes: Vec<Node>, forced: &[Option<Player>], players: u8, height: u32) -> WrittenTree {
        let mut tree = WrittenTree { nodes, players, height };
        for (number, &forced) in forced.iter().enumerate() {
            let next = match tree.nodes[number].parent {
                None => Player::FIRST,
                Some((parent, _)) => tree.next_mover(&tree.nodes[parent as usize]),
            };
            tree.nodes[number].mover = forced.unwrap_or(next);
        }
        tree
    }
}

impl Node {
    /// A node with nothing below it yet.
    fn new(kind: Kind, parent: Option<(u32, u16)>) -> Node {
        Node { kind, branches: Vec::new(), mover: Player::FIRST, parent, evaluation: None }
    }
}

impl Game for WrittenTree {
    type Position = Position;
    type Move = u16;

    fn start(&self) -> Position {
        Position(0)
    }

    fn turn(&self, at: &Position) -> Turn {
        let node = self.node(*at);
        if matches!(node.kind, Kind::Chance(_)) { Turn::Chance } else { Turn::Player(node.mover) }
    }

    fn moves(&self, at: &Position, out: &mut Vec<u16>) {
        out.extend((0..).take(self.node(*at).branches.len()));
    }

    fn count(&self, at: &Position) -> usize {
        self.node(*at).branches.len()
    }

    fn play(&self, at: &mut Position, branch: u16) {
        *at = Position(self.node(*at).branches[usize::from(branch)]);
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        match self.node(*at).kind {
            Kind::Leaf(outcome) => Some(outcome),
            Kind::Choice | Kind::Chance(_) => None,
        }
    }

    fn no_moves(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    fn key(&self, at: &Position) -> u64 {
        zobrist::scramble(u64::from(at.0))
    }

    fn max_plies(&self) -> Option<u32> {
        Some(self.height)
    }

    fn players(&self) -> u8 {
        self.players
    }

    fn has_chance(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node.kind, Kind::Chance(_)))
    }

    fn chances(&self, at: &Position, out: &mut Vec<(u16, f32)>) {
        if let Kind::Chance(weights) = &self.node(*at).kind {
            let sum: f64 = weights.iter().copied().map(f64::from).sum();
            out.extend((0..).zip(weights.iter().map(|&weight| (f64::from(weight) / sum) as f32)));
        }
    }

    fn history_slot(&self, branch: u16) -> u16 {
        branch
    }
}

impl Symmetric for WrittenTree {}
