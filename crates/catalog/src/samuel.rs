//! Samuel's series for checkers, in plain data.

use plybook_games::checkers::Checkers;
use plybook_games::{Visitor, with_game};
use plybook_kernel::{HasInfo, ListedGame, Notation, Rated, ReadError};
use plybook_learn::samuel::{
    Active, Contestant, GameRecord, KIND, LARGEST_POWER, Polynomial, Series, Settings, Statistics, Tally,
    Verdict, contest, from_file, statistics, to_file,
};
use serde::{Deserialize, Serialize};
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

/// Everything that the next game of a series depends on, for somebody who keeps it. The game is checkers with its usual
/// rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SeriesState {
    /// In the manner of which of Samuel's series Alpha learns: 1 or 2.
    pub series: u8,
    /// Decides which terms begin, and chooses among equal moves.
    pub seed: u32,
    /// Games played.
    pub played: u32,
    /// Alpha's active terms.
    pub active: Vec<ActiveTerm>,
    /// The numbers of the terms in reserve; the first enters next.
    pub reserve: Vec<usize>,
    /// Beta's coefficients of all terms.
    pub beta: Vec<i64>,
    /// Alpha's black marks.
    pub black_marks: u32,
    /// Alpha's wins and all games since Beta's polynomial was last considered.
    pub wins: [u32; 2],
    /// Alpha's moves since a term was last replaced.
    pub since_replacement: u32,
}

/// An active term of a series.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ActiveTerm {
    /// Its number in the list of all terms.
    pub term: usize,
    /// The correlation of its sign with that of delta, from -1 to 1.
    pub correlation: f64,
    /// How often it was adjusted.
    pub uses: u32,
    /// How often it was the lowest.
    pub tally: u32,
}

/// A game of a series.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeriesGame {
    /// `alpha`, `beta` or `even`.
    pub winner: &'static str,
    /// The side that Alpha had.
    pub alpha: u8,
    /// Its moves.
    pub moves: Vec<String>,
    /// The positions in which they were played: a game goes on where the usual rules would end it by repetition, so that it
    /// cannot be followed by its moves alone.
    pub positions: Vec<String>,
    /// How often Alpha's correlations were adjusted.
    pub adjustments: u32,
    /// The numbers of the terms that were replaced.
    pub replaced: Vec<usize>,
    /// The numbers of the terms that led.
    pub leaders: Vec<usize>,
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

/// The settings of Samuel's first or second series.
fn settings_of(series: u8, seed: u32) -> Result<Settings, ReadError> {
    match series {
        1 => Ok(Settings::first_series(seed.into())),
        2 => Ok(Settings::second_series(seed.into())),
        other => Err(ReadError::new("series", &other.to_string(), "there are two of them", "take 1 or 2")),
    }
}

fn not_checkers(name: &str) -> ReadError {
    let remedy = "Samuel's program plays checkers: choose `checkers`";
    ReadError::new("game", name, "it has none of Samuel's terms", remedy)
}

impl SamuelSeries {
    /// A new series of checkers in the manner of Samuel's first or second.
    ///
    /// # Errors
    /// There are two of them.
    pub fn numbered(series: u8, seed: u32) -> Result<SamuelSeries, ReadError> {
        SamuelSeries::new("checkers", settings_of(series, seed)?)
    }

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

    /// The series that somebody kept.
    ///
    /// # Errors
    /// It is none that could have come about.
    pub fn of_state(state: &SeriesState) -> Result<SamuelSeries, ReadError> {
        let refuse = |problem: &str| ReadError::new("series", "checkers", problem, "begin a new one");
        let mut made = SamuelSeries::new("checkers", settings_of(state.series, state.seed)?)?;
        let terms = made.game.rated_terms().len();
        let mut all: Vec<usize> = state.active.iter().map(|active| active.term).collect();
        let active = all.len() == made.series.settings.active;
        all.extend(&state.reserve);
        all.sort_unstable();
        if !active || !all.into_iter().eq(0..terms) {
            return Err(refuse("its active terms and those in reserve are not all terms"));
        }
        if state.active.iter().any(|active| active.correlation.is_nan() || active.correlation.abs() > 1.0) {
            return Err(refuse("a correlation is not between -1 and 1"));
        }
        let large = |size: &i64| size.unsigned_abs() > 1 << LARGEST_POWER;
        if state.beta.len() != terms || state.beta.iter().any(large) {
            return Err(refuse("Beta's coefficients are not those of all terms"));
        }
        let active = |one: &ActiveTerm| Active {
            term: one.term,
            correlation: one.correlation,
            uses: one.uses,
            tally: one.tally.min(made.series.settings.tallies),
        };
        made.series.alpha = Polynomial {
            active: state.active.iter().map(active).collect(),
            reserve: state.reserve.iter().copied().collect(),
        };
        made.series.beta.clone_from(&state.beta);
        made.series.black_marks = state.black_marks.min(made.series.settings.black_marks);
        made.series.wins = state.wins.map(|games| games.min(made.series.settings.majority_of));
        made.series.since_replacement = state.since_replacement;
        made.series.before = state.played as usize;
        Ok(made)
    }

