//! What the active side's steps lead to: DENY, EXCH and THRET. As for MOB, it does not matter whether it has to jump.

use super::super::Position;
use super::super::board::{CROWNING, bits};
use super::super::moves::{list, must_jump};
use super::outlook::{Outlook, down_left, down_right, up_left, up_right};
use plybook_kernel::Player;

/// Squares to which the active side can step, by what may come of it.
#[derive(Default)]
pub(super) struct Stepping {
    /// Where the piece could be taken at once, and nothing be taken back.
    pub denied: u64,
    /// Where the passive side has to jump then, and however it does, the active side can jump next.
    pub exchanges: u64,
    /// Where the piece threatens to jump.
    pub threats: u64,
}

/// A diagonal direction.
type Direction = fn(u64) -> u64;
const UP: [Direction; 2] = [up_left, up_right];
const ALL: [Direction; 4] = [up_left, up_right, down_left, down_right];

/// The directions in which a piece of the active side goes.
fn ways(king: bool) -> &'static [Direction] {
    if king { &ALL } else { &UP }
}

/// The position after a step, with the passive side, Black, to move.
struct Stepped {
    at: Position,
    to: u64,
    is_king: bool,
}

impl Outlook {
    fn steps(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let from_one = move |from: u64| {
            let ways = ways(self.active_kings & from != 0);
            ways.iter().map(move |way| (from, way(from) & self.empty)).filter(|&(_, to)| to != 0)
        };
        bits(self.active).flat_map(move |bit| from_one(1 << bit))
    }

    fn stepped(&self, from: u64, to: u64) -> Stepped {
        let crowned = to & CROWNING[Player::SECOND.index()];
        let is_king = self.active_kings & from != 0 || crowned != 0;
        let kings = (self.passive_kings | self.active_kings) & !from | if is_king { to } else { 0 };
        let at = Position::new([self.passive, self.active & !from | to], kings, Player::FIRST);
        Stepped { at, to, is_king }
    }

    pub fn stepping(&self) -> Stepping {
        let mut found = Stepping::default();
        for (from, to) in self.steps() {
            let stepped = self.stepped(from, to);
            if found.threats & to == 0 && stepped.threatens() {
                found.threats |= to;
            }
            if found.denied & found.exchanges & to == 0 && must_jump(&stepped.at) {
                let [denied, exchange] = stepped.replies();
                found.denied |= if denied { to } else { 0 };
                found.exchanges |= if exchange { to } else { 0 };
            }
        }
        found
    }

    pub fn offers_exchange(&self) -> bool {
        self.steps().any(|(from, to)| {
            let stepped = self.stepped(from, to);
            must_jump(&stepped.at) && stepped.replies()[1]
        })
    }
}

impl Stepped {
    /// Whether the piece that stepped could jump if nothing changed.
    fn threatens(&self) -> bool {
        let (enemies, empty) = (self.at.pieces(Player::FIRST), self.at.empty());
        ways(self.is_king).iter().any(|way| way(way(self.to) & enemies) & empty != 0)
    }

    /// Whether some jump takes the piece and leaves nothing to take back, and whether after each jump something can be
    /// taken back. Only asked where the passive side has to jump.
    fn replies(&self) -> [bool; 2] {
        let mut jumps = Vec::new();
        list(&self.at, &mut jumps);
        let (mut denied, mut exchange) = (false, true);
        for jump in jumps {
            let mut after = self.at;
            after.play(jump);
            let taken_back = must_jump(&after);
            denied |= !taken_back && jump.taken() & self.to != 0;
            exchange &= taken_back;
        }
        [denied, exchange]
    }
}
