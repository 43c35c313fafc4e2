//! Toro-Tile Straight: agreement with the plain generator, the course's answers, lines and symmetries.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like the tests themselves")]

use crate::support::agree;
use plybook_games::tts::ToroTile;
use plybook_kernel::{
    Evaluated, Evaluator, Game, Ground, HasInfo, Notation, Outcome, Player, Random, Score, Shape, Symmetric,
    View, sum,
};
use std::collections::HashMap;

type Position = <ToroTile as Game>::Position;

const GOLD_RUSH: &str = "-..-..-/......./......./-..-..-/......./......./-..-..-";
const TETRA_TORO: &str = ".-../.-.-/--../..-.";
const WHITES_CHALLENGE: &str = "........./....B..../...---.../..-----../...---.../....B..../.........";

fn game(options: &str) -> ToroTile {
    ToroTile::default().variant(options).unwrap()
}

fn on_board(board: &str, length: usize) -> ToroTile {
    game(&format!("board={board},k={length}"))
}

fn plain(board: &str, length: usize) -> plybook_naive::toro_tile::ToroTile {
    plybook_naive::toro_tile::ToroTile::new(board, length).unwrap()
}

/// Random boards with some forbidden squares and tiles on which no line is finished yet.
fn random_boards(count: usize, seed: u64) -> Vec<(String, usize)> {
    let mut random = Random::new(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let (rows, columns) = (1 + random.below(6), 1 + random.below(6));
        let length = 2 + random.below(4);
        let row = |random: &mut Random| -> String {
            (0..columns).map(|_| *random.pick(&['.', '.', '.', '.', '.', '-', 'W', 'B']).unwrap()).collect()
        };
        let board = (0..rows).map(|_| row(&mut random)).collect::<Vec<_>>().join("/");
        let options = format!("board={board},k={length}");
        if ToroTile::default().variant(&options).is_ok() {
            boards.push((board, length));
        }
    }
    boards
}

/// Calls `check` with positions of random games, finished ones included.
fn random_positions(game: &ToroTile, count: usize, mut check: impl FnMut(&Position)) {
    let mut random = Random::new(9);
    let mut at = game.start();
    for _ in 0..count {
        check(&at);
        match random.pick(&game.legal(&at)) {
            Some(&mv) => game.play(&mut at, mv),
            None => at = game.start(),
        }
    }
}

#[test]
fn the_plain_generator_agrees() {
    let long = std::env::var_os("PLYBOOK_LONG").is_some();
    agree(&game(""), &plain(GOLD_RUSH, 5), if long { 1_000_000 } else { 100_000 }, 1);
    for (board, length, positions) in [
        (TETRA_TORO, 4, 5_000),
        (WHITES_CHALLENGE, 6, 20_000),
        (WHITES_CHALLENGE, 4, 10_000),
        (GOLD_RUSH, 3, 10_000),
        (".../.../...", 3, 20_000),
        (".../.../.../...", 3, 20_000),
        ("...../...../...../...../.....", 5, 10_000),
        ("................", 4, 5_000),
        ("./././././.", 3, 2_000),
        ("../..", 2, 1_000),
    ] {
        agree(&on_board(board, length), &plain(board, length), positions, 2);
    }
    for (board, length) in random_boards(100, 3) {
        agree(&on_board(&board, length), &plain(&board, length), 500, 4);
    }
}

/// The largest boards: 128 squares and 26 columns.
#[test]
fn large_boards_agree() {
    let square = vec!["...........".to_owned(); 11].join("/");
    let wide = vec![".".repeat(26); 4].join("/");
    let full = vec![".".repeat(16); 8].join("/");
    for (board, length) in [(square, 4), (wide, 3), (full, 5)] {
        agree(&on_board(&board, length), &plain(&board, length), 1_000, 5);
    }
}

#[test]
fn winning_lines_are_the_published_ones() {
    for (options, lines) in
        [("", 92), ("whites-challenge", 122), ("tetra-toro", 0), ("board=.../.../...,k=3", 12)]
    {
        assert_eq!(game(options).winning_lines(), lines, "{options}");
    }
    for (board, length) in random_boards(300, 6) {
        let lines = plain(&board, length).winning_lines();
        assert_eq!(on_board(&board, length).winning_lines(), lines, "{board} k={length}");
    }
}

#[test]
fn the_first_player_wins_three_in_a_row_on_the_small_torus() {
    fn value(game: &ToroTile, at: &Position, known: &mut HashMap<u64, i8>) -> i8 {
        if let Some(&value) = known.get(&game.key(at)) {
            return value;
        }
        let value = match game.verdict(at) {
            Some(Outcome::Draw) => 0,
            Some(_) => -1,
            None => game.legal(at).iter().map(|&mv| -value(game, &game.after(at, mv), known)).max().unwrap(),
        };
        known.insert(game.key(at), value);
        value
    }
    let game = game("board=.../.../...,k=3");
    assert_eq!(value(&game, &game.start(), &mut HashMap::new()), 1);
}

#[test]
fn a_line_may_cross_the_edges() {
    let game = game("board=..../..../..../....,k=3");
    let at = game.read("W..W/BB../..../.... W").unwrap();
    let at = game.after(&at, game.read_move(&at, "b4").unwrap());
    assert_eq!(game.outcome(&at), Some(Outcome::Win(Player::FIRST)));
    let at = game.read("W.../BB../..../...W W").unwrap();
    let at = game.after(&at, game.read_move(&at, "c2").unwrap());
    assert_eq!(game.outcome(&at), Some(Outcome::Win(Player::FIRST)));
}

