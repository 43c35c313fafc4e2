//! The board as planes: the sets of cells on which each kind of piece stands. Learnt evaluations see nothing else.

use crate::{Game, Player, Text};

/// Most cells of a board that is shown as planes: the bits of a word.
pub const MOST_CELLS: usize = 64;
/// Most planes of a game.
pub const MOST_PLANES: usize = 32;

/// What a game's planes look like, and what is the same on them but for the way one looks.
///
/// Cell `row * columns + column` is a bit of each plane, counted from the first player's near left corner or as the
/// game counts its squares. No cell is on two planes at once, and cells outside `squares` are on none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaneLayout {
    /// What each plane shows, as its viewer says it: `own pawns`.
    pub names: Vec<Text>,
    /// Rows of cells.
    pub rows: usize,
    /// Columns of cells.
    pub columns: usize,
    /// Whether opposite edges are joined.
    pub torus: bool,
    /// The cells on which something can stand.
    pub squares: u64,
    /// By plane: the one on which the other player sees the same pieces.
    pub exchanged: Vec<u8>,
    /// By cell: the one as which the other player sees it. Doing it twice changes nothing.
    pub turned: Vec<u8>,
    /// Maps of the cells under which a position keeps its value, the identity first.
    pub symmetries: Vec<Vec<u8>>,
    /// By cell as the first player sees it: its number in the game's diagram, for cells of `squares`.
    pub diagram: Vec<u16>,
    /// Whether the planes and the player to move are the whole position.
    pub complete: bool,
}

impl PlaneLayout {
    /// The layout of a grid of squares that both players see alike, with an own and another plane for each of these
    /// kinds of pieces: `pawns`. Its cells are in the diagram row by row from the top, the last row first.
    #[must_use]
    pub fn grid(rows: usize, columns: usize, kinds: &[&str]) -> PlaneLayout {
        let cells = rows * columns;
        let identity: Vec<u8> = (0..cells).map(|cell| cell as u8).collect();
        let (count, half) = (2 * kinds.len(), kinds.len());
        let names = ["own", "other"].iter().flat_map(|whose| kinds.iter().map(move |kind| (whose, kind)));
        let cell_number = |cell| crate::cell_number(rows, columns, cell / columns, cell % columns) as u16;
        PlaneLayout {
            names: names.map(|(whose, kind)| Text::Owned(format!("{whose} {kind}"))).collect(),
            rows,
            columns,
            torus: false,
            squares: if cells >= MOST_CELLS { u64::MAX } else { (1 << cells) - 1 },
            exchanged: (0..count).map(|plane| ((plane + half) % count) as u8).collect(),
            turned: identity.clone(),
            symmetries: vec![identity],
            diagram: (0..cells).map(cell_number).collect(),
            complete: true,
        }
    }

    /// Adds a map of the cells, by row and column, to the symmetries.
    #[must_use]
    pub fn with_symmetry(mut self, goes_to: impl Fn(usize, usize) -> (usize, usize)) -> PlaneLayout {
        let map = self.map(goes_to);
        if !self.symmetries.contains(&map) {
            self.symmetries.push(map);
        }
        self
    }

    /// Says where a cell lies as the other player sees it, by row and column.
    #[must_use]
    pub fn with_turn(mut self, goes_to: impl Fn(usize, usize) -> (usize, usize)) -> PlaneLayout {
        self.turned = self.map(goes_to);
        self
    }

    /// Leaves only some of the cells on the board, and numbers them in the diagram by row and column.
    #[must_use]
    pub fn with_squares(mut self, squares: u64, number: impl Fn(usize, usize) -> usize) -> PlaneLayout {
        self.squares = squares;
        let on_board = |cell: usize| squares >> cell & 1 == 1;
        let numbered =
            |cell| if on_board(cell) { number(cell / self.columns, cell % self.columns) } else { 0 };
        self.diagram = (0..self.cells()).map(|cell| numbered(cell) as u16).collect();
        self
    }

    fn map(&self, goes_to: impl Fn(usize, usize) -> (usize, usize)) -> Vec<u8> {
        let number = |(row, column): (usize, usize)| (row * self.columns + column) as u8;
        (0..self.cells()).map(|cell| number(goes_to(cell / self.columns, cell % self.columns))).collect()
    }

    /// How many planes there are.
    #[must_use]
    pub fn planes(&self) -> usize {
        self.names.len()
    }

    /// How many cells a plane has, those outside `squares` included.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// How many features there are: feature `plane * cells + cell` says that the cell is on the plane.
    #[must_use]
    pub fn features(&self) -> usize {
        self.planes() * self.cells()
    }

    /// The feature as which the other player sees a feature.
    #[must_use]
    pub fn seen_by_other(&self, feature: usize) -> usize {
        let (plane, cell) = (feature / self.cells(), feature % self.cells());
        usize::from(self.exchanged[plane]) * self.cells() + usize::from(self.turned[cell])
    }

    /// The planes as the other player sees them.
    #[must_use]
    pub fn turned_planes(&self, planes: &[u64]) -> Vec<u64> {
        let mut out = vec![0; planes.len()];
        for (plane, &cells) in planes.iter().enumerate() {
            out[usize::from(self.exchanged[plane])] = image(&self.turned, cells);
        }
        out
    }

    /// The planes under one of the symmetries.
    #[must_use]
    pub fn image(&self, planes: &[u64], symmetry: usize) -> Vec<u64> {
        planes.iter().map(|&cells| image(&self.symmetries[symmetry], cells)).collect()
    }
}

/// Where a map of cells sends a set of cells.
fn image(map: &[u8], mut cells: u64) -> u64 {
    let mut out = 0;
    while cells != 0 {
        out |= 1 << map[cells.trailing_zeros() as usize];
        cells &= cells - 1;
    }
    out
}

/// A game that shows its board as planes: for each kind of piece and owner the set of cells on which it stands, one
/// word each. The defaults offer none, and such a game has no learnt evaluation.
pub trait Planes: Game {
    /// What the planes look like; `None` where the game offers none.
    fn plane_layout(&self) -> Option<PlaneLayout> {
        None
    }

    /// Writes every plane as one of two players sees the board: own pieces and those of the other told apart, and the
    /// board turned where the second player comes from the other side. `out` has as many words as there are planes.
    fn planes(&self, at: &Self::Position, viewer: Player, out: &mut [u64]) {
        let _ = (at, viewer, out);
    }

    /// The full name of the variant whose learnt evaluation serves this one as well, where the options change nothing
    /// but the start or the ends by the path. `None` for a variant that needs its own.
    fn learnt_as(&self) -> Option<Text> {
        None
    }

    /// How many phases of the game are told apart; at least one.
    fn phases(&self) -> usize {
        1
    }

    /// How far the game has gone: a number below `phases`, the start's first.
    fn phase(&self, at: &Self::Position) -> usize {
        let _ = at;
        0
    }
}
