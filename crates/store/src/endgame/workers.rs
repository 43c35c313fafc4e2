//! Work on a range of numbers, shared among threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Positions that a thread takes at a time.
pub(crate) const PIECE: u64 = 1 << 14;

/// Calls `work` with pieces of a length that cover the range below `total`, on so many threads, until one call says to stop by
/// returning false. Each thread has a state of its own, made by `start`; all of them come back.
pub(crate) fn share<S: Send>(
    threads: usize,
    (total, piece): (u64, u64),
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, Range<u64>) -> bool + Sync,
) -> Vec<S> {
    let next = AtomicU64::new(0);
    let stopped = AtomicBool::new(false);
    let run = || {
        let mut state = start();
        while !stopped.load(Relaxed) {
            let from = next.fetch_add(piece, Relaxed);
            if from >= total {
                break;
            }
            if !work(&mut state, from..(from + piece).min(total)) {
                stopped.store(true, Relaxed);
            }
        }
        state
    };
    let threads = threads.min(total.div_ceil(piece) as usize);
    if threads <= 1 {
        return vec![run()];
    }
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut states = vec![run()];
        for helper in helpers {
            match helper.join() {
                Ok(state) => states.push(state),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        states
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_worked_on_once() {
        for (threads, total) in [(1, 0), (1, 5), (3, PIECE), (3, 10 * PIECE + 7)] {
            let sums = share(
                threads,
                (total, PIECE),
                || 0,
                |sum: &mut u64, range| {
                    *sum += range.sum::<u64>();
                    true
                },
            );
            assert_eq!(sums.iter().sum::<u64>(), total * total.saturating_sub(1) / 2);
        }
    }

    #[test]
    fn a_stop_stops_all() {
        let calls = share(
            2,
            (1000 * PIECE, PIECE),
            || 0,
            |calls: &mut u64, _| {
                *calls += 1;
                *calls < 3
            },
        );
        assert!(calls.iter().sum::<u64>() < 10);
    }
}
