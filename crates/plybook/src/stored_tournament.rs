//! What commands and the page ask of a tournament in the database.

use crate::bad_input::{BadInput, bad_input};
use anyhow::Result;
use plybook_arena::config::Config;
use plybook_arena::game_store::from_stored;
use plybook_arena::record::GameRecord;
use plybook_arena::scoring::ScoredGame;
use plybook_arena::scoring::score_all;
use plybook_store::database::{Database, GameFilter, StoredTournament};

/// What a stored tournament is called.
pub fn title(stored: &StoredTournament) -> String {
    match stored.run {
        1 => stored.name.clone(),
        run => format!("{} (run {run})", stored.name),
    }
}

/// The tournament of this number.
pub fn tournament(database: &Database, id: i64) -> Result<StoredTournament> {
    let missing = || BadInput::new(format!("there is no tournament {id}; `plybook history` lists them"));
    Ok(database.tournament(id).map_err(bad_input)?.ok_or_else(missing)?)
}

/// A stored tournament's games that count, as far as they are known in order.
pub fn scored(database: &Database, stored: &StoredTournament) -> Result<(Config, Vec<ScoredGame>)> {
    let strange = |error: serde_json::Error| {
        BadInput::new(format!("tournament {}: its configuration cannot be read: {error}", stored.id))
    };
    let config: Config = serde_json::from_str(&stored.config).map_err(strange)?;
    let filter = GameFilter { tournament: Some(stored.id), ..GameFilter::default() };
    let records: Result<Vec<GameRecord>, _> =
        database.games(&filter).map_err(bad_input)?.iter().map(from_stored).collect();
    let scored = score_all(&config, records.map_err(bad_input)?);
    Ok((config, scored))
}
