//! Reads records from PGN, PDN and the PGN-like text of the other games.

use super::style::{CHECKERS, CHESS, ENGLISH_CHECKERS, Style};
use super::tokens::{DEEPEST, Token, Tokens};
use super::{
    GameRecord, GameResult, LONGEST_RECORD, MAX_WORDS, RecordError, RecordProblem, RecordedMove, annotation,
};
use crate::{Session, open};
use plybook_kernel::{Player, ReadError, Text};

/// What stands for something unknown in a tag.
const UNKNOWN: &str = "?";
/// What may follow a move to judge it.
const JUDGEMENTS: [char; 2] = ['!', '?'];
/// The words for castling rules that any rook and king may follow.
const CHESS960: [&str; 4] = ["chess960", "chess 960", "fischerandom", "fischer random"];
/// The words for standard chess.
const STANDARD_CHESS: [&str; 4] = ["standard", "chess", "from position", "normal"];

/// A game as it stands in the text, before anybody knows what it is.
#[derive(Default)]
struct Raw<'a> {
    line: usize,
    tags: Vec<(usize, &'a str, String)>,
    items: Vec<Item<'a>>,
}

enum Item<'a> {
    Word(usize, &'a str),
    Comment(&'a str),
}

impl Raw<'_> {
    fn tag(&self, name: &str) -> Option<(usize, &str)> {
        let found = self.tags.iter().find(|(_, other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(line, _, value)| (*line, value.as_str()))
    }
}

/// The games of a text, one after the other. After a mistake it goes on with the next game that has an `Event`.
pub struct Records<'a> {
    tokens: Tokens<'a>,
    wanted: Option<&'a str>,
    game: usize,
}

impl<'a> Records<'a> {
    /// The games of a text. `wanted` names the game where the text does not; where it names another, that is a
    /// mistake.
    #[must_use]
    pub fn new(text: &'a str, wanted: Option<&'a str>) -> Records<'a> {
        Records { tokens: Tokens::new(text), wanted, game: 0 }
    }

    /// The error for a place after which the next game must be looked for.
    fn lost(&mut self, line: usize, problem: RecordProblem) -> RecordError {
        self.tokens.recover();
        RecordError::at(self.game + 1, line, problem)
    }

    /// Collects one game's tags and moves; nothing at the end of the text. Variations are left out.
    fn raw(&mut self) -> Result<Option<Raw<'a>>, RecordError> {
        let mut raw = Raw::default();
        let mut open: Vec<usize> = Vec::new();
        let mut words = 0;
        loop {
            if !raw.items.is_empty() && self.tokens.at_tag() {
                break;
            }
            let line = self.tokens.line;
            let token = match self.tokens.next() {
                Ok(token) => token,
                Err(problem) => return Err(self.lost(line, problem)),
            };
            let Some((line, token)) = token else { break };
            if raw.line == 0 {
                raw.line = line;
            }
            match token {
                Token::Tag(name, value) => raw.tags.push((line, name, value)),
                Token::Open if open.len() == DEEPEST => {
                    return Err(self.lost(line, RecordProblem::TooDeep));
                }
                Token::Open => open.push(line),
                Token::Close if open.pop().is_none() => {
                    return Err(self.lost(line, RecordProblem::Stray(')')));
                }
                Token::Close => {}
                Token::Comment(_) | Token::Word(_) if !open.is_empty() => {}
                Token::Comment(text) => raw.items.push(Item::Comment(text)),
                Token::Word(word) => {
                    words += 1;
                    if words > MAX_WORDS {
                        return Err(self.lost(line, RecordProblem::TooManyWords));
                    }
                    raw.items.push(Item::Word(line, word));
                    if ends_a_game(word) {
                        return Ok(Some(raw));
                    }
                }
            }
        }
        match open.first() {
            Some(&line) => Err(RecordError::at(self.game + 1, line, RecordProblem::UnclosedVariation)),
            None if raw.tags.is_empty() && raw.items.is_empty() => Ok(None),
            None => Ok(Some(raw)),
        }
    }
}

/// Whether a word is a result whatever the game.
fn ends_a_game(word: &str) -> bool {
    ["*", "1-0", "0-1", "1/2-1/2", "1-0-0", "0-1-0", "0-0-1"].contains(&word)
}

