//! `POST /api/record`: a pasted game, read in whatever form people write games down.

use crate::game_position::{GamePosition, MOST_MOVES};
use crate::problem::Problem;
use plybook_catalog::{GameRecord, write_json};
use plybook_catalog::{Session, open};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A pasted text.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordRequest {
    game: String,
    text: String,
}

/// What was read.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordAnswer {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    moves: Vec<String>,
    /// What of the text was not understood; reading stopped there.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<String>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    complaint: Option<String>,
}

/// Characters of what was not understood that are told.
const REST: usize = 80;
/// Tags of a record that hold its start position.
const START_TAGS: [&str; 2] = ["FEN", "Position"];

/// Reads a game record: tags in brackets, move numbers, comments and results are known and left out.
///
/// # Errors
/// There is no such game, or the record begins where no game of it can.
pub fn record(request: RecordRequest) -> Result<RecordAnswer, Problem> {
    read(&request.game, &request.text)
}

/// A game written down for other programs.
#[derive(Serialize, JsonSchema)]
pub struct WrittenRecord {
    /// PGN for chess, PDN for checkers, a PGN-like text for every other game.
    text: String,
    /// How a file of it is usually called: `pgn` or `pdn`.
    extension: &'static str,
    /// The same as JSON, with everything that Plybook knows of it.
    json: String,
}

/// The record of the game at a place.
///
/// # Errors
/// There is no such place.
pub fn write_record(place: GamePosition) -> Result<WrittenRecord, Problem> {
    written(&place)
}

/// How a file of a game's records is usually called.
#[must_use]
pub fn record_extension(base: &str) -> &'static str {
    if base == "checkers" { "pdn" } else { "pgn" }
}

fn written(place: &GamePosition) -> Result<WrittenRecord, Problem> {
    let opened = place.open()?;
    let record = GameRecord::of(&*opened.game, place.position.as_deref(), &*opened.session);
    let text = record.to_text().map_err(|error| Problem::unusable(error.to_string()))?;
    let extension = record_extension(place.game.split(':').next().unwrap_or_default());
    Ok(WrittenRecord { text, extension, json: write_json(&[record]) })
}

fn read(name: &str, text: &str) -> Result<RecordAnswer, Problem> {
    let game = open(name)?;
    let (position, body) = tags(text);
    let whole = body.trim();
    // A text that is a position as a whole is one.
    let position = match position {
        None if !whole.is_empty() && game.session(Some(whole)).is_ok() => {
            let position = Some(whole.to_owned());
            return Ok(RecordAnswer {
                game: game.full_name(),
                position,
                moves: Vec::new(),
                rest: None,
                complaint: None,
            });
        }
        other => other,
    };
    let place = GamePosition { game: name.to_owned(), position: position.clone(), moves: Vec::new() };
    let mut session = place.open()?.session;
    let mut answer =
        RecordAnswer { game: game.full_name(), position, moves: Vec::new(), rest: None, complaint: None };
    for word in words(&body) {
        if session.record().len() >= MOST_MOVES {
            answer.rest = Some(word.chars().take(REST).collect());
            answer.complaint = Some(format!("at most {MOST_MOVES} moves are read"));
            break;
        }
        if let Err(complaint) = play(&mut *session, &word) {
            answer.rest = Some(word.chars().take(REST).collect());
            answer.complaint = Some(complaint);
            break;
        }
    }
    answer.moves = session.record().to_vec();
    Ok(answer)
}

/// Plays a word: a move as it stands, without its annotations, or several moves written together (`f5d6c3`).
fn play(session: &mut dyn Session, word: &str) -> Result<(), String> {
    let bare = word.trim_end_matches(['!', '?', '+', '#']);
    let numbered = bare.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '…']);
    let after_number = if bare.contains(['.', '…']) { numbered } else { bare };
    let mut complaint = String::new();
    for text in [word, bare, after_number] {
        match session.play(text) {
            Ok(()) => return Ok(()),
            Err(error) if complaint.is_empty() => complaint = error.to_string(),
            Err(_) => {}
        }
    }
    let letters: Vec<char> = bare.chars().collect();
    if letters.len() > 2 && letters.len().is_multiple_of(2) {
        let before = session.record().len();
        let pairs = letters.chunks(2).map(|pair| pair.iter().collect::<String>().to_lowercase());
        for pair in pairs {
            // A pass is seldom written down.
            if session.play(&pair).is_err() {
                let passed = session.move_texts().len() == 1
                    && session.move_texts().first().is_some_and(|only| session.play(only).is_ok())
                    && session.play(&pair).is_ok();
                if !passed {
                    while session.record().len() > before {
                        session.take_back();
                    }
                    return Err(complaint);
                }
            }
        }
        return Ok(());
    }
    Err(complaint)
}

