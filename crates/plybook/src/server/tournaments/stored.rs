//! Tournaments and games that were played.

use super::Phase;
use super::account::{About, Account, Progress};
use super::live::Over;
use super::manager::TournamentManager;
use super::rating_course::RatingCourse;
use super::start::MAX_GAMES;
use crate::server::problem::Problem;
use crate::stored_tournament::scored;
use axum::http::StatusCode;
use plybook_arena::config::Config;
use plybook_arena::game_store::from_stored;
use plybook_arena::schedule::planned;
use plybook_arena::standard::standard;
use plybook_store::database::{DatabaseError, GameFilter, StoredGame, StoredTournament};
use plybook_workbench::record::record_extension;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Tournaments that are listed.
const LISTED: usize = 200;
/// Games of one answer, where nothing is said and at most.
const DEFAULT_GAMES: u32 = 20;
const MOST_LISTED: u32 = 100;

/// All tournaments, and who may play in a new one.
#[derive(Serialize, JsonSchema)]
pub struct TournamentList {
    tournaments: Vec<ListedTournament>,
    local_agents: Vec<String>,
    most_at_once: usize,
    most_games: usize,
}

#[derive(Serialize, JsonSchema)]
struct ListedTournament {
    id: i64,
    name: String,
    run: i64,
    game: String,
    format: String,
    phase: Phase,
    games: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    planned: Option<usize>,
    /// Whether a sequential test may end it early.
    test: bool,
    began: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<i64>,
}

/// Which games.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GamesRequest {
    id: i64,
    /// Only games before this one in the schedule.
    #[serde(default)]
    before: Option<i64>,
    /// So many.
    #[serde(default)]
    #[schemars(range(min = 1, max = MOST_LISTED))]
    most: Option<u32>,
    /// Only games of this agent.
    #[serde(default)]
    player: Option<String>,
}

/// Some games of a tournament.
#[derive(Serialize, JsonSchema)]
pub struct PlayedGames {
    games: Vec<PlayedGame>,
    /// Whether there are earlier ones.
    more: bool,
}

#[derive(Serialize, JsonSchema)]
struct PlayedGame {
    id: i64,
    number: i64,
    round: i64,
    game: String,
    players: Vec<String>,
    result: String,
    reason: String,
    sentence: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    opening: usize,
    moves: Vec<String>,
    began: i64,
    milliseconds: Vec<i64>,
}

fn unreadable(error: DatabaseError) -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, format!("the database of games: {error}"))
}

/// All tournaments, the latest first.
pub fn list(manager: &TournamentManager) -> Result<TournamentList, Problem> {
    let all = match manager.database()? {
        Some(database) => database.tournaments().map_err(unreadable)?,
        None => Vec::new(),
    };
    let listed = |stored: StoredTournament| {
        let phase = manager.phase(&stored);
        let config = serde_json::from_str::<Config>(&stored.config).ok();
        ListedTournament {
            planned: config.as_ref().and_then(planned),
            test: config.is_some_and(|config| config.sprt.is_some()),
            id: stored.id,
            name: stored.name,
            run: stored.run,
            game: stored.game,
            format: stored.format,
            phase,
            games: stored.games,
            began: stored.began,
            finished: stored.finished,
        }
    };
    Ok(TournamentList {
        tournaments: all.into_iter().rev().take(LISTED).map(listed).collect(),
        local_agents: manager.local().names().into_iter().map(str::to_owned).collect(),
        most_at_once: manager.all_seats(),
        most_games: MAX_GAMES,
    })
}

/// Some games of a tournament for other programs.
#[derive(Serialize, JsonSchema)]
pub struct GameRecords {
    /// Each game as a record: PGN for chess, PDN for checkers, a PGN-like text for every other game.
    records: Vec<String>,
    /// How a file of them is usually called: `pgn` or `pdn`.
    extension: &'static str,
    /// The number of the last of them in the schedule; the next ones are before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<i64>,
    /// Whether there are earlier ones.
    more: bool,
}

/// Some games of a tournament, the latest first.
pub fn games(manager: &TournamentManager, request: &GamesRequest) -> Result<PlayedGames, Problem> {
    let (games, more) = chosen(manager, request)?;
    Ok(PlayedGames { games: games.into_iter().map(PlayedGame::from).collect(), more })
}

/// The same games, written down for other programs.
pub fn records(manager: &TournamentManager, request: &GamesRequest) -> Result<GameRecords, Problem> {
    let (games, more) = chosen(manager, request)?;
    let base = games.first().map_or("", |stored| stored.game.split(':').next().unwrap_or_default());
    let extension = record_extension(base);
    let last = games.last().map(|stored| stored.number);
    let written = |stored: &StoredGame| {
        let record = from_stored(stored).map_err(|error| Problem::unusable(error.to_string()))?;
        standard(&record).to_text().map_err(|error| Problem::unusable(error.to_string()))
    };
    Ok(GameRecords { records: games.iter().map(written).collect::<Result<_, _>>()?, extension, last, more })
}

/// The games that were asked for, the latest first, and whether there are earlier ones.
fn chosen(manager: &TournamentManager, request: &GamesRequest) -> Result<(Vec<StoredGame>, bool), Problem> {
    let (database, _) = manager.stored(request.id)?;
    let most = request.most.unwrap_or(DEFAULT_GAMES);
    if !(1..=MOST_LISTED).contains(&most) {
        return Err(Problem::unusable(format!("most: {most} games; write 1 to {MOST_LISTED}")));
    }
    let filter = GameFilter {
        tournament: Some(request.id),
        player: request.player.clone(),
        before: request.before,
        most: Some(most + 1),
        ..GameFilter::default()
    };
    let mut games: Vec<StoredGame> = database.games(&filter).map_err(unreadable)?.into_iter().rev().collect();
    let more = games.len() > most as usize;
    games.truncate(most as usize);
    Ok((games, more))
}

impl From<StoredGame> for PlayedGame {
    fn from(stored: StoredGame) -> PlayedGame {
        let used = stored.players.iter().map(|player| player.used).collect();
        PlayedGame {
            players: stored.players.into_iter().map(|player| player.name).collect(),
            milliseconds: used,
            id: stored.id,
            number: stored.number,
            round: stored.round,
            game: stored.game,
            result: stored.result,
            reason: stored.reason,
            sentence: stored.sentence,
            position: stored.position,
            opening: stored.opening.split_whitespace().count(),
            moves: stored.moves.split_whitespace().map(str::to_owned).collect(),
            began: stored.began,
        }
    }
}

/// The account of a tournament that nobody plays, as JSON, and how it stands.
pub fn account(manager: &TournamentManager, id: i64) -> Result<(String, Over), Problem> {
    let (database, stored) = manager.stored(id)?;
    let unreadable = |error: &dyn std::fmt::Display| Problem::unusable(error.to_string());
    let (config, scored) = scored(&database, &stored).map_err(|error| unreadable(&error))?;
    let phase = if stored.finished.is_some() { Phase::Finished } else { Phase::Paused };
    let about = About::new(&stored, &config);
    let progress = Progress::resting(phase, &config, scored.len());
    let mut course = RatingCourse::default();
    course.follow(&config, &scored);
    let text = serde_json::to_string(&Account::new(&about, &config, progress, &scored, course.points()));
    Ok((text.map_err(|error| unreadable(&error))?, Over { phase, trouble: manager.trouble(id) }))
}
