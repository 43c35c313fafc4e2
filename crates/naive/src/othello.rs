//! Othello on a framed array of squares, and beside it a plain bitboard perft for the 8x8 board.

use crate::Plain;

/// The rules of Othello on a square board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello {
    /// How many rows and columns the board has: 8, 6 or 4.
    pub side: usize,
}

/// What one square of the framed board holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// No disc.
    Empty,
    /// A black disc, written `X`.
    Black,
    /// A white disc, written `O`.
    White,
    /// The frame around the board.
    Outside,
}

impl Square {
    /// The other colour of a disc; squares without a disc stay as they are.
    fn opposite(self) -> Square {
        match self {
            Square::Black => Square::White,
            Square::White => Square::Black,
            other => other,
        }
    }
}

/// The squares from one row of the framed array to the next: eight columns and the frame on both sides.
const ROW_LENGTH: usize = 10;

/// The size of the framed array. Smaller boards lie in its upper left corner inside a wider frame.
const FRAMED_SIZE: usize = ROW_LENGTH * ROW_LENGTH;

/// The steps in the framed array that lead to the eight neighbours of a square.
const DIRECTIONS: [isize; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];

/// A position: the framed board and the colour to move, which is `Black` or `White`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OthelloPosition {
    board: [Square; FRAMED_SIZE],
    to_move: Square,
}

/// A move: a disc put on a square, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OthelloMove {
    /// A disc is put on a square; rows and columns count from 0, so that a1 is row 0 and column 0.
    Place {
        /// The row, 0 for the squares whose names end in 1.
        row: u8,
        /// The column, 0 for the squares whose names begin with a.
        column: u8,
    },
    /// No disc is put, since only the opponent can move.
    Pass,
}

/// The place of a square in the framed array.
fn index(row: usize, column: usize) -> usize {
    ROW_LENGTH * (row + 1) + column + 1
}

/// How many discs a disc of `mover` put on square `at` would turn in one direction.
fn turned_in_direction(board: &[Square; FRAMED_SIZE], mover: Square, at: usize, direction: isize) -> usize {
    let opponent = mover.opposite();
    let mut count = 0;
    let mut next = at.wrapping_add_signed(direction);
    while board[next] == opponent {
        count += 1;
        next = next.wrapping_add_signed(direction);
    }
    if board[next] == mover { count } else { 0 }
}

impl Othello {
    /// Chooses the board: `8x8`, `6x6` or `4x4`; the empty text means `8x8`, anything else is refused.
    pub fn with_options(options: &str) -> Option<Othello> {
        let side = match options {
            "" | "8x8" => 8,
            "6x6" => 6,
            "4x4" => 4,
            _ => return None,
        };
        Some(Othello { side })
    }

    /// A board without discs.
    fn empty_board(&self) -> [Square; FRAMED_SIZE] {
        let mut board = [Square::Outside; FRAMED_SIZE];
        for row in 0..self.side {
            for column in 0..self.side {
                board[index(row, column)] = Square::Empty;
            }
        }
        board
    }

    /// All squares on which a disc of `mover` would turn at least one disc.
    fn placements(&self, board: &[Square; FRAMED_SIZE], mover: Square) -> Vec<OthelloMove> {
        let mut found = Vec::new();
        for row in 0..self.side {
            for column in 0..self.side {
                let at = index(row, column);
                if board[at] == Square::Empty
                    && DIRECTIONS
                        .iter()
                        .any(|&direction| turned_in_direction(board, mover, at, direction) > 0)
                {
                    found.push(OthelloMove::Place { row: row as u8, column: column as u8 });
                }
            }
        }
        found
    }
}

impl Plain for Othello {
    type Position = OthelloPosition;
    type Move = OthelloMove;

    fn start(&self) -> OthelloPosition {
        let mut board = self.empty_board();
        let low = self.side / 2 - 1;
        let high = self.side / 2;
        board[index(low, low)] = Square::White;
        board[index(high, high)] = Square::White;
        board[index(low, high)] = Square::Black;
        board[index(high, low)] = Square::Black;
        OthelloPosition { board, to_move: Square::Black }
    }

    fn read(&self, text: &str) -> Option<OthelloPosition> {
        let (squares, mover) = text.split_once(' ')?;
        if squares.len() != self.side * self.side {
            return None;
        }
        let mut board = self.empty_board();
        for (place, letter) in squares.bytes().enumerate() {
            board[index(place / self.side, place % self.side)] = match letter {
                b'X' => Square::Black,
                b'O' => Square::White,
                b'-' => Square::Empty,
                _ => return None,
            };
        }
        let to_move = match mover {
            "X" => Square::Black,
            "O" => Square::White,
            _ => return None,
        };
        Some(OthelloPosition { board, to_move })
    }

