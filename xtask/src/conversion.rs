//! Whether the engine wins won endings, with endgame databases and without.

use anyhow::{Context, Result, ensure};
use plybook_catalog::endgame_files::{Folder, TablebaseValue};
use plybook_catalog::{
    AnyGame, EngineConfig, Limits, NoObserver, Player, Random, Session, Tablebases, Thinker, endgame, open,
};
use std::fmt;

/// Size of the engine's table in mebibytes.
const HASH: usize = 4;
/// Deepest search in plies; the positions end it sooner.
const DEEPEST: u32 = 100;
/// Plies after which a game counts as not won.
const LONGEST: usize = 400;
/// Draws of a position by lot before there seems to be none that is won.
const PATIENCE: usize = 10_000;

/// What to play.
pub struct Campaign {
    /// The game with its options.
    pub game: String,
    /// Fewest and most pieces of an ending, by the digits in its slice's name.
    pub pieces: (u32, u32),
    /// How many endings.
    pub endings: usize,
    /// Positions that the engine enters for a move.
    pub nodes: u64,
    /// Decides the endings.
    pub seed: u64,
}

/// Who defends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// The longest resistance by the database.
    Database,
    /// The engine without databases.
    Engine,
}

/// What became of the endings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whether the attacking engine had the databases.
    pub databases: bool,
    /// Who defended.
    pub defence: Defence,
    /// Endings that were won.
    pub won: usize,
    /// Endings that were drawn, or not decided in time.
    pub drawn: usize,
    /// Endings that were lost.
    pub lost: usize,
    /// Plies of the games that were won, all together.
    pub plies: usize,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let attack = if self.databases { "with databases" } else { "without" };
        let defence = match self.defence {
            Defence::Database => "the database",
            Defence::Engine => "the engine without databases",
        };
        let all = self.won + self.drawn + self.lost;
        let rate = 100.0 * self.won as f64 / all.max(1) as f64;
        let mean = self.plies as f64 / self.won.max(1) as f64;
        let Row { won, drawn, lost, .. } = self;
        write!(f, "| {attack} | {defence} | {won} | {drawn} | {lost} | {rate:.1} % | {mean:.1} |")
    }
}

/// A won ending.
struct Ending {
    text: String,
    plies: u32,
}

impl Campaign {
    /// Draws won endings by lot and plays each four times: with and without databases, against both defences.
    /// `each` is told every row.
    ///
    /// # Errors
    /// There is no such game or database, or too few won endings.
    pub fn run(&self, folder: &Folder, each: &mut dyn FnMut(&Row)) -> Result<Found> {
        let game = open(&self.game)?;
        let knowledge = game.tablebases(folder).context("no database of this game is installed")?;
        let (endings, unclaimed) = self.endings(&*game, &knowledge)?;
        let mut rows = Vec::new();
        for databases in [true, false] {
            for defence in [Defence::Database, Defence::Engine] {
                let endgame = databases.then(|| folder.clone());
                let mut attacker =
                    game.thinker(&EngineConfig { hash: HASH, endgame, ..EngineConfig::default() })?;
                let mut defender = game.thinker(&EngineConfig { hash: HASH, ..EngineConfig::default() })?;
                let mut row = Row { databases, defence, won: 0, drawn: 0, lost: 0, plies: 0 };
                for ending in &endings {
                    attacker.new_game();
                    defender.new_game();
                    let mut session = game.session(Some(&ending.text))?;
                    let own = session.mover().context("nobody is to move")?;
                    while session.ending().is_none() && session.record().len() < LONGEST {
                        let text = match (session.mover() == Some(own), defence) {
                            (true, _) => self.think(&mut *attacker, &*session)?,
                            (false, Defence::Engine) => self.think(&mut *defender, &*session)?,
                            (false, Defence::Database) => resist(&knowledge, &*session)?,
                        };
                        session.play(&text)?;
                    }
                    row.count(&*session, own);
                }
                each(&row);
                rows.push(row);
            }
        }
        let longest = endings.iter().map(|ending| ending.plies).max().unwrap_or_default();
        let total: u64 = endings.iter().map(|ending| u64::from(ending.plies)).sum();
        Ok(Found { rows, unclaimed, longest, mean: total as f64 / endings.len().max(1) as f64 })
    }

    /// Positions that the side to move wins by the database, each number of the slices equally likely; and how many
    /// on the way were left out because the rules about the path may come before the end.
    fn endings(&self, game: &dyn AnyGame, knowledge: &Tablebases) -> Result<(Vec<Ending>, usize)> {
        let database = endgame(&self.game)?.context("the game's positions are not numbered")?;
        let installed = knowledge.reports();
        let pieces = |name: &str| name.chars().filter_map(|letter| letter.to_digit(10)).sum::<u32>();
        let wanted = |name: &str| (self.pieces.0..=self.pieces.1).contains(&pieces(name));
        let slices: Vec<(String, u64)> = database
            .slices()
            .into_iter()
            .filter(|(name, _)| wanted(name) && installed.iter().any(|report| report.name == *name))
            .collect();
        let total: u64 = slices.iter().map(|(_, size)| size).sum();
        ensure!(total > 0, "no slice of so many pieces is installed");
        let mut random = Random::new(self.seed);
        let (mut endings, mut unclaimed, mut fruitless) = (Vec::new(), 0, 0);
        while endings.len() < self.endings {
            ensure!(fruitless < PATIENCE, "no won ending among the last {PATIENCE} positions");
            fruitless += 1;
            let mut number = random.next() % total;
            let holds = |(_, size): &&(String, u64)| match number.checked_sub(*size) {
                Some(rest) => {
                    number = rest;
                    false
                }
                None => true,
            };
            let Some((slice, _)) = slices.iter().find(holds) else { continue };
            let Some(text) = database.position(slice, number) else { continue };
            let session = game.session(Some(&text))?;
            if session.ending().is_some() {
                continue;
            }
            match knowledge.worth(&*session) {
                Some(TablebaseValue::Win(plies)) => {
                    endings.push(Ending { text, plies });
                    fruitless = 0;
                }
                None => unclaimed += 1,
                Some(_) => {}
            }
        }
        Ok((endings, unclaimed))
    }

    fn think(&self, thinker: &mut dyn Thinker, session: &dyn Session) -> Result<String> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::depth(DEEPEST) };
        let analysis = thinker.think(session, &limits.into(), &NoObserver)?;
        Ok(analysis.best().context("the engine found no move")?.to_owned())
    }
}

impl Row {
    fn count(&mut self, session: &dyn Session, own: Player) {
        match session.ending().and_then(|ending| ending.winner()) {
            Some(winner) if winner == own => {
                self.won += 1;
                self.plies += session.record().len();
            }
            Some(_) => self.lost += 1,
            None => self.drawn += 1,
        }
    }
}

/// The move that loses latest by the database, or does not lose if the attacker has slipped.
fn resist(knowledge: &Tablebases, session: &dyn Session) -> Result<String> {
    let moves = knowledge.moves(session);
    let best = moves.iter().max_by_key(|proven| proven.worth.map(TablebaseValue::score));
    Ok(best.context("the database knows no move")?.text.clone())
}

/// What a campaign found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// A row for each attacker and each defence.
    pub rows: Vec<Row>,
    /// Positions left out because the rules about the path may come before the end.
    pub unclaimed: usize,
    /// Plies of the longest win among the endings.
    pub longest: u32,
    /// Plies of the mean win.
    pub mean: f64,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "proven wins take {:.1} plies on average, {} at most; {} positions were left out because a draw by the \
             rules about the path could come first",
            self.mean, self.longest, self.unclaimed
        )
    }
}
