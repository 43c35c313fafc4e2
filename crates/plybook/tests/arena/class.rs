//! A class's tournament: four agents in Python, three of which fail each in its own way, and our engine.

use crate::support::{Scratch, row, testdata};
use serde_json::Value;

/// Time for a move in the ordinary tests, and in the long form.
const TIMES: [&str; 2] = ["100ms", "1s"];

/// Plays everybody against everybody and checks the table, the reasons and the transcripts.
fn play(game: &str, kind: &str, ending: &str) {
    let place = Scratch::new();
    let long = std::env::var_os("PLYBOOK_LONG").is_some();
    let file = |name: &str| testdata(&format!("agents/{game}/{name}_{ending}.py"));
    let agent = |name: &str| format!("{kind}[name={name}]:{}", file(name).display());
    let mut arguments = vec!["tournament".to_owned()];
    for name in ["Steady", "Breaker", "Dreamer", "Cheater"] {
        arguments.extend(["--agent".to_owned(), agent(name)]);
    }
    // The machine that tests may be busy: what is judged here is not a few milliseconds.
    let rest = ["--agent", "engine:name=Engine,hash=16", "--game", game, "--tolerance", "2s", "--time"];
    arguments.extend(rest.map(str::to_owned));
    let folder = place.file("transcripts");
    let (time, folder_text) = (TIMES[usize::from(long)], folder.display().to_string());
    arguments.extend([time, "--transcripts", &folder_text, "--json"].map(str::to_owned));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let report = place.json(&arguments);

    let engine = row(&report, "Engine");
    assert_eq!((engine["games"].as_u64(), engine["wins"].as_u64()), (Some(8), Some(8)), "{report}");
    assert_eq!(report["report"]["standings"][0]["name"], "Engine");
    for (name, reason) in [("Breaker", "crash"), ("Dreamer", "timeout"), ("Cheater", "illegal move")] {
        let row = row(&report, name);
        let reasons = row["losses_by_reason"].as_object().unwrap();
        assert!(reasons.get(reason).and_then(Value::as_u64) >= Some(1), "{name}: {reasons:?}");
        let sum: u64 = reasons.values().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(Some(sum), row["losses"].as_u64(), "every loss has its reason");
        assert_eq!(row["retired"], true, "{name}");
        // How it failed is told, not only that it is out.
        let failure = row["failure"].as_str().unwrap_or_default();
        assert!(failure.contains(name) && !failure.contains("retired"), "{name}: {failure:?}");
    }
    let games = place.json(&["history", "1", "--games", "--json"]);
    let games = games.as_array().unwrap();
    assert_eq!(games.len(), 20);
    assert!(games.iter().all(|game| !game["sentence"].as_str().unwrap().is_empty()));
    let mut files = 0;
    for file in folder.read_dir().unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        assert!(text.contains("Game over.") && text.contains("Reason: "), "{text}");
        files += 1;
    }
    assert_eq!(files, 20);
    // Somebody said something, and it was kept.
    let engines_game = games.iter().find(|game| game["players"][0] == "Engine").unwrap();
    let id = engines_game["id"].to_string();
    let told = place.output(&["history", "--game", &id]);
    assert!(told.contains(" introduces itself: I am ") && told.contains("Game over."), "{told}");
}

#[test]
fn a_class_tournament_of_baroque_chess() {
    play("baroque", "baroque-python", "BC_Player");
}

#[test]
fn a_class_tournament_of_toro_tile_straight() {
    play("tts", "tts-python", "TTS_agent");
}
