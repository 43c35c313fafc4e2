//! The engine player: search, table, time manager, opening book, pondering and remarks of one side in one game.

use super::settings::{EngineSettings, MOST_THREADS, Ponder};
use crate::ponder::{Pondering, rebuild};
use crate::stall::StallMeter;
use crate::voice::Voice;
use crate::{
    Action, Agent, Answer, Budget, Cancel, Fault, GameStart, Identity, SearchInfo, TimeManager, TimedWatch,
    Turn,
};
#[cfg(feature = "store")]
use plybook_catalog::Random;
use plybook_catalog::{
    Analysis, AnyGame, Choice, Ending, EngineConfig, LevelPlayer, Limits, Player, ReadError, SearchObserver,
    Session, ThinkRequest, Thinker, open,
};
use plybook_clock::Instant;
use std::sync::Arc;
use std::time::Duration;

/// Deepest search that is begun, in plies.
const DEEPEST: u32 = 200;
/// Positions that a timed engine looks at before it plays its only move: enough for a value and an expected reply.
const FORCED_NODES: u64 = 5_000;

/// The engine with any options or level, as a player. With limits of depth or positions and one thread, the same
/// seed and the same course of the game give the same moves.
pub struct EngineAgent {
    game: Arc<dyn AnyGame>,
    settings: EngineSettings,
    searcher: Searcher,
    manager: TimeManager,
    voice: Voice,
    /// Where the current game began.
    position: Option<String>,
    /// What it expects to be played next: its own last move, then the reply.
    expected: SearchInfo,
    /// Decides what a level decides by chance.
    seed: u64,
    /// Decides among the moves of the book.
    #[cfg(feature = "store")]
    random: Random,
}

/// What searches. While the engine ponders, it is with the thread that does so.
enum Searcher {
    /// Nothing: it is made when it is needed.
    None,
    Level(Box<LevelPlayer>),
    Full(Box<dyn Thinker>),
    Pondering(Pondering),
}

/// What to search besides a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchTask {
    /// Plies to look ahead, if that is limited.
    pub depth: Option<u32>,
    /// Positions to enter, if that is limited.
    pub nodes: Option<u64>,
    /// How many of the best lines to find; at least one.
    pub lines: usize,
    /// Only these moves, if any are given.
    pub moves: Vec<String>,
}

/// What a turn may use.
#[derive(Default)]
pub struct TurnLimits {
    /// Time, clocks, depth, positions.
    pub budget: Budget,
    /// How long the referee or the request waits at most, if that is known.
    pub patience: Option<Duration>,
    /// Ends the search early where the answer is not needed any more.
    pub cancel: Option<Cancel>,
}

/// A move that the engine chose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chosen {
    /// The move in the game's notation.
    pub text: String,
    /// What it says with it; often nothing.
    pub remark: String,
    /// What it saw along the chosen move.
    pub info: SearchInfo,
    /// All that the search found; none for a move from the book.
    pub analysis: Option<Analysis>,
}

fn unsuitable(error: &ReadError) -> Fault {
    Fault::Unsuitable(error.to_string())
}

/// Whether an engine of these settings plays this game.
fn check(game: &dyn AnyGame, settings: &EngineSettings) -> Result<(), Fault> {
    if settings.method.info().is_some_and(|info| !info.suits(game.player_names().len(), game.has_chance())) {
        // Its error names the methods that suit the game.
        let config = EngineConfig { method: settings.method.clone(), hash: 0, ..EngineConfig::default() };
        game.thinker(&config).map_err(|error| unsuitable(&error))?;
    }
    let known = game.evaluators();
    if let Some(wanted) = &settings.evaluator
        && known.iter().all(|info| info.name != *wanted)
    {
        let names: Vec<&str> = known.iter().map(|info| &*info.name).collect();
        let reason = format!("no evaluator `{wanted}` in {}; known: {}", game.full_name(), names.join(", "));
        return Err(Fault::Unsuitable(reason));
    }
    #[cfg(feature = "store")]
    if settings.play_book.is_some() || settings.weights.is_some() || settings.margins.is_some() {
        // Whether its files can be used is told before the first game.
        let config = EngineConfig { hash: 0, endgame: None, ..settings.config() };
        game.thinker(&config).map_err(|error| unsuitable(&error))?;
    }
    Ok(())
}

