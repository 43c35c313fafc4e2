//! One position of the search: the main function and what it stands on.

use crate::options::{MAX_DEPTH, MAX_PLY};
use crate::order::{Cut, Experience, rank};
use crate::table::{Bound, Known, Stored, Table};
use crate::trace::{Reason, Trace, Visit};
use crate::{Counts, Engine, Limits, Options, Stop};
use plybook_kernel::{Evaluator, Game, Guide, History, Player, Score, Window, zobrist::scramble};

/// The stop is asked every so many positions.
const POLL: u64 = 1024;
/// Least depth at which successors' table entries are looked at first.
const ENHANCED_DEPTH: i32 = 3;
/// Least depth at which a missing table move costs a ply.
const INTERNAL_DEPTH: i32 = 4;
/// Least depth at which passing is tried.
const NULL_DEPTH: i32 = 3;

/// A move to search: its number in the list of moves and how promising it looks.
#[derive(Clone, Copy)]
pub(crate) struct Pick {
    pub rank: i32,
    pub ordinal: u16,
}

/// Everything that belongs to one ply of the current line.
pub(crate) struct Frame<G: Game, E: Evaluator<G>> {
    pub at: G::Position,
    pub memo: E::Memo,
    pub moves: Vec<G::Move>,
    pub picks: Vec<Pick>,
    /// The best line from here, where one is known.
    pub line: Vec<G::Move>,
    /// The move that led here; none at the root and after a pass.
    pub played: Option<G::Move>,
}

/// What a thread keeps from search to search.
pub(crate) struct Buffers<G: Game, E: Evaluator<G>> {
    pub frames: Vec<Frame<G, E>>,
    pub experience: Experience<G>,
}

impl<G: Game, E: Evaluator<G>> Buffers<G, E> {
    pub fn new() -> Buffers<G, E> {
        Buffers { frames: Vec::new(), experience: Experience::new(MAX_PLY + 1) }
    }
}

/// One thread's search of one position.
pub(crate) struct Searcher<'a, G: Game, E: Evaluator<G>, U: Guide<G>, T: Trace<G>> {
    pub engine: &'a Engine<G, E, U>,
    pub options: Options,
    pub table: Option<&'a Table>,
    pub stop: &'a dyn Stop<G::Move>,
    pub trace: &'a mut T,
    pub frames: &'a mut Vec<Frame<G, E>>,
    pub experience: &'a mut Experience<G>,
    pub history: History,
    pub counts: Counts,
    pub stopped: bool,
    /// The depth of the current iteration.
    pub root_depth: i32,
    /// Whether the value returned last was decided by the path.
    pub tainted: bool,
    node_limit: u64,
    polled: u64,
}

impl<'a, G: Game, E: Evaluator<G>, U: Guide<G>, T: Trace<G>> Searcher<'a, G, E, U, T> {
    #[expect(clippy::too_many_arguments, reason = "called from two places that have them all at hand")]
    pub fn new(
        engine: &'a Engine<G, E, U>,
        buffers: &'a mut Buffers<G, E>,
        table: Option<&'a Table>,
        stop: &'a dyn Stop<G::Move>,
        trace: &'a mut T,
        at: &G::Position,
        past: &History,
        limits: &Limits,
    ) -> Self {
        let Buffers { frames, experience } = buffers;
        experience.fade();
        frames.truncate(0);
        frames.push(Frame {
            at: at.clone(),
            memo: engine.evaluator.memo(&engine.game, at),
            moves: Vec::new(),
            picks: Vec::new(),
            line: Vec::new(),
            played: None,
        });
        Searcher {
            engine,
            options: engine.options,
            table: table.filter(|_| engine.options.table),
            stop,
            trace,
            frames,
            experience,
            history: past.clone(),
            counts: Counts::default(),
            stopped: false,
            root_depth: 0,
            tainted: false,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            polled: 0,
        }
    }

    /// The player to move at a ply. Chance has no place in this search; such a position counts as the first's.
    pub fn mover(&self, ply: usize) -> Player {
        self.engine.game.turn(&self.frames[ply].at).player().unwrap_or(Player::FIRST)
    }

