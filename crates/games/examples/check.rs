//! Checks one game: `cargo xtask check NAME`. Conformance in all its examples, its counts, and the files that it must have.

use plybook_games::{Visitor, all, with_game};
use plybook_kernel::conformance::{Plan, check};
use plybook_kernel::{ListedGame, perft::perft};
use std::path::Path;
use std::process::ExitCode;

/// Moves played in each example of the game: enough to find most mistakes, in seconds also where nothing is optimised.
const MOVES: usize = 3_000;
/// Leaves of a count above which it is left to the tests.
const MOST_LEAVES: u64 = 300_000;

struct Conformance;

impl Visitor for Conformance {
    type Output = Result<String, String>;

    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        let report = check(&game, &Plan { seed: 1, moves: MOVES }).map_err(|failure| failure.to_string())?;
        let evaluators: Vec<_> = game.evaluators().into_iter().map(|info| info.name).collect();
        let evaluators = evaluators.join(", ");
        Ok(format!("conforms: {} moves in {} games; evaluators: {evaluators}", report.moves, report.games))
    }
}

struct Count<'a> {
    position: &'a str,
    depth: u32,
}

impl Visitor for Count<'_> {
    type Output = Result<[u64; 2], String>;

    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        let at = match self.position {
            "" => game.start(),
            text => game.read(text).map_err(|error| error.to_string())?,
        };
        let count = perft(&game, &at, self.depth);
        Ok([count.leaves, count.finished])
    }
}

/// Checks a line `NAME | POSITION | DEPTH LEAVES [FINISHED]`; false where it is left to the tests.
fn count(line: &str) -> Result<bool, String> {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let &[name, position, numbers] = parts.as_slice() else { return Err("no three parts".to_owned()) };
    let numbers: Vec<u64> = numbers.split_whitespace().map_while(|number| number.parse().ok()).collect();
    let (&depth, expected) = numbers.split_first().ok_or("no depth")?;
    if expected.first().is_none_or(|&leaves| leaves > MOST_LEAVES) {
        return Ok(false);
    }
    let found =
        with_game(name, Count { position, depth: depth as u32 }).map_err(|error| error.to_string())??;
    let same = expected.iter().zip(&found).all(|(expected, found)| expected == found);
    same.then_some(true).ok_or_else(|| format!("counted {} leaves, {} of them finished", found[0], found[1]))
}

/// Checks a game; gives the number of failures.
fn run(name: &str, examples: &[plybook_kernel::Text]) -> usize {
    let mut failures = Vec::new();
    for example in examples {
        match with_game(example, Conformance) {
            Ok(Ok(said)) => println!("{example}: {said}"),
            Ok(Err(why)) => failures.push(format!("{example}: {why}")),
            Err(why) => failures.push(format!("{example}: {why}")),
        }
    }
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let counts = std::fs::read_to_string(data.join("perft").join(format!("{name}.txt"))).unwrap_or_default();
    let lines = counts.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let (mut counted, mut left) = (0, 0);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with("long ")) {
        match count(line) {
            Ok(true) => counted += 1,
            Ok(false) => left += 1,
            Err(why) => failures.push(format!("{line}: {why}")),
        }
    }
    println!("counts: {counted} hold, {left} larger ones are left to the tests");
    for folder in ["perft", "malformed", "playthroughs"] {
        let file = data.join(folder).join(format!("{name}.txt"));
        if !file.is_file() {
            println!("missing: testdata/{folder}/{name}.txt");
        }
    }
    failures.iter().for_each(|failure| eprintln!("{failure}"));
    failures.len()
}

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    match all().iter().find(|info| info.name == name) {
        Some(info) if run(&name, &info.examples) == 0 => ExitCode::SUCCESS,
        Some(_) => ExitCode::FAILURE,
        None => {
            let known: Vec<&str> = all().iter().map(|info| &*info.name).collect();
            eprintln!("there is no game `{name}`; known: {}", known.join(", "));
            ExitCode::from(2)
        }
    }
}
