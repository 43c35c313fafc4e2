//! Endgame databases of any game behind object-safe traits.

use crate::session::{GameSession, Session};
use crate::{AnyGame, open, registry};
use plybook_kernel::{Game, Indexed, ListedGame, ReadError, Slice, Text};
use plybook_store::endgame::{
    BuildObserver, BuildOptions, Database, EndgameError, Folder, SliceReport, TablebaseValue, build,
    verify_installed, wanted,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Positions of a group, counted by their value for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WdlCounts {
    /// Wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
}

impl WdlCounts {
    fn add(&mut self, worth: TablebaseValue) {
        match worth {
            TablebaseValue::Win(_) => self.wins += 1,
            TablebaseValue::Draw => self.draws += 1,
            TablebaseValue::Loss(_) => self.losses += 1,
        }
    }
}

/// What a slice holds. Positions that share a number count once.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Census {
    /// The slice's name.
    pub slice: String,
    /// All positions.
    pub all: WdlCounts,
    /// What the groups are, if the game tells positions apart.
    pub grouping: Option<Text>,
    /// By group.
    pub groups: BTreeMap<u32, WdlCounts>,
    /// By distance to the end in plies.
    pub distances: BTreeMap<u32, WdlCounts>,
    /// A longest win, if there is a win: the position's text and its value.
    pub longest_win: Option<(String, String)>,
    /// A longest loss, likewise.
    pub longest_loss: Option<(String, String)>,
}

/// The value of a move by the database: its text, and what it is worth to the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenMove {
    /// The move in the game's notation.
    pub text: String,
    /// The move as people read it.
    pub display: String,
    /// What it is worth to the player who makes it; `None` if that is not known.
    pub worth: Option<TablebaseValue>,
}

/// The slices of a game that are installed, asked for values: by players, by the referee, by the page.
pub struct Tablebases {
    /// The game's whole name.
    game: String,
    database: Arc<Database>,
}

impl Tablebases {
    pub(crate) fn new(game: String, database: Arc<Database>) -> Tablebases {
        Tablebases { game, database }
    }

    /// The database, if it is of this game.
    pub(crate) fn of(&self, game: &str) -> Option<&Database> {
        (self.game == game).then_some(&*self.database)
    }

    /// The proven value of a session's position for the side to move, if it is known and no rule about the path can
    /// spoil it. `None` too for a session of another game.
    #[must_use]
    pub fn worth(&self, session: &dyn Session) -> Option<TablebaseValue> {
        session.tablebase_value(self)
    }

    /// The proven values of all moves, in the order of `Session::moves`; none for a session of another game.
    #[must_use]
    pub fn moves(&self, session: &dyn Session) -> Vec<ProvenMove> {
        session.tablebase_moves(self)
    }

    /// The installed slices.
    #[must_use]
    pub fn reports(&self) -> Vec<SliceReport> {
        self.database.reports()
    }

    /// Files that were refused, and why. A damaged block shows when it is asked for.
    #[must_use]
    pub fn refused(&self) -> Vec<String> {
        self.database.refused()
    }
}

/// The databases of one game that somebody holds, by folder. As long as somebody holds one, everybody else who asks
/// for it gets the same one, with its open files and unpacked blocks.
#[derive(Default)]
pub(crate) struct OpenDatabases(Mutex<Vec<(Folder, Weak<Database>)>>);

impl OpenDatabases {
    /// What is installed for the game; `None` if its positions have no numbers, or nothing is installed.
    pub fn open<G: Indexed>(&self, game: &G, name: &str, folder: &Folder) -> Option<Arc<Database>> {
        if !folder.has(name) {
            return None;
        }
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|(_, database)| database.strong_count() > 0);
        let same = held.iter().find(|(other, _)| other == folder);
        if let Some(database) = same.and_then(|(_, database)| database.upgrade()) {
            return Some(database);
        }
        let database = Arc::new(Database::open(game, name, folder)?);
        held.push((folder.clone(), Arc::downgrade(&database)));
        Some(database)
    }
}

