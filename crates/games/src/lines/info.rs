//! What the game says about itself.

use super::{DEFAULT_LENGTH, DEFAULT_PLAYERS, DEFAULT_SIZE, LEAST_SIDE, Lines, SQUARES};
use plybook_kernel::{
    GameInfo, HasInfo, MOST_PLAYERS, OptionInfo, OptionValue, OptionValues, ReadError, texts,
};

/// Longest side of a board: columns have letters.
const LONGEST_SIDE: u32 = 26;

impl Default for Lines {
    fn default() -> Lines {
        Lines::new(DEFAULT_SIZE, DEFAULT_LENGTH, DEFAULT_PLAYERS as u8, false)
    }
}

impl HasInfo for Lines {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "lines".into(),
            title: "Lines".into(),
            summary:
                "Marks in a row, for three players or two to six: tic-tac-toe and Connect Four for many."
                    .into(),
            options: vec![
                OptionInfo::size(
                    "size",
                    "WxH",
                    [("columns", LEAST_SIDE..=LONGEST_SIDE), ("rows", LEAST_SIDE..=LONGEST_SIDE)],
                )
                .default(OptionValue::Size(DEFAULT_SIZE))
                .help("The board has W columns and H rows, at most 64 squares.")
                .said(["{column}, {row}"]),
                OptionInfo::number("k", 2..=LONGEST_SIDE)
                    .default(OptionValue::Number(DEFAULT_LENGTH))
                    .help("N marks in a row win.")
                    .said(["{} in a row win"]),
                OptionInfo::number("players", 2..=MOST_PLAYERS as u32)
                    .default(OptionValue::Number(DEFAULT_PLAYERS))
                    .help("How many players there are.")
                    .said(["{player}"]),
                OptionInfo::flag("drop")
                    .help("Marks fall to the lowest free square of their column, as in Connect Four.")
                    .said(["marks fall"]),
            ],
            examples: texts([
                "lines",
                "lines:7x6,k=4,drop",
                "lines:4x4,k=4,players=2",
                "lines:5x5,k=4,players=4",
                "lines:8x8,k=3,players=6,drop",
            ]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<Lines, ReadError> {
        let [columns, rows] = options.size("size").unwrap_or(DEFAULT_SIZE);
        if columns * rows > SQUARES {
            let problem = format!("a board of {columns}x{rows} is too large");
            let most = SQUARES / columns;
            return Err(options.refuse(problem, format!("{columns} columns may have at most {most} rows")));
        }
        let length = options.number("k").unwrap_or(DEFAULT_LENGTH);
        let players = options.number("players").unwrap_or(DEFAULT_PLAYERS) as u8;
        Ok(Lines::new([columns, rows], length, players, options.flag("drop")))
    }

    fn options(&self) -> OptionValues {
        OptionValues::new()
            .with("size", OptionValue::Size([self.columns, self.rows]))
            .with_number("k", self.length)
            .with_number("players", self.players.into())
            .with_flag("drop", self.falls)
    }
}
