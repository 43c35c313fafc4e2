//! Weights of evaluations made by hand, fitted to games.

use crate::support::{json, output, refused, scratch};

fn file(name: &str) -> String {
    scratch(name).to_str().unwrap().to_owned()
}

#[test]
fn weights_are_tuned_on_games_of_their_own_and_play() {
    let (weights, again) = (file("tuned.weights"), file("again.weights"));
    let tune = |out: &str, threads: &str| -> serde_json::Value {
        let few =
            ["tune", "breakthrough:6x6", "--weights", "--games", "120", "--nodes", "40", "--pairs", "4"];
        json(&[&few[..], &["--out", out, "--threads", threads, "--json"]].concat())
    };
    let told = tune(&weights, "1");
    assert_eq!((&told["evaluator"], &told["match_games"]), (&"structure".into(), &8.into()), "{told}");
    // On games held out the new weights say more than the old ones.
    let loss = |name: &str| told[name].as_f64().unwrap();
    assert!(loss("loss_after") < loss("loss_before"), "{told}");
    assert!(loss("least_loss") < loss("loss_after") && told["phases"] == true, "{told}");
    let terms = told["terms"].as_array().unwrap();
    assert!(terms.iter().any(|term| term["after"] != term["before"]), "{told}");
    // Any number of threads gives the same file, and it can be played.
    tune(&again, "2");
    assert_eq!(std::fs::read(&weights).unwrap(), std::fs::read(&again).unwrap());
    let spec = format!("engine:weights={weights},depth=2");
    let database = file("tuned.db");
    let told = json(&[
        "match",
        &spec,
        "random",
        "--game",
        "breakthrough:6x6",
        "--games",
        "2",
        "--db",
        &database,
        "--json",
    ]);
    assert_eq!(told["failed"].as_u64().unwrap_or(0), 0, "{told}");
}

#[test]
fn the_games_of_a_training_are_used() {
    let (training, model, weights) = (file("tune.training"), file("tune.model"), file("tune.weights"));
    let learn = ["learn", "connect4", "--games", "128", "--generations", "1", "--nodes", "30", "--json"];
    json(&[&learn[..], &["--folder", &training, "--out", &model]].concat());
    let tune = ["tune", "connect4", "--weights", "--pairs", "0", "--folder", &training, "--out", &weights];
    let told = output(&tune);
    assert!(told.contains("Weights of `threats`") && told.contains("Loss on"), "{told}");
    assert!(!told.contains("at equal positions"), "no match was asked for: {told}");
    let other = file("other.weights");
    let foreign = ["tune", "checkers", "--weights", "--folder", &training, "--out", &other];
    refused(&[
        (&foreign, "connect4"),
        (
            &["tune", "connect4", "--weights", "--folder", "/nowhere/training", "--out", &other],
            "/nowhere/training",
        ),
        (&["tune", "connect4", "--weights", "--evaluator", "magic", "--out", &other], "threats"),
        (&["tune", "connect4", "--weights", "--result", "2", "--out", &other], "from 0 to 1"),
        (&["tune", "connect4", "--out", &other], "--weights"),
        (&["tune", "connect4:players=3", "--weights", "--out", &other], "two players"),
        (&["tune", "connect4", "--weights", "--out", "/nowhere/file"], "/nowhere/file"),
    ]);
}

/// What measures margins of a small game in a second.
const MARGINS: [&str; 11] = [
    "tune",
    "breakthrough:6x6",
    "--margins",
    "--games",
    "20",
    "--nodes",
    "40",
    "--samples",
    "30",
    "--pairs",
    "4",
];

