//! Games from rules files: those that come with the program, and those that somebody opens.

use crate::any_game::{AnyGame, any_game};
use crate::registry::{GameSource, registry};
use crate::{GameDescription, open};
use plybook_kernel::{ListedGame, ReadError};
use plybook_rules::{RulesError, RulesFile, RulesVisitor, gallery, trial};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

/// What is put behind the name of a game from a file whose own name is a compiled game's.
const SUFFIX: &str = "-rules";

/// Texts without a file whose games are kept at most; the one that was asked for longest ago goes first.
const MOST_TEXTS: usize = 64;
/// Bytes of a text's checksum that its game's name shows: too many for anybody to find another text with the same name.
const NAME_BYTES: usize = 10;

/// The files of the gallery, and those that were opened, by the names of their games.
#[derive(Default)]
pub(crate) struct RulesFiles {
    texts: RwLock<BTreeMap<String, String>>,
    /// The games of texts that have no file, by names that are made from the texts.
    loose: Mutex<VecDeque<LooseText>>,
}

/// A text without a file, and its game.
struct LooseText {
    name: String,
    text: Arc<str>,
    game: Arc<dyn AnyGame>,
}

impl RulesFiles {
    /// The files of the gallery. A game that also exists as code has a name of its own: `othello-rules`.
    pub fn of_gallery() -> RulesFiles {
        let texts = gallery::FILES.iter().map(|(name, text)| (free_name(name), (*text).to_owned()));
        RulesFiles { texts: RwLock::new(texts.collect()), loose: Mutex::default() }
    }

    /// The game of a text that has no file, and the text; it becomes the last that will be forgotten.
    fn loose(&self, name: &str) -> Option<(Arc<str>, Arc<dyn AnyGame>)> {
        let mut loose = self.loose.lock().unwrap_or_else(PoisonError::into_inner);
        let place = loose.iter().position(|one| one.name == name)?;
        let found = loose.remove(place)?;
        let answer = (Arc::clone(&found.text), Arc::clone(&found.game));
        loose.push_back(found);
        Some(answer)
    }

    /// Keeps the game of a text.
    fn keep_loose(&self, kept: LooseText) {
        let mut loose = self.loose.lock().unwrap_or_else(PoisonError::into_inner);
        loose.retain(|one| one.name != kept.name);
        loose.push_back(kept);
        while loose.len() > MOST_TEXTS {
            loose.pop_front();
        }
    }

    /// Remembers a file's text; says whether another text had the name.
    fn remember(&self, name: &str, text: &str) -> bool {
        let mut texts = self.texts.write().unwrap_or_else(PoisonError::into_inner);
        texts.insert(name.to_owned(), text.to_owned()).is_some_and(|old| old != text)
    }

    /// The names of all games, in the order of the alphabet.
    pub fn names(&self) -> Vec<String> {
        self.texts.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }
}

impl GameSource for RulesFiles {
    fn games(&self) -> Vec<Arc<dyn AnyGame>> {
        self.names().iter().filter_map(|name| self.open(name, "")?.ok()).collect()
    }

    fn open(&self, name: &str, options: &str) -> Option<Result<Arc<dyn AnyGame>, ReadError>> {
        let known = self.texts.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        let text: Arc<str> = match known {
            Some(text) => text.into(),
            None => match self.loose(name)? {
                (_, game) if options.is_empty() => return Some(Ok(game)),
                (text, _) => text,
            },
        };
        Some(RulesFile::read_as(&text, options).map(|file| file.named(name).visit(Any)))
    }
}

/// The name of a game from a file, unless a compiled game has it.
fn free_name(name: &str) -> String {
    let taken = plybook_games::all().iter().any(|info| info.name == name);
    if taken { format!("{name}{SUFFIX}") } else { name.to_owned() }
}

struct Any;

impl RulesVisitor for Any {
    type Output = Arc<dyn AnyGame>;
    fn visit<G: ListedGame>(self, game: G) -> Arc<dyn AnyGame> {
        any_game(game)
    }
}

struct Trial;

impl RulesVisitor for Trial {
    type Output = Result<(), ReadError>;
    fn visit<G: ListedGame>(self, game: G) -> Result<(), ReadError> {
        trial(&game)
    }
}

/// Reads the text of a rules file, tries the game for a moment, and makes it a game of this program, which `open` then
/// finds by the name that is given back. A game with the name of a compiled one gets `-rules` behind it.
///
/// # Errors
/// The file has a fault, with line, column and remedy, or the game does not keep what every game must.
pub fn add_rules(text: &str) -> Result<String, ReadError> {
    let file = RulesFile::read(text)?;
    let name = free_name(file.name());
    if registry().games().iter().any(|game| game.info().name == name) {
        let problem = format!("the name `{name}` is taken");
        return Err(ReadError::new("rules", file.title(), problem, "give the game another name"));
    }
    file.named(&name).visit(Trial)?;
    if files().remember(&name, text) {
        registry().forget(&name);
    }
    Ok(name)
}

/// What is wrong with the text of a rules file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesFault {
    /// The line, from one; absent for what only shows in play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The character of the line, from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What is wrong there.
    pub problem: String,
    /// What would be right.
    pub remedy: String,
}

impl From<RulesError> for RulesFault {
    fn from(error: RulesError) -> RulesFault {
        let (line, column) = (Some(error.line), Some(error.column));
        RulesFault { line, column, problem: error.problem, remedy: error.remedy }
    }
}

