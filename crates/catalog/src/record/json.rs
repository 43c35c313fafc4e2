//! Records as JSON: an object for each, alone, in a list, or one after the other.

use super::{GameRecord, RecordError, RecordProblem};

/// The records as a list in JSON.
#[must_use]
pub fn write_json(records: &[GameRecord]) -> String {
    // Strings, numbers and lists of them: nothing that JSON cannot hold.
    serde_json::to_string_pretty(records).unwrap_or_default()
}

/// Reads records and checks their moves.
///
/// # Errors
/// The text is no JSON, no record, or a record's move is not legal; with the line where that is known.
pub fn read_json(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    let mut records = Vec::new();
    let problem = |game: usize, error: serde_json::Error| {
        RecordError::at(game, error.line().max(1), RecordProblem::Json(error.to_string()))
    };
    if text.trim_start().starts_with('[') {
        let list: Vec<GameRecord> = serde_json::from_str(text).map_err(|error| problem(1, error))?;
        for (number, record) in list.into_iter().enumerate() {
            let checked = record.checked().map_err(|error| RecordError { game: number + 1, ..error })?;
            records.push(checked);
        }
    } else {
        let mut stream = serde_json::Deserializer::from_str(text).into_iter::<GameRecord>();
        let (mut line, mut seen) = (1, 0);
        while let Some(record) = stream.next() {
            let game = records.len() + 1;
            let record = record.map_err(|error| problem(game, error))?;
            let end = stream.byte_offset();
            line += text[seen..end].bytes().filter(|&byte| byte == b'\n').count();
            seen = end;
            records.push(record.checked().map_err(|error| RecordError { game, line, ..error })?);
        }
    }
    if records.is_empty() {
        return Err(RecordError::at(0, 1, RecordProblem::Empty));
    }
    Ok(records)
}
