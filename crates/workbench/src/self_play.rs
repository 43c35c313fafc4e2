//! `POST /api/balance`: how a game treats its players, by games of the engine against itself.

use crate::analyse::within;
use crate::game_position::{GamePosition, Opened};
use crate::listener::{Listener, deliver};
use crate::problem::Problem;
use crate::stopwatch::Stopwatch;
use plybook_catalog::{EngineConfig, Limits, Player, Random, Session, Thinker, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// Most games, and how many where nothing is said.
const MOST_GAMES: u32 = 1_000;
const DEFAULT_GAMES: u32 = 200;
/// Most positions that are looked at for a move, and how many where nothing is said.
const MOST_NODES: u64 = 20_000;
const DEFAULT_NODES: u64 = 300;
/// Plies at the start of every game that are drawn by lot, so that games differ.
const RANDOM_PLIES: usize = 2;
/// Plies after which a game is given up as a draw.
const LONGEST_GAME: usize = 400;
/// The longest that all games together may take.
const LONGEST: Duration = Duration::from_secs(300);
/// Size of the table, in mebibytes: enough for so few positions.
const TABLE: usize = 2;
/// Deepest search, in plies.
const DEEPEST: u32 = 60;
/// A lead is one where the chances, from -1 to 1, differ from even by so much: about the median of all positions.
const LEAD: f64 = 0.25;
/// Smallest unit of points in which chances are reckoned.
const LEAST_UNIT: f64 = 0.1;
/// Standard errors on either side of an interval of 95 %.
const NORMAL_95: f64 = 1.96;

/// Which game, and how many games of how much thought.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BalanceRequest {
    /// The game with its options.
    game: String,
    #[serde(default)]
    #[schemars(range(min = 1, max = MOST_GAMES))]
    games: Option<u32>,
    /// Positions that the engine looks at for a move.
    #[serde(default)]
    #[schemars(range(min = 1, max = MOST_NODES))]
    nodes: Option<u64>,
    /// Decides the first moves.
    #[serde(default)]
    seed: u32,
}

/// The least, the mean and the most of some numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Extent {
    least: u64,
    mean: f64,
    most: u64,
}

/// What the games so far say.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BalanceReport {
    /// Games that were played.
    games: u32,
    /// Games that were wanted.
    wanted: u32,
    /// Games won by whoever moved first, drawn, and won by the other.
    results: [u32; 3],
    /// Games that were given up as drawn because they took too long.
    unfinished: u32,
    /// The first player's share of the points, and where it lies with a likelihood of 95 %.
    share: f64,
    interval: [f64; 2],
    /// Length in plies.
    plies: Extent,
    /// Legal moves in a position.
    branching: Extent,
    /// How often the lead changed in a game, on average.
    lead_changes: f64,
    /// The share of the decided games that the winner won from behind.
    comebacks: f64,
    /// How far behind the winners of decided games were at worst, from 0 to 1, on average.
    drama: f64,
    /// How the games ended, the most frequent first.
    endings: Vec<EndingCount>,
}

/// How often games ended in one way.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct EndingCount {
    ending: String,
    count: u32,
}

/// A question that is ready to be worked on.
pub struct Job {
    opened: Opened,
    games: u32,
    nodes: u64,
    seed: u32,
}

/// Makes a question ready to be worked on.
///
/// # Errors
/// There is no such game, it is none of two players, or what is wanted is out of range.
pub fn prepare(request: BalanceRequest) -> Result<Job, Problem> {
    let games = within("games", request.games, DEFAULT_GAMES, 1..=MOST_GAMES)?;
    let nodes = within("nodes", request.nodes, DEFAULT_NODES, 1..=MOST_NODES)?;
    let opened = GamePosition { game: request.game, position: None, moves: Vec::new() }.open_to_search()?;
    if opened.game.player_names().len() != 2 || opened.game.has_chance() {
        let message = format!("{} is no game of two players without chance", opened.game.full_name());
        return Err(Problem::unusable(message));
    }
    Ok(Job { opened, games, nodes, seed: request.seed })
}

/// What a game was like.
#[derive(Clone, Debug, Default)]
struct Played {
    /// The winner; none for a draw.
    winner: Option<Player>,
    /// Whether it was given up.
    unfinished: bool,
    ending: String,
    plies: u64,
    /// Legal moves of each position.
    widths: Vec<u64>,
    /// What the engine thought of each position that it looked at, for the first player.
    values: Vec<Value>,
}

