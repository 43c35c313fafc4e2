//! The installed slices of a game, asked for values.

use super::build::{SliceReport, open_earlier, wanted};
use super::cache::Cache;
use super::cells::Cells;
use super::error::EndgameError;
use super::file::SliceFile;
use super::folder::{FINISHED, Folder, expected};
use super::meter::{BuildObserver, Meter};
use super::tablebase_value::TablebaseValue;
use super::verify::{By, verify};
use plybook_kernel::{History, Indexed, Oracle, Score, Slice};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes of unpacked blocks that a database keeps.
const CACHE_BYTES: usize = 64 << 20;

/// All slices of a game that are installed and in order. Slices that are not are left out, and `refused` says why.
pub struct Database {
    files: BTreeMap<Slice, Installed>,
    refused: Mutex<Vec<String>>,
    cache: Cache,
}

struct Installed {
    file: SliceFile,
    /// Set when a block turned out to be damaged: nothing is taken from the file any more.
    bad: AtomicBool,
}

impl Database {
    /// Opens what is installed of a game; `None` if nothing is, or nothing that can be used and nothing to complain
    /// about.
    #[must_use]
    pub fn open<G: Indexed>(game: &G, name: &str, folder: &Folder) -> Option<Database> {
        if !folder.has(name) {
            return None;
        }
        let mut files = BTreeMap::new();
        let mut refused = Vec::new();
        for slice in game.slices() {
            if !folder.may_hold(name, &game.slice_name(slice)) {
                continue;
            }
            let expected = expected(game, name, slice);
            let path = folder.path(&expected, FINISHED);
            if !path.exists() {
                continue;
            }
            match SliceFile::open(&path, &expected) {
                Ok(file) if file.is_finished() => {
                    files.insert(slice, Installed { file, bad: AtomicBool::new(false) });
                }
                Ok(_) => refused.push(EndgameError::refused(&path, "it was never finished").to_string()),
                Err(error) => refused.push(error.to_string()),
            }
        }
        let useful = !files.is_empty() || !refused.is_empty();
        let refused = Mutex::new(refused);
        useful.then(|| Database { files, refused, cache: Cache::new(CACHE_BYTES) })
    }

    /// The files that were refused, and why; those too whose damage showed later.
    #[must_use]
    pub fn refused(&self) -> Vec<String> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The installed slices.
    #[must_use]
    pub fn reports(&self) -> Vec<SliceReport> {
        self.files.values().map(|installed| SliceReport::new(&installed.file, None)).collect()
    }

    /// The proven value of a position, if its slice is installed. A finished position has none.
    pub fn worth<G: Indexed>(&self, game: &G, at: &G::Position) -> Option<TablebaseValue> {
        let slice = game.slice(at)?;
        let installed = self.files.get(&slice)?;
        if installed.bad.load(Relaxed) {
            return None;
        }
        match installed.file.get(game.rank(at), &self.cache) {
            Ok(code) => code.worth(),
            Err(error) => {
                if !installed.bad.swap(true, Relaxed) {
                    self.refused.lock().unwrap_or_else(PoisonError::into_inner).push(error.to_string());
                }
                None
            }
        }
    }

    /// The proven value of a position after a path. `None` also where a limit on moves would end the game as a draw
    /// before the win is on the board.
    pub fn worth_with<G: Indexed>(
        &self,
        game: &G,
        at: &G::Position,
        past: &History,
    ) -> Option<TablebaseValue> {
        let worth = self.worth(game, at)?;
        let Some(plies) = worth.distance().and_then(|distance| distance.checked_sub(1)) else {
            return Some(worth);
        };
        let late = History::set_up(past.quiet().saturating_add(plies), past.plies().saturating_add(plies));
        game.outcome_with(at, &late).is_none().then_some(worth)
    }

    /// Calls `each` with the number and the value of every position of a slice.
    ///
    /// # Errors
    /// The slice is not installed, or its file is damaged.
    pub fn each_value(
        &self,
        slice: Slice,
        mut each: impl FnMut(u64, TablebaseValue),
    ) -> Result<(), EndgameError> {
        let cells = self.load(slice)?;
        for index in 0..cells.len() {
            if let Some(worth) = cells.get(index).worth() {
                each(index, worth);
            }
        }
        Ok(())
    }

    fn load(&self, slice: Slice) -> Result<Cells, EndgameError> {
        let Some(installed) = self.files.get(&slice) else {
            let name = slice.0.to_string();
            return Err(EndgameError::NoSlice { name, known: "none that is installed".to_owned() });
        };
        installed.file.load(&mut |_| ())
    }
}

/// Checks installed slices: the checksums of all blocks, the signature, and every value against its moves. Gives the
/// reports of the slices that are in order.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify_installed<G: Indexed>(
    game: &G,
    name: &str,
    folder: &Folder,
    (slices, threads, memory): (&[String], usize, u64),
    watch: &dyn BuildObserver,
) -> Result<Vec<SliceReport>, EndgameError> {
    let mut files = Vec::new();
    for slice in wanted(game, slices)? {
        let expected = expected(game, name, slice);
        let path = folder.path(&expected, FINISHED);
        if path.exists() {
            files.push((slice, SliceFile::open(&path, &expected)?));
        } else if !slices.is_empty() {
            let slice = expected.slice_name;
            return Err(EndgameError::Missing { missing: slice.clone(), slice });
        }
    }
    let meter = Meter::new(watch, files.iter().map(|(_, file)| file.header().size).sum());
    let mut reports = Vec::new();
    for (slice, file) in files {
        let cells = file.load(&mut |_| ())?;
        let left = memory.saturating_sub(Cells::bytes(cells.len(), cells.is_wide()));
        let earlier = open_earlier(game, name, folder, slice, left)?;
        verify(game, slice, &cells, &earlier, (threads.max(1), By::Rules), &meter)?;
        reports.push(SliceReport::new(&file, None));
    }
    Ok(reports)
}

/// A game's database as a search asks it: only values that a search may use as they are.
pub struct DatabaseOracle(pub Arc<Database>);

impl<G: Indexed> Oracle<G> for DatabaseOracle {
    fn value(&self, game: &G, at: &G::Position) -> Option<Score> {
        self.0.worth(game, at).map(TablebaseValue::score)
    }

    fn value_with(&self, game: &G, at: &G::Position, past: &History) -> Option<Score> {
        self.0.worth_with(game, at, past).map(TablebaseValue::score)
    }
}
