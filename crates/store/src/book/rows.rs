//! Positions and moves as rows. Each row carries a checksum over what it says, and one that does not fit is never used.

use super::{BookMove, BookPosition};
use plybook_format::checksum::Checksum;
use plybook_kernel::Score;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};

/// Says that a row is not what was written.
fn damaged(what: &str, column: usize) -> rusqlite::Error {
    let why = format!("the checksum of {what} does not fit");
    rusqlite::Error::FromSqlConversionFailure(column, Type::Integer, why.into())
}

/// The checksum of a position's row.
pub(super) fn position_sum(position: &BookPosition) -> i64 {
    let BookPosition { key, text, mover, plies, searched } = position;
    let mut sum = Checksum::new();
    let numbers = [*key, u64::from(*mover), u64::from(*plies), u64::from(*searched)];
    numbers.iter().for_each(|number| sum.add(&number.to_le_bytes()));
    sum.add(text.as_bytes());
    sum.sum().cast_signed()
}

/// The checksum of a move's row, of the position with this key.
pub(super) fn move_sum(key: u64, entry: &BookMove) -> i64 {
    let optional = |number: Option<i64>| number.map_or([0, 0], |number| [1, number.cast_unsigned()]);
    let mut sum = Checksum::new();
    let mut add = |number: u64| sum.add(&number.to_le_bytes());
    add(key);
    add(entry.leads);
    optional(entry.score.map(|score| i64::from(score.raw()))).into_iter().for_each(&mut add);
    optional(entry.given.map(i64::from)).into_iter().for_each(&mut add);
    let counts = [entry.wins, entry.draws, entry.losses, entry.seen, entry.seen_total, entry.weight];
    counts.into_iter().for_each(|count| add(count.into()));
    add(entry.abandoned.into());
    sum.add(entry.text.as_bytes());
    sum.sum().cast_signed()
}

fn read_position(row: &Row<'_>) -> rusqlite::Result<BookPosition> {
    Ok(BookPosition {
        key: row.get::<_, i64>(0)?.cast_unsigned(),
        text: row.get(1)?,
        mover: row.get(2)?,
        plies: row.get(3)?,
        searched: row.get(4)?,
    })
}

fn read_move(row: &Row<'_>) -> rusqlite::Result<BookMove> {
    Ok(BookMove {
        text: row.get(0)?,
        leads: row.get::<_, i64>(1)?.cast_unsigned(),
        score: row.get::<_, Option<i32>>(2)?.and_then(Score::from_raw),
        given: row.get(3)?,
        wins: row.get(4)?,
        draws: row.get(5)?,
        losses: row.get(6)?,
        seen: row.get(7)?,
        seen_total: row.get(8)?,
        weight: row.get(9)?,
        abandoned: row.get(10)?,
    })
}

const POSITION_COLUMNS: &str = "key, text, mover, plies, searched, sum";
const MOVE_COLUMNS: &str =
    "move, leads, score, given, wins, draws, losses, seen, seen_total, weight, abandoned, sum";

/// All positions of a book, in the order in which they were found.
pub(super) fn positions_of(connection: &Connection, book: i64) -> rusqlite::Result<Vec<BookPosition>> {
    let sql = format!("SELECT {POSITION_COLUMNS} FROM positions WHERE book = ?1 ORDER BY id");
    let read = |row: &Row<'_>| {
        let position = read_position(row)?;
        if row.get::<_, Option<i64>>(5)? != Some(position_sum(&position)) {
            return Err(damaged("a position", 5));
        }
        Ok(position)
    };
    connection.prepare_cached(&sql)?.query_map([book], read)?.collect()
}

/// The moves of a position, the heaviest first.
pub(super) fn moves_of(connection: &Connection, book: i64, key: u64) -> rusqlite::Result<Vec<BookMove>> {
    let sql = format!(
        "SELECT {MOVE_COLUMNS} FROM moves WHERE position = (SELECT id FROM positions WHERE book = ?1 AND key = ?2)
        ORDER BY weight DESC, move"
    );
    let read = |row: &Row<'_>| {
        let entry = read_move(row)?;
        if row.get::<_, Option<i64>>(11)? != Some(move_sum(key, &entry)) {
            return Err(damaged("a move", 11));
        }
        Ok(entry)
    };
    connection.prepare_cached(&sql)?.query_map(params![book, key.cast_signed()], read)?.collect()
}