impl<G: ListedGame> GameSession<G> {
    /// `Session::tablebase_value` for a database of this game.
    pub(crate) fn proven_value(&self, database: &Database) -> Option<TablebaseValue> {
        let game = &*self.game;
        match game.verdict(&self.at) {
            Some(outcome) => Some(TablebaseValue::of_end(outcome, game.turn(&self.at).player()?)),
            None => database.worth_with(game, &self.at, &self.history),
        }
    }

    /// `Session::tablebase_moves` for a database of this game.
    pub(crate) fn proven_moves(&self, database: &Database) -> Vec<ProvenMove> {
        let (game, at) = (&*self.game, &self.at);
        let prove = |mv: G::Move| {
            let next = game.after(at, mv);
            let mut past = self.history.clone();
            past.push(game.key(at), game.resets(at, mv));
            let ended = game.outcome_with(&next, &past).or_else(|| game.verdict(&next));
            let worth = match ended {
                Some(outcome) => {
                    game.turn(&next).player().map(|mover| TablebaseValue::of_end(outcome, mover))
                }
                None => database.worth_with(game, &next, &past),
            };
            let same = game.turn(&next) == game.turn(at);
            let worth = worth.map(|worth| worth.one_ply_earlier(same));
            ProvenMove { text: game.move_text(at, mv), display: game.display_move(at, mv), worth }
        };
        if self.ending().is_some() { Vec::new() } else { game.legal(at).into_iter().map(prove).collect() }
    }
}

/// The making and checking of a game's database.
pub trait Endgame: Send + Sync {
    /// The slices in order: names and sizes.
    fn slices(&self) -> Vec<(String, u64)>;

    /// The names of all slices that the values of a slice follow from, in order, without itself.
    ///
    /// # Errors
    /// There is no slice of that name.
    fn needs(&self, slice: &str) -> Result<Vec<String>, EndgameError>;

    /// Builds what is missing.
    ///
    /// # Errors
    /// As `plybook_store::endgame::build`.
    fn build(
        &self,
        folder: &Folder,
        options: &BuildOptions,
        watch: &dyn BuildObserver,
    ) -> Result<Vec<SliceReport>, EndgameError>;

    /// Checks what is installed, every value against its moves.
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn verify(
        &self,
        folder: &Folder,
        options: &BuildOptions,
        watch: &dyn BuildObserver,
    ) -> Result<Vec<SliceReport>, EndgameError>;

    /// What is installed: reports of the slices, and the files that were refused.
    fn installed(&self, folder: &Folder) -> (Vec<SliceReport>, Vec<String>);

    /// The text of the position with a number in a slice; `None` for a hole, or where there is no such number.
    fn position(&self, slice: &str, index: u64) -> Option<String>;

    /// Counts the values of an installed slice.
    ///
    /// # Errors
    /// The slice is not installed or damaged.
    fn census(&self, folder: &Folder, slice: &str) -> Result<Census, EndgameError>;
}

/// A game and its name without options.
pub(crate) struct Numbered<G> {
    game: Arc<G>,
    name: String,
}

impl<G: ListedGame> Numbered<G> {
    pub fn new(game: Arc<G>, name: String) -> Numbered<G> {
        Numbered { game, name }
    }
}

impl<G: ListedGame> Endgame for Numbered<G> {
    fn slices(&self) -> Vec<(String, u64)> {
        let game = &*self.game;
        game.slices().into_iter().map(|slice| (game.slice_name(slice), game.size(slice))).collect()
    }

    fn needs(&self, slice: &str) -> Result<Vec<String>, EndgameError> {
        let game = &*self.game;
        let names = wanted(game, &[slice.to_owned()])?.into_iter().map(|slice| game.slice_name(slice));
        Ok(names.filter(|name| !name.eq_ignore_ascii_case(slice)).collect())
    }

    fn build(
        &self,
        folder: &Folder,
        options: &BuildOptions,
        watch: &dyn BuildObserver,
    ) -> Result<Vec<SliceReport>, EndgameError> {
        build(&*self.game, &self.name, folder, options, watch)
    }

