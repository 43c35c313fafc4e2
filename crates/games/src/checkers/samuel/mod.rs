//! The terms of A. L. Samuel's checkers player: "Some Studies in Machine Learning Using the Game of Checkers", IBM
//! Journal of Research and Development 3 (1959), appendix C.
//!
//! Each simple term rates a board for its passive side, the one that has just moved; the active side is to move.
//! Its value is that rating minus the rating of the board one move earlier, on which the sides are exchanged, so that
//! it compares Black and White. Twelve binary terms combine two values each by their signs.

mod evaluator;
mod outlook;
mod stepping;

pub use evaluator::{Polynomial, SAMUELS};

use super::{Checkers, Move, Position};
use outlook::{Outlook, material};
use plybook_kernel::{Player, Rated, RatedTerm};

/// Number of terms.
pub const TERMS: usize = 38;
/// Number of terms that rate a board; the rest combine them.
const SIMPLE: usize = 26;

/// A number for each term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratings(pub [i32; TERMS]);

impl AsRef<[i32]> for Ratings {
    fn as_ref(&self) -> &[i32] {
        &self.0
    }
}

/// The simple terms in the order of the paper, then the binary ones.
const NAMES: [&str; TERMS] = [
    "ADV", "APEX", "BACK", "CENT", "CNTR", "CORN", "CRAMP", "DENY", "DIA", "DIAV", "DYKE", "EXCH", "EXPOS",
    "FORK", "GAP", "GUARD", "HOLE", "KCENT", "MOB", "MOBIL", "MOVE", "NODE", "OREO", "POLE", "RECAP",
    "THRET", "DEMO", "DEMMO", "DDEMO", "DDMM", "MODE 1", "MODE 2", "MODE 3", "MODE 4", "MOC 1", "MOC 3",
    "MOC 2", "MOC 4",
];
const CENT: usize = 3;
const DENY: usize = 7;
const DIAV: usize = 9;
const MOB: usize = 18;
const MOBIL: usize = 19;
/// The pairs that the binary terms combine, four for each: both, the first only, the second only, neither.
const PAIRS: [[usize; 2]; 3] = [[DENY, MOB], [MOBIL, DENY], [MOBIL, CENT]];

/// The names, and that DIAV counts halves.
static LIST: [RatedTerm; TERMS] = {
    let mut list = [RatedTerm { name: "", halves: false }; TERMS];
    let mut term = 0;
    while term < TERMS {
        list[term] = RatedTerm { name: NAMES[term], halves: term == DIAV };
        term += 1;
    }
    list
};

/// The values of all terms from the ratings of a board and of the board one move earlier.
fn values(now: &[i32; TERMS], before: &[i32; TERMS]) -> [i32; TERMS] {
    let mut values: [i32; TERMS] = std::array::from_fn(|term| now[term] - before[term]);
    combine(&mut values);
    values
}

/// The binary terms from the simple ones: 1 for the one of four whose signs they have.
fn combine(values: &mut [i32; TERMS]) {
    for (number, [first, second]) in PAIRS.into_iter().enumerate() {
        let signs = [values[first] > 0, values[second] > 0];
        let combinations = [[true, true], [true, false], [false, true], [false, false]];
        for (place, combination) in combinations.into_iter().enumerate() {
            values[SIMPLE + 4 * number + place] = i32::from(signs == combination);
        }
    }
}

/// The values with binary terms that turn their sign when the sides are exchanged.
fn balanced(values: &[i32; TERMS]) -> [i32; TERMS] {
    let mut exchanged = values.map(|value| -value);
    combine(&mut exchanged);
    std::array::from_fn(|term| values[term] - if term < SIMPLE { 0 } else { exchanged[term] })
}

impl Rated for Checkers {
    type Ratings = Ratings;
    /// Twelve men at two each, on both sides.
    const FULL_MATERIAL: i32 = 48;
    /// Two kings at three each.
    const LARGE_LEAD: i32 = 6;

    fn rated_terms(&self) -> &'static [RatedTerm] {
        &LIST
    }

    fn ratings(&self, at: &Position, passive: Player) -> Ratings {
        Ratings(Outlook::of(at, passive).ratings())
    }

    fn values(&self, now: &Ratings, before: &Ratings) -> Ratings {
        Ratings(values(&now.0, &before.0))
    }

    fn balanced(&self, values: &Ratings) -> Ratings {
        Ratings(balanced(&values.0))
    }

    fn material(&self, at: &Position, player: Player) -> i32 {
        material(at.men(player), at.kings(player))
    }

    fn captures(&self, _: &Position, mv: Move) -> bool {
        mv.jumps() > 0
    }

    fn exchange_offered(&self, at: &Position) -> bool {
        Outlook::of(at, at.mover().other()).offers_exchange()
    }

    /// Boards of kings alone can be turned by half a turn without exchanging the sides.
    fn standard_key(&self, at: &Position) -> u64 {
        let seen = if at.mover() == Player::FIRST { *at } else { at.swapped() };
        if seen.men(Player::FIRST) | seen.men(Player::SECOND) == 0 {
            seen.key().min(seen.turned().key())
        } else {
            seen.key()
        }
    }
}
