//! Players, the board, sets of cells and ways.

use super::cursor::Cursor;
use super::{Parser, Result};
use crate::definition::Both;
use crate::geometry::{Cells, DIAGONAL, Geometry, HEXAGONAL, LONGEST_SIDE, MOST_CELLS, ORTHOGONAL, Vector};
use crate::lexer::Kind;
use plybook_kernel::rows::read_square;

/// Where forward can be.
const SIDES: [(&str, Vector); 4] = [("up", (0, 1)), ("down", (0, -1)), ("left", (-1, 0)), ("right", (1, 0))];

/// Words for ways.
const WAYS: [&str; 22] = [
    "any",
    "orthogonal",
    "diagonal",
    "forward",
    "backward",
    "left",
    "right",
    "sideways",
    "forward-left",
    "forward-right",
    "backward-left",
    "backward-right",
    "vertical",
    "horizontal",
    "north",
    "south",
    "east",
    "west",
    "northeast",
    "northwest",
    "southeast",
    "southwest",
];

/// Words that begin a set of cells, besides names of cells and zones.
const CELLS: [&str; 19] = [
    "first", "second", "third", "fourth", "last", "row", "rows", "column", "columns", "top", "bottom",
    "left", "right", "corners", "edge", "dark", "light", "center", "all",
];

/// Most zones of a board.
const MOST_ZONES: usize = 50;

/// Words for places counted from a player's side.
const ORDINALS: [&str; 4] = ["first", "second", "third", "fourth"];

