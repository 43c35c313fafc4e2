//! Whether stored games are what they say: each is replayed and judged again, and the games of a tournament are compared
//! with its schedule and with their checksums.

use crate::Reason;
use crate::config::Config;
use crate::game_store::{from_stored, to_stored};
use crate::record::GameRecord;
use crate::schedule::{Assignment, PastGame, next_games};
use crate::scoring::{ScoredGame, Scorer};
use crate::statistics::Verification;
use crate::verdict::outcome_without;
use plybook_catalog::{AnyGame, Outcome, Player, Random, Session, open};
use plybook_store::database::{Database, DatabaseError, GameFilter, StoredGame, StoredTournament};
use serde::Serialize;
use std::collections::BTreeMap;

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Doubt {
    /// The tournament; none for games outside of any.
    pub tournament: Option<i64>,
    /// The game's number in the file; none where it is about a tournament or the whole file.
    pub game: Option<i64>,
    /// What is wrong, in words.
    pub problem: String,
}

/// What a look at stored games came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Findings {
    /// Games that were looked at.
    pub games: usize,
    /// Games whose checksum says that they are as they were stored.
    pub intact: u64,
    /// Games that were stored before there were checksums.
    pub without_checksum: usize,
    /// What is wrong.
    pub doubts: Vec<Doubt>,
}

/// Verifies one tournament, or every game of the file.
///
/// # Errors
/// The file cannot be read.
pub fn verify(database: &Database, tournament: Option<&StoredTournament>) -> Result<Findings, DatabaseError> {
    let mut findings = Findings::default();
    if let Some(tournament) = tournament {
        let filter = GameFilter { tournament: Some(tournament.id), ..GameFilter::default() };
        findings.tournament(database, tournament, &database.games(&filter)?)?;
        return Ok(findings);
    }
    if let Err(DatabaseError::Damaged { why, .. }) = database.check() {
        findings.doubt(None, None, format!("the file is damaged: {why}"));
    }
    let mut games: BTreeMap<Option<i64>, Vec<StoredGame>> = BTreeMap::new();
    for game in database.games(&GameFilter::default())? {
        games.entry(game.tournament).or_default().push(game);
    }
    for tournament in database.tournaments()? {
        let own = games.remove(&Some(tournament.id)).unwrap_or_default();
        findings.tournament(database, &tournament, &own)?;
    }
    for game in games.values().flatten() {
        if let Some(tournament) = game.tournament {
            findings.doubt(
                None,
                Some(game.id),
                format!("belongs to tournament {tournament}, which is not there"),
            );
        }
        findings.game(game, None);
    }
    findings.chain(database, None)?;
    Ok(findings)
}

impl Findings {
    fn doubt(&mut self, tournament: Option<i64>, game: Option<i64>, problem: String) {
        self.doubts.push(Doubt { tournament, game, problem });
    }

    /// The checksums of a tournament's games.
    fn chain(&mut self, database: &Database, tournament: Option<i64>) -> Result<(), DatabaseError> {
        let report = database.verify_chain(tournament)?;
        self.intact += report.intact;
        self.without_checksum += report.unknown.len();
        for fault in report.faults {
            self.doubt(tournament, fault.game, fault.problem);
        }
        Ok(())
    }

    fn tournament(
        &mut self,
        database: &Database,
        stored: &StoredTournament,
        games: &[StoredGame],
    ) -> Result<(), DatabaseError> {
        let config: Option<Config> = match serde_json::from_str(&stored.config) {
            Ok(config) => Some(config),
            Err(error) => {
                self.doubt(Some(stored.id), None, format!("its configuration cannot be read: {error}"));
                None
            }
        };
        let records: Vec<(i64, GameRecord)> =
            games.iter().filter_map(|game| Some((game.id, self.game(game, config.as_ref())?))).collect();
        if let Some(config) = config {
            self.schedule(stored, &config, records);
        }
        self.chain(database, Some(stored.id))
    }

