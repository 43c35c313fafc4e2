//! Values of positions: evaluations in the middle, proven wins and losses in bands around them.

use std::fmt;
use std::ops::Neg;

/// The value of a position for the player who is to move there.
///
/// Scores are ordered integers in three bands without gaps between them:
///
/// | band        | from                 | to                  | meaning                                   |
/// |-------------|----------------------|---------------------|-------------------------------------------|
/// | losses      | `-TOP`               | `-(EVALUATION + 1)` | lost in `n` plies is `-TOP + n`           |
/// | evaluations | `-EVALUATION`        | `EVALUATION`        | hundredths of a point; exact margins too  |
/// | wins        | `EVALUATION + 1`     | `TOP`               | won in `n` plies is `TOP - n`             |
///
/// The distance counts from the node that holds the score. It grows by one as a score passes a ply towards
/// the root (`Score::up`), and a window passes the other way (`Window::down`). A win too far away to count
/// stays at the band's lowest value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i32);

/// Largest evaluation: 24 bits and a sign.
const EVALUATION: i32 = (1 << 24) - 1;
/// Longest distance, in plies, that a win can carry.
const FARTHEST: i32 = (1 << 20) - 1;
/// A win in zero plies.
const TOP: i32 = EVALUATION + 1 + FARTHEST;
/// Beyond every value that a search returns or a window holds.
const LIMIT: i32 = TOP + (1 << 16);

impl Score {
    /// Nobody is ahead.
    pub const DRAW: Score = Score(0);
    /// Above every score: the open upper end of a window.
    pub const INFINITY: Score = Score(LIMIT);
    /// One point (a disc, a seed, a pawn) in the unit of evaluations.
    pub const POINT: i32 = 100;
    /// The largest evaluation.
    pub const HIGHEST_EVALUATION: Score = Score(EVALUATION);
    /// The longest distance, in plies, that is told apart.
    pub const FARTHEST: u32 = FARTHEST as u32;

    /// An evaluation in hundredths of a point; beyond the band it saturates, so that it never looks proven.
    #[must_use]
    pub const fn evaluation(hundredths: i32) -> Score {
        if hundredths > EVALUATION {
            Score(EVALUATION)
        } else if hundredths < -EVALUATION {
            Score(-EVALUATION)
        } else {
            Score(hundredths)
        }
    }

    /// An exact margin in whole points.
    #[must_use]
    pub const fn points(points: i32) -> Score {
        Score::evaluation(points.saturating_mul(Score::POINT))
    }

    /// The player to move wins in `plies`.
    #[must_use]
    pub const fn win_in(plies: u32) -> Score {
        if plies > Score::FARTHEST { Score(TOP - FARTHEST) } else { Score(TOP - plies as i32) }
    }

    /// The player to move loses in `plies`.
    #[must_use]
    pub const fn loss_in(plies: u32) -> Score {
        Score(-Score::win_in(plies).0)
    }

    /// The plain number, for tables and files.
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The score of a plain number; `None` if no score has it.
    #[must_use]
    pub const fn from_raw(raw: i32) -> Option<Score> {
        if raw < -LIMIT || raw > LIMIT { None } else { Some(Score(raw)) }
    }

    /// Whether this is a win of known distance.
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 > EVALUATION
    }

    /// Whether this is a loss of known distance.
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 < -EVALUATION
    }

    /// Whether this is a win or a loss, not an evaluation.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies to the end of a win or a loss.
    #[must_use]
    pub fn distance(self) -> Option<u32> {
        if self.is_decided() { Some((TOP - self.0.abs()).max(0) as u32) } else { None }
    }

    /// The same score seen one ply nearer to the root: wins and losses are one ply farther away.
    ///
    /// The map is monotone, and collapses only the two farthest distances of each band.
    #[must_use]
    pub const fn up(self) -> Score {
        if self.0 > EVALUATION + 1 {
            Score(self.0 - 1)
        } else if self.0 < -(EVALUATION + 1) {
            Score(self.0 + 1)
        } else {
            self
        }
    }

    /// The next higher score.
    #[must_use]
    pub const fn above(self) -> Score {
        if self.0 >= LIMIT { self } else { Score(self.0 + 1) }
    }

    /// The next lower score.
    #[must_use]
    pub const fn below(self) -> Score {
        if self.0 <= -LIMIT { self } else { Score(self.0 - 1) }
    }

    /// The largest score that `up` maps to at most `self`.
    const fn alpha_down(self) -> Score {
        if self.0 > EVALUATION {
            self.above()
        } else if self.0 < -(EVALUATION + 1) {
            self.below()
        } else {
            self
        }
    }

    /// The smallest score that `up` maps to at least `self`: the mirror image of `alpha_down`.
    const fn beta_down(self) -> Score {
        Score(-Score(-self.0).alpha_down().0)
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// `win in 3`, `loss in 4`, or points with two decimals and a sign.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(plies) if self.is_win() => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None => {
                let sign = match self.0.signum() {
                    1 => "+",
                    -1 => "-",
                    _ => "",
                };
                let size = self.0.abs();
                write!(f, "{sign}{}.{:02}", size / Score::POINT, size % Score::POINT)
            }
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Score({}: {self})", self.0)
    }
}

