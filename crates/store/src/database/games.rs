//! Games in the database.

use super::{Database, DatabaseError};
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

/// A finished game as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its number in this file; 0 until it is stored.
    pub id: i64,
    /// The tournament it belongs to, if any.
    pub tournament: Option<i64>,
    /// Its place in the tournament's schedule.
    pub number: i64,
    /// The round it belongs to, from 1; 0 where there are none.
    pub round: i64,
    /// The game's whole name.
    pub game: String,
    /// Which of the tournament's players moved first, and which second.
    pub players: [i64; 2],
    /// What they are called.
    pub names: [String; 2],
    /// The position it began in; the game's own start if none.
    pub position: Option<String>,
    /// The moves of the opening, with spaces between them.
    pub opening: String,
    /// All moves, the opening's among them, with spaces between them.
    pub moves: String,
    /// `first`, `second`, `draw` or `void`.
    pub result: String,
    /// Why it ended, in a word or two.
    pub reason: String,
    /// How it ended, in a sentence.
    pub sentence: String,
    /// How many moves.
    pub plies: i64,
    /// When it began, in milliseconds since 1970.
    pub began: i64,
    /// What each player used of its time, in milliseconds.
    pub used: [i64; 2],
    /// Everything else as JSON: introductions, and for each move its time, value, depth and remark.
    pub details: String,
}

/// Which games to look for. Nothing set means all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Only this tournament's.
    pub tournament: Option<i64>,
    /// Only games of this name, options included.
    pub game: Option<String>,
    /// Only those where this player took part.
    pub player: Option<String>,
    /// Only those before this place in the tournament's schedule.
    pub before: Option<i64>,
    /// Only so many, the latest.
    pub most: Option<u32>,
}

const COLUMNS: &str =
    "id, tournament, number, round, game, first, second, first_name, second_name, position, opening,
    moves, result, reason, sentence, plies, began, first_ms, second_ms, details";

fn read(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    Ok(StoredGame {
        id: row.get(0)?,
        tournament: row.get(1)?,
        number: row.get(2)?,
        round: row.get(3)?,
        game: row.get(4)?,
        players: [row.get(5)?, row.get(6)?],
        names: [row.get(7)?, row.get(8)?],
        position: row.get(9)?,
        opening: row.get(10)?,
        moves: row.get(11)?,
        result: row.get(12)?,
        reason: row.get(13)?,
        sentence: row.get(14)?,
        plies: row.get(15)?,
        began: row.get(16)?,
        used: [row.get(17)?, row.get(18)?],
        details: row.get(19)?,
    })
}

fn insert(connection: &Connection, game: &StoredGame) -> rusqlite::Result<i64> {
    let sql = "INSERT INTO games (tournament, number, round, game, first, second, first_name, second_name, position,
        opening, moves, result, reason, sentence, plies, began, first_ms, second_ms, details)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)";
    connection.prepare_cached(sql)?.execute(params![
        game.tournament,
        game.number,
        game.round,
        game.game,
        game.players[0],
        game.players[1],
        game.names[0],
        game.names[1],
        game.position,
        game.opening,
        game.moves,
        game.result,
        game.reason,
        game.sentence,
        game.plies,
        game.began,
        game.used[0],
        game.used[1],
        game.details,
    ])?;
    Ok(connection.last_insert_rowid())
}

impl Database {
    /// Stores finished games, all or none of them, and gives their numbers. They are on the disk when this returns.
    ///
    /// # Errors
    /// They cannot be written, or a game of this place in the tournament is stored already.
    pub fn add_games(&mut self, games: &[StoredGame]) -> Result<Vec<i64>, DatabaseError> {
        let mut store = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let ids = games.iter().map(|game| insert(&transaction, game)).collect::<Result<Vec<i64>, _>>()?;
            transaction.commit()?;
            Ok(ids)
        };
        store().map_err(|error: rusqlite::Error| DatabaseError::from_sql(&self.path, error))
    }

    /// The games that a filter lets through, in the order in which they were stored; those of one tournament in
    /// the order of its schedule.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn games(&self, filter: &GameFilter) -> Result<Vec<StoredGame>, DatabaseError> {
        let order = if filter.tournament.is_some() { "number" } else { "id" };
        let most = filter.most.map_or(-1, i64::from);
        let sql = format!(
            "SELECT * FROM (SELECT {COLUMNS} FROM games WHERE (?1 IS NULL OR tournament = ?1)
            AND (?2 IS NULL OR game = ?2) AND (?3 IS NULL OR first_name = ?3 OR second_name = ?3)
            AND (?5 IS NULL OR number < ?5) ORDER BY {order} DESC LIMIT ?4) ORDER BY {order}"
        );
        let all = || {
            let parameters = params![filter.tournament, filter.game, filter.player, most, filter.before];
            self.connection.prepare(&sql)?.query_map(parameters, read)?.collect::<rusqlite::Result<Vec<_>>>()
        };
        all().map_err(|error: rusqlite::Error| self.error(error))
    }

    /// The game of this number in the file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn game(&self, id: i64) -> Result<Option<StoredGame>, DatabaseError> {
        let sql = format!("SELECT {COLUMNS} FROM games WHERE id = ?1");
        self.connection.query_row(&sql, [id], read).optional().map_err(|error| self.error(error))
    }
}
