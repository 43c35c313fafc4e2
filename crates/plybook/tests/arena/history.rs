//! `plybook history`.

use crate::support::Scratch;

#[test]
fn what_was_played_is_listed_shown_and_exported() {
    let place = Scratch::new();
    assert!(place.output(&["history"]).contains("no tournaments yet"));
    place.output(&["match", "random:name=Zufall", "one-ply", "--game", "connect4", "--games", "2"]);
    place.output(&["match", "random:name=Zufall", "random", "--game", "tictactoe", "--games", "4"]);
    let list = place.json(&["history", "--json"]);
    assert_eq!(list.as_array().unwrap().len(), 2);
    assert_eq!((list[1]["game"].as_str(), list[1]["games"].as_u64()), (Some("tictactoe"), Some(4)));
    let text = place.output(&["history"]);
    assert!(text.contains("connect4") && text.contains("finished"), "{text}");

    assert_eq!(place.json(&["history", "2", "--json"])["report"]["summary"]["games"], 4);
    let count = |arguments: &[&str]| place.json(arguments).as_array().unwrap().len();
    assert_eq!(count(&["history", "--games", "--json"]), 6);
    assert_eq!(count(&["history", "--games", "--of", "connect4", "--json"]), 2);
    assert_eq!(count(&["history", "--games", "--player", "one-ply", "--json"]), 2);
    assert_eq!(count(&["history", "--games", "--last", "3", "--json"]), 3);
    assert_eq!(count(&["history", "2", "--games", "--json"]), 4);
    assert!(place.output(&["history", "2", "--games"]).contains("Zufall"));

    let game = place.json(&["history", "--game", "1", "--json"]);
    assert!(
        game["players"].as_array().unwrap().iter().any(|player| player["nickname"] == "Zufall"),
        "{game}"
    );
    assert!(game["plies"][0]["text"].is_string());
    assert!(place.output(&["history", "--game", "1"]).contains("Turn 1:"));
    let file = place.file("games.txt");
    place.output(&["history", "2", "--transcripts", "--output", &file.display().to_string()]);
    assert_eq!(std::fs::read_to_string(file).unwrap().matches("Game over.").count(), 4);
    let file = place.file("games.json");
    place.output(&["history", "2", "--transcripts", "--json", "--output", &file.display().to_string()]);
    let all: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 4);

    // Whatever is shown goes to the file that is named, and what chooses among games needs no further word.
    let file = place.file("table.txt");
    let path = file.display().to_string();
    assert_eq!(place.output(&["history", "2", "--output", &path]), "");
    assert!(std::fs::read_to_string(&file).unwrap().contains("likelihood of superiority"));
    assert_eq!(place.output(&["history", "2", "--json", "--output", &path]), "");
    assert!(std::fs::read_to_string(&file).unwrap().contains("\"superiority\""));
    assert_eq!(place.output(&["history", "--records"]).matches("[Termination ").count(), 6);
    assert_eq!(place.output(&["history", "--transcripts"]).matches("Game over.").count(), 6);
    assert_eq!(count(&["history", "--last", "1", "--json"]), 1);
    assert_eq!(count(&["history", "--of", "connect4", "--json"]), 2);
    assert_eq!(count(&["history", "--player", "one-ply", "--json"]), 2);
}
