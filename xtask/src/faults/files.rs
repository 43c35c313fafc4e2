//! Files of every kind of knowledge, damaged in every way: refused or harmless, never a wrong answer, never a panic.

use anyhow::{Context, Result, bail, ensure};
use plybook_agent::book::{
    Expansion, Imported, expand, export_polyglot, find_book, import_polyglot, open_book,
};
use plybook_catalog::endgame_files::{BuildOptions, Folder, NoBuildObserver, TablebaseValue};
use plybook_catalog::{AnyGame, Random, SelfPlay, endgame, open};
use plybook_store::book::{
    BookPosition, FrozenBook, Snapshot, load_snapshot, polyglot, remove_snapshot, save_snapshot,
};
use std::fmt;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Bytes above which a file may be damaged in samples.
const LARGE: usize = 4096;

/// How much damage is done.
#[derive(Clone, Copy, Debug)]
pub struct Damage {
    /// Every bit and every length of files up to 4 KiB, or one in so many.
    pub small: usize,
    /// The same of larger files.
    pub large: usize,
    /// Random edits of each file.
    pub edits: usize,
}

/// What became of a damaged file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It was named and not used.
    Refused,
    /// It was used, and said nothing but the truth.
    Harmless,
    /// It said something that is not so.
    Wrong,
}

/// What became of all damaged files of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The kind.
    pub kind: &'static str,
    /// Size of the file in bytes.
    pub bytes: usize,
    /// Flipped bits.
    pub flips: usize,
    /// Cuts.
    pub cuts: usize,
    /// Random edits.
    pub edits: usize,
    /// Files that were refused.
    pub refused: usize,
    /// Files that did no harm.
    pub harmless: usize,
    /// Files that gave a wrong answer.
    pub wrong: usize,
    /// Panics.
    pub panics: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { kind, bytes, flips, cuts, edits, refused, harmless, wrong, panics } = self;
        write!(
            f,
            "| {kind} | {bytes} | {flips} | {cuts} | {edits} | {refused} | {harmless} | {wrong} | {panics} |"
        )
    }
}

/// Puts some bytes in the place of a file, asks it everything, and says what became of it.
type Ask<'a> = Box<dyn Fn(&[u8]) -> Result<Fate> + 'a>;

/// A file and how it is asked.
struct Victim<'a> {
    kind: &'static str,
    bytes: Vec<u8>,
    ask: Ask<'a>,
}

impl Victim<'_> {
    fn attack(&self, damage: Damage) -> Result<Tally> {
        let mut tally = Tally { kind: self.kind, bytes: self.bytes.len(), ..Tally::default() };
        let whole = (self.ask)(&self.bytes)?;
        ensure!(whole == Fate::Harmless, "the whole {} is {whole:?}", self.kind);
        let step = if self.bytes.len() > LARGE { damage.large } else { damage.small };
        for bit in (0..8 * self.bytes.len()).step_by(step) {
            let mut copy = self.bytes.clone();
            copy[bit / 8] ^= 1 << (bit % 8);
            tally.flips += 1;
            self.judge(&copy, &mut tally)?;
        }
        for length in (0..self.bytes.len()).step_by(step) {
            tally.cuts += 1;
            self.judge(&self.bytes[..length], &mut tally)?;
        }
        let mut random = Random::new(11);
        for _ in 0..damage.edits {
            tally.edits += 1;
            self.judge(&edited(&self.bytes, &mut random), &mut tally)?;
        }
        Ok(tally)
    }

    fn judge(&self, bytes: &[u8], tally: &mut Tally) -> Result<()> {
        match catch_unwind(AssertUnwindSafe(|| (self.ask)(bytes))) {
            Ok(fate) => match fate? {
                Fate::Refused => tally.refused += 1,
                Fate::Harmless => tally.harmless += 1,
                Fate::Wrong => tally.wrong += 1,
            },
            Err(_) => tally.panics += 1,
        }
        Ok(())
    }
}