    /// One game; its record if it can be read.
    fn game(&mut self, stored: &StoredGame, config: Option<&Config>) -> Option<GameRecord> {
        self.games += 1;
        let record = match from_stored(stored) {
            Ok(record) => record,
            Err(error) => {
                self.doubt(stored.tournament, Some(stored.id), error.to_string());
                return None;
            }
        };
        let mut problems = columns(stored, &record);
        match open(&record.game) {
            Ok(game) => problems.extend(replay(&*game, &record, config).err()),
            Err(error) => problems.push(error.to_string()),
        }
        for problem in problems {
            self.doubt(stored.tournament, Some(stored.id), problem);
        }
        Some(record)
    }

    /// Whether the games are those of the schedule, each once, and none is missing of a tournament that is over.
    fn schedule(&mut self, stored: &StoredTournament, config: &Config, records: Vec<(i64, GameRecord)>) {
        let mut left: BTreeMap<u32, (i64, GameRecord)> = BTreeMap::new();
        for (id, record) in records {
            if let Some((twice, _)) = left.insert(record.number, (id, record)) {
                self.doubt(Some(stored.id), Some(twice), "is stored twice".to_owned());
            }
        }
        let mut scorer = Scorer::new(config.agents.len(), config.retire);
        let mut test = config.sprt.map(Verification::new);
        let mut scored: Vec<ScoredGame> = Vec::new();
        let mut decided = false;
        'batches: loop {
            let past: Vec<PastGame> = scored.iter().map(ScoredGame::past).collect();
            let batch = next_games(config, &past);
            if batch.is_empty() {
                break;
            }
            let numbers: Vec<u32> = batch.iter().map(|assignment| assignment.number).collect();
            for assignment in batch {
                if decided {
                    // Games that were played meanwhile do not count, and are part of the schedule all the same.
                    left.remove(&assignment.number);
                    continue;
                }
                let Some((id, record)) = left.remove(&assignment.number) else {
                    if stored.finished.is_some() {
                        let problem = format!("game {} of its schedule is missing", assignment.number + 1);
                        self.doubt(Some(stored.id), None, problem);
                    }
                    // Other games of this batch may have been over sooner, and none of a later one.
                    left.retain(|number, _| !numbers.contains(number));
                    break 'batches;
                };
                for problem in differences(&assignment, &record, config) {
                    self.doubt(Some(stored.id), Some(id), problem);
                }
                let game = scorer.score(assignment, record);
                if let Some(test) = &mut test {
                    test.add(&game);
                    decided = test.decision().is_some();
                }
                scored.push(game);
            }
            if decided {
                break;
            }
        }
        for (id, _) in left.into_values() {
            self.doubt(Some(stored.id), Some(id), "is not in the schedule of its tournament".to_owned());
        }
    }
}

/// How a game differs from what the schedule says of it.
fn differences(assignment: &Assignment, record: &GameRecord, config: &Config) -> Vec<String> {
    let mut problems = Vec::new();
    let players: Vec<usize> = record.players.iter().map(|player| player.number).collect();
    if players != assignment.players {
        problems.push(format!("was played by {players:?}; the schedule says {:?}", assignment.players));
    }
    for player in &record.players {
        if config.agents.get(player.number).is_some_and(|agent| agent.name != player.name) {
            problems.push(format!("calls player {} {:?}", player.number, player.name));
        }
    }
    if record.seed != assignment.seed {
        problems.push(format!("has the seed {}; the schedule says {}", record.seed, assignment.seed));
    }
    if record.round != assignment.round {
        problems.push(format!("is of round {}; the schedule says {}", record.round, assignment.round));
    }
    if record.game != config.game {
        problems.push(format!("is a game of {}; the tournament's is {}", record.game, config.game));
    }
    problems
}

/// Columns that say something else than the moves and the verdict that they were made from.
fn columns(stored: &StoredGame, record: &GameRecord) -> Vec<String> {
    let again = to_stored(record, stored.tournament);
    let mut problems = Vec::new();
    let mut compare = |what: &str, is: &dyn ToString, should: &dyn ToString| {
        let (is, should) = (is.to_string(), should.to_string());
        if is != should {
            problems.push(format!("{what} is {is:?}; its moves say {should:?}"));
        }
    };
    compare("the list of moves", &stored.moves, &again.moves);
    compare("the opening", &stored.opening, &again.opening);
    compare("the number of plies", &stored.plies, &again.plies);
    compare("the result", &stored.result, &again.result);
    for (is, should) in stored.players.iter().zip(&again.players) {
        compare("the time that a player used", &is.used, &should.used);
    }
    problems
}