impl Parser<'_> {
    /// `players White up, Black down`.
    pub(super) fn players(&mut self, line: &mut Cursor) -> Result<()> {
        if self.used_players {
            return Err(line.error_before("the players are named too late", "write `players` above `board`"));
        }
        for player in 0..2 {
            let name = line.any_word("the name of a player")?;
            if player == 1 && self.players[0] == name {
                return Err(line.error_before("both players have one name", "give them different names"));
            }
            self.players[player] = name.to_owned();
            if let Some((_, vector)) = SIDES.iter().find(|(word, _)| line.word() == Some(word)) {
                line.skip();
                self.forward[player] = *vector;
            } else if line.word().is_some_and(|word| word != "and") {
                return Err(line.none_of("a direction of play", &SIDES.map(|(word, _)| word)));
            }
            if player == 0 && !line.take_mark(',') && !line.take("and") {
                let problem = format!("{} where the second player is missing", line.found());
                return Err(line.error(problem, "write two players: `players White up, Black down`"));
            }
        }
        if !line.is_done() {
            return Err(line.error("more than two players", "write two: rules files are for two players"));
        }
        Ok(())
    }

    /// `board 8x8 torus`, `board 11x11 hex`, `board hexagon 5`.
    pub(super) fn read_board(&mut self, line: &mut Cursor) -> Result<()> {
        if self.board.is_some() {
            return Err(line.error_before("a second board", "write `board` once"));
        }
        self.used_players = true;
        let sides = format!("write sides of 1 to {LONGEST_SIDE} cells, {MOST_CELLS} cells in all");
        if line.take("hexagon") {
            let side = line.number("cells on a side", 2..=8)? as usize;
            self.board = Some(Geometry::hexagon(side));
            return Ok(());
        }
        let [columns, rows] = match line.peek_at(0) {
            Some(&Kind::Size(size)) => {
                line.skip();
                size
            }
            Some(Kind::Number(_)) => {
                let columns = line.number("columns", 1..=LONGEST_SIDE as u32)?;
                if !line.take("x") && !line.take("by") {
                    return Err(line.error("the number of rows is missing", "write the size like `8x8`"));
                }
                [columns, line.number("rows", 1..=LONGEST_SIDE as u32)?]
            }
            _ => {
                let problem = format!("{} where the size of the board is missing", line.found());
                return Err(line.error(problem, "write columns and rows, `8x8`, or `hexagon 5`"));
            }
        };
        let [columns, rows] = [columns, rows].map(|side| side as usize);
        let sound = |side: usize| (1..=LONGEST_SIDE).contains(&side);
        if !sound(columns) || !sound(rows) || columns * rows > MOST_CELLS {
            return Err(line.error_before(format!("a board of {columns}x{rows} cells"), sides));
        }
        let mut board = Geometry::new(columns, rows);
        while !line.is_done() {
            match line.one_of("a kind of board", &["torus", "hex"])? {
                "torus" => board.torus = true,
                _ => board.hexagonal = true,
            }
        }
        if board.torus && board.hexagonal {
            return Err(line.error_before("a hexagonal torus", "leave out `torus` or `hex`"));
        }
        if board.torus && columns.min(rows) < 3 {
            let remedy = "give a torus at least 3 columns and rows";
            return Err(line.error_before("a torus whose edges meet in a single cell", remedy));
        }
        self.board = Some(board);
        Ok(())
    }

    /// `holes a1, b2`: cells that are not there.
    pub(super) fn holes(&mut self, line: &mut Cursor) -> Result<()> {
        self.leave_out(line, "holes", false)
    }

    /// `gaps b1-c1`: cells that are not there, and over which ways lead on.
    pub(super) fn gaps(&mut self, line: &mut Cursor) -> Result<()> {
        self.leave_out(line, "gaps", true)
    }

    fn leave_out(&mut self, line: &mut Cursor, what: &str, gaps: bool) -> Result<()> {
        if !self.kinds.is_empty() {
            let remedy = format!("write `{what}` right below `board`");
            return Err(line.error_before(format!("{what} behind pieces"), remedy));
        }
        let [cells, _] = self.cells(line)?;
        let mut board = self.board_of(line)?.clone();
        board.holes |= cells;
        if gaps {
            board.gaps |= cells;
        }
        if board.all().is_empty() {
            return Err(line.error_before("a board of holes alone", "leave some cells"));
        }
        self.board = Some(board);
        Ok(())
    }

    /// `diagonals from dark`: slanting ways join only these cells.
    pub(super) fn diagonals(&mut self, line: &mut Cursor) -> Result<()> {
        line.expect("from")?;
        let [joined, _] = self.cells(line)?;
        let mut board = self.board_of(line)?.clone();
        board.straight_only = board.all() & !joined;
        self.board = Some(board);
        Ok(())
    }

    /// The board, which must have been said.
    pub(super) fn board_of(&mut self, line: &Cursor) -> Result<&Geometry> {
        self.used_players = true;
        match &self.board {
            Some(board) => Ok(board),
            None => {
                let problem = "cells, pieces and moves come before the board is known";
                Err(line.clause.error(1, problem, "write `board 8x8`, or another size, above"))
            }
        }
    }

    /// `zone castle d4, e4`: a name for a set of cells.
    pub(super) fn zone(&mut self, line: &mut Cursor) -> Result<()> {
        let name = line.any_word("the name of a zone")?.to_owned();
        if self.zones.iter().any(|(known, _)| *known == name) {
            return Err(line.error_before(format!("a second zone `{name}`"), "give it another name"));
        }
        if self.zones.len() == MOST_ZONES {
            return Err(line.error_before("too many zones", format!("name at most {MOST_ZONES}")));
        }
        let cells = self.cells(line)?;
        self.zones.push((name, cells));
        Ok(())
    }

    /// Whether a set of cells begins here.
    fn cells_begin(&self, line: &Cursor, ahead: usize) -> bool {
        let Some(word) = line.word_at(ahead) else { return false };
        CELLS.contains(&word)
            || self.zones.iter().any(|(name, _)| name == word)
            || self.board.as_ref().is_some_and(|board| named_cells(board, word).is_some())
    }

    /// A set of cells, as each player sees it: `first two rows`, `a1, b2-d4 and corners`.
    pub(super) fn cells(&mut self, line: &mut Cursor) -> Result<Both<Cells>> {
        self.board_of(line)?;
        let mut all = [Cells::EMPTY; 2];
        loop {
            let term = self.cell_term(line)?;
            all.iter_mut().zip(term).for_each(|(all, term)| *all |= term);
            let ahead = usize::from(
                matches!(line.peek_at(0), Some(Kind::Mark(',' | '|'))) || line.word() == Some("and"),
            );
            if !self.cells_begin(line, ahead) {
                return Ok(all);
            }
            (0..ahead).for_each(|_| line.skip());
        }
    }

    fn cell_term(&mut self, line: &mut Cursor) -> Result<Both<Cells>> {
        let board = self.board_of(line)?.clone();
        let Some(word) = line.word() else { return Err(line.none_of("a set of cells", &CELLS)) };
        if let Some((_, cells)) = self.zones.iter().find(|(name, _)| name == word) {
            line.skip();
            return Ok(*cells);
        }
        if let Some(cells) = named_cells(&board, word) {
            line.skip();
            return cells.map(|cells| [cells; 2]).map_err(|problem| {
                line.error_before(
                    problem,
                    format!("the last cell is {}", board.name((board.len() - 1) as u8)),
                )
            });
        }
        line.one_of("a set of cells", &CELLS)?;
        let (columns, rows) = (board.columns, board.rows);
        let both = |cells: Cells| Ok([cells; 2]);
        if ORDINALS.contains(&word) || word == "last" {
            return self.near_rows(line, word);
        }
        match word {
            "row" | "rows" => {
                let first = line.number("the row", 1..=rows as u32)? as usize;
                let last = match line.take("to") {
                    true => line.number("the row", first as u32..=rows as u32)? as usize,
                    false => first,
                };
                both(board.select(|_, row| (first..=last).contains(&(row + 1))))
            }
            "column" | "columns" => {
                let first = column(line, columns)?;
                let last = if line.take("to") { column(line, columns)? } else { first };
                both(board.select(|column, _| (first..=last).contains(&column)))
            }
            "top" | "bottom" => {
                line.take("row");
                let wanted = if word == "top" { rows - 1 } else { 0 };
                both(board.select(|_, row| row == wanted))
            }
            "left" | "right" => {
                line.take("column");
                let wanted = if word == "right" { columns - 1 } else { 0 };
                both(board.select(|column, _| column == wanted))
            }
            "corners" => both(board.select(|x, y| (x == 0 || x + 1 == columns) && (y == 0 || y + 1 == rows))),
            "edge" => both(board.select(|x, y| x == 0 || x + 1 == columns || y == 0 || y + 1 == rows)),
            "dark" => both(board.select(|x, y| (x + y) % 2 == 0)),
            "light" => both(board.select(|x, y| (x + y) % 2 == 1)),
            "center" => both(board.select(|x, y| {
                let middle = |at: usize, length: usize| (length - 1) / 2 <= at && at <= length / 2;
                middle(x, columns) && middle(y, rows)
            })),
            _ => both(board.all()),
        }
    }

    /// Rows counted from each player's own side: `first two rows`, `last row`, `third row`.
    fn near_rows(&self, line: &mut Cursor, word: &str) -> Result<Both<Cells>> {
        let Some(board) = &self.board else { return Err(line.error("no board", "write `board` above")) };
        let depth = |player: usize| {
            let (x, _) = self.forward[player];
            if x == 0 { board.rows } else { board.columns }
        };
        let most = depth(0).min(depth(1));
        let count = match line.take_number() {
            Some(count) if (1..=most as u32).contains(&count) => count as usize,
            Some(count) => {
                let remedy = format!("write 1 to {most}");
                return Err(line.error_before(format!("{count} rows"), remedy));
            }
            None => 1,
        };
        line.one_of("a part of the board", &["row", "rows"])?;
        Ok([0, 1].map(|player| {
            let (x, y) = self.forward[player];
            board.select(|column, row| {
                let from_own_side = match (x, y) {
                    (0, 1) => row,
                    (0, _) => board.rows - 1 - row,
                    (1, _) => column,
                    _ => board.columns - 1 - column,
                };
                match ORDINALS.iter().position(|&ordinal| ordinal == word) {
                    Some(0) => from_own_side < count,
                    Some(place) => (place..place + count).contains(&from_own_side),
                    None => from_own_side + count >= depth(player),
                }
            })
        }))
    }

    /// Ways, as each player goes them: `forward-left | forward-right`.
    pub(super) fn ways(&mut self, line: &mut Cursor) -> Result<Both<Vec<Vector>>> {
        let mut all: Both<Vec<Vector>> = [Vec::new(), Vec::new()];
        loop {
            let word = line.one_of("a way", &WAYS)?;
            let hexagonal = self.board_of(line)?.hexagonal;
            for (player, all) in all.iter_mut().enumerate() {
                let vectors =
                    if hexagonal { hexagonal_ways(word) } else { ways_of(word, self.forward[player]) };
                if vectors.is_empty() {
                    let remedy = "write `any`, or north, south, east, west, northwest or southeast";
                    return Err(
                        line.error_before(format!("there is no `{word}` on a hexagonal board"), remedy)
                    );
                }
                all.extend(
                    vectors.iter().filter(|vector| !all.contains(vector)).copied().collect::<Vec<_>>(),
                );
            }
            if !line.take_mark('|') && !line.take("or") {
                return Ok(all);
            }
        }
    }

    /// Ways if any are said, otherwise all: eight, or six on a hexagonal board.
    pub(super) fn ways_or_any(&mut self, line: &mut Cursor) -> Result<Vec<Vector>> {
        if line.word().is_some_and(|word| WAYS.contains(&word)) {
            return Ok(self.ways(line)?[0].clone());
        }
        let board = self.board_of(line)?;
        Ok(if board.hexagonal { HEXAGONAL.to_vec() } else { [ORTHOGONAL, DIAGONAL].concat() })
    }

    /// Whether a way is named here.
    pub(super) fn is_way(word: &str) -> bool {
        WAYS.contains(&word)
    }
}