/// Adds a position, or notes what is new about one that is there. Gives the number of its row.
pub(super) fn put_position(
    connection: &Connection,
    book: i64,
    position: &BookPosition,
) -> rusqlite::Result<i64> {
    let key = position.key.cast_signed();
    let sql = format!("SELECT {POSITION_COLUMNS}, id FROM positions WHERE book = ?1 AND key = ?2");
    let found = connection
        .prepare_cached(&sql)?
        .query_row(params![book, key], |row| Ok((read_position(row)?, row.get::<_, i64>(6)?)))
        .optional()?;
    if let Some((old, id)) = found {
        let joined = BookPosition {
            searched: old.searched || position.searched,
            plies: old.plies.min(position.plies),
            ..old
        };
        let sql = "UPDATE positions SET searched = ?2, plies = ?3, sum = ?4 WHERE id = ?1";
        let values = params![id, joined.searched, joined.plies, position_sum(&joined)];
        connection.prepare_cached(sql)?.execute(values)?;
        return Ok(id);
    }
    let BookPosition { text, mover, plies, searched, .. } = position;
    let sql = "INSERT INTO positions (book, key, text, mover, plies, searched, sum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let values = params![book, key, text, mover, plies, searched, position_sum(position)];
    connection.prepare_cached(sql)?.execute(values)?;
    Ok(connection.last_insert_rowid())
}

/// Adds a move to the position in row `place`, or takes over the value and the given weight of one that is there, and
/// adds the results.
pub(super) fn put_move(
    connection: &Connection,
    (book, key): (i64, u64),
    place: i64,
    entry: &BookMove,
) -> rusqlite::Result<()> {
    let known = moves_of(connection, book, key)?;
    if let Some(old) = known.into_iter().find(|old| old.text == entry.text) {
        let joined = BookMove {
            score: entry.score.or(old.score),
            given: entry.given.or(old.given),
            wins: old.wins.saturating_add(entry.wins),
            draws: old.draws.saturating_add(entry.draws),
            losses: old.losses.saturating_add(entry.losses),
            ..old
        };
        return update_move(connection, book, key, &joined);
    }
    let entry = entry.clone().weighed();
    let sql = "INSERT INTO moves (position, move, leads, score, given, wins, draws, losses, seen, seen_total, weight,
        abandoned, sum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
    connection.prepare_cached(sql)?.execute(params![
        place,
        entry.text,
        entry.leads.cast_signed(),
        entry.score.map(Score::raw),
        entry.given,
        entry.wins,
        entry.draws,
        entry.losses,
        entry.seen,
        entry.seen_total,
        entry.weight,
        entry.abandoned,
        move_sum(key, &entry),
    ])?;
    Ok(())
}

/// Writes everything that can change in a move, weighed anew.
pub(super) fn update_move(
    connection: &Connection,
    book: i64,
    key: u64,
    entry: &BookMove,
) -> rusqlite::Result<()> {
    let entry = entry.clone().weighed();
    let sql = "UPDATE moves SET score = ?3, wins = ?4, draws = ?5, losses = ?6, seen = ?7, seen_total = ?8,
        weight = ?9, abandoned = ?10, given = ?12, sum = ?13
        WHERE position = (SELECT id FROM positions WHERE book = ?1 AND key = ?2) AND move = ?11";
    connection.prepare_cached(sql)?.execute(params![
        book,
        key.cast_signed(),
        entry.score.map(Score::raw),
        entry.wins,
        entry.draws,
        entry.losses,
        entry.seen,
        entry.seen_total,
        entry.weight,
        entry.abandoned,
        entry.text,
        entry.given,
        move_sum(key, &entry),
    ])?;
    Ok(())
}

/// Gives every row of a file that has none its checksum.
pub(super) fn add_sums(connection: &Connection) -> rusqlite::Result<()> {
    let positions: Vec<(i64, BookPosition)> = {
        let sql = format!("SELECT {POSITION_COLUMNS}, id FROM positions");
        let mut statement = connection.prepare(&sql)?;
        let rows = statement.query_map([], |row| Ok((row.get(6)?, read_position(row)?)))?;
        rows.collect::<rusqlite::Result<_>>()?
    };
    for (id, position) in positions {
        let values = params![id, position_sum(&position)];
        connection.prepare_cached("UPDATE positions SET sum = ?2 WHERE id = ?1")?.execute(values)?;
        let moves: Vec<BookMove> = {
            let sql = format!("SELECT {MOVE_COLUMNS} FROM moves WHERE position = ?1");
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query_map([id], read_move)?;
            rows.collect::<rusqlite::Result<_>>()?
        };
        for entry in moves {
            let values = params![id, entry.text, move_sum(position.key, &entry)];
            let sql = "UPDATE moves SET sum = ?3 WHERE position = ?1 AND move = ?2";
            connection.prepare_cached(sql)?.execute(values)?;
        }
    }
    Ok(())
}
