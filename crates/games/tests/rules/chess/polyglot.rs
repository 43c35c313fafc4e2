//! Keys of Polyglot books, against another program's.

use crate::support::testdata;
use plybook_games::chess::Chess;
use plybook_kernel::{Game, Notation};

/// `testdata/positions/chess/polyglot.txt`: keys after random lines, half of them ending with a double step.
#[test]
fn keys_are_those_of_another_program() {
    let game = Chess::new();
    let text = std::fs::read_to_string(testdata().join("positions/chess/polyglot.txt")).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 150);
    for line in lines {
        let (key, moves) = line.split_once(' ').unwrap();
        let mut at = game.start();
        for text in moves.split(' ') {
            let mv = game.read_move(&at, text).unwrap();
            game.play(&mut at, mv);
        }
        assert_eq!(format!("{:016x}", game.polyglot_key(&at).unwrap()), key, "{moves}");
    }
}
