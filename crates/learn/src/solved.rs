//! The exact value of every position of a small game, and the opponent who knows it.

use crate::course::{Course, Opponent, no_move};
use plybook_kernel::{Game, Player, Random, ReadError, Score, Turn, Wdl};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Most positions that are solved; hexapawn on four rows and five columns has a tenth of them.
const MOST_POSITIONS: usize = 3_000_000;

/// Longest game that is solved, in plies.
const LONGEST_SOLVED: u32 = 200;

/// What every position of a game is worth if both sides play perfectly from there. Rules about the path are left out.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The value for the first player, by the position's key.
    values: HashMap<u64, Score>,
}

impl Solved {
    /// Solves a game from its start.
    ///
    /// # Errors
    /// The game has chance, more than two players, games without end, or too many positions.
    pub fn new<G: Game>(game: &G, name: &str) -> Result<Solved, ReadError> {
        let remedy = "take tictactoe, hexapawn or nim, or another opponent";
        let refuse = |why: &str| ReadError::new("game", name, why, remedy);
        if game.players() != 2 {
            return Err(refuse("perfect play is known for two players only"));
        }
        // The solver calls itself once for every ply.
        if game.max_plies().is_none_or(|plies| plies > LONGEST_SOLVED) {
            return Err(refuse("its rules allow games too long for it to be solved as a whole"));
        }
        let mut solved = Solved { values: HashMap::new() };
        let chance = || refuse("perfect play is not known where chance decides");
        let large = || refuse(&format!("it has more than {MOST_POSITIONS} positions, too many to solve"));
        match solved.solve(game, &game.start()) {
            Ok(_) => Ok(solved),
            Err(Unsolved::Chance) => Err(chance()),
            Err(Unsolved::Large) => Err(large()),
        }
    }

    /// The value for the first player.
    fn solve<G: Game>(&mut self, game: &G, at: &G::Position) -> Result<Score, Unsolved> {
        let key = game.key(at);
        if let Some(&value) = self.values.get(&key) {
            return Ok(value);
        }
        if self.values.len() >= MOST_POSITIONS {
            return Err(Unsolved::Large);
        }
        let value = match game.verdict(at) {
            Some(outcome) => outcome.score(Player::FIRST),
            None => {
                let Turn::Player(mover) = game.turn(at) else { return Err(Unsolved::Chance) };
                let mut best = None;
                for mv in game.legal(at) {
                    let value = self.solve(game, &game.after(at, mv))?.up();
                    best = best.max(Some(seen_by(mover, value)));
                }
                seen_by(mover, best.unwrap_or(Score::DRAW))
            }
        };
        self.values.insert(key, value);
        Ok(value)
    }

    /// The exact value of a position for a player; a draw for one that no game reaches.
    fn score<G: Game>(&self, game: &G, at: &G::Position, player: Player) -> Score {
        seen_by(player, self.values.get(&game.key(at)).copied().unwrap_or(Score::DRAW))
    }

    /// How a player fares from a position with perfect play.
    pub fn value<G: Game>(&self, game: &G, at: &G::Position, player: Player) -> Wdl {
        match self.score(game, at, player).cmp(&Score::DRAW) {
            Ordering::Greater => Wdl::Win,
            Ordering::Equal => Wdl::Draw,
            Ordering::Less => Wdl::Loss,
        }
    }

    /// The moves that keep the exact result for the player to move.
    pub fn best_moves<G: Game>(&self, game: &G, at: &G::Position, mover: Player) -> Vec<G::Move> {
        best_by(game.legal(at), |mv| self.value(game, &game.after(at, mv), mover))
    }

    /// The best moves that win soonest, or lose latest.
    pub fn quickest_moves<G: Game>(&self, game: &G, at: &G::Position, mover: Player) -> Vec<G::Move> {
        best_by(game.legal(at), |mv| self.score(game, &game.after(at, mv), mover))
    }
}

/// The moves with the highest value.
fn best_by<M: Copy, V: Ord>(mut moves: Vec<M>, value: impl Fn(M) -> V) -> Vec<M> {
    let best = moves.iter().map(|&mv| value(mv)).max();
    moves.retain(|&mv| Some(value(mv)) == best);
    moves
}

/// Why a game was not solved.
enum Unsolved {
    Chance,
    Large,
}

/// The first player's value as another player sees it.
fn seen_by(player: Player, value: Score) -> Score {
    if player == Player::FIRST { value } else { -value }
}

/// Plays any of the moves that keep the exact value.
#[derive(Clone, Debug)]
pub struct PerfectOpponent {
    /// What it knows.
    pub solved: Solved,
}

impl<G: Game> Opponent<G> for PerfectOpponent {
    fn choose(&mut self, game: &G, course: &Course<G>, random: &mut Random) -> Result<G::Move, ReadError> {
        let Turn::Player(mover) = game.turn(&course.at) else { return Err(no_move()) };
        random.pick(&self.solved.best_moves(game, &course.at, mover)).copied().ok_or_else(no_move)
    }
}
