//! The folder of rules files that the page shows: `plybook serve --rules DIR`. It is read anew whenever the page asks, so that
//! a file that was saved in an editor is on the board a moment later.

use crate::bad_input::BadInput;
use anyhow::Result;
use plybook_store::file::read;
use plybook_workbench::rules_text::{FolderFile, LONGEST_TEXT};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files that are shown at most, in the order of the alphabet.
const MOST_FILES: usize = 200;
/// How the name of a rules file ends.
const ENDING: &str = ".rules";

/// A folder of rules files.
#[derive(Clone, Debug)]
pub struct RulesFolder(Arc<Path>);

impl RulesFolder {
    /// The folder at a path.
    ///
    /// # Errors
    /// There is no folder, or it cannot be read.
    pub fn open(path: &Path) -> Result<RulesFolder> {
        let complain = |why: &dyn std::fmt::Display| {
            BadInput::new(format!(
                "--rules {}: {why}; name a folder of files that end in {ENDING}",
                path.display()
            ))
        };
        std::fs::read_dir(path).map_err(|error| complain(&error))?;
        Ok(RulesFolder(path.into()))
    }

    /// Its files as they are now. One that cannot be read is there with what is wrong with it.
    pub fn files(&self) -> Vec<FolderFile> {
        let entries = std::fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
            .map(|entry| entry.path())
            .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(ENDING)))
            .collect();
        paths.sort();
        paths.truncate(MOST_FILES);
        paths.iter().map(|path| file(path)).collect()
    }
}

fn file(path: &Path) -> FolderFile {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let text = read(path, LONGEST_TEXT as u64)
        .map_err(|error| error.to_string())
        .and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is no text; save it as UTF-8".to_owned()));
    match text {
        Ok(text) => FolderFile { name, text: Some(text), problem: None },
        Err(problem) => FolderFile { name, text: None, problem: Some(problem) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_as_they_are_now() {
        let folder = std::env::temp_dir().join(format!("plybook-rules-folder-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("inner.rules")).unwrap();
        let rules = RulesFolder::open(&folder).unwrap();
        assert!(rules.files().is_empty(), "a folder is no file");
        std::fs::write(folder.join("b.rules"), "game B").unwrap();
        std::fs::write(folder.join("a.rules"), [0xff]).unwrap();
        std::fs::write(folder.join("c.rules"), "#".repeat(LONGEST_TEXT + 1)).unwrap();
        std::fs::write(folder.join("notes.txt"), "game N").unwrap();
        let files = rules.files();
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["a.rules", "b.rules", "c.rules"]);
        assert_eq!(files[1].text.as_deref(), Some("game B"));
        assert!(files[0].problem.as_deref().is_some_and(|problem| problem.contains("UTF-8")));
        assert!(files[2].text.is_none() && files[2].problem.is_some());
        std::fs::write(folder.join("b.rules"), "game Other").unwrap();
        assert_eq!(rules.files()[1].text.as_deref(), Some("game Other"));
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(rules.files().is_empty());
        let error = RulesFolder::open(&folder).unwrap_err().to_string();
        assert!(error.contains("--rules") && error.contains(".rules"), "{error}");
    }
}
