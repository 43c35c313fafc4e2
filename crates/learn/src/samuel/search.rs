//! Samuel's search: how far it looks depends on jumps and exchanges.

use super::rote::Memory;
use super::settings::{PlyRules, Settings};
use plybook_kernel::{Player, Rated};
use std::cell::OnceCell;

/// A win. Scores count half coefficients.
pub const WIN: i64 = 1 << 50;
/// One of material: a man is worth 32 times the largest coefficient.
pub const PIECE: i64 = 1 << 23;
/// One of material ahead for each that has gone.
const TRADE: i64 = 1 << 16;
/// A score shrinks by one part in so many with every ply, so that wins are sought soon and losses late.
const SHRINKING: i64 = 512;

/// A score brought up from the end of a line, for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Backed<R> {
    /// The score.
    pub score: i64,
    /// How much of it are pieces.
    pub pieces: i64,
    /// Plies from here to the board that was scored, those behind a remembered score included.
    pub plies: u32,
    /// The values of the terms on that board, if they were asked for, and the player to whose credit they are.
    pub values: Option<(R, Player)>,
}

impl<R> Backed<R> {
    fn flipped(self) -> Backed<R> {
        Backed { score: -self.score, pieces: -self.pieces, ..self }
    }

    /// Whether somebody surely wins.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.score.abs() > WIN / 2
    }
}

/// A search with a polynomial.
pub struct Search<'a, G: Rated> {
    game: &'a G,
    weights: Vec<i64>,
    plies: PlyRules,
    balanced: bool,
    memory: Option<&'a mut Memory>,
    rudimentary: bool,
}

/// A board on a line, the ply it stands at, and its ratings, once they were needed.
struct Board<'a, G: Rated> {
    at: &'a G::Position,
    ratings: OnceCell<G::Ratings>,
}

