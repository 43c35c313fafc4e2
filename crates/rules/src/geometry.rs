//! The board: its cells, and the ways that lead from cell to cell.

use crate::set::CellSet;
use plybook_kernel::rows::square_name;

/// Most cells of a board, holes included.
pub(crate) const MOST_CELLS: usize = 256;
/// Most rows and columns: columns are named by letters.
pub(crate) const LONGEST_SIDE: usize = 26;
/// Words that hold every board's cells.
pub(crate) const WORDS: usize = MOST_CELLS / 64;

/// A set of cells of any board.
pub(crate) type Cells = CellSet<WORDS>;

/// How far a way goes: columns to the right and rows up.
pub(crate) type Vector = (i32, i32);

/// The four ways along rows and columns.
pub(crate) const ORTHOGONAL: [Vector; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The four slanting ways.
pub(crate) const DIAGONAL: [Vector; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The six ways of a hexagonal board, whose rows lean to the right.
pub(crate) const HEXAGONAL: [Vector; 6] = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];

/// The form of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    pub columns: usize,
    pub rows: usize,
    /// Whether opposite edges are joined.
    pub torus: bool,
    /// Whether cells have six neighbours.
    pub hexagonal: bool,
    /// Cells that are not there.
    pub holes: Cells,
    /// Holes over which ways lead to the next cell.
    pub gaps: Cells,
    /// Cells that slanting ways neither leave nor reach.
    pub straight_only: Cells,
}

impl Geometry {
    pub fn new(columns: usize, rows: usize) -> Geometry {
        Geometry {
            columns,
            rows,
            torus: false,
            hexagonal: false,
            holes: Cells::EMPTY,
            gaps: Cells::EMPTY,
            straight_only: Cells::EMPTY,
        }
    }

    /// A hexagon with sides of so many cells: a leaning square without two corners.
    pub fn hexagon(side: usize) -> Geometry {
        let width = 2 * side - 1;
        let mut board = Geometry { hexagonal: true, ..Geometry::new(width, width) };
        for row in 0..width {
            for column in 0..width {
                if row + column < side - 1 || row + column > 3 * (side - 1) {
                    board.holes.insert(board.cell(column, row));
                }
            }
        }
        board
    }

    pub fn len(&self) -> usize {
        self.columns * self.rows
    }

    pub fn cell(&self, column: usize, row: usize) -> u8 {
        (row * self.columns + column) as u8
    }

    /// Column and row of a cell.
    pub fn place(&self, cell: u8) -> (usize, usize) {
        (usize::from(cell) % self.columns, usize::from(cell) / self.columns)
    }

    pub fn name(&self, cell: u8) -> String {
        let (column, row) = self.place(cell);
        square_name(row, column)
    }

    /// The cells whose column and row a test accepts, holes left out.
    pub fn select(&self, test: impl Fn(usize, usize) -> bool) -> Cells {
        let cells = (0..self.len()).map(|cell| cell as u8);
        Cells::from_cells(cells.filter(|&cell| {
            let (column, row) = self.place(cell);
            test(column, row) && !self.holes.has(cell)
        }))
    }

    /// The cells that are there.
    pub fn all(&self) -> Cells {
        self.select(|_, _| true)
    }

    /// Whether a vector leads slantwise between lines of the board.
    fn slants(&self, (x, y): Vector) -> bool {
        !self.hexagonal && x.abs() == y.abs()
    }

    /// Where a vector leads from a cell, if there is a cell.
    pub fn next(&self, cell: u8, vector: Vector) -> Option<u8> {
        if self.holes.has(cell) {
            return None;
        }
        let to = self.beside(cell, vector)?;
        let to = (0..LONGEST_SIDE).try_fold(to, |to, _| match self.gaps.has(to) {
            true => self.beside(to, vector),
            false => Some(to),
        })?;
        let blocked = self.slants(vector) && (self.straight_only.has(cell) || self.straight_only.has(to));
        (!self.holes.has(to) && !blocked && to != cell).then_some(to)
    }

    /// Where a vector leads from a cell, hole or not.
    fn beside(&self, cell: u8, vector: Vector) -> Option<u8> {
        let (column, row) = self.place(cell);
        let along = |at: usize, by: i32, length: usize| {
            let to = at as i32 + by;
            if self.torus { Some(to.rem_euclid(length as i32)) } else { Some(to) }
                .filter(|&to| to >= 0 && to < length as i32)
                .map(|to| to as usize)
        };
        Some(self.cell(along(column, vector.0, self.columns)?, along(row, vector.1, self.rows)?))
    }

    /// The most different cells that a straight line along a vector has, edges and all.
    pub fn longest_line(&self, (x, y): Vector) -> usize {
        if !self.torus {
            return self.columns.max(self.rows);
        }
        let turns = |by: i32, length: usize| {
            let by = by.unsigned_abs() as usize % length;
            if by == 0 { 1 } else { length / divisor(by, length) }
        };
        let (one, other) = (turns(x, self.columns), turns(y, self.rows));
        one * other / divisor(one, other)
    }
}

/// The greatest common divisor of two numbers, not both of them zero.
fn divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { divisor(other, one % other) }
}

