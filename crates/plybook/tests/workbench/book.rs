//! Opening books as their users meet them.

use super::support::{json, output, refused, run_with, scratch};

/// A file of books of its own.
fn file(name: &str) -> String {
    let path = scratch(name);
    let _ = std::fs::remove_file(&path);
    path.display().to_string()
}

#[test]
fn a_book_is_built_asked_and_played_from() {
    let book = file("built.db");
    let build =
        ["book", "build", "hexapawn:4x4", "--positions", "12", "--nodes", "2000", "--book", &book, "--json"];
    let told = json(&build);
    assert_eq!((&told["searched"], &told["positions"]), (&12.into(), &12.into()), "{told}");
    assert_eq!(json(&build)["positions"], 24, "a second run goes on where the first ended");
    let told = json(&["book", "probe", "hexapawn:4x4", "--book", &book, "--json"]);
    let best = told["moves"][0]["move"].as_str().unwrap();
    assert!(told["moves"][0]["value"].as_str().unwrap().starts_with("win"), "{told}");
    let table = output(&["book", "probe", "hexapawn:4x4", "--book", &book]);
    assert!(table.contains(best) && table.contains("weight"), "{table}");
    let named = format!("--book={book}");
    let play = ["play", "hexapawn:4x4", "--second", &named, "--book-choice", "best"];
    let (status, played, errors) = run_with(&play, "quit\n");
    assert_eq!(status, 0, "{errors}");
    assert!(played.contains(&format!("plays {best}")), "{played}");
}

#[test]
fn chess_books_are_exchanged() {
    let book = file("chess.db");
    let (ours, again) = (file("ours.bin"), file("again.bin"));
    output(&["book", "build", "chess", "--positions", "6", "--nodes", "3000", "--book", &book]);
    output(&["book", "export", "chess", &ours, "--book", &book]);
    let told = json(&["book", "import", "chess", &ours, "--book", &book, "--name", "copy", "--json"]);
    assert_eq!((&told["unreached"], &told["illegal"]), (&0.into(), &0.into()), "{told}");
    assert_eq!(told["positions"], 6);
    output(&["book", "export", "chess", &again, "--book", &book, "--name", "copy"]);
    assert_eq!(std::fs::read(&ours).unwrap(), std::fs::read(&again).unwrap());
}

#[test]
fn what_cannot_be_used_is_refused() {
    let book = file("refused.db");
    let text = file("text.bin");
    std::fs::write(&text, "no book").unwrap();
    refused(&[
        (&["book", "probe", "chess", "--book", &book], "has no book `main` of chess"),
        (&["book", "probe", "chess", "--book", &book, "--name", "odd"], "--name odd --book"),
        (&["book", "learn", "chess", "--book", &book], "--db"),
        (&["book", "learn", "chess", "--book", &book, "--db", "/nowhere/games.db"], "/nowhere/games.db"),
        (&["book", "import", "chess", &text, "--book", &book], "7 bytes"),
        (&["book", "import", "chess", "/nowhere.bin", "--book", &book], "/nowhere.bin"),
        (&["book", "export", "othello", &text, "--book", &book], "has no book"),
        (&["book", "build", "chess", "--positions", "0", "--book", &book], "positions"),
        (&["book", "build", "chess", "--book", &text], "no book at all"),
        (&["play", "chess", "--book=/nowhere/books.db"], "/nowhere/books.db"),
        (&["play", "chess", "--book-choice", "best"], "--book"),
    ]);
}

