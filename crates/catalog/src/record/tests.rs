//! Records survive writing and reading, and nothing else gets in.

use super::*;
use crate::all_games;
use plybook_kernel::Random;

/// A random game from a position, at most so long, with something said about its moves.
fn random_record(name: &str, position: Option<&str>, random: &mut Random, longest: usize) -> GameRecord {
    let game = open(name).unwrap();
    let mut session = game.session(position).unwrap();
    while session.ending().is_none() && session.record().len() < longest {
        let text = random.pick(&session.move_texts()).unwrap().clone();
        session.play(&text).unwrap();
    }
    let mut record = GameRecord::of(&*game, position, &*session);
    let said =
        ["", "Good luck!", "a {brace} and a \\ and \"quotes\"", "100 % sure [really]; (so)", "$5 ! 1-0 *"];
    record.players.iter_mut().for_each(|name| *name = format!("player \"{}\"", random.below(100)));
    record.date = "2026.11.15".to_owned();
    record.comment = "played by chance".to_owned();
    record.tags.insert("Event".to_owned(), "a test\\case".to_owned());
    record.tags.insert("Seed".to_owned(), "7".to_owned());
    for mv in &mut record.moves {
        if random.below(3) == 0 {
            mv.remark = (*random.pick(&said).unwrap()).to_owned();
            mv.comment = random.pick(&said).unwrap().replace('}', ")");
            mv.clock_ms = Some(random.below(10_000_000) as u64);
            mv.spent_ms = Some(random.below(100_000) as u64);
            mv.value = Some(Value::Points((random.below(2000) as f64 - 1000.0) / 100.0));
            mv.depth = Some(random.below(30) as u32);
            mv.nodes = Some(random.next() >> 20);
        }
    }
    record
}

fn read(text: &str) -> Vec<GameRecord> {
    Records::new(text, None).map(|record| record.unwrap_or_else(|error| panic!("{error}\n{text}"))).collect()
}

fn check_round_trip(record: &GameRecord) {
    let text = record.to_text().unwrap();
    assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() <= 100), "{text}");
    assert_eq!(read(&text), std::slice::from_ref(record), "{text}");
    let alone = std::slice::from_ref(record);
    assert_eq!(read_json(&write_json(alone)).unwrap(), alone);
}

#[test]
fn records_of_all_games_come_back() {
    let mut random = Random::new(5);
    for game in all_games() {
        for name in game.examples {
            for _ in 0..3 {
                check_round_trip(&random_record(&name, None, &mut random, 300));
            }
        }
    }
}

#[test]
fn records_that_begin_elsewhere_come_back() {
    let mut random = Random::new(6);
    for game in all_games() {
        for _ in 0..3 {
            let plies = 1 + random.below(6);
            let start = random_record(&game.name, None, &mut random, plies);
            let session = start.session_at(plies).unwrap();
            if session.ending().is_none() {
                check_round_trip(&random_record(&game.name, Some(&session.text()), &mut random, 60));
            }
        }
    }
}

#[test]
fn several_games_stand_in_one_text() {
    let mut random = Random::new(7);
    let records: Vec<GameRecord> = ["chess", "othello", "checkers", "kalah", "tree", "nim"]
        .map(|name| random_record(name, None, &mut random, 40))
        .into();
    let texts: Vec<String> = records.iter().map(|record| record.to_text().unwrap()).collect();
    assert_eq!(read(&texts.join("\n")), records);
    assert_eq!(read(&texts.concat().replace('\n', "\r\n")), records);
    assert_eq!(read_json(&write_json(&records)).unwrap(), records);
    let lines: Vec<String> = records.iter().map(|record| serde_json::to_string(record).unwrap()).collect();
    assert_eq!(read_json(&lines.join("\n")).unwrap(), records);
}

/// The texts of the moves, in the game's notation.
fn moves(record: &GameRecord) -> Vec<&str> {
    record.moves.iter().map(|mv| mv.text.as_str()).collect()
}

