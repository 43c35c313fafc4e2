//! Positions as text: the board, whose turn it is, what the turn has come to; with the cube also its value and owner, in
//! a match also the score.
//!
//! The board is 26 letters: the second player's bar, the points by the first player's count from 1 to 24, the first
//! player's bar. A capital is a number of the first player's checkers, A for one, a small letter of the second's.

use super::board::{BAR, Board, OFF, PLACES};
use super::gnu::GnuId;
use super::play_text;
use super::{Backgammon, LARGEST_CUBE, Move, Position, Stage};
use plybook_kernel::rows::side;
use plybook_kernel::{Game, History, Notation, Numbering, Player, ReadError};

/// The letters of the players.
pub(super) const SIDES: [&str; 2] = ["X", "O"];
/// The word for a game's first roll.
const FIRST: &str = "first";
/// The words of the stages that have no dice.
const STAGES: [(&str, Stage); 6] = [
    (FIRST, Stage::First),
    ("contest", Stage::Contest),
    ("turn", Stage::Turn),
    ("doubled", Stage::Doubled),
    ("roll", Stage::Roll),
    ("over", Stage::Over),
];
/// What follows the score in the Crawford game.
const CRAWFORD: char = 'c';

/// A position text on its way, with errors about parts of it.
struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn refuse<T>(
        &self,
        part: &str,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Result<T, ReadError> {
        let byte = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let error = ReadError::new("position", self.text, problem, remedy);
        Err(if byte <= self.text.len() { error.at(byte) } else { error })
    }

    /// The checkers, of which each player has at most so many; those that are missing are borne off.
    fn board(&self, part: &str, checkers: u8) -> Result<Board, ReadError> {
        let letters = part.chars().count();
        if letters != PLACES {
            let remedy = format!("write {PLACES}: a bar, 24 points, a bar");
            return self.refuse(part, format!("the board has {letters} places"), remedy);
        }
        let mut places = [[0u8; PLACES]; 2];
        for (place, letter) in part.char_indices().enumerate().map(|(place, (_, letter))| (place, letter)) {
            let least = if letter.is_ascii_uppercase() { b'A' } else { b'a' };
            let many = match letter {
                '-' => continue,
                _ if letter.is_ascii_alphabetic() => letter as u8 - least + 1,
                _ => {
                    let remedy = "use A to O for X, a to o for O, and - for an empty point";
                    return self.refuse(part, format!("`{letter}` in the board"), remedy);
                }
            };
            let (player, own) = if least == b'A' { (0, place) } else { (1, BAR - place) };
            if own == OFF {
                let remedy = "the first place is O's bar, the last one X's";
                return self.refuse(part, format!("`{letter}` on the other player's bar"), remedy);
            }
            places[player][own] = many;
        }
        for (player, side) in places.iter_mut().enumerate() {
            let found = side.iter().map(|&many| u32::from(many)).sum::<u32>();
            let Some(missing) = u32::from(checkers).checked_sub(found) else {
                let problem = format!("{found} checkers of {}", SIDES[player]);
                return self.refuse(part, problem, format!("there are {checkers}"));
            };
            side[OFF] = missing as u8;
        }
        Ok(Board::new(places))
    }

    fn stage(&self, part: &str) -> Result<Stage, ReadError> {
        if let Some(&(_, stage)) = STAGES.iter().find(|&&(word, _)| word == part) {
            return Ok(stage);
        }
        if let Some([high, low]) = dice(part).filter(|[high, low]| high >= low) {
            return Ok(Stage::Play([high, low]));
        }
        let words: Vec<&str> = STAGES.iter().map(|&(word, _)| word).collect();
        let remedy = format!("write the dice, the larger number first, or one of: {}", words.join(", "));
        self.refuse(part, format!("`{part}` is no stage of a turn"), remedy)
    }

    fn cube(&self, part: &str) -> Result<(u8, Option<Player>), ReadError> {
        let digits = part.trim_end_matches(|letter| "XO".contains(letter));
        let owner = match &part[digits.len()..] {
            "" => None,
            letter if letter.len() == 1 => Some(side(self.text, &part[digits.len()..], &SIDES)?),
            _ => return self.refuse(part, format!("the cube `{part}`"), "write like 1, 2X or 4O"),
        };
        let value: Option<u8> = digits.parse().ok().filter(|value: &u8| {
            value.is_power_of_two() && *value <= LARGEST_CUBE && digits == value.to_string()
        });
        match value {
            Some(value) if (value == 1) == owner.is_none() => Ok((value, owner)),
            _ => self.refuse(
                part,
                format!("the cube `{part}`"),
                "write 1, or 2 to 64 with its owner: 2X or 4O",
            ),
        }
    }

    fn score(&self, part: &str, points: u8) -> Result<([u8; 2], bool), ReadError> {
        let crawford = part.ends_with(CRAWFORD);
        let numbers = part.strip_suffix(CRAWFORD).unwrap_or(part);
        let number = |text: &str| text.parse::<u8>().ok().filter(|number| text == number.to_string());
        let both = numbers.split_once('-').and_then(|(one, other)| Some([number(one)?, number(other)?]));
        match both {
            Some(score) if score.iter().all(|&won| won <= points) && score != [points; 2] => {
                Ok((score, crawford))
            }
            _ => {
                let remedy =
                    format!("write the points of X and O, at most {points}: 3-2, or 3-2c in a Crawford game");
                self.refuse(part, format!("the score `{part}`"), remedy)
            }
        }
    }
}

