//! Tournaments in the database.

use super::{Database, DatabaseError};
use rusqlite::{OptionalExtension, Row, params};

/// A tournament to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTournament<'a> {
    /// What people call it.
    pub name: &'a str,
    /// The game's whole name.
    pub game: &'a str,
    /// `match`, `round-robin` and so on.
    pub format: &'a str,
    /// Everything that decides its games, as JSON.
    pub config: &'a str,
    /// A hash of `config`, by which it is found again.
    pub config_hash: &'a str,
    /// When it began, in milliseconds since 1970.
    pub began: i64,
}

/// A tournament as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTournament {
    /// Its number in this file.
    pub id: i64,
    /// What people call it.
    pub name: String,
    /// The game's whole name.
    pub game: String,
    /// `match`, `round-robin` and so on.
    pub format: String,
    /// Everything that decides its games, as JSON.
    pub config: String,
    /// Which run of the same configuration it is, from 1.
    pub run: i64,
    /// When it began, in milliseconds since 1970.
    pub began: i64,
    /// When it was over, if it is.
    pub finished: Option<i64>,
    /// How many of its games are stored.
    pub games: i64,
}

const SELECT: &str = "SELECT id, name, game, format, config, run, began, finished,
    (SELECT count(*) FROM games WHERE games.tournament = tournaments.id) FROM tournaments";

fn read(row: &Row<'_>) -> rusqlite::Result<StoredTournament> {
    Ok(StoredTournament {
        id: row.get(0)?,
        name: row.get(1)?,
        game: row.get(2)?,
        format: row.get(3)?,
        config: row.get(4)?,
        run: row.get(5)?,
        began: row.get(6)?,
        finished: row.get(7)?,
        games: row.get(8)?,
    })
}

impl Database {
    /// Stores a tournament without games, as the next run of its configuration; gives its number.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add_tournament(&mut self, new: &NewTournament<'_>) -> Result<i64, DatabaseError> {
        let sql = "INSERT INTO tournaments (name, game, format, config, config_hash, run, began)
            SELECT ?1, ?2, ?3, ?4, ?5, 1 + coalesce(max(run), 0), ?6 FROM tournaments WHERE config_hash = ?5";
        self.connection
            .execute(sql, params![new.name, new.game, new.format, new.config, new.config_hash, new.began])
            .map_err(|error| self.error(error))?;
        Ok(self.connection.last_insert_rowid())
    }

    /// The latest run of exactly this configuration.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn latest_run(&self, config: &str, hash: &str) -> Result<Option<StoredTournament>, DatabaseError> {
        let sql = format!("{SELECT} WHERE config_hash = ?1 AND config = ?2 ORDER BY run DESC LIMIT 1");
        let found = self.connection.query_row(&sql, params![hash, config], read).optional();
        found.map_err(|error| self.error(error))
    }

    /// The tournament of this number.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn tournament(&self, id: i64) -> Result<Option<StoredTournament>, DatabaseError> {
        let found = self.connection.query_row(&format!("{SELECT} WHERE id = ?1"), [id], read).optional();
        found.map_err(|error| self.error(error))
    }

    /// All tournaments, the oldest first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn tournaments(&self) -> Result<Vec<StoredTournament>, DatabaseError> {
        let sql = format!("{SELECT} ORDER BY id");
        let all =
            || self.connection.prepare(&sql)?.query_map([], read)?.collect::<rusqlite::Result<Vec<_>>>();
        all().map_err(|error: rusqlite::Error| self.error(error))
    }

    /// Notes that a tournament is over.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish_tournament(&mut self, id: i64, when: i64) -> Result<(), DatabaseError> {
        let sql = "UPDATE tournaments SET finished = ?2 WHERE id = ?1 AND finished IS NULL";
        self.connection.execute(sql, params![id, when]).map_err(|error| self.error(error))?;
        Ok(())
    }
}
