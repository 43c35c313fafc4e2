//! What a foreign program may use.

use serde::{Deserialize, Serialize};

/// Bytes of a mebibyte.
const MEBIBYTE: u64 = 1 << 20;
/// Address space in mebibytes: engines reserve much more than they use.
const MEMORY: u64 = 8192;
/// Processor time of one process in seconds.
const CPU: u64 = 4 * 3600;
/// Open files of one process.
const FILES: u64 = 256;
/// Processes and threads beyond those that the user has already.
const PROCESSES: u64 = 256;
/// Largest file in mebibytes.
const FILE_SIZE: u64 = 256;

/// Limits of a foreign process and of each of its descendants, kept by the operating system; memory and processes also of
/// all of them together, kept by their supervisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceLimits {
    /// Address space of each in mebibytes, and the memory that all of them hold together; not more than a quarter of the
    /// machine's.
    pub memory: u64,
    /// Processor time in seconds.
    pub cpu: u64,
    /// Open files.
    pub files: u64,
    /// Processes and threads, of all of them together.
    pub processes: u64,
}

impl Default for ResourceLimits {
    fn default() -> ResourceLimits {
        ResourceLimits { memory: MEMORY, cpu: CPU, files: FILES, processes: PROCESSES }
    }
}

impl ResourceLimits {
    /// The address space in bytes.
    #[must_use]
    pub const fn memory_bytes(&self) -> u64 {
        self.memory.saturating_mul(MEBIBYTE)
    }

    /// The largest file in bytes.
    #[must_use]
    pub const fn file_bytes(&self) -> u64 {
        FILE_SIZE * MEBIBYTE
    }
}
