//! Boards of rows and columns, flat or joined at their edges.

use super::paint::Paint;
use plybook_catalog::{Board, BoardShape, Marked, Square};

/// The lines of a grid, with coordinates where the squares' names have them. A torus is framed by copies of the
/// rows and columns that its edges lead to.
pub fn lines(board: &Board, marks: &[Marked], paint: Paint) -> Vec<String> {
    if let Some(labels) = numbered_columns(board) {
        let mut nameless = board.clone();
        nameless.squares.iter_mut().for_each(|square| square.name.clear());
        return labelled_lines(&nameless, &labels, marks, paint);
    }
    let labels: Vec<String> = (0..board.columns).map(|column| column_label(board, column)).collect();
    labelled_lines(board, &labels, marks, paint)
}

/// The numbers of the columns, where each column has one named square and that is named by a number.
fn numbered_columns(board: &Board) -> Option<Vec<String>> {
    let number = |column: usize| {
        let names = board.squares.iter().skip(column).step_by(board.columns).map(|square| &square.name);
        let mut names = names.filter(|name| !name.is_empty());
        let name = names.next().filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))?;
        names.next().is_none().then(|| name.clone())
    };
    (0..board.columns).map(number).collect()
}

fn labelled_lines(board: &Board, labels: &[String], marks: &[Marked], paint: Paint) -> Vec<String> {
    let torus = board.shape == BoardShape::Torus;
    let margin = isize::from(torus);
    let (rows, columns) = (board.rows as isize, board.columns as isize);
    let cell = |row: isize, column: isize| {
        let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        let number = (row.rem_euclid(rows) * columns + column.rem_euclid(columns)) as usize;
        let mark = marks.iter().find(|marked| inside && marked.cell == number).map(|marked| marked.mark);
        board.squares.get(number).map_or_else(String::new, |square| paint.cell(square, mark, !inside))
    };
    let label = |row: isize| row_label(&board.squares, board.columns, row as usize);
    let width = (0..rows).map(|row| label(row).len()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for row in -margin..rows + margin {
        if torus && (row == 0 || row == rows) {
            lines.push(format!("{:width$} ---+{}+---", "", "-".repeat(3 * board.columns)));
        }
        let mut line = match (0..rows).contains(&row) {
            true => format!("{:>width$} ", label(row)),
            false => format!("{:width$} ", ""),
        };
        for column in -margin..columns + margin {
            if torus && (column == 0 || column == columns) {
                line.push('|');
            }
            line += &cell(row, column);
        }
        lines.push(line);
    }
    if labels.iter().any(|label| !label.is_empty()) {
        let indent = if torus { 5 + width } else { 1 + width };
        let text: String = labels.iter().map(|label| format!("{label:^3}")).collect();
        lines.push(format!("{:indent$}{}", "", text.trim_end()));
    }
    lines
}

/// The number that all squares of a row share in their names.
fn row_label(squares: &[Square], columns: usize, row: usize) -> String {
    let digits =
        |square: &Square| square.name.trim_start_matches(|c: char| c.is_ascii_alphabetic()).to_owned();
    let lettered = |square: &&Square| square.name.starts_with(|c: char| c.is_ascii_alphabetic());
    let mut labels = squares.iter().skip(row * columns).take(columns).filter(lettered).map(digits);
    let first = labels.next().unwrap_or_default();
    if labels.all(|label| label == first) { first } else { String::new() }
}

/// The letter that all squares of a column share in their names.
fn column_label(board: &Board, column: usize) -> String {
    let letters = |square: &Square| square.name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let mut labels =
        board.squares.iter().skip(column).step_by(board.columns).map(letters).filter(|l| !l.is_empty());
    let first = labels.next().unwrap_or_default();
    if labels.all(|label| label == first) { first } else { String::new() }
}
