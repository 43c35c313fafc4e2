//! Searches to a depth for any number of players, with chance or without: max^n, paranoid and best-reply search, and
//! with two players expectiminimax with Star1 and Star2.
//!
//! Chance nodes are worth the mean of their moves, and count as a ply. Values are numbers, not scores: see `UtilityModel`.

mod max_n;
mod two_sided;
mod utility;

pub use utility::{Utilities, UtilityModel};

use crate::{Counts, Limits, Line, Stop};
use plybook_kernel::{Evaluator, Game, History, Player, SearchHints, Turn};
use std::sync::Arc;

/// Positions between two questions whether to stop.
const POLLED: u64 = 256;

/// What the others are thought to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Assumption {
    /// Everybody maximises the own value (max^n). Of moves that are equally good for the player the first one is made.
    #[default]
    MaxN,
    /// All others together minimise the value of the player to move: with two players, expectiminimax.
    Paranoid,
    /// As paranoid, but between two moves of the player only one opponent plays the reply that is worst for the player;
    /// the others play what their hints put first (best-reply search with moves instead of passes).
    BestReply,
}

/// How chance nodes are cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ChanceCuts {
    /// Not at all.
    Off,
    /// Once the moves that are still open cannot bring the mean into the window any more.
    Star1,
    /// First by one reply to each move of chance.
    #[default]
    Star2,
}

/// A game to search, with its evaluator and hints.
pub struct Many<G: Game, E: Evaluator<G>, H: SearchHints<G>> {
    /// The rules.
    pub game: Arc<G>,
    /// Values positions at the horizon.
    pub evaluator: E,
    /// Orders moves.
    pub hints: H,
    /// What the others are thought to do.
    pub assumption: Assumption,
    /// How outcomes and evaluations become numbers.
    pub utility: UtilityModel,
    /// Whether moves are left out that cannot change the value: shallow pruning in max^n where sums are bounded, alpha
    /// and beta in the others.
    pub pruning: bool,
    /// How chance nodes are cut, if there is pruning.
    pub chance_cuts: ChanceCuts,
}

/// What such a search found.
#[derive(Clone, Debug)]
pub struct ManyResult<M> {
    /// The best lines, the best first.
    pub lines: Vec<Line<M>>,
    /// The exact values of those lines for the player to move.
    pub utility: Vec<f64>,
    /// The depth that was searched completely.
    pub depth: u32,
    /// What it took.
    pub counts: Counts,
    /// Whether it ended because it was told to.
    pub stopped: bool,
}

/// A search on its way.
struct Walk<'a, G: Game, E: Evaluator<G>, H: SearchHints<G>> {
    many: &'a Many<G, E, H>,
    players: u8,
    /// The player at the root.
    me: Player,
    past: History,
    counts: Counts,
    /// Whether a position was evaluated or chance asked: then a win is not proven.
    uncertain: bool,
    stop: &'a dyn Stop<G::Move>,
    most: u64,
    polled: u64,
    stopped: bool,
}

impl<G: Game, E: Evaluator<G>, H: SearchHints<G>> Many<G, E, H> {
    /// A search by max^n for more than two players, by expectiminimax for two.
    pub fn new(game: Arc<G>, evaluator: E, hints: H) -> Many<G, E, H> {
        let (assumption, utility) = match game.players() {
            2 => (Assumption::Paranoid, UtilityModel::TWO),
            _ => (Assumption::MaxN, UtilityModel::Shares { scale: 200.0 }),
        };
        Many { game, evaluator, hints, assumption, utility, pruning: true, chance_cuts: ChanceCuts::Star2 }
    }

    /// Searches a position ply by ply deeper. `told` hears of every depth, and ends the search by answering yes.
    pub fn search(
        &self,
        at: &G::Position,
        past: &History,
        limits: &Limits,
        stop: &dyn Stop<G::Move>,
        told: &mut dyn FnMut(&ManyResult<G::Move>) -> bool,
    ) -> ManyResult<G::Move> {
        let moves = self.game.legal(at);
        let Turn::Player(me) = self.game.turn(at) else {
            return ManyResult {
                lines: Vec::new(),
                utility: Vec::new(),
                depth: 0,
                counts: Counts::default(),
                stopped: false,
            };
        };
        let wanted = |number: &usize| limits.only.is_empty() || limits.only.contains(&(*number as u16));
        let chosen: Vec<usize> = (0..moves.len()).filter(wanted).collect();
        let chosen = if chosen.is_empty() { (0..moves.len()).collect() } else { chosen };
        let mut walk = Walk {
            many: self,
            players: self.game.players(),
            me,
            past: past.clone(),
            counts: Counts { interior: 1, ..Counts::default() },
            uncertain: false,
            stop,
            most: limits.nodes.unwrap_or(u64::MAX).max(1),
            polled: 0,
            stopped: stop.poll(0),
        };
        let mut roots: Vec<Root<G::Move>> =
            chosen.iter().map(|&number| Root { worth: 0.0, line: vec![moves[number]] }).collect();
        let mut found = self.result(&roots, limits, 0, &walk, false);
        for depth in 1..=limits.depth.max(1) {
            walk.uncertain = false;
            let mut searched = walk.roots(at, &roots, depth, limits.lines.max(1));
            if walk.stopped {
                // Moves that were searched deeper than all others before are better known than those.
                if let Some(best) = searched.first().filter(|_| searched.len() > 1) {
                    roots.retain(|root| root.line[0] != best.line[0]);
                    roots.insert(0, best.clone());
                }
                let decided = false;
                return ManyResult {
                    stopped: true,
                    ..self.result(&roots, limits, found.depth, &walk, decided)
                };
            }
            // Stable: of several best moves the first one stays first.
            searched.sort_by(|one, other| other.worth.total_cmp(&one.worth));
            roots = searched;
            let certain = !walk.uncertain;
            found = self.result(&roots, limits, depth, &walk, certain);
            let settled = certain || found.lines.first().is_some_and(|line| line.score.is_win());
            if told(&found) {
                return ManyResult { stopped: depth < limits.depth && !settled, ..found };
            }
            if settled {
                break;
            }
        }
        found
    }

