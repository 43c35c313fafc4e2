//! Games from rules files: those that come with the program, and those that somebody opens.

use crate::any_game::{AnyGame, any_game};
use crate::registry::{GameSource, registry};
use crate::{GameDescription, open};
use plybook_kernel::{ListedGame, ReadError};
use plybook_rules::{RulesFile, RulesVisitor, gallery, trial};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

/// What is put behind the name of a game from a file whose own name is a compiled game's.
const SUFFIX: &str = "-rules";

/// The files of the gallery, and those that were opened, by the names of their games.
#[derive(Default)]
pub(crate) struct RulesFiles {
    texts: RwLock<BTreeMap<String, String>>,
}

impl RulesFiles {
    /// The files of the gallery. A game that also exists as code has a name of its own: `othello-rules`.
    pub fn of_gallery() -> RulesFiles {
        let texts = gallery::FILES.iter().map(|(name, text)| (free_name(name), (*text).to_owned()));
        RulesFiles { texts: RwLock::new(texts.collect()) }
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
        let text = self.texts.read().unwrap_or_else(PoisonError::into_inner).get(name)?.clone();
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
