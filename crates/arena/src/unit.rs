//! Games of a tournament as plain data, to be played on any machine.
//!
//! What a unit gives is a function of its text alone where no clock decides: when a game began and how long its moves took
//! are told apart from its result, so that the same unit gives the same bytes on every machine.

use crate::Outcome;
use crate::config::{Config, Format};
use crate::openings::Opening;
use crate::record::{GameRecord, PlayerRecord, PlyRecord};
use crate::roster::Described;
use crate::schedule::{Assignment, next_games};
use crate::tournament::{Tournament, TournamentObserver};
use crate::verdict::{Reason, Verdict};
use plybook_agent::AgentKind;
use plybook_agent::book::BookCache;
use plybook_catalog::{AnyGame, MOST_PLAYERS, Player, ReadError, Tablebases};
use serde::{Deserialize, Serialize};

/// How many times as long the clocks of a machine may be, and the other way round.
pub const MOST_SCALE: f64 = 100.0;

/// Which game is meant: by its number where the schedule does not depend on results, or with everything that decides it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GameChoice {
    /// The game of this number.
    Number(u32),
    /// This game.
    Whole(Assignment),
}

/// Games of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesUnit {
    /// What decides the games.
    pub config: Config,
    /// Which of them are played.
    pub games: Vec<GameChoice>,
    /// How many times as long as the configuration says the clocks run here.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub clock: f64,
}

const fn one() -> f64 {
    1.0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_one(number: &f64) -> bool {
    *number == 1.0
}

/// A game that was played, as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    number: u32,
    round: u32,
    players: Vec<PlayerRecord>,
    opening: Opening,
    seed: u64,
    plies: Vec<PlyRecord>,
    /// What each player gets; nothing where nobody gets anything.
    utilities: Option<Vec<i32>>,
    reason: String,
    sentence: String,
    #[serde(default, skip_serializing_if = "is_zero")]
    began: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// When a game began and how long its moves took, where that is no part of its result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameTimes {
    /// In milliseconds since 1970.
    pub began: u64,
    /// What each move took, in microseconds.
    pub micros: Vec<u64>,
}

/// The games of a unit, and their times where no clock decides.
pub type PlayedUnit = (Vec<PlayedGame>, Vec<GameTimes>);

