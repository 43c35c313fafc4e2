//! Positions: the board, whose turn it is, what the turn has come to, the cube and the score.

use super::board::{BAR, Board, HOME, OFF};
use plybook_kernel::{Player, zobrist::scramble};

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The mover's first roll of the game.
    First,
    /// Both roll a die for who begins, in a match after its first game.
    Contest,
    /// The mover may double or roll.
    Turn,
    /// The mover takes the doubled cube or drops it.
    Doubled,
    /// The mover rolls.
    Roll,
    /// The mover plays these numbers, the larger one first.
    Play([u8; 2]),
    /// The game or the match is over; the mover has lost it.
    Over,
}

/// Everything that decides how a game or a match can go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The checkers.
    pub board: Board,
    /// Who rolls, plays or answers.
    pub mover: Player,
    /// What happens next.
    pub stage: Stage,
    /// What the game counts.
    pub cube: u8,
    /// Who alone may double; nobody yet where both may.
    pub owner: Option<Player>,
    /// Points of the match won so far.
    pub score: [u8; 2],
    /// Whether this is the Crawford game, in which nobody doubles.
    pub crawford: bool,
}

impl Position {
    /// Who has borne off all checkers.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        Player::all(2).find(|&player| self.board.of(player)[1..].iter().all(|&checkers| checkers == 0))
    }

    /// How many times the cube a player wins who has borne off everything: 2 for a gammon, 3 for a backgammon.
    #[must_use]
    pub fn multiple(&self, winner: Player) -> u8 {
        let loser = self.board.of(winner.other());
        let behind = loser[BAR] > 0 || loser[BAR - HOME..BAR].iter().any(|&checkers| checkers > 0);
        match loser[OFF] {
            0 if behind => 3,
            0 => 2,
            _ => 1,
        }
    }

    /// The position with the players exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Position {
        let mover = if self.stage == Stage::Contest { self.mover } else { self.mover.other() };
        Position {
            board: self.board.exchanged(),
            mover,
            owner: self.owner.map(Player::other),
            score: [self.score[1], self.score[0]],
            ..*self
        }
    }

    /// The key.
    #[must_use]
    pub fn key(&self) -> u64 {
        let stage = match self.stage {
            Stage::First => 1,
            Stage::Contest => 2,
            Stage::Turn => 3,
            Stage::Doubled => 4,
            Stage::Roll => 5,
            Stage::Over => 6,
            Stage::Play([high, low]) => 8 + 8 * u64::from(high) + u64::from(low),
        };
        let owner = self.owner.map_or(2, |owner| u64::from(owner.0));
        let facts = [
            u64::from(self.mover.0),
            u64::from(self.crawford),
            owner,
            stage,
            self.cube.into(),
            self.score[0].into(),
            self.score[1].into(),
        ];
        let rest = facts.into_iter().fold(0, |sum, fact| sum << 8 | fact);
        let sides = Player::all(2).map(|player| self.board.of(player));
        sides.fold(scramble(rest), |key, side| {
            side.chunks(8).fold(key, |key, places| {
                let word = places.iter().fold(0, |word, &checkers| word << 8 | u64::from(checkers));
                scramble(key.rotate_left(7) ^ word)
            })
        })
    }
}
