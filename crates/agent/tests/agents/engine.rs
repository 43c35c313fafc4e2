//! The engine as a player.

use crate::table::{MARGIN, ask, meet, play};
use plybook_agent::{
    Action, Agent, AgentSpec, Budget, Clocks, EngineAgent, EngineSettings, Fault, Personality, Ponder, Turn,
};
use plybook_catalog::{Level, Player, all_games, open};
use std::time::{Duration, Instant};

/// Games on a small clock of which one must be kept in time.
const TRIES: usize = 4;
/// How long the engine ponders until its table must show it: more on a busy machine.
const PONDERED: [Duration; 4] =
    [Duration::from_millis(300), Duration::from_secs(1), Duration::from_secs(4), Duration::from_secs(16)];

fn engine(game: &str, settings: EngineSettings) -> EngineAgent {
    EngineAgent::new(&*open(game).unwrap(), settings).unwrap()
}

fn nodes(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), ..Budget::default() }
}

fn small() -> EngineSettings {
    EngineSettings { hash: 1, ..EngineSettings::default() }
}

#[test]
fn it_plays_every_game_of_two_players() {
    for info in all_games() {
        let game = open(&info.name).unwrap();
        if game.player_names().len() != 2 {
            continue;
        }
        let (mut first, mut second) = (engine(&info.name, small()), engine(&info.name, small()));
        let (record, _) = play(&*game, [&mut first, &mut second], nodes(300), 1, 30);
        assert!(!record.is_empty(), "{}", info.name);
    }
}

#[test]
fn games_by_positions_or_depth_are_repeatable_also_after_other_games() {
    let game = open("checkers").unwrap();
    for settings in [small(), EngineSettings { level: Level::new(3), ..small() }] {
        let mut players = [engine("checkers", settings.clone()), engine("checkers", settings.clone())];
        let [first, second] = &mut players;
        let one = play(&*game, [first, second], nodes(2_000), 5, 24);
        play(&*game, [first, second], nodes(1_000), 6, 10);
        let again = play(&*game, [first, second], nodes(2_000), 5, 24);
        assert_eq!(one, again, "{settings:?}");
    }
    let budget = Budget { depth: Some(3), ..Budget::default() };
    let mut agent = engine("othello", small());
    agent.begin(&meet("othello", 0, 1)).unwrap();
    let session = open("othello").unwrap().session(None).unwrap();
    let answer = ask(&mut agent, &*session, budget).unwrap();
    assert_eq!(answer.seen.depth, Some(3));
    assert_eq!(
        answer.seen.line.first(),
        match &answer.action {
            Action::Move(text) => Some(text),
            _ => None,
        }
    );
}

/// Positions entered for the moves of a line, by an engine that keeps what it learns.
fn searched(agent: &mut EngineAgent, game: &str, line: &[&str]) -> Vec<Option<u64>> {
    let mut session = open(game).unwrap().session(None).unwrap();
    let budget = Budget { depth: Some(6), ..Budget::default() };
    let searched = |text: &&str| {
        let answer = ask(agent, &*session, budget.clone()).unwrap();
        session.play(text).unwrap();
        answer.seen.nodes
    };
    line.iter().map(searched).collect()
}

/// Not the table alone: histories and killers of the last game, too, decide what a search enters.
#[test]
fn a_new_game_forgets_everything_also_in_the_middle_of_one() {
    for (game, line) in [("othello", ["d3", "c5", "f6"]), ("checkers", ["11-15", "22-18", "15x22"])] {
        let mut agent = engine(game, small());
        agent.new_game(1, "Bert", None);
        let first = searched(&mut agent, game, &line);
        assert_ne!(searched(&mut agent, game, &line), first, "{game}: nothing is remembered within a game");
        agent.new_game(1, "Bert", None);
        assert_eq!(searched(&mut agent, game, &line), first, "{game}");
    }
}

