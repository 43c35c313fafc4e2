//! What results, evaluations and proofs are worth to each player, as numbers from 0 to 1, and proofs themselves.

use plybook_kernel::{MOST_PLAYERS, Outcome, Player, Score, Wdl};

/// What a simulated game brought each player: 0 a loss, 1 a win.
pub(super) type Utilities = [f32; MOST_PLAYERS];

/// How much of a result's worth is who won; the rest tells large margins from small ones.
const WON: f32 = 0.9;
/// Points by which a margin is half as good as the largest one.
const HALF_MARGIN: f32 = 10.0;

/// A number of points between -1 and 1.
fn squashed(points: f32) -> f32 {
    points / (points.abs() + HALF_MARGIN)
}

/// The worth of a margin for the player who has it.
fn margin(points: f32) -> f32 {
    let won = if points == 0.0 { 0.0 } else { points.signum() };
    0.5 + 0.5 * (WON * won + (1.0 - WON) * squashed(points))
}

/// The worth for both players of two, given that of the first.
pub(super) fn of_first(worth: f32) -> Utilities {
    let mut all = [0.0; MOST_PLAYERS];
    (all[0], all[1]) = (worth, 1.0 - worth);
    all
}

/// What an outcome is worth.
pub(super) fn of_outcome(outcome: Outcome, players: u8) -> Utilities {
    if let Outcome::Margin(points) = outcome {
        return of_first(margin(points as f32));
    }
    let mut all = [0.0; MOST_PLAYERS];
    for player in Player::all(players) {
        let won = match outcome.wdl(player) {
            Wdl::Win => 1.0,
            Wdl::Draw => 0.5,
            Wdl::Loss => 0.0,
        };
        all[player.index()] = match outcome {
            Outcome::Shares(shares) => {
                let points = shares.points();
                let others = points.iter().map(|&points| f64::from(points)).sum::<f64>()
                    - f64::from(outcome.utility(player));
                let mean = others / (points.len().max(2) - 1) as f64;
                let ahead = (f64::from(outcome.utility(player)) - mean) as f32;
                WON * won + (1.0 - WON) * (0.5 + 0.5 * squashed(ahead))
            }
            _ => won,
        };
    }
    all
}

/// What an evaluation is worth to the player for whom it is made: the logistic curve. `scale` is the advantage at which
/// three games in four are won.
pub(super) fn of_score(score: Score, scale: f32) -> f32 {
    /// The logistic curve is at three quarters here.
    const THREE_QUARTERS: f32 = 1.098_612_3;
    match score.raw() {
        _ if score.is_win() => 1.0,
        _ if score.is_loss() => 0.0,
        raw => 1.0 / (1.0 + (-THREE_QUARTERS * raw as f32 / scale).exp()),
    }
}

/// The evaluation that is worth so much.
pub(super) fn to_score(worth: f32, scale: f32) -> Score {
    const THREE_QUARTERS: f32 = 1.098_612_3;
    /// So near to 0 and 1 a worth is told apart: about ten times the scale.
    const EDGE: f32 = 1e-5;
    let worth = worth.clamp(EDGE, 1.0 - EDGE);
    Score::evaluation(((worth / (1.0 - worth)).ln() / THREE_QUARTERS * scale) as i32)
}

/// A proven result: with two players an exact value for the first player, with more who wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof(i32);

impl Proof {
    /// The number of no proof.
    const NONE: i32 = i32::MIN;
    /// Nobody wins, among more than two.
    const NOBODY: i32 = MOST_PLAYERS as i32;

    /// The number under which a proof, or none, is kept.
    pub fn raw(proof: Option<Proof>) -> i32 {
        proof.map_or(Proof::NONE, |proof| proof.0)
    }

    /// The proof of a number.
    pub fn from_raw(raw: i32) -> Option<Proof> {
        (raw != Proof::NONE).then_some(Proof(raw))
    }

    /// What an outcome proves; points of more than two players prove nothing.
    pub fn of_outcome(outcome: Outcome, players: u8) -> Option<Proof> {
        match outcome {
            _ if players == 2 => Some(Proof(outcome.score(Player::FIRST).raw())),
            Outcome::Win(winner) => Some(Proof(i32::from(winner.0))),
            Outcome::Draw => Some(Proof(Proof::NOBODY)),
            Outcome::Margin(_) | Outcome::Shares(_) => None,
        }
    }

