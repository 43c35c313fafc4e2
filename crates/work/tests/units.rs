//! Units of work: what they give is a function of their text, and the parts put together are the whole.

use plybook_agent::AgentSpec;
use plybook_arena::config::{Bounds, Config, ConfigInput, Format, TimeInput};
use plybook_arena::game_store::MemoryStore;
use plybook_arena::ledger::Ledger;
use plybook_arena::roster::Described;
use plybook_arena::tournament::{NoObserver, Tournament};
use plybook_catalog::endgame_files::{BuildOptions, Folder, NoBuildObserver};
use plybook_catalog::open;
use plybook_work::{
    Begin, GameChoice, GamesUnit, LearningPlan, SelfPlayUnit, Unit, UnitResult, WorkError, keep_slice,
    missing_slices, slice_unit, split, sum, work,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn config(format: Format, game: &str, agents: &[&str], games: u32) -> Config {
    let input: ConfigInput = ConfigInput {
        format: Some(format),
        games: Some(games),
        time: TimeInput { nodes: Some(150), ..TimeInput::default() },
        ..ConfigInput::default()
    };
    let specs = agents.iter().map(|text| AgentSpec::read(text).expect("an agent")).collect();
    input
        .resolve(specs, &*open(game).expect("a game"), &Bounds::default(), &|_| Err(String::new()))
        .expect("a configuration")
}

fn unit(config: &Config, games: Vec<GameChoice>) -> Unit {
    Unit::Games(Box::new(GamesUnit { config: config.clone(), games, clock: 1.0 }))
}

/// A tournament as the program plays it, and as units that come back in another order: the same games, the same table.
#[test]
fn a_tournament_of_units_is_the_tournament() {
    let agents = ["engine:hash=1,name=a", "engine:hash=1,level=3,name=b", "random:name=c"];
    for format in [Format::RoundRobin, Format::Swiss, Format::Knockout] {
        let config = config(format, "hexapawn:4x4", &agents, 2);
        let game = open(&config.game).unwrap();
        let books = Default::default();
        let roster = Described { config: &config, game: &*game, books: &books };
        let tournament =
            Tournament { config: &config, game: &*game, roster: &roster, knowledge: None, concurrency: 2 };
        let whole = tournament.run(&mut MemoryStore::default(), &NoObserver).unwrap();

        let mut ledger = Ledger::open(&config, &mut MemoryStore::default()).unwrap();
        while ledger.next_batch(&NoObserver).unwrap() {
            let mut missing = ledger.missing();
            missing.reverse();
            for pair in missing.chunks(3) {
                let unit = unit(&config, pair.iter().cloned().map(GameChoice::Whole).collect());
                let (result, measured) = unit.run(&GO_ON).unwrap();
                let UnitResult::Games { games } = result else { panic!("no games") };
                let records = games.into_iter().zip(&measured.times);
                let records: Vec<_> = records
                    .map(|(played, times)| played.record(&config.game, Some(times)).unwrap())
                    .collect();
                ledger.add(records.clone(), &NoObserver).unwrap();
                // A unit that two machines did changes nothing.
                ledger.add(records, &NoObserver).unwrap();
            }
        }
        let parts = ledger.into_run(true);
        assert_eq!(parts.scored.len(), whole.scored.len(), "{format:?}");
        for (part, one) in parts.scored.iter().zip(&whole.scored) {
            let moves = |scored: &plybook_arena::scoring::ScoredGame| {
                scored.record.plies.iter().map(|ply| ply.text.clone()).collect::<Vec<_>>()
            };
            assert_eq!((&part.assignment, &part.verdict), (&one.assignment, &one.verdict));
            assert_eq!(moves(part), moves(one));
        }
    }
}

#[test]
fn the_same_unit_gives_the_same_bytes() {
    let config = config(Format::Match, "othello:4x4", &["engine:hash=1", "random"], 6);
    let text = unit(&config, vec![GameChoice::Number(4), GameChoice::Number(1)]).text().unwrap();
    let (first, _) = work(&text, &GO_ON).unwrap();
    assert_eq!(first, work(&text, &GO_ON).unwrap().0);
    assert_eq!(Unit::read(&text).unwrap().text().unwrap(), text, "reading and writing is the same text");
    assert_eq!(UnitResult::read(&first).unwrap().text().unwrap(), first);
    // Where a clock decides, times are a part of the games.
    assert!(!first.contains("micros") && !first.contains("began"));
    let mut timed = config;
    timed.time.per_move = Some(std::time::Duration::from_secs(5));
    let (result, _) = unit(&timed, vec![GameChoice::Number(0)]).run(&GO_ON).unwrap();
    assert!(result.text().unwrap().contains("began"));
}

#[test]
fn a_unit_of_games_says_what_it_cannot_do() {
    let good = config(Format::Match, "othello:4x4", &["engine:hash=1", "random"], 4);
    let refused = |config: &Config, games| match unit(config, games).run(&GO_ON) {
        Err(error @ WorkError::Refused(_)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    let told = refused(&good, vec![GameChoice::Number(4)]);
    assert!(told.contains("the tournament has 4 games"), "{told}");
    let swiss = config(Format::Swiss, "othello:4x4", &["engine:hash=1", "random", "random:name=r"], 2);
    let told = refused(&swiss, vec![GameChoice::Number(0)]);
    assert!(told.contains("who plays in a swiss depends on results"), "{told}");
    let told = refused(&Config { game: "othello:6x6".to_owned(), seats: 3, ..good.clone() }, Vec::new());
    assert!(told.contains("written in another way"), "{told}");
    let mut booked = good;
    booked.agents[0].spec = AgentSpec::read("engine:book=main").unwrap();
    let told = refused(&booked, Vec::new());
    assert!(told.contains("it plays from an opening book"), "{told}");
    let stop = AtomicBool::new(true);
    let config = config(Format::Match, "othello:4x4", &["engine:hash=1", "random"], 4);
    assert!(matches!(unit(&config, vec![GameChoice::Number(0)]).run(&stop), Err(WorkError::Stopped)));
}

/// Counts from `testdata/perft`, and the same in any number of units.
#[test]
fn shares_of_a_count_are_the_whole() {
    for (name, depth, leaves) in [("chess", 3, 8_902), ("tictactoe", 9, 127_872), ("othello", 5, 1_396)] {
        let game = open(name).unwrap();
        for units in [1, 2, 7, 500] {
            let parts = split(&*game, None, &[], depth, false, units).unwrap();
            let counts: Vec<_> = parts.iter().flat_map(|unit| unit.run(&GO_ON).unwrap()).collect();
            assert_eq!(sum(&counts).leaves, leaves, "{name} in {units}");
            assert!(parts.len() <= units);
        }
    }
    // Games that end within the first moves are counted with them.
    let game = open("nim:3").unwrap();
    let parts = split(&*game, None, &[], 5, false, 100).unwrap();
    let counts: Vec<_> = parts.iter().flat_map(|unit| unit.run(&GO_ON).unwrap()).collect();
    assert_eq!((sum(&counts).leaves, sum(&counts).finished), (0, 1));
}

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plybook-units-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn files(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    let games = std::fs::read_dir(&folder.0).expect("a folder").flatten();
    let files = games.flat_map(|game| std::fs::read_dir(game.path()).expect("a folder").flatten());
    let ends = files.filter(|file| file.file_name().to_string_lossy().ends_with(".end"));
    ends.map(|file| {
        (file.file_name().to_string_lossy().into_owned(), std::fs::read(file.path()).expect("a file"))
    })
    .collect()
}

/// Slices of checkers to two pieces: built alone and unit by unit they are the same files.
#[test]
fn slices_built_elsewhere_are_the_same_files() {
    let pieces = if std::env::var_os("PLYBOOK_LONG").is_some() { 4 } else { 2 };
    let name = "checkers";
    let database = open(name).unwrap().endgame().unwrap();
    let small = |slice: &str| {
        slice.chars().filter(char::is_ascii_digit).filter_map(|c| c.to_digit(10)).sum::<u32>() <= pieces
    };
    let slices: Vec<String> =
        database.slices().into_iter().map(|(slice, _)| slice).filter(|slice| small(slice)).collect();
    assert!(!slices.is_empty(), "{:?}", database.slices().iter().take(5).collect::<Vec<_>>());
    let (alone, parts) = (Folder(scratch("alone")), Folder(scratch("parts")));
    std::fs::create_dir_all(&alone.0).unwrap();
    let options = BuildOptions { slices: slices.clone(), ..BuildOptions::default() };
    database.build(&alone, &options, &NoBuildObserver).unwrap();
    let mut waiting = missing_slices(name, &parts, &slices).unwrap();
    let first = waiting.iter().find(|(_, needs)| !needs.is_empty()).map(|(slice, _)| slice.clone());
    if let Some(slice) = first {
        let error = slice_unit(name, &parts, &slice, 64).unwrap_err().to_string();
        assert!(error.contains("it is not installed"), "{error}");
    }
    while let Some(place) = waiting.iter().position(|(_, needs)| {
        let missing = missing_slices(name, &parts, &slices).unwrap();
        !needs.iter().any(|need| missing.iter().any(|(slice, _)| slice == need))
    }) {
        let (slice, _) = waiting.remove(place);
        let unit = Unit::Endgame(slice_unit(name, &parts, &slice, 256).unwrap());
        let (result, _) = Unit::read(&unit.text().unwrap()).unwrap().run(&GO_ON).unwrap();
        let UnitResult::Endgame { file } = result else { panic!("no slice") };
        keep_slice(name, &parts, &file).unwrap();
    }
    assert!(waiting.is_empty());
    assert_eq!(files(&alone), files(&parts));
    for folder in [alone, parts] {
        std::fs::remove_dir_all(folder.0).unwrap();
    }
}

#[test]
fn games_of_a_learning_are_the_same_everywhere() {
    let plan = LearningPlan {
        from: Begin::Hand,
        shape: None,
        nodes: 20,
        generations: 1,
        games: 70,
        epochs: 1,
        pairs: 1,
        seed: 3,
    };
    let unit = |shard| SelfPlayUnit {
        game: "breakthrough:5x5".to_owned(),
        plan: plan.clone(),
        generation: 1,
        shard,
        model: None,
    };
    let text = Unit::SelfPlay(Box::new(unit(1))).text().unwrap();
    let (first, _) = work(&text, &GO_ON).unwrap();
    assert_eq!(first, work(&text, &GO_ON).unwrap().0);
    let error = unit(2).run(&GO_ON).unwrap_err().to_string();
    assert!(error.contains("there is no shard 2"), "{error}");
}
