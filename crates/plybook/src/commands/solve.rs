//! `plybook solve GAME`.

use super::analyze::Clock;
use crate::arguments::{Solve, SolveMethod};
use crate::bad_input::BadInput;
use crate::game_name::{open_game, start_session};
use crate::output::Output;
use crate::progress;
use anyhow::{Context, Result, bail};
use plybook_catalog::{
    Analysis, AnyGame, Driver, EngineConfig, Limits, MethodSetting, Options, ProofRequest, Session, Thinker,
    Value, move_list,
};
use serde::Serialize;

/// Deepest search that can be asked for, in plies.
const DEEPEST: u32 = 200;
/// Plies that are searched before the leap to the end of the game: enough to order the root and to guess the value.
const REHEARSAL: u32 = 1;

#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    value: Value,
    text: String,
    line: Vec<String>,
    nodes: u64,
}

/// How positions of a game are searched to their ends.
#[derive(Clone, Copy, PartialEq)]
enum Plan {
    /// At once as deep as the game can last.
    Whole,
    /// Deeper and deeper until a win or a loss is proven. All that the rules about paths do is to draw games, so that where
    /// nobody wins without them nobody wins with them; and a position's value then has nothing to do with the way to
    /// it, which keeps endings short in which kings run in circles.
    Deepening { path_rules: bool },
    /// At once as deep as any search: to the end of a game that could last longer and does not, whatever is played.
    /// Without the rules about paths lines have no end where positions can come again, and count for nothing.
    Deepest { path_rules: bool },
}

/// Searches positions of one game to their ends.
struct Solver {
    plan: Plan,
    thinker: Box<dyn Thinker>,
    clock: Clock,
    threads: usize,
}

/// How deep the whole game is searched from here: so deep that no entry of the rehearsal looks as if it had seen the end
/// of the game. None where the rules do not say how long it can take.
fn whole(session: &dyn Session) -> Option<u32> {
    session.max_plies().map(|plies| plies.max(1) + REHEARSAL).filter(|&depth| depth <= DEEPEST)
}

/// How many plies below its root a search came.
fn deepest(analysis: &Analysis) -> u32 {
    analysis.counts.get("deepest").and_then(|&plies| u32::try_from(plies).ok()).unwrap_or(u32::MAX)
}

impl Solver {
    /// The table is kept between positions of the same game.
    fn new(game: &dyn AnyGame, plan: Plan, arguments: &Solve) -> Result<Solver> {
        let options = match plan {
            Plan::Whole => Options {
                iterative: true,
                leap_after: REHEARSAL,
                driver: Driver::NullWindows,
                path_rules: false,
                ..Options::EXACT
            },
            Plan::Deepening { path_rules } => Options {
                iterative: true,
                leap_after: DEEPEST,
                driver: Driver::Aspiration,
                path_rules,
                ..Options::EXACT
            },
            Plan::Deepest { path_rules } => {
                Options { iterative: false, driver: Driver::NullWindows, path_rules, ..Options::EXACT }
            }
        };
        // The exact value is what alpha-beta finds, however the game is best played.
        let method = MethodSetting::new("alpha-beta", [].into()).map_err(BadInput::from)?;
        let setup =
            EngineConfig { options, method, hash: arguments.hash as usize, ..EngineConfig::default() };
        let thinker = game.thinker(&setup).map_err(BadInput::from)?;
        Ok(Solver {
            plan,
            thinker,
            clock: Clock::new(arguments.time),
            threads: usize::from(arguments.threads),
        })
    }

    /// What a search found, and whether that is the exact value.
    fn search(&mut self, session: &dyn Session) -> Result<(Analysis, bool)> {
        let whole = whole(session);
        let limits = Limits { threads: self.threads, ..Limits::depth(whole.unwrap_or(DEEPEST)) };
        let analysis = self.thinker.think(session, &limits.into(), &self.clock).map_err(BadInput::from)?;
        // A search of one depth that saw nothing so far down saw the end of every line.
        let ended = matches!(self.plan, Plan::Deepest { .. }) && deepest(&analysis) < DEEPEST;
        let exact = analysis.proven || (!analysis.stopped && (whole.is_some() || ended));
        Ok((analysis, exact))
    }

    /// Goes on with a line of best play to the end of the game, as far as the time allows.
    fn complete(&mut self, session: &mut dyn Session, mut line: Vec<String>) -> Result<Vec<String>> {
        let mut played = 0;
        loop {
            for text in &line[played..] {
                session.play(text).map_err(BadInput::from)?;
            }
            played = line.len();
            if session.ending().is_some() {
                return Ok(line);
            }
            let (analysis, exact) = self.search(session)?;
            match analysis.lines.into_iter().next().filter(|_| exact) {
                Some(more) if !more.moves.is_empty() => line.extend(more.moves),
                _ => return Ok(line),
            }
        }
    }
}

