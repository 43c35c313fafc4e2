//! A tournament's configuration as people write it, in TOML or with flags.

use crate::adjudication::{Adjudication, DrawRule, WinRule};
use crate::clock::TimeControl;
use crate::config::{Config, Entrant, Format, Sprt};
use crate::duration;
use crate::openings::{Openings, read_list};
use plybook_agent::{AgentKind, AgentSpec};
use plybook_catalog::AnyGame;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use std::time::Duration;
use thiserror::Error;

/// Games of a match, where nothing is said.
const GAMES_OF_A_MATCH: u32 = 100;
/// Games between two players of other tournaments, where nothing is said.
const GAMES_OF_A_MEETING: u32 = 2;
/// Most games between two players.
const MOST_GAMES: u32 = 1_000_000;
/// Most players.
const MOST_AGENTS: usize = 256;
/// Most rounds of a Swiss tournament.
const MOST_ROUNDS: u32 = 1000;
/// Time for a move, where nothing limits it: the course's.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// Plies after which a game is a draw, where nothing is said.
const USUAL_PLIES: u32 = 1000;
/// Failures in a row after which an agent is retired, where nothing is said.
const USUAL_RETIREMENT: u32 = 3;
/// Random plies of an opening, where players meet often and nothing is said.
const USUAL_OPENING: u32 = 4;
/// Most random plies of an opening.
const LONGEST_OPENING: u32 = 200;
/// How far from even a random opening may be, in points, where nothing is said.
const USUAL_BALANCE: f64 = 2.0;
/// Positions that judge a random opening, where nothing is said.
const USUAL_JUDGEMENT: u64 = 2000;
/// Error rates of a sequential test, where nothing is said.
const USUAL_RISK: f64 = 0.05;

/// What is wrong with a configuration: which entry, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ConfigError(String);

fn wrong(what: impl Into<String>) -> ConfigError {
    ConfigError(what.into())
}

/// A length of time in a file: a number of seconds, or a text such as `500ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(pub Duration);

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
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
        duration::parse(&text).map(Time).map_err(D::Error::custom)
    }
}

/// The table `[time]`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TimeFile {
    /// Time for each move.
    #[serde(rename = "move")]
    pub per_move: Option<Time>,
    /// Time for all moves of a game.
    pub game: Option<Time>,
    /// What the clock of the game gains with each move.
    pub increment: Option<Time>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to enter.
    pub nodes: Option<u64>,
    /// How long to wait where no clock runs.
    pub patience: Option<Time>,
    /// How long an agent may take to get ready.
    pub ready: Option<Time>,
    /// How far every agent may overrun.
    pub tolerance: Option<Time>,
}

impl TimeFile {
    /// Whether nothing limits a move.
    fn is_silent(&self) -> bool {
        self.per_move.is_none() && self.game.is_none() && self.depth.is_none() && self.nodes.is_none()
    }
}

/// The table `[openings]`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OpeningsFile {
    /// So many random plies; 0 for none.
    pub random: Option<u32>,
    /// How far from even they may lead, in points.
    pub balance: Option<f64>,
    /// Positions that judge them.
    pub nodes: Option<u64>,
    /// A file with a list of positions and lines.
    pub file: Option<String>,
}

/// The table `[adjudication]`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AdjudicationFile {
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

/// The table `[sprt]`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SprtFile {
    /// The first hypothesis.
    pub elo0: Option<f64>,
    /// The second hypothesis.
    pub elo1: Option<f64>,
    /// Risk of accepting the second wrongly.
    pub alpha: Option<f64>,
    /// Risk of accepting the first wrongly.
    pub beta: Option<f64>,
}

/// A configuration as it is written; what is left out has its usual value.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ConfigFile {
    /// What people call the tournament.
    pub name: Option<String>,
    /// The game, with its options.
    pub game: Option<String>,
    /// Who plays whom.
    pub format: Option<Format>,
    /// The players.
    #[serde(default)]
    pub agents: Vec<AgentSpec>,
    /// Games between two players when they meet.
    pub games: Option<u32>,
    /// Rounds of a Swiss tournament.
    pub rounds: Option<u32>,
    /// Decides everything that chance decides.
    pub seed: Option<u64>,
    /// After how many plies a game is a draw.
    pub plies: Option<u32>,
    /// Whether players may think on the opponent's time.
    pub ponder: Option<bool>,
    /// After how many failures in a row an agent is retired.
    pub retire: Option<u32>,
    /// How many games at once.
    pub concurrency: Option<u16>,
    /// What the players may use.
    #[serde(default)]
    pub time: TimeFile,
    /// What games begin with.
    #[serde(default)]
    pub openings: OpeningsFile,
    /// When the referee ends a game.
    #[serde(default)]
    pub adjudication: AdjudicationFile,
    /// When a match may end early.
    pub sprt: Option<SprtFile>,
}

