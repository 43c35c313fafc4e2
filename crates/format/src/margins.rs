//! Measured margins as the contents of a file: lines of text under a seal, for the game and the evaluator that they were
//! measured for.
//!
//! ```text
//! version 1
//! evaluator learnt
//! fingerprint 1f00b2c4d7e90a35
//! reverse-futility 74
//! razoring 121
//! ...
//! ```

use crate::Seal;
use crate::checksum::Checksum;
use plybook_kernel::{Evaluator, Game, HasInfo, Margins, Random, ReadError};
use std::str::FromStr;

/// The kind of file.
const KIND: &[u8; 8] = b"plybkMAR";
/// The version of its lines.
const VERSION: u32 = 1;
/// Random games whose positions tell one set of rules, and one evaluator, from another, and the plies after which they are
/// left.
const SAMPLE_GAMES: u64 = 6;
const SAMPLE_PLIES: usize = 60;

/// What each number of the margins is called, in the order of `margin_numbers`.
pub const MARGIN_FIELDS: [&str; 9] = [
    "reverse-futility",
    "razoring",
    "futility-once",
    "futility-ply",
    "delta",
    "exchange",
    "singular",
    "late-moves",
    "null-move",
];
/// The largest number of margins, in hundredths of a point: a thousand points, and so small that a search can multiply it
/// by any depth.
pub const MOST_MARGIN: i32 = 100_000;
/// The least number of each: a search divides by the last, and a margin of nothing would cut without any reason.
const LEAST: [i32; 9] = [1, 1, 1, 0, 1, 1, 1, 1, 1];

/// Margins as numbers, in the order of `MARGIN_FIELDS`.
#[must_use]
pub const fn margin_numbers(margins: &Margins) -> [i32; 9] {
    let Margins { reverse_futility, razoring, futility, delta, exchange, singular, late_moves, null_move } =
        *margins;
    let [once, ply] = futility;
    [reverse_futility, razoring, once, ply, delta, exchange, singular, late_moves, null_move]
}

/// The margins of such numbers. Each is brought into the range in which a search can use it.
#[must_use]
pub fn margins_of_numbers(numbers: [i32; 9]) -> Margins {
    let within = |place: usize| numbers[place].clamp(LEAST[place], MOST_MARGIN);
    let [reverse_futility, razoring, once, ply, delta, exchange, singular, late_moves, null_move] =
        std::array::from_fn(within);
    let futility = [once, ply];
    Margins { reverse_futility, razoring, futility, delta, exchange, singular, late_moves, null_move }
}

/// Margins that were measured, and for which evaluator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarginsFile {
    /// The evaluator's name, for people.
    pub evaluator: String,
    /// A number for what it says: `evaluator_fingerprint`.
    pub fingerprint: u64,
    /// The margins.
    pub margins: Margins,
}

/// A number that stands for what an evaluator says about positions of some random games. Margins mean nothing for another.
pub fn evaluator_fingerprint<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E) -> u64 {
    let mut sum = Checksum::new();
    walk(game, |at| {
        let value = evaluator.evaluate(game, at, &evaluator.accumulate(game, at));
        sum.add(&value.raw().to_le_bytes());
    });
    sum.sum()
}

/// A number that stands for the rules as far as the same games show them.
fn rules_fingerprint<G: Game>(game: &G) -> u64 {
    let mut sum = Checksum::new();
    walk(game, |at| sum.add(&game.key(at).to_le_bytes()));
    sum.sum()
}

/// Calls `each` with the unfinished positions of some random games.
fn walk<G: Game>(game: &G, mut each: impl FnMut(&G::Position)) {
    for seed in 0..SAMPLE_GAMES {
        let (mut random, mut at) = (Random::new(seed), game.start());
        for _ in 0..SAMPLE_PLIES {
            let Some(&mv) = random.pick(&game.legal(&at)) else { break };
            each(&at);
            game.play(&mut at, mv);
        }
    }
}

impl MarginsFile {
    /// The whole file.
    #[must_use]
    pub fn write<G: HasInfo>(&self, game: &G) -> Vec<u8> {
        let mut lines = vec![
            format!("version {VERSION}"),
            format!("evaluator {}", self.evaluator),
            format!("fingerprint {:016x}", self.fingerprint),
        ];
        let pairs = MARGIN_FIELDS.iter().zip(margin_numbers(&self.margins));
        lines.extend(pairs.map(|(name, number)| format!("{name} {number}")));
        let seal = Seal { kind: KIND, game: &game.full_name(), fingerprint: rules_fingerprint(game) };
        seal.write(lines.join("\n").as_bytes())
    }

    /// What `write` wrote.
    ///
    /// # Errors
    /// The file is damaged, of another kind or version, or of another game or other rules.
    pub fn read<G: HasInfo>(game: &G, bytes: &[u8]) -> Result<MarginsFile, ReadError> {
        let name = game.full_name();
        let refused = |problem: String| {
            ReadError::new("margins", &name, problem, "make a file with `plybook tune GAME --margins`")
        };
        let seal = Seal { kind: KIND, game: &name, fingerprint: rules_fingerprint(game) };
        let contents = seal.read(bytes).map_err(|error| refused(error.to_string()))?;
        let text = str::from_utf8(contents).map_err(|_| refused("it is not text".to_owned()))?;
        let mut lines = text.lines();
        match number::<u32>(&mut lines, "version") {
            Some(VERSION) => {}
            Some(version) => {
                let problem = format!("it has version {version}, and this program reads version {VERSION}");
                return Err(refused(problem));
            }
            None => return Err(refused("it names no version".to_owned())),
        }
        MarginsFile::of_lines(lines).ok_or_else(|| refused("its contents are no margins".to_owned()))
    }

    /// The file of the lines after the version. What a search cannot use is not taken for something near it.
    fn of_lines<'a>(mut lines: impl Iterator<Item = &'a str>) -> Option<MarginsFile> {
        let evaluator = word(&mut lines, "evaluator")?.to_owned();
        let fingerprint = u64::from_str_radix(word(&mut lines, "fingerprint")?, 16).ok()?;
        let mut numbers = [0; MARGIN_FIELDS.len()];
        for (value, name) in numbers.iter_mut().zip(MARGIN_FIELDS) {
            *value = number(&mut lines, name)?;
        }
        let margins = margins_of_numbers(numbers);
        let sound = margin_numbers(&margins) == numbers && lines.next().is_none();
        sound.then_some(MarginsFile { evaluator, fingerprint, margins })
    }
}

/// The rest of the next line, which must begin with this word.
fn word<'a>(lines: &mut impl Iterator<Item = &'a str>, word: &str) -> Option<&'a str> {
    let (found, rest) = lines.next()?.split_once(' ')?;
    (found == word).then_some(rest)
}

/// The number behind a word.
fn number<'a, T: FromStr>(lines: &mut impl Iterator<Item = &'a str>, name: &str) -> Option<T> {
    word(lines, name)?.parse().ok()
}
