//! How long the processor worked for this program.

use std::time::Duration;

/// Ticks of `/proc` in a second; Linux tells programs this number whatever the kernel uses itself.
const TICKS: f64 = 100.0;

/// The processor's time so far, in steps of ten milliseconds; `None` where the system does not tell.
pub fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field, in brackets, may hold spaces; user and system time are numbers 14 and 15.
    let (_, after) = text.rsplit_once(')')?;
    let mut fields = after.split_whitespace().skip(11);
    let ticks = fields.next()?.parse::<u32>().ok()?.checked_add(fields.next()?.parse().ok()?)?;
    Some(Duration::from_secs_f64(f64::from(ticks) / TICKS))
}
