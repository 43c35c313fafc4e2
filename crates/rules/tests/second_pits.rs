//! Games of sowing against a second generator: written from the rules as people tell them, over two rows of numbers, and
//! sharing nothing with the language. Both play the same random games, and must have the same positions after every move.

#![allow(clippy::unwrap_used, reason = "a test that cannot read a file has failed")]

use plybook_kernel::perft::perft;
use plybook_kernel::{History, ListedGame, Outcome, Player, Random};
use plybook_rules::{RulesFile, RulesVisitor, gallery, trial};

/// Positions of random games that are compared.
const POSITIONS: usize = 6_000;
const POSITIONS_LONG: usize = 300_000;
/// Plies of a random game.
const PLIES: usize = 400;

/// What becomes of a capture of all that the opponent has.
#[derive(Clone, Copy, PartialEq)]
enum GrandSlam {
    Taken,
    Void,
    Illegal,
}

/// A game of the Oware family: what captures, and how.
#[derive(Clone, Copy)]
struct Family {
    /// Numbers of seeds that are captured on the other side.
    prey: &'static [u32],
    /// Whether the pits before are captured too.
    chain: bool,
    slam: GrandSlam,
    feed: bool,
    skip: bool,
    /// The fewest seeds that can be sown.
    least: u32,
    /// Seeds that win; zero if they do not.
    goal: u32,
}

const OWARE: Family =
    Family { prey: &[2, 3], chain: true, slam: GrandSlam::Void, feed: true, skip: true, least: 1, goal: 25 };

/// The mover's row, then the other's, each from its owner's left; then what each has captured.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rows {
    mine: Vec<u32>,
    yours: Vec<u32>,
    captured: [u32; 2],
}

impl Family {
    /// Sows one pit: the rows afterwards, still seen by who sowed, and whether it was a grand slam.
    fn sow(&self, rows: &Rows, pit: usize) -> (Rows, bool) {
        let width = rows.mine.len();
        let mut ring: Vec<u32> = rows.mine.iter().chain(&rows.yours).copied().collect();
        let seeds = ring[pit];
        ring[pit] = 0;
        // Where the seeds fall, one after the other.
        let falls: Vec<usize> = (pit + 1..)
            .map(|place| place % (2 * width))
            .filter(|&place| !(self.skip && place == pit))
            .take(seeds as usize)
            .collect();
        falls.iter().for_each(|&place| ring[place] += 1);
        let last = *falls.last().unwrap();
        let sown = ring.clone();
        let mut prey: Vec<usize> = Vec::new();
        for place in (width..=last.max(width)).rev() {
            if last < width || !self.prey.contains(&ring[place]) || !(self.chain || prey.is_empty()) {
                break;
            }
            prey.push(place);
        }
        let had = sown[width..].iter().sum::<u32>();
        let taken: u32 = prey.iter().map(|&place| ring[place]).sum();
        let slam = taken > 0 && taken == had;
        let mut captured = rows.captured;
        if !slam || self.slam == GrandSlam::Taken {
            prey.iter().for_each(|&place| ring[place] = 0);
            captured[0] += taken;
        }
        (Rows { mine: ring[..width].to_vec(), yours: ring[width..].to_vec(), captured }, slam)
    }

    /// The positions after all moves, seen by the other player.
    fn after(&self, rows: &Rows) -> Vec<Rows> {
        let starving = rows.yours.iter().all(|&seeds| seeds == 0);
        let mut all = Vec::new();
        for pit in 0..rows.mine.len() {
            if rows.mine[pit] < self.least {
                continue;
            }
            let (next, slam) = self.sow(rows, pit);
            let fed = next.yours.iter().any(|&seeds| seeds > 0);
            if self.feed && starving && !fed || slam && self.slam == GrandSlam::Illegal {
                continue;
            }
            let [mine, yours] = next.captured;
            all.push(Rows { mine: next.yours, yours: next.mine, captured: [yours, mine] });
        }
        all
    }

    fn is_won(&self, rows: &Rows) -> bool {
        self.goal > 0 && rows.captured.iter().any(|&seeds| seeds >= self.goal)
    }
}

