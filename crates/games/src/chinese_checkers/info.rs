//! What the game says about itself.

use super::ChineseCheckers;
use plybook_kernel::{GameInfo, HasInfo, OptionInfo, OptionValue, OptionValues, ReadError, texts};
use std::ops::RangeInclusive;

/// Sides of a star's points.
const SIDES: RangeInclusive<u32> = 2..=4;
/// The usual star.
const DEFAULT_SIDE: u32 = 4;
/// The numbers of players, as they are written.
const PLAYERS: [&str; 4] = ["2", "3", "4", "6"];
/// How many play where nobody says.
const DEFAULT_PLAYERS: u8 = 3;
/// The largest number of plies that ends a game.
const MOST_PLIES: u32 = 10_000;
/// Far more than a game takes in which everybody goes forward.
const DEFAULT_PLIES: u32 = 600;

impl Default for ChineseCheckers {
    fn default() -> ChineseCheckers {
        ChineseCheckers::new(DEFAULT_SIDE as usize, DEFAULT_PLAYERS, false, Some(DEFAULT_PLIES))
    }
}

impl HasInfo for ChineseCheckers {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "chinese-checkers".into(),
            title: "Chinese checkers".into(),
            summary:
                "Bring all pieces to the opposite point of the star, step by step or in chains of jumps."
                    .into(),
            options: vec![
                OptionInfo::choice("players", PLAYERS)
                    .default(OptionValue::Word(DEFAULT_PLAYERS.to_string().into()))
                    .help("How many players there are.")
                    .said(["2 players", "3 players", "4 players", "6 players"]),
                OptionInfo::number("side", SIDES)
                    .default(OptionValue::Number(DEFAULT_SIDE))
                    .help("Cells along the side of a point of the star: 3, 6 or 10 pieces each.")
                    .said(["points of side {}"]),
                OptionInfo::choice("places", ["no", "yes"])
                    .help("Whether the others play on when one has won; for more than two players.")
                    .said(["the first one home wins", "played for places"]),
                OptionInfo::number_or_off("plies", 1..=MOST_PLIES)
                    .default(OptionValue::Number(DEFAULT_PLIES))
                    .help("The game is drawn after N plies.")
                    .said(["at most {} plies", "as long as it takes"]),
            ],
            examples: texts([
                "chinese-checkers",
                "chinese-checkers:players=2",
                "chinese-checkers:players=6,side=3",
                "chinese-checkers:players=4,side=2,places=yes",
            ]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<ChineseCheckers, ReadError> {
        let players: u8 =
            options.word("players").and_then(|word| word.parse().ok()).unwrap_or(DEFAULT_PLAYERS);
        let places = options.word("places") == Some("yes");
        if places && players == 2 {
            let problem = "two players have no places to play for".to_owned();
            return Err(options.refuse(problem, "leave out places=yes, or let three play".to_owned()));
        }
        let side = options.number("side").unwrap_or(DEFAULT_SIDE);
        Ok(ChineseCheckers::new(side as usize, players, places, options.number("plies")))
    }

    fn options(&self) -> OptionValues {
        let players =
            PLAYERS.into_iter().find(|word| *word == self.players.to_string()).unwrap_or(PLAYERS[0]);
        OptionValues::new()
            .with_word("players", players)
            .with_number("side", self.star.side as u32)
            .with_word("places", if self.places { "yes" } else { "no" })
            .with_number_or_off("plies", self.plies)
    }
}
