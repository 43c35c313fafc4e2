//! Other people's programs, which `tools/test-setup` installs.

use std::path::PathBuf;

/// Where Debian puts games, which need not be in the search path.
const GAMES: &str = "/usr/games";

/// Whether the tests were told to go without a program.
fn without(name: &str) -> bool {
    let list = std::env::var("PLYBOOK_WITHOUT").unwrap_or_default();
    let told = list.split(',').any(|other| other.trim() == name);
    if told {
        eprintln!("passed over: PLYBOOK_WITHOUT says to go without {name}");
    }
    told
}

/// The program of this name; nothing if the tests were told to go without it.
pub fn program(name: &str) -> Option<PathBuf> {
    if without(name) {
        return None;
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).chain([PathBuf::from(GAMES)]);
    let found = folders.find_map(|folder| Some(folder.join(name)).filter(|path| path.is_file()));
    Some(
        found.unwrap_or_else(|| {
            panic!("{name} is missing: run tools/test-setup, or set PLYBOOK_WITHOUT={name}")
        }),
    )
}

/// A Python that has the library `chess`; nothing if the tests were told to go without it.
pub fn python() -> Option<PathBuf> {
    if without("python-chess") {
        return None;
    }
    // The environment lies beside the folder of the program: target/debug/plybook, target/outside.
    let binary = assert_cmd::cargo::cargo_bin("plybook");
    let python =
        binary.parent().and_then(|folder| folder.parent()).map(|folder| folder.join("outside/bin/python"));
    let found = python.filter(|python| python.is_file());
    Some(found.unwrap_or_else(|| {
        panic!(
            "the library python-chess is missing: run tools/test-setup, or set PLYBOOK_WITHOUT=python-chess"
        )
    }))
}
