//! docs/dependencies.md names everything that comes from outside, and nothing that comes in is under a licence that asks
//! more than to be named.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The page that names all direct dependencies.
const PAGE: &str = "docs/dependencies.md";
/// Licences that ask no more than to be named.
const PERMISSIVE: [&str; 12] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "0BSD",
    "Unlicense",
    "CC0-1.0",
    "Unicode-3.0",
];

/// What a table of the page says: names and licences.
type Rows = BTreeMap<String, String>;

/// Says where the page and the manifests differ, and which licences are not permissive.
pub fn check(root: &Path, complaints: &mut Vec<String>) -> Result<()> {
    let page = fs::read_to_string(root.join(PAGE)).context(PAGE)?;
    let metadata = metadata(root)?;
    let mut licences = BTreeMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let (name, licence) = (text(&package["name"]), text(&package["license"]));
        if !is_permissive(licence) {
            complaints
                .push(format!("Cargo.lock: {name} is under {licence:?}, which is no permissive licence"));
        }
        licences.insert(name.to_owned(), licence.to_owned());
    }
    let members = manifests(root, &["crates", "python", "xtask"])?;
    compare("Rust", &rows(&page, "Rust"), &members, Some(&licences), complaints);
    let benches = manifests(root, &["benches"])?.difference(&members).cloned().collect();
    compare("Comparisons", &rows(&page, "Comparisons"), &benches, None, complaints);
    let (npm, licences) = npm(root)?;
    compare("The page", &rows(&page, "The page"), &npm, Some(&licences), complaints);
    compare(
        "Programs for the tests",
        &rows(&page, "Programs for the tests"),
        &outside(root)?,
        None,
        complaints,
    );
    Ok(())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// What cargo knows of all packages that the lock file names.
fn metadata(root: &Path) -> Result<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["metadata", "--format-version", "1", "--locked"];
    let output = Command::new(cargo).args(arguments).current_dir(root).output().context("cargo metadata")?;
    let told = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "cargo metadata: {}", told.trim());
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Says where a table and what is used differ.
fn compare(
    table: &str,
    rows: &Rows,
    used: &BTreeSet<String>,
    licences: Option<&BTreeMap<String, String>>,
    complaints: &mut Vec<String>,
) {
    for name in used.iter().filter(|name| !rows.contains_key(*name)) {
        complaints.push(format!("{PAGE}: the table \"{table}\" has no row for {name}"));
    }
    for (name, told) in rows {
        if !used.contains(name) {
            complaints.push(format!("{PAGE}: nothing depends on {name} any more"));
        }
        let Some(licences) = licences else { continue };
        if let Some(licence) = licences.get(name).filter(|licence| *licence != told) {
            complaints.push(format!("{PAGE}: {name} is under {licence:?}, not under {told:?}"));
        }
        if !is_permissive(told) {
            complaints.push(format!("{PAGE}: {told:?} of {name} is no permissive licence"));
        }
    }
}

/// The rows of the table below a heading: `| name | licence | purpose |`.
fn rows(page: &str, heading: &str) -> Rows {
    let title = format!("## {heading}");
    let section = page.lines().skip_while(|line| *line != title).skip(1);
    section
        .take_while(|line| !line.starts_with("## "))
        .filter(|line| line.starts_with('|'))
        .skip(2)
        .filter_map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            Some(((*cells.get(1)?).trim_matches('`').to_owned(), (*cells.get(2)?).to_owned()))
        })
        .collect()
}

/// The foreign crates that the manifests in some folders name, for whatever purpose.
fn manifests(root: &Path, folders: &[&str]) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for folder in folders.iter().map(|folder| root.join(folder)) {
        let inner = fs::read_dir(&folder)?.flatten().map(|entry| entry.path().join("Cargo.toml"));
        for path in inner.chain([folder.join("Cargo.toml")]).filter(|path| path.is_file()) {
            let text = fs::read_to_string(&path)?;
            let manifest: toml::Table = text.parse().with_context(|| path.display().to_string())?;
            for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
                let table = manifest.get(kind).and_then(toml::Value::as_table).into_iter();
                names.extend(table.flat_map(|table| table.keys().cloned()));
            }
        }
    }
    names.retain(|name| !name.starts_with("plybook"));
    Ok(names)
}

