//! Max^n: everybody maximises the own value.

use super::{Utilities, Walk};
use plybook_kernel::{Evaluator, Game, Player, SearchHints, Turn};

impl<G: Game, E: Evaluator<G>, H: SearchHints<G>> Walk<'_, G, E, H> {
    /// What a position is worth to everybody. `bound` is the player who decides right above and what that player has
    /// already: a position that brings no more is left as soon as that is clear (shallow pruning), and then given with a
    /// worth that says so.
    pub(super) fn max_n(
        &mut self,
        at: &G::Position,
        depth: u32,
        ply: u32,
        bound: Option<(Player, f64)>,
        line: &mut Vec<G::Move>,
    ) -> Utilities {
        let mut moves = Vec::new();
        if let Some(worth) = self.leaf(at, depth, ply, &mut moves) {
            return worth;
        }
        let Turn::Player(mover) = self.many.game.turn(at) else { return self.mean(at, depth, ply) };
        let mine = mover.index();
        let enough = bound.and_then(|(above, has)| self.enough(mover, above, has));
        let mut best: Option<Utilities> = None;
        for mv in moves {
            let mut rest = Vec::new();
            let next = self.enter(at, mv);
            let bound = best.map(|best| (mover, best[mine]));
            let worth = self.max_n(&next, depth - 1, ply + 1, bound, &mut rest);
            self.past.pop();
            if self.stopped {
                return worth;
            }
            if best.is_none_or(|best| worth[mine] > best[mine]) {
                best = Some(worth);
                rest.insert(0, mv);
                *line = rest;
            }
            if let (Some(best), Some(enough)) = (best, enough)
                && best[mine] >= enough
            {
                self.counts.cutoffs += 1;
                break;
            }
        }
        best.unwrap_or_default()
    }

    /// What a player must have so that not more is left for the one above than that one has already.
    fn enough(&self, mover: Player, above: Player, has: f64) -> Option<f64> {
        let utility = self.many.utility;
        let sum = utility.sum().filter(|_| self.many.pruning && mover != above)?;
        let others = f64::from(self.players - 2) * utility.range().0;
        Some(sum - has - others)
    }

    /// What a chance node is worth.
    fn mean(&mut self, at: &G::Position, depth: u32, ply: u32) -> Utilities {
        self.uncertain = true;
        let mut chances = Vec::new();
        self.many.game.chances(at, &mut chances);
        let mut mean = Utilities::default();
        for (mv, chance) in chances {
            let next = self.enter(at, mv);
            let worth = self.max_n(&next, depth - 1, ply + 1, None, &mut Vec::new());
            self.past.pop();
            for (sum, worth) in mean.iter_mut().zip(worth) {
                *sum += f64::from(chance) * worth;
            }
        }
        mean
    }
}
