//! The tables, and how older files are brought up to date.

use super::{DatabaseError, Trouble};
use rusqlite::{Connection, TransactionBehavior};
use std::path::Path;

/// Marks our files among all SQLite files: `PLYB`.
const APPLICATION: i64 = 0x504c_5942;

/// What turns a file of version n into one of version n + 1, in order. A published step is never changed.
pub(super) const MIGRATIONS: &[&str] = &[
    "CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        game TEXT NOT NULL,
        format TEXT NOT NULL,
        config TEXT NOT NULL,
        config_hash TEXT NOT NULL,
        run INTEGER NOT NULL,
        began INTEGER NOT NULL,
        finished INTEGER,
        UNIQUE (config_hash, run)
    ) STRICT;
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        tournament INTEGER REFERENCES tournaments (id),
        number INTEGER NOT NULL,
        game TEXT NOT NULL,
        first INTEGER NOT NULL,
        second INTEGER NOT NULL,
        first_name TEXT NOT NULL,
        second_name TEXT NOT NULL,
        position TEXT,
        opening TEXT NOT NULL,
        moves TEXT NOT NULL,
        result TEXT NOT NULL CHECK (result IN ('first', 'second', 'draw', 'void')),
        reason TEXT NOT NULL,
        sentence TEXT NOT NULL,
        plies INTEGER NOT NULL,
        began INTEGER NOT NULL,
        first_ms INTEGER NOT NULL,
        second_ms INTEGER NOT NULL,
        details TEXT NOT NULL,
        UNIQUE (tournament, number)
    ) STRICT;",
    // Rounds, for tournaments that have them; and quick answers to who played what.
    "ALTER TABLE games ADD COLUMN round INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX games_by_game ON games (game);
    CREATE INDEX games_by_first ON games (first_name);
    CREATE INDEX games_by_second ON games (second_name);",
    // Any number of players: a row for each in a table of its own.
    "ALTER TABLE games RENAME TO games_of_two;
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        tournament INTEGER REFERENCES tournaments (id),
        number INTEGER NOT NULL,
        round INTEGER NOT NULL,
        game TEXT NOT NULL,
        position TEXT,
        opening TEXT NOT NULL,
        moves TEXT NOT NULL,
        result TEXT NOT NULL CHECK (result IN
            ('first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'draw', 'void')),
        reason TEXT NOT NULL,
        sentence TEXT NOT NULL,
        plies INTEGER NOT NULL,
        began INTEGER NOT NULL,
        details TEXT NOT NULL,
        UNIQUE (tournament, number)
    ) STRICT;
    INSERT INTO games SELECT id, tournament, number, round, game, position, opening, moves, result, reason, sentence,
        plies, began, CASE WHEN json_valid(details) THEN json_remove(details, '$.nicknames', '$.introductions')
        ELSE details END FROM games_of_two;
    CREATE TABLE players (
        game INTEGER NOT NULL REFERENCES games (id),
        seat INTEGER NOT NULL,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        nickname TEXT NOT NULL,
        introduction TEXT NOT NULL,
        utility INTEGER,
        used_ms INTEGER NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;
    WITH said AS (SELECT *, CASE WHEN json_valid(details) THEN details ELSE '{}' END AS json FROM games_of_two)
    INSERT INTO players SELECT id, 0, first, first_name,
        CAST(coalesce(json ->> '$.nicknames[0]', first_name) AS TEXT),
        CAST(coalesce(json ->> '$.introductions[0]', '') AS TEXT),
        CASE result WHEN 'first' THEN 1 WHEN 'second' THEN -1 WHEN 'draw' THEN 0 END, first_ms FROM said
    UNION ALL SELECT id, 1, second, second_name,
        CAST(coalesce(json ->> '$.nicknames[1]', second_name) AS TEXT),
        CAST(coalesce(json ->> '$.introductions[1]', '') AS TEXT),
        CASE result WHEN 'first' THEN -1 WHEN 'second' THEN 1 WHEN 'draw' THEN 0 END, second_ms FROM said;
    DROP TABLE games_of_two;
    CREATE INDEX games_by_game ON games (game);
    CREATE INDEX players_by_name ON players (name);",
    // What was stored of each game, chained by tournament. Games of older files have none.
    "CREATE TABLE checksums (
        game INTEGER PRIMARY KEY,
        checksum BLOB NOT NULL
    ) STRICT;
    CREATE TABLE chains (
        tournament INTEGER PRIMARY KEY,
        checksum BLOB NOT NULL,
        games INTEGER NOT NULL
    ) STRICT;",
];

/// The newest version of the schema.
pub const VERSION: i64 = MIGRATIONS.len() as i64;

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0))
}

/// Refuses files of other programs and of newer versions before anything is written.
pub(super) fn refuse_strangers(connection: &Connection, path: &Path) -> Result<(), Trouble> {
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let (application, version) = (pragma(connection, "application_id")?, pragma(connection, "user_version")?);
    if tables > 0 && application != APPLICATION {
        return Err(Trouble::Told(DatabaseError::Foreign(path.to_owned())));
    }
    refuse_newer(version, path)
}

/// Refuses files that cannot be read as they are.
pub(super) fn refuse_unreadable(connection: &Connection, path: &Path) -> Result<(), Trouble> {
    refuse_strangers(connection, path)?;
    match pragma(connection, "user_version")? {
        VERSION => Ok(()),
        _ => Err(Trouble::Told(DatabaseError::ReadOnly(path.to_owned()))),
    }
}

fn refuse_newer(version: i64, path: &Path) -> Result<(), Trouble> {
    match version {
        0..=VERSION => Ok(()),
        found => Err(Trouble::Told(DatabaseError::Newer { path: path.to_owned(), found, known: VERSION })),
    }
}

/// Brings the file up to date in one transaction: it is of the old version or of the new one, never between.
pub(super) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), Trouble> {
    if pragma(connection, "user_version")? == VERSION {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another program may have been quicker.
    let version = pragma(&transaction, "user_version")?;
    refuse_newer(version, path)?;
    for step in MIGRATIONS.iter().skip(usize::try_from(version).unwrap_or(0)) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    Ok(())
}