/// Events `report` after every game, and `done` with the last.
///
/// # Errors
/// The engine cannot be set up for the game.
pub fn work(job: &Job, events: &dyn Listener) -> Result<BalanceReport, Problem> {
    let watch = Stopwatch::with(LONGEST, || events.closed());
    let mut thinker = job.opened.game.thinker(&EngineConfig { hash: TABLE, ..EngineConfig::default() })?;
    let mut played = Vec::new();
    for number in 0..job.games {
        let mut random = Random::new(u64::from(job.seed) << 32 | u64::from(number));
        let Some(game) = play(job, &mut *thinker, &mut random, &watch)? else { break };
        played.push(game);
        deliver(events, "report", &report(&played, job.games));
    }
    Ok(report(&played, job.games))
}

/// Plays a game; none if it was stopped in the middle.
fn play(
    job: &Job,
    thinker: &mut dyn Thinker,
    random: &mut Random,
    watch: &Stopwatch<'_>,
) -> Result<Option<Played>, Problem> {
    use plybook_catalog::SearchObserver;
    let mut session = job.opened.game.session(None)?;
    let mut game = Played::default();
    thinker.new_game();
    loop {
        if watch.stop() {
            return Ok(None);
        }
        if let Some(ending) = session.ending() {
            game.winner = ending.winner();
            game.ending = ending.sentence;
            return Ok(Some(game));
        }
        if session.record().len() >= LONGEST_GAME {
            game.unfinished = true;
            game.ending = format!("Given up after {LONGEST_GAME} plies.");
            return Ok(Some(game));
        }
        let moves = session.move_texts();
        game.widths.push(moves.len() as u64);
        let text = if session.record().len() < RANDOM_PLIES {
            random.pick(&moves).cloned()
        } else {
            choose(&*session, thinker, job.nodes, watch, &mut game)?.or_else(|| moves.first().cloned())
        };
        session.play(&text.ok_or_else(Problem::internal)?)?;
        game.plies += 1;
    }
}

/// The engine's move; notes what it thinks of the position.
fn choose(
    session: &dyn Session,
    thinker: &mut dyn Thinker,
    nodes: u64,
    watch: &Stopwatch<'_>,
    game: &mut Played,
) -> Result<Option<String>, Problem> {
    let depth = session.max_plies().unwrap_or(DEEPEST).clamp(1, DEEPEST);
    let limits = Limits { nodes: Some(nodes), ..Limits::depth(depth) };
    let analysis = thinker.think(session, &limits.into(), watch)?;
    let first = session.mover().is_none_or(|mover| mover == Player::FIRST);
    if let Some(line) = analysis.lines.first() {
        game.values.push(Value::from(if first { line.score } else { -line.score }));
    }
    Ok(analysis.best().map(str::to_owned))
}

fn extent(numbers: impl Iterator<Item = u64> + Clone) -> Extent {
    let count = numbers.clone().count().max(1) as f64;
    Extent {
        least: numbers.clone().min().unwrap_or(0),
        mean: numbers.clone().sum::<u64>() as f64 / count,
        most: numbers.max().unwrap_or(0),
    }
}

fn report(played: &[Played], wanted: u32) -> BalanceReport {
    let count = played.len() as u32;
    let won = |side| played.iter().filter(|game| game.winner == Some(side)).count() as u32;
    let (first, second) = (won(Player::FIRST), won(Player(1)));
    let draws = count - first - second;
    let mut endings: BTreeMap<&str, u32> = BTreeMap::new();
    played.iter().for_each(|game| *endings.entry(&game.ending).or_default() += 1);
    let mut endings: Vec<EndingCount> =
        endings.into_iter().map(|(ending, count)| EndingCount { ending: ending.to_owned(), count }).collect();
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.count));
    let (share, interval) = share_of_points([first, draws, second]);
    let unit = unit(played);
    let courses: Vec<Course> = played.iter().map(|game| Course::of(game, unit)).collect();
    let decided: Vec<&Course> = courses
        .iter()
        .zip(played)
        .filter(|(_, game)| game.winner.is_some())
        .map(|(course, _)| course)
        .collect();
    let mean = |sum: f64, count: usize| sum / count.max(1) as f64;
    BalanceReport {
        games: count,
        wanted,
        results: [first, draws, second],
        unfinished: played.iter().filter(|game| game.unfinished).count() as u32,
        share,
        interval,
        plies: extent(played.iter().map(|game| game.plies)),
        branching: extent(played.iter().flat_map(|game| game.widths.iter().copied())),
        lead_changes: mean(courses.iter().map(|course| f64::from(course.lead_changes)).sum(), courses.len()),
        comebacks: mean(decided.iter().filter(|course| course.deficit >= LEAD).count() as f64, decided.len()),
        drama: mean(decided.iter().map(|course| course.deficit).sum(), decided.len()),
        endings,
    }
}

