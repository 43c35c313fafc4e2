//! One position of the search: the main function and what it stands on.

use crate::bare::is_bare;
use crate::busy::ActiveMoves;
use crate::moves::Best;
use crate::options::{MAX_DEPTH, MAX_PLY};
use crate::order::OrderingTables;
use crate::overtaking::Overtaking;
use crate::pick::ScoredMove;
use crate::table::{Replacement, Table};
use crate::trace::{Reason, Trace, Visit};
use crate::{Counts, Engine, Limits, Options, Stop};
use plybook_kernel::{Evaluator, Game, History, Player, Score, SearchHints, Window, zobrist::scramble};

/// The stop is asked every so many positions.
const POLL: u64 = 256;
/// Least depth at which successors' table entries are looked at first.
const ENHANCED_DEPTH: i32 = 4;
/// Least depth at which a missing table move costs a ply.
const INTERNAL_DEPTH: i32 = 4;
/// Least depth at which passing is tried.
const NULL_DEPTH: i32 = 3;

/// Most depth for which the small table of each thread is used, and its size: half the second level of a
/// processor's cache.
pub(crate) const SHALLOW_DEPTH: i32 = 2;
const SHALLOW_BYTES: usize = 1 << 20;
/// Everything that belongs to one ply of the current line.
pub(crate) struct Frame<G: Game, E: Evaluator<G>> {
    pub at: G::Position,
    pub accumulator: E::Accumulator,
    /// Who moves here.
    pub mover: Player,
    /// The position's key; only kept where moves are searched from here.
    pub key: u64,
    pub moves: Vec<G::Move>,
    pub picks: Vec<ScoredMove>,
    /// Whether the picks hold the moves; otherwise they are searched as they are listed.
    pub ordered: bool,
    /// The best line from here, where one is known.
    pub line: Vec<G::Move>,
    /// The move that led here; none at the root and after a pass.
    pub played: Option<G::Move>,
}

impl<G: Game, E: Evaluator<G>> Frame<G, E> {
    /// A frame before anything is known about its position.
    fn new(game: &G, at: G::Position, accumulator: E::Accumulator) -> Frame<G, E> {
        let mover = mover_of(game, &at);
        let key = game.key(&at);
        Frame {
            at,
            accumulator,
            mover,
            key,
            moves: Vec::new(),
            picks: Vec::new(),
            ordered: false,
            line: Vec::new(),
            played: None,
        }
    }
}

/// The player to move. Chance has no place in this search; such a position counts as the first's.
#[inline]
pub(crate) fn mover_of<G: Game>(game: &G, at: &G::Position) -> Player {
    game.turn(at).player().unwrap_or(Player::FIRST)
}

/// The player to move after a move of another player's.
#[inline]
pub(crate) fn mover_after<G: Game>(game: &G, mover: Player, next: &G::Position) -> Player {
    if G::ALTERNATES { mover.other() } else { mover_of(game, next) }
}

/// What a thread keeps from search to search.
pub(crate) struct Buffers<G: Game, E: Evaluator<G>> {
    pub frames: Vec<Frame<G, E>>,
    pub ordering: OrderingTables<G>,
    /// What is known about positions just above the horizon. They are most of those whose moves are searched and
    /// come back soon or never, so a table that stays in the processor's cache serves them better than the large
    /// one. Made when it is first needed.
    pub shallow: Option<Table>,
    /// Counts the searches: entries of earlier ones are not for the next, which may be about something else.
    searches: u64,
}

impl<G: Game, E: Evaluator<G>> Buffers<G, E> {
    pub fn new() -> Buffers<G, E> {
        Buffers { frames: Vec::new(), ordering: OrderingTables::new(MAX_PLY + 1), shallow: None, searches: 0 }
    }
}

