//! The games that come with the program as rules files.

/// A list of files, with their texts as part of the program.
macro_rules! files {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!("../gallery/", $name, ".rules")))),*]
    };
}

/// The texts of the gallery's files, by their names, in the order of the alphabet.
pub const FILES: &[(&str, &str)] = files![
    "alquerque",
    "amazons",
    "ataxx",
    "breakthrough",
    "checkers",
    "clobber",
    "connect-four",
    "domineering",
    "fox-and-geese",
    "gomoku",
    "hasami-shogi",
    "hex",
    "hexapawn",
    "international-draughts",
    "konane",
    "lines-of-action",
    "othello",
    "teeko",
    "three-mens-morris",
    "tic-tac-toe",
    "toro-tile-straight",
];

/// The text of one of the gallery's files.
#[must_use]
pub fn source(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == name).map(|&(_, text)| text)
}