    /// What somebody has to keep so that the series can go on.
    #[must_use]
    pub fn state(&self) -> SeriesState {
        let Series { settings, alpha, beta, black_marks, wins, since_replacement, games, before } =
            &self.series;
        let active = |one: &Active| ActiveTerm {
            term: one.term,
            correlation: one.correlation,
            uses: one.uses,
            tally: one.tally,
        };
        SeriesState {
            series: if settings.extends_span { 2 } else { 1 },
            seed: u32::try_from(settings.seed).unwrap_or(u32::MAX),
            played: u32::try_from(before + games.len()).unwrap_or(u32::MAX),
            active: alpha.active.iter().map(active).collect(),
            reserve: alpha.reserve.iter().copied().collect(),
            beta: beta.clone(),
            black_marks: *black_marks,
            wins: *wins,
            since_replacement: *since_replacement,
        }
    }

    /// The names of all terms, in the order of their numbers, and the sign that each had among Samuel's leading twelve.
    #[must_use]
    pub fn terms(&self) -> Vec<(&'static str, Option<bool>)> {
        let sign =
            |name: &str| SAMUELS_TERMS.iter().find(|(his, _)| *his == name).map(|(_, positive)| *positive);
        self.game.rated_terms().iter().map(|term| (term.name, sign(term.name))).collect()
    }

    /// Alpha's coefficients of all terms, those in reserve being 0.
    #[must_use]
    pub fn coefficients(&self) -> Vec<i64> {
        self.series.coefficients(&self.game)
    }

    /// Plays the next game and tells how it went.
    pub fn play_shown(&mut self) -> Option<SeriesGame> {
        let (game, mut moves, mut positions) = (self.game, Vec::new(), Vec::new());
        self.series.play_told(&self.game, &mut |at, mv| {
            moves.push(game.move_text(at, mv));
            positions.push(game.text(at));
        });
        let record = self.series.games.last()?;
        Some(SeriesGame {
            winner: match record.verdict {
                Verdict::Alpha => "alpha",
                Verdict::Beta => "beta",
                Verdict::Even => "even",
            },
            alpha: record.alpha.0,
            moves,
            positions,
            adjustments: record.adjustments,
            replaced: record.replaced.clone(),
            leaders: record.leaders.clone(),
        })
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

    /// A series that somebody keeps between its games is the series that was never put away.
    #[test]
    fn a_series_goes_on_from_its_state() {
        for number in [1, 2] {
            let mut whole = SamuelSeries::numbered(number, 3).unwrap();
            let mut state = whole.state();
            for played in 0..3 {
                let mut part = SamuelSeries::of_state(&state).unwrap();
                let game = part.play_shown().unwrap();
                assert_eq!(whole.play_shown(), Some(game.clone()));
                assert_eq!(game.moves.len(), whole.games()[played].plies as usize);
                // Every move leads to the position of the next one.
                for (number, text) in game.moves.iter().enumerate() {
                    let from = Some(game.positions[number].as_str());
                    let mut session = crate::open("checkers").unwrap().session(from).unwrap();
                    session.play(text).unwrap();
                    let next = game.positions.get(number + 1);
                    assert!(next.is_none_or(|next| *next == session.text()), "{text} at {number}");
                }
                state = part.state();
            }
            assert_eq!((&state, state.played), (&whole.state(), 3));
        }
        assert_eq!(
            SamuelSeries::numbered(1, 3).unwrap().terms().iter().filter(|term| term.1.is_some()).count(),
            12
        );
    }

    #[test]
    fn a_state_that_cannot_be_is_refused() {
        let state = SamuelSeries::numbered(2, 3).unwrap().state();
        let refused = |change: &dyn Fn(&mut SeriesState)| {
            let mut state = state.clone();
            change(&mut state);
            SamuelSeries::of_state(&state).unwrap_err().to_string()
        };
        assert!(refused(&|state| state.series = 3).contains("take 1 or 2"));
        assert!(refused(&|state| state.active[0].term = 99).contains("not all terms"));
        assert!(refused(&|state| state.active.truncate(15)).contains("not all terms"));
        assert!(refused(&|state| state.reserve[0] = state.reserve[1]).contains("not all terms"));
        assert!(refused(&|state| state.active[0].correlation = -1.5).contains("correlation"));
        assert!(refused(&|state| state.beta[0] = 1 << 40).contains("Beta"));
        assert!(refused(&|state| state.beta.truncate(37)).contains("Beta"));
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
