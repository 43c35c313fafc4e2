//! Samuel's learner: "Some Studies in Machine Learning Using the Game of Checkers", IBM Journal of Research and
//! Development 3 (1959). It works for any game that is `Rated`.

mod book_test;
mod contest;
mod file;
mod play;
mod polynomial;
mod rote;
mod rote_learner;
mod search;
mod series;
mod settings;
mod statistics;
#[cfg(test)]
mod tests;

pub use book_test::BookTest;
pub use contest::{Contestant, Tally, contest, winning_chances};
pub use file::{FileError, KIND, from_file, to_file};
pub use play::{Played, Turn, play, randomness};
pub use polynomial::{Active, LARGEST_POWER, Polynomial, Weight, divisor};
pub use rote::{Memory, Remembered};
pub use rote_learner::{ROTE_TERMS, RoteConfig, RoteLearner, RotePlayer};
pub use search::{Backed, PIECE, Search, WIN, piece_advantage};
pub use series::{GameRecord, Series, Standing, Verdict};
pub use settings::{PlyRules, Ranking, Settings};
pub use statistics::{Statistics, statistics};
