//! Endgame databases of the games that were asked about lately stay open: opening one may take longer than a hint. A build
//! without files has none.

use plybook_agent::EngineSettings;
use plybook_catalog::{AnyGame, EngineConfig};

/// The setting of a search of this game that consults the user's databases, which stay open for the next one.
pub fn consulting(config: EngineConfig, game: &dyn AnyGame) -> EngineConfig {
    #[cfg(feature = "store")]
    let config = EngineConfig { endgame: files::folder(game), ..config };
    #[cfg(not(feature = "store"))]
    let _ = game;
    config
}

/// The same for an engine that plays.
pub fn consulting_player(settings: EngineSettings, game: &dyn AnyGame) -> EngineSettings {
    #[cfg(feature = "store")]
    let settings = {
        let _ = files::folder(game);
        EngineSettings { endgame: Some(plybook_agent::Databases::Installed), ..settings }
    };
    #[cfg(not(feature = "store"))]
    let _ = game;
    settings
}

#[cfg(feature = "store")]
pub use files::folder as endgame_folder;

#[cfg(feature = "store")]
mod files {
    use plybook_catalog::endgame_files::Folder;
    use plybook_catalog::{AnyGame, Tablebases, open};
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::SystemTime;

    /// Games whose databases are kept open.
    const MOST: usize = 4;

    /// A game's database, as it was when its folder had last changed.
    struct CachedDatabase {
        game: String,
        changed: Option<SystemTime>,
        /// Whoever opens the same database while this is held shares it.
        _held: Option<Arc<Tablebases>>,
        /// The game itself, through which they are shared.
        _game: Option<Arc<dyn AnyGame>>,
    }

    /// The user's folder of databases, with those of the game open.
    pub fn folder(game: &dyn AnyGame) -> Option<Folder> {
        static KEPT: Mutex<Vec<CachedDatabase>> = Mutex::new(Vec::new());
        let folder = Folder::of_user()?;
        let changed =
            std::fs::metadata(folder.0.join(&*game.info().name)).and_then(|about| about.modified()).ok();
        let name = game.full_name();
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.iter().position(|kept| kept.game == name && kept.changed == changed) {
            Some(place) => {
                let last = kept.remove(place);
                kept.push(last);
            }
            None => {
                // The old one goes first, so that the new one is not shared with it.
                kept.retain(|kept| kept.game != name);
                if kept.len() >= MOST {
                    kept.remove(0);
                }
                let game = open(&name).ok();
                let held = game.as_ref().and_then(|game| game.tablebases(&folder));
                kept.push(CachedDatabase { game: name, changed, _held: held, _game: game });
            }
        }
        Some(folder)
    }
}
