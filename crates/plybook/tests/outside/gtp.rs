//! GTP in version 2.

use crate::conversation::Conversation;

/// Sends a command; the whole answer without its empty line.
fn ask(engine: &mut Conversation, command: &str) -> String {
    engine.send(command);
    let mut answer = Vec::new();
    loop {
        let line =
            engine.next(crate::conversation::PATIENCE).unwrap_or_else(|| panic!("{command}: no answer"));
        if line.is_empty() {
            return answer.join("\n");
        }
        answer.push(line);
    }
}

#[test]
fn the_table_is_made_before_any_clock_runs() {
    let mut engine = Conversation::start(&["gtp", "--hash", "100"]);
    assert_eq!(ask(&mut engine, "clear_board"), "=");
    assert!(engine.memory() > 100, "{} MiB", engine.memory());
    let mut engine = Conversation::start(&["nboard", "--hash", "100"]);
    engine.send("set game (;GM[Othello];)");
    engine.ask("ping 1", "pong 1");
    assert!(engine.memory() > 100, "{} MiB", engine.memory());
}

#[test]
fn every_command_is_answered() {
    let mut engine = Conversation::start(&["gtp", "--level", "2"]);
    let commands = ask(&mut engine, "1 list_commands");
    assert!(commands.starts_with("=1 "), "{commands}");
    for command in [
        "boardsize",
        "clear_board",
        "play",
        "genmove",
        "undo",
        "showboard",
        "time_settings",
        "time_left",
        "final_score",
        "known_command",
    ] {
        assert!(commands.lines().any(|line| line.trim_start_matches("=1 ") == command), "{command}");
        assert_eq!(ask(&mut engine, &format!("known_command {command}")), "= true");
    }
    for (command, answer) in [
        ("protocol_version", "= 2"),
        ("name # and a comment", "= Plybook"),
        ("known_command loadsgf", "= false"),
        ("boardsize 7", "? unacceptable size"),
        ("boardsize 8", "="),
        ("12 clear_board", "=12"),
        ("komi 6.5", "="),
        ("set_game Othello", "="),
        ("play black D3", "="),
        ("play b C4", "? illegal move: move \"C4\": it is not the turn of Black; White is to move"),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("play purple d3", "? \"purple\" is no colour; known: Black, White"),
        ("play b z9", "? illegal move: move \"z9\": not a legal move here; legal: d3 c4 f5 e6"),
        ("play b", "? syntax error: play does not go with \"b\""),
        ("final_score", "? cannot score: the game is not over"),
        ("time_settings 10 x 0", "? \"x\" is no number of seconds"),
        ("time_settings 10 1 1", "="),
        ("time_left b 5 0", "="),
        ("plybook-legal_moves", "= d3 c4 f5 e6"),
        ("plybook-option Level 99", "= Level 99 is not possible here; 10 is used"),
        ("plybook-option Level 1", "="),
        ("nonsense", "? unknown command"),
        ("genmove green", "? \"green\" is no colour; known: Black, White"),
    ] {
        assert_eq!(ask(&mut engine, command), answer, "{command}");
    }
    assert!(ask(&mut engine, "showboard").contains("4  .  .  .  O  X"));
    assert_eq!(ask(&mut engine, "quit"), "=");
    assert_eq!(engine.end(), 0);
}

#[test]
fn it_plays_both_sides_to_the_end() {
    for (size, name) in [("4", "othello:4x4"), ("6", "othello:6x6")] {
        let mut engine = Conversation::start(&["gtp", "--level", "1"]);
        ask(&mut engine, &format!("boardsize {size}"));
        ask(&mut engine, "clear_board");
        let game = plybook_catalog::open(name).unwrap();
        let mut session = game.session(None).unwrap();
        while session.ending().is_none() {
            let color = if session.mover().unwrap().0 == 0 { "b" } else { "w" };
            let answer = ask(&mut engine, &format!("genmove {color}"));
            session
                .play(&answer[2..].to_ascii_lowercase())
                .unwrap_or_else(|error| panic!("{answer}: {error}"));
        }
        let ending = session.ending().unwrap();
        let score = ask(&mut engine, "final_score");
        assert!(score.ends_with(&ending.margin().unwrap().abs().to_string()), "{score}: {ending:?}");
        assert_eq!(ask(&mut engine, "genmove b"), "= PASS");
    }
}