/// The cells of a name such as `d4`, or of two corners such as `a1-c3`; `None` for other words.
fn named_cells(board: &Geometry, word: &str) -> Option<std::result::Result<Cells, String>> {
    let looks_like = |text: &str| {
        let mut letters = text.chars();
        letters.next().is_some_and(|letter| letter.is_ascii_lowercase())
            && text.len() > 1
            && letters.all(|letter| letter.is_ascii_digit())
    };
    let (one, other) = word.split_once('-').unwrap_or((word, word));
    if !looks_like(one) || !looks_like(other) {
        return None;
    }
    let read = |text: &str| {
        read_square(text, board.rows, board.columns).ok_or_else(|| format!("there is no cell `{text}`"))
    };
    let corners = read(one).and_then(|one| Ok((one, read(other)?)));
    Some(corners.map(|((row, column), (to_row, to_column))| {
        let between = |at: usize, one: usize, other: usize| one.min(other) <= at && at <= one.max(other);
        board.select(|x, y| between(x, column, to_column) && between(y, row, to_row))
    }))
}

fn column(line: &mut Cursor, columns: usize) -> Result<usize> {
    let last = char::from(b'a' + (columns - 1) as u8);
    let word = line.any_word("the letter of a column")?;
    match word.as_bytes() {
        [letter] if letter.is_ascii_lowercase() && usize::from(letter - b'a') < columns => {
            Ok(usize::from(letter - b'a'))
        }
        _ => Err(line.error_before(format!("there is no column `{word}`"), format!("write a to {last}"))),
    }
}

