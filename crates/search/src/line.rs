//! Lines of play: longer than the search left them, where more is known.

use crate::node::Searcher;
use crate::options::MAX_DEPTH;
use crate::table::Bound;
use crate::trace::{Trace, Visit};
use crate::{Line, Options};
use plybook_kernel::{Evaluator, Game, Score, SearchHints, Window};

/// Positions that writing a proven line down may take: so many, and a part of what the search took.
const LEAST_BUDGET: u64 = 10_000;
const BUDGET_PART: u64 = 4;

/// Goes on with the table's moves where a line was cut short by an exact entry.
pub(crate) fn lengthen<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>>(
    searcher: &Searcher<'_, G, E, U, T>,
    line: &mut Line<G::Move>,
) {
    let (Some(table), true) = (searcher.table, searcher.options.key_bits == 64) else { return };
    let game = &*searcher.engine.game;
    let mut at = searcher.frames[0].at.clone();
    for &mv in &line.moves {
        game.play(&mut at, mv);
    }
    while line.moves.len() < searcher.root_depth as usize && game.outcome(&at).is_none() {
        let Some(known) = table.probe(game.key(&at)).filter(|known| known.bound == Bound::Exact) else {
            return;
        };
        let moves = game.legal(&at);
        let Some(&mv) = known.ordinal.and_then(|ordinal| moves.get(usize::from(ordinal))) else { return };
        game.play(&mut at, mv);
        line.moves.push(mv);
    }
}

/// Goes on to the end of the game where a win or loss is claimed: each step is a search, mostly in the table, for
/// exactly the claimed value. A line that turns out shorter takes its score along.
pub(crate) fn play_out<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>>(
    searcher: &mut Searcher<'_, G, E, U, T>,
    line: &mut Line<G::Move>,
) {
    let Some(distance) = line.score.distance().filter(|&plies| plies <= MAX_DEPTH) else { return };
    if searcher.trace.watches() || searcher.options.key_bits < u64::BITS {
        return;
    }
    let (options, limit) = (searcher.options, searcher.node_limit);
    let spent = searcher.counts.nodes;
    searcher.limit_nodes(limit.min(spent + LEAST_BUDGET + spent / BUDGET_PART));
    searcher.options = Options {
        enhanced_cuts: false,
        internal_reductions: false,
        null_move: false,
        late_move_reductions: false,
        extend_forced: false,
        extend_threats: false,
        extend_recaptures: false,
        ..options
    };
    while (line.moves.len() as u32) < distance {
        let more = continuation(searcher, line, distance);
        if more.is_empty() {
            break;
        }
        line.moves.extend(more);
    }
    let ended = line.moves.len() as u32;
    if line.score.is_win() && ended < distance && is_over(searcher, &line.moves) {
        line.score = Score::win_in(ended);
    }
    searcher.options = options;
    searcher.stopped = searcher.counts.nodes >= limit;
    searcher.limit_nodes(limit);
}

/// The best line from the end of a line that claims to decide the game in `distance` plies.
fn continuation<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>>(
    searcher: &mut Searcher<'_, G, E, U, T>,
    line: &Line<G::Move>,
    distance: u32,
) -> Vec<G::Move> {
    let game = std::sync::Arc::clone(&searcher.engine.game);
    let length = line.moves.len();
    let mut reached = 0;
    for (ply, mv) in line.moves.iter().enumerate() {
        let frame = &mut searcher.frames[ply];
        frame.moves = game.legal(&frame.at);
        frame.key = game.key(&frame.at);
        let Some(ordinal) = frame.moves.iter().position(|other| other == mv) else { break };
        searcher.descend(ply, ordinal as u16);
        reached += 1;
    }
    let mut more = Vec::new();
    let left = distance - length as u32;
    if reached == length && game.outcome(&searcher.frames[length].at).is_none() {
        let same = searcher.frames[length].mover == searcher.frames[0].mover;
        let wins = line.score.is_win() == same;
        let target = if wins { Score::win_in(left) } else { Score::loss_in(left) };
        let window = Window { alpha: target.below(), beta: target.above() };
        // One ply more than the distance: a side that is stuck shows it only when its moves are listed.
        searcher.search(length, left as i32 + 1, window, Visit::Line);
        if !searcher.stopped {
            more.clone_from(&searcher.frames[length].line);
        }
    }
    (0..reached).for_each(|_| searcher.ascend());
    more
}

fn is_over<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>>(
    searcher: &Searcher<'_, G, E, U, T>,
    moves: &[G::Move],
) -> bool {
    let game = &*searcher.engine.game;
    let mut at = searcher.frames[0].at.clone();
    moves.iter().for_each(|&mv| game.play(&mut at, mv));
    game.verdict(&at).is_some()
}
