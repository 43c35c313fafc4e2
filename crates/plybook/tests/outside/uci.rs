//! UCI as the protocol's text has it.

use crate::conversation::Conversation;
use std::time::Duration;

fn engine() -> Conversation {
    let mut engine = Conversation::start(&["uci", "--hash", "4"]);
    engine.ask("uci", "uciok");
    engine.ask("isready", "readyok");
    engine
}

/// The number after a word of an info line.
fn number(line: &str, word: &str) -> i64 {
    let mut words = line.split(' ').skip_while(|other| *other != word).skip(1);
    words.next().unwrap().parse().unwrap_or_else(|_| panic!("{word}: {line}"))
}

#[test]
fn options_are_declared() {
    let mut engine = Conversation::start(&["uci", "chess"]);
    let lines = engine.ask("uci", "uciok");
    for option in ["Hash", "Threads", "MultiPV", "Level", "Ponder", "Move Overhead", "UCI_Chess960"] {
        let declared = format!("option name {option} type ");
        assert!(lines.iter().any(|line| line.starts_with(&declared)), "{option}: {lines:#?}");
    }
    assert!(lines[0].starts_with("id name Plybook") && lines[1].starts_with("id author "));
}

#[test]
fn depth_nodes_time_and_mate_limit_a_search() {
    let mut engine = engine();
    engine.send("position startpos moves e2e4 e7e5");
    let lines = engine.ask("go depth 5", "bestmove");
    let info = lines.iter().rev().find(|line| line.starts_with("info depth")).unwrap();
    assert_eq!(number(info, "depth"), 5);
    for word in ["seldepth", "multipv", "cp", "time", "nodes", "nps", "hashfull"] {
        number(info, word);
    }
    assert!(info.contains(" pv "), "{lines:#?}");
    let lines = engine.ask("go nodes 3000", "bestmove");
    let nodes =
        lines.iter().filter(|line| line.starts_with("info depth")).map(|line| number(line, "nodes")).max();
    assert!(nodes.unwrap() <= 3001, "{lines:#?}");
    engine.ask("go movetime 30", "bestmove");
    engine.ask("go wtime 500 btime 500 winc 10 binc 10 movestogo 10", "bestmove");
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    let lines = engine.ask("go mate 1", "bestmove");
    assert!(lines.iter().any(|line| line.contains("score mate 1 ")), "{lines:#?}");
    assert_eq!(lines.last().unwrap().split(' ').nth(1), Some("a1a8"));
}

/// A host that reads exactly two words must not wait for more, and one that ponders must get the expected reply.
#[test]
fn the_expected_reply_is_told_only_while_pondering_is_on() {
    let mut engine = engine();
    for (ponder, told) in [("", false), ("true", true), ("false", false)] {
        if !ponder.is_empty() {
            engine.send(&format!("setoption name Ponder value {ponder}"));
        }
        let best = engine.answer("go depth 5", "bestmove");
        assert_eq!(best.contains(" ponder "), told, "Ponder {ponder:?}: {best}");
    }
}

/// Whoever asks about a finished game gets its value, and no move.
#[test]
fn a_finished_game_has_a_score_and_no_move() {
    let mut engine = engine();
    for (position, score) in [
        ("startpos moves f2f3 e7e5 g2g4 d8h4", "mate 0"),
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
        ("fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1", "cp 0"),
    ] {
        engine.send(&format!("position {position}"));
        let lines = engine.ask("go movetime 20", "bestmove");
        assert_eq!(
            lines,
            [format!("info depth 0 score {score}"), "bestmove (none)".to_owned()],
            "{position}"
        );
    }
    engine.send("go infinite");
    assert!(engine.is_silent(Duration::from_millis(50)));
    assert_eq!(engine.answer("stop", "bestmove"), "(none)");
}

/// An answer for a board that the front end does not show would be played on the wrong one.
#[test]
fn after_a_refused_position_nothing_is_searched() {
    let mut engine = engine();
    for bad in ["startpos moves e2e5", "fen nonsense", ""] {
        engine.send("position startpos moves e2e4");
        engine.ask(&format!("position {bad}"), "info string");
        let lines = engine.ask("go depth 1", "bestmove");
        assert_eq!(lines.last().unwrap(), "bestmove (none)", "{bad:?}: {lines:#?}");
        assert!(lines[0].contains("no position to search"), "{bad:?}: {lines:#?}");
        engine.send("position startpos");
        assert!(engine.answer("go depth 1", "bestmove").len() >= 4, "{bad:?}");
    }
}