/// The vectors of a word on a board of squares, for a player who goes this way.
fn ways_of(word: &str, (fx, fy): Vector) -> Vec<Vector> {
    let (rx, ry) = (fy, -fx);
    match word {
        "any" => [ORTHOGONAL, DIAGONAL].concat(),
        "orthogonal" => ORTHOGONAL.to_vec(),
        "diagonal" => DIAGONAL.to_vec(),
        "forward" => vec![(fx, fy)],
        "backward" => vec![(-fx, -fy)],
        "right" => vec![(rx, ry)],
        "left" => vec![(-rx, -ry)],
        "sideways" => vec![(-rx, -ry), (rx, ry)],
        "forward-left" => vec![(fx - rx, fy - ry)],
        "forward-right" => vec![(fx + rx, fy + ry)],
        "backward-left" => vec![(-fx - rx, -fy - ry)],
        "backward-right" => vec![(-fx + rx, -fy + ry)],
        "vertical" => vec![(0, 1), (0, -1)],
        "horizontal" => vec![(1, 0), (-1, 0)],
        "north" => vec![(0, 1)],
        "south" => vec![(0, -1)],
        "east" => vec![(1, 0)],
        "west" => vec![(-1, 0)],
        "northeast" => vec![(1, 1)],
        "northwest" => vec![(-1, 1)],
        "southeast" => vec![(1, -1)],
        "southwest" => vec![(-1, -1)],
        _ => Vec::new(),
    }
}

/// The vectors of a word on a hexagonal board; none for ways that it does not have.
fn hexagonal_ways(word: &str) -> Vec<Vector> {
    match word {
        "any" => HEXAGONAL.to_vec(),
        "north" | "south" | "east" | "west" | "northwest" | "southeast" => ways_of(word, (0, 1)),
        _ => Vec::new(),
    }
}
