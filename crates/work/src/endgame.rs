//! A slice of an endgame database, from the files of the slices that its values follow from.

use crate::{Bytes, WorkError, game};
use plybook_catalog::endgame_files::{BuildObserver, BuildOptions, Folder, Progress, SliceReport};
use plybook_catalog::{Endgame, ReadError, endgame_games};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Memory for the values of a slice, in mebibytes, if nothing is said.
const MEMORY: u32 = 4096;
/// Units are not taken up in the middle: no checkpoint in any case.
const NO_CHECKPOINT: Duration = Duration::from_secs(1 << 40);
/// How the name of a slice's file ends.
const ENDING: &str = ".end";

/// The file of a slice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SliceFile {
    /// Its name, without a folder.
    pub name: String,
    /// Its bytes.
    pub bytes: Bytes,
}

/// A slice of an endgame database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndgameUnit {
    /// The game, with its options.
    pub game: String,
    /// The slice.
    pub slice: String,
    /// The files of all slices that its values follow from.
    pub files: Vec<SliceFile>,
    /// Memory for values, in mebibytes.
    #[serde(default = "memory")]
    pub memory: u32,
}

const fn memory() -> u32 {
    MEMORY
}

/// A folder that goes with its owner.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch, WorkError> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("plybook-work-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| failed("make", &path, &error))?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left lies among the system's temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn failed(what: &str, path: &Path, error: &std::io::Error) -> WorkError {
    WorkError::Failed(format!("cannot {what} {}: {error}; make room there, or set TMPDIR", path.display()))
}

struct Watch<'a>(&'a AtomicBool);

impl BuildObserver for Watch<'_> {
    fn progress(&self, _: &Progress) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The database of a game, and the name of its folder.
fn database(name: &str) -> Result<(Box<dyn Endgame>, String), WorkError> {
    let game = game(name)?;
    let none = || {
        let remedy = format!("games with databases: {}", endgame_games().join(", "));
        ReadError::new("game", name, "its positions have no numbers", remedy)
    };
    Ok((game.endgame().ok_or_else(none)?, game.info().name.to_string()))
}

impl EndgameUnit {
    /// Builds the slice: its file and how many positions it has.
    ///
    /// # Errors
    /// There is no such slice, a file that it needs is not there or refused, or the machine refuses something.
    pub fn run(&self, stop: &AtomicBool) -> Result<(SliceFile, u64), WorkError> {
        let (database, folder_name) = database(&self.game)?;
        let needed = database.needs(&self.slice)?;
        let scratch = Scratch::new()?;
        let place = scratch.0.join(folder_name);
        std::fs::create_dir_all(&place).map_err(|error| failed("make", &place, &error))?;
        for SliceFile { name, bytes } in &self.files {
            let path = place.join(checked(name)?);
            std::fs::write(&path, &bytes.0).map_err(|error| failed("write", &path, &error))?;
        }
        let folder = Folder(scratch.0.clone());
        let (installed, refused) = database.installed(&folder);
        if let Some(refused) = refused.first() {
            return Err(ReadError::new("file", refused, "it was refused", "build that slice again").into());
        }
        if let Some(missing) = needed.iter().find(|name| !installed.iter().any(|there| there.name == **name))
        {
            let problem = format!("{} follows from it, and its file is not there", self.slice);
            return Err(ReadError::new("slice", missing, problem, "build it first and give its file").into());
        }
        let options = BuildOptions {
            threads: 1,
            memory: u64::from(self.memory) << 20,
            checkpoint: NO_CHECKPOINT,
            slices: vec![self.slice.clone()],
        };
        let reports = database.build(&folder, &options, &Watch(stop));
        if stop.load(Ordering::Relaxed) {
            return Err(WorkError::Stopped);
        }
        let built = reports?.into_iter().find(|report| report.name.eq_ignore_ascii_case(&self.slice));
        let built =
            built.ok_or_else(|| WorkError::Failed(format!("the build left no file of {}", self.slice)))?;
        Ok((read(&built)?, built.size))
    }
}

/// The file of a slice that is installed.
fn read(report: &SliceReport) -> Result<SliceFile, WorkError> {
    let bytes = std::fs::read(&report.path).map_err(|error| failed("read", &report.path, &error))?;
    let name = report.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(SliceFile { name, bytes: Bytes(bytes) })
}

/// The slices of a game that are not installed in a folder, each with the names of those that it needs: the wanted ones
/// with all that they need, or all slices if none is named.
///
/// # Errors
/// There is no such game, or no slice of a name.
pub fn missing_slices(
    name: &str,
    folder: &Folder,
    slices: &[String],
) -> Result<Vec<(String, Vec<String>)>, WorkError> {
    let (database, _) = database(name)?;
    let mut wanted = Vec::new();
    for slice in slices {
        wanted.extend(database.needs(slice)?);
        wanted.push(slice.clone());
    }
    let (installed, _) = database.installed(folder);
    let is_wanted = |name: &str| slices.is_empty() || wanted.iter().any(|one| one.eq_ignore_ascii_case(name));
    let mut missing = Vec::new();
    for (name, _) in database.slices() {
        if is_wanted(&name) && !installed.iter().any(|there| there.name == name) {
            let needs = database.needs(&name)?;
            missing.push((name, needs));
        }
    }
    Ok(missing)
}

/// The unit of a slice, with the files of a folder that it needs.
///
/// # Errors
/// There is no such game or slice, or a file that it needs is not installed.
pub fn slice_unit(name: &str, folder: &Folder, slice: &str, memory: u32) -> Result<EndgameUnit, WorkError> {
    let (database, _) = database(name)?;
    let (installed, _) = database.installed(folder);
    let mut files = Vec::new();
    for needed in database.needs(slice)? {
        let missing = || {
            let problem = format!("{slice} follows from it, and it is not installed");
            ReadError::new("slice", &needed, problem, "build it first")
        };
        files.push(read(installed.iter().find(|there| there.name == needed).ok_or_else(missing)?)?);
    }
    Ok(EndgameUnit { game: name.to_owned(), slice: slice.to_owned(), files, memory })
}

/// Puts the file of a slice into a folder of endgame databases, whole or not at all.
///
/// # Errors
/// There is no such game, or the disk refuses it.
pub fn keep_slice(name: &str, folder: &Folder, slice: &SliceFile) -> Result<(), WorkError> {
    let (_, folder_name) = database(name)?;
    let place = folder.0.join(folder_name);
    std::fs::create_dir_all(&place).map_err(|error| failed("make", &place, &error))?;
    let path = place.join(checked(&slice.name)?);
    plybook_store::file::write(&path, &slice.bytes.0).map_err(|error| failed("write", &path, &error))
}

/// The name of a slice's file, which leads to no other folder.
fn checked(name: &str) -> Result<&str, ReadError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.+,=".contains(c);
    if name.chars().all(plain) && name.ends_with(ENDING) && !name.starts_with('.') {
        Ok(name)
    } else {
        Err(ReadError::new(
            "file",
            name,
            "that is no name of a slice's file",
            "write it as the build wrote it",
        ))
    }
}
