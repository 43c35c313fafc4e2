//! The files of games that also exist as code: their counts are those of the code's perft files.

#![allow(clippy::unwrap_used, reason = "a test that cannot read the gallery has failed")]

use plybook_kernel::perft::perft;
use plybook_kernel::{ListedGame, OptionInfo};
use plybook_rules::{RulesFile, RulesVisitor, gallery};

/// Leaves that a count of the ordinary tests may have.
const MOST_LEAVES: u64 = 9_000_000;
const MOST_LEAVES_LONG: u64 = 100_000_000;

/// What a perft file says.
struct Known {
    options: String,
    depth: u32,
    leaves: u64,
    finished: Option<u64>,
}

fn known(native: &str) -> Vec<Known> {
    let path = format!("{}/../../testdata/perft/{native}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("long"));
    let counts = lines.filter_map(|line| {
        let parts: Vec<&str> = line.split('#').next().unwrap().split('|').map(str::trim).collect();
        let [name, "", counts] = parts[..] else { return None };
        let numbers: Vec<u64> = counts.split(' ').map(|number| number.parse().unwrap()).collect();
        let options = name.split_once(':').map_or("", |(_, options)| options).to_owned();
        Some(Known {
            options,
            depth: numbers[0] as u32,
            leaves: numbers[1],
            finished: numbers.get(2).copied(),
        })
    });
    counts.collect()
}

struct Count(u32);

impl RulesVisitor for Count {
    type Output = (u64, u64);
    fn visit<G: ListedGame>(self, game: G) -> (u64, u64) {
        let count = perft(&game, &game.start(), self.0);
        (count.leaves, count.finished)
    }
}

/// The counts of a file are those of the native game, with all options of both that `option` translates.
fn agrees(file: &str, native: &str, option: impl Fn(&str) -> Option<String>) {
    let source = gallery::source(file).unwrap();
    let long = std::env::var_os("PLYBOOK_LONG").is_some();
    let most = if long { MOST_LEAVES_LONG } else { MOST_LEAVES };
    let mut compared = 0;
    for known in known(native) {
        let Some(options) = option(&known.options) else { continue };
        if known.leaves + known.finished.unwrap_or(0) > most {
            continue;
        }
        let counted = RulesFile::read_as(source, &options).unwrap().visit(Count(known.depth));
        assert_eq!(counted.0, known.leaves, "{file}:{options} at depth {}", known.depth);
        if let Some(finished) = known.finished {
            assert_eq!(counted.1, finished, "{file}:{options} at depth {}", known.depth);
        }
        compared += 1;
    }
    assert!(compared >= 4, "{file}: only {compared} counts compared");
}

/// Only the default options.
fn plain(options: &str) -> Option<String> {
    options.is_empty().then(String::new)
}

#[test]
fn files_count_like_the_code() {
    agrees("tic-tac-toe", "tictactoe", plain);
    agrees("hexapawn", "hexapawn", |options| match options {
        "" => Some(String::new()),
        "4x4" | "5x5" => Some(format!("size={options}")),
        _ => None,
    });
    agrees("connect-four", "connect4", |options| match options {
        "" => Some(String::new()),
        _ => None,
    });
    agrees("breakthrough", "breakthrough", |options| match options {
        "" => Some(String::new()),
        "5x5" => Some("size=5x5".to_owned()),
        _ => None,
    });
    agrees("othello", "othello", |options| match options {
        "" => Some(String::new()),
        "6x6" | "4x4" => Some(format!("size={options}")),
        _ => None,
    });
    agrees("checkers", "checkers", plain);
    agrees("toro-tile-straight", "tts", plain);
    agrees("kalah", "kalah", |options| {
        let words: Vec<&str> = options.split(',').filter(|word| !word.is_empty()).collect();
        match words[..] {
            [] => Some(String::new()),
            [pits, seeds] => Some(format!("pits={pits},seeds={seeds}")),
            [pits, seeds, _] => Some(format!("pits={pits},seeds={seeds},empty-capture=yes")),
            _ => None,
        }
    });
    // The same moves with other aims.
    agrees("giveaway-checkers", "checkers", plain);
    agrees("reversi-misere", "othello", |options| match options {
        "" => Some(String::new()),
        "6x6" => Some("size=6x6".to_owned()),
        _ => None,
    });
}

/// The options of a file are declared as the code's are.
#[test]
fn options_are_declared() {
    struct Options;
    impl RulesVisitor for Options {
        type Output = Vec<OptionInfo>;
        fn visit<G: ListedGame>(self, game: G) -> Vec<OptionInfo> {
            game.info().options
        }
    }
    let options = RulesFile::read(gallery::source("othello").unwrap()).unwrap().visit(Options);
    assert_eq!(options.iter().map(|option| &*option.form).collect::<Vec<_>>(), ["size=8x8|6x6|4x4"]);
}

/// Published counts.
#[test]
fn files_count_as_published() {
    for (file, counts) in [
        ("international-draughts", &[9, 81, 658, 4265, 27117, 167_140, 1_049_442][..]),
        ("brazilian-draughts", &[7, 49, 302, 1469, 7473, 37_628, 187_302, 907_830]),
        ("ataxx", &[16, 256, 6460, 155_888, 4_752_668]),
        ("amazons", &[2176, 4_307_152]),
    ] {
        let source = gallery::source(file).unwrap();
        for (depth, &leaves) in (1..).zip(counts) {
            let counted = RulesFile::read(source).unwrap().visit(Count(depth)).0;
            assert_eq!(counted, leaves, "{file} at depth {depth}");
        }
    }
}
