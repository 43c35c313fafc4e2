//! Plays as people write them: `24/18,13/11`, `bar/22*`, `8/5*/4`, `6/off(2)`.
//!
//! Where one checker moves several times it is written once, with the points on which it hit. Checkers that go the same
//! way are written once with their number.

use super::board::{BAR, Board, OFF};
use super::play::{MOST_PARTS, Part, Play};
use plybook_kernel::Player;

/// What is written where nothing can be moved.
const PASS: &str = "pass";

/// The way of one checker: where it starts, where it hits, where it ends.
struct Way {
    places: Vec<(u8, bool)>,
}

impl Way {
    fn end(&self) -> Option<&(u8, bool)> {
        self.places.last()
    }

    fn text(&self) -> String {
        let last = self.places.len() - 1;
        let shown = self
            .places
            .iter()
            .enumerate()
            .filter(|&(number, &(_, hit))| number == 0 || number == last || hit);
        let name = |&(place, hit): &(u8, bool)| {
            let name = match usize::from(place) {
                BAR => "bar".to_owned(),
                OFF => "off".to_owned(),
                _ => place.to_string(),
            };
            if hit { name + "*" } else { name }
        };
        shown.map(|(_, place)| name(place)).collect::<Vec<_>>().join("/")
    }
}

/// The text of a play.
pub(super) fn write(board: &Board, mover: Player, play: &Play) -> String {
    let mut ways: Vec<Way> = Vec::new();
    let mut now = *board;
    for &part in play.parts() {
        let hit = now.step(mover, part);
        // A checker that has just come to this place goes on.
        match ways.iter_mut().find(|way| way.end().is_some_and(|&(place, _)| place == part.from)) {
            Some(way) => way.places.push((part.to, hit)),
            None => ways.push(Way { places: vec![(part.from, false), (part.to, hit)] }),
        }
    }
    ways.sort_by_key(|way| std::cmp::Reverse((way.places[0].0, way.end().map(|&(place, _)| place))));
    let texts: Vec<String> = ways.iter().map(Way::text).collect();
    let bare = |text: &String| text.replace('*', "");
    let mut written: Vec<String> = Vec::new();
    let mut next = 0;
    while let Some(text) = texts.get(next) {
        let same = texts[next..].iter().take_while(|other| bare(other) == bare(text)).count();
        written.push(if same > 1 { format!("{text}({same})") } else { text.clone() });
        next += same;
    }
    if written.is_empty() { PASS.to_owned() } else { written.join(",") }
}

/// The board after a play.
pub(super) fn after(board: &Board, mover: Player, play: &Play) -> Board {
    let mut board = *board;
    for &part in play.parts() {
        board.step(mover, part);
    }
    board
}

/// The board after the checkers went the ways that a text names, whatever the dice allow; `None` if a checker is not
/// there or too many move.
pub(super) fn read(board: &Board, mover: Player, text: &str) -> Option<Board> {
    let mut board = *board;
    let mut moved = 0;
    for way in text.split([',', ' ']).filter(|way| !way.is_empty()) {
        let (way, times) = match way.strip_suffix(')').and_then(|way| way.rsplit_once('(')) {
            Some((way, times)) => (way, times.parse().ok().filter(|times| (1..=MOST_PARTS).contains(times))?),
            None => (way, 1),
        };
        let places: Vec<u8> = way.split('/').map(place).collect::<Option<_>>()?;
        for _ in 0..times {
            for pair in places.windows(2) {
                let part = Part { from: pair[0], to: pair[1] };
                let from = usize::from(part.from);
                if part.from <= part.to || board.of(mover)[from] == 0 || moved == MOST_PARTS {
                    return None;
                }
                moved += 1;
                board.step(mover, part);
            }
        }
    }
    (moved > 0).then_some(board)
}

/// A place by its name, with or without the mark of a hit.
fn place(name: &str) -> Option<u8> {
    let name = name.strip_suffix('*').unwrap_or(name);
    match name {
        "bar" => Some(BAR as u8),
        "off" => Some(OFF as u8),
        _ => {
            let number: u8 = name.parse().ok()?;
            (number.to_string() == name && usize::from(number) <= BAR).then_some(number)
        }
    }
}
