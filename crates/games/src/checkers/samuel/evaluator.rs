//! Samuel's polynomial as an evaluator of single boards.
//!
//! An evaluator does not know the board one move earlier, so both sides are rated on the same board, and binary
//! terms compare both sides like the others. Pieces count apart from the terms and more than they.

use super::super::{Checkers, Position};
use super::{LIST, NAMES, Outlook, TERMS, balanced, values};
use plybook_kernel::{Rated, Term, Text};

/// The weight of each term, in hundredths of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Polynomial(pub [i32; TERMS]);

/// One of material, in hundredths of a point: a man is worth 32 times the leading coefficient, 2^18.
const PIECE: i32 = 1024;
/// One of material ahead for each that has gone, in hundredths of a point, so that who is ahead likes to trade.
const TRADE: i32 = 8;
/// The power of two that a coefficient is divided by to become a weight.
const SCALE: u32 = 12;

/// The leading terms of the polynomial that Samuel's program had after 42 games, with their signs and powers of two.
pub const SAMUELS: Polynomial = Polynomial({
    let known = [
        ("MOC 2", -1, 18),
        ("KCENT", 1, 16),
        ("MOC 4", -1, 14),
        ("MODE 3", -1, 13),
        ("DEMMO", -1, 11),
        ("MOVE", 1, 8),
        ("ADV", -1, 8),
        ("MODE 2", -1, 8),
        ("BACK", -1, 6),
        ("CNTR", 1, 5),
        ("THRET", 1, 5),
        ("MOC 3", 1, 4),
    ];
    let mut weights = [0; TERMS];
    let mut row = 0;
    while row < known.len() {
        let (name, sign, power) = known[row];
        weights[term_of(name)] = weight(sign << power, false);
        row += 1;
    }
    weights
});

/// The number of a term.
const fn term_of(name: &str) -> usize {
    let mut term = 0;
    while term < TERMS {
        if NAMES[term].len() == name.len() {
            let (mut place, mut same) = (0, true);
            while place < name.len() {
                same = same && NAMES[term].as_bytes()[place] == name.as_bytes()[place];
                place += 1;
            }
            if same {
                return term;
            }
        }
        term += 1;
    }
    panic!("no term of this name")
}

/// The weight of a coefficient: small ones, which only decide between equals, keep at least their sign.
const fn weight(coefficient: i32, halves: bool) -> i32 {
    let scaled = coefficient / (1 << (SCALE + halves as u32));
    if scaled == 0 { coefficient.signum() } else { scaled }
}

impl Polynomial {
    /// The polynomial with these coefficients, in the order of the terms; `None` if they are not as many.
    #[must_use]
    pub fn of_coefficients(coefficients: &[i32]) -> Option<Polynomial> {
        let coefficients: &[i32; TERMS] = coefficients.try_into().ok()?;
        Some(Polynomial(std::array::from_fn(|term| weight(coefficients[term], LIST[term].halves))))
    }

    /// All that it counts, for the side to move, with what each is worth.
    pub(in super::super) fn weighed(
        &self,
        game: &Checkers,
        at: &Position,
    ) -> impl Iterator<Item = Term> + '_ {
        let (mover, other) = (at.mover(), at.mover().other());
        let [mine, theirs] = [mover, other].map(|player| game.material(at, player));
        let gone = Checkers::FULL_MATERIAL - mine - theirs;
        let [now, before] = [other, mover].map(|passive| Outlook::of(at, passive).ratings());
        let terms = (0..TERMS).zip(balanced(&values(&now, &before))).filter(|&(term, _)| self.0[term] != 0);
        let terms = terms.map(|(term, value)| Term {
            name: Text::Borrowed(NAMES[term]),
            value: -value,
            weight: self.0[term],
        });
        let pieces = [
            Term { name: "piece advantage".into(), value: mine - theirs, weight: PIECE },
            Term { name: "trading".into(), value: (mine - theirs) * gone.max(0), weight: TRADE },
        ];
        pieces.into_iter().chain(terms)
    }
}
