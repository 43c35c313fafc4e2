//! Finds what a foreign program left behind by the mark in its environment.

use rustix::process::{Pid, Signal, kill_process};
use std::time::Duration;

/// The variable that marks a foreign program and its descendants.
pub const MARK: &str = "PLYBOOK_AGENT";
/// Rounds of killing before it is given up.
const ROUNDS: usize = 200;
/// Between two rounds.
const ROUND: Duration = Duration::from_millis(2);

/// All living processes whose environment has this variable with this value; any value if none.
#[must_use]
pub fn marked(name: &str, value: Option<&str>) -> Vec<i32> {
    let wanted = value.map_or_else(|| format!("{name}="), |value| format!("{name}={value}"));
    let has = |process: &std::fs::DirEntry| {
        let environment = std::fs::read(process.path().join("environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| match value {
            Some(_) => variable == wanted.as_bytes(),
            None => variable.starts_with(wanted.as_bytes()),
        })
    };
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let number = |process: std::fs::DirEntry| process.file_name().to_str()?.parse().ok();
    processes
        .flatten()
        .filter(|process| process.file_name().as_encoded_bytes().iter().all(u8::is_ascii_digit))
        .filter(has)
        .filter_map(number)
        .collect()
}

/// Kills all processes with this value of `MARK`, until there are none.
pub fn sweep(value: &str) {
    for _ in 0..ROUNDS {
        let left = marked(MARK, Some(value));
        if left.is_empty() {
            return;
        }
        for pid in left.into_iter().filter_map(Pid::from_raw) {
            let _ = kill_process(pid, Signal::KILL);
        }
        std::thread::sleep(ROUND);
    }
}
