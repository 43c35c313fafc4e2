//! The files of learners: lines of text under a seal that names the method, the game and its rules.
//!
//! ```text
//! games 3
//! w 9 12.5
//! l 6 11
//! d 9 11.25
//! ```
//!
//! A section is a head with a count and that many lines. Numbers are written so that they are read back exactly.

use crate::learner::LearntGame;
use plybook_format::Seal;
use plybook_format::checksum::Checksum;
use plybook_kernel::{ListedGame, Random, ReadError, Wdl};
use std::str::{FromStr, Lines};

/// Random games whose positions tell one set of rules from another.
const SAMPLE_GAMES: u64 = 4;
/// Longest of them in plies.
const SAMPLE_PLIES: usize = 60;
/// The letters of results.
const LETTERS: [(Wdl, &str); 3] = [(Wdl::Win, "w"), (Wdl::Draw, "d"), (Wdl::Loss, "l")];

/// A number that stands for a game's rules as far as some random games show them.
fn fingerprint<G: ListedGame>(game: &G) -> u64 {
    let mut sum = Checksum::new();
    for seed in 0..SAMPLE_GAMES {
        let (mut random, mut at) = (Random::new(seed), game.start());
        for _ in 0..SAMPLE_PLIES {
            sum.add(game.text(&at).as_bytes());
            let Some(&mv) = random.pick(&game.legal(&at)) else { break };
            game.play(&mut at, mv);
        }
    }
    sum.sum()
}

/// Seals the lines of a learner's file.
pub(crate) fn seal<G: ListedGame>(game: &G, kind: &[u8; 8], lines: &[String]) -> Vec<u8> {
    let name = game.full_name();
    Seal { kind, game: &name, fingerprint: fingerprint(game) }.write(lines.join("\n").as_bytes())
}

/// The text of a learner's file.
pub(crate) fn open<G: ListedGame>(game: &G, kind: &[u8; 8], bytes: &[u8]) -> Result<String, ReadError> {
    let name = game.full_name();
    let contents = Seal { kind, game: &name, fingerprint: fingerprint(game) }.read(bytes);
    let text = contents.map_err(|error| damaged(&name, &error.to_string()))?;
    String::from_utf8(text.to_vec()).map_err(|_| damaged(&name, "it is not text"))
}

/// The error for a learner's file that cannot be used.
pub(crate) fn damaged(game: &str, problem: &str) -> ReadError {
    ReadError::new("learner's file", game, problem, "make one with `plybook learn`")
}

/// Reads the lines of a learner's file one after the other.
pub(crate) struct Reader<'a> {
    lines: Lines<'a>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Reader<'a> {
        Reader { lines: text.lines() }
    }

    /// The rest of the next line, which must begin with this word.
    pub(crate) fn word(&mut self, word: &str) -> Option<&'a str> {
        let (found, rest) = self.lines.next()?.split_once(' ').unwrap_or_default();
        (found == word).then_some(rest)
    }

    /// The number behind a word.
    pub(crate) fn number<T: FromStr>(&mut self, word: &str) -> Option<T> {
        self.word(word)?.parse().ok()
    }

    /// The lines of a section.
    pub(crate) fn section(&mut self, name: &str) -> Option<Vec<&'a str>> {
        let count: usize = self.number(name)?;
        let lines: Vec<&str> = self.lines.by_ref().take(count).collect();
        (lines.len() == count).then_some(lines)
    }

    /// The games, each with so many figures.
    pub(crate) fn games(&mut self, figures: usize) -> Option<Vec<LearntGame>> {
        self.section("games")?.into_iter().map(|line| read_game(line, figures)).collect()
    }

    /// Nothing may follow.
    pub(crate) fn end(&mut self) -> Option<()> {
        self.lines.next().is_none().then_some(())
    }
}

fn read_game(line: &str, figures: usize) -> Option<LearntGame> {
    let mut parts = line.split(' ');
    let letter = parts.next()?;
    let result = LETTERS.iter().find(|(_, known)| *known == letter)?.0;
    let plies = parts.next()?.parse().ok()?;
    let read: Vec<f64> = parts.map(|part| part.parse().ok()).collect::<Option<_>>()?;
    (read.len() == figures).then_some(LearntGame { result, plies, figures: read })
}

/// Adds the section of games to a file's lines.
pub(crate) fn write_games(lines: &mut Vec<String>, games: &[LearntGame]) {
    lines.push(format!("games {}", games.len()));
    for game in games {
        let letter =
            LETTERS.iter().find(|(result, _)| *result == game.result).map_or("", |(_, letter)| letter);
        let figures: String = game.figures.iter().map(|figure| format!(" {figure}")).collect();
        lines.push(format!("{letter} {}{figures}", game.plies));
    }
}
