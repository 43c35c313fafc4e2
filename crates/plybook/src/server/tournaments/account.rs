//! How a tournament stands, as the page draws it.

use super::Phase;
use super::rating_course::RatingPoint;
use crate::tournament_run::sandboxes;
use plybook_arena::adjudication::{Adjudication, DrawRule, WinRule};
use plybook_arena::clock::TimeControl;
use plybook_arena::config::{Config, Sprt};
use plybook_arena::openings::Openings;
use plybook_arena::report::Report;
use plybook_arena::schedule::planned;
use plybook_arena::scoring::ScoredGame;
use plybook_arena::statistics::{Estimate, Sample, Verification};
use plybook_catalog::{Text, open};
use plybook_store::database::StoredTournament;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// Points of the line of a sequential test that are told.
const LINE_POINTS: usize = 160;

/// What stays the same while a tournament goes.
#[derive(Clone, Serialize, JsonSchema)]
pub struct About {
    /// Its number.
    pub id: i64,
    /// What people call it.
    pub name: String,
    /// Which run of the same configuration it is, from 1.
    pub run: i64,
    /// The game's title.
    pub title: String,
    /// The game's options as people say them; empty for the usual rules.
    pub variant: String,
    /// What the sides are called.
    pub sides: Vec<String>,
    /// The agents, in the order of the configuration.
    pub agents: Vec<String>,
    /// Under which conditions it is played, in words.
    pub conditions: Vec<String>,
    /// The sequential test, if there is one.
    pub sprt: Option<Sprt>,
    /// When it began, in milliseconds since 1970.
    pub began: i64,
}

impl About {
    /// What there is to say about a stored tournament.
    pub fn new(stored: &StoredTournament, config: &Config) -> About {
        let game = open(&config.game).ok();
        let title = game.as_ref().map_or_else(|| config.game.clone(), |game| game.info().title.to_string());
        let variant = game.as_ref().map_or_else(String::new, |game| game.options_in_words());
        let sides =
            game.map_or_else(Vec::new, |game| game.player_names().iter().map(Text::to_string).collect());
        About {
            id: stored.id,
            name: stored.name.clone(),
            run: stored.run,
            title,
            variant,
            sides,
            agents: config.names().into_iter().map(str::to_owned).collect(),
            conditions: conditions(config),
            sprt: config.sprt,
            began: stored.began,
        }
    }
}

/// The conditions in words.
fn conditions(config: &Config) -> Vec<String> {
    let mut said = vec![clock(&config.time)];
    said.push(match &config.openings {
        Openings::None => "no openings".to_owned(),
        Openings::Random { plies, .. } => format!("random openings of {plies} plies"),
        Openings::List(list) => format!("{} openings of a list", list.len()),
    });
    let games = config.games;
    said.push(if games == 1 { "1 game a meeting".to_owned() } else { format!("{games} games a meeting") });
    if config.rounds > 0 {
        said.push(format!("{} rounds", config.rounds));
    }
    said.push(format!("seed {}", config.seed));
    said.extend(rulings(&config.adjudication));
    if config.ponder {
        said.push("thinking on the opponent's time".to_owned());
    }
    said.extend(
        sandboxes(config)
            .into_iter()
            .map(|(agents, held)| format!("sandbox of {}: {held}", agents.join(", "))),
    );
    said
}

/// When the referee ends a game early, in words.
fn rulings(adjudication: &Adjudication) -> Vec<String> {
    let moves = |moves: u32| if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
    let mut said = Vec::new();
    said.extend(adjudication.win.map(|WinRule { points, moves: many }| {
        format!("won when both see {points} points for {}", moves(many))
    }));
    said.extend(adjudication.draw.map(|DrawRule { points, moves: many, after }| {
        let start = if after == 0 { String::new() } else { format!(", not before ply {after}") };
        format!("drawn when both see it even within {points} points for {}{start}", moves(many))
    }));
    said.extend(
        adjudication.proven.map(|nodes| format!("decided when a search of {nodes} positions proves it")),
    );
    if adjudication.database {
        said.push("decided by endgame databases".to_owned());
    }
    said
}

fn clock(time: &TimeControl) -> String {
    let length = |duration: Duration| match duration.as_millis() {
        short @ 0..=999 => format!("{short} ms"),
        _ => format!("{} s", duration.as_secs_f64()),
    };
    let mut parts = Vec::new();
    parts.extend(time.per_move.map(|time| format!("{} a move", length(time))));
    parts.extend(time.per_game.map(|game| match time.increment {
        Duration::ZERO => format!("{} a game", length(game)),
        increment => format!("{} a game and {} a move", length(game), length(increment)),
    }));
    parts.extend(time.depth.map(|depth| format!("depth {depth}")));
    parts.extend(time.nodes.map(|nodes| format!("{nodes} positions a move")));
    parts.join(", ")
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Progress {
    /// How it stands.
    pub phase: Phase,
    /// Games that count.
    pub games: usize,
    /// Games in all, as far as they are known; a test may need fewer.
    pub planned: usize,
    /// The estimated time to its end, in seconds.
    pub seconds_left: Option<f64>,
    /// Games at once; 0 where nobody plays.
    pub concurrency: usize,
}

impl Progress {
    /// Where nobody plays.
    pub fn resting(phase: Phase, config: &Config, games: usize) -> Progress {
        let planned = planned(config).unwrap_or(games).max(games);
        Progress { phase, games, planned, seconds_left: None, concurrency: 0 }
    }
}

/// Everything about a tournament but the boards.
#[derive(Serialize, JsonSchema)]
pub struct Account<'a> {
    #[serde(flatten)]
    about: &'a About,
    #[serde(flatten)]
    progress: Progress,
    report: Report,
    /// For each row of the table: how likely it is stronger than the next row, by the games between the two.
    superiority: Vec<Option<f64>>,
    /// The course of a sequential test: pairs of a number of games and the logarithm of the likelihood ratio.
    line: Vec<[f64; 2]>,
    /// The ratings after some of the games, the first ones first.
    ratings: &'a [RatingPoint],
}

impl<'a> Account<'a> {
    /// The account of the games so far.
    pub fn new(
        about: &'a About,
        config: &Config,
        progress: Progress,
        scored: &[ScoredGame],
        ratings: &'a [RatingPoint],
    ) -> Account<'a> {
        let report = Report::new(config, scored);
        let superiority = superiority(&report, scored);
        Account { about, progress, report, superiority, line: line(config, scored), ratings }
    }
}

fn superiority(report: &Report, scored: &[ScoredGame]) -> Vec<Option<f64>> {
    let rows = &report.standings;
    let over = |pair: &[plybook_arena::report::Standing]| {
        let sample = Sample::between(scored, pair[0].player, pair[1].player);
        Estimate::of(&sample).map(|estimate| estimate.superiority)
    };
    rows.windows(2).map(over).chain(rows.last().map(|_| None)).collect()
}

/// The course of the test, thinned out.
fn line(config: &Config, scored: &[ScoredGame]) -> Vec<[f64; 2]> {
    let Some(sprt) = config.sprt else { return Vec::new() };
    let mut test = Verification::new(sprt);
    let step = scored.len().div_ceil(LINE_POINTS).max(1).next_multiple_of(2);
    let mut points = vec![[0.0, 0.0]];
    for (number, game) in scored.iter().enumerate() {
        test.add(game);
        let games = number + 1;
        if games % step == 0 || games == scored.len() {
            points.push([games as f64, test.ratio()]);
        }
    }
    points
}
