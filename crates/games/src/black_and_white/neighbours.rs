//! The moves of the moving phase as numbers.
//!
//! All positions with the same occupied squares have the same possible changes: a disc leaves one square and arrives
//! on another. Where that leads is worked out once for a class of squares, and then only the pattern of the mover's
//! discs has to be turned along: two small tables do it.

use super::arrangement::{Packed, Sets, owned};
use super::board::{SIDE, SQUARES};
use plybook_kernel::Neighbours;

/// Bits of a pattern that one table turns.
const PART: u32 = 5;
/// Patterns of such a part.
const PARTS: usize = 1 << PART;
/// Steps in the four directions: rows and columns.
const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

/// A change of the occupied squares that a move makes, or a move taken back.
struct Change {
    /// The discs that the side that moves must own, as bits of the pattern.
    mine: u32,
    /// The disc that the other side must own.
    theirs: u32,
    /// The disc that changes sides: the one that is jumped, or was.
    jumped: u32,
    /// The occupied squares afterwards.
    discs: Packed,
    /// Where it leads, once somebody asked.
    target: Option<Target>,
}

#[derive(Clone, Copy)]
struct Target {
    /// The number of the class's first position.
    first: u64,
    /// How often it was asked for since the class was entered.
    asked: u32,
    /// The tables that turn patterns, once it was asked for often enough.
    turns: Option<(usize, usize)>,
}

/// How often a target is asked for before tables are worth their while.
const WORTH_TABLES: u32 = 4;

/// How the bits of a pattern are turned.
struct Turn {
    low: [u16; PARTS],
    high: [u16; PARTS],
}

/// The changes of one class of squares at a time.
pub(super) struct Changes {
    sets: &'static Sets,
    discs: u32,
    class: Option<u64>,
    /// Whether moves are taken back.
    backwards: bool,
    representative: Packed,
    squares: Vec<usize>,
    changes: Vec<Change>,
    turns: Vec<Turn>,
}

/// The numbers before and after.
pub(super) struct Walker {
    after: Changes,
    before: Changes,
}

impl Walker {
    /// A walker over the positions with so many discs.
    pub(super) fn new(discs: u32) -> Walker {
        let changes = |backwards| Changes {
            sets: Sets::of(discs),
            discs,
            class: None,
            backwards,
            representative: 0,
            squares: Vec::new(),
            changes: Vec::new(),
            turns: Vec::new(),
        };
        Walker { after: changes(false), before: changes(true) }
    }
}

impl Neighbours for Walker {
    fn after(&mut self, index: u64, out: &mut Vec<u64>) {
        self.after.list(index, out);
    }

    fn before(&mut self, index: u64, out: &mut Vec<u64>) {
        self.before.list(index, out);
    }

    fn counts(&mut self, index: u64) -> bool {
        self.after.sets.has_one_turn(index >> self.after.discs)
    }
}

impl Changes {
    /// Replaces `out` by the numbers on the other side of all changes that a position allows.
    fn list(&mut self, index: u64, out: &mut Vec<u64>) {
        out.clear();
        let all = (1u32 << self.discs) - 1;
        let class = index >> self.discs;
        if self.class != Some(class) {
            self.enter(class);
        }
        let own = index as u32 & all;
        let mine = if self.backwards { all & !own } else { own };
        for number in 0..self.changes.len() {
            let Change { mine: needed, theirs, jumped, target, .. } = self.changes[number];
            if mine & needed != needed || mine & theirs != 0 {
                continue;
            }
            // The discs of the side that does not move stay where they are, so only their squares are turned. After
            // a move they are the mover's, before a move taken back the opponent's.
            let (kept, inverted) =
                if self.backwards { (own | jumped, all) } else { (all & !own & !jumped, 0) };
            out.push(match target {
                Some(Target { first, turns: Some((from, to)), .. }) => {
                    let turns = &self.turns[from..to];
                    first | u64::from(turns.iter().map(|turn| inverted ^ turn.of(kept)).min().unwrap_or(0))
                }
                _ => self.ask(number, kept, inverted),
            });
        }
    }

