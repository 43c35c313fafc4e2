//! Games of more than two players, and games with chance: a written tree for three with chance nodes.

use crate::support::{Makers, Scripted, config, does, says};
use plybook_agent::{Action, Agent, EngineAgent, EngineSettings, Fault, SimpleAgent};
use plybook_arena::adjudication::Adjudication;
use plybook_arena::clock::{TimeControl, Tolerance};
use plybook_arena::config::{Bounds, Config, ConfigError, ConfigInput, Format};
use plybook_arena::game_store::{DatabaseStore, GameStore, MemoryStore};
use plybook_arena::openings::Opening;
use plybook_arena::referee::{Conditions, NoGameObserver, Played, play};
use plybook_arena::report::Report;
use plybook_arena::scoring::score_all;
use plybook_arena::standard::standard;
use plybook_arena::tournament::{NoObserver, Tournament};
use plybook_arena::transcript;
use plybook_arena::{EndRule, Outcome, Reason};
use plybook_catalog::{AnyGame, MethodSetting, Random, SimplePlayer, open};
use plybook_store::database::{Database, GameFilter};
use std::sync::Arc;

/// A chooses, then chance, three times as often the second way, then B and C.
const TREE: &str = "tree:tree=([1: ((<9 1 2> <0 5 5>) (<3 3 3> <1 2 0>)) 3: ((<2 8 4> <6 0 1>) (<7 7 2> <4 4 9>))] \
                    [1: <5 5 0> 3: (<1 2 6> <2 6 1>)])";
const NAMES: [&str; 3] = ["ann", "bob", "eve"];

fn game() -> Arc<dyn AnyGame> {
    open(TREE).unwrap()
}

fn referee(agents: Vec<&mut dyn Agent>, seed: u64) -> Played {
    let game = game();
    let conditions = Conditions {
        game: &*game,
        opening: &Opening::default(),
        control: TimeControl::default(),
        tolerances: &[Tolerance::OWN; 3],
        plies: 0,
        adjudication: Adjudication::default(),
        knowledge: None,
        ponder: true,
        seed,
        names: &NAMES,
    };
    play(&conditions, agents, &NoGameObserver).unwrap().unwrap()
}

/// Players who always take the first branch.
fn straight() -> Vec<Scripted> {
    NAMES.into_iter().map(|name| Scripted::new(name, |_, _| Ok(says("1", "")))).collect()
}

fn seated(agents: &mut [Scripted]) -> Vec<&mut dyn Agent> {
    agents.iter_mut().map(|agent| agent as &mut dyn Agent).collect()
}

#[test]
fn chance_moves_by_its_probabilities_from_the_games_seed() {
    let mut second = 0;
    for seed in 0..2000 {
        let played = referee(seated(&mut straight()), seed);
        let sides: Vec<Option<u8>> = played.plies.iter().map(|ply| ply.side).collect();
        assert_eq!(sides, [Some(0), None, Some(1), Some(2)], "chance is nobody's move");
        second += u32::from(played.plies[1].text == "2");
        if seed < 5 {
            let again = referee(seated(&mut straight()), seed);
            assert_eq!(again.plies[1].text, played.plies[1].text, "the seed decides");
        }
    }
    // Three quarters of 2000, and five standard errors.
    assert!((1500 - 97..=1500 + 97).contains(&second), "{second}");
}

#[test]
fn three_players_get_what_the_leaf_says_and_whoever_fails_is_last() {
    let played = referee(seated(&mut straight()), 1);
    let expected = if played.plies[1].text == "1" { [9, 1, 2] } else { [2, 8, 4] };
    assert_eq!(played.verdict.outcome, Some(Outcome::shares(expected)));
    assert_eq!(played.verdict.reason, Reason::Rule(EndRule::Position));
    let mut agents = straight();
    agents[2] = Scripted::new("eve", |_, _| Ok(does(Action::Resign, "")));
    let played = referee(seated(&mut agents), 1);
    assert_eq!(played.verdict.sentence, "ann and bob win: eve resigned.");
    assert_eq!(played.verdict.half_points(3), [3, 3, 0]);
    agents[0] = Scripted::new("ann", |_, _| Ok(says("7", "")));
    let played = referee(seated(&mut agents), 1);
    assert_eq!((played.verdict.reason, played.broken), (Reason::Illegal, vec![true, false, false]));
    assert_eq!(played.verdict.outcome, Some(Outcome::shares([0, 1, 1])));
}

