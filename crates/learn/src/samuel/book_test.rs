//! The book test: how a polynomial rates the moves of masters.

use super::search::Search;
use plybook_kernel::Rated;

/// Legal moves rated below and above the moves of a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookTest {
    /// Moves rated lower.
    pub lower: u64,
    /// Moves rated higher.
    pub higher: u64,
}

impl BookTest {
    /// (L - H) / (L + H): 1 if the book's moves are rated best throughout, -1 if worst; `None` if no move was rated
    /// lower or higher.
    #[must_use]
    pub fn correlation(self) -> Option<f64> {
        let all = self.lower + self.higher;
        (all > 0).then(|| (self.lower as f64 - self.higher as f64) / all as f64)
    }

    /// Rates all moves of a board beside the book's.
    pub fn meet<G: Rated>(
        &mut self,
        search: &mut Search<'_, G>,
        at: &G::Position,
        moves: &[G::Move],
        book: G::Move,
    ) {
        let scores = search.rate(at, moves);
        let Some(place) = moves.iter().position(|&mv| mv == book) else { return };
        self.lower += scores.iter().filter(|&&score| score < scores[place]).count() as u64;
        self.higher += scores.iter().filter(|&&score| score > scores[place]).count() as u64;
    }
}
