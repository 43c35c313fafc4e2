//! Writing to disk so that a crash leaves the old file or the new one, never a part of it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// The calls that a safe write makes. A trait, so that tests can make any of them fail.
pub trait Disk: Sync {
    /// Makes a new file, or empties an old one.
    ///
    /// # Errors
    /// The system's.
    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// Gives a file another name, in place of whatever had it.
    ///
    /// # Errors
    /// The system's.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Makes the names in a folder safe.
    ///
    /// # Errors
    /// The system's.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;

    /// Deletes a file.
    ///
    /// # Errors
    /// The system's.
    fn remove(&self, path: &Path) -> io::Result<()>;
}

/// An open file that is being written.
pub trait DiskFile: Write {
    /// Makes what was written safe.
    ///
    /// # Errors
    /// The system's.
    fn sync(&mut self) -> io::Result<()>;
}

/// The real disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl DiskFile for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

impl Disk for RealDisk {
    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(File::create(path)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        File::open(path)?.sync_all()
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }
}

/// Writes a file whole or not at all: a new file beside it, made safe, then renamed, then the folder made safe.
///
/// # Errors
/// The system's, or what `fill` says. The file at `path` is then what it was, or already the new one.
pub(crate) fn write_safely(
    disk: &dyn Disk,
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let beside = path.with_extension("new");
    let written = disk.create(&beside).and_then(|mut file| {
        fill(&mut *file)?;
        file.sync()
    });
    if let Err(error) = written.and_then(|()| disk.rename(&beside, path)) {
        // What is left over is not read by anybody and is overwritten next time.
        let _ = disk.remove(&beside);
        return Err(error);
    }
    match path.parent() {
        Some(folder) => disk.sync_folder(folder),
        None => Ok(()),
    }
}