/// The values that still matter: a search need not tell apart what lies at or below `alpha`, nor what lies at
/// or above `beta`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Window {
    /// What the player to move has already.
    pub alpha: Score,
    /// What the opponent has already.
    pub beta: Score,
}

impl Window {
    /// Everything matters.
    pub const FULL: Window = Window { alpha: Score(-LIMIT), beta: Score(LIMIT) };

    /// The window with one question only: is the value above `alpha`?
    #[must_use]
    pub const fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: alpha.above() }
    }

    /// Whether no score lies strictly inside and none can be told apart at its edges.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.alpha.0 >= self.beta.0
    }

    /// Whether the window holds a single question.
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.alpha.0 + 1 == self.beta.0
    }

    /// The window as a child of the same player sees it: a score `s` of the child fails low, lies inside or
    /// fails high here exactly as `s.up()` does in `self`.
    #[must_use]
    pub const fn down(self) -> Window {
        Window { alpha: self.alpha.alpha_down(), beta: self.beta.beta_down() }
    }

    /// The same window seen by the opponent.
    #[must_use]
    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Any score a search can return, dense around the edges of the bands.
    fn scores() -> impl Strategy<Value = Score> {
        let edges = [-TOP, -EVALUATION - 1, 0, EVALUATION + 1, TOP];
        prop_oneof![
            (-TOP..=TOP).prop_map(Score),
            (0..edges.len(), -4i32..=4)
                .prop_map(move |(edge, offset)| Score((edges[edge] + offset).clamp(-TOP, TOP))),
        ]
    }

    proptest! {
        #[test]
        fn no_null_window_becomes_empty(alpha in scores(), plies in 1usize..200) {
            let mut window = Window::null_above(alpha);
            for _ in 0..plies {
                window = window.down().flipped();
                prop_assert!(window.is_null(), "{window:?}");
            }
        }

        #[test]
        fn windows_shift_exactly_as_values_do(value in scores(), low in scores(), high in scores()) {
            prop_assume!(low < high);
            let window = Window { alpha: low, beta: high };
            let below = window.down();
            prop_assert!(!below.is_empty());
            prop_assert_eq!(value <= below.alpha, value.up() <= window.alpha);
            prop_assert_eq!(value >= below.beta, value.up() >= window.beta);
        }

        #[test]
        fn going_up_is_monotone_and_odd(a in scores(), b in scores()) {
            prop_assert_eq!((-a).up(), -(a.up()));
            if a <= b { prop_assert!(a.up() <= b.up()); }
        }

        #[test]
        fn evaluations_never_look_decided(hundredths in any::<i32>()) {
            prop_assert!(!Score::evaluation(hundredths).is_decided());
            prop_assert!(!Score::points(hundredths).is_decided());
        }
    }

    #[test]
    fn distances_saturate() {
        assert_eq!(Score::win_in(3).up().distance(), Some(4));
        assert_eq!(Score::loss_in(0).up().distance(), Some(1));
        assert_eq!(Score::win_in(u32::MAX).up(), Score::win_in(Score::FARTHEST));
        assert!(Score::win_in(u32::MAX) > Score::HIGHEST_EVALUATION);
        assert_eq!(Score::win_in(u32::MAX).below(), Score::HIGHEST_EVALUATION);
    }

    #[test]
    fn scores_are_written_for_people() {
        let shown =
            [Score::win_in(5), Score::loss_in(2), Score::evaluation(-7), Score::points(12), Score::DRAW];
        assert_eq!(shown.map(|s| s.to_string()), ["win in 5", "loss in 2", "-0.07", "+12.00", "0.00"]);
    }
}