impl EngineAgent {
    /// The engine for a game.
    ///
    /// # Errors
    /// The method is not for the game, or the game has no evaluator of the wanted name.
    pub fn new(game: &dyn AnyGame, settings: EngineSettings) -> Result<EngineAgent, Fault> {
        let game = open(&game.full_name()).map_err(|error| unsuitable(&error))?;
        check(&*game, &settings)?;
        let voice = Voice::new(settings.personality, 0);
        Ok(EngineAgent {
            game,
            settings,
            searcher: Searcher::None,
            manager: TimeManager::new(),
            voice,
            position: None,
            expected: SearchInfo::default(),
            seed: 0,
            #[cfg(feature = "store")]
            random: Random::new(0),
        })
    }

    /// The game it plays.
    #[must_use]
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Plays by other settings from now on. What it learnt is kept where the search stays the same.
    ///
    /// # Errors
    /// The game has no evaluator of the wanted name.
    pub fn reconfigure(&mut self, settings: EngineSettings) -> Result<(), Fault> {
        check(&*self.game, &settings)?;
        if settings.level != self.settings.level || settings.config() != self.settings.config() {
            // The old table goes before the new one comes.
            self.searcher = Searcher::None;
        }
        self.settings = settings;
        Ok(())
    }

    /// Divides its time, and knows what it keeps back of it for the way to the referee.
    pub fn time_manager(&mut self) -> &mut TimeManager {
        &mut self.manager
    }

    /// Begins a game and forgets the last one: nothing of it changes this one's moves. `position` is where the game
    /// begins, its own start if none.
    pub fn new_game(&mut self, seed: u64, opponent: &str, position: Option<&str>) {
        self.seed = seed;
        self.searcher = match std::mem::replace(&mut self.searcher, Searcher::None) {
            Searcher::Level(mut player) => {
                player.new_game(seed);
                Searcher::Level(player)
            }
            Searcher::Full(mut thinker) => {
                thinker.new_game();
                Searcher::Full(thinker)
            }
            Searcher::Pondering(pondering) => match pondering.finish() {
                Some(mut thinker) => {
                    thinker.new_game();
                    Searcher::Full(thinker)
                }
                None => Searcher::None,
            },
            Searcher::None => Searcher::None,
        };
        self.manager.new_game();
        self.voice = Voice::new(self.settings.personality, seed);
        self.voice.meet(opponent);
        self.position = position.map(str::to_owned);
        self.expected = SearchInfo::default();
        #[cfg(feature = "store")]
        {
            self.random = Random::new(seed);
        }
    }

    /// Ends pondering, if it does, and makes what is needed to search, so that no clock runs while a large table is made.
    ///
    /// # Errors
    /// The search cannot be set up as the settings want it.
    pub fn ready(&mut self) -> Result<(), ReadError> {
        self.searcher = match std::mem::replace(&mut self.searcher, Searcher::None) {
            Searcher::Pondering(pondering) => match pondering.finish() {
                Some(thinker) => Searcher::Full(thinker),
                None => self.new_searcher()?,
            },
            Searcher::None => self.new_searcher()?,
            searcher => searcher,
        };
        Ok(())
    }

    fn new_searcher(&self) -> Result<Searcher, ReadError> {
        let config = self.settings.config();
        match self.settings.level {
            Some(level) => {
                let player = LevelPlayer::with_setup(&*self.game, level, self.seed, &config)?;
                Ok(Searcher::Level(Box::new(player)))
            }
            None => self.game.thinker(&config).map(Searcher::Full),
        }
    }