    /// Counts a position and asks now and then whether to go on.
    fn enter(&mut self, ply: usize) {
        self.counts.nodes += 1;
        self.counts.deepest = self.counts.deepest.max(ply as u32);
        if self.counts.nodes.is_multiple_of(POLL) || self.counts.nodes >= self.node_limit {
            let since = self.counts.nodes - self.polled;
            self.polled = self.counts.nodes;
            self.stopped |= self.stop.poll(since) || self.counts.nodes >= self.node_limit;
        }
    }

    /// The evaluation of a ply's position.
    pub fn evaluate(&mut self, ply: usize) -> Score {
        self.counts.evaluations += 1;
        let frame = &self.frames[ply];
        self.engine.evaluator.evaluate(&self.engine.game, &frame.at, &frame.memo)
    }

    /// The key under which the table knows a ply's position.
    pub fn table_key(&self, ply: usize) -> u64 {
        let mut key = self.engine.game.key(&self.frames[ply].at);
        if self.options.repeats_in_key {
            key ^= scramble(self.history.repeats(key) as u64);
        }
        if self.options.key_bits < 64 {
            key = scramble(key & ((1 << self.options.key_bits) - 1));
        }
        key
    }

    /// Plays a move of a ply's list into the next ply.
    pub fn descend(&mut self, ply: usize, ordinal: u16) {
        let game = &*self.engine.game;
        if self.frames.len() == ply + 1 {
            let Frame { at, memo, .. } = &self.frames[ply];
            let (at, memo) = (at.clone(), memo.clone());
            self.frames.push(Frame {
                at,
                memo,
                moves: Vec::new(),
                picks: Vec::new(),
                line: Vec::new(),
                played: None,
            });
        }
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let (from, to) = (&above[ply], &mut below[0]);
        let mv = from.moves[usize::from(ordinal)];
        if self.options.path_rules {
            self.history.push(game.key(&from.at), game.resets(&from.at, mv));
        }
        to.at.clone_from(&from.at);
        game.play(&mut to.at, mv);
        to.memo = self.engine.evaluator.follow(game, &from.memo, &from.at, mv, &to.at);
        to.played = Some(mv);
    }

    /// Takes `descend` back.
    pub fn ascend(&mut self) {
        if self.options.path_rules {
            self.history.pop();
        }
    }

    /// Searches the next ply's position and gives its value as this ply's player sees it.
    pub fn child(&mut self, ply: usize, depth: i32, window: Window, visit: Visit) -> Score {
        let same = self.mover(ply) == self.mover(ply + 1);
        let window = if same { window.down() } else { window.down().flipped() };
        let score = self.search(ply + 1, depth, window, visit);
        if same { score.up() } else { (-score).up() }
    }

    /// Searches a ply's position: the value for its player, exact inside the window, a bound outside.
    pub fn search(&mut self, ply: usize, depth: i32, window: Window, visit: Visit) -> Score {
        self.enter(ply);
        let frame = &self.frames[ply];
        self.trace.enter(frame.played, &frame.at, depth, window, visit);
        self.frames[ply].line.clear();
        let (score, reason) = self.visit(ply, depth, window, visit);
        self.trace.leave(score, reason);
        score
    }

