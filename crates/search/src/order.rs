//! What the search remembers about moves that were good elsewhere in the tree.

use plybook_kernel::{Game, Player};

/// Slots of the history and counter-move tables; a game's slots are folded into them.
const SLOTS: usize = 1 << 13;
/// Largest history value: keeps it below every killer.
const HISTORY_LIMIT: i32 = (1 << 14) - 1;

/// Largest bonus that one cut earns.
const LARGEST_BONUS: i32 = 400;

/// Ordering bonuses, far enough apart that the classes never mix.
pub mod rank {
    /// The table's move.
    pub const TABLE: i32 = 1 << 30;
    /// Added to a positive opinion of the hints.
    pub const GUIDE: i32 = 1 << 24;
    /// The first and second killer, and the move that refuted the opponent's last move.
    pub const FAVOURITES: [i32; 3] = [1 << 22, (1 << 22) - 1, 1 << 21];
}

/// A move that cut its position off.
pub struct Cut<M> {
    /// Whose move it was.
    pub player: Player,
    /// Where.
    pub ply: usize,
    /// How deep it was searched.
    pub depth: i32,
    /// The move.
    pub mv: M,
    /// The opponent's move that it answers.
    pub last: Option<M>,
}

/// Per thread: killers by ply, history by player and slot, the counter-move by the move it answers.
pub struct OrderingTables<G: Game> {
    killers: Vec<[Option<G::Move>; 2]>,
    /// Of each player.
    history: Vec<[i16; SLOTS]>,
    counters: Vec<Option<G::Move>>,
}

/// A player's history.
pub struct Success<'a>(&'a [i16; SLOTS]);

impl Success<'_> {
    /// Where nothing was learnt.
    pub const UNKNOWN: Success<'static> = Success(&[0; SLOTS]);

    /// The value of a slot: from minus to plus `HISTORY_LIMIT`.
    #[inline]
    pub fn of(&self, slot: u16) -> i32 {
        i32::from(self.0[usize::from(slot) % SLOTS])
    }
}

fn place(player: Player, slot: u16) -> usize {
    (player.index() & 1) * SLOTS + (usize::from(slot) & (SLOTS - 1))
}

impl<G: Game> OrderingTables<G> {
    pub fn new(plies: usize) -> OrderingTables<G> {
        OrderingTables {
            killers: vec![[None; 2]; plies],
            history: vec![[0; SLOTS]; 2],
            counters: vec![None; 2 * SLOTS],
        }
    }

    /// Forgets killers and halves what was learnt, for the next search.
    pub fn fade(&mut self) {
        self.killers.fill([None; 2]);
        self.history.as_flattened_mut().iter_mut().for_each(|value| *value /= 2);
    }

    pub fn killers(&self, ply: usize) -> [Option<G::Move>; 2] {
        self.killers[ply]
    }

    /// How well a player's kinds of moves have done.
    pub fn history(&self, player: Player) -> Success<'_> {
        Success(&self.history[player.index() & 1])
    }

    pub fn counter(&self, game: &G, player: Player, last: Option<G::Move>) -> Option<G::Move> {
        last.and_then(|last| self.counters[place(player, game.slot(last))])
    }

    /// A move cut its position off, after the moves in `before` had failed to.
    pub fn cut(&mut self, game: &G, cut: &Cut<G::Move>, before: impl Iterator<Item = G::Move>) {
        let &Cut { player, ply, depth, mv, last } = cut;
        if self.killers[ply][0] != Some(mv) {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = Some(mv);
        }
        if let Some(last) = last {
            self.counters[place(player, game.slot(last))] = Some(mv);
        }
        let bonus = (depth * depth).min(LARGEST_BONUS);
        self.learn(game, player, mv, bonus);
        before.for_each(|poor| self.learn(game, player, poor, -bonus));
    }

    /// Moves a history value towards its limit, the less the nearer it is.
    fn learn(&mut self, game: &G, player: Player, mv: G::Move, bonus: i32) {
        let place = &mut self.history[player.index() & 1][usize::from(game.slot(mv)) % SLOTS];
        let value = i32::from(*place);
        let value = value + 32 * bonus - value * bonus.abs() / (HISTORY_LIMIT / 32);
        *place = value.clamp(-HISTORY_LIMIT, HISTORY_LIMIT) as i16;
    }
}