#[test]
fn agents_are_as_many_as_the_seats() {
    let game = game();
    let mut agents = straight();
    let conditions = Conditions {
        game: &*game,
        opening: &Opening::default(),
        control: TimeControl::default(),
        tolerances: &[Tolerance::OWN; 2],
        plies: 0,
        adjudication: Adjudication::default(),
        knowledge: None,
        ponder: false,
        seed: 1,
        names: &NAMES[..2],
    };
    let error = play(&conditions, seated(&mut agents[..2]), &NoGameObserver).unwrap_err();
    assert!(error.to_string().contains("it is for 3 players, and 2 are there"), "{error}");
    // Methods that know two players only are refused by name; without a choice the engine has one that suits.
    let method = MethodSetting::new("alpha-beta", [].into()).unwrap();
    let settings = EngineSettings { method, ..EngineSettings::default() };
    for name in [TREE, "tree:tree=([1: 3 1: 5] 2)"] {
        let game = open(name).unwrap();
        let fault = EngineAgent::new(&*game, settings.clone()).err().unwrap();
        assert!(fault.to_string().contains("alpha-beta") && fault.to_string().contains("mcts"), "{fault}");
        assert!(EngineAgent::new(&*game, EngineSettings::default()).is_ok());
    }
}

/// Engines of three kinds play a game of three with chance to its end.
#[test]
fn engines_play_games_of_three() {
    let engine = |text: &str| match plybook_agent::AgentSpec::read(text).unwrap().kind {
        plybook_agent::AgentKind::Engine(settings) => EngineAgent::new(&*game(), settings).unwrap(),
        _ => panic!("no engine"),
    };
    let mut agents = [
        engine("engine:nodes=200"),
        engine("engine:method=max-n,depth=3"),
        engine("engine:method=max-n,method.others=best-reply,depth=3"),
    ];
    let seats: Vec<&mut dyn Agent> = agents.iter_mut().map(|agent| agent as &mut dyn Agent).collect();
    let played = referee(seats, 4);
    assert_eq!(played.verdict.reason, Reason::Rule(EndRule::Position), "{:?}", played.verdict);
}

#[test]
fn sessions_show_chance_nodes() {
    let mut session = game().session(None).unwrap();
    assert!(session.chances().is_empty() && session.moves().iter().all(|legal| legal.probability.is_none()));
    session.play("1").unwrap();
    assert_eq!(
        (session.mover(), session.chances()),
        (None, vec![("1".to_owned(), 0.25), ("2".to_owned(), 0.75)])
    );
    let told: Vec<Option<f32>> = session.moves().iter().map(|legal| legal.probability).collect();
    assert_eq!(told, [Some(0.25), Some(0.75)]);
    let mut random = Random::new(1);
    let drawn =
        (0..400).filter(|_| SimplePlayer::OnePly.choose(&*session, &mut random).unwrap() == "2").count();
    assert!((250..350).contains(&drawn), "{drawn}");
}

fn tournament(config: &Config, store: &mut dyn GameStore) -> Report {
    let game = game();
    let maker = |player: usize| -> Result<Box<dyn Agent>, Fault> {
        let kind = if player == 0 { SimplePlayer::OnePly } else { SimplePlayer::Random };
        Ok(Box::new(SimpleAgent::new(kind, None)))
    };
    let roster = Makers(maker);
    let run = Tournament { config, game: &*game, roster: &roster, knowledge: None, concurrency: 2 }
        .run(store, &NoObserver)
        .unwrap();
    assert!(run.complete);
    assert_eq!(score_all(config, store.kept().unwrap()), run.scored);
    Report::new(config, &run.scored)
}