    /// Searches a position as long as the observer lets it; `None` if it was stopped before it looked at anything. A level
    /// chooses as levels do, unless it may only choose among some moves.
    ///
    /// # Errors
    /// The session is of another game, or a move to search is not legal.
    pub fn search(
        &mut self,
        session: &dyn Session,
        task: &SearchTask,
        observer: &dyn SearchObserver,
    ) -> Result<Option<Choice>, ReadError> {
        self.ready()?;
        let thinker = match &mut self.searcher {
            Searcher::Level(player) if task.moves.is_empty() => {
                return player.choose_within(session, task.depth, task.nodes, observer);
            }
            Searcher::Level(player) => player.thinker(),
            Searcher::Full(thinker) => &mut **thinker,
            Searcher::None | Searcher::Pondering(_) => return Ok(None),
        };
        let longest = session.max_plies().unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let depth = task.depth.unwrap_or(longest).clamp(1, longest);
        let threads = self.settings.threads.clamp(1, MOST_THREADS);
        let limits = Limits { nodes: task.nodes, threads, lines: task.lines.max(1), ..Limits::depth(depth) };
        let request = ThinkRequest { limits, moves: task.moves.clone() };
        let analysis = thinker.think(session, &request, observer)?;
        Ok(analysis.best().map(str::to_owned).map(|text| Choice { text, analysis }))
    }

    /// The budget of a turn within what the settings and the level allow.
    fn within(&self, budget: Budget) -> Budget {
        let of_level = self.settings.level.map(|level| level.weakening().nodes);
        Budget {
            depth: [self.settings.depth, budget.depth].into_iter().flatten().min(),
            nodes: [self.settings.nodes, budget.nodes, of_level].into_iter().flatten().min(),
            ..budget
        }
    }

    /// Chooses a move; `None` if there is no legal one.
    ///
    /// # Errors
    /// The session is of another game, or the search cannot be set up.
    pub fn choose(&mut self, session: &dyn Session, limits: TurnLimits) -> Result<Option<Chosen>, ReadError> {
        let (began, meter) = (Instant::now(), StallMeter::start());
        self.ready()?;
        let legal = session.move_texts();
        let Some(first) = legal.first() else { return Ok(None) };
        #[cfg(feature = "store")]
        let from_book = self.settings.book.as_ref().and_then(|book| book.choose(session, &mut self.random));
        #[cfg(feature = "store")]
        if let Some(entry) = from_book {
            // What the book says is nothing that the engine saw: learning looks for what it sees later.
            self.expected = SearchInfo::default();
            return Ok(Some(Chosen { text: entry.text.clone(), ..Chosen::default() }));
        }
        let budget = self.within(limits.budget);
        let side = session.mover().unwrap_or(Player::FIRST);
        let plan = self.manager.plan(&budget, side, session, limits.patience);
        let mut watch = TimedWatch::new(plan, began);
        if let Some(cancel) = limits.cancel {
            watch = watch.with_cancel(cancel);
        }
        let mut task = SearchTask { depth: budget.depth, nodes: budget.nodes, lines: 1, moves: Vec::new() };
        if legal.len() == 1 && plan.hard.is_some() {
            task.nodes = Some(task.nodes.map_or(FORCED_NODES, |nodes| nodes.min(FORCED_NODES)));
        }
        let found = self.search(session, &task, &watch)?;
        let surprised = surprise(&self.expected, session.record());
        let (text, info, analysis) = match found {
            Some(Choice { text, analysis }) => (text.clone(), info(&text, &analysis), Some(analysis)),
            // Stopped before it looked at anything.
            None => (first.clone(), SearchInfo::default(), None),
        };
        let remark = self.voice.speak(&info, surprised.as_deref(), legal.len());
        self.expected.clone_from(&info);
        self.manager.finished(plan, began.elapsed(), meter.stalled());
        Ok(Some(Chosen { text, remark, info, analysis }))
    }
}

