//! Breakthrough on a board of any size: pieces go one square forward and win by reaching the far row.

use crate::Plain;

/// The rules of breakthrough on a board of at least four rows and of one to twenty-six columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breakthrough {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
}

/// The two sides, and the colours of their pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// The side at the bottom, which moves first and upwards.
    White,
    /// The side at the top, which moves downwards.
    Black,
}

impl Colour {
    /// The opponent.
    pub fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

/// A board and the side to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The squares row by row from the top left to the bottom right.
    pub board: Vec<Option<Colour>>,
    /// The side to move.
    pub to_move: Colour,
}

/// A move or capture; squares are indices into the board of a [`Position`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The square the piece leaves.
    pub from: usize,
    /// The square it enters.
    pub to: usize,
}

impl Breakthrough {
    /// Whether a piece stands on its far row or a side has no pieces.
    fn is_over(&self, at: &Position) -> bool {
        let top_row = &at.board[..self.columns];
        let bottom_row = &at.board[(self.rows - 1) * self.columns..];
        top_row.contains(&Some(Colour::White))
            || bottom_row.contains(&Some(Colour::Black))
            || !at.board.contains(&Some(Colour::White))
            || !at.board.contains(&Some(Colour::Black))
    }

    /// The name of a square, `a1` being the bottom left one.
    fn square_name(&self, square: usize) -> String {
        let column = (b'a' + (square % self.columns) as u8) as char;
        format!("{column}{}", self.rows - square / self.columns)
    }
}

