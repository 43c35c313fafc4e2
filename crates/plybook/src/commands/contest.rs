//! `plybook match` and `plybook tournament`.

use super::standings;
use crate::arena_arguments::{Conditions, Match, Tournament as TournamentArguments};
use crate::bad_input::BadInput;
use crate::database_file;
use crate::game_name::open_game;
use crate::live::{Live, has_person};
use crate::output::{Output, tell};
use crate::stored_tournament;
use crate::tournament_lock::Lock;
use crate::tournament_run;
use anyhow::{Context, Result};
use plybook_agent::AgentSpec;
use plybook_arena::books::{LearntFrom, Progress};
use plybook_arena::config::{Config, Format};
use plybook_arena::config_file::{ConfigFile, SprtFile, Time};
use plybook_arena::keeper::DatabaseStore;
use plybook_arena::report::Report;
use plybook_arena::ruling::Counted;
use plybook_arena::transcript;
use plybook_catalog::AnyGame;
use plybook_store::database::{Database, DatabaseError, StoredTournament};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// Largest tournament file and largest file of openings that are read, in bytes.
const LARGEST_FILE: u64 = 16 * 1024 * 1024;

/// Plays a match.
pub fn run_match(output: Output, arguments: &Match) -> Result<()> {
    let agents = [&arguments.first, &arguments.second].map(|text| agent(text)).into_iter();
    let mut file = ConfigFile {
        name: Some(format!("{} against {}", arguments.first, arguments.second)),
        game: Some(arguments.game.clone()),
        format: Some(Format::Match),
        agents: agents.collect::<Result<Vec<AgentSpec>>>()?,
        ..ConfigFile::default()
    };
    file.sprt = match arguments.sprt[..] {
        [] => None,
        [elo0, elo1] => Some(SprtFile { elo0: Some(elo0), elo1: Some(elo1), ..SprtFile::default() }),
        [elo0, elo1, alpha, beta] => {
            Some(SprtFile { elo0: Some(elo0), elo1: Some(elo1), alpha: Some(alpha), beta: Some(beta) })
        }
        _ => return Err(BadInput::new("--sprt takes two or four numbers: ELO0,ELO1[,ALPHA,BETA]").into()),
    };
    // A test needs room to decide.
    if file.sprt.is_some() && arguments.conditions.games.is_none() {
        file.games = Some(1_000_000);
    }
    run(output, file, &arguments.conditions)
}

/// Plays a tournament, or goes on with it.
pub fn run_tournament(output: Output, arguments: &TournamentArguments) -> Result<()> {
    let mut file = match &arguments.file {
        None => ConfigFile::default(),
        Some(path) => {
            let text = read(path).map_err(|why| BadInput::new(format!("{}: {why}", path.display())))?;
            let mut file = ConfigFile::read(&text)
                .map_err(|error| BadInput::new(format!("{}: {error}", path.display())))?;
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            file.name = file.name.or(stem);
            file
        }
    };
    file.name = arguments.name.clone().or(file.name);
    file.game = arguments.game.clone().or(file.game);
    file.format = arguments.format.map(Format::from).or(file.format);
    file.rounds = arguments.rounds.or(file.rounds);
    if !arguments.agents.is_empty() {
        file.agents = arguments.agents.iter().map(|text| agent(text)).collect::<Result<Vec<AgentSpec>>>()?;
    }
    run(output, file, &arguments.conditions)
}

fn agent(text: &str) -> Result<AgentSpec> {
    Ok(AgentSpec::read(text).map_err(|error| BadInput::new(error.to_string()))?)
}

fn read(path: &Path) -> Result<String, String> {
    let size = std::fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > LARGEST_FILE {
        return Err(format!("{size} bytes are too many; such a file has at most {LARGEST_FILE}"));
    }
    std::fs::read_to_string(path).map_err(|error| error.to_string())
}

/// Puts what the command line says before what the file says.
fn override_with(file: &mut ConfigFile, conditions: &Conditions) -> Result<()> {
    let time = |time: Option<Duration>| time.map(Time);
    if conditions.time.is_some() || conditions.clock.is_some() {
        file.time.per_move = time(conditions.time);
        file.time.game = time(conditions.clock.map(|(game, _)| game));
        file.time.increment = time(conditions.clock.and_then(|(_, increment)| increment));
    }
    file.time.depth = conditions.depth.or(file.time.depth);
    file.time.nodes = conditions.nodes.or(file.time.nodes);
    file.time.tolerance = time(conditions.tolerance).or(file.time.tolerance);
    file.games = conditions.games.or(file.games);
    file.plies = conditions.plies.or(file.plies);
    file.ponder = conditions.ponder.then_some(true).or(file.ponder);
    file.retire = conditions.retire.or(file.retire);
    file.seed = conditions.seed.or(file.seed);
    file.concurrency = conditions.concurrency.or(file.concurrency);
    if let Some(openings) = &conditions.openings {
        (file.openings.random, file.openings.file) = match openings.split_once(':') {
            _ if openings == "none" => (Some(0), None),
            Some(("random", number)) => {
                let wrong =
                    || BadInput::new(format!("--openings: `{openings}`; write none, random:4 or a file"));
                (Some(number.parse().map_err(|_| wrong())?), None)
            }
            _ => (None, Some(openings.clone())),
        };
    }
    file.openings.balance = conditions.balance.or(file.openings.balance);
    let whole = |number: Option<&f64>| number.map(|number| *number as u32);
    if let [points, rest @ ..] = &conditions.adjudicate_win[..] {
        (file.adjudication.win, file.adjudication.win_moves) = (Some(*points), whole(rest.first()));
    }
    if let [points, rest @ ..] = &conditions.adjudicate_draw[..] {
        let adjudication = &mut file.adjudication;
        (adjudication.draw, adjudication.draw_moves) = (Some(*points), whole(rest.first()));
        adjudication.draw_after = whole(rest.get(1));
    }
    file.adjudication.proven = conditions.adjudicate_proven.or(file.adjudication.proven);
    file.adjudication.database =
        conditions.adjudicate_database.then_some(true).or(file.adjudication.database);
    Ok(())
}