#[test]
fn any_search_method_plays_a_game() {
    let game = open("tictactoe").unwrap();
    for text in ["engine:method=minimax,nodes=3000", "engine:method=minimax,method.ladder=negamax,depth=2"] {
        let mut agent = AgentSpec::read(text).unwrap().make(&*game).unwrap();
        let mut opponent = engine("tictactoe", small());
        let (_, winner) = play(&*game, [&mut *agent, &mut opponent], nodes(2_000), 1, 30);
        assert_eq!(winner, Some(None), "{text}");
        let session = game.session(None).unwrap();
        agent.begin(&meet("tictactoe", 0, 1)).unwrap();
        let budget = Budget { time: Some(Duration::from_millis(30)), ..Budget::default() };
        assert!(matches!(ask(&mut *agent, &*session, budget).unwrap().action, Action::Move(_)), "{text}");
    }
}

#[test]
fn time_per_move_is_kept_and_used() {
    for (name, time) in [("chess", 150), ("othello", 60), ("baroque", 100)] {
        let game = open(name).unwrap();
        let mut agent = engine(name, small());
        agent.begin(&meet(name, 0, 1)).unwrap();
        let session = game.session(None).unwrap();
        let time = Duration::from_millis(time);
        let tries = (0..8).map(|_| {
            let began = Instant::now();
            ask(&mut agent, &*session, Budget { time: Some(time), ..Budget::default() }).unwrap();
            began.elapsed()
        });
        // The machine that runs this may be busy: the best of some tries counts.
        let times: Vec<Duration> = tries.collect();
        assert!(*times.iter().min().unwrap() <= time, "{name}: {times:?}");
        assert!(*times.iter().max().unwrap() >= time.mul_f64(0.92), "{name}: {times:?}");
    }
}

#[test]
fn a_whole_game_on_a_small_clock_is_not_lost_on_time() {
    // The machine that runs this may be busy and take a processor away for longer than a clock has left: one game of
    // some must be kept in time, as every one is where nobody disturbs.
    let clocks_hold = (0..TRIES).any(|_| game_on_a_small_clock());
    assert!(clocks_hold, "a clock ran out in each of {TRIES} games");
}

/// Whether both clocks of a game lasted.
fn game_on_a_small_clock() -> bool {
    let game = open("othello").unwrap();
    let mut session = game.session(None).unwrap();
    let mut agents = [engine("othello", small()), engine("othello", small())];
    for (side, agent) in agents.iter_mut().enumerate() {
        agent.begin(&meet("othello", side as u8, 1)).unwrap();
    }
    let increment = Duration::from_millis(40);
    let whole = Duration::from_millis(1000);
    let mut left = [whole; 2];
    let mut thought = [Duration::ZERO; 2];
    while session.ending().is_none() {
        let side = session.mover().unwrap().index();
        let clocks = Clocks { left: left.to_vec(), increment: vec![increment; 2] };
        let budget = Budget { clocks: Some(clocks), ..Budget::default() };
        let began = Instant::now();
        let answer = ask(&mut agents[side], &*session, budget).unwrap();
        let used = began.elapsed();
        thought[side] += used;
        let Some(rest) = left[side].checked_sub(used) else { return false };
        left[side] = rest + increment;
        let Action::Move(text) = answer.action else { panic!() };
        session.play(&text).unwrap();
    }
    // The last moves are solved in no time, so not all of the clock is used.
    assert!(thought.iter().all(|&thought| thought > whole / 2), "nobody thought: {thought:?}");
    true
}

#[test]
fn won_games_are_announced_and_not_thought_about() {
    let game = open("connect4").unwrap();
    let mut session = game.session(None).unwrap();
    for text in ["4", "1", "4", "1", "4", "1"] {
        session.play(text).unwrap();
    }
    let mut agent = engine("connect4", EngineSettings { personality: Personality::Teacher, ..small() });
    agent.begin(&meet("connect4", 0, 1)).unwrap();
    let budget = Budget { time: Some(Duration::from_secs(10)), ..Budget::default() };
    let began = Instant::now();
    let answer = ask(&mut agent, &*session, budget).unwrap();
    assert_eq!(answer.action, Action::Move("4".to_owned()));
    assert!(answer.seen.score.unwrap().is_win() && answer.remark.contains('1'), "{answer:?}");
    assert!(began.elapsed() < Duration::from_secs(8), "a won game needs no ten seconds");
}