/// A position text as its mover sees the rows.
fn read(text: &str) -> Rows {
    let parts: Vec<&str> = text.split(' ').collect();
    let row = |text: &str| -> (Vec<u32>, u32) {
        let (pits, store) = text.split_once(':').unwrap();
        (pits.split(',').map(|seeds| seeds.parse().unwrap()).collect(), store.parse().unwrap())
    };
    let (south, north) = (row(parts[0]), row(parts[1]));
    let (mine, yours) = if parts[2] == "s" { (south, north) } else { (north, south) };
    Rows { mine: mine.0, yours: yours.0, captured: [mine.1, yours.1] }
}

struct Along(Family);

impl RulesVisitor for Along {
    /// Games that ended, and moves that captured.
    type Output = [usize; 2];
    fn visit<G: ListedGame>(self, game: G) -> [usize; 2] {
        trial(&game).unwrap();
        let long = std::env::var_os("PLYBOOK_LONG").is_some();
        let mut left = if long { POSITIONS_LONG } else { POSITIONS };
        let mut random = Random::new(23);
        let (mut finished, mut captures) = (0, 0);
        while left > 0 {
            let mut at = game.start();
            for _ in 0..PLIES {
                let text = game.text(&at);
                let rows = read(&text);
                let over = game.outcome(&at).is_some();
                assert_eq!(over, self.0.is_won(&rows), "{text}: the end");
                let moves = game.legal(&at);
                if over || moves.is_empty() {
                    assert!(over || self.0.after(&rows).is_empty(), "{text}: no moves");
                    let kept = |row: &[u32], store: u32| row.iter().sum::<u32>() + store;
                    let mine = kept(&rows.mine, rows.captured[0]);
                    let yours = kept(&rows.yours, rows.captured[1]);
                    let mover = game.turn(&at).player().unwrap();
                    let winner = match mine.cmp(&yours) {
                        std::cmp::Ordering::Greater => Outcome::Win(mover),
                        std::cmp::Ordering::Less => Outcome::Win(mover.other()),
                        std::cmp::Ordering::Equal => Outcome::Draw,
                    };
                    if !over {
                        assert_eq!(game.no_moves(&at), winner, "{text}");
                    }
                    finished += 1;
                    break;
                }
                let after: Vec<Rows> =
                    moves.iter().map(|&mv| read(&game.text(&game.after(&at, mv)))).collect();
                assert_eq!(after, self.0.after(&rows), "after {text}");
                left = left.saturating_sub(1);
                let mv = *random.pick(&moves).unwrap();
                captures += usize::from(game.resets(&at, mv));
                game.play(&mut at, mv);
            }
        }
        [finished, captures]
    }
}

/// Oware with other numbers and customs.
fn variant(changes: &[(&str, &str)]) -> String {
    let mut text = gallery::source("oware").unwrap().to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    text
}

#[test]
fn oware_and_its_relatives_agree_with_a_second_generator() {
    let slam = "grand slam captures $grand-slam";
    for (text, family) in [
        (variant(&[]), OWARE),
        (variant(&[(slam, "grand slam captures all")]), Family { slam: GrandSlam::Taken, ..OWARE }),
        (variant(&[(slam, "grand slam is forbidden")]), Family { slam: GrandSlam::Illegal, ..OWARE }),
        (
            variant(&[
                ("must feed\n", ""),
                (", skipping the origin", ""),
                ("more than half the", "at least 40"),
            ]),
            Family { feed: false, skip: false, goal: 40, ..OWARE },
        ),
        (
            variant(&[("2 | 3: capture it and backwards", "even: capture it"), ("pits 6", "pits 4")]),
            Family { prey: &[2, 4, 6, 8, 10, 12, 14, 16], chain: false, goal: 17, ..OWARE },
        ),
        (
            variant(&[
                ("the origin", "the origin, from pits of at least 2"),
                ("win: own more than half the seeds\n", ""),
            ]),
            Family { least: 2, goal: 0, ..OWARE },
        ),
    ] {
        let [finished, captures] = RulesFile::read(&text).unwrap().visit(Along(family));
        assert!(finished >= 3 && captures >= 100, "{finished} ends and {captures} captures: {text}");
    }
}

/// What a file's game shows after some moves from a position.
struct After<'a>(&'a str, &'a [&'a str]);