#[test]
fn several_lines_and_chosen_moves() {
    let mut engine = engine();
    engine.send("setoption name MultiPV value 3");
    let lines = engine.ask("go depth 3", "bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 3 ")), "{lines:#?}");
    engine.send("setoption name MultiPV value 1");
    let best = engine.answer("go depth 3 searchmoves a2a3 h2h4", "bestmove");
    assert!(best.starts_with("a2a3") || best.starts_with("h2h4"), "{best}");
    let lines = engine.ask("go depth 2 searchmoves e2e5", "bestmove");
    assert!(lines[0].contains("not legal here: e2e5"), "{lines:#?}");
}

#[test]
fn castling_and_promotion_are_written_as_uci_has_them() {
    let mut engine = engine();
    engine.send("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1");
    engine.ask("go depth 1", "bestmove");
    engine.send("position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert!(engine.answer("go depth 4", "bestmove").starts_with("a7a8q"));
    engine.send("setoption name UCI_Chess960 value true");
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1 moves e1h1");
    let lines = engine.ask("go depth 1", "bestmove");
    assert!(!lines.iter().any(|line| line.contains("refused")), "{lines:#?}");
}

#[test]
fn infinite_and_ponder_wait_for_a_word() {
    let mut engine = engine();
    // Mate in one is found at once, but nobody asked for the answer yet.
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    for (search, word) in
        [("go infinite", "stop"), ("go ponder wtime 9000 btime 9000", "ponderhit"), ("go ponder", "stop")]
    {
        engine.send(search);
        let lines = engine.ask("isready", "readyok");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{search}: {lines:#?}");
        let mut quiet = Vec::new();
        while let Some(line) = engine.next(Duration::from_millis(100)) {
            quiet.push(line);
        }
        assert!(!quiet.iter().any(|line| line.starts_with("bestmove")), "{search}: {quiet:#?}");
        assert!(engine.answer(word, "bestmove").starts_with("a1a8"), "{search}");
    }
    // A pondering search goes on as an ordinary one.
    engine.send("position startpos moves e2e4");
    engine.send("go ponder wtime 2000 btime 2000");
    engine.until("info depth 2");
    engine.ask("ponderhit", "bestmove");
    assert!(engine.is_silent(Duration::from_millis(50)));
}

#[test]
fn a_new_search_answers_the_old_one_first() {
    let mut engine = engine();
    engine.send("go infinite");
    engine.until("info depth 1");
    engine.ask("go depth 1", "bestmove");
    engine.until("bestmove");
    assert!(engine.is_silent(Duration::from_millis(50)));
}

#[test]
fn what_makes_no_sense_is_named() {
    let mut engine = engine();
    engine.send("position startpos moves e2e4");
    for (line, told) in [
        ("position startpos moves e2e5", "move \"e2e5\""),
        ("position fen nonsense", "position \"nonsense\""),
        ("position", "write `position startpos"),
        ("setoption name Hash value 99999999", "99999999"),
        ("setoption name Hash value -1", "-1"),
        ("setoption name Threads value many", "many"),
        ("setoption name Threads value 100000", "256 is used"),
        ("setoption name Contempt value 5", "Contempt"),
        ("setoption name UCI_Chess960 value maybe", "maybe"),
        ("setoption Hash 5", "setoption name N value V"),
    ] {
        let lines = engine.ask(line, "info string");
        assert!(lines.last().unwrap().contains(told), "{line}: {lines:#?}");
    }
    engine.send("setoption name Threads value 1");
    engine.send("position startpos moves e2e4");
    engine.send("nonsense\n\n   \ndebug on\nregister later\nponderhit\nstop");
    let best = engine.answer("go depth 1", "bestmove");
    assert!(best.as_bytes()[1] == b'7' || best.as_bytes()[1] == b'8', "black is to move: {best}");
    engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(engine.answer("go depth 3", "bestmove"), "(none)");
}

#[test]
fn the_process_ends_with_its_front_end() {
    for ending in ["quit", ""] {
        let mut engine = engine();
        engine.send("go infinite");
        engine.until("info depth 1");
        if ending.is_empty() {
            engine.hang_up();
        } else {
            engine.send(ending);
        }
        assert_eq!(engine.end(), 0);
    }
}

#[test]
fn levels_and_threads_play() {
    let mut engine = engine();
    for option in
        ["Level value 1", "Level value 0", "Threads value 2", "Evaluator value basic", "Seed value 5"]
    {
        engine.send(&format!("setoption name {option}"));
        engine.send("ucinewgame");
        engine.send("position startpos");
        engine.ask("go movetime 20", "bestmove");
    }
}
