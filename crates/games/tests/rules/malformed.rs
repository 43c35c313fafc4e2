//! Bad input: the tables in `testdata/malformed`, one file per game, and random strings. A line is
//! `KIND<tab>INPUT<tab>CULPRIT`: reading the input must fail with an error that contains the culprit. KIND is
//! `position`, `move` (in the start position) or `options`.

use crate::support::testdata;
use plybook_games::{Visitor, all, with_game};
use plybook_kernel::{ListedGame, ReadError};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Rows that a table must have of each kind.
const ROWS: usize = 15;

struct Read<'a> {
    kind: &'a str,
    input: &'a str,
}

impl Visitor for Read<'_> {
    type Output = Result<(), ReadError>;

    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        match self.kind {
            "position" => game.read(self.input).map(|_| ()),
            _ => game.read_move(&game.start(), self.input).map(|_| ()),
        }
    }
}

fn read(name: &str, kind: &str, input: &str) -> Result<(), ReadError> {
    match kind {
        "options" => with_game(&format!("{name}:{input}"), Read { kind: "position", input: "" }).map(|_| ()),
        _ => with_game(name, Read { kind, input })?,
    }
}

#[test]
fn errors_name_the_culprit() {
    for info in all() {
        let path = testdata().join("malformed").join(format!("{}.txt", info.name));
        let file =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for kind in ["position", "move", "options"] {
            let mut rows = 0;
            for line in file.lines() {
                let parts: Vec<&str> = line.split('\t').collect();
                let &[row_kind, input, culprit] = parts.as_slice() else {
                    panic!("{}: {line:?} has not three parts", path.display());
                };
                if row_kind == kind {
                    rows += 1;
                    let error =
                        read(&info.name, kind, input).expect_err(&format!("{} accepted {line:?}", info.name));
                    let text = error.to_string();
                    assert!(text.contains(culprit), "{}: {line:?} gave {text:?}", info.name);
                }
            }
            assert!(rows >= ROWS, "{} has {rows} rows of kind {kind}, not {ROWS}", path.display());
        }
    }
}

/// Random strings, some of them made of the pieces that real texts are made of.
fn strings(pieces: Vec<String>) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => proptest::sample::select(pieces),
        2 => "[-a-zA-Z0-9/,:=. ]{0,6}",
        1 => any::<String>(),
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

struct Texts;

impl Visitor for Texts {
    type Output = Vec<String>;

    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        let at = game.start();
        let mut texts: Vec<String> = game.legal(&at).iter().map(|&mv| game.move_text(&at, mv)).collect();
        let text = game.text(&at);
        texts.extend(text.split_inclusive(['/', ' ', ',', ':']).map(str::to_owned));
        texts.push(text);
        texts
    }
}

/// Reads each random string as a position, a move and options of every game; panics are the failures. What is
/// accepted as a position must be written and read back.
#[test]
fn random_strings_never_panic() {
    for info in all() {
        let pieces = with_game(&info.name, Texts).unwrap();
        let mut runner =
            TestRunner::new(Config { cases: 10_000, failure_persistence: None, ..Config::default() });
        let done = runner.run(&strings(pieces), |text| {
            let _ = read(&info.name, "move", &text);
            let _ = read(&info.name, "options", &text);
            with_game(&info.name, ReadBack(&text)).unwrap().map_err(TestCaseError::fail)
        });
        done.unwrap_or_else(|error| panic!("{}: {error}", info.name));
    }
}

struct ReadBack<'a>(&'a str);

impl Visitor for ReadBack<'_> {
    type Output = Result<(), String>;

    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        let Ok(at) = game.read(self.0) else { return Ok(()) };
        let text = game.text(&at);
        match game.read(&text) {
            Ok(again) if again == at && game.key(&again) == game.key(&at) => {}
            other => return Err(format!("{:?} was read, but its text {text:?} gave {other:?}", self.0)),
        }
        for mv in game.legal(&at) {
            game.after(&at, mv);
            game.path(&at, mv);
        }
        game.diagram(&at);
        Ok(())
    }
}
