//! Random trees.

use super::{DEEPEST, Kind, LARGEST, MOST_POINTS, Node, WIDEST, WrittenTree};
use crate::{MOST_PLAYERS, Outcome, Player, Random, Shares};
use std::ops::RangeInclusive;

/// Heaviest branch of a random chance node; the lightest has the weight 1.
const HEAVIEST: usize = 4;

/// How a random tree grows. Percentages above 100 count as 100, sizes beyond the limits of trees as the limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Plies from the root to the deepest leaves.
    pub depth: u32,
    /// Most branches of a node; each has from one to so many.
    pub branching: usize,
    /// Points at leaves and in evaluations. A narrow range makes many ties.
    pub values: RangeInclusive<i32>,
    /// Two to six players.
    pub players: u8,
    /// Percentage of nodes above the full depth that are leaves.
    pub early: u32,
    /// Percentage of leaves that are won, lost or drawn; only with two players.
    pub decided: u32,
    /// Percentage of nodes whose mover is drawn by lot; at the others the next player moves.
    pub again: u32,
    /// Percentage of inner nodes where chance moves.
    pub chance: u32,
    /// Percentage of branches that lead to a node which another branch of the same depth led to before.
    pub shared: u32,
    /// Percentage of inner nodes with a written evaluation.
    pub evaluated: u32,
}

impl Default for Growth {
    /// Four plies of up to three branches with points from -9 to 9, players taking turns, nothing else.
    fn default() -> Growth {
        Growth {
            depth: 4,
            branching: 3,
            values: -9..=9,
            players: 2,
            early: 0,
            decided: 0,
            again: 0,
            chance: 0,
            shared: 0,
            evaluated: 0,
        }
    }
}

/// Grows a tree from its root.
pub(super) fn grow(seed: u64, growth: &Growth) -> WrittenTree {
    let depth = growth.depth.min(DEEPEST);
    let players = growth.players.clamp(2, MOST_PLAYERS as u8);
    let met = vec![Vec::new(); depth as usize + 1];
    let mut soil =
        Soil { growth, players, random: Random::new(seed), nodes: Vec::new(), forced: Vec::new(), met };
    let (_, height) = soil.node(None, depth);
    WrittenTree::with_movers(soil.nodes, &soil.forced, players, height)
}

/// What a tree grows from.
struct Soil<'a> {
    growth: &'a Growth,
    players: u8,
    random: Random,
    nodes: Vec<Node>,
    forced: Vec<Option<Player>>,
    /// Complete nodes by the plies that were left below them, with their heights.
    met: Vec<Vec<(u32, u32)>>,
}

impl Soil<'_> {
    fn happens(&mut self, percent: u32) -> bool {
        self.random.below(100) < percent as usize
    }

    /// Grows a node with at most `left` plies below it and gives its number and height.
    fn node(&mut self, parent: Option<(u32, u16)>, left: u32) -> (u32, u32) {
        let number = self.nodes.len() as u32;
        let is_leaf = left == 0 || self.nodes.len() + 1 >= LARGEST || self.happens(self.growth.early);
        let kind = match is_leaf {
            true => Kind::Leaf(self.outcome()),
            false if self.happens(self.growth.chance) => Kind::Chance(Vec::new()),
            false => Kind::Choice,
        };
        let forced = kind == Kind::Choice && self.happens(self.growth.again);
        self.forced.push(forced.then(|| Player(self.random.below(usize::from(self.players)) as u8)));
        self.nodes.push(Node::new(kind, parent));
        let height = if is_leaf { 0 } else { self.branches(number, left) };
        self.met[left as usize].push((number, height));
        (number, height)
    }

    /// Grows the branches of a node and gives its height.
    fn branches(&mut self, number: u32, left: u32) -> u32 {
        let many = 1 + self.random.below(self.growth.branching.clamp(1, WIDEST));
        let (mut branches, mut weights, mut height) = (Vec::new(), Vec::new(), 0);
        for place in 0..many {
            if place > 0 && self.nodes.len() >= LARGEST {
                break;
            }
            let again = if self.happens(self.growth.shared) {
                self.random.pick(&self.met[left as usize - 1]).copied()
            } else {
                None
            };
            let (branch, below) = again.unwrap_or_else(|| self.node(Some((number, place as u16)), left - 1));
            branches.push(branch);
            weights.push(1.0 + self.random.below(HEAVIEST) as f32);
            height = height.max(below + 1);
        }
        let evaluation = self.happens(self.growth.evaluated).then(|| self.points());
        let node = &mut self.nodes[number as usize];
        node.branches = branches;
        node.evaluation = evaluation;
        if let Kind::Chance(empty) = &mut node.kind {
            *empty = weights;
        }
        height
    }

    fn outcome(&mut self) -> Outcome {
        if self.players == 2 && self.happens(self.growth.decided) {
            let outcomes = [Outcome::Win(Player::FIRST), Outcome::Win(Player::SECOND), Outcome::Draw];
            return outcomes[self.random.below(outcomes.len())];
        }
        self.points()
    }

    /// A margin, or shares with more than two players.
    fn points(&mut self) -> Outcome {
        let low = (*self.growth.values.start()).clamp(-MOST_POINTS, MOST_POINTS);
        let high = (*self.growth.values.end()).clamp(low, MOST_POINTS);
        let mut value = || low + self.random.below((high - low) as usize + 1) as i32;
        if self.players == 2 {
            Outcome::Margin(value())
        } else {
            let points: Vec<i32> = (0..self.players).map(|_| value()).collect();
            Shares::new(&points).map_or(Outcome::Draw, Outcome::Shares)
        }
    }
}
