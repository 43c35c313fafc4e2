//! `1w3/ww3/w1wb1/ww3/1bb2 w 0 0`: rows from the top, side to move, discs still to be placed by White and Black.

use super::board::{SIDE, size, squares_where};
use super::moves::has_line;
use super::{BlackAndWhite, Move, Position};
use plybook_kernel::rows::{fields, read_rows, side, square_name, write_rows};
use plybook_kernel::{Notation, ReadError};

const LETTERS: [char; 2] = ['w', 'b'];
/// Numbers in words, as far as discs go.
const NUMBERS: [&str; 11] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const NAMES: [&str; 2] = ["White", "Black"];

impl Notation for BlackAndWhite {
    fn text(&self, at: &Position) -> String {
        let board = write_rows(SIDE, SIDE, |row, column| {
            at.owner((row, column)).map(|player| LETTERS[player.index()])
        });
        let [white, black] = at.hands();
        format!("{board} {} {white} {black}", LETTERS[at.mover().index()])
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let [board, mover, white, black] = fields(text, "5/5/5/5/5 w 5 5")?;
        let squares = read_rows(text, board, [SIDE, SIDE], "wb")?;
        let discs =
            [0, 1].map(|player| squares_where(|(row, column)| squares[SIDE * row + column] == Some(player)));
        let mover = side(text, mover, &["w", "b"])?;
        let end = text.len();
        let hands = [
            self.read_hand(text, end - black.len() - 1 - white.len(), white, 0)?,
            self.read_hand(text, end - black.len(), black, 1)?,
        ];
        let at = Position {
            own: discs[mover.index()],
            other: discs[mover.other().index()],
            in_hand: hands[0] + hands[1],
            mover: mover.0,
        };
        self.check(text, at, hands).map(|()| at)
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        let name = |(row, column)| square_name(row, column);
        match mv.from() {
            None => name(mv.to()),
            Some(from) => format!("{}{}{}", name(from), if mv.is_jump() { 'x' } else { '-' }, name(mv.to())),
        }
    }
}

impl BlackAndWhite {
    /// Reads the number of discs that a player still has to place.
    fn read_hand(&self, text: &str, start: usize, field: &str, player: usize) -> Result<u8, ReadError> {
        match field.as_bytes() {
            &[digit] if (b'0'..=b'0' + self.discs).contains(&digit) => Ok(digit - b'0'),
            _ => {
                let problem =
                    format!("`{field}` cannot be the number of discs that {} has to place", NAMES[player]);
                Err(ReadError::new("position", text, problem, format!("write 0 to {}", self.discs)).at(start))
            }
        }
    }

    /// Refuses what no game can show.
    fn check(&self, text: &str, at: Position, hands: [u8; 2]) -> Result<(), ReadError> {
        let refuse = |problem: String, remedy: &str| Err(ReadError::new("position", text, problem, remedy));
        let on_board = at.colours().map(size);
        if hands != at.hands() {
            let problem = format!("White has {} discs to place and Black {}", hands[0], hands[1]);
            return refuse(
                problem,
                "they place in turns and White begins: write the same number twice, or one less for White",
            );
        }
        if at.is_placing() {
            for player in [0, 1] {
                if on_board[player] != u32::from(self.discs - hands[player]) {
                    let name = NAMES[player];
                    let problem = format!(
                        "{name} has {} discs on the board and {} to place",
                        on_board[player], hands[player]
                    );
                    let each = NUMBERS[usize::from(self.discs)];
                    return refuse(
                        problem,
                        &format!("while discs are being placed each side has {each} in all"),
                    );
                }
            }
            if at.mover != at.in_hand % 2 {
                let problem = format!("it is not {}'s turn to place", NAMES[at.mover().index()]);
                return refuse(problem, "White begins, then they alternate");
            }
        } else if on_board[0] + on_board[1] != u32::from(2 * self.discs) {
            let problem = format!("{} discs on the board and none to place", on_board[0] + on_board[1]);
            let all = NUMBERS[usize::from(2 * self.discs)];
            return refuse(problem, &format!("once all are placed there are always {all}"));
        } else if at.other == 0 {
            let problem = format!("{} moved last and has no disc", NAMES[at.mover().other().index()]);
            return refuse(problem, "only the side to move can be without discs");
        }
        if has_line(at.own) {
            let problem = format!("{} is to move and has five in line", NAMES[at.mover().index()]);
            return refuse(problem, "the game ended when the line was completed");
        }
        Ok(())
    }
}
