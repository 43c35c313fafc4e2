//! Machines that learn, for any game in plain data.

use crate::Session;
use crate::session::GameSession;
use plybook_games::checkers::Checkers;
use plybook_kernel::{ListedGame, Notation, Player, Random, ReadError};
use plybook_learn::matchboxes::{Machine, MatchboxConfig, MatchboxLearner, Rival, Seeker};
use plybook_learn::samuel::{RoteConfig, RoteLearner, RotePlayer};
use plybook_learn::temporal::{FirstWeights, TdConfig, TdLearner};
use plybook_learn::{
    Course, Learner, Opponent, PerfectOpponent, QConfig, QLearner, RandomOpponent, Solved, SymmetricTable,
    best_move,
};
use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;

/// How a machine learns.
#[derive(Clone, Debug, PartialEq)]
pub enum LearningMethod {
    /// Boxes of beads, corrected after each game.
    Matchboxes(MatchboxConfig),
    /// A value for every move of every position.
    QTable(QConfig),
    /// The weights of an evaluator's terms, from the differences of successive values.
    Temporal {
        /// The evaluator whose terms are weighted; the strongest if none.
        evaluator: Option<String>,
        /// What the weights are at first.
        first: FirstWeights,
        /// How they learn.
        config: TdConfig,
    },
    /// Boards of checkers with their backed-up scores, as Samuel's program learnt by rote; against the same program
    /// without a memory.
    Rote(RoteConfig),
}

/// Who plays against a machine that learns.
pub enum LearningRival {
    /// The machine itself.
    Itself,
    /// Any legal move.
    Random,
    /// Any move that keeps the exact result.
    Perfect,
    /// Looks into the matchboxes for a weakness.
    Seeker,
    /// Somebody from outside.
    Outside(Box<dyn OutsidePlayer>),
}

/// Somebody who can be asked for moves of any game.
pub trait OutsidePlayer: Send {
    /// A new game begins in which it plays this side.
    ///
    /// # Errors
    /// It does not play this game.
    fn begin(&mut self, side: Player, seed: u64) -> Result<(), ReadError>;

    /// The text of its move.
    ///
    /// # Errors
    /// It gives none.
    fn choose(&mut self, session: &dyn Session) -> Result<String, ReadError>;
}

/// A machine that has learnt and now only plays.
pub trait LearntPlayer: Send {
    /// The text of its move; `None` if it resigns.
    ///
    /// # Errors
    /// The session is of another game, or over.
    fn choose(&self, session: &dyn Session, random: &mut Random) -> Result<Option<String>, ReadError>;
}

/// The preset of matchboxes that a game is famous for; `menace` where there is none.
#[must_use]
pub fn default_preset(game: &str) -> &'static str {
    if game == "hexapawn" { "her" } else { "menace" }
}

/// A machine that has not learnt anything yet.
pub(crate) fn learner<G: ListedGame>(
    game: &Arc<G>,
    method: LearningMethod,
    rival: LearningRival,
    seed: u64,
) -> Result<Box<dyn Learner>, ReadError> {
    let (name, shared) = (game.full_name(), Arc::clone(game));
    match method {
        LearningMethod::Matchboxes(config) => Ok(Box::new(matchboxes(game, config, rival, seed)?)),
        LearningMethod::QTable(config) => {
            Ok(Box::new(QLearner::new(shared, config, opponent(game, rival)?, seed)?))
        }
        LearningMethod::Temporal { evaluator, first, config } => {
            let default = game.evaluators().first().map(|info| info.name.to_string());
            let evaluator = evaluator.or(default).unwrap_or_default();
            Ok(Box::new(TdLearner::new(shared, &evaluator, first, config, opponent(game, rival)?, seed)?))
        }
        LearningMethod::Rote(config) => match rival {
            LearningRival::Itself => Ok(Box::new(RoteLearner::new(checkers(shared)?, config, seed)?)),
            _ => {
                let problem = "rote learning plays against the same program without a memory";
                Err(ReadError::new("opponent", &name, problem, "name no opponent"))
            }
        },
    }
}