/// Splits off the tags; gives the start position they name, and the rest.
fn tags(text: &str) -> (Option<String>, String) {
    let mut position = None;
    let mut body = String::new();
    for line in text.lines() {
        let tag = line.trim().strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
        match tag.and_then(|tag| tag.split_once(' ')) {
            Some((name, value)) if value.starts_with('"') => {
                if START_TAGS.contains(&name) {
                    position = Some(value.trim_matches('"').to_owned());
                }
            }
            _ => {
                body += line;
                body.push('\n');
            }
        }
    }
    (position, body)
}

/// The words of a record that may be moves: no comments, move numbers or results.
fn words(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut depth = 0_u32;
    for letter in text.chars() {
        match letter {
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(if letter == ',' || letter == ';' { ' ' } else { letter }),
            _ => {}
        }
    }
    let is_number = |word: &str| {
        let bare = word.trim_end_matches(['.', '…']);
        word.len() > bare.len() && bare.chars().all(|c| c.is_ascii_digit())
    };
    let is_result = |word: &str| matches!(word, "1-0" | "0-1" | "1/2-1/2" | "2-0" | "0-2" | "1-1" | "*");
    let words = plain.split_whitespace();
    words
        .filter(|word| !is_number(word) && !is_result(word) && !word.starts_with('$'))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(game: &str, text: &str) -> Vec<String> {
        let answer = read(game, text).unwrap();
        assert_eq!(answer.rest, None, "{:?}", answer.complaint);
        answer.moves
    }

    #[test]
    fn records_as_people_write_them() {
        let pgn = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5?! {early} Nc6 (2... g6) 3.Bc4 Nf6?? 4. Qxf7# 1-0";
        assert_eq!(moves("chess", pgn), ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"]);
        assert_eq!(moves("othello", "f5d6C3"), ["f5", "d6", "c3"]);
        assert_eq!(moves("checkers", "1. 11-15 23-19 2. 8-11 1/2-1/2"), ["11-15", "23-19", "8-11"]);
        assert_eq!(moves("connect4", "4 4 3 5"), ["4", "4", "3", "5"]);
        assert_eq!(moves("nim", "7=4+3, 4=3+1"), ["7=4+3", "4=3+1"]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        for (game, moves, extension) in [
            ("chess", ["e2e4", "e7e5"], "pgn"),
            ("checkers", ["11-15", "23-19"], "pdn"),
            ("othello", ["f5", "d6"], "pgn"),
        ] {
            let moves = moves.map(str::to_owned).to_vec();
            let place = GamePosition { game: game.to_owned(), position: None, moves: moves.clone() };
            let Ok(record) = written(&place) else { panic!("{game} is not written") };
            assert_eq!((record.extension, read(game, &record.text).unwrap().moves), (extension, moves));
            assert!(record.json.contains(game), "{}", record.json);
        }
        let wrong = GamePosition { game: "chess".to_owned(), position: None, moves: vec!["e2e5".to_owned()] };
        assert!(written(&wrong).is_err());
    }

    #[test]
    fn positions_and_mistakes() {
        let answer = read("hexapawn", " b1b/w2/2w b\n").unwrap();
        assert_eq!(answer.position.as_deref(), Some("b1b/w2/2w b"));
        let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n1. e4 Kd7 2. Qh5";
        let answer = read("chess", fen).unwrap();
        assert_eq!(answer.moves, ["e2e4", "e8d7"]);
        assert_eq!(answer.rest.as_deref(), Some("Qh5"));
        assert!(answer.complaint.is_some_and(|complaint| complaint.contains("Qh5")));
        assert!(read("nothing", "a1").is_err());
    }
}
