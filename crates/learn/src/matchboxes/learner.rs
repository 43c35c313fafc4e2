//! A machine of matchboxes that learns game by game.

use super::config::MatchboxConfig;
use super::machine::Machine;
use super::seeker::Seeker;
use crate::course::{Course, Opponent, no_move, random_of};
use crate::file::{Reader, damaged, open, seal, write_games};
use crate::learner::{Learner, LearntGame, LearntItem, items};
use plybook_kernel::{ListedGame, Outcome, Player, ReadError, Turn};
use std::sync::Arc;

/// The kind of file that a machine is kept in.
const KIND: &[u8; 8] = b"plybkBOX";

/// Who plays against the machine.
pub enum Rival<G: ListedGame> {
    /// The machine itself: it plays both sides.
    Itself,
    /// Somebody who looks into the boxes and seeks a weakness.
    Seeker(Seeker),
    /// Anybody else.
    Other(Box<dyn Opponent<G>>),
}

/// A machine, its rival and the games between them.
pub struct MatchboxLearner<G: ListedGame> {
    game: Arc<G>,
    seed: u64,
    machine: Machine<G>,
    rival: Rival<G>,
    games: Vec<LearntGame>,
}

impl<G: ListedGame> MatchboxLearner<G> {
    /// A machine that has not played yet.
    ///
    /// # Errors
    /// The game is not for two players.
    pub fn new(
        game: Arc<G>,
        config: MatchboxConfig,
        rival: Rival<G>,
        seed: u64,
    ) -> Result<MatchboxLearner<G>, ReadError> {
        if game.players() != 2 {
            let remedy = "take a game of two";
            return Err(ReadError::new("game", &game.full_name(), "it is not for two players", remedy));
        }
        Ok(MatchboxLearner { game, seed, machine: Machine::new(config), rival, games: Vec::new() })
    }

    /// The machine as it is now.
    #[must_use]
    pub fn machine(&self) -> &Machine<G> {
        &self.machine
    }

    /// The machine that a file holds, for games in which it does not learn.
    ///
    /// # Errors
    /// The file is damaged, or of another game or kind.
    pub fn machine_of(game: &G, bytes: &[u8]) -> Result<Machine<G>, ReadError> {
        let text = open(game, KIND, bytes)?;
        let broken = || damaged(&game.full_name(), "its boxes are not those of the game");
        Ok(read(game, &text).ok_or_else(broken)?.1)
    }

    /// Plays one game to its end.
    fn play(&mut self) -> Result<(Outcome, Course<G>), ReadError> {
        let game = &*self.game;
        let mut random = random_of(self.seed, self.games.len());
        let mut course = Course::new(game);
        let side = self.machine.config().sides.in_game(self.games.len());
        loop {
            course.roll(game, &mut random);
            if let Some(outcome) = course.outcome(game) {
                return Ok((outcome, course));
            }
            let Turn::Player(mover) = game.turn(&course.at) else { return Err(no_move()) };
            let mv = match &mut self.rival {
                Rival::Seeker(seeker) if mover != side => {
                    Some(seeker.choose(game, &self.machine, side, &course.at, &mut random)?)
                }
                Rival::Other(rival) if mover != side => Some(rival.choose(game, &course, &mut random)?),
                _ => self.machine.draw(game, &course.at, mover, &mut random)?,
            };
            match mv {
                Some(mv) => course.play(game, mv),
                None => return Ok((Outcome::loss_of(mover), course)),
            }
        }
    }
}

impl<G: ListedGame> Learner for MatchboxLearner<G> {
    fn step(&mut self) -> Result<LearntGame, ReadError> {
        let side = match self.rival {
            Rival::Itself => Player::FIRST,
            _ => self.machine.config().sides.in_game(self.games.len()),
        };
        let (outcome, course) = self.play()?;
        self.machine.correct(|player| outcome.wdl(player));
        let figures = vec![self.machine.boxes().len() as f64, self.machine.beads() as f64];
        let played = LearntGame { result: outcome.wdl(side), plies: course.plies(), figures };
        self.games.push(played.clone());
        Ok(played)
    }

    fn games(&self) -> &[LearntGame] {
        &self.games
    }

    fn figures(&self) -> Vec<String> {
        vec!["boxes".to_owned(), "beads".to_owned()]
    }

    fn state(&self) -> Vec<LearntItem> {
        items(&*self.game, &self.machine.boxes, |beads| f64::from(*beads))
    }

    fn save(&self) -> Vec<u8> {
        let mut lines = vec![format!("config {}", self.machine.config()), format!("seed {}", self.seed)];
        write_games(&mut lines, &self.games);
        lines.push(format!("boxes {}", self.machine.boxes().len()));
        lines.extend(self.machine.boxes.lines(&*self.game, u32::to_string));
        seal(&*self.game, KIND, &lines)
    }

    fn resume(&mut self, contents: &[u8]) -> Result<(), ReadError> {
        let text = open(&*self.game, KIND, contents)?;
        let broken = || damaged(&self.game.full_name(), "its boxes are not those of the game");
        (self.seed, self.machine, self.games) = read(&*self.game, &text).ok_or_else(broken)?;
        Ok(())
    }
}

/// Reads the lines of a file.
fn read<G: ListedGame>(game: &G, text: &str) -> Option<(u64, Machine<G>, Vec<LearntGame>)> {
    let mut reader = Reader::new(text);
    let config = MatchboxConfig::read(reader.word("config")?)?;
    let seed = reader.number("seed")?;
    let games = reader.games(2)?;
    let mut machine = Machine::new(config);
    for line in reader.section("boxes")? {
        machine.boxes.add_line(game, line, |beads| beads.parse().ok())?;
    }
    reader.end()?;
    Some((seed, machine, games))
}