/// A copy with up to four places changed, filled, taken out or put in.
fn edited(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    for _ in 0..=random.below(4) {
        if copy.is_empty() {
            break;
        }
        let place = random.below(copy.len());
        let run = (1 + random.below(40)).min(copy.len() - place);
        match random.below(4) {
            0 => copy[place] = random.next() as u8,
            1 => copy[place..place + run].fill(random.next() as u8),
            2 => drop(copy.drain(place..place + run)),
            _ => drop(copy.splice(place..place, (0..run).map(|number| (number * 37) as u8))),
        }
    }
    copy
}

/// A folder that goes away.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Damages a file of every kind and tells of each what became of it.
///
/// # Errors
/// The files cannot be made or written.
pub fn damage_all(damage: Damage, each: &mut dyn FnMut(&Tally)) -> Result<Vec<Tally>> {
    let scratch = Scratch(std::env::temp_dir().join(format!("plybook-faults-{}", std::process::id())));
    fs::create_dir_all(&scratch.0)?;
    let games = [open("tictactoe")?, open("hexapawn")?, open("chess")?, open("othello")?];
    let [tictactoe, hexapawn, chess, othello] = games;
    let victims = [
        slice(&*tictactoe, &scratch.0)?,
        book(&*hexapawn, &scratch.0)?,
        frozen(&*hexapawn, &scratch.0)?,
        exchanged(&*chess, &scratch.0)?,
        play_book(&*othello)?,
    ];
    let mut tallies = Vec::new();
    for victim in &victims {
        let tally = victim.attack(damage)?;
        each(&tally);
        tallies.push(tally);
    }
    Ok(tallies)
}

/// Prints what became of the files.
///
/// # Errors
/// A damaged file gave a wrong answer, or something panicked.
pub fn campaign(damage: Damage) -> Result<()> {
    println!("| kind | bytes | flips | cuts | edits | refused | harmless | wrong | panics |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    let tallies = damage_all(damage, &mut |tally| println!("{tally}"))?;
    let bad: usize = tallies.iter().map(|tally| tally.wrong + tally.panics).sum();
    if bad > 0 {
        bail!("{bad} damaged files did harm");
    }
    Ok(())
}

/// A slice of an endgame database: every position must have its value or none.
fn slice<'a>(game: &'a dyn AnyGame, scratch: &Path) -> Result<Victim<'a>> {
    let name = game.full_name();
    let folder = Folder(scratch.join("endgame"));
    let database = endgame(&name)?.context("the game's positions are not numbered")?;
    let slices = database.build(&folder, &BuildOptions::default(), &NoBuildObserver)?;
    let report = slices.into_iter().nth(3).context("there are too few slices")?;
    let texts: Vec<String> =
        (0..report.size).filter_map(|index| database.position(&report.name, index)).collect();
    let sessions = texts.iter().map(|text| game.session(Some(text))).collect::<Result<Vec<_>, _>>()?;
    let ask_all = move |folder: &Folder| -> Option<Vec<Option<TablebaseValue>>> {
        let knowledge = game.tablebases(folder)?;
        Some(sessions.iter().map(|session| knowledge.worth(&**session)).collect())
    };
    let truth = ask_all(&folder).context("the database cannot be read")?;
    let bytes = fs::read(&report.path)?;
    let ask = move |bytes: &[u8]| {
        fs::write(&report.path, bytes)?;
        let Some(said) = ask_all(&folder) else { return Ok(Fate::Refused) };
        let wrong = said.iter().zip(&truth).any(|(said, truth)| said.is_some() && said != truth);
        Ok(match (wrong, said == truth) {
            (true, _) => Fate::Wrong,
            (false, true) => Fate::Harmless,
            (false, false) => Fate::Refused,
        })
    };
    Ok(Victim { kind: "endgame slice", bytes, ask: Box::new(ask) })
}

/// A small book that the engine made, and its positions.
fn small_book(game: &dyn AnyGame, path: &Path, positions: usize) -> Result<(FrozenBook, Vec<BookPosition>)> {
    let mut book = open_book(path, game, "main")?;
    expand(game, &mut book, &Expansion { positions, nodes: 200, ..Expansion::default() }, &mut |_| true)?;
    Ok((book.freeze()?, book.positions()?))
}