    /// A value for the player to move among two.
    pub fn of_score(score: Score, mover: Player) -> Proof {
        Proof(if mover == Player::FIRST { score.raw() } else { -score.raw() })
    }

    /// The value for a player of two.
    pub fn score(self, player: Player) -> Score {
        let score = Score::from_raw(self.0).unwrap_or(Score::DRAW);
        if player == Player::FIRST { score } else { -score }
    }

    /// The value for a player of more than two.
    fn score_of_many(self, player: Player) -> Score {
        match self.0 {
            Proof::NOBODY => Score::DRAW,
            winner if winner == i32::from(player.0) => Score::win_in(0),
            _ => Score::loss_in(0),
        }
    }

    /// The value for a player. With more than two players wins have no distance.
    pub fn score_for(self, player: Player, players: u8) -> Score {
        if players == 2 { self.score(player) } else { self.score_of_many(player) }
    }

    /// The same one ply nearer to the root.
    #[must_use]
    pub fn up(self, players: u8) -> Proof {
        if players == 2 { Proof(self.score(Player::FIRST).up().raw()) } else { self }
    }

    /// What it is worth to everybody.
    pub fn worth(self, players: u8) -> Utilities {
        if players > 2 {
            let winner = u8::try_from(self.0).ok().filter(|&winner| winner < players);
            return of_outcome(winner.map_or(Outcome::Draw, |winner| Outcome::Win(Player(winner))), players);
        }
        let score = self.score(Player::FIRST);
        of_first(match score.distance() {
            Some(_) if score.is_win() => 1.0,
            Some(_) => 0.0,
            None => margin(score.raw() as f32 / Score::POINT as f32),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_ordered_by_who_won_then_by_how_much() {
        let worth = |outcome| of_outcome(outcome, 2)[0];
        let margins = [-50, -1, 0, 1, 2, 64].map(|points| worth(Outcome::Margin(points)));
        assert!(margins.is_sorted() && margins[2] == 0.5, "{margins:?}");
        assert!(margins[1] < 0.1 && margins[3] > 0.9);
        assert_eq!(of_outcome(Outcome::Win(Player::SECOND), 2)[..2], [0.0, 1.0]);
        let three = of_outcome(Outcome::shares([5, 2, 1]), 3);
        assert!(three[0] > 0.9 && three[1] < 0.1 && three[1] > three[2], "{three:?}");
    }

    #[test]
    fn evaluations_lead_to_expected_results_and_back() {
        assert_eq!(of_score(Score::DRAW, 100.0), 0.5);
        assert!((of_score(Score::evaluation(100), 100.0) - 0.75).abs() < 1e-6);
        for hundredths in [-300, -20, 0, 70, 400] {
            let back = to_score(of_score(Score::evaluation(hundredths), 150.0), 150.0).raw();
            assert!((back - hundredths).abs() <= 1, "{hundredths} {back}");
        }
        assert_eq!(of_score(Score::win_in(3), 100.0), 1.0);
        assert!(!to_score(1.0, 100.0).is_decided());
    }

    #[test]
    fn proofs_keep_their_values() {
        let proof = Proof::of_outcome(Outcome::Margin(-3), 2).unwrap();
        assert_eq!(
            (proof.score(Player::FIRST), proof.score(Player::SECOND)),
            (Score::points(-3), Score::points(3))
        );
        let win = Proof::of_outcome(Outcome::Win(Player::SECOND), 2).unwrap().up(2);
        assert_eq!((win.score(Player::SECOND), win.worth(2)[1]), (Score::win_in(1), 1.0));
        let third = Proof::of_outcome(Outcome::Win(Player(2)), 3).unwrap();
        assert_eq!(
            (third.score_for(Player(2), 3), third.score_for(Player(0), 3)),
            (Score::win_in(0), Score::loss_in(0))
        );
        assert_eq!(Proof::of_outcome(Outcome::Draw, 3).unwrap().worth(3)[..3], [0.5; 3]);
        assert_eq!(Proof::from_raw(Proof::raw(None)), None);
        assert_eq!(Proof::from_raw(Proof::raw(Some(third))), Some(third));
    }
}
