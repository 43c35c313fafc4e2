//! The search: one node's life from entering it to storing its value, its moves loop and quiescence.
//!
//! A principal variation search in fail-soft negamax form. `search` enters a node; `node` takes the steps that most
//! nodes do not get beyond, `expand` the others; `moves_loop` searches the moves one after another; `quiesce` follows
//! noisy moves beyond the horizon.

use crate::depth::{Depth, Ply};
use crate::engine::ThreadData;
use crate::evaluations::EvaluationCache;
use crate::options::{MAX_PLY, Options};
use crate::ordering::{Histories, Order, ScoredMove, sort_by_rank};
use crate::parallel::{SHARED_DEPTH, Team, Turns};
use crate::path::PathDependence;
use crate::selectivity::{NodeInfo, Singular};
use crate::stack::{Stack, mover_after};
use crate::stop::Budget;
use crate::table::{Bound, Entry, Table, Tables};
use crate::trace::{Reason, Trace, Visit};
use crate::{Counts, Engine, Limits, Stop};
use plybook_kernel::{Evaluator, Game, History, Score, SearchHints, Window};

/// Least depth at which successors' table entries are looked at first.
const ETC_DEPTH: Depth = Depth::new(4);
/// The same where the static evaluation prunes: most of what the successors' entries would save is then never searched,
/// while each look at them is a look into memory.
const ETC_DEPTH_PRUNING: Depth = Depth::new(8);
/// Least depth at which a missing table move costs a ply.
const IIR_DEPTH: Depth = Depth::new(4);
/// Depth at which quiescence gives up.
const QUIESCENCE_END: Depth = Depth::new(-32);

/// One thread's search of one position.
pub(crate) struct Searcher<'a, G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> {
    /// The game and what is known about it.
    pub engine: &'a Engine<G, E, U>,
    /// The techniques; some are switched off while a proven line is written down.
    pub options: Options,
    pub tables: Tables<'a>,
    pub budget: Budget<'a, G::Move>,
    /// The other threads of this search, if there are any.
    pub team: Option<Team<'a>>,
    pub trace: &'a mut T,
    pub stack: &'a mut Stack<G, E>,
    pub histories: &'a mut Histories<G>,
    pub evaluations: &'a mut EvaluationCache,
    /// The positions before the current one: the game's, then the current line's.
    pub path: History,
    pub counts: Counts,
    /// The depth of the current iteration.
    pub root_depth: Depth,
    /// What the value returned last depends on.
    pub path_dependence: PathDependence,
}

/// What came of a position's moves.
#[derive(Clone, Copy)]
pub(crate) struct Best {
    pub score: Score,
    /// The number of the best move in the list of moves.
    pub ordinal: Option<u16>,
    /// What the score depends on.
    pub path_dependence: PathDependence,
    pub reason: Reason,
}

impl Best {
    /// Before any move was searched.
    pub const NONE: Best = Best {
        score: Window::FULL.alpha,
        ordinal: None,
        path_dependence: PathDependence::NONE,
        reason: Reason::AllMoves,
    };
}

impl<'a, G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'a, G, E, U, T> {
    #[expect(clippy::too_many_arguments, reason = "called from two places that have them all at hand")]
    pub fn new(
        engine: &'a Engine<G, E, U>,
        thread: &'a mut ThreadData<G, E>,
        table: Option<&'a Table>,
        stop: &'a dyn Stop<G::Move>,
        trace: &'a mut T,
        at: &G::Position,
        past: &History,
        limits: &Limits,
    ) -> Self {
        let ThreadData { stack, histories, shallow, evaluations } = thread;
        let options = engine.options;
        let table = table.filter(|_| options.table);
        let shallow = table.filter(|_| options.shallow_table).map(|_| shallow);
        if options.learns() {
            histories.age();
        }
        if options.evaluation_cache {
            evaluations.restart();
        }
        stack.restart(&engine.game, at, engine.evaluator.accumulate(&engine.game, at));
        Searcher {
            engine,
            options,
            tables: Tables::new(table, shallow),
            budget: Budget::new(stop, limits),
            team: None,
            trace,
            stack,
            histories,
            evaluations,
            path: past.clone(),
            counts: Counts::default(),
            root_depth: Depth::HORIZON,
            path_dependence: PathDependence::NONE,
        }
    }

