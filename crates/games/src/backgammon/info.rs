//! What the game says about itself.

use super::{Backgammon, LONGEST_MATCH, Start};
use plybook_kernel::{GameInfo, HasInfo, OptionInfo, OptionValues, ReadError, texts};

impl Default for Backgammon {
    fn default() -> Backgammon {
        Backgammon { start: Start::Standard, any_opening: false, cube: false, points: None }
    }
}

impl HasInfo for Backgammon {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "backgammon".into(),
            title: "Backgammon".into(),
            summary: "Bring fifteen checkers home by the dice, past those of the opponent.".into(),
            options: vec![
                OptionInfo::word("start", ["standard", "nackgammon", "hypergammon"])
                    .help("How the checkers stand at first; hypergammon has three of them, on 24, 23 and 22.")
                    .said(["standard", "nackgammon", "hypergammon"]),
                OptionInfo::choice("opening", ["usual", "any"])
                    .help("Whether the first roll can be a double.")
                    .said(["no double at first", "doubles at first"]),
                OptionInfo::choice("cube", ["off", "on"])
                    .help("Whether the stakes can be doubled before a roll.")
                    .said(["no cube", "with the cube"]),
                OptionInfo::number_or_off("points", 1..=LONGEST_MATCH)
                    .help(
                        "A match to N points; off is a single game, worth one point to three times the cube.",
                    )
                    .said(["match to {}", "a single game"]),
            ],
            examples: texts([
                "backgammon",
                "backgammon:nackgammon,cube=on",
                "backgammon:hypergammon,cube=on,points=5",
            ]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<Backgammon, ReadError> {
        let start = match options.word("start") {
            Some("nackgammon") => Start::Nackgammon,
            Some("hypergammon") => Start::Hypergammon,
            _ => Start::Standard,
        };
        Ok(Backgammon {
            start,
            any_opening: options.word("opening") == Some("any"),
            cube: options.word("cube") == Some("on"),
            points: options.number("points").map(|points| points as u8),
        })
    }

    fn options(&self) -> OptionValues {
        let start = match self.start {
            Start::Standard => "standard",
            Start::Nackgammon => "nackgammon",
            Start::Hypergammon => "hypergammon",
        };
        OptionValues::new()
            .with_word("start", start)
            .with_word("opening", if self.any_opening { "any" } else { "usual" })
            .with_word("cube", if self.cube { "on" } else { "off" })
            .with_number_or_off("points", self.points.map(u32::from))
    }
}
