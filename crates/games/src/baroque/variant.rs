//! The disputed points of the rules: one setting each, and the presets that name a set of them.

use plybook_kernel::{OptionInfo, OptionValues, Player};

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

/// The name of each setting and the words for its values, in the order of the presets' numbers.
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

/// The rules chosen for a game; by default the course's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Variant {
    settings: [u8; SETTINGS],
    /// Plies after which the game is drawn.
    plies: Option<u32>,
}

impl Variant {
    /// The variant that the options describe: a preset, changed by what is given beside it.
    pub fn read(options: &OptionValues) -> Variant {
        let preset = PRESETS.iter().find(|(word, _)| options.word("preset") == Some(word));
        let mut settings = preset.map_or(PRESETS[0].1, |(_, settings)| *settings);
        for (value, (name, words)) in settings.iter_mut().zip(NAMES) {
            let given = options.word(name);
            if let Some(chosen) = words.iter().position(|&word| given == Some(word)) {
                *value = chosen as u8;
            }
        }
        Variant { settings, plies: options.number("plies") }
    }

    /// The fewest options that describe this variant.
    pub fn options(&self) -> OptionValues {
        let declared = options();
        let by_preset = PRESETS.map(|(word, preset)| {
            let mut values = OptionValues::new().with_word("preset", word);
            for (number, (name, words)) in NAMES.into_iter().enumerate() {
                if self.settings[number] != preset[number] {
                    values = values.with_word(name, words[usize::from(self.settings[number])]);
                }
            }
            values.with_number_or_off("plies", self.plies)
        });
        by_preset.into_iter().min_by_key(|values| values.text(&declared).len()).unwrap_or_default()
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

/// The options of the game.
pub fn options() -> Vec<OptionInfo> {
    vec![
        OptionInfo::word("preset", PRESETS.map(|(word, _)| word))
            .help("A named set of the options below; options given beside it change it.")
            .said(["the course's rules", "the course's rules of 2019", "Ultima rules", "Cambridge rules"]),
        OptionInfo::choice("leaper", ["next", "any"])
            .default_depends()
            .help("Where a leaper lands: directly behind its victim, or on any empty square behind it.")
            .said(["leapers land right behind their victim", "leapers land anywhere behind their victim"]),
        OptionInfo::choice("leaps", ["one", "many"])
            .default_depends()
            .help("How many victims on one line a leaper may jump in a move.")
            .said(["one victim a leap", "many victims a leap"]),
        OptionInfo::choice("imitator-freezes", ["all", "freezer"])
            .default_depends()
            .help("Whom an imitator freezes that stands next to an enemy freezer.")
            .said(["imitators beside a freezer freeze everybody", "imitators freeze only freezers"]),
        OptionInfo::choice("freezers", ["both-frozen", "pure"])
            .default_depends()
            .help("Freezers that meet freeze each other, or friends beside them lift the freeze (Cambridge).")
            .said(["freezers freeze each other", "friends lift a freeze"]),
        OptionInfo::choice("diagonal-pince", ["no", "yes"])
            .default_depends()
            .help("Whether an imitator pinces after a diagonal move too.")
            .said(["imitators pince in straight lines", "imitators pince diagonally too"]),
        OptionInfo::choice("kinds", ["one-kind", "all-kinds", "pure-leap"])
            .default_depends()
            .help("What an imitator takes where several kinds offer themselves.")
            .said([
                "imitators take one kind at once",
                "imitators take all kinds at once",
                "imitators that leap take leapers only",
            ]),
        OptionInfo::switch("imitator-captures")
            .default_depends()
            .help("Whether imitators take anything.")
            .said(["imitators take", "imitators take nothing"]),
        OptionInfo::choice("declining", ["no", "yes"])
            .default_depends()
            .help("Whether an imitator may leave what it could take.")
            .said(["imitators must take", "imitators may leave what they could take"]),
        OptionInfo::choice("suicide", ["no", "yes"])
            .default_depends()
            .help("Whether a player may take an own frozen piece off the board as a move.")
            .said(["no suicide", "frozen pieces may leave the board"]),
        OptionInfo::choice("end", ["king-capture", "checkmate"])
            .default_depends()
            .help("Whether the king is really taken, or must not be left open to capture.")
            .said(["the king is taken", "checkmate ends the game"]),
        OptionInfo::choice("stalemate", ["draw", "loss"])
            .default_depends()
            .help("What it means to have no move.")
            .said(["a draw without a move", "who cannot move loses"]),
        OptionInfo::choice("corners", ["no", "both", "white", "black"])
            .default_depends()
            .help("Whose coordinator and freezer start exchanged.")
            .said([
                "coordinators and freezers in their places",
                "coordinators and freezers exchanged",
                "White's coordinator and freezer exchanged",
                "Black's coordinator and freezer exchanged",
            ]),
        OptionInfo::choice("kings", ["no", "both", "white", "black"])
            .default_depends()
            .help("Whose king and withdrawer start exchanged.")
            .said([
                "kings and withdrawers in their places",
                "kings and withdrawers exchanged",
                "White's king and withdrawer exchanged",
                "Black's king and withdrawer exchanged",
            ]),
        OptionInfo::switch("repetition")
            .default_depends()
            .help("Whether the third occurrence of a position is a draw.")
            .said(["a draw by repetition", "no draw by repetition"]),
        OptionInfo::number_or_off("plies", 1..=MOST_PLIES)
            .help("Draw after N plies; course matches use 100.")
            .said(["a draw after {} plies"]),
    ]
}
