//! A database of games that the version before wrote.

use crate::support::{Scratch, testdata};
use serde_json::Value;

/// The command that was interrupted when the file was made.
const INTERRUPTED: [&str; 18] = [
    "tournament",
    "--name",
    "interrupted",
    "--game",
    "othello:6x6",
    "--agent",
    "engine:depth=6",
    "--agent",
    "engine:name=two,depth=5",
    "--agent",
    "random",
    "--games",
    "4",
    "--seed",
    "4",
    "--openings",
    "random:4",
    "--depth=6",
];

#[test]
fn its_games_are_shown_and_its_interrupted_tournament_goes_on() {
    let place = Scratch::new();
    std::fs::copy(testdata("databases/schema-2.db"), place.file("games.db")).unwrap();
    let list = |arguments: &[&str]| -> Vec<Value> { place.json(arguments).as_array().unwrap().clone() };
    let before = list(&["history", "--games", "--json"]);
    assert_eq!(before.len(), 28);
    assert_eq!(list(&["history", "--transcripts", "--json"]).len(), 28);
    assert_eq!(place.output(&["history", "--records"]).matches("[Result ").count(), 28);
    // Ends that were not told apart then are not guessed at now.
    let reasons: Vec<&str> = before.iter().map(|game| game["reason"].as_str().unwrap()).collect();
    assert!(reasons.contains(&"stuck") && reasons.contains(&"path"), "{reasons:?}");
    let endings = &place.json(&["history", "4", "--json"])["report"]["summary"]["endings"];
    assert_eq!(*endings, serde_json::json!({ "repetition or move limit": 2 }));
    let tournaments = list(&["history", "--json"]);
    let interrupted = tournaments.iter().find(|one| one["finished"].is_null()).unwrap();
    assert_eq!((&interrupted["tournament"], &interrupted["games"]), (&6.into(), &6.into()));

    let table = place.json(&[&INTERRUPTED[..], &["--json"]].concat());
    assert_eq!((&table["tournament"], &table["report"]["summary"]["games"]), (&6.into(), &12.into()));
    assert_eq!(list(&["history", "--json"]).len(), tournaments.len(), "it began anew");
    let after = list(&["history", "--games", "--json"]);
    assert_eq!((&after[..28], after.len()), (&before[..], 34));
    assert!(place.run(&INTERRUPTED).2.contains("was over already"));
}
