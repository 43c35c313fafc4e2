//! The rules of the house that a program can check.

mod dependencies;
mod glossary;

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Longest source file that needs no reason, in lines.
const LONGEST_FILE: usize = 600;
/// Longest component of the page that needs no reason, in lines.
const LONGEST_COMPONENT: usize = 300;
/// The list of longer files, each with its reason.
const LONG_FILES: &str = "xtask/long-files.txt";
/// Where each game's own data lies, by folder and ending.
const GAME_FILES: [(&str, &str); 3] = [("perft", "txt"), ("malformed", "txt"), ("playthroughs", "txt")];

/// Everything that is not as it should be, a line each.
///
/// # Errors
/// A file that must be there cannot be read.
pub fn complaints(root: &Path) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    arrows(root, &mut complaints)?;
    dependencies::check(root, &mut complaints)?;
    glossary::check(root, &mut complaints)?;
    game_files(root, &mut complaints);
    long_files(root, &mut complaints)?;
    documentation(root, &mut complaints)?;
    Ok(complaints)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// The members' folders: the crates, the Python package and this one.
fn members(root: &Path) -> Result<Vec<PathBuf>> {
    let mut members: Vec<PathBuf> =
        fs::read_dir(root.join("crates"))?.flatten().map(|entry| entry.path()).collect();
    members.retain(|path| path.join("Cargo.toml").is_file());
    members.extend(["python", "xtask"].map(|folder| root.join(folder)));
    members.sort();
    Ok(members)
}

/// A member's short name, as ARCHITECTURE.md has it.
fn short(name: &str) -> &str {
    name.strip_prefix("plybook-").unwrap_or(name)
}

/// What each crate may use, from the table in ARCHITECTURE.md headed `crate | may use | never`.
fn allowed(architecture: &str) -> BTreeMap<String, Vec<String>> {
    let mut table = BTreeMap::new();
    let rows = architecture.lines().skip_while(|line| !line.starts_with("| crate | may use |")).skip(2);
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (Some(names), Some(uses)) = (cells.get(1), cells.get(2)) else { continue };
        let words = |text: &str| -> Vec<String> {
            text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').map(str::to_owned).collect()
        };
        for name in words(names).into_iter().filter(|name| !name.is_empty()) {
            table.insert(name, words(uses));
        }
    }
    table
}

/// Every arrow between crates stands in the table; the kernel depends on nothing.
fn arrows(root: &Path, complaints: &mut Vec<String>) -> Result<()> {
    let table = allowed(&read(&root.join("ARCHITECTURE.md"))?);
    for member in members(root)? {
        let manifest: toml::Table = read(&member.join("Cargo.toml"))?.parse()?;
        let name =
            manifest.get("package").and_then(|p| p.get("name")).and_then(|n| n.as_str()).unwrap_or_default();
        let used: Vec<&str> = match manifest.get("dependencies").and_then(|d| d.as_table()) {
            Some(table) => table.keys().map(String::as_str).collect(),
            None => Vec::new(),
        };
        let Some(may) = table.get(short(name)) else {
            complaints
                .push(format!("ARCHITECTURE.md: the dependency table has no row for `{}`", short(name)));
            continue;
        };
        for other in used.iter().filter(|other| other.starts_with("plybook")) {
            if !may.iter().any(|word| word == short(other)) {
                complaints.push(format!(
                    "{}: `{}` may not use `{}`",
                    member.display(),
                    short(name),
                    short(other)
                ));
            }
        }
        if name == "plybook-kernel" && !used.is_empty() {
            complaints.push(format!("the kernel depends on {}", used.join(", ")));
        }
    }
    Ok(())
}

/// Every game has its data, and no data is left of games that are gone.
fn game_files(root: &Path, complaints: &mut Vec<String>) {
    let games = plybook_catalog::all_games();
    for (folder, ending) in GAME_FILES {
        let folder = root.join("testdata").join(folder);
        for game in &games {
            let path = folder.join(format!("{}.{ending}", game.name));
            if !path.is_file() {
                complaints.push(format!("{} is missing", path.display()));
            }
        }
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if !games.iter().any(|game| game.name == stem) {
                complaints.push(format!("{} belongs to no game", path.display()));
            }
        }
    }
}

/// How long a source file of this ending may be.
fn longest(ending: &str) -> usize {
    if ending == "svelte" { LONGEST_COMPONENT } else { LONGEST_FILE }
}

/// Source files stay short, or their reason stands in the list.
fn long_files(root: &Path, complaints: &mut Vec<String>) -> Result<()> {
    let list = read(&root.join(LONG_FILES))?;
    let entry =
        |line: &str| line.split_once(": ").map(|(path, reason)| (path.to_owned(), reason.trim().to_owned()));
    let reasons: BTreeMap<String, String> =
        list.lines().filter(|line| !line.starts_with('#')).filter_map(entry).collect();
    let mut open: Vec<PathBuf> =
        ["crates", "python", "xtask", "web/src"].iter().map(|folder| root.join(folder)).collect();
    let mut long = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            if path.is_dir() && !["target", "node_modules"].contains(&name) {
                open.push(path);
            } else if ["rs", "ts", "svelte", "py"].contains(&ending)
                && read(&path)?.lines().count() > longest(ending)
            {
                long.push(path.strip_prefix(root).unwrap_or(&path).display().to_string());
            }
        }
    }
    for path in &long {
        if reasons.get(path).is_none_or(String::is_empty) {
            complaints.push(format!(
                "{path} has over {} lines: split it, or give a reason in {LONG_FILES}",
                longest(path.rsplit('.').next().unwrap_or_default())
            ));
        }
    }
    for path in reasons.keys().filter(|path| !long.contains(path)) {
        complaints.push(format!("{LONG_FILES}: {path} is not long any more"));
    }
    Ok(())
}

/// Every member says what it is: in its manifest, at the top of its code and in the code map.
fn documentation(root: &Path, complaints: &mut Vec<String>) -> Result<()> {
    let architecture = read(&root.join("ARCHITECTURE.md"))?;
    for member in members(root)? {
        let name = member.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let manifest: toml::Table = read(&member.join("Cargo.toml"))?.parse()?;
        if manifest.get("package").and_then(|package| package.get("description")).is_none() {
            complaints.push(format!("{name}: the manifest has no description"));
        }
        let top = ["src/lib.rs", "src/main.rs"].map(|file| member.join(file));
        let code =
            top.iter().find(|path| path.is_file()).map(|path| read(path)).transpose()?.unwrap_or_default();
        if !code.starts_with("//!") {
            complaints.push(format!("{name}: its first file does not say what it is"));
        }
        if !architecture.lines().any(|line| line.trim_start().starts_with(&format!("{name}/"))) {
            complaints.push(format!("ARCHITECTURE.md: the code map has no line for `{name}/`"));
        }
    }
    Ok(())
}
