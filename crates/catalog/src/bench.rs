//! Fixed positions of every game that alpha-beta plays by default, searched to fixed depths: the number of positions entered is the search's
//! signature. It changes exactly when the search, an evaluator made by hand or hints behave differently; learnt
//! evaluations, which may be trained anew at any time, are not asked.

use crate::{AnyGame, EngineConfig, LEARNT, METHODS, NoObserver, open, registry};
use plybook_kernel::{ReadError, Text};
use plybook_search::Limits;
use serde::Serialize;

/// Depth for games that no list names, in plies.
const DEFAULT_DEPTH: u32 = 4;
/// Size of the table in mebibytes.
const TABLE: usize = 16;

/// A game's positions: its depth in plies, then moves from the start, a list for each position.
struct Entry(&'static str, u32, &'static [&'static str]);

const ENTRIES: &[Entry] = &[
    Entry(
        "chess",
        8,
        &[
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1h1 f8e7",
            "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3 e8h8 g1f3 h7h6",
            "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6",
        ],
    ),
    Entry(
        "othello",
        11,
        &[
            "f5 f6 e6 f4 e3 d3 f3 c5 c6 e2 e1 d2 g3 g4 h5 h4",
            "f5 f6 e6 d6 c5 c4 c6 e3 f3 b5 a5 b4 c7 d7 e8 d8",
        ],
    ),
    Entry("tictactoe", 9, &["b2", "a1 b2"]),
    Entry("connect4", 14, &["4 4 5 3", "4 4 4 4 4 2 2 2", "1 2 3 4 5 6 7"]),
    Entry("tts", 6, &["f4 e5 e3 d2", "f4 e5 e3 d2 f3 c3 f5 f7"]),
    Entry("tree", 9, &["1", "2"]),
    Entry(
        "black-and-white",
        8,
        &["e3 d4 d5 e5 c5 e4", "e3 d4 d5 e5 c5 e4 e2 c3 a1 d3 a1-b1 d4-c4 b1-b2 c4-b4 b2-a2 e4-d4"],
    ),
    Entry("kalah", 12, &["6 1 5 6", "6 1 5 6 6 1 4 2 2 6 5 6 3 3 6 4"]),
    Entry(
        "checkers",
        13,
        &[
            "9-14 24-19 10-15 19x10 6x15 27-24 7-10",
            "9-14 24-19 10-15 19x10 6x15 23-19 15x24 28x19 7-10 22-18 14x23 27x18 5-9 21-17",
        ],
    ),
];

/// What a game's positions took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BenchCount {
    /// The game.
    pub game: Text,
    /// How deep each position was searched.
    pub depth: u32,
    /// How many positions.
    pub positions: usize,
    /// Positions entered in all.
    pub nodes: u64,
}

/// Searches a game's fixed positions, each with a new engine and an empty table.
///
/// # Errors
/// There is no such game, or it is not played by alpha-beta.
pub fn bench(name: &str) -> Result<BenchCount, ReadError> {
    let game = open(name)?;
    if !is_benched(&*game) {
        let problem = format!(
            "the signature is that of alpha-beta; this game is searched by {}",
            game.default_method().name
        );
        return Err(ReadError::new(
            "game",
            name,
            problem,
            format!("choose one of: {}", bench_games().join(", ")),
        ));
    }
    let name = game.info().name.clone();
    let entry = ENTRIES.iter().find(|Entry(game, ..)| *game == name);
    let (depth, lists) = entry.map_or((DEFAULT_DEPTH, &[][..]), |Entry(_, depth, lists)| (*depth, *lists));
    let by_hand = game.evaluators().iter().find(|info| info.name != LEARNT);
    let evaluator = by_hand.map(|info| info.name.to_string());
    let mut nodes = 0;
    for list in std::iter::once(&"").chain(lists) {
        let mut session = game.session(None)?;
        for text in list.split_whitespace() {
            session.play(text)?;
        }
        let mut thinker = game.thinker(&EngineConfig {
            hash: TABLE,
            evaluator: evaluator.clone(),
            ..EngineConfig::default()
        })?;
        nodes += thinker.think(&*session, &Limits::depth(depth).into(), &NoObserver)?.nodes;
    }
    Ok(BenchCount { game: name, depth, positions: 1 + lists.len(), nodes })
}

/// Whether a game belongs to the signature, which is that of alpha-beta.
fn is_benched(game: &dyn AnyGame) -> bool {
    game.default_method().name == METHODS[0].name
}

/// The games to bench, in the order of the list of games.
#[must_use]
pub fn bench_games() -> Vec<Text> {
    let games = registry().games();
    games.iter().filter(|game| is_benched(&***game)).map(|game| game.info().name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_position_can_be_reached_and_is_not_over() {
        for Entry(name, _, lists) in ENTRIES {
            let game = open(name).unwrap();
            for list in *lists {
                let mut session = game.session(None).unwrap();
                for text in list.split_whitespace() {
                    session.play(text).unwrap_or_else(|error| panic!("{name} {list}: {error}"));
                }
                assert!(session.ending().is_none(), "{name} {list}");
            }
        }
    }

    /// What each game's positions take. Whoever changes what the search visits writes the new numbers here and names
    /// the new sum in the commit.
    const PINNED: [(&str, u64); 13] = [
        ("tictactoe", 9181),
        ("hexapawn", 115),
        ("nim", 25),
        ("connect4", 1_218_298),
        ("tts", 312_656),
        ("othello", 96511),
        ("checkers", 294_045),
        ("black-and-white", 84210),
        ("baroque", 3074),
        ("chess", 52005),
        ("kalah", 25043),
        ("breakthrough", 441),
        ("tree", 123),
    ];

    #[test]
    fn the_signature_is_pinned() {
        let found: Vec<(Text, u64)> =
            bench_games().into_iter().map(|name| (name.clone(), bench(&name).unwrap().nodes)).collect();
        let sum: u64 = found.iter().map(|(_, nodes)| nodes).sum();
        assert_eq!(found, PINNED.map(|(name, nodes)| (Text::from(name), nodes)), "signature {sum}");
    }
}
