//! What to start and how.

use super::ResourceLimits;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The environment variables that a foreign program inherits; everything else is cleared.
const INHERITED: [&str; 7] = ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"];

/// A foreign program: always a list of arguments, never a line for a shell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launch {
    /// The program, then its arguments.
    pub argv: Vec<String>,
    /// Its working folder. If none: the folder of the program's file, or of the first argument that is a file, so
    /// that it finds what lies beside it.
    pub folder: Option<PathBuf>,
    /// Variables beyond the few that are inherited.
    pub environment: BTreeMap<String, String>,
    /// What it may use.
    pub limits: ResourceLimits,
}

impl Launch {
    /// A program with its arguments and the usual limits.
    #[must_use]
    pub fn new(argv: Vec<String>) -> Launch {
        Launch { argv, folder: None, environment: BTreeMap::new(), limits: ResourceLimits::default() }
    }

    /// The program as it is named in messages.
    #[must_use]
    pub fn program(&self) -> &str {
        self.argv.first().map_or("", String::as_str)
    }

    /// The same with all files and folders absolute, since the working folder changes, and with the whole
    /// environment.
    #[must_use]
    pub fn resolved(&self) -> Launch {
        let mut launch = self.clone();
        let mut home = None;
        for (number, argument) in launch.argv.iter_mut().enumerate() {
            let path = Path::new(argument.as_str());
            let named = number > 0 || path.components().count() > 1 || !in_search_path(path);
            if named
                && path.is_file()
                && let Ok(absolute) = path.canonicalize()
            {
                home = home.or_else(|| absolute.parent().map(Path::to_owned));
                // A program keeps the name it was called by: it may be a link that looks at its own name.
                *argument =
                    match (path.parent().and_then(|parent| parent.canonicalize().ok()), path.file_name()) {
                        (Some(parent), Some(name)) if parent != Path::new("") => {
                            parent.join(name).display().to_string()
                        }
                        _ => absolute.display().to_string(),
                    };
            }
        }
        let folder = launch.folder.take().map(|folder| folder.canonicalize().unwrap_or(folder));
        launch.folder = folder.or(home).or_else(|| Some(std::env::temp_dir()));
        let inherited =
            INHERITED.iter().filter_map(|name| Some(((*name).to_owned(), std::env::var(name).ok()?)));
        launch.environment = inherited.chain(launch.environment).collect();
        launch
    }
}

/// Whether the system finds a program of this name by itself. One that it does not find may lie in the current folder.
fn in_search_path(name: &Path) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_become_absolute_and_the_environment_is_cleared() {
        let launch = Launch::new(vec!["python3".to_owned(), "src/lib.rs".to_owned(), "--x".to_owned()]);
        let resolved = launch.resolved();
        assert_eq!(resolved.argv[0], "python3");
        assert!(Path::new(&resolved.argv[1]).is_absolute() && resolved.argv[1].ends_with("src/lib.rs"));
        assert_eq!(resolved.argv[2], "--x");
        assert!(resolved.folder.unwrap().ends_with("src"));
        assert!(resolved.environment.keys().all(|name| INHERITED.contains(&name.as_str())));
        let here = Launch::new(vec!["Cargo.toml".to_owned()]).resolved();
        assert!(Path::new(&here.argv[0]).is_absolute(), "a file beside us needs no `./`: {:?}", here.argv);
        let bare = Launch::new(vec!["python3".to_owned()]).resolved();
        assert_eq!(bare.folder, Some(std::env::temp_dir()));
    }
}