#[test]
fn a_pass_may_be_left_out() {
    let mut engine = Conversation::start(&["gtp", "othello:4x4", "--level", "1"]);
    let mut session = plybook_catalog::open("othello:4x4").unwrap().session(None).unwrap();
    let mut random = plybook_catalog::Random::new(3);
    // A random game with a pass in it, told without the pass.
    let moves = loop {
        while let Some(text) = random.pick(&session.move_texts()).cloned() {
            session.play(&text).unwrap();
        }
        if session.record().iter().any(|text| text == "pass") {
            break session.record().to_vec();
        }
        while session.take_back() {}
    };
    ask(&mut engine, "clear_board");
    for (ply, text) in moves.iter().enumerate().filter(|(_, text)| *text != "pass") {
        let color = if ply % 2 == 0 { "b" } else { "w" };
        assert_eq!(ask(&mut engine, &format!("play {color} {text}")), "=", "{moves:?}");
    }
}

#[test]
fn other_games_are_spoken_about_too() {
    let mut engine = Conversation::start(&["gtp", "tictactoe", "--level", "10"]);
    assert_eq!(ask(&mut engine, "boardsize 3"), "=");
    assert_eq!(ask(&mut engine, "boardsize 8"), "? unacceptable size");
    for command in ["play x b2", "play o a2", "play x b1", "play o a1"] {
        assert_eq!(ask(&mut engine, command), "=");
    }
    assert_eq!(ask(&mut engine, "reg_genmove x"), "= b3");
    assert_eq!(ask(&mut engine, "genmove x"), "= b3");
    assert_eq!(ask(&mut engine, "final_score"), "= X+R");
    assert_eq!(ask(&mut engine, "genmove o"), "? the game is over");
}

#[test]
fn commands_wait_for_a_move_and_the_end_does_not() {
    let mut engine = Conversation::start(&["gtp"]);
    engine.send("time_settings 3600 0 0\n1 genmove b\n2 name\n3 genmove w\n4 quit");
    let lines = engine.until("=4");
    let answers: Vec<&str> =
        lines.iter().filter_map(|line| line.split(' ').next()).filter(|word| !word.is_empty()).collect();
    assert_eq!(answers, ["=", "=1", "=2", "=3", "=4"], "{lines:#?}");
    assert_eq!(engine.end(), 0);
    let mut engine = Conversation::start(&["gtp"]);
    engine.send("time_settings 3600 0 0\ngenmove b");
    engine.hang_up();
    assert_eq!(engine.end(), 0);
}

/// The game that the protocol is named after: sizes, komi, points in capitals, passes and the score.
#[test]
fn go_is_spoken() {
    let mut engine = Conversation::start(&["gtp", "go", "--level", "2"]);
    for (command, answer) in [
        ("boardsize 20", "? unacceptable size"),
        ("boardsize +5", "? unacceptable size"),
        ("boardsize 5", "="),
        ("komi 6.5", "? komi is a whole number here, not \"6.5\""),
        ("komi 3", "="),
        ("plybook-position", "= 5/5/5/5/5 X 0"),
        ("clear_board", "="),
        ("play black C3", "="),
        ("play white c2", "="),
        ("play black I3", "? illegal move"),
        ("play black C3", "? illegal move"),
        ("plybook-position", "= 5/5/2X2/2O2/5 X 0"),
        ("undo", "="),
        ("play white pass", "="),
        ("play black pass", "="),
        ("final_score", "= B+22"),
        ("genmove black", "= pass"),
        ("clear_board", "="),
    ] {
        let given = ask(&mut engine, command);
        assert!(
            given == answer || (answer.starts_with("? illegal") && given.starts_with(answer)),
            "{command}: {given}"
        );
    }
    let first = ask(&mut engine, "genmove black");
    let point = first.trim_start_matches("= ");
    let mut letters = point.chars();
    let column = letters.next().unwrap_or(' ');
    assert!(('A'..='E').contains(&column) && ('1'..='5').contains(&letters.next().unwrap_or(' ')), "{first}");
}