/// Whether a book says nothing but what another one says.
fn is_part(part: &FrozenBook, whole: &FrozenBook, positions: &[BookPosition]) -> bool {
    let true_there = |key| part.moves(key).iter().all(|entry| whole.moves(key).contains(entry));
    part.count() <= whole.count() && positions.iter().all(|position| true_there(position.key))
}

/// Writes a file anew, without what belonged to the old one.
fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    for rest in ["-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(rest);
        let _ = fs::remove_file(PathBuf::from(name));
    }
    Ok(fs::write(path, bytes)?)
}

/// A file of opening books.
fn book<'a>(game: &'a dyn AnyGame, scratch: &Path) -> Result<Victim<'a>> {
    let path = scratch.join("books.db");
    let (whole, positions) = small_book(game, &path, 4)?;
    let bytes = fs::read(&path)?;
    let ask = move |bytes: &[u8]| {
        replace(&path, bytes)?;
        let found = find_book(&path, game, "main").ok().flatten().and_then(|book| book.freeze().ok());
        Ok(match found {
            None => Fate::Refused,
            Some(frozen) if is_part(&frozen, &whole, &positions) => Fate::Harmless,
            Some(_) => Fate::Wrong,
        })
    };
    Ok(Victim { kind: "opening book", bytes, ask: Box::new(ask) })
}

/// The frozen books of a tournament.
fn frozen<'a>(game: &'a dyn AnyGame, scratch: &Path) -> Result<Victim<'a>> {
    let (whole, _) = small_book(game, &scratch.join("frozen.db"), 2)?;
    let (name, start) = (game.full_name(), game.session(None)?.key());
    let path = scratch.join("frozen.books");
    let snapshot = Snapshot::from([("main".to_owned(), whole)]);
    save_snapshot(&path, &name, start, &snapshot)?;
    let bytes = fs::read(&path)?;
    remove_snapshot(&path)?;
    let ask = move |bytes: &[u8]| {
        fs::write(&path, bytes)?;
        Ok(match load_snapshot(&path, &name, start) {
            Ok(Some(found)) if found == snapshot => Fate::Harmless,
            Ok(_) => Fate::Wrong,
            Err(_) => Fate::Refused,
        })
    };
    Ok(Victim { kind: "frozen books", bytes, ask: Box::new(ask) })
}

/// A Polyglot book. The format has no checksum: a move that it names cannot be told from another legal one, so that
/// harmless means that nothing but legal moves is taken.
fn exchanged<'a>(game: &'a dyn AnyGame, scratch: &Path) -> Result<Victim<'a>> {
    let source = scratch.join("source.db");
    small_book(game, &source, 4)?;
    let made = find_book(&source, game, "main")?.context("the book is gone")?;
    let bytes = polyglot::write(export_polyglot(game, &made)?);
    let path = scratch.join("imported.db");
    let ask = move |bytes: &[u8]| {
        let Ok(entries) = polyglot::read(bytes) else { return Ok(Fate::Refused) };
        let _ = fs::remove_file(&path);
        replace(&path, b"")?;
        let mut book = open_book(&path, game, "main")?;
        let Imported { moves, .. } = import_polyglot(game, &mut book, &entries)?;
        if moves == 0 {
            return Ok(Fate::Refused);
        }
        for position in book.positions()? {
            let legal = game.session(Some(&position.text))?.move_texts();
            if book.moves(position.key)?.iter().any(|entry| !legal.contains(&entry.text)) {
                return Ok(Fate::Wrong);
            }
        }
        Ok(Fate::Harmless)
    };
    Ok(Victim { kind: "Polyglot book", bytes, ask: Box::new(ask) })
}

/// A play book.
fn play_book(game: &dyn AnyGame) -> Result<Victim<'_>> {
    let plan = SelfPlay { games: 20, nodes: 30, plies: 12, longest: 200, seed: 1, threads: 1 };
    let learnt = game.learn_pattern_weights(&plan, &|_| ())?;
    let ask = move |bytes: &[u8]| {
        Ok(match game.read_pattern_weights(bytes) {
            Ok(weights) if weights == learnt.weights => Fate::Harmless,
            Ok(_) => Fate::Wrong,
            Err(_) => Fate::Refused,
        })
    };
    Ok(Victim { kind: "play book", bytes: learnt.file, ask: Box::new(ask) })
}
