//! What is remembered about moves as such, wherever they are played: small tables by a move's hash.

use plybook_kernel::{Player, zobrist::scramble};
use std::hash::{Hash, Hasher};

/// Entries of a table; a power of two.
const ENTRIES: usize = 1 << 12;

/// A quick hash of small values.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        scramble(self.0)
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }
    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }
    fn write_u16(&mut self, value: u16) {
        self.write_u64(u64::from(value));
    }
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
    fn write_isize(&mut self, value: isize) {
        self.write_u64(value as u64);
    }
}

fn place<M: Hash>(player: Player, mv: M) -> usize {
    let mut hasher = Quick(u64::from(player.0) + 1);
    mv.hash(&mut hasher);
    hasher.finish() as usize & (ENTRIES - 1)
}

/// When a player made a move in this simulated game. Of two moves with one place, the one played later is known.
pub(super) struct Played<M> {
    entries: Vec<Option<(u32, u32, Player, M)>>,
    /// The number of the game.
    game: u32,
}

impl<M: Copy + Eq + Hash> Played<M> {
    pub fn new() -> Played<M> {
        Played { entries: vec![None; ENTRIES], game: 0 }
    }

    /// Forgets the last game.
    pub fn begin(&mut self) {
        self.game = self.game.wrapping_add(1);
        if self.game == 0 {
            self.entries.fill(None);
        }
    }

    /// A move was made at a ply, counted from the root.
    pub fn note(&mut self, ply: u32, player: Player, mv: M) {
        self.entries[place(player, mv)] = Some((self.game, ply, player, mv));
    }

    /// Whether a player made a move at this ply or later.
    pub fn since(&self, ply: u32, player: Player, mv: M) -> bool {
        self.entries[place(player, mv)].is_some_and(|(game, at, who, what)| {
            game == self.game && at >= ply && who == player && what == mv
        })
    }
}

/// The mean result of the games in which a player made a move. Moves with one place share it.
pub(super) struct Averages {
    entries: Vec<(f32, f32)>,
}

impl Averages {
    pub fn new() -> Averages {
        Averages { entries: vec![(0.0, 0.0); ENTRIES] }
    }

    /// A game with the move was worth so much to the player.
    pub fn add<M: Hash>(&mut self, player: Player, mv: M, worth: f32) {
        let (games, sum) = &mut self.entries[place(player, mv)];
        *games += 1.0;
        *sum += worth;
    }

    /// The mean worth; that of a win for moves never made.
    pub fn mean<M: Hash>(&self, player: Player, mv: M) -> f32 {
        let (games, sum) = self.entries[place(player, mv)];
        if games > 0.0 { sum / games } else { 1.0 }
    }

    /// Lets old games count less than new ones.
    pub fn fade(&mut self, keep: f32) {
        for (games, sum) in &mut self.entries {
            *games *= keep;
            *sum *= keep;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_counts_from_the_ply_on_where_it_was_made() {
        let mut played = Played::new();
        played.begin();
        played.note(3, Player(0), 7u8);
        assert!(played.since(3, Player(0), 7) && played.since(2, Player(0), 7));
        assert!(
            !played.since(4, Player(0), 7)
                && !played.since(3, Player(1), 7)
                && !played.since(3, Player(0), 8)
        );
        played.begin();
        assert!(!played.since(0, Player(0), 7));
    }

    #[test]
    fn averages_know_each_player_alone() {
        let mut averages = Averages::new();
        averages.add(Player(0), 5u8, 1.0);
        averages.add(Player(0), 5u8, 0.0);
        assert_eq!((averages.mean(Player(0), 5u8), averages.mean(Player(1), 5u8)), (0.5, 1.0));
        averages.fade(0.5);
        averages.add(Player(0), 5u8, 0.0);
        assert_eq!(averages.mean(Player(0), 5u8), 0.25);
    }
}
