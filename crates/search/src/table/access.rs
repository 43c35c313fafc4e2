//! What the search asks the transposition table, and what it tells it.

use super::{Bound, Entry, Replacement, Stored, Table};
use crate::depth::{Depth, Ply};
use crate::path::PathDependence;
use crate::search::Searcher;
use crate::stack::mover_after;
use crate::trace::{Reason, Trace};
use plybook_kernel::{Evaluator, Game, Score, SearchHints, Window, zobrist::scramble};

/// Most depth for which the shallow table of each thread is used.
const SHALLOW_DEPTH: Depth = Depth::new(2);
/// The size of the shallow table: half the second level of a processor's cache.
const SHALLOW_BYTES: usize = 1 << 20;

/// The tables of one thread's search: the one that all threads share, and a small one of its own for positions just
/// above the horizon. They are most of those whose moves are searched and come back soon or never, so a table that
/// stays in the processor's cache serves them better than the large one.
pub(crate) struct Tables<'a> {
    pub shared: Option<&'a Table>,
    shallow: Option<&'a Table>,
    /// Sets the keys of this search apart in the shallow table: what an earlier one stored there may be about
    /// something else.
    salt: u64,
    /// Keys of successors, and whether the same player moves there.
    successors: Vec<(u64, bool)>,
}

/// A thread's shallow table. It is made when it is first needed.
#[derive(Default)]
pub(crate) struct ShallowTable {
    table: Option<Table>,
    searches: u64,
}