/// The first player's share of the points, and the interval by the spread of the results.
fn share_of_points([first, draws, second]: [u32; 3]) -> (f64, [f64; 2]) {
    let count = f64::from((first + draws + second).max(1));
    let share = (f64::from(first) + 0.5 * f64::from(draws)) / count;
    // Wilson's interval with the variance of the results in place of that of a coin, so that draws narrow it and few or
    // equal results leave it wide.
    let squares = (f64::from(first) + 0.25 * f64::from(draws)) / count - share * share;
    let z = NORMAL_95 * NORMAL_95 / count;
    let center = (share + z / 2.0) / (1.0 + z);
    let spread = (z * squares + z * z / 4.0).max(0.0).sqrt() / (1.0 + z);
    (share, [(center - spread).max(0.0), (center + spread).min(1.0)])
}

/// How many points are a clear advantage in these games: twice the median.
fn unit(played: &[Played]) -> f64 {
    let points = |value: &Value| if let Value::Points(points) = value { Some(points.abs()) } else { None };
    let mut sizes: Vec<f64> = played.iter().flat_map(|game| game.values.iter().filter_map(points)).collect();
    sizes.sort_by(f64::total_cmp);
    2.0 * sizes.get(sizes.len() / 2).copied().unwrap_or(LEAST_UNIT).max(LEAST_UNIT)
}

/// How a game went.
struct Course {
    lead_changes: u32,
    /// The most by which the winner's chances were below even, from 0 to 1; 0 in a draw.
    deficit: f64,
}

impl Course {
    fn of(game: &Played, unit: f64) -> Course {
        // The first player's chances, from -1 to 1.
        let chances = game.values.iter().map(|value| match value {
            Value::Win(_) => 1.0,
            Value::Loss(_) => -1.0,
            Value::Points(points) => 2.0 / (1.0 + (-points / unit).exp()) - 1.0,
        });
        let (mut leader, mut lead_changes, mut deficit) = (None, 0, 0.0_f64);
        for chance in chances {
            if chance.abs() >= LEAD {
                let leads = chance > 0.0;
                lead_changes += u32::from(leader.is_some_and(|before: bool| before != leads));
                leader = Some(leads);
            }
            match game.winner {
                Some(Player::FIRST) => deficit = deficit.max(-chance),
                Some(_) => deficit = deficit.max(chance),
                None => {}
            }
        }
        Course { lead_changes, deficit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Silent;

    impl Listener for Silent {
        fn hear(&self, _: &str, _: String, _: bool) {}
        fn closed(&self) -> bool {
            false
        }
    }

    fn balance(game: &str, games: u32) -> BalanceReport {
        let request = BalanceRequest { game: game.to_owned(), games: Some(games), nodes: Some(200), seed: 1 };
        work(&prepare(request).unwrap(), &Silent).unwrap()
    }

    #[test]
    fn the_same_seed_gives_the_same_report_and_it_adds_up() {
        let report = balance("hexapawn", 12);
        assert_eq!(report, balance("hexapawn", 12));
        assert_eq!((report.games, report.results.iter().sum::<u32>()), (12, 12));
        // A game of hexapawn is never drawn, and at most seven plies long.
        assert!(report.results[1] == 0 && report.plies.most <= 7 && report.plies.least >= 3, "{report:?}");
        assert!(report.interval[0] <= report.share && report.share <= report.interval[1]);
        assert_eq!(report.endings.iter().map(|ending| ending.count).sum::<u32>(), 12);
        assert!(
            prepare(BalanceRequest { game: "hexapawn".into(), games: Some(0), nodes: None, seed: 0 })
                .is_err()
        );
    }

    #[test]
    fn a_lead_that_goes_to_and_fro_is_counted_and_a_winner_from_behind_is_seen() {
        let values = [2.0, 0.0, -2.0, -2.0, 3.0].map(Value::Points).to_vec();
        let game = |winner| Played { winner, values: values.clone(), ..Played::default() };
        let course = Course::of(&game(Some(Player::FIRST)), 1.0);
        assert_eq!(course.lead_changes, 2);
        assert!((course.deficit - (1.0 - 2.0 / (1.0 + 2.0_f64.exp()))).abs() < 1e-9, "{}", course.deficit);
        assert!(Course::of(&game(Some(Player(1))), 1.0).deficit > course.deficit);
        assert_eq!(Course::of(&game(None), 1.0).deficit, 0.0);
    }

    #[test]
    fn shares_and_their_intervals() {
        let (share, [low, high]) = share_of_points([50, 0, 50]);
        // Wilson's interval for 50 of 100.
        assert!((share - 0.5).abs() < 1e-9 && (low - 0.4038).abs() < 1e-3 && (high - 0.5962).abs() < 1e-3);
        let (share, [low, high]) = share_of_points([10, 0, 0]);
        assert!(share == 1.0 && (low - 0.7225).abs() < 1e-3 && high > 0.99, "{low}");
        let (_, [low, high]) = share_of_points([0, 100, 0]);
        assert!(high - low < 0.05);
    }
}