impl Plain for Breakthrough {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        assert!(self.rows >= 4, "two home rows for each side need four rows");
        let mut board = vec![None; self.rows * self.columns];
        board[..2 * self.columns].fill(Some(Colour::Black));
        board[(self.rows - 2) * self.columns..].fill(Some(Colour::White));
        Position { board, to_move: Colour::White }
    }

    /// Only the form is checked, which must be the one that `text` writes; any pieces may stand anywhere.
    fn read(&self, text: &str) -> Option<Position> {
        let (rows_text, side_text) = text.split_once(' ')?;
        let mut board = Vec::new();
        let mut rows_read = 0;
        for row_text in rows_text.split('/') {
            let row_start = board.len();
            let mut run = 0;
            for letter in row_text.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = 10 * run + digit as usize;
                    if run > self.columns {
                        return None;
                    }
                    continue;
                }
                board.resize(board.len() + run, None);
                run = 0;
                board.push(match letter {
                    'w' => Some(Colour::White),
                    'b' => Some(Colour::Black),
                    _ => return None,
                });
            }
            board.resize(board.len() + run, None);
            if board.len() != row_start + self.columns {
                return None;
            }
            rows_read += 1;
        }
        let to_move = match side_text {
            "w" => Colour::White,
            "b" => Colour::Black,
            _ => return None,
        };
        let position = Position { board, to_move };
        (rows_read == self.rows && self.text(&position) == text).then_some(position)
    }

    fn text(&self, at: &Position) -> String {
        let mut text = String::new();
        for (row_index, row) in at.board.chunks(self.columns).enumerate() {
            if row_index > 0 {
                text.push('/');
            }
            let mut run = 0;
            for square in row {
                if square.is_some() && run > 0 {
                    text.push_str(&run.to_string());
                    run = 0;
                }
                match square {
                    Some(Colour::White) => text.push('w'),
                    Some(Colour::Black) => text.push('b'),
                    None => run += 1,
                }
            }
            if run > 0 {
                text.push_str(&run.to_string());
            }
        }
        text.push_str(match at.to_move {
            Colour::White => " w",
            Colour::Black => " b",
        });
        text
    }

    fn moves(&self, at: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.is_over(at) {
            return moves;
        }
        for row in 0..self.rows {
            for column in 0..self.columns {
                let from = row * self.columns + column;
                if at.board[from] != Some(at.to_move) {
                    continue;
                }
                // While the game lasts no piece of the mover stands on its far row.
                let next_row = match at.to_move {
                    Colour::White => row - 1,
                    Colour::Black => row + 1,
                };
                for sideways in [-1, 0, 1] {
                    let Some(next_column) = column.checked_add_signed(sideways) else {
                        continue;
                    };
                    if next_column >= self.columns {
                        continue;
                    }
                    let to = next_row * self.columns + next_column;
                    let is_allowed = match at.board[to] {
                        None => true,
                        Some(colour) => colour != at.to_move && sideways != 0,
                    };
                    if is_allowed {
                        moves.push(Move { from, to });
                    }
                }
            }
        }
        moves
    }

    fn play(&self, at: &Position, mv: &Move) -> Position {
        let mut board = at.board.clone();
        board[mv.to] = board[mv.from].take();
        Position { board, to_move: at.to_move.other() }
    }

    fn move_text(&self, at: &Position, mv: &Move) -> String {
        let sign = if at.board[mv.to].is_some() { "x" } else { "" };
        format!("{}{sign}{}", self.square_name(mv.from), self.square_name(mv.to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft;

    const STANDARD: Breakthrough = Breakthrough { rows: 8, columns: 8 };
    const SMALL: Breakthrough = Breakthrough { rows: 4, columns: 3 };

    fn move_texts(rules: &Breakthrough, text: &str) -> Vec<String> {
        let at = rules.read(text).unwrap();
        let mut texts: Vec<String> = rules.moves(&at).iter().map(|mv| rules.move_text(&at, mv)).collect();
        texts.sort();
        texts
    }

    fn after(rules: &Breakthrough, text: &str, move_text: &str) -> String {
        let at = rules.read(text).unwrap();
        let moves = rules.moves(&at);
        let mv = moves.iter().find(|mv| rules.move_text(&at, mv) == move_text).unwrap();
        rules.text(&rules.play(&at, mv))
    }

    #[test]
    fn perft_of_the_usual_board() {
        assert_eq!(perft(&STANDARD, &STANDARD.start(), 1), 22);
        assert_eq!(perft(&STANDARD, &STANDARD.start(), 2), 484);
        assert_eq!(perft(&STANDARD, &STANDARD.start(), 3), 11_132);
        assert_eq!(perft(&STANDARD, &STANDARD.start(), 5), 6_182_818);
    }

    #[test]
    fn texts_return_unchanged() {
        let start = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w";
        assert_eq!(STANDARD.text(&STANDARD.start()), start);
        for text in [start, "b6b/8/3w4/8/1b1b4/8/8/w5w1 b"] {
            assert_eq!(STANDARD.text(&STANDARD.read(text).unwrap()), text);
        }
        let wide = Breakthrough { rows: 4, columns: 12 };
        for text in ["12/b11/1w10/12 b", "10b1/12/12/11w w"] {
            assert_eq!(wide.text(&wide.read(text).unwrap()), text);
        }
    }

    #[test]
    fn malformed_texts_are_refused() {
        assert!(SMALL.read("bbb/bbb/www/www w").is_some());
        for text in [
            "",
            "bbb/bbb/www/www",
            "bbb/bbb/www/www x",
            "bbb/bbb/www w",
            "bbb/bbb/3/www/www w",
            "bbb/bb/www/www w",
            "bbb/bbbb/www/www w",
            "bbb/4/www/www w",
            "bbb/21/www/www w",
            "bbb/03/www/www w",
            "bbb/b0bb/www/www w",
            "bbb/99999999999999999999999/www/www w",
            "bbb/bxb/www/www w",
            "bbb/bbb/www/www  w",
            "bbb/bbb/www/www w ",
        ] {
            assert_eq!(SMALL.read(text), None, "{text:?}");
        }
    }

    #[test]
    fn straight_moves_never_capture() {
        assert_eq!(move_texts(&SMALL, "b2/1b1/1w1/3 w"), ["b2a3", "b2c3"]);
        assert_eq!(move_texts(&SMALL, "b2/1b1/1w1/3 b"), ["a4a3", "b3a2", "b3c2"]);
    }

    #[test]
    fn diagonal_moves_capture_and_do_not_wrap() {
        assert_eq!(move_texts(&SMALL, "3/bb1/w1w/3 w"), ["a2xb3", "c2c3", "c2xb3"]);
        assert_eq!(move_texts(&SMALL, "3/bb1/w1w/3 b"), ["a3b2", "b3b2", "b3xa2", "b3xc2"]);
        assert_eq!(after(&SMALL, "3/bb1/w1w/3 w", "a2xb3"), "3/bw1/2w/3 b");
        assert_eq!(after(&SMALL, "3/bb1/w1w/3 b", "b3xc2"), "3/b2/w1b/3 w");
        assert_eq!(after(&SMALL, "3/bb1/w1w/3 b", "b3b2"), "3/b2/wbw/3 w");
    }

    #[test]
    fn rows_above_nine_have_two_digits() {
        let tall = Breakthrough { rows: 12, columns: 2 };
        assert_eq!(move_texts(&tall, "2/b1/1w/2/2/2/2/2/2/2/2/2 w"), ["b10b11", "b10xa11"]);
    }

    #[test]
    fn the_game_ends_on_a_far_row_or_without_pieces() {
        for text in ["1w1/b2/3/3 b", "1b1/w2/3/2b w", "3/3/1w1/3 b", "3/1b1/3/3 w", "3/3/3/3 w"] {
            for text in [text.to_string(), text.replace(" w", " b"), text.replace(" b", " w")] {
                assert_eq!(move_texts(&SMALL, &text), [""; 0], "{text}");
            }
        }
        // A piece on its own home row ends nothing.
        assert_eq!(move_texts(&SMALL, "b2/3/3/2w w"), ["c1b2", "c1c2"]);
    }
}
