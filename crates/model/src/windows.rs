//! Windows: the small parts of a board whose contents tuples look up, made from the board's shape.

use plybook_kernel::PlaneLayout;

/// Most windows of a specification: the lanes of one view.
pub(crate) const MOST_WINDOWS: usize = 128;
/// Most configurations of a window: what sixteen bits number.
pub(crate) const MOST_CONFIGURATIONS: usize = 1 << 16;
/// Blocks by rows and columns, the ones that say most first.
const BLOCKS: [(usize, usize); 5] = [(3, 3), (2, 4), (2, 5), (2, 3), (2, 2)];
/// Blocks of two rows that are also looked at along the edges alone, where there is no room for all of them.
const EDGE_BLOCKS: [usize; 2] = [5, 4];
/// Shortest diagonal that is looked at.
const SHORTEST_DIAGONAL: usize = 3;
/// Shortest straight line that is looked at.
const SHORTEST_LINE: usize = 2;
/// Boards with at most so many squares are also looked at by pairs of squares.
const SQUARES_FOR_PAIRS: usize = 16;

/// Some cells in their order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tuple(pub Vec<u8>);

/// Windows of one kind. Those that a symmetry of the board sends to each other share a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// What they are called: `straight lines`.
    pub name: String,
    /// By plane: the digit that a cell on it has in the number of a configuration. Zero is the digit of an empty cell,
    /// and planes with zero are overlooked.
    pub digits: Vec<u8>,
    /// The tables, each with its windows, whose cells correspond to each other in their order.
    pub tables: Vec<Vec<Tuple>>,
}

impl Family {
    /// Digits that a cell can have.
    #[must_use]
    pub fn states(&self) -> usize {
        self.digits.iter().max().map_or(0, |&digit| usize::from(digit)) + 1
    }

    /// Windows in all tables.
    #[must_use]
    pub fn windows(&self) -> usize {
        self.tables.iter().map(Vec::len).sum()
    }

    /// Configurations of all tables; `None` if one has more than there are numbers.
    pub(crate) fn configurations(&self) -> Option<usize> {
        let table = |windows: &Vec<Tuple>| configurations(self.states(), windows.first()?.0.len());
        self.tables.iter().try_fold(0usize, |sum, windows| Some(sum + table(windows)?))
    }
}

/// How many configurations so many cells have, if they can be numbered.
pub(crate) fn configurations(states: usize, cells: usize) -> Option<usize> {
    states.checked_pow(cells as u32).filter(|&count| count <= MOST_CONFIGURATIONS)
}

/// How large tuples may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TupleLimits {
    /// Most windows, up to 128: each costs a look into a table.
    pub windows: usize,
    /// Most configurations of a window, up to 65,536.
    pub configurations: usize,
    /// Most weights in all tables and phases.
    pub weights: usize,
}

impl Default for TupleLimits {
    /// What makes files of less than two mebibytes.
    fn default() -> TupleLimits {
        TupleLimits { windows: MOST_WINDOWS, configurations: MOST_CONFIGURATIONS, weights: 1 << 20 }
    }
}

/// The families that a board's shape offers and the limits allow, for so many phases. Larger windows go before smaller
/// ones; a family that does not fit any more is left out, but if none fits, as many tables of the first as do are taken.
pub(crate) fn families(layout: &PlaneLayout, phases: usize, limits: &TupleLimits) -> Vec<Family> {
    let mut chosen: Vec<Family> = Vec::new();
    let mut blocks: Vec<(Block, Vec<u8>)> = Vec::new();
    let fits = |chosen: &[Family], family: &Family| {
        let windows: usize = chosen.iter().chain([family]).map(Family::windows).sum();
        let weights = chosen.iter().chain([family]).map(Family::configurations).sum::<Option<usize>>();
        windows <= limits.windows.min(MOST_WINDOWS)
            && weights.is_some_and(|weights| weights.saturating_mul(phases) <= limits.weights)
    };
    let candidates = candidates(layout, limits);
    for (block, family) in &candidates {
        // What lies inside a larger block says nothing new.
        let inside = |(larger, digits): &(Block, Vec<u8>)| {
            block.is_some_and(|block| block.is_inside(larger)) && *digits == family.digits
        };
        if family.windows() > 0 && fits(&chosen, family) && !blocks.iter().any(inside) {
            blocks.extend(block.map(|block| (block, family.digits.clone())));
            chosen.push(family.clone());
        }
    }
    if let (true, Some((_, first))) = (chosen.is_empty(), candidates.first()) {
        let mut part = Family { tables: Vec::new(), ..first.clone() };
        for table in &first.tables {
            part.tables.push(table.clone());
            if !fits(&[], &part) {
                part.tables.pop();
            }
        }
        chosen.extend((!part.tables.is_empty()).then_some(part));
    }
    chosen
}

