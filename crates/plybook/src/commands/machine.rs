//! Whoever plays against the person: the engine at some level or for some time, or a simple player.

use super::analyze::Clock;
use crate::arguments::{Opponent, Play};
use crate::bad_input::BadInput;
use anyhow::Result;
use plybook_agent::book::OpeningBook;
use plybook_catalog::endgame_files::Folder;
use plybook_catalog::{
    Analysis, AnyGame, EngineConfig, Level, LevelPlayer, Limits, NoObserver, Random, Session, SimplePlayer,
    Thinker,
};
use std::sync::Arc;
use std::time::Duration;

/// Deepest search of the engine with a clock, in plies.
const DEEPEST: u32 = 200;

enum Mind {
    Simple(SimplePlayer),
    Level(Box<LevelPlayer>),
    Timed(Box<dyn Thinker>, Duration),
}

/// A player that is not a person.
pub struct Machine {
    mind: Mind,
    random: Random,
    book: Option<OpeningBook>,
}

impl Machine {
    /// Who was asked for; nobody if two people play.
    pub fn new(game: &dyn AnyGame, arguments: &Play) -> Result<Option<Machine>> {
        let option = if arguments.level.is_some() { "--level" } else { "--time" };
        let strength = arguments.level.is_some() || arguments.time.is_some();
        if strength && arguments.opponent != Opponent::Engine {
            let message = format!("{option} is for the engine; leave out {option} or --opponent");
            return Err(BadInput::new(message).into());
        }
        let two = game.player_names().len() == 2;
        let mind = match arguments.opponent {
            Opponent::Human => return Ok(None),
            Opponent::Random => Mind::Simple(SimplePlayer::Random),
            Opponent::OnePly => Mind::Simple(SimplePlayer::OnePly),
            Opponent::Engine if !two && strength => {
                let message = format!("the engine plays games of two players; leave out {option}");
                return Err(BadInput::new(message).into());
            }
            Opponent::Engine if !two => Mind::Simple(SimplePlayer::OnePly),
            Opponent::Engine => match arguments.time {
                Some(time) => Mind::Timed(strongest(game)?, time),
                None => {
                    let level = arguments.level.and_then(Level::new).unwrap_or(Level::USUAL);
                    let player = LevelPlayer::with_endgame(game, level, arguments.seed, Folder::of_user());
                    let player = player.map_err(BadInput::from)?;
                    Mind::Level(Box::new(player))
                }
            },
        };
        let book = match &arguments.book {
            Some(_) if matches!(mind, Mind::Simple(_)) => {
                return Err(BadInput::new("--book is for the engine; leave it out").into());
            }
            Some(file) => {
                let moves = Arc::new(super::book::frozen(game, file.as_deref())?);
                Some(OpeningBook { moves, choice: arguments.book_choice.into() })
            }
            None => None,
        };
        Ok(Some(Machine { mind, random: Random::new(arguments.seed), book }))
    }

    /// The text of the chosen move, and what the engine thought. Chance is left to chance.
    pub fn choose(&mut self, session: &dyn Session) -> Result<(String, Option<Analysis>)> {
        if let Some(entry) = self.book.as_ref().and_then(|book| book.choose(session, &mut self.random)) {
            return Ok((entry.text.clone(), None));
        }
        let simple = match &mut self.mind {
            Mind::Level(player) if session.mover().is_some() => {
                let choice = player.choose(session, &NoObserver).map_err(BadInput::from)?;
                return Ok(
                    choice.map_or_else(Default::default, |choice| (choice.text, Some(choice.analysis)))
                );
            }
            Mind::Timed(thinker, time) if session.mover().is_some() => {
                let analysis = think(&mut **thinker, session, *time)?;
                return Ok((analysis.best().unwrap_or_default().to_owned(), Some(analysis)));
            }
            Mind::Simple(player) if session.mover().is_some() => *player,
            _ => SimplePlayer::Random,
        };
        Ok((simple.choose(session, &mut self.random).unwrap_or_default(), None))
    }

    /// Whether it takes its time, so that a note is due while it thinks.
    pub fn thinks(&self) -> bool {
        !matches!(self.mind, Mind::Simple(_))
    }
}

/// The engine at its strongest.
pub fn strongest(game: &dyn AnyGame) -> Result<Box<dyn Thinker>> {
    let setup = EngineConfig { endgame: Folder::of_user(), ..EngineConfig::default() };
    Ok(game.thinker(&setup).map_err(BadInput::from)?)
}

/// Thinks for some time.
pub fn think(thinker: &mut dyn Thinker, session: &dyn Session, time: Duration) -> Result<Analysis> {
    let depth = session.longest().unwrap_or(DEEPEST).clamp(1, DEEPEST);
    let clock = Clock::new(Some(time));
    Ok(thinker.think(session, &Limits::depth(depth).into(), &clock).map_err(BadInput::from)?)
}
