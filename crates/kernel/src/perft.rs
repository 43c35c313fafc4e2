//! Counting the tree: the number of move sequences of a given length, the touchstone of a move generator.

use crate::Game;

/// What a count found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Count {
    /// Positions at exactly the given depth, one for each way to get there; `u64::MAX` if they are that many or more.
    pub leaves: u64,
    /// Games that finished before that depth; `u64::MAX` if they are that many or more.
    pub finished: u64,
}

impl Count {
    /// Adds another count, up to the largest number there is.
    pub fn add(&mut self, other: Count) {
        self.leaves = self.leaves.saturating_add(other.leaves);
        self.finished = self.finished.saturating_add(other.finished);
    }
}

/// Counts the leaves at exactly `depth` plies below a position, along every path. A finished game has no
/// children; only `outcome` and `moves` are asked, so draws by repetition or counters do not shorten the tree.
/// The last ply is counted by `Game::count`, not played; the last two by `Game::count_replies` where the game
/// offers it.
pub fn perft<G: Game>(game: &G, at: &G::Position, depth: u32) -> Count {
    descend::<G, false>(game, at, &mut levels(depth))
}

/// The same count, faster where paths meet: what lies below a position that was met before at the same ply is not
/// counted again. The position itself is remembered and compared, not only its key, so the count is exact.
pub fn perft_remembering<G: Game>(game: &G, at: &G::Position, depth: u32) -> Count {
    descend::<G, true>(game, at, &mut levels(depth))
}

/// One ply of the tree: room for the moves of its current position, and what was found below earlier ones.
struct Level<G: Game> {
    moves: Vec<G::Move>,
    found: Found<G::Position>,
}

fn levels<G: Game>(depth: u32) -> Vec<Level<G>> {
    let found = || Found { slots: Vec::new(), stored: 0 };
    (0..depth).map(|_| Level { moves: Vec::new(), found: found() }).collect()
}

/// Plies below a position from which it is worth remembering: counting fewer is as fast as looking up.
const WORTH_REMEMBERING: usize = 3;

/// The count below a position, one level for each ply.
fn descend<G: Game, const REMEMBER: bool>(game: &G, at: &G::Position, levels: &mut [Level<G>]) -> Count {
    let remember = REMEMBER && levels.len() >= WORTH_REMEMBERING;
    let Some((level, deeper)) = levels.split_first_mut() else { return Count { leaves: 1, finished: 0 } };
    if deeper.is_empty() {
        return last(game, at);
    }
    if game.outcome(at).is_some() {
        return Count { leaves: 0, finished: 1 };
    }
    let next_is_last = deeper.len() == 1;
    if next_is_last && let Some(replies) = game.count_replies(at) {
        return replies;
    }
    let key = if remember { game.key(at) } else { 0 };
    if remember && let Some(count) = level.found.get(key, at) {
        return count;
    }
    level.moves.clear();
    game.moves(at, &mut level.moves);
    let mut count = Count { leaves: 0, finished: u64::from(level.moves.is_empty()) };
    for &mv in &level.moves {
        let mut next = at.clone();
        game.play(&mut next, mv);
        count.add(if next_is_last { last(game, &next) } else { descend::<G, REMEMBER>(game, &next, deeper) });
    }
    if remember {
        level.found.put(game, key, at, count);
    }
    count
}

/// The count one ply below a position.
#[inline]
fn last<G: Game>(game: &G, at: &G::Position) -> Count {
    if game.outcome(at).is_some() {
        return Count { leaves: 0, finished: 1 };
    }
    let leaves = game.count(at) as u64;
    Count { leaves, finished: u64::from(leaves == 0) }
}

/// Slots of a new table.
const SMALLEST: usize = 1 << 6;
/// Bytes that the table of one ply may fill before it forgets positions.
const LARGEST: usize = 1 << 25;
/// Slots in which a position may stand.
const NEIGHBOURS: usize = 4;

/// Counts below positions of one ply. A position stands in one of a few neighbouring slots; where they are full,
/// it takes the place of an earlier one. The table is empty at first and grows while it fills. A free slot holds
/// any position and a count of nothing, which no true count is.
struct Found<P> {
    slots: Vec<(P, Count)>,
    stored: usize,
}

impl<P: Clone + Eq> Found<P> {
    /// The first of the slots for a key. The number of slots is a power of two, or zero.
    fn first(&self, key: u64) -> usize {
        key as usize & self.slots.len().wrapping_sub(1) & !(NEIGHBOURS - 1)
    }

    fn get(&self, key: u64, at: &P) -> Option<Count> {
        let first = self.first(key);
        let slots = self.slots.get(first..first + NEIGHBOURS)?;
        slots.iter().find(|(position, count)| *count != FREE && position == at).map(|(_, count)| *count)
    }

    fn put<G: Game<Position = P>>(&mut self, game: &G, key: u64, at: &P, count: Count) {
        if self.stored >= self.slots.len() / 2 {
            self.grow(game, at);
        }
        let first = self.first(key);
        let free = (first..first + NEIGHBOURS).find(|&slot| self.slots[slot].1 == FREE);
        self.stored += usize::from(free.is_some());
        self.slots[free.unwrap_or(first)] = (at.clone(), count);
    }