impl<'a> Tables<'a> {
    /// The tables for a new search.
    pub fn new(shared: Option<&'a Table>, shallow: Option<&'a mut ShallowTable>) -> Tables<'a> {
        let mut salt = 0;
        let shallow = shallow.map(|own| {
            own.searches += 1;
            salt = scramble(scramble(own.searches));
            let new = || Table::with_bytes(SHALLOW_BYTES, Replacement::Bucketed);
            let table = &*own.table.get_or_insert_with(new);
            table.next_age();
            table
        });
        Tables { shared, shallow, salt, successors: Vec::new() }
    }

    /// The table for searches of this depth, and the key there.
    #[inline]
    fn of(&self, depth: Depth, key: u64) -> Option<(&'a Table, u64)> {
        match self.shallow {
            Some(shallow) if depth <= SHALLOW_DEPTH => Some((shallow, key ^ self.salt)),
            _ => self.shared.map(|table| (table, key)),
        }
    }
}

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// The key under which the table knows a ply's position.
    pub(crate) fn table_key(&self, ply: Ply) -> u64 {
        let key = self.stack[ply].key;
        self.cut_key(if self.options.repeats_in_key { self.key_with_repeats(key) } else { key })
    }

    /// For tests: a key with only some of its bits.
    #[inline]
    fn cut_key(&self, key: u64) -> u64 {
        let bits = self.options.key_bits;
        if bits < u64::BITS { scramble(key & ((1 << bits) - 1)) } else { key }
    }

    pub(crate) fn probe(&mut self, key: u64, depth: Depth) -> Option<Entry> {
        let (table, key) = self.tables.of(depth, key)?;
        self.counts.probes += 1;
        let entry = table.probe(key)?;
        self.counts.hits += 1;
        Some(entry)
    }

    /// Whether an entry says enough about a search of this depth.
    fn deep_enough(&self, entry: Entry, depth: Depth) -> bool {
        if self.options.verifying {
            return entry.depth as i32 == depth.plies();
        }
        entry.depth as i32 >= depth.plies()
            || match entry.bound {
                Bound::Exact => entry.score.is_decided(),
                Bound::Lower => entry.score.is_win(),
                Bound::Upper => entry.score.is_loss(),
                Bound::None => false,
            }
    }

    /// Why an entry ends the search of its position, if it does.
    pub(crate) fn cut_by(&self, entry: Entry, depth: Depth, window: Window) -> Option<Reason> {
        match entry.bound {
            _ if !self.deep_enough(entry, depth) => None,
            Bound::Exact => Some(Reason::TableExact),
            Bound::Lower if self.options.alpha_beta && entry.score >= window.beta => Some(Reason::TableLower),
            Bound::Upper if self.options.alpha_beta && entry.score <= window.alpha => {
                Some(Reason::TableUpper)
            }
            _ => None,
        }
    }

    /// The value of an entry, if it ends the search of its position and the path does not speak against it. What
    /// only holds on its own path stands under another key.
    pub(crate) fn table_cut(
        &mut self,
        ply: Ply,
        mut entry: Entry,
        depth: Depth,
        window: Window,
    ) -> Option<(Score, Reason)> {
        let by_path = entry.bound == Bound::None && self.options.path_rules;
        if by_path {
            entry = self.probe(self.path_key(ply, self.table_key(ply)), depth)?;
        }
        let reason = self.cut_by(entry, depth, window)?;
        if !by_path && !self.path_allows(ply, entry.score) {
            return None;
        }
        if by_path {
            self.path_dependence = PathDependence::above(ply, u32::from(entry.ordinal.unwrap_or(u16::MAX)));
        }
        let counter = match reason {
            Reason::TableExact => &mut self.counts.exact_cuts,
            Reason::TableLower => &mut self.counts.lower_cuts,
            _ => &mut self.counts.upper_cuts,
        };
        *counter += 1;
        Some((entry.score, reason))
    }

    /// Stores what a search of a ply's position with this window found out. A value that depends on the path is
    /// stored for this path alone; for others only the move is of use.
    pub(crate) fn store(
        &mut self,
        ply: Ply,
        depth: Depth,
        window: Window,
        score: Score,
        ordinal: Option<u16>,
    ) {
        let bound = if self.options.alpha_beta && score >= window.beta {
            Bound::Lower
        } else if self.options.alpha_beta && score <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let ordinal = ordinal.filter(|_| bound != Bound::Upper);
        let entry = Entry { score, bound, depth: depth.plies().max(0) as u32, ordinal };
        let key = self.table_key(ply);
        if self.path_dependence.is_none() || score.is_decided() {
            return self.write(key, depth, entry);
        }
        self.write(key, depth, Entry { bound: Bound::None, ..entry });
        // The move stands there already; its place tells how far above the position lies that this depends on.
        let plies = Some(self.path_dependence.plies_above(ply));
        self.write(self.path_key(ply, key), depth, Entry { ordinal: plies, ..entry });
    }

    fn write(&mut self, key: u64, depth: Depth, entry: Entry) {
        let Some((table, key)) = self.tables.of(depth, key) else { return };
        match table.store(key, entry) {
            Stored::Kept => {}
            Stored::Replaced => self.counts.replaced += 1,
            Stored::Refused => self.counts.refused += 1,
        }
    }

    /// Enhanced transposition cutoff: a lower bound that reaches beta, from the table entry of some successor. The
    /// keys come first, so that the table's memory is fetched for many at once.
    pub(crate) fn enhanced_cutoff(&mut self, ply: Ply, depth: Depth, beta: Score) -> Option<Score> {
        let table = self.tables.shared?;
        let game = &*self.engine.game;
        let mut successors = std::mem::take(&mut self.tables.successors);
        successors.clear();
        let (from, to) = self.stack.pair(game, ply);
        for &mv in &from.moves {
            to.at.clone_from(&from.at);
            game.play(&mut to.at, mv);
            successors.push((game.key(&to.at), mover_after(game, from.mover, &to.at) == from.mover));
        }
        self.counts.probes += successors.len() as u64;
        let mut found = None;
        for (ordinal, &(key, same)) in successors.iter().enumerate() {
            let Some(entry) = table.probe(self.cut_key(key)) else { continue };
            self.counts.hits += 1;
            let useful = if same { Bound::Lower } else { Bound::Upper };
            let score = if same { entry.score.up() } else { (-entry.score).up() };
            if (entry.bound == Bound::Exact || entry.bound == useful)
                && score >= beta
                && self.deep_enough(entry, depth - 1)
                && self.path_allows_successor(ply, ordinal as u16, entry.score)
            {
                found = Some(score);
                break;
            }
        }
        self.tables.successors = successors;
        found
    }
}