/// The packages of the page and of its tests, and their licences by the lock file.
fn npm(root: &Path) -> Result<(BTreeSet<String>, BTreeMap<String, String>)> {
    let read = |name: &str| -> Result<Value> {
        Ok(serde_json::from_str(&fs::read_to_string(root.join("web").join(name)).context(name.to_owned())?)?)
    };
    let (manifest, lock) = (read("package.json")?, read("package-lock.json")?);
    let kinds = ["dependencies", "devDependencies"].map(|kind| manifest[kind].as_object());
    let names: BTreeSet<String> =
        kinds.into_iter().flatten().flat_map(|table| table.keys().cloned()).collect();
    let licence =
        |name: &String| text(&lock["packages"][format!("node_modules/{name}")]["license"]).to_owned();
    let licences = names.iter().map(|name| (name.clone(), licence(name))).collect();
    Ok((names, licences))
}

/// What the set-up of the tests installs: packages of Debian and of PyPI.
fn outside(root: &Path) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for script in ["tools/test-setup", "tools/browser-setup", "tools/python-tests"] {
        let script = fs::read_to_string(root.join(script)).context(script)?;
        for line in script.lines().filter(|line| !line.trim_start().starts_with('#')) {
            for start in ["debian ", "apt-get install "] {
                let words = line.split(start).skip(1).flat_map(|rest| {
                    rest.split_whitespace()
                        .filter(|word| !word.starts_with('-'))
                        .take_while(|word| is_package(word))
                });
                names.extend(words.map(str::to_owned));
            }
            let fetched = line.split_once("pip install ").or_else(|| line.split_once("fetch "));
            if let Some((_, rest)) = fetched {
                // What is installed has a version; a message in quotation marks has none.
                let quoted = rest.split('"').skip(1).step_by(2);
                let named = quoted.filter_map(|word| word.split_once(['<', '>', '=', '~']));
                names.extend(named.map(|(name, _)| name.to_owned()));
            }
        }
    }
    Ok(names)
}

/// Whether a word can be the name of a package.
fn is_package(word: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+.-".contains(&byte);
    !word.is_empty() && word.bytes().all(plain)
}

/// Whether a licence expression leaves a choice that is permissive in all its parts.
fn is_permissive(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    let permissive = any_of(&mut rest);
    permissive && rest.is_empty()
}

/// Parts with OR between them.
fn any_of(words: &mut &[&str]) -> bool {
    let mut permissive = all_of(words);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        permissive |= all_of(words);
    }
    permissive
}

/// Parts with AND between them.
fn all_of(words: &mut &[&str]) -> bool {
    let mut permissive = licence(words);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        permissive &= licence(words);
    }
    permissive
}

/// One licence, perhaps with an exception, or an expression in brackets.
fn licence(words: &mut &[&str]) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let permissive = any_of(words);
            let [")", rest @ ..] = *words else { return false };
            *words = rest;
            permissive
        }
        [name, "WITH", exception, rest @ ..] => {
            *words = rest;
            PERMISSIVE.contains(&format!("{name} WITH {exception}").as_str())
        }
        [name, rest @ ..] => {
            *words = rest;
            PERMISSIVE.contains(name)
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_permissive_or_not() {
        for yes in [
            "MIT",
            "MIT/Apache-2.0",
            "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
            "(MIT OR GPL-2.0-only) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-3.0-only",
        ] {
            assert!(is_permissive(yes), "{yes}");
        }
        for no in [
            "",
            "MPL-2.0",
            "MIT AND MPL-2.0",
            "(MIT",
            "MIT)",
            "GPL-2.0-only WITH Classpath-exception-2.0",
            "MIT MIT",
        ] {
            assert!(!is_permissive(no), "{no}");
        }
    }

    #[test]
    fn what_is_missing_surplus_or_wrong_is_said() {
        let page = "# D\n## Rust\n\n| name | licence | purpose |\n|---|---|---|\n| `a` | MIT | x |\n| `b` | MIT | x |\n## More\n| c | MIT | x |\n";
        let rows = rows(page, "Rust");
        let used = BTreeSet::from(["a", "d"].map(str::to_owned));
        let licences = BTreeMap::from([("a".to_owned(), "MPL-2.0".to_owned())]);
        let mut complaints = Vec::new();
        compare("Rust", &rows, &used, Some(&licences), &mut complaints);
        for (complaint, part) in
            complaints.iter().zip(["no row for d", "under \"MPL-2.0\", not", "on b any more"])
        {
            assert!(complaint.contains(part), "{complaint}");
        }
        assert_eq!(complaints.len(), 3);
    }

    #[test]
    fn scripts_say_what_they_install() {
        let outside = outside(&crate::root()).unwrap();
        for name in
            ["stockfish", "grhino", "python3-venv", "chess", "chromium", "maturin", "open_spiel", "easyAI"]
        {
            assert!(outside.contains(name), "{name}: {outside:?}");
        }
        assert!(outside.iter().all(|name| !name.contains(' ')), "{outside:?}");
    }
}
