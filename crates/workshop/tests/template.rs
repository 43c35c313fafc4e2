//! The template is a game that holds, and what is made of it is a game of another name.

#[path = "../templates/game/mod.rs"]
mod template_game;

use plybook_kernel::conformance::{Plan, check};
use plybook_kernel::{Game, HasInfo, Notation, perft::perft};
use plybook_workshop::{NewGame, root, write};
use std::fs;
use std::path::{Path, PathBuf};
use template_game::TemplateGame;

const PERFT: &str = include_str!("../templates/perft.txt");
const MALFORMED: &str = include_str!("../templates/malformed.txt");

fn open(name: &str) -> TemplateGame {
    let (_, options) = name.split_once(':').unwrap_or((name, ""));
    TemplateGame::default().variant(options).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_template_conforms_in_all_its_examples() {
    for example in TemplateGame::default().info().examples {
        let report = check(&open(&example), &Plan { seed: 1, moves: 3_000 });
        let report = report.unwrap_or_else(|failure| panic!("{example}: {failure}"));
        assert!(report.finished > 50, "{example}: {report:?}");
    }
}

#[test]
fn the_counts_and_the_bad_texts_of_the_template_are_right() {
    for line in PERFT.lines().filter(|line| !line.starts_with('#')) {
        let [name, _, numbers]: [&str; 3] =
            line.split('|').map(str::trim).collect::<Vec<_>>().try_into().unwrap();
        let numbers: Vec<u64> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
        let game = open(name);
        let count = perft(&game, &game.start(), numbers[0] as u32);
        assert_eq!([count.leaves, count.finished], numbers[1..], "{line}");
    }
    let game = TemplateGame::default();
    let (mut kinds, mut wrong) = ([0; 3], Vec::new());
    for line in MALFORMED.lines() {
        let [kind, input, culprit]: [&str; 3] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let (number, error) = match kind {
            "position" => (0, game.read(input).err()),
            "move" => (1, game.read_move(&game.start(), input).err()),
            _ => (2, game.variant(input).err()),
        };
        kinds[number] += 1;
        let said = error.map_or_else(|| "it is read".to_owned(), |error| error.to_string());
        if !said.contains(culprit) {
            wrong.push(format!("{line}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(kinds.iter().all(|&rows| rows >= 15), "{kinds:?}");
}

/// A folder with copies of the lists of games.
fn project(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plybook-workshop-{}-{name}", std::process::id()));
    for file in ["crates/games/src/lib.rs", "crates/games/tests/rules/main.rs"] {
        let copy = folder.join(file);
        fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder of its own");
        fs::copy(root().join(file), copy).expect("a copy of the list");
    }
    folder
}

fn text(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn a_new_game_has_its_files_and_stands_in_the_lists() {
    let folder = project("new");
    let game = NewGame::new("four-corners").unwrap();
    let made = write(&folder, &game).unwrap();
    assert_eq!(made.len(), 7, "{made:?}");
    for file in &made[..5] {
        let text = text(&folder, file);
        assert!(!text.to_lowercase().contains("template"), "{file}");
    }
    let rules = text(&folder, "crates/games/src/four_corners/mod.rs");
    assert!(rules.contains("pub struct FourCorners {") && rules.contains("\"Four corners\""), "{rules}");
    let list = text(&folder, "crates/games/src/lib.rs");
    assert!(list.contains("pub mod connect4;\npub mod four_corners;\npub mod go;\n"), "{list}");
    assert!(list.contains("    four_corners::FourCorners,\n    tree::WrittenTree,\n}"), "{list}");
    let tests = text(&folder, "crates/games/tests/rules/main.rs");
    assert!(tests.contains("mod evaluators;\nmod four_corners;\nmod gnubg;\n"), "{tests}");
    // A second one of the same name changes nothing.
    let error = write(&folder, &game).unwrap_err().to_string();
    assert!(error.contains("four-corners") && error.contains("another name"), "{error}");
    assert_eq!(text(&folder, "crates/games/src/lib.rs"), list);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn names_that_are_none_are_refused_by_name() {
    for name in ["", "Chess", "a--b", "-a", "a-", "4x4", "a b", "../a", "a_b", "é"] {
        let error = NewGame::new(name).unwrap_err().to_string();
        assert!(error.contains(&format!("`{name}`")) && error.contains("small letters"), "{error}");
    }
    let folder = project("taken");
    fs::create_dir_all(folder.join("testdata/perft")).unwrap();
    fs::write(folder.join("testdata/perft/mine.txt"), "").unwrap();
    let error = write(&folder, &NewGame::new("mine").unwrap()).unwrap_err().to_string();
    assert!(error.contains("testdata/perft/mine.txt"), "{error}");
    fs::remove_dir_all(folder).unwrap();
}
