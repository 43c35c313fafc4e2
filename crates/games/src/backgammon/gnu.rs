//! GNU Backgammon's position and match IDs: 80 bits for the checkers, 66 for everything else, in base 64.
//!
//! | bits of a match ID | what |
//! |---|---|
//! | 1-4 | the cube, as a power of two |
//! | 5-6 | its owner: 0, 1, or 3 for nobody |
//! | 7 | who rolls |
//! | 8 | the Crawford game |
//! | 9-11 | 0 no game, 1 a game, 2 over, 3 resigned, 4 dropped |
//! | 12 | whose decision it is |
//! | 13 | a double is offered |
//! | 14-15 | a resignation is offered |
//! | 16-18, 19-21 | the dice |
//! | 22-36 | the length of the match, 0 for a single game |
//! | 37-51, 52-66 | the points of both |
//!
//! A position ID holds the player's checkers who is not on roll, then the other's: from the ace point to the bar a 1 for
//! each checker and a 0 behind each point.

use super::board::{BAR, Board, OFF, PLACES};
use super::{Backgammon, Position, Stage};
use plybook_kernel::Player;
use std::fmt;

/// The digits of base 64.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Bytes of a position ID.
const POSITION: usize = 10;
/// Bytes of a match ID.
const MATCH: usize = 9;
/// The game state of a game that is being played, and of one that is over.
const PLAYING: u32 = 1;
const OVER: u32 = 2;
/// Nobody's cube.
const NOBODY: u32 = 3;

/// What is wrong with an ID, and what would be right.
type Wrong = (String, &'static str);

/// A position ID and a match ID.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GnuId {
    position: [u8; POSITION],
    rest: [u8; MATCH],
}

impl GnuId {
    /// Reads both IDs with a colon between them; `None` if the text is not of that form.
    #[must_use]
    pub fn parse(text: &str) -> Option<GnuId> {
        let (position, rest) = text.split_once(':')?;
        Some(GnuId { position: decode(position)?, rest: decode(rest)? })
    }
}

impl fmt::Display for GnuId {
    /// Both IDs with a colon between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", encode(&self.position), encode(&self.rest))
    }
}

/// Bytes in base 64 without padding.
fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let word =
            (0..3).fold(0, |word, place| word << 8 | u32::from(group.get(place).copied().unwrap_or(0)));
        for digit in 0..=group.len() {
            text.push(char::from(DIGITS[(word >> (18 - 6 * digit)) as usize & 63]));
        }
    }
    text
}

/// Exactly so many bytes; `None` for other texts, also for those with bits beyond the last byte.
fn decode<const BYTES: usize>(text: &str) -> Option<[u8; BYTES]> {
    if text.len() != (8 * BYTES).div_ceil(6) {
        return None;
    }
    let mut bytes = [0; BYTES];
    for (number, digit) in text.bytes().enumerate() {
        let value = DIGITS.iter().position(|&other| other == digit)?;
        for bit in 0..6 {
            let place = 6 * number + bit;
            let set = value >> (5 - bit) & 1;
            match bytes.get_mut(place / 8) {
                Some(byte) => *byte |= (set as u8) << (7 - place % 8),
                None if set == 1 => return None,
                None => {}
            }
        }
    }
    Some(bytes)
}

/// Numbers of some bits each, the lowest bit first.
struct Bits<'a> {
    bytes: &'a mut [u8],
    place: usize,
}

impl Bits<'_> {
    fn put(&mut self, width: usize, value: u32) {
        for bit in 0..width {
            if value >> bit & 1 == 1 {
                self.bytes[self.place / 8] |= 1 << (self.place % 8);
            }
            self.place += 1;
        }
    }

    fn take(&mut self, width: usize) -> u32 {
        let mut value = 0;
        for bit in 0..width {
            let byte = self.bytes.get(self.place / 8).copied().unwrap_or(0);
            value |= u32::from(byte >> (self.place % 8) & 1) << bit;
            self.place += 1;
        }
        value
    }
}

