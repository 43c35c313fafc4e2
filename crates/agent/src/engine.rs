//! The engine as a player.

use crate::book::{BookSetting, OpeningBook};
use crate::databases::Databases;
use crate::ponder::{Pondering, rebuild};
use crate::voice::{Personality, Voice};
use crate::{
    Action, Agent, Answer, Fault, GameStart, Identity, Plan, SearchInfo, TimeManager, TimedWatch, Turn,
};
use plybook_catalog::{
    Analysis, AnyGame, Ending, EngineConfig, Level, LevelPlayer, Limits, Options, Player, Random, ReadError,
    Session, ThinkRequest, Thinker, open,
};
use std::path::PathBuf;
use std::time::Instant;

/// Size of the table in mebibytes where nobody says otherwise: small enough for many players at once.
pub const USUAL_HASH: usize = 16;
/// Largest table in mebibytes.
pub const LARGEST_HASH: usize = 65_536;
/// Most threads of one engine.
pub const MOST_THREADS: usize = 256;
/// Deepest search that is begun, in plies.
const DEEPEST: u32 = 200;
/// Positions that a timed engine looks at before it plays its only move: enough for a value and an expected reply.
const FORCED_NODES: u64 = 5_000;

/// What the engine thinks about while the opponent thinks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ponder {
    /// Nothing.
    #[default]
    Off,
    /// The position after the reply that it expects.
    Reply,
    /// The opponent's position, as if it were its own: whatever the reply, the table knows something about it.
    Position,
}

/// How an engine plays.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSettings {
    /// The nickname; one made from the strength if none.
    pub name: Option<String>,
    /// The level; all its strength if none.
    pub level: Option<Level>,
    /// The evaluator; the strongest if none.
    pub evaluator: Option<String>,
    /// The file of a play book to evaluate with, instead of naming an evaluator.
    pub play_book: Option<PathBuf>,
    /// The techniques.
    pub options: Options,
    /// Size of the table in mebibytes; none without a table.
    pub hash: usize,
    /// Threads.
    pub threads: usize,
    /// What it thinks about while the opponent thinks. A level does not ponder.
    pub ponder: Ponder,
    /// How it talks.
    pub personality: Personality,
    /// Plies it never looks beyond, whatever the budget says.
    pub depth: Option<u32>,
    /// Positions it never enters more of, whatever the budget says.
    pub nodes: Option<u64>,
    /// The opening book it plays from, if any, as it was when the engine was set up.
    pub book: Option<OpeningBook>,
    /// The book that a description names. Whoever makes the engine puts it into `book`.
    pub wanted_book: Option<BookSetting>,
    /// The endgame databases it consults; none where nothing is said. A level below the highest never does.
    pub endgame: Option<Databases>,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            name: None,
            level: None,
            evaluator: None,
            play_book: None,
            options: Options::STRONG,
            hash: USUAL_HASH,
            threads: 1,
            ponder: Ponder::Off,
            personality: Personality::Plain,
            depth: None,
            nodes: None,
            book: None,
            wanted_book: None,
            endgame: None,
        }
    }
}

impl EngineSettings {
    /// Whether it may consult endgame databases: a weaker level would have no weakness there.
    #[must_use]
    pub fn may_consult(&self) -> bool {
        self.level.is_none_or(|level| level.number() == Level::HIGHEST)
    }
}

/// The engine with any options or level, as a player. With limits of depth or positions and one thread, the same
/// seed and the same course of the game give the same moves.
pub struct EngineAgent {
    game: Box<dyn AnyGame>,
    settings: EngineSettings,
    mind: Mind,
    manager: TimeManager,
    voice: Voice,
    /// Where the current game began.
    position: Option<String>,
    /// What it expects to be played next: its own last move, then the reply.
    expected: Vec<String>,
    /// Decides among the moves of the book.
    lots: Random,
}

/// What thinks. Where the engine's own thinker is may change while it ponders.
enum Mind {
    Nothing,
    Level(Box<LevelPlayer>),
    Whole(Box<dyn Thinker>),
    Pondering(Pondering),
}

fn unsuitable(error: &ReadError) -> Fault {
    Fault::Unsuitable(error.to_string())
}

