//! The one check of a configuration, wherever it was written.

use super::error::{ConfigError, Part};
use super::input::{AdjudicationInput, ConfigInput, OpeningsInput, SprtInput, Time, TimeInput};
use super::{Config, Entrant, Format, Sprt};
use crate::adjudication::{Adjudication, DrawRule, WinRule};
use crate::clock::TimeControl;
use crate::duration;
use crate::openings::{Openings, read_list};
use crate::schedule::planned;
use plybook_agent::{AgentKind, AgentSpec, Sandbox};
use plybook_catalog::AnyGame;
use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

/// Default number of games of a match.
const DEFAULT_MATCH_GAMES: u32 = 100;
/// Default number of games between two players of other tournaments.
const DEFAULT_GAMES: u32 = 2;
/// Most games between two players.
pub const MAX_GAMES: u32 = 1_000_000;
/// Most rounds of a Swiss tournament.
const MAX_ROUNDS: u32 = 1000;
/// Time for a move where nothing limits it: the course's.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Plies after which a game is a draw.
const DEFAULT_PLIES: u32 = 1000;
/// Failures in a row after which an agent is retired.
pub(super) const DEFAULT_RETIREMENT: u32 = 3;
/// Random plies of an opening, where players meet often.
pub(super) const DEFAULT_OPENING: u32 = 4;
/// Most random plies of an opening.
const MAX_OPENING: u32 = 200;
/// How far from even a random opening may be, in points.
const DEFAULT_BALANCE: f64 = 2.0;
/// Positions that judge a random opening.
const DEFAULT_OPENING_NODES: u64 = 2000;
/// Error rates of a sequential test.
const DEFAULT_RISK: f64 = 0.05;
/// Meetings that a tie of a knockout may add.
const KNOCKOUT_REPLAYS: usize = 4;

/// How much a tournament may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Most agents.
    pub agents: usize,
    /// Most games of the whole tournament.
    pub games: usize,
    /// Longest time for a move, increment and tolerance.
    pub per_move: Duration,
    /// Longest time for a game, and to wait for an agent.
    pub per_game: Duration,
    /// Deepest search, in plies.
    pub depth: u32,
    /// Most positions of a search.
    pub nodes: u64,
    /// Most positions that judge a random opening.
    pub opening_nodes: u64,
    /// Most positions of the referee's own search after a move.
    pub proven: u64,
}

impl Default for Bounds {
    /// What the owner of the machine may ask for.
    fn default() -> Bounds {
        Bounds {
            agents: 256,
            games: usize::MAX,
            per_move: duration::LONGEST,
            per_game: duration::LONGEST,
            depth: u32::MAX,
            nodes: u64::MAX,
            opening_nodes: 1_000_000_000,
            proven: u64::MAX,
        }
    }
}

fn wrong(entry: &'static str, problem: impl Into<String>) -> ConfigError {
    ConfigError::of(entry, [Part::Text(problem.into())])
}

fn within<T: PartialOrd + Display>(entry: &'static str, value: T, low: T, high: T) -> Result<T, ConfigError> {
    if value >= low && value <= high {
        Ok(value)
    } else {
        Err(wrong(entry, format!("{value} is out of range; write {low} to {high}")))
    }
}

/// An entry that makes sense only beside another one.
fn goes_with(entry: &'static str, other: &'static str) -> ConfigError {
    ConfigError::of(entry, ["goes with ".into(), Part::Entry(other), "; write that too".into()])
}