#[test]
fn a_tournament_of_three_at_a_board_is_stored_and_read_back() {
    let config = Config { seats: 3, ..config(TREE, Format::RoundRobin, &["a", "b", "c", "d"], 6) };
    let report = tournament(&config, &mut MemoryStore::default());
    assert_eq!(report.summary.games, 4 * 6);
    // Three points are shared in every game: one for every two who meet in it.
    assert_eq!(report.standings.iter().map(|row| row.points).sum::<f64>(), 72.0);
    for row in &report.standings {
        assert_eq!((row.games, row.wins + row.draws + row.losses), (18, 18));
        let met: Vec<u32> = report.cross_table[row.player].iter().flatten().map(|cell| cell.games).collect();
        assert_eq!(met, [12; 3]);
        assert!(row.rating.elo.is_finite());
    }
    let folder = std::env::temp_dir().join(format!("plybook-three-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut database = Database::open(&folder.join("games.db")).unwrap();
    let mut shelf = DatabaseStore::of(&mut database, "three", &config, false).unwrap();
    let rows = |report: &Report| -> Vec<(usize, f64, u32)> {
        report.standings.iter().map(|row| (row.player, row.points, row.wins)).collect()
    };
    assert_eq!(rows(&tournament(&config, &mut shelf)), rows(&report), "stored games count like fresh ones");
    let kept = shelf.kept().unwrap();
    // Games that end first are stored first; those that are kept stand in the order of the schedule.
    let mut stored = database.games(&GameFilter::default()).unwrap();
    stored.sort_by_key(|game| game.number);
    let game = game();
    for (record, stored) in kept.iter().zip(&stored) {
        let utilities: Vec<i32> = stored.players.iter().map(|one| one.utility.unwrap() as i32).collect();
        assert_eq!(record.verdict.outcome, Outcome::of_utilities(&utilities));
        assert!(record.plies.iter().any(|ply| ply.side.is_none()), "no chance in {:?}", record.plies);
        let text = transcript::text(&*game, record).unwrap();
        assert!(text.contains("chance plays"), "{text}");
        let json = transcript::json(&*game, record);
        assert_eq!(json["players"].as_array().unwrap().len(), 3);
        assert_eq!(
            json["points"].as_array().unwrap().iter().map(|half| half.as_f64().unwrap()).sum::<f64>(),
            3.0
        );
        let written = standard(record).to_text().unwrap();
        let read = plybook_catalog::Records::new(&written, None).next().unwrap().unwrap();
        assert_eq!((&read.players, read.result), (&standard(record).players, standard(record).result));
    }
    std::fs::remove_dir_all(folder).unwrap();
}

fn resolve(text: &str) -> Result<Config, ConfigError> {
    let mut input = ConfigInput::read(text)?;
    let agents = std::mem::take(&mut input.agents);
    input.resolve(agents, &*game(), &Bounds::default(), &|_| Err("none".to_owned()))
}

#[test]
fn what_needs_two_players_without_chance_is_refused_by_name() {
    let agents = "agents = ['random', 'random', 'one-ply', 'random']";
    for (text, culprit) in [
        ("format = 'swiss'", "format: a swiss is for games of two players"),
        ("format = 'match'", "agents: a match has 3 agents, not 4"),
        ("openings = { random = 4 }", "openings.random: is for games of two players without chance"),
        ("adjudication = { proven = 100 }", "adjudication: is for games"),
        ("sprt = { elo1 = 5 }", "sprt: is for games"),
    ] {
        let error = resolve(&format!("{text}\n{agents}")).unwrap_err();
        assert!(error.to_string().contains(culprit), "{error}");
    }
    let many = format!("agents = [{}]", ["'random'"; 256].join(", "));
    let error = resolve(&many).unwrap_err();
    assert!(error.to_string().contains("up to 8290560 games are too many; at most 1000000"), "{error}");
    let config = resolve(agents).unwrap();
    assert_eq!((config.seats, config.games), (3, 3));
    let stored: Config = serde_json::from_str(&config.text()).unwrap();
    assert_eq!(stored, config);
}