impl EngineAgent {
    /// The engine for a game.
    ///
    /// # Errors
    /// The game is not for two players, or has no evaluator of the wanted name.
    pub fn new(game: &dyn AnyGame, settings: EngineSettings) -> Result<EngineAgent, Fault> {
        let game = open(&game.full_name()).map_err(|error| unsuitable(&error))?;
        if game.player_names().len() != 2 {
            let reason = format!("the engine plays games of two players, not {}", game.full_name());
            return Err(Fault::Unsuitable(reason));
        }
        let known = game.evaluators();
        if let Some(wanted) = &settings.evaluator
            && known.iter().all(|info| info.name != wanted)
        {
            let names: Vec<&str> = known.iter().map(|info| info.name).collect();
            let reason =
                format!("no evaluator `{wanted}` in {}; known: {}", game.full_name(), names.join(", "));
            return Err(Fault::Unsuitable(reason));
        }
        if settings.play_book.is_some() {
            // Whether its file can be used is told before the first game.
            let setup =
                EngineConfig { play_book: settings.play_book.clone(), hash: 0, ..EngineConfig::default() };
            game.thinker(&setup).map_err(|error| unsuitable(&error))?;
        }
        let voice = Voice::new(settings.personality, 0);
        let manager = TimeManager::new();
        Ok(EngineAgent {
            game,
            settings,
            mind: Mind::Nothing,
            manager,
            voice,
            position: None,
            expected: Vec::new(),
            lots: Random::new(0),
        })
    }

    /// What it keeps back of its time for the way to the referee.
    #[must_use]
    pub fn time_manager(&self) -> &TimeManager {
        &self.manager
    }

    fn setup(&self) -> EngineConfig {
        let EngineSettings { evaluator, play_book, options, hash, endgame, .. } = self.settings.clone();
        let endgame = endgame.filter(|_| self.settings.may_consult()).and_then(|endgame| endgame.folder());
        let hash = hash.min(LARGEST_HASH);
        EngineConfig { evaluator, play_book, options, hash, endgame, ..EngineConfig::default() }
    }

    fn new_mind(&self, seed: u64) -> Result<Mind, Fault> {
        let setup = self.setup();
        let mind = match self.settings.level {
            Some(level) => LevelPlayer::with_setup(&*self.game, level, seed, &setup)
                .map(|player| Mind::Level(Box::new(player))),
            None => self.game.thinker(&setup).map(Mind::Whole),
        };
        mind.map_err(|error| unsuitable(&error))
    }

    /// Ends pondering, if it does, and takes the thinker back with everything it learnt.
    fn collect(&mut self) -> Result<(), Fault> {
        self.mind = match std::mem::replace(&mut self.mind, Mind::Nothing) {
            Mind::Pondering(pondering) => match pondering.finish() {
                Some(thinker) => Mind::Whole(thinker),
                None => self.new_mind(0)?,
            },
            Mind::Nothing => self.new_mind(0)?,
            mind => mind,
        };
        Ok(())
    }

    /// The smaller of what it may look at by its settings and by the budget.
    fn bounds(&self, turn: &Turn<'_>) -> (Option<u32>, Option<u64>) {
        let depths = [self.settings.depth, turn.budget.depth];
        let nodes = [self.settings.nodes, turn.budget.nodes];
        (depths.into_iter().flatten().min(), nodes.into_iter().flatten().min())
    }

    /// Thinks within a plan; the chosen move and what was found.
    fn think(
        &mut self,
        turn: &Turn<'_>,
        plan: Plan,
        watch: &TimedWatch,
        forced: bool,
    ) -> Result<Option<(String, Analysis)>, Fault> {
        let (depth, mut nodes) = self.bounds(turn);
        if forced && plan.hard.is_some() {
            nodes = Some(nodes.map_or(FORCED_NODES, |nodes| nodes.min(FORCED_NODES)));
        }
        let session = turn.session;
        match &mut self.mind {
            Mind::Level(player) => {
                let choice = player.choose_within(session, depth, nodes, watch);
                Ok(choice.map_err(|error| unsuitable(&error))?.map(|choice| (choice.text, choice.analysis)))
            }
            Mind::Whole(thinker) => {
                let longest = session.longest().unwrap_or(DEEPEST).clamp(1, DEEPEST);
                let depth = depth.unwrap_or(longest).clamp(1, longest);
                let threads = self.settings.threads.clamp(1, MOST_THREADS);
                let limits = Limits { nodes, threads, ..Limits::depth(depth) };
                let found = thinker.think(session, &ThinkRequest::from(limits), watch);
                let analysis = found.map_err(|error| unsuitable(&error))?;
                Ok(analysis.best().map(str::to_owned).map(|text| (text, analysis)))
            }
            Mind::Nothing | Mind::Pondering(_) => Ok(None),
        }
    }
}

impl Agent for EngineAgent {
    fn identity(&mut self, _: Instant) -> Result<Identity, Fault> {
        let strength = match self.settings.level {
            Some(level) => format!("level {}", level.number()),
            None => "all my strength".to_owned(),
        };
        let usual = match self.settings.level {
            Some(level) => format!("Plybook {}", level.number()),
            None => "Plybook".to_owned(),
        };
        let nickname = self.settings.name.clone().unwrap_or(usual);
        let introduction =
            self.settings.personality.introduction(&nickname, self.game.info().title, &strength);
        Ok(Identity { nickname, introduction })
    }