fn run(output: Output, mut file: ConfigFile, conditions: &Conditions) -> Result<()> {
    override_with(&mut file, conditions)?;
    let Some(name) = &file.game else {
        return Err(BadInput::new("no game is named; write `game = ...` in the file, or --game GAME").into());
    };
    let game = open_game(name)?;
    let title = file.name.clone().unwrap_or_else(|| game.full_name());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let wanted = file.concurrency.map_or(cores, usize::from).max(1);
    let load = |path: &str| read(Path::new(path));
    let mut config = file.settle(&*game, &load).map_err(|error| BadInput::new(error.to_string()))?;
    // Held until the end, so that the players share it and need not open it anew for every game.
    let _knowledge = tournament_run::consult(&*game, &mut config)?;
    if let Some(folder) = &conditions.transcripts {
        make_folder(folder)?;
    }
    // A person has one terminal.
    let concurrency = if has_person(&config) { 1 } else { wanted };
    let mut database = database_file::open(&conditions.archive)?;
    let told = |error: DatabaseError| BadInput::new(error.to_string());
    let path = database.path().to_owned();
    let known = database.latest_run(&config.text(), &config.hash()).map_err(told)?;
    let known = known.filter(|_| !conditions.again);
    if known.is_none() {
        tournament_run::make_sure_agents_fit(&*game, &config)?;
    }
    let lock = known.as_ref().map(|known| Lock::take(&path, known.id)).transpose()?;
    if known.is_none_or(|known| known.finished.is_none()) {
        for failing in tournament_run::call_the_roll(&*game, &config)? {
            tell(format_args!("{failing}; it plays all the same, and loses if that happens again"));
        }
    }
    let shelf = DatabaseStore::of(&mut database, &title, &config, conditions.again).map_err(told)?;
    let id = shelf.tournament();
    if shelf.progress().map_err(told)? == Progress::Over {
        tell(format_args!("Tournament {id} was over already, here is its table; --again plays it anew."));
    }
    let lock = match lock {
        Some(lock) => lock,
        None => Lock::take(&path, id)?,
    };
    let live = Live::new(&config);
    let played = tournament_run::play(&*game, &config, concurrency, (&mut database, id), &live, &|| false);
    live.clear();
    let played = played?;
    drop(lock);
    if let Some(folder) = &conditions.transcripts {
        write_transcripts(&*game, &played.counted, folder)?;
    }
    if conditions.json {
        return output.json(&table_json(&database, id, &config, &played.counted, &played.learnt)?);
    }
    output.line(table_text(output, &database, id, &config, &played.counted)?)?;
    for LearntFrom { book, games } in played.learnt.iter().filter(|learnt| learnt.games > 0) {
        output.line(format!("The book {book} learnt {games} games."))?;
    }
    Ok(())
}

fn stored(database: &Database, id: i64) -> Result<Option<StoredTournament>> {
    Ok(database.tournament(id).map_err(|error| BadInput::new(error.to_string()))?)
}

/// A tournament's table for programs, with what books learnt from it.
pub fn table_json(
    database: &Database,
    id: i64,
    config: &Config,
    counted: &[Counted],
    learnt: &[LearntFrom],
) -> Result<Value> {
    let stored = stored(database, id)?;
    let finished = stored.as_ref().and_then(|stored| stored.finished);
    let (name, report) = (stored.map(|stored| stored.name), Report::new(config, counted));
    Ok(json!({ "tournament": id, "name": name, "finished": finished, "report": report, "learnt": learnt }))
}

/// A tournament's table for people.
pub fn table_text(
    output: Output,
    database: &Database,
    id: i64,
    config: &Config,
    counted: &[Counted],
) -> Result<String> {
    let title = stored(database, id)?.as_ref().map(stored_tournament::title);
    let report = Report::new(config, counted);
    Ok(standings::text(output, id, title.as_deref().unwrap_or_default(), config, &report))
}

/// Makes the folder of transcripts, so that what is wrong with it is told before the first game.
fn make_folder(folder: &Path) -> Result<()> {
    Ok(std::fs::create_dir_all(folder).map_err(|error| {
        BadInput::new(format!("--transcripts {}: {error}; name another folder", folder.display()))
    })?)
}

/// Writes a file for each game, named by its number and players.
fn write_transcripts(game: &dyn AnyGame, counted: &[Counted], folder: &Path) -> Result<()> {
    let wrong = |error: std::io::Error| BadInput::new(format!("transcripts {}: {error}", folder.display()));
    for one in counted {
        let text = transcript::text(game, &one.record)
            .with_context(|| format!("game {}", one.assignment.number + 1))?;
        let plain = |name: &str| -> String {
            name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect()
        };
        let players = &one.record.players;
        let (first, second) = (plain(&players[0].name), plain(&players[1].name));
        let path = folder.join(format!("{:05}-{first}-{second}.txt", one.assignment.number + 1));
        std::fs::write(&path, text).map_err(wrong)?;
    }
    Ok(())
}
