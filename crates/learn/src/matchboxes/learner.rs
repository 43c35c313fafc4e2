//! A machine of matchboxes that learns game by game.

use super::config::MatchboxConfig;
use super::machine::Machine;
use super::seeker::Seeker;
use crate::course::{Course, Opponent, no_move, random_of};
use crate::file::{Reader, damaged, open, seal, write_games};
use crate::learner::{Learner, LearntGame, LearntItem, items};
use crate::symmetric_table::Entry;
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

/// A box as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxContent {
    /// The text of its position.
    pub position: String,
    /// Which of the machine's own moves of a game it was made for, counted from 0.
    pub stage: usize,
    /// Its beads of each colour; a colour stands for moves that are images of each other.
    pub beads: Vec<u32>,
}

/// What the machine does in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxAnswer<M> {
    /// The number of the box, in the order in which they were made.
    pub number: usize,
    /// The move and the colour of the bead that was drawn; none if the box is empty and the machine resigns.
    pub drawn: Option<(M, usize)>,
}

/// A machine, its rival and the games between them.
pub struct MatchboxLearner<G: ListedGame> {
    game: Arc<G>,
    seed: u64,
    machine: Machine<G>,
    rival: Rival<G>,
    games: Vec<LearntGame>,
    /// Games that it had played when it was set up; they are not among the others.
    before: usize,
    /// The moves of its last game.
    last: Vec<G::Move>,
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
        let machine = Machine::new(config);
        Ok(MatchboxLearner { game, seed, machine, rival, games: Vec::new(), before: 0, last: Vec::new() })
    }

    /// A machine with these boxes, which has played so many games before.
    ///
    /// # Errors
    /// The game has no such box, or a box is there twice.
    pub fn set_up(&mut self, boxes: &[BoxContent], before: usize) -> Result<(), ReadError> {
        self.machine = Machine::new(self.machine.config().clone());
        (self.games, self.before) = (Vec::new(), before);
        for BoxContent { position, stage, beads } in boxes {
            self.machine.add_box(&*self.game, *stage, beads, position).ok_or_else(|| {
                let problem = "it is no box of the game with so many colours, or there twice";
                ReadError::new("box", position, problem, "begin with an empty machine")
            })?;
        }
        Ok(())
    }

    /// The boxes in the order in which they were made.
    #[must_use]
    pub fn contents(&self) -> Vec<BoxContent> {
        let content = |one: &Entry<G, u32>| BoxContent {
            position: self.game.text(&one.at),
            stage: one.stage,
            beads: one.classes.iter().map(|class| class.value).collect(),
        };
        self.machine.boxes().iter().map(content).collect()
    }

    /// The moves of the last game.
    #[must_use]
    pub fn last_moves(&self) -> &[G::Move] {
        &self.last
    }

    /// The number of the next game, counted from 0.
    fn number(&self) -> usize {
        self.before + self.games.len()
    }

    /// The side that the machine has in its next game.
    #[must_use]
    pub fn side(&self) -> Player {
        self.machine.config().sides.in_game(self.number())
    }

    /// Follows a game that somebody plays with the machine: its own moves are noted as if their beads had been drawn.
    fn follow(&mut self, moves: &[String]) -> Result<Course<G>, ReadError> {
        let (game, side) = (&*self.game, self.side());
        self.machine.put_back();
        let mut course = Course::new(game);
        for text in moves {
            if course.outcome(game).is_some() {
                return Err(ReadError::new("move", text, "the game was over before it", "leave it out"));
            }
            let mv = game.read_move(&course.at, text)?;
            if game.turn(&course.at) == Turn::Player(side) {
                self.machine.note(game, &course.at, side, mv)?;
            }
            course.play(game, mv);
        }
        Ok(course)
    }

    /// The bead that the machine draws after these moves of a game that somebody plays with it.
    ///
    /// # Errors
    /// A move is not legal, the game is over, or it is not the machine's turn.
    pub fn answer(&mut self, moves: &[String]) -> Result<BoxAnswer<G::Move>, ReadError> {
        let course = self.follow(moves)?;
        let (game, side) = (&*self.game, self.machine.config().sides.in_game(self.before + self.games.len()));
        if course.outcome(game).is_some() || game.turn(&course.at) != Turn::Player(side) {
            let problem = "the machine is not to move after them";
            return Err(ReadError::new("moves", &moves.join(" "), problem, "play for the other side"));
        }
        let mut random =
            random_of(self.seed.wrapping_add(moves.len() as u64), self.before + self.games.len());
        let mv = self.machine.draw(game, &course.at, side, &mut random)?;
        let number = self.machine.number_of(game, &course.at).unwrap_or_default();
        let colour = if mv.is_some() { self.machine.last_drawn().map(|(_, colour)| colour) } else { None };
        self.machine.put_back();
        Ok(BoxAnswer { number, drawn: mv.zip(colour) })
    }

    /// Corrects the boxes after a game that somebody played with the machine to its end, or to where the machine resigned.
    ///
    /// # Errors
    /// A move is not legal, the game is not over, or the machine had no reason to resign.
    pub fn teach(&mut self, moves: &[String], resigned: bool) -> Result<LearntGame, ReadError> {
        let side = self.side();
        let course = self.follow(moves)?;
        let refuse = |problem: &str, remedy: &str| ReadError::new("moves", &moves.join(" "), problem, remedy);
        let game = &*self.game;
        let outcome = match course.outcome(game) {
            Some(_) if resigned => return Err(refuse("the game is over without resigning", "leave it out")),
            Some(outcome) => outcome,
            None if !resigned => return Err(refuse("the game is not over after them", "play to its end")),
            None => {
                let empty = self.machine.has_box(game, &course.at)
                    && self.machine.possible(game, &course.at).is_empty();
                if game.turn(&course.at) != Turn::Player(side) || !empty {
                    return Err(refuse("the machine does not resign after them", "ask it for its move"));
                }
                Outcome::loss_of(side)
            }
        };
        Ok(self.learn_from(outcome, course, side))
    }

    /// Corrects the boxes and counts the game.
    fn learn_from(&mut self, outcome: Outcome, course: Course<G>, side: Player) -> LearntGame {
        self.machine.correct(|player| outcome.wdl(player));
        let figures = vec![self.machine.boxes().len() as f64, self.machine.beads() as f64];
        let played = LearntGame { result: outcome.wdl(side), plies: course.plies(), figures };
        self.last = course.moves;
        self.games.push(played.clone());
        played
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
        let mut random = random_of(self.seed, self.number());
        let mut course = Course::new(game);
        let side = self.side();
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
            _ => self.side(),
        };
        self.machine.put_back();
        let (outcome, course) = self.play()?;
        Ok(self.learn_from(outcome, course, side))
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
        self.before = 0;
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
