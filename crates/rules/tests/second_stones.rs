//! Surrounding against a second generator: groups are followed stone by stone, over a plain list of crossings, sharing nothing
//! with the language. Both play the same random games, and must have the same positions after every move.

#![allow(clippy::unwrap_used, reason = "a test that cannot read a file has failed")]

use plybook_kernel::{ListedGame, Outcome, Random};
use plybook_rules::{RulesFile, RulesVisitor, gallery, trial};
use std::collections::BTreeSet;

/// Positions of random games that are compared.
const POSITIONS: usize = 1_500;
const POSITIONS_LONG: usize = 60_000;
/// Plies of a random game.
const PLIES: usize = 150;

/// Where stones are: `.`, and the mover's `m` and the other's `o`, row by row from the top; and how many each has taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Board {
    cells: Vec<char>,
    taken: [u32; 2],
}

#[derive(Clone, Copy)]
struct Plain {
    columns: usize,
    /// Columns to the right and rows down.
    ways: &'static [(i32, i32)],
    /// Whether a stone needs a liberty where it comes to.
    needs_liberty: bool,
    /// Whether stones move by one crossing, and are not placed.
    moves: bool,
    /// How many taken stones win.
    goal: u32,
}

const LINES: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const ALL_ROUND: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Plain {
    fn neighbours(&self, board: &Board, cell: usize) -> Vec<usize> {
        let rows = board.cells.len() / self.columns;
        let (x, y) = ((cell % self.columns) as i32, (cell / self.columns) as i32);
        let on =
            |&(x, y): &(i32, i32)| x >= 0 && y >= 0 && (x as usize) < self.columns && (y as usize) < rows;
        let to = self.ways.iter().map(|&(a, b)| (x + a, y + b)).filter(on);
        to.map(|(x, y)| y as usize * self.columns + x as usize).collect()
    }

    /// Whether the group of a stone has a liberty; stone by stone.
    fn lives(&self, board: &Board, stone: usize) -> bool {
        let colour = board.cells[stone];
        let (mut seen, mut open) = (BTreeSet::from([stone]), vec![stone]);
        while let Some(cell) = open.pop() {
            for next in self.neighbours(board, cell) {
                if board.cells[next] == '.' {
                    return true;
                }
                if board.cells[next] == colour && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }

    /// The boards after all moves, seen by the other player.
    fn after(&self, board: &Board) -> Vec<Board> {
        let mut all = Vec::new();
        let cells = 0..board.cells.len();
        for to in cells.clone().filter(|&to| board.cells[to] == '.') {
            let from: Vec<Option<usize>> = match self.moves {
                false => vec![None],
                true => {
                    let near = self.neighbours(board, to);
                    near.into_iter().filter(|&cell| board.cells[cell] == 'm').map(Some).collect()
                }
            };
            for from in from {
                let mut next = board.clone();
                next.cells[to] = 'm';
                if let Some(from) = from {
                    next.cells[from] = '.';
                }
                let dead: Vec<usize> = cells
                    .clone()
                    .filter(|&cell| next.cells[cell] == 'o' && !self.lives(&next, cell))
                    .collect();
                dead.iter().for_each(|&cell| next.cells[cell] = '.');
                next.taken[0] += dead.len() as u32;
                if self.needs_liberty && !self.lives(&next, to) {
                    continue;
                }
                let turned = |&cell: &char| match cell {
                    'm' => 'o',
                    'o' => 'm',
                    other => other,
                };
                let [mine, yours] = next.taken;
                all.push(Board { cells: next.cells.iter().map(turned).collect(), taken: [yours, mine] });
            }
        }
        all
    }

    fn read(&self, text: &str) -> Board {
        let parts: Vec<&str> = text.split(' ').collect();
        let first_moves = parts[1] == "b";
        let mut cells = Vec::new();
        for row in parts[0].split('/') {
            let mut number = String::new();
            for letter in row.chars().chain(['/']) {
                if letter.is_ascii_digit() {
                    number.push(letter);
                    continue;
                }
                cells.extend(std::iter::repeat_n('.', number.parse().unwrap_or(0)));
                number.clear();
                if letter != '/' {
                    cells.push(if letter.is_ascii_uppercase() == first_moves { 'm' } else { 'o' });
                }
            }
            assert_eq!(cells.len() % self.columns, 0, "{text}");
        }
        let hand = |letter: char| -> u32 {
            let digits = parts[2].split(letter).nth(1).unwrap_or("");
            let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().unwrap_or(0)
        };
        let (first, second) = (hand('S'), hand('s'));
        Board { cells, taken: if first_moves { [first, second] } else { [second, first] } }
    }
}

impl RulesVisitor for Plain {
    /// Games that ended, and moves that took stones.
    type Output = [usize; 2];
    fn visit<G: ListedGame>(self, game: G) -> [usize; 2] {
        trial(&game).unwrap();
        let long = std::env::var_os("PLYBOOK_LONG").is_some();
        let mut left = if long { POSITIONS_LONG } else { POSITIONS };
        let mut random = Random::new(29);
        let (mut finished, mut takes) = (0, 0);
        while left > 0 {
            let mut at = game.start();
            for _ in 0..PLIES {
                let text = game.text(&at);
                let board = self.read(&text);
                let mover = game.turn(&at).player().unwrap();
                let won = (board.taken[1] >= self.goal).then(|| Outcome::Win(mover.other()));
                assert_eq!(game.outcome(&at), won, "{text}: the end");
                let moves = game.legal(&at);
                if won.is_some() || moves.is_empty() {
                    assert!(won.is_some() || self.after(&board).is_empty(), "{text}: no moves");
                    finished += 1;
                    break;
                }
                assert_eq!(game.count(&at), moves.len());
                let mut after: Vec<Board> =
                    moves.iter().map(|&mv| self.read(&game.text(&game.after(&at, mv)))).collect();
                let mut expected = self.after(&board);
                after.sort();
                expected.sort();
                assert_eq!(after, expected, "after {text}");
                left = left.saturating_sub(1);
                let mv = *random.pick(&moves).unwrap();
                game.play(&mut at, mv);
                takes += usize::from(self.read(&game.text(&at)).taken[1] > board.taken[0]);
            }
        }
        [finished, takes]
    }
}

#[test]
fn surrounding_agrees_with_a_second_generator() {
    let go = gallery::source("atari-go").unwrap();
    let five = go.replace("at least 1 stone", "at least 5");
    let careless = five.replace("must keep a liberty\n", "");
    let round = five.replace("orthogonal", "any");
    let steps = "game Steps\nplayers Black, White\nboard 5x5\npiece stone on first two rows\n  step orthogonal to \
                 empty\ncapture surrounded enemies, orthogonal\ncapture to hand\nwin: own at least 2 pieces in hand\nstuck: \
                 loses\ndraw: after 300 plies"
        .to_owned();
    let plain = Plain { columns: 7, ways: &LINES, needs_liberty: true, moves: false, goal: 1 };
    for (text, plain) in [
        (go.to_owned(), plain),
        (five, Plain { goal: 5, ..plain }),
        (careless, Plain { goal: 5, needs_liberty: false, ..plain }),
        (round, Plain { goal: 5, ways: &ALL_ROUND, ..plain }),
        (steps, Plain { columns: 5, moves: true, needs_liberty: false, goal: 2, ..plain }),
    ] {
        let [finished, takes] = RulesFile::read(&text).unwrap().visit(plain);
        assert!(finished >= 3 && takes >= 5, "{finished} ends and {takes} captures: {text}");
    }
}

/// Liberties one by one: what is taken, what may not be placed, and what may because it takes.
#[test]
fn liberties_by_hand() {
    struct Replies<'a>(&'a str, &'a [(&'a str, Option<&'a str>)]);
    impl RulesVisitor for Replies<'_> {
        type Output = ();
        fn visit<G: ListedGame>(self, game: G) {
            let at = game.read(self.0).unwrap();
            for &(mv, wanted) in self.1 {
                let played = game.read_move(&at, mv).ok().map(|mv| game.text(&game.after(&at, mv)));
                assert_eq!(played.as_deref(), wanted, "{mv} in {}", self.0);
            }
        }
    }
    let go = gallery::source("atari-go").unwrap();
    let replies = |text: &str, replies: &[(&str, Option<&str>)]| {
        RulesFile::read_as(go, "size=5x5").unwrap().visit(Replies(text, replies));
    };
    // A corner between two enemies is forbidden, one that takes them is not.
    replies("5/5/5/s4/1s3 b -", &[("a1", None), ("a3", Some("5/5/S4/s4/1s3 w -"))]);
    replies("5/5/S4/sS3/1sS2 b -", &[("a1", Some("5/5/S4/1S3/S1S2 w S2"))]);
    // A group is taken as a whole, and one that hangs together slantwise is two.
    replies("5/1SS2/SssS1/1Ss2/2S2 b -", &[("d2", Some("5/1SS2/S2S1/1S1S1/2S2 w S3"))]);
    replies("5/1S3/SsS2/2s2/5 b -", &[("b2", Some("5/1S3/S1S2/1Ss2/5 w S1"))]);
}