impl ConfigFile {
    /// Reads TOML.
    ///
    /// # Errors
    /// It is no TOML, or has an entry of unknown name or wrong kind; the message shows where.
    pub fn read(text: &str) -> Result<ConfigFile, ConfigError> {
        toml::from_str(text).map_err(|error| wrong(error.to_string()))
    }

    /// Fills in what was left out and checks everything. `load` gives the text of a file of openings.
    ///
    /// # Errors
    /// An entry makes no sense; the message names it and says what would.
    pub fn settle(
        self,
        game: &dyn AnyGame,
        load: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<Config, ConfigError> {
        if game.player_names().len() != 2 {
            return Err(wrong(format!("game: {} is not for two players", game.full_name())));
        }
        let format = self.format.unwrap_or(Format::RoundRobin);
        let agents = entrants(self.agents)?;
        let (fewest, most) = if format == Format::Match { (2, 2) } else { (2, MOST_AGENTS) };
        if !(fewest..=most).contains(&agents.len()) {
            let word = format.word();
            let many = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
            return Err(wrong(format!("agents: a {word} has {many} of them, not {}", agents.len())));
        }
        let usual = if format == Format::Match { GAMES_OF_A_MATCH } else { GAMES_OF_A_MEETING };
        let games = within("games", self.games.unwrap_or(usual), 1, MOST_GAMES)?;
        let enough = usize::BITS - (agents.len() - 1).leading_zeros() + 1;
        let rounds = within("rounds", self.rounds.unwrap_or(enough), 1, MOST_ROUNDS)?;
        if self.rounds.is_some() && format != Format::Swiss {
            return Err(wrong(format!("rounds: only a swiss tournament has them, not a {}", format.word())));
        }
        let sprt = self.sprt.map(|sprt| test(&sprt, format)).transpose()?;
        let person = agents.iter().find(|entrant| entrant.spec.kind == AgentKind::Human);
        if let (Some(person), true) = (person, self.time.is_silent()) {
            return Err(wrong(format!(
                "time: the usual second for a move is too short for a person ({}); write --clock 10m (in a file: \
                 game = \"10m\" under [time]), or --nodes 5000, which limits only programs",
                person.name
            )));
        }
        Ok(Config {
            game: game.full_name(),
            format,
            agents,
            games: if sprt.is_some() { games.next_multiple_of(2) } else { games },
            rounds: if format == Format::Swiss { rounds } else { 0 },
            seed: self.seed.unwrap_or(1),
            time: control(&self.time)?,
            openings: openings(&self.openings, games, game, load)?,
            plies: self.plies.unwrap_or(USUAL_PLIES),
            adjudication: adjudication(&self.adjudication)?,
            ponder: self.ponder.unwrap_or(false),
            retire: self.retire.unwrap_or(USUAL_RETIREMENT),
            sprt,
        })
    }
}

fn within<T: PartialOrd + std::fmt::Display>(
    name: &str,
    value: T,
    low: T,
    high: T,
) -> Result<T, ConfigError> {
    if value >= low && value <= high {
        Ok(value)
    } else {
        Err(wrong(format!("{name}: {value} is out of range; write {low} to {high}")))
    }
}

/// The players with names of their own.
fn entrants(agents: Vec<AgentSpec>) -> Result<Vec<Entrant>, ConfigError> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for spec in agents {
        let wanted = spec.name.clone().unwrap_or_else(|| spec.to_string());
        let taken = |name: &str| entrants.iter().any(|other| other.name == name);
        if spec.name.is_some() && taken(&wanted) {
            return Err(wrong(format!("agents: two are called `{wanted}`; give each a name of its own")));
        }
        let mut name = wanted.clone();
        let mut number = 1;
        while taken(&name) {
            number += 1;
            name = format!("{wanted} #{number}");
        }
        entrants.push(Entrant { name, spec });
    }
    Ok(entrants)
}

