//! Every word that the names of public types are made of stands in docs/glossary.md.

use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The page that explains the words.
const PAGE: &str = "docs/glossary.md";
/// The crates whose types others use.
const LIBRARIES: [&str; 9] =
    ["kernel", "model", "search", "store", "learn", "catalog", "agent", "arena", "work"];

/// Says which words are missing.
pub fn check(root: &Path, complaints: &mut Vec<String>) -> Result<()> {
    let explained = headwords(&fs::read_to_string(root.join(PAGE)).context(PAGE)?);
    let mut used = BTreeMap::new();
    for library in LIBRARIES {
        for path in sources(&root.join("crates").join(library).join("src")) {
            for name in public_types(&fs::read_to_string(&path)?) {
                used.extend(words(&name).into_iter().map(|word| (word, name.clone())));
            }
        }
    }
    for (word, name) in used.iter().filter(|(word, _)| !explained.contains(*word)) {
        complaints.push(format!("{PAGE}: `{word}`, as in {name}, is not explained"));
    }
    Ok(())
}

/// The source files below a folder, tests left out.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && name != "tests" {
            files.extend(sources(&path));
        } else if name.ends_with(".rs") && name != "tests.rs" {
            files.push(path);
        }
    }
    files
}

/// The names of the types and traits that a source file declares for others.
fn public_types(source: &str) -> Vec<String> {
    let name = |line: &str| {
        let rest = line.trim_start().strip_prefix("pub ")?;
        let rest = ["struct ", "enum ", "trait "].iter().find_map(|kind| rest.strip_prefix(kind))?;
        Some(rest.split(|letter: char| !letter.is_ascii_alphanumeric()).next()?.to_owned())
    };
    source.lines().filter_map(name).collect()
}

/// The words of a name: `TablebaseValue` is made of `Tablebase` and `Value`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for letter in name.chars() {
        match words.last_mut() {
            Some(word) if !letter.is_ascii_uppercase() => word.push(letter),
            _ => words.push(letter.to_string()),
        }
    }
    words
}

/// What the page explains: the names in the first columns of its tables, and those of its last section.
fn headwords(page: &str) -> BTreeSet<String> {
    let mut last = false;
    let mut found = BTreeSet::new();
    for line in page.lines() {
        last |= line.starts_with("## Words that mean");
        let cell = if last {
            line
        } else {
            line.strip_prefix('|').and_then(|row| row.split('|').next()).unwrap_or("")
        };
        found.extend(cell.split('`').skip(1).step_by(2).map(str::to_owned));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_words() {
        assert_eq!(words("TablebaseValue"), ["Tablebase", "Value"]);
        assert_eq!(words("Version2"), ["Version2"]);
        let source =
            "pub struct A<T>(T);\n    pub enum Be {\npub(crate) struct C;\npub trait De: Send {\nstruct E;\n";
        assert_eq!(public_types(source), ["A", "Be", "De"]);
    }

    #[test]
    fn first_columns_and_the_last_section_explain() {
        let page = "`No`\n| `A`, `B` | `C` |\n## Words that mean what\n`D`,\n`E`\n";
        assert_eq!(headwords(page), BTreeSet::from(["A", "B", "D", "E"].map(str::to_owned)));
    }
}
