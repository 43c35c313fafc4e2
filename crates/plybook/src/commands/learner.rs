//! `plybook learn GAME --method matchboxes` and the other machines that learn game by game.

use crate::bad_input::BadInput;
use crate::file::{prepare, write};
use crate::game_name::open_game;
use crate::learn_arguments::{Learn, Method};
use crate::output::Output;
use crate::progress::bar;
use anyhow::Result;
use plybook_agent::{Action, Agent, AgentSpec, Budget, GameStart, Turn};
use plybook_catalog::curve::{Stretch, csv, stretches, svg};
use plybook_catalog::{
    AnyGame, Learner, LearningMethod, LearningRival, MatchboxConfig, OutsidePlayer, Player, QConfig,
    ReadError, Session, TdConfig, default_preset, tally,
};
use plybook_store::read_learnt;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Games if nothing is said: as many as Michie played, and enough to see weights and tables settle.
const DEFAULT_GAMES: [(Method, u32); 5] = [
    (Method::Matchboxes, 220),
    (Method::Td, 1_000),
    (Method::TdLeaf, 1_000),
    (Method::Q, 20_000),
    (Method::Rote, 100),
];
/// Stretches of games whose results are printed.
const STRETCHES: usize = 20;
/// Games over which the drawing's shares are taken: at most a tenth of all, at least so many.
const LEAST_WINDOW: usize = 10;
/// How long an opponent may take for a move, and to be ready.
const PATIENCE: Duration = Duration::from_secs(60);
/// Games between two writings of the file, so that little is lost.
const SAVED_EVERY: u32 = 5_000;

#[derive(Serialize)]
struct Answer {
    game: String,
    method: String,
    games: usize,
    won: usize,
    drawn: usize,
    lost: usize,
    figures: BTreeMap<String, f64>,
    file: String,
}

/// Plays, learns, writes and shows.
pub fn run(output: Output, method: Method, arguments: &Learn) -> Result<()> {
    let game = open_game(&arguments.game)?;
    prepare(arguments.out()?)?;
    for path in [&arguments.machine.csv, &arguments.machine.svg].into_iter().flatten() {
        prepare(path)?;
    }
    let rival = rival(&*game, method, arguments)?;
    let how = how(&*game, method, arguments);
    let mut learner = game.learner(how, rival, arguments.seed).map_err(BadInput::from)?;
    if let Some(path) = &arguments.machine.resume {
        let unusable = |why: String| BadInput::new(format!("cannot go on with {}: {why}", path.display()));
        let bytes = read_learnt(path).map_err(|error| unusable(error.to_string()))?;
        learner.resume(&bytes).map_err(|error| unusable(error.to_string()))?;
    }
    let default = DEFAULT_GAMES.iter().find(|(known, _)| *known == method).map_or(1, |(_, games)| *games);
    let games = arguments.games.unwrap_or(default);
    let bar = bar("games");
    bar.set_length(u64::from(games));
    for number in 1..=games {
        if let Err(error) = learner.step() {
            bar.finish_and_clear();
            return Err(BadInput::from(error).into());
        }
        bar.set_position(u64::from(number));
        if number % SAVED_EVERY == 0 {
            write(arguments.out()?, learner.save())?;
        }
    }
    bar.finish_and_clear();
    write(arguments.out()?, learner.save())?;
    if let Some(path) = &arguments.machine.csv {
        write(path, csv(&*learner))?;
    }
    if let Some(path) = &arguments.machine.svg {
        let window = (learner.games().len() / 10).max(LEAST_WINDOW);
        let weights = matches!(method, Method::Td | Method::TdLeaf);
        write(path, svg(&*learner, window, weights))?;
    }
    show(output, &*game, method, arguments, &*learner)
}