/// Two dice written as two digits.
pub(super) fn dice(text: &str) -> Option<[u8; 2]> {
    match text.as_bytes() {
        &[high @ b'1'..=b'6', low @ b'1'..=b'6'] => Some([high - b'0', low - b'0']),
        _ => None,
    }
}

impl Backgammon {
    /// Refuses what cannot come up.
    fn check(&self, reader: &Reader<'_>, at: &Position) -> Result<(), ReadError> {
        let refuse = |problem: &str, remedy: &str| reader.refuse(reader.text, problem, remedy);
        let points = self.points.unwrap_or(u8::MAX);
        let won = at.score.contains(&points);
        let (over, winner) = (at.stage == Stage::Over, at.winner());
        if Player::all(2).all(|player| at.board.of(player)[OFF] == self.checkers()) {
            return refuse("both players have borne off all checkers", "leave one of them checkers");
        }
        if winner.is_some() && !over {
            return refuse("the game is over: a player has borne off all checkers", "write `over`");
        }
        if over && winner == Some(at.mover) {
            return refuse("the turn of a player who has won", "name the other player");
        }
        if self.points.is_some() && won != over {
            return refuse(
                "the match is over when a player has all points, and only then",
                "change the score",
            );
        }
        if self.points.is_some() && over && at.score[at.mover.other().index()] != points {
            return refuse("the turn of a player who has won the match", "name the other player");
        }
        if over && winner.is_none() && !self.cube {
            return refuse("the game is not over: both players have checkers", "write another stage");
        }
        let nearly = at.score.iter().filter(|&&won| won == points - 1).count();
        if at.crawford && (!self.cube || nearly != 1 || at.cube > 1) {
            return refuse(
                "no Crawford game",
                "it is played when one player is first a point away, without the cube",
            );
        }
        match at.stage {
            Stage::First | Stage::Contest => self.check_beginning(reader, at),
            Stage::Turn if !self.may_double(at) => {
                refuse("the player to move may not double", "write `roll`")
            }
            Stage::Doubled if !self.may_double(&Position { mover: at.mover.other(), ..*at }) => {
                refuse("the other player may not have doubled", "write `roll`")
            }
            _ => Ok(()),
        }
    }

    /// A game begins with the usual position, and with a contest in a match after its first game.
    fn check_beginning(&self, reader: &Reader<'_>, at: &Position) -> Result<(), ReadError> {
        let refuse = |problem: &str, remedy: &str| reader.refuse(reader.text, problem, remedy);
        if at.board != self.board() || at.cube != 1 {
            return refuse("no beginning of a game", "write `roll`");
        }
        let later = at.score != [0; 2];
        if later != (at.stage == Stage::Contest) {
            let remedy = "write `first` for the first game and `contest` for later ones";
            return refuse("the beginning of another game of the match", remedy);
        }
        if at.stage == Stage::Contest && at.mover != Player::FIRST {
            return refuse("both players roll for the start", "write X");
        }
        Ok(())
    }
}

