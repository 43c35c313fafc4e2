//! Move ordering: which move comes next, and what is remembered about moves that were good elsewhere in the tree.

use crate::depth::{Depth, Ply};
use crate::search::Searcher;
use crate::sorting::sort_by_key;
use crate::stack::Frame;
use crate::trace::Trace;
use plybook_kernel::{Evaluator, Game, Player, SearchHints};
use std::cmp::Reverse;

/// Entries of the history and counter-move tables; a game's slots are folded into them.
const SLOTS: usize = 1 << 13;
/// Largest history value: keeps it below every killer.
const HISTORY_LIMIT: i32 = (1 << 14) - 1;
/// Largest bonus that one cutoff earns.
const LARGEST_BONUS: i32 = 400;
/// Entries of the continuation history: pairs of slots are mixed into them. Few enough for a processor's cache.
const CONTINUATIONS: usize = 1 << 16;
/// Moves of a position that are picked by their rank; whatever comes later hardly ever cuts.
const PICKED: usize = 8;

/// Ordering bonuses, far enough apart that the classes never mix.
mod rank {
    /// The table's move.
    pub const TABLE: i32 = 1 << 30;
    /// Added to a positive opinion of the hints.
    pub const GUIDE: i32 = 1 << 24;
    /// The first and second killer, and the counter-move.
    pub const REFUTATIONS: [i32; 3] = [1 << 22, (1 << 22) - 1, 1 << 21];
}

/// A beta cutoff, for the histories.
struct Cutoff<M> {
    /// Whose move it was.
    player: Player,
    ply: Ply,
    depth: Depth,
    mv: M,
    /// The opponent's move that it answers.
    last: Option<M>,
}

/// What a thread remembers of its cutoffs: killers by ply, history by player and slot, the counter-move by the move
/// it answers.
pub(crate) struct Histories<G: Game> {
    killers: Vec<[Option<G::Move>; 2]>,
    /// Of each player.
    history: Vec<[i16; SLOTS]>,
    counters: Vec<Option<G::Move>>,
    /// By the move before and the move.
    continuations: Vec<i16>,
}

/// A player's history.
struct PlayerHistory<'a>(&'a [i16; SLOTS]);

impl PlayerHistory<'_> {
    /// Where nothing was learnt.
    const UNKNOWN: PlayerHistory<'static> = PlayerHistory(&[0; SLOTS]);

    /// The value of a slot: from minus to plus `HISTORY_LIMIT`.
    #[inline]
    fn of(&self, slot: u16) -> i32 {
        i32::from(self.0[usize::from(slot) % SLOTS])
    }
}

fn counter_index(player: Player, slot: u16) -> usize {
    (player.index() & 1) * SLOTS + (usize::from(slot) & (SLOTS - 1))
}

impl<G: Game> Histories<G> {
    pub fn new(plies: usize) -> Histories<G> {
        Histories {
            killers: vec![[None; 2]; plies],
            history: vec![[0; SLOTS]; 2],
            counters: vec![None; 2 * SLOTS],
            continuations: vec![0; CONTINUATIONS],
        }
    }

    /// Forgets killers and halves the history, for the next search.
    pub fn age(&mut self) {
        self.killers.fill([None; 2]);
        self.history.as_flattened_mut().iter_mut().for_each(|value| *value /= 2);
    }

    pub fn killers(&self, ply: Ply) -> [Option<G::Move>; 2] {
        self.killers[ply.index()]
    }

    /// How well a player's kinds of moves have done.
    fn history(&self, player: Player) -> PlayerHistory<'_> {
        PlayerHistory(&self.history[player.index() & 1])
    }

    fn counter_move(&self, game: &G, player: Player, last: Option<G::Move>) -> Option<G::Move> {
        last.and_then(|last| self.counters[counter_index(player, game.history_slot(last))])
    }

    /// A move cut its position off, after the moves in `before` had failed to.
    fn learn_cutoff(&mut self, game: &G, cutoff: &Cutoff<G::Move>, before: impl Iterator<Item = G::Move>) {
        let &Cutoff { player, ply, depth, mv, last } = cutoff;
        let killers = &mut self.killers[ply.index()];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(last) = last {
            self.counters[counter_index(player, game.history_slot(last))] = Some(mv);
        }
        let bonus = (depth.plies() * depth.plies()).min(LARGEST_BONUS);
        self.update(game, player, mv, bonus);
        before.for_each(|poor| self.update(game, player, poor, -bonus));
    }

    fn update(&mut self, game: &G, player: Player, mv: G::Move, bonus: i32) {
        gravitate(&mut self.history[player.index() & 1][usize::from(game.history_slot(mv)) % SLOTS], bonus);
    }
}

