//! Mutation of move generators: each game's list of small wrong changes is applied, one at a time, to a copy of
//! the project, and the game's tests must fail. The project itself is never touched.

use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// One wrong change: a piece of text that occurs exactly once in a file, and what replaces it.
#[derive(Debug, PartialEq, Eq)]
pub struct Mutation {
    /// The file, from the project's folder.
    pub file: String,
    /// The text to replace.
    pub old: String,
    /// Its replacement.
    pub new: String,
}

/// How long a game's tests may take: many times what they need.
const LONGEST_TESTS: Duration = Duration::from_secs(150);

/// Mutations that a list must hold.
pub const AT_LEAST: usize = 20;

/// Reads a list: blocks of `file: `, `old: ` and `new: ` lines with blank lines between them.
///
/// # Errors
/// A block lacks a line.
pub fn read_list(text: &str) -> Result<Vec<Mutation>> {
    let mut mutations = Vec::new();
    for block in text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        let part = |name: &str| {
            let line = block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            line.map(str::to_owned).with_context(|| format!("no `{name}: ` line in the block\n{block}"))
        };
        let new = part("new").unwrap_or_default();
        mutations.push(Mutation { file: part("file")?, old: part("old")?, new });
    }
    Ok(mutations)
}

/// The games that have a list, by the lists' file names.
///
/// # Errors
/// The folder cannot be read.
pub fn games(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("testdata/mutations");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let stem = |path: PathBuf| path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
    let mut games: Vec<String> = entries.flatten().filter_map(|entry| stem(entry.path())).collect();
    games.sort();
    Ok(games)
}

/// The mutated text of a file.
///
/// # Errors
/// The old text does not occur exactly once.
pub fn apply(source: &str, mutation: &Mutation) -> Result<String> {
    let found = source.matches(&mutation.old).count();
    ensure!(found == 1, "{}: {:?} occurs {found} times, not once", mutation.file, mutation.old);
    Ok(source.replacen(&mutation.old, &mutation.new, 1))
}

/// Runs the mutations of a game, or of all, and prints what became of each.
///
/// # Errors
/// A mutation survives, does not compile or cannot be applied.
pub fn run(root: &Path, game: &str) -> Result<()> {
    let names = if game == "all" { games(root)? } else { vec![game.to_owned()] };
    let copy = root.join("target/mutants");
    let mut survivors = 0;
    for name in names {
        let list = root.join("testdata/mutations").join(format!("{name}.txt"));
        let mutations = read_list(&fs::read_to_string(&list).with_context(|| list.display().to_string())?)?;
        copy_project(root, &copy)?;
        ensure!(tests_pass(&copy, &name)?, "{name}: the tests fail without any mutation");
        for (number, mutation) in mutations.iter().enumerate() {
            let path = copy.join(&mutation.file);
            let source = fs::read_to_string(&path).with_context(|| mutation.file.clone())?;
            fs::write(&path, apply(&source, mutation)?)?;
            let survived = tests_pass(&copy, &name)?;
            fs::write(&path, &source)?;
            survivors += usize::from(survived);
            let fate = if survived { "SURVIVED" } else { "caught" };
            println!("{name} {:>2} {fate}: {} -> {}", number + 1, mutation.old.trim(), mutation.new.trim());
        }
    }
    if survivors > 0 {
        bail!("{survivors} mutations survived");
    }
    Ok(())
}

/// Copies what the games' tests need.
fn copy_project(root: &Path, copy: &Path) -> Result<()> {
    fs::create_dir_all(copy)?;
    let from = |name: &str| root.join(name);
    let parts = ["Cargo.toml", "Cargo.lock", "crates", "testdata", "xtask"].map(from);
    let status = Command::new("cp").arg("-r").args(parts).arg(copy).status()?;
    ensure!(status.success(), "the project could not be copied to {}", copy.display());
    Ok(())
}

/// Whether the game's own tests and its counts pass in the copy. Tests that do not come to an end have failed. A
/// mutation that does not compile is an error.
fn tests_pass(copy: &Path, game: &str) -> Result<bool> {
    let module = game.replace('-', "_");
    let command = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO"));
        command.current_dir(copy).args(["test", "--quiet", "--package", "plybook-games", "--test", "rules"]);
        command.args(arguments).env("CARGO_TARGET_DIR", copy.join("target")).env("PLYBOOK_GAME", game);
        command
    };
    let built = command(&["--no-run"]).output()?;
    ensure!(built.status.success(), "does not compile:\n{}", String::from_utf8_lossy(&built.stderr));
    let mut tests = command(&["--", &module, "counts_are_the_published_ones"]);
    let mut child = tests.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0).spawn()?;
    let began = Instant::now();
    while began.elapsed() < LONGEST_TESTS {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        sleep(Duration::from_millis(100));
    }
    // The tests run below cargo, in a process group of their own.
    Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
    child.wait()?;
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_applied() {
        let list = read_list("file: a.rs\nold: x + 1\nnew: x - 1\n\nfile: b.rs\nold: !\nnew: \n").unwrap();
        assert_eq!(list.len(), 2);
        assert_eq!(apply("let y = x + 1;", &list[0]).unwrap(), "let y = x - 1;");
        assert!(apply("x + 1; x + 1", &list[0]).is_err());
        assert!(read_list("file: a.rs\nnew: x").is_err());
    }
}