fn control(file: &TimeFile) -> Result<TimeControl, ConfigError> {
    let usual = TimeControl::default();
    let time = |time: Option<Time>| time.map(|Time(duration)| duration);
    for (name, given) in [("time.move", file.per_move), ("time.game", file.game)] {
        if time(given).is_some_and(|duration| duration.is_zero()) {
            return Err(wrong(format!("{name}: no time at all; write a length of time such as 0.1s")));
        }
    }
    if file.increment.is_some() && file.game.is_none() {
        return Err(wrong("time.increment: goes with time.game; write that too"));
    }
    if file.depth == Some(0) || file.nodes == Some(0) {
        return Err(wrong("time: depth and nodes are at least 1"));
    }
    let mut control = TimeControl {
        per_move: time(file.per_move),
        per_game: time(file.game),
        increment: time(file.increment).unwrap_or_default(),
        depth: file.depth,
        nodes: file.nodes,
        patience: time(file.patience).unwrap_or(usual.patience),
        ready: time(file.ready).unwrap_or(usual.ready),
        tolerance: time(file.tolerance),
    };
    if control.is_endless() {
        control.per_move = Some(USUAL_TIME);
    }
    Ok(control)
}

fn openings(
    file: &OpeningsFile,
    games: u32,
    game: &dyn AnyGame,
    load: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Openings, ConfigError> {
    let judged = file.random.is_some() || file.balance.is_some() || file.nodes.is_some();
    if let Some(path) = &file.file {
        if judged {
            return Err(wrong("openings: either a file or random ones; leave one out"));
        }
        let complain = |why: String| wrong(format!("openings.file {path:?}: {why}"));
        let text = load(path).map_err(complain)?;
        return Ok(Openings::List(read_list(game, &text).map_err(complain)?));
    }
    let usual = if games > GAMES_OF_A_MEETING || judged { USUAL_OPENING } else { 0 };
    let plies = within("openings.random", file.random.unwrap_or(usual), 0, LONGEST_OPENING)?;
    let balance = within("openings.balance", file.balance.unwrap_or(USUAL_BALANCE), 0.0, 1e6)?;
    let nodes = within("openings.nodes", file.nodes.unwrap_or(USUAL_JUDGEMENT), 1, 1_000_000_000)?;
    Ok(if plies == 0 { Openings::None } else { Openings::Random { plies, balance, nodes } })
}

fn adjudication(file: &AdjudicationFile) -> Result<Adjudication, ConfigError> {
    if (file.win.is_none() && file.win_moves.is_some())
        || (file.draw.is_none() && (file.draw_moves.is_some() || file.draw_after.is_some()))
    {
        return Err(wrong("adjudication: win-moves goes with win, draw-moves and draw-after go with draw"));
    }
    let points = |name: &str, points: f64| within(name, points, 0.0, 1e9);
    let win = file.win.map(|given| {
        let moves = within("adjudication.win-moves", file.win_moves.unwrap_or(4), 1, 1000)?;
        Ok(WinRule { points: points("adjudication.win", given)?, moves })
    });
    let draw = file.draw.map(|given| {
        let moves = within("adjudication.draw-moves", file.draw_moves.unwrap_or(8), 1, 1000)?;
        let after = file.draw_after.unwrap_or(0);
        Ok(DrawRule { points: points("adjudication.draw", given)?, moves, after })
    });
    if file.proven == Some(0) {
        return Err(wrong("adjudication.proven: at least 1 position"));
    }
    let database = file.database.unwrap_or(false);
    Ok(Adjudication { win: win.transpose()?, draw: draw.transpose()?, proven: file.proven, database })
}

fn test(file: &SprtFile, format: Format) -> Result<Sprt, ConfigError> {
    if format != Format::Match {
        return Err(wrong(format!("sprt: only a match can be a sequential test, not a {}", format.word())));
    }
    let (elo0, elo1) = (file.elo0.unwrap_or(0.0), file.elo1.unwrap_or(5.0));
    let sprt = Sprt {
        elo0: within("sprt.elo0", elo0, -1000.0, 1000.0)?,
        elo1: within("sprt.elo1", elo1, -1000.0, 1000.0)?,
        alpha: within("sprt.alpha", file.alpha.unwrap_or(USUAL_RISK), 1e-6, 0.49)?,
        beta: within("sprt.beta", file.beta.unwrap_or(USUAL_RISK), 1e-6, 0.49)?,
    };
    if elo0 < elo1 {
        Ok(sprt)
    } else {
        Err(wrong(format!("sprt: elo0 ({elo0}) must be below elo1 ({elo1})")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_catalog::open;

    fn settle(text: &str) -> Result<Config, String> {
        let game = open("tictactoe").unwrap();
        let load = |path: &str| match path {
            "some.txt" => Ok("moves b2\nmoves a1\n".to_owned()),
            _ => Err("there is no such file".to_owned()),
        };
        let file = ConfigFile::read(text).map_err(|error| error.to_string())?;
        file.settle(&*game, &load).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_is_read_with_all_its_tables() {
        let config = settle(
            "game = 'tictactoe'\nformat = 'swiss'\nrounds = 3\nseed = 7\nretire = 0\nconcurrency = 4\n\
            agents = ['random', 'random', { kind = 'engine', name = 'me' }]\n\
            [time]\nmove = '100ms'\ngame = 60\nincrement = 0.1\n[openings]\nfile = 'some.txt'\n\
            [adjudication]\nwin = 9\ndraw = 0.1\ndraw-after = 20\nproven = 1000\n",
        )
        .unwrap();
        assert_eq!(config.names(), ["random", "random #2", "me"]);
        assert_eq!((config.format, config.rounds, config.seed, config.games), (Format::Swiss, 3, 7, 2));
        assert_eq!(config.time.per_move, Some(Duration::from_millis(100)));
        assert_eq!(config.time.increment, Duration::from_millis(100));
        assert!(matches!(&config.openings, Openings::List(list) if list.len() == 2));
        assert_eq!(config.adjudication.win, Some(WinRule { points: 9.0, moves: 4 }));
        let stored: Config = serde_json::from_str(&config.text()).unwrap();
        assert_eq!(stored, config);
        assert_eq!(stored.hash(), config.hash());
        assert_ne!(Config { seed: 8, ..stored }.hash(), config.hash());
    }

    #[test]
    fn what_is_left_out_has_its_usual_value() {
        let config = settle("agents = ['random', 'engine']").unwrap();
        assert_eq!((config.format, config.games, config.seed), (Format::RoundRobin, 2, 1));
        assert_eq!((config.time.per_move, config.retire), (Some(USUAL_TIME), USUAL_RETIREMENT));
        assert_eq!(config.openings, Openings::None);
        let many = settle("format = 'match'\nagents = ['random', 'engine']").unwrap();
        assert!(matches!(many.openings, Openings::Random { plies: USUAL_OPENING, .. }));
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        let two = "agents = ['random', 'engine']\n";
        for (text, culprit) in [
            ("agents = ['random'", "1"),
            ("agents = ['random']", "agents"),
            ("agents = ['random', '']", "agent"),
            ("agents = ['random', 'magic']", "magic"),
            ("agents = ['random:name=a', 'engine:name=a']", "`a`"),
            (&format!("{two}colour = 'red'"), "colour"),
            (&format!("{two}format = 'party'"), "party"),
            (&format!("{two}games = 0"), "games"),
            (&format!("{two}games = -1"), "games"),
            (&format!("{two}rounds = 2"), "rounds"),
            (&format!("{two}[time]\nmove = 'soon'"), "soon"),
            (&format!("{two}[time]\nmove = 0"), "time.move"),
            (&format!("{two}[time]\nincrement = 1"), "time.increment"),
            (&format!("{two}[time]\nnodes = 0"), "nodes"),
            (&format!("{two}[openings]\nfile = 'none.txt'"), "none.txt"),
            (&format!("{two}[openings]\nfile = 'some.txt'\nrandom = 3"), "openings"),
            (&format!("{two}[openings]\nrandom = 4000"), "4000"),
            (&format!("{two}[adjudication]\nwin-moves = 3"), "win-moves"),
            (&format!("{two}[sprt]\nelo1 = 5"), "sprt"),
            (&format!("{two}format = 'match'\n[sprt]\nelo0 = 5\nelo1 = 5"), "elo0"),
            (&format!("{two}format = 'match'\n[sprt]\nalpha = 0.6"), "alpha"),
        ] {
            let error = settle(text).unwrap_err();
            assert!(error.contains(culprit), "{text}: {error}");
        }
    }
}
