//! The counts in `testdata/perft`, one file per game. A line is `NAME | POSITION | DEPTH LEAVES [FINISHED]`;
//! POSITION is empty for the start. A `long` in front of a line keeps it for the long form of the test run.

use crate::support::testdata;
use plybook_games::{Visitor, all, with_game};
use plybook_kernel::{ListedGame, perft::perft};

struct Check<'a> {
    position: &'a str,
    depth: u32,
    leaves: u64,
    finished: Option<u64>,
}

impl Visitor for Check<'_> {
    type Output = Result<(), String>;

    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        let at = match self.position {
            "" => game.start(),
            text => game.read(text).map_err(|error| error.to_string())?,
        };
        let count = perft(&game, &at, self.depth);
        let same =
            count.leaves == self.leaves && self.finished.is_none_or(|finished| finished == count.finished);
        same.then_some(()).ok_or_else(|| format!("counted {count:?}"))
    }
}

fn check(line: &str) -> Result<(), String> {
    let mut parts = line.split('|').map(str::trim);
    let [name, position, numbers] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let numbers: Vec<u64> = numbers.split_whitespace().map_while(|number| number.parse().ok()).collect();
    let (&depth, &leaves) = (numbers.first().ok_or("no depth")?, numbers.get(1).ok_or("no leaves")?);
    let finished = numbers.get(2).copied();
    with_game(name, Check { position, depth: depth as u32, leaves, finished })
        .map_err(|error| error.to_string())?
}

/// Every game has its file, and every line of it holds. `PLYBOOK_LONG=1` takes the long lines in;
/// `PLYBOOK_GAME=NAME` checks one game only.
#[test]
fn counts_are_the_published_ones() {
    let long = std::env::var_os("PLYBOOK_LONG").is_some();
    let mut failures = Vec::new();
    let only = std::env::var("PLYBOOK_GAME").ok();
    for info in all().iter().filter(|info| only.as_deref().is_none_or(|only| only == info.name)) {
        let path = testdata().join("perft").join(format!("{}.txt", info.name));
        let file =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut checked = 0;
        for line in file.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
            let line = match line.strip_prefix("long ") {
                Some(line) if long => line,
                Some(_) => continue,
                None => line,
            };
            if !line.is_empty() {
                checked += 1;
                failures.extend(check(line).err().map(|error| format!("{line}: {error}")));
            }
        }
        assert!(checked > 0, "{} holds no counts", path.display());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
