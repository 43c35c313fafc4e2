//! One program at a time plays a tournament.

use crate::bad_input::BadInput;
use anyhow::Result;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long to wait for another program that plays the same tournament.
const PATIENCE: Duration = Duration::from_secs(1);

/// Keeps two programs from playing the same tournament. The system lets go of it when the program ends, however
/// that happens.
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock of a tournament of this database.
    pub fn take(database: &Path, tournament: i64) -> Result<Lock> {
        let mut name = database.as_os_str().to_owned();
        name.push(format!("-tournament-{tournament}.lock"));
        let path = PathBuf::from(name);
        let wrong = |error: std::io::Error| BadInput::new(format!("{}: {error}", path.display()));
        let file = File::create(&path).map_err(wrong)?;
        // A program that was just killed may still be on its way out.
        let end = Instant::now() + PATIENCE;
        let mut taken = file.try_lock();
        while matches!(taken, Err(TryLockError::WouldBlock)) && Instant::now() < end {
            std::thread::sleep(PATIENCE / 20);
            taken = file.try_lock();
        }
        match taken {
            Ok(()) => Ok(Lock { path, _file: file }),
            Err(TryLockError::WouldBlock) => Err(BadInput::new(format!(
                "tournament {tournament} is being played by another program; wait for it, or play another one with \
                 --again"
            ))
            .into()),
            Err(TryLockError::Error(error)) => Err(wrong(error).into()),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The lock is on the open file; its name is only litter now.
        let _ = std::fs::remove_file(&self.path);
    }
}
