//! `stop` is answered at once, whenever it comes.

use crate::conversation::Conversation;
use plybook_catalog::Random;
use std::time::{Duration, Instant};

/// What the slowest and the usual answer may take on a machine that does much else. An idle one needs a few
/// milliseconds.
const SLOWEST: Duration = Duration::from_secs(2);
const DEFAULT: Duration = Duration::from_millis(100);

#[test]
fn fifty_random_stops_are_answered_in_time() {
    let mut random = Random::new(11);
    let mut waits = Vec::new();
    for (protocol, games) in [("uci", ["chess", "chess"]), ("ugi", ["othello", "baroque"])] {
        for game in games {
            let mut engine = Conversation::start(&[protocol, game, "--hash", "16"]);
            engine.ask("isready", "readyok");
            engine.send("position startpos");
            for number in 0..13 {
                engine.send(if number % 3 == 2 { "go ponder" } else { "go infinite" });
                std::thread::sleep(Duration::from_millis(random.below(120) as u64));
                let asked = Instant::now();
                engine.ask("stop", "bestmove");
                waits.push(asked.elapsed());
            }
        }
    }
    waits.sort();
    eprintln!(
        "{} stops: half within {:?}, all within {:?}",
        waits.len(),
        waits[waits.len() / 2],
        waits[waits.len() - 1]
    );
    assert!(waits.len() >= 50 && waits[waits.len() - 1] < SLOWEST, "{waits:?}");
    assert!(waits[waits.len() / 2] < DEFAULT, "{waits:?}");
}
