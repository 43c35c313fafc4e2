//! Marks in lines on a plain board, for two to six players.

use crate::Plain;

/// The rules for one board.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// Columns of the board.
    pub columns: usize,
    /// Rows of the board.
    pub rows: usize,
    /// Marks in a row that win.
    pub length: usize,
    /// How many players there are.
    pub players: usize,
    /// Whether marks fall down their column.
    pub drop: bool,
}

/// The board: `cells[row][column]` from the bottom left, with the letter of a mark or a dot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: Vec<Vec<char>>,
}

const LETTERS: [char; 6] = ['X', 'O', 'Y', 'Z', 'V', 'W'];

impl Lines {
    fn put(&self, at: &Board) -> usize {
        at.cells.iter().flatten().filter(|&&cell| cell != '.').count()
    }

    fn next(&self, at: &Board) -> char {
        LETTERS[self.put(at) % self.players]
    }

    /// Whether anybody has a row of marks.
    fn is_won(&self, at: &Board) -> bool {
        let steps = [(0i64, 1i64), (1, 0), (1, 1), (1, -1)];
        for row in 0..self.rows {
            for column in 0..self.columns {
                let first = at.cells[row][column];
                if first == '.' {
                    continue;
                }
                for (up, right) in steps {
                    let mut run = 0;
                    for step in 0..self.length as i64 {
                        let (r, c) = (row as i64 + up * step, column as i64 + right * step);
                        if r < 0 || c < 0 || r >= self.rows as i64 || c >= self.columns as i64 {
                            break;
                        }
                        if at.cells[r as usize][c as usize] == first {
                            run += 1;
                        }
                    }
                    if run == self.length {
                        return true;
                    }
                }
            }
        }
        false
    }
}

impl Plain for Lines {
    type Position = Board;
    type Move = (usize, usize);

    fn start(&self) -> Board {
        Board { cells: vec![vec!['.'; self.columns]; self.rows] }
    }

    fn read(&self, text: &str) -> Option<Board> {
        let (rows, _) = text.split_once(' ')?;
        let mut cells = Vec::new();
        for row in rows.split('/') {
            let mut line = Vec::new();
            let mut number = 0;
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    number = 10 * number + digit as usize;
                } else {
                    line.extend(std::iter::repeat_n('.', number));
                    number = 0;
                    line.push(letter);
                }
            }
            line.extend(std::iter::repeat_n('.', number));
            if line.len() != self.columns {
                return None;
            }
            cells.insert(0, line);
        }
        (cells.len() == self.rows).then_some(Board { cells })
    }

    fn text(&self, at: &Board) -> String {
        let mut rows = Vec::new();
        for row in at.cells.iter().rev() {
            let mut text = String::new();
            let mut free = 0;
            for &cell in row {
                if cell == '.' {
                    free += 1;
                    continue;
                }
                if free > 0 {
                    text += &free.to_string();
                }
                free = 0;
                text.push(cell);
            }
            if free > 0 {
                text += &free.to_string();
            }
            rows.push(text);
        }
        format!("{} {}", rows.join("/"), self.next(at))
    }

    fn moves(&self, at: &Board) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        if self.is_won(at) {
            return moves;
        }
        for row in 0..self.rows {
            for column in 0..self.columns {
                let free = at.cells[row][column] == '.';
                let held = !self.drop || row == 0 || at.cells[row - 1][column] != '.';
                if free && held {
                    moves.push((row, column));
                }
            }
        }
        moves
    }

    fn play(&self, at: &Board, &(row, column): &(usize, usize)) -> Board {
        let mut next = at.clone();
        next.cells[row][column] = self.next(at);
        next
    }

    fn move_text(&self, _: &Board, &(row, column): &(usize, usize)) -> String {
        format!("{}{}", (b'a' + column as u8) as char, row + 1)
    }
}
