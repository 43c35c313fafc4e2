//! Black & White on a 5x5 board: five discs each are placed in turn, then moved; a jump recolours the
//! disc that was jumped.

use crate::Plain;

/// Rows and columns of the board; also the discs of a side and the length of a winning line.
const SIZE: usize = 5;

/// The four directions of steps and jumps, as changes of row and column.
const DIRECTIONS: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// The rules of Black & White; there is nothing to choose.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlackAndWhite;

/// The two sides, and the colours of their discs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// The side that places the first disc.
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

/// A board, the side to move and the discs that are not yet on the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The squares row by row from the top left corner a5 to the bottom right corner e1.
    pub board: [Option<Colour>; SIZE * SIZE],
    /// The side to move.
    pub to_move: Colour,
    /// Discs that White still has to place.
    pub white_to_place: u8,
    /// Discs that Black still has to place.
    pub black_to_place: u8,
}

impl Position {
    /// Discs that the side to move still has to place.
    fn mover_to_place(&self) -> u8 {
        match self.to_move {
            Colour::White => self.white_to_place,
            Colour::Black => self.black_to_place,
        }
    }
}

/// A placement, a step or a jump; squares are indices into the board of a [`Position`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A disc from the hand is put on an empty square.
    Place {
        /// The square that gets the disc.
        to: usize,
    },
    /// A disc goes to an empty neighbour square.
    Step {
        /// The square it leaves.
        from: usize,
        /// The square it enters.
        to: usize,
    },
    /// A disc jumps over one adjacent opponent disc, which changes its colour.
    Jump {
        /// The square it leaves.
        from: usize,
        /// The square of the disc that changes its colour.
        over: usize,
        /// The square it enters.
        to: usize,
    },
}

/// The neighbour of a square in a direction, if it is on the board.
fn neighbour(square: usize, direction: (isize, isize)) -> Option<usize> {
    let row = (square / SIZE).checked_add_signed(direction.0)?;
    let column = (square % SIZE).checked_add_signed(direction.1)?;
    (row < SIZE && column < SIZE).then_some(row * SIZE + column)
}

/// Whether a colour fills one of the five rows, five columns or two main diagonals.
fn has_line(board: &[Option<Colour>], colour: Colour) -> bool {
    let is_own = |row: usize, column: usize| board[row * SIZE + column] == Some(colour);
    for fixed in 0..SIZE {
        if (0..SIZE).all(|step| is_own(fixed, step)) || (0..SIZE).all(|step| is_own(step, fixed)) {
            return true;
        }
    }
    (0..SIZE).all(|step| is_own(step, step)) || (0..SIZE).all(|step| is_own(step, SIZE - 1 - step))
}

/// The name of a square, from a1 at the bottom left to e5 at the top right.
fn square_name(square: usize) -> String {
    let file = (b'a' + (square % SIZE) as u8) as char;
    format!("{file}{}", SIZE - square / SIZE)
}

/// Reads the number of discs still to place.
fn read_count(text: &str) -> Option<u8> {
    text.parse().ok().filter(|&count| count <= SIZE as u8)
}