impl Iterator for Records<'_> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let raw = match self.raw() {
            Ok(None) if self.game == 0 => {
                self.game = 1;
                return Some(Err(RecordError::at(0, self.tokens.line, RecordProblem::Empty)));
            }
            Ok(None) => return None,
            Ok(Some(raw)) => raw,
            Err(error) => {
                self.game += 1;
                return Some(Err(error));
            }
        };
        self.game += 1;
        let located = |(line, problem): (usize, RecordProblem)| RecordError::at(self.game, line, problem);
        Some(name(&raw, self.wanted).and_then(|(name, sure)| build(&raw, &name, sure)).map_err(located))
    }
}

type Located<T> = Result<T, (usize, RecordProblem)>;

/// The name of the game, and whether somebody said it.
fn name(raw: &Raw<'_>, wanted: Option<&str>) -> Located<(String, bool)> {
    let base = |name: &str| name.split(':').next().unwrap_or_default().to_owned();
    let found = named_by_tags(raw)?;
    match (found, wanted) {
        (Some((line, found)), Some(wanted)) if base(&found) != base(wanted) => {
            Err((line, RecordProblem::OtherGame { found, wanted: wanted.to_owned() }))
        }
        (Some((_, found)), Some(wanted)) if found == base(&found) => Ok((wanted.to_owned(), wanted != found)),
        (Some((_, found)), _) => {
            let sure = found != CHESS && found != CHECKERS;
            Ok((found, sure))
        }
        (None, Some(wanted)) => Ok((wanted.to_owned(), wanted != CHESS && wanted != CHECKERS)),
        (None, None) => {
            let square = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            let numeric = |word: &str| word.split(['-', 'x']).all(square) && word.contains(['-', 'x']);
            let move_of = |item: &Item<'_>| match item {
                Item::Word(_, word) => {
                    numeric(without_number(word)) && Style::Checkers.result(word).is_none()
                }
                Item::Comment(_) => false,
            };
            Ok((if raw.items.iter().any(move_of) { CHECKERS } else { CHESS }.to_owned(), false))
        }
    }
}

/// The game that the tags name, with the tag's line.
fn named_by_tags(raw: &Raw<'_>) -> Located<Option<(usize, String)>> {
    if let Some((line, name)) = raw.tag("Game") {
        return Ok(Some((line, name.to_owned())));
    }
    if let Some((line, kind)) = raw.tag("GameType") {
        if kind.split(',').next().map(str::trim) != Some(ENGLISH_CHECKERS) {
            let problem = format!("GameType {kind:?} is not known; {ENGLISH_CHECKERS} is English checkers");
            return Err((line, RecordProblem::Unknown(problem)));
        }
        return Ok(Some((line, CHECKERS.to_owned())));
    }
    let Some((line, variant)) = raw.tag("Variant") else { return Ok(None) };
    let lower = variant.to_ascii_lowercase();
    if STANDARD_CHESS.contains(&lower.as_str()) {
        return Ok(Some((line, CHESS.to_owned())));
    }
    if CHESS960.contains(&lower.as_str()) {
        return Ok(Some((line, format!("{CHESS}:960"))));
    }
    let problem = format!("the variant {variant:?} is not known; of chess we know Standard and Chess960");
    Err((line, RecordProblem::Unknown(problem)))
}

/// A word without the number of the move before it: `12.e4` and `12...e5` without their numbers.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match rest.trim_start_matches('.') {
        after if rest.len() > after.len() => after,
        _ => word,
    }
}

/// Makes the record of a named game. Where nobody named it, players who went on after a draw by repetition or by a
/// move limit are believed: they played without these rules.
fn build(raw: &Raw<'_>, name: &str, sure: bool) -> Located<GameRecord> {
    let mut drawn_earlier = false;
    let built = replay(raw, name, &mut drawn_earlier);
    let looser = match name {
        CHESS => "chess:repetition=off,fifty=off",
        CHECKERS => "checkers:repetition=off,limit=off",
        _ => return built,
    };
    if built.is_err() && drawn_earlier && !sure { replay(raw, looser, &mut drawn_earlier) } else { built }
}