#[test]
fn other_peoples_chess_is_read() {
    let text = "% made by hand\n[Event \"F/S Return Match\"]\n[White \"Fischer\"]\n[Black \"?\"]\n[Date \"????.??.??\"]\n\
        [Result \"1/2-1/2\"]\n\n1.e4 e5 2. Nf3 {a {brace ; and} Nc6 $14 $2 (2... d6 3. d4 {deeper (} (3. Bc4 \n\
        (3. h4)) exd4 1-0) 3 Bb5! a6?! ; the line's end (is no variation\n4. Bxc6 !? 4... dxc6 5. 0-0 {[%eval -0.20] [%clk 1:00:00]} 1/2-1/2\n\n\
        1. d4 d5 *\n[White \"x\"]\n\n*\n";
    let records = read(text);
    assert_eq!(moves(&records[0]), ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6", "e1g1"]);
    assert_eq!(records[0].players, ["Fischer", ""]);
    assert_eq!(records[0].result, GameResult::Draw);
    assert_eq!(records[0].date, "");
    assert_eq!(records[0].moves[2].comment, "a {brace ; and");
    assert_eq!(records[0].moves[5].comment, "the line's end (is no variation");
    assert_eq!(records[0].moves[8].value, Some(Value::Points(-0.2)));
    assert_eq!(records[0].moves[8].clock_ms, Some(3_600_000));
    assert_eq!(moves(&records[1]), ["d2d4", "d7d5"]);
    assert_eq!((records[2].players[0].as_str(), records[2].moves.len()), ("x", 0));
    assert_eq!(records.len(), 3);
}

#[test]
fn mates_count_moves_in_chess() {
    let text = "[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 40\"]\n\n40... Kg8? {stale} *";
    assert!(Records::new(text, None).next().unwrap().is_err());
    let text = "[FEN \"7k/8/5QK1/8/8/8/8/8 b - - 0 40\"]\n\n40... Kg8 {[%eval #1,9]} 41. Qf7+ *";
    let record = &read(text)[0];
    assert_eq!(record.moves[0].value, Some(Value::Loss(2)));
    assert!(
        record.to_text().unwrap().contains("40... Kg8 {[%eval #1,9]} 41. Qf7+ *"),
        "{}",
        record.to_text().unwrap()
    );
}

#[test]
fn chess960_keeps_its_start() {
    let mut random = Random::new(8);
    let record = random_record("chess:960=0", None, &mut random, 30);
    let text = record.to_text().unwrap();
    assert!(text.contains("[Variant \"Chess960\"]") && text.contains("[FEN \"bbqnnrkr/"), "{text}");
    let foreign: String =
        text.lines().filter(|line| !line.starts_with("[Game ")).map(|line| line.to_owned() + "\n").collect();
    let read = &read(&foreign)[0];
    assert_eq!((read.game.as_str(), moves(read)), ("chess:960", moves(&record)));
}

#[test]
fn players_who_go_on_after_a_draw_are_believed() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    let record = &read(&format!("[Event \"?\"]\n\n{shuffle} *"))[0];
    assert_eq!((record.game.as_str(), record.moves.len()), ("chess:repetition=off,fifty=off", 16));
    let told = format!("[Game \"chess\"]\n\n{shuffle} *");
    assert!(Records::new(&told, None).next().unwrap().is_ok());
    let told = format!("[Game \"chess:fifty=off\"]\n\n{shuffle} *");
    assert!(
        Records::new(&told, None)
            .next()
            .unwrap()
            .unwrap_err()
            .to_string()
            .contains("the game is over by repetition")
    );
}

#[test]
fn other_peoples_checkers_is_read() {
    let text = "[Event \"x\"]\n[Black \"Marion\"]\n[White \"Chinook\"]\n[Result \"1-0\"]\n\n1. 11-15 23-19 2. 8-11 22-17 1-0";
    let record = &read(text)[0];
    assert_eq!((record.game.as_str(), record.result), ("checkers", GameResult::Win(Player::SECOND)));
    assert_eq!(record.players, ["Marion", "Chinook"]);
    assert!(record.to_text().unwrap().contains("[GameType \"21\"]\n"));
    let text = "[GameType \"21,B,8,8,N2,0\"]\n[SetUp \"1\"]\n[FEN \"W:WK3,21:B12,16.\"]\n\n1... 3-8 0-1";
    let record = &read(text)[0];
    assert_eq!(record.position.as_deref(), Some("W:WK3,21:B12,16"));
    assert!(record.to_text().unwrap().contains("1... 3-8 0-1"));
}