impl RulesVisitor for After<'_> {
    type Output = (String, Option<Outcome>);
    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        let mut at = if self.0.is_empty() { game.start() } else { game.read(self.0).unwrap() };
        let mut past = History::new();
        for text in self.1 {
            let mv = game.read_move(&at, text).unwrap();
            past.push(game.key(&at), game.resets(&at, mv));
            game.play(&mut at, mv);
        }
        (game.text(&at), game.end(&at, &past).map(|end| end.outcome))
    }
}

fn oware_after(changes: &[(&str, &str)], text: &str, moves: &[&str]) -> (String, Option<Outcome>) {
    RulesFile::read(&variant(changes)).unwrap().visit(After(text, moves))
}

/// The rules by hand, each with a position in which another rule would do something else.
#[test]
fn the_rules_of_oware_one_by_one() {
    let after = |text: &str, mv: &str| oware_after(&[], text, &[mv]);
    // Twos and threes are taken backwards as far as they follow upon each other.
    let (text, end) = after("0,0,0,0,0,4:18 1,2,3,1,5,0:14 s", "6");
    assert_eq!((text.as_str(), end), ("0,0,0,0,0,0:20 2,3,4,0,5,0:14 n", None));
    let (text, _) = after("0,0,0,0,0,3:18 1,2,1,1,5,0:17 s", "6");
    assert_eq!(text, "0,0,0,0,0,0:25 0,0,0,1,5,0:17 n");
    // A lap leaves out the pit that was sown.
    let (text, _) = after("0,0,13,0,0,1:15 3,3,3,3,3,3:1 s", "3");
    assert_eq!(text, "1,1,0,2,2,2:15 4,4,4,4,4,4:1 n");
    // A grand slam takes nothing.
    let (text, _) = after("1,0,0,0,0,2:20 1,1,0,0,0,0:23 s", "6");
    assert_eq!(text, "1,0,0,0,0,0:20 2,2,0,0,0,0:23 n");
    // Who has nothing is given something, and if that cannot be done the rest goes to who has it.
    let only = RulesFile::read(gallery::source("oware").unwrap()).unwrap();
    let legal = only.visit(Legal("1,0,0,0,1,1:22 0,0,0,0,0,0:23 s"));
    assert_eq!(legal, ["6"]);
    let (text, end) = oware_after(&[], "1,1,0,0,0,0:22 0,0,0,0,0,0:24 s", &[]);
    assert_eq!((text.as_str(), end), ("1,1,0,0,0,0:22 0,0,0,0,0,0:24 s", Some(Outcome::Draw)));
    // More than half wins at once.
    let (_, end) = after("0,0,0,0,0,1:24 1,0,0,0,0,1:21 s", "6");
    assert_eq!(end, Some(Outcome::Win(Player::FIRST)));
}

/// Seeds that are counted after plies without a capture, or at a position that comes back.
#[test]
fn seeds_are_counted_where_nothing_happens_any_more() {
    let to_and_fro = ["6", "6", "1", "1", "2", "2", "3", "3", "4", "4", "5", "5"];
    let text = "0,0,0,0,0,1:24 0,0,0,0,0,1:22 s";
    let quiet = [("after 100 plies", "after 12 plies"), ("win: own more than half the seeds\n", "")];
    let (_, end) = oware_after(&quiet, text, &to_and_fro);
    assert_eq!(end, Some(Outcome::Win(Player::FIRST)));
    assert_eq!(oware_after(&quiet, text, &to_and_fro[..11]).1, None);
    let drawn = [("end: after 100 plies", "draw: after 12 plies"), quiet[1]];
    assert_eq!(oware_after(&drawn, text, &to_and_fro).1, Some(Outcome::Draw));
    let twice = [("position 3 times", "position 2 times"), quiet[1]];
    let all: Vec<&str> = to_and_fro.iter().chain(&to_and_fro).copied().collect();
    assert_eq!(oware_after(&twice, text, &all).1, Some(Outcome::Win(Player::FIRST)));
}

/// The legal moves of a position.
struct Legal<'a>(&'a str);

