//! Toro-Tile Straight: K tiles in a row on a torus with forbidden squares.

use crate::Plain;
use std::collections::BTreeSet;

/// The rules of one game type: the starting board and the length of a winning line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToroTile {
    rows: usize,
    columns: usize,
    k: usize,
    start_board: Vec<Square>,
}

/// The two sides, and the colours of their tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// The side that moves first.
    White,
    /// The other side.
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

/// What a square holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Square {
    /// Nothing yet.
    Blank,
    /// Nothing, for ever.
    Forbidden,
    /// A tile.
    Tile(Colour),
}

/// A board and the side to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The squares row by row from the top left to the bottom right.
    pub board: Vec<Square>,
    /// The side to move.
    pub to_move: Colour,
}

/// The placing of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The square that gets the tile, as an index into the board of a [`Position`].
    pub to: usize,
}

/// Reads the squares of one row.
fn read_row(text: &str) -> Option<Vec<Square>> {
    let mut squares = Vec::new();
    for letter in text.chars() {
        squares.push(match letter {
            '.' => Square::Blank,
            '-' => Square::Forbidden,
            'W' => Square::Tile(Colour::White),
            'B' => Square::Tile(Colour::Black),
            _ => return None,
        });
    }
    Some(squares)
}

/// Reads a board: its columns and its squares.
fn read_board(text: &str) -> Option<(usize, Vec<Square>)> {
    let mut columns = None;
    let mut board = Vec::new();
    for row_text in text.split('/') {
        let row = read_row(row_text)?;
        if row.is_empty() || *columns.get_or_insert(row.len()) != row.len() {
            return None;
        }
        board.extend(row);
    }
    Some((columns?, board))
}

impl ToroTile {
    /// The game type with the given starting board and length of a winning line. The rows of the board are
    /// joined by `/`; `.` is a blank square, `-` a forbidden one, `W` and `B` are tiles. `None` if the board is
    /// malformed or wider than the alphabet, or if `k` is less than two.
    pub fn new(board: &str, k: usize) -> Option<ToroTile> {
        let (columns, start_board) = read_board(board)?;
        if columns > 26 || k < 2 {
            return None;
        }
        Some(ToroTile { rows: start_board.len() / columns, columns, k, start_board })
    }

    /// The number of distinct sets of K squares that lie in a row, column or diagonal of the torus and
    /// hold no forbidden square of the starting board.
    pub fn winning_lines(&self) -> usize {
        let mut lines = BTreeSet::new();
        for start in 0..self.start_board.len() {
            for direction in self.directions() {
                if self.is_line(start, direction, |square| self.start_board[square] != Square::Forbidden) {
                    let mut line = Vec::new();
                    let mut square = start;
                    for _ in 0..self.k {
                        line.push(square);
                        square = self.neighbour(square, direction);
                    }
                    line.sort_unstable();
                    lines.insert(line);
                }
            }
        }
        lines.len()
    }

    /// The steps to the right, down, down right and down left, as numbers of rows down and columns right.
    fn directions(&self) -> [(usize, usize); 4] {
        [(0, 1), (1, 0), (1, 1), (1, self.columns - 1)]
    }

    /// The next square in a direction; the edges are joined.
    fn neighbour(&self, square: usize, direction: (usize, usize)) -> usize {
        let row = (square / self.columns + direction.0) % self.rows;
        let column = (square % self.columns + direction.1) % self.columns;
        row * self.columns + column
    }

    /// Whether the K squares that begin at `start` are distinct and all as wanted. A walk on a torus comes
    /// back to its start before it meets any other square twice.
    fn is_line(&self, start: usize, direction: (usize, usize), is_wanted: impl Fn(usize) -> bool) -> bool {
        let mut square = start;
        for step in 0..self.k {
            if (step > 0 && square == start) || !is_wanted(square) {
                return false;
            }
            square = self.neighbour(square, direction);
        }
        true
    }

    /// Whether a line of K tiles of one colour is on the board.
    fn has_winner(&self, at: &Position) -> bool {
        for start in 0..at.board.len() {
            let Square::Tile(_) = at.board[start] else {
                continue;
            };
            for direction in self.directions() {
                if self.is_line(start, direction, |square| at.board[square] == at.board[start]) {
                    return true;
                }
            }
        }
        false
    }
}