/// A machine of matchboxes.
pub(crate) fn matchboxes<G: ListedGame>(
    game: &Arc<G>,
    config: MatchboxConfig,
    rival: LearningRival,
    seed: u64,
) -> Result<MatchboxLearner<G>, ReadError> {
    let rival = match rival {
        LearningRival::Seeker => Rival::Seeker(Seeker::new(&**game, &game.full_name())?),
        other => opponent(game, other)?.map_or(Rival::Itself, Rival::Other),
    };
    MatchboxLearner::new(Arc::clone(game), config, rival, seed)
}

/// The game as checkers, which alone is learnt by rote.
fn checkers<G: ListedGame>(game: Arc<G>) -> Result<Arc<Checkers>, ReadError> {
    let name = game.full_name();
    (game as Arc<dyn Any + Send + Sync>)
        .downcast()
        .map_err(|_| ReadError::new("game", &name, "it has none of Samuel's terms", "learn checkers by rote"))
}

/// The opponent of this kind; none if the machine plays against itself.
fn opponent<G: ListedGame>(
    game: &Arc<G>,
    rival: LearningRival,
) -> Result<Option<Box<dyn Opponent<G>>>, ReadError> {
    Ok(Some(match rival {
        LearningRival::Itself => return Ok(None),
        LearningRival::Random => Box::new(RandomOpponent),
        LearningRival::Perfect => {
            Box::new(PerfectOpponent { solved: Solved::new(&**game, &game.full_name())? })
        }
        LearningRival::Seeker => {
            let problem = "the seeker looks into matchboxes, and there are none";
            return Err(ReadError::new("opponent", "seeker", problem, "take perfect"));
        }
        LearningRival::Outside(player) => Box::new(Outside { game: Arc::clone(game), player, played: None }),
    }))
}

/// An outside player as an opponent: it follows the game in a session of its own.
struct Outside<G: ListedGame> {
    game: Arc<G>,
    player: Box<dyn OutsidePlayer>,
    played: Option<GameSession<G>>,
}

impl<G: ListedGame> Opponent<G> for Outside<G> {
    fn choose(&mut self, game: &G, course: &Course<G>, random: &mut Random) -> Result<G::Move, ReadError> {
        let mut at = game.start();
        let mut texts = Vec::new();
        for &mv in &course.moves {
            texts.push(game.move_text(&at, mv));
            game.play(&mut at, mv);
        }
        let goes_on = |session: &GameSession<G>| {
            session.record().len() < texts.len() && texts.starts_with(session.record())
        };
        let mut session = match self.played.take().filter(goes_on) {
            Some(session) => session,
            None => {
                let side = game.turn(&course.at).player().unwrap_or(Player::FIRST);
                self.player.begin(side, random.next())?;
                GameSession::new(Arc::clone(&self.game), None)?
            }
        };
        for text in &texts[session.record().len()..] {
            session.play(text)?;
        }
        let text = self.player.choose(&session)?;
        self.played = Some(session);
        game.read_move(&course.at, &text)
    }
}

/// What a machine knew when it was put away.
enum Learnt<G: ListedGame> {
    Boxes(Machine<G>),
    Table(SymmetricTable<G, f64>),
}

struct TaughtPlayer<G: ListedGame> {
    game: Arc<G>,
    learnt: Learnt<G>,
}

/// The player that a file of matchboxes, of a table or of a memory makes.
pub(crate) fn learnt_player<G: ListedGame>(
    game: &Arc<G>,
    bytes: &[u8],
) -> Result<Box<dyn LearntPlayer>, ReadError> {
    if RoteLearner::<Checkers>::is_file(bytes) {
        let game = checkers(Arc::clone(game))?;
        let player = RefCell::new(RotePlayer::of(&*game, bytes)?);
        return Ok(Box::new(RememberingPlayer { game, player }));
    }
    let learnt = if QLearner::<G>::is_file(bytes) {
        Learnt::Table(QLearner::table_of(&**game, bytes)?)
    } else {
        Learnt::Boxes(MatchboxLearner::machine_of(&**game, bytes)?)
    };
    Ok(Box::new(TaughtPlayer { game: Arc::clone(game), learnt }))
}

