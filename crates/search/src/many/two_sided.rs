//! The player at the root against everybody else: paranoid and best-reply search, and expectiminimax with alpha, beta
//! and the cuts of Star1 and Star2 at chance nodes.

use super::{Assumption, ChanceCuts, Walk};
use plybook_kernel::{Evaluator, Game, SearchHints, Turn};

/// Windows of chance nodes' moves are so much wider than a calculation without rounding says that no value is taken
/// for a bound by mistake: beyond all rounding, below all differences that matter.
const SLACK: f64 = 1e-6;

/// What the player has for sure, and what the others leave at most.
type Window = (f64, f64);

impl<G: Game, E: Evaluator<G>, H: SearchHints<G>> Walk<'_, G, E, H> {
    /// The value for the player at the root: exact inside the window, outside a bound on the same side. `replied` says
    /// whether an opponent has already made a reply of choice since that player's last move.
    pub(super) fn two_sided(
        &mut self,
        at: &G::Position,
        depth: u32,
        ply: u32,
        window: Window,
        replied: bool,
        line: &mut Vec<G::Move>,
    ) -> f64 {
        let mut moves = Vec::new();
        if let Some(worth) = self.leaf(at, depth, ply, &mut moves) {
            return worth[self.me.index()];
        }
        let mover = match self.many.game.turn(at) {
            Turn::Chance => return self.chance(at, depth, ply, window, replied),
            Turn::Player(mover) => mover,
        };
        let maximises = mover == self.me;
        let best_reply = self.many.assumption == Assumption::BestReply && !maximises;
        if self.many.pruning || best_reply {
            self.order(at, &mut moves);
        }
        if best_reply && replied {
            moves.truncate(1);
        }
        let (mut alpha, mut beta) =
            if self.many.pruning { window } else { (f64::NEG_INFINITY, f64::INFINITY) };
        let mut best = if maximises { f64::NEG_INFINITY } else { f64::INFINITY };
        for (number, mv) in moves.into_iter().enumerate() {
            let mut rest = Vec::new();
            let next = self.enter(at, mv);
            let replied = !maximises && (replied || (best_reply && number > 0));
            let worth = self.two_sided(&next, depth - 1, ply + 1, (alpha, beta), replied, &mut rest);
            self.past.pop();
            if self.stopped {
                return worth;
            }
            if if maximises { worth > best } else { worth < best } {
                best = worth;
                rest.insert(0, mv);
                *line = rest;
            }
            if maximises {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                self.counts.cutoffs += 1;
                break;
            }
        }
        best
    }

    /// The mean of a chance node's moves, or a bound on it.
    fn chance(&mut self, at: &G::Position, depth: u32, ply: u32, window: Window, replied: bool) -> f64 {
        self.uncertain = true;
        let mut chances = Vec::new();
        self.many.game.chances(at, &mut chances);
        let cuts = if self.many.pruning { self.many.chance_cuts } else { ChanceCuts::Off };
        let (least, most) = self.many.utility.range();
        let (alpha, beta) = match cuts {
            ChanceCuts::Off => (f64::NEG_INFINITY, f64::INFINITY),
            _ => window,
        };
        // What each move is worth at least and at most.
        let mut bounds = vec![(least, most); chances.len()];
        if cuts == ChanceCuts::Star2
            && let Some(bound) = self.probe(at, depth, ply, (alpha, beta), replied, &chances, &mut bounds)
        {
            self.counts.cutoffs += 1;
            return bound;
        }
        let mean = |part: &[(G::Move, f32)], bounds: &[Window]| {
            part.iter().zip(bounds).fold((0.0, 0.0), |(low, high), (&(_, chance), &(least, most))| {
                (low + f64::from(chance) * least, high + f64::from(chance) * most)
            })
        };
        let mut sum = 0.0;
        for (number, &(mv, chance)) in chances.iter().enumerate() {
            let chance = f64::from(chance);
            let (low, high) = mean(&chances[number + 1..], &bounds[number + 1..]);
            let low_end = (alpha - sum - high) / chance - SLACK;
            let high_end = (beta - sum - low) / chance + SLACK;
            let next = self.enter(at, mv);
            let worth =
                self.two_sided(&next, depth - 1, ply + 1, (low_end, high_end), replied, &mut Vec::new());
            self.past.pop();
            if self.stopped {
                return worth;
            }
            if worth <= low_end {
                self.counts.cutoffs += 1;
                return sum + chance * worth + high;
            }
            if worth >= high_end {
                self.counts.cutoffs += 1;
                return sum + chance * worth + low;
            }
            sum += chance * worth;
        }
        sum
    }

    /// Looks at one reply to each move of chance: what the player to move has by it is a bound on the move's value.
    /// Gives a bound on the mean if that lies outside of the window.
    #[expect(clippy::too_many_arguments, reason = "what a chance node knows, and what it learns")]
    fn probe(
        &mut self,
        at: &G::Position,
        depth: u32,
        ply: u32,
        (alpha, beta): Window,
        replied: bool,
        chances: &[(G::Move, f32)],
        bounds: &mut [Window],
    ) -> Option<f64> {
        if depth < 2 {
            return None;
        }
        let weigh = |bounds: &[Window], side: fn(&Window) -> f64| {
            chances
                .iter()
                .zip(bounds)
                .fold(0.0, |sum, (&(_, chance), bound)| sum + f64::from(chance) * side(bound))
        };
        for (number, &(mv, _)) in chances.iter().enumerate() {
            let next = self.enter(at, mv);
            let over = self.many.game.outcome_with(&next, &self.past).is_some();
            let Some(mover) = self.many.game.turn(&next).player().filter(|_| !over) else {
                self.past.pop();
                continue;
            };
            let mut moves = Vec::new();
            self.many.game.moves(&next, &mut moves);
            self.order(&next, &mut moves);
            let Some(&reply) = moves.first() else {
                self.past.pop();
                continue;
            };
            let maximises = mover == self.me;
            let after = self.enter(&next, reply);
            let (least, most) = self.many.utility.range();
            let open = (least - 1.0, most + 1.0);
            let worth =
                self.two_sided(&after, depth - 2, ply + 2, open, replied && !maximises, &mut Vec::new());
            self.past.pop();
            self.past.pop();
            if self.stopped {
                return Some(worth);
            }
            if maximises {
                bounds[number].0 = bounds[number].0.max(worth);
                let low = weigh(bounds, |bound| bound.0);
                if low >= beta + SLACK {
                    return Some(low);
                }
            } else {
                bounds[number].1 = bounds[number].1.min(worth);
                let high = weigh(bounds, |bound| bound.1);
                if high <= alpha - SLACK {
                    return Some(high);
                }
            }
        }
        None
    }
}
