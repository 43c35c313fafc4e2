//! The chores that are quick enough to be ordinary tests.

use std::fs;
use xtask::{mutate, playthrough, root, tidy};

#[test]
fn the_house_is_tidy() {
    let complaints = tidy::complaints(&root()).unwrap();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Regenerate with `cargo xtask playthroughs` and review the diff.
#[test]
fn recorded_games_have_not_changed() {
    for game in plybook_catalog::all_games() {
        let path = playthrough::path(&root(), &game.name);
        let recorded =
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let now = playthrough::record(&game.name).unwrap();
        let differs = recorded.lines().zip(now.lines()).position(|(old, new)| old != new);
        let place = differs.unwrap_or(recorded.lines().count().min(now.lines().count()));
        assert!(recorded == now, "{} differs from line {} on", path.display(), place + 1);
    }
}

/// Every listed mutation still fits the source, and there are enough of them.
#[test]
fn mutations_apply() {
    for game in mutate::games(&root()).unwrap() {
        let list = fs::read_to_string(root().join(format!("testdata/mutations/{game}.txt"))).unwrap();
        let mutations = mutate::read_list(&list).unwrap();
        assert!(mutations.len() >= mutate::AT_LEAST, "{game} has {} mutations", mutations.len());
        for mutation in &mutations {
            let source = fs::read_to_string(root().join(&mutation.file)).unwrap();
            let mutated = mutate::apply(&source, mutation).unwrap();
            assert_ne!(mutated, source);
        }
    }
}
