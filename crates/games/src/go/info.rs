//! What the game says about itself.

use super::{DEFAULT_SIDE, Go, MOST_KOMI, SIDES};
use plybook_kernel::{GameInfo, HasInfo, OptionInfo, OptionValue, OptionValues, ReadError, texts};

impl Default for Go {
    fn default() -> Go {
        Go { side: DEFAULT_SIDE, komi: Go::default_komi(DEFAULT_SIDE), suicide: false }
    }
}

impl HasInfo for Go {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "go".into(),
            title: "Go".into(),
            summary: "Surround more of the board than the opponent.".into(),
            options: vec![
                OptionInfo::size("size", "NxN", [("rows", SIDES), ("columns", SIDES)])
                    .default(OptionValue::Size([DEFAULT_SIDE; 2]))
                    .help("The board has N lines each way, 2 to 19.")
                    .said(["{row}, {column}"]),
                OptionInfo::number("komi", 0..=MOST_KOMI)
                    .default_depends()
                    .default_in_words("7, on boards up to 5x5 0")
                    .help("Points that White gets for being second.")
                    .said(["komi {}"]),
                OptionInfo::choice("suicide", ["no", "yes"])
                    .help("A move may take away the mover's own stones.")
                    .said(["no suicide", "suicide is allowed"]),
            ],
            examples: texts(["go", "go:5x5", "go:3x3,suicide=yes", "go:13x13", "go:19x19,komi=6"]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<Go, ReadError> {
        let [side, other] = options.size("size").unwrap_or([DEFAULT_SIDE; 2]);
        if side != other {
            let problem = format!("a board of {side}x{other} is not square");
            return Err(options.refuse(problem, format!("write {side}x{side}")));
        }
        let komi = options.number("komi").unwrap_or(Go::default_komi(side));
        Ok(Go { side, komi, suicide: options.word("suicide") == Some("yes") })
    }

    fn options(&self) -> OptionValues {
        let values = OptionValues::new().with("size", OptionValue::Size([self.side; 2]));
        let values = match self.komi == Go::default_komi(self.side) {
            true => values,
            false => values.with_number("komi", self.komi),
        };
        values.with_word("suicide", if self.suicide { "yes" } else { "no" })
    }
}
