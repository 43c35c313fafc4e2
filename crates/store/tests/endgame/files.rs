//! Files that are damaged, cut off, or somebody else's.

use crate::support::{Scratch, built, options};
use crate::values::black_and_white;
use plybook_games::tictactoe::TicTacToe;
use plybook_kernel::{Indexed, Random, Slice};
use plybook_store::endgame::{Database, Folder, NoBuildObserver, TablebaseValue, build};
use std::fs;
use std::path::PathBuf;

/// A random edit of a file, ten thousand times.
const EDITS: usize = 10_000;

/// A small finished file, and the values that it holds.
struct Victim {
    scratch: Scratch,
    path: PathBuf,
    bytes: Vec<u8>,
    slice: Slice,
    values: Vec<Option<TablebaseValue>>,
}

impl Victim {
    /// The slice of tic-tac-toe with three empty squares.
    fn new() -> Victim {
        let (all, reports) = built(&TicTacToe, "tictactoe", 1);
        let bytes = fs::read(&reports[3].path).unwrap();
        let scratch = Scratch::new();
        let path = scratch.0.0.join(reports[3].path.strip_prefix(&all.0.0).unwrap());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &bytes).unwrap();
        let mut victim = Victim { scratch, path, bytes, slice: Slice(3), values: Vec::new() };
        victim.values = victim.ask(&Database::open(&TicTacToe, "tictactoe", &victim.scratch.0).unwrap());
        victim
    }

    fn ask(&self, database: &Database) -> Vec<Option<TablebaseValue>> {
        let positions = (0..TicTacToe.size(self.slice)).map(|index| TicTacToe.unrank(self.slice, index));
        positions.map(|at| at.and_then(|at| database.worth(&TicTacToe, &at))).collect()
    }

    /// Puts other bytes into the file. It must be refused by name, or answer as before.
    fn attack(&self, bytes: &[u8], what: &str) {
        fs::write(&self.path, bytes).unwrap();
        let database = Database::open(&TicTacToe, "tictactoe", &self.scratch.0).unwrap();
        let answers = self.ask(&database);
        let refused = database.refused();
        if bytes == self.bytes {
            assert!(refused.is_empty(), "{what}");
        } else {
            let name = self.path.file_name().unwrap().to_str().unwrap();
            assert!(refused.iter().any(|line| line.contains(name)), "{what}: {refused:?}");
        }
        for (answer, value) in answers.iter().zip(&self.values) {
            assert!(answer.is_none() || answer == value, "{what}: {answer:?} instead of {value:?}");
        }
    }
}

#[test]
fn every_flipped_bit_and_every_cut_is_noticed() {
    let victim = Victim::new();
    assert!(victim.values.iter().flatten().count() > 1000);
    for bit in 0..8 * victim.bytes.len() {
        let mut bytes = victim.bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        victim.attack(&bytes, &format!("bit {bit}"));
    }
    for length in 0..victim.bytes.len() {
        victim.attack(&victim.bytes[..length], &format!("cut after {length} bytes"));
    }
    victim.attack(&victim.bytes, "the file itself");
}

#[test]
fn random_edits_are_noticed() {
    let victim = Victim::new();
    let mut random = Random::new(9);
    for edit in 0..EDITS {
        let mut bytes = victim.bytes.clone();
        for _ in 0..=random.next() % 4 {
            let at = random.next() as usize % bytes.len();
            let run = (1 + random.next() as usize % 40).min(bytes.len() - at);
            match random.next() % 4 {
                0 => bytes[at] = random.next() as u8,
                1 => drop(bytes.drain(at..at + run)),
                2 => bytes[at..at + run].fill(random.next() as u8),
                _ => {
                    drop(bytes.splice(at..at, (0..run).map(|place| (place * 37) as u8).collect::<Vec<u8>>()))
                }
            }
            if bytes.is_empty() {
                break;
            }
        }
        victim.attack(&bytes, &format!("edit {edit}"));
    }
}

#[test]
fn foreign_files_are_refused_by_name() {
    let victim = Victim::new();
    build(&TicTacToe, "tictactoe", &victim.scratch.0, &options(1), &NoBuildObserver).unwrap();
    let other = victim.path.parent().unwrap().join("4-0000000000000000.end");
    fs::copy(&victim.path, &other).unwrap();
    let database = Database::open(&TicTacToe, "tictactoe", &victim.scratch.0).unwrap();
    assert_eq!(database.reports().len(), 10, "a file with another fingerprint in its name is not ours");
    // The file of one slice under the name of another.
    let reports = database.reports();
    fs::copy(&reports[4].path, &reports[5].path).unwrap();
    let database = Database::open(&TicTacToe, "tictactoe", &victim.scratch.0).unwrap();
    assert_eq!(database.reports().len(), 9);
    assert!(database.refused()[0].contains("it holds slice 4, not 5"), "{:?}", database.refused());
    // A database of other rules under our name.
    let game = black_and_white("discs=2");
    let (scratch, small) = built(&game, "black-and-white", 1);
    let name = small[0].path.file_name().unwrap().to_owned();
    fs::copy(&victim.path, small[0].path.with_file_name(&name)).unwrap();
    let database = Database::open(&game, "black-and-white", &scratch.0).unwrap();
    assert!(database.refused()[0].contains("belongs to the game tictactoe"), "{:?}", database.refused());
    assert!(Database::open(&game, "black-and-white", &Folder(scratch.0.0.join("nothing"))).is_none());
}

#[test]
fn a_damaged_file_is_built_again() {
    let victim = Victim::new();
    let mut bytes = victim.bytes.clone();
    bytes[100] ^= 1;
    fs::write(&victim.path, &bytes).unwrap();
    build(&TicTacToe, "tictactoe", &victim.scratch.0, &options(1), &NoBuildObserver).unwrap();
    assert_eq!(fs::read(&victim.path).unwrap(), victim.bytes);
}
