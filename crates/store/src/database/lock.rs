//! One program at a time plays a tournament.

use std::fs::{File, Metadata, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long to wait for another program that plays the same tournament.
const PATIENCE: Duration = Duration::from_secs(1);

/// Why a tournament cannot be played here.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another program plays it.
    #[error(
        "tournament {0} is being played by another program; wait for it, or play another one with --again"
    )]
    Taken(i64),
    /// The file of the lock cannot be made.
    #[error("{path}: {error}", path = .0.display(), error = .1)]
    Disk(PathBuf, std::io::Error),
}

/// Keeps two programs from playing the same tournament. The system lets go of it when the program ends, however
/// that happens.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock of a tournament of this database.
    ///
    /// # Errors
    /// Another program has it and keeps it, or its file cannot be made.
    pub fn take(database: &Path, tournament: i64) -> Result<Lock, LockError> {
        let mut name = database.as_os_str().to_owned();
        name.push(format!("-tournament-{tournament}.lock"));
        let path = PathBuf::from(name);
        let wrong = |error: std::io::Error| LockError::Disk(path.clone(), error);
        // A program that was just killed may still be on its way out.
        let end = Instant::now() + PATIENCE;
        loop {
            let file = File::create(&path).map_err(wrong)?;
            match file.try_lock() {
                // Whoever had it before may have removed the file between our opening and our locking it.
                Ok(()) if is_named(&file, &path) => return Ok(Lock { path, _file: file }),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) if Instant::now() < end => std::thread::sleep(PATIENCE / 20),
                Err(TryLockError::WouldBlock) => return Err(LockError::Taken(tournament)),
                Err(TryLockError::Error(error)) => return Err(wrong(error)),
            }
        }
    }
}

/// Whether an open file is the one that stands at a path.
fn is_named(file: &File, path: &Path) -> bool {
    let numbers = |data: Metadata| (data.dev(), data.ino());
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(open), Ok(named)) => numbers(open) == numbers(named),
        _ => false,
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The lock is on the open file; its name is only litter now.
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn however_many_want_it_one_has_it() {
        let database = std::env::temp_dir().join(format!("plybook-lock-{}.db", std::process::id()));
        let inside = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let Ok(lock) = Lock::take(&database, 1) else { continue };
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "two have the lock");
                        std::thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
    }
}