/// The blocks of a family.
#[derive(Clone, Copy)]
struct Block {
    /// Rows or columns, whichever are fewer.
    short: usize,
    long: usize,
    /// Whether only those whose long side lies at an edge of the board are meant.
    edge: bool,
}

impl Block {
    /// Whether every such block is a part of a larger one.
    const fn is_inside(self, larger: &Block) -> bool {
        self.short <= larger.short && self.long <= larger.long && (self.edge || !larger.edge)
    }
}

/// All families, the most telling first, each with its blocks if it is one of blocks.
fn candidates(layout: &PlaneLayout, limits: &TupleLimits) -> Vec<(Option<Block>, Family)> {
    let planes = layout.planes();
    let every: Vec<u8> = (1..=planes as u8).collect();
    let other = layout.exchanged.first().map_or(0, |&plane| usize::from(plane));
    let kinds = if other == 0 { 0 } else { planes / 2 };
    let mut out = Vec::new();
    let mut add = |name: &str, block, digits: &[u8], windows: Vec<Tuple>| {
        let tables = tied(layout, windows);
        out.push((block, Family { name: name.to_owned(), digits: digits.to_vec(), tables }));
    };
    let mut schemes = vec![every.clone()];
    if kinds > 1 {
        // Only the first kind of pieces, the most numerous in all games: larger windows become possible.
        let digit = |plane| if plane == 0 { 1 } else { u8::from(plane == other) * 2 };
        schemes.insert(0, (0..planes).map(digit).collect());
        add("single squares", None, &every, squares(layout).map(|cell| Tuple(vec![cell])).collect());
    }
    for digits in &schemes {
        let states = digits.iter().max().map_or(0, |&digit| usize::from(digit)) + 1;
        let of_first = if digits[..] == every[..] { "" } else { " of the first kind" };
        let most = (1..=MOST_WINDOWS).take_while(|&cells| {
            configurations(states, cells).is_some_and(|count| count <= limits.configurations)
        });
        let most = most.last().unwrap_or(0);
        let lines = |steps: [(isize, isize); 2], least: usize| -> Vec<Tuple> {
            let all = steps.into_iter().flat_map(|step| segments(layout, step, most));
            all.filter(|window| window.0.len() >= least).collect()
        };
        add(&format!("straight lines{of_first}"), None, digits, lines([(0, 1), (1, 0)], SHORTEST_LINE));
        if kinds > 0 {
            let diagonals = lines([(1, 1), (1, -1)], SHORTEST_DIAGONAL);
            add(&format!("diagonals{of_first}"), None, digits, diagonals);
        }
        for (rows, columns) in BLOCKS.into_iter().filter(|(rows, columns)| rows * columns <= most) {
            let mut windows = blocks(layout, rows, columns);
            if rows != columns {
                windows.extend(blocks(layout, columns, rows));
            }
            let name = format!("blocks of {rows}x{columns}{of_first}");
            add(&name, Some(Block { short: rows, long: columns, edge: false }), digits, windows);
        }
        for long in EDGE_BLOCKS.into_iter().filter(|long| 2 * long <= most && kinds > 0) {
            let windows = edge_blocks(layout, long);
            let name = format!("blocks of 2x{long} at the edge{of_first}");
            add(&name, Some(Block { short: 2, long, edge: true }), digits, windows);
        }
        if most >= 2 && layout.squares.count_ones() as usize <= SQUARES_FOR_PAIRS {
            let pairs = squares(layout).flat_map(|one| {
                squares(layout).filter(move |&two| one < two).map(move |two| Tuple(vec![one, two]))
            });
            add(&format!("pairs{of_first}"), None, digits, pairs.collect());
        }
    }
    out
}

fn squares(layout: &PlaneLayout) -> impl Iterator<Item = u8> {
    let squares = layout.squares;
    (0..layout.cells() as u8).filter(move |&cell| squares >> cell & 1 == 1)
}

/// The square so many rows and columns further, if there is one.
fn further(layout: &PlaneLayout, cell: u8, (rows, columns): (isize, isize)) -> Option<u8> {
    let along = |number: usize, by: isize, size: usize| {
        let next = number as isize + by;
        if layout.torus {
            Some(next.rem_euclid(size as isize) as usize)
        } else {
            usize::try_from(next).ok().filter(|&next| next < size)
        }
    };
    let cell = usize::from(cell);
    let row = along(cell / layout.columns, rows, layout.rows)?;
    let column = along(cell % layout.columns, columns, layout.columns)?;
    let next = row * layout.columns + column;
    (layout.squares >> next & 1 == 1).then_some(next as u8)
}

