//! Small agents for the tests.

use plybook_agent::{Action, Agent, AgentSpec, Answer, Fault, GameStart, Identity, SearchInfo, Turn};
use plybook_arena::Roster;
use plybook_arena::adjudication::Adjudication;
use plybook_arena::clock::TimeControl;
use plybook_arena::config::{Config, Entrant, Format};
use plybook_arena::openings::Openings;
use plybook_catalog::{Random, SimplePlayer};
use std::time::Instant;

/// What a test agent does in a turn.
pub type Act = Box<dyn FnMut(&Turn<'_>, &mut Random) -> Result<Answer, Fault> + Send>;

/// An agent made of a closure.
pub struct Scripted {
    pub name: &'static str,
    pub act: Act,
    random: Random,
}

impl Scripted {
    pub fn new(
        name: &'static str,
        act: impl FnMut(&Turn<'_>, &mut Random) -> Result<Answer, Fault> + Send + 'static,
    ) -> Scripted {
        Scripted { name, act: Box::new(act), random: Random::new(0) }
    }

    /// An agent that plays by chance.
    pub fn random(name: &'static str) -> Scripted {
        Scripted::new(name, |turn, random| Ok(says(&by_chance(turn, random), "")))
    }

    /// An agent that plays what looks best one ply ahead.
    pub fn one_ply(name: &'static str) -> Scripted {
        Scripted::new(name, |turn, random| {
            Ok(says(&SimplePlayer::OnePly.choose(turn.session, random).unwrap(), ""))
        })
    }
}

/// A random legal move.
pub fn by_chance(turn: &Turn<'_>, random: &mut Random) -> String {
    SimplePlayer::Random.choose(turn.session, random).unwrap()
}

/// The answer that plays a move.
pub fn says(text: &str, remark: &str) -> Answer {
    does(Action::Move(text.to_owned()), remark)
}

/// The answer with some action.
pub fn does(action: Action, remark: &str) -> Answer {
    Answer { action, remark: remark.to_owned(), seen: SearchInfo::default() }
}

impl Agent for Scripted {
    fn identity(&mut self, _: Instant) -> Result<Identity, Fault> {
        Ok(Identity { nickname: self.name.to_owned(), introduction: format!("I am {}.", self.name) })
    }

    fn begin(&mut self, meeting: &GameStart<'_>) -> Result<(), Fault> {
        self.random = Random::new(meeting.seed);
        Ok(())
    }

    fn turn(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        (self.act)(turn, &mut self.random)
    }
}

/// A configuration of players that the roster of a test makes.
pub fn config(game: &str, format: Format, players: &[&str], games: u32) -> Config {
    let entrant =
        |name: &&str| Entrant { name: (*name).to_owned(), spec: AgentSpec::read("random").unwrap() };
    Config {
        game: game.to_owned(),
        seats: 2,
        format,
        agents: players.iter().map(entrant).collect(),
        games,
        rounds: if format == Format::Swiss { 3 } else { 0 },
        seed: 5,
        time: TimeControl::default(),
        openings: Openings::None,
        plies: 200,
        adjudication: Adjudication::default(),
        ponder: false,
        retire: 3,
        sprt: None,
    }
}

/// Makes players by a function of their number.
pub struct Makers<F>(pub F);

impl<F: Fn(usize) -> Result<Box<dyn Agent>, Fault> + Sync> Roster for Makers<F> {
    fn make(&self, player: usize) -> Result<Box<dyn Agent>, Fault> {
        (self.0)(player)
    }
}
