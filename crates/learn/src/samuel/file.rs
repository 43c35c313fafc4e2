//! The file of a series: everything that the next game depends on, and a record of the games so far, as lines of text
//! under a seal. A series goes on from it exactly as if it had not been interrupted.

use super::polynomial::{Active, LARGEST_POWER, Polynomial};
use super::series::{GameRecord, Series, Standing, Verdict};
use super::settings::{PlyRules, Ranking, Settings};
use plybook_format::checksum::Checksum;
use plybook_format::{Seal, SealError};
use plybook_kernel::{Player, Rated};
use std::fmt::{self, Display, Write};
use std::str::FromStr;

/// The kind of file.
pub const KIND: &[u8; 8] = b"plybkSAM";

/// Why a file is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// The seal is not in order.
    Seal(SealError),
    /// Its contents are not those of a series; the number of the line.
    Line(usize),
}

impl Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Seal(error) => error.fmt(f),
            FileError::Line(line) => write!(f, "line {line} of its contents cannot be read"),
        }
    }
}

impl std::error::Error for FileError {}

/// A number that stands for a game's terms.
fn fingerprint<G: Rated>(game: &G) -> u64 {
    let mut sum = Checksum::new();
    for term in game.rated_terms() {
        sum.add(term.name.as_bytes());
        sum.add(&[0, u8::from(term.halves)]);
    }
    sum.sum()
}

/// The contents of a file for a series of a game with this name; `full_name` says its options too.
#[must_use]
pub fn to_file<G: Rated>(game: &G, name: &str, full_name: &str, series: &Series) -> Vec<u8> {
    let mut text = format!("{full_name}\n");
    write_series(&mut text, series);
    Seal { kind: KIND, game: name, fingerprint: fingerprint(game) }.write(text.as_bytes())
}

/// The game's full name and the series of a file's contents.
///
/// # Errors
/// The file is damaged, of another kind or game, or made for other terms.
pub fn from_file<G: Rated>(game: &G, name: &str, bytes: &[u8]) -> Result<(String, Series), FileError> {
    let seal = Seal { kind: KIND, game: name, fingerprint: fingerprint(game) };
    let contents = seal.read(bytes).map_err(FileError::Seal)?;
    let text = std::str::from_utf8(contents).map_err(|_| FileError::Line(1))?;
    let mut lines = Lines { lines: text.lines(), number: 0 };
    let full_name = lines.next().ok_or(FileError::Line(1))?.to_owned();
    let series = read_series(&mut lines, game.rated_terms().len()).ok_or(FileError::Line(lines.number))?;
    Ok((full_name, series))
}

fn joined<T: Display>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

/// Writing to a string cannot fail.
fn write_series(text: &mut String, series: &Series) {
    let Settings { plies, .. } = series.settings;
    let s = &series.settings;
    let (table, flags) = (
        s.ranking == Ranking::Table,
        [s.distinct, s.balanced, s.extends_span, s.selects_on_gain, s.searches_remembered].map(u32::from),
    );
    let _ = writeln!(text, "{} {} {}", plies.least, plies.large_lead, plies.most);
    let _ = writeln!(text, "{} {}", u32::from(table), joined(flags, " "));
    let numbers = [s.active as u32, s.black_marks, s.tallies, s.replacement_gap, s.majority_of, s.longest];
    let _ = writeln!(text, "{} {} {}", joined(numbers, " "), s.prescribed, s.seed);
    for active in &series.alpha.active {
        // A number's shortest form is read back exactly.
        let Active { term, correlation, uses, tally } = active;
        let _ = writeln!(text, "{term} {correlation:?} {uses} {tally}");
    }
    let _ = writeln!(text, "{}", joined(&series.alpha.reserve, " "));
    let _ = writeln!(text, "{}", joined(&series.beta, " "));
    let [wins, games] = series.wins;
    let _ = writeln!(text, "{} {wins} {games} {}", series.black_marks, series.since_replacement);
    for game in &series.games {
        let verdict = match game.verdict {
            Verdict::Alpha => "alpha",
            Verdict::Beta => "beta",
            Verdict::Even => "even",
        };
        let standing = |standing: &Standing| {
            format!("{}:{:?}:{}", standing.term, standing.correlation, standing.coefficient)
        };
        let _ = writeln!(
            text,
            "{verdict} {} {} {}|{}|{}|{}",
            game.alpha.0,
            game.plies,
            game.adjustments,
            joined(&game.replaced, " "),
            joined(&game.leaders, " "),
            joined(game.standings.iter().map(standing), " "),
        );
    }
}

/// The lines of a file, and the number of the one that was read last.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.lines.next()
    }
}

