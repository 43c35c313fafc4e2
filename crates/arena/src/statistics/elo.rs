//! Elo differences with their intervals.

use super::normal::{below, student};
use super::sample::Sample;
use serde::Serialize;

/// Elo points for a factor of ten in the odds.
const SCALE: f64 = 400.0;
/// Share of an interval that lies below its upper end: intervals hold 95 %.
const UPPER: f64 = 0.975;

/// The Elo difference at which this share of points is expected; infinite at 0 and 1.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    SCALE * (score / (1.0 - score)).log10()
}

/// The share of points that is expected at this Elo difference.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / SCALE))
}

/// What a sample says about the strength of a player beside its opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// The share of points, 0 to 1.
    pub score: f64,
    /// Its interval of 95 %.
    pub score_interval: [f64; 2],
    /// The Elo difference; infinite where every point or none was won.
    #[serde(serialize_with = "finite")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub elo: f64,
    /// Its interval of 95 %; open ends are infinite.
    #[serde(serialize_with = "finite_both")]
    #[cfg_attr(feature = "schema", schemars(with = "[Option<f64>; 2]"))]
    pub elo_interval: [f64; 2],
    /// How likely it is that the player is the stronger one.
    pub superiority: f64,
}

fn finite<S: serde::Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    number.is_finite().then_some(*number).serialize(serializer)
}

fn finite_both<S: serde::Serializer>(numbers: &[f64; 2], serializer: S) -> Result<S::Ok, S::Error> {
    numbers.map(|number| number.is_finite().then_some(number)).serialize(serializer)
}

impl Estimate {
    /// What a sample says; nothing if it is empty.
    #[must_use]
    pub fn of(sample: &Sample) -> Option<Estimate> {
        let count = sample.count() as f64;
        if count == 0.0 {
            return None;
        }
        let score = sample.mean();
        let error = (sample.variance() / count).sqrt();
        let [low, high] = if error > 0.0 {
            let reach = student(UPPER, count - 1.0) * error;
            [score - reach, score + reach]
        } else {
            // All observations alike: what was never seen in so many has at most this probability.
            let unseen = 1.0 - (1.0 - UPPER).powf(1.0 / count);
            [score * (1.0 - unseen), score + (1.0 - score) * unseen]
        };
        let score_interval = [low.clamp(0.0, 1.0), high.clamp(0.0, 1.0)];
        let superiority = match error > 0.0 {
            true => below((score - 0.5) / error),
            // All observations on one side: if every share of such observations was equally likely before, it is more
            // than a half with all but this probability.
            false if score > 0.5 => 1.0 - 0.5f64.powf(count + 1.0),
            false if score < 0.5 => 0.5f64.powf(count + 1.0),
            false => 0.5,
        };
        Some(Estimate {
            score,
            score_interval,
            elo: elo_of(score),
            elo_interval: score_interval.map(elo_of),
            superiority,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_elo_lead_to_each_other() {
        for (score, elo) in [(0.5, 0.0), (0.64, 99.95), (0.76, 200.24), (10.0 / 11.0, 400.0)] {
            assert!((elo_of(score) - elo).abs() < 0.01, "{score}");
            assert!((score_of(elo) - score).abs() < 1e-4, "{elo}");
        }
    }

    #[test]
    fn estimates_by_hand() {
        // 10 pairs at 1/2, 5 at 3/4, 5 at 1/4: mean 1/2, variance 10/16/19, error sqrt(10/16/19/20).
        let even = Estimate::of(&Sample::Pairs([0, 5, 10, 5, 0])).unwrap();
        let reach = 2.093 * (10.0_f64 / 16.0 / 19.0 / 20.0).sqrt();
        assert!((even.score - 0.5).abs() < 1e-12 && (even.superiority - 0.5).abs() < 1e-12);
        assert!((even.score_interval[1] - 0.5 - reach).abs() < 1e-3, "{even:?}");
        assert_eq!(Estimate::of(&Sample::Pairs([0; 5])), None);
        let all = Estimate::of(&Sample::Pairs([0, 0, 0, 0, 10])).unwrap();
        assert_eq!((all.elo, all.elo_interval[1]), (f64::INFINITY, f64::INFINITY));
        // In ten pairs a chance of 31 % to do worse could have stayed unseen.
        assert!((all.score_interval[0] - 0.025_f64.powf(0.1)).abs() < 1e-12);
        assert!(all.elo_interval[0] > 100.0 && all.superiority > 0.9);
        let drawn = Estimate::of(&Sample::Pairs([0, 0, 50, 0, 0])).unwrap();
        assert!(drawn.elo == 0.0 && drawn.elo_interval[0] < 0.0 && drawn.elo_interval[1] > 0.0);
    }

    #[test]
    fn a_match_without_spread_is_as_clear_as_it_is_long() {
        // 0-24: twelve pairs without a point.
        let lost = Estimate::of(&Sample::Pairs([12, 0, 0, 0, 0])).unwrap();
        assert!((lost.superiority - 0.5f64.powi(13)).abs() < 1e-12, "{lost:?}");
        let won = Estimate::of(&Sample::Pairs([0, 0, 0, 0, 12])).unwrap();
        assert!((won.superiority + lost.superiority - 1.0).abs() < 1e-12);
        // As clear as a match with a little spread on the same side, not weaker.
        let nearly = Estimate::of(&Sample::Pairs([11, 1, 0, 0, 0])).unwrap();
        assert!(nearly.superiority < 1e-3 && lost.superiority < 1e-3, "{nearly:?}");
        let one = Estimate::of(&Sample::Games([1, 0, 0])).unwrap();
        assert_eq!(one.superiority, 0.25);
    }

    #[test]
    fn pairs_take_the_opening_out() {
        // Whoever moves first wins: as games that is noise, as pairs it is none.
        let games = Estimate::of(&Sample::Games([50, 0, 50])).unwrap();
        let pairs = Estimate::of(&Sample::Pairs([0, 1, 48, 1, 0])).unwrap();
        let width = |estimate: Estimate| estimate.score_interval[1] - estimate.score_interval[0];
        assert!(width(pairs) < width(games) / 4.0);
    }
}
