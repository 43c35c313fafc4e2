//! Samuel's series for checkers, in plain data.

use plybook_games::checkers::Checkers;
use plybook_games::{Visitor, with_game};
use plybook_kernel::{HasInfo, ListedGame, Rated, ReadError};
use plybook_learn::samuel::{
    Contestant, GameRecord, KIND, Series, Settings, Statistics, Tally, Verdict, contest, from_file,
    statistics, to_file,
};
use serde::Serialize;
use std::any::Any;
use std::fmt::Write;

/// The leading terms of Samuel's program after 42 games, with their signs.
pub const SAMUELS_TERMS: [(&str, bool); 12] = [
    ("MOC 2", false),
    ("KCENT", true),
    ("MOC 4", false),
    ("MODE 3", false),
    ("DEMMO", false),
    ("MOVE", true),
    ("ADV", false),
    ("MODE 2", false),
    ("BACK", false),
    ("CNTR", true),
    ("THRET", true),
    ("MOC 3", true),
];

/// A term of the polynomial.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LearntTerm {
    /// Its name.
    pub name: &'static str,
    /// The correlation of its sign with that of delta.
    pub correlation: f64,
    /// Its coefficient, a power of two with a sign.
    pub coefficient: i64,
    /// How often it was adjusted.
    pub uses: u32,
}

/// A series of games of Alpha against Beta.
#[derive(Clone, Debug)]
pub struct SamuelSeries {
    game: Checkers,
    full_name: String,
    series: Series,
}

/// The game of a name, if it is checkers.
fn checkers(name: &str) -> Result<Checkers, ReadError> {
    struct Open;
    impl Visitor for Open {
        type Output = Result<Checkers, String>;
        fn visit<G: ListedGame>(self, game: G) -> Self::Output {
            let full_name = game.full_name();
            (Box::new(game) as Box<dyn Any>).downcast().map(|game| *game).map_err(|_| full_name)
        }
    }
    with_game(name, Open)?.map_err(|name| not_checkers(&name))
}

fn not_checkers(name: &str) -> ReadError {
    let remedy = "Samuel's program plays checkers: choose `checkers`";
    ReadError::new("game", name, "it has none of Samuel's terms", remedy)
}

impl SamuelSeries {
    /// A new series.
    ///
    /// # Errors
    /// There is no such game, or it is not checkers.
    pub fn new(game: &str, settings: Settings) -> Result<SamuelSeries, ReadError> {
        let game = checkers(game)?;
        Ok(SamuelSeries { game, full_name: game.full_name(), series: Series::new(&game, settings) })
    }

    /// The series of a file's contents, to go on with it.
    ///
    /// # Errors
    /// The game is not checkers, or the contents are damaged or of other rules.
    pub fn resume(game: &str, bytes: &[u8]) -> Result<SamuelSeries, ReadError> {
        let game = checkers(game)?;
        let refuse = |why: String, remedy: String| ReadError::new("series", &game.full_name(), why, remedy);
        let (full_name, series) = from_file(&game, &game.info().name, bytes).map_err(|error| {
            refuse(error.to_string(), "name a file that `plybook learn` wrote".to_owned())
        })?;
        if full_name != game.full_name() {
            return Err(refuse(format!("it is a series of {full_name}"), format!("learn {full_name}")));
        }
        Ok(SamuelSeries { game, full_name, series })
    }

    /// Plays the next game.
    pub fn play(&mut self) {
        self.series.play(&self.game);
    }

    /// The games so far.
    #[must_use]
    pub fn games(&self) -> &[GameRecord] {
        &self.series.games
    }

