//! Marks in lines as text and as a picture.

use super::{Lines, Position};
use plybook_kernel::rows::{fields, read_rows, side, square_name, write_rows};
use plybook_kernel::{
    Diagram, Game, MOST_PLAYERS, Notation, Piece, Player, ReadError, Step, Text, Token, View, cell_number,
};

/// The letters of the players.
const LETTERS: &str = "XOYZVW";

fn letter(player: usize) -> char {
    LETTERS.as_bytes().get(player).map_or('?', |&letter| char::from(letter))
}

impl Notation for Lines {
    fn text(&self, at: &Position) -> String {
        let columns = self.columns as usize;
        let owner = |row: usize, column: usize| at.owner((row * columns + column) as u32).map(letter);
        let board = write_rows(self.rows as usize, columns, owner);
        format!("{board} {}", letter(self.mover(at).index()))
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let shape = self.text(&self.start());
        let [board, mover] = fields(text, &shape)?;
        let letters = &LETTERS[..usize::from(self.players)];
        let refuse = |problem: String, remedy: &str| Err(ReadError::new("position", text, problem, remedy));
        let mut marks = [0u64; MOST_PLAYERS];
        for (square, player) in read_rows(text, board, [self.rows as usize, self.columns as usize], letters)?
            .into_iter()
            .enumerate()
        {
            player.into_iter().for_each(|player| marks[player] |= 1 << square);
        }
        let count: u32 = marks.iter().map(|marks| marks.count_ones()).sum();
        let players = u32::from(self.players);
        for (player, marks) in (0..players).zip(marks) {
            let due = count / players + u32::from(player < count % players);
            if marks.count_ones() != due {
                let problem = format!("{} marks of {}", marks.count_ones(), letter(player as usize));
                return refuse(problem, "the players put their marks in turn");
            }
        }
        let names: Vec<String> = letters.chars().map(String::from).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mover = side(text, mover, &names)?;
        let at = Position { marks, count: count as u8, key: self.key_of(&marks) };
        if mover != self.mover(&at) {
            return refuse("it is another player's turn".to_owned(), "the players put their marks in turn");
        }
        let all = at.all();
        if self.falls && all & !(all << self.columns | ((1 << self.columns) - 1)) != 0 {
            return refuse("a mark hangs in the air".to_owned(), "marks fall to the lowest free square");
        }
        let before = self.before(&at).index();
        for player in (0..usize::from(self.players)).filter(|&player| player != before) {
            if self.has_line(marks[player]) {
                let problem = format!("{} has a line", letter(player));
                return refuse(problem, "the game ended with it");
            }
        }
        if self.has_line(marks[before]) && !self.ended_just_now(&at) {
            let problem = "no last mark can have made all lines".to_owned();
            return refuse(problem, "the game ends with the first line");
        }
        Ok(at)
    }

    fn move_text(&self, _: &Position, square: u8) -> String {
        square_name((u32::from(square) / self.columns) as usize, (u32::from(square) % self.columns) as usize)
    }
}

impl Lines {
    /// Whether some mark of the player before, taken away, leaves no line.
    fn ended_just_now(&self, at: &Position) -> bool {
        let own = at.marks[self.before(at).index()];
        let covered = if self.falls { at.all() >> self.columns } else { 0 };
        let last = (0..self.columns * self.rows).filter(|square| (own & !covered) >> square & 1 == 1);
        last.into_iter().any(|square| !self.has_line(own & !(1 << square)))
    }
}

impl View for Lines {
    fn player_names(&self) -> Vec<Text> {
        (0..usize::from(self.players)).map(|player| Text::Owned(letter(player).to_string())).collect()
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let columns = self.columns as usize;
        let token = |player: usize| match player {
            _ if self.falls => Token::Disc,
            0 => Token::Cross,
            1 => Token::Ring,
            _ => Token::Disc,
        };
        let name = if self.falls { "disc" } else { "mark" };
        let piece = |player: usize| Piece::new(Player(player as u8), name, letter(player), token(player));
        Diagram::grid(self.rows as usize, columns, |row, column| {
            at.owner((row * columns + column) as u32).map(piece)
        })
    }

    fn deciding_cells(&self, at: &Position) -> Vec<usize> {
        self.diagram(at).rows_of(self.length as usize)
    }

    fn path(&self, _: &Position, square: u8) -> Vec<Step> {
        let (row, column) = (u32::from(square) / self.columns, u32::from(square) % self.columns);
        vec![Step::Cell(cell_number(
            self.rows as usize,
            self.columns as usize,
            row as usize,
            column as usize,
        ))]
    }
}
