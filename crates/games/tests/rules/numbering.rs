//! Numberings of positions: the suite's checks, and known answers of a plain retrograde solver over them.

use plybook_games::checkers::Checkers;
use plybook_games::chess::Chess;
use plybook_games::hexapawn::Hexapawn;
use plybook_games::kalah::Kalah;
use plybook_kernel::conformance::{IndexReport, Plan, check_indexed};
use plybook_kernel::{Game, HasInfo, Indexed, Notation, Slice, Symmetric, Wdl};
use std::collections::HashMap;

fn game<G: HasInfo + Default>(options: &str) -> G {
    G::default().variant(options).expect("a game")
}

fn conforms<G: Notation + Symmetric + Indexed>(game: &G, moves: usize) -> IndexReport {
    check_indexed(game, &Plan { seed: 7, moves }).unwrap_or_else(|failure| panic!("{failure}"))
}

/// What is known of a number: how the player to move fares, and in how many plies; `None` for a hole or a draw.
type Values = Vec<Option<(Wdl, u32)>>;

/// Solves slices in their order in the simplest way that takes moves back: ply by ply, looking again at what leads to
/// a settled number.
struct Solver<'a, G: Indexed> {
    game: &'a G,
    slices: HashMap<Slice, Values>,
}

impl<'a, G: Indexed> Solver<'a, G> {
    fn new(game: &'a G) -> Solver<'a, G> {
        Solver { game, slices: HashMap::new() }
    }

    /// How the player to move at `from` fares at `at`, if that is known yet.
    fn value(&self, from: &G::Position, at: &G::Position) -> Option<(Wdl, u32)> {
        let mover = self.game.turn(from).player()?;
        if let Some(end) = self.game.verdict(at) {
            return Some((end.wdl(mover), 0));
        }
        let (standing, plies) = self.slices[&self.game.slice(at)?][self.game.rank(at) as usize]?;
        Some((if self.game.turn(at).player() == Some(mover) { standing } else { reversed(standing) }, plies))
    }

    fn solve(&mut self, slice: Slice) {
        let size = self.game.size(slice);
        self.slices.insert(slice, vec![None; size as usize]);
        // Numbers by the plies at which they may be settled.
        let mut waiting: Vec<Vec<u64>> = Vec::new();
        for index in 0..size {
            let Some(at) = self.game.unrank(slice, index) else { continue };
            match self.game.verdict(&at) {
                None => self.look(slice, index, &mut waiting),
                Some(_) => wait(&mut waiting, 0, index),
            }
        }
        let mut plies = 0;
        while plies < waiting.len() {
            for index in std::mem::take(&mut waiting[plies]) {
                self.settle(slice, index, plies as u32, &mut waiting);
            }
            plies += 1;
        }
    }

    /// Finds out when a number can be settled, as far as is known now.
    fn look(&self, slice: Slice, index: u64, waiting: &mut Vec<Vec<u64>>) {
        let at = self.game.unrank(slice, index).expect("no hole");
        if let Some((_, plies)) = self.best(&at) {
            wait(waiting, plies as usize + 1, index);
        }
    }

    /// Settles a number whose turn has come, and looks again at all that lead to it.
    fn settle(&mut self, slice: Slice, index: u64, plies: u32, waiting: &mut Vec<Vec<u64>>) {
        if self.slices[&slice][index as usize].is_some() {
            return;
        }
        let at = self.game.unrank(slice, index).expect("no hole");
        let value = match self.game.verdict(&at) {
            Some(_) => self.value(&at, &at),
            None => self.best(&at).map(|(standing, best)| (standing, best + 1)),
        };
        if value.is_none_or(|(_, found)| found != plies) {
            return;
        }
        self.slices.get_mut(&slice).expect("begun")[index as usize] = value;
        let mut before = Vec::new();
        assert!(self.game.unmoves_within(&at, &mut before));
        for at in before {
            self.look(slice, self.game.rank(&at), waiting);
        }
    }

    /// The quickest win, or the slowest loss if all moves lose; `None` if that is not known.
    fn best(&self, at: &G::Position) -> Option<(Wdl, u32)> {
        let mut loss = Some(0);
        let mut win: Option<u32> = None;
        for mv in self.game.legal(at) {
            match self.value(at, &self.game.after(at, mv)) {
                Some((Wdl::Win, plies)) => win = Some(win.map_or(plies, |win| win.min(plies))),
                Some((Wdl::Loss, plies)) => loss = loss.map(|loss| loss.max(plies)),
                _ => loss = None,
            }
        }
        win.map(|plies| (Wdl::Win, plies)).or(loss.map(|plies| (Wdl::Loss, plies)))
    }
}

fn wait(waiting: &mut Vec<Vec<u64>>, plies: usize, index: u64) {
    if waiting.len() <= plies {
        waiting.resize(plies + 1, Vec::new());
    }
    waiting[plies].push(index);
}

const fn reversed(standing: Wdl) -> Wdl {
    match standing {
        Wdl::Loss => Wdl::Win,
        Wdl::Draw => Wdl::Draw,
        Wdl::Win => Wdl::Loss,
    }
}

#[test]
fn checkers_endings_are_numbered() {
    let report = conforms(&game::<Checkers>(""), 20_000);
    assert_eq!(report.holes, 0);
    assert!(report.unmoves && report.met > 0, "{report:?}");
}

/// The known answer: 230 wins, 654 draws and 108 losses.
#[test]
fn a_king_against_a_king_is_solved() {
    let game = game::<Checkers>("");
    let slice = game.slice(&game.read("B:WK32:BK1").unwrap()).unwrap();
    let mut solver = Solver::new(&game);
    solver.solve(slice);
    let values = &solver.slices[&slice];
    let count = |wanted: Wdl| values.iter().flatten().filter(|&&(found, _)| found == wanted).count();
    assert_eq!((values.len(), count(Wdl::Win), count(Wdl::Loss)), (992, 230, 108));
}

#[test]
fn hexapawn_is_numbered() {
    for options in ["3x3", "4x4", "3x1", "5x7", "8x8"] {
        let report = conforms(&game::<Hexapawn>(options), 10_000);
        assert!(report.unmoves, "{options}: {report:?}");
        assert!(report.met > 0, "{options}: {report:?}");
    }
}

/// Who wins on small boards, as the rules page has it.
#[test]
fn hexapawn_is_solved_by_its_numbers() {
    for (size, expected) in [
        ("3x1", Wdl::Win),
        ("3x2", Wdl::Loss),
        ("3x3", Wdl::Loss),
        ("3x4", Wdl::Win),
        ("4x2", Wdl::Loss),
        ("4x3", Wdl::Loss),
        ("4x4", Wdl::Win),
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
        let report = conforms(&game::<Kalah>(options), 5_000);
        assert!(report.unmoves && report.met > 0, "{options}: {report:?}");
    }
}

/// The first player's result, as the rules page has it.
#[test]
fn kalah_is_solved_by_its_numbers() {
    for (options, expected) in [("2,2", Wdl::Loss), ("3,2", Wdl::Win)] {
        let game = game::<Kalah>(options);
        let start = game.start();
        let solved = solved(&game);
        assert_eq!(solved.value(&start, &start).map(|(standing, _)| standing), Some(expected), "{options}");
    }
}

fn solved<G: Indexed>(game: &G) -> Solver<'_, G> {
    let mut solver = Solver::new(game);
    game.slices().into_iter().for_each(|slice| solver.solve(slice));
    solver
}

