//! The layout of the Baroque chess course.

use super::{Layout, Page, WrittenMove, board, seconds};
use plybook_catalog::{Board, Click, Session};

pub(super) struct Baroque;

fn capital(page: &Page<'_>, side: u8) -> String {
    page.side(side).to_uppercase()
}

/// From where to where a move goes, as rows from the top and columns from the left.
fn squares(before: &dyn Session, text: &str) -> Option<[usize; 2]> {
    let legal = before.moves().into_iter().find(|legal| legal.text == text)?;
    let cells: Vec<usize> = legal
        .path
        .iter()
        .filter_map(|click| if let Click::Cell(cell) = click { Some(*cell) } else { None })
        .collect();
    Some([*cells.first()?, *cells.last()?])
}

fn piece(board: &Board, cell: usize) -> char {
    board.squares.get(cell).map_or('-', |square| board::sign(square, '-', '-'))
}

impl Layout for Baroque {
    /// The eight lines of letters and spaces, and whose move it is.
    fn board(&self, page: &Page<'_>, session: &dyn Session) -> Vec<String> {
        let board = session.board();
        let row = |squares: &[plybook_catalog::Square]| -> String {
            squares.iter().flat_map(|square| [board::sign(square, '-', '-'), ' ']).collect()
        };
        let mut lines: Vec<String> = board.squares.chunks(board.columns.max(1)).map(row).collect();
        let mover = session.mover().map_or_else(|| "NOBODY".to_owned(), |player| capital(page, player.0));
        lines.push(format!("{mover}'s move"));
        lines.push(String::new());
        lines
    }

    fn told(&self, page: &Page<'_>, made: &WrittenMove<'_>) -> Vec<String> {
        let &WrittenMove { ply, before, mover, turn } = made;
        let side = capital(page, mover);
        let board = before.board();
        let columns = board.columns.max(1);
        let place = |cell: usize| format!("({}, {})", cell / columns, cell % columns);
        let told = match squares(before, &ply.text) {
            Some([from, to]) => format!("the {} at {} to {}.", piece(&board, from), place(from), place(to)),
            None => format!("{}.", ply.text),
        };
        vec![
            format!("Time used: {:.4} seconds.", seconds(ply)),
            format!("{side}'s move: {told}"),
            format!("Turn {turn}: Move is by {side}"),
        ]
    }
}
