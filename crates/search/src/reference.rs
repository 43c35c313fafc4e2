//! The reference ladder, short enough to teach from and plain enough to trust: what every other search is
//! compared with.
//!
//! All four look a fixed number of plies ahead, evaluate at the horizon, and give the first of several best
//! moves. Values count wins and losses by their distance, as everywhere.

use crate::{Counts, NeverStop, Stop};
use plybook_kernel::{Evaluator, Game, Player, Score, Window};

/// Positions between two questions whether to stop.
const POLLED: u64 = 256;

/// What a reference search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The value for the player to move at the root.
    pub score: Score,
    /// The best line; empty if the game is over or the depth is zero.
    pub line: Vec<M>,
    /// What it took.
    pub counts: Counts,
}

/// A rung of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// MAX and MIN nodes, everything searched.
    Minimax,
    /// MAX and MIN nodes with alpha and beta from MAX's view, as the lectures draw it.
    AlphaBeta,
    /// One kind of node: every value for the player to move.
    Negamax,
    /// Negamax with alpha-beta, returning the best bound it has (fail-soft).
    AlphaBetaNegamax,
}

/// Searches a position to a depth by one of the methods.
pub fn search<G: Game, E: Evaluator<G>>(
    method: Method,
    game: &G,
    evaluator: &E,
    at: &G::Position,
    depth: u32,
) -> Answer<G::Move> {
    climb(method, game, evaluator, at, depth, &NeverStop).0
}

/// The same as long as `stop` lets it; `None` where that was not to the end.
pub fn search_until<G: Game, E: Evaluator<G>>(
    method: Method,
    game: &G,
    evaluator: &E,
    at: &G::Position,
    depth: u32,
    stop: &dyn Stop<G::Move>,
) -> Option<Answer<G::Move>> {
    let (answer, stopped) = climb(method, game, evaluator, at, depth, stop);
    (!stopped).then_some(answer)
}

fn climb<G: Game, E: Evaluator<G>>(
    method: Method,
    game: &G,
    evaluator: &E,
    at: &G::Position,
    depth: u32,
    stop: &dyn Stop<G::Move>,
) -> (Answer<G::Move>, bool) {
    let mut ladder =
        Ladder { game, evaluator, counts: Counts::default(), stop, polled: 0, stopped: stop.poll(0) };
    let mut line = Vec::new();
    let full = Window::FULL;
    let mover = ladder.mover(at);
    let for_max = |score: Score| if mover == Player::FIRST { score } else { -score };
    let score = match method {
        Method::Minimax => for_max(ladder.minimax(at, depth, &mut line)),
        Method::AlphaBeta => for_max(ladder.alpha_beta(at, depth, full, &mut line)),
        Method::Negamax => ladder.negamax(at, depth, &mut line),
        Method::AlphaBetaNegamax => ladder.alpha_beta_negamax(at, depth, full, &mut line),
    };
    // Told of the rest; the answer is there, whatever is said to that.
    let _ = stop.poll(ladder.counts.nodes - ladder.polled);
    ladder.counts.nodes -= 1;
    (Answer { score, line, counts: ladder.counts }, ladder.stopped)
}

struct Ladder<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    counts: Counts,
    stop: &'a dyn Stop<G::Move>,
    /// Positions that `stop` has been told of.
    polled: u64,
    /// Whether it was stopped: then every position counts as a leaf, and values mean nothing.
    stopped: bool,
}