/// Moves a history value towards its limit, the less the nearer it is (history gravity).
fn gravitate(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    let value = value + 32 * bonus - value * bonus.abs() / (HISTORY_LIMIT / 32);
    *entry = value.clamp(-HISTORY_LIMIT, HISTORY_LIMIT) as i16;
}

/// The place of a move that goes on after another one.
#[inline]
fn continuation_index(before: u16, slot: u16) -> usize {
    let pair = u64::from(before) << 16 | u64::from(slot);
    (pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - CONTINUATIONS.ilog2())) as usize
}

/// A move to search: its number in the list of moves and how promising it looks.
#[derive(Clone, Copy)]
pub(crate) struct ScoredMove {
    pub rank: i32,
    /// What the histories say of it.
    pub history: i32,
    pub ordinal: u16,
}

/// What is known about the order of a position's moves before they are ranked.
#[derive(Clone, Copy)]
pub(crate) struct Order {
    /// The move to search first.
    first: Option<u16>,
    /// The table's move.
    pub table_move: Option<u16>,
    /// How deep the position is searched.
    depth: Depth,
}

/// Killers and the counter-move, the best first.
struct Refutations<M> {
    moves: [Option<M>; 3],
    /// A bit for each of their slots, all folded into one word: tells most other moves from them at a glance.
    slots: u64,
}

impl<M: Copy + PartialEq> Refutations<M> {
    fn new<G: Game<Move = M>>(game: &G, moves: [Option<M>; 3]) -> Refutations<M> {
        let bit = |mv: &M| 1 << (game.history_slot(*mv) % 64);
        Refutations { moves, slots: moves.iter().flatten().map(bit).fold(0, |all, bit| all | bit) }
    }

    /// The rank of a move that is one of them.
    #[inline]
    fn rank(&self, mv: M, slot: u16) -> Option<i32> {
        if self.slots >> (slot % 64) & 1 == 0 {
            return None;
        }
        let index = self.moves.iter().position(|&refutation| refutation == Some(mv))?;
        Some(rank::REFUTATIONS[index])
    }
}

impl<G: Game, E: Evaluator<G>> Frame<G, E> {
    /// The move at a place of the order: the most promising of the remaining ones, which must have been ranked.
    #[inline]
    fn pick(&mut self, index: usize) -> u16 {
        if index < PICKED {
            bring_forward(&mut self.picks[index..]);
        }
        self.picks[index].ordinal
    }

    /// The move that had its turn at a place of the order.
    #[inline]
    pub fn picked(&self, index: usize) -> u16 {
        if self.ordered { self.picks[index].ordinal } else { index as u16 }
    }
}

/// The most promising moves first, equal ones in their order.
pub(crate) fn sort_by_rank(picks: &mut [ScoredMove]) {
    sort_by_key(picks, |pick| Reverse(pick.rank));
}

