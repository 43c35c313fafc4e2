//! Where finished games are kept.

use crate::books::Progress;
use crate::config::Config;
use crate::openings::Opening;
use crate::record::{GameRecord, PlayerRecord, PlyRecord};
use crate::{Outcome, Reason, Verdict};
use plybook_catalog::{MOST_PLAYERS, Player};
use plybook_store::database::{
    Database, DatabaseError, GameFilter, NewTournament, StoredGame, StoredPlayer, StoredTournament,
};
use serde::{Deserialize, Serialize};
use std::time::{SystemTime, UNIX_EPOCH};
use thiserror::Error;

/// Why games cannot be kept or found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameStoreError {
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// A stored game is not what was ever stored.
    #[error("stored game {id}: {why}; the database was changed by other hands, or is damaged")]
    Malformed {
        /// Its number in the database.
        id: i64,
        /// What is wrong with it.
        why: String,
    },
}

/// Keeps the games of one tournament.
pub trait GameStore {
    /// All games that are kept already, in the order of the schedule.
    ///
    /// # Errors
    /// They cannot be read.
    fn kept(&mut self) -> Result<Vec<GameRecord>, GameStoreError>;

    /// Keeps finished games, all or none; they are safe when this returns.
    ///
    /// # Errors
    /// They cannot be written.
    fn keep(&mut self, games: &[GameRecord]) -> Result<(), GameStoreError>;

    /// Notes that the tournament is over.
    ///
    /// # Errors
    /// It cannot be written.
    fn finish(&mut self) -> Result<(), GameStoreError>;
}

/// Keeps games in memory only.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore(pub Vec<GameRecord>);

impl GameStore for MemoryStore {
    fn kept(&mut self) -> Result<Vec<GameRecord>, GameStoreError> {
        self.0.sort_by_key(|game| game.number);
        Ok(self.0.clone())
    }

    fn keep(&mut self, games: &[GameRecord]) -> Result<(), GameStoreError> {
        self.0.extend_from_slice(games);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), GameStoreError> {
        Ok(())
    }
}

/// Milliseconds since 1970.
#[must_use]
pub fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// Keeps the games of a tournament in the database.
#[derive(Debug)]
pub struct DatabaseStore<'a> {
    database: &'a mut Database,
    tournament: i64,
}

impl<'a> DatabaseStore<'a> {
    /// The place of a tournament: that of its latest run, or a new one where there is none or `again` is set.
    ///
    /// # Errors
    /// The database failed.
    pub fn of(
        database: &'a mut Database,
        name: &str,
        config: &Config,
        again: bool,
    ) -> Result<DatabaseStore<'a>, DatabaseError> {
        let (text, hash) = (config.text(), config.hash());
        let latest = if again { None } else { database.latest_run(&text, &hash)? };
        let tournament = match latest {
            Some(StoredTournament { id, .. }) => id,
            None => database.add_tournament(&NewTournament {
                name,
                game: &config.game,
                format: config.format.word(),
                config: &text,
                config_hash: &hash,
                began: signed(now()),
            })?,
        };
        Ok(DatabaseStore { database, tournament })
    }

    /// How far the tournament has come.
    ///
    /// # Errors
    /// The database failed.
    pub fn progress(&self) -> Result<Progress, DatabaseError> {
        Ok(match self.database.tournament(self.tournament)? {
            Some(StoredTournament { finished: Some(_), .. }) => Progress::Over,
            Some(StoredTournament { games: 1.., .. }) => Progress::Begun,
            _ => Progress::New,
        })
    }

    /// The place of a tournament that is stored already.
    #[must_use]
    pub fn at(database: &'a mut Database, tournament: i64) -> DatabaseStore<'a> {
        DatabaseStore { database, tournament }
    }

    /// The tournament's number in the database.
    #[must_use]
    pub fn tournament(&self) -> i64 {
        self.tournament
    }
}

