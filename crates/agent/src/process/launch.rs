//! What to start and how.

use super::{ResourceLimits, Sandbox};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The environment variables that a foreign program inherits; everything else is cleared.
const INHERITED: [&str; 7] = ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"];

/// How the names of programs begin that only run what a file says.
const INTERPRETERS: [&str; 9] = ["python", "pypy", "java", "node", "ruby", "perl", "lua", "wine", "mono"];

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
    /// Whether it is held in a sandbox, if anything was said about it; otherwise where there is one.
    pub sandbox: Option<Sandbox>,
    /// Files that it must not read, even where they lie beside its own: its opponents' programs. Only a sandbox hides them.
    pub hidden: Vec<PathBuf>,
}

impl Launch {
    /// A program with its arguments and the default limits.
    #[must_use]
    pub fn new(argv: Vec<String>) -> Launch {
        Launch {
            argv,
            folder: None,
            environment: BTreeMap::new(),
            limits: ResourceLimits::default(),
            sandbox: None,
            hidden: Vec::new(),
        }
    }

    /// The program as it is named in messages.
    #[must_use]
    pub fn program(&self) -> &str {
        self.argv.first().map_or("", String::as_str)
    }

    /// A name for it without its path: the stem of the program's file, or of the file that an interpreter is given.
    #[must_use]
    pub fn short_name(&self) -> String {
        let stem = |word: &str| Path::new(word).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let program = stem(self.program()).unwrap_or_default();
        if !INTERPRETERS.iter().any(|name| program.starts_with(name)) {
            return program;
        }
        let file = self.argv.iter().skip(1).find(|word| like_a_file(word));
        file.and_then(|file| stem(file)).unwrap_or(program)
    }

    /// The first argument that is written like a file and is none, as it is named: what a misspelt script leaves behind.
    /// Arguments may be anything, so this explains a failure and does not foretell one.
    #[must_use]
    pub fn missing_file(&self) -> Option<&str> {
        let folder = self.folder.clone().unwrap_or_default();
        let missing = |word: &str| !Path::new(word).exists() && !folder.join(word).exists();
        self.argv.iter().skip(1).map(String::as_str).find(|word| like_a_file(word) && missing(word))
    }

    /// What helps where the program cannot be started for this reason of the system's, in words to be added to it.
    pub(super) fn remedy(&self, reason: &str) -> String {
        let program = Path::new(self.program());
        let folder = self.folder.as_deref().filter(|folder| !folder.is_dir());
        if let Some(folder) = folder {
            format!("; its folder {} is not there: name another", folder.display())
        } else if program.is_dir() {
            "; that is a folder: name the program in it".to_owned()
        } else if reason.contains("Permission denied") || reason.contains("Exec format error") {
            "; make it executable (chmod +x), or name its interpreter first".to_owned()
        } else if reason.contains("No such file") && program.is_file() {
            "; the interpreter that its first line names is not there: name one before it".to_owned()
        } else if reason.contains("No such file") {
            "; name a file that is there, or a program of the search path".to_owned()
        } else {
            String::new()
        }
    }

    /// The files that its command line names, absolute and without links.
    #[must_use]
    pub fn named_files(&self) -> Vec<PathBuf> {
        let files = self.argv.iter().map(Path::new).filter(|path| path.is_file());
        files.filter_map(|path| path.canonicalize().ok()).collect()
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

/// Whether an argument is written like a file.
fn like_a_file(word: &str) -> bool {
    let path = Path::new(word);
    !word.starts_with('-') && (path.components().count() > 1 || path.extension().is_some())
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
    fn scripts_that_are_not_there_are_noticed() {
        let missing = |argv: &[&str], folder: Option<&str>| {
            let launch = Launch::new(argv.iter().map(|word| (*word).to_owned()).collect());
            let launch = Launch { folder: folder.map(PathBuf::from), ..launch };
            launch.missing_file().map(str::to_owned)
        };
        assert_eq!(missing(&["python3", "-u", "nowhere.py"], None).as_deref(), Some("nowhere.py"));
        assert_eq!(missing(&["python3", "/nowhere/at-all", "x.y"], None).as_deref(), Some("/nowhere/at-all"));
        assert_eq!(missing(&["python3", "src/lib.rs", "--level=1.5", "fast"], None), None);
        assert_eq!(missing(&["python3", "lib.rs"], Some("src")), None);
        assert_eq!(missing(&["nowhere.exe"], None), None, "the program itself is not an argument");
    }

    #[test]
    fn a_short_name_has_no_path() {
        for (argv, name) in [
            (&["/usr/games/stockfish"][..], "stockfish"),
            (&["../engines/edax.exe", "-nboard"], "edax"),
            (&["python3", "-u", "/home/a/agents/mine.py", "--level=3"], "mine"),
            (&["java", "-jar", "saio/Saio.jar"], "Saio"),
            (&["python3.12", "-c"], "python3"),
            (&["ntest", "ntest.ini"], "ntest"),
        ] {
            let launch = Launch::new(argv.iter().map(|word| (*word).to_owned()).collect());
            assert_eq!(launch.short_name(), name, "{argv:?}");
        }
    }

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
