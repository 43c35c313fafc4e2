//! The chores about knowledge in short forms: won endings are converted, damaged files do no harm.

use plybook_catalog::endgame;
use plybook_catalog::endgame_files::{BuildOptions, Folder, NoBuildObserver};
use xtask::conversion::{Campaign, Defence};
use xtask::faults::files::{Damage, damage_all};

/// Ten won endings of three pieces, with a database of two and three pieces that is built here.
#[test]
fn the_engine_converts_every_won_ending_with_databases() {
    let folder = Folder(std::env::temp_dir().join(format!("plybook-conversion-{}", std::process::id())));
    let options = BuildOptions { slices: vec!["2m-1m".to_owned()], ..BuildOptions::default() };
    endgame("checkers").unwrap().unwrap().build(&folder, &options, &NoBuildObserver).unwrap();
    let campaign = Campaign { game: "checkers".to_owned(), pieces: (3, 3), endings: 10, nodes: 200, seed: 2 };
    let mut told = 0;
    let found = campaign.run(&folder, &mut |_| told += 1).unwrap();
    assert_eq!((found.rows.len(), told), (4, 4));
    for row in &found.rows {
        assert_eq!(row.won + row.drawn + row.lost, 10, "{row}");
        assert!(!row.databases || row.won == 10, "{row}");
    }
    let best = found.rows.iter().find(|row| row.databases && row.defence == Defence::Database).unwrap();
    assert!(
        (best.plies as f64 / 10.0 - found.mean).abs() < 1e-9,
        "best play takes as long as proven: {best} {found}"
    );
    assert_eq!(campaign.run(&folder, &mut |_| ()).unwrap(), found, "the result repeats");
    assert!(Campaign { pieces: (4, 4), ..campaign }.run(&folder, &mut |_| ()).is_err());
    std::fs::remove_dir_all(&folder.0).unwrap();
}

/// A few cases of each kind; with PLYBOOK_LONG everything but a part of what can be done to large files.
#[test]
fn damaged_files_are_refused_or_harmless() {
    let damage = match std::env::var_os("PLYBOOK_LONG") {
        Some(_) => Damage { small: 1, large: 13, edits: 10_000 },
        None => Damage { small: 101, large: 4001, edits: 40 },
    };
    let tallies = damage_all(damage, &mut |tally| println!("{tally}")).unwrap();
    assert_eq!(tallies.len(), 5);
    for tally in tallies {
        assert_eq!((tally.wrong, tally.panics), (0, 0), "{tally}");
        assert!(tally.flips > 0 && tally.cuts > 0 && tally.refused > 0, "{tally}");
        assert_eq!(tally.flips + tally.cuts + tally.edits, tally.refused + tally.harmless, "{tally}");
    }
}