impl Lines<'_> {
    /// A line of exactly so many numbers.
    fn numbers<T: FromStr, const N: usize>(&mut self) -> Option<[T; N]> {
        list(self.next()?)?.try_into().ok()
    }
}

fn list<T: FromStr>(text: &str) -> Option<Vec<T>> {
    text.split_whitespace().map(|word| word.parse().ok()).collect()
}

fn read_settings(lines: &mut Lines<'_>) -> Option<Settings> {
    let [least, large_lead, most] = lines.numbers()?;
    let flags: [u8; 6] = lines.numbers()?;
    let [table, distinct, balanced, extends_span, selects_on_gain, searches_remembered] =
        flags.map(|flag| flag == 1);
    let numbers: [u64; 8] = lines.numbers()?;
    let number = |place: usize| u32::try_from(numbers[place]).ok();
    (flags.iter().all(|&flag| flag <= 1) && least >= 1 && most <= 64).then_some(())?;
    Some(Settings {
        plies: PlyRules { least, large_lead, most },
        ranking: if table { Ranking::Table } else { Ranking::Text },
        distinct,
        balanced,
        active: number(0)? as usize,
        black_marks: number(1)?,
        tallies: number(2)?,
        replacement_gap: number(3)?,
        majority_of: number(4)?,
        extends_span,
        selects_on_gain,
        searches_remembered,
        longest: number(5).filter(|&longest| longest <= 100_000)?,
        prescribed: number(6)?,
        seed: numbers[7],
    })
}

fn correlation(word: &str) -> Option<f64> {
    word.parse().ok().filter(|size: &f64| size.abs() <= 1.0)
}

fn coefficient(word: &str) -> Option<i64> {
    word.parse().ok().filter(|size: &i64| size.unsigned_abs() <= 1 << LARGEST_POWER)
}

fn read_active(line: &str, terms: usize) -> Option<Active> {
    let [term, size, uses, tally] = line.split_whitespace().collect::<Vec<_>>().try_into().ok()?;
    Some(Active {
        term: term.parse().ok().filter(|&term| term < terms)?,
        correlation: correlation(size)?,
        uses: uses.parse().ok()?,
        tally: tally.parse().ok()?,
    })
}

fn read_game(line: &str, terms: usize) -> Option<GameRecord> {
    let [head, replaced, leaders, standings] = line.split('|').collect::<Vec<_>>().try_into().ok()?;
    let (verdict, numbers) = head.split_once(' ')?;
    let verdict = match verdict {
        "alpha" => Verdict::Alpha,
        "beta" => Verdict::Beta,
        "even" => Verdict::Even,
        _ => return None,
    };
    let [alpha, plies, adjustments] = list(numbers)?.try_into().ok()?;
    let known = |numbers: Vec<usize>| numbers.iter().all(|&term| term < terms).then_some(numbers);
    let standing = |word: &str| {
        let [term, size, power] = word.split(':').collect::<Vec<_>>().try_into().ok()?;
        let term = term.parse().ok().filter(|&term| term < terms)?;
        Some(Standing { term, correlation: correlation(size)?, coefficient: coefficient(power)? })
    };
    Some(GameRecord {
        verdict,
        alpha: Player(u8::try_from(alpha).ok().filter(|&side| side < 2)?),
        plies,
        adjustments,
        replaced: known(list(replaced)?)?,
        leaders: known(list(leaders)?)?,
        standings: standings.split_whitespace().map(standing).collect::<Option<_>>()?,
    })
}

fn read_series(lines: &mut Lines<'_>, terms: usize) -> Option<Series> {
    let settings = read_settings(lines)?;
    (settings.active <= terms).then_some(())?;
    let active =
        (0..settings.active).map(|_| read_active(lines.next()?, terms)).collect::<Option<Vec<_>>>()?;
    let reserve: Vec<usize> = list(lines.next()?)?;
    let mut all: Vec<usize> =
        active.iter().map(|active| active.term).chain(reserve.iter().copied()).collect();
    all.sort_unstable();
    all.into_iter().eq(0..terms).then_some(())?;
    let beta = lines.next()?.split_whitespace().map(coefficient).collect::<Option<Vec<_>>>()?;
    (beta.len() == terms).then_some(())?;
    let [black_marks, wins, games, since_replacement] = lines.numbers()?;
    let mut records = Vec::new();
    for line in lines.by_ref() {
        records.push(read_game(line, terms)?);
    }
    Some(Series {
        settings,
        alpha: Polynomial { active, reserve: reserve.into() },
        beta,
        black_marks,
        wins: [wins, games],
        since_replacement,
        games: records,
        before: 0,
    })
}