impl GamesUnit {
    /// The games with everything that decides them.
    ///
    /// # Errors
    /// The game is another one, a game is not one of the schedule or has other players, or a player needs a book.
    pub fn assignments(&self, game: &dyn AnyGame) -> Result<Vec<Assignment>, ReadError> {
        let config = &self.config;
        let wrong = |what: &'static str, text: &str, problem: String, remedy: &str| {
            Err(ReadError::new(what, text, problem, remedy))
        };
        if game.full_name() != config.game || game.player_names().len() != config.seats {
            let problem = format!("it is written in another way than the program does: {}", game.full_name());
            return wrong(
                "game",
                &config.game,
                problem,
                "write the configuration as `match --units` prints it",
            );
        }
        if !(self.clock.is_finite() && (1.0 / MOST_SCALE..=MOST_SCALE).contains(&self.clock)) {
            let (text, problem) = (self.clock.to_string(), "clocks cannot run so".to_owned());
            return wrong("clock", &text, problem, "write a number from 0.01 to 100");
        }
        if let Some(entrant) = config.agents.iter().find(|entrant| entrant.spec.wanted_book().is_some()) {
            let problem = "it plays from an opening book, which other machines do not have".to_owned();
            return wrong("agent", &entrant.name, problem, "leave the book out, or play on one machine");
        }
        if let Some(person) = config.agents.iter().find(|entrant| entrant.spec.kind == AgentKind::Human) {
            let problem = "it is a person, who has one terminal".to_owned();
            return wrong("agent", &person.name, problem, "let programs play");
        }
        let by_results = matches!(config.format, Format::Swiss | Format::Knockout);
        let schedule = if by_results { Vec::new() } else { next_games(config, &[]) };
        let mut games = Vec::new();
        for choice in &self.games {
            let assignment = match choice {
                GameChoice::Number(number) => match schedule.get(*number as usize) {
                    Some(assignment) => assignment.clone(),
                    None if by_results => {
                        let problem = format!("who plays in a {} depends on results", config.format.word());
                        let remedy = "write the game with its round, opening, players and seed";
                        return wrong("number of a game", &number.to_string(), problem, remedy);
                    }
                    None => {
                        let problem = format!("the tournament has {} games", schedule.len());
                        return wrong("number of a game", &number.to_string(), problem, "count games from 0");
                    }
                },
                GameChoice::Whole(assignment) => assignment.clone(),
            };
            let known = assignment.players.iter().all(|&player| player < config.agents.len());
            if !known || assignment.players.len() != config.seats {
                let (players, seats) = (format!("{:?}", assignment.players), config.seats);
                let problem = format!("{seats} of the {} agents play a game", config.agents.len());
                return wrong("players", &players, problem, "write their numbers, counted from 0");
            }
            games.push(assignment);
        }
        Ok(games)
    }

    /// Plays the games, one after another; `None` if the watcher abandoned one. Their times are part of the games where a
    /// clock decides, in the time of a machine whose clocks run as the configuration says, and told beside them otherwise.
    ///
    /// # Errors
    /// As `assignments`; or an agent cannot be made on this machine.
    pub fn play(
        &self,
        game: &dyn AnyGame,
        knowledge: Option<&Tablebases>,
        watcher: &dyn TournamentObserver,
    ) -> Result<Option<PlayedUnit>, ReadError> {
        let assignments = self.assignments(game)?;
        let config = Config { time: self.config.time.scaled(self.clock), ..self.config.clone() };
        let books = BookCache::default();
        let roster = Described { config: &config, game, books: &books };
        for entrant in &config.agents {
            if let Err(fault) = entrant.spec.make_with(game, &books) {
                let problem = format!("on this machine it {fault}");
                return Err(ReadError::new(
                    "agent",
                    &entrant.name,
                    problem,
                    "install what it needs on every machine",
                ));
            }
        }
        let tournament = Tournament { config: &config, game, roster: &roster, knowledge, concurrency: 1 };
        let Some(records) = tournament.play_games(&assignments, watcher)? else { return Ok(None) };
        let timed = config.time.is_timed();
        let mut games = Vec::new();
        let mut times = Vec::new();
        for mut record in records {
            for ply in &mut record.plies {
                ply.micros = (ply.micros as f64 / self.clock) as u64;
            }
            if !timed {
                times.push(GameTimes {
                    began: std::mem::take(&mut record.began),
                    micros: record.plies.iter_mut().map(|ply| std::mem::take(&mut ply.micros)).collect(),
                });
            }
            games.push(PlayedGame::from(record));
        }
        Ok(Some((games, times)))
    }
}

impl From<GameRecord> for PlayedGame {
    fn from(record: GameRecord) -> PlayedGame {
        let GameRecord { number, round, game: _, players, opening, seed, plies, verdict, began } = record;
        let seats = 0..players.len() as u8;
        let utilities =
            verdict.outcome.map(|outcome| seats.map(|seat| outcome.utility(Player(seat))).collect());
        let (reason, sentence) = (verdict.reason.words().to_owned(), verdict.sentence);
        PlayedGame { number, round, players, opening, seed, plies, utilities, reason, sentence, began }
    }
}

impl PlayedGame {
    /// The game's place in the schedule.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The game as it is kept, with its times if they were told beside it.
    ///
    /// # Errors
    /// It is not one that was ever told.
    pub fn record(self, game: &str, times: Option<&GameTimes>) -> Result<GameRecord, ReadError> {
        let number = self.number.to_string();
        let wrong = |problem: &str| ReadError::new("game", &number, problem, "play it again");
        if !(2..=MOST_PLAYERS).contains(&self.players.len()) {
            return Err(wrong("it has too few or too many players"));
        }
        let outcome = match &self.utilities {
            None => None,
            Some(utilities) if utilities.len() == self.players.len() => {
                Some(Outcome::of_utilities(utilities).ok_or_else(|| wrong("its utilities are no outcome"))?)
            }
            Some(_) => return Err(wrong("it has not as many utilities as players")),
        };
        let reason = Reason::from_words(&self.reason).ok_or_else(|| wrong("it ended for no known reason"))?;
        let mut plies = self.plies;
        let mut began = self.began;
        if let Some(times) = times {
            began = times.began;
            for (ply, micros) in plies.iter_mut().zip(&times.micros) {
                ply.micros = *micros;
            }
        }
        Ok(GameRecord {
            number: self.number,
            round: self.round,
            game: game.to_owned(),
            players: self.players,
            opening: self.opening,
            seed: self.seed,
            plies,
            verdict: Verdict { outcome, reason, sentence: self.sentence },
            began,
        })
    }
}