/// The method with its settings.
fn how(game: &dyn AnyGame, method: Method, arguments: &Learn) -> LearningMethod {
    let (boxes, values) = (&arguments.boxes, &arguments.values);
    let side = arguments.machine.side;
    match method {
        Method::Master | Method::PlayBook | Method::Samuel | Method::Matchboxes => {
            let preset = boxes.preset.as_deref().unwrap_or(default_preset(&game.info().name));
            let mut config = MatchboxConfig::preset(preset).unwrap_or(MatchboxConfig::menace());
            config.beads = boxes.beads.clone().unwrap_or(config.beads);
            config.rewards = boxes.rewards.unwrap_or(config.rewards);
            config.corrected = boxes.correct.map_or(config.corrected, Into::into);
            config.empty = boxes.empty.map_or(config.empty, Into::into);
            config.sides = side.map_or(config.sides, Into::into);
            LearningMethod::Matchboxes(config)
        }
        Method::Q => {
            let default = QConfig::default();
            LearningMethod::QTable(QConfig {
                alpha: values.alpha.unwrap_or(default.alpha),
                discount: values.discount.unwrap_or(default.discount),
                epsilon: values.epsilon.unwrap_or(default.epsilon),
                sides: side.map_or(default.sides, Into::into),
            })
        }
        Method::Td | Method::TdLeaf => {
            let default = if method == Method::Td { TdConfig::plain() } else { TdConfig::leaf() };
            let config = TdConfig {
                alpha: values.alpha.unwrap_or(default.alpha),
                lambda: values.lambda.unwrap_or(default.lambda),
                epsilon: values.epsilon.unwrap_or(default.epsilon),
                depth: values.depth.unwrap_or(default.depth),
                leaf: default.leaf,
                opening: values.opening.unwrap_or(default.opening),
                sides: side.map_or(default.sides, Into::into),
            };
            let first = values.start.map_or(plybook_catalog::FirstWeights::Zero, Into::into);
            LearningMethod::Temporal { evaluator: values.evaluator.clone(), first, config }
        }
        Method::Rote => LearningMethod::Rote(arguments.samuel.rote()),
    }
}

/// Refuses options of other methods.
pub fn refuse_foreign(method: Method, arguments: &Learn) -> Result<()> {
    let (boxes, values) = (&arguments.boxes, &arguments.values);
    let matchboxes = method == Method::Matchboxes;
    let weights = matches!(method, Method::Td | Method::TdLeaf);
    let (play_book, samuel) = (method == Method::PlayBook, method == Method::Samuel);
    let master = method == Method::Master;
    // Who plays, and on which side, can be chosen; by rote it is always the same.
    let chooses = !play_book && !samuel && !master && method != Method::Rote;
    let evaluation = &arguments.master;
    let machine = &arguments.machine;
    let options = [
        ("--db", arguments.play_book.stored.db.is_some(), play_book),
        ("--against", machine.against.is_some(), chooses),
        ("--minutes", evaluation.minutes.is_some(), master),
        ("--from", evaluation.from.is_some(), master),
        ("--family", evaluation.family.is_some(), master),
        ("--hidden", evaluation.hidden.is_some(), master),
        ("--generations", evaluation.generations.is_some(), master),
        ("--folder", evaluation.folder.is_some(), master),
        ("--ray", evaluation.place.ray.is_some(), master),
        ("--resume", machine.resume.is_some(), !play_book && !master),
        ("--csv", machine.csv.is_some(), !play_book && !master),
        ("--svg", machine.svg.is_some(), !play_book && !samuel && !master),
        ("--side", machine.side.is_some(), chooses),
        ("--preset", boxes.preset.is_some(), matchboxes),
        ("--beads", boxes.beads.is_some(), matchboxes),
        ("--rewards", boxes.rewards.is_some(), matchboxes),
        ("--correct", boxes.correct.is_some(), matchboxes),
        ("--empty", boxes.empty.is_some(), matchboxes),
        ("--alpha", values.alpha.is_some(), weights || method == Method::Q),
        ("--epsilon", values.epsilon.is_some(), weights || method == Method::Q),
        ("--discount", values.discount.is_some(), method == Method::Q),
        ("--lambda", values.lambda.is_some(), weights),
        ("--depth", values.depth.is_some(), weights),
        ("--opening", values.opening.is_some(), weights),
        ("--evaluator", values.evaluator.is_some(), weights),
        ("--start", values.start.is_some(), weights),
    ];
    let of_samuel = arguments.samuel.fitting(method);
    match options.iter().chain(&of_samuel).find(|(_, given, fits)| *given && !fits) {
        Some((option, _, _)) => {
            let message = format!("{option} is not for --method {}; leave it out", name(method));
            Err(BadInput::new(message).into())
        }
        None => Ok(()),
    }
}

/// The method's name on the command line.
fn name(method: Method) -> &'static str {
    match method {
        Method::Master => "master",
        Method::PlayBook => "play-book",
        Method::Matchboxes => "matchboxes",
        Method::Td => "td",
        Method::TdLeaf => "td-leaf",
        Method::Q => "q",
        Method::Samuel => "samuel",
        Method::Rote => "rote",
    }
}