    fn verify(
        &self,
        folder: &Folder,
        options: &BuildOptions,
        watch: &dyn BuildObserver,
    ) -> Result<Vec<SliceReport>, EndgameError> {
        let how = (options.slices.as_slice(), options.threads, options.memory);
        verify_installed(&*self.game, &self.name, folder, how, watch)
    }

    fn installed(&self, folder: &Folder) -> (Vec<SliceReport>, Vec<String>) {
        let database = Database::open(&*self.game, &self.name, folder);
        database.map(|database| (database.reports(), database.refused())).unwrap_or_default()
    }

    fn position(&self, slice: &str, index: u64) -> Option<String> {
        let game = &*self.game;
        let slice = game.slices().into_iter().find(|&other| game.slice_name(other) == slice)?;
        let at = (index < game.size(slice)).then(|| game.unrank(slice, index))??;
        Some(game.text(&at))
    }

    fn census(&self, folder: &Folder, name: &str) -> Result<Census, EndgameError> {
        let game = &*self.game;
        let missing = || EndgameError::Missing { slice: name.to_owned(), missing: name.to_owned() };
        let slice =
            game.slices().into_iter().find(|&slice| game.slice_name(slice) == name).ok_or_else(missing)?;
        let database = Database::open(game, &self.name, folder).ok_or_else(missing)?;
        let mut counter = Counter { game, slice, census: Census::new(game, name), longest: [None; 2] };
        database.each_value(slice, |index, worth| counter.count(index, worth))?;
        Ok(counter.finish())
    }
}

impl Census {
    fn new<G: Indexed>(game: &G, slice: &str) -> Census {
        Census {
            slice: slice.to_owned(),
            all: WdlCounts::default(),
            grouping: game.grouping(),
            groups: BTreeMap::new(),
            distances: BTreeMap::new(),
            longest_win: None,
            longest_loss: None,
        }
    }
}

struct Counter<'a, G: Game> {
    game: &'a G,
    slice: Slice,
    census: Census,
    /// Distance and number of a longest win and of a longest loss.
    longest: [Option<(u32, u64)>; 2],
}

impl<G: ListedGame> Counter<'_, G> {
    fn count(&mut self, index: u64, worth: TablebaseValue) {
        let census = &mut self.census;
        census.all.add(worth);
        if census.grouping.is_some()
            && let Some(at) = self.game.unrank(self.slice, index)
        {
            census.groups.entry(self.game.group(&at)).or_default().add(worth);
        }
        if let Some(distance) = worth.distance() {
            census.distances.entry(distance).or_default().add(worth);
            let longest = &mut self.longest[usize::from(matches!(worth, TablebaseValue::Loss(_)))];
            if longest.is_none_or(|(other, _)| other < distance) {
                *longest = Some((distance, index));
            }
        }
    }

    fn finish(mut self) -> Census {
        let text = |index| self.game.unrank(self.slice, index).map(|at| self.game.text(&at));
        let [win, loss] = self.longest;
        self.census.longest_win =
            win.and_then(|(plies, index)| Some((text(index)?, TablebaseValue::Win(plies).to_string())));
        self.census.longest_loss =
            loss.and_then(|(plies, index)| Some((text(index)?, TablebaseValue::Loss(plies).to_string())));
        self.census
    }
}

/// The database of a game, by name and options; `None` if the game's positions are not numbered.
///
/// # Errors
/// There is no such game, or it has no such option.
pub fn endgame(name: &str) -> Result<Option<Box<dyn Endgame>>, ReadError> {
    Ok(open(name)?.endgame())
}

