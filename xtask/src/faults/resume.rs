//! Tournaments killed at random moments: no finished game lost or doubled, the same final table.

use super::program::Program;
use anyhow::{Result, bail};
use plybook_catalog::Random;
use plybook_store::database::{Database, GameFilter};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

/// Games of each tournament: three agents, everybody against everybody.
const GAMES: i64 = 72;

fn arguments(seed: &str) -> Vec<&str> {
    let agents = ["--agent", "engine:hash=1,name=Anna", "--agent", "one-ply", "--agent", "random"];
    let game = ["tournament", "--game", "connect4", "--games", "24", "--nodes", "2000", "--json"];
    [&game[..], &agents[..], &["--concurrency", "2", "--seed", seed]].concat()
}

/// The table without its times.
fn table(program: &Program, database: &str, seed: &str) -> Result<Value> {
    let mut report: Value = serde_json::from_str(&program.output(database, &arguments(seed))?)?;
    let rows = report["report"]["standings"].as_array_mut();
    rows.into_iter().flatten().filter_map(Value::as_object_mut).for_each(|row| drop(row.remove("seconds")));
    if let Some(summary) = report["report"]["summary"].as_object_mut() {
        summary.remove("seconds");
    }
    Ok(report["report"].take())
}

/// The numbers and moves of all stored games, in order of their numbers.
fn games(program: &Program, database: &str) -> Result<Vec<(i64, String, String)>> {
    if !program.file(database).exists() {
        return Ok(Vec::new());
    }
    let stored = Database::open(&program.file(database))?;
    stored.check()?;
    let mut games: Vec<(i64, String, String)> = stored
        .games(&GameFilter::default())?
        .into_iter()
        .map(|game| (game.number, game.moves, game.result))
        .collect();
    games.sort();
    Ok(games)
}

/// Kills tournaments so many times and prints what came of it.
///
/// # Errors
/// A game was lost, doubled or changed, or a final table differs.
pub fn campaign(path: Option<PathBuf>, count: usize) -> Result<()> {
    let program = Program::find(path, "resume")?;
    let mut random = Random::new(count as u64);
    let (mut kills, mut lost, mut tournaments) = (0, 0, 0u64);
    while kills < count {
        tournaments += 1;
        let seed = tournaments.to_string();
        let began = Instant::now();
        let expected = table(&program, "whole.db", &seed)?;
        let whole = began.elapsed();
        let all = games(&program, "whole.db")?;
        let mut before: BTreeSet<(i64, String, String)> = BTreeSet::new();
        while kills < count {
            let mut child = program.spawn("killed.db", &arguments(&seed))?;
            std::thread::sleep(whole.mul_f64(random.below(250) as f64 / 1000.0));
            if child.try_wait()?.is_some() {
                break;
            }
            child.kill()?;
            child.wait()?;
            kills += 1;
            // What was stored before is still there, and nothing is there that does not belong.
            let now = games(&program, "killed.db")?;
            let found: BTreeSet<_> = now.iter().cloned().collect();
            let strange = now.len() != found.len() || found.iter().any(|game| !all.contains(game));
            if strange || !before.is_subset(&found) {
                lost += 1;
                println!(
                    "tournament {seed}: {} games before kill {kills}, {} after",
                    before.len(),
                    now.len()
                );
            }
            before = found;
        }
        let same = table(&program, "killed.db", &seed)? == expected && games(&program, "killed.db")? == all;
        if !same || all.len() as i64 != GAMES {
            lost += 1;
            println!("tournament {seed}: another final table or other games");
        }
        ["whole.db", "killed.db"].iter().for_each(|name| program.remove(name));
        eprintln!("{kills} of {count} kills, {tournaments} tournaments");
    }
    println!("resume: injected {kills} kills in {tournaments} tournaments, lost {lost}");
    if lost > 0 { bail!("{lost} faults") } else { Ok(()) }
}