/// Who plays against the machine.
fn rival(game: &dyn AnyGame, method: Method, arguments: &Learn) -> Result<LearningRival> {
    let default = if method == Method::Matchboxes { "random" } else { "itself" };
    Ok(match arguments.machine.against.as_deref().unwrap_or(default) {
        "itself" => LearningRival::Itself,
        "random" => LearningRival::Random,
        "perfect" => LearningRival::Perfect,
        "seeker" => LearningRival::Seeker,
        text => {
            let spec = AgentSpec::read(text).map_err(|error| {
                let also = "or itself, random, perfect or seeker";
                BadInput::new(format!("--against: {error}; {also}"))
            })?;
            let agent =
                spec.make(game).map_err(|fault| BadInput::new(format!("--against {text}: {fault}")))?;
            let budget = Budget { nodes: Some(arguments.nodes), ..Budget::default() };
            LearningRival::Outside(Box::new(Guest { agent, game: game.full_name(), budget, known: false }))
        }
    })
}

/// An agent as an opponent.
struct Guest {
    agent: Box<dyn Agent>,
    game: String,
    budget: Budget,
    /// Whether it has said who it is.
    known: bool,
}

fn failed(problem: impl ToString) -> ReadError {
    ReadError::new("opponent", "--against", problem.to_string(), "take another one")
}

fn deadline() -> Instant {
    let now = Instant::now();
    now.checked_add(PATIENCE).unwrap_or(now)
}

impl OutsidePlayer for Guest {
    fn begin(&mut self, side: Player, seed: u64) -> Result<(), ReadError> {
        if !self.known {
            self.agent.identity(deadline()).map_err(failed)?;
            self.known = true;
        }
        let start = GameStart {
            game: &self.game,
            position: None,
            opening: &[],
            side,
            opponent: "the learner",
            seed,
            deadline: deadline(),
        };
        self.agent.begin(&start).map_err(failed)
    }

    fn choose(&mut self, session: &dyn Session) -> Result<String, ReadError> {
        let turn = Turn { session, remark: "", budget: self.budget.clone(), deadline: deadline() };
        match self.agent.turn(&turn).map_err(failed)?.action {
            Action::Move(text) => Ok(text),
            Action::Resign => Err(failed("it resigned, and a learner plays its games to the end")),
            Action::NoMoves => Err(failed("it found no move")),
        }
    }
}

fn show(
    output: Output,
    game: &dyn AnyGame,
    method: Method,
    arguments: &Learn,
    learner: &dyn Learner,
) -> Result<()> {
    let games = learner.games();
    let [won, drawn, lost] = tally(games);
    let last = games.last().map(|game| game.figures.clone()).unwrap_or_default();
    if arguments.json {
        return output.json(&Answer {
            game: game.full_name(),
            method: name(method).to_owned(),
            games: games.len(),
            won,
            drawn,
            lost,
            figures: learner.figures().into_iter().zip(last).collect(),
            file: arguments.out()?.display().to_string(),
        });
    }
    output.line(format!("{:>15}  {:>6} {:>6} {:>6}", "games", "won", "drawn", "lost"))?;
    for Stretch { first, last, tally } in stretches(games, STRETCHES) {
        let all = (last - first + 1) as f64;
        let [won, drawn, lost] = tally.map(|count| format!("{:.0} %", 100.0 * count as f64 / all));
        output.line(format!("{:>15}  {won:>6} {drawn:>6} {lost:>6}", format!("{first}-{last}")))?;
    }
    output.line(format!("In all {} games: {won} won, {drawn} drawn, {lost} lost.", games.len()))?;
    for (name, figure) in learner.figures().iter().zip(&last) {
        let decimals = if *figure == figure.round() { 0 } else { 2 };
        output.line(format!("{name}: {figure:.decimals$}"))?;
    }
    if matches!(method, Method::Matchboxes | Method::Q)
        && let Some(item) = learner.state().first()
    {
        let values: Vec<String> =
            item.values.iter().map(|(text, value)| format!("{text} {value:.3}")).collect();
        let values = values.join(", ").replace(".000", "");
        output.line(format!("The first position met, {}: {values}", item.name))?;
    }
    output.line(format!("Written to {}.", arguments.out()?.display()))
}
