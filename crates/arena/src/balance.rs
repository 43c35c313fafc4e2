//! How balanced a game is: the engine against itself.

use crate::report::{Report, Summary, first_seat};
use crate::scoring::ScoredGame;
use crate::statistics::{Estimate, Sample};
use plybook_catalog::{AnyGame, ReadError};
use serde::Serialize;

/// What many games of equal players say about a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Balance {
    /// The game's whole name.
    pub game: String,
    /// Games won by whoever moved first, drawn, and won by the other.
    pub results: [u64; 3],
    /// What the results say about moving first: its share of points, and that in Elo.
    pub first_player: Estimate,
    /// The share of draws.
    pub draw_rate: f64,
    /// Length in plies: shortest, mean and longest.
    pub plies: (usize, f64, usize),
    /// Legal moves in a position: fewest, mean and most, over all positions of all games.
    pub branching: (usize, f64, usize),
    /// All games together.
    pub summary: Summary,
}

impl Balance {
    /// The balance that games show; nothing if there are none that count.
    ///
    /// # Errors
    /// A game does not fit the rules.
    pub fn of(
        game: &dyn AnyGame,
        report: &Report,
        scored: &[ScoredGame],
    ) -> Result<Option<Balance>, ReadError> {
        let mut sample = Sample::Games([0; 3]);
        let (mut lengths, mut widths) = (Extent::default(), Extent::default());
        for one in scored.iter().filter(|one| !one.is_void()) {
            first_seat(one).for_each(|halves| sample.add(halves));
            lengths.add(one.record.plies.len());
            let mut session = game.session(one.record.opening.position.as_deref())?;
            for ply in &one.record.plies {
                widths.add(session.move_texts().len());
                session.play(&ply.text)?;
            }
        }
        let Some(first_player) = Estimate::of(&sample) else { return Ok(None) };
        let counts = sample.counts();
        Ok(Some(Balance {
            game: game.full_name(),
            results: [counts[2], counts[1], counts[0]],
            first_player,
            draw_rate: counts[1] as f64 / sample.count() as f64,
            plies: lengths.parts(),
            branching: widths.parts(),
            summary: report.summary.clone(),
        }))
    }
}

/// The least, the mean and the most of some numbers.
#[derive(Default)]
struct Extent {
    least: Option<usize>,
    most: usize,
    sum: usize,
    count: usize,
}

impl Extent {
    fn add(&mut self, number: usize) {
        self.least = Some(self.least.map_or(number, |least| least.min(number)));
        self.most = self.most.max(number);
        self.sum += number;
        self.count += 1;
    }

    fn parts(&self) -> (usize, f64, usize) {
        (self.least.unwrap_or(0), self.sum as f64 / self.count.max(1) as f64, self.most)
    }
}