    /// Lists the changes of a class of squares.
    fn enter(&mut self, class: u64) {
        self.class = Some(class);
        self.changes.clear();
        self.turns.clear();
        self.squares.clear();
        let discs = self.sets.representative(class);
        self.representative = discs;
        self.squares.extend((0..SQUARES).filter(|square| discs >> square & 1 == 1));
        for number in 0..self.squares.len() {
            for direction in DIRECTIONS {
                self.add(discs, number, direction);
            }
        }
    }

    /// Adds what the disc of a number can do, or can have done, in one direction.
    fn add(&mut self, discs: Packed, number: usize, (rows, columns): (isize, isize)) {
        let square = self.squares[number];
        let along = |steps: isize| {
            let row = (square / SIDE).checked_add_signed(rows * steps).filter(|&row| row < SIDE)?;
            let column =
                (square % SIDE).checked_add_signed(columns * steps).filter(|&column| column < SIDE)?;
            Some(SIDE * row + column)
        };
        let occupied = |square: usize| discs >> square & 1 == 1;
        let Some(next) = along(1) else { return };
        let moved: u32 = 1 << number;
        if !occupied(next) {
            let discs = discs ^ 1 << square ^ 1 << next;
            self.changes.push(Change { mine: moved, theirs: 0, jumped: 0, discs, target: None });
            return;
        }
        let Some(beyond) = along(2).filter(|&beyond| !occupied(beyond)) else { return };
        let jumped: u32 = 1 << (discs & ((1 << next) - 1)).count_ones();
        let discs = discs ^ 1 << square ^ 1 << beyond;
        let (mine, theirs) = if self.backwards { (moved | jumped, 0) } else { (moved, jumped) };
        self.changes.push(Change { mine, theirs, jumped, discs, target: None });
    }

    /// Where a change leads that was not asked for often yet.
    fn ask(&mut self, number: usize, kept: u32, inverted: u32) -> u64 {
        let change = &mut self.changes[number];
        let asked = change.target.map_or(0, |target| target.asked) + 1;
        if asked <= WORTH_TABLES {
            let kept = owned(kept, self.representative);
            let own = if inverted == 0 { kept } else { change.discs & !kept };
            let (class, pattern) = self.sets.class_and_pattern(own, change.discs);
            change.target = Some(Target { first: class << self.discs, asked, turns: None });
            return class << self.discs | u64::from(pattern);
        }
        let from = self.turns.len();
        let class = self.sets.each_turn(change.discs, |representative, turned| {
            self.turns.push(Turn::new(&self.squares, representative, turned));
        });
        let turns = (from, self.turns.len());
        change.target = Some(Target { first: class << self.discs, asked, turns: Some(turns) });
        let turned =
            self.turns[turns.0..turns.1].iter().map(|turn| inverted ^ turn.of(kept)).min().unwrap_or(0);
        class << self.discs | u64::from(turned)
    }
}

impl Turn {
    /// The turn that takes the discs on these squares to `turned` squares within a representative.
    fn new(squares: &[usize], representative: Packed, turned: impl Fn(usize) -> usize) -> Turn {
        let mut turn = Turn { low: [0; PARTS], high: [0; PARTS] };
        for (number, &square) in squares.iter().enumerate() {
            let to = turned(square);
            // The disc that moves is nobody's here: it is left out.
            let bit = if representative >> to & 1 == 1 {
                1 << (representative & ((1 << to) - 1)).count_ones()
            } else {
                0
            };
            let (table, place) = match number.checked_sub(PART as usize) {
                None => (&mut turn.low, number),
                Some(place) => (&mut turn.high, place),
            };
            let (lower, upper) = table.split_at_mut(1 << place);
            upper.iter_mut().zip(lower.iter()).for_each(|(to, from)| *to = from | bit);
        }
        turn
    }

    #[inline]
    fn of(&self, pattern: u32) -> u32 {
        let (low, high) = (pattern as usize % PARTS, pattern as usize / PARTS % PARTS);
        u32::from(self.low[low] | self.high[high])
    }
}
