//! The engines of games that are being played, between their moves: each keeps its table and its histories, so that it
//! plays as strongly as in a tournament.
//!
//! The server still remembers no game: a request says everything, and an engine that is not here any more is made
//! anew, which costs it only what it had learnt.

use plybook_agent::EngineAgent;
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Engines that are kept, fewer in a browser. Each has a table of some tens of mebibytes.
const MOST: usize = if cfg!(target_family = "wasm") { 3 } else { 12 };
/// Longest key of a game, in characters.
pub const LONGEST_KEY: usize = 64;

/// Whose engine, in which game, on which side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineKey {
    /// Who asked.
    pub visitor: IpAddr,
    /// What the page calls this game; every new game has another.
    pub match_key: String,
    /// The game's full name.
    pub game: String,
    /// The side that the engine plays.
    pub side: u8,
    /// The level; none for full strength.
    pub level: Option<u8>,
}

/// A bounded number of engines; the one that was used longest ago goes first.
#[derive(Clone, Default)]
pub struct EngineCache(Arc<Mutex<VecDeque<(EngineKey, EngineAgent)>>>);

impl EngineCache {
    /// Takes an engine out, so that nobody else uses it meanwhile; none if it is not there.
    pub fn take(&self, key: &EngineKey) -> Option<EngineAgent> {
        let mut engines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = engines.iter().position(|(known, _)| known == key)?;
        engines.remove(place).map(|(_, engine)| engine)
    }

    /// Puts an engine in.
    pub fn put(&self, key: EngineKey, engine: EngineAgent) {
        let mut engines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        engines.retain(|(known, _)| *known != key);
        engines.push_back((key, engine));
        while engines.len() > MOST {
            engines.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_agent::EngineSettings;
    use plybook_catalog::open;

    fn key(match_key: &str) -> EngineKey {
        let visitor = "127.0.0.1".parse().unwrap();
        EngineKey { visitor, match_key: match_key.to_owned(), game: "nim".to_owned(), side: 1, level: None }
    }

    #[test]
    fn the_engine_of_a_game_is_kept_and_the_oldest_goes_first() {
        let engine = || {
            let settings = EngineSettings { hash: 1, ..EngineSettings::default() };
            EngineAgent::new(&*open("hexapawn").unwrap(), settings).unwrap()
        };
        let cache = EngineCache::default();
        let names: Vec<String> = (0..=MOST).map(|number| number.to_string()).collect();
        for name in &names {
            cache.put(key(name), engine());
            if let Some(first) = cache.take(&key(&names[0])) {
                // Used again, so that another one is the oldest.
                cache.put(key(&names[0]), first);
            }
        }
        assert!(cache.take(&key(&names[0])).is_some() && cache.take(&key(&names[1])).is_none());
        assert!(cache.take(&key(&names[0])).is_none(), "it was taken out");
        let other = EngineKey { visitor: "10.0.0.1".parse().unwrap(), ..key(&names[2]) };
        assert!(cache.take(&other).is_none() && cache.take(&key(&names[2])).is_some());
    }
}