    /// Counts a position and asks now and then whether to go on.
    #[inline]
    fn enter(&mut self, ply: Ply) {
        self.counts.nodes += 1;
        self.counts.deepest = self.counts.deepest.max(ply.index() as u32);
        if self.budget.is_due(&self.counts) {
            self.budget.poll(&self.counts);
            if self.team.is_some() && !self.budget.stopped {
                self.budget.stopped = self.is_finished_elsewhere();
            }
        }
    }

    /// The static evaluation of a ply's position, computed once for each visit, and not at all where it is remembered.
    pub fn evaluate(&mut self, ply: Ply) -> Score {
        if let Some(evaluation) = self.stack[ply].evaluation {
            return evaluation;
        }
        let key = self.stack[ply].key;
        let known = if self.options.evaluation_cache { self.evaluations.get(key) } else { None };
        let evaluation = known.unwrap_or_else(|| {
            self.counts.evaluations += 1;
            self.stack.evaluate(&self.engine.game, &self.engine.evaluator, ply)
        });
        if self.options.evaluation_cache && known.is_none() {
            self.evaluations.put(key, evaluation);
        }
        self.stack[ply].evaluation = Some(evaluation);
        evaluation
    }

    /// Plays a move of a ply's list into the next ply.
    #[inline]
    pub fn make(&mut self, ply: Ply, ordinal: u16) {
        let game = &*self.engine.game;
        let (from, to) = self.stack.pair(game, ply);
        let mv = from.moves[usize::from(ordinal)];
        if self.options.path_rules {
            self.path.push(from.key, game.resets(&from.at, mv));
        }
        to.at.clone_from(&from.at);
        game.play(&mut to.at, mv);
        to.mover = mover_after(game, from.mover, &to.at);
        to.played = Some(mv);
        to.accumulated = false;
    }

    /// Takes `make` back.
    #[inline]
    pub fn unmake(&mut self) {
        if self.options.path_rules {
            self.path.pop();
        }
    }

    /// Says whether the next ply's position is expected to be cut off.
    pub fn expect_cut(&mut self, ply: Ply, cut: bool) {
        self.stack[ply.below()].cut_node = cut;
    }

    /// Searches the next ply's position and gives its value as this ply's player sees it.
    pub fn child(&mut self, ply: Ply, depth: Depth, window: Window, visit: Visit) -> Score {
        let same = self.stack[ply].mover == self.stack[ply.below()].mover;
        let window = if same { window.down() } else { window.down().flipped() };
        let score = self.search(ply.below(), depth, window, visit);
        if same { score.up() } else { (-score).up() }
    }

    /// Searches a ply's position: the value for its player, exact inside the window, a bound outside.
    pub fn search(&mut self, ply: Ply, depth: Depth, window: Window, visit: Visit) -> Score {
        self.enter(ply);
        let frame = &mut self.stack[ply];
        frame.pv.clear();
        frame.evaluation = None;
        frame.key = self.engine.game.key(&frame.at);
        self.trace.enter(frame.played, &frame.at, depth, window, visit);
        let (score, reason) = self.node(ply, depth, window, visit);
        self.trace.leave(score, reason);
        score
    }

    /// The first steps, which most positions do not get beyond.
    #[inline]
    fn node(&mut self, ply: Ply, depth: Depth, window: Window, visit: Visit) -> (Score, Reason) {
        let engine = self.engine;
        let (game, options) = (&*engine.game, self.options);
        self.path_dependence = PathDependence::NONE;

        // 1. Told to stop: the value does not matter any more.
        if self.budget.stopped {
            return (Score::DRAW, Reason::Stopped);
        }

        // 2. The end of the game, by the position or by the path.
        let end = if options.path_rules {
            self.path_end(ply)
        } else {
            game.outcome(&self.stack[ply].at).map(|outcome| outcome.score(self.stack[ply].mover))
        };
        if let Some(score) = end {
            self.counts.ends += 1;
            return (score, if self.path_dependence.is_none() { Reason::End } else { Reason::PathEnd });
        }

        // 3. Exact knowledge: the oracle's, then the hints', which may narrow the window.
        let at = &self.stack[ply].at;
        if let Some(oracle) = &engine.oracle
            && let Some(score) = if options.path_rules {
                oracle.value_with(game, at, &self.path)
            } else {
                oracle.value(game, at)
            }
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
        if depth <= Depth::HORIZON || ply.index() + 2 >= MAX_PLY {
            let open = Window { alpha: window.alpha.max(bounds.alpha), beta: window.beta.min(bounds.beta) };
            return self.quiesce(ply, depth, open);
        }
        self.expand(ply, depth, window, bounds, visit)
    }

