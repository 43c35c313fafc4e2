//! What the kept games of a tournament count, without playing any.

use crate::config::Config;
use crate::record::GameRecord;
use crate::ruling::{Counted, Ruling};
use crate::schedule::{Past, next_games};
use crate::statistics::Verification;

/// The games that count, as far as they are known in the order of the schedule: until the first one that is
/// missing, or until a sequential test is decided. `records` are in the order of their numbers.
#[must_use]
pub fn recount(config: &Config, records: Vec<GameRecord>) -> Vec<Counted> {
    let mut records = records.into_iter().peekable();
    let mut ruling = Ruling::new(config.agents.len(), config.retire);
    let mut test = config.sprt.map(Verification::new);
    let mut counted: Vec<Counted> = Vec::new();
    loop {
        let past: Vec<Past> = counted.iter().map(Counted::past).collect();
        let batch = next_games(config, &past);
        if batch.is_empty() {
            return counted;
        }
        for assignment in batch {
            let Some(record) = records.next_if(|record| record.number == assignment.number) else {
                return counted;
            };
            let game = ruling.count(assignment, record);
            if let Some(test) = &mut test {
                test.add(&game);
            }
            counted.push(game);
            if test.as_ref().is_some_and(|test| test.decision().is_some()) {
                return counted;
            }
        }
    }
}