/// A player of checkers who learnt by rote. Finding a board makes it younger, hence the cell.
struct RememberingPlayer {
    game: Arc<Checkers>,
    player: RefCell<RotePlayer>,
}

impl LearntPlayer for RememberingPlayer {
    fn choose(&self, session: &dyn Session, random: &mut Random) -> Result<Option<String>, ReadError> {
        let session = own_session::<Checkers>(session)?;
        let mv = self.player.borrow_mut().choose(&*self.game, &session.at, random);
        Ok(mv.map(|mv| self.game.move_text(&session.at, mv)))
    }
}

/// A session as one of this game.
fn own_session<G: ListedGame>(session: &dyn Session) -> Result<&GameSession<G>, ReadError> {
    GameSession::<G>::of(session).ok_or_else(|| {
        ReadError::new("session", &session.text(), "it is a game of another kind", "open it anew")
    })
}

impl<G: ListedGame> LearntPlayer for TaughtPlayer<G> {
    fn choose(&self, session: &dyn Session, random: &mut Random) -> Result<Option<String>, ReadError> {
        let session = own_session::<G>(session)?;
        let (game, at) = (&*self.game, &session.at);
        let legal = game.legal(at);
        let any = random.pick(&legal).copied();
        let mv = match &self.learnt {
            // A box that was never made is still full.
            Learnt::Boxes(machine) if machine.has_box(game, at) => machine.look(game, at, random),
            Learnt::Boxes(_) => any,
            Learnt::Table(table) => best_move(table, game, at, random).or(any),
        };
        Ok(mv.map(|mv| game.move_text(at, mv)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EngineConfig, Limits, NoObserver, open};

    fn refused<T>(made: Result<T, ReadError>) -> String {
        made.err().map(|error| error.to_string()).unwrap_or_default()
    }

    fn her() -> LearningMethod {
        LearningMethod::Matchboxes(MatchboxConfig::her())
    }

    #[test]
    fn a_machine_that_learnt_plays_from_its_file() {
        let game = open("hexapawn").unwrap();
        let mut learner = game.learner(her(), LearningRival::Seeker, 1).unwrap();
        (0..80).for_each(|_| drop(learner.step().unwrap()));
        let table = LearningMethod::QTable(QConfig::default());
        let mut other = game.learner(table, LearningRival::Itself, 1).unwrap();
        (0..4_000).for_each(|_| drop(other.step().unwrap()));
        for file in [learner.save(), other.save()] {
            let player = game.learnt_player(&file).unwrap();
            let mut random = Random::new(5);
            for _ in 0..100 {
                let mut session = game.session(None).unwrap();
                while session.ending().is_none() {
                    let text = match session.mover() {
                        Some(Player::FIRST) => random.pick(&session.move_texts()).cloned(),
                        _ => player.choose(&*session, &mut random).unwrap(),
                    };
                    session.play(&text.expect("a perfect machine does not resign")).unwrap();
                }
                assert_eq!(session.mover(), Some(Player::FIRST), "the second player always wins");
            }
        }
    }

    #[test]
    fn an_outside_player_is_told_when_a_game_begins() {
        struct First(Vec<usize>);
        impl OutsidePlayer for First {
            fn begin(&mut self, side: Player, _: u64) -> Result<(), ReadError> {
                assert_eq!(side, Player::FIRST);
                self.0.push(0);
                Ok(())
            }
            fn choose(&mut self, session: &dyn Session) -> Result<String, ReadError> {
                assert!(session.record().len().is_multiple_of(2));
                *self.0.last_mut().unwrap() += 1;
                if self.0.len() == 4 {
                    return Ok("nonsense".to_owned());
                }
                Ok(session.move_texts()[0].clone())
            }
        }
        let game = open("hexapawn").unwrap();
        let rival = LearningRival::Outside(Box::new(First(Vec::new())));
        let mut learner = game.learner(her(), rival, 1).unwrap();
        (0..3).for_each(|_| assert!(learner.step().unwrap().plies > 0));
        assert!(refused(learner.step()).contains("nonsense"));
    }

    #[test]
    fn learnt_weights_are_an_evaluator_like_any_other() {
        let game = open("breakthrough:5x5").unwrap();
        let method = LearningMethod::Temporal {
            evaluator: None,
            first: FirstWeights::Zero,
            config: TdConfig { opening: 6, ..TdConfig::plain() },
        };
        let mut learner = game.learner(method, LearningRival::Itself, 1).unwrap();
        (0..50).for_each(|_| drop(learner.step().unwrap()));
        let path = std::env::temp_dir().join(format!("plybook-weights-{}", std::process::id()));
        std::fs::write(&path, learner.save()).unwrap();
        let value = |weights: Option<std::path::PathBuf>| {
            let config = EngineConfig { weights, hash: 1, ..EngineConfig::default() };
            let mut session = game.session(None).unwrap();
            let text = session.move_texts()[0].clone();
            session.play(&text).unwrap();
            let mut thinker = game.thinker(&config)?;
            Ok::<_, ReadError>(
                thinker.think(&*session, &Limits::depth(3).into(), &NoObserver)?.lines[0].score,
            )
        };
        assert_ne!(value(Some(path.clone())).unwrap(), value(None).unwrap());
        let mut damaged = learner.save();
        damaged[60] ^= 1;
        std::fs::write(&path, damaged).unwrap();
        let message = refused(value(Some(path.clone())));
        assert!(message.contains("damaged") && message.contains(path.to_str().unwrap()), "{message}");
        std::fs::remove_file(&path).unwrap();
        assert!(refused(value(Some(path.clone()))).contains(path.to_str().unwrap()));
    }

    #[test]
    fn who_learns_by_rote_plays_from_its_file() {
        let game = open("checkers").unwrap();
        let rote = || LearningMethod::Rote(RoteConfig { least_plies: 1, ..RoteConfig::default() });
        let mut learner = game.learner(rote(), LearningRival::Itself, 1).unwrap();
        (0..2).for_each(|_| drop(learner.step().unwrap()));
        let player = game.learnt_player(&learner.save()).unwrap();
        let (mut session, mut random) = (game.session(None).unwrap(), Random::new(1));
        for _ in 0..20 {
            let Some(text) = player.choose(&*session, &mut random).unwrap() else { break };
            session.play(&text).unwrap();
        }
        assert!(session.record().len() > 4);
        let chess = open("chess").unwrap();
        assert!(refused(player.choose(&*chess.session(None).unwrap(), &mut random)).contains("another kind"));
        assert!(refused(chess.learner(rote(), LearningRival::Itself, 1)).contains("checkers"));
        assert!(refused(chess.learnt_player(&learner.save())).contains("checkers"));
        assert!(refused(game.learner(rote(), LearningRival::Random, 1)).contains("name no opponent"));
    }

    #[test]
    fn impossible_wishes_are_refused_by_name() {
        let chess = open("chess").unwrap();
        assert!(refused(chess.learner(her(), LearningRival::Perfect, 1)).contains("too long for it"));
        let large = open("connect4").unwrap();
        assert!(refused(large.learner(her(), LearningRival::Seeker, 1)).contains("too many to solve"));
        let table = LearningMethod::QTable(QConfig::default());
        let tictactoe = open("tictactoe").unwrap();
        assert!(refused(tictactoe.learner(table, LearningRival::Seeker, 1)).contains("take perfect"));
        assert!(refused(tictactoe.learnt_player(b"nonsense")).contains("another kind"));
        let temporal = LearningMethod::Temporal {
            evaluator: Some("magic".to_owned()),
            first: FirstWeights::Own,
            config: TdConfig::plain(),
        };
        assert!(refused(tictactoe.learner(temporal, LearningRival::Itself, 1)).contains("open-lines"));
    }
}