fn replay(raw: &Raw<'_>, name: &str, drawn_earlier: &mut bool) -> Located<GameRecord> {
    let style = Style::of(name);
    let named = raw.tag("Game").map_or(raw.line, |(line, _)| line);
    let game = open(name).map_err(|error| (named, error.into()))?;
    let position = raw.tag("FEN").or_else(|| raw.tag("Position"));
    let opened = game.session(position.map(|(_, text)| text));
    let mut session = opened.map_err(|error| (position.map_or(raw.line, |(line, _)| line), error.into()))?;
    let mut record = GameRecord {
        game: name.to_owned(),
        position: position.map(|_| session.text()),
        ..GameRecord::default()
    };
    read_tags(raw, style, game.player_names(), &mut record);
    let mut first = true;
    for item in &raw.items {
        match *item {
            Item::Comment(text) => match record.moves.last_mut() {
                Some(mv) => annotation::read(text, mv, first, style),
                None => {
                    let mut before = RecordedMove { comment: record.comment, ..RecordedMove::default() };
                    annotation::read(text, &mut before, first, style);
                    record.comment = before.comment;
                }
            },
            Item::Word(line, word) => {
                if let Some(result) = style.result(word) {
                    record.result = result;
                    continue;
                }
                let Some(text) = move_in(word, style) else { continue };
                if record.moves.len() == LONGEST_RECORD {
                    return Err((line, RecordProblem::TooLong));
                }
                first = session.mover() == Some(Player::FIRST);
                play(&mut *session, text).map_err(|error| {
                    *drawn_earlier = session.ending().is_some_and(|ending| ending.rule.leaves_moves());
                    (line, RecordProblem::illegal(record.moves.len(), error))
                })?;
                record.moves.push(RecordedMove::new(session.record().last().cloned().unwrap_or_default()));
            }
        }
    }
    record.tidy(&*game);
    Ok(record)
}

/// Plays a move as it is written, or without the judgement behind it.
fn play(session: &mut dyn Session, text: &str) -> Result<(), ReadError> {
    session.play(text).or_else(|error| match text.trim_end_matches(JUDGEMENTS) {
        plain if plain.is_empty() || plain.len() == text.len() => Err(error),
        plain => session.play(plain),
    })
}

/// The move in a word, if it is no number, judgement or glyph.
fn move_in(word: &str, style: Style) -> Option<&str> {
    let text = without_number(word);
    let number = text.bytes().all(|byte| byte.is_ascii_digit()) && (style.bare_numbers() || text.is_empty());
    let judgement = text.chars().all(|letter| letter == '.' || JUDGEMENTS.contains(&letter));
    let glyph = text.strip_prefix('$').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    let passant = style == Style::Chess && text == "e.p.";
    (!number && !judgement && !glyph && !passant).then_some(text)
}

/// Sorts the tags into the record. The players may go by the names the game has for them.
fn read_tags(raw: &Raw<'_>, style: Style, names: &[Text], record: &mut GameRecord) {
    let known = |value: &str| if value == UNKNOWN { String::new() } else { value.to_owned() };
    let tags = style.player_tags();
    record.players = vec![String::new(); names.len()];
    for (_, tag, value) in &raw.tags {
        let is = |name: &str| tag.eq_ignore_ascii_case(name);
        let by_tag = tags.iter().take(names.len()).position(|name| is(name));
        match by_tag.or_else(|| names.iter().position(|name| is(name))) {
            Some(player) => record.players[player] = known(value),
            None if is("Result") => record.result = style.result(value).unwrap_or(GameResult::Unfinished),
            None if is("Termination") => record.reason = known(value),
            None if is("Date") => {
                record.date = if value.starts_with(UNKNOWN) { String::new() } else { value.clone() };
            }
            None if RESERVED.iter().any(|name| is(name)) => {}
            None if value == UNKNOWN || value.is_empty() => {}
            None => {
                record.tags.insert((*tag).to_owned(), value.clone());
            }
        }
    }
}

/// Tags that are no news: the record has their content elsewhere.
pub const RESERVED: [&str; 9] =
    ["Result", "Termination", "Date", "Game", "GameType", "Variant", "SetUp", "FEN", "Position"];
