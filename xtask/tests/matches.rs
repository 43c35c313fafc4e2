//! A short match: it ends by the rules, and the seed alone decides it.

use xtask::contest::{Contest, Tally};

/// Six games of checkers with few positions for each move.
fn short(seed: u64, threads: usize) -> anyhow::Result<Tally> {
    let settings = ["positional".to_owned(), "basic".to_owned()];
    Contest { game: "checkers".to_owned(), settings, games: 6, nodes: 300, plies: 8, seed, threads }.play()
}

#[test]
fn a_match_is_legal_and_decided_by_its_seed() {
    let tally = short(1, 1).unwrap();
    assert_eq!(tally.wins + tally.draws + tally.losses, 6);
    assert_eq!(tally.pairs.len(), 3);
    assert_eq!(tally, short(1, 2).unwrap());
    assert!((2..8).any(|seed| short(seed, 1).unwrap() != tally));
}

#[test]
fn bad_matches_are_refused() {
    let contest = |game: &str, first: &str, plies| Contest {
        game: game.to_owned(),
        settings: [first.to_owned(), "basic".to_owned()],
        games: 2,
        nodes: 100,
        plies,
        seed: 1,
        threads: 1,
    };
    let error = |contest: Contest| contest.play().unwrap_err().to_string();
    assert!(error(contest("chezz", "basic", 2)).contains("chezz"));
    assert!(error(contest("chess", "best", 2)).contains("\"best\" is unknown"));
    let settings = ["strong".to_owned(), "sound".to_owned()];
    let full = Contest { settings, ..contest("tictactoe", "", 9) };
    assert!(error(full).contains("9 random plies"));
}
