//! All processes of a foreign program together: what they use, and how they are stopped while it is not their turn.

use rustix::param::page_size;
use rustix::process::{Pid, Signal, kill_process};
use std::path::Path;
use std::time::Duration;

/// Rounds in which new processes of a program that is being stopped are looked for.
const ROUNDS: usize = 20;
/// Between two rounds.
const ROUND: Duration = Duration::from_micros(200);

/// What all processes of a program use together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// Processes and threads.
    pub tasks: u64,
    /// Memory of their own that is not on disk, in bytes.
    pub memory: u64,
}

/// The processes of a program: all below its supervisor, or, where there is none, the first one and all below it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tree {
    /// Below this supervisor, which adopts whatever loses its parent.
    Supervised(Pid),
    /// From this process on.
    Alone(Pid),
}

/// The processes of a tree, each after its parent.
pub(super) fn members(tree: Tree) -> Vec<Pid> {
    let (Tree::Supervised(root) | Tree::Alone(root)) = tree;
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&pid) = found.get(next) {
        next += 1;
        let new: Vec<Pid> = children(pid).into_iter().filter(|pid| !found.contains(pid)).collect();
        found.extend(new);
    }
    if matches!(tree, Tree::Supervised(_)) {
        found.remove(0);
    }
    found
}

/// A process's children, those included that it adopted.
pub(super) fn children(pid: Pid) -> Vec<Pid> {
    let mut found = Vec::new();
    for task in tasks(pid) {
        match std::fs::read_to_string(format!("{task}/children")) {
            Ok(list) => found.extend(
                list.split_whitespace().filter_map(|word| word.parse().ok()).filter_map(Pid::from_raw),
            ),
            // The thread has just ended.
            Err(_) if !Path::new(&task).exists() => {}
            // A kernel that keeps no such lists.
            Err(_) => return children_by_parent(pid),
        }
    }
    found
}

/// The same from what every process says of its parent.
fn children_by_parent(pid: Pid) -> Vec<Pid> {
    let own = pid.as_raw_nonzero().get();
    let child = |process: std::fs::DirEntry| {
        let number = process.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(process.path().join("stat")).ok()?;
        // The name in brackets may hold anything; the state and the parent follow it.
        let parent: i32 = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
        if parent == own { Pid::from_raw(number) } else { None }
    };
    std::fs::read_dir("/proc").map_or_else(|_| Vec::new(), |list| list.flatten().filter_map(child).collect())
}

/// The folders of a process's threads.
fn tasks(pid: Pid) -> Vec<String> {
    let folder = format!("/proc/{}/task", pid.as_raw_nonzero());
    let list = std::fs::read_dir(folder).map_or_else(|_| Vec::new(), |list| list.flatten().collect());
    list.iter().map(|task| task.path().display().to_string()).collect()
}

/// What all processes of a tree use together.
pub(super) fn usage(tree: Tree) -> Usage {
    let mut sum = Usage::default();
    for pid in members(tree) {
        sum.tasks += tasks(pid).len() as u64;
        let pages =
            std::fs::read_to_string(format!("/proc/{}/statm", pid.as_raw_nonzero())).unwrap_or_default();
        let mut pages = pages.split_whitespace().skip(1).map(|word| word.parse::<u64>().unwrap_or(0));
        let (resident, shared) = (pages.next().unwrap_or(0), pages.next().unwrap_or(0));
        sum.memory += resident.saturating_sub(shared) * page_size() as u64;
    }
    sum
}

/// Stops all processes of a tree until `wake`. Those that are started in this moment are found in the next round.
pub(super) fn stop(tree: Tree) {
    let mut before = 0;
    for _ in 0..ROUNDS {
        let members = members(tree);
        let awake: Vec<&Pid> = members.iter().filter(|pid| !is_stopped(**pid)).collect();
        if awake.is_empty() && members.len() == before {
            return;
        }
        before = members.len();
        for pid in awake {
            let _ = kill_process(*pid, Signal::STOP);
        }
        std::thread::sleep(ROUND);
    }
}

/// Lets all processes of a tree go on.
pub(super) fn wake(tree: Tree) {
    for pid in members(tree) {
        let _ = kill_process(pid, Signal::CONT);
    }
}

/// Whether a process is stopped, or over.
fn is_stopped(pid: Pid) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
    // The name in brackets may hold anything; the state follows it.
    stat.rsplit_once(')')
        .is_none_or(|(_, rest)| matches!(rest.trim_start().chars().next(), Some('T' | 'Z' | 'X') | None))
}

/// The machine's memory in bytes, if the system tells.
pub(super) fn machine_memory() -> Option<u64> {
    let table = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = table.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kibibytes| kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::getpid;
    use std::process::{Command, Stdio};

    #[test]
    fn children_are_found_with_and_without_the_kernels_lists() {
        let mut child = Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn().unwrap();
        let pid = Pid::from_raw(child.id().cast_signed()).unwrap();
        let found = [children(getpid()), children_by_parent(getpid()), members(Tree::Alone(getpid()))];
        let used = usage(Tree::Alone(pid));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(found.iter().all(|found| found.contains(&pid)), "{found:?}");
        assert!(used.tasks == 1 && used.memory > 0, "{used:?}");
    }
}
