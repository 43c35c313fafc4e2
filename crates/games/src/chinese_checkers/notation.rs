//! Chinese checkers as text: the rows of the star from the top, whose turn it is, and who is placed where the others play on.

use super::{ChineseCheckers, Move, PASS, Position};
use plybook_kernel::rows::side;
use plybook_kernel::{Game, MOST_PLAYERS, Notation, Player, ReadError, star_rows};

/// The letters of the players.
pub(super) const LETTERS: [&str; MOST_PLAYERS] = ["X", "O", "Y", "Z", "V", "W"];
/// What a move is called that changes nothing.
pub(super) const PASS_WORD: &str = "pass";
/// What stands for nobody placed.
const NOBODY: &str = "-";

impl ChineseCheckers {
    /// Reads the rows: the owner of each cell, the top left one first.
    fn read_star(&self, text: &str, board: &str) -> Result<Vec<Option<usize>>, ReadError> {
        let refuse = |byte: usize, problem: String, remedy: String| {
            Err(ReadError::new("position", text, problem, remedy).at(byte))
        };
        let lengths = star_rows(self.star.side);
        let found = board.split('/').count();
        if found != lengths.len() {
            let remedy = format!("write {} rows from the top with `/` between them", lengths.len());
            return refuse(0, format!("the board has {found} rows"), remedy);
        }
        let letters = &LETTERS[..usize::from(self.players)];
        let mut owners = Vec::with_capacity(self.star.cells());
        let mut byte = 0;
        for (row, &length) in board.split('/').zip(&lengths) {
            let before = owners.len();
            let mut run = 0usize;
            for (offset, letter) in row.char_indices() {
                if let Some(digit) = letter.to_digit(10) {
                    run = run * 10 + digit as usize;
                    if run == 0 || run > length {
                        let problem = format!("a run of {run} free cells in a row of {length}");
                        return refuse(byte + offset, problem, "write how many there are".to_owned());
                    }
                    continue;
                }
                owners.extend(std::iter::repeat_n(None, std::mem::take(&mut run)));
                let Some(owner) = letters.iter().position(|other| other.starts_with(letter)) else {
                    let remedy = format!("use {} and numbers for free cells", letters.join(", "));
                    return refuse(byte + offset, format!("`{letter}` is no player's piece"), remedy);
                };
                owners.push(Some(owner));
            }
            owners.extend(std::iter::repeat_n(None, run));
            if owners.len() != before + length {
                let problem = format!("the row `{row}` has {} cells", owners.len() - before);
                return refuse(byte, problem, format!("this row has {length}"));
            }
            byte += row.len() + 1;
        }
        Ok(owners)
    }

    /// Reads the players who are placed.
    fn read_placed(&self, text: &str, word: &str, at: &mut Position) -> Result<(), ReadError> {
        let refuse = |problem: String| {
            let remedy = "write each placed player once, the winner first, or - for nobody";
            Err(ReadError::new("position", text, problem, remedy))
        };
        for letter in if word == NOBODY { "" } else { word }.chars() {
            let player =
                LETTERS[..usize::from(self.players)].iter().position(|other| other.starts_with(letter));
            match player.map(|player| Player(player as u8)) {
                Some(player) if !at.is_placed(player) && at.count + 1 < self.players => at.place(player),
                _ => return refuse(format!("`{letter}` cannot be placed in `{word}`")),
            }
        }
        if word.is_empty() {
            return refuse("nobody named as placed".to_owned());
        }
        if at.is_placed(at.mover) {
            return refuse(format!("the turn of {}, who is placed", LETTERS[at.mover.index()]));
        }
        let due =
            Player::all(self.players).find(|&player| !at.is_placed(player) && self.has_filled(at, player));
        match due {
            Some(player) if at.count + 1 < self.players => {
                refuse(format!("{} has filled the goal and is not placed", LETTERS[player.index()]))
            }
            _ => Ok(()),
        }
    }
}

impl Notation for ChineseCheckers {
    fn text(&self, at: &Position) -> String {
        let mut text = String::new();
        let (mut cell, mut run) = (0, 0u32);
        for (number, length) in star_rows(self.star.side).into_iter().enumerate() {
            if number > 0 {
                text.push('/');
            }
            for _ in 0..length {
                match at.owner(cell) {
                    None => run += 1,
                    Some(owner) => text += LETTERS[owner],
                }
                cell += 1;
                let ends = at.owner(cell).is_some()
                    || self.star.rows.get(cell).is_none_or(|&[row, _]| row != number);
                if ends && run > 0 {
                    text += &std::mem::take(&mut run).to_string();
                }
            }
        }
        text += " ";
        text += LETTERS[at.mover.index()];
        if self.places {
            text += " ";
            let placed = &at.placed[..usize::from(at.count)];
            placed.iter().for_each(|&player| text += LETTERS[usize::from(player)]);
            text += if placed.is_empty() { NOBODY } else { "" };
        }
        text
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let parts: Vec<&str> = text.split(' ').collect();
        let wanted = 2 + usize::from(self.places);
        if parts.len() != wanted {
            let problem = format!("{} parts separated by spaces, not {wanted}", parts.len());
            let remedy = format!("write it like `{}`", self.text(&self.start()));
            return Err(ReadError::new("position", text, problem, remedy));
        }
        let mut at = self.start();
        at.pieces = [0; MOST_PLAYERS];
        for (cell, owner) in self.read_star(text, parts[0])?.into_iter().enumerate() {
            owner.into_iter().for_each(|owner| at.pieces[owner] |= 1 << cell);
        }
        let all = self.home(Player::FIRST).count_ones();
        for player in Player::all(self.players) {
            let found = at.pieces[player.index()].count_ones();
            if found != all {
                let problem = format!("{found} pieces of {}", LETTERS[player.index()]);
                return Err(ReadError::new("position", text, problem, format!("every player has {all}")));
            }
        }
        at.mover = side(text, parts[1], &LETTERS[..usize::from(self.players)])?;
        if self.places {
            self.read_placed(text, parts[2], &mut at)?;
        }
        at.key = self.key_of(&at);
        Ok(at)
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        if mv == PASS {
            return PASS_WORD.to_owned();
        }
        format!("{}-{}", self.star.name(mv.from.into()), self.star.name(mv.to.into()))
    }

    fn is_pass(&self, _: &Position, mv: Move) -> bool {
        mv == PASS
    }
}
