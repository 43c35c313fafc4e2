//! Where databases lie.

use super::error::EndgameError;
use super::file::Expected;
use super::fingerprint::fingerprint;
use plybook_kernel::{Indexed, Slice};
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// How the name of a finished slice ends.
pub(crate) const FINISHED: &str = "end";
/// How the name of a checkpoint ends.
pub(crate) const CHECKPOINT: &str = "part";

/// The variable that names the folder of endgame databases.
pub const VARIABLE: &str = "PLYBOOK_ENDGAME";

/// A folder of endgame databases: a folder for each game, and in it a file for each slice, named after the slice and
/// the fingerprint of the rules.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    /// The user's folder: the variable `PLYBOOK_ENDGAME`, or `plybook/endgame` in `XDG_DATA_HOME`, or that in
    /// `~/.local/share`. `None` if not even a home folder is known.
    #[must_use]
    pub fn of_user() -> Option<Folder> {
        Folder::from_variables(|name| std::env::var_os(name))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Option<Folder> {
        let set = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let data = || {
            let own = set("XDG_DATA_HOME").filter(|path| path.is_absolute());
            own.or_else(|| Some(set("HOME")?.join(".local").join("share")))
        };
        set(VARIABLE).or_else(|| Some(data()?.join("plybook").join("endgame"))).map(Folder)
    }

    /// Whether anything may be installed for a game.
    #[must_use]
    pub fn has(&self, game: &str) -> bool {
        self.0.join(game).is_dir()
    }

    /// The file of a slice.
    pub(crate) fn path(&self, expected: &Expected, ending: &str) -> PathBuf {
        let name = format!("{}-{:016x}.{ending}", expected.slice_name, expected.rules);
        self.0.join(&expected.game).join(name)
    }

    /// Makes the folder of a game and locks it for writing; the lock lasts as long as the file.
    pub(crate) fn lock(&self, game: &str) -> Result<File, EndgameError> {
        let folder = self.0.join(game);
        fs::create_dir_all(&folder).map_err(EndgameError::disk(&folder, "make this folder"))?;
        let path = folder.join("lock");
        let file = File::create(&path).map_err(EndgameError::disk(&path, "make it"))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => {
                let source = std::io::Error::other("another build is at work in this folder; wait for it");
                Err(EndgameError::Disk { path, action: "lock it", source })
            }
            Err(TryLockError::Error(source)) => Err(EndgameError::Disk { path, action: "lock it", source }),
        }
    }

    /// Whether a finished file of this slice's name exists, of whatever rules.
    pub(crate) fn may_hold(&self, game: &str, slice_name: &str) -> bool {
        let start = format!("{slice_name}-");
        let ending = format!(".{FINISHED}");
        let is_it = |name: &str| {
            let rest = name.strip_prefix(&start).and_then(|rest| rest.strip_suffix(&ending));
            rest.is_some_and(|rest| !rest.contains('-'))
        };
        let Ok(entries) = fs::read_dir(self.0.join(game)) else { return false };
        entries.flatten().any(|entry| entry.file_name().to_str().is_some_and(is_it))
    }
}

/// What the file of a slice must be.
pub(crate) fn expected<G: Indexed>(game: &G, name: &str, slice: Slice) -> Expected {
    Expected {
        game: name.to_owned(),
        slice_name: game.slice_name(slice),
        rules: fingerprint(game, slice),
        size: game.size(slice),
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_users_folder_follows_the_variables() {
        let check = |variables: &[(&str, &str)], expected: Option<&str>| {
            let value = |name: &str| {
                variables.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
            };
            assert_eq!(
                Folder::from_variables(value),
                expected.map(|path| Folder(path.into())),
                "{variables:?}"
            );
        };
        check(&[], None);
        check(&[("HOME", "/home/ann")], Some("/home/ann/.local/share/plybook/endgame"));
        check(&[("HOME", "/home/ann"), ("XDG_DATA_HOME", "/data")], Some("/data/plybook/endgame"));
        check(
            &[("HOME", "/home/ann"), ("XDG_DATA_HOME", "data")],
            Some("/home/ann/.local/share/plybook/endgame"),
        );
        check(&[("PLYBOOK_ENDGAME", "here"), ("HOME", "/home/ann")], Some("here"));
        check(
            &[("PLYBOOK_ENDGAME", ""), ("HOME", "/home/ann")],
            Some("/home/ann/.local/share/plybook/endgame"),
        );
    }
}
