//! The chain of checksums: what was stored of each game, and of all games of its tournament before it, so that a later
//! change shows. Whoever can write the file can also forge the chain; it tells damage and changes made with other tools.

use super::games::{StoredGame, StoredPlayer};
use super::{Database, DatabaseError};
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

/// A checksum of the chain.
type Checksum = [u8; 32];

/// What is wrong with what is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainFault {
    /// The game; none where games are missing.
    pub game: Option<i64>,
    /// What is wrong, in words.
    pub problem: String,
}

/// What the chain of some games says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChainReport {
    /// Games that are as they were stored.
    pub intact: u64,
    /// Games that were stored before there was a chain, by their numbers in the file.
    pub unknown: Vec<i64>,
    /// What is wrong.
    pub faults: Vec<ChainFault>,
}

/// Everything that is stored of a game, each part with its kind and length so that no two games read the same.
struct Text(Sha256);

impl Text {
    fn number(&mut self, number: Option<i64>) {
        self.0.update([b'n', u8::from(number.is_some())]);
        self.0.update(number.unwrap_or(0).to_le_bytes());
    }

    fn text(&mut self, text: Option<&str>) {
        self.0.update([b't', u8::from(text.is_some())]);
        self.0.update((text.unwrap_or_default().len() as u64).to_le_bytes());
        self.0.update(text.unwrap_or_default());
    }
}

/// The checksum of a game after the one before it.
fn checksum(before: &[u8], game: &StoredGame) -> Checksum {
    let mut sum = Text(Sha256::new());
    sum.0.update(before);
    for number in [Some(game.id), game.tournament, Some(game.number), Some(game.round)] {
        sum.number(number);
    }
    let StoredGame { game: name, position, opening, moves, result, reason, sentence, details, .. } = game;
    for text in [name, opening, moves, result, reason, sentence, details] {
        sum.text(Some(text));
    }
    sum.text(position.as_deref());
    for number in [game.plies, game.began, game.players.len() as i64] {
        sum.number(Some(number));
    }
    for StoredPlayer { number, name, nickname, introduction, utility, used } in &game.players {
        sum.number(Some(*number));
        [name, nickname, introduction].into_iter().for_each(|text| sum.text(Some(text)));
        [*utility, Some(*used)].into_iter().for_each(|number| sum.number(number));
    }
    sum.0.finalize().into()
}

/// Games outside of tournaments have a chain of their own.
fn chain_of(tournament: Option<i64>) -> i64 {
    tournament.unwrap_or(0)
}

/// Adds a game, which was just written, to its chain.
pub(super) fn append(connection: &Connection, game: &StoredGame) -> rusqlite::Result<()> {
    let chain = chain_of(game.tournament);
    let sql = "SELECT checksum FROM chains WHERE tournament = ?1";
    let before: Option<Vec<u8>> =
        connection.prepare_cached(sql)?.query_row([chain], |row| row.get(0)).optional()?;
    let sum = checksum(&before.unwrap_or_default(), game);
    let sql = "INSERT INTO checksums VALUES (?1, ?2)";
    connection.prepare_cached(sql)?.execute(params![game.id, sum])?;
    let sql = "INSERT INTO chains VALUES (?1, ?2, 1) ON CONFLICT (tournament)
        DO UPDATE SET checksum = excluded.checksum, games = games + 1";
    connection.prepare_cached(sql)?.execute(params![chain, sum])?;
    Ok(())
}

impl Database {
    /// Compares what is stored of a tournament's games, or of those outside of tournaments, with their chain.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn verify_chain(&self, tournament: Option<i64>) -> Result<ChainReport, DatabaseError> {
        self.chain_report(tournament).map_err(|error| self.error(error))
    }

    fn chain_report(&self, tournament: Option<i64>) -> rusqlite::Result<ChainReport> {
        let connection = &self.connection;
        let sql = "SELECT id FROM games WHERE tournament IS ?1 ORDER BY id";
        let ids: Vec<i64> =
            connection.prepare(sql)?.query_map([tournament], |row| row.get(0))?.collect::<Result<_, _>>()?;
        let mut report = ChainReport::default();
        let fault = |game, problem: &str| ChainFault { game, problem: problem.to_owned() };
        let mut before: Vec<u8> = Vec::new();
        let mut links = 0_i64;
        for id in ids {
            let Some(game) = super::games::whole(connection, id)? else { continue };
            let sql = "SELECT seat FROM players WHERE game = ?1 ORDER BY seat";
            let mut statement = connection.prepare_cached(sql)?;
            let seats: Vec<i64> = statement.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
            if !seats.iter().copied().eq(0..seats.len() as i64) {
                report.faults.push(fault(Some(id), &format!("its players have the seats {seats:?}")));
            }
            let sql = "SELECT checksum FROM checksums WHERE game = ?1";
            let stored: Option<Vec<u8>> =
                connection.prepare_cached(sql)?.query_row([id], |row| row.get(0)).optional()?;
            match stored {
                None if links == 0 => report.unknown.push(id),
                None => {
                    report.faults.push(fault(Some(id), "has no checksum: it was not stored by this program"))
                }
                Some(stored) => {
                    links += 1;
                    if stored == checksum(&before, &game) {
                        report.intact += 1;
                    } else {
                        let problem = "is not what was stored, or a game before it was changed or is missing";
                        report.faults.push(fault(Some(id), problem));
                    }
                    before = stored;
                }
            }
        }
        let sql = "SELECT checksum, games FROM chains WHERE tournament = ?1";
        let end: Option<(Vec<u8>, i64)> = connection
            .query_row(sql, [chain_of(tournament)], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let (last, games) = end.unwrap_or_default();
        if games != links {
            let problem = format!("{games} games were stored with checksums and {links} are there");
            report.faults.push(fault(None, &problem));
        } else if last != before {
            report.faults.push(fault(None, "the last game is not the one that was stored last"));
        }
        Ok(report)
    }
}
