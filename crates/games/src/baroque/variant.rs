//! The disputed points of the rules: one setting each, and the presets that name a set of them.

use plybook_kernel::{OptionInfo, Player, ReadError, options::Options};

/// The disputed points, in the order of the rules page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Setting {
    Leaper,
    Leaps,
    ImitatorFreezes,
    Freezers,
    DiagonalPince,
    Kinds,
    ImitatorCaptures,
    Declining,
    Suicide,
    End,
    Stalemate,
    Corners,
    Kings,
    Repetition,
}

const SETTINGS: usize = 14;

/// The name of each setting and the words for its values; the first word is the default.
const NAMES: [(&str, &[&str]); SETTINGS] = [
    ("leaper", &["next", "any"]),
    ("leaps", &["one", "many"]),
    ("imitator-freezes", &["all", "freezer"]),
    ("freezers", &["both-frozen", "pure"]),
    ("diagonal-pince", &["no", "yes"]),
    ("kinds", &["one-kind", "all-kinds", "pure-leap"]),
    ("imitator-captures", &["on", "off"]),
    ("declining", &["no", "yes"]),
    ("suicide", &["no", "yes"]),
    ("end", &["king-capture", "checkmate"]),
    ("stalemate", &["draw", "loss"]),
    ("corners", &["no", "both", "white", "black"]),
    ("kings", &["no", "both", "white", "black"]),
    ("repetition", &["on", "off"]),
];

/// The presets: a word, and the number of the value of each setting.
const PRESETS: [(&str, [u8; SETTINGS]); 4] = [
    ("uw", [0; SETTINGS]),
    ("uw-2019", [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
    ("ultima", [1, 1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0]),
    ("cambridge", [1, 1, 0, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0]),
];

/// The most plies that `plies=N` can ask for.
const MOST_PLIES: u32 = 1_000_000;

/// What could have stood in place of an unknown option.
const KNOWN: &str = "uw, uw-2019, ultima, cambridge, leaper, leaps, imitator-freezes, freezers, diagonal-pince, \
                     kinds, imitator-captures, declining, suicide, end, stalemate, corners, kings, plies, repetition";

/// What an imitator takes where several kinds offer themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kinds {
    /// One kind of its choice; a leap or a step onto the king takes nothing else.
    One,
    /// All of them at once.
    All,
    /// All of them, but a leap takes only the leapers it jumped.
    PureLeap,
}

/// The rules chosen for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    settings: [u8; SETTINGS],
    /// Plies after which the game is drawn.
    plies: Option<u32>,
}

impl Variant {
    /// Takes the variant's options.
    ///
    /// # Errors
    /// An option is unknown, has an impossible value, or two presets are named.
    pub fn read(mut options: Options<'_>) -> Result<Variant, ReadError> {
        let presets = PRESETS.map(|(word, _)| word);
        let preset = options.word(&presets);
        if let Some(second) = options.word(&presets) {
            let problem = format!("`{}` is a second preset", presets[second]);
            return Err(options.refuse(problem, "name one preset"));
        }
        let mut settings = PRESETS[preset.unwrap_or(0)].1;
        for (value, (name, words)) in settings.iter_mut().zip(NAMES) {
            if let Some(chosen) = options.choice(name, words)? {
                *value = chosen as u8;
            }
        }
        let mut without = options.clone();
        let plies = if without.text("plies") == Some("off") {
            options = without;
            None
        } else {
            Some(options.number("plies", 1..=MOST_PLIES, 0)?).filter(|&plies| plies > 0)
        };
        options.finish(KNOWN)?;
        Ok(Variant { settings, plies })
    }

    /// The shortest options text that gives this variant.
    pub fn text(&self) -> String {
        let texts = PRESETS.map(|(word, preset)| {
            let mut items = if word == PRESETS[0].0 { Vec::new() } else { vec![word.to_owned()] };
            for (number, (name, words)) in NAMES.into_iter().enumerate() {
                if self.settings[number] != preset[number] {
                    items.push(format!("{name}={}", words[usize::from(self.settings[number])]));
                }
            }
            items.extend(self.plies.map(|plies| format!("plies={plies}")));
            items.join(",")
        });
        texts.into_iter().min_by_key(String::len).unwrap_or_default()
    }

    #[inline]
    const fn is(&self, setting: Setting, value: u8) -> bool {
        self.settings[setting as usize] == value
    }

    /// Whether a leaper may land on any empty square behind its victim.
    #[inline]
    pub const fn lands_anywhere(&self) -> bool {
        self.is(Setting::Leaper, 1) || self.leaps_many()
    }

    /// Whether a leap may go on over more victims on its line.
    #[inline]
    pub const fn leaps_many(&self) -> bool {
        self.is(Setting::Leaps, 1)
    }

    /// Whether an imitator next to an enemy freezer freezes that freezer alone.
    #[inline]
    pub const fn imitator_freezes_only_freezers(&self) -> bool {
        self.is(Setting::ImitatorFreezes, 1)
    }

