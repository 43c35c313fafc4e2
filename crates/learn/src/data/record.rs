//! A whole game in few bytes: where it began, the ordinals of its moves, the value of each search, the outcome.

use plybook_kernel::{Game, Outcome, Player, Score};

/// What stands in the place of a value where no search chose the move: a random ply of the opening.
pub const NO_VALUE: i16 = i16::MIN;
/// From this value on a search had proved the win; its negative says the same of a loss.
pub const WON: i16 = 32_000;

/// One game in so many is held out.
const HELD_OUT: u64 = 20;

/// A move of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedPly {
    /// The move's place in the list of the position's moves, whose order the rules fix.
    pub ordinal: u16,
    /// What the search said, in hundredths of a point for the player to move: at least `WON` for a proven win,
    /// `NO_VALUE` for a random move.
    pub value: i16,
}

impl RecordedPly {
    /// The value of a search as it is recorded.
    #[must_use]
    pub fn value_of(score: Score) -> i16 {
        if score.is_win() {
            WON
        } else if score.is_loss() {
            -WON
        } else {
            score.raw().clamp(1 - i32::from(WON), i32::from(WON) - 1) as i16
        }
    }
}

/// A game of two players without chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The number by which everything random in it was drawn.
    pub number: u64,
    /// Which of the starts it began from.
    pub start: u32,
    /// The moves.
    pub plies: Vec<RecordedPly>,
    /// How it ended: a win, a draw or a margin.
    pub outcome: Outcome,
}

/// Outcomes in a file.
const DRAW: u8 = 0;
const FIRST_WON: u8 = 1;
const SECOND_WON: u8 = 2;
const MARGIN: u8 = 3;

impl GameRecord {
    /// Whether the game is held out to judge what was learnt from the others.
    #[must_use]
    pub const fn is_held_out(&self) -> bool {
        self.number % HELD_OUT == HELD_OUT - 1
    }

    /// Appends the game to the contents of a file. False, and nothing appended, for an outcome that games of two players
    /// do not have.
    pub(super) fn write(&self, out: &mut Vec<u8>) -> bool {
        let (kind, margin) = match self.outcome {
            Outcome::Draw => (DRAW, None),
            Outcome::Win(Player::FIRST) => (FIRST_WON, None),
            Outcome::Win(Player::SECOND) => (SECOND_WON, None),
            Outcome::Margin(margin) => (MARGIN, Some(margin)),
            Outcome::Win(_) | Outcome::Shares(_) => return false,
        };
        write_number(out, self.number);
        write_number(out, u64::from(self.start));
        out.push(kind);
        if let Some(margin) = margin {
            out.extend(margin.to_le_bytes());
        }
        write_number(out, self.plies.len() as u64);
        self.plies.iter().for_each(|ply| write_number(out, u64::from(ply.ordinal)));
        self.plies.iter().for_each(|ply| out.extend(ply.value.to_le_bytes()));
        true
    }

    /// Takes a game off the front of some bytes; `None` if they hold none.
    pub(super) fn read(bytes: &mut &[u8]) -> Option<GameRecord> {
        let number = read_number(bytes)?;
        let start = read_number(bytes)?.try_into().ok()?;
        let (&kind, rest) = bytes.split_first()?;
        *bytes = rest;
        let outcome = match kind {
            DRAW => Outcome::Draw,
            FIRST_WON => Outcome::Win(Player::FIRST),
            SECOND_WON => Outcome::Win(Player::SECOND),
            MARGIN => Outcome::Margin(i32::from_le_bytes(take(bytes)?)),
            _ => return None,
        };
        let length = usize::try_from(read_number(bytes)?).ok()?;
        // A ply takes three bytes at least: a length that cannot be true must not ask for memory.
        if length > bytes.len() / 3 {
            return None;
        }
        let mut plies = Vec::with_capacity(length);
        for _ in 0..length {
            plies.push(RecordedPly { ordinal: read_number(bytes)?.try_into().ok()?, value: NO_VALUE });
        }
        for ply in &mut plies {
            ply.value = i16::from_le_bytes(take(bytes)?);
        }
        Some(GameRecord { number, start, plies, outcome })
    }

    /// Calls `each` with every position before a move of the game, the ply and the move. False if the moves cannot be
    /// followed: then the game is of other rules.
    pub fn follow<G: Game>(
        &self,
        game: &G,
        starts: &[G::Position],
        mut each: impl FnMut(&G::Position, RecordedPly, G::Move),
    ) -> bool {
        let Some(mut at) = starts.get(self.start as usize).cloned() else { return false };
        let mut moves = Vec::new();
        for &ply in &self.plies {
            moves.clear();
            if game.outcome(&at).is_none() {
                game.moves(&at, &mut moves);
            }
            let Some(&mv) = moves.get(usize::from(ply.ordinal)) else { return false };
            each(&at, ply, mv);
            game.play(&mut at, mv);
        }
        true
    }
}

/// Seven bits in a byte, the lowest first; the eighth says that more follow.
fn write_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let part = u64::from(byte & 0x7f);
        if part << shift >> shift != part {
            return None;
        }
        number |= part << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (head, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*head)
}