    fn visit(&mut self, ply: usize, mut depth: i32, window: Window, visit: Visit) -> (Score, Reason) {
        let engine = self.engine;
        let (game, options) = (&*engine.game, self.options);
        self.tainted = false;

        // 1. Told to stop: the value does not matter any more.
        if self.stopped {
            return (Score::DRAW, Reason::Stopped);
        }
        let mover = self.mover(ply);

        // 2. The end of the game.
        if let Some(outcome) = game.outcome(&self.frames[ply].at) {
            self.counts.ends += 1;
            return (outcome.score(mover), Reason::End);
        }
        if options.path_rules
            && let Some(outcome) = game.outcome_with(&self.frames[ply].at, &self.history)
        {
            self.counts.ends += 1;
            self.tainted = true;
            return (outcome.score(mover), Reason::PathEnd);
        }

        // 3. Exact knowledge: the oracle's, then the guide's, which may narrow the window.
        if let Some(oracle) = &engine.oracle
            && let Some(score) = oracle.value(game, &self.frames[ply].at)
        {
            self.counts.settled += 1;
            return (score, Reason::Oracle);
        }
        let (mut alpha, mut beta) = (window.alpha, window.beta);
        let (mut least, mut most) = (Window::FULL.alpha, Window::FULL.beta);
        if options.exact_guide {
            (least, most) = engine.guide.bounds(game, &self.frames[ply].at);
            (alpha, beta) = (alpha.max(least), beta.min(most));
            if alpha >= beta {
                self.counts.settled += 1;
                return (if least >= window.beta { least } else { most }, Reason::Settled);
            }
            if let Some(score) = engine.guide.settle(game, &self.frames[ply].at, Window { alpha, beta }) {
                self.counts.settled += 1;
                return (score, Reason::Settled);
            }
        }

        // 4. The horizon.
        if depth <= 0 || ply + 2 >= MAX_PLY {
            return self.quiesce(ply, depth, Window { alpha, beta });
        }

        // 5. The table.
        let key = self.table_key(ply);
        let known = self.probe(key);
        if let Some(known) = known
            && let Some(cut) = self.table_cut(known, depth, window)
        {
            return cut;
        }
        let mut table_move = known.and_then(|known| known.ordinal);
        if options.internal_reductions
            && self.table.is_some()
            && table_move.is_none()
            && depth >= INTERNAL_DEPTH
        {
            depth -= 1;
        }

        // 6. Passing: if that is good enough, a move is too.
        let narrow = Window { alpha, beta }.is_null();
        let may_pass = options.null_move && narrow && visit != Visit::Null && depth >= NULL_DEPTH;
        if may_pass
            && !beta.is_decided()
            && let Some(score) = self.pass(ply, depth, beta)
        {
            self.counts.null_cuts += 1;
            return (score, Reason::NullMove);
        }

        // 7. The moves, best first.
        self.counts.interior += 1;
        let frame = &mut self.frames[ply];
        frame.moves.clear();
        game.moves(&frame.at, &mut frame.moves);
        let count = frame.moves.len();
        if count == 0 {
            self.counts.ends += 1;
            return (game.stuck(&self.frames[ply].at).score(mover), Reason::End);
        }
        if table_move.is_some_and(|ordinal| usize::from(ordinal) >= count) {
            self.counts.collisions += 1;
            table_move = None;
        }
        self.order(ply, depth, mover, table_move);

        // 8. A successor that the table already knows to be too good.
        if options.enhanced_cuts
            && depth >= ENHANCED_DEPTH
            && options.alpha_beta
            && let Some(score) = self.enhanced_cut(ply, depth, beta)
        {
            self.counts.enhanced_cuts += 1;
            return (score, Reason::EnhancedTable);
        }

        // 9. Each move in turn: the first with the whole window, the others with a null window first.
        let mut best = Window::FULL.alpha;
        let mut best_ordinal = None;
        let mut best_tainted = false;
        let mut reason = Reason::AllMoves;
        for index in 0..self.frames[ply].picks.len() {
            let ordinal = self.next_pick(ply, index);
            let extension = self.extension(ply, ordinal, count, depth);
            let quiet_late = self.reduction(ply, ordinal, index, depth, extension, narrow);
            self.descend(ply, ordinal);
            let deeper = depth - 1 + extension;
            let open = if options.alpha_beta { Window { alpha, beta } } else { Window::FULL };
            let score = if index == 0 || !options.principal_variation || !options.alpha_beta {
                self.child(ply, deeper, open, Visit::Plain)
            } else {
                self.scout(ply, deeper, quiet_late, open)
            };
            self.ascend();
            if self.stopped {
                return (best, Reason::Stopped);
            }
            if score > best {
                best = score;
                best_ordinal = Some(ordinal);
                best_tainted = self.tainted;
                if score > alpha {
                    alpha = score;
                    self.keep_line(ply, ordinal);
                }
                if options.alpha_beta && alpha >= beta {
                    self.cutoff(ply, mover, depth, index);
                    reason = Reason::Beta;
                    break;
                }
            }
        }

        // 10. What was found out, for whoever comes here again.
        best = best.max(least).min(most);
        self.tainted = best_tainted;
        self.remember(key, depth, window, best, best_ordinal);
        (best, reason)
    }

