//! The options of Baroque chess, their presets, and the reader of the options text.

/// Where a leaper that jumps one enemy may land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Landing {
    Next,
    Any,
}

/// How many enemies a leaper may jump in one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaps {
    One,
    Many,
}

/// Whom an imitator next to an enemy freezer freezes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ImitatorFreezes {
    All,
    Freezer,
}

/// What happens when freezers, or a freezer and an imitator, stand next to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freezers {
    BothFrozen,
    Pure,
}

/// What an imitator removes when its landing square offers several kinds of capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kinds {
    One,
    All,
    PureLeap,
}

/// How a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    KingCapture,
    Checkmate,
}

/// The sides whose start array has a pair of pieces exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exchanged {
    pub(super) white: bool,
    pub(super) black: bool,
}

/// One value for every disputed point of the rules that changes moves or the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) landing: Landing,
    pub(super) leaps: Leaps,
    pub(super) imitator_freezes: ImitatorFreezes,
    pub(super) freezers: Freezers,
    pub(super) diagonal_pince: bool,
    pub(super) kinds: Kinds,
    pub(super) imitator_captures: bool,
    pub(super) declining: bool,
    pub(super) suicide: bool,
    pub(super) end: End,
    pub(super) corners: Exchanged,
    pub(super) kings: Exchanged,
}

const NOBODY: Exchanged = Exchanged { white: false, black: false };

const UW: Options = Options {
    landing: Landing::Next,
    leaps: Leaps::One,
    imitator_freezes: ImitatorFreezes::All,
    freezers: Freezers::BothFrozen,
    diagonal_pince: false,
    kinds: Kinds::One,
    imitator_captures: true,
    declining: false,
    suicide: false,
    end: End::KingCapture,
    corners: NOBODY,
    kings: NOBODY,
};

const ULTIMA: Options = Options {
    landing: Landing::Any,
    leaps: Leaps::Many,
    imitator_freezes: ImitatorFreezes::Freezer,
    kinds: Kinds::All,
    suicide: true,
    end: End::Checkmate,
    ..UW
};

const CAMBRIDGE: Options = Options {
    landing: Landing::Any,
    leaps: Leaps::Many,
    freezers: Freezers::Pure,
    kinds: Kinds::PureLeap,
    end: End::Checkmate,
    ..UW
};

impl Options {
    /// Reads a comma separated list: perhaps a preset, then single options, of which the last one of a
    /// name counts.
    pub(super) fn read(text: &str) -> Option<Options> {
        let mut options = UW;
        if text.is_empty() {
            return Some(options);
        }
        for (place, item) in text.split(',').enumerate() {
            match item.split_once('=') {
                Some((name, value)) => options.set(name, value)?,
                None if place == 0 => options = preset(item)?,
                None => return None,
            }
        }
        Some(options)
    }

    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "leaper" => self.landing = choose(value, &[("next", Landing::Next), ("any", Landing::Any)])?,
            "leaps" => self.leaps = choose(value, &[("one", Leaps::One), ("many", Leaps::Many)])?,
            "imitator-freezes" => {
                let values = [("all", ImitatorFreezes::All), ("freezer", ImitatorFreezes::Freezer)];
                self.imitator_freezes = choose(value, &values)?;
            }
            "freezers" => {
                let values = [("both-frozen", Freezers::BothFrozen), ("pure", Freezers::Pure)];
                self.freezers = choose(value, &values)?;
            }
            "diagonal-pince" => self.diagonal_pince = choose(value, &[("no", false), ("yes", true)])?,
            "kinds" => {
                let values =
                    [("one-kind", Kinds::One), ("all-kinds", Kinds::All), ("pure-leap", Kinds::PureLeap)];
                self.kinds = choose(value, &values)?;
            }
            "imitator-captures" => self.imitator_captures = choose(value, &[("off", false), ("on", true)])?,
            "declining" => self.declining = choose(value, &[("no", false), ("yes", true)])?,
            "suicide" => self.suicide = choose(value, &[("no", false), ("yes", true)])?,
            "end" => {
                let values = [("king-capture", End::KingCapture), ("checkmate", End::Checkmate)];
                self.end = choose(value, &values)?;
            }
            // Who wins a stalemate does not change the moves; only the value's spelling is checked.
            "stalemate" => choose(value, &[("draw", ()), ("loss", ())])?,
            "corners" => self.corners = exchanged(value)?,
            "kings" => self.kings = exchanged(value)?,
            // Rules about the path of a game are not a move generator's business.
            "plies" | "repetition" => {}
            _ => return None,
        }
        Some(())
    }
}

fn preset(name: &str) -> Option<Options> {
    match name {
        "uw" => Some(UW),
        "uw-2019" => Some(Options { imitator_captures: false, ..UW }),
        "ultima" => Some(ULTIMA),
        "cambridge" => Some(CAMBRIDGE),
        _ => None,
    }
}

fn choose<T: Copy>(value: &str, values: &[(&str, T)]) -> Option<T> {
    values.iter().find(|(name, _)| *name == value).map(|(_, meaning)| *meaning)
}

fn exchanged(value: &str) -> Option<Exchanged> {
    let (white, black) = match value {
        "no" => (false, false),
        "both" => (true, true),
        "white" => (true, false),
        "black" => (false, true),
        _ => return None,
    };
    Some(Exchanged { white, black })
}
