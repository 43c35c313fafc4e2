//! Playouts: games played on from a leaf, and what leaves are worth.

use super::simulation::Simulation;
use super::utility::{Utilities, of_first, of_outcome, of_score};
use super::{Leaf, Policy};
use plybook_kernel::{Evaluator, Game, MOST_PLAYERS, Player, SearchHints, Turn};

/// Plies after which a playout that is not cut off before is evaluated: games without an end must end too.
const LONGEST_PLAYOUT: u32 = 2_000;
/// How often a playout by averages plays a move at random, of 256 times.
const MAST_RANDOM: u64 = 64;

impl<G: Game, E: Evaluator<G>, H: SearchHints<G>> Simulation<'_, G, E, H> {
    /// What a leaf that does not show the end of the game is worth to everybody. The position is played on in place.
    pub(super) fn leaf_utilities(&mut self, at: &mut G::Position) -> Utilities {
        match self.mcts.options.leaf {
            Leaf::Playout => self.playout(at),
            Leaf::Evaluation => {
                self.moves.clear();
                self.mcts.game.moves(at, &mut self.moves);
                self.positions += 1;
                match self.moves.is_empty() {
                    true => of_outcome(self.mcts.game.no_moves(at), self.players),
                    false => self.evaluate(at),
                }
            }
        }
    }

    /// The static evaluation of a position whose game goes on.
    pub(super) fn evaluate(&self, at: &G::Position) -> Utilities {
        let (game, evaluator, scale) = (&*self.mcts.game, &self.mcts.evaluator, self.mcts.options.scale);
        let accumulator = evaluator.accumulate(game, at);
        if self.players == 2 {
            let score = evaluator.evaluate_for(game, at, &accumulator, Player::FIRST);
            return of_first(of_score(score, scale));
        }
        let mut worth = [0.0; MOST_PLAYERS];
        for player in Player::all(self.players) {
            worth[player.index()] = of_score(evaluator.evaluate_for(game, at, &accumulator, player), scale);
        }
        worth
    }

    /// Plays a game to its end or to the cutoff. Rules about the path are not asked: a playout that goes on for long
    /// is evaluated.
    fn playout(&mut self, at: &mut G::Position) -> Utilities {
        let mcts = self.mcts;
        let game = &*mcts.game;
        let longest = mcts.options.cutoff.unwrap_or(LONGEST_PLAYOUT);
        let notes = self.notes_moves();
        for _ in 0..longest {
            if let Some(outcome) = game.outcome(at) {
                return of_outcome(outcome, self.players);
            }
            let mv = match game.turn(at) {
                Turn::Player(mover) => {
                    let Some(mv) = self.playout_move(at, mover) else {
                        return of_outcome(game.no_moves(at), self.players);
                    };
                    if notes {
                        self.note(mover, mv);
                    }
                    mv
                }
                Turn::Chance => {
                    self.chances.clear();
                    game.chances(at, &mut self.chances);
                    match self.random.draw(&self.chances) {
                        Some(&mv) => mv,
                        None => return of_outcome(game.no_moves(at), self.players),
                    }
                }
            };
            game.play(at, mv);
            self.ply += 1;
            self.positions += 1;
            if self.is_due() && self.poll() {
                break;
            }
        }
        if let Some(outcome) = game.outcome(at) {
            return of_outcome(outcome, self.players);
        }
        self.moves.clear();
        game.moves(at, &mut self.moves);
        if self.moves.is_empty() { of_outcome(game.no_moves(at), self.players) } else { self.evaluate(at) }
    }

    fn playout_move(&mut self, at: &G::Position, mover: Player) -> Option<G::Move> {
        let mcts = self.mcts;
        let policy = mcts.options.policy;
        if policy == Policy::Game
            && let Some(mv) = mcts.hints.playout_move(&mcts.game, at, &mut self.random)
        {
            return Some(mv);
        }
        self.moves.clear();
        mcts.game.moves(at, &mut self.moves);
        if policy != Policy::Mast || self.random.next() % 256 < MAST_RANDOM {
            return self.random.pick(&self.moves).copied();
        }
        let mut best: Option<(G::Move, f32)> = None;
        let first = self.random.below(self.moves.len().max(1));
        for number in 0..self.moves.len() {
            let mv = self.moves[(first + number) % self.moves.len()];
            let mean = self.averages.mean(mover, mv);
            if best.is_none_or(|(_, held)| mean > held) {
                best = Some((mv, mean));
            }
        }
        best.map(|(mv, _)| mv)
    }
}