    /// The other steps. `bounds` is what the hints knows for sure.
    pub(crate) fn expand(
        &mut self,
        ply: Ply,
        mut depth: Depth,
        window: Window,
        bounds: Window,
        visit: Visit,
    ) -> (Score, Reason) {
        let game = &*self.engine.game;
        let options = self.options;
        let (alpha, beta) = (window.alpha.max(bounds.alpha), window.beta.min(bounds.beta));
        let asked = depth;

        // 5. The transposition table; not while the search asks for moves other than the table's.
        let key = self.table_key(ply);
        let excluded = self.stack[ply].excluded;
        let entry = self.probe(key, depth);
        if visit != Visit::Line
            && excluded.is_none()
            && let Some(entry) = entry
            && let Some(cut) = self.table_cut(ply, entry, depth, window)
        {
            return cut;
        }
        let mut table_move = entry.filter(|_| options.table_moves).and_then(|entry| entry.ordinal);

        // 6. Internal iterative reduction: without a table move the first move is a guess.
        if options.internal_reductions
            && self.tables.shared.is_some()
            && table_move.is_none()
            && depth >= IIR_DEPTH
        {
            depth = depth - 1;
        }

        // 7. What the static evaluation says, and the null move: if passing is good enough, a move is too.
        let open = Window { alpha, beta };
        let node = self.node_info(ply, open, visit);
        if excluded.is_none()
            && let Some((score, reason)) = self.prune_node(ply, depth, open, &node, visit)
        {
            return (score, reason);
        }
        if self.budget.stopped {
            return (Score::DRAW, Reason::Stopped);
        }

        // 8. The moves.
        self.counts.interior += 1;
        let frame = &mut self.stack[ply];
        frame.moves.clear();
        game.moves(&frame.at, &mut frame.moves);
        let count = frame.moves.len();
        if count == 0 {
            self.counts.ends += 1;
            return (game.no_moves(&frame.at).score(frame.mover), Reason::End);
        }
        if table_move.is_some_and(|ordinal| usize::from(ordinal) >= count) {
            self.counts.collisions += 1;
            table_move = None;
        }
        let order = self.first_pick(ply, depth, table_move);

        // 9. Enhanced transposition cutoff: a successor that the table already knows to be too good.
        if options.enhanced_cuts
            && excluded.is_none()
            && depth >= if node.prunes() { ETC_DEPTH_PRUNING } else { ETC_DEPTH }
            && options.alpha_beta
            && !options.repeats_in_key
            && let Some(score) = self.enhanced_cutoff(ply, depth, beta)
        {
            self.counts.enhanced_cuts += 1;
            return (score, Reason::EnhancedTable);
        }

        // 10. Each move in turn, unless another thread finishes the position first.
        let opened = if excluded.is_none() { self.open_node(key, depth, window, visit) } else { None };
        let singular = entry.filter(|entry| table_move == entry.ordinal && excluded.is_none());
        let best = self.moves_loop(ply, depth, open, order, &node, singular);
        if self.close_node(opened) {
            return self.finished_elsewhere(ply, [depth, asked], window, bounds, visit);
        }
        if best.reason == Reason::Stopped || best.reason == Reason::MultiCut {
            return (best.score, best.reason);
        }

        // 11. What was found out, for whoever comes here again.
        let score = best.score.max(bounds.alpha).min(bounds.beta);
        self.path_dependence = best.path_dependence.leaving(ply);
        if excluded.is_some() {
            return (score, best.reason);
        }
        self.store(ply, depth, window, score, best.ordinal);
        (score, best.reason)
    }