impl<G: Game, E: Evaluator<G>> Ladder<'_, G, E> {
    fn mover(&self, at: &G::Position) -> Player {
        self.game.turn(at).player().unwrap_or(Player::FIRST)
    }

    /// The value of a position that is not searched further, for the player to move; `None` if it is. The moves
    /// are left in `moves`.
    fn leaf(&mut self, at: &G::Position, depth: u32, moves: &mut Vec<G::Move>) -> Option<Score> {
        self.counts.nodes += 1;
        if self.counts.nodes - self.polled >= POLLED {
            self.stopped |= self.stop.poll(self.counts.nodes - self.polled);
            self.polled = self.counts.nodes;
        }
        if self.stopped {
            return Some(Score::DRAW);
        }
        if let Some(outcome) = self.game.outcome(at) {
            self.counts.ends += 1;
            return Some(outcome.score(self.mover(at)));
        }
        if depth == 0 {
            self.counts.evaluations += 1;
            return Some(self.evaluator.evaluate(self.game, at, &self.evaluator.accumulate(self.game, at)));
        }
        self.counts.interior += 1;
        self.game.moves(at, moves);
        moves.is_empty().then(|| self.game.no_moves(at).score(self.mover(at)))
    }

    /// The value for MAX, the first player.
    fn minimax(&mut self, at: &G::Position, depth: u32, line: &mut Vec<G::Move>) -> Score {
        let mut moves = Vec::new();
        let max = self.mover(at) == Player::FIRST;
        if let Some(score) = self.leaf(at, depth, &mut moves) {
            return if max { score } else { -score };
        }
        let mut best = if max { Window::FULL.alpha } else { Window::FULL.beta };
        for mv in moves {
            let mut rest = Vec::new();
            let value = self.minimax(&self.game.after(at, mv), depth - 1, &mut rest).up();
            if if max { value > best } else { value < best } {
                best = value;
                *line = joined(mv, &rest);
            }
        }
        best
    }

    /// The value for MAX. Alpha is what MAX has for sure, beta what MIN has; a node is left when they meet.
    fn alpha_beta(&mut self, at: &G::Position, depth: u32, window: Window, line: &mut Vec<G::Move>) -> Score {
        let mut moves = Vec::new();
        let max = self.mover(at) == Player::FIRST;
        if let Some(score) = self.leaf(at, depth, &mut moves) {
            return if max { score } else { -score };
        }
        let Window { mut alpha, mut beta } = window;
        for mv in moves {
            let mut rest = Vec::new();
            let value = self.alpha_beta(
                &self.game.after(at, mv),
                depth - 1,
                Window { alpha, beta }.down(),
                &mut rest,
            );
            let value = value.up();
            if if max { value > alpha } else { value < beta } {
                *line = joined(mv, &rest);
                if max { alpha = value } else { beta = value }
            }
            if alpha >= beta {
                self.counts.cutoffs += 1;
                break;
            }
        }
        if max { alpha } else { beta }
    }

    /// The value for the player to move. The sign follows the turn, which need not alternate.
    fn negamax(&mut self, at: &G::Position, depth: u32, line: &mut Vec<G::Move>) -> Score {
        let mut moves = Vec::new();
        if let Some(score) = self.leaf(at, depth, &mut moves) {
            return score;
        }
        let mut best = Window::FULL.alpha;
        for mv in moves {
            let (next, mut rest) = (self.game.after(at, mv), Vec::new());
            let same = self.mover(&next) == self.mover(at);
            let value = self.negamax(&next, depth - 1, &mut rest);
            let value = if same { value.up() } else { (-value).up() };
            if value > best {
                best = value;
                *line = joined(mv, &rest);
            }
        }
        best
    }

    /// The value for the player to move: exact inside the window, outside it the best bound seen.
    fn alpha_beta_negamax(
        &mut self,
        at: &G::Position,
        depth: u32,
        window: Window,
        line: &mut Vec<G::Move>,
    ) -> Score {
        let mut moves = Vec::new();
        if let Some(score) = self.leaf(at, depth, &mut moves) {
            return score;
        }
        let Window { mut alpha, beta } = window;
        let mut best = Window::FULL.alpha;
        for mv in moves {
            let (next, mut rest) = (self.game.after(at, mv), Vec::new());
            let same = self.mover(&next) == self.mover(at);
            let window = Window { alpha, beta }.down();
            let window = if same { window } else { window.flipped() };
            let value = self.alpha_beta_negamax(&next, depth - 1, window, &mut rest);
            let value = if same { value.up() } else { (-value).up() };
            if value > best {
                best = value;
                *line = joined(mv, &rest);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                self.counts.cutoffs += 1;
                break;
            }
        }
        best
    }
}

fn joined<M: Copy>(mv: M, rest: &[M]) -> Vec<M> {
    std::iter::once(mv).chain(rest.iter().copied()).collect()
}