/// All lines in one direction from edge to edge or hole to hole; of longer ones than `most` all parts of that length.
fn segments(layout: &PlaneLayout, step: (isize, isize), most: usize) -> Vec<Tuple> {
    let back = (-step.0, -step.1);
    let mut seen = 0u64;
    let mut out = Vec::new();
    let (starts, others): (Vec<u8>, Vec<u8>) =
        squares(layout).partition(|&cell| further(layout, cell, back).is_none());
    // What is left after the lines that begin somewhere are rings.
    for (cells, ring) in [(starts, false), (others, true)] {
        for first in cells {
            if seen >> first & 1 == 1 {
                continue;
            }
            let mut line = Vec::new();
            let mut next = Some(first);
            while let Some(cell) = next.filter(|&cell| seen >> cell & 1 == 0) {
                seen |= 1 << cell;
                line.push(cell);
                next = further(layout, cell, step);
            }
            if line.len() <= most {
                out.push(Tuple(line));
                continue;
            }
            let (parts, twice) = (if ring { line.len() } else { line.len() - most + 1 }, line.repeat(2));
            out.extend((0..parts).map(|start| Tuple(twice[start..start + most].to_vec())));
        }
    }
    out.retain(|window| !window.0.is_empty());
    out
}

/// All blocks of so many rows and columns that hold squares only.
fn blocks(layout: &PlaneLayout, rows: usize, columns: usize) -> Vec<Tuple> {
    if rows > layout.rows || columns > layout.columns {
        return Vec::new();
    }
    let block = |corner: u8| -> Option<Tuple> {
        let steps = (0..rows as isize).flat_map(|row| (0..columns as isize).map(move |column| (row, column)));
        let cells: Option<Vec<u8>> = steps.map(|step| further(layout, corner, step)).collect();
        cells.map(Tuple)
    };
    squares(layout).filter_map(block).collect()
}

/// All blocks of two rows or columns of which one lies at the edge of the board.
fn edge_blocks(layout: &PlaneLayout, long: usize) -> Vec<Tuple> {
    let at_edge =
        |cells: &[u8], out: (isize, isize)| cells.iter().all(|&cell| further(layout, cell, out).is_none());
    let lying = blocks(layout, 2, long).into_iter().filter(|Tuple(cells)| {
        let (low, high) = cells.split_at(long);
        at_edge(low, (-1, 0)) || at_edge(high, (1, 0))
    });
    let upright = blocks(layout, long, 2).into_iter().filter(|Tuple(cells)| {
        let side = |number: usize| cells.iter().copied().skip(number).step_by(2).collect::<Vec<u8>>();
        at_edge(&side(0), (0, -1)) || at_edge(&side(1), (0, 1))
    });
    lying.chain(upright).collect()
}

/// The window under a symmetry.
fn image(layout: &PlaneLayout, window: &Tuple, symmetry: usize) -> Tuple {
    Tuple(window.0.iter().map(|&cell| layout.symmetries[symmetry][usize::from(cell)]).collect())
}

/// The cells of a window, whatever their order.
fn set(window: &Tuple) -> u64 {
    window.0.iter().fold(0, |set, &cell| set | 1 << cell)
}

/// The windows in tables: the images of the first window of a table are in it, with their cells in its order.
fn tied(layout: &PlaneLayout, windows: Vec<Tuple>) -> Vec<Vec<Tuple>> {
    let mut rest: Vec<u64> = windows.iter().map(set).collect();
    rest.sort_unstable();
    rest.dedup();
    let mut tables = Vec::new();
    for window in windows {
        let mut table = Vec::new();
        for symmetry in 0..layout.symmetries.len() {
            let image = image(layout, &window, symmetry);
            if let Ok(place) = rest.binary_search(&set(&image)) {
                rest.remove(place);
                table.push(image);
            }
        }
        if !table.is_empty() {
            tables.push(table);
        }
    }
    tables
}

/// The orders of a window's cells that a symmetry makes of it: for each the place from which each cell comes.
pub(crate) fn own_symmetries(layout: &PlaneLayout, window: &Tuple) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = Vec::new();
    for symmetry in 0..layout.symmetries.len() {
        let image = image(layout, window, symmetry);
        let place = |cell: &u8| window.0.iter().position(|other| other == cell);
        let order: Option<Vec<usize>> = image.0.iter().map(place).collect();
        orders.extend(order.filter(|order| !orders.contains(order)));
    }
    orders
}
