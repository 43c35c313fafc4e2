//! The arena killed while its agents think: none of them survives.

use super::program::Program;
use crate::root;
use anyhow::{Result, bail};
use plybook_agent::process::sweep::marked;
use plybook_catalog::Random;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The variable that marks the agents of this campaign.
const MARK: &str = "PLYBOOK_CAMPAIGN";
/// How long agents may take to start, and to be gone after a kill.
const START: Duration = Duration::from_secs(60);
const GONE: Duration = Duration::from_secs(5);
/// Between two looks.
const LOOK: Duration = Duration::from_millis(10);
/// Longest wait before a kill, in milliseconds: some meet the roll call, most the games after it.
const WAIT: usize = 800;

fn until(patience: Duration, done: impl Fn() -> bool) -> bool {
    let end = Instant::now() + patience;
    loop {
        // Asked once a round: what was so may not be so a moment later, such as agents between two games.
        if done() {
            return true;
        }
        if Instant::now() >= end {
            return false;
        }
        std::thread::sleep(LOOK);
    }
}

/// Kills the arena so many times and prints what came of it.
///
/// # Errors
/// An agent was alive five seconds later.
pub fn campaign(path: Option<PathBuf>, count: usize) -> Result<()> {
    let program = Program::find(path, "orphans")?;
    let mark = format!("{}", std::process::id());
    let file = root().join("testdata/agents/slow_TTS_agent.py").canonicalize()?;
    let agent = |name: &str| {
        let environment = format!("environment = {{ {MARK} = {mark:?} }}");
        format!("[[agents]]\nkind = 'tts-python'\nname = '{name}'\nfile = {file:?}\n{environment}\n")
    };
    let text = format!("game = 'tts'\ngames = 50\nconcurrency = 2\n{}{}", agent("one"), agent("two"));
    let tournament = program.file("slow.toml");
    std::fs::write(&tournament, text)?;
    let tournament = tournament.display().to_string();
    let mut random = Random::new(count as u64);
    let alive = || marked(MARK, Some(&mark));
    let mut left = 0;
    for kill in 1..=count {
        let mut child = program.spawn("slow.db", &["tournament", &tournament, "--again"])?;
        if !until(START, || !alive().is_empty()) {
            bail!("no agent was ever started");
        }
        std::thread::sleep(Duration::from_millis(random.below(WAIT) as u64));
        child.kill()?;
        child.wait()?;
        if !until(GONE, || alive().is_empty()) {
            left += 1;
            println!("kill {kill} left {:?} behind", alive());
        }
        if kill % 20 == 0 {
            eprintln!("{kill} of {count} kills");
        }
    }
    println!("orphans: injected {count} kills of the arena, {left} left an agent behind");
    if left > 0 { bail!("{left} faults") } else { Ok(()) }
}
