//! Writes a record as PGN, PDN or the PGN-like text of the other games.

use super::reader::RESERVED;
use super::style::{CHECKERS, CHESS, ENGLISH_CHECKERS, Style};
use super::{GameRecord, RecordError, RecordProblem, annotation};
use crate::{Session, open};
use plybook_kernel::Player;

/// Longest line of moves, in characters, as PGN has it.
const WIDTH: usize = 79;
/// What stands for something unknown.
const UNKNOWN: &str = "?";
const UNKNOWN_DATE: &str = "????.??.??";

/// Writes a record.
pub fn write(record: &GameRecord) -> Result<String, RecordError> {
    let style = Style::of(&record.game);
    let (game, mut session) = record.open()?;
    let players = game.player_names().len();
    let result = style.result_text(record.result, players);
    let mut text = String::new();
    write_tags(&mut text, record, style, players, &result, &*session)?;
    text.push('\n');
    let mut lines = Lines::default();
    let comment = annotation::plain(&record.comment);
    if !comment.is_empty() {
        lines.words(&format!("{{{comment}}}"));
    }
    let mut interrupted = true;
    for (ply, mv) in record.moves.iter().enumerate() {
        let first = session.mover() == Some(Player::FIRST);
        let problem = |error| RecordProblem::illegal(ply, error);
        let display = session.display_move(&mv.text).map_err(problem)?;
        if let Some(number) = display.number_text(interrupted) {
            lines.word(&number);
        }
        lines.word(&display.text);
        session.play(&mv.text).map_err(problem)?;
        let said = annotation::write(mv, first, style);
        interrupted = !said.is_empty();
        if interrupted {
            lines.words(&format!("{{{said}}}"));
        }
    }
    lines.word(&result);
    text += &lines.finish();
    Ok(text)
}

fn write_tags(
    text: &mut String,
    record: &GameRecord,
    style: Style,
    players: usize,
    result: &str,
    session: &dyn Session,
) -> Result<(), RecordError> {
    let or =
        |value: &str, other: &str| if value.trim().is_empty() { other.to_owned() } else { value.to_owned() };
    let mut tag = |name: &str, value: &str| {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        *text += &format!("[{name} \"{value}\"]\n");
    };
    let roster = |name: &str| record.tags.get(name).map_or("", String::as_str);
    for name in ["Event", "Site"] {
        tag(name, &or(roster(name), UNKNOWN));
    }
    tag("Date", &or(&record.date, UNKNOWN_DATE));
    tag("Round", &or(roster("Round"), UNKNOWN));
    let mut names: Vec<(&str, &str)> = style
        .player_tags()
        .iter()
        .take(players)
        .enumerate()
        .map(|(player, name)| (*name, record.players.get(player).map_or("", String::as_str)))
        .collect();
    // White's name comes first where there is a White, as in PGN.
    names.sort_by_key(|(name, _)| *name != "White");
    for (name, value) in names {
        tag(name, &or(value, UNKNOWN));
    }
    tag("Result", result);
    if record.game != CHESS && record.game != CHECKERS {
        tag("Game", &record.game);
    }
    if style == Style::Checkers {
        tag("GameType", ENGLISH_CHECKERS);
    }
    if style == Style::Chess && record.game.contains("960") {
        tag("Variant", "Chess960");
    }
    let base = record.game.split(':').next().unwrap_or_default();
    let start = open(base).map_err(RecordProblem::from)?.session(None).map_err(RecordProblem::from)?.text();
    let standard = style != Style::Other && session.text() != start;
    if record.position.is_some() || standard {
        tag("SetUp", "1");
        tag("FEN", &session.text());
    }
    if !record.reason.is_empty() {
        tag("Termination", &record.reason);
    }
    for (name, value) in &record.tags {
        let known = ["Event", "Site", "Round"].iter().chain(&RESERVED).chain(style.player_tags());
        let plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if plain && !known.into_iter().any(|known| known.eq_ignore_ascii_case(name)) {
            tag(name, value);
        }
    }
    Ok(())
}

/// Words in lines that are not too long.
#[derive(Default)]
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    /// Adds a word. One that begins with `%` or `[` never begins a line, where it would mean something.
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        let fits = self.column + 1 + length <= WIDTH || word.starts_with(['%', '[']);
        if self.column > 0 {
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text += word;
        self.column += length;
    }

    fn words(&mut self, text: &str) {
        text.split(' ').for_each(|word| self.word(word));
    }

    fn finish(self) -> String {
        self.text + "\n"
    }
}