    /// The first move with the whole window, the others with a null window first.
    fn moves_loop(
        &mut self,
        ply: Ply,
        depth: Depth,
        window: Window,
        order: Order,
        node: &NodeInfo,
        entry: Option<Entry>,
    ) -> Best {
        let options = self.options;
        let key = self.stack[ply].key;
        let excluded = self.stack[ply].excluded;
        let Window { mut alpha, beta } = window;
        let mut best = Best::NONE;
        let marks = self.team.as_ref().filter(|_| depth >= SHARED_DEPTH).map(|team| team.marks);
        let mut turns = Turns::new(marks);
        while let Some((index, ordinal)) = self.next_turn(ply, &mut turns, order) {
            if excluded == Some(ordinal) {
                continue;
            }

            // 1. Whether it is searched at all, and how deep.
            if best.ordinal.is_some() && self.prune_move(ply, ordinal, index, depth, alpha, best.score, node)
            {
                continue;
            }
            let mut extension = self.extension(ply, ordinal, depth, node);
            if index == 0
                && extension == 0
                && let Some(entry) = entry
            {
                match self.singular(ply, depth, beta, entry, node) {
                    Singular::Extend => extension = 1,
                    Singular::MultiCut(score) => return Best { score, reason: Reason::MultiCut, ..best },
                    Singular::No => {}
                }
                if self.budget.stopped {
                    return Best { reason: Reason::Stopped, ..best };
                }
            }
            let reduction = self.reduction(ply, ordinal, index, depth, extension, node);
            let new_depth = depth - 1 + extension;

            // 2. The move: the first with the open window, a later one with a null window first.
            let open = if options.alpha_beta { Window { alpha, beta } } else { Window::FULL };
            marks.iter().for_each(|marks| marks.starting_search(key, ordinal));
            self.make(ply, ordinal);
            let first = best.ordinal.is_none();
            let score = if first || !options.principal_variation || !options.alpha_beta {
                self.expect_cut(ply, node.null_window && !node.cut_node);
                self.child(ply, new_depth, open, Visit::Plain)
            } else {
                self.scout(ply, new_depth, reduction, open)
            };
            self.unmake();
            marks.iter().for_each(|marks| marks.finished_search(key, ordinal));
            if self.budget.stopped {
                return Best { reason: Reason::Stopped, ..best };
            }

            // 3. What it means.
            let path_dependence = self.path_dependence;
            best.path_dependence = best.path_dependence.join(path_dependence);
            if score > best.score {
                best = Best { score, ordinal: Some(ordinal), ..best };
                if score > alpha {
                    alpha = score;
                    self.stack.keep_pv(ply, ordinal);
                }
                if options.alpha_beta && alpha >= beta {
                    self.counts.cutoffs += 1;
                    self.counts.first_move_cutoffs += u64::from(index == 0);
                    self.learn_cutoff(ply, depth, ordinal, index);
                    // The cutoff needs this move alone.
                    best = Best { reason: Reason::Beta, path_dependence, ..best };
                    break;
                }
            }
        }
        best
    }

    /// Null window first, reduced if the move comes late; wider and deeper only if it is better than expected.
    pub fn scout(&mut self, ply: Ply, depth: Depth, reduction: i32, window: Window) -> Score {
        let null = Window::null_above(window.alpha);
        let mut visit = Visit::Plain;
        if reduction > 0 {
            self.expect_cut(ply, true);
            self.counts.reductions += 1;
            let score = self.child(ply, depth - reduction, null, Visit::Reduced);
            if score <= window.alpha || self.budget.stopped {
                return score;
            }
            self.counts.repeated_reductions += 1;
            visit = Visit::Again;
        }
        self.expect_cut(ply, !window.is_null() || !self.stack[ply].cut_node);
        let score = self.child(ply, depth, null, visit);
        if score > window.alpha && score < window.beta && !window.is_null() && !self.budget.stopped {
            self.expect_cut(ply, false);
            return self.child(ply, depth, window, Visit::Again);
        }
        score
    }

