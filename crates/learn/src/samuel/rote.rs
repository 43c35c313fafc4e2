//! Rote learning: boards met in play are remembered with their backed-up scores, and found again at the ends of lines.

use super::search::WIN;
use crate::file::Reader;
use std::collections::BTreeMap;

/// What is remembered of a board, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The backed-up score.
    pub score: i64,
    /// How many plies were looked ahead for it.
    pub plies: u32,
    /// How long it has not been used.
    pub age: u32,
}

/// The boards that are remembered, by their standard keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    boards: BTreeMap<u64, Remembered>,
    /// Boards that wait to be merged.
    fresh: Vec<(u64, Remembered)>,
    moves: u32,
    most: usize,
    /// How often a board was found since the memory was made or read.
    found: u64,
}

/// The age of a new board.
const FIRST_AGE: u32 = 4;
/// The age at which a board is forgotten.
const LAST_AGE: u32 = 16;
/// Moves between two merges.
const MERGE: u32 = 20;
/// What is kept of a full record: so many parts of ten.
const KEPT: usize = 9;
/// Most plies behind a board that a file may claim: plies add up from game to game, and nothing else bounds them.
const MOST_PLIES: u32 = 1 << 20;

impl Memory {
    /// An empty memory for at most so many boards.
    #[must_use]
    pub fn new(most: usize) -> Memory {
        Memory { boards: BTreeMap::new(), fresh: Vec::new(), moves: 0, most, found: 0 }
    }

    /// A memory of these boards.
    #[must_use]
    pub fn of(most: usize, boards: BTreeMap<u64, Remembered>) -> Memory {
        Memory { boards, ..Memory::new(most) }
    }

    /// The boards by their standard keys.
    #[must_use]
    pub fn boards(&self) -> &BTreeMap<u64, Remembered> {
        &self.boards
    }

    /// How often a board was found since the memory was made or read from a file.
    #[must_use]
    pub fn found(&self) -> u64 {
        self.found
    }

    /// The plies behind a board on average; 0 if nothing is remembered.
    #[must_use]
    pub fn mean_plies(&self) -> f64 {
        let all: u64 = self.boards.values().map(|board| u64::from(board.plies)).sum();
        all as f64 / self.boards.len().max(1) as f64
    }

    /// The score and the plies behind it, if the board is remembered. Using it halves its age.
    pub fn recall(&mut self, key: u64) -> Option<(i64, u32)> {
        let board = self.boards.get_mut(&key)?;
        board.age /= 2;
        self.found += 1;
        Some((board.score, board.plies))
    }

    /// Notes a board met in play. Every twentieth move the notes are merged with what is remembered.
    pub fn note(&mut self, key: u64, score: i64, plies: u32) {
        self.fresh.push((key, Remembered { score, plies, age: FIRST_AGE }));
        self.moves += 1;
        if self.moves >= MERGE {
            self.merge();
        }
    }

    /// Merges the notes, lets all boards age by one, forgets the oldest, and those of least ply if there are too many.
    pub fn merge(&mut self) {
        self.moves = 0;
        for board in self.boards.values_mut() {
            board.age += 1;
        }
        self.boards.retain(|_, board| board.age < LAST_AGE);
        for (key, fresh) in self.fresh.drain(..) {
            let updated = |old: &mut Remembered| *old = Remembered { age: old.age / 2, ..fresh };
            self.boards.entry(key).and_modify(updated).or_insert(fresh);
        }
        if self.boards.len() > self.most {
            let mut order: Vec<(u32, u32, u64)> =
                self.boards.iter().map(|(&key, board)| (board.plies, u32::MAX - board.age, key)).collect();
            order.sort_unstable();
            let surplus = self.boards.len() - self.most * KEPT / 10;
            for &(_, _, key) in &order[..surplus] {
                self.boards.remove(&key);
            }
        }
    }

    /// The lines of a file: the boards, the notes that wait, and the moves since the last merge.
    pub(super) fn lines(&self) -> Vec<String> {
        let line =
            |key: &u64, board: &Remembered| format!("{key} {} {} {}", board.score, board.plies, board.age);
        let mut lines = vec![format!("boards {}", self.boards.len())];
        lines.extend(self.boards.iter().map(|(key, board)| line(key, board)));
        lines.push(format!("notes {}", self.fresh.len()));
        lines.extend(self.fresh.iter().map(|(key, board)| line(key, board)));
        lines.push(format!("moves {}", self.moves));
        lines
    }

    /// Reads what `lines` wrote. `None` if it says nothing that a memory of at most so many boards could hold.
    pub(super) fn read(reader: &mut Reader<'_>, most: usize) -> Option<Memory> {
        let boards: Vec<(u64, Remembered)> =
            reader.section("boards")?.into_iter().map(read_board).collect::<Option<_>>()?;
        let fresh: Vec<(u64, Remembered)> =
            reader.section("notes")?.into_iter().map(read_board).collect::<Option<_>>()?;
        let moves = reader.number("moves")?;
        let sorted = boards.is_sorted_by(|one, next| one.0 < next.0);
        let fits = boards.len() <= most && fresh.len() == moves as usize && moves < MERGE;
        (sorted && fits).then(|| Memory {
            boards: boards.into_iter().collect(),
            fresh,
            moves,
            most,
            found: 0,
        })
    }
}

/// A board of a file's line.
fn read_board(line: &str) -> Option<(u64, Remembered)> {
    let [key, score, plies, age] = line.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let score = score.parse().ok().filter(|score: &i64| score.abs() <= WIN)?;
    let plies = plies.parse().ok().filter(|&plies| plies <= MOST_PLIES)?;
    let age = age.parse().ok().filter(|&age| age < LAST_AGE)?;
    Some((key.parse().ok()?, Remembered { score, plies, age }))
}
