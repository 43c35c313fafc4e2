//! What the search asks the table, and what it tells it.

use crate::node::{SHALLOW_DEPTH, Searcher, mover_after};
use crate::table::{Bound, Entry, Stored, Table};
use crate::trace::{Reason, Trace};
use plybook_kernel::{Evaluator, Game, Score, SearchHints, Window, zobrist::scramble};

impl<'a, G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'a, G, E, U, T> {
    /// The key under which the table knows a ply's position.
    pub(crate) fn table_key(&self, ply: usize) -> u64 {
        let key = self.frames[ply].key;
        if self.options.repeats_in_key {
            return self.cut_key(key ^ scramble(self.history.repeats(key) as u64));
        }
        self.cut_key(key)
    }

    /// For tests: a key with only some of its bits.
    #[inline]
    pub(crate) fn cut_key(&self, key: u64) -> u64 {
        let bits = self.options.key_bits;
        if bits < u64::BITS { scramble(key & ((1 << bits) - 1)) } else { key }
    }

    /// The table for searches of this depth, and the key there.
    #[inline]
    pub(crate) fn table_for(&self, depth: i32, key: u64) -> Option<(&'a Table, u64)> {
        match self.shallow {
            Some(shallow) if depth <= SHALLOW_DEPTH => Some((shallow, key ^ self.salt)),
            _ => self.table.map(|table| (table, key)),
        }
    }

    pub(crate) fn probe(&mut self, key: u64, depth: i32) -> Option<Entry> {
        let (table, key) = self.table_for(depth, key)?;
        self.counts.probes += 1;
        let known = table.probe(key)?;
        self.counts.hits += 1;
        Some(known)
    }

    /// Whether an entry says enough about a search of this depth.
    pub(crate) fn deep_enough(&self, known: Entry, depth: i32) -> bool {
        if self.options.verifying {
            return known.depth as i32 == depth;
        }
        known.depth as i32 >= depth
            || match known.bound {
                Bound::Exact => known.score.is_decided(),
                Bound::Lower => known.score.is_win(),
                Bound::Upper => known.score.is_loss(),
                Bound::None => false,
            }
    }

    /// Why an entry ends the search of its position, if it does.
    pub(crate) fn cut_by(&self, known: Entry, depth: i32, window: Window) -> Option<Reason> {
        match known.bound {
            _ if !self.deep_enough(known, depth) => None,
            Bound::Exact => Some(Reason::TableExact),
            Bound::Lower if self.options.alpha_beta && known.score >= window.beta => Some(Reason::TableLower),
            Bound::Upper if self.options.alpha_beta && known.score <= window.alpha => {
                Some(Reason::TableUpper)
            }
            _ => None,
        }
    }

    pub(crate) fn table_cut(&mut self, known: Entry, depth: i32, window: Window) -> Option<(Score, Reason)> {
        let reason = self.cut_by(known, depth, window)?;
        let counter = match reason {
            Reason::TableExact => &mut self.counts.exact_cuts,
            Reason::TableLower => &mut self.counts.lower_cuts,
            _ => &mut self.counts.upper_cuts,
        };
        *counter += 1;
        Some((known.score, reason))
    }

    pub(crate) fn remember(
        &mut self,
        key: u64,
        depth: i32,
        window: Window,
        best: Score,
        ordinal: Option<u16>,
    ) {
        let Some((table, key)) = self.table_for(depth, key) else { return };
        let bound = if self.options.alpha_beta && best >= window.beta {
            Bound::Lower
        } else if self.options.alpha_beta && best <= window.alpha {
            Bound::Upper
        } else if self.tainted && !best.is_decided() {
            Bound::None
        } else {
            Bound::Exact
        };
        let ordinal = ordinal.filter(|_| bound != Bound::Upper);
        let known = Entry { score: best, bound, depth: depth.max(0) as u32, ordinal };
        match table.store(key, known) {
            Stored::Kept => {}
            Stored::Replaced => self.counts.replaced += 1,
            Stored::Refused => self.counts.refused += 1,
        }
    }

    /// A lower bound that reaches beta, from the table entry of some successor. The keys come first, so that the
    /// table's memory is fetched for many at once.
    pub(crate) fn enhanced_cut(&mut self, ply: usize, depth: i32, beta: Score) -> Option<Score> {
        let table = self.table?;
        self.make_room(ply);
        let game = &*self.engine.game;
        let mut successors = std::mem::take(&mut self.successors);
        successors.clear();
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let (from, next) = (&above[ply], &mut below[0].at);
        for &mv in &from.moves {
            next.clone_from(&from.at);
            game.play(next, mv);
            successors.push((game.key(next), mover_after(game, from.mover, next) == from.mover));
        }
        self.counts.probes += successors.len() as u64;
        let mut found = None;
        for &(key, same) in &successors {
            let Some(known) = table.probe(self.cut_key(key)) else { continue };
            self.counts.hits += 1;
            let useful = if same { Bound::Lower } else { Bound::Upper };
            let score = if same { known.score.up() } else { (-known.score).up() };
            if (known.bound == Bound::Exact || known.bound == useful)
                && score >= beta
                && self.deep_enough(known, depth - 1)
            {
                found = Some(score);
                break;
            }
        }
        self.successors = successors;
        found
    }
}
