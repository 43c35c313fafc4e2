//! What Chinese checkers tells a search: forward is good.

use super::{ChineseCheckers, Move, PASS, Position};
use plybook_kernel::{Game, HasHints, Random, SearchHints};

/// Orders moves by how far they lead.
#[derive(Clone, Copy, Debug)]
pub struct StarHints {
    /// Whether more than two play.
    many: bool,
}

/// Above the longest way back, so that every move has an order.
const LARGEST: i32 = 64;
/// Moves of which a player of a playout takes the one that leads farthest.
const DRAWN: usize = 4;

impl ChineseCheckers {
    /// How many steps nearer to the tip of the goal a move brings a piece.
    fn gain(&self, at: &Position, mv: Move) -> i32 {
        if mv == PASS {
            return 0;
        }
        let tip = self.tip(at.mover);
        self.star.distance(mv.from, tip) as i32 - self.star.distance(mv.to, tip) as i32
    }
}

impl SearchHints<ChineseCheckers> for StarHints {
    type NodeHints = ();

    /// The longest way forward, and of equals that of the piece farthest behind.
    fn order(&self, game: &ChineseCheckers, at: &Position, mv: Move, (): &()) -> i32 {
        let behind = if mv == PASS { 0 } else { game.star.distance(mv.from, game.tip(at.mover)) as i32 };
        LARGEST * (LARGEST + game.gain(at, mv)) + behind
    }

    /// Steps forward say more than a game played out at random, which hardly ends.
    fn prefers_depth(&self) -> bool {
        self.many
    }

    /// The move of a few that leads farthest: games played out get somewhere then.
    fn playout_move(&self, game: &ChineseCheckers, at: &Position, random: &mut Random) -> Option<Move> {
        let moves = game.legal(at);
        let drawn = (0..DRAWN).filter_map(|_| random.pick(&moves).copied());
        drawn.max_by_key(|&mv| game.gain(at, mv))
    }
}

impl HasHints for ChineseCheckers {
    type SearchHints = StarHints;

    fn hints(&self) -> StarHints {
        StarHints { many: self.players() > 2 }
    }
}