    fn text(&self, at: &OthelloPosition) -> String {
        let letter = |square| match square {
            Square::Black => 'X',
            Square::White => 'O',
            Square::Empty | Square::Outside => '-',
        };
        let mut text = String::new();
        for row in 0..self.side {
            for column in 0..self.side {
                text.push(letter(at.board[index(row, column)]));
            }
        }
        text.push(' ');
        text.push(letter(at.to_move));
        text
    }

    fn moves(&self, at: &OthelloPosition) -> Vec<OthelloMove> {
        let mut moves = self.placements(&at.board, at.to_move);
        if moves.is_empty() && !self.placements(&at.board, at.to_move.opposite()).is_empty() {
            moves.push(OthelloMove::Pass);
        }
        moves
    }

    fn play(&self, at: &OthelloPosition, mv: &OthelloMove) -> OthelloPosition {
        let mut next = *at;
        if let OthelloMove::Place { row, column } = *mv {
            let placed = index(usize::from(row), usize::from(column));
            for direction in DIRECTIONS {
                let mut turned = placed;
                for _ in 0..turned_in_direction(&at.board, at.to_move, placed, direction) {
                    turned = turned.wrapping_add_signed(direction);
                    next.board[turned] = at.to_move;
                }
            }
            next.board[placed] = at.to_move;
        }
        next.to_move = at.to_move.opposite();
        next
    }

    fn move_text(&self, _at: &OthelloPosition, mv: &OthelloMove) -> String {
        match *mv {
            OthelloMove::Place { row, column } => format!("{}{}", char::from(b'a' + column), row + 1),
            OthelloMove::Pass => String::from("pass"),
        }
    }
}

/// The columns b to g. Discs on the two outer columns are never in the middle of a row or a diagonal, so
/// leaving them out keeps the flood from running round the edge.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Floods from `from` through `through` towards higher squares, `step` squares at a time, as far as six
/// discs in a row.
#[inline(always)]
fn flood_up(from: u64, through: u64, step: u32) -> u64 {
    let mut flood = through & (from << step);
    for _ in 0..5 {
        flood |= through & (flood << step);
    }
    flood
}

/// Floods like `flood_up`, but towards lower squares.
#[inline(always)]
fn flood_down(from: u64, through: u64, step: u32) -> u64 {
    let mut flood = through & (from >> step);
    for _ in 0..5 {
        flood |= through & (flood >> step);
    }
    flood
}

/// The four pairs of opposite directions: the step between squares, and which of the opponent's discs the
/// flood may run through.
#[inline(always)]
fn step_pairs(opponent: u64) -> [(u32, u64); 4] {
    let inner = opponent & INNER_COLUMNS;
    [(1, inner), (7, inner), (8, opponent), (9, inner)]
}

/// The squares on which the owner of `own` may put a disc.
#[inline]
fn flood_moves(own: u64, opponent: u64) -> u64 {
    let mut reached = 0;
    for (step, through) in step_pairs(opponent) {
        reached |= flood_up(own, through, step) << step;
        reached |= flood_down(own, through, step) >> step;
    }
    reached & !(own | opponent)
}

/// The opponent's discs that turn when the owner of `own` puts a disc on the single square `placed`.
#[inline]
fn flood_flips(own: u64, opponent: u64, placed: u64) -> u64 {
    let mut flips = 0;
    for (step, through) in step_pairs(opponent) {
        let up = flood_up(placed, through, step);
        if (up << step) & own != 0 {
            flips |= up;
        }
        let down = flood_down(placed, through, step);
        if (down >> step) & own != 0 {
            flips |= down;
        }
    }
    flips
}

/// Counts the leaves at exactly `depth` plies on the 8x8 board, with a bitboard for each colour: bit 0 is
/// a1, bit 1 is b1 and bit 63 is h8. A pass is a ply, and a finished game has no children.
///
/// This is the ordinary portable way, shifts and masks in each of the eight directions, and the last ply
/// is counted from the move mask and not played.
pub fn flood_perft(black: u64, white: u64, black_to_move: bool, depth: u32) -> u64 {
    if black_to_move { count_leaves(black, white, depth) } else { count_leaves(white, black, depth) }
}

