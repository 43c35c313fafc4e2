//! Marks in lines: agreement with the plain generator, other names, and how games of three end.

use crate::support::agree;
use plybook_games::lines::Lines;
use plybook_games::{Visitor, other_name, with_game};
use plybook_kernel::perft::perft;
use plybook_kernel::{Game, HasInfo, ListedGame, Notation, Outcome, Player};
use plybook_naive::lines as plain;

fn lines(options: &str) -> Lines {
    Lines::default().variant(options).expect("known options")
}

#[test]
fn both_generators_agree() {
    let positions = if std::env::var_os("PLYBOOK_LONG").is_some() { 1_000_000 } else { 8_000 };
    for (options, columns, rows, length, players, drop) in [
        ("", 3, 3, 3, 3, false),
        ("7x6,k=4,drop", 7, 6, 4, 3, true),
        ("8x8,k=4,players=6", 8, 8, 4, 6, false),
        ("2x9,k=2,players=5,drop", 2, 9, 2, 5, true),
        ("5x4,k=3,players=2", 5, 4, 3, 2, false),
        ("1x12,k=3,players=4", 1, 12, 3, 4, false),
    ] {
        let plain = plain::Lines { columns, rows, length, players, drop };
        agree(&lines(options), &plain, positions, 3);
        let fast = lines(options);
        let slow = plybook_naive::perft(&plain, &plybook_naive::Plain::start(&plain), 4);
        assert_eq!(perft(&fast, &fast.start(), 4).leaves, slow, "{options}");
    }
}

/// With two players it is the games that it is made after.
#[test]
fn two_players_play_the_old_games() {
    struct Leaves(u32);
    impl Visitor for Leaves {
        type Output = u64;
        fn visit<G: ListedGame>(self, game: G) -> u64 {
            perft(&game, &game.start(), self.0).leaves
        }
    }
    let leaves = |name: &str, depth| with_game(name, Leaves(depth)).expect("a game");
    for depth in [4, 7, 8] {
        assert_eq!(leaves("lines:players=2", depth), leaves("tictactoe", depth));
    }
    assert_eq!(leaves("lines:7x6,k=4,players=2,drop", 8), leaves("connect4", 8));
}

#[test]
fn variants_for_more_players_have_a_second_name() {
    for (name, other) in [
        ("tictactoe:players=3", Some("lines:players=3")),
        ("tictactoe:5x5,players=4,k=4", Some("lines:5x5,players=4,k=4")),
        ("connect4:players=3", Some("lines:7x6,players=3,drop,k=4")),
        ("connect4:8x8,k=5,players=3", Some("lines:8x8,k=5,players=3,drop")),
        ("connect4", None),
        ("connect4:9x6", None),
        ("hexapawn:players=3", None),
    ] {
        assert_eq!(other_name(name).as_deref(), other, "{name}");
    }
    struct Name;
    impl Visitor for Name {
        type Output = String;
        fn visit<G: ListedGame>(self, game: G) -> String {
            game.full_name()
        }
    }
    assert_eq!(with_game("connect4:players=3", Name).as_deref(), Ok("lines:7x6,k=4,drop"));
    assert_eq!(with_game("tictactoe:players=3", Name).as_deref(), Ok("lines"));
}

#[test]
fn whoever_has_a_line_wins_alone() {
    let game = lines("");
    for (text, outcome) in [
        ("XXX/OO1/YY1 O", Some(Outcome::Win(Player(0)))),
        ("XX1/OOO/YYX Y", Some(Outcome::Win(Player(1)))),
        ("YXX/OYO/X1Y O", None),
        ("XOY/YXO/OYX X", Some(Outcome::Win(Player(0)))),
        ("XOY/XOY/YXO X", Some(Outcome::Draw)),
    ] {
        let read = game.read(text);
        match outcome {
            None => assert!(read.is_err(), "{text} has a line of the wrong player"),
            outcome if text == "XOY/YXO/OYX X" => assert!(read.is_err() && outcome.is_some(), "{text}"),
            outcome => assert_eq!(game.outcome(&read.expect("a position")), outcome, "{text}"),
        }
    }
}
