//! Chess with python-chess and Stockfish.

use crate::tools::{program, python};
use plybook_catalog::{GameRecord, Random, RecordedMove, Value, open};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Runs one of the scripts beside this file; what it prints, as JSON.
fn script(python: &PathBuf, name: &str, arguments: &[&str], input: &str) -> serde_json::Value {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/outside").join(name);
    let mut command = Command::new(python);
    command.arg(path).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{name} failed");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn python_chess_drives_a_whole_game_with_pondering() {
    let Some(python) = python() else { return };
    let program = assert_cmd::cargo::cargo_bin("plybook");
    let played = script(&python, "uci_game.py", &[program.to_str().unwrap()], "");
    assert!(played["over"] == true && played["plies"].as_u64().unwrap() >= 10, "{played}");
    assert!(played["hits"].as_u64().unwrap() >= 1, "no expected move was ever played: {played}");
}

#[test]
fn python_chess_reads_the_records_we_write() {
    let Some(python) = python() else { return };
    let mut random = Random::new(21);
    let mut records = Vec::new();
    for name in ["chess", "chess", "chess", "chess:960=12", "chess:960=518"] {
        let game = open(name).unwrap();
        let mut session = game.session(None).unwrap();
        while session.ending().is_none() && session.record().len() < 150 {
            let text = random.pick(&session.move_texts()).unwrap().clone();
            session.play(&text).unwrap();
        }
        let mut record = GameRecord::of(&*game, None, &*session);
        record.players = vec!["Anna".to_owned(), "Bert \"B\"".to_owned()];
        record.comment = "a random game".to_owned();
        let said = |mv: &mut RecordedMove| {
            mv.clock_ms = Some(61_500);
            mv.value = Some(Value::Points(0.25));
            mv.remark = "so } be [it] {".to_owned();
        };
        record.moves.iter_mut().step_by(3).for_each(said);
        records.push((record, session.text()));
    }
    let text: String = records.iter().map(|(record, _)| record.to_text().unwrap() + "\n").collect();
    let games = script(&python, "read_pgn.py", &[], &text);
    assert_eq!(games.as_array().unwrap().len(), records.len(), "{text}");
    for (game, (record, end)) in games.as_array().unwrap().iter().zip(&records) {
        assert_eq!(game["errors"].as_array().unwrap().len(), 0, "{game}");
        let texts: Vec<String> = record.moves.iter().map(|mv| mv.text.clone()).collect();
        let read: Vec<&str> =
            game["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        assert_eq!(read.len(), texts.len(), "{text}");
        assert_eq!(game["headers"]["White"], "Anna");
        assert_eq!(game["clocks"][0], 61.5);
        assert_eq!(game["evals"][0], 25, "{game}");
        // Castling rights are written in other letters by Chess960; the men stand on the same squares.
        let board = |fen: &str| fen.split(' ').next().unwrap().to_owned();
        assert_eq!(board(game["fen"].as_str().unwrap()), board(end), "{text}");
        if record.game == "chess" {
            assert_eq!(read, texts);
        }
    }
}

#[test]
fn stockfish_plays_whole_games_under_our_referee() {
    let Some(stockfish) = program("stockfish") else { return };
    let weak = format!("uci[name=Stockfish,Skill Level=0,Threads=1,Hash=16]:{}", stockfish.display());
    crate::othello::check_match("chess", "engine:hash=8", &weak, &["--time", "50ms", "--tolerance", "2s"]);
}

#[test]
fn our_own_uci_engine_plays_whole_games_under_our_referee() {
    let plybook = assert_cmd::cargo::cargo_bin("plybook");
    let own = format!("uci[name=Own,Level=2]:{} uci chess", plybook.display());
    crate::othello::check_match("chess", "engine:level=1", &own, &["--time", "200ms", "--tolerance", "2s"]);
}
