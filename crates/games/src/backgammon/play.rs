//! Moves: rolls of the dice, plays of checkers, and what is said about the cube.

/// Checkers that a roll moves at most.
pub const MOST_PARTS: usize = 4;

/// One checker moved by one number of the dice, by the mover's count of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Part {
    /// Where it stood; 25 is the bar.
    pub from: u8,
    /// Where it stands then; 0 is off the board.
    pub to: u8,
}

/// What a player does with a roll: up to four single moves, taken from the highest place first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play {
    parts: [Part; MOST_PARTS],
    count: u8,
}

impl Play {
    /// Nothing can be moved.
    pub const PASS: Play = Play { parts: [Part { from: 0, to: 0 }; MOST_PARTS], count: 0 };

    /// The single moves.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts[..usize::from(self.count)]
    }

    /// The play with one more move behind; a full one stays as it is.
    #[must_use]
    pub(super) fn and(mut self, part: Part) -> Play {
        if let Some(free) = self.parts.get_mut(usize::from(self.count)) {
            *free = part;
            self.count += 1;
        }
        self
    }
}

/// A move of a player or of chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Chance rolls the dice, the larger number first; where two players roll for the start, the first player's first.
    Roll([u8; 2]),
    /// A player moves checkers.
    Play(Play),
    /// A player leaves the cube alone and rolls.
    NoDouble,
    /// A player offers the cube at twice its value.
    Double,
    /// The cube is taken.
    Take,
    /// The cube is refused: the game is lost at its present value.
    Drop,
}