impl Backgammon {
    /// The IDs of a position; the first player is GNU Backgammon's player 0. A game that begins is written as one in
    /// which the mover is to roll.
    #[must_use]
    pub fn gnu_id(&self, at: &Position) -> GnuId {
        let mut id = GnuId { position: [0; POSITION], rest: [0; MATCH] };
        // Who has doubled is still on roll.
        let roller = if at.stage == Stage::Doubled { at.mover.other() } else { at.mover };
        let mut bits = Bits { bytes: &mut id.position, place: 0 };
        for player in [roller.other(), roller] {
            for &many in &at.board.of(player)[1..] {
                bits.put(usize::from(many) + 1, (1 << many) - 1);
            }
        }
        let [first, second] = if let Stage::Play(dice) = at.stage { dice } else { [0; 2] };
        let mut bits = Bits { bytes: &mut id.rest, place: 0 };
        for (width, value) in [
            (4, at.cube.trailing_zeros()),
            (2, at.owner.map_or(NOBODY, |owner| owner.0.into())),
            (1, roller.0.into()),
            (1, at.crawford.into()),
            (3, if at.stage == Stage::Over { OVER } else { PLAYING }),
            (1, at.mover.0.into()),
            (1, (at.stage == Stage::Doubled).into()),
            (2, 0),
            (3, first.into()),
            (3, second.into()),
            (15, self.points.unwrap_or(0).into()),
            (15, at.score[0].into()),
            (15, at.score[1].into()),
        ] {
            bits.put(width, value);
        }
        id
    }

    /// The position of two IDs, as far as these rules have such a one.
    pub(super) fn read_gnu(&self, id: &GnuId) -> Result<Position, Wrong> {
        let (mut position, mut rest) = (id.position, id.rest);
        let mut bits = Bits { bytes: &mut rest, place: 0 };
        let [cube, owner, roller, crawford, state, decides, doubled, resigned, one, other, length] =
            [4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15].map(|width| bits.take(width));
        let score = [15, 15].map(|width| bits.take(width));
        if state != PLAYING || resigned != 0 {
            return Err((
                "a match ID of a game that is not being played".to_owned(),
                "take one of a running game",
            ));
        }
        if length != self.points.map_or(0, u32::from) {
            let problem = format!("a match ID of {length} points");
            return Err((problem, "choose the option points=N with as many, and none for a single game"));
        }
        if (cube > 0 || owner != NOBODY || doubled == 1) && !self.cube {
            return Err(("a match ID with the cube".to_owned(), "choose the option cube=on"));
        }
        if cube > 6
            || (cube > 0) == (owner == NOBODY)
            || owner == 2
            || one > 6
            || other > 6
            || (one == 0) != (other == 0)
        {
            let problem = format!("a match ID with the cube 2^{cube} and the dice {one} and {other}");
            return Err((problem, "copy the ID anew"));
        }
        if score.iter().any(|&won| won > 0 && won >= length) {
            return Err((format!("a match ID with the score {}-{}", score[0], score[1]), "copy the ID anew"));
        }
        let roller = Player(roller as u8);
        let mut bits = Bits { bytes: &mut position, place: 0 };
        let mut places = [[0u8; PLACES]; 2];
        for player in [roller.other(), roller] {
            let side = &mut places[player.index()];
            for place in &mut side[1..] {
                while bits.place < 8 * POSITION && bits.take(1) == 1 {
                    *place += 1;
                }
            }
            let found: u8 = side.iter().sum();
            let missing = self.checkers().checked_sub(found);
            side[OFF] = missing
                .ok_or((format!("a position ID with {found} checkers of a player"), "copy the ID anew"))?;
        }
        if let Some(point) = (1..BAR).find(|&point| places[0][point] > 0 && places[1][BAR - point] > 0) {
            return Err((
                format!("a position ID with checkers of both players on point {point}"),
                "copy the ID anew",
            ));
        }
        let (high, low) = (one.max(other) as u8, one.min(other) as u8);
        let at = Position {
            board: Board::new(places),
            mover: if doubled == 1 { roller.other() } else { roller },
            stage: Stage::Roll,
            cube: 1 << cube,
            owner: (owner != NOBODY).then_some(Player(owner as u8)),
            score: score.map(|won| won as u8),
            crawford: crawford == 1,
        };
        if decides != u32::from(at.mover.0) && (doubled == 1 || high > 0) {
            return Err(("a match ID in which the wrong player decides".to_owned(), "copy the ID anew"));
        }
        let stage = match (doubled, high) {
            (1, _) => Stage::Doubled,
            (_, 0) => self.beginning(&at),
            _ => Stage::Play([high, low]),
        };
        Ok(Position { stage, ..at })
    }
}
