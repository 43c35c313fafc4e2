//! A game in progress, and who plays it.

use plybook_kernel::{Game, History, Outcome, Random, ReadError, Turn};

/// Plies after which a game of a learner counts as drawn.
pub const LONGEST_GAME: u32 = 1000;

/// How far apart the seeds of successive games lie.
const SEED_STEP: u64 = 0x5851_f42d_4c95_7f2d;

/// The random numbers of one game: they follow from the seed and the game's number alone, so that a learner that is
/// taken up again goes on as if it had never stopped.
pub(crate) fn random_of(seed: u64, game: usize) -> Random {
    Random::new(seed.wrapping_add((game as u64).wrapping_mul(SEED_STEP)))
}

/// A game in progress from the start position.
#[derive(Debug)]
pub struct Course<G: Game> {
    /// The position.
    pub at: G::Position,
    /// The positions before it.
    pub past: History,
    /// The moves that led here.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Clone for Course<G> {
    fn clone(&self) -> Course<G> {
        Course { at: self.at.clone(), past: self.past.clone(), moves: self.moves.clone() }
    }
}

impl<G: Game> Course<G> {
    /// A new game.
    pub fn new(game: &G) -> Course<G> {
        Course { at: game.start(), past: History::new(), moves: Vec::new() }
    }

    /// Plays a legal move.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        self.past.push(game.key(&self.at), game.resets(&self.at, mv));
        game.play(&mut self.at, mv);
        self.moves.push(mv);
    }

    /// The end of the game, if this is it. A game that is too long is a draw.
    pub fn outcome(&self, game: &G) -> Option<Outcome> {
        let by_rule = game.outcome_with(&self.at, &self.past).or_else(|| game.verdict(&self.at));
        by_rule.or((self.plies() >= LONGEST_GAME).then_some(Outcome::Draw))
    }

    /// Plays what chance decides until a player is to move or the game is over.
    pub fn roll(&mut self, game: &G, random: &mut Random) {
        while game.turn(&self.at) == Turn::Chance && self.outcome(game).is_none() {
            let mut chances = Vec::new();
            game.chances(&self.at, &mut chances);
            let Some(&mv) = random.draw(&chances) else { return };
            self.play(game, mv);
        }
    }

    /// How many plies were played.
    pub fn plies(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }
}

/// A number from 0 up to but not including 1.
pub(crate) fn unit(random: &mut Random) -> f64 {
    (random.next() >> 11) as f64 / (1u64 << 53) as f64
}

/// Somebody a learner plays against.
pub trait Opponent<G: Game>: Send {
    /// Its move in an unfinished game in which it is to move.
    ///
    /// # Errors
    /// It cannot or will not move.
    fn choose(&mut self, game: &G, course: &Course<G>, random: &mut Random) -> Result<G::Move, ReadError>;
}

/// Plays any legal move.
#[derive(Clone, Copy, Debug)]
pub struct RandomOpponent;

impl<G: Game> Opponent<G> for RandomOpponent {
    fn choose(&mut self, game: &G, course: &Course<G>, random: &mut Random) -> Result<G::Move, ReadError> {
        let legal = game.legal(&course.at);
        random.pick(&legal).copied().ok_or_else(no_move)
    }
}

/// The error for a position in which somebody was asked to move although there is no move.
pub(crate) fn no_move() -> ReadError {
    ReadError::new("position", "", "there is no legal move", "start a new game")
}