/// A way with everything that shifting sets along it needs.
#[derive(Clone, Debug)]
pub(crate) struct Way<const W: usize> {
    /// The number of the way in the opposite direction.
    pub back: usize,
    /// The cells from which a shift leads to the next cell, by shift: one on boards with edges, more on a torus.
    shifts: Vec<(CellSet<W>, i32)>,
    /// The next cell of each cell; `NOWHERE` where there is none.
    next: Vec<u16>,
    /// By length: the cells from which so many steps stay on the board. Empty on a torus.
    reach: Vec<CellSet<W>>,
}

const NOWHERE: u16 = u16::MAX;

impl<const W: usize> Way<W> {
    fn new(board: &Geometry, vector: Vector, back: usize) -> Way<W> {
        let mut shifts: Vec<(CellSet<W>, i32)> = Vec::new();
        let mut next = vec![NOWHERE; board.len()];
        for cell in board.all().cells() {
            let Some(to) = board.next(cell, vector) else { continue };
            next[usize::from(cell)] = to.into();
            let by = i32::from(to) - i32::from(cell);
            match shifts.iter_mut().find(|(_, known)| *known == by) {
                Some((cells, _)) => cells.insert(cell),
                None => shifts.push((CellSet::of(cell), by)),
            }
        }
        if shifts.is_empty() {
            shifts.push((CellSet::EMPTY, 0));
        }
        let mut way = Way { back, shifts, next, reach: Vec::new() };
        if way.shifts.len() == 1 {
            let mut reach: CellSet<W> = board.all().resized();
            for _ in 0..=board.columns.max(board.rows) {
                way.reach.push(reach);
                let stays = |&cell: &u8| way.next(cell).is_some_and(|next| reach.has(next));
                reach = CellSet::from_cells(board.all().cells().filter(stays));
            }
        }
        way
    }

    /// Where the way leads from a cell.
    #[inline]
    pub fn next(&self, cell: u8) -> Option<u8> {
        let next = self.next.get(usize::from(cell)).copied().unwrap_or(NOWHERE);
        (next != NOWHERE).then_some(next as u8)
    }

    /// Every cell moved one step along the way; cells without a next one are left out.
    #[inline]
    pub fn push(&self, cells: CellSet<W>) -> CellSet<W> {
        let (from, by) = self.shifts[0];
        let mut moved = (cells & from).shifted(by);
        for &(from, by) in &self.shifts[1..] {
            moved |= (cells & from).shifted(by);
        }
        moved
    }

    /// Every cell moved so many steps.
    #[inline]
    pub fn push_by(&self, cells: CellSet<W>, steps: usize) -> CellSet<W> {
        match self.reach.get(steps) {
            Some(&reach) => (cells & reach).shifted(self.shifts[0].1 * steps as i32),
            None if !self.reach.is_empty() => CellSet::EMPTY,
            None => (0..steps).fold(cells, |cells, _| self.push(cells)),
        }
    }

    /// The cell so many steps before a cell to which the way leads.
    #[inline]
    pub fn before(&self, ways: &[Way<W>], cell: u8, steps: usize) -> u8 {
        if self.shifts.len() == 1 {
            return (i32::from(cell) - self.shifts[0].1 * steps as i32) as u8;
        }
        (0..steps).fold(cell, |cell, _| ways[self.back].next(cell).unwrap_or(cell))
    }
}

/// The ways of a game, by number: each vector once, with its opposite.
pub(crate) fn ways<const W: usize>(board: &Geometry, vectors: &[Vector]) -> Vec<Way<W>> {
    let back = |&(x, y): &Vector| vectors.iter().position(|&other| other == (-x, -y)).unwrap_or(0);
    vectors.iter().map(|vector| Way::new(board, *vector, back(vector))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torus_has_no_edge() {
        let board = Geometry { torus: true, ..Geometry::new(4, 3) };
        let ways: Vec<Way<1>> = ways(&board, &[(1, 1), (-1, -1)]);
        for cell in board.all().cells() {
            let (column, row) = board.place(cell);
            let to = board.cell((column + 1) % 4, (row + 1) % 3);
            assert_eq!(ways[0].push(CellSet::of(cell)), CellSet::of(to));
            assert_eq!(ways[0].before(&ways, to, 1), cell);
            assert_eq!(ways[0].push_by(CellSet::of(cell), 12), CellSet::of(cell));
        }
        assert_eq!((board.longest_line((1, 1)), board.longest_line((1, 0))), (12, 4));
    }

    #[test]
    fn a_hexagon_has_its_cells() {
        for (side, cells) in [(1, 1), (2, 7), (3, 19), (5, 61)] {
            assert_eq!(Geometry::hexagon(side).all().count(), cells);
        }
    }

    #[test]
    fn holes_and_edges_stop_a_way() {
        let mut board = Geometry::new(3, 3);
        board.holes.insert(board.cell(1, 1));
        let ways: Vec<Way<2>> = ways(&board, &[(1, 0), (-1, 0)]);
        assert_eq!(ways[0].push(CellSet::from_cells([0, 3, 5, 8])), CellSet::of(1));
        assert_eq!(ways[0].push_by(CellSet::from_cells([0, 3]), 2), CellSet::of(2));
        assert_eq!(ways[0].push_by(CellSet::from_cells([0, 3]), 9), CellSet::EMPTY);
    }
}
