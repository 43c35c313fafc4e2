//! English checkers on an array of the 32 numbered squares.
//!
//! Square 0 of the array is not a square of the board: it always holds `Square::Outside`, and every step
//! over the edge leads to it, so that the loops below need no other test for the edge.

use crate::Plain;

/// The rules of English checkers; there are no options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkers;

/// The two sides. Black starts on squares 1 to 12 and moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// Moves towards the squares 29 to 32.
    Black,
    /// Moves towards the squares 1 to 4.
    White,
}

/// What stands on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// Nothing stands here, and a piece may come here.
    Empty,
    /// No square at all: one step over the edge.
    Outside,
    /// A man of the given side.
    Man(Color),
    /// A king of the given side.
    King(Color),
}

/// A position: the board and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckersPosition {
    board: [Square; 33],
    to_move: Color,
}

/// The most squares one move can visit. A jumping piece always lands on squares whose row and column have
/// the parity of its start, so it can only ever jump the nine inner squares of the other parity.
const LONGEST_PATH: usize = 10;

/// A move: the square it starts from, then every square the piece lands on, as standard numbers 1 to 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckersMove {
    path: [u8; LONGEST_PATH],
    length: u8,
}

impl CheckersMove {
    /// The squares of the move in order, start first. A plain step has two, a chain of n jumps has n + 1.
    pub fn squares(&self) -> &[u8] {
        &self.path[..usize::from(self.length)]
    }
}

/// The four diagonal directions as steps of row and column, row 0 at the top: the first two lead up the
/// board, where White's men go, and the last two lead down, where Black's men go.
const DIRECTIONS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// For each square and direction the next square, or 0 over the edge.
const NEIGHBOURS: [[u8; 4]; 33] = neighbours();

