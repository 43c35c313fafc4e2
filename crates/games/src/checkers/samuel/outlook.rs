//! A board as its passive side sees it, and the ratings that follow from where the pieces stand.

use super::super::Position;
use super::super::board::{BOARD, STEPS, every_second_row, squares, turned_around};
use super::super::evaluator::{CENTRE, DOUBLE_CORNERS};
use super::TERMS;
use plybook_kernel::Player;

/// A board with the passive side as Black and the active one as White: it is turned where that is not so.
#[derive(Clone, Copy)]
pub(super) struct Outlook {
    pub passive: u64,
    pub passive_kings: u64,
    pub active: u64,
    pub active_kings: u64,
    pub empty: u64,
}

/// The two diagonals that end in the double corners.
const DOUBLE_CORNER_DIAGONALS: u64 = squares([1, 6, 10, 15, 19, 24, 28, 5, 9, 14, 18, 23, 27, 32]);
/// The diagonals beside them.
const ONE_REMOVED: u64 = squares([2, 7, 11, 16, 20, 13, 17, 22, 26, 31]);
/// The diagonals one farther.
const TWO_REMOVED: u64 = squares([3, 8, 12, 21, 25, 30]);
/// Black's squares that keep White's men from being crowned.
const BRIDGE: u64 = squares([1, 3]);
/// Black's triangle of Oreo.
const TRIANGLE: u64 = squares([2, 3, 7]);
/// Black's third and fourth rows, and the fifth and sixth.
const ROWS_3_4: u64 = squares([9, 10, 11, 12, 13, 14, 15, 16]);
const ROWS_5_6: u64 = squares([17, 18, 19, 20, 21, 22, 23, 24]);
/// The squares that APEX looks at.
const APEX: u64 = squares([7, 26]);
/// Black's cramping square, its neighbours, and what White holds behind it.
const CRAMPING: u64 = squares([13]);
const CRAMPING_NEIGHBOURS: u64 = squares([9, 14]);
const CRAMPED: u64 = squares([17, 21, 22, 25]);
/// The files that begin with squares 1 to 4.
const MOVE_SYSTEM: u64 = every_second_row(0);
/// Most material of the active side with which CORN counts.
const LITTLE_MATERIAL: i32 = 6;
/// Least material of both sides with which MOVE no longer counts.
const MUCH_MATERIAL: i32 = 24;

pub(super) const fn down_left(bits: u64) -> u64 {
    bits << STEPS[0] & BOARD
}

pub(super) const fn down_right(bits: u64) -> u64 {
    bits << STEPS[1] & BOARD
}

pub(super) const fn up_right(bits: u64) -> u64 {
    bits >> STEPS[0] & BOARD
}

pub(super) const fn up_left(bits: u64) -> u64 {
    bits >> STEPS[1] & BOARD
}

const fn count(bits: u64) -> i32 {
    bits.count_ones() as i32
}

/// What men and kings are worth together: two and three each.
pub(super) const fn material(men: u64, kings: u64) -> i32 {
    2 * count(men) + 3 * count(kings)
}

/// The squares that are among at least three of these sets.
const fn in_three([a, b, c, d]: [u64; 4]) -> u64 {
    a & b & (c | d) | c & d & (a | b)
}

impl Outlook {
    pub fn of(at: &Position, passive: Player) -> Outlook {
        let own =
            [at.pieces(passive), at.kings(passive), at.pieces(passive.other()), at.kings(passive.other())];
        let [passive, passive_kings, active, active_kings] =
            if passive == Player::FIRST { own } else { own.map(turned_around) };
        Outlook { passive, passive_kings, active, active_kings, empty: BOARD & !(passive | active) }
    }

    fn passive_men(&self) -> u64 {
        self.passive & !self.passive_kings
    }

    fn active_men(&self) -> u64 {
        self.active & !self.active_kings
    }

    /// The squares to which the active side can step, whether it has to jump or not.
    pub fn reachable(&self) -> u64 {
        let kings = self.active_kings;
        (up_left(self.active) | up_right(self.active) | down_left(kings) | down_right(kings)) & self.empty
    }

    fn has_kings(&self) -> bool {
        self.active_kings | self.passive_kings != 0
    }

    fn holds(&self, squares: u64) -> bool {
        self.passive & squares == squares
    }

    fn bridge(&self) -> bool {
        self.active_kings == 0 && self.holds(BRIDGE)
    }

    fn apex(&self) -> bool {
        !self.has_kings() && self.active_men() & APEX != 0 && self.passive_men() & APEX == 0
    }

