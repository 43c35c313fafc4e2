//! What a tournament's games amount to: the table, and what the results say.

use crate::Reason;
use crate::config::{Config, Format};
use crate::schedule::{PastGame, bonus};
use crate::scoring::{ScoredGame, Scorer};
use crate::statistics::{Decision, Estimate, Rating, Sample, Verification, ratings};
use plybook_catalog::{Player, Wdl};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// One row of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The player's number in the configuration.
    pub player: usize,
    /// What it is called.
    pub name: String,
    /// Its points; a win is one, with more than two players one for each opponent that was beaten.
    pub points: f64,
    /// Its games.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Its rating among these players.
    pub rating: Rating,
    /// The time it used for its moves, in seconds.
    pub seconds: f64,
    /// Why it lost, and how often.
    pub losses_by_reason: BTreeMap<&'static str, u32>,
    /// Whether it was retired after too many failures.
    pub retired: bool,
    /// How its last failure as a program was told, if it failed: what a crash said, which move was illegal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// What two players made of each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Meeting {
    /// The points of the row's player.
    pub points: f64,
    /// The games they played.
    pub games: u32,
}

/// What can be said about all games together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// Games that count.
    pub games: u32,
    /// The share of draws; with more than two players, of games in which the first seat shares its place with another.
    pub draw_rate: f64,
    /// The share of points of whoever moved first; with more than two players, each opponent counts as a game.
    pub first_player: f64,
    /// Its interval of 95 %.
    pub first_player_interval: [f64; 2],
    /// Mean length in plies, openings included.
    pub mean_plies: f64,
    /// Time used for moves by all players, in seconds.
    pub seconds: f64,
    /// How games ended, and how often.
    pub endings: BTreeMap<&'static str, u32>,
}

/// What a match says about its two players.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Duel {
    /// Pairs in which the first player made 0, 1, 2, 3 and 4 half points; none if no pair is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<[u64; 5]>,
    /// How much stronger the first player is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    /// The sequential test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<TestReport>,
}

/// How a sequential test stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestReport {
    /// The logarithm of the likelihood ratio.
    pub ratio: f64,
    /// Where it decides.
    pub bounds: [f64; 2],
    /// What it decided.
    pub decision: Option<Decision>,
}

/// A tournament's report.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The game's whole name.
    pub game: String,
    /// Who played whom.
    pub format: Format,
    /// The table, the first place first.
    pub standings: Vec<Standing>,
    /// What each player made of each other, by their numbers.
    pub cross_table: Vec<Vec<Option<Meeting>>>,
    /// All games together.
    pub summary: Summary,
    /// What a match says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duel: Option<Duel>,
}

impl Report {
    /// The report of the games so far.
    #[must_use]
    pub fn new(config: &Config, scored: &[ScoredGame]) -> Report {
        let players = config.agents.len();
        let mut points = vec![vec![0.0; players]; players];
        let mut games = vec![vec![0u32; players]; players];
        for game in scored {
            for (&one, &other) in game
                .assignment
                .players
                .iter()
                .flat_map(|one| game.assignment.players.iter().map(move |other| (one, other)))
            {
                if one != other
                    && let Some(halves) = game.between(one, other)
                {
                    points[one][other] += f64::from(halves) / 2.0;
                    games[one][other] += 1;
                }
            }
        }
        let cell = |row: usize, column: usize| {
            (games[row][column] > 0)
                .then(|| Meeting { points: points[row][column], games: games[row][column] })
        };
        let cross_table =
            (0..players).map(|row| (0..players).map(|column| cell(row, column)).collect()).collect();
        Report {
            game: config.game.clone(),
            format: config.format,
            standings: standings(config, scored, &points),
            cross_table,
            summary: summary(scored),
            duel: (config.format == Format::Match && config.seats == 2).then(|| duel(config, scored)),
        }
    }
}

