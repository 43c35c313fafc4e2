//! The fast generator against the plain one, under the presets, each option alone and options by lot.

use super::game;
use crate::support::{agree, same_successors};
use plybook_games::baroque::Baroque;
use plybook_kernel::{Game, HasInfo, Notation, Random};
use plybook_naive::{Plain as _, baroque::Baroque as Plain};

/// Every option with its values other than the default.
const OPTIONS: &[&[&str]] = &[
    &["leaper=any"],
    &["leaps=many"],
    &["imitator-freezes=freezer"],
    &["freezers=pure"],
    &["diagonal-pince=yes"],
    &["kinds=all-kinds", "kinds=pure-leap"],
    &["imitator-captures=off"],
    &["declining=yes"],
    &["suicide=yes"],
    &["end=checkmate"],
    &["stalemate=loss"],
    &["corners=both", "corners=white", "corners=black"],
    &["kings=both", "kings=white", "kings=black"],
];

/// `short` positions, or `long` ones in the long form of the test run.
fn positions(short: usize, long: usize) -> usize {
    if std::env::var_os("PLYBOOK_LONG").is_some() { long } else { short }
}

fn pair(options: &str) -> (Baroque, Plain) {
    let plain = Plain::with_options(options);
    (game(options), plain.unwrap_or_else(|| panic!("the plain generator does not know {options}")))
}

#[test]
fn agrees_in_games_of_the_default() {
    let (game, plain) = pair("");
    agree(&game, &plain, positions(100_000, 1_000_000), 1);
}

#[test]
fn agrees_in_games_of_presets_and_options() {
    for (seed, options) in
        ["uw-2019", "ultima", "cambridge"].iter().chain(OPTIONS.concat().iter()).enumerate()
    {
        let (game, plain) = pair(options);
        agree(&game, &plain, positions(1_500, 100_000), seed as u64);
    }
}

/// Options drawn by lot, each with an even chance to differ from the default.
fn options_by_lot(random: &mut Random) -> String {
    let mut options = Vec::new();
    for values in OPTIONS {
        if random.below(2) == 1 {
            options.extend(random.pick(values).copied());
        }
    }
    options.join(",")
}

#[test]
fn agrees_in_games_of_options_by_lot() {
    let mut random = Random::new(2);
    for seed in 0..positions(40, 1000) as u64 {
        let (game, plain) = pair(&options_by_lot(&mut random));
        agree(&game, &plain, 300, seed);
    }
}

/// A crowd on a part of the board: kinds that act on each other stand side by side far more often than in games.
fn crowd(random: &mut Random) -> String {
    const LETTERS: &[u8] = b"pcliwffiilcpPCLIWFFIILCP";
    let (width, height) = (3 + random.below(6), 3 + random.below(6));
    let (left, bottom) = (random.below(9 - width), random.below(9 - height));
    let mut board = [[b'1'; 8]; 8];
    let mut put = |random: &mut Random, letter: u8| {
        let place = &mut board[bottom + random.below(height)][left + random.below(width)];
        if !b"kK".contains(place) {
            *place = letter;
        }
    };
    for _ in 0..random.below(width * height) {
        let letter = LETTERS[random.below(LETTERS.len())];
        put(random, letter);
    }
    put(random, b'k');
    put(random, b'K');
    let rows: Vec<String> = board.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    let mut text = rows.join("/");
    for (run, digit) in (2..=8).rev().map(|run| ("1".repeat(run), run.to_string())) {
        text = text.replace(&run, &digit);
    }
    format!("{text} {}", ["w", "b"][random.below(2)])
}

#[test]
fn agrees_in_crowds() {
    let mut random = Random::new(3);
    let (mut met, wanted) = (0, positions(40_000, 1_000_000));
    let (mut fast, mut plain) = pair("");
    while met < wanted {
        if met % 50 == 0 {
            let options = if met % 200 == 0 { String::new() } else { options_by_lot(&mut random) };
            (fast, plain) = pair(&options);
        }
        let text = crowd(&mut random);
        let read = fast.read(&text);
        assert_eq!(read.is_ok(), plain.read(&text).is_some(), "{text} in {}", fast.full_name());
        let Ok(at) = read else { continue };
        if fast.outcome(&at).is_none() {
            assert_eq!(fast.count(&at), fast.legal(&at).len(), "{text} in {}", fast.full_name());
        }
        same_successors(&fast, &plain, &at);
        met += 1;
    }
}
