//! Which move comes next.

use crate::node::{Frame, Searcher};
use crate::order::{Cut, Success, rank};
use crate::trace::Trace;
use plybook_kernel::{Evaluator, Game, SearchHints};

/// Moves of a position that are picked by their rank; whatever comes later hardly ever cuts.
const PICKED: usize = 8;

/// A move to search: its number in the list of moves and how promising it looks.
#[derive(Clone, Copy)]
pub(crate) struct ScoredMove {
    pub rank: i32,
    pub ordinal: u16,
}

/// What is known about the order of a position's moves before they are ranked.
#[derive(Clone, Copy)]
pub(crate) struct Order {
    /// The move to search first.
    pub first: Option<u16>,
    /// The table's move.
    pub table_move: Option<u16>,
    /// How deep the position is searched.
    pub depth: i32,
}

/// The moves that were good elsewhere, the best first.
struct Favourites<M> {
    moves: [Option<M>; 3],
    /// A bit for each of their slots, all folded into one word: tells most other moves from them at a glance.
    slots: u64,
}

impl<M: Copy + PartialEq> Favourites<M> {
    fn new<G: Game<Move = M>>(game: &G, moves: [Option<M>; 3]) -> Favourites<M> {
        let bit = |mv: &M| 1 << (game.slot(*mv) % 64);
        Favourites { moves, slots: moves.iter().flatten().map(bit).fold(0, |all, bit| all | bit) }
    }

    #[inline]
    fn may_hold(&self, slot: u16) -> bool {
        self.slots >> (slot % 64) & 1 != 0
    }

    #[inline]
    fn place(&self, mv: M) -> Option<usize> {
        self.moves.iter().position(|&favourite| favourite == Some(mv))
    }
}

impl<G: Game, E: Evaluator<G>> Frame<G, E> {
    /// The move at a place of the order: the most promising of the remaining ones, which must have been ranked.
    #[inline]
    pub fn pick(&mut self, place: usize) -> u16 {
        if place < PICKED {
            bring_forward(&mut self.picks[place..]);
        }
        self.picks[place].ordinal
    }
}

/// Brings the most promising move to the front, among equals the one that stands first.
#[inline(never)]
fn bring_forward(rest: &mut [ScoredMove]) {
    let Some((front, others)) = rest.split_first() else { return };
    let (mut best, mut highest) = (0, front.rank);
    for (place, pick) in others.iter().enumerate() {
        if pick.rank > highest {
            (best, highest) = (place + 1, pick.rank);
        }
    }
    rest.swap(0, best);
}

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// The move to search before the others are ranked, since it mostly makes that needless: the table's, or the
    /// last killer where nothing could rank higher.
    pub fn first_pick(&self, ply: usize, depth: i32, table_move: Option<u16>) -> Order {
        let mut first = table_move;
        if self.options.exact_guide {
            first = None;
        } else if first.is_none()
            && self.options.killers
            && !(self.options.guided_order && self.engine.hints.has_order())
            && let [Some(killer), _] = self.ordering.killers(ply)
        {
            first = self.frames[ply].moves.iter().position(|&mv| mv == killer).map(|place| place as u16);
        }
        Order { first, table_move, depth }
    }

    /// Ranks a ply's moves: the table's first, then the hints' favourites, killers, the counter-move, history.
    /// False if nothing speaks for any order; then the moves are searched as they are listed.
    fn order(&mut self, ply: usize, order: Order) -> bool {
        let Order { first, table_move, depth } = order;
        let engine = self.engine;
        let (game, hints, options) = (&*engine.game, &engine.hints, &self.options);
        let asks = options.guided_order || options.exact_guide;
        if !(asks || options.killers || options.history || options.counter_moves || first.is_some()) {
            return false;
        }
        let Frame { at, mover, moves, picks, played, .. } = &mut self.frames[ply];
        let killers = if options.killers { self.ordering.killers(ply) } else { [None; 2] };
        let counter = if options.counter_moves { self.ordering.counter(game, *mover, *played) } else { None };
        let favourites = Favourites::new(game, [killers[0], killers[1], counter]);
        let history = if options.history { self.ordering.history(*mover) } else { Success::UNKNOWN };
        let insight = if asks { hints.study(game, at, depth) } else { U::NodeHints::default() };
        let (exact, guided) = (options.exact_guide, options.guided_order);
        picks.clear();
        picks.reserve(moves.len());
        for (ordinal, &mv) in moves.iter().enumerate() {
            if exact && hints.skip(game, at, mv, &insight) {
                continue;
            }
            let opinion = if guided { hints.order(game, at, mv, &insight) } else { 0 };
            let slot = game.slot(mv);
            let rank = if opinion > 0 {
                rank::GUIDE + opinion
            } else if favourites.may_hold(slot)
                && let Some(place) = favourites.place(mv)
            {
                rank::FAVOURITES[place]
            } else {
                opinion + history.of(slot)
            };
            picks.push(ScoredMove { rank, ordinal: ordinal as u16 });
        }
        for best in [table_move, first].into_iter().flatten() {
            // Where none was skipped, a move's place is its number.
            let place = usize::from(best);
            let found = match picks.get(place) {
                Some(pick) if pick.ordinal == best => Some(place),
                _ => picks.iter().position(|pick| pick.ordinal == best),
            };
            found.iter().for_each(|&place| picks[place].rank = rank::TABLE);
        }
        true
    }

    /// The move whose turn it is: the most promising of the remaining ones, among equals the one that stands first.
    /// Where many moves have failed, the rest are taken as they stand.
    #[inline(always)]
    pub fn next_pick(&mut self, ply: usize, index: usize, order: Order) -> Option<u16> {
        if index == 0 && order.first.is_some() {
            return order.first;
        }
        if index == usize::from(order.first.is_some()) {
            self.rank_rest(ply, order);
        }
        let Frame { ordered, moves, picks, .. } = &self.frames[ply];
        if !ordered {
            return (index < moves.len()).then_some(index as u16);
        }
        if index >= picks.len() {
            return None;
        }
        Some(self.frames[ply].pick(index))
    }

    /// One move alone, before the others are ranked.
    #[inline]
    pub fn only_pick(&mut self, ply: usize, ordinal: u16) {
        let frame = &mut self.frames[ply];
        frame.picks.clear();
        frame.picks.push(ScoredMove { rank: rank::TABLE, ordinal });
        frame.ordered = true;
    }

    /// Ranks the moves once the first has failed.
    #[inline(never)]
    pub fn rank_rest(&mut self, ply: usize, order: Order) {
        let ordered = self.order(ply, order);
        self.frames[ply].ordered = ordered;
        if order.first.is_some() {
            self.frames[ply].pick(0);
        }
    }

    /// A move cut the position off, after so many others.
    #[inline]
    pub fn count_cutoff(&mut self, index: usize) {
        self.counts.cutoffs += 1;
        self.counts.first_move_cutoffs += u64::from(index == 0);
    }

    /// Remembers a move that cut the position off, for elsewhere.
    pub fn learn_cutoff(&mut self, ply: usize, depth: i32, ordinal: u16, index: usize) {
        if !self.options.learns() {
            return;
        }
        let Frame { mover, moves, picks, played, .. } = &self.frames[ply];
        let mv = |pick: &ScoredMove| moves[usize::from(pick.ordinal)];
        let before = picks[..index].iter().map(mv);
        let cut = Cut { player: *mover, ply, depth, mv: moves[usize::from(ordinal)], last: *played };
        self.ordering.cut(&self.engine.game, &cut, before);
    }
}
