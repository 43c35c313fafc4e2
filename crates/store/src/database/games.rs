//! Games in the database.

use super::{Database, DatabaseError, chain};
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

/// A player of a stored game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredPlayer {
    /// Which of the tournament's players it was, from 0.
    pub number: i64,
    /// What the tournament calls it.
    pub name: String,
    /// What it calls itself.
    pub nickname: String,
    /// What it said about itself.
    pub introduction: String,
    /// What it got: points where the game counts them, otherwise 1 for a win, -1 for a loss and 0 for a draw. Nothing
    /// where nobody gets a point.
    pub utility: Option<i64>,
    /// What it used of its time, in milliseconds.
    pub used: i64,
}

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
    /// The players in the order of first moves.
    pub players: Vec<StoredPlayer>,
    /// The position it began in; the game's own start if none.
    pub position: Option<String>,
    /// The moves of the opening, with spaces between them.
    pub opening: String,
    /// All moves, the opening's among them, with spaces between them.
    pub moves: String,
    /// Who won: `first` to `sixth`, `draw`, or `void` where nobody gets a point.
    pub result: String,
    /// Why it ended, in a word or two.
    pub reason: String,
    /// How it ended, in a sentence.
    pub sentence: String,
    /// How many moves.
    pub plies: i64,
    /// When it began, in milliseconds since 1970.
    pub began: i64,
    /// Everything else as JSON: the seed, and for each move its time, value, depth and remark.
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

impl StoredGame {
    /// What the players are called, in the order of first moves.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.players.iter().map(|player| player.name.as_str()).collect()
    }
}

const COLUMNS: &str =
    "id, tournament, number, round, game, position, opening, moves, result, reason, sentence, plies,
    began, details";

fn read(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    Ok(StoredGame {
        id: row.get(0)?,
        tournament: row.get(1)?,
        number: row.get(2)?,
        round: row.get(3)?,
        game: row.get(4)?,
        players: Vec::new(),
        position: row.get(5)?,
        opening: row.get(6)?,
        moves: row.get(7)?,
        result: row.get(8)?,
        reason: row.get(9)?,
        sentence: row.get(10)?,
        plies: row.get(11)?,
        began: row.get(12)?,
        details: row.get(13)?,
    })
}

/// Adds the players to a game that was read.
fn with_players(connection: &Connection, game: StoredGame) -> rusqlite::Result<StoredGame> {
    let sql = "SELECT number, name, nickname, introduction, utility, used_ms FROM players WHERE game = ?1 ORDER BY seat";
    let player = |row: &Row<'_>| {
        Ok(StoredPlayer {
            number: row.get(0)?,
            name: row.get(1)?,
            nickname: row.get(2)?,
            introduction: row.get(3)?,
            utility: row.get(4)?,
            used: row.get(5)?,
        })
    };
    let players = connection.prepare_cached(sql)?.query_map([game.id], player)?.collect::<Result<_, _>>()?;
    Ok(StoredGame { players, ..game })
}

/// The game of this number.
pub(super) fn whole(connection: &Connection, id: i64) -> rusqlite::Result<Option<StoredGame>> {
    let sql = format!("SELECT {COLUMNS} FROM games WHERE id = ?1");
    let found = connection.prepare_cached(&sql)?.query_row([id], read).optional()?;
    found.map(|game| with_players(connection, game)).transpose()
}

fn insert(connection: &Connection, game: &StoredGame) -> rusqlite::Result<i64> {
    let sql = "INSERT INTO games (tournament, number, round, game, position, opening, moves, result, reason, sentence,
        plies, began, details) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
    connection.prepare_cached(sql)?.execute(params![
        game.tournament,
        game.number,
        game.round,
        game.game,
        game.position,
        game.opening,
        game.moves,
        game.result,
        game.reason,
        game.sentence,
        game.plies,
        game.began,
        game.details,
    ])?;
    let id = connection.last_insert_rowid();
    let sql = "INSERT INTO players VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    for (seat, player) in game.players.iter().enumerate() {
        let StoredPlayer { number, name, nickname, introduction, utility, used } = player;
        let values = params![id, seat as i64, number, name, nickname, introduction, utility, used];
        connection.prepare_cached(sql)?.execute(values)?;
    }
    Ok(id)
}

impl Database {
    /// Stores finished games, all or none of them, and gives their numbers. They are on the disk when this returns, each
    /// with its checksum, and were read again.
    ///
    /// # Errors
    /// They cannot be written, a game of this place in the tournament is stored already, or what is read again is not
    /// what was written.
    pub fn add_games(&mut self, games: &[StoredGame]) -> Result<Vec<i64>, DatabaseError> {
        let mut store = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut ids = Vec::new();
            for game in games {
                let id = insert(&transaction, game)?;
                chain::append(&transaction, &StoredGame { id, ..game.clone() })?;
                ids.push(id);
            }
            transaction.commit()?;
            Ok(ids)
        };
        let ids = store().map_err(|error: rusqlite::Error| DatabaseError::from_sql(&self.path, error))?;
        for (&id, game) in ids.iter().zip(games) {
            if self.game(id)?.as_ref() != Some(&StoredGame { id, ..game.clone() }) {
                let why = format!("game {id} is not there as it was stored");
                return Err(DatabaseError::Damaged { path: self.path.clone(), why });
            }
        }
        Ok(ids)
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
            AND (?2 IS NULL OR game = ?2) 
            AND (?3 IS NULL OR id IN (SELECT players.game FROM players WHERE name = ?3))
            AND (?5 IS NULL OR number < ?5) ORDER BY {order} DESC LIMIT ?4) ORDER BY {order}"
        );
        let all = || {
            let parameters = params![filter.tournament, filter.game, filter.player, most, filter.before];
            let games: Vec<StoredGame> =
                self.connection.prepare(&sql)?.query_map(parameters, read)?.collect::<Result<_, _>>()?;
            games.into_iter().map(|game| with_players(&self.connection, game)).collect::<Result<Vec<_>, _>>()
        };
        all().map_err(|error: rusqlite::Error| self.error(error))
    }

    /// The game of this number in the file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn game(&self, id: i64) -> Result<Option<StoredGame>, DatabaseError> {
        whole(&self.connection, id).map_err(|error| self.error(error))
    }
}
