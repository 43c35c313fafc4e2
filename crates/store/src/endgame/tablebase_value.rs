//! What a position is worth, and how that is written as a number.

use plybook_kernel::{Outcome, Player, Score, Wdl};
use std::fmt;

/// The proven value of a position for the player to move, with the distance to the end in plies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum TablebaseValue {
    /// The player to move loses, as late as possible after so many plies.
    Loss(u32),
    /// Neither player can force a win.
    Draw,
    /// The player to move wins, as early as possible after so many plies.
    Win(u32),
}

impl TablebaseValue {
    /// The value as a score at the position.
    #[must_use]
    pub fn score(self) -> Score {
        match self {
            TablebaseValue::Win(plies) => Score::win_in(plies),
            TablebaseValue::Draw => Score::DRAW,
            TablebaseValue::Loss(plies) => Score::loss_in(plies),
        }
    }

    /// Plies to the end; `None` for a draw.
    #[must_use]
    pub fn distance(self) -> Option<u32> {
        match self {
            TablebaseValue::Win(plies) | TablebaseValue::Loss(plies) => Some(plies),
            TablebaseValue::Draw => None,
        }
    }

    /// The value one ply before, where the same player was to move or the other.
    #[must_use]
    pub fn one_ply_earlier(self, same: bool) -> TablebaseValue {
        match self {
            TablebaseValue::Draw => TablebaseValue::Draw,
            TablebaseValue::Win(plies) if same => TablebaseValue::Win(plies + 1),
            TablebaseValue::Win(plies) => TablebaseValue::Loss(plies + 1),
            TablebaseValue::Loss(plies) if same => TablebaseValue::Loss(plies + 1),
            TablebaseValue::Loss(plies) => TablebaseValue::Win(plies + 1),
        }
    }

    /// How the player to move fares.
    #[must_use]
    pub fn wdl(self) -> Wdl {
        match self {
            TablebaseValue::Win(_) => Wdl::Win,
            TablebaseValue::Draw => Wdl::Draw,
            TablebaseValue::Loss(_) => Wdl::Loss,
        }
    }

    /// What the end of a game is worth to the player to move there. Of points only the winner counts.
    #[must_use]
    pub fn of_end(outcome: Outcome, mover: Player) -> TablebaseValue {
        match outcome.wdl(mover) {
            Wdl::Win => TablebaseValue::Win(0),
            Wdl::Draw => TablebaseValue::Draw,
            Wdl::Loss => TablebaseValue::Loss(0),
        }
    }
}

impl fmt::Display for TablebaseValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TablebaseValue::Win(plies) => write!(f, "win in {plies}"),
            TablebaseValue::Draw => f.write_str("draw"),
            TablebaseValue::Loss(plies) => write!(f, "loss in {plies}"),
        }
    }
}

/// A value as it is kept, one number for each position.
///
/// | code     | meaning                                                    |
/// |----------|------------------------------------------------------------|
/// | 0        | a draw; while a slice is being built: not known yet        |
/// | 1        | a hole: no position has this number                        |
/// | 2 + 2n   | a loss in n plies                                          |
/// | 3 + 2n   | a win in n plies                                           |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Code(pub u16);

impl Code {
    /// A draw, or not known yet.
    pub const OPEN: Code = Code(0);
    /// No position.
    pub const HOLE: Code = Code(1);
    /// The longest distance that any code can hold, in plies.
    pub const LONGEST: u32 = (u16::MAX as u32 - 3) / 2;

    /// A loss in so many plies, which must be at most `LONGEST`.
    #[inline]
    pub const fn loss(plies: u32) -> Code {
        Code(2 + 2 * plies as u16)
    }

    /// A win in so many plies, which must be at most `LONGEST`.
    #[inline]
    pub const fn win(plies: u32) -> Code {
        Code(3 + 2 * plies as u16)
    }

    /// Whether this is a win or a loss.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0 >= 2
    }

    /// Whether this is a win, given that it is decided.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 & 1 == 1
    }

    /// The distance, given that it is decided.
    #[inline]
    pub const fn distance(self) -> u32 {
        (self.0 as u32).wrapping_sub(2) / 2
    }

    /// The code of a value.
    #[inline]
    pub const fn of(worth: TablebaseValue) -> Code {
        match worth {
            TablebaseValue::Loss(plies) => Code::loss(plies),
            TablebaseValue::Draw => Code::OPEN,
            TablebaseValue::Win(plies) => Code::win(plies),
        }
    }

    /// What a finished slice says by this code; `None` for a hole.
    pub const fn worth(self) -> Option<TablebaseValue> {
        match self {
            Code::OPEN => Some(TablebaseValue::Draw),
            Code::HOLE => None,
            code if code.is_win() => Some(TablebaseValue::Win(code.distance())),
            code => Some(TablebaseValue::Loss(code.distance())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_values_are_one_to_one() {
        let codes = (0..=u16::MAX).filter(|&code| code != Code::HOLE.0);
        for code in codes.map(Code) {
            let worth = code.worth().unwrap();
            assert_eq!(Code::of(worth), code);
            assert_eq!(worth.distance(), code.is_decided().then(|| code.distance()));
        }
        assert_eq!(Code::HOLE.worth(), None);
        assert_eq!(Code::win(126).0, 255);
        assert_eq!(Code::win(Code::LONGEST).0, u16::MAX);
    }

    #[test]
    fn better_values_are_larger() {
        assert!(
            TablebaseValue::Win(3) > TablebaseValue::Draw && TablebaseValue::Draw > TablebaseValue::Loss(2)
        );
        assert_eq!(TablebaseValue::of_end(Outcome::Margin(-3), Player::SECOND), TablebaseValue::Win(0));
    }
}
