//! A configuration as people write it: in a TOML file, with flags, or in the page's JSON.

use super::{ConfigError, Format};
use crate::duration;
use plybook_agent::AgentSpec;
use serde::Deserialize;
use serde::de::Deserializer;
use std::time::Duration;

/// A length of time as it was written: a number of seconds, or a text such as `500ms`. One that makes no sense is an
/// error of the entry that it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Time(pub Result<Duration, String>);

impl From<Duration> for Time {
    fn from(duration: Duration) -> Time {
        Time(Ok(duration))
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "a number of seconds, or a text such as \"500ms\"")]
        enum Written {
            Whole(u64),
            Broken(f64),
            Text(String),
        }
        let text = match Written::deserialize(deserializer)? {
            Written::Whole(seconds) => seconds.to_string(),
            Written::Broken(seconds) => seconds.to_string(),
            Written::Text(text) => text,
        };
        Ok(Time(duration::parse(&text)))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Time {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Time".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": ["number", "string"],
            "description": "A number of seconds, or a text such as `500ms`."
        })
    }
}

/// What the players may use.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct TimeInput {
    /// Time for each move.
    #[serde(rename = "move")]
    pub per_move: Option<Time>,
    /// Time for all moves of a game.
    pub game: Option<Time>,
    /// What the clock of the game gains with each move.
    pub increment: Option<Time>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to enter for a move.
    pub nodes: Option<u64>,
    /// How long to wait where no clock runs.
    pub patience: Option<Time>,
    /// How long an agent may take to get ready.
    pub ready: Option<Time>,
    /// How far every agent may overrun.
    pub tolerance: Option<Time>,
}

impl TimeInput {
    /// Whether nothing limits a move.
    pub(super) fn is_silent(&self) -> bool {
        self.per_move.is_none() && self.game.is_none() && self.depth.is_none() && self.nodes.is_none()
    }
}

/// What games begin with.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct OpeningsInput {
    /// So many random plies; 0 for none.
    pub random: Option<u32>,
    /// How far from even they may lead, in points.
    pub balance: Option<f64>,
    /// Positions that judge them.
    pub nodes: Option<u64>,
    /// A list of positions and lines, one in each line.
    pub list: Option<String>,
    /// A file with such a list.
    pub file: Option<String>,
}

/// When the referee ends a game before the rules do.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct AdjudicationInput {
    /// Points that both players must see one side ahead.
    pub win: Option<f64>,
    /// For how many moves of each.
    pub win_moves: Option<u32>,
    /// Points within which both players must see the game.
    pub draw: Option<f64>,
    /// For how many moves of each.
    pub draw_moves: Option<u32>,
    /// Not before so many plies.
    pub draw_after: Option<u32>,
    /// Positions of the referee's own search for a proof, after every move.
    pub proven: Option<u64>,
    /// Whether installed endgame databases decide.
    pub database: Option<bool>,
}

/// When a match may end early: as soon as one of two hypotheses about it is accepted.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SprtInput {
    /// The first hypothesis: so many Elo ahead.
    pub elo0: Option<f64>,
    /// The second hypothesis.
    pub elo1: Option<f64>,
    /// Risk of accepting the second wrongly.
    pub alpha: Option<f64>,
    /// Risk of accepting the first wrongly.
    pub beta: Option<f64>,
}

/// A configuration as it is written; what is left out has its default. The page describes its agents in a way of its own
/// (`A`): it can name no program.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StartRequest"))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ConfigInput<A = AgentSpec> {
    /// What people call the tournament.
    pub name: Option<String>,
    /// The game, with its options.
    pub game: Option<String>,
    /// Who plays whom.
    pub format: Option<Format>,
    /// The players.
    #[serde(default = "Vec::<A>::new")]
    pub agents: Vec<A>,
    /// Games between two players when they meet.
    pub games: Option<u32>,
    /// Rounds of a Swiss tournament.
    pub rounds: Option<u32>,
    /// Decides openings and everything else that chance decides.
    pub seed: Option<u64>,
    /// After how many plies a game is a draw; 0 for never.
    pub plies: Option<u32>,
    /// Whether players may think on the opponent's time.
    pub ponder: Option<bool>,
    /// After how many failures in a row an agent is retired; 0 for never.
    pub retire: Option<u32>,
    /// Whether foreign programs are held in a sandbox: `off`, `try` where there is one, or `require`.
    pub sandbox: Option<String>,
    /// How many games at once.
    pub concurrency: Option<u16>,
    /// What the players may use.
    #[serde(default, alias = "clock")]
    pub time: TimeInput,
    /// What games begin with.
    #[serde(default)]
    pub openings: OpeningsInput,
    /// When the referee ends a game.
    #[serde(default)]
    pub adjudication: AdjudicationInput,
    /// When a match may end early.
    pub sprt: Option<SprtInput>,
}

