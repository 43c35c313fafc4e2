//! Numberings of positions: the suite's checks, and known answers of a plain retrograde solver over them.

use plybook_games::checkers::Checkers;
use plybook_games::hexapawn::Hexapawn;
use plybook_games::kalah::Kalah;
use plybook_kernel::conformance::{IndexReport, Plan, check_indexed};
use plybook_kernel::options::Options;
use plybook_kernel::{Described, Game, Indexed, Notation, Slice, Standing, Symmetric};
use std::collections::HashMap;

const PLAN: Plan = Plan { seed: 7, moves: 30_000 };

fn game<G: Described>(options: &str) -> G {
    G::with_options(Options::parse(options).unwrap()).unwrap()
}

fn conforms<G: Notation + Symmetric + Indexed>(game: &G) -> IndexReport {
    check_indexed(game, &PLAN).unwrap_or_else(|failure| panic!("{failure}"))
}

/// What is known of a number: how the player to move fares, and in how many plies; `None` for a hole or a draw.
type Values = Vec<Option<(Standing, u32)>>;

/// Solves slices in their order by sweeping over them until nothing changes: slow, plain and without un-moves.
struct Sweeper<'a, G: Indexed> {
    game: &'a G,
    slices: HashMap<Slice, Values>,
    /// The most plies of any value so far.
    longest: u32,
}

impl<'a, G: Indexed> Sweeper<'a, G> {
    fn new(game: &'a G) -> Sweeper<'a, G> {
        Sweeper { game, slices: HashMap::new(), longest: 0 }
    }

    /// How the player to move at `from` fares at `at`, if that is known yet.
    fn value(&self, from: &G::Position, at: &G::Position) -> Option<(Standing, u32)> {
        let mover = self.game.turn(from).player()?;
        if let Some(end) = self.game.verdict(at) {
            return Some((end.standing(mover), 0));
        }
        let (standing, plies) = self.slices[&self.game.slice(at)?][self.game.rank(at) as usize]?;
        Some((if self.game.turn(at).player() == Some(mover) { standing } else { reversed(standing) }, plies))
    }

    fn solve(&mut self, slice: Slice) {
        let size = self.game.size(slice);
        self.slices.insert(slice, vec![None; size as usize]);
        let mut open: Vec<u64> = Vec::new();
        for index in 0..size {
            let Some(at) = self.game.unrank(slice, index) else { continue };
            match self.game.verdict(&at) {
                None => open.push(index),
                Some(_) => self.set(slice, index, self.value(&at, &at)),
            }
        }
        for plies in 1.. {
            let before = open.len();
            let mut found = Vec::new();
            open.retain(|&index| {
                let at = self.game.unrank(slice, index).unwrap();
                let value = self.best(&at).filter(|&(_, best)| best + 1 == plies);
                found.extend(value.map(|(standing, _)| (index, standing)));
                value.is_none()
            });
            found.into_iter().for_each(|(index, standing)| self.set(slice, index, Some((standing, plies))));
            // Moves into earlier slices may lead further than the next ply.
            if open.len() == before && plies > self.longest + 1 {
                return;
            }
        }
    }

    /// The quickest win, or the slowest loss if all moves lose; `None` if that is not known.
    fn best(&self, at: &G::Position) -> Option<(Standing, u32)> {
        let mut loss = Some(0);
        let mut win: Option<u32> = None;
        for mv in self.game.legal(at) {
            match self.value(at, &self.game.after(at, mv)) {
                Some((Standing::Win, plies)) => win = Some(win.map_or(plies, |win| win.min(plies))),
                Some((Standing::Loss, plies)) => loss = loss.map(|loss| loss.max(plies)),
                _ => loss = None,
            }
        }
        win.map(|plies| (Standing::Win, plies)).or(loss.map(|plies| (Standing::Loss, plies)))
    }

    fn set(&mut self, slice: Slice, index: u64, value: Option<(Standing, u32)>) {
        self.longest = self.longest.max(value.map_or(0, |(_, plies)| plies));
        self.slices.get_mut(&slice).unwrap()[index as usize] = value;
    }
}

const fn reversed(standing: Standing) -> Standing {
    match standing {
        Standing::Loss => Standing::Win,
        Standing::Draw => Standing::Draw,
        Standing::Win => Standing::Loss,
    }
}

#[test]
fn checkers_endings_are_numbered() {
    let report = conforms(&game::<Checkers>(""));
    assert_eq!(report.holes, 0);
    assert!(report.unmoves && report.met > 0, "{report:?}");
}

/// The known answer: 230 wins, 654 draws and 108 losses.
#[test]
fn a_king_against_a_king_is_solved() {
    let game = game::<Checkers>("");
    let slice = game.slice(&game.read("B:WK32:BK1").unwrap()).unwrap();
    let mut sweeper = Sweeper::new(&game);
    sweeper.solve(slice);
    let values = &sweeper.slices[&slice];
    let count = |wanted: Standing| values.iter().flatten().filter(|&&(found, _)| found == wanted).count();
    assert_eq!((values.len(), count(Standing::Win), count(Standing::Loss)), (992, 230, 108));
}

#[test]
fn hexapawn_is_numbered() {
    for options in ["3x3", "4x4", "3x1", "5x7", "8x8"] {
        let report = conforms(&game::<Hexapawn>(options));
        assert!(report.unmoves, "{options}: {report:?}");
        assert!(report.met > 0, "{options}: {report:?}");
    }
}

/// Who wins on small boards, as the rules page has it.
#[test]
fn hexapawn_is_solved_by_its_numbers() {
    for (size, expected) in [
        ("3x1", Standing::Win),
        ("3x2", Standing::Loss),
        ("3x3", Standing::Loss),
        ("3x4", Standing::Win),
        ("4x2", Standing::Loss),
        ("4x3", Standing::Loss),
        ("4x4", Standing::Win),
    ] {
        let game = game::<Hexapawn>(size);
        let start = game.start();
        assert_eq!(
            solved(&game).value(&start, &start).map(|(standing, _)| standing),
            Some(expected),
            "{size}"
        );
    }
}

#[test]
fn kalah_is_numbered() {
    for options in ["2,2", "3,2", "3,3,empty-capture", "6,4", "7,10", "1,10"] {
        let report = conforms(&game::<Kalah>(options));
        assert!(report.unmoves && report.met > 0, "{options}: {report:?}");
    }
}

/// The first player's result, as the rules page has it.
#[test]
fn kalah_is_solved_by_its_numbers() {
    for (options, expected) in [("2,2", Standing::Loss), ("3,2", Standing::Win)] {
        let game = game::<Kalah>(options);
        let start = game.start();
        let solved = solved(&game);
        assert_eq!(solved.value(&start, &start).map(|(standing, _)| standing), Some(expected), "{options}");
    }
}

fn solved<G: Indexed>(game: &G) -> Sweeper<'_, G> {
    let mut sweeper = Sweeper::new(game);
    game.slices().into_iter().for_each(|slice| sweeper.solve(slice));
    sweeper
}
