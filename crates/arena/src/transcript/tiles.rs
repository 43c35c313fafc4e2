//! The layout of the Toro-Tile Straight course.

use super::{Layout, Page, WrittenMove, board, seconds};
use plybook_catalog::{Board, CellMark, Click, Session};

pub(super) struct Tiles;

/// The directions of lines, as steps of row and column, with their names.
const DIRECTIONS: [(&str, usize, usize); 4] = [
    ("horizontal", 0, 1),
    ("vertical", 1, 0),
    ("falling diagonal", 1, 1),
    ("rising diagonal", 1, usize::MAX),
];

/// The square of a move.
fn cell(before: &dyn Session, text: &str) -> Option<usize> {
    let legal = before.moves().into_iter().find(|legal| legal.text == text)?;
    legal.path.iter().find_map(|click| if let Click::Cell(cell) = click { Some(*cell) } else { None })
}

/// The direction of the longest line of one owner's tiles through a square of a torus, and its length.
fn longest_line(board: &Board, cell: usize) -> Option<(&'static str, usize)> {
    let (rows, columns) = (board.rows, board.columns);
    let owner = |row: usize, column: usize| {
        board.squares.get(row * columns + column)?.piece.as_ref().map(|piece| piece.owner)
    };
    let own = owner(cell / columns.max(1), cell % columns.max(1))?;
    let length = |down: usize, right: usize| {
        // Back to the beginning of the line, then along it; a full circle counts once.
        let step = |at: (usize, usize), forward: bool| {
            let (down, right) = if right == usize::MAX { (down, columns - 1) } else { (down, right) };
            match forward {
                true => ((at.0 + down) % rows, (at.1 + right) % columns),
                false => ((at.0 + rows - down) % rows, (at.1 + columns - right) % columns),
            }
        };
        let start = (cell / columns, cell % columns);
        let mut begin = start;
        loop {
            let next = step(begin, false);
            if next == start || owner(next.0, next.1) != Some(own) {
                break;
            }
            begin = next;
        }
        let (mut at, mut count) = (begin, 1);
        loop {
            let next = step(at, true);
            if next == begin || owner(next.0, next.1) != Some(own) {
                return count;
            }
            at = next;
            count += 1;
        }
    };
    DIRECTIONS
        .iter()
        .map(|&(name, down, right)| (name, length(down, right)))
        .max_by_key(|&(_, length)| length)
}

impl Layout for Tiles {
    /// The board in a frame, and whose turn it is.
    fn board(&self, page: &Page<'_>, session: &dyn Session) -> Vec<String> {
        let board = session.board();
        let frame = format!("+{}+", "-".repeat(2 * board.columns + 1));
        let row = |squares: &[plybook_catalog::Square]| -> String {
            // Tiles are called W and B, whoever's turn it is; a forbidden square is a minus sign.
            let signs = squares.iter().map(|square| board::sign(square, ' ', '-').to_ascii_uppercase());
            format!("| {} |", signs.map(String::from).collect::<Vec<_>>().join(" "))
        };
        let mut lines = vec![frame.clone()];
        lines.extend(board.squares.chunks(board.columns.max(1)).map(row));
        lines.push(frame);
        if session.ending().is_none()
            && let Some(mover) = session.mover()
        {
            lines.push(format!("It is {}'s turn.", page.side(mover.0)));
        }
        lines.push(String::new());
        lines
    }

    fn told(&self, page: &Page<'_>, made: &WrittenMove<'_>) -> Vec<String> {
        let &WrittenMove { ply, before, mover, turn } = made;
        let columns = before.board().columns.max(1);
        let square = cell(before, &ply.text)
            .map_or_else(|| ply.text.clone(), |cell| format!("({}, {})", cell / columns, cell % columns));
        vec![format!("Turn {turn}: {} plays at {square}, {:.4} seconds.", page.side(mover), seconds(ply))]
    }

    fn end(&self, page: &Page<'_>, session: &dyn Session) -> Vec<String> {
        let (Some(last), Some(_)) = (page.record.plies.last(), session.ending()) else { return Vec::new() };
        let won = session.ending().is_some_and(|ending| ending.winner().is_some());
        let board = session.board();
        let marks = session.marks();
        let cell = marks.iter().find(|mark| mark.mark == CellMark::To).map(|mark| mark.cell);
        match cell.filter(|_| won).and_then(|cell| longest_line(&board, cell).map(|line| (cell, line))) {
            Some((cell, (direction, length))) => {
                let (row, column) = (cell / board.columns.max(1), cell % board.columns.max(1));
                vec![format!("The winning square is ({row}, {column}): {length} in a row, {direction}.")]
            }
            None if won => vec![format!("The winning move is {}.", last.text)],
            None => Vec::new(),
        }
    }
}