/// The work of `flood_perft`, seen from the side to move.
fn count_leaves(own: u64, opponent: u64, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = flood_moves(own, opponent);
    if moves == 0 {
        let game_is_over = flood_moves(opponent, own) == 0;
        return if game_is_over { 0 } else { count_leaves(opponent, own, depth - 1) };
    }
    if depth == 1 {
        return u64::from(moves.count_ones());
    }
    let mut leaves = 0;
    while moves != 0 {
        let placed = moves & moves.wrapping_neg();
        moves ^= placed;
        let flips = flood_flips(own, opponent, placed);
        leaves += count_leaves(opponent ^ flips, own ^ flips ^ placed, depth - 1);
    }
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft;

    /// The rules on the usual board.
    const EIGHT: Othello = Othello { side: 8 };
    /// The rules on the smallest board.
    const FOUR: Othello = Othello { side: 4 };
    /// The leaf counts from the start, from depth 0 on.
    const LEAVES: [u64; 9] = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216];

    /// The texts of all moves, sorted.
    fn move_texts(rules: &Othello, at: &OthelloPosition) -> Vec<String> {
        let mut texts: Vec<String> = rules.moves(at).iter().map(|mv| rules.move_text(at, mv)).collect();
        texts.sort();
        texts
    }

    /// The position after the move with the given text.
    fn after(rules: &Othello, at: &OthelloPosition, move_text: &str) -> OthelloPosition {
        let mv = rules
            .moves(at)
            .into_iter()
            .find(|mv| rules.move_text(at, mv) == move_text)
            .expect("a legal move");
        rules.play(at, &mv)
    }

    /// Joins drawn rows to a position text and reads it.
    fn drawn(rules: &Othello, rows: &[&str], to_move: char) -> OthelloPosition {
        rules.read(&format!("{} {to_move}", rows.concat())).expect("a well-formed position")
    }

    /// The bitboard of one colour of an 8x8 position.
    fn bits(at: &OthelloPosition, color: Square) -> u64 {
        (0..64).filter(|&place| at.board[index(place / 8, place % 8)] == color).map(|place| 1 << place).sum()
    }

    /// Runs the bitboard perft on a position of the framed board.
    fn flood_perft_at(at: &OthelloPosition, depth: u32) -> u64 {
        flood_perft(bits(at, Square::Black), bits(at, Square::White), at.to_move == Square::Black, depth)
    }

    #[test]
    fn perft_from_the_start() {
        for (depth, &leaves) in LEAVES.iter().enumerate() {
            assert_eq!(perft(&EIGHT, &EIGHT.start(), depth as u32), leaves, "depth {depth}");
        }
    }

    #[test]
    fn flood_perft_from_the_start() {
        for (depth, &leaves) in LEAVES.iter().enumerate() {
            assert_eq!(flood_perft_at(&EIGHT.start(), depth as u32), leaves, "depth {depth}");
        }
    }

    #[test]
    fn perft_from_the_start_deeper() {
        assert_eq!(perft(&EIGHT, &EIGHT.start(), 9), 3005288);
        assert_eq!(perft(&EIGHT, &EIGHT.start(), 10), 24571056);
    }

    #[test]
    fn flood_perft_from_the_start_deeper() {
        assert_eq!(flood_perft_at(&EIGHT.start(), 9), 3005288);
        assert_eq!(flood_perft_at(&EIGHT.start(), 10), 24571056);
    }

    #[test]
    fn both_generators_agree_along_whole_games() {
        let mut seed = 1u64;
        let mut passes = 0;
        for _ in 0..60 {
            let mut at = EIGHT.start();
            loop {
                for depth in 1..=2 {
                    assert_eq!(perft(&EIGHT, &at, depth), flood_perft_at(&at, depth));
                }
                let moves = EIGHT.moves(&at);
                if moves.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let mv = moves[(seed >> 33) as usize % moves.len()];
                passes += u32::from(mv == OthelloMove::Pass);
                at = EIGHT.play(&at, &mv);
            }
        }
        assert!(passes > 0, "some of the games should have had a pass");
    }

    #[test]
    fn start_positions_and_options() {
        assert_eq!(Othello::with_options(""), Some(EIGHT));
        assert_eq!(Othello::with_options("8x8"), Some(EIGHT));
        assert_eq!(Othello::with_options("6x6"), Some(Othello { side: 6 }));
        assert_eq!(Othello::with_options("4x4"), Some(FOUR));
        assert_eq!(Othello::with_options("5x5"), None);
        let start = format!("{}---OX------XO---{} X", "-".repeat(24), "-".repeat(24));
        assert_eq!(EIGHT.text(&EIGHT.start()), start);
        assert_eq!(EIGHT.read(&start), Some(EIGHT.start()));
        assert_eq!(move_texts(&EIGHT, &EIGHT.start()), ["c4", "d3", "e6", "f5"]);
        assert_eq!(FOUR.text(&FOUR.start()), "-----OX--XO----- X");
        assert_eq!(move_texts(&FOUR, &FOUR.start()), ["a2", "b1", "c4", "d3"]);
        let six = Othello { side: 6 };
        assert_eq!(six.text(&six.start()), "--------------OX----XO-------------- X");
    }

    #[test]
    fn malformed_texts_are_refused() {
        for text in ["", "-----OX--XO-----", "-----OX--XO---- X", "-----OX--XO----- -", "-----OX--XO----x X"]
        {
            assert_eq!(FOUR.read(text), None, "{text}");
        }
        assert_eq!(FOUR.read("-----OX--XO----- X "), None);
        assert_eq!(FOUR.read(&EIGHT.text(&EIGHT.start())), None);
    }

    #[test]
    fn all_eight_directions_turn() {
        let before =
            ["X--X--X-", "-O-O-O--", "--OOO---", "XOO-OOOX", "--OOO---", "-O-O-O--", "X--O--X-", "---X----"];
        let turned =
            ["X--X--X-", "-X-X-X--", "--XXX---", "XXXXXXXX", "--XXX---", "-X-X-X--", "X--X--X-", "---X----"];
        let at = drawn(&EIGHT, &before, 'X');
        assert_eq!(after(&EIGHT, &at, "d4"), drawn(&EIGHT, &turned, 'O'));
        assert_eq!(perft(&EIGHT, &at, 3), flood_perft_at(&at, 3));
    }

    #[test]
    fn lines_do_not_run_round_the_edge() {
        // If they did, Black could bracket discs on the far column from h2 and from a6.
        let rows =
            ["--------", "O------X", "O-------", "O------O", "-------O", "X------O", "--------", "--------"];
        let at = drawn(&EIGHT, &rows, 'X');
        assert!(EIGHT.moves(&at).is_empty());
        assert_eq!(flood_perft_at(&at, 1), 0);
    }

    #[test]
    fn a_side_without_a_move_passes_and_a_pass_is_a_ply() {
        // White can play d1, but Black has no disc beyond the white one on a1.
        let at = drawn(&FOUR, &["OXX-", "----", "----", "----"], 'X');
        assert_eq!(move_texts(&FOUR, &at), ["pass"]);
        let passed = after(&FOUR, &at, "pass");
        assert_eq!(FOUR.text(&passed), "OXX------------- O");
        assert_eq!(FOUR.text(&after(&FOUR, &passed, "d1")), "OOOO------------ X");
        assert_eq!([1, 2, 3].map(|depth| perft(&FOUR, &at, depth)), [1, 1, 0]);

        let rows =
            ["OXX-----", "--------", "--------", "--------", "--------", "--------", "--------", "--------"];
        let wide = drawn(&EIGHT, &rows, 'X');
        assert_eq!([0, 1, 2, 3].map(|depth| flood_perft_at(&wide, depth)), [1, 1, 1, 0]);
    }

    #[test]
    fn a_wiped_out_side_ends_the_game() {
        let at = drawn(&FOUR, &["-OX-", "----", "----", "----"], 'X');
        let wiped_out = after(&FOUR, &at, "a1");
        assert_eq!(FOUR.text(&wiped_out), "XXX------------- O");
        assert!(FOUR.moves(&wiped_out).is_empty());
        assert_eq!(perft(&FOUR, &wiped_out, 1), 0);
        assert_eq!(flood_perft(0b111, 0, false, 1), 0);
        assert_eq!(flood_perft(0b111, 0, false, 0), 1);
    }

    /// The difference of discs at the end, for the side to move, when both sides play their best.
    fn best_difference(rules: &Othello, at: &OthelloPosition) -> i64 {
        let discs = |color| at.board.iter().filter(|&&square| square == color).count() as i64;
        rules
            .moves(at)
            .iter()
            .map(|mv| -best_difference(rules, &rules.play(at, mv)))
            .max()
            .unwrap_or(discs(at.to_move) - discs(at.to_move.opposite()))
    }

    #[test]
    fn the_second_player_wins_on_the_smallest_board() {
        assert!(best_difference(&FOUR, &FOUR.start()) < 0);
    }

    #[test]
    fn neither_side_can_move_on_a_full_board() {
        let at = drawn(&FOUR, &["XOXO", "OXOX", "XOXO", "OXOX"], 'X');
        assert!(FOUR.moves(&at).is_empty());
    }
}
