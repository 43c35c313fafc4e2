//! What the student report on Black & White measured: whole games, searched with and without a table.
//!
//! The report's configuration is alpha-beta to a fixed depth, moves ordered at the root alone (by the values of the
//! depth before), its own evaluation, and a table of 2^23 entries that hold a height, a value and its kind.

use anyhow::{Result, bail};
use plybook_catalog::{
    Analysis, AnyGame, EngineConfig, Layout, Limits, NoObserver, Options, Random, Replacement, Session,
    SimplePlayer, Thinker, open,
};
use std::fmt;
use std::ops::AddAssign;
use std::time::Instant;

/// The game.
const GAME: &str = "black-and-white";
/// The report's evaluator.
const EVALUATOR: &str = "report";
/// Mebibytes of 2^23 entries of 16 bytes.
const HASH: usize = 128;
/// Discs that both sides place before they move any.
const DISCS: usize = 10;
/// Plies after which a game is broken off.
const LONGEST: usize = 300;

/// Evaluations, generations of successors and seconds that the report gives, without and with the table.
pub const REPORTED: [Cost; 2] = [
    Cost { evaluations: 188_593_084, generations: 28_920_869, seconds: 1029.6 },
    Cost { evaluations: 79_787_900, generations: 12_157_093, seconds: 552.8 },
];

/// What searches cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Static evaluations.
    pub evaluations: u64,
    /// Positions whose successors were generated.
    pub generations: u64,
    /// Seconds.
    pub seconds: f64,
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.evaluations += other.evaluations;
        self.generations += other.generations;
        self.seconds += other.seconds;
    }
}

/// What is to be measured.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// How deep each move is searched, in plies.
    pub depth: u32,
    /// How many games. The first begins with the empty board, the others with random discs.
    pub games: usize,
    /// Random plies before the search takes over, but in the first game.
    pub opening: usize,
    /// Decides them.
    pub seed: u64,
}

/// What was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Moves searched.
    pub moves: usize,
    /// Moves whose value was another one with the table: a deeper entry may know better.
    pub different: usize,
    /// The costs of placing discs, without and with the table.
    pub placing: [Cost; 2],
    /// The costs of moving discs, without and with the table.
    pub moving: [Cost; 2],
}

impl Measurement {
    /// Plays the games: each position is searched without and with the table, and the first one's move is played.
    /// The table is kept through a game.
    ///
    /// # Errors
    /// No moves are left in the midst of a game.
    pub fn run(&self) -> Result<Comparison> {
        let game = open(GAME)?;
        let mut random = Random::new(self.seed);
        let mut comparison = Comparison::default();
        for number in 0..self.games {
            let mut session = game.session(None)?;
            let opening = if number == 0 { 0 } else { self.opening };
            while session.record().len() < opening {
                match SimplePlayer::Random.choose(&*session, &mut random) {
                    Some(text) => session.play(&text)?,
                    None => bail!("{}: a random opening of {opening} plies ends the game", game.full_name()),
                }
            }
            self.game(&*game, &mut *session, &mut comparison)?;
        }
        Ok(comparison)
    }

    fn game(&self, game: &dyn AnyGame, session: &mut dyn Session, comparison: &mut Comparison) -> Result<()> {
        let mut thinkers = [game.thinker(&setup(false))?, game.thinker(&setup(true))?];
        while session.ending().is_none() && session.record().len() < LONGEST {
            let [plain, remembering] = &mut thinkers;
            let (without, plain_cost) = self.search(&mut **plain, session)?;
            let (with, table_cost) = self.search(&mut **remembering, session)?;
            let placing = session.record().len() < DISCS;
            let costs = if placing { &mut comparison.placing } else { &mut comparison.moving };
            costs[0] += plain_cost;
            costs[1] += table_cost;
            comparison.moves += 1;
            let value = |analysis: &Analysis| analysis.lines.first().map(|line| line.score);
            comparison.different += usize::from(value(&without) != value(&with));
            match without.best() {
                Some(text) => session.play(text)?,
                None => bail!("{}: there is no move in {}", game.full_name(), session.text()),
            }
        }
        Ok(())
    }

    fn search(&self, thinker: &mut dyn Thinker, session: &dyn Session) -> Result<(Analysis, Cost)> {
        let began = Instant::now();
        let analysis = thinker.think(session, &Limits::depth(self.depth).into(), &NoObserver)?;
        let count = |name: &str| analysis.counts.get(name).copied().unwrap_or_default();
        let cost = Cost {
            evaluations: count("evaluations"),
            generations: count("interior"),
            seconds: began.elapsed().as_secs_f64(),
        };
        Ok((analysis, cost))
    }
}

/// The report's configuration.
fn setup(table: bool) -> EngineConfig {
    let options = Options { alpha_beta: true, iterative: true, table, table_moves: false, ..Options::PLAIN };
    let evaluator = Some(EVALUATOR.to_owned());
    EngineConfig {
        evaluator,
        options,
        hash: HASH,
        layout: Layout::One(Replacement::Always),
        ..EngineConfig::default()
    }
}

/// How many times fewer evaluations, generations and seconds the second cost has.
#[must_use]
pub fn ratios([without, with]: &[Cost; 2]) -> [f64; 3] {
    [
        without.evaluations as f64 / with.evaluations as f64,
        without.generations as f64 / with.generations as f64,
        without.seconds / with.seconds,
    ]
}

impl Comparison {
    /// The costs of whole games, without and with the table.
    #[must_use]
    pub fn whole(&self) -> [Cost; 2] {
        let mut whole = self.placing;
        whole[0] += self.moving[0];
        whole[1] += self.moving[1];
        whole
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            ("placing", self.placing),
            ("moving", self.moving),
            ("whole games", self.whole()),
            ("the report", REPORTED),
        ];
        writeln!(
            f,
            "| | evaluations | with the table | ratio | generations | with it | ratio | s | with it | ratio |"
        )?;
        writeln!(f, "| --- {}|", "| --: ".repeat(9))?;
        for (name, costs) in parts {
            let [without, with] = costs;
            let [evaluations, generations, seconds] = ratios(&costs);
            write!(f, "| {name} | {} | {} | {evaluations:.2} ", without.evaluations, with.evaluations)?;
            write!(f, "| {} | {} | {generations:.2} ", without.generations, with.generations)?;
            writeln!(f, "| {:.1} | {:.1} | {seconds:.2} |", without.seconds, with.seconds)?;
        }
        write!(f, "\n{} moves; {} had another value with the table", self.moves, self.different)
    }
}