impl Notation for Backgammon {
    fn text(&self, at: &Position) -> String {
        let mut text = String::with_capacity(48);
        for place in 0..PLACES {
            let many = |player, own: usize| if own == OFF { 0 } else { at.board.of(player)[own] };
            let (first, second) = (many(Player::FIRST, place), many(Player::SECOND, BAR - place));
            text.push(match (first, second) {
                (0, 0) => '-',
                (0, second) => char::from(b'a' + second - 1),
                (first, _) => char::from(b'A' + first - 1),
            });
        }
        text += &format!(" {} ", SIDES[at.mover.index()]);
        match at.stage {
            Stage::Play([high, low]) => text += &format!("{high}{low}"),
            stage => {
                text += STAGES.iter().find(|&&(_, other)| other == stage).map_or(FIRST, |&(word, _)| word)
            }
        }
        if self.cube {
            text += &format!(" {}{}", at.cube, at.owner.map_or("", |owner| SIDES[owner.index()]));
        }
        if self.points.is_some() {
            text += &format!(" {}-{}", at.score[0], at.score[1]);
            text.extend(at.crawford.then_some(CRAWFORD));
        }
        text
    }

    /// Besides such texts GNU Backgammon's position and match IDs are read, with a colon between them.
    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let reader = Reader { text };
        if let Some(id) = GnuId::parse(text) {
            let at = self
                .read_gnu(&id)
                .map_err(|(problem, remedy)| ReadError::new("position", text, problem, remedy))?;
            self.check(&reader, &at)?;
            return Ok(at);
        }
        let parts: Vec<&str> = text.split(' ').collect();
        let wanted = 3 + usize::from(self.cube) + usize::from(self.points.is_some());
        if parts.len() != wanted {
            let problem = format!("{} parts separated by spaces, not {wanted}", parts.len());
            let remedy = format!("write it like `{}`", self.text(&self.start()));
            return Err(ReadError::new("position", text, problem, remedy));
        }
        let board = reader.board(parts[0], self.checkers())?;
        let mover = side(text, parts[1], &SIDES)?;
        let stage = reader.stage(parts[2])?;
        let (cube, owner) = if self.cube { reader.cube(parts[3])? } else { (1, None) };
        let (score, crawford) = match (self.points, parts.last()) {
            (Some(points), Some(score)) => reader.score(score, points)?,
            _ => ([0; 2], false),
        };
        let at = Position { board, mover, stage, cube, owner, score, crawford };
        self.check(&reader, &at)?;
        Ok(at)
    }

    fn move_text(&self, at: &Position, mv: Move) -> String {
        match mv {
            Move::Roll([first, second]) if at.stage == Stage::Contest => format!("{first}-{second}"),
            Move::Roll([high, low]) => format!("{high}{low}"),
            Move::Play(play) => play_text::write(&at.board, at.mover, &play),
            Move::NoDouble => "roll".to_owned(),
            Move::Double => "double".to_owned(),
            Move::Take => "take".to_owned(),
            Move::Drop => "drop".to_owned(),
        }
    }

    /// Any way to write a play is understood that leads to the same position; parts are separated by commas or spaces.
    fn read_move(&self, at: &Position, text: &str) -> Result<Move, ReadError> {
        let legal = self.legal(at);
        let said = legal.iter().find(|&&mv| self.move_text(at, mv) == text);
        let turned = || match (at.stage, dice(text)) {
            (Stage::First | Stage::Roll, Some([one, other])) => {
                Some(Move::Roll([one.max(other), one.min(other)]))
            }
            _ => None,
        };
        let reached =
            || play_text::read(&at.board, at.mover, text).filter(|_| matches!(at.stage, Stage::Play(_)));
        let found = said.copied().or_else(|| turned().filter(|roll| legal.contains(roll))).or_else(|| {
            let board = reached()?;
            legal.iter().copied().find(|&mv| match mv {
                Move::Play(play) => play_text::after(&at.board, at.mover, &play) == board,
                _ => false,
            })
        });
        found.ok_or_else(|| self.no_such_move(at, text))
    }

    /// Rolls stand between the moves, which no numbers tell apart.
    fn numbering(&self, _: &Position, _: &History) -> Numbering {
        Numbering::None
    }

    fn is_pass(&self, _: &Position, mv: Move) -> bool {
        matches!(mv, Move::Play(play) if play.parts().is_empty())
    }
}