/// Finds the exact value. Games that end within a known number of plies are searched to their ends at once, by null
/// windows that start at the guess of a short rehearsal; others are deepened until a win or a loss is proven, which is
/// proven once more with the rules about paths where those could spoil it. If that search comes to no end but saw the
/// end of all lines, as in kalah, one search of the greatest depth makes sure.
pub fn run(output: Output, arguments: &Solve) -> Result<()> {
    let game = open_game(&arguments.from.game)?;
    if let Some(file) = &arguments.check {
        return check(output, &*game, file, arguments.json);
    }
    let mut session = start_session(&*game, arguments.from.position.as_deref(), &arguments.from.moves)?;
    if let Some(ending) = session.ending() {
        return Err(BadInput::new(format!("the game is over here: {}", ending.sentence)).into());
    }
    if arguments.method == SolveMethod::Pns {
        return prove(output, &*game, &*session, arguments);
    }
    if arguments.proof.is_some() {
        return Err(BadInput::new("--proof goes with --method pns; add that, or leave --proof out").into());
    }
    let mut path_rules = false;
    let plan = if whole(&*session).is_some() { Plan::Whole } else { Plan::Deepening { path_rules } };
    let mut solver = Solver::new(&*game, plan, arguments)?;
    let stopwatch = progress::stopwatch("solving");
    let mut found = solver.search(&*session)?;
    let distance = found.0.lines.first().and_then(|line| line.score.distance());
    if found.1 && plan != Plan::Whole && distance.is_none_or(|plies| session.path_may_end(plies)) {
        path_rules = true;
        solver = Solver::new(&*game, Plan::Deepening { path_rules }, arguments)?;
        found = solver.search(&*session)?;
    }
    if !found.1 && !found.0.stopped && session.max_plies().is_some() && deepest(&found.0) < DEEPEST {
        solver = Solver::new(&*game, Plan::Deepest { path_rules }, arguments)?;
        found = solver.search(&*session)?;
    }
    stopwatch.finish_and_clear();
    let (analysis, exact) = found;
    let Some(line) = analysis.lines.first().filter(|_| exact) else {
        let (nodes, depth) = (analysis.nodes, analysis.depth);
        if analysis.stopped {
            bail!("not solved: {nodes} positions to depth {depth}; give it more --time");
        }
        let longest = match session.max_plies() {
            Some(plies) => format!("can last {plies} plies"),
            None => "has no end that its rules foresee".to_owned(),
        };
        bail!(
            "not solved: {nodes} positions to depth {depth} prove neither a win nor a loss; the game {longest}, no more \
             than {DEEPEST} are searched, and its value stays open"
        );
    };
    let position = session.text();
    let text = if line.value == Value::Points(0.0) { "draw".to_owned() } else { line.text.clone() };
    let (value, moves) = (line.value, line.moves.clone());
    let line = solver.complete(&mut *session, moves)?;
    let answer = Answer { game: game.full_name(), position, value, text, line, nodes: analysis.nodes };
    if arguments.json {
        return output.json(&answer);
    }
    output.line(format!("{} {}: {} for the side to move", answer.game, answer.position, answer.text))?;
    let end = session.ending().map_or_else(|| " ...".to_owned(), |ending| format!(" ({})", ending.sentence));
    let record = session.display_record();
    let shown = &record[record.len().saturating_sub(answer.line.len())..];
    output.line(format!("line: {}{end}", move_list(shown)))?;
    output.line(format!("{} positions", answer.nodes))
}

/// What a proof came to.
#[derive(Serialize)]
struct ProofAnswer {
    game: String,
    position: String,
    value: Value,
    text: String,
    line: Vec<String>,
    nodes: u64,
    /// Positions gone through by the check.
    checked: u64,
}

/// A value without a distance, in words.
fn words(value: Value) -> String {
    match value {
        Value::Win(_) => "win".to_owned(),
        Value::Loss(_) => "loss".to_owned(),
        Value::Points(0.0) => "draw".to_owned(),
        value => value.to_string(),
    }
}

/// Finds the exact value by proof numbers, and checks the proof before it is told.
fn prove(output: Output, game: &dyn AnyGame, session: &dyn Session, arguments: &Solve) -> Result<()> {
    let request = ProofRequest { hash: arguments.hash as usize, nodes: None };
    let stopwatch = progress::stopwatch("proving");
    let found = game.prove(session, &request, &Clock::new(arguments.time)).map_err(BadInput::from)?;
    stopwatch.finish_and_clear();
    let nodes = found.nodes;
    let Some(value) = found.value else {
        bail!(
            "not solved: {nodes} positions to ply {} prove nothing; give it more --time, or more --hash than {} MB",
            found.deepest,
            arguments.hash
        );
    };
    let text = words(value);
    let Some(checked) = found.checked else {
        bail!(
            "{text}, but the proof cannot be checked: either the table lost a part of it, which more --hash than {} MB \
             prevents, or what to play depends on how a position came about",
            arguments.hash
        );
    };
    if let Some(file) = &arguments.proof {
        plybook_store::file::write(file, found.text.as_bytes())
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    let (game, position) = (game.full_name(), session.text());
    let answer = ProofAnswer { game, position, value, text, line: found.line, nodes, checked };
    if arguments.json {
        return output.json(&answer);
    }
    output.line(format!("{} {}: {} for the side to move", answer.game, answer.position, answer.text))?;
    output.line(format!("line: {}", answer.line.join(" ")))?;
    output.line(format!("{nodes} positions, {checked} to check the proof"))
}

/// Checks a proof that was written into a file.
fn check(output: Output, game: &dyn AnyGame, file: &std::path::Path, json: bool) -> Result<()> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| BadInput::new(format!("cannot read {}: {error}", file.display())))?;
    let checked = game.check_proof(&text).map_err(BadInput::from)?;
    if json {
        return output.json(&serde_json::json!({
            "position": checked.position, "statements": checked.statements, "positions": checked.positions,
        }));
    }
    for statement in &checked.statements {
        output.line(format!("proven: {statement} in {}", checked.position))?;
    }
    output.line(format!("{} positions checked", checked.positions))
}