/// The names of the games that can have databases, without options.
#[must_use]
pub fn endgame_games() -> Vec<Text> {
    let numbered = |game: &Arc<dyn AnyGame>| game.endgame().map(|_| game.info().name.clone());
    registry().games().iter().filter_map(numbered).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EngineConfig, Limits, NoObserver, open};
    use plybook_store::endgame::NoBuildObserver;

    /// A folder with the database of a game.
    fn installed(name: &str, label: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("plybook-catalog-{}-{label}", std::process::id()));
        let folder = Folder(folder);
        let database = endgame(name).unwrap().unwrap();
        database.build(&folder, &BuildOptions::default(), &NoBuildObserver).unwrap();
        folder
    }

    #[test]
    fn the_engine_and_the_referee_ask_what_is_installed() {
        let folder = installed("tictactoe", "ask");
        let game = open("tictactoe").unwrap();
        let session = game.session(Some("XX1/OO1/3 X")).unwrap();
        let tablebases = game.tablebases(&folder).unwrap();
        assert_eq!(tablebases.worth(&*session), Some(TablebaseValue::Win(1)));
        let best = tablebases.moves(&*session).into_iter().max_by_key(|proven| proven.worth).unwrap();
        assert_eq!((best.text.as_str(), best.worth), ("c3", Some(TablebaseValue::Win(1))));
        let foreign = open("nim").unwrap();
        assert_eq!(tablebases.worth(&*foreign.session(None).unwrap()), None);
        assert!(foreign.tablebases(&folder).is_none());

        let setup = EngineConfig { endgame: Some(folder.clone()), ..EngineConfig::default() };
        let start = game.session(None).unwrap();
        let think = |setup: &EngineConfig| {
            game.thinker(setup).unwrap().think(&*start, &Limits::depth(9).into(), &NoObserver).unwrap()
        };
        let (with, without) = (think(&setup), think(&EngineConfig::default()));
        assert!(with.database && with.proven && !without.database && !without.proven);
        assert!(with.nodes < without.nodes);
        std::fs::remove_dir_all(&folder.0).unwrap();
    }

    #[test]
    fn a_database_is_shared_as_long_as_somebody_holds_it() {
        let folder = installed("tictactoe", "shared");
        let ask = || open("tictactoe").unwrap();
        let game = ask();
        let first = game.tablebases(&folder).unwrap();
        assert!(Arc::ptr_eq(&first.database, &ask().tablebases(&folder).unwrap().database));
        let reports = first.reports();
        drop(first);
        std::fs::remove_file(&reports[0].path).unwrap();
        let anew = game.tablebases(&folder).unwrap();
        assert_eq!(anew.reports().len() + 1, reports.len());
        std::fs::remove_dir_all(&folder.0).unwrap();
    }

    #[test]
    fn play_goes_on_without_a_damaged_file() {
        let folder = installed("tictactoe", "damaged");
        let game = open("tictactoe").unwrap();
        let path = game.tablebases(&folder).unwrap().reports()[8].path.clone();
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() - 25;
        bytes[middle] ^= 4;
        std::fs::write(&path, bytes).unwrap();
        let tablebases = game.tablebases(&folder).unwrap();
        let session = game.session(Some("3/1X1/3 O")).unwrap();
        assert_eq!(tablebases.worth(&*session), None);
        assert!(tablebases.refused()[0].contains("8-"), "{:?}", tablebases.refused());
        let setup = EngineConfig { endgame: Some(folder.clone()), ..EngineConfig::default() };
        let analysis =
            game.thinker(&setup).unwrap().think(&*session, &Limits::depth(4).into(), &NoObserver).unwrap();
        assert!(!analysis.database && analysis.best().is_some());
        std::fs::remove_dir_all(&folder.0).unwrap();
    }

    #[test]
    fn a_cap_on_plies_spoils_wins_that_come_too_late() {
        let folder = installed("black-and-white:discs=2", "cap");
        let far = |options: &str, text: &str| {
            let game = open(&format!("black-and-white:{options}")).unwrap();
            let tablebases = game.tablebases(&folder).unwrap();
            tablebases.worth(&*game.session(Some(text)).unwrap())
        };
        let census = endgame("black-and-white:discs=2").unwrap().unwrap().census(&folder, "moving").unwrap();
        let (text, worth) = census.longest_win.clone().unwrap();
        assert_eq!(far("discs=2,cap=off", &text).unwrap().to_string(), worth);
        assert_eq!(far("discs=2,cap=20", &text), None);
        assert_eq!(census.groups.values().map(|tally| tally.wins).sum::<u64>(), census.all.wins);
        assert_eq!(census.grouping.as_deref(), Some("discs of the side to move"));
        std::fs::remove_dir_all(&folder.0).unwrap();
    }
}
