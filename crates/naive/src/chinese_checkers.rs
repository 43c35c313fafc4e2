//! Chinese checkers as a picture: a page of letters on which neighbours in a row are two columns apart and those in the
//! next row one. Chains of jumps are followed one after another by calling oneself.

use crate::Plain;

/// The game for so many players; the first one home wins.
#[derive(Clone, Debug)]
pub struct ChineseCheckers {
    /// Cells along the side of a point.
    pub side: usize,
    /// Two, three, four or six.
    pub players: usize,
}

/// A page of letters: a blank outside the star, a dot for a free cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    page: Vec<Vec<char>>,
    mover: usize,
}

/// Line and column of the cell that is left, and of the one where the piece stands then; nothing for a pass.
pub type Move = Option<((usize, usize), (usize, usize))>;

const LETTERS: [char; 6] = ['X', 'O', 'Y', 'Z', 'V', 'W'];

/// Steps on the page.
const STEPS: [(isize, isize); 6] = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)];

impl ChineseCheckers {
    /// How many cells each line has, from the top.
    fn lengths(&self) -> Vec<usize> {
        let side = self.side;
        let mut lengths = Vec::new();
        for line in 0..4 * side + 1 {
            let from_end = line.min(4 * side - line);
            // The points above and below; then the wide part, which gets narrower towards the middle.
            lengths.push(if from_end < side { from_end + 1 } else { 3 * side + 1 - (from_end - side) });
        }
        lengths
    }

    /// The column of a cell by its place in a line: every line is centred.
    fn column(&self, line: usize, place: usize) -> usize {
        let widest = 3 * self.side + 1;
        widest - self.lengths()[line] + 2 * place
    }

    fn empty(&self) -> Vec<Vec<char>> {
        let widest = 3 * self.side + 1;
        let mut page = vec![vec![' '; 2 * widest]; 4 * self.side + 1];
        for (line, length) in self.lengths().into_iter().enumerate() {
            for place in 0..length {
                page[line][self.column(line, place)] = '.';
            }
        }
        page
    }

    /// The cells of one of the six points, the lowest one first and then clockwise.
    fn point(&self, which: usize) -> Vec<(usize, usize)> {
        let side = self.side;
        let lengths = self.lengths();
        let mut cells = Vec::new();
        for deep in 0..side {
            for place in 0..=deep {
                // `deep` counts lines from the tip for the points above and below, and for the others lines from
                // the outermost one, which has `side` cells of the point.
                let (line, place) = match which {
                    0 => (4 * side - deep, place),
                    3 => (deep, place),
                    // Beside the lowest point: the wide lines below the middle, from the inside out.
                    1 => (2 * side + 1 + deep, place),
                    5 => (2 * side + 1 + deep, lengths[2 * side + 1 + deep] - 1 - place),
                    2 => (2 * side - 1 - deep, place),
                    _ => (2 * side - 1 - deep, lengths[2 * side - 1 - deep] - 1 - place),
                };
                cells.push((line, self.column(line, place)));
            }
        }
        cells
    }

    fn home(&self, player: usize) -> usize {
        match self.players {
            2 => 3 * player,
            3 => 2 * player,
            4 => [0, 1, 3, 4][player],
            _ => player,
        }
    }

    fn goal(&self, player: usize) -> Vec<(usize, usize)> {
        self.point((self.home(player) + 3) % 6)
    }

    fn filled(&self, at: &Position, player: usize) -> bool {
        let goal = self.goal(player);
        let letters: Vec<char> = goal.iter().map(|&(line, column)| at.page[line][column]).collect();
        !letters.contains(&'.') && letters.contains(&LETTERS[player])
    }

    fn look(page: &[Vec<char>], line: isize, column: isize) -> char {
        if line < 0 || column < 0 {
            return ' ';
        }
        page.get(line as usize).and_then(|letters| letters.get(column as usize)).copied().unwrap_or(' ')
    }

