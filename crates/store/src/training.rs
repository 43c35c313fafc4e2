//! The folder of a training: what a long job keeps as it goes on, by name. A file is there whole or not at all, so that a
//! job that was ended at any moment finds what it had finished.

use crate::file;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Largest content of a file, unpacked, in bytes.
const LARGEST: usize = 256 << 20;
/// How hard the compressor tries: games are written often, and little is gained by more.
const LEVEL: i32 = 3;

/// A folder with the compressed files of a training.
#[derive(Clone, Debug)]
pub struct TrainingFolder(PathBuf);

impl TrainingFolder {
    /// The folder, made if it is not there.
    ///
    /// # Errors
    /// The system's.
    pub fn open(path: &Path) -> io::Result<TrainingFolder> {
        fs::create_dir_all(path)?;
        Ok(TrainingFolder(path.to_owned()))
    }

    /// Where it lies.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.zst"))
    }

    /// The content of a name; `None` if there is none.
    ///
    /// # Errors
    /// The system's, or that the file is damaged.
    pub fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let packed = match file::read(&self.file(name), LARGEST as u64) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            packed => packed?,
        };
        let damaged = || io::Error::new(io::ErrorKind::InvalidData, "the file is damaged");
        let (size, packed) = packed.split_first_chunk().ok_or_else(damaged)?;
        let size = u32::from_le_bytes(*size) as usize;
        if size > LARGEST {
            return Err(damaged());
        }
        let content = zstd::bulk::decompress(packed, size).map_err(|_| damaged())?;
        if content.len() == size { Ok(Some(content)) } else { Err(damaged()) }
    }

    /// Keeps a content under a name, in place of an older one.
    ///
    /// # Errors
    /// The system's. The older content is then still there, or already the new one.
    pub fn write(&self, name: &str, content: &[u8]) -> io::Result<()> {
        let mut bytes = (content.len() as u32).to_le_bytes().to_vec();
        bytes.extend(zstd::bulk::compress(content, LEVEL)?);
        file::write(&self.file(name), &bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_come_back_and_damage_is_told() {
        let path = std::env::temp_dir().join(format!("plybook-training-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        let folder = TrainingFolder::open(&path.join("inner")).unwrap();
        assert_eq!(folder.read("games").unwrap(), None);
        for content in [&b"first"[..], b"", &[7; 100_000]] {
            folder.write("games", content).unwrap();
            assert_eq!(folder.read("games").unwrap().as_deref(), Some(content));
        }
        let file = folder.file("games");
        let whole = fs::read(&file).unwrap();
        assert!(whole.len() < 1_000, "it is packed");
        for cut in [0, 3, 4, whole.len() - 1] {
            fs::write(&file, &whole[..cut]).unwrap();
            assert!(folder.read("games").is_err(), "cut to {cut}");
        }
        fs::write(&file, [0xff; 40]).unwrap();
        assert!(folder.read("games").is_err());
        assert!(TrainingFolder::open(&file).is_err(), "a file is no folder");
        fs::remove_dir_all(&path).unwrap();
    }
}