#[test]
fn an_only_move_is_played_at_once() {
    let game = open("chess").unwrap();
    let session = game.session(Some("k7/8/1K6/8/8/8/8/1R6 b - - 0 1")).unwrap();
    let mut agent = engine("chess", small());
    agent.begin(&meet("chess", 1, 1)).unwrap();
    let began = Instant::now();
    let budget = Budget { time: Some(Duration::from_secs(10)), ..Budget::default() };
    assert_eq!(ask(&mut agent, &*session, budget).unwrap().action, Action::Move("a8b8".to_owned()));
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
}

#[test]
fn pondering_fills_the_table_and_stops_at_once() {
    for ponder in [Ponder::Reply, Ponder::Position] {
        assert!(PONDERED.iter().any(|&time| pondering_saves(ponder, time)), "{ponder:?} saves nothing");
    }
}

/// Whether pondering for some time saves positions of the search after it.
fn pondering_saves(ponder: Ponder, time: Duration) -> bool {
    let game = open("othello").unwrap();
    let mut agent = engine("othello", EngineSettings { ponder, ..small() });
    agent.begin(&meet("othello", 0, 1)).unwrap();
    let mut session = game.session(None).unwrap();
    let answer = ask(&mut agent, &*session, nodes(20_000)).unwrap();
    let Action::Move(text) = answer.action else { panic!() };
    session.play(&text).unwrap();
    agent.ponder(&*session);
    std::thread::sleep(time);
    let reply = answer.seen.line[1].clone();
    session.play(&reply).unwrap();
    // Deep enough that a full table saves half of the positions and more; at six plies it saves nothing for certain.
    let budget = Budget { depth: Some(10), ..Budget::default() };
    let began = Instant::now();
    let warm = ask(&mut agent, &*session, budget.clone()).unwrap();
    assert!(began.elapsed() < MARGIN);
    let mut fresh = engine("othello", small());
    fresh.begin(&meet("othello", 0, 1)).unwrap();
    let cold = ask(&mut fresh, &*session, budget).unwrap();
    agent.ponder(&*session);
    let began = Instant::now();
    agent.end(None);
    assert!(began.elapsed() < MARGIN, "what ponders without end must stop");
    warm.seen.nodes < cold.seen.nodes
}

#[test]
fn what_it_does_not_play_is_refused_with_a_reason() {
    let chess = open("chess").unwrap();
    let settings = EngineSettings { evaluator: Some("magic".to_owned()), ..small() };
    let fault = EngineAgent::new(&*chess, settings).err().unwrap();
    assert!(matches!(&fault, Fault::Unsuitable(reason) if reason.contains("magic")), "{fault}");
    let mut agent = engine("chess", small());
    let fault = agent.begin(&meet("othello", 0, 1)).unwrap_err();
    assert!(matches!(&fault, Fault::Unsuitable(reason) if reason.contains("othello")), "{fault}");
}

#[test]
fn a_deadline_in_the_past_still_gets_a_legal_move() {
    let game = open("chess").unwrap();
    let session = game.session(None).unwrap();
    let mut agent = engine("chess", small());
    agent.begin(&meet("chess", Player::FIRST.0, 1)).unwrap();
    let budget = Budget { time: Some(Duration::ZERO), ..Budget::default() };
    let turn = Turn { session: &*session, remark: "", budget, deadline: Instant::now() };
    let began = Instant::now();
    let Action::Move(text) = agent.turn(&turn).unwrap().action else { panic!() };
    assert!(session.move_texts().contains(&text) && began.elapsed() < MARGIN);
}