/// Plays a record again, and judges it.
fn replay(game: &dyn AnyGame, record: &GameRecord, config: Option<&Config>) -> Result<(), String> {
    let mut session = game.session(record.opening.position.as_deref()).map_err(|error| error.to_string())?;
    let mut random = Random::new(record.seed);
    let opening = record.opening.moves.len();
    let begins = record.plies.len() >= opening || record.plies.is_empty();
    let same = record.plies.iter().zip(&record.opening.moves).all(|(ply, mv)| ply.text == *mv);
    if !begins || !same {
        return Err("it does not begin with its opening".to_owned());
    }
    for (number, ply) in record.plies.iter().enumerate() {
        let at = || format!("ply {}", number + 1);
        if session.ending().is_some() {
            return Err(format!("{}: the game was over before", at()));
        }
        let mover = session.mover();
        if number >= opening {
            if ply.side.map(Player) != mover {
                return Err(format!("{}: somebody else was to move", at()));
            }
            if mover.is_none() && session.draw_chance(&mut random).as_ref() != Some(&ply.text) {
                return Err(format!("{}: chance decides otherwise with the game's seed", at()));
            }
        }
        session.play(&ply.text).map_err(|_| format!("{}: `{}` is not legal there", at(), ply.text))?;
    }
    judge(&*session, record, config)
}

/// Whether the verdict is what the rules, or the referee's, say at the end of the moves.
fn judge(session: &dyn Session, record: &GameRecord, config: Option<&Config>) -> Result<(), String> {
    let outcome = record.verdict.outcome;
    let other = |should: Option<Outcome>| {
        Err(format!("its outcome is {outcome:?}; {} makes it {should:?}", record.reason().words()))
    };
    let equal = |should: Option<Outcome>| if outcome == should { Ok(()) } else { other(should) };
    let ending = session.ending();
    match record.reason() {
        reason @ (Reason::Rule(_) | Reason::RepetitionOrLimit) => {
            let Some(ending) = ending else { return Err("no rule ends it there".to_owned()) };
            if let Reason::Rule(rule) = reason
                && rule != ending.rule
            {
                return Err(format!("it ended by {}; the rules say {}", rule.words(), ending.rule.words()));
            }
            let seats = (0..record.players.len()).map(|seat| Player(seat as u8));
            let utilities =
                |outcome: Outcome| seats.clone().map(|seat| outcome.utility(seat)).collect::<Vec<_>>();
            if outcome.map(utilities) == Some(utilities(ending.outcome)) {
                Ok(())
            } else {
                other(Some(ending.outcome))
            }
        }
        _ if ending.is_some() => Err(format!("the rules end it, and not {}", record.reason().words())),
        Reason::PlyLimit => {
            let limit = config.map_or(record.plies.len(), |config| config.plies as usize);
            if record.plies.len() < limit {
                return Err(format!("it has {} plies, and the limit is {limit}", record.plies.len()));
            }
            equal(Some(Outcome::Draw))
        }
        Reason::Resignation | Reason::FalseClaim | Reason::Illegal | Reason::Timeout => {
            let mover = session.mover();
            let loses: Vec<bool> =
                (0..record.players.len()).map(|seat| mover == Some(Player(seat as u8))).collect();
            equal(outcome_without(&loses))
        }
        Reason::WonByScore | Reason::DrawnByScore => {
            let names: Vec<&str> = record.players.iter().map(|player| player.name.as_str()).collect();
            match config.map(|config| config.adjudication.by_scores(&record.plies, &names)) {
                Some(Some(verdict)) => equal(verdict.outcome),
                Some(None) => Err("the scores of the players do not say so".to_owned()),
                None => Ok(()),
            }
        }
        // Who failed is told by the verdict alone.
        _ => Ok(()),
    }
}
