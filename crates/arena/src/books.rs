//! The opening books of a tournament: frozen when it begins, taught when it is over.
//!
//! The frozen books lie in a file of their own as long as the tournament lasts, so that a run that goes on after an
//! interruption plays from the same books as the one before, whatever happened to the books meanwhile.

use crate::config::Config;
use crate::scoring::ScoredGame;
use plybook_agent::book::{BookCache, BookJobError, BookSetting, find_book, lessons};
use plybook_catalog::AnyGame;
use plybook_store::book::{load_snapshot, remove_snapshot, save_snapshot};
use plybook_store::database::StoredGame;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a tournament's books cannot be used.
#[derive(Debug, Error)]
pub enum BooksError {
    /// A book is not in order.
    #[error(transparent)]
    Book(#[from] BookJobError),
    /// Games were played from frozen books that are gone.
    #[error(
        "the frozen books {} of this tournament are gone, and games were played from them; put the file back, or \
         start anew with --again", .0.display()
    )]
    Gone(PathBuf),
}

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// No game is kept.
    New,
    /// Some games are kept.
    Begun,
    /// It is over.
    Over,
}

/// What a book learnt from a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LearntFrom {
    /// The book, as the players named it.
    pub book: String,
    /// Games that were new to it.
    pub games: usize,
}

/// The books of a tournament's players.
#[derive(Debug)]
pub struct TournamentBooks<'a> {
    /// The frozen books.
    pub case: BookCache,
    wanted: Vec<&'a BookSetting>,
    file: PathBuf,
}

impl<'a> TournamentBooks<'a> {
    /// The books as they were when the tournament began; `file` keeps them until it is over.
    ///
    /// # Errors
    /// A player's book cannot be used, or the frozen books cannot be read, written, or are gone.
    pub fn open(
        config: &'a Config,
        game: &dyn AnyGame,
        file: &Path,
        progress: Progress,
    ) -> Result<TournamentBooks<'a>, BooksError> {
        let wanted: Vec<&BookSetting> =
            config.agents.iter().filter_map(|entrant| entrant.spec.wanted_book()).collect();
        let mut books = TournamentBooks { case: BookCache::default(), wanted, file: file.to_owned() };
        if books.wanted.is_empty() || progress == Progress::Over {
            return Ok(books);
        }
        let start = game.session(None).map_err(BookJobError::from)?.key();
        let kept = load_snapshot(file, &game.full_name(), start).map_err(BookJobError::from)?;
        books.case = match (kept, progress) {
            (Some(kept), Progress::Begun) => kept.into(),
            (None, Progress::Begun) => return Err(BooksError::Gone(file.to_owned())),
            _ => {
                let case = BookCache::freeze(game, books.wanted.iter().copied())?;
                save_snapshot(file, &game.full_name(), start, &case.snapshot())
                    .map_err(BookJobError::from)?;
                case
            }
        };
        Ok(books)
    }

    /// Teaches the books the games of a finished tournament, in their order, and lets the frozen ones go. A game that
    /// a book learnt before is not learnt again, so that this may be done twice. Gives what each book learnt.
    ///
    /// # Errors
    /// A book cannot be read or written. What the books before it learnt they keep.
    pub fn learn(
        &self,
        game: &dyn AnyGame,
        scored: &[ScoredGame],
        stored: &[StoredGame],
    ) -> Result<Vec<LearntFrom>, BookJobError> {
        let counts: BTreeSet<i64> = scored.iter().map(|one| i64::from(one.assignment.number)).collect();
        let mut games: Vec<StoredGame> =
            stored.iter().filter(|game| counts.contains(&game.number)).cloned().collect();
        games.sort_by_key(|game| game.number);
        let mut learnt: Vec<LearntFrom> = Vec::new();
        for wanted in self.wanted.iter().filter(|wanted| wanted.learns) {
            let label = wanted.label();
            if learnt.iter().any(|other| other.book == label) {
                continue;
            }
            let games = match find_book(&wanted.path()?, game, &wanted.name)? {
                Some(mut book) => {
                    let lessons = lessons(game, &book, &games)?;
                    book.learn(&lessons)?
                }
                // It was removed while the tournament was played: there is nothing to teach.
                None => 0,
            };
            learnt.push(LearntFrom { book: label, games });
        }
        remove_snapshot(&self.file)?;
        Ok(learnt)
    }
}