    fn result(
        &self,
        roots: &[Root<G::Move>],
        limits: &Limits,
        depth: u32,
        walk: &Walk<'_, G, E, H>,
        certain: bool,
    ) -> ManyResult<G::Move> {
        let players = self.game.players();
        // What others might do to their own harm is not looked at by max^n and best reply: their wins are no proofs.
        let decided = certain && (players == 2 || self.assumption == Assumption::Paranoid);
        let best = &roots[..roots.len().min(limits.lines.max(1))];
        let line = |root: &Root<G::Move>| {
            let score = self.utility.to_score(root.worth, players, decided);
            Line { score, moves: root.line.clone() }
        };
        ManyResult {
            lines: best.iter().map(line).collect(),
            utility: best.iter().map(|root| root.worth).collect(),
            depth,
            counts: walk.counts,
            stopped: false,
        }
    }
}

/// A move of the root, with its value for the player to move and the line that it begins.
#[derive(Clone, Debug)]
struct Root<M> {
    worth: f64,
    line: Vec<M>,
}

impl<G: Game, E: Evaluator<G>, H: SearchHints<G>> Walk<'_, G, E, H> {
    /// Searches the root's moves to a depth; as many as it came to if it is stopped. The first `exact` values are
    /// exact, the others perhaps bounds that say that they are not better.
    fn roots(
        &mut self,
        at: &G::Position,
        roots: &[Root<G::Move>],
        depth: u32,
        exact: usize,
    ) -> Vec<Root<G::Move>> {
        let mut searched: Vec<Root<G::Move>> = Vec::with_capacity(roots.len());
        let (least, most) = self.many.utility.range();
        for root in roots {
            let mv = root.line[0];
            let mut line = Vec::new();
            let mut best: Vec<f64> = searched.iter().map(|root| root.worth).collect();
            best.sort_by(|one, other| other.total_cmp(one));
            // What a move must exceed to be among those whose values are wanted.
            let bar = best.get(exact - 1).copied();
            let next = self.enter(at, mv);
            let worth = match self.many.assumption {
                Assumption::MaxN => {
                    let bound = bar.map(|worth| (self.me, worth));
                    self.max_n(&next, depth - 1, 1, bound, &mut line)[self.me.index()]
                }
                _ => {
                    let window = (bar.unwrap_or(least - 1.0), most + 1.0);
                    self.two_sided(&next, depth - 1, 1, window, false, &mut line)
                }
            };
            self.past.pop();
            if self.stopped {
                break;
            }
            line.insert(0, mv);
            searched.push(Root { worth, line });
        }
        searched
    }

    /// Goes to the position after a move, whose past is then the line to it.
    fn enter(&mut self, at: &G::Position, mv: G::Move) -> G::Position {
        let game = &*self.many.game;
        self.past.push(game.key(at), game.resets(at, mv));
        self.counts.nodes += 1;
        if self.counts.nodes - self.polled >= POLLED || self.counts.nodes >= self.most {
            self.stopped |= self.stop.poll(self.counts.nodes - self.polled) || self.counts.nodes >= self.most;
            self.polled = self.counts.nodes;
        }
        game.after(at, mv)
    }

    /// The worth of a position that is not searched further; otherwise its moves are put into `moves`.
    fn leaf(
        &mut self,
        at: &G::Position,
        depth: u32,
        ply: u32,
        moves: &mut Vec<G::Move>,
    ) -> Option<Utilities> {
        let many = self.many;
        if self.stopped {
            return Some(Utilities::default());
        }
        self.counts.deepest = self.counts.deepest.max(ply);
        if let Some(outcome) = many.game.outcome_with(at, &self.past) {
            self.counts.ends += 1;
            return Some(many.utility.of_outcome(outcome, self.players, ply));
        }
        many.game.moves(at, moves);
        if moves.is_empty() {
            self.counts.ends += 1;
            return Some(many.utility.of_outcome(many.game.no_moves(at), self.players, ply));
        }
        if depth == 0 {
            self.counts.evaluations += 1;
            self.uncertain = true;
            return Some(many.utility.evaluate(&*many.game, &many.evaluator, at));
        }
        self.counts.interior += 1;
        None
    }

    /// Puts the most promising moves first, by the hints; the order of equals stays.
    fn order(&self, at: &G::Position, moves: &mut [G::Move]) {
        let many = self.many;
        if many.hints.has_order() {
            let insight = many.hints.look(&many.game, at);
            moves.sort_by_cached_key(|&mv| std::cmp::Reverse(many.hints.order(&many.game, at, mv, &insight)));
        }
    }
}