/// The board of the course's checker: basic evaluation 3 with White to move.
#[test]
fn the_basic_evaluation_of_the_checker_is_three() {
    let game = game("board=----/-W.-/-..-/----,k=2");
    let basic = game.evaluator("basic").unwrap();
    let at = game.start();
    assert_eq!(game.text(&at), "----/-W.-/-..-/---- W");
    assert_eq!(basic.evaluate(&game, &at, &basic.accumulate(&game, &at)), Score::points(3));
}

#[test]
fn winter_counts_open_lines_with_two_tiles() {
    let game = game("board=...../...../...../...../.....,k=4");
    let winter = game.evaluator("winter-2019").unwrap();
    let value = |text: &str| {
        let at = game.read(text).unwrap();
        winter.evaluate(&game, &at, &winter.accumulate(&game, &at))
    };
    // Neighbours share three of the five lines of their row; black tiles out of line share none.
    assert_eq!(value("WW.../...../....B/..B../..... W"), Score::points(3));
    // The black tiles are neighbours too, and each cuts nothing of White's row.
    assert_eq!(value("WW.../...../...BB/...../..... W"), Score::points(0));
}

#[test]
fn memos_follow_and_terms_sum_up() {
    let mut boards = random_boards(40, 7);
    boards.extend([(GOLD_RUSH, 5), (WHITES_CHALLENGE, 6)].map(|(board, k)| (board.to_owned(), k)));
    for (board, length) in boards {
        let game = on_board(&board, length);
        for info in game.evaluators() {
            let evaluator = game.evaluator(&info.name).unwrap();
            random_positions(&game, 300, |at| {
                let accumulator = evaluator.accumulate(&game, at);
                assert_eq!(evaluator.evaluate(&game, at, &accumulator), sum(&evaluator.terms(&game, at)));
                for mv in game.legal(at) {
                    let after = game.after(at, mv);
                    let followed = evaluator.update(&game, &accumulator, at, mv, &after);
                    assert_eq!(
                        followed,
                        evaluator.accumulate(&game, &after),
                        "{} {}",
                        info.name,
                        game.text(&after)
                    );
                }
            });
        }
        assert!(game.evaluator("no such evaluator").is_none());
    }
}

/// On the board with the colours exchanged White has what Black had.
#[test]
fn evaluations_do_not_know_colours() {
    for (board, length) in random_boards(200, 8) {
        let exchanged = board.replace('W', "w").replace('B', "W").replace('w', "B");
        let values = [board, exchanged].map(|board| {
            let game = on_board(&board, length);
            let at = game.start();
            ["custom", "winter-2019", "basic"].map(|name| {
                let evaluator = game.evaluator(name).unwrap();
                evaluator.evaluate(&game, &at, &evaluator.accumulate(&game, &at))
            })
        });
        assert_eq!(values[0], values[1].map(|value| -value));
    }
}

#[test]
fn symmetries_keep_the_game() {
    for (options, symmetries) in [
        ("", 8),
        ("tetra-toro", 1),
        ("whites-challenge", 4),
        ("board=.../.../...,k=3", 72),
        ("board=.../...,k=3", 12),
        ("board=....,k=3", 8),
        ("board=.W./.../...,k=3", 8),
    ] {
        let game = game(options);
        assert_eq!(game.symmetries(), symmetries, "{options}");
        random_positions(&game, 200, |at| {
            assert_eq!(game.image(at, 0), *at);
            for symmetry in 0..game.symmetries() {
                let image = game.image(at, symmetry);
                assert_eq!(game.outcome(&image), game.outcome(at));
                for mv in game.legal(at) {
                    let moved = game.after(&image, game.image_move(at, mv, symmetry));
                    assert_eq!(moved, game.image(&game.after(at, mv), symmetry));
                }
            }
        });
    }
}

#[test]
fn options_read_back() {
    for options in ["", "tetra-toro", "whites-challenge", "k=4", "tetra-toro,k=2", "board=--W./....,k=3"] {
        assert_eq!(game(options).options_text(), options);
    }
    assert_eq!(game("gold-rush").full_name(), "tts");
    assert_eq!(on_board(GOLD_RUSH, 5).full_name(), "tts");
    assert_eq!(game(&format!("k=4,board={WHITES_CHALLENGE}")).full_name(), "tts:whites-challenge,k=4");
    for (board, length) in random_boards(100, 10) {
        assert_eq!(on_board(&board, length).options_text(), format!("board={board},k={length}"));
    }
}

#[test]
fn the_scene_is_a_torus_with_holes() {
    let game = game("");
    let diagram = game.diagram(&game.start());
    assert_eq!(diagram.shape, Shape::Torus { rows: 7, columns: 7 });
    assert_eq!(diagram.cells.iter().filter(|cell| cell.ground == Ground::Hole).count(), 9);
    let at = game.after(&game.start(), game.read_move(&game.start(), "d2").unwrap());
    assert!(ToroTile::default().info().rules.contains(&game.text(&at)));
}

#[test]
fn impossible_ends_are_refused() {
    let game = game("board=...../...../.....,k=3");
    let finished = game.read("WWW../BB.../..... B").unwrap();
    assert_eq!(game.outcome(&finished), Some(Outcome::Win(Player::FIRST)));
    let crossing = "WWW../W..BB/WB..B B";
    assert_eq!(game.outcome(&game.read(crossing).unwrap()), Some(Outcome::Win(Player::FIRST)));
    for (text, problem) in [("WWW../BBB../..... W", "side to move"), ("WWW../B.BB./WWWBB B", "no last move")]
    {
        let error = game.read(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}
