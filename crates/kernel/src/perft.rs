//! Counting the tree: the number of move sequences of a given length, the touchstone of a move generator.

use crate::Game;

/// What a count found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Count {
    /// Positions at exactly the given depth, one for each way to get there.
    pub leaves: u64,
    /// Games that finished before that depth.
    pub finished: u64,
}

/// Counts the leaves at exactly `depth` plies below a position. A finished game has no children; only `outcome`
/// and `moves` are asked, so draws by repetition or counters do not shorten the tree. The last ply is counted
/// by `Game::count`, not played; the last two by `Game::count_replies` where the game offers it.
pub fn perft<G: Game>(game: &G, at: &G::Position, depth: u32) -> Count {
    let mut buffers = vec![Vec::new(); depth as usize];
    let mut count = Count::default();
    descend(game, at, &mut buffers, &mut count);
    count
}

fn descend<G: Game>(game: &G, at: &G::Position, buffers: &mut [Vec<G::Move>], count: &mut Count) {
    let Some((moves, deeper)) = buffers.split_first_mut() else {
        count.leaves += 1;
        return;
    };
    if game.outcome(at).is_some() {
        count.finished += 1;
        return;
    }
    if deeper.is_empty() {
        let leaves = game.count(at) as u64;
        count.leaves += leaves;
        count.finished += u64::from(leaves == 0);
        return;
    }
    if deeper.len() == 1
        && let Some(replies) = game.count_replies(at)
    {
        count.leaves += replies.leaves;
        count.finished += replies.finished;
        return;
    }
    moves.clear();
    game.moves(at, moves);
    count.finished += u64::from(moves.is_empty());
    for &mv in moves.iter() {
        let mut next = at.clone();
        game.play(&mut next, mv);
        descend(game, &next, deeper, count);
    }
}

/// The count below each move of a position, in the order of moves; empty in a finished game. `progress` is told
/// after each move how many of how many are done. `depth` zero counts as one.
pub fn divide<G: Game>(
    game: &G,
    at: &G::Position,
    depth: u32,
    mut progress: impl FnMut(usize, usize),
) -> Vec<(G::Move, Count)> {
    let moves = game.legal(at);
    let mut counts = Vec::with_capacity(moves.len());
    for &mv in &moves {
        counts.push((mv, perft(game, &game.after(at, mv), depth.saturating_sub(1))));
        progress(counts.len(), moves.len());
    }
    counts
}

/// All games from a position to their ends: how many, by length in plies and outcome. For small games only.
pub fn games<G: Game>(game: &G, at: &G::Position, mut end: impl FnMut(u32, crate::Outcome)) {
    fn walk<G: Game>(game: &G, at: &G::Position, ply: u32, end: &mut impl FnMut(u32, crate::Outcome)) {
        if let Some(outcome) = game.verdict(at) {
            return end(ply, outcome);
        }
        for mv in game.legal(at) {
            walk(game, &game.after(at, mv), ply + 1, end);
        }
    }
    walk(game, at, 0, &mut end);
}
