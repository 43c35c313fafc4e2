//! `plybook match` and `plybook tournament`.

use super::standings;
use crate::arena_arguments::{Conditions, FlagWords, Match, Tournament as TournamentArguments, sprt_input};
use crate::bad_input::{BadInput, bad_input};
use crate::database_file;
use crate::file;
use crate::game_name::open_game;
use crate::live::{Live, has_person};
use crate::output::{Output, tell};
use crate::stored_tournament;
use crate::tournament_run;
use anyhow::{Context, Result};
use plybook_agent::AgentSpec;
use plybook_arena::books::{LearntFrom, Progress};
use plybook_arena::config::{Bounds, Config, ConfigInput, Format, MAX_GAMES, Words};
use plybook_arena::game_store::DatabaseStore;
use plybook_arena::report::Report;
use plybook_arena::scoring::ScoredGame;
use plybook_arena::transcript;
use plybook_catalog::AnyGame;
use plybook_store::database::{Database, Lock, StoredTournament};
use serde_json::{Value, json};
use std::path::Path;

/// Largest tournament file and largest file of openings that are read, in bytes.
const LARGEST_FILE: u64 = 16 * 1024 * 1024;

/// Plays a match.
pub fn run_match(output: Output, arguments: &Match) -> Result<()> {
    let agents = [&arguments.first, &arguments.second].map(|text| agent(text)).into_iter();
    let sprt = arguments.sprt.as_ref().map(sprt_input);
    let conditions = &arguments.conditions;
    let input = ConfigInput {
        name: Some(format!("{} against {}", arguments.first, arguments.second)),
        game: Some(arguments.game.clone()),
        format: Some(Format::Match),
        agents: agents.collect::<Result<Vec<AgentSpec>>>()?,
        // A test needs room to decide.
        games: conditions.games.or(sprt.is_some().then_some(MAX_GAMES)),
        sprt,
        ..conditions.input()
    };
    run(output, input.clone(), &FlagWords { flags: &input, file: false }, conditions)
}

/// Plays a tournament, or goes on with it.
pub fn run_tournament(output: Output, arguments: &TournamentArguments) -> Result<()> {
    let agents = arguments.agents.iter().map(|text| agent(text)).collect::<Result<Vec<AgentSpec>>>()?;
    let flags = ConfigInput {
        name: arguments.name.clone(),
        game: arguments.game.clone(),
        format: arguments.format.map(Format::from),
        agents,
        rounds: arguments.rounds,
        ..arguments.conditions.input()
    };
    let words = FlagWords { flags: &flags, file: arguments.file.is_some() };
    let input = match &arguments.file {
        None => flags.clone(),
        Some(path) => {
            let wrong = |why: String| BadInput::new(format!("{}: {why}", path.display()));
            let text = read(path).map_err(wrong)?;
            let mut input = ConfigInput::read(&text).map_err(|error| wrong(error.to_string()))?;
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            input.name = input.name.or(stem);
            flags.clone().over(input)
        }
    };
    run(output, input, &words, &arguments.conditions)
}