impl RulesVisitor for Legal<'_> {
    type Output = Vec<String>;
    fn visit<G: ListedGame>(self, game: G) -> Vec<String> {
        let at = game.read(self.0).unwrap();
        game.legal(&at).iter().map(|&mv| game.move_text(&at, mv)).collect()
    }
}

/// Fewer seeds win, both stores get seeds, the opposite pit alone is taken, and the turn is kept in a pit.
#[test]
fn other_customs_of_sowing() {
    let file = |rest: &str| {
        format!("game T\nplayers South, North\npits 2 a side\nseeds 2 in each pit\n{rest}\ncollect own seeds")
    };
    let after =
        |rest: &str, text: &str, mv: &str| RulesFile::read(&file(rest)).unwrap().visit(After(text, &[mv]));
    let both = "sow into both stores\nend: either side empty\nstuck: fewer seeds wins";
    assert_eq!(after(both, "0,5:0 1,1:1 s", "2").0, "1,0:1 2,2:2 n");
    assert_eq!(after(both, "0,1:0 1,1:5 s", "2").1, Some(Outcome::Win(Player::FIRST)));
    let across = "sow into own store\nlast seed in empty own pit: capture opposite\nstuck: more seeds wins";
    assert_eq!(after(across, "1,0:0 3,1:3 s", "1").0, "0,1:3 0,1:3 n");
    let again =
        "sow into no store\nlast seed in any pit making 3 | 4: move again\nstuck: loses\ndraw: after 9 plies";
    assert_eq!(after(again, "2,1:0 2,3:0 s", "1").0, "0,2:0 3,3:0 s");
    assert_eq!(after(again, "2,1:0 1,4:0 s", "1").0, "0,2:0 2,4:0 n");
}

/// Texts of positions that no game shows are refused by name.
#[test]
fn impossible_positions_are_refused() {
    struct Read<'a>(&'a str);
    impl RulesVisitor for Read<'_> {
        type Output = String;
        fn visit<G: ListedGame>(self, game: G) -> String {
            game.read(self.0).map_or_else(|error| error.to_string(), |_| "read".to_owned())
        }
    }
    let read = |text: &str| RulesFile::read(gallery::source("kalah").unwrap()).unwrap().visit(Read(text));
    assert_eq!(read("4,4,4,4,4,4:0 4,4,4,4,4,4:0 n"), "read");
    for (text, wanted) in [
        ("", "write it like"),
        ("4,4,4,4,4,4:0 4,4,4,4,4,4:0 b", "write s or n"),
        ("4,4,4,4,4,4:0 4,4,4,4,4,5:0 s", "49 seeds"),
        ("4,4,4,4,4:4 4,4,4,4,4,4:0 s", "write 6"),
        ("4,4,4,4,4,4 4,4,4,4,4,4:0 s", "has no store"),
        ("4,4,4,4,4,04:0 4,4,4,4,4,4:0 s", "no number of seeds"),
        ("4,4,4,4,4,999:0 4,4,4,4,4,4:0 s", "write 0 to 48"),
        ("4,4,4,4,4,-4:0 4,4,4,4,4,4:0 s", "no number of seeds"),
        ("0,0,0,0,0,0:24 4,4,4,4,4,4:0 s", "the game is over then"),
    ] {
        assert!(read(text).contains(wanted), "{text}: {}", read(text));
    }
}

/// Counts of Oware from the start; both generators of the project agree on them.
#[test]
fn oware_is_counted() {
    struct Leaves(u32);
    impl RulesVisitor for Leaves {
        type Output = u64;
        fn visit<G: ListedGame>(self, game: G) -> u64 {
            perft(&game, &game.start(), self.0).leaves
        }
    }
    fn plain(rows: &Rows, depth: u32) -> u64 {
        let after = OWARE.after(rows);
        let deeper = |next: &Rows| if OWARE.is_won(next) { 0 } else { plain(next, depth - 1) };
        if depth == 1 { after.len() as u64 } else { after.iter().map(deeper).sum() }
    }
    let start = read("4,4,4,4,4,4:0 4,4,4,4,4,4:0 s");
    for depth in 1..=6 {
        let counted = RulesFile::read(gallery::source("oware").unwrap()).unwrap().visit(Leaves(depth));
        assert_eq!(counted, plain(&start, depth), "depth {depth}");
    }
}