    fn corner(&self) -> bool {
        let theirs = material(self.active_men(), self.active_kings);
        let ours = material(self.passive_men(), self.passive_kings);
        theirs <= LITTLE_MATERIAL && ours > theirs && self.reachable() & DOUBLE_CORNERS != 0
    }

    fn cramped(&self) -> bool {
        self.holds(CRAMPING) && self.passive & CRAMPING_NEIGHBOURS != 0 && self.active & CRAMPED == CRAMPED
    }

    /// Three passive pieces in a row on a diagonal, wherever such a row begins.
    fn dykes(&self) -> i32 {
        let strings = [down_left, down_right].map(|step| {
            let seconds = step(self.passive) & self.passive;
            step(seconds) & self.passive
        });
        count(strings[0]) + count(strings[1])
    }

    /// Passive pieces with an empty square on both sides along a diagonal.
    fn exposed(&self) -> i32 {
        let empty = self.empty;
        let flanked = up_left(empty) & down_right(empty) | up_right(empty) & down_left(empty);
        count(self.passive & flanked)
    }

    /// Pairs of passive neighbours in a row with an empty square between them on one side, and an empty one behind each
    /// of them, as seen from there: an active piece on the first would threaten both. From behind, that takes a king.
    fn forks(&self) -> i32 {
        let empty = self.empty;
        let from_below =
            up_left(empty & down_left(self.passive & down_left(empty))) & self.passive & down_right(empty);
        let from_above =
            down_left(empty & up_left(self.passive & up_left(empty))) & self.passive & up_right(empty);
        count(from_below | if self.active_kings == 0 { 0 } else { from_above })
    }

    /// Empty squares with a passive piece on one side along a diagonal, and another or the edge on the other side.
    fn gaps(&self) -> i32 {
        let own = self.passive;
        let beside = |towards: fn(u64) -> u64, back: fn(u64) -> u64| {
            let [one, other] = [towards(own), back(own)];
            let [edge_before, edge_behind] = [!towards(BOARD), !back(BOARD)];
            one & (other | edge_behind) | other & (one | edge_before)
        };
        let gaps = beside(down_right, up_left) | beside(down_left, up_right);
        count(gaps & self.empty)
    }

    fn neighbours(pieces: u64) -> [u64; 4] {
        [down_left(pieces), down_right(pieces), up_left(pieces), up_right(pieces)]
    }

    fn poles(&self) -> i32 {
        let touched =
            Outlook::neighbours(self.passive | self.active).into_iter().fold(0, |all, set| all | set);
        count(self.passive_men() & !touched)
    }

    fn has_move(&self) -> bool {
        let all = self.passive | self.active;
        let kings = self.passive_kings | self.active_kings;
        let few = material(all & !kings, kings) < MUCH_MATERIAL;
        count(self.passive) == count(self.active) && few && count(all & MOVE_SYSTEM) % 2 == 1
    }

    /// Three halves for each passive piece on the double-corner diagonals, two beside them, one a diagonal farther.
    fn diagonal_moment(&self) -> i32 {
        let on = |squares| count(self.passive & squares);
        3 * on(DOUBLE_CORNER_DIAGONALS) + 2 * on(ONE_REMOVED) + on(TWO_REMOVED)
    }

    /// The ratings of the simple terms, in the order of their names.
    pub fn ratings(&self) -> [i32; TERMS] {
        let (men, kings) = (self.passive_men(), self.passive_kings);
        let reachable = self.reachable();
        let stepping = self.stepping();
        let (mobility, denied, exchanges) =
            (count(reachable), count(stepping.denied), count(stepping.exchanges));
        let simple = [
            count(men & ROWS_5_6) - count(men & ROWS_3_4),
            -i32::from(self.apex()),
            i32::from(self.bridge()),
            count(men & CENTRE),
            count((self.active | reachable) & CENTRE),
            i32::from(self.corner()),
            2 * i32::from(self.cramped()),
            denied,
            count(self.passive & DOUBLE_CORNER_DIAGONALS),
            self.diagonal_moment(),
            self.dykes(),
            exchanges,
            self.exposed(),
            self.forks(),
            self.gaps(),
            i32::from(self.bridge() || self.active_kings == 0 && self.holds(TRIANGLE)),
            count(self.empty & in_three(Outlook::neighbours(self.passive))),
            count(kings & CENTRE),
            mobility,
            mobility - denied,
            i32::from(self.has_move()),
            count(self.passive & in_three(Outlook::neighbours(self.empty))),
            i32::from(kings == 0 && self.holds(TRIANGLE)),
            self.poles(),
            exchanges,
            count(stepping.threats),
        ];
        let mut ratings = [0; TERMS];
        ratings[..simple.len()].copy_from_slice(&simple);
        ratings
    }
}