fn agent(text: &str) -> Result<AgentSpec> {
    AgentSpec::read(text).map_err(bad_input)
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = plybook_store::file::read(path, LARGEST_FILE).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

fn run(output: Output, mut input: ConfigInput, words: &dyn Words, conditions: &Conditions) -> Result<()> {
    let Some(name) = &input.game else {
        return Err(BadInput::new("no game is named; write `game = ...` in the file, or --game GAME").into());
    };
    let game = open_game(name)?;
    let title = input.name.clone().unwrap_or_else(|| game.full_name());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let wanted = input.concurrency.map_or(cores, usize::from).max(1);
    let agents = std::mem::take(&mut input.agents);
    let load = |path: &str| read(Path::new(path));
    let config = input.resolve(agents, &*game, &Bounds::default(), &load);
    let mut config = config.map_err(|error| BadInput::new(error.in_words(words)))?;
    // Held until the end, so that the players share it and need not open it anew for every game.
    let ray = conditions.place.ray.as_deref();
    let _knowledge = match ray {
        // Other machines have other databases, or none.
        Some(_) if config.adjudication.database => {
            let message =
                "--adjudicate-database: the machines of a cluster have no databases; leave it out, or --ray";
            return Err(BadInput::new(message).into());
        }
        Some(_) => None,
        None => tournament_run::consult(&*game, &mut config)?,
    };
    if let Some(folder) = &conditions.transcripts {
        make_folder(folder)?;
    }
    // A person has one terminal.
    let concurrency = if has_person(&config) { 1 } else { wanted };
    let mut database = database_file::open(&conditions.archive)?;
    let path = database.path().to_owned();
    let known = database.latest_run(&config.text(), &config.hash()).map_err(bad_input)?;
    let known = known.filter(|_| !conditions.again);
    if known.is_none() {
        tournament_run::make_sure_agents_fit(&*game, &config)?;
    }
    let lock = known.as_ref().map(|known| Lock::take(&path, known.id)).transpose().map_err(bad_input)?;
    if known.is_none_or(|known| known.finished.is_none()) {
        for failing in tournament_run::call_the_roll(&*game, &config)? {
            tell(format_args!("{failing}; it plays all the same, and loses if that happens again"));
        }
    }
    let shelf = DatabaseStore::of(&mut database, &title, &config, conditions.again).map_err(bad_input)?;
    if shelf.progress().map_err(bad_input)? != Progress::Over {
        for (agents, held) in tournament_run::sandboxes(&config) {
            tell(format_args!("Sandbox of {}: {held}.", agents.join(", ")));
        }
    }
    let id = shelf.tournament();
    if shelf.progress().map_err(bad_input)? == Progress::Over {
        tell(format_args!("Tournament {id} was over already, here is its table; --again plays it anew."));
    }
    let lock = match lock {
        Some(lock) => lock,
        None => Lock::take(&path, id).map_err(bad_input)?,
    };
    let live = Live::new(&config);
    let played = match ray {
        Some(address) => tournament_run::play_elsewhere(&*game, &config, address, (&mut database, id), &live),
        None => tournament_run::play(&*game, &config, concurrency, (&mut database, id), &live, &|| false),
    };
    live.clear();
    let played = played?;
    drop(lock);
    if let Some(folder) = &conditions.transcripts {
        write_transcripts(&*game, &played.scored, folder)?;
    }
    if conditions.json {
        return output.json(&table_json(&database, id, &config, &played.scored, &played.learnt)?);
    }
    output.line(table_text(output, &database, id, &config, &played.scored)?)?;
    for LearntFrom { book, games } in played.learnt.iter().filter(|learnt| learnt.games > 0) {
        output.line(format!("The book {book} learnt {games} games."))?;
    }
    Ok(())
}

fn stored(database: &Database, id: i64) -> Result<Option<StoredTournament>> {
    database.tournament(id).map_err(bad_input)
}

/// A tournament's table for programs, with what books learnt from it.
pub fn table_json(
    database: &Database,
    id: i64,
    config: &Config,
    scored: &[ScoredGame],
    learnt: &[LearntFrom],
) -> Result<Value> {
    let stored = stored(database, id)?;
    let finished = stored.as_ref().and_then(|stored| stored.finished);
    let (name, report) = (stored.map(|stored| stored.name), Report::new(config, scored));
    Ok(json!({ "tournament": id, "name": name, "finished": finished, "report": report, "learnt": learnt }))
}

/// A tournament's table for people.
pub fn table_text(
    output: Output,
    database: &Database,
    id: i64,
    config: &Config,
    scored: &[ScoredGame],
) -> Result<String> {
    let title = stored(database, id)?.as_ref().map(stored_tournament::title);
    let report = Report::new(config, scored);
    Ok(standings::text(output, id, title.as_deref().unwrap_or_default(), config, &report))
}

/// Makes the folder of transcripts, so that what is wrong with it is told before the first game.
fn make_folder(folder: &Path) -> Result<()> {
    Ok(std::fs::create_dir_all(folder).map_err(|error| {
        BadInput::new(format!("--transcripts {}: {error}; name another folder", folder.display()))
    })?)
}

/// Writes a file for each game, named by its number and players.
fn write_transcripts(game: &dyn AnyGame, scored: &[ScoredGame], folder: &Path) -> Result<()> {
    for one in scored {
        let text = transcript::text(game, &one.record)
            .with_context(|| format!("game {}", one.assignment.number + 1))?;
        let plain = |name: &str| -> String {
            name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect()
        };
        let players: Vec<String> = one.record.players.iter().map(|player| plain(&player.name)).collect();
        let path = folder.join(format!("{:05}-{}.txt", one.assignment.number + 1, players.join("-")));
        file::write(&path, text)?;
    }
    Ok(())
}