impl<A> ConfigInput<A> {
    /// Fills in what was left out and checks everything. `agents` are the players that the input describes; `load` gives
    /// the text of a file of openings.
    ///
    /// # Errors
    /// An entry makes no sense or asks for too much; the message names it and says what would be right.
    pub fn resolve(
        self,
        agents: Vec<AgentSpec>,
        game: &dyn AnyGame,
        bounds: &Bounds,
        load: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<Config, ConfigError> {
        let seats = game.player_names().len();
        let format = self.format.unwrap_or(Format::RoundRobin);
        if seats > 2 && matches!(format, Format::Swiss | Format::Knockout) {
            let (word, name) = (format.word(), game.full_name());
            let remedy = "choose match, round-robin or gauntlet";
            return Err(wrong(
                "format",
                format!("a {word} is for games of two players, not {name}; {remedy}"),
            ));
        }
        if !game.suits_alpha_beta() {
            self.make_sure_nobody_searches(game)?;
        }
        let mut agents = entrants(agents, format, seats, bounds)?;
        hold(&mut agents, self.sandbox.as_deref())?;
        let default = match format {
            Format::Match => DEFAULT_MATCH_GAMES,
            // Everybody has every seat once.
            _ => DEFAULT_GAMES.max(seats as u32),
        };
        let games = within("games", self.games.unwrap_or(default), 1, MAX_GAMES)?;
        let enough = usize::BITS - (agents.len() - 1).leading_zeros() + 1;
        let rounds = within("rounds", self.rounds.unwrap_or(enough), 1, MAX_ROUNDS)?;
        if self.rounds.is_some() && format != Format::Swiss {
            let problem = format!("only a swiss tournament has them, not a {}", format.word());
            return Err(wrong("rounds", problem));
        }
        let sprt = self.sprt.map(|sprt| sequential_test(&sprt, format)).transpose()?;
        make_sure_people_have_time(&agents, &self.time)?;
        let config = Config {
            game: game.full_name(),
            seats,
            format,
            agents,
            games: if sprt.is_some() { games.next_multiple_of(2) } else { games },
            rounds: if format == Format::Swiss { rounds } else { 0 },
            seed: self.seed.unwrap_or(1),
            time: time_control(self.time, bounds)?,
            openings: openings(self.openings, games, game, bounds, load)?,
            plies: self.plies.unwrap_or(DEFAULT_PLIES),
            adjudication: adjudication(&self.adjudication, bounds)?,
            ponder: self.ponder.unwrap_or(false),
            retire: self.retire.unwrap_or(DEFAULT_RETIREMENT),
            sprt,
        };
        let knockout = config.agents.len().saturating_mul(config.games as usize * KNOCKOUT_REPLAYS);
        let all = planned(&config).unwrap_or(knockout);
        // Every choice of so many players has games of its own: among 256 agents there are 10^11 of six.
        let most = if seats > 2 { bounds.games.min(MAX_GAMES as usize) } else { bounds.games };
        if all > most {
            let problem =
                format!("up to {all} games are too many; at most {most} are played here, ask for fewer");
            return Err(wrong("games", problem));
        }
        Ok(config)
    }

    /// Refuses what needs a search that knows two players and no chance: sequential tests, adjudication, and random
    /// openings, which the engine judges.
    fn make_sure_nobody_searches(&self, game: &dyn AnyGame) -> Result<(), ConfigError> {
        let AdjudicationInput { win, draw, proven, database, .. } = &self.adjudication;
        let adjudicated = win.is_some() || draw.is_some() || proven.is_some() || *database == Some(true);
        let judged = self.openings.random.is_some_and(|plies| plies > 0);
        for (entry, given) in
            [("sprt", self.sprt.is_some()), ("adjudication", adjudicated), ("openings.random", judged)]
        {
            if given {
                let name = game.full_name();
                let problem = "is for games of two players without chance";
                return Err(wrong(entry, format!("{problem}, not {name}; leave it out")));
            }
        }
        Ok(())
    }
}

/// The players with names of their own, as many as the seats of a game or more.
fn entrants(
    agents: Vec<AgentSpec>,
    format: Format,
    seats: usize,
    bounds: &Bounds,
) -> Result<Vec<Entrant>, ConfigError> {
    let (fewest, most) = if format == Format::Match { (seats, seats) } else { (seats, bounds.agents) };
    if !(fewest..=most).contains(&agents.len()) {
        let word = format.word();
        let many = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
        return Err(wrong("agents", format!("a {word} has {many} agents, not {}", agents.len())));
    }
    let mut entrants: Vec<Entrant> = Vec::new();
    for spec in agents {
        let wanted = spec.name.clone().unwrap_or_else(|| spec.to_string());
        let taken = |name: &str| entrants.iter().any(|other| other.name == name);
        if spec.name.is_some() && taken(&wanted) {
            let problem = format!("two are called `{wanted}`; give each a name of its own");
            return Err(wrong("agents", problem));
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

/// Puts the programs among the players into the sandbox that is asked for, unless they ask for one themselves, and hides
/// from each the files of the others.
fn hold(agents: &mut [Entrant], wanted: Option<&str>) -> Result<(), ConfigError> {
    let sandbox = wanted.map(|wanted| {
        let found = Sandbox::ALL.iter().find(|(word, _)| *word == wanted);
        found.map(|(_, sandbox)| *sandbox).ok_or_else(|| {
            let words = Sandbox::ALL.map(|(word, _)| word).join(", ");
            wrong("sandbox", format!("there is no sandbox `{wanted}`; choose one of: {words}"))
        })
    });
    let sandbox = sandbox.transpose()?;
    let files: Vec<Vec<PathBuf>> = agents.iter().map(|entrant| entrant.spec.files()).collect();
    for (number, entrant) in agents.iter_mut().enumerate() {
        let Some(launch) = entrant.spec.launch_mut() else { continue };
        launch.sandbox = launch.sandbox.or(sandbox);
        let others =
            files.iter().enumerate().filter(|(other, _)| *other != number).flat_map(|(_, files)| files);
        launch.hidden = others.filter(|file| !files[number].contains(file)).cloned().collect();
        launch.hidden.sort();
        launch.hidden.dedup();
    }
    Ok(())
}

/// The default second for a move is meant for programs.
fn make_sure_people_have_time(agents: &[Entrant], time: &TimeInput) -> Result<(), ConfigError> {
    let person = agents.iter().find(|entrant| entrant.spec.kind == AgentKind::Human);
    match person.filter(|_| time.is_silent()) {
        None => Ok(()),
        Some(person) => Err(ConfigError::of(
            "time.move",
            [
                format!("the default second is too short for a person ({}); write ", person.name).into(),
                Part::Setting("time.game", "10m"),
                ", or ".into(),
                Part::Setting("time.nodes", "5000"),
                ", which limits only programs".into(),
            ],
        )),
    }
}

/// A length of time up to a bound.
fn time_of(
    entry: &'static str,
    written: Option<Time>,
    longest: Duration,
) -> Result<Option<Duration>, ConfigError> {
    let Some(Time(written)) = written else { return Ok(None) };
    let time = written.map_err(|problem| wrong(entry, problem))?;
    if time > longest {
        let (time, longest) = (time.as_secs_f64(), longest.as_secs_f64());
        return Err(wrong(entry, format!("{time} s is out of range; write 0 to {longest} seconds")));
    }
    Ok(Some(time))
}

fn time_control(input: TimeInput, bounds: &Bounds) -> Result<TimeControl, ConfigError> {
    let default = TimeControl::default();
    let has_game = input.game.is_some();
    let per_move = time_of("time.move", input.per_move, bounds.per_move)?;
    let per_game = time_of("time.game", input.game, bounds.per_game)?;
    let increment = time_of("time.increment", input.increment, bounds.per_move)?;
    for (entry, given) in [("time.move", per_move), ("time.game", per_game)] {
        if given.is_some_and(|duration| duration.is_zero()) {
            return Err(wrong(entry, "no time at all; write a length of time such as 0.1s"));
        }
    }
    if increment.is_some() && !has_game {
        return Err(goes_with("time.increment", "time.game"));
    }
    let mut control = TimeControl {
        per_move,
        per_game,
        increment: increment.unwrap_or_default(),
        depth: input.depth.map(|depth| within("time.depth", depth, 1, bounds.depth)).transpose()?,
        nodes: input.nodes.map(|nodes| within("time.nodes", nodes, 1, bounds.nodes)).transpose()?,
        patience: time_of("time.patience", input.patience, bounds.per_game)?.unwrap_or(default.patience),
        ready: time_of("time.ready", input.ready, bounds.per_game)?.unwrap_or(default.ready),
        tolerance: time_of("time.tolerance", input.tolerance, bounds.per_move)?,
    };
    if control.is_endless() {
        control.per_move = Some(DEFAULT_TIME);
    }
    Ok(control)
}

fn openings(
    input: OpeningsInput,
    games: u32,
    game: &dyn AnyGame,
    bounds: &Bounds,
    load: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Openings, ConfigError> {
    let random = input.random.is_some() || input.balance.is_some() || input.nodes.is_some();
    let given = [random, input.list.is_some(), input.file.is_some()];
    if given.iter().filter(|&&given| given).count() > 1 {
        let problem = "they are random, a list or a file; leave out all but one of these";
        return Err(wrong("openings", problem));
    }
    if let Some(path) = &input.file {
        let complain = |why: String| wrong("openings.file", format!("{path:?}: {why}"));
        let text = load(path).map_err(complain)?;
        return Ok(Openings::List(read_list(game, &text).map_err(complain)?));
    }
    if let Some(text) = &input.list {
        let list = read_list(game, text).map_err(|why| wrong("openings.list", why))?;
        return Ok(Openings::List(list));
    }
    let default =
        if game.suits_alpha_beta() && (games > DEFAULT_GAMES || random) { DEFAULT_OPENING } else { 0 };
    let plies = within("openings.random", input.random.unwrap_or(default), 0, MAX_OPENING)?;
    let balance = within("openings.balance", input.balance.unwrap_or(DEFAULT_BALANCE), 0.0, 1e6)?;
    let nodes = input.nodes.unwrap_or(DEFAULT_OPENING_NODES);
    let nodes = within("openings.nodes", nodes, 1, bounds.opening_nodes)?;
    Ok(if plies == 0 { Openings::None } else { Openings::Random { plies, balance, nodes } })
}

fn adjudication(input: &AdjudicationInput, bounds: &Bounds) -> Result<Adjudication, ConfigError> {
    if input.win.is_none() && input.win_moves.is_some() {
        return Err(goes_with("adjudication.win-moves", "adjudication.win"));
    }
    for (entry, given) in [
        ("adjudication.draw-moves", input.draw_moves.is_some()),
        ("adjudication.draw-after", input.draw_after.is_some()),
    ] {
        if given && input.draw.is_none() {
            return Err(goes_with(entry, "adjudication.draw"));
        }
    }
    let win = input.win.map(|points| {
        let moves = within("adjudication.win-moves", input.win_moves.unwrap_or(4), 1, 1000)?;
        Ok(WinRule { points: within("adjudication.win", points, 0.0, 1e9)?, moves })
    });
    let draw = input.draw.map(|points| {
        let moves = within("adjudication.draw-moves", input.draw_moves.unwrap_or(8), 1, 1000)?;
        let after = input.draw_after.unwrap_or(0);
        Ok(DrawRule { points: within("adjudication.draw", points, 0.0, 1e9)?, moves, after })
    });
    let proven = input.proven.map(|nodes| within("adjudication.proven", nodes, 1, bounds.proven));
    Ok(Adjudication {
        win: win.transpose()?,
        draw: draw.transpose()?,
        proven: proven.transpose()?,
        database: input.database.unwrap_or(false),
    })
}

fn sequential_test(input: &SprtInput, format: Format) -> Result<Sprt, ConfigError> {
    if format != Format::Match {
        let problem = format!("only a match can be a sequential test, not a {}", format.word());
        return Err(wrong("sprt", problem));
    }
    let (elo0, elo1) = (input.elo0.unwrap_or(0.0), input.elo1.unwrap_or(5.0));
    let sprt = Sprt {
        elo0: within("sprt.elo0", elo0, -1000.0, 1000.0)?,
        elo1: within("sprt.elo1", elo1, -1000.0, 1000.0)?,
        alpha: within("sprt.alpha", input.alpha.unwrap_or(DEFAULT_RISK), 1e-6, 0.49)?,
        beta: within("sprt.beta", input.beta.unwrap_or(DEFAULT_RISK), 1e-6, 0.49)?,
    };
    if elo0 < elo1 {
        Ok(sprt)
    } else {
        Err(wrong("sprt", format!("elo0 ({elo0}) must be below elo1 ({elo1})")))
    }
}
