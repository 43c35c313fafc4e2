//! Configurations that are read, completed, stored and refused.

use super::resolve::{DEFAULT_OPENING, DEFAULT_RETIREMENT, DEFAULT_TIME};
use super::*;
use crate::adjudication::WinRule;
use plybook_catalog::open;
use std::time::Duration;

fn load(path: &str) -> Result<String, String> {
    match path {
        "some.txt" => Ok("moves b2\nmoves a1\n".to_owned()),
        _ => Err("there is no such file".to_owned()),
    }
}

fn resolve(text: &str) -> Result<Config, String> {
    let game = open("tictactoe").unwrap();
    let mut input = ConfigInput::read(text).map_err(|error| error.to_string())?;
    let agents = std::mem::take(&mut input.agents);
    input.resolve(agents, &*game, &Bounds::default(), &load).map_err(|error| error.to_string())
}

#[test]
fn a_file_is_read_with_all_its_tables() {
    let config = resolve(
        "game = 'tictactoe'\nformat = 'swiss'\nrounds = 3\nseed = 7\nretire = 0\nconcurrency = 4\n\
        agents = ['random', 'random', { kind = 'engine', name = 'me' }]\n\
        [time]\nmove = '100ms'\ngame = 60\nincrement = 0.1\n[openings]\nfile = 'some.txt'\n\
        [adjudication]\nwin = 9\ndraw = 0.1\ndraw-after = 20\nproven = 1000\n",
    )
    .unwrap();
    assert_eq!(config.names(), ["random", "random #2", "me"]);
    assert_eq!((config.format, config.rounds, config.seed, config.games), (Format::Swiss, 3, 7, 2));
    assert_eq!(config.time.per_move, Some(Duration::from_millis(100)));
    assert_eq!(config.time.increment, Duration::from_millis(100));
    assert!(matches!(&config.openings, Openings::List(list) if list.len() == 2));
    assert_eq!(config.adjudication.win, Some(WinRule { points: 9.0, moves: 4 }));
    let stored: Config = serde_json::from_str(&config.text()).unwrap();
    assert_eq!(stored, config);
    assert_eq!(stored.hash(), config.hash());
    assert_ne!(Config { seed: 8, ..stored }.hash(), config.hash());
}

/// By text and hash a tournament that was interrupted is found again, also one of an earlier version.
#[test]
fn what_is_stored_stays_as_it_is() {
    let config = resolve(
        "format = 'match'\nagents = ['random', 'engine:hash=1,name=Anna']\n[time]\nnodes = 500\n[sprt]\nelo1 = 50",
    )
    .unwrap();
    let text = concat!(
        r#"{"game":"tictactoe","format":"match","agents":[{"name":"random","spec":{"kind":"random"}},"#,
        r#"{"name":"Anna","spec":{"kind":"engine","name":"Anna","hash":1}}],"games":100,"rounds":0,"seed":1,"#,
        r#""time":{"per_move":null,"per_game":null,"increment":{"secs":0,"nanos":0},"depth":null,"nodes":500,"#,
        r#""patience":{"secs":120,"nanos":0},"ready":{"secs":10,"nanos":0},"tolerance":null},"#,
        r#""openings":{"random":{"plies":4,"balance":2.0,"nodes":2000}},"plies":1000,"#,
        r#""adjudication":{"win":null,"draw":null,"proven":null},"ponder":false,"retire":3,"#,
        r#""sprt":{"elo0":0.0,"elo1":50.0,"alpha":0.05,"beta":0.05}}"#,
    );
    assert_eq!(config.text(), text);
    assert_eq!(serde_json::from_str::<Config>(text).unwrap(), config);
}

#[test]
fn what_is_left_out_has_its_default() {
    let config = resolve("agents = ['random', 'engine']").unwrap();
    assert_eq!((config.format, config.games, config.seed), (Format::RoundRobin, 2, 1));
    assert_eq!((config.time.per_move, config.retire), (Some(DEFAULT_TIME), DEFAULT_RETIREMENT));
    assert_eq!(config.openings, Openings::None);
    let many = resolve("format = 'match'\nagents = ['random', 'engine']").unwrap();
    assert!(matches!(many.openings, Openings::Random { plies: DEFAULT_OPENING, .. }));
}

/// The same configuration as TOML and as JSON, with a list instead of the file.
#[test]
fn toml_and_json_are_one_configuration() {
    let toml = "game = 'tictactoe'\nagents = ['random', 'one-ply']\ngames = 4\n\
        time = { game = 60, increment = '0.1s' }\nopenings = { list = 'moves b2' }\nadjudication = { draw = 0.1 }";
    let json = r#"{"game": "tictactoe", "agents": ["random", "one-ply"], "games": 4,
        "time": {"game": "60s", "increment": 0.1}, "openings": {"list": "moves b2"}, "adjudication": {"draw": 0.1}}"#;
    let same: ConfigInput = serde_json::from_str(json).unwrap();
    assert_eq!(ConfigInput::read(toml).unwrap(), same);
    assert_eq!(serde_json::from_str::<ConfigInput>(&json.replace("time", "clock")).unwrap(), same);
}

