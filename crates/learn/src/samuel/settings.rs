//! What can be set about Samuel's series, and the sets of values of his two series of tests.

/// How coefficients follow from correlations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// As in the paper's printed table: the power is eighteen times the ratio to the largest correlation, rounded.
    Table,
    /// As in the paper's text: where the largest correlation is at least n times the term's and less than n + 1 times,
    /// the coefficient is 2^n times smaller.
    Text,
}

/// How many plies are looked ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyRules {
    /// Plies that are always looked ahead. Here play goes on after a jump, before one, and where an exchange can be
    /// offered; a ply farther before a jump and an exchange; from then on before a jump.
    pub least: u32,
    /// From here on play ends with a jump pending if one side has a large lead.
    pub large_lead: u32,
    /// Here play ends, and the score is corrected for a pending jump.
    pub most: u32,
}

impl Default for PlyRules {
    fn default() -> PlyRules {
        PlyRules { least: 3, large_lead: 11, most: 20 }
    }
}

/// What decides how Alpha learns. The defaults are those of the first series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How far both look ahead.
    pub plies: PlyRules,
    /// How coefficients follow from correlations.
    pub ranking: Ranking,
    /// Whether no two coefficients may be equal in size.
    pub distinct: bool,
    /// Whether binary terms compare both sides, as all others do, instead of being 1 or 0 to the credit of the passive one.
    pub balanced: bool,
    /// Terms in the polynomial at any time.
    pub active: usize,
    /// Black marks after which the leading coefficient becomes zero.
    pub black_marks: u32,
    /// Tallies as the lowest term after which a term is replaced.
    pub tallies: u32,
    /// Moves of Alpha between two replacements, at least.
    pub replacement_gap: u32,
    /// Beta takes Alpha's polynomial when Alpha has won more than half of so many games.
    pub majority_of: u32,
    /// Whether a board is remembered until delta reaches its minimum.
    pub extends_span: bool,
    /// Whether a positive delta changes only terms whose contributions are opposite to the score.
    pub selects_on_gain: bool,
    /// Whether the remembered board is scored by a search to the first move that is no jump.
    pub searches_remembered: bool,
    /// Moves of each side after which a game is judged.
    pub longest: u32,
    /// Games at the start in which Alpha has the second side and Beta's first move is prescribed: all of them in turn.
    pub prescribed: u32,
    /// Decides which terms begin and in which order the others wait, and chooses among equal moves.
    pub seed: u64,
}

impl Settings {
    /// The first series of tests: quick to learn, and none too stable.
    #[must_use]
    pub fn first_series(seed: u64) -> Settings {
        Settings {
            plies: PlyRules::default(),
            ranking: Ranking::Table,
            distinct: false,
            balanced: false,
            active: 16,
            black_marks: 3,
            tallies: 8,
            replacement_gap: 0,
            majority_of: 1,
            extends_span: false,
            selects_on_gain: false,
            searches_remembered: false,
            longest: 70,
            prescribed: 14,
            seed,
        }
    }

    /// The second series: slower to change its mind.
    #[must_use]
    pub fn second_series(seed: u64) -> Settings {
        Settings {
            replacement_gap: 32,
            majority_of: 3,
            extends_span: true,
            selects_on_gain: true,
            searches_remembered: true,
            ..Settings::first_series(seed)
        }
    }
}
