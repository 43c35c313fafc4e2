//! The files of a new game, made from the template, and its lines in the lists of games.

use std::fs;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// Longest name of a game, in characters.
const LONGEST_NAME: usize = 40;
/// The files of a game: where they lie, with `NAME` for the game's name and `MODULE` for its module, and what stands in them.
const FILES: [(&str, &str); 5] = [
    ("crates/games/src/MODULE/mod.rs", include_str!("../templates/game/mod.rs")),
    ("crates/games/src/MODULE/rules.md", include_str!("../templates/game/rules.md")),
    ("crates/games/tests/rules/MODULE.rs", include_str!("../templates/test.rs")),
    ("testdata/perft/NAME.txt", include_str!("../templates/perft.txt")),
    ("testdata/malformed/NAME.txt", include_str!("../templates/malformed.txt")),
];
/// The files that list all games, and those that list the modules of the rules' tests.
const GAMES: &str = "crates/games/src/lib.rs";
const TESTS: &str = "crates/games/tests/rules/main.rs";
/// The game of the list before which a new one is put: written trees stay last.
const LAST: &str = "    tree::WrittenTree,\n";

/// What a new game is called, in the forms that its files need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// `four-corners`.
    pub name: String,
    /// `four_corners`.
    pub module: String,
    /// `FourCorners`.
    pub type_name: String,
    /// `Four corners`.
    pub title: String,
}

fn refuse<T>(problem: String) -> Result<T> {
    Err(Error::new(ErrorKind::InvalidInput, problem))
}

impl NewGame {
    /// A game of this name: small letters and digits, in words joined by single hyphens.
    ///
    /// # Errors
    /// It is no such name.
    pub fn new(name: &str) -> Result<NewGame> {
        let word = |word: &str| {
            word.starts_with(|first: char| first.is_ascii_lowercase())
                && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        if name.len() > LONGEST_NAME || !name.split('-').all(word) {
            return refuse(format!(
                "`{name}` is no name for a game; write small letters, such as four-corners"
            ));
        }
        let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        Ok(NewGame {
            name: name.to_owned(),
            module: name.replace('-', "_"),
            type_name: name.split('-').map(capital).collect(),
            title: capital(&name.replace('-', " ")),
        })
    }

    /// A text of the template as one of this game.
    fn rename(&self, text: &str) -> String {
        let text = text.replace("template-game", &self.name).replace("template_game", &self.module);
        text.replace("TemplateGame", &self.type_name).replace("Template game", &self.title)
    }
}

/// Writes the files of a new game into a project and puts it into its lists; gives the files that were made or changed.
/// Nothing is written where the game is there already.
///
/// # Errors
/// There is such a game, or a file cannot be read or written.
pub fn write(root: &Path, game: &NewGame) -> Result<Vec<String>> {
    let path = |pattern: &str| pattern.replace("NAME", &game.name).replace("MODULE", &game.module);
    let there: Vec<String> =
        FILES.iter().map(|(pattern, _)| path(pattern)).filter(|path| root.join(path).exists()).collect();
    if let Some(there) = there.first() {
        return refuse(format!("there is a game `{}` already: {there}; choose another name", game.name));
    }
    let games = fs::read_to_string(root.join(GAMES))?;
    let tests = fs::read_to_string(root.join(TESTS))?;
    let module = format!("pub mod {};\n", game.module);
    let entry = format!("    {}::{},\n", game.module, game.type_name);
    let (Some(listed), Some(tested)) = (
        with_line(&games, "pub mod ", &module),
        with_line(&tests, "mod ", &format!("mod {};\n", game.module)),
    ) else {
        return refuse(format!("{GAMES} and {TESTS} list no modules; add `{}` by hand", game.module));
    };
    if !listed.contains(LAST) || listed.contains(&module.repeat(2)) || games.contains(&module) {
        return refuse(format!(
            "{GAMES} does not end its list with `{}`, or has the game already",
            LAST.trim()
        ));
    }
    let mut made = Vec::new();
    for (pattern, text) in FILES {
        let file = path(pattern);
        let whole = root.join(&file);
        whole.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&whole, game.rename(text))?;
        made.push(file);
    }
    fs::write(root.join(GAMES), listed.replacen(LAST, &(entry + LAST), 1))?;
    fs::write(root.join(TESTS), tested)?;
    made.extend([GAMES, TESTS].map(str::to_owned));
    Ok(made)
}

/// A text with a line put in order among those that begin alike; `None` where no line does.
fn with_line(text: &str, start: &str, line: &str) -> Option<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let of_list = |&(_, other): &(usize, &&str)| other.starts_with(start);
    let last = lines.iter().enumerate().rfind(of_list)?.0;
    let before =
        lines.iter().enumerate().filter(of_list).find(|(_, other)| **other > line).map(|(place, _)| place);
    let place = before.unwrap_or(last + 1);
    Some([&lines[..place].concat(), line, &lines[place..].concat()].concat())
}