impl Agent for EngineAgent {
    fn identity(&mut self, _: Instant) -> Result<Identity, Fault> {
        let strength = match self.settings.level {
            Some(level) => format!("level {}", level.number()),
            None => "all my strength".to_owned(),
        };
        let default = match self.settings.level {
            Some(level) => format!("Plybook {}", level.number()),
            None => "Plybook".to_owned(),
        };
        let nickname = self.settings.name.clone().unwrap_or(default);
        let introduction =
            self.settings.personality.introduction(&nickname, &self.game.info().title, &strength);
        Ok(Identity { nickname, introduction })
    }

    fn begin(&mut self, start: &GameStart<'_>) -> Result<(), Fault> {
        let wanted = open(start.game).map_err(|error| unsuitable(&error))?;
        if wanted.full_name() != self.game.full_name() {
            let reason = format!("this engine is set up for {}, not {}", self.game.full_name(), start.game);
            return Err(Fault::Unsuitable(reason));
        }
        self.new_game(start.seed, start.opponent, start.position);
        self.ready().map_err(|error| unsuitable(&error))
    }

    fn turn(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let patience = turn.deadline.saturating_duration_since(Instant::now());
        let limits = TurnLimits { budget: turn.budget.clone(), patience: Some(patience), cancel: None };
        let chosen = self.choose(turn.session, limits).map_err(|error| unsuitable(&error))?;
        Ok(match chosen {
            Some(Chosen { text, remark, info, .. }) => {
                Answer { action: Action::Move(text), remark, seen: info }
            }
            None => Answer { action: Action::NoMoves, remark: String::new(), seen: SearchInfo::default() },
        })
    }

    fn ponder(&mut self, session: &dyn Session) {
        let wanted = self.settings.ponder != Ponder::Off && session.ending().is_none();
        let Searcher::Full(_) = &self.searcher else { return };
        if !wanted {
            return;
        }
        let Some(mut copy) = rebuild(&*self.game, self.position.as_deref(), session) else { return };
        if self.settings.ponder == Ponder::Reply
            && self.expected.line.first() == session.record().last()
            && let Some(reply) = self.expected.line.get(1)
            && (copy.play(reply).is_err() || copy.ending().is_some())
        {
            return;
        }
        let Searcher::Full(thinker) = std::mem::replace(&mut self.searcher, Searcher::None) else { return };
        let threads = self.settings.threads.clamp(1, MOST_THREADS);
        let longest = copy.max_plies().unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let limits = Limits { threads, ..Limits::depth(longest) };
        self.searcher = match Pondering::start(thinker, copy, limits) {
            Some(pondering) => Searcher::Pondering(pondering),
            None => Searcher::None,
        };
    }

    fn end(&mut self, _: Option<&Ending>) {
        if let Searcher::Pondering(pondering) = std::mem::replace(&mut self.searcher, Searcher::None) {
            pondering.finish();
        }
        // A tournament may have many players; one without a game needs no table.
        self.searcher = Searcher::None;
    }
}

/// What was seen along the chosen move.
fn info(text: &str, analysis: &Analysis) -> SearchInfo {
    let chosen = |moves: &[String]| moves.first().is_some_and(|first| first == text);
    let line = analysis.lines.iter().find(|line| chosen(&line.moves));
    SearchInfo {
        score: line.map(|line| line.score),
        depth: Some(analysis.depth),
        nodes: Some(analysis.nodes),
        line: line.map_or_else(|| vec![text.to_owned()], |line| line.moves.clone()),
        display: line.map(|line| line.display.clone()).unwrap_or_default(),
        // What is proven is the best line's value; a level may have chosen another move.
        proven: analysis.database && line == analysis.lines.first(),
    }
}

/// The reply that was expected, as people read it, if the opponent played another one.
fn surprise(expected: &SearchInfo, record: &[String]) -> Option<String> {
    let [.., own, reply] = record else { return None };
    match expected.line.as_slice() {
        [first, second, ..] if first == own && second != reply => {
            Some(expected.display.get(1).map_or_else(|| second.clone(), |display| display.text.clone()))
        }
        _ => None,
    }
}
