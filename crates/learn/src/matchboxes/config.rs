//! The rules by which a machine of matchboxes learns.

use plybook_kernel::{Player, Wdl};
use std::fmt;

/// Which boxes are corrected after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    /// Every box that was used.
    All,
    /// The one from which the last bead was drawn.
    Last,
}

/// What happens when a box is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyBox {
    /// The machine resigns there: it has lost.
    Resign,
    /// It is filled as it was at the beginning.
    Refill,
}

/// Which sides the machine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Both in turn: the first player in the first game, the second in the next. Against itself it plays both at once.
    Both,
}

impl Sides {
    /// The side in a game, counted from 0.
    #[must_use]
    pub const fn in_game(self, number: usize) -> Player {
        match self {
            Sides::First => Player::FIRST,
            Sides::Second => Player::SECOND,
            Sides::Both => Player((number % 2) as u8),
        }
    }

    /// The sides of a name: `first`, `second` or `both`.
    #[must_use]
    pub fn read(name: &str) -> Option<Sides> {
        match name {
            "first" => Some(Sides::First),
            "second" => Some(Sides::Second),
            "both" => Some(Sides::Both),
            _ => None,
        }
    }
}

impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sides::First => "first",
            Sides::Second => "second",
            Sides::Both => "both",
        })
    }
}

/// How a machine is filled and corrected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchboxConfig {
    /// Beads of each colour in a new box, by which of its own moves of the game the machine is to make: its first,
    /// its second and so on. The last number holds for all later ones. Never empty.
    pub beads: Vec<u32>,
    /// Beads added to the drawn colour after a win, a draw and a loss; taken away if negative.
    pub rewards: [i32; 3],
    /// Which boxes are corrected.
    pub corrected: Correction,
    /// What happens when a box is empty.
    pub empty: EmptyBox,
    /// Which sides the machine plays.
    pub sides: Sides,
}

impl MatchboxConfig {
    /// The presets by name.
    pub const PRESETS: [&str; 2] = ["menace", "her"];

    /// Michie's machine for tic-tac-toe, which plays first.
    #[must_use]
    pub fn menace() -> MatchboxConfig {
        MatchboxConfig {
            beads: vec![4, 3, 2, 1],
            rewards: [3, 1, -1],
            corrected: Correction::All,
            empty: EmptyBox::Resign,
            sides: Sides::First,
        }
    }

    /// Gardner's machine for hexapawn, which plays second. An empty box resigns, and the bead of the move before
    /// goes: the last one that was drawn.
    #[must_use]
    pub fn her() -> MatchboxConfig {
        MatchboxConfig {
            beads: vec![1],
            rewards: [0, 0, -1],
            corrected: Correction::Last,
            empty: EmptyBox::Resign,
            sides: Sides::Second,
        }
    }

    /// The preset of this name.
    #[must_use]
    pub fn preset(name: &str) -> Option<MatchboxConfig> {
        match name {
            "menace" => Some(MatchboxConfig::menace()),
            "her" => Some(MatchboxConfig::her()),
            _ => None,
        }
    }

    /// Beads of each colour in a new box of a stage.
    #[must_use]
    pub fn beads_at(&self, stage: usize) -> u32 {
        self.beads.get(stage).or(self.beads.last()).copied().unwrap_or(1)
    }

    /// Beads added after a game that ended so.
    #[must_use]
    pub const fn reward(&self, result: Wdl) -> i32 {
        match result {
            Wdl::Win => self.rewards[0],
            Wdl::Draw => self.rewards[1],
            Wdl::Loss => self.rewards[2],
        }
    }

    /// What `Display` wrote.
    #[must_use]
    pub fn read(text: &str) -> Option<MatchboxConfig> {
        let parts: Vec<&str> = text.split(' ').collect();
        let [beads, win, draw, loss, corrected, empty, sides] = parts[..] else { return None };
        let beads: Vec<u32> = beads.split(',').map(|part| part.parse().ok()).collect::<Option<_>>()?;
        Some(MatchboxConfig {
            beads,
            rewards: [win.parse().ok()?, draw.parse().ok()?, loss.parse().ok()?],
            corrected: match corrected {
                "all" => Correction::All,
                "last" => Correction::Last,
                _ => return None,
            },
            empty: match empty {
                "resign" => EmptyBox::Resign,
                "refill" => EmptyBox::Refill,
                _ => return None,
            },
            sides: Sides::read(sides)?,
        })
    }
}

impl fmt::Display for MatchboxConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let beads: Vec<String> = self.beads.iter().map(u32::to_string).collect();
        let [win, draw, loss] = self.rewards;
        let corrected = match self.corrected {
            Correction::All => "all",
            Correction::Last => "last",
        };
        let empty = match self.empty {
            EmptyBox::Resign => "resign",
            EmptyBox::Refill => "refill",
        };
        write!(f, "{} {win} {draw} {loss} {corrected} {empty} {}", beads.join(","), self.sides)
    }
}
