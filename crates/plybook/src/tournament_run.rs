//! Playing a stored tournament, for the terminal and the page alike: with the books and endgame databases that its
//! players consult, and what the books learn at its end.

use crate::bad_input::bad_input;
use crate::cluster::Cluster;
use crate::stored_tournament;
use anyhow::Result;
use plybook_agent::book::BookCache;
use plybook_agent::process::sandbox;
use plybook_agent::{AgentKind, Databases};
use plybook_arena::books::{LearntFrom, Progress, TournamentBooks};
use plybook_arena::config::Config;
use plybook_arena::game_store::{DatabaseStore, GameStore};
use plybook_arena::ledger::Ledger;
use plybook_arena::roll_call::RollCall;
use plybook_arena::roster::Described;
use plybook_arena::scoring::ScoredGame;
use plybook_arena::tournament::{Tournament, TournamentObserver};
use plybook_catalog::endgame_files::Folder;
use plybook_catalog::{AnyGame, Tablebases};
use plybook_store::database::{Database, GameFilter, StoredTournament};
use plybook_work::{GameChoice, GamesUnit, Unit, UnitResult};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What came of a run.
pub struct Played {
    /// The games that count, in order.
    pub scored: Vec<ScoredGame>,
    /// Whether the tournament is over.
    pub over: bool,
    /// What books learnt from it.
    pub learnt: Vec<LearntFrom>,
}

/// Has engines of which nothing else is said consult the endgame databases that are installed for the game. It is
/// written into their descriptions, so that equal configurations mean equal games. Gives the databases, which are shared
/// as long as somebody holds them.
///
/// # Errors
/// The referee is to ask a database and none is installed.
pub fn consult(game: &dyn AnyGame, config: &mut Config) -> Result<Option<Arc<Tablebases>>> {
    let knowledge = Folder::of_user().and_then(|folder| game.tablebases(&folder));
    if knowledge.is_none() && config.adjudication.database {
        let name = game.full_name();
        return Err(bad_input(format!(
            "no endgame database of {name} is installed: build one with `plybook endgame build {name}`, or let the \
             referee do without"
        )));
    }
    for entrant in config.agents.iter_mut().filter(|_| knowledge.is_some()) {
        if let AgentKind::Engine(settings) = &mut entrant.spec.kind
            && settings.endgame.is_none()
            && settings.may_consult()
        {
            settings.endgame = Some(Databases::Installed);
        }
    }
    Ok(knowledge)
}

/// Makes every agent of a tournament that has not begun, so that a misspelt evaluator, a missing file or book is told
/// before it is stored.
///
/// # Errors
/// The first agent that cannot be made.
pub fn make_sure_agents_fit(game: &dyn AnyGame, config: &Config) -> Result<()> {
    let wanted = config.agents.iter().filter_map(|entrant| entrant.spec.wanted_book());
    make_agents(game, config, &BookCache::freeze(game, wanted).map_err(bad_input)?)
}

/// Starts every program among the agents of a tournament that is about to be played, or to go on, so that a missing
/// one is told before anything is stored or lost. Gives words about those that are there and fail already: they play.
///
/// # Errors
/// The programs that cannot be started.
pub fn call_the_roll(game: &dyn AnyGame, config: &Config) -> Result<Vec<String>> {
    let RollCall { refused, failing } = RollCall::of(config, game);
    if refused.is_empty() { Ok(failing) } else { Err(bad_input(refused.join("\n"))) }
}

/// What holds the foreign programs among the players, in words: for each sandbox the players in it.
pub fn sandboxes(config: &Config) -> Vec<(Vec<&str>, String)> {
    let mut groups: Vec<(Vec<&str>, String)> = Vec::new();
    for entrant in &config.agents {
        let Some(launch) = entrant.spec.launch() else { continue };
        let held = sandbox::in_words(launch);
        match groups.iter_mut().find(|(_, words)| *words == held) {
            Some((names, _)) => names.push(&entrant.name),
            None => groups.push((vec![&entrant.name], held)),
        }
    }
    groups
}

fn make_agents(game: &dyn AnyGame, config: &Config, books: &BookCache) -> Result<()> {
    for entrant in &config.agents {
        if let Err(fault) = entrant.spec.make_with(game, books) {
            return Err(bad_input(format!("agent {:?} {fault}", entrant.name)));
        }
    }
    Ok(())
}

/// Where a tournament's books are kept as they were at its beginning, beside the database.
fn frozen_books(database: &Path, tournament: i64) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(format!("-tournament-{tournament}.books"));
    PathBuf::from(name)
}

