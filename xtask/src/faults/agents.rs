//! Bad agents, let loose many times.

use anyhow::{Result, bail};
use plybook_agent::campaign::{Case, KINDS, run};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Threads for each processor: most cases only wait.
const THREADS: usize = 3;

/// Lets every kind loose `count` times and prints what came of it.
///
/// # Errors
/// A bad agent was judged wrongly, kept us waiting or left a process behind.
pub fn campaign(count: usize) -> Result<()> {
    let threads = THREADS * std::thread::available_parallelism().map_or(1, usize::from);
    let done = AtomicUsize::new(0);
    let progress = |case: &Case| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if !case.right || case.hung || !case.left.is_empty() {
            println!("{}: expected {:?}, saw: {}; left {:?}", case.kind, case.expected, case.seen, case.left);
        }
        if done.is_multiple_of(KINDS.len()) {
            eprintln!("{done} of {}", count * KINDS.len());
        }
    };
    let tally = run(count, threads, &progress)?;
    println!("agents: {tally}");
    if !tally.failures.is_empty() {
        bail!("{} of {} cases failed", tally.failures.len(), tally.injected);
    }
    Ok(())
}