#[test]
fn chess_endings_are_numbered() {
    let report = conforms(&Chess::new(), 4_000);
    assert!(report.unmoves, "{report:?}");
}

/// Known answers: with White to move 62,480 of 81,664 positions with the pawn on the files a to d are won, with Black
/// to move 48,802 of 84,012 are lost; the longest mates take 10, 16 and 28 moves.
#[test]
fn a_queen_a_rook_and_a_pawn_are_solved() {
    let game = Chess::new();
    let mut solver = Solver::new(&game);
    for name in ["kk", "knk", "kbk", "krk", "kqk", "kpk"] {
        let slice = game.slices().into_iter().find(|&slice| game.slice_name(slice) == name).unwrap();
        solver.solve(slice);
        let values = &solver.slices[&slice];
        let longest = values.iter().flatten().map(|&(_, plies)| plies).max().unwrap_or(0);
        let moves = longest.div_ceil(2);
        match name {
            "krk" => assert_eq!(moves, 16),
            "kqk" => assert_eq!(moves, 10),
            "kpk" => {
                let (white, black) = values.split_at(values.len() / 2);
                let won = white.iter().flatten().filter(|&&(standing, _)| standing == Wdl::Win).count();
                let lost = black.iter().flatten().filter(|&&(standing, _)| standing == Wdl::Loss).count();
                assert_eq!((moves, won, lost), (28, 62_480, 48_802));
                let legal = |from: usize| {
                    let all = from..from + values.len() / 2;
                    all.filter(|&index| game.unrank(slice, index as u64).is_some()).count()
                };
                assert_eq!([legal(0), legal(values.len() / 2)], [81_664, 84_012]);
            }
            _ => assert_eq!(longest, 0, "{name}"),
        }
    }
}
