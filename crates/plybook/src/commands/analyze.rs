//! `plybook analyze GAME`.

use crate::arguments::{Analyze, Effort};
use crate::bad_input::BadInput;
use crate::draw::draw;
use crate::game_name::{open_game, start_session};
use crate::output::{Output, tell};
use anyhow::Result;
use plybook_catalog::endgame_files::Folder;
use plybook_catalog::{
    Analysis, AnyGame, EngineConfig, Limits, SearchObserver, ThinkRequest, Thinker, move_list, think_evenly,
};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How long to think where nothing limits it.
const DEFAULT_TIME: Duration = Duration::from_secs(3);
/// Deepest search that can be asked for.
const DEEPEST: u32 = 200;

/// Called with what an iteration found and how long it took so far.
type Show = Box<dyn Fn(&Analysis, Duration) -> Result<()> + Sync>;

/// Stops at a deadline, and when an iteration cannot be shown.
pub struct Clock {
    began: Instant,
    until: Option<Instant>,
    show: Option<Show>,
    failure: Mutex<Option<anyhow::Error>>,
}

impl Clock {
    /// A clock that starts now.
    pub fn new(time: Option<Duration>) -> Clock {
        let began = Instant::now();
        Clock {
            began,
            until: time.and_then(|time| began.checked_add(time)),
            show: None,
            failure: Mutex::new(None),
        }
    }

    /// What kept an iteration from being shown, if anything did.
    fn failure(self) -> Option<anyhow::Error> {
        self.failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl SearchObserver for Clock {
    fn stop(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    fn iteration(&self, analysis: &Analysis) -> bool {
        if let Some(show) = &self.show
            && let Err(error) = show(analysis, self.began.elapsed())
        {
            *self.failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(error);
            return true;
        }
        self.stop()
    }
}

/// The limits of an effort, and its time; the default time if nothing limits it.
pub fn limits(effort: &Effort, lines: usize) -> (Limits, Option<Duration>) {
    let limits = Limits {
        nodes: effort.nodes,
        lines,
        threads: usize::from(effort.threads),
        ..Limits::depth(effort.depth.unwrap_or(DEEPEST))
    };
    let endless = effort.depth.is_none() && effort.nodes.is_none();
    (limits, effort.time.or(endless.then_some(DEFAULT_TIME)))
}

/// The engine's set-up for an effort.
pub fn setup(effort: &Effort) -> EngineConfig {
    EngineConfig {
        evaluator: effort.evaluator.clone(),
        play_book: effort.play_book.clone(),
        weights: effort.weights.clone(),
        method: effort.method.clone().unwrap_or_default(),
        hash: effort.hash as usize,
        layout: effort.layout.clone(),
        endgame: Folder::of_user(),
        ..EngineConfig::default()
    }
}

/// The engine for an effort. A play book that cannot be used is named, and the engine does without.
fn engine(game: &dyn AnyGame, effort: &Effort) -> Result<Box<dyn Thinker>> {
    let setup = setup(effort);
    match game.thinker(&setup) {
        Err(error) if setup.play_book.is_some() => {
            tell(format_args!("plybook: not used: {error}"));
            Ok(game.thinker(&EngineConfig { play_book: None, ..setup }).map_err(BadInput::from)?)
        }
        made => Ok(made.map_err(BadInput::from)?),
    }
}

/// Searches a position and shows what it finds, iteration by iteration.
pub fn run(output: Output, arguments: &Analyze) -> Result<()> {
    let game = open_game(&arguments.from.game)?;
    let session = start_session(&*game, arguments.from.position.as_deref(), &arguments.from.moves)?;
    if let Some(ending) = session.ending() {
        let message = format!("the game is over here ({}): there is nothing to search", ending.sentence);
        return Err(BadInput::new(message).into());
    }
    let mut thinker = engine(&*game, &arguments.effort)?;
    let (limits, time) = limits(&arguments.effort, usize::from(arguments.lines));
    if !arguments.json {
        output.line(draw(&session.board(), &session.marks(), game.player_names(), output))?;
    }
    // Before the search: an evaluator that is not there is refused at once.
    let terms = match arguments.explain {
        true => Some(session.explain(arguments.effort.evaluator.as_deref()).map_err(BadInput::from)?),
        false => None,
    };
    let mut clock = Clock::new(time);
    let json = arguments.json;
    clock.show = Some(Box::new(move |analysis, spent| report(output, json, analysis, spent)));
    let request = ThinkRequest { limits, moves: arguments.only.clone() };
    let analysis = think_evenly(&mut *thinker, &*session, &request, &clock).map_err(BadInput::from)?;
    let spent = clock.began.elapsed();
    if let Some(error) = clock.failure() {
        return Err(error);
    }
    if json {
        let mut last = serde_json::json!({ "final": analysis, "seconds": spent.as_secs_f64() });
        if let Some(terms) = terms {
            last["terms"] = serde_json::to_value(super::show::term_answers(terms))?;
        }
        return output.json_line(&last);
    }
    if analysis.stopped {
        report(output, json, &analysis, spent)?;
    }
    let best = analysis.lines.first().and_then(|line| line.display.first());
    let best = best.map_or("none", |best| best.text.as_str());
    let proven = match (analysis.database, analysis.proven) {
        (true, _) => ", proven by the endgame database",
        (_, true) => ", proven",
        _ => "",
    };
    let value = analysis.lines.first().map_or("", |line| line.text.as_str());
    output.line(format!("best move {best}: {value}{proven}"))?;
    terms.iter().flat_map(|terms| super::show::explanation(terms)).try_for_each(|line| output.line(line))
}

fn report(output: Output, json: bool, analysis: &Analysis, spent: Duration) -> Result<()> {
    if json {
        return output
            .json_line(&serde_json::json!({ "iteration": analysis, "seconds": spent.as_secs_f64() }));
    }
    for (number, line) in analysis.lines.iter().enumerate() {
        let head = match number {
            0 => format!("{:>3} {:>12} {:>8.2}s", analysis.depth, analysis.nodes, spent.as_secs_f64()),
            _ => " ".repeat(26),
        };
        output.line(format!("{head} {:>12}  {}", line.text, move_list(&line.display)))?;
    }
    Ok(())
}
