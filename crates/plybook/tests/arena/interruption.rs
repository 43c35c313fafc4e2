//! The program killed at random moments: nothing is lost, nothing is doubled, nobody is left behind.

use crate::support::{Scratch, testdata};
use plybook_agent::process::sweep::marked;
use plybook_catalog::Random;
use plybook_store::database::Database;
use serde_json::Value;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// Kills in the ordinary tests; `cargo xtask faults` does more.
const KILLS: u32 = 20;
/// How long agents may take to be gone, in seconds. The goal is five, which the campaign holds them to; the machine
/// that tests may be so busy that a process takes longer to be scheduled.
const GONE: u64 = 20;

/// A tournament that takes a second or so, of agents that a seed decides.
fn arguments(seed: &str) -> Vec<&str> {
    let agents = ["--agent", "engine:hash=1,name=Anna", "--agent", "one-ply", "--agent", "random"];
    let game = ["tournament", "--game", "connect4", "--games", "24", "--nodes", "1000", "--json"];
    [&game[..], &agents[..], &["--concurrency", "2", "--seed", seed]].concat()
}

/// What must be the same however often it was interrupted: the table but for the times, and every move.
fn outcome(place: &Scratch, seed: &str) -> (Value, Vec<Value>) {
    let mut report = place.json(&arguments(seed))["report"].clone();
    for row in report["standings"].as_array_mut().unwrap() {
        row.as_object_mut().unwrap().remove("seconds");
    }
    report["summary"].as_object_mut().unwrap().remove("seconds");
    let id = place.json(&["history", "--json"]).as_array().unwrap().last().unwrap()["tournament"].to_string();
    let games = place.json(&["history", &id, "--games", "--json"]);
    let essence = |game: &Value| {
        serde_json::json!([game["number"], game["players"], game["moves"], game["result"], game["reason"]])
    };
    (report, games.as_array().unwrap().iter().map(essence).collect())
}

fn spawn(place: &Scratch, arguments: &[&str]) -> Child {
    let mut command = place.command(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

#[test]
fn a_killed_tournament_goes_on_to_the_same_table() {
    let mut random = Random::new(20);
    let mut kills = 0;
    for seed in 1.. {
        let seed = seed.to_string();
        let reference = Scratch::new();
        let began = Instant::now();
        let expected = outcome(&reference, &seed);
        let whole = began.elapsed();
        let place = Scratch::new();
        loop {
            let mut child = spawn(&place, &arguments(&seed));
            // On average an eighth of the tournament, so that most kills meet it in its middle.
            let wait = whole.mul_f64(random.below(250) as f64 / 1000.0);
            std::thread::sleep(wait);
            if kills == KILLS || child.try_wait().unwrap().is_some() {
                child.wait().unwrap();
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
        }
        assert_eq!(outcome(&place, &seed), expected, "after {kills} kills");
        let database = Database::open(&place.file("games.db")).unwrap();
        database.check().unwrap();
        let tournaments = database.tournaments().unwrap();
        assert_eq!(tournaments.iter().map(|one| one.games).collect::<Vec<_>>(), [72]);
        if kills == KILLS {
            return;
        }
    }
}

#[test]
fn a_killed_arena_leaves_no_agent_behind() {
    let place = Scratch::new();
    let mark = format!("{}-{:?}", std::process::id(), std::time::SystemTime::now());
    let file = testdata("agents/slow_TTS_agent.py").canonicalize().unwrap();
    let agent = |name: &str| {
        format!(
            "[[agents]]\nkind = 'tts-python'\nname = '{name}'\nfile = {file:?}\nenvironment = {{ PLYBOOK_TEST = {mark:?} }}\n"
        )
    };
    let text = format!("game = 'tts'\ngames = 50\nconcurrency = 2\n{}{}", agent("one"), agent("two"));
    let tournament = place.write("slow.toml", &text);
    let mut random = Random::new(5);
    let alive = || marked("PLYBOOK_TEST", Some(&mark));
    let until = |seconds: u64, done: &dyn Fn() -> bool| {
        let end = Instant::now() + Duration::from_secs(seconds);
        loop {
            // Asked once a round: what was so may not be so a moment later, such as agents between two games.
            if done() {
                return true;
            }
            if Instant::now() >= end {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    for kill in 0..KILLS {
        let errors = place.file("errors.txt");
        let mut command = place.command(&["tournament", &tournament]);
        command.stdout(Stdio::null()).stderr(std::fs::File::create(&errors).unwrap());
        let mut child = command.spawn().unwrap();
        let started = until(120, &|| !alive().is_empty());
        let told = || std::fs::read_to_string(&errors).unwrap();
        assert!(started, "kill {kill}: no agent was started; {:?} {}", child.try_wait(), told());
        if kill == 0 {
            // The first agents come to the roll call, before there is a tournament to be taken.
            let stored = || !place.json(&["history", "--json"]).as_array().unwrap().is_empty();
            assert!(until(120, &stored), "nothing was stored; {}", told());
            let (status, _, errors) = place.run(&["tournament", &tournament]);
            assert!(status == 2 && errors.contains("being played by another program"), "{status} {errors}");
        }
        // At the roll call, between it and the first games, or in them.
        std::thread::sleep(Duration::from_millis(random.below(400) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(until(GONE, &|| alive().is_empty()), "kill {kill} left {:?} behind", alive());
    }
    // Nor was one started late, by a supervisor that had not heard of the end yet.
    std::thread::sleep(Duration::from_secs(1));
    assert!(until(GONE, &|| alive().is_empty()), "{:?}", alive());
}
