//! Files that are written whole or not at all, and read up to a limit.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Most symbolic links that are followed to the file they name, as the system itself does.
const MAX_LINKS: usize = 40;

/// The calls that a safe write makes. A trait, so that tests can make any of them fail.
pub trait Disk: Sync {
    /// Makes a new file in place of any that has this name.
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
        // Never through a link that somebody put there.
        let new = || OpenOptions::new().write(true).create_new(true).open(path);
        let file = match new() {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                fs::remove_file(path)?;
                new()
            }
            other => other,
        };
        Ok(Box::new(file?))
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

/// Writes a file whole or not at all: a new file `beside` it, made safe, then renamed, then the folder made safe.
///
/// # Errors
/// The system's, or what `fill` says. The file at `path` is then what it was, or already the new one.
pub(crate) fn replace(
    disk: &dyn Disk,
    path: &Path,
    beside: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let written = disk.create(beside).and_then(|mut file| {
        fill(&mut *file)?;
        file.sync()
    });
    if let Err(error) = written.and_then(|()| disk.rename(beside, path)) {
        // What cannot be removed is read by nobody.
        let _ = disk.remove(beside);
        return Err(error);
    }
    disk.sync_folder(folder(path))
}

/// The folder in which a file lies.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where a file that a person named really lies.
enum Place {
    /// A file, or a name that nobody has yet; a link to it stays a link.
    File(PathBuf),
    /// A terminal, a pipe or another device, which has no old content to keep.
    Device,
}

impl Place {
    fn of(path: &Path) -> io::Result<Place> {
        let mut place = path.to_owned();
        for _ in 0..MAX_LINKS {
            // Where /dev/stdout leads: the names there stand for what is open already.
            if place.starts_with("/proc") {
                return Ok(Place::Device);
            }
            let kind = match place.symlink_metadata() {
                Ok(data) => data.file_type(),
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Place::File(place)),
                Err(error) => return Err(error),
            };
            if kind.is_symlink() {
                place = folder(&place).join(fs::read_link(&place)?);
            } else if kind.is_dir() {
                return Err(ErrorKind::IsADirectory.into());
            } else {
                return Ok(if kind.is_file() { Place::File(place) } else { Place::Device });
            }
        }
        Err(io::Error::other("too many symbolic links"))
    }
}

/// The name of the new file while it is written: hidden, and this process's own.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".new-{}", std::process::id()));
    path.with_file_name(name)
}

/// Writes a file that a person named. Whatever fails, the file that was there keeps all its content, and no fragment of
/// the new one is left under its name.
///
/// # Errors
/// The system's.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_on(&RealDisk, path, contents)
}