impl Plain for BlackAndWhite {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position {
            board: [None; SIZE * SIZE],
            to_move: Colour::White,
            white_to_place: SIZE as u8,
            black_to_place: SIZE as u8,
        }
    }

    /// Only the form is checked, which must be the one that `text` writes; numbers of discs that no game
    /// can reach are accepted.
    fn read(&self, text: &str) -> Option<Position> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows_text, side_text, white_text, black_text] = fields[..] else {
            return None;
        };
        let mut squares = Vec::new();
        for row_text in rows_text.split('/') {
            let row_start = squares.len();
            for letter in row_text.chars() {
                match letter {
                    'w' => squares.push(Some(Colour::White)),
                    'b' => squares.push(Some(Colour::Black)),
                    _ => {
                        let run = letter.to_digit(10)? as usize;
                        squares.resize(squares.len() + run, None);
                    }
                }
            }
            if squares.len() != row_start + SIZE {
                return None;
            }
        }
        let to_move = match side_text {
            "w" => Colour::White,
            "b" => Colour::Black,
            _ => return None,
        };
        let position = Position {
            board: squares.try_into().ok()?,
            to_move,
            white_to_place: read_count(white_text)?,
            black_to_place: read_count(black_text)?,
        };
        (self.text(&position) == text).then_some(position)
    }

    fn text(&self, at: &Position) -> String {
        let mut text = String::new();
        for row in 0..SIZE {
            if row > 0 {
                text.push('/');
            }
            let mut run = 0;
            for column in 0..SIZE {
                let square = at.board[row * SIZE + column];
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
        let side = match at.to_move {
            Colour::White => 'w',
            Colour::Black => 'b',
        };
        format!("{text} {side} {} {}", at.white_to_place, at.black_to_place)
    }

    fn moves(&self, at: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        if has_line(&at.board, Colour::White) || has_line(&at.board, Colour::Black) {
            return moves;
        }
        if at.mover_to_place() > 0 {
            for to in 0..SIZE * SIZE {
                if at.board[to].is_none() {
                    moves.push(Move::Place { to });
                }
            }
            return moves;
        }
        for from in 0..SIZE * SIZE {
            if at.board[from] != Some(at.to_move) {
                continue;
            }
            for direction in DIRECTIONS {
                let Some(next) = neighbour(from, direction) else {
                    continue;
                };
                if at.board[next].is_none() {
                    moves.push(Move::Step { from, to: next });
                } else if at.board[next] == Some(at.to_move.other())
                    && let Some(beyond) = neighbour(next, direction)
                    && at.board[beyond].is_none()
                {
                    moves.push(Move::Jump { from, over: next, to: beyond });
                }
            }
        }
        moves
    }

    fn play(&self, at: &Position, mv: &Move) -> Position {
        let mut after = at.clone();
        match *mv {
            Move::Place { to } => {
                after.board[to] = Some(at.to_move);
                match at.to_move {
                    Colour::White => after.white_to_place -= 1,
                    Colour::Black => after.black_to_place -= 1,
                }
            }
            Move::Step { from, to } => {
                after.board[from] = None;
                after.board[to] = Some(at.to_move);
            }
            Move::Jump { from, over, to } => {
                after.board[from] = None;
                after.board[over] = Some(at.to_move);
                after.board[to] = Some(at.to_move);
            }
        }
        after.to_move = at.to_move.other();
        after
    }

    fn move_text(&self, _at: &Position, mv: &Move) -> String {
        match *mv {
            Move::Place { to } => square_name(to),
            Move::Step { from, to } => format!("{}-{}", square_name(from), square_name(to)),
            Move::Jump { from, to, .. } => format!("{}x{}", square_name(from), square_name(to)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft;

    const EXAMPLE_WHITE: &str = "1w3/ww3/w1wb1/ww3/1bb2 w 0 0";
    const EXAMPLE_BLACK: &str = "1w3/ww3/w1wb1/ww3/1bb2 b 0 0";

    fn check_perft(text: &str, known: &[u64]) {
        let at = BlackAndWhite.read(text).unwrap();
        for (depth, &leaves) in (1..).zip(known) {
            assert_eq!(perft(&BlackAndWhite, &at, depth), leaves, "{text} at depth {depth}");
        }
    }

    fn move_texts(text: &str) -> Vec<String> {
        let at = BlackAndWhite.read(text).unwrap();
        let mut texts: Vec<String> =
            BlackAndWhite.moves(&at).iter().map(|mv| BlackAndWhite.move_text(&at, mv)).collect();
        texts.sort();
        texts
    }

    fn after(text: &str, move_text: &str) -> String {
        let at = BlackAndWhite.read(text).unwrap();
        let moves = BlackAndWhite.moves(&at);
        let mv = moves.iter().find(|mv| BlackAndWhite.move_text(&at, mv) == move_text).unwrap();
        BlackAndWhite.text(&BlackAndWhite.play(&at, mv))
    }

    #[test]
    fn perft_of_the_empty_board() {
        check_perft("5/5/5/5/5 w 5 5", &[25, 600, 13_800, 303_600, 6_375_600]);
    }

    #[test]
    fn perft_of_the_example() {
        check_perft(EXAMPLE_WHITE, &[13, 92, 1_064, 8_028, 94_661]);
        check_perft(EXAMPLE_BLACK, &[8, 93, 724, 8_235, 61_692]);
    }

    #[test]
    fn deep_perft() {
        check_perft("5/5/5/5/5 w 5 5", &[25, 600, 13_800, 303_600, 6_375_600, 127_512_000]);
        check_perft(EXAMPLE_WHITE, &[13, 92, 1_064, 8_028, 94_661, 692_301, 8_396_734]);
        check_perft(EXAMPLE_BLACK, &[8, 93, 724, 8_235, 61_692, 721_275, 5_541_551]);
    }

    #[test]
    fn texts_return_unchanged() {
        assert_eq!(BlackAndWhite.text(&BlackAndWhite.start()), "5/5/5/5/5 w 5 5");
        for text in ["5/5/5/5/5 w 5 5", EXAMPLE_WHITE, EXAMPLE_BLACK, "w4/5/2b2/5/4w b 3 4"] {
            assert_eq!(BlackAndWhite.text(&BlackAndWhite.read(text).unwrap()), text);
        }
    }

    #[test]
    fn malformed_texts_are_refused() {
        for text in [
            "",
            "5/5/5/5 w 5 5",
            "5/5/5/5/5/5 w 5 5",
            "5/5/5/5/6 w 5 5",
            "5/5/5/5/4 w 5 5",
            "5/5/5/5/32 w 5 5",
            "5/5/5/5/05 w 5 5",
            "5/5/5/5/x4 w 5 5",
            "5/5/5/5/5 x 5 5",
            "5/5/5/5/5 w 5",
            "5/5/5/5/5 w 5 6",
            "5/5/5/5/5 w 5 +5",
            "5/5/5/5/5 w  5 5",
            "5/5/5/5/5 w 5 5 ",
        ] {
            assert_eq!(BlackAndWhite.read(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_placement_takes_a_disc_from_the_hand() {
        assert_eq!(after("5/5/5/5/5 w 5 5", "c3"), "5/5/2w2/5/5 b 4 5");
        assert_eq!(after("5/5/2w2/5/5 b 4 5", "a5"), "b4/5/2w2/5/5 w 4 4");
        assert_eq!(after("b4/5/2w2/5/5 w 4 4", "e1"), "b4/5/2w2/5/4w b 3 4");
    }

    #[test]
    fn steps_and_jumps() {
        let text = "5/2b2/1bw2/2w2/2b2 w 0 0";
        assert_eq!(move_texts(text), ["c2-b2", "c2-d2", "c3-d3", "c3xa3", "c3xc5"]);
        assert_eq!(after(text, "c3xc5"), "2w2/2w2/1b3/2w2/2b2 b 0 0");
        assert_eq!(after(text, "c3xa3"), "5/2b2/ww3/2w2/2b2 b 0 0");
        assert_eq!(after(text, "c3-d3"), "5/2b2/1b1w1/2w2/2b2 b 0 0");
    }

    #[test]
    fn no_jump_over_an_own_disc_a_pair_or_a_gap() {
        assert_eq!(move_texts("5/5/wwbb1/5/5 w 0 0"), ["a3-a2", "a3-a4", "b3-b2", "b3-b4"]);
        assert_eq!(move_texts("5/5/w1b2/5/5 w 0 0"), ["a3-a2", "a3-a4", "a3-b3"]);
    }

    #[test]
    fn a_completed_line_ends_the_game() {
        for text in [
            "wwwww/bbbb1/5/5/5 b 0 1",
            "w4/w4/w4/w4/wbbbb b 0 1",
            "w4/1w3/2w2/3w1/bbbbw b 0 1",
            "4b/3b1/2b2/1b3/bwwww w 1 0",
        ] {
            assert_eq!(move_texts(text), [""; 0], "{text}");
        }
        // Four in line and the broken diagonals do not count.
        assert_eq!(move_texts("wwww1/5/bbbb1/5/5 w 1 1").len(), 17);
        assert_eq!(move_texts("1w3/2w2/3w1/4w/w4 b 0 1").len(), 20);
    }

    #[test]
    fn a_side_without_discs_or_with_blocked_discs_is_stuck() {
        assert_eq!(move_texts("wwww1/wwww1/ww3/5/5 b 0 0"), [""; 0]);
        assert_eq!(move_texts("bww2/ww3/w4/5/bbbb1 b 0 0"), ["a1-a2", "b1-b2", "c1-c2", "d1-d2", "d1-e1"]);
        assert_eq!(move_texts("bww2/wbww1/ww3/1w3/5 b 0 0"), [""; 0]);
    }
}