impl GameStore for DatabaseStore<'_> {
    fn kept(&mut self) -> Result<Vec<GameRecord>, GameStoreError> {
        let filter = GameFilter { tournament: Some(self.tournament), ..GameFilter::default() };
        self.database.games(&filter)?.iter().map(from_stored).collect()
    }

    fn keep(&mut self, games: &[GameRecord]) -> Result<(), GameStoreError> {
        let stored: Vec<StoredGame> =
            games.iter().map(|game| to_stored(game, Some(self.tournament))).collect();
        self.database.add_games(&stored)?;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), GameStoreError> {
        Ok(self.database.finish_tournament(self.tournament, signed(now()))?)
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// What a stored game's columns do not hold.
#[derive(Serialize, Deserialize)]
struct Details {
    seed: u64,
    plies: Vec<PlyRecord>,
}

/// A game as the database keeps it.
#[must_use]
pub fn to_stored(game: &GameRecord, tournament: Option<i64>) -> StoredGame {
    let details = Details { seed: game.seed, plies: game.plies.clone() };
    let player = |(seat, player): (u8, &PlayerRecord)| StoredPlayer {
        number: signed(player.number as u64),
        name: player.name.clone(),
        nickname: player.nickname.clone(),
        introduction: player.introduction.clone(),
        utility: game.verdict.outcome.map(|outcome| outcome.utility(Player(seat)).into()),
        used: signed(game.used(seat) / 1000),
    };
    let moves: Vec<&str> = game.plies.iter().map(|ply| ply.text.as_str()).collect();
    StoredGame {
        id: 0,
        tournament,
        number: i64::from(game.number),
        round: i64::from(game.round),
        game: game.game.clone(),
        players: (0..).zip(&game.players).map(player).collect(),
        position: game.opening.position.clone(),
        opening: game.opening.moves.join(" "),
        moves: moves.join(" "),
        result: game.verdict.result().to_owned(),
        reason: game.reason().words().to_owned(),
        sentence: game.verdict.sentence.clone(),
        plies: signed(game.plies.len() as u64),
        began: signed(game.began),
        details: serde_json::to_string(&details).unwrap_or_default(),
    }
}

/// A game from what the database keeps.
///
/// # Errors
/// The row is not one that was ever written.
pub fn from_stored(stored: &StoredGame) -> Result<GameRecord, GameStoreError> {
    let malformed = |why: String| GameStoreError::Malformed { id: stored.id, why };
    let details: Details =
        serde_json::from_str(&stored.details).map_err(|error| malformed(error.to_string()))?;
    let whole = |what: &str, number: i64| {
        u32::try_from(number).map_err(|_| malformed(format!("{number} is no {what}")))
    };
    let utilities: Option<Vec<i32>> = stored
        .players
        .iter()
        .map(|player| player.utility.and_then(|utility| utility.try_into().ok()))
        .collect();
    let outcome = match utilities {
        None if stored.result == "void" => None,
        None => return Err(malformed(format!("`{}` without everybody's utility", stored.result))),
        Some(utilities) => Some(
            Outcome::of_utilities(&utilities)
                .ok_or_else(|| malformed(format!("{utilities:?} is no outcome")))?,
        ),
    };
    let reason = Reason::from_words(&stored.reason)
        .ok_or_else(|| malformed(format!("`{}` is no reason", stored.reason)))?;
    let player = |player: &StoredPlayer| -> Result<PlayerRecord, GameStoreError> {
        Ok(PlayerRecord {
            number: whole("player", player.number)? as usize,
            name: player.name.clone(),
            nickname: player.nickname.clone(),
            introduction: player.introduction.clone(),
        })
    };
    if !(2..=MOST_PLAYERS).contains(&stored.players.len()) {
        return Err(malformed(format!("{} players", stored.players.len())));
    }
    Ok(GameRecord {
        number: whole("number of a game", stored.number)?,
        round: whole("round", stored.round)?,
        game: stored.game.clone(),
        players: stored.players.iter().map(player).collect::<Result<_, _>>()?,
        opening: Opening {
            position: stored.position.clone(),
            moves: stored.opening.split_whitespace().map(str::to_owned).collect(),
        },
        seed: details.seed,
        plies: details.plies,
        verdict: Verdict { outcome, reason, sentence: stored.sentence.clone() },
        began: u64::try_from(stored.began).unwrap_or(0),
    })
}
