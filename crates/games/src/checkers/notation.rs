//! Positions and moves as they are written in PDN, the Portable Draughts Notation.

use super::board::{CROWNING, MEN, SQUARES, bit_of, bits, square_of};
use super::path::Move;
use super::{Checkers, Position};
use plybook_kernel::{Game, Notation, Player, ReadError};

/// What a position looks like, for messages.
const SHAPE: &str = "write it like `B:W18,K22,32:B1,2,K27`";
/// The letters of the players.
pub(super) const LETTERS: [char; 2] = ['B', 'W'];
const NAMES: [&str; 2] = ["Black", "White"];

/// The pieces of one side as a list of squares.
fn write_side(at: &Position, player: Player) -> String {
    let mut text = LETTERS[player.index()].to_string();
    for (number, bit) in bits(at.pieces(player)).enumerate() {
        let comma = if number > 0 { "," } else { "" };
        let crown = if at.kings(player) >> bit & 1 == 1 { "K" } else { "" };
        text += &format!("{comma}{crown}{}", square_of(bit) + 1);
    }
    text
}

/// A position text while it is read.
struct Reader<'a> {
    text: &'a str,
    pieces: [u64; 2],
    kings: u64,
}

impl Reader<'_> {
    fn error(&self, byte: usize, problem: impl Into<String>, remedy: impl Into<String>) -> ReadError {
        ReadError::new("position", self.text, problem, remedy).at(byte)
    }

    /// The player whose letter begins `part`, which starts at `byte`.
    fn player(&self, byte: usize, part: &str) -> Result<Player, ReadError> {
        let first = part.chars().next();
        match LETTERS.iter().position(|&letter| Some(letter) == first) {
            Some(player) => Ok(Player(player as u8)),
            None => {
                let found = first.map_or("nothing".to_owned(), |letter| format!("`{letter}`"));
                Err(self.error(byte, format!("{found} stands where a side should"), "write B or W"))
            }
        }
    }

    /// Reads the list of one side's squares, such as `21,K22,25-28`.
    fn list(&mut self, mut byte: usize, player: Player, list: &str) -> Result<(), ReadError> {
        if list.is_empty() {
            return Ok(());
        }
        for item in list.split(',') {
            let (king, squares) = match item.strip_prefix('K') {
                Some(squares) => (true, squares),
                None => (false, item),
            };
            let (first, last) = squares.split_once('-').unwrap_or((squares, squares));
            let range = self.square(byte, item, first)?..=self.square(byte, item, last)?;
            if range.is_empty() {
                return Err(self.error(
                    byte,
                    format!("`{item}` runs backwards"),
                    "write the lower number first",
                ));
            }
            for square in range {
                self.put(byte, player, king, square)?;
            }
            byte += item.len() + 1;
        }
        Ok(())
    }

    /// Reads the number of a square; gives it counted from zero.
    fn square(&self, byte: usize, item: &str, number: &str) -> Result<usize, ReadError> {
        let plain = number.bytes().all(|digit| digit.is_ascii_digit()) && !number.starts_with('0');
        match number.parse::<usize>() {
            Ok(square) if plain && (1..=SQUARES).contains(&square) => Ok(square - 1),
            _ => {
                let remedy = format!("squares have numbers from 1 to {SQUARES}; kings a `K` before it");
                Err(self.error(byte, format!("`{item}` names no square"), remedy))
            }
        }
    }

    fn put(&mut self, byte: usize, player: Player, king: bool, square: usize) -> Result<(), ReadError> {
        let here = 1 << bit_of(square);
        let name = square + 1;
        if (self.pieces[0] | self.pieces[1]) & here != 0 {
            let remedy = "a square holds one piece: name it once";
            return Err(self.error(byte, format!("square {name} is taken twice"), remedy));
        }
        if !king && CROWNING[player.index()] & here != 0 {
            let problem = format!("a man of {} stands on {name}, his crowning row", NAMES[player.index()]);
            return Err(self.error(byte, problem, format!("write `K{name}`: he is a king there")));
        }
        self.pieces[player.index()] |= here;
        self.kings |= if king { here } else { 0 };
        if self.pieces[player.index()].count_ones() > MEN {
            let problem = format!("{} has more than {MEN} pieces", NAMES[player.index()]);
            return Err(self.error(
                byte,
                problem,
                format!("a side has {MEN} at the start and never gets more"),
            ));
        }
        Ok(())
    }

    fn position(mut self) -> Result<Position, ReadError> {
        let text = self.text.strip_suffix('.').unwrap_or(self.text);
        let parts: Vec<&str> = text.split(':').collect();
        let &[side, first, second] = parts.as_slice() else {
            return Err(self.error(0, format!("{} parts with `:` between them, not 3", parts.len()), SHAPE));
        };
        let mover = self.player(0, side)?;
        if side.len() != 1 {
            return Err(self.error(0, format!("`{side}` is not a side to move"), "write B or W"));
        }
        let starts = [side.len() + 1, side.len() + first.len() + 2];
        let players = [self.player(starts[0], first)?, self.player(starts[1], second)?];
        if players[0] == players[1] {
            let problem = format!("{} is listed twice", NAMES[players[0].index()]);
            return Err(self.error(starts[1], problem, SHAPE));
        }
        for ((start, player), list) in starts.into_iter().zip(players).zip([first, second]) {
            self.list(start + 1, player, &list[1..])?;
        }
        if self.pieces == [0, 0] {
            return Err(self.error(0, "the board is empty", "the last capture leaves a piece: set one up"));
        }
        Ok(Position::new(self.pieces, self.kings, mover))
    }
}

impl Notation for Checkers {
    fn text(&self, at: &Position) -> String {
        let [black, white] = [Player::FIRST, Player::SECOND].map(|player| write_side(at, player));
        format!("{}:{white}:{black}", LETTERS[at.mover().index()])
    }

    /// Also reads ranges such as `21-32`, the two lists in either order, and a dot at the end.
    fn read(&self, text: &str) -> Result<Position, ReadError> {
        Reader { text, pieces: [0, 0], kings: 0 }.position()
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        let squares: Vec<String> = mv.stops().map(|bit| (square_of(bit as usize) + 1).to_string()).collect();
        squares.join(if mv.jumps() == 0 { "-" } else { "x" })
    }

    /// Also reads a chain by its ends alone, `15x31` for `15x22x31`, where only one chain has them.
    fn read_move(&self, at: &Position, text: &str) -> Result<Move, ReadError> {
        let moves = self.legal(at);
        if let Some(&mv) = moves.iter().find(|&&mv| self.move_text(at, mv) == text) {
            return Ok(mv);
        }
        let ends = |mv: &Move| [mv.from(), mv.to()].map(|bit| (square_of(bit as usize) + 1).to_string());
        let meant: Vec<Move> =
            moves.into_iter().filter(|mv| mv.jumps() > 0 && ends(mv).join("x") == text).collect();
        match meant.as_slice() {
            [] => Err(self.no_such_move(at, text)),
            &[mv] => Ok(mv),
            several => {
                let texts: Vec<String> = several.iter().map(|&mv| self.move_text(at, mv)).collect();
                let problem = format!("{} chains have these ends", several.len());
                Err(ReadError::new("move", text, problem, format!("write one of: {}", texts.join(" "))))
            }
        }
    }
}