impl<A> Default for ConfigInput<A> {
    fn default() -> ConfigInput<A> {
        ConfigInput {
            name: None,
            game: None,
            format: None,
            agents: Vec::new(),
            games: None,
            rounds: None,
            seed: None,
            plies: None,
            ponder: None,
            retire: None,
            sandbox: None,
            concurrency: None,
            time: TimeInput::default(),
            openings: OpeningsInput::default(),
            adjudication: AdjudicationInput::default(),
            sprt: None,
        }
    }
}

impl ConfigInput {
    /// Reads TOML.
    ///
    /// # Errors
    /// It is no TOML, or has an entry of unknown name or wrong kind; the message shows where.
    pub fn read(text: &str) -> Result<ConfigInput, ConfigError> {
        toml::from_str(text).map_err(|error| ConfigError::unreadable(error.to_string()))
    }
}

impl<A> ConfigInput<A> {
    /// What is said here, and what `base` says where nothing is said here. Entries that exclude or belong to each other
    /// are taken together.
    #[must_use]
    pub fn over(self, base: ConfigInput<A>) -> ConfigInput<A> {
        ConfigInput {
            name: self.name.or(base.name),
            game: self.game.or(base.game),
            format: self.format.or(base.format),
            agents: if self.agents.is_empty() { base.agents } else { self.agents },
            games: self.games.or(base.games),
            rounds: self.rounds.or(base.rounds),
            seed: self.seed.or(base.seed),
            plies: self.plies.or(base.plies),
            ponder: self.ponder.or(base.ponder),
            retire: self.retire.or(base.retire),
            sandbox: self.sandbox.or(base.sandbox),
            concurrency: self.concurrency.or(base.concurrency),
            time: self.time.over(base.time),
            openings: self.openings.over(base.openings),
            adjudication: self.adjudication.over(base.adjudication),
            sprt: self.sprt.or(base.sprt),
        }
    }
}

impl TimeInput {
    fn over(self, base: TimeInput) -> TimeInput {
        let clocks = if self.per_move.is_some() || self.game.is_some() { self.clone() } else { base.clone() };
        TimeInput {
            per_move: clocks.per_move,
            game: clocks.game,
            increment: clocks.increment,
            depth: self.depth.or(base.depth),
            nodes: self.nodes.or(base.nodes),
            patience: self.patience.or(base.patience),
            ready: self.ready.or(base.ready),
            tolerance: self.tolerance.or(base.tolerance),
        }
    }
}

impl OpeningsInput {
    fn over(self, base: OpeningsInput) -> OpeningsInput {
        let said = self.random.is_some() || self.list.is_some() || self.file.is_some();
        let (random, list, file) =
            if said { (self.random, self.list, self.file) } else { (base.random, base.list, base.file) };
        OpeningsInput {
            random,
            list,
            file,
            balance: self.balance.or(base.balance),
            nodes: self.nodes.or(base.nodes),
        }
    }
}

impl AdjudicationInput {
    fn over(self, base: AdjudicationInput) -> AdjudicationInput {
        let win = if self.win.is_some() { &self } else { &base };
        let draw = if self.draw.is_some() { &self } else { &base };
        AdjudicationInput {
            win: win.win,
            win_moves: win.win_moves,
            draw: draw.draw,
            draw_moves: draw.draw_moves,
            draw_after: draw.draw_after,
            proven: self.proven.or(base.proven),
            database: self.database.or(base.database),
        }
    }
}
