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
