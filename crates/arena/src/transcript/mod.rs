//! A game to be read: who played, every move with its board, time and remark, and how it ended.
//!
//! Baroque chess and Toro-Tile Straight have the layout of their course; every other game a common one. Standard
//! records of single games (PGN, PDN) are the catalog's business.

mod baroque;
mod board;
mod common;
mod tiles;

use crate::record::{GameRecord, PlayerRecord, PlyRecord};
use plybook_catalog::{AnyGame, Outcome, Player, ReadError, Score, Session, Text};
use serde::Serialize;

/// How a transcript is laid out.
trait Layout {
    /// The board and who is to move.
    fn board(&self, page: &Page<'_>, session: &dyn Session) -> Vec<String>;

    /// The lines about a move, before the remark and the board.
    fn told(&self, page: &Page<'_>, made: &WrittenMove<'_>) -> Vec<String>;

    /// The lines about the end, between the last board and the verdict.
    fn end(&self, page: &Page<'_>, session: &dyn Session) -> Vec<String> {
        let _ = (page, session);
        Vec::new()
    }
}

/// A move that was made.
struct WrittenMove<'a> {
    ply: &'a PlyRecord,
    /// The position it was made in.
    before: &'a dyn Session,
    /// The side that made it.
    mover: u8,
    /// Its number in the game, from one.
    turn: usize,
}

/// What every layout needs to know.
struct Page<'a> {
    record: &'a GameRecord,
    /// What the sides are called.
    sides: &'a [Text],
}

impl Page<'_> {
    /// What a side is called.
    fn side(&self, number: u8) -> &str {
        self.sides.get(usize::from(number)).map_or("chance", |name| &**name)
    }

    /// What the player of a side calls itself.
    fn nickname(&self, number: u8) -> &str {
        self.record.players.get(usize::from(number)).map_or("chance", |player| player.nickname.as_str())
    }

    /// Who made a move; who was to move if it belongs to an opening.
    fn mover(&self, before: &dyn Session, ply: &PlyRecord) -> u8 {
        ply.side.or_else(|| before.mover().map(|player| player.0)).unwrap_or(u8::MAX)
    }

    /// What was said with a move, as a line.
    fn remark(&self, mover: u8, ply: &PlyRecord) -> Option<String> {
        (!ply.remark.is_empty()).then(|| format!("{} says: {}", self.nickname(mover), ply.remark))
    }
}

/// The name that decides the layout, from a game's whole name.
fn layout(game: &str) -> Box<dyn Layout> {
    match game.split(':').next().unwrap_or_default() {
        "baroque" => Box::new(baroque::Baroque),
        "tts" => Box::new(tiles::Tiles),
        _ => Box::new(common::Common),
    }
}

/// The whole game as text.
///
/// # Errors
/// The record does not fit the rules of the game.
pub fn text(game: &dyn AnyGame, record: &GameRecord) -> Result<String, ReadError> {
    let page = Page { record, sides: game.player_names() };
    let layout = layout(&record.game);
    let mut out = String::new();
    let mut lines = |lines: Vec<String>| {
        for line in lines {
            out.push_str(&line);
            out.push('\n');
        }
    };
    lines(head(&page, game));
    let mut session = game.session(record.opening.position.as_deref())?;
    let mut before = game.session(record.opening.position.as_deref())?;
    lines(layout.board(&page, &*session));
    for ply in &record.plies {
        session.play(&ply.text)?;
        let mover = page.mover(&*before, ply);
        let made = WrittenMove { ply, before: &*before, mover, turn: session.record().len() };
        lines(layout.told(&page, &made));
        lines(page.remark(mover, ply).into_iter().collect());
        lines(layout.board(&page, &*session));
        before.play(&ply.text)?;
    }
    lines(layout.end(&page, &*session));
    let winner = match record.verdict.outcome.map(Outcome::winner) {
        Some(Some(Player(seat))) => format!("The winner is {} ({}).", page.nickname(seat), page.side(seat)),
        Some(None) => "It is a draw.".to_owned(),
        None => "There is no winner.".to_owned(),
    };
    let reason = format!("Reason: {}.", record.reason().words());
    lines(vec![record.verdict.sentence.clone(), reason, "Game over.".to_owned(), winner]);
    Ok(out)
}

/// Who meets whom, and what they say about themselves.
fn head(page: &Page<'_>, game: &dyn AnyGame) -> Vec<String> {
    let record = page.record;
    let number = record.number + 1;
    let seat = |(seat, player): (u8, &PlayerRecord)| format!("{}: {}", page.side(seat), player.name);
    let seats: Vec<String> = (0..).zip(&record.players).map(seat).collect();
    let mut lines = vec![
        format!("{} ({}), game {number}, round {}", game.info().title, record.game, record.round),
        seats.join("   "),
    ];
    for player in record.players.iter().filter(|player| !player.introduction.is_empty()) {
        lines.push(format!("{} introduces itself: {}", player.nickname, player.introduction));
    }
    if !record.opening.moves.is_empty() {
        lines.push(format!("The first {} plies are the opening.", record.opening.moves.len()));
    }
    lines.push(String::new());
    lines
}

/// How long a move took, in seconds.
fn seconds(ply: &PlyRecord) -> f64 {
    ply.micros as f64 / 1e6
}

/// A game for programs.
#[derive(Serialize)]
struct Whole<'a> {
    number: u32,
    round: u32,
    game: &'a str,
    players: &'a [PlayerRecord],
    sides: &'a [Text],
    opening: &'a crate::openings::Opening,
    seed: u64,
    began: u64,
    plies: Vec<WholePly<'a>>,
    result: &'static str,
    points: Vec<f64>,
    reason: &'static str,
    sentence: &'a str,
}

#[derive(Serialize)]
struct WholePly<'a> {
    #[serde(flatten)]
    ply: &'a PlyRecord,
    /// The value in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
}

/// The whole game as JSON.
#[must_use]
pub fn json(game: &dyn AnyGame, record: &GameRecord) -> serde_json::Value {
    let value = |ply: &PlyRecord| ply.score.and_then(Score::from_raw).map(|score| score.to_string());
    let whole = Whole {
        number: record.number,
        round: record.round,
        game: &record.game,
        players: &record.players,
        sides: game.player_names(),
        opening: &record.opening,
        seed: record.seed,
        began: record.began,
        plies: record.plies.iter().map(|ply| WholePly { ply, value: value(ply) }).collect(),
        result: record.verdict.result(),
        points: record.half_points().into_iter().map(|half| f64::from(half) / 2.0).collect(),
        reason: record.reason().words(),
        sentence: &record.verdict.sentence,
    };
    serde_json::to_value(&whole).unwrap_or_default()
}

#[cfg(test)]
mod tests;
