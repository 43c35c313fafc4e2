//! The games that come with the program as rules files.

/// A list of files, with their texts as part of the program.
macro_rules! files {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!("../gallery/", $name, ".rules")))),*]
    };
}

/// The texts of the gallery's files, by their names, in the order of the alphabet.
pub const FILES: &[(&str, &str)] = files![
    "achi",
    "alquerque",
    "amazons",
    "atari-go",
    "ataxx",
    "brandubh",
    "brazilian-draughts",
    "breakthrough",
    "checkers",
    "clobber",
    "col",
    "connect-four",
    "cram",
    "dobutsu-shogi",
    "domineering",
    "fox-and-geese",
    "gardner-chess",
    "giveaway-checkers",
    "gomoku",
    "hasami-shogi",
    "hex",
    "hexapawn",
    "international-draughts",
    "kalah",
    "konane",
    "lines-of-action",
    "los-alamos-chess",
    "nine-mens-morris",
    "othello",
    "oware",
    "reversi-misere",
    "six-mens-morris",
    "snort",
    "teeko",
    "three-mens-morris",
    "tic-tac-toe",
    "toro-tile-straight",
    "y",
];

/// The text of one of the gallery's files.
#[must_use]
pub fn source(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == name).map(|&(_, text)| text)
}