#[test]
fn flags_go_before_the_file_entry_by_entry() {
    let file = ConfigInput::read(
        "seed = 3\ngames = 8\n[time]\ngame = 60\nincrement = 1\nnodes = 5\n[openings]\nfile = 'some.txt'\n\
        [adjudication]\nwin = 9\nwin-moves = 2\nproven = 7",
    )
    .unwrap();
    let flags = ConfigInput {
        games: Some(4),
        time: TimeInput { per_move: Some(Duration::from_secs(1).into()), ..TimeInput::default() },
        openings: OpeningsInput { random: Some(0), ..OpeningsInput::default() },
        adjudication: AdjudicationInput { win: Some(5.0), ..AdjudicationInput::default() },
        ..ConfigInput::default()
    };
    let both = flags.over(file);
    assert_eq!((both.seed, both.games), (Some(3), Some(4)));
    assert!(both.time.per_move.is_some() && both.time.game.is_none() && both.time.increment.is_none());
    assert_eq!(both.time.nodes, Some(5));
    assert_eq!((both.openings.random, both.openings.file), (Some(0), None));
    let adjudication = both.adjudication;
    assert_eq!((adjudication.win, adjudication.win_moves, adjudication.proven), (Some(5.0), None, Some(7)));
}

#[test]
fn nonsense_is_refused_by_name() {
    let two = "agents = ['random', 'engine']\n";
    for (text, culprit) in [
        ("agents = ['random'", "1"),
        ("agents = ['random']", "agents: "),
        ("agents = ['random', '']", "agent"),
        ("agents = ['random', 'magic']", "magic"),
        ("agents = ['random:name=a', 'engine:name=a']", "`a`"),
        ("agents = ['human', 'random']", "time.game = 10m, or time.nodes = 5000"),
        (&format!("{two}colour = 'red'"), "colour"),
        (&format!("{two}format = 'party'"), "party"),
        (&format!("{two}games = 0"), "games: 0"),
        (&format!("{two}games = -1"), "games"),
        (&format!("{two}rounds = 2"), "rounds: "),
        (&format!("{two}[time]\nmove = 'soon'"), "time.move: `soon`"),
        (&format!("{two}[time]\nmove = [1]"), "a number of seconds"),
        (&format!("{two}[time]\nmove = -1"), "time.move: `-1`"),
        (&format!("{two}[time]\nmove = 0"), "time.move: no time"),
        (&format!("{two}[time]\nincrement = 1"), "time.increment: goes with time.game"),
        (&format!("{two}[time]\nnodes = 0"), "time.nodes: 0"),
        (&format!("{two}[openings]\nfile = 'none.txt'"), "openings.file: \"none.txt\""),
        (&format!("{two}[openings]\nlist = 'moves z9'"), "openings.list: line 1"),
        (&format!("{two}[openings]\nfile = 'some.txt'\nrandom = 3"), "openings: "),
        (&format!("{two}[openings]\nfile = 'some.txt'\nlist = 'moves b2'"), "openings: "),
        (&format!("{two}[openings]\nrandom = 4000"), "openings.random: 4000"),
        (&format!("{two}[openings]\nbalance = nan"), "openings.balance: "),
        (
            &format!("{two}[adjudication]\nwin-moves = 3"),
            "adjudication.win-moves: goes with adjudication.win",
        ),
        (
            &format!("{two}[adjudication]\ndraw-after = 3"),
            "adjudication.draw-after: goes with adjudication.draw",
        ),
        (&format!("{two}[sprt]\nelo1 = 5"), "sprt: "),
        (&format!("{two}format = 'match'\n[sprt]\nelo0 = 5\nelo1 = 5"), "elo0"),
        (&format!("{two}format = 'match'\n[sprt]\nalpha = 0.6"), "sprt.alpha: 0.6"),
    ] {
        let error = resolve(text).unwrap_err();
        assert!(error.contains(culprit), "{text}: {error}");
    }
}

#[test]
fn too_many_agents_are_refused_before_they_are_named() {
    let many = vec!["'random'"; 5000].join(", ");
    let began = std::time::Instant::now();
    let error = resolve(&format!("agents = [{many}]")).unwrap_err();
    assert!(error.contains("2 to 256 agents, not 5000"), "{error}");
    // Giving each a name of its own took 25 s.
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}