#[test]
fn a_wanted_game_helps_and_binds() {
    let first = |text: &str, wanted| Records::new(text, wanted).next().unwrap();
    assert_eq!(moves(&first("1. 4 4 2. 3 3 *", Some("connect4")).unwrap()), ["4", "4", "3", "3"]);
    assert_eq!(first("1. e4 *", Some("chess:fifty=off")).unwrap().game, "chess:fifty=off");
    assert_eq!(first("[Game \"othello\"]\n1. c4 *", Some("othello")).unwrap().game, "othello");
    let error = first("[Event \"?\"]\n[Game \"othello\"]\n1. c4 *", Some("chess")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2: the record is of the game `othello`, not of `chess`; name that game"
    );
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (text, line, told) in [
        ("", 1, "there is no game in it"),
        (" \n\n% only this\n", 4, "there is no game in it"),
        ("[Event \"?\"]\n\n1. e4 {no end", 3, "the comment has no end"),
        ("[Event \"?\"]\n\n1. e4 (1. d4\n\n", 3, "the variation has no end"),
        ("1. e4 )", 1, "`)` closes nothing"),
        ("1. e4\n}", 2, "`}` closes nothing"),
        ("1. e4\n]", 2, "`]` closes nothing"),
        ("[Event ?]\n\n1. e4 *", 1, "is no tag"),
        ("[Event \"?\"\n\n1. e4 *", 1, "is no tag"),
        ("[Event \"?\n\"]\n1. e4 *", 1, "is no tag"),
        ("[\"?\"]\n1. e4 *", 1, "is no tag"),
        ("[", 1, "is no tag"),
        ("[Event \"x\\", 1, "is no tag"),
        ("\n1. e4 e5\n2. Ke3 *", 3, "ply 3: move \"Ke3\""),
        ("1. e4 e5 2. -- *", 1, "ply 3: move \"--\""),
        ("[Event \"?\"]\n[FEN \"8/8 w\"]\n\n*", 2, "position \"8/8 w\""),
        ("[Event \"?\"]\n[Game \"shogi\"]\n\n*", 2, "there is no game `shogi`"),
        ("[Event \"?\"]\n[GameType \"20\"]\n\n*", 2, "GameType \"20\" is not known"),
        ("[Variant \"Atomic\"]\n\n*", 1, "the variant \"Atomic\" is not known"),
        ("1. 11-15 23-19 2. 11-15 *", 1, "ply 3: move \"11-15\""),
        ("1. é4 *", 1, "ply 1: move \"é4\""),
    ] {
        let error = Records::new(text, None).next().unwrap().unwrap_err();
        assert_eq!(error.line, line, "{text:?}: {error}");
        assert!(error.to_string().contains(told), "{text:?}: {error}");
    }
    let deep = format!("1. e4 {}{} *", "(".repeat(5000), ")".repeat(5000));
    let error = Records::new(&deep, None).next().unwrap().unwrap_err();
    assert_eq!(error.problem, RecordProblem::TooDeep);
    let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(LONGEST_RECORD);
    let error = Records::new(&long, None).next().unwrap().unwrap_err();
    assert_eq!(error.problem, RecordProblem::TooLong);
    let glyphs = format!("1. e4 {}*", "$1 ".repeat(100_000));
    let error = Records::new(&glyphs, None).next().unwrap().unwrap_err();
    assert_eq!(error.problem, RecordProblem::TooManyWords);
    assert!(error.to_string().contains("glyphs"), "{error}");
}

#[test]
fn a_bad_game_does_not_spoil_the_next() {
    let text = "[Event \"1\"]\n1. e4 e9 *\n\n[Event \"2\"]\n1. d4 (\n\n[Event \"3\"]\n1. c4 *\n[Event \"4\"\n1. b4 *\n[Event \"5\"]\n1. a4 *";
    let read: Vec<Result<String, usize>> = Records::new(text, None)
        .map(|record| record.map(|record| record.tags["Event"].clone()).map_err(|error| error.game))
        .collect();
    assert_eq!(read, [Err(1), Err(2), Ok("3".to_owned()), Err(4), Ok("5".to_owned())]);
}

#[test]
fn json_that_is_no_record_is_refused() {
    for (text, line, told) in [
        ("[]", 1, "there is no game"),
        ("{\n\"game\": 3}", 2, "invalid type"),
        ("{\"moves\": []}", 1, "missing field `game`"),
        ("{\"game\": \"shogi\"}", 1, "there is no game `shogi`"),
        ("{\"game\": \"chess\", \"moves\": [{\"text\": \"e2e5\"}]}", 1, "ply 1: move \"e2e5\""),
        ("{\"game\": \"chess\"}\n{\"game\": \"chess\", \"position\": \"x\"}", 2, "position \"x\""),
        ("[{\"game\": \"chess\"", 1, "EOF"),
        ("nonsense", 1, "expected"),
    ] {
        let error = read_json(text).unwrap_err();
        assert_eq!(error.line, line, "{text:?}: {error}");
        assert!(error.to_string().contains(told), "{text:?}: {error}");
    }
    let deep = format!("{{\"game\": {}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(read_json(&deep).is_err());
}

#[test]
fn spoilt_texts_are_read_or_refused_without_panic() {
    let mut random = Random::new(9);
    for name in ["chess", "checkers", "othello", "kalah", "tree"] {
        let text = random_record(name, None, &mut random, 30).to_text().unwrap();
        for _ in 0..400 {
            let mut letters: Vec<char> = text.chars().collect();
            for _ in 0..1 + random.below(4) {
                let (at, other) = (random.below(letters.len()), random.below(letters.len()));
                match random.below(3) {
                    0 => letters[at] = letters[other],
                    1 => drop(letters.remove(at)),
                    _ => letters.insert(
                        at,
                        *random
                            .pick(&['{', '}', '(', ')', '[', ']', '"', '\\', '%', ';', '\n', 'é', '.'])
                            .unwrap(),
                    ),
                }
            }
            let spoilt: String = letters.into_iter().collect();
            for record in Records::new(&spoilt, None).flatten() {
                let text = record.to_text().unwrap();
                assert_eq!(read(&text)[0].to_text().unwrap(), text, "{spoilt}");
            }
        }
    }
}