/// The table. Places go by points, in a gauntlet by their share; then by the points of those one won against; then
/// by the order of the configuration. In a knockout the later round counts first.
fn standings(config: &Config, scored: &[ScoredGame], points: &[Vec<f64>]) -> Vec<Standing> {
    let past: Vec<PastGame> = scored.iter().map(ScoredGame::past).collect();
    let bonus = bonus(config, &past);
    let ratings = ratings(points);
    let mut scorer = Scorer::new(config.agents.len(), config.retire);
    scored.iter().for_each(|game| drop(scorer.score(game.assignment.clone(), game.record.clone())));
    let row = |(player, rating): (usize, Rating)| Standing {
        player,
        name: config.agents[player].name.clone(),
        points: points[player].iter().sum::<f64>() + f64::from(bonus[player]) / 2.0,
        games: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        rating,
        seconds: 0.0,
        losses_by_reason: BTreeMap::new(),
        retired: scorer.retired()[player],
        failure: None,
    };
    let mut rows: Vec<Standing> = ratings.into_iter().enumerate().map(row).collect();
    for game in scored {
        for player in game.record.failed() {
            rows[player].failure = Some(game.record.verdict.sentence.clone());
        }
        for (side, &player) in game.assignment.players.iter().enumerate() {
            let row = &mut rows[player];
            row.games += 1;
            row.seconds += game.record.used(side as u8) as f64 / 1e6;
            match game.verdict.outcome.map(|outcome| outcome.wdl(Player(side as u8))) {
                Some(Wdl::Draw) => row.draws += 1,
                Some(Wdl::Win) => row.wins += 1,
                Some(Wdl::Loss) | None => {
                    row.losses += 1;
                    *row.losses_by_reason.entry(game.verdict.reason.words()).or_default() += 1;
                }
            }
        }
    }
    let total: Vec<f64> = rows.iter().map(|row| row.points).collect();
    let quality = |player: usize| -> f64 {
        points[player].iter().zip(&total).map(|(made, theirs)| made * theirs).sum()
    };
    let last = |player: usize| {
        let own = past.iter().filter(|game| game.assignment.players.contains(&player));
        own.map(|game| game.assignment.round).max().unwrap_or(0)
    };
    let final_points = |player: usize| -> u32 {
        let own = past.iter().filter(|game| game.assignment.round == last(player));
        own.map(|game| {
            let seat = game.assignment.players.iter().position(|&other| other == player);
            seat.and_then(|seat| game.half_points.get(seat).copied()).unwrap_or(0)
        })
        .sum()
    };
    let key = |row: &Standing| {
        let share = row.points / f64::from(row.games.max(1));
        let main = if config.format == Format::Gauntlet { share } else { row.points };
        let (round, finish) = match config.format {
            Format::Knockout => (last(row.player), final_points(row.player)),
            _ => (0, 0),
        };
        // Points are multiples of a half: thousandths tell all sums apart.
        let whole = |number: f64| (number * 1000.0).round() as i64;
        (Reverse((round, finish)), Reverse(whole(main)), Reverse(whole(quality(row.player))), row.player)
    };
    rows.sort_by_cached_key(key);
    rows
}

/// The half points of whoever moved first against each of the others; nothing if nobody got a point.
pub(crate) fn first_seat(game: &ScoredGame) -> impl Iterator<Item = u32> {
    (1..game.assignment.players.len()).filter_map(|other| game.verdict.between(0, other))
}

fn summary(scored: &[ScoredGame]) -> Summary {
    let mut sample = Sample::Games([0; 3]);
    let mut endings: BTreeMap<&'static str, u32> = BTreeMap::new();
    let mut micros = 0;
    for game in scored {
        *endings.entry(game.verdict.reason.words()).or_default() += 1;
        micros += (0..game.assignment.players.len()).map(|seat| game.record.used(seat as u8)).sum::<u64>();
        // Who was retired did not lose by moving second.
        if game.verdict.reason != Reason::Retired {
            first_seat(game).for_each(|halves| sample.add(halves));
        }
    }
    let played: Vec<usize> =
        scored.iter().map(|game| game.record.plies.len()).filter(|&plies| plies > 0).collect();
    let count = sample.count().max(1) as f64;
    Summary {
        games: scored.len() as u32,
        draw_rate: sample.counts()[1] as f64 / count,
        first_player: sample.mean(),
        first_player_interval: Estimate::of(&sample).map_or([0.0, 1.0], |estimate| estimate.score_interval),
        mean_plies: played.iter().sum::<usize>() as f64 / played.len().max(1) as f64,
        seconds: micros as f64 / 1e6,
        endings,
    }
}

fn duel(config: &Config, scored: &[ScoredGame]) -> Duel {
    let sample = Sample::between(scored, 0, 1);
    let test = config.sprt.map(|sprt| {
        let mut test = Verification::new(sprt);
        scored.iter().for_each(|game| test.add(game));
        TestReport { ratio: test.ratio(), bounds: test.bounds(), decision: test.decision() }
    });
    let pairs = if let Sample::Pairs(counts) = sample { Some(counts) } else { None };
    Duel { pairs, estimate: Estimate::of(&sample), test }
}