/// Brings the most promising move to the front, among equals the one that stands first.
#[inline(never)]
fn bring_forward(rest: &mut [ScoredMove]) {
    let Some((front, others)) = rest.split_first() else { return };
    let (mut best, mut highest) = (0, front.rank);
    for (index, pick) in others.iter().enumerate() {
        if pick.rank > highest {
            (best, highest) = (index + 1, pick.rank);
        }
    }
    rest.swap(0, best);
}

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// The move to search before the others are ranked, since it mostly makes that needless: the table's, or the
    /// last killer where nothing could rank higher.
    pub(crate) fn first_pick(&self, ply: Ply, depth: Depth, table_move: Option<u16>) -> Order {
        let mut first = table_move;
        if self.options.exact_guide {
            first = None;
        } else if first.is_none()
            && self.options.killers
            && !(self.options.guided_order && self.engine.hints.has_order())
            && let [Some(killer), _] = self.histories.killers(ply)
        {
            first = self.stack[ply].moves.iter().position(|&mv| mv == killer).map(|ordinal| ordinal as u16);
        }
        Order { first, table_move, depth }
    }

    /// Ranks a ply's moves: the table's first, then those the hints likes, killers, the counter-move, history.
    /// False if nothing speaks for any order; then the moves are searched as they are listed.
    fn rank_moves(&mut self, ply: Ply, order: Order) -> bool {
        let Order { first, table_move, depth } = order;
        let engine = self.engine;
        let (game, hints, options) = (&*engine.game, &engine.hints, &self.options);
        let asks = options.guided_order || options.exact_guide;
        if !(asks || options.learns() || first.is_some()) {
            return false;
        }
        let before = self.slot_before(ply);
        let Frame { at, mover, moves, picks, played, .. } = &mut self.stack[ply];
        let killers = if options.killers { self.histories.killers(ply) } else { [None; 2] };
        let counter =
            if options.counter_moves { self.histories.counter_move(game, *mover, *played) } else { None };
        let refutations = Refutations::new(game, [killers[0], killers[1], counter]);
        let history = if options.history { self.histories.history(*mover) } else { PlayerHistory::UNKNOWN };
        let node_hints = if asks { hints.study(game, at, depth.plies()) } else { U::NodeHints::default() };
        let (exact, guided) = (options.exact_guide, options.guided_order);
        picks.clear();
        picks.reserve(moves.len());
        for (ordinal, &mv) in moves.iter().enumerate() {
            if exact && hints.skip(game, at, mv, &node_hints) {
                continue;
            }
            let opinion = if guided { hints.order(game, at, mv, &node_hints) } else { 0 };
            let slot = game.history_slot(mv);
            let mut history = history.of(slot);
            if let Some(before) = before {
                history += i32::from(self.histories.continuations[continuation_index(before, slot)]);
            }
            let rank = if opinion > 0 {
                rank::GUIDE + opinion
            } else {
                refutations.rank(mv, slot).unwrap_or(opinion + history)
            };
            picks.push(ScoredMove { rank, history, ordinal: ordinal as u16 });
        }
        for best in [table_move, first].into_iter().flatten() {
            // Where none was skipped, a move's index is its number.
            let index = usize::from(best);
            let found = match picks.get(index) {
                Some(pick) if pick.ordinal == best => Some(index),
                _ => picks.iter().position(|pick| pick.ordinal == best),
            };
            found.iter().for_each(|&index| picks[index].rank = rank::TABLE);
        }
        true
    }

    /// The move whose turn it is: the most promising of the remaining ones, among equals the one that stands first.
    /// Where many moves have failed, the rest are taken as they stand.
    #[inline(always)]
    pub(crate) fn next_pick(&mut self, ply: Ply, index: usize, order: Order) -> Option<u16> {
        if index == 0 && order.first.is_some() {
            return order.first;
        }
        if index == usize::from(order.first.is_some()) {
            self.rank_rest(ply, order);
        }
        let Frame { ordered, moves, picks, .. } = &self.stack[ply];
        if !ordered {
            return (index < moves.len()).then_some(index as u16);
        }
        if index >= picks.len() {
            return None;
        }
        Some(self.stack[ply].pick(index))
    }

    /// Ranks the moves once the first has failed.
    #[inline(never)]
    fn rank_rest(&mut self, ply: Ply, order: Order) {
        let ordered = self.rank_moves(ply, order);
        self.stack[ply].ordered = ordered;
        if order.first.is_some() {
            self.stack[ply].pick(0);
        }
    }

    /// The slot of the move that led to a ply, for the continuation history.
    fn slot_before(&self, ply: Ply) -> Option<u16> {
        let played = self.stack[ply].played.filter(|_| self.options.continuation_history)?;
        Some(self.engine.game.history_slot(played))
    }

    /// Remembers a quiet move that cut the position off, for elsewhere. Noisy moves are tried early wherever they are
    /// promising: where one cuts, nothing is learnt about the quiet moves, and what is learnt of quiet moves says
    /// nothing about noisy ones. Where all moves are noisy, because they are compulsory, they are compared with each other.
    pub(crate) fn learn_cutoff(&mut self, ply: Ply, depth: Depth, ordinal: u16, index: usize) {
        if !self.options.learns() {
            return;
        }
        let before = self.slot_before(ply);
        let (game, hints) = (&*self.engine.game, &self.engine.hints);
        let Frame { at, mover, moves, picks, played, .. } = &self.stack[ply];
        let mv = moves[usize::from(ordinal)];
        let noisy = hints.noisy(game, at, mv);
        if noisy && moves.iter().any(|&other| !hints.noisy(game, at, other)) {
            return;
        }
        let failed = picks[..index].iter().map(|pick| moves[usize::from(pick.ordinal)]);
        let failed = failed.filter(|&mv| noisy || !hints.noisy(game, at, mv));
        let cutoff = Cutoff { player: *mover, ply, depth, mv, last: *played };
        if let Some(before) = before {
            let bonus = (depth.plies() * depth.plies()).min(LARGEST_BONUS);
            let table = &mut self.histories.continuations;
            gravitate(&mut table[continuation_index(before, game.history_slot(mv))], bonus);
            for mv in failed.clone() {
                gravitate(&mut table[continuation_index(before, game.history_slot(mv))], -bonus);
            }
        }
        self.histories.learn_cutoff(game, &cutoff, failed);
    }
}

#[cfg(test)]
mod tests;
