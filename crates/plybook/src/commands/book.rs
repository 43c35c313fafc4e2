//! `plybook book build|learn|probe|import|export GAME`.

use crate::bad_input::BadInput;
use crate::book_arguments::{
    Book as Arguments, BookBuild, BookExchange, BookJob, BookLearn, BookPlace, BookProbe, Games,
};
use crate::file;
use crate::game_name::{open_game, start_session};
use crate::output::Output;
use crate::progress;
use crate::stored_tournament::tournament;
use crate::table::of_numbers;
use anyhow::Result;
use plybook_agent::book::{
    BookJobError, DEFAULT_BOOK, Expansion, add_games, expand, export_polyglot, find_book, import_polyglot,
    lessons, open_book,
};
use plybook_catalog::AnyGame;
use plybook_store::book::{Book, BookMove, default_file, polyglot};
use plybook_store::database::{Database, GameFilter, StoredGame};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Largest Polyglot book that is read, in bytes.
const LARGEST_FILE: u64 = 1 << 30;

/// Does the job.
pub fn run(output: Output, arguments: &Arguments) -> Result<()> {
    match &arguments.job {
        BookJob::Build(build) => self::build(output, build),
        BookJob::Learn(learn) => self::learn(output, learn),
        BookJob::Probe(probe) => self::probe(output, probe),
        BookJob::Import(exchange) => import(output, exchange),
        BookJob::Export(exchange) => export(output, exchange),
    }
}

/// The file of books that is named, or the user's.
fn file_of(named: Option<&Path>) -> Result<PathBuf> {
    let unknown = || BadInput::new("no home folder is known: name a file with --book or set PLYBOOK_BOOK");
    Ok(named.map(Path::to_owned).or_else(default_file).ok_or_else(unknown)?)
}

/// Everything that can be wrong here is wrong with what the user named.
fn complain(error: BookJobError) -> anyhow::Error {
    BadInput::new(error.to_string()).into()
}

fn open(place: &BookPlace, game: &dyn AnyGame) -> Result<Book> {
    open_book(&file_of(place.book.as_deref())?, game, &place.name).map_err(complain)
}

/// The book that must be there already.
fn existing(place: &BookPlace, game: &dyn AnyGame) -> Result<Book> {
    let path = file_of(place.book.as_deref())?;
    let found = find_book(&path, game, &place.name).map_err(complain)?;
    found.ok_or_else(|| {
        complain(BookJobError::NoBook { path, name: place.name.clone(), game: game.full_name() })
    })
}

/// The frozen book that the engine plays from: the named file's, or the user's.
pub fn frozen(game: &dyn AnyGame, named: Option<&Path>) -> Result<plybook_store::book::FrozenBook> {
    let place = BookPlace { book: named.map(Path::to_owned), name: DEFAULT_BOOK.to_owned(), json: false };
    existing(&place, game)?.freeze().map_err(|error| BadInput::new(error.to_string()).into())
}

/// The stored games that are named, in their order.
pub fn stored(game: &dyn AnyGame, games: &Games) -> Result<Vec<StoredGame>> {
    let Some(path) = &games.db else {
        return Err(BadInput::new("no games to learn from: name a database of games with --db").into());
    };
    if !path.exists() {
        return Err(BadInput::new(format!("there is no database {}", path.display())).into());
    }
    let told = |error: plybook_store::database::DatabaseError| BadInput::new(error.to_string());
    let database = Database::open_to_read(path).map_err(told)?;
    if let Some(id) = games.tournament {
        tournament(&database, id)?;
    }
    let filter =
        GameFilter { tournament: games.tournament, game: Some(game.full_name()), ..GameFilter::default() };
    Ok(database.games(&filter).map_err(told)?)
}

fn build(output: Output, arguments: &BookBuild) -> Result<()> {
    let game = open_game(&arguments.game)?;
    let told = if arguments.games.db.is_some() {
        let games = stored(&*game, &arguments.games)?;
        let mut book = open(&arguments.place, &*game)?;
        let new = add_games(&*game, &mut book, &games, arguments.plies).map_err(complain)?;
        let forgotten = book.prune(arguments.at_least).map_err(|error| complain(error.into()))?;
        json!({ "games": games.len(), "learnt": new, "forgotten": forgotten })
    } else {
        let mut book = open(&arguments.place, &*game)?;
        let plan = Expansion {
            positions: arguments.positions as usize,
            nodes: arguments.nodes,
            moves: usize::from(arguments.moves),
            margin: arguments.margin,
            plies: arguments.plies,
            threads: usize::from(arguments.threads),
        };
        let bar = progress::bar("positions");
        bar.set_length(u64::from(arguments.positions));
        let expanded = expand(&*game, &mut book, &plan, &mut |done| {
            bar.set_position(done as u64);
            true
        });
        bar.finish_and_clear();
        let expanded = expanded.map_err(complain)?;
        json!({ "searched": expanded.searched, "moves": expanded.moves, "revalued": expanded.revalued })
    };
    let book = open(&arguments.place, &*game)?;
    report(output, &arguments.place, &book, told)
}

