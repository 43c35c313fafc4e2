//! Baroque chess: the rules page row by row on drawn positions, its known answers, and agreement with the plain
//! generator.

mod agreement;
mod captures;
mod clarifications;
mod clicks;
mod evaluators;
mod known_answers;
mod objections;
mod options;

use plybook_games::baroque::{Baroque, Position};
use plybook_kernel::{Game, HasInfo, Notation, Outcome, Player, View};

/// What a row says of a move that does not exist.
const ILLEGAL: &str = "illegal";

/// The game of an options text.
fn game(options: &str) -> Baroque {
    Baroque::default().variant(options).unwrap_or_else(|error| panic!("{error}"))
}

/// The text of a drawn position: eight ranks from the top, dots for empty squares.
fn drawn(board: &str, mover: &str) -> String {
    let mut rows: Vec<String> = board.split_whitespace().map(|row| row.replace('.', "1")).collect();
    assert_eq!(rows.len(), 8, "{board}");
    for row in &mut rows {
        for run in (2..=8).rev() {
            *row = row.replace(&"1".repeat(run), &run.to_string());
        }
    }
    format!("{} {mover}", rows.join("/"))
}

/// A drawn position under an options text.
fn set_up(options: &str, mover: &str, board: &str) -> (Baroque, Position) {
    let game = game(options);
    let at = game.read(&drawn(board, mover)).unwrap_or_else(|error| panic!("{error}"));
    (game, at)
}

/// The squares of enemies that a move removes, in the order of squares; `ILLEGAL` if its text is no legal move's.
fn taken(game: &Baroque, at: &Position, text: &str) -> String {
    let Some(mv) = game.legal(at).into_iter().find(|&mv| game.move_text(at, mv) == text) else {
        return ILLEGAL.to_owned();
    };
    let mover = game.turn(at).player();
    let after = game.diagram(&game.after(at, mv));
    let mut squares: Vec<String> = game
        .diagram(at)
        .cells
        .iter()
        .zip(&after.cells)
        .filter(|(old, new)| {
            old.piece != new.piece && old.piece.as_ref().is_some_and(|piece| Some(piece.owner) != mover)
        })
        .map(|(old, _)| old.name.clone())
        .collect();
    squares.sort();
    squares.join(" ")
}

/// Checks what each move of a drawn position takes.
fn check(options: &str, mover: &str, board: &str, rows: &[(&str, &str)]) {
    let (game, at) = set_up(options, mover, board);
    for &(text, expected) in rows {
        assert_eq!(taken(&game, &at, text), expected, "{text} under `{options}` in {}", game.text(&at));
    }
}

/// The texts of all legal moves from a square.
fn moves_from(options: &str, mover: &str, board: &str, square: &str) -> Vec<String> {
    let (game, at) = set_up(options, mover, board);
    game.legal(&at)
        .iter()
        .map(|&mv| game.move_text(&at, mv))
        .filter(|text| text.starts_with(square))
        .collect()
}

/// The end of the game after a move, judged with the moves of the next side where need be.
fn verdict_after(options: &str, mover: &str, board: &str, text: &str) -> Option<Outcome> {
    let (game, at) = set_up(options, mover, board);
    let mv = game.read_move(&at, text).unwrap_or_else(|error| panic!("{error}"));
    game.verdict(&game.after(&at, mv))
}

const WHITE_WINS: Option<Outcome> = Some(Outcome::Win(Player::FIRST));
const BLACK_WINS: Option<Outcome> = Some(Outcome::Win(Player::SECOND));
