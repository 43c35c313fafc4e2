//! Where the database of games lies.

use crate::arena_arguments::Archive;
use crate::bad_input::BadInput;
use anyhow::Result;
use plybook_store::database::Database;
use std::env::var_os;
use std::ffi::OsString;
use std::path::PathBuf;

/// The variable that names the file.
const VARIABLE: &str = "PLYBOOK_DB";

/// Opens the database that an option, the environment or the user's data folder names.
pub fn open(archive: &Archive) -> Result<Database> {
    Ok(Database::open(&path(archive)?).map_err(|error| BadInput::new(error.to_string()))?)
}

/// Opens a database to look at, also one that may not be written. One that the command line names must be there: a misspelt name would look empty.
pub fn open_existing(archive: &Archive) -> Result<Database> {
    match &archive.db {
        Some(path) if !path.exists() => {
            let named = path.display();
            Err(BadInput::new(format!("there is no database {named}; name another file with --db")).into())
        }
        _ => {
            let path = path(archive)?;
            let database = if path.exists() { Database::open_to_read(&path) } else { Database::open(&path) };
            Ok(database.map_err(|error| BadInput::new(error.to_string()))?)
        }
    }
}

/// Where the database lies; it may not be there yet.
pub fn path(archive: &Archive) -> Result<PathBuf> {
    let set = |name: &str| var_os(name).filter(|value| !value.is_empty());
    let path = locate(archive.db.clone(), set(VARIABLE), set("XDG_DATA_HOME"), set("HOME"));
    let missing = || {
        BadInput::new(format!(
            "there is no data folder (HOME is not set); name a file with --db or {VARIABLE}"
        ))
    };
    Ok(path.ok_or_else(missing)?)
}

/// The first of these that says where the file lies.
fn locate(
    option: Option<PathBuf>,
    variable: Option<OsString>,
    data: Option<OsString>,
    home: Option<OsString>,
) -> Option<PathBuf> {
    let below = |folder: PathBuf| folder.join("plybook").join("plybook.db");
    option
        .or(variable.map(PathBuf::from))
        // The standard asks for an absolute path; any other is to be ignored.
        .or(data.map(PathBuf::from).filter(|path| path.is_absolute()).map(below))
        .or(home.map(|home| below(PathBuf::from(home).join(".local").join("share"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_counts() {
        let some = |text: &str| Some(OsString::from(text));
        let path = |text: &str| Some(PathBuf::from(text));
        assert_eq!(locate(path("a.db"), some("b.db"), some("/c"), some("/d")), path("a.db"));
        assert_eq!(locate(None, some("b.db"), some("/c"), some("/d")), path("b.db"));
        assert_eq!(locate(None, None, some("/c"), some("/d")), path("/c/plybook/plybook.db"));
        assert_eq!(locate(None, None, some("c"), some("/d")), path("/d/.local/share/plybook/plybook.db"));
        assert_eq!(locate(None, None, None, None), None);
    }
}