/// Plays what is missing of a tournament. One that is left early is over all the same if `ends` says so then. Once it is
/// over the players' books learn from it.
///
/// # Errors
/// An agent or a book cannot be used, or the database failed; what was played is kept.
pub fn play(
    game: &dyn AnyGame,
    config: &Config,
    concurrency: usize,
    (database, id): (&mut Database, i64),
    watcher: &dyn TournamentObserver,
    ends: &dyn Fn() -> bool,
) -> Result<Played> {
    let file = frozen_books(database.path(), id);
    let knowledge = Folder::of_user().and_then(|folder| game.tablebases(&folder));
    let mut shelf = DatabaseStore::at(database, id);
    let progress = shelf.progress().map_err(bad_input)?;
    let books = TournamentBooks::open(config, game, &file, progress).map_err(bad_input)?;
    if progress != Progress::Over {
        make_agents(game, config, &books.case)?;
    }
    let roster = Described { config, game, books: &books.case };
    let tournament =
        Tournament { config, game, roster: &roster, knowledge: knowledge.as_deref(), concurrency };
    let run = tournament.run(&mut shelf, watcher).map_err(bad_input)?;
    let mut over = run.complete;
    if !over && ends() {
        shelf.finish().map_err(bad_input)?;
        over = true;
    }
    let learnt = if over { teach(&books, game, database, id, &run.scored)? } else { Vec::new() };
    Ok(Played { scored: run.scored, over, learnt })
}

/// Plays what is missing of a tournament on a cluster. Here games are only kept and counted.
///
/// # Errors
/// A player needs what other machines do not have, the cluster says what is wrong, or the database failed; what was played
/// is kept.
pub fn play_elsewhere(
    game: &dyn AnyGame,
    config: &Config,
    address: &str,
    (database, id): (&mut Database, i64),
    watcher: &dyn TournamentObserver,
) -> Result<Played> {
    let games = |games: Vec<GameChoice>| GamesUnit { config: config.clone(), games, clock: 1.0 };
    games(Vec::new()).assignments(game).map_err(bad_input)?;
    let mut shelf = DatabaseStore::at(database, id);
    let mut ledger = Ledger::open(config, &mut shelf).map_err(bad_input)?;
    let mut cluster = None;
    while ledger.next_batch(watcher).map_err(bad_input)? {
        let cluster = match &mut cluster {
            Some(cluster) => cluster,
            None => cluster.insert(Cluster::connect(address, config.time.is_timed())?),
        };
        let mut missing = ledger.missing().into_iter();
        while !ledger.batch_is_over() {
            while cluster.room() > 0
                && let Some(assignment) = missing.next()
            {
                if let Some(forfeited) = ledger.forfeited(&assignment) {
                    shelf.keep(std::slice::from_ref(&forfeited)).map_err(bad_input)?;
                    ledger.add(vec![forfeited], watcher).map_err(bad_input)?;
                    continue;
                }
                watcher.started(&assignment);
                let number = u64::from(assignment.number);
                cluster.send(number, &Unit::Games(Box::new(games(vec![GameChoice::Whole(assignment)]))))?;
            }
            if ledger.batch_is_over() {
                break;
            }
            let Some(done) = cluster.receive()? else { continue };
            let UnitResult::Games { games } = done.result else { continue };
            let mut records = Vec::new();
            for (number, played) in games.into_iter().enumerate() {
                if ledger.is_wanted(played.number()) {
                    let times = done.measured.times.get(number);
                    records.push(played.record(&config.game, times).map_err(bad_input)?);
                }
            }
            shelf.keep(&records).map_err(bad_input)?;
            ledger.add(records, watcher).map_err(bad_input)?;
        }
    }
    shelf.finish().map_err(bad_input)?;
    Ok(Played { scored: ledger.into_run(true).scored, over: true, learnt: Vec::new() })
}

/// Ends a tournament that nobody plays, as if it had been ended while it was played.
///
/// # Errors
/// A book cannot be taught, or the database failed.
pub fn end(
    game: &dyn AnyGame,
    database: &mut Database,
    stored: &StoredTournament,
) -> Result<Vec<LearntFrom>> {
    let (config, scored) = stored_tournament::scored(database, stored)?;
    DatabaseStore::at(database, stored.id).finish().map_err(bad_input)?;
    let file = frozen_books(database.path(), stored.id);
    let books = TournamentBooks::open(&config, game, &file, Progress::Over).map_err(bad_input)?;
    teach(&books, game, database, stored.id, &scored)
}

/// Teaches the players' books the games of a finished tournament.
fn teach(
    books: &TournamentBooks<'_>,
    game: &dyn AnyGame,
    database: &Database,
    id: i64,
    scored: &[ScoredGame],
) -> Result<Vec<LearntFrom>> {
    let filter = GameFilter { tournament: Some(id), ..GameFilter::default() };
    let stored = database.games(&filter).map_err(bad_input)?;
    books.learn(game, scored, &stored).map_err(bad_input)
}