    /// Null window first, reduced if the move comes late; wider and deeper only if it is better than expected.
    pub fn scout(&mut self, ply: usize, depth: i32, reduction: i32, window: Window) -> Score {
        let null = Window::null_above(window.alpha);
        let mut score = Window::FULL.alpha;
        if reduction > 0 {
            self.counts.reductions += 1;
            score = self.child(ply, depth - reduction, null, Visit::Reduced);
            if score <= window.alpha || self.stopped {
                return score;
            }
            self.counts.repeated_reductions += 1;
        }
        if reduction == 0 || !window.is_null() {
            score = self.child(ply, depth, null, if reduction > 0 { Visit::Again } else { Visit::Plain });
        } else {
            score = score.max(self.child(ply, depth, null, Visit::Again));
        }
        if score > window.alpha && score < window.beta && !window.is_null() && !self.stopped {
            score = self.child(ply, depth, window, Visit::Again);
        }
        score
    }

    fn probe(&mut self, key: u64) -> Option<Known> {
        let table = self.table?;
        self.counts.probes += 1;
        let known = table.probe(key)?;
        self.counts.hits += 1;
        Some(known)
    }

    /// Whether an entry says enough about a search of this depth.
    fn deep_enough(&self, known: Known, depth: i32) -> bool {
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

    fn table_cut(&mut self, known: Known, depth: i32, window: Window) -> Option<(Score, Reason)> {
        if !self.deep_enough(known, depth) {
            return None;
        }
        let reason = match known.bound {
            Bound::Exact => Reason::TableExact,
            Bound::Lower if self.options.alpha_beta && known.score >= window.beta => Reason::TableLower,
            Bound::Upper if self.options.alpha_beta && known.score <= window.alpha => Reason::TableUpper,
            _ => return None,
        };
        let counter = match reason {
            Reason::TableExact => &mut self.counts.exact_cuts,
            Reason::TableLower => &mut self.counts.lower_cuts,
            _ => &mut self.counts.upper_cuts,
        };
        *counter += 1;
        Some((known.score, reason))
    }

    fn remember(&mut self, key: u64, depth: i32, window: Window, best: Score, ordinal: Option<u16>) {
        let Some(table) = self.table else { return };
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
        let known = Known { score: best, bound, depth: depth.max(0) as u32, ordinal };
        self.counts.replaced += u64::from(table.store(key, known) == Stored::Replaced);
    }

    /// The value of passing, if it reaches beta.
    fn pass(&mut self, ply: usize, depth: i32, beta: Score) -> Option<Score> {
        let game = &*self.engine.game;
        let passed = game.null(&self.frames[ply].at)?;
        if self.evaluate(ply) < beta {
            return None;
        }
        self.frames[ply].moves.clear();
        let memo = self.engine.evaluator.memo(game, &passed);
        if self.frames.len() == ply + 1 {
            let memo = memo.clone();
            let at = passed.clone();
            self.frames.push(Frame {
                at,
                memo,
                moves: Vec::new(),
                picks: Vec::new(),
                line: Vec::new(),
                played: None,
            });
        }
        self.history.push(game.key(&self.frames[ply].at), true);
        let frame = &mut self.frames[ply + 1];
        (frame.at, frame.memo, frame.played) = (passed, memo, None);
        let reduction = 3 + depth / 4;
        let window = Window { alpha: beta.below(), beta };
        let score = self.child(ply, depth - reduction, window, Visit::Null);
        self.history.pop();
        (score >= beta && !self.stopped).then_some(if score.is_decided() { beta } else { score })
    }

    /// A lower bound that reaches beta, from the table entry of some successor.
    fn enhanced_cut(&mut self, ply: usize, depth: i32, beta: Score) -> Option<Score> {
        self.table?;
        for index in 0..self.frames[ply].picks.len() {
            let ordinal = self.frames[ply].picks[index].ordinal;
            self.descend(ply, ordinal);
            let key = self.table_key(ply + 1);
            let same = self.mover(ply) == self.mover(ply + 1);
            let known = self.probe(key);
            self.ascend();
            let Some(known) = known.filter(|&known| self.deep_enough(known, depth - 1)) else { continue };
            let useful = if same { Bound::Lower } else { Bound::Upper };
            if known.bound == Bound::Exact || known.bound == useful {
                let score = if same { known.score.up() } else { (-known.score).up() };
                if score >= beta {
                    return Some(score);
                }
            }
        }
        None
    }

    /// Ranks a ply's moves: the table's first, then the guide's favourites, killers, the counter-move, history.
    fn order(&mut self, ply: usize, depth: i32, mover: Player, table_move: Option<u16>) {
        let engine = self.engine;
        let (game, guide, options) = (&*engine.game, &engine.guide, self.options);
        let killers = if options.killers { self.experience.killers(ply) } else { [None; 2] };
        let last = self.frames[ply].played;
        let counter = if options.counter_moves { self.experience.counter(game, mover, last) } else { None };
        let Frame { at, moves, picks, .. } = &mut self.frames[ply];
        let asks = options.guided_order || options.exact_guide;
        let insight = if asks { guide.study(game, at, depth) } else { U::Insight::default() };
        picks.clear();
        for (ordinal, &mv) in moves.iter().enumerate() {
            if options.exact_guide && guide.skip(game, at, mv, &insight) {
                continue;
            }
            let ordinal = ordinal as u16;
            let opinion = if options.guided_order { guide.order(game, at, mv, &insight) } else { 0 };
            let rank = if Some(ordinal) == table_move {
                rank::TABLE
            } else if opinion > 0 {
                rank::GUIDE + opinion
            } else if let Some(number) = killers.iter().position(|&killer| killer == Some(mv)) {
                rank::KILLERS[number]
            } else if counter == Some(mv) {
                rank::COUNTER
            } else if options.history {
                opinion + self.experience.history(game, mover, mv)
            } else {
                opinion
            };
            picks.push(Pick { rank, ordinal });
        }
    }

    /// Brings the most promising of the remaining moves to its turn; among equals the earliest.
    fn next_pick(&mut self, ply: usize, index: usize) -> u16 {
        let rest = &mut self.frames[ply].picks[index..];
        let mut best = 0;
        for (place, pick) in rest.iter().enumerate().skip(1) {
            if pick.rank > rest[best].rank {
                best = place;
            }
        }
        rest[..=best].rotate_right(1);
        rest[0].ordinal
    }

    /// A move cut the position off: remember it for elsewhere.
    fn cutoff(&mut self, ply: usize, mover: Player, depth: i32, index: usize) {
        self.counts.cutoffs += 1;
        self.counts.first_move_cutoffs += u64::from(index == 0);
        if !(self.options.killers || self.options.history || self.options.counter_moves) {
            return;
        }
        let Frame { moves, picks, played, .. } = &self.frames[ply];
        let mv = |pick: &Pick| moves[usize::from(pick.ordinal)];
        let before = picks[..index].iter().map(mv);
        let cut = Cut { player: mover, ply, depth, mv: mv(&picks[index]), last: *played };
        self.experience.cut(&self.engine.game, &cut, before);
    }

    /// The best line from a ply is this move and the best line after it.
    pub fn keep_line(&mut self, ply: usize, ordinal: u16) {
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let frame = &mut above[ply];
        frame.line.clear();
        frame.line.push(frame.moves[usize::from(ordinal)]);
        if let Some(next) = below.first() {
            frame.line.extend_from_slice(&next.line);
        }
    }
}

/// The deepest ply at which an iteration of this depth may still extend.
pub(crate) const fn extension_limit(root_depth: i32) -> i32 {
    let limit = 2 * root_depth;
    if limit > MAX_DEPTH as i32 { MAX_DEPTH as i32 } else { limit }
}
