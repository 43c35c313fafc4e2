//! The ratings of a tournament's players in its course.

use plybook_arena::config::Config;
use plybook_arena::report::Report;
use plybook_arena::scoring::ScoredGame;
use schemars::JsonSchema;
use serde::Serialize;

/// The ratings after so many games.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RatingPoint {
    /// Games of the schedule so far.
    games: usize,
    /// Each player's Elo relative to the mean of all, by their numbers; none before its first game.
    elo: Vec<Option<f64>>,
}

/// The ratings at moments that lie the further apart the more games there were: about 60 in 10,000 games. They follow from
/// the first games of the schedule alone, so that each is reckoned once.
#[derive(Clone, Debug, Default)]
pub struct RatingCourse {
    points: Vec<RatingPoint>,
}

impl RatingCourse {
    /// The ratings so far.
    pub fn points(&self) -> &[RatingPoint] {
        &self.points
    }

    /// Reckons the moments that have come meanwhile.
    pub fn follow(&mut self, config: &Config, scored: &[ScoredGame]) {
        let players = config.agents.len();
        loop {
            let last = self.points.last().map_or(0, |point| point.games);
            let games = last + (last / 8).max(players);
            let Some(first) = scored.get(..games) else { return };
            let mut elo = vec![None; players];
            for standing in Report::new(config, first).standings {
                if standing.games > 0
                    && let Some(place) = elo.get_mut(standing.player)
                {
                    *place = Some(standing.rating.elo);
                }
            }
            self.points.push(RatingPoint { games, elo });
        }
    }
}