impl Plain for ToroTile {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { board: self.start_board.clone(), to_move: Colour::White }
    }

    /// The board must have the size and the forbidden squares of the starting board; tiles may stand on any
    /// other square.
    fn read(&self, text: &str) -> Option<Position> {
        let (board_text, side_text) = text.split_once(' ')?;
        let (columns, board) = read_board(board_text)?;
        if columns != self.columns || board.len() != self.start_board.len() {
            return None;
        }
        for (square, start_square) in board.iter().zip(&self.start_board) {
            if (*square == Square::Forbidden) != (*start_square == Square::Forbidden) {
                return None;
            }
        }
        let to_move = match side_text {
            "W" => Colour::White,
            "B" => Colour::Black,
            _ => return None,
        };
        Some(Position { board, to_move })
    }

    fn text(&self, at: &Position) -> String {
        let mut text = String::new();
        for (row_index, row) in at.board.chunks(self.columns).enumerate() {
            if row_index > 0 {
                text.push('/');
            }
            for square in row {
                text.push(match square {
                    Square::Blank => '.',
                    Square::Forbidden => '-',
                    Square::Tile(Colour::White) => 'W',
                    Square::Tile(Colour::Black) => 'B',
                });
            }
        }
        text.push_str(match at.to_move {
            Colour::White => " W",
            Colour::Black => " B",
        });
        text
    }

    fn moves(&self, at: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.has_winner(at) {
            return moves;
        }
        for to in 0..at.board.len() {
            if at.board[to] == Square::Blank {
                moves.push(Move { to });
            }
        }
        moves
    }

    fn play(&self, at: &Position, mv: &Move) -> Position {
        let mut board = at.board.clone();
        board[mv.to] = Square::Tile(at.to_move);
        Position { board, to_move: at.to_move.other() }
    }

    fn move_text(&self, _at: &Position, mv: &Move) -> String {
        let column = (b'a' + (mv.to % self.columns) as u8) as char;
        format!("{column}{}", self.rows - mv.to / self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft;

    const TETRA_TORO: &str = ".-../.-.-/--../..-.";
    const GOLD_RUSH: &str = "-..-..-/......./......./-..-..-/......./......./-..-..-";
    const WHITES_CHALLENGE: &str = "........./....B..../...---.../..-----../...---.../....B..../.........";
    const THREE_BY_THREE: &str = ".../.../...";

    fn rules(board: &str, k: usize) -> ToroTile {
        ToroTile::new(board, k).unwrap()
    }

    fn is_over(rules: &ToroTile, text: &str) -> bool {
        rules.moves(&rules.read(text).unwrap()).is_empty()
    }

    /// The outcome for the side to move under perfect play: 1 win, 0 draw, -1 loss.
    fn outcome(rules: &ToroTile, at: &Position) -> i32 {
        if rules.has_winner(at) {
            return -1;
        }
        rules.moves(at).iter().map(|mv| -outcome(rules, &rules.play(at, mv))).max().unwrap_or(0)
    }

    fn blanks(rules: &ToroTile) -> usize {
        rules.moves(&rules.start()).len()
    }

    #[test]
    fn winning_lines_of_the_game_types() {
        assert_eq!(rules(TETRA_TORO, 4).winning_lines(), 0);
        assert_eq!(rules(GOLD_RUSH, 5).winning_lines(), 92);
        assert_eq!(rules(WHITES_CHALLENGE, 6).winning_lines(), 122);
        assert_eq!(rules(THREE_BY_THREE, 3).winning_lines(), 12);
    }

    #[test]
    fn blanks_of_the_game_types() {
        assert_eq!(blanks(&rules(TETRA_TORO, 4)), 10);
        assert_eq!(blanks(&rules(GOLD_RUSH, 5)), 40);
        assert_eq!(blanks(&rules(WHITES_CHALLENGE, 6)), 50);
    }

    #[test]
    fn lines_on_odd_boards() {
        // Two rows of three: both diagonals run through all six squares, in opposite order.
        assert_eq!(rules(".../...", 4).winning_lines(), 6);
        // One row: the diagonals are the row itself.
        assert_eq!(rules(".....", 3).winning_lines(), 5);
        assert_eq!(rules(".....", 5).winning_lines(), 1);
        assert_eq!(rules(".....", 6).winning_lines(), 0);
        // K equal to the side: one line in each row, column and broken diagonal.
        assert_eq!(rules("..../..../..../....", 4).winning_lines(), 16);
        assert_eq!(rules("..../..../..../....", 3).winning_lines(), 64);
        assert_eq!(rules("../..", 2).winning_lines(), 6);
    }

    #[test]
    fn perft_of_the_game_types() {
        for (board, k, known) in [
            (GOLD_RUSH, 5, [40, 1_560, 59_280, 2_193_360]),
            (WHITES_CHALLENGE, 6, [50, 2_450, 117_600, 5_527_200]),
            (TETRA_TORO, 4, [10, 90, 720, 5_040]),
        ] {
            let rules = rules(board, k);
            for (depth, leaves) in (1..).zip(known) {
                assert_eq!(perft(&rules, &rules.start(), depth), leaves, "{board} at depth {depth}");
            }
        }
    }

    #[test]
    fn tetra_toro_is_always_drawn() {
        let rules = rules(TETRA_TORO, 4);
        assert_eq!(perft(&rules, &rules.start(), 7), 604_800);
        assert_eq!(perft(&rules, &rules.start(), 10), 3_628_800);
    }

    #[test]
    fn perft_of_three_by_three() {
        let rules = rules(THREE_BY_THREE, 3);
        for (depth, leaves) in (1..).zip([9, 72, 504, 3_024, 15_120, 51_840, 132_192, 124_416, 31_104]) {
            assert_eq!(perft(&rules, &rules.start(), depth), leaves, "depth {depth}");
        }
    }

    #[test]
    fn three_by_three_is_won_by_the_first_player() {
        let rules = rules(THREE_BY_THREE, 3);
        assert_eq!(outcome(&rules, &rules.start()), 1);
    }

    #[test]
    fn boards_with_few_lines_are_drawn() {
        assert_eq!(outcome(&rules("-.-/.../-.-", 3), &rules("-.-/.../-.-", 3).start()), 0);
        assert_eq!(outcome(&rules("..../----/----", 5), &rules("..../----/----", 5).start()), 0);
    }

    #[test]
    fn lines_wrap_around_all_edges() {
        let plain = rules("...../...../...../.....", 3);
        for text in [
            "W..WW/...../...../..... B",
            "B..../B..../...../B.... W",
            ".W.../W..../...../..W.. B",
            "W..../...../...W./....W B",
            "...../....B/B..../.B... W",
        ] {
            assert!(is_over(&plain, text), "{text}");
        }
        for text in ["W..W./W..../...../..... B", "WW.../...../...../....W B", "WWB../...../...../..... W"] {
            assert!(!is_over(&plain, text), "{text}");
        }
    }

    #[test]
    fn a_line_does_not_use_a_square_twice() {
        // A column of two squares would be a line of three if squares could be counted twice.
        assert!(!is_over(&rules("..../....", 3), "W.../W... B"));
        assert!(is_over(&rules("..../....", 2), "W.../W... B"));
        assert!(!is_over(&rules("....", 5), "WWW. B"));
    }

    #[test]
    fn a_full_board_ends_the_game() {
        let rules = rules(TETRA_TORO, 4);
        assert!(is_over(&rules, "W-WW/W-B-/--BB/WB-B W"));
        assert!(!is_over(&rules, "W-WW/W-B-/--BB/WB-. B"));
    }

    #[test]
    fn squares_are_named_from_the_bottom_left() {
        let rules = rules("-../W..", 2);
        let start = rules.start();
        let names: Vec<String> = rules.moves(&start).iter().map(|mv| rules.move_text(&start, mv)).collect();
        assert_eq!(names, ["b2", "c2", "b1", "c1"]);
    }

    #[test]
    fn texts_return_unchanged() {
        let gold_rush = rules(GOLD_RUSH, 5);
        assert_eq!(gold_rush.text(&gold_rush.start()), format!("{GOLD_RUSH} W"));
        let small = rules("-../W..", 2);
        for text in ["-../W.. W", "-BB/WBW B", "-../... W"] {
            assert_eq!(small.text(&small.read(text).unwrap()), text);
        }
    }

    #[test]
    fn malformed_texts_are_refused() {
        let small = rules("-../W..", 2);
        for text in [
            "",
            "-../W..",
            "-../W.. w",
            "-../W..  W",
            "-../W.. W ",
            "-../W./. W",
            "-..W.. W",
            "-../W../... W",
            "-../W.x W",
            ".../W.. W",
            "-.-/W.. W",
            "-./W./.. W",
        ] {
            assert_eq!(small.read(text), None, "{text:?}");
        }
        for (board, k) in [("", 3), ("../.", 3), ("...", 1), ("./", 3), ("..x", 3), (&*".".repeat(27), 3)] {
            assert_eq!(ToroTile::new(board, k), None, "{board:?}");
        }
    }
}
