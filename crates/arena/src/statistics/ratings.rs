//! Ratings of all players of a tournament from who beat whom.
//!
//! The ratings are those that make the results likeliest when a player's expected share of points follows from the
//! difference by Elo's formula; a draw counts as half a win. Each player also drew one imagined pair of games with
//! an average one, so that nobody's rating is infinite.

use super::elo::score_of;
use serde::Serialize;

/// Imagined drawn games of each player with an average one.
const IMAGINED: f64 = 2.0;
/// Rounds of the improvement, and the change in Elo that is small enough to end it.
const ROUNDS: u32 = 500;
const SMALL: f64 = 1e-7;
/// Elo points in a natural logarithm of the odds: 400 / ln 10.
const UNIT: f64 = 173.717_792_761_248_37;
/// Standard errors on each side that hold 95 %.
const REACH: f64 = 1.959_964;

/// The rating of a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rating {
    /// Elo relative to the mean of all players.
    pub elo: f64,
    /// Half the width of its interval of 95 %.
    pub error: f64,
}

/// The ratings of players. `points[a][b]` are the points that `a` made against `b`.
#[must_use]
pub fn ratings(points: &[Vec<f64>]) -> Vec<Rating> {
    let players = points.len();
    let games = |a: usize, b: usize| points[a][b] + points[b][a];
    let mut elo = vec![0.0; players];
    for _ in 0..ROUNDS {
        let mut largest: f64 = 0.0;
        for player in 0..players {
            // One step of Newton's method for this player's rating, the others held.
            let mut surplus = IMAGINED * (0.5 - score_of(elo[player]));
            let mut information = IMAGINED * spread(elo[player]);
            for other in (0..players).filter(|&other| other != player) {
                let distance = elo[player] - elo[other];
                surplus += points[player][other] - games(player, other) * score_of(distance);
                information += games(player, other) * spread(distance);
            }
            let step = (UNIT * surplus / information).clamp(-200.0, 200.0);
            elo[player] += step;
            largest = largest.max(step.abs());
        }
        if largest < SMALL {
            break;
        }
    }
    let mean = elo.iter().sum::<f64>() / players.max(1) as f64;
    let error = |player: usize| {
        let others = (0..players).filter(|&other| other != player);
        let real: f64 = others.map(|other| games(player, other) * spread(elo[player] - elo[other])).sum();
        REACH * UNIT / (real + IMAGINED * spread(elo[player])).sqrt()
    };
    (0..players).map(|player| Rating { elo: elo[player] - mean, error: error(player) }).collect()
}

/// The variance of a game without draws at this Elo difference.
fn spread(elo: f64) -> f64 {
    let score = score_of(elo);
    (score * (1.0 - score)).max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_explain_results() {
        // 640 of 1000 points are about 100 Elo.
        let pair = ratings(&[vec![0.0, 640.0], vec![360.0, 0.0]]);
        assert!((pair[0].elo - pair[1].elo - 100.0).abs() < 1.0, "{pair:?}");
        let three = ratings(&[vec![0.0, 640.0, 760.0], vec![360.0, 0.0, 640.0], vec![240.0, 360.0, 0.0]]);
        assert!((three[0].elo - 100.0).abs() < 1.5 && three[1].elo.abs() < 1.5, "{three:?}");
        let fewer = ratings(&[vec![0.0, 6.4], vec![3.6, 0.0]]);
        assert!(fewer[0].error > 5.0 * pair[0].error);
    }

    #[test]
    fn nobody_is_infinitely_strong() {
        let swept = ratings(&[vec![0.0, 10.0, 10.0], vec![0.0, 0.0, 10.0], vec![0.0, 0.0, 0.0]]);
        assert!(swept.iter().all(|rating| rating.elo.is_finite() && rating.error.is_finite()));
        assert!(swept[0].elo > swept[1].elo && swept[1].elo > swept[2].elo);
        assert!(ratings(&[]).is_empty());
        assert_eq!(ratings(&[vec![0.0]])[0].elo, 0.0);
    }
}