/// Does what `write` does, on a disk that may fail.
///
/// # Errors
/// The disk's.
pub fn write_on(disk: &dyn Disk, path: &Path, contents: &[u8]) -> io::Result<()> {
    let path = match Place::of(path)? {
        Place::File(path) => path,
        Place::Device => return OpenOptions::new().write(true).open(path)?.write_all(contents),
    };
    let old = match OpenOptions::new().append(true).open(&path) {
        // A file that is protected from being written is not to be replaced either.
        Ok(file) => Some(file.metadata()?.permissions()),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let beside = beside(&path);
    replace(disk, &path, &beside, |file| {
        if let Some(permissions) = old {
            fs::set_permissions(&beside, permissions)?;
        }
        file.write_all(contents)
    })
}

/// Tries whether a file can be written, before long work is done for it, and leaves everything as it was.
///
/// # Errors
/// The system's: the file could not be written now.
pub fn try_to_write(path: &Path) -> io::Result<()> {
    let Place::File(path) = Place::of(path)? else { return Ok(()) };
    match OpenOptions::new().append(true).open(&path) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let beside = beside(&path);
    RealDisk.create(&beside)?;
    fs::remove_file(beside)
}

/// Reads a whole file of at most so many bytes; one that never ends, such as `/dev/zero`, is left after as many.
///
/// # Errors
/// The system's, or that the file is too large.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let told = file.metadata()?.len();
    let too_many = |count: &dyn std::fmt::Display| {
        io::Error::new(
            ErrorKind::FileTooLarge,
            format!("{count} bytes are too many; at most {most} are read"),
        )
    };
    if told > most {
        return Err(too_many(&told));
    }
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_many(&format!("{} or more", bytes.len()))) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A folder that goes with the value.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("plybook-file-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap().flatten();
            let mut names: Vec<String> =
                entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// A disk whose call of this number fails; a write fails after half of its bytes.
    struct FailingDisk<'a> {
        calls: &'a AtomicUsize,
        failing: usize,
    }

    struct FailingFile {
        file: Box<dyn DiskFile>,
        write: bool,
        sync: bool,
    }

    fn full() -> io::Error {
        ErrorKind::StorageFull.into()
    }

    impl FailingDisk<'_> {
        fn call(&self) -> io::Result<()> {
            if self.fails() { Err(full()) } else { Ok(()) }
        }

        fn fails(&self) -> bool {
            self.calls.fetch_add(1, Ordering::Relaxed) == self.failing
        }
    }

    impl Write for FailingFile {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if !self.write {
                return self.file.write(bytes);
            }
            self.file.write_all(&bytes[..bytes.len() / 2])?;
            Err(full())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.file.flush()
        }
    }

    impl DiskFile for FailingFile {
        fn sync(&mut self) -> io::Result<()> {
            if self.sync { Err(full()) } else { self.file.sync() }
        }
    }

    impl Disk for FailingDisk<'_> {
        fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
            self.call()?;
            let file = RealDisk.create(path)?;
            let (write, sync) = (self.fails(), self.fails());
            Ok(Box::new(FailingFile { file, write, sync }))
        }

        fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
            self.call()?;
            RealDisk.rename(from, to)
        }

        fn sync_folder(&self, path: &Path) -> io::Result<()> {
            self.call()?;
            RealDisk.sync_folder(path)
        }

        fn remove(&self, path: &Path) -> io::Result<()> {
            RealDisk.remove(path)
        }
    }

    #[test]
    fn whatever_fails_there_is_the_old_file_or_the_new_one() {
        let folder = Folder::new("failing");
        let path = folder.0.join("report.csv");
        let mut failures = 0;
        for failing in 0.. {
            fs::write(&path, "the old content").unwrap();
            let calls = AtomicUsize::new(0);
            let result = write_on(&FailingDisk { calls: &calls, failing }, &path, b"new");
            let found = fs::read_to_string(&path).unwrap();
            assert_eq!(folder.names(), ["report.csv"], "call {failing} left something");
            if result.is_ok() {
                assert_eq!(found, "new");
                break;
            }
            failures += 1;
            // Only the folder's entry may be missing: then the new file is there already.
            let last = failing == 4;
            assert_eq!(found, if last { "new" } else { "the old content" }, "call {failing}");
        }
        assert_eq!(failures, 5, "create, write, sync, rename, sync the folder");
    }

    #[test]
    fn links_permissions_and_devices_stay_what_they_are() {
        let folder = Folder::new("links");
        let [file, link, lost] = ["file", "link", "lost"].map(|name| folder.0.join(name));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        symlink("file", &link).unwrap();
        symlink("later", &lost).unwrap();
        for path in [&link, &lost] {
            try_to_write(path).unwrap();
        }
        assert_eq!(folder.names(), ["file", "link", "lost"]);
        write(&link, b"new").unwrap();
        write(&lost, b"later").unwrap();
        assert!(link.is_symlink() && lost.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::read(folder.0.join("later")).unwrap(), b"later");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        write(Path::new("/dev/null"), b"gone").unwrap();
        try_to_write(Path::new("/dev/null")).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        for path in [&folder.0, &folder.0.join("none/file")] {
            assert!(write(path, b"x").is_err() && try_to_write(path).is_err(), "{path:?}");
        }
    }

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let folder = Folder::new("limit");
        let path = folder.0.join("ten");
        fs::write(&path, "0123456789").unwrap();
        assert_eq!(read(&path, 10).unwrap(), b"0123456789");
        assert!(read(&path, 9).unwrap_err().to_string().contains("at most 9"));
        // Says that it holds nothing and never ends.
        assert!(read(Path::new("/dev/zero"), 1000).unwrap_err().to_string().contains("at most 1000"));
    }
}