    /// Quiescence: the value of a position at the horizon is its evaluation, or more where noisy moves gain
    /// something. Where the player cannot do nothing the evaluation does not count.
    pub(crate) fn quiesce(&mut self, ply: Ply, depth: Depth, window: Window) -> (Score, Reason) {
        let engine = self.engine;
        let (game, hints) = (&*engine.game, &engine.hints);
        let ends = depth <= QUIESCENCE_END || ply.index() + 2 >= MAX_PLY;
        if !self.options.quiescence || !hints.has_noise() || ends {
            return (self.evaluate(ply), Reason::Evaluation);
        }
        self.counts.quiet_nodes += 1;

        // 1. The transposition table.
        let key = self.table_key(ply);
        let asks = self.options.quiescence_table;
        let entry = if asks { self.probe(key, Depth::HORIZON) } else { None };
        if let Some(entry) = entry
            && entry.bound != Bound::None
            && let Some(cut) = self.table_cut(ply, entry, Depth::HORIZON, window)
        {
            return cut;
        }
        let table_move = entry.and_then(|entry| entry.ordinal);

        // 2. Stand pat, where that is allowed.
        let mut alpha = window.alpha;
        let mut best = Window::FULL.alpha;
        let may_stand_pat = hints.may_stand_pat(game, &self.stack[ply].at);
        let mut limit = None;
        if may_stand_pat {
            best = self.evaluate(ply);
            if best >= window.beta {
                return (best, Reason::Evaluation);
            }
            alpha = alpha.max(best);
            limit = engine.margins().filter(|_| self.options.delta_pruning && !window.alpha.is_decided());
        }
        let (stand_pat, delta) = (best, limit.map(|margins| margins.delta));

        // 3. The noisy moves, the hints' favourites first; all moves where something must be done, because there
        //    every way out counts. The table numbers moves by the list of all, so that it cannot tell one of a short list.
        let frame = &mut self.stack[ply];
        frame.moves.clear();
        frame.picks.clear();
        let short = may_stand_pat
            && self.options.staged_generation
            && table_move.is_none()
            && hints.noisy_moves(game, &frame.at, &mut frame.moves);
        if !short {
            game.moves(&frame.at, &mut frame.moves);
            if frame.moves.is_empty() {
                self.counts.ends += 1;
                return (game.no_moves(&frame.at).score(frame.mover), Reason::End);
            }
        }
        let node_hints = hints.look(game, &frame.at);
        for (ordinal, &mv) in (0..).zip(&frame.moves) {
            if may_stand_pat && !hints.noisy(game, &frame.at, mv) {
                continue;
            }
            // A move that wins too little to matter is worth no more than it could win.
            if let Some(delta) = delta
                && let Some(gain) = hints.gain(game, &frame.at, mv)
                && let hope = Score::evaluation(stand_pat.raw() + gain + delta)
                && hope <= alpha
            {
                best = best.max(hope);
                continue;
            }
            let opinion = hints.order(game, &frame.at, mv, &node_hints);
            let rank = if table_move == Some(ordinal) { i32::MAX } else { opinion };
            frame.picks.push(ScoredMove { rank, history: 0, ordinal });
        }
        sort_by_rank(&mut frame.picks);

        // 4. Each in turn.
        let mut path_dependence = PathDependence::NONE;
        let mut chosen = None;
        for index in 0..self.stack[ply].picks.len() {
            let ordinal = self.stack[ply].picks[index].ordinal;
            self.make(ply, ordinal);
            let score = self.child(ply, depth - 1, Window { alpha, beta: window.beta }, Visit::Plain);
            self.unmake();
            if self.budget.stopped {
                return (best, Reason::Stopped);
            }
            path_dependence = path_dependence.join(self.path_dependence);
            best = best.max(score);
            if score > alpha {
                alpha = score;
                chosen = Some(ordinal).filter(|_| !short);
                self.stack.keep_pv(ply, ordinal);
            }
            if alpha >= window.beta {
                self.counts.cutoffs += 1;
                self.path_dependence = self.path_dependence.leaving(ply);
                if asks {
                    self.store(ply, Depth::HORIZON, window, best, chosen);
                }
                return (best, Reason::Beta);
            }
        }
        self.path_dependence = path_dependence.leaving(ply);
        if asks {
            self.store(ply, Depth::HORIZON, window, best, chosen);
        }
        (best, Reason::Quiescence)
    }
}