fn learn(output: Output, arguments: &BookLearn) -> Result<()> {
    let game = open_game(&arguments.game)?;
    let games = stored(&*game, &arguments.games)?;
    let mut book = existing(&arguments.place, &*game)?;
    let lessons = lessons(&*game, &book, &games).map_err(complain)?;
    let visits: usize = lessons.iter().map(|lesson| lesson.visits.len()).sum();
    let new = book.learn(&lessons).map_err(|error| complain(error.into()))?;
    let told = json!({ "games": games.len(), "in_book": lessons.len(), "moves": visits, "learnt": new });
    report(output, &arguments.place, &book, told)
}

fn import(output: Output, arguments: &BookExchange) -> Result<()> {
    let game = open_game(&arguments.game)?;
    let path = &arguments.file;
    let refuse = |why: String| BadInput::new(format!("Polyglot book {}: {why}", path.display()));
    let bytes = plybook_store::file::read(path, LARGEST_FILE).map_err(|error| refuse(error.to_string()))?;
    let entries = polyglot::read(&bytes).map_err(|error| refuse(error.to_string()))?;
    let mut book = open(&arguments.place, &*game)?;
    let imported = import_polyglot(&*game, &mut book, &entries).map_err(complain)?;
    let told = json!({
        "entries": entries.len(), "moves": imported.moves, "unreached": imported.unreached,
        "illegal": imported.illegal,
    });
    report(output, &arguments.place, &book, told)
}

fn export(output: Output, arguments: &BookExchange) -> Result<()> {
    let game = open_game(&arguments.game)?;
    let book = existing(&arguments.place, &*game)?;
    let entries = export_polyglot(&*game, &book).map_err(complain)?;
    let told = json!({ "entries": entries.len(), "written": arguments.file.display().to_string() });
    file::write(&arguments.file, polyglot::write(entries))?;
    report(output, &arguments.place, &book, told)
}

/// Says what was done, and how large the book is now.
fn report(output: Output, place: &BookPlace, book: &Book, mut told: Value) -> Result<()> {
    let count = book.count().map_err(|error| complain(error.into()))?;
    told["positions"] = json!(count);
    told["book"] = json!(book.path().display().to_string());
    if place.json {
        return output.json(&told);
    }
    let Value::Object(told) = told else { return Ok(()) };
    for (name, value) in told {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        output.line(format!("{:<10} {value}", name.replace('_', " ")))?;
    }
    Ok(())
}

fn probe(output: Output, arguments: &BookProbe) -> Result<()> {
    let game = open_game(&arguments.from.game)?;
    let session = start_session(&*game, arguments.from.position.as_deref(), &arguments.from.moves)?;
    let book = existing(&arguments.place, &*game)?;
    let legal = session.move_texts();
    let mut moves = book.moves(session.key()).map_err(|error| complain(error.into()))?;
    moves.retain(|entry| legal.contains(&entry.text));
    if arguments.place.json {
        let moves: Vec<Value> = moves.iter().map(move_json).collect();
        return output.json(&json!({ "position": session.text(), "moves": moves }));
    }
    if moves.is_empty() {
        return output.line("The book has no move for this position.");
    }
    let heads = ["move", "value", "games", "won", "drawn", "lost", "expected", "weight", ""];
    let mut table = of_numbers(output, &heads);
    for entry in &moves {
        table.add_row([
            session.display_move(&entry.text).map_err(BadInput::from)?.text,
            entry.score.map_or_else(String::new, |score| score.to_string()),
            entry.games().to_string(),
            entry.wins.to_string(),
            entry.draws.to_string(),
            entry.losses.to_string(),
            format!("{:.0} %", 100.0 * entry.expectation()),
            entry.weight.to_string(),
            if entry.abandoned { "abandoned".to_owned() } else { String::new() },
        ]);
    }
    output.line(table.to_string())
}

fn move_json(entry: &BookMove) -> Value {
    json!({
        "move": entry.text, "value": entry.score.map(|score| score.to_string()), "games": entry.games(),
        "wins": entry.wins, "draws": entry.draws, "losses": entry.losses, "expected": entry.expectation(),
        "weight": entry.weight, "abandoned": entry.abandoned,
    })
}