    /// Whether the Cambridge rule of freezing stands in place of the others.
    #[inline]
    pub const fn pure_freezing(&self) -> bool {
        self.is(Setting::Freezers, 1)
    }

    /// Whether an imitator pinces after a diagonal move too.
    #[inline]
    pub const fn diagonal_pince(&self) -> bool {
        self.is(Setting::DiagonalPince, 1)
    }

    /// What an imitator takes where several kinds offer themselves.
    #[inline]
    pub const fn kinds(&self) -> Kinds {
        match self.settings[Setting::Kinds as usize] {
            0 => Kinds::One,
            1 => Kinds::All,
            _ => Kinds::PureLeap,
        }
    }

    /// Whether imitators take anything.
    #[inline]
    pub const fn imitator_captures(&self) -> bool {
        self.is(Setting::ImitatorCaptures, 0)
    }

    /// Whether an imitator may leave what it could take.
    #[inline]
    pub const fn declining(&self) -> bool {
        self.is(Setting::Declining, 1)
    }

    /// Whether a frozen piece may be taken off by its owner.
    #[inline]
    pub const fn suicide(&self) -> bool {
        self.is(Setting::Suicide, 1)
    }

    /// Whether the king must not be left open to capture.
    #[inline]
    pub const fn checkmate(&self) -> bool {
        self.is(Setting::End, 1)
    }

    /// Whether a side that cannot move has lost.
    #[inline]
    pub const fn stalemate_loses(&self) -> bool {
        self.is(Setting::Stalemate, 1)
    }

    /// Whether a side's coordinator and freezer start exchanged.
    pub const fn corners_exchanged(&self, side: Player) -> bool {
        exchanged(self.settings[Setting::Corners as usize], side)
    }

    /// Whether a side's king and withdrawer start exchanged.
    pub const fn kings_exchanged(&self, side: Player) -> bool {
        exchanged(self.settings[Setting::Kings as usize], side)
    }

    /// Whether a position that stands for the third time ends the game.
    #[inline]
    pub const fn repetition(&self) -> bool {
        self.is(Setting::Repetition, 0)
    }

    /// Plies after which the game is drawn.
    #[inline]
    pub const fn plies(&self) -> Option<u32> {
        self.plies
    }
}

/// Whether one of the words `no`, `both`, `white`, `black` means this side.
const fn exchanged(value: u8, side: Player) -> bool {
    value == 1 || value == 2 + side.0
}

/// The options, as people are told about them.
pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        form: "uw|uw-2019|ultima|cambridge",
        default: "uw",
        help: "A named set of the options below; options given beside it change it.",
    },
    OptionInfo {
        form: "leaper=next|any",
        default: "next",
        help: "Where a leaper lands: directly behind its victim, or on any empty square behind it.",
    },
    OptionInfo {
        form: "leaps=one|many",
        default: "one",
        help: "How many victims on one line a leaper may jump in a move.",
    },
    OptionInfo {
        form: "imitator-freezes=all|freezer",
        default: "all",
        help: "Whom an imitator freezes that stands next to an enemy freezer.",
    },
    OptionInfo {
        form: "freezers=both-frozen|pure",
        default: "both-frozen",
        help: "Freezers that meet freeze each other, or friends beside them lift the freeze (Cambridge).",
    },
    OptionInfo {
        form: "diagonal-pince=no|yes",
        default: "no",
        help: "Whether an imitator pinces after a diagonal move too.",
    },
    OptionInfo {
        form: "kinds=one-kind|all-kinds|pure-leap",
        default: "one-kind",
        help: "What an imitator takes where several kinds offer themselves.",
    },
    OptionInfo { form: "imitator-captures=on|off", default: "on", help: "Whether imitators take anything." },
    OptionInfo {
        form: "declining=no|yes",
        default: "no",
        help: "Whether an imitator may leave what it could take.",
    },
    OptionInfo {
        form: "suicide=no|yes",
        default: "no",
        help: "Whether a player may take an own frozen piece off the board as a move.",
    },
    OptionInfo {
        form: "end=king-capture|checkmate",
        default: "king-capture",
        help: "Whether the king is really taken, or must not be left open to capture.",
    },
    OptionInfo { form: "stalemate=draw|loss", default: "draw", help: "What it means to have no move." },
    OptionInfo {
        form: "corners=no|both|white|black",
        default: "no",
        help: "Whose coordinator and freezer start exchanged.",
    },
    OptionInfo {
        form: "kings=no|both|white|black",
        default: "no",
        help: "Whose king and withdrawer start exchanged.",
    },
    OptionInfo { form: "plies=N|off", default: "off", help: "Draw after N plies; course matches use 100." },
    OptionInfo {
        form: "repetition=on|off",
        default: "on",
        help: "Whether the third occurrence of a position is a draw.",
    },
];