/// One thread's search of one position.
pub(crate) struct Searcher<'a, G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> {
    pub engine: &'a Engine<G, E, U>,
    pub options: Options,
    pub table: Option<&'a Table>,
    /// What the other threads of this search are at, if there are any.
    pub busy: Option<&'a ActiveMoves>,
    /// The positions above the current one that another thread may be done with meanwhile.
    pub overtaking: Overtaking,
    pub shallow: Option<&'a Table>,
    /// Sets the keys of this search apart in the shallow table.
    pub salt: u64,
    /// Whether positions at the horizon are simply evaluated.
    pub flat_horizon: bool,
    /// Whether nothing but the tree itself matters.
    bare: bool,
    pub stop: &'a dyn Stop<G::Move>,
    pub trace: &'a mut T,
    pub frames: &'a mut Vec<Frame<G, E>>,
    pub ordering: &'a mut OrderingTables<G>,
    pub history: History,
    pub counts: Counts,
    pub stopped: bool,
    /// The depth of the current iteration.
    pub root_depth: i32,
    /// Whether the value returned last was decided by the path.
    pub tainted: bool,
    /// Keys of successors, and whether the same player moves there.
    pub successors: Vec<(u64, bool)>,
    pub node_limit: u64,
    /// The number of positions at which the stop is asked next, and at which it was asked last.
    pub next_poll: u64,
    polled: u64,
}

