//! A disk that fails at every call, and builds that are stopped.

use crate::support::{Scratch, built, options};
use crate::values::black_and_white;
use plybook_games::tictactoe::TicTacToe;
use plybook_kernel::Slice;
use plybook_store::endgame::{
    BuildObserver, BuildOptions, Database, EndgameError, NoBuildObserver, Progress, build, build_on,
};
use plybook_store::file::{Disk, DiskFile, RealDisk};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed};
use std::time::Duration;

/// How a call fails.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    /// It does nothing and says so.
    Error,
    /// Half is done, then it says so.
    Half,
    /// The machine dies before the call: nothing works any more.
    DeathBefore,
    /// The machine dies after the call.
    DeathAfter,
}

/// A disk that fails at one call.
struct Faulty {
    state: Arc<State>,
}

struct State {
    kind: Kind,
    left: AtomicI64,
    dead: AtomicBool,
}

impl State {
    /// Does a call, or fails; `half` does a part of it.
    fn call<T>(&self, half: impl FnOnce(), whole: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let broken = || Err(io::Error::other("the disk is broken"));
        if self.dead.load(Relaxed) {
            return broken();
        }
        if self.left.fetch_sub(1, Relaxed) != 0 {
            return whole();
        }
        match self.kind {
            Kind::Error => {}
            Kind::Half => half(),
            Kind::DeathBefore => self.dead.store(true, Relaxed),
            Kind::DeathAfter => {
                whole()?;
                self.dead.store(true, Relaxed);
            }
        }
        broken()
    }
}

struct FaultyFile {
    file: Box<dyn DiskFile>,
    state: Arc<State>,
}

impl Write for FaultyFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let FaultyFile { file, state } = self;
        let file = std::cell::RefCell::new(file);
        let half = || drop(file.borrow_mut().write_all(&bytes[..bytes.len() / 2]));
        state.call(half, || file.borrow_mut().write_all(bytes).map(|()| bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl DiskFile for FaultyFile {
    fn sync(&mut self) -> io::Result<()> {
        let file = &mut self.file;
        self.state.call(|| (), || file.sync())
    }
}

impl Disk for Faulty {
    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let file = self.state.call(|| (), || RealDisk.create(path))?;
        Ok(Box::new(FaultyFile { file, state: Arc::clone(&self.state) }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.state.call(|| (), || RealDisk.rename(from, to))
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        self.state.call(|| (), || RealDisk.sync_folder(path))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.state.call(|| (), || RealDisk.remove(path))
    }
}

/// A fault at every call of a build with checkpoints, in every way: afterwards nothing wrong is installed, and the
/// next build gives the same files.
#[test]
fn a_fault_at_any_call_leaves_nothing_wrong() {
    let game = black_and_white("discs=2");
    let name = "black-and-white";
    let (_clean, expected) = built(&game, name, 1);
    let often = BuildOptions { checkpoint: Duration::ZERO, ..options(1) };
    let mut faults = 0;
    for kind in [Kind::Error, Kind::Half, Kind::DeathBefore, Kind::DeathAfter] {
        // Every call of the first checkpoints, then some of the many that follow.
        for call in (0..24).chain((24..).step_by(29)) {
            let scratch = Scratch::new();
            let state = State { kind, left: AtomicI64::new(call), dead: AtomicBool::new(false) };
            let disk = Faulty { state: Arc::new(state) };
            let Err(error) = build_on(&disk, &game, name, &scratch.0, &often, &NoBuildObserver) else {
                let unused = disk.state.left.load(Relaxed) >= 0;
                assert!(unused || kind == Kind::Error || kind == Kind::Half, "{kind:?} at call {call}");
                if unused {
                    break;
                }
                continue;
            };
            faults += 1;
            assert!(matches!(error, EndgameError::Disk { .. }), "{error}");
            if let Some(database) = Database::open(&game, name, &scratch.0) {
                assert!(database.refused().is_empty(), "{kind:?} at call {call}: {:?}", database.refused());
                for report in database.reports() {
                    let same = expected.iter().find(|other| other.slice == report.slice).unwrap();
                    assert_eq!(report.signature, same.signature);
                }
            }
            let again = build(&game, name, &scratch.0, &options(1), &NoBuildObserver).unwrap();
            let signatures = |reports: &[plybook_store::endgame::SliceReport]| -> Vec<(Slice, u64)> {
                reports.iter().map(|report| (report.slice, report.signature)).collect()
            };
            assert_eq!(signatures(&again), signatures(&expected), "{kind:?} at call {call}");
        }
    }
    assert!(faults > 100, "{faults}");
}

/// Stops at the first report.
struct Impatient;

impl BuildObserver for Impatient {
    fn progress(&self, progress: &Progress) -> bool {
        progress.done <= progress.total
    }
}

#[test]
fn a_stopped_build_goes_on() {
    let game = black_and_white("discs=3");
    let scratch = Scratch::new();
    let often = BuildOptions { checkpoint: Duration::ZERO, ..options(2) };
    let mut stops = 0;
    let reports = loop {
        match build(&game, "black-and-white", &scratch.0, &often, &Impatient) {
            Err(EndgameError::Stopped) => stops += 1,
            other => break other.unwrap(),
        }
        // Somebody patient comes along in the end.
        if stops == 3 {
            break build(&game, "black-and-white", &scratch.0, &often, &NoBuildObserver).unwrap();
        }
    };
    assert!(stops > 0);
    let (_clean, expected) = built(&game, "black-and-white", 1);
    assert_eq!(reports[0].signature, expected[0].signature);
}

#[test]
fn two_builds_in_one_folder_wait_for_each_other() {
    struct Second<'a>(&'a Scratch, AtomicBool);
    impl BuildObserver for Second<'_> {
        fn progress(&self, _: &Progress) -> bool {
            let error =
                build(&TicTacToe, "black-and-white", &self.0.0, &options(1), &NoBuildObserver).unwrap_err();
            self.1.store(error.to_string().contains("another build"), Relaxed);
            true
        }
    }
    let scratch = Scratch::new();
    let second = Second(&scratch, AtomicBool::new(false));
    let game = black_and_white("discs=3");
    let error = build(&game, "black-and-white", &scratch.0, &options(1), &second).unwrap_err();
    assert!(matches!(error, EndgameError::Stopped), "{error}");
    assert!(second.1.load(Relaxed));
}
