//! The chores behind the figures in `docs`, in short forms: what they measure is there and makes sense.

use std::time::Duration;
use xtask::contest::Contest;
use xtask::{depths, parallel, table_report};

/// The student report's comparison, two plies shallower than the report and in one game.
#[test]
fn a_table_saves_evaluations_in_black_and_white() {
    let measurement = table_report::Measurement { depth: 5, games: 2, opening: 4, seed: 1 };
    let comparison = measurement.run().unwrap();
    assert!(comparison.moves > 20, "{comparison}");
    let [evaluations, generations, _] = table_report::ratios(&comparison.whole());
    assert!(evaluations >= 1.8 && generations >= 1.8, "{comparison}");
    let again = measurement.run().unwrap();
    assert_eq!(again.whole().map(|cost| cost.evaluations), comparison.whole().map(|cost| cost.evaluations));
    assert!(comparison.to_string().contains("| the report | 188593084 | 79787900 | 2.36 |"), "{comparison}");
}

#[test]
fn depths_are_told_apart_from_proofs() {
    let game = "black-and-white".to_owned();
    let (time, nodes) = (Duration::from_millis(30), None);
    let measurement = depths::Measurement { game, positions: 3, plies: 14, seed: 1, time, nodes };
    let mut told = 0;
    let reaches = measurement.run(&mut |_| told += 1).unwrap();
    assert_eq!((reaches.len(), told), (3, 3));
    assert!(reaches.iter().all(|reach| reach.nodes > 0), "{reaches:?}");
    let settled = reaches.iter().filter(|reach| reach.settled).count();
    match depths::summary(&reaches) {
        Ok(summary) => assert!(summary.contains(&format!("; {settled} more were settled")), "{summary}"),
        Err(_) => assert_eq!(settled, 3),
    }
    assert!(depths::summary(&[]).is_err());
    let limited = depths::Measurement { nodes: Some(5_000), ..measurement };
    assert_eq!(limited.run(&mut |_| ()).unwrap(), limited.run(&mut |_| ()).unwrap());
}

#[test]
fn threads_are_compared_at_one_depth() {
    for in_turns in [false, true] {
        let measurement = parallel::Measurement {
            games: vec!["othello".to_owned(), "checkers".to_owned()],
            positions: 1,
            plies: 12,
            seed: 1,
            nodes: 20_000,
            rounds: 1,
            threads: 2,
            in_turns,
        };
        let rows = measurement.run(&mut |_| ()).unwrap();
        assert_eq!(rows.len(), 2);
        assert!(
            rows.iter().all(|row| row.depth > 2 && row.speedup() > 0.0 && row.overhead() > 0.0),
            "{rows:?}"
        );
        assert!(parallel::summary(&rows).starts_with("2 positions: "));
    }
}

/// Two levels apart is far enough for a few games to tell.
#[test]
fn higher_levels_win() {
    for game in ["othello", "checkers", "baroque", "chess"] {
        let settings = ["level-4".to_owned(), "level-1".to_owned()];
        let contest =
            Contest { game: game.to_owned(), settings, games: 20, nodes: 1, plies: 4, seed: 1, threads: 2 };
        let tally = contest.play().unwrap();
        assert!(tally.score().0 > 0.7, "{game}: {tally}");
    }
}