impl<'a, G: Rated> Board<'a, G> {
    fn new(at: &'a G::Position) -> Board<'a, G> {
        Board { at, ratings: OnceCell::new() }
    }

    /// The ratings with the side that has just moved as the passive one.
    fn ratings(&self, game: &G) -> G::Ratings {
        *self.ratings.get_or_init(|| game.ratings(self.at, passive(game, self.at)))
    }
}

/// Who has just moved: the player who is not to move.
pub(super) fn passive<G: Rated>(game: &G, at: &G::Position) -> Player {
    game.turn(at).player().unwrap_or(Player::FIRST).other()
}

/// What pieces are worth to a player: more, for who is ahead, the fewer there are.
pub fn piece_advantage<G: Rated>(game: &G, at: &G::Position, player: Player) -> i64 {
    let [own, other] = [player, player.other()].map(|player| i64::from(game.material(at, player)));
    (own - other) * (PIECE + TRADE * (i64::from(G::FULL_MATERIAL) - own - other).max(0))
}

/// The score that values give with weights, to the credit of the passive side.
#[must_use]
pub fn weighed(weights: &[i64], values: &[i32]) -> i64 {
    weights.iter().zip(values).map(|(&weight, &value)| weight * i64::from(value)).sum()
}

/// What a whole of each term's value weighs, in half coefficients.
#[must_use]
pub fn weights_of<G: Rated>(game: &G, coefficients: &[i64]) -> Vec<i64> {
    let terms = game.rated_terms().iter().zip(coefficients);
    terms.map(|(term, &coefficient)| if term.halves { coefficient } else { 2 * coefficient }).collect()
}

impl<'a, G: Rated> Search<'a, G> {
    /// A search with the coefficients of a polynomial.
    #[must_use]
    pub fn new(game: &'a G, coefficients: &[i64], settings: &Settings) -> Search<'a, G> {
        let &Settings { plies, balanced, .. } = settings;
        Search {
            game,
            weights: weights_of(game, coefficients),
            plies,
            balanced,
            memory: None,
            rudimentary: false,
        }
    }

    /// The same with boards remembered from earlier play.
    #[must_use]
    pub fn with_memory(self, memory: Option<&'a mut Memory>) -> Search<'a, G> {
        Search { memory, ..self }
    }

    /// The best of the moves, which must not be empty, the first of equal ones; and the backed-up score.
    pub fn best(&mut self, at: &G::Position, moves: &[G::Move]) -> Option<(G::Move, Backed<G::Ratings>)> {
        let root = Board::new(at);
        let mut best: Option<(G::Move, Backed<G::Ratings>)> = None;
        for &mv in moves {
            let alpha = best.as_ref().map_or(-2 * WIN, |(_, backed)| backed.score);
            let backed = self.after(&root, mv, 1, [-2 * WIN, -alpha]).flipped();
            if best.is_none() || backed.score > alpha {
                best = Some((mv, backed));
            }
        }
        best.map(|(mv, backed)| (mv, Backed { plies: backed.plies + 1, ..backed }))
    }

    /// The score of every move, exactly.
    pub fn rate(&mut self, at: &G::Position, moves: &[G::Move]) -> Vec<i64> {
        let root = Board::new(at);
        moves.iter().map(|&mv| -self.after(&root, mv, 1, [-2 * WIN, 2 * WIN]).score).collect()
    }

    /// The score of a board in play by a search that ends after the first move that is no jump.
    pub fn rudimentary(&mut self, at: &G::Position) -> Option<Backed<G::Ratings>> {
        self.rudimentary = true;
        let found = self.best(at, &self.game.legal(at));
        self.rudimentary = false;
        found.map(|(_, backed)| backed)
    }

    /// The value of the board after a move, for the side that is then to move.
    fn after(
        &mut self,
        before: &Board<'_, G>,
        mv: G::Move,
        ply: u32,
        window: [i64; 2],
    ) -> Backed<G::Ratings> {
        let jumped = self.game.captures(before.at, mv);
        let at = self.game.after(before.at, mv);
        self.value(before, &at, jumped, ply, window)
    }

    fn value(
        &mut self,
        before: &Board<'_, G>,
        at: &G::Position,
        jumped: bool,
        ply: u32,
        [mut alpha, beta]: [i64; 2],
    ) -> Backed<G::Ratings> {
        let moves = self.game.legal(at);
        let here = Board::new(at);
        let jumps = moves.first().is_some_and(|&mv| self.game.captures(at, mv));
        if moves.is_empty() || self.stops(at, jumped, jumps, ply) {
            return self.end(before, &here, &moves, ply);
        }
        let mut best: Option<Backed<G::Ratings>> = None;
        for mv in moves {
            let backed = self.after(&here, mv, ply + 1, [-beta, -alpha]).flipped();
            if best.as_ref().is_none_or(|best| backed.score > best.score) {
                best = Some(Backed { plies: backed.plies + 1, ..backed });
                alpha = alpha.max(backed.score);
                if alpha >= beta {
                    break;
                }
            }
        }
        best.unwrap_or(Backed { score: 0, pieces: 0, plies: 0, values: None })
    }

    /// The score of a board at the end of a line. A side that cannot move has lost.
    fn end(
        &mut self,
        before: &Board<'_, G>,
        here: &Board<'_, G>,
        moves: &[G::Move],
        ply: u32,
    ) -> Backed<G::Ratings> {
        match moves.first() {
            None => Backed { score: -(WIN - i64::from(ply)), pieces: 0, plies: 0, values: None },
            Some(&mv) if self.game.captures(here.at, mv) => self.corrected(here, moves, ply),
            Some(_) => self.scored(before, here, ply),
        }
    }

    #[cfg(test)]
    pub(super) fn score_at_end(&mut self, before: &G::Position, at: &G::Position, ply: u32) -> i64 {
        self.end(&Board::new(before), &Board::new(at), &self.game.legal(at), ply).score
    }

    /// Whether the board is to be scored and play not followed any farther.
    pub(super) fn stops(&self, at: &G::Position, jumped: bool, jumps: bool, ply: u32) -> bool {
        let PlyRules { least, large_lead, most } = self.plies;
        if ply >= most {
            return true;
        }
        if self.rudimentary {
            return !jumped;
        }
        if jumps {
            let lead = || {
                let [own, other] =
                    [Player::FIRST, Player::SECOND].map(|player| self.game.material(at, player));
                (own - other).abs() > G::LARGE_LEAD
            };
            return ply >= large_lead && lead();
        }
        match ply {
            _ if ply < least => false,
            _ if ply == least => !jumped && !self.game.exchange_offered(at),
            _ if ply == least + 1 => !self.game.exchange_offered(at),
            _ => true,
        }
    }

    /// The score of a quiet board, or what memory says of it.
    fn scored(&mut self, before: &Board<'_, G>, here: &Board<'_, G>, ply: u32) -> Backed<G::Ratings> {
        let mover = passive(self.game, here.at).other();
        let pieces = piece_advantage(self.game, here.at, mover);
        if let Some(memory) = &mut self.memory
            && let Some((score, plies)) = memory.recall(self.game.standard_key(here.at))
        {
            return Backed { score: shrunk(score, ply), pieces, plies, values: None };
        }
        let values = values(self.game, &here.ratings(self.game), &before.ratings(self.game), self.balanced);
        let score = pieces - weighed(&self.weights, values.as_ref());
        let values = self.rudimentary.then_some((values, mover.other()));
        Backed { score: shrunk(score, ply), pieces, plies: 0, values }
    }

    /// The score of a board where a jump is pending but is not followed: the best board after one.
    fn corrected(&mut self, here: &Board<'_, G>, moves: &[G::Move], ply: u32) -> Backed<G::Ratings> {
        let after = moves.iter().map(|&mv| self.game.after(here.at, mv)).collect::<Vec<_>>();
        let scores = after.iter().map(|at| self.scored(here, &Board::new(at), ply + 1).flipped());
        let best = scores.max_by_key(|backed| backed.score);
        best.unwrap_or(Backed { score: 0, pieces: 0, plies: 0, values: None })
    }
}

/// The values of all terms, binary ones as they are or balanced.
pub(super) fn values<G: Rated>(
    game: &G,
    now: &G::Ratings,
    before: &G::Ratings,
    balanced: bool,
) -> G::Ratings {
    let values = game.values(now, before);
    if balanced { game.balanced(&values) } else { values }
}

/// A score so many plies away.
fn shrunk(score: i64, ply: u32) -> i64 {
    if score.abs() > WIN / 2 {
        return score - score.signum() * i64::from(ply);
    }
    score - score / SHRINKING * i64::from(ply)
}
