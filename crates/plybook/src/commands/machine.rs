//! Whoever plays against the person: the engine at some level or for some time, or a simple player.

use crate::arguments::{Opponent, Play};
use crate::bad_input::BadInput;
use anyhow::Result;
use plybook_agent::book::OpeningBook;
use plybook_agent::{Budget, Chosen, Databases, EngineAgent, EngineSettings, TurnLimits};
use plybook_catalog::{Analysis, AnyGame, DEFAULT_HASH, LearntPlayer, Level, Random, Session, SimplePlayer};
use plybook_store::read_learnt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

enum Player {
    Simple(SimplePlayer),
    /// A machine that has learnt.
    Learnt(Box<dyn LearntPlayer>),
    /// The engine, and the time that it has for a move; none for a level.
    Engine(Box<EngineAgent>, Option<Duration>),
}

/// A player that is not a person.
pub struct Machine {
    player: Player,
    random: Random,
}

impl Machine {
    /// The opponent that was asked for; none if two people play.
    pub fn new(game: &dyn AnyGame, arguments: &Play) -> Result<Option<Machine>> {
        let option = if arguments.level.is_some() { "--level" } else { "--time" };
        let strength = arguments.level.is_some() || arguments.time.is_some();
        if strength && arguments.opponent != Opponent::Engine {
            let message = format!("{option} is for the engine; leave out {option} or --opponent");
            return Err(BadInput::new(message).into());
        }
        if let Some(path) = &arguments.learnt {
            let player = Player::Learnt(learnt(game, path)?);
            return Ok(Some(Machine { player, random: Random::new(arguments.seed) }));
        }
        let simple = match arguments.opponent {
            Opponent::Human => return Ok(None),
            Opponent::Random => Some(SimplePlayer::Random),
            Opponent::OnePly => Some(SimplePlayer::OnePly),
            Opponent::Engine => None,
        };
        let player = match simple {
            Some(_) if arguments.book.is_some() => {
                return Err(BadInput::new("--book is for the engine; leave it out").into());
            }
            Some(simple) => Player::Simple(simple),
            None => Player::Engine(Box::new(engine(game, arguments)?), arguments.time),
        };
        Ok(Some(Machine { player, random: Random::new(arguments.seed) }))
    }

    /// The text of the chosen move, and what the engine thought; an empty text if it resigns.
    pub fn choose(&mut self, session: &dyn Session) -> Result<(String, Option<Analysis>)> {
        let simple = match &mut self.player {
            Player::Engine(engine, time) => {
                let chosen = think(engine, session, *time)?.unwrap_or_default();
                return Ok((chosen.text, chosen.analysis));
            }
            Player::Learnt(player) => {
                let choice = player.choose(session, &mut self.random).map_err(BadInput::from)?;
                return Ok((choice.unwrap_or_default(), None));
            }
            Player::Simple(simple) => *simple,
        };
        Ok((simple.choose(session, &mut self.random).unwrap_or_default(), None))
    }

    /// Whether it takes its time, so that a note is due while it thinks.
    pub fn thinks(&self) -> bool {
        matches!(self.player, Player::Engine(..))
    }
}

/// The machine that a file of `plybook learn` holds.
fn learnt(game: &dyn AnyGame, path: &Path) -> Result<Box<dyn LearntPlayer>> {
    let unusable = |why: String| BadInput::new(format!("cannot play by {}: {why}", path.display()));
    let bytes = read_learnt(path).map_err(|error| unusable(error.to_string()))?;
    Ok(game.learnt_player(&bytes).map_err(|error| unusable(error.to_string()))?)
}

/// The engine that the arguments ask for: for some time a move, or at a level.
fn engine(game: &dyn AnyGame, arguments: &Play) -> Result<EngineAgent> {
    let book = match &arguments.book {
        Some(file) => {
            let moves = Arc::new(super::book::frozen(game, file.as_deref())?);
            Some(OpeningBook { moves, choice: arguments.book_choice.into() })
        }
        None => None,
    };
    let mut engine = match arguments.time {
        Some(_) => strongest(game, book)?,
        None => {
            let level = arguments.level.and_then(Level::new).unwrap_or(Level::DEFAULT);
            let endgame = Some(Databases::Installed);
            made(game, EngineSettings { level: Some(level), book, endgame, ..EngineSettings::default() })?
        }
    };
    engine.new_game(arguments.seed, "", arguments.from.position.as_deref());
    Ok(engine)
}

fn made(game: &dyn AnyGame, settings: EngineSettings) -> Result<EngineAgent> {
    Ok(EngineAgent::new(game, settings).map_err(|fault| BadInput::new(fault.to_string()))?)
}

/// The engine at its strongest.
pub fn strongest(game: &dyn AnyGame, book: Option<OpeningBook>) -> Result<EngineAgent> {
    let endgame = Some(Databases::Installed);
    made(game, EngineSettings { hash: DEFAULT_HASH, book, endgame, ..EngineSettings::default() })
}

/// Has the engine choose, within some time where it is given; nothing if there is no move.
pub fn think(
    engine: &mut EngineAgent,
    session: &dyn Session,
    time: Option<Duration>,
) -> Result<Option<Chosen>> {
    let budget = Budget { time, ..Budget::default() };
    let chosen = engine.choose(session, TurnLimits { budget, ..TurnLimits::default() });
    Ok(chosen.map_err(BadInput::from)?)
}
