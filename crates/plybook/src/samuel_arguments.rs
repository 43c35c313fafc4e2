//! What can be said to Samuel's learner on the command line.

use crate::learn_arguments::Method;
use clap::{Args, ValueEnum};
use plybook_catalog::{RoteConfig, SamuelRanking, SamuelSettings};

/// Samuel's program.
#[derive(Args, Debug)]
#[command(next_help_heading = "Samuel's program (samuel, rote)")]
pub struct Samuel {
    /// Which series of tests it learns like, 1 or 2: the second is slower to change its mind. 2 if nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2), conflicts_with = "resume")]
    pub series: Option<u8>,
    /// Plies that it looks ahead at least; 3 if nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=8), conflicts_with = "resume")]
    pub least_plies: Option<u32>,
    /// How coefficients follow from correlations: as in the paper's table, which is the usual way, or as in its text.
    #[arg(long, value_enum, conflicts_with = "resume")]
    pub ranking: Option<Ranking>,
    /// Let no two coefficients be equal.
    #[arg(long, conflicts_with = "resume")]
    pub distinct: bool,
    /// Let the binary terms compare both sides, as all others do, instead of being 1 or 0 for the side that has moved.
    #[arg(long, conflicts_with = "resume")]
    pub balanced: bool,
    /// Afterwards play so many games against the polynomial that the series began with, at equal search.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub against_start: Option<u32>,
    /// Boards that are remembered at most (rote): 53,000 if nothing is said, as many as Samuel had.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub boards: Option<u32>,
}

/// How coefficients follow from correlations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ranking {
    /// Eighteen times the ratio to the largest correlation, rounded.
    Table,
    /// Half as much for every whole ratio of the largest correlation.
    Text,
}

impl Samuel {
    /// The options that were given, with whether they are for this method.
    pub fn fitting(&self, method: Method) -> [(&'static str, bool, bool); 7] {
        let (series, rote) = (method == Method::Samuel, method == Method::Rote);
        [
            ("--series", self.series.is_some(), series),
            ("--least-plies", self.least_plies.is_some(), series || rote),
            ("--ranking", self.ranking.is_some(), series),
            ("--distinct", self.distinct, series),
            ("--balanced", self.balanced, series),
            ("--against-start", self.against_start.is_some(), series),
            ("--boards", self.boards.is_some(), rote),
        ]
    }

    /// How a machine that learns by rote looks ahead and remembers.
    pub fn rote(&self) -> RoteConfig {
        let default = RoteConfig::default();
        RoteConfig {
            least_plies: self.least_plies.unwrap_or(default.least_plies),
            boards: self.boards.map_or(default.boards, |boards| boards as usize),
            ..default
        }
    }

    /// The settings of a new series.
    pub fn settings(&self, seed: u64) -> SamuelSettings {
        let mut settings = match self.series {
            Some(1) => SamuelSettings::first_series(seed),
            _ => SamuelSettings::second_series(seed),
        };
        settings.plies.least = self.least_plies.unwrap_or(settings.plies.least);
        settings.ranking = match self.ranking {
            Some(Ranking::Text) => SamuelRanking::Text,
            _ => SamuelRanking::Table,
        };
        (settings.distinct, settings.balanced) = (self.distinct, self.balanced);
        settings
    }
}