#[test]
fn margins_are_measured_refined_and_played_by() {
    let (margins, again, training) = (file("tuned.margins"), file("again.margins"), file("margins.training"));
    std::fs::create_dir_all(&training).unwrap();
    let tune = |out: &str, more: &[&str]| -> serde_json::Value {
        json(&[&MARGINS[..], &["--spsa", "32", "--out", out, "--json"], more].concat())
    };
    let told = tune(&margins, &["--threads", "1", "--folder", &training]);
    assert_eq!((&told["evaluator"], &told["match_games"]), (&"structure".into(), &8.into()), "{told}");
    assert_eq!((&told["games"], &told["spsa_games"]), (&20.into(), &32.into()), "{told}");
    let rows = told["margins"].as_array().unwrap();
    assert_eq!(rows.len(), 9);
    let row = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap();
    assert!(row("reverse-futility")["cases"].as_u64().unwrap() > 40, "{told}");
    assert!(row("reverse-futility")["measured"] != row("reverse-futility")["before"], "{told}");
    assert_eq!(
        (&row("exchange")["cases"], &row("exchange")["measured"]),
        (&0.into(), &row("exchange")["before"])
    );
    assert!(!told["prob_cuts"].as_array().unwrap().is_empty(), "{told}");
    // Any number of threads gives the same file; the folder keeps the refinement.
    tune(&again, &["--threads", "3"]);
    assert_eq!(std::fs::read(&margins).unwrap(), std::fs::read(&again).unwrap());
    let kept = std::fs::read_dir(&training).unwrap().flatten();
    assert!(kept.map(|entry| entry.file_name()).any(|name| name.to_string_lossy().starts_with("margins-")));
    // They can be played by, and only with the evaluator and the game that they were measured for.
    let database = file("margins.db");
    let spec = |more: &str| format!("engine:margins={margins},depth=2{more}");
    let match_of = |spec: &str, game: &str| -> Vec<String> {
        let words = ["match", spec, "random", "--game", game, "--games", "2", "--db", &database, "--json"];
        words.map(str::to_owned).to_vec()
    };
    let game = "breakthrough:6x6";
    let words = match_of(&spec(""), game);
    let told = json(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(told["failed"].as_u64().unwrap_or(0), 0, "{told}");
    let mut damaged = std::fs::read(&margins).unwrap();
    damaged[60] ^= 1;
    std::fs::write(&again, damaged).unwrap();
    for (spec, game, why) in [
        (spec(",evaluator=basic"), game, "`structure`"),
        (spec(""), "breakthrough", "breakthrough:6x6"),
        (spec(",method=mcts"), game, "margins"),
        (format!("engine:margins={again}"), game, "damaged"),
        ("engine:margins=/nowhere/x.margins".to_owned(), game, "/nowhere/x.margins"),
    ] {
        let words = match_of(&spec, game);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        refused(&[(&words, why)]);
    }
}

#[test]
fn what_is_wrong_with_the_measuring_of_margins_is_said() {
    let (out, weights) = (file("none.margins"), file("none.weights"));
    std::fs::write(&weights, "no weights").unwrap();
    let told = output(&[&MARGINS[..], &["--out", &out]].concat());
    assert!(told.contains("reverse-futility") && told.contains("ProbCut"), "{told}");
    assert!(told.contains("new margins against the old ones") && told.contains("engine:margins="), "{told}");
    let base = ["tune", "connect4", "--out", &out];
    let with = |more: &[&'static str]| [&base[..], more].concat();
    refused(&[
        (&with(&["--margins", "--weights"]), "--weights FILE"),
        (&with(&["--weights", "x.model"]), "--margins"),
        (&with(&["--margins", "--weights", "x.model", "--evaluator", "basic"]), "--evaluator basic"),
        (&with(&["--margins", "--evaluator", "magic"]), "magic"),
        (&with(&["--margins", "--evaluator", "none"]), "none"),
        (&with(&["--margins", "--weights", "/nowhere/x.model"]), "/nowhere/x.model"),
        (&with(&["--margins", "--samples", "3"]), "20"),
        (&with(&["--weights", "--samples", "100"]), "--margins"),
        (&with(&["--margins", "--result", "1"]), "--result"),
        (&with(&["--margins", "--folder", "/nowhere/training"]), "/nowhere/training"),
        (&["tune", "backgammon", "--margins", "--out", &out], "two players"),
        (&["tune", "connect4", "--margins", "--weights", &weights, "--out", &out], "none.weights"),
    ]);
}
