//! Every file of the gallery is a sound game, with each of its options.

#![allow(clippy::unwrap_used, reason = "a test that cannot read the gallery has failed")]

use plybook_kernel::conformance::{Plan, check};
use plybook_kernel::options::OptionKind;
use plybook_kernel::{ListedGame, OptionInfo};
use plybook_rules::{RulesFile, RulesVisitor, gallery};

/// Moves of random games for each file and option.
const MOVES: usize = 1_500;
const MOVES_LONG: usize = 30_000;

struct Conforms(usize);

impl RulesVisitor for Conforms {
    type Output = Result<Vec<OptionInfo>, String>;
    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        check(&game, &Plan { seed: 3, moves: self.0 }).map_err(|failure| failure.to_string())?;
        Ok(game.info().options)
    }
}

#[test]
fn every_file_conforms() {
    let moves = if std::env::var_os("PLYBOOK_LONG").is_some() { MOVES_LONG } else { MOVES };
    for (name, text) in gallery::FILES {
        let read = |options: &str| {
            RulesFile::read_as(text, options).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        assert_eq!(read("").name(), *name);
        let options = read("").visit(Conforms(moves)).unwrap_or_else(|failure| panic!("{name}: {failure}"));
        for option in options {
            let OptionKind::Choice { words, .. } = &option.kind else { continue };
            for word in &words[1..] {
                let options = format!("{}={word}", option.name);
                let checked = read(&options).visit(Conforms(moves / 2));
                checked.unwrap_or_else(|failure| panic!("{name}:{options}: {failure}"));
            }
        }
    }
}

/// A game that was given another name keeps it in all its variants.
#[test]
fn another_name_is_kept() {
    let file = RulesFile::read(gallery::source("othello").unwrap()).unwrap().named("othello-rules");
    file.visit(Conforms(200)).unwrap();
}

/// The list of the gallery is the folder.
#[test]
fn every_file_is_listed() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/gallery")).unwrap();
    let mut files: Vec<String> =
        folder.map(|file| file.unwrap().file_name().into_string().unwrap().replace(".rules", "")).collect();
    files.sort();
    assert_eq!(files, gallery::FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
}

/// Turns and mirrors are found from the rules: as many as people see.
#[test]
fn symmetries_are_found() {
    struct Symmetries;
    impl RulesVisitor for Symmetries {
        type Output = usize;
        fn visit<G: ListedGame>(self, game: G) -> usize {
            game.symmetries()
        }
    }
    for (file, count) in [
        ("tic-tac-toe", 8),
        ("breakthrough", 2),
        ("othello", 4),
        ("connect-four", 2),
        ("hex", 2),
        ("amazons", 2),
        ("domineering", 4),
        ("nine-mens-morris", 8),
        ("ataxx", 4),
        ("y", 2),
        ("gardner-chess", 1),
        ("alquerque", 1),
        ("brandubh", 8),
        ("lines-of-action", 4),
    ] {
        let found = RulesFile::read(gallery::source(file).unwrap()).unwrap().visit(Symmetries);
        assert_eq!(found, count, "{file}");
    }
}