    /// Follows jumps from a cell; `page` has the piece taken off it.
    fn jump(
        page: &[Vec<char>],
        here: (usize, usize),
        goal: &[(usize, usize)],
        found: &mut Vec<(usize, usize)>,
    ) {
        for (down, right) in STEPS {
            let over = Self::look(page, here.0 as isize + down, here.1 as isize + right);
            let (line, column) = (here.0 as isize + 2 * down, here.1 as isize + 2 * right);
            if over == ' ' || over == '.' || Self::look(page, line, column) != '.' {
                continue;
            }
            let there = (line as usize, column as usize);
            if goal.contains(&here) && !goal.contains(&there) {
                continue;
            }
            if !found.contains(&there) {
                found.push(there);
                Self::jump(page, there, goal, found);
            }
        }
    }

    fn name(&self, (line, column): (usize, usize)) -> String {
        let first = self.column(line, 0);
        format!("{}{}", (b'a' + (4 * self.side - line) as u8) as char, (column - first) / 2 + 1)
    }
}

impl Plain for ChineseCheckers {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let mut page = self.empty();
        for (player, &letter) in LETTERS.iter().enumerate().take(self.players) {
            for (line, column) in self.point(self.home(player)) {
                page[line][column] = letter;
            }
        }
        Position { page, mover: 0 }
    }

    fn read(&self, text: &str) -> Option<Position> {
        let (board, mover) = text.split_once(' ')?;
        let mut page = self.empty();
        let lines: Vec<&str> = board.split('/').collect();
        if lines.len() != page.len() {
            return None;
        }
        for (line, letters) in lines.into_iter().enumerate() {
            let mut place = 0;
            let mut number = String::new();
            for letter in letters.chars().chain(['/']) {
                if letter.is_ascii_digit() {
                    number.push(letter);
                    continue;
                }
                if !number.is_empty() {
                    place += number.parse::<usize>().ok()?;
                    number.clear();
                }
                if letter != '/' {
                    *page[line].get_mut(self.column(line, place))? = letter;
                    place += 1;
                }
            }
            if place != self.lengths()[line] {
                return None;
            }
        }
        let mover = LETTERS.iter().position(|letter| mover == letter.to_string())?;
        Some(Position { page, mover })
    }

    fn text(&self, at: &Position) -> String {
        let mut lines = Vec::new();
        for letters in &at.page {
            let mut line = String::new();
            let mut free = 0;
            for &letter in letters.iter().filter(|&&letter| letter != ' ') {
                if letter == '.' {
                    free += 1;
                    continue;
                }
                if free > 0 {
                    line += &free.to_string();
                    free = 0;
                }
                line.push(letter);
            }
            if free > 0 {
                line += &free.to_string();
            }
            lines.push(line);
        }
        format!("{} {}", lines.join("/"), LETTERS[at.mover])
    }

    fn moves(&self, at: &Position) -> Vec<Move> {
        if (0..self.players).any(|player| self.filled(at, player)) {
            return Vec::new();
        }
        let goal = self.goal(at.mover);
        let mut moves = Vec::new();
        for line in 0..at.page.len() {
            for column in 0..at.page[line].len() {
                if at.page[line][column] != LETTERS[at.mover] {
                    continue;
                }
                let here = (line, column);
                let mut page = at.page.clone();
                page[line][column] = '.';
                let mut found = Vec::new();
                Self::jump(&page, here, &goal, &mut found);
                for (down, right) in STEPS {
                    let (line, column) = (line as isize + down, column as isize + right);
                    if Self::look(&page, line, column) == '.' {
                        let there = (line as usize, column as usize);
                        let leaves = goal.contains(&here) && !goal.contains(&there);
                        if !leaves && !found.contains(&there) {
                            found.push(there);
                        }
                    }
                }
                found.retain(|&there| there != here);
                moves.extend(found.into_iter().map(|there| Some((here, there))));
            }
        }
        if moves.is_empty() {
            moves.push(None);
        }
        moves
    }

    fn play(&self, at: &Position, mv: &Move) -> Position {
        let mut next = at.clone();
        if let Some((from, to)) = *mv {
            next.page[from.0][from.1] = '.';
            next.page[to.0][to.1] = LETTERS[at.mover];
        }
        next.mover = (at.mover + 1) % self.players;
        next
    }

    fn move_text(&self, _: &Position, mv: &Move) -> String {
        match *mv {
            None => "pass".to_owned(),
            Some((from, to)) => format!("{}-{}", self.name(from), self.name(to)),
        }
    }
}