/// A play book from self-play and from stored games; a damaged one is named, and the analysis goes on without it.
#[test]
fn play_books_are_learnt_used_and_refused() {
    let book = file("edges.play");
    let told = json(&[
        "learn",
        "othello",
        "--method",
        "play-book",
        "--games",
        "20",
        "--nodes",
        "20",
        "--out",
        &book,
        "--json",
    ]);
    assert_eq!((told["games"].as_u64(), told["games_aside"].as_u64()), (Some(20), Some(2)), "{told}");
    assert!(told["error_without"].as_f64() > Some(0.0), "{told}");
    // Too few to keep one aside: no error is claimed.
    let few = [
        "learn",
        "othello",
        "--method",
        "play-book",
        "--games",
        "5",
        "--nodes",
        "20",
        "--out",
        &file("few.play"),
    ];
    let told = output(&few);
    assert!(told.contains("Too few games") && !told.contains("error"), "{told}");
    let told = json(&[&few[..], &["--json"]].concat());
    assert_eq!((told["games_aside"].as_u64(), &told["error_with"]), (Some(0), &serde_json::Value::Null));
    let analyze = |words: &[&str]| {
        let (status, answer, errors) =
            run_with(&[&["analyze", "othello", "--depth", "3", "--json"], words].concat(), "");
        assert_eq!(status, 0, "{errors}");
        let last: serde_json::Value = serde_json::from_str(answer.lines().last().unwrap()).unwrap();
        (last["final"]["lines"][0]["text"].clone(), errors)
    };
    let plain = analyze(&[]);
    let with = analyze(&["--play-book", &book]);
    assert!(with.0 != plain.0 && with.1.is_empty(), "{with:?} {plain:?}");
    let mut bytes = std::fs::read(&book).unwrap();
    bytes[20_000] ^= 8;
    std::fs::write(&book, bytes).unwrap();
    let without = analyze(&["--play-book", &book]);
    assert_eq!(without.0, plain.0);
    assert!(without.1.contains("not used") && without.1.contains(&book), "{}", without.1);

    let games = file("othello-games.db");
    let arguments =
        ["match", "one-ply", "random", "--game", "othello", "--games", "12", "--db", &games, "--json"];
    json(&arguments);
    let stored = file("stored.play");
    let told =
        json(&["learn", "othello", "--method", "play-book", "--db", &games, "--out", &stored, "--json"]);
    assert_eq!(told["games"], 12, "{told}");
    analyze(&["--play-book", &stored]);
    refused(&[
        (&["learn", "chess", "--method", "play-book", "--db", &games, "--out", &stored], "chess"),
        (
            &["learn", "othello", "--method", "play-book", "--db", "/nowhere.db", "--out", &stored],
            "/nowhere.db",
        ),
        // Told before the games are played, which takes long.
        (
            &["learn", "othello", "--method", "play-book", "--games", "10000000", "--out", "/nowhere/x.play"],
            "/nowhere/x.play",
        ),
        (
            &[
                "learn",
                "othello",
                "--method",
                "play-book",
                "--db",
                &games,
                "--tournament",
                "9",
                "--out",
                &stored,
            ],
            "there is no tournament 9",
        ),
        (&["analyze", "othello", "--play-book", &stored, "--evaluator", "basic"], "--evaluator"),
    ]);
}

/// Samuel's learner: a series that is interrupted comes to the same as one that is not, and the engine can evaluate with
/// what it has learnt.
#[test]
fn samuels_program_learns_is_resumed_and_played() {
    let (whole, part, csv) = (file("whole.samuel"), file("part.samuel"), file("terms.csv"));
    let learn =
        |more: &[&str]| json(&[&["learn", "checkers", "--method", "samuel", "--json"][..], more].concat());
    let shallow = ["--series", "1", "--least-plies", "1", "--seed", "3"];
    let told = learn(&[&shallow[..], &["--games", "6", "--out", &whole, "--against-start", "4"]].concat());
    assert_eq!((&told["games"], told["terms"].as_array().map(Vec::len)), (&6.into(), Some(16)), "{told}");
    let played: u64 =
        told["against_start"].as_array().unwrap().iter().filter_map(|games| games.as_u64()).sum();
    assert_eq!(played, 4);
    learn(&[&shallow[..], &["--games", "4", "--out", &part]].concat());
    let resumed = learn(&["--games", "2", "--resume", &part, "--out", &part, "--csv", &csv]);
    assert_eq!(resumed["terms"], told["terms"]);
    assert_eq!(std::fs::read(&whole).unwrap(), std::fs::read(&part).unwrap());
    assert_eq!(std::fs::read_to_string(&csv).unwrap().lines().count(), 1 + 6 * 16);
    let table = output(&[
        "learn", "checkers", "--method", "samuel", "--games", "1", "--resume", &part, "--out", &part,
    ]);
    assert!(table.contains("7 games") && table.contains("2^18"), "{table}");
    let moves = output(&["analyze", "checkers", "--depth", "3", "--play-book", &whole]);
    assert!(moves.contains("best move"), "{moves}");
    let agent = format!("engine:play-book={whole}");
    json(&[
        "match",
        &agent,
        "engine:evaluator=samuel",
        "--game",
        "checkers",
        "--games",
        "2",
        "--nodes",
        "50",
        "--json",
    ]);
    let nowhere = "/nowhere/x.samuel";
    refused(&[
        (&["learn", "chess", "--method", "samuel", "--out", &csv], "chess"),
        (&["learn", "checkers", "--method", "samuel", "--out", nowhere], nowhere),
        (&["learn", "checkers", "--method", "samuel", "--out", &whole, "--resume", &csv], &csv),
        (
            &["learn", "checkers", "--method", "samuel", "--out", &whole, "--resume", &part, "--series", "2"],
            "--series",
        ),
        (
            &["learn", "checkers:limit=5", "--method", "samuel", "--out", &whole, "--resume", &part],
            "a series of checkers",
        ),
        (&["learn", "checkers", "--method", "samuel", "--out", &whole, "--db", &csv], "--db"),
        (&["learn", "othello", "--out", &whole, "--series", "2"], "--series is not for --method master"),
        (&["match", &agent, "random", "--game", "othello"], "othello"),
    ]);
}