    fn begin(&mut self, meeting: &GameStart<'_>) -> Result<(), Fault> {
        let wanted = open(meeting.game).map_err(|error| unsuitable(&error))?;
        if wanted.full_name() != self.game.full_name() {
            let reason = format!("this engine is set up for {}, not {}", self.game.full_name(), meeting.game);
            return Err(Fault::Unsuitable(reason));
        }
        if let Mind::Pondering(pondering) = std::mem::replace(&mut self.mind, Mind::Nothing) {
            pondering.finish();
        }
        // A new mind for every game: nothing of an earlier one may change this one's moves.
        self.mind = self.new_mind(meeting.seed)?;
        self.manager.new_game();
        self.voice = Voice::new(self.settings.personality, meeting.seed);
        self.voice.meet(meeting.opponent);
        self.position = meeting.position.map(str::to_owned);
        self.expected.clear();
        self.lots = Random::new(meeting.seed);
        Ok(())
    }

    fn turn(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let began = Instant::now();
        self.collect()?;
        let session = turn.session;
        let legal = session.move_texts();
        let Some(first) = legal.first() else {
            return Ok(Answer {
                action: Action::NoMoves,
                remark: String::new(),
                seen: SearchInfo::default(),
            });
        };
        let chosen = self.settings.book.as_ref().and_then(|book| book.choose(session, &mut self.lots));
        if let Some(entry) = chosen {
            // What the book says is nothing that the engine saw: learning looks for what it sees later.
            self.expected.clear();
            let remark = String::new();
            return Ok(Answer {
                action: Action::Move(entry.text.clone()),
                remark,
                seen: SearchInfo::default(),
            });
        }
        let side = session.mover().unwrap_or(Player::FIRST);
        let patience = turn.deadline.saturating_duration_since(began);
        let plan = self.manager.plan(&turn.budget, side, session, Some(patience));
        let watch = TimedWatch::new(plan, began);
        let found = self.think(turn, plan, &watch, legal.len() == 1)?;
        let surprised = surprise(&self.expected, session.record());
        let (text, seen) = match found {
            Some((text, analysis)) => {
                let seen = seen(&text, &analysis);
                (text, seen)
            }
            // Stopped before it looked at anything.
            None => (first.clone(), SearchInfo::default()),
        };
        let remark = self.voice.speak(&seen, surprised.as_deref(), legal.len());
        self.expected.clone_from(&seen.line);
        self.manager.finished(plan, began.elapsed());
        Ok(Answer { action: Action::Move(text), remark, seen })
    }

    fn ponder(&mut self, session: &dyn Session) {
        let wanted = self.settings.ponder != Ponder::Off && session.ending().is_none();
        let Mind::Whole(_) = &self.mind else { return };
        if !wanted {
            return;
        }
        let Some(mut copy) = rebuild(&*self.game, self.position.as_deref(), session) else { return };
        if self.settings.ponder == Ponder::Reply
            && self.expected.first() == session.record().last()
            && let Some(reply) = self.expected.get(1)
            && (copy.play(reply).is_err() || copy.ending().is_some())
        {
            return;
        }
        let Mind::Whole(thinker) = std::mem::replace(&mut self.mind, Mind::Nothing) else { return };
        let threads = self.settings.threads.clamp(1, MOST_THREADS);
        let longest = copy.longest().unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let limits = Limits { threads, ..Limits::depth(longest) };
        self.mind = match Pondering::start(thinker, copy, limits) {
            Some(pondering) => Mind::Pondering(pondering),
            None => Mind::Nothing,
        };
    }

    fn end(&mut self, _: Option<&Ending>) {
        if let Mind::Pondering(pondering) = std::mem::replace(&mut self.mind, Mind::Nothing) {
            pondering.finish();
        }
        self.mind = Mind::Nothing;
    }
}

/// What was seen along the chosen move.
fn seen(text: &str, analysis: &Analysis) -> SearchInfo {
    let chosen = |moves: &[String]| moves.first().is_some_and(|first| first == text);
    let line = analysis.lines.iter().find(|line| chosen(&line.moves));
    SearchInfo {
        score: line.map(|line| line.score),
        depth: Some(analysis.depth),
        nodes: Some(analysis.nodes),
        line: line.map_or_else(|| vec![text.to_owned()], |line| line.moves.clone()),
        // What is proven is the best line's value; a level may have chosen another move.
        proven: analysis.database && line == analysis.lines.first(),
    }
}

/// The reply that was expected, if the opponent played another one.
fn surprise(expected: &[String], record: &[String]) -> Option<String> {
    let [.., own, reply] = record else { return None };
    match expected {
        [first, second, ..] if first == own && second != reply => Some(second.clone()),
        _ => None,
    }
}
