//! What positions are worth to each player, as numbers that can be averaged.

use plybook_kernel::{Evaluator, Game, MOST_PLAYERS, Outcome, Player, Score};

/// What a position is worth to each player.
pub type Utilities = [f64; MOST_PLAYERS];

/// Plies by which early wins are told from late ones.
const TOLD_APART: u32 = 1_000;

/// How outcomes and evaluations become numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UtilityModel {
    /// Hundredths of a point. No value lies outside of `least` and `most`; wins and losses are the ends, less one for
    /// each ply up to them. `sum` is what all players have together at most, if that is bounded.
    Points {
        /// The smallest value.
        least: f64,
        /// The largest value.
        most: f64,
        /// The largest sum of all players' values.
        sum: Option<f64>,
    },
    /// Shares of the whole: they sum to one at most. A win is nearly all of it, a draw the same for all, and an
    /// evaluation is a share by its advantage over the others'; `scale` is the advantage in hundredths of a point at
    /// which two players share one to three.
    Shares {
        /// The advantage that is worth three times as much.
        scale: f64,
    },
}

impl UtilityModel {
    /// What is right for a game of two with chance: two hundred points at most.
    pub const TWO: UtilityModel = UtilityModel::Points { least: -20_000.0, most: 20_000.0, sum: Some(0.0) };

    /// The smallest and the largest value.
    #[must_use]
    pub const fn range(&self) -> (f64, f64) {
        match *self {
            UtilityModel::Points { least, most, .. } => (least, most),
            UtilityModel::Shares { .. } => (0.0, 1.0),
        }
    }

    /// What all have together at most, if that is bounded.
    #[must_use]
    pub const fn sum(&self) -> Option<f64> {
        match *self {
            UtilityModel::Points { sum, .. } => sum,
            UtilityModel::Shares { .. } => Some(1.0),
        }
    }

    /// What an end of the game after so many plies is worth.
    #[must_use]
    pub fn of_outcome(&self, outcome: Outcome, players: u8, ply: u32) -> Utilities {
        let late = f64::from(ply.min(TOLD_APART));
        let mut worth = [0.0; MOST_PLAYERS];
        for player in Player::all(players) {
            worth[player.index()] = match *self {
                UtilityModel::Points { least, most, .. } => match outcome.score(player) {
                    score if score.is_win() => most - late,
                    score if score.is_loss() => least + late,
                    score => f64::from(score.raw()).clamp(least, most),
                },
                UtilityModel::Shares { .. } => match outcome {
                    Outcome::Win(winner) => f64::from(u8::from(winner == player)) * (1.0 - late * 1e-4),
                    Outcome::Draw => 1.0 / f64::from(players),
                    _ => f64::from(outcome.utility(player)),
                },
            };
        }
        if let UtilityModel::Shares { scale } = self
            && matches!(outcome, Outcome::Margin(_) | Outcome::Shares(_))
        {
            worth.iter_mut().for_each(|points| *points *= f64::from(Score::POINT));
            share(&mut worth[..usize::from(players)], *scale);
        }
        worth
    }

    /// What a position whose game goes on is worth by its static evaluation.
    pub(super) fn evaluate<G: Game, E: Evaluator<G>>(
        &self,
        game: &G,
        evaluator: &E,
        at: &G::Position,
    ) -> Utilities {
        let players = game.players();
        let accumulator = evaluator.accumulate(game, at);
        let mut worth = [0.0; MOST_PLAYERS];
        for player in Player::all(players) {
            worth[player.index()] = evaluator.utility_for(game, at, &accumulator, player);
        }
        match *self {
            UtilityModel::Points { least, most, .. } => {
                worth.iter_mut().for_each(|value| *value = value.clamp(least, most));
            }
            UtilityModel::Shares { scale } => share(&mut worth[..usize::from(players)], scale),
        }
        worth
    }

    /// The score for a value. Only values without a horizon or chance below them are wins and losses; whether there are
    /// such, the caller knows.
    #[must_use]
    pub fn to_score(&self, worth: f64, players: u8, decided: bool) -> Score {
        let late = |distance: f64| distance.round().clamp(0.0, f64::from(TOLD_APART)) as u32;
        match *self {
            UtilityModel::Points { most, .. } if decided && worth >= most - f64::from(TOLD_APART) => {
                Score::win_in(late(most - worth))
            }
            UtilityModel::Points { least, .. } if decided && worth <= least + f64::from(TOLD_APART) => {
                Score::loss_in(late(worth - least))
            }
            UtilityModel::Points { .. } => Score::evaluation(worth.round() as i32),
            UtilityModel::Shares { .. } if decided && worth >= 1.0 - f64::from(TOLD_APART) * 1e-4 => {
                Score::win_in(late((1.0 - worth) * 1e4))
            }
            // The whole is ten points more than nothing.
            UtilityModel::Shares { .. } => Score::evaluation(
                ((worth - 1.0 / f64::from(players)) * 10.0 * f64::from(Score::POINT)).round() as i32,
            ),
        }
    }
}

/// Turns advantages into shares of the whole.
fn share(values: &mut [f64], scale: f64) {
    /// The logarithm of three.
    const THREE: f64 = 1.098_612_288_668_11;
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    values.iter_mut().for_each(|value| *value = ((*value - most) / scale * THREE).exp());
    let sum: f64 = values.iter().sum();
    values.iter_mut().for_each(|value| *value /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_one_and_early_wins_are_larger() {
        let shares = UtilityModel::Shares { scale: 200.0 };
        let win = shares.of_outcome(Outcome::Win(Player(1)), 3, 4);
        assert_eq!((win[0], win[2]), (0.0, 0.0));
        assert!(win[1] > shares.of_outcome(Outcome::Win(Player(1)), 3, 5)[1]);
        assert_eq!(shares.to_score(win[1], 3, true), Score::win_in(4));
        assert!(!shares.to_score(win[1], 3, false).is_decided());
        let points = shares.of_outcome(Outcome::shares([2, 0, 0]), 3, 0);
        assert!((points[..3].iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((points[0] / points[1] - 3.0).abs() < 1e-9, "{points:?}");
        assert_eq!(shares.of_outcome(Outcome::Draw, 4, 0)[3], 0.25);
    }

    #[test]
    fn points_stay_in_their_range() {
        let win = UtilityModel::TWO.of_outcome(Outcome::Win(Player::FIRST), 2, 3);
        assert_eq!(win[..2], [19_997.0, -19_997.0]);
        assert_eq!(UtilityModel::TWO.to_score(win[1], 2, true), Score::loss_in(3));
        assert_eq!(UtilityModel::TWO.to_score(-350.0, 2, true), Score::evaluation(-350));
        assert_eq!(UtilityModel::TWO.of_outcome(Outcome::Margin(-900), 2, 3)[0], -20_000.0);
    }
}
