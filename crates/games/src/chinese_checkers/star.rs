//! The star: its cells, their neighbours, and the six points.
//!
//! A cell has three coordinates with the sum zero. The star is made of two triangles: no coordinate above the side, or none
//! below minus the side. The third coordinate is the row, the top one first.

use plybook_kernel::star_rows;

/// Most cells of a star.
pub const MOST_CELLS: usize = 121;
/// Directions to neighbours.
pub const DIRECTIONS: usize = 6;
/// No cell.
pub const NOWHERE: u8 = u8::MAX;

/// A star of one size. Cells are numbered row by row from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Star {
    /// Cells along the side of a point.
    pub side: usize,
    /// The coordinates of each cell.
    places: Vec<[i32; 3]>,
    /// The neighbours of each cell; `NOWHERE` beyond the edge.
    pub beside: Vec<[u8; DIRECTIONS]>,
    /// The six points as sets of cells: the lowest one first, then clockwise.
    pub points: [u128; 6],
    /// The tip of each point.
    pub tips: [u8; 6],
    /// The cell's row from the top and its place in the row.
    pub rows: Vec<[usize; 2]>,
}

impl Star {
    /// The star with points of so many cells a side, at most four.
    pub fn new(side: usize) -> Star {
        let reach = side as i32;
        let inside = |place: &[i32; 3]| {
            place.iter().all(|&along| along <= reach) || place.iter().all(|&along| along >= -reach)
        };
        let mut places: Vec<[i32; 3]> = Vec::new();
        for row in -2 * reach..=2 * reach {
            places.extend((-2 * reach..=2 * reach).map(|x| [x, -x - row, row]).filter(inside));
        }
        let number = |place: [i32; 3]| {
            places.iter().position(|&other| other == place).map_or(NOWHERE, |cell| cell as u8)
        };
        let steps = [[1, -1, 0], [-1, 1, 0], [1, 0, -1], [-1, 0, 1], [0, 1, -1], [0, -1, 1]];
        let beside = places
            .iter()
            .map(|place| steps.map(|step| number(std::array::from_fn(|axis| place[axis] + step[axis]))))
            .collect();
        // Which coordinate is beyond the side, and on which end: clockwise from the lowest point.
        let arms = [(2, 1), (0, -1), (1, 1), (2, -1), (0, 1), (1, -1)];
        let along = |place: &[i32; 3], (axis, sign): (usize, i32)| place[axis] * sign;
        let points = arms.map(|arm| {
            let cells = (0..places.len()).filter(|&cell| along(&places[cell], arm) > reach);
            cells.fold(0, |set, cell| set | 1 << cell)
        });
        let tips = arms.map(|arm| {
            let tip = (0..places.len()).find(|&cell| along(&places[cell], arm) == 2 * reach);
            tip.map_or(NOWHERE, |tip| tip as u8)
        });
        let lengths = star_rows(side);
        let rows =
            lengths.iter().enumerate().flat_map(|(row, &length)| (0..length).map(move |place| [row, place]));
        Star { side, beside, points, tips, rows: rows.collect(), places }
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// Steps from one cell to another over an empty board.
    pub fn distance(&self, from: u8, to: u8) -> u32 {
        let (from, to) = (self.places[usize::from(from)], self.places[usize::from(to)]);
        (0..3).map(|axis| from[axis].abs_diff(to[axis])).max().unwrap_or(0)
    }

    /// The name of a cell: a letter for its row from the bottom, a number from the left.
    pub fn name(&self, cell: usize) -> String {
        let [row, place] = self.rows[cell];
        let letter = char::from(b'a' + (4 * self.side - row) as u8);
        format!("{letter}{}", place + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_have_six_equal_points_opposite_each_other() {
        for (side, cells) in [(2, 37), (3, 73), (4, 121)] {
            let star = Star::new(side);
            assert_eq!((star.cells(), star.rows.len()), (cells, cells));
            for point in 0..6 {
                assert_eq!(star.points[point].count_ones() as usize, side * (side + 1) / 2);
                assert_eq!(star.distance(star.tips[point], star.tips[(point + 3) % 6]), 4 * side as u32);
            }
            let joined = star.points.iter().fold(0u128, |all, point| all | point);
            assert_eq!(joined.count_ones() as usize, 3 * side * (side + 1));
        }
        let star = Star::new(4);
        assert_eq!([0, 1, 10, 120].map(|cell| star.name(cell)), ["q1", "p1", "m1", "a1"]);
        assert_eq!(star.tips, [120, 98, 10, 0, 22, 110]);
    }
}