impl<'a, G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'a, G, E, U, T> {
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
        let Buffers { frames, ordering, shallow, searches } = buffers;
        *searches += 1;
        let table = table.filter(|_| engine.options.table);
        let shallow = table.filter(|_| engine.options.shallow_table).map(|_| {
            &*shallow.get_or_insert_with(|| Table::with_bytes(SHALLOW_BYTES, Replacement::Bucketed))
        });
        shallow.iter().for_each(|shallow| shallow.next_age());
        if engine.options.learns() {
            ordering.fade();
        }
        frames.truncate(0);
        let accumulator = engine.evaluator.accumulate(&engine.game, at);
        frames.push(Frame::new(&*engine.game, at.clone(), accumulator));
        Searcher {
            engine,
            options: engine.options,
            table,
            busy: None,
            overtaking: Overtaking::default(),
            shallow,
            salt: scramble(scramble(*searches)),
            flat_horizon: flat_horizon(engine),
            bare: is_bare(engine, table.is_some()),
            stop,
            trace,
            frames,
            ordering,
            history: past.clone(),
            counts: Counts::default(),
            stopped: false,
            root_depth: 0,
            tainted: false,
            successors: Vec::new(),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            next_poll: limits.nodes.unwrap_or(u64::MAX).min(POLL),
            polled: 0,
        }
    }

    /// Counts a position and asks now and then whether to go on.
    #[inline]
    pub fn enter(&mut self, ply: usize) {
        self.counts.nodes += 1;
        self.counts.deepest = self.counts.deepest.max(ply as u32);
        if self.counts.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Sets the number of positions after which to stop.
    pub fn limit_nodes(&mut self, limit: u64) {
        self.node_limit = limit;
        self.next_poll = (self.polled + POLL).min(limit);
    }

    #[cold]
    pub fn poll(&mut self) {
        let since = self.counts.nodes - self.polled;
        self.polled = self.counts.nodes;
        self.next_poll = (self.counts.nodes + POLL).min(self.node_limit);
        self.stopped |= self.stop.poll(since) || self.counts.nodes >= self.node_limit;
        if self.busy.is_some() && !self.stopped {
            self.stopped = self.is_overtaken();
        }
    }

    /// The evaluation of a ply's position.
    pub fn evaluate(&mut self, ply: usize) -> Score {
        self.counts.evaluations += 1;
        let frame = &self.frames[ply];
        self.engine.evaluator.evaluate(&self.engine.game, &frame.at, &frame.accumulator)
    }

    /// Makes sure that there is a frame below a ply.
    #[inline]
    pub fn make_room(&mut self, ply: usize) {
        if self.frames.len() == ply + 1 {
            let Frame { at, accumulator, .. } = &self.frames[ply];
            let frame = Frame::new(&*self.engine.game, at.clone(), accumulator.clone());
            self.frames.push(frame);
        }
    }

    /// Plays a move of a ply's list into the next ply.
    #[inline]
    pub fn descend(&mut self, ply: usize, ordinal: u16) {
        self.make_room(ply);
        let game = &*self.engine.game;
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let (from, to) = (&above[ply], &mut below[0]);
        let mv = from.moves[usize::from(ordinal)];
        if self.options.path_rules {
            self.history.push(from.key, game.resets(&from.at, mv));
        }
        to.at.clone_from(&from.at);
        game.play(&mut to.at, mv);
        to.mover = mover_after(game, from.mover, &to.at);
        to.accumulator = self.engine.evaluator.update(game, &from.accumulator, &from.at, mv, &to.at);
        to.played = Some(mv);
    }

    /// Takes `descend` back.
    #[inline]
    pub fn ascend(&mut self) {
        if self.options.path_rules {
            self.history.pop();
        }
    }

    /// Searches the next ply's position and gives its value as this ply's player sees it.
    pub fn child(&mut self, ply: usize, depth: i32, window: Window, visit: Visit) -> Score {
        let same = self.frames[ply].mover == self.frames[ply + 1].mover;
        let window = if same { window.down() } else { window.down().flipped() };
        let score = self.search(ply + 1, depth, window, visit);
        if same { score.up() } else { (-score).up() }
    }

    /// Searches a ply's position: the value for its player, exact inside the window, a bound outside.
    pub fn search(&mut self, ply: usize, depth: i32, window: Window, visit: Visit) -> Score {
        if self.bare {
            return self.search_bare(ply, depth, window, visit);
        }
        self.enter(ply);
        let frame = &self.frames[ply];
        self.trace.enter(frame.played, &frame.at, depth, window, visit);
        self.frames[ply].line.clear();
        let (score, reason) = self.visit(ply, depth, window, visit);
        self.trace.leave(score, reason);
        score
    }

    /// The first steps, which most positions do not get beyond.
    #[inline]
    fn visit(&mut self, ply: usize, depth: i32, window: Window, visit: Visit) -> (Score, Reason) {
        let engine = self.engine;
        let (game, options) = (&*engine.game, &self.options);
        let Frame { at, mover, .. } = &self.frames[ply];
        self.tainted = false;

        // 1. Told to stop: the value does not matter any more.
        if self.stopped {
            return (Score::DRAW, Reason::Stopped);
        }

        // 2. The end of the game.
        let path = options.path_rules;
        let outcome = if path { game.outcome_with(at, &self.history) } else { game.outcome(at) };
        if let Some(outcome) = outcome {
            self.counts.ends += 1;
            self.tainted = path && game.outcome(at).is_none();
            return (outcome.score(*mover), if self.tainted { Reason::PathEnd } else { Reason::End });
        }

        // 3. Exact knowledge: the oracle's, then the hints', which may narrow the window.
        if let Some(oracle) = &engine.oracle
            && let Some(score) =
                if path { oracle.value_with(game, at, &self.history) } else { oracle.value(game, at) }
        {
            self.counts.settled += 1;
            return (score, Reason::Oracle);
        }
        let mut bounds = Window::FULL;
        if options.exact_guide {
            let (least, most) = engine.hints.bounds(game, at);
            bounds = Window { alpha: least, beta: most };
            let open = Window { alpha: window.alpha.max(least), beta: window.beta.min(most) };
            if open.is_empty() {
                self.counts.settled += 1;
                return (if least >= window.beta { least } else { most }, Reason::Settled);
            }
            if let Some(score) = engine.hints.settle(game, at, open) {
                self.counts.settled += 1;
                return (score, Reason::Settled);
            }
        }

        // 4. The horizon.
        if depth <= 0 || ply + 2 >= MAX_PLY {
            let open = Window { alpha: window.alpha.max(bounds.alpha), beta: window.beta.min(bounds.beta) };
            return self.quiesce(ply, depth, open);
        }
        self.expand(ply, depth, window, bounds, visit)
    }

    /// The other steps. `bounds` is what the hints know for sure.
    pub(crate) fn expand(
        &mut self,
        ply: usize,
        mut depth: i32,
        window: Window,
        bounds: Window,
        visit: Visit,
    ) -> (Score, Reason) {
        let engine = self.engine;
        let (game, options) = (&*engine.game, self.options);
        let mover = self.frames[ply].mover;
        let (alpha, beta) = (window.alpha.max(bounds.alpha), window.beta.min(bounds.beta));
        let asked = depth;

        // 5. The table.
        if self.table.is_some() || options.path_rules {
            self.frames[ply].key = game.key(&self.frames[ply].at);
        }
        let key = self.table_key(ply);
        let known = self.probe(key, depth);
        if visit != Visit::Line
            && let Some(known) = known
            && let Some(cut) = self.table_cut(known, depth, window)
        {
            return cut;
        }
        let mut table_move = known.filter(|_| options.table_moves).and_then(|known| known.ordinal);
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
        if self.stopped {
            return (Score::DRAW, Reason::Stopped);
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
        let order = self.first_pick(ply, depth, table_move);

        // 8. A successor that the table already knows to be too good.
        if options.enhanced_cuts
            && depth >= ENHANCED_DEPTH
            && options.alpha_beta
            && !options.repeats_in_key
            && let Some(score) = self.enhanced_cut(ply, depth, beta)
        {
            self.counts.enhanced_cuts += 1;
            return (score, Reason::EnhancedTable);
        }

        // 9. Each move in turn, unless another thread is done with the position first.
        let open = Window { alpha, beta };
        let Best { score: best, ordinal, tainted, reason } = if depth == 1 && self.flat_horizon {
            self.last_ply(ply, open, order)
        } else {
            let level = self.overtaking.open(key, depth, window, visit);
            let best = self.all_moves(ply, depth, open, order);
            if self.overtaking.close(level) {
                return self.overtaken(ply, [depth, asked], window, bounds, visit);
            }
            best
        };
        if reason == Reason::Stopped {
            return (best, reason);
        }

        // 10. What was found out, for whoever comes here again.
        let best = best.max(bounds.alpha).min(bounds.beta);
        self.tainted = tainted;
        self.remember(key, depth, window, best, ordinal);
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

    /// The value of passing, if it reaches beta.
    fn pass(&mut self, ply: usize, depth: i32, beta: Score) -> Option<Score> {
        let game = &*self.engine.game;
        let passed = game.null(&self.frames[ply].at)?;
        if self.evaluate(ply) < beta {
            return None;
        }
        let accumulator = self.engine.evaluator.accumulate(game, &passed);
        self.make_room(ply);
        self.history.push(self.frames[ply].key, true);
        let frame = &mut self.frames[ply + 1];
        frame.mover = mover_of(game, &passed);
        (frame.at, frame.accumulator, frame.played) = (passed, accumulator, None);
        let reduction = 3 + depth / 4;
        let window = Window { alpha: beta.below(), beta };
        let score = self.child(ply, depth - reduction, window, Visit::Null);
        self.history.pop();
        (score >= beta && !self.stopped).then_some(if score.is_decided() { beta } else { score })
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

/// Whether nothing can happen at the horizon but an end of the game or an evaluation, and depth 1 always ends there.
pub(crate) fn flat_horizon<G: Game, E: Evaluator<G>, U: SearchHints<G>>(engine: &Engine<G, E, U>) -> bool {
    let options = &engine.options;
    let quiet = !options.quiescence || !engine.hints.has_noise();
    let extends = options.extend_forced || options.extend_threats || options.extend_recaptures;
    quiet && !extends && !options.exact_guide && engine.oracle.is_none()
}

/// The deepest ply at which an iteration of this depth may still extend.
pub(crate) const fn extension_limit(root_depth: i32) -> i32 {
    let limit = 2 * root_depth;
    if limit > MAX_DEPTH as i32 { MAX_DEPTH as i32 } else { limit }
}