    /// Makes the table four times as large, as far as it may grow; `any` fills the free slots.
    fn grow<G: Game<Position = P>>(&mut self, game: &G, any: &P) {
        let larger = (self.slots.len() * 4).max(SMALLEST);
        if larger > SMALLEST && larger * size_of::<(P, Count)>() > LARGEST {
            return;
        }
        let old = std::mem::replace(&mut self.slots, vec![(any.clone(), FREE); larger]);
        self.stored = 0;
        for (position, count) in old.into_iter().filter(|(_, count)| *count != FREE) {
            self.put(game, game.key(&position), &position, count);
        }
    }
}

/// The count of a free slot.
const FREE: Count = Count { leaves: 0, finished: 0 };

/// The count below each move of a position, in the order of moves; empty in a finished game. `progress` is told
/// each of them as soon as it is known, and how many there will be. `depth` zero counts as one. `remember` chooses
/// between `perft` and `perft_remembering`.
pub fn divide<G: Game>(
    game: &G,
    at: &G::Position,
    depth: u32,
    remember: bool,
    mut progress: impl FnMut(&(G::Move, Count), usize),
) -> Vec<(G::Move, Count)> {
    let moves = game.legal(at);
    let mut levels = levels(depth.saturating_sub(1));
    let mut counts = Vec::with_capacity(moves.len());
    for &mv in &moves {
        let next = game.after(at, mv);
        let count = match remember {
            true => descend::<G, true>(game, &next, &mut levels),
            false => descend::<G, false>(game, &next, &mut levels),
        };
        progress(&(mv, count), moves.len());
        counts.push((mv, count));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Player, Turn, zobrist};

    /// Players take one counter from any of four piles; who takes the last one wins, and who meets four equal
    /// piles lower than at the start is stuck. Paths meet all the time. `PADDING` makes the positions large.
    struct Piles<const PADDING: usize>;

    #[derive(Clone, PartialEq, Eq, Debug)]
    struct Position<const PADDING: usize> {
        piles: [u8; 4],
        padding: [u8; PADDING],
    }

    const HIGHEST: u8 = 7;

    impl<const PADDING: usize> Game for Piles<PADDING> {
        type Position = Position<PADDING>;
        type Move = u8;

        fn start(&self) -> Position<PADDING> {
            Position { piles: [HIGHEST; 4], padding: [0; PADDING] }
        }

        fn turn(&self, at: &Position<PADDING>) -> Turn {
            Turn::Player(Player(at.piles.iter().sum::<u8>() & 1))
        }

        fn moves(&self, at: &Position<PADDING>, out: &mut Vec<u8>) {
            let stuck = at.piles[0] < HIGHEST && at.piles == [at.piles[0]; 4];
            out.extend((0..4).filter(|&pile| !stuck && at.piles[usize::from(pile)] > 0));
        }

        fn play(&self, at: &mut Position<PADDING>, pile: u8) {
            at.piles[usize::from(pile)] -= 1;
        }

        fn outcome(&self, at: &Position<PADDING>) -> Option<Outcome> {
            (at.piles == [0; 4]).then_some(Outcome::Draw)
        }

        fn no_moves(&self, _: &Position<PADDING>) -> Outcome {
            Outcome::Draw
        }

        fn key(&self, at: &Position<PADDING>) -> u64 {
            zobrist::scramble(u64::from(u32::from_le_bytes(at.piles)))
        }

        fn max_plies(&self) -> Option<u32> {
            Some(4 * u32::from(HIGHEST))
        }
    }

    #[test]
    fn remembered_counts_are_those_of_all_paths() {
        for depth in 0..=11 {
            let game = Piles::<0>;
            let count = perft_remembering(&game, &game.start(), depth);
            assert_eq!(count, perft(&game, &game.start(), depth), "depth {depth}");
            let mut sum = Count::default();
            divide(&game, &game.start(), depth, true, |_, _| ())
                .iter()
                .for_each(|&(_, share)| sum.add(share));
            assert!(depth == 0 || sum == count, "depth {depth}");
        }
        let late = Position { piles: [1, 2, 3, 2], padding: [] };
        for depth in 0..=9 {
            assert_eq!(perft_remembering(&Piles, &late, depth), perft(&Piles, &late, depth), "depth {depth}");
        }
    }

    /// Two positions that lead to each other by as many moves as one likes: every path goes on.
    struct Treadmill;

    impl Game for Treadmill {
        type Position = bool;
        type Move = u8;

        fn start(&self) -> bool {
            false
        }

        fn turn(&self, at: &bool) -> Turn {
            Turn::Player(Player(u8::from(*at)))
        }

        fn moves(&self, _: &bool, out: &mut Vec<u8>) {
            out.extend(0..4);
        }

        fn play(&self, at: &mut bool, _: u8) {
            *at = !*at;
        }

        fn outcome(&self, _: &bool) -> Option<Outcome> {
            None
        }

        fn no_moves(&self, _: &bool) -> Outcome {
            Outcome::Draw
        }

        fn key(&self, at: &bool) -> u64 {
            u64::from(*at)
        }

        fn max_plies(&self) -> Option<u32> {
            None
        }
    }

    #[test]
    fn a_count_beyond_all_numbers_stays_at_the_largest() {
        assert_eq!(perft_remembering(&Treadmill, &false, 31).leaves, 1 << 62);
        for depth in [32, 33, 100] {
            assert_eq!(perft_remembering(&Treadmill, &false, depth).leaves, u64::MAX, "depth {depth}");
        }
    }

    #[test]
    fn a_full_table_forgets_but_does_not_err() {
        let (small, large) = (Piles::<0>, Piles::<{ LARGEST / 256 }>);
        assert_eq!(perft_remembering(&large, &large.start(), 10), perft(&small, &small.start(), 10));
    }
}
