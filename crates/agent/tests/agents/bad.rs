//! Programs that misbehave: each judged rightly, in time, and gone without a trace.

use plybook_agent::campaign::{KINDS, run};

/// How often each kind is let loose here; `cargo xtask faults agents` does it a hundred times.
const TIMES: usize = 3;
/// Most of them only wait, so more than there are processors can run at once.
const THREADS: usize = 6;

#[test]
fn bad_agents_are_judged_rightly_and_leave_nothing() {
    assert!(KINDS.len() >= 30);
    let tally = run(TIMES, THREADS, &|_| ()).unwrap();
    assert_eq!(tally.injected, TIMES * KINDS.len());
    assert!(tally.failures.is_empty(), "{tally}: {:#?}", tally.failures);
}
