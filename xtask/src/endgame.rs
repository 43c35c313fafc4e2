//! An installed endgame database against the engine's search and against itself.

use anyhow::{Context, Result, bail, ensure};
use plybook_catalog::endgame_files::{Folder, TablebaseValue};
use plybook_catalog::{
    AnyGame, EngineConfig, Limits, NoObserver, Options, Random, Tablebases, endgame, open,
};

/// Size of the search's table in mebibytes.
const HASH: usize = 16;
/// Plies that a game by the database may last before it is taken for a draw.
const LONGEST_DRAW: u32 = 60;

/// What to check.
pub struct Trial {
    /// The game with its options.
    pub game: String,
    /// The slice to take positions from; the first if none is named.
    pub slice: Option<String>,
    /// How many positions.
    pub positions: usize,
    /// How many plies the search looks ahead.
    pub depth: u32,
    /// Decides the positions.
    pub seed: u64,
}

/// What a trial found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Positions that were looked at.
    pub positions: usize,
    /// Positions that the search decided, always as the database says.
    pub decided: usize,
    /// Games by the database that ended with the proven value, at the proven ply.
    pub won: usize,
    /// Games by the database that stayed drawn.
    pub drawn: usize,
}

impl Trial {
    /// Draws positions by lot. A search without unsound techniques must find every win and loss within its depth, and
    /// no other; play by the database must keep the value with every move.
    ///
    /// # Errors
    /// Nothing is installed, or something does not agree.
    pub fn run(&self, folder: &Folder) -> Result<Found> {
        let game = open(&self.game)?;
        let database = endgame(&game.full_name())?.context("the game's positions are not numbered")?;
        let knowledge = game.tablebases(folder).context("no database of this game is installed")?;
        let slices = database.slices();
        let wanted = |(name, _): &&(String, u64)| self.slice.as_ref().is_none_or(|slice| slice == name);
        let (slice, size) = slices.iter().find(wanted).context("there is no such slice")?;
        let mut random = Random::new(self.seed);
        let options = Options { path_rules: false, ..Options::SOUND };
        let mut thinker = game.thinker(&EngineConfig { options, hash: HASH, ..EngineConfig::default() })?;
        let mut found = Found::default();
        while found.positions < self.positions {
            let Some(text) = database.position(slice, random.next() % size) else { continue };
            let session = game.session(Some(&text))?;
            if session.ending().is_some() {
                continue;
            }
            found.positions += 1;
            let worth = knowledge.worth(&*session).with_context(|| format!("{text} is not known"))?;
            thinker.new_game();
            let analysis = thinker.think(&*session, &Limits::depth(self.depth).into(), &NoObserver)?;
            let score = analysis.lines.first().context("no line was found")?.score;
            // At its horizon a search does not see that no move is left.
            let near = worth.distance().is_some_and(|plies| plies < self.depth);
            if near || score.is_decided() {
                ensure!(score == worth.score(), "{text}: the search says {score}, the database {worth}");
                found.decided += 1;
            }
            match play(&*game, &knowledge, &text, worth)? {
                TablebaseValue::Draw => found.drawn += 1,
                _ => found.won += 1,
            }
        }
        Ok(found)
    }
}

/// Plays a game by the database and checks the value after every move.
fn play(
    game: &dyn AnyGame,
    knowledge: &Tablebases,
    text: &str,
    worth: TablebaseValue,
) -> Result<TablebaseValue> {
    let mut session = game.session(Some(text))?;
    let mut now = worth;
    for _ in 0..worth.distance().unwrap_or(LONGEST_DRAW) {
        let moves = knowledge.moves(&*session);
        let best =
            moves.iter().max_by_key(|proven| proven.worth.map(TablebaseValue::score)).context("no move")?;
        ensure!(
            best.worth == Some(now),
            "{}: worth {now}, but its best move {} is worth {:?}",
            session.text(),
            best.text,
            best.worth
        );
        session.play(&best.text)?;
        if session.ending().is_some_and(|ending| ending.rule.leaves_moves()) {
            break;
        }
        now = knowledge.worth(&*session).with_context(|| format!("{} is not known", session.text()))?;
    }
    let ended = session.ending().is_some_and(|ending| !ending.rule.leaves_moves());
    if ended == (worth == TablebaseValue::Draw) {
        bail!("{text} is {worth}, but play by the database came to {}", session.text());
    }
    Ok(worth)
}
