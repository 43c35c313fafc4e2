//! `plybook balance GAME`.

use crate::arena_arguments::Balance as Arguments;
use crate::bad_input::BadInput;
use crate::game_name::open_game;
use crate::live::Live;
use crate::output::Output;
use anyhow::{Result, bail};
use plybook_agent::AgentSpec;
use plybook_arena::balance::Balance;
use plybook_arena::config::{Bounds, ConfigInput, Format, OpeningsInput, TimeInput};
use plybook_arena::game_store::MemoryStore;
use plybook_arena::report::Report;
use plybook_arena::roster::Described;
use plybook_arena::tournament::Tournament;
use plybook_catalog::Text;

/// Default number of positions for a move.
const DEFAULT_NODES: u64 = 2000;
/// Size of the engine's table, in mebibytes: enough for so few positions.
const TABLE: u32 = 4;
/// Wider than any evaluation: openings are not filtered.
const ANY_BALANCE: f64 = 1e6;

/// Lets the engine play itself and tells how the game treats its players.
pub fn run(output: Output, arguments: &Arguments) -> Result<()> {
    let game = open_game(&arguments.game)?;
    let (spec, nodes) = match arguments.level {
        Some(level) => (format!("engine:level={level}"), None),
        None => (format!("engine:hash={TABLE}"), Some(arguments.nodes.unwrap_or(DEFAULT_NODES))),
    };
    let agent = AgentSpec::read(&spec).map_err(|error| BadInput::new(error.to_string()))?;
    let input: ConfigInput = ConfigInput {
        format: Some(Format::Match),
        games: Some(arguments.games),
        seed: Some(arguments.seed),
        // A level limits itself; the depth only says that no clock does.
        time: TimeInput { nodes, depth: nodes.is_none().then_some(200), ..TimeInput::default() },
        openings: OpeningsInput {
            random: Some(arguments.random),
            balance: Some(ANY_BALANCE),
            nodes: Some(1),
            ..OpeningsInput::default()
        },
        ..ConfigInput::default()
    };
    let nothing = |_: &str| Err("no files here".to_owned());
    let config = input.resolve(vec![agent.clone(), agent], &*game, &Bounds::default(), &nothing);
    let config = config.map_err(|error| BadInput::new(error.to_string()))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let concurrency = arguments.concurrency.map_or(cores, usize::from);
    let roster = Described { config: &config, game: &*game, books: &Default::default() };
    let tournament =
        Tournament { config: &config, game: &*game, roster: &roster, knowledge: None, concurrency };
    let live = Live::new(&config);
    let result = tournament.run(&mut MemoryStore::default(), &live);
    live.clear();
    let scored = result.map_err(|error| BadInput::new(error.to_string()))?.scored;
    let report = Report::new(&config, &scored);
    let Some(balance) = Balance::of(&*game, &report, &scored).map_err(BadInput::from)? else {
        bail!("no game of {} came to an end that counts", game.full_name());
    };
    if arguments.json {
        return output.json(&balance);
    }
    print(output, game.player_names(), &balance)
}

fn print(output: Output, names: &[Text], balance: &Balance) -> Result<()> {
    let percent = |share: f64| 100.0 * share;
    let [first, draws, second] = balance.results;
    let name = |side: usize| names.get(side).map_or("?", |name| &**name);
    let estimate = &balance.first_player;
    let elo =
        |value: f64| if value.is_finite() { format!("{value:+.0}") } else { "beyond measure".to_owned() };
    output.line(format!("{}: {} games", output.bold(&balance.game), first + draws + second))?;
    output.line(format!("{} won {first}, drawn {draws}, {} won {second}", name(0), name(1)))?;
    output.line(format!(
        "moving first: {:.1} % of the points (95 %: {:.1} to {:.1}), Elo {} ({} to {})",
        percent(estimate.score),
        percent(estimate.score_interval[0]),
        percent(estimate.score_interval[1]),
        elo(estimate.elo),
        elo(estimate.elo_interval[0]),
        elo(estimate.elo_interval[1]),
    ))?;
    output.line(format!("draws: {:.1} %", percent(balance.draw_rate)))?;
    let (shortest, mean, longest) = balance.plies;
    output.line(format!("length: {mean:.1} plies on average, {shortest} to {longest}"))?;
    let (fewest, mean, most) = balance.branching;
    output.line(format!("legal moves: {mean:.1} on average, {fewest} to {most}"))?;
    let endings: Vec<String> =
        balance.summary.endings.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    output.line(format!("ended by: {}", endings.join(", ")))
}
