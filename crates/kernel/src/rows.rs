//! Boards of rows and columns as text: square names (`a1` at the bottom left) and rows written from the top,
//! `/` between them, a number for each run of empty squares, as in chess.

use crate::{Cell, ReadError, cell_number};

/// The name of a square: column letter, row number counted from the bottom.
#[must_use]
pub fn square_name(row_from_bottom: usize, column: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(column.min(25)).unwrap_or(25));
    format!("{letter}{}", row_from_bottom + 1)
}

/// Reads a square name on a board of `rows` x `columns`: row from the bottom and column.
#[must_use]
pub fn read_square(text: &str, rows: usize, columns: usize) -> Option<(usize, usize)> {
    let letter = text.bytes().next()?;
    let column = usize::from(letter.checked_sub(b'a')?);
    let digits = text.get(1..)?;
    if digits.starts_with(['0', '+']) {
        return None;
    }
    let row: usize = digits.parse().ok()?;
    (column < columns && (1..=rows).contains(&row)).then(|| (row - 1, column))
}

/// Writes a board row by row from the top. `letter` is asked for each square by row from the bottom and column.
#[must_use]
pub fn write_rows(rows: usize, columns: usize, letter: impl Fn(usize, usize) -> Option<char>) -> String {
    let mut text = String::with_capacity(rows * (columns + 1));
    for row in (0..rows).rev() {
        let mut empty = 0;
        for column in 0..columns {
            match letter(row, column) {
                None => empty += 1,
                Some(letter) => {
                    push_run(&mut text, empty);
                    empty = 0;
                    text.push(letter);
                }
            }
        }
        push_run(&mut text, empty);
        if row > 0 {
            text.push('/');
        }
    }
    text
}

/// Writes the cells of a grid's diagram row by row from the top, by the letters of the pieces.
#[must_use]
pub fn write_cells(cells: &[Cell], columns: usize) -> String {
    let rows = cells.len() / columns.max(1);
    write_rows(rows, columns, |row, column| {
        let cell = cells.get(cell_number(rows, columns, row, column))?;
        cell.piece.as_ref().map(|piece| piece.letter)
    })
}

/// Writes the length of a run of empty squares, if there are any.
fn push_run(text: &mut String, length: u32) {
    match char::from_digit(length, 10) {
        Some('0') => {}
        Some(digit) => text.push(digit),
        None => *text += &length.to_string(),
    }
}

/// Reads a board that `write_rows` wrote, as far as it only uses `letters`. Gives for each square, row by row
/// from the bottom left, which of the letters stands there.
///
/// # Errors
/// Too few or many rows or squares, or an unknown letter, with its place in `whole`, of which `board` must be
/// the beginning.
pub fn read_rows(
    whole: &str,
    board: &str,
    [rows, columns]: [usize; 2],
    letters: &str,
) -> Result<Vec<Option<usize>>, ReadError> {
    let fail = |byte: usize, problem: String, remedy: String| {
        Err(ReadError::new("position", whole, problem, remedy).at(byte))
    };
    let found = board.split('/').count();
    if found != rows {
        let problem = format!("the board has {found} rows");
        return fail(0, problem, format!("write {rows} rows from the top with `/` between them"));
    }
    let mut squares = vec![None; rows * columns];
    let mut start = 0;
    for (index, line) in board.split('/').enumerate() {
        let row = rows - 1 - index;
        let mut column = 0;
        let mut run: Option<usize> = None;
        for (offset, letter) in line.char_indices() {
            if let Some(digit) = letter.to_digit(10) {
                let longer = run.unwrap_or(0) * 10 + digit as usize;
                if longer == 0 || longer > columns {
                    let problem = format!("a run of {longer} empty squares in row {}", row + 1);
                    return fail(start + offset, problem, format!("a row has {columns} squares"));
                }
                run = Some(longer);
                continue;
            }
            column += run.take().unwrap_or(0);
            if column >= columns {
                let problem = format!("row {} is longer than the board", row + 1);
                return fail(start + offset, problem, format!("a row has {columns} squares"));
            }
            let Some(number) = letters.chars().position(|known| known == letter) else {
                let remedy = format!("use `{letters}`, numbers for empty squares and `/` between rows");
                return fail(start + offset, format!("`{letter}` is no piece of this game"), remedy);
            };
            squares[row * columns + column] = Some(number);
            column += 1;
        }
        column += run.unwrap_or(0);
        if column != columns {
            let problem = format!("row {} has {column} squares", row + 1);
            return fail(start, problem, format!("a row has {columns}"));
        }
        start += line.len() + 1;
    }
    Ok(squares)
}

/// Splits a position text into exactly `N` fields at single spaces; `shape` shows what is expected.
///
/// # Errors
/// The number of fields differs.
pub fn fields<'a, const N: usize>(text: &'a str, shape: &str) -> Result<[&'a str; N], ReadError> {
    let found: Vec<&str> = text.split(' ').collect();
    <[&str; N]>::try_from(found).map_err(|found| {
        let problem = format!("{} parts separated by spaces, not {N}", found.len());
        ReadError::new("position", text, problem, format!("write it like `{shape}`"))
    })
}

/// Reads the field that names the side to move: one of `sides`, in the order of players.
///
/// # Errors
/// It names neither.
pub fn side(whole: &str, field: &str, sides: &[&str]) -> Result<crate::Player, ReadError> {
    match sides.iter().position(|&side| side == field) {
        Some(found) => Ok(crate::Player(found as u8)),
        None => {
            let byte = field.as_ptr() as usize - whole.as_ptr() as usize;
            let byte = if byte <= whole.len() { byte } else { 0 };
            let problem = format!("`{field}` is not a side to move");
            Err(ReadError::new("position", whole, problem, format!("write {}", sides.join(" or "))).at(byte))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_read_back() {
        for row in 0..12 {
            for column in 0..26 {
                assert_eq!(read_square(&square_name(row, column), 12, 26), Some((row, column)));
            }
        }
        for bad in ["", "a", "1", "a0", "a01", "a+1", "aa1", "i1", "a9", "é1", "a1 ", "A1"] {
            assert_eq!(read_square(bad, 8, 8), None, "{bad:?}");
        }
    }

    #[test]
    fn rows_read_back_or_say_what_is_wrong() {
        let read = |text: &str| read_rows(text, text, [2, 12], "x");
        for text in ["12/12", "xx10/11x", "x1x1x1x1x1x1/5xx5"] {
            let squares = read(text).unwrap();
            assert_eq!(write_rows(2, 12, |row, column| squares[row * 12 + column].map(|_| 'x')), text);
        }
        for (text, culprit) in [
            ("12", "1 rows"),
            ("12/12/12", "3 rows"),
            ("13/12", "a run of 13"),
            ("11/12", "row 2 has 11"),
            ("12x/12", "row 2 is longer"),
            ("0x11/12", "a run of 0"),
            ("12/y11", "`y`"),
            ("99999999999999999999/12", "a run of 99"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(culprit), "{error}");
        }
    }
}
