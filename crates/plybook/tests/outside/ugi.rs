//! UGI with any game.

use crate::conversation::Conversation;

/// The names of all games that two players play.
fn games() -> Vec<plybook_catalog::Text> {
    let all = plybook_catalog::all_games().into_iter();
    let suits = |name: &str| plybook_catalog::open(name).is_ok_and(|game| !game.has_chance());
    all.filter(|game| game.players.len() == 2 && suits(&game.name)).map(|game| game.name).collect()
}

#[test]
fn every_game_is_played_to_its_end() {
    let mut engine = Conversation::start(&["ugi", "--hash", "2"]);
    engine.ask("ugi", "ugiok");
    for game in games() {
        engine.send(&format!("setoption name Game value {game}"));
        engine.send("uginewgame");
        engine.ask("isready", "readyok");
        let truth = plybook_catalog::open(&game).unwrap();
        let mut session = truth.session(None).unwrap();
        while session.ending().is_none() && session.record().len() < 40 {
            engine.send(&format!("position startpos moves {}", session.record().join(" ")));
            assert_eq!(engine.answer("query position", "response"), session.text());
            assert_eq!(engine.answer("query legalmoves", "response"), session.move_texts().join(" "));
            assert_eq!(engine.answer("query gameover", "response"), "false");
            let first = session.mover().is_some_and(|mover| mover.0 == 0);
            assert_eq!(engine.answer("query p1turn", "response"), first.to_string());
            let best = engine.answer("go nodes 300", "bestmove");
            session.play(&best).unwrap_or_else(|error| panic!("{game}: {error}"));
        }
        let Some(ending) = session.ending() else { continue };
        engine.send(&format!("position startpos moves {}", session.record().join(" ")));
        assert_eq!(engine.answer("query gameover", "response"), "true");
        let told = engine.answer("query result", "response");
        let result = match ending.winner() {
            Some(plybook_catalog::Player::FIRST) => "p1win",
            Some(_) => "p2win",
            None => "draw",
        };
        assert_eq!(told, result, "{game}");
        assert_eq!(engine.answer("go nodes 10", "bestmove"), "(none)");
    }
}

#[test]
fn clocks_proofs_and_pondering() {
    let mut engine = Conversation::start(&["ugi", "tictactoe", "--hash", "2"]);
    let lines = engine.ask("ugi", "ugiok");
    assert!(lines.iter().any(|line| line == "option name Game type string default tictactoe"), "{lines:#?}");
    engine.send("position startpos moves b2 a2 b1 a1");
    let lines = engine.ask("go p1time 1000 p2time 1000 p1inc 0 p2inc 0", "bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove b3");
    assert!(
        lines.iter().any(|line| line.contains("score win 1 ") && line.contains(" tthits ")),
        "{lines:#?}"
    );
    engine.send("setoption name Ponder value true");
    engine.send("position startpos");
    let lines = engine.ask("go depth 4", "bestmove");
    assert!(lines.last().unwrap().contains(" ponder "), "{lines:#?}");
    let told = engine.ask("setoption name Game value shogi", "info string");
    assert!(told[0].contains("there is no game `shogi`"), "{told:?}");
    let told = engine.ask("setoption name Game value tree:((1 2)", "info string");
    assert!(told[0].contains("tree"), "{told:?}");
    assert_eq!(engine.answer("query position", "response"), "3/3/3 X");
}

#[test]
fn games_that_cannot_be_played_are_refused_at_once() {
    for (arguments, culprit) in [
        (["uci", "othello"], "uci is for chess"),
        (["nboard", "chess"], "nboard is for othello"),
        (["nboard", "othello:6x6"], "8x8"),
        (["ugi", "shogi"], "there is no game `shogi`"),
        (["ugi", "backgammon"], "without chance"),
        (["gtp", "chess:961"], "961"),
    ] {
        let output = assert_cmd::Command::cargo_bin("plybook").unwrap().args(arguments).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(culprit), "{arguments:?}: {errors}");
    }
}