/// The game of a text that has no file. It is kept for a while under a name that is made from the text, so that the same
/// text always has the same name; `open` finds it by that name, and no list names it.
///
/// # Errors
/// The faults of the text, at least one, or what the trial of its game found.
pub fn rules_text_game(text: &str) -> Result<Arc<dyn AnyGame>, Vec<RulesFault>> {
    let faults = |faults: Vec<RulesError>| faults.into_iter().map(RulesFault::from).collect::<Vec<_>>();
    let file = RulesFile::check(text).map_err(faults)?;
    let name = text_name(file.name(), text);
    if let Some((_, game)) = files().loose(&name) {
        return Ok(game);
    }
    let file = file.named(&name);
    file.clone().visit(Trial).map_err(|error| {
        vec![RulesFault { line: None, column: None, problem: error.problem, remedy: error.remedy }]
    })?;
    let game = file.visit(Any);
    files().keep_loose(LooseText { name, text: text.into(), game: Arc::clone(&game) });
    Ok(game)
}

/// The name of the game of a text: what the file calls it, and a checksum of the text.
fn text_name(name: &str, text: &str) -> String {
    let mut full = format!("{name}-");
    for byte in &Sha256::digest(text.as_bytes())[..NAME_BYTES] {
        let _ = write!(full, "{byte:02x}");
    }
    full
}

/// A rules file that comes with the program.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GalleryFile {
    /// The file's name without its ending.
    pub name: &'static str,
    /// The name of its game.
    pub game: String,
    /// What people call it.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// The text.
    pub text: &'static str,
}

/// The rules files that come with the program, in the order of the alphabet.
#[must_use]
pub fn gallery_files() -> Vec<GalleryFile> {
    let file = |&(name, text): &(&'static str, &'static str)| {
        let game = open(&free_name(name)).ok()?;
        let info = game.info();
        let (title, summary) = (info.title.to_string(), info.summary.to_string());
        Some(GalleryFile { name, game: info.name.to_string(), title, summary, text })
    };
    gallery::FILES.iter().filter_map(file).collect()
}

/// The games that come with the program as rules files, in the order of the alphabet.
#[must_use]
pub fn gallery_games() -> Vec<GameDescription> {
    let names = gallery::FILES.iter().map(|(name, _)| free_name(name));
    names.filter_map(|name| open(&name).ok()).map(|game| (&*game).into()).collect()
}

/// A rules file in its usual form: indented by two spaces, with single spaces between words.
///
/// # Errors
/// The file has a fault.
pub fn format_rules(text: &str) -> Result<String, ReadError> {
    RulesFile::read(text)?;
    Ok(plybook_rules::format(text))
}

/// The files of this program's games.
pub(crate) fn files() -> &'static RulesFiles {
    static FILES: LazyLock<RulesFiles> = LazyLock::new(RulesFiles::of_gallery);
    &FILES
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str =
        "game Othello\nboard 3x3\npiece disc\nplace disc on empty\nwin: line of 3\nstuck: draws";

    #[test]
    fn a_file_is_a_game_with_a_name_of_its_own() {
        assert_eq!(add_rules(RULES).unwrap(), "othello-rules");
        assert_eq!(open("othello-rules").unwrap().session(None).unwrap().moves().len(), 9);
        // Another text replaces it.
        let held = open("othello-rules").unwrap();
        add_rules(&RULES.replace("3x3", "4x4")).unwrap();
        assert_eq!(open("othello-rules").unwrap().session(None).unwrap().moves().len(), 16);
        assert_eq!(held.session(None).unwrap().moves().len(), 9);
    }

    #[test]
    fn texts_without_a_file_are_kept_for_a_while() {
        let race = |width: usize| {
            let text = "game Race\nboard 4x4\npiece pawn on first row\n  step forward to empty\nwin: reach last row\nstuck: loses";
            format!("{text}\n# {width}")
        };
        let first = rules_text_game(&race(0)).unwrap().full_name();
        assert_eq!(open(&first).unwrap().session(None).unwrap().moves().len(), 4);
        // Asked for again and again, it stays; another one goes when there are too many.
        let second = rules_text_game(&race(1)).unwrap().full_name();
        for number in 0..MOST_TEXTS {
            rules_text_game(&race(2 + number)).unwrap();
            assert!(open(&first).is_ok());
        }
        let error = open(&second).err().unwrap().to_string();
        assert!(error.contains(&second) && !error.contains(&first), "{error}");
        assert_eq!(rules_text_game(&race(1)).unwrap().full_name(), second);
        assert!(open(&second).is_ok() && files().names().iter().all(|name| *name != second));
    }

    #[test]
    fn faults_are_told_with_their_lines() {
        let error = add_rules(&RULES.replace("place", "palce")).unwrap_err().to_string();
        assert!(error.contains("line 4, column 1") && error.contains("`place`"), "{error}");
        assert!(add_rules(&RULES.replace("piece disc", "piece disc on all")).is_err());
    }

    #[test]
    fn the_gallery_is_found_by_name_but_not_listed_among_the_games() {
        let gallery = gallery_games();
        assert_eq!(gallery.len(), gallery::FILES.len());
        assert!(gallery.iter().any(|game| game.name == "hex"));
        assert!(registry().games().iter().all(|game| game.info().name != "hex"));
        assert_eq!(open("hex:size=3x3").unwrap().full_name(), "hex:size=3x3");
        assert!(open("hexx").err().unwrap().to_string().contains("lines-of-action"));
    }
}
