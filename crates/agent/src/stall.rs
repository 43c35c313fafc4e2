//! How long a thread waited for a processor: such a stall of the machine is not counted as thinking.

use std::time::Duration;

/// What Linux tells about the scheduling of the calling thread: nanoseconds on a processor, nanoseconds of waiting for
/// one, and the number of turns it got.
const SCHEDSTAT: &str = "/proc/thread-self/schedstat";

/// Measures how long the thread that made it was ready to run without a processor to run on. Gives nothing where the
/// system does not tell.
#[derive(Clone, Copy, Debug)]
pub struct StallMeter {
    before: Option<Duration>,
}

impl StallMeter {
    /// Starts measuring the calling thread.
    #[must_use]
    pub fn start() -> StallMeter {
        StallMeter { before: waited() }
    }

    /// What the thread waited since then. To be asked by the same thread.
    #[must_use]
    pub fn stalled(&self) -> Duration {
        match (self.before, waited()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => Duration::ZERO,
        }
    }
}

/// What the calling thread waited for a processor in all.
fn waited() -> Option<Duration> {
    parse(&std::fs::read_to_string(SCHEDSTAT).ok()?)
}

fn parse(text: &str) -> Option<Duration> {
    text.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn the_second_number_is_the_wait() {
        assert_eq!(parse("10 2500000 3\n"), Some(Duration::from_micros(2500)));
        assert_eq!(parse("10").or(parse("")).or(parse("1 -2 3")), None);
    }

    #[test]
    fn no_thread_waits_longer_than_it_lives() {
        let (began, meter) = (Instant::now(), StallMeter::start());
        std::thread::sleep(Duration::from_millis(5));
        // The system counts a wait when it ends, so that one that had begun before may be counted here.
        let slack = Duration::from_millis(100);
        assert!(meter.stalled() <= began.elapsed() + slack);
    }
}