/// Works out `NEIGHBOURS` from rows and columns.
const fn neighbours() -> [[u8; 4]; 33] {
    let mut table = [[0; 4]; 33];
    let mut square = 1;
    while square <= 32 {
        let row = (square - 1) / 4;
        // Row 0 (squares 1 to 4) begins on the second column, row 1 (squares 5 to 8) on the first.
        let column = 2 * ((square - 1) % 4) + if row % 2 == 0 { 1 } else { 0 };
        let mut direction = 0;
        while direction < 4 {
            let next_row = row + DIRECTIONS[direction].0;
            let next_column = column + DIRECTIONS[direction].1;
            if next_row >= 0 && next_row < 8 && next_column >= 0 && next_column < 8 {
                table[square as usize][direction] = (4 * next_row + next_column / 2 + 1) as u8;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

impl Color {
    /// The other side.
    fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// Whether a man of this side is crowned on the given square.
    fn is_crowned_on(self, square: u8) -> bool {
        match self {
            Color::Black => square >= 29,
            Color::White => square <= 4,
        }
    }
}

impl Square {
    /// The side of the piece that stands here, if one does.
    fn color(self) -> Option<Color> {
        match self {
            Square::Man(color) | Square::King(color) => Some(color),
            Square::Empty | Square::Outside => None,
        }
    }

    /// The directions, as a range of indices into `DIRECTIONS`, in which this piece may go.
    fn directions(self) -> std::ops::Range<usize> {
        match self {
            Square::King(_) => 0..4,
            Square::Man(Color::White) => 0..2,
            Square::Man(Color::Black) => 2..4,
            Square::Empty | Square::Outside => 0..0,
        }
    }
}

/// The square that a jump between two squares passes over, or `None` if the two squares are neighbours.
fn jumped_between(from: u8, to: u8) -> Option<u8> {
    for (direction, &over) in NEIGHBOURS[usize::from(from)].iter().enumerate() {
        if over == to {
            return None;
        }
        if over != 0 && NEIGHBOURS[usize::from(over)][direction] == to {
            return Some(over);
        }
    }
    None
}

/// One chain of jumps while it is being built.
struct Chain<'a> {
    /// The board with the jumping piece lifted from its start square and all jumped pieces still on it.
    board: &'a [Square; 33],
    /// The jumping piece as it was when the chain began.
    piece: Square,
    /// The side that jumps.
    mover: Color,
    /// The squares visited so far, start first.
    path: [u8; LONGEST_PATH],
    /// How many squares of `path` are in use.
    length: usize,
    /// Which squares have been jumped over.
    jumped: [bool; 33],
}

impl Chain<'_> {
    /// Adds to `found` every complete chain that goes on from the last square of the path.
    fn extend(&mut self, found: &mut Vec<CheckersMove>) {
        let from = self.path[self.length - 1];
        let has_jumped = self.length > 1;
        let just_crowned =
            has_jumped && self.piece == Square::Man(self.mover) && self.mover.is_crowned_on(from);
        let mut goes_on = false;
        if !just_crowned {
            for direction in self.piece.directions() {
                let over = usize::from(NEIGHBOURS[usize::from(from)][direction]);
                let to = NEIGHBOURS[over][direction];
                if self.board[over].color() != Some(self.mover.opponent())
                    || self.jumped[over]
                    || self.board[usize::from(to)] != Square::Empty
                {
                    continue;
                }
                goes_on = true;
                self.jumped[over] = true;
                self.path[self.length] = to;
                self.length += 1;
                self.extend(found);
                self.length -= 1;
                self.jumped[over] = false;
            }
        }
        if has_jumped && !goes_on {
            // Squares of longer chains tried before may be left behind the end; a move has zeros there.
            let mut path = self.path;
            path[self.length..].fill(0);
            found.push(CheckersMove { path, length: self.length as u8 });
        }
    }
}

/// All complete chains of jumps of the side to move.
fn jumps(at: &CheckersPosition) -> Vec<CheckersMove> {
    let mut found = Vec::new();
    let mut board = at.board;
    for from in 1..=32u8 {
        let piece = board[usize::from(from)];
        if piece.color() != Some(at.to_move) {
            continue;
        }
        board[usize::from(from)] = Square::Empty;
        let mut path = [0; LONGEST_PATH];
        path[0] = from;
        let mut chain =
            Chain { board: &board, piece, mover: at.to_move, path, length: 1, jumped: [false; 33] };
        chain.extend(&mut found);
        board[usize::from(from)] = piece;
    }
    found
}

/// All steps to a neighbouring empty square, whether or not a jump is possible.
fn steps(at: &CheckersPosition) -> Vec<CheckersMove> {
    let mut found = Vec::new();
    for from in 1..=32u8 {
        let piece = at.board[usize::from(from)];
        if piece.color() != Some(at.to_move) {
            continue;
        }
        for direction in piece.directions() {
            let to = NEIGHBOURS[usize::from(from)][direction];
            if at.board[usize::from(to)] == Square::Empty {
                let mut path = [0; LONGEST_PATH];
                path[0] = from;
                path[1] = to;
                found.push(CheckersMove { path, length: 2 });
            }
        }
    }
    found
}

/// Reads a square number without sign or leading zero.
fn read_square(text: &str) -> Option<u8> {
    if !text.starts_with(|first: char| ('1'..='9').contains(&first)) {
        return None;
    }
    text.parse().ok().filter(|square| (1..=32).contains(square))
}

/// Puts the pieces of one list such as `K3,21-24` on the board. Fails on a square that is taken already,
/// and on a man where he would have been crowned.
fn read_pieces(list: &str, color: Color, board: &mut [Square; 33]) -> Option<()> {
    if list.is_empty() {
        return Some(());
    }
    for item in list.split(',') {
        let (piece, range) = match item.strip_prefix('K') {
            Some(rest) => (Square::King(color), rest),
            None => (Square::Man(color), item),
        };
        let (first, last) = match range.split_once('-') {
            Some((first, last)) => (read_square(first)?, read_square(last)?),
            None => (read_square(range)?, read_square(range)?),
        };
        if first > last {
            return None;
        }
        for square in first..=last {
            let misplaced_man = piece == Square::Man(color) && color.is_crowned_on(square);
            if misplaced_man || board[usize::from(square)] != Square::Empty {
                return None;
            }
            board[usize::from(square)] = piece;
        }
    }
    Some(())
}

/// A board without pieces.
fn empty_board() -> [Square; 33] {
    let mut board = [Square::Empty; 33];
    board[0] = Square::Outside;
    board
}

impl Plain for Checkers {
    type Position = CheckersPosition;
    type Move = CheckersMove;

    fn start(&self) -> CheckersPosition {
        let mut board = empty_board();
        board[1..=12].fill(Square::Man(Color::Black));
        board[21..=32].fill(Square::Man(Color::White));
        CheckersPosition { board, to_move: Color::Black }
    }

    fn read(&self, text: &str) -> Option<CheckersPosition> {
        let text = text.strip_suffix('.').unwrap_or(text);
        let mut parts = text.split(':');
        let to_move = match parts.next()? {
            "B" => Color::Black,
            "W" => Color::White,
            _ => return None,
        };
        let mut board = empty_board();
        read_pieces(parts.next()?.strip_prefix('W')?, Color::White, &mut board)?;
        read_pieces(parts.next()?.strip_prefix('B')?, Color::Black, &mut board)?;
        if parts.next().is_some() {
            return None;
        }
        Some(CheckersPosition { board, to_move })
    }

    fn text(&self, at: &CheckersPosition) -> String {
        let mut text = String::from(match at.to_move {
            Color::Black => "B",
            Color::White => "W",
        });
        for (color, letter) in [(Color::White, 'W'), (Color::Black, 'B')] {
            text.push(':');
            text.push(letter);
            let mut separator = "";
            for (square, &piece) in at.board.iter().enumerate() {
                if piece.color() == Some(color) {
                    let crown = if piece == Square::King(color) { "K" } else { "" };
                    text.push_str(&format!("{separator}{crown}{square}"));
                    separator = ",";
                }
            }
        }
        text
    }

    fn moves(&self, at: &CheckersPosition) -> Vec<CheckersMove> {
        let jumps = jumps(at);
        if jumps.is_empty() { steps(at) } else { jumps }
    }

    fn play(&self, at: &CheckersPosition, mv: &CheckersMove) -> CheckersPosition {
        let mut next = *at;
        let squares = mv.squares();
        let from = squares[0];
        let to = squares[squares.len() - 1];
        let mut piece = next.board[usize::from(from)];
        next.board[usize::from(from)] = Square::Empty;
        for pair in squares.windows(2) {
            if let Some(over) = jumped_between(pair[0], pair[1]) {
                next.board[usize::from(over)] = Square::Empty;
            }
        }
        if at.to_move.is_crowned_on(to) {
            piece = Square::King(at.to_move);
        }
        next.board[usize::from(to)] = piece;
        next.to_move = at.to_move.opponent();
        next
    }

    fn move_text(&self, _at: &CheckersPosition, mv: &CheckersMove) -> String {
        let squares = mv.squares();
        let separator = if jumped_between(squares[0], squares[1]).is_some() { "x" } else { "-" };
        let numbers: Vec<String> = squares.iter().map(u8::to_string).collect();
        numbers.join(separator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft;

    /// Reads a position that must be well formed.
    fn position(text: &str) -> CheckersPosition {
        Checkers.read(text).expect("a well-formed position")
    }

    /// The texts of all moves, sorted.
    fn move_texts(text: &str) -> Vec<String> {
        let at = position(text);
        let mut texts: Vec<String> =
            Checkers.moves(&at).iter().map(|mv| Checkers.move_text(&at, mv)).collect();
        texts.sort();
        texts
    }

    /// The text of the position after the move with the given text.
    fn after(text: &str, move_text: &str) -> String {
        let at = position(text);
        let mv = Checkers
            .moves(&at)
            .into_iter()
            .find(|mv| Checkers.move_text(&at, mv) == move_text)
            .expect("a legal move");
        Checkers.text(&Checkers.play(&at, &mv))
    }

    #[test]
    fn perft_from_the_start() {
        let published = [1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931];
        for (depth, &leaves) in published.iter().enumerate() {
            assert_eq!(perft(&Checkers, &Checkers.start(), depth as u32), leaves, "depth {depth}");
        }
    }

    #[test]
    fn perft_from_the_start_deeper() {
        assert_eq!(perft(&Checkers, &Checkers.start(), 9), 3963680);
        assert_eq!(perft(&Checkers, &Checkers.start(), 10), 18391564);
    }

    #[test]
    fn position_text_is_canonical() {
        let start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
        assert_eq!(Checkers.text(&Checkers.start()), start);
        assert_eq!(position(start), Checkers.start());
        assert_eq!(position("B:W21-32:B1-12."), Checkers.start());
        for text in ["B:WK3,21,22:B1,2,K27", "B:W:B1", "W:WK32:B", "W:W:B"] {
            assert_eq!(Checkers.text(&position(text)), text);
        }
        assert_eq!(Checkers.text(&position("W:W32,K3,K1-2:BK31,9")), "W:WK1,K2,K3,32:B9,K31");
    }

    #[test]
    fn malformed_texts_are_refused() {
        let malformed = [
            "",
            "B",
            "B:W21",
            "X:W21:B1",
            "B:W21:B1:",
            "B:W33:B1",
            "B:W0:B1",
            "B:W21,:B1",
            "B:W+21:B1",
            "B:W21:B21",
            "B:W21,21:B1",
            "B:W24-21:B1",
            "B:W4:B5",
            "B:W21:B29",
            "b:W21:B1",
        ];
        for text in malformed {
            assert_eq!(Checkers.read(text), None, "{text}");
        }
    }

    #[test]
    fn the_board_is_numbered_as_the_rules_say() {
        assert_eq!(NEIGHBOURS[1], [0, 0, 5, 6]);
        assert_eq!(NEIGHBOURS[4], [0, 0, 8, 0]);
        assert_eq!(NEIGHBOURS[5], [0, 1, 0, 9]);
        assert_eq!(NEIGHBOURS[12], [8, 0, 16, 0]);
        assert_eq!(NEIGHBOURS[15], [10, 11, 18, 19]);
        assert_eq!(NEIGHBOURS[18], [14, 15, 22, 23]);
        assert_eq!(NEIGHBOURS[32], [27, 28, 0, 0]);
    }

    #[test]
    fn first_moves() {
        let texts = move_texts("B:W21-32:B1-12");
        assert_eq!(texts, ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]);
    }

    #[test]
    fn men_go_forward_only_and_kings_both_ways() {
        assert_eq!(move_texts("B:W:B18"), ["18-22", "18-23"]);
        assert_eq!(move_texts("W:W18:B"), ["18-14", "18-15"]);
        assert_eq!(move_texts("B:W:BK18"), ["18-14", "18-15", "18-22", "18-23"]);
        // A black man does not jump backward.
        assert_eq!(move_texts("B:W15:B18"), ["18-22", "18-23"]);
        assert_eq!(move_texts("B:W15:BK18"), ["18x11"]);
    }

    #[test]
    fn jumps_are_compulsory_but_free_in_choice_and_must_be_completed() {
        // The man on 10 may take one piece or two; having begun on two he must finish.
        assert_eq!(move_texts("B:W14,15,23:B1,10"), ["10x17", "10x19x26"]);
        assert_eq!(after("B:W14,15,23:B1,10", "10x19x26"), "W:W14:B1,26");
    }

    #[test]
    fn promotion_by_a_step_and_by_a_jump_ends_the_turn() {
        assert_eq!(after("B:WK1:B25", "25-29"), "W:WK1:BK29");
        assert_eq!(after("W:W5:B12", "5-1"), "B:WK1:B12");
        // On 31 the new king could jump 27, but the turn is over.
        assert_eq!(move_texts("B:W26,27:B22"), ["22x31"]);
        assert_eq!(after("B:W26,27:B22", "22x31"), "W:W27:BK31");
        // A king coming the same way goes on.
        assert_eq!(move_texts("B:W26,27:BK22"), ["22x31x24"]);
        assert_eq!(move_texts("W:W10:B6,7"), ["10x1", "10x3"]);
    }

    #[test]
    fn a_king_may_jump_in_a_circle_back_to_its_start() {
        // White men stand on the four squares around 23, the king starts on 15 and lands on 22, 24 and 31:
        //
        //        15
        //      18  19
        //    22  23  24
        //      26  27
        //        31
        let circle = "B:W18,19,26,27:BK15";
        assert_eq!(move_texts(circle), ["15x22x31x24x15", "15x24x31x22x15"]);
        assert_eq!(after(circle, "15x22x31x24x15"), "W:W:BK15");
    }

    #[test]
    fn a_king_may_pass_through_its_start_and_go_on() {
        // The same circle with one more piece on 10: from 15 the king goes on over it to 6, or begins there.
        let circle = "B:W10,18,19,26,27:BK15";
        assert_eq!(move_texts(circle), ["15x22x31x24x15x6", "15x24x31x22x15x6", "15x6"]);
        assert_eq!(after(circle, "15x22x31x24x15x6"), "W:W:BK6");
    }

    #[test]
    fn no_piece_is_jumped_twice() {
        // One piece alone: the king cannot jump it to and fro.
        assert_eq!(move_texts("B:W18:BK15"), ["15x22"]);
        // From a square of the circle the chain ends where it would begin again.
        assert_eq!(move_texts("W:WK22:B18,19,26,27"), ["22x15x24x31x22", "22x31x24x15x22"]);
    }

    #[test]
    fn the_longest_chain_fits_in_a_move() {
        // Men stand on all nine squares that a king from 1 can jump, and some chains take them all.
        let full = position("B:W6,7,8,14,15,16,22,23,24:BK1");
        let longest = Checkers.moves(&full).iter().map(|mv| mv.squares().len()).max();
        assert_eq!(longest, Some(LONGEST_PATH));
    }

    #[test]
    fn a_side_that_is_stuck_or_gone_has_no_move() {
        assert!(move_texts("B:W21:B").is_empty());
        assert!(move_texts("B:W16,19:B12").is_empty());
    }
}
