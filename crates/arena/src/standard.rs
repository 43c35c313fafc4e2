//! A finished game as the standard record that the catalog writes as PGN, PDN, text or JSON.

use crate::record::GameRecord;
use plybook_catalog::{GameRecord as StandardRecord, GameResult, RecordedMove, Score};

/// Milliseconds in a day.
const DAY: u64 = 86_400_000;
/// Days from the first of March of the year 0 to the first of January 1970.
const BEFORE_1970: u64 = 719_468;
/// Days of 400 years, after which the calendar repeats itself.
const CYCLE: u64 = 146_097;

/// The standard record of a game.
#[must_use]
pub fn standard(record: &GameRecord) -> StandardRecord {
    let moves = record.plies.iter().map(|ply| RecordedMove {
        remark: ply.remark.clone(),
        spent_ms: ply.side.map(|_| ply.micros / 1000),
        value: ply.score.and_then(Score::from_raw).map(Into::into),
        depth: ply.depth,
        nodes: ply.nodes,
        ..RecordedMove::new(ply.text.clone())
    });
    let result = match record.verdict.outcome {
        Some(outcome) => outcome.winner().map_or(GameResult::Draw, GameResult::Win),
        None => GameResult::Unfinished,
    };
    let mut tags = std::collections::BTreeMap::new();
    tags.insert("Event".to_owned(), "Plybook tournament".to_owned());
    tags.insert("Round".to_owned(), format!("{}.{}", record.round.max(1), record.number + 1));
    tags.insert("Seed".to_owned(), record.seed.to_string());
    if !record.opening.moves.is_empty() {
        tags.insert("OpeningPlies".to_owned(), record.opening.moves.len().to_string());
    }
    StandardRecord {
        game: record.game.clone(),
        players: record.players.iter().map(|player| player.name.clone()).collect(),
        result,
        reason: record.verdict.sentence.clone(),
        date: date(record.began),
        position: record.opening.position.clone(),
        comment: String::new(),
        moves: moves.collect(),
        tags,
    }
}

/// The day of a moment, in the calendar that everybody uses. Years begin in March here, so that a leap day ends one.
fn date(milliseconds: u64) -> String {
    let days = milliseconds / DAY + BEFORE_1970;
    let (cycle, day) = (days / CYCLE, days % CYCLE);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", year + 400 * cycle + carry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        // The seconds are those of `date --date=... +%s` in UTC.
        for (seconds, day) in [
            (0, "1970.01.01"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_735_689_599, "2024.12.31"),
            (1_794_700_800, "2026.11.15"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(date(seconds * 1000), day);
        }
    }
}