    /// How it learns.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.series.settings
    }

    /// The figures that Samuel reports.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        statistics(&self.series.games)
    }

    /// The game's full name.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.full_name
    }

    /// Alpha's polynomial, the largest correlation first.
    #[must_use]
    pub fn polynomial(&self) -> Vec<LearntTerm> {
        let coefficients = self.series.coefficients(&self.game);
        let mut terms: Vec<LearntTerm> = self
            .series
            .alpha
            .active
            .iter()
            .map(|active| LearntTerm {
                name: self.game.rated_terms()[active.term].name,
                correlation: active.correlation,
                coefficient: coefficients[active.term],
                uses: active.uses,
            })
            .collect();
        terms.sort_by(|a, b| b.correlation.abs().total_cmp(&a.correlation.abs()));
        terms
    }

    /// How many of the leading twelve are among Samuel's leading twelve, and how many of these have his sign.
    #[must_use]
    pub fn overlap(&self) -> [usize; 2] {
        let leading = self.polynomial();
        let shared = leading.iter().take(SAMUELS_TERMS.len()).filter_map(|term| {
            let his = SAMUELS_TERMS.iter().find(|(name, _)| *name == term.name)?;
            Some(his.1 == (term.coefficient > 0))
        });
        let same_sign: Vec<bool> = shared.collect();
        [same_sign.len(), same_sign.iter().filter(|&&same| same).count()]
    }

    /// The contents of a file from which the series goes on, and with whose polynomial the engine can evaluate.
    #[must_use]
    pub fn to_file(&self) -> Vec<u8> {
        to_file(&self.game, &self.game.info().name, &self.full_name, &self.series)
    }

    /// The active terms after every game, one a line: game, result, side of Alpha, place, term, correlation, coefficient.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut csv = "game,winner,alpha,place,term,correlation,coefficient\n".to_owned();
        for (number, game) in self.series.games.iter().enumerate() {
            let winner = match game.verdict {
                Verdict::Alpha => "alpha",
                Verdict::Beta => "beta",
                Verdict::Even => "",
            };
            let side = if game.alpha.index() == 0 { "black" } else { "white" };
            for (place, standing) in game.standings.iter().enumerate() {
                let name = self.game.rated_terms()[standing.term].name;
                let (game, place) = (number + 1, place + 1);
                // Writing to a string cannot fail.
                let _ = writeln!(
                    csv,
                    "{game},{winner},{side},{place},{name},{:.6},{}",
                    standing.correlation, standing.coefficient
                );
            }
        }
        csv
    }

    /// Lets Alpha's polynomial play the one that the series began with, at the series' own search, from openings of
    /// so many random plies; `progress` is told how many games are done.
    pub fn against_start(&self, games: usize, opening: u32, progress: &mut dyn FnMut(usize)) -> Tally {
        let start = Series::new(&self.game, self.series.settings);
        let mut pair = [&self.series, &start].map(|series| Contestant::new(series.coefficients(&self.game)));
        contest(&self.game, &self.series.settings, &mut pair, games, opening, progress)
    }
}

/// Whether a file's contents are those of a series.
pub(crate) fn is_series(bytes: &[u8]) -> bool {
    bytes.starts_with(KIND)
}

/// The evaluator with Alpha's polynomial from a file's contents.
pub(crate) fn evaluator_of<G: ListedGame>(game: &G, bytes: &[u8]) -> Result<G::Evaluator, String> {
    let none = || format!("it is a polynomial for checkers, and this is {}", game.full_name());
    let checkers = (game as &dyn Any).downcast_ref::<Checkers>().ok_or_else(none)?;
    let (_, series) = from_file(checkers, &checkers.info().name, bytes).map_err(|error| error.to_string())?;
    let coefficients: Vec<i32> = series.coefficients(checkers).iter().map(|&size| size as i32).collect();
    game.evaluator_weighted("samuel", &coefficients).ok_or_else(none)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(games: usize) -> SamuelSeries {
        let mut settings = Settings::first_series(1);
        settings.plies.least = 1;
        let mut series = SamuelSeries::new("checkers", settings).unwrap();
        (0..games).for_each(|_| series.play());
        series
    }

    #[test]
    fn a_series_goes_on_from_its_file() {
        let mut begun = series(3);
        let mut again = SamuelSeries::resume("checkers", &begun.to_file()).unwrap();
        begun.play();
        again.play();
        assert_eq!(begun.to_file(), again.to_file());
        assert_eq!(begun.to_csv().lines().count(), 1 + 4 * 16);
        assert!(begun.overlap()[1] <= begun.overlap()[0] && begun.overlap()[0] <= 12);
    }

    #[test]
    fn other_games_and_other_files_are_refused() {
        let file = series(0).to_file();
        let error = |result: Result<SamuelSeries, ReadError>| result.unwrap_err().to_string();
        assert!(error(SamuelSeries::new("chess", Settings::first_series(1))).contains("checkers"));
        assert!(error(SamuelSeries::resume("checkers:limit=5", &file)).contains("a series of checkers"));
        assert!(error(SamuelSeries::resume("checkers", b"nonsense")).contains("another kind"));
        let mut damaged = file.clone();
        damaged[100] ^= 1;
        assert!(error(SamuelSeries::resume("checkers", &damaged)).contains("damaged"));
        assert!(evaluator_of(&checkers("checkers").unwrap(), &file).is_ok());
        assert!(evaluator_of(&checkers("checkers").unwrap(), &damaged).unwrap_err().contains("damaged"));
    }
}
