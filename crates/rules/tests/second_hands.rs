//! Games with kings, hands and mills against second generators: written from the rules as people tell them, with lists of
//! lines and leaps spelt out, and sharing nothing with the language. Both play the same random games, and must have the same
//! positions after every move that there is.

#![allow(clippy::unwrap_used, reason = "a test that cannot read the gallery has failed")]

use plybook_kernel::{ListedGame, Random};
use plybook_rules::{RulesFile, RulesVisitor, gallery};

/// Positions of random games that are compared.
const POSITIONS: usize = 1_500;
const POSITIONS_LONG: usize = 60_000;
/// Plies of a random game.
const PLIES: usize = 150;

/// What stands where: 0 is empty, the first player's pieces are positive, the second player's negative, 99 is no cell. Row by
/// row from the bottom. Then what the players have in hand, and who is to move: 1 or -1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    cells: Vec<i8>,
    hands: [Vec<u8>; 2],
    mover: i8,
}

struct Plain {
    /// The letters of the pieces in the order of their numbers, from 1.
    letters: &'static str,
    columns: usize,
    moves: fn(&State) -> Vec<State>,
    over: fn(&State) -> bool,
}

impl Plain {
    /// Reads a position text: rows from the top, the side to move, and what is in hand.
    fn read(&self, text: &str, first: char) -> State {
        let parts: Vec<&str> = text.split(' ').collect();
        let kind = |letter: char| self.letters.find(letter.to_ascii_uppercase()).unwrap() as i8 + 1;
        let piece = |letter: char| if letter.is_ascii_uppercase() { kind(letter) } else { -kind(letter) };
        let mut cells = Vec::new();
        for row in parts[0].split('/').rev() {
            let before = cells.len();
            let mut number = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(digit) => number = 10 * number + digit as usize,
                    None => {
                        cells.extend(std::iter::repeat_n(0, number));
                        number = 0;
                        cells.push(piece(letter));
                    }
                }
            }
            cells.extend(std::iter::repeat_n(0, number));
            assert_eq!(cells.len() - before, self.columns, "{text}");
        }
        let mut hands = [vec![0; self.letters.len()], vec![0; self.letters.len()]];
        let letters: Vec<char> =
            parts.get(2).unwrap_or(&"-").chars().filter(|&letter| letter != '-').collect();
        for pair in letters.chunks(2) {
            let side = usize::from(pair[0].is_ascii_lowercase());
            hands[side][kind(pair[0]) as usize - 1] = pair[1].to_digit(10).unwrap() as u8;
        }
        State { cells, hands, mover: if parts[1].starts_with(first) { 1 } else { -1 } }
    }
}

struct Along<'a> {
    plain: &'a Plain,
    first: char,
}

impl RulesVisitor for Along<'_> {
    type Output = ();
    fn visit<G: ListedGame>(self, game: G) {
        let long = std::env::var_os("PLYBOOK_LONG").is_some();
        let mut left = if long { POSITIONS_LONG } else { POSITIONS };
        let mut random = Random::new(11);
        let (mut finished, mut started) = (0, 0);
        while left > 0 {
            let mut at = game.start();
            started += 1;
            for _ in 0..PLIES {
                let text = game.text(&at);
                let state = self.plain.read(&text, self.first);
                let over = game.outcome(&at).is_some();
                assert_eq!(over, (self.plain.over)(&state), "{text}: the end");
                if over {
                    finished += 1;
                    break;
                }
                let moves = game.legal(&at);
                let mut after: Vec<State> = moves
                    .iter()
                    .map(|&mv| {
                        let mut next = at.clone();
                        game.play(&mut next, mv);
                        self.plain.read(&game.text(&next), self.first)
                    })
                    .collect();
                let mut expected = (self.plain.moves)(&state);
                after.sort();
                expected.sort();
                assert_eq!(after, expected, "after {text}");
                left = left.saturating_sub(1);
                let Some(&mv) = random.pick(&moves) else {
                    finished += 1;
                    break;
                };
                game.play(&mut at, mv);
            }
        }
        assert!(started > 5 && finished > 0, "{finished} of {started} games came to an end");
    }
}

fn agree(file: &str, first: char, plain: &Plain) {
    RulesFile::read(gallery::source(file).unwrap()).unwrap().visit(Along { plain, first });
}

const QUEEN: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The side of a square board.
fn side(state: &State) -> i32 {
    (1..).find(|side| side * side >= state.cells.len() as i32).unwrap()
}

fn cell(x: i32, y: i32, columns: i32, rows: i32) -> Option<usize> {
    ((0..columns).contains(&x) && (0..rows).contains(&y)).then_some((y * columns + x) as usize)
}

/// Chess without castling and double steps: pawns are 1, then knight, bishop, rook, queen and king.
fn chess_moves(state: &State, knights: i8, bishops: i8, rooks: i8, queens: i8) -> Vec<State> {
    let kings = queens + 1;
    let all = pseudo_legal(state, [knights, bishops, rooks, queens, kings]);
    let safe = |next: &State| {
        let king = kings * state.mover;
        pseudo_legal(next, [knights, bishops, rooks, queens, kings])
            .iter()
            .all(|reply| reply.cells.contains(&king))
    };
    all.into_iter().filter(safe).collect()
}

fn pseudo_legal(state: &State, [knights, bishops, rooks, queens, kings]: [i8; 5]) -> Vec<State> {
    let n = side(state);
    let me = state.mover;
    let mut all = Vec::new();
    let mut go = |from: usize, to: usize, becomes: i8| {
        let mut next = State { mover: -me, ..state.clone() };
        next.cells[from] = 0;
        next.cells[to] = becomes;
        all.push(next);
    };
    for from in 0..state.cells.len() {
        let piece = state.cells[from];
        if piece == 0 || piece.signum() != me {
            continue;
        }
        let (x, y) = (from as i32 % n, from as i32 / n);
        let kind = piece.abs();
        if kind == 1 {
            let forward = i32::from(me);
            for dx in [-1, 0, 1] {
                let Some(to) = cell(x + dx, y + forward, n, n) else { continue };
                let fits = if dx == 0 { state.cells[to] == 0 } else { state.cells[to].signum() == -me };
                if !fits {
                    continue;
                }
                if y + forward == if me > 0 { n - 1 } else { 0 } {
                    let kinds = [queens, rooks, bishops, knights];
                    kinds.into_iter().filter(|&kind| kind > 0).for_each(|kind| go(from, to, kind * me));
                } else {
                    go(from, to, piece);
                }
            }
            continue;
        }
        if kind == knights {
            for (dx, dy) in [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)] {
                if let Some(to) = cell(x + dx, y + dy, n, n).filter(|&to| state.cells[to].signum() != me) {
                    go(from, to, piece);
                }
            }
            continue;
        }
        for (dx, dy) in QUEEN {
            let slants = dx != 0 && dy != 0;
            if kind == rooks && slants || kind == bishops && !slants {
                continue;
            }
            for step in 1..n {
                let Some(to) = cell(x + step * dx, y + step * dy, n, n) else { break };
                if state.cells[to].signum() == me {
                    break;
                }
                go(from, to, piece);
                if state.cells[to] != 0 || kind == kings {
                    break;
                }
            }
        }
    }
    all
}

#[test]
fn gardner_chess() {
    let moves = |state: &State| chess_moves(state, 2, 3, 4, 5);
    agree("gardner-chess", 'w', &Plain { letters: "PNBRQK", columns: 5, moves, over: |_| false });
}

#[test]
fn los_alamos_chess() {
    let moves = |state: &State| chess_moves(state, 2, 0, 3, 4);
    agree("los-alamos-chess", 'w', &Plain { letters: "PNRQK", columns: 6, moves, over: |_| false });
}

/// Where the animals of Dobutsu shogi go, forward being up: chick, hen, giraffe, elephant, lion.
fn animal_steps(kind: i8) -> &'static [(i32, i32)] {
    match kind {
        1 => &[(0, 1)],
        2 => &[(0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1)],
        3 => &[(0, 1), (1, 0), (-1, 0), (0, -1)],
        4 => &[(1, 1), (-1, 1), (1, -1), (-1, -1)],
        _ => &QUEEN,
    }
}

fn dobutsu_moves(state: &State) -> Vec<State> {
    let me = state.mover;
    let hand = usize::from(me < 0);
    let mut all = Vec::new();
    for from in 0..12 {
        let piece = state.cells[from];
        if piece == 0 {
            for kind in [1, 3, 4] {
                if state.hands[hand][kind - 1] > 0 {
                    let mut next = State { mover: -me, ..state.clone() };
                    next.cells[from] = kind as i8 * me;
                    next.hands[hand][kind - 1] -= 1;
                    all.push(next);
                }
            }
            continue;
        }
        if piece.signum() != me {
            continue;
        }
        for &(dx, dy) in animal_steps(piece.abs()) {
            let (x, y) = (from as i32 % 3 + dx, from as i32 / 3 + dy * i32::from(me));
            let Some(to) = cell(x, y, 3, 4).filter(|&to| state.cells[to].signum() != me) else { continue };
            let mut next = State { mover: -me, ..state.clone() };
            match state.cells[to].abs() {
                0 => {}
                2 => next.hands[hand][0] += 1,
                taken => next.hands[hand][taken as usize - 1] += 1,
            }
            let home = if me > 0 { 3 } else { 0 };
            let becomes = if piece.abs() == 1 && y == home { 2 * me } else { piece };
            next.cells[from] = 0;
            next.cells[to] = becomes;
            all.push(next);
        }
    }
    all
}

#[test]
fn dobutsu_shogi() {
    fn over(state: &State) -> bool {
        let before = -state.mover;
        let has = |lion: i8| state.cells.contains(&lion);
        if !has(5 * state.mover) {
            return true;
        }
        let row = if before > 0 { 9..12 } else { 0..3 };
        let Some(home) = row.into_iter().find(|&at| state.cells[at] == 5 * before) else { return false };
        dobutsu_moves(state).iter().all(|next| next.cells[home] == 5 * before)
    }
    agree("dobutsu-shogi", 'f', &Plain { letters: "CHGEL", columns: 3, moves: dobutsu_moves, over });
}

/// A morris board: its lines of three, each in order.
fn morris(state: &State, lines: &[[&str; 3]], flies: bool) -> Vec<State> {
    let columns = side(state) as usize;
    let number = |name: &&str| {
        let bytes = name.as_bytes();
        usize::from(bytes[1] - b'1') * columns + usize::from(bytes[0] - b'a')
    };
    let lines: Vec<[usize; 3]> = lines.iter().map(|line| [0, 1, 2].map(|at| number(&line[at]))).collect();
    let mut points: Vec<usize> = lines.iter().flatten().copied().collect();
    points.sort_unstable();
    points.dedup();
    let me = state.mover;
    let hand = usize::from(me < 0);
    let mut quiet: Vec<(State, usize)> = Vec::new();
    if state.hands[hand][0] > 0 {
        for &to in points.iter().filter(|&&to| state.cells[to] == 0) {
            let mut next = State { mover: -me, ..state.clone() };
            next.hands[hand][0] -= 1;
            next.cells[to] = me;
            quiet.push((next, to));
        }
    } else {
        let few = flies && points.iter().filter(|&&at| state.cells[at] == me).count() == 3;
        for &from in points.iter().filter(|&&from| state.cells[from] == me) {
            let near = |to: usize| {
                lines.iter().any(|&[a, b, c]| [(a, b), (b, a), (b, c), (c, b)].contains(&(from, to)))
            };
            for &to in points.iter().filter(|&&to| state.cells[to] == 0 && (few || near(to))) {
                let mut next = State { mover: -me, ..state.clone() };
                next.cells[from] = 0;
                next.cells[to] = me;
                quiet.push((next, to));
            }
        }
    }
    let milled = |cells: &[i8], at: usize, who: i8| {
        // A join of two points is written as a line with one of them twice.
        let full = |line: &&[usize; 3]| line[1] != line[2] && line.iter().all(|&one| cells[one] == who);
        lines.iter().filter(full).any(|line| line.contains(&at))
    };
    let mut all = Vec::new();
    for (next, to) in quiet {
        let enemies: Vec<usize> = points.iter().copied().filter(|&at| next.cells[at] == -me).collect();
        if !milled(&next.cells, to, me) || enemies.is_empty() {
            all.push(next);
            continue;
        }
        let free: Vec<usize> = enemies.iter().copied().filter(|&at| !milled(&next.cells, at, -me)).collect();
        for &victim in if free.is_empty() { &enemies } else { &free } {
            let mut taken = next.clone();
            taken.cells[victim] = 0;
            all.push(taken);
        }
    }
    all
}

/// Whether a player has two men left in all.
fn bare(state: &State) -> bool {
    let of = |who: i8| {
        state.cells.iter().filter(|&&at| at == who).count()
            + usize::from(state.hands[usize::from(who < 0)][0])
    };
    of(1) < 3 || of(-1) < 3
}

#[test]
fn nine_mens_morris() {
    fn moves(state: &State) -> Vec<State> {
        let lines = [
            ["a1", "d1", "g1"],
            ["b2", "d2", "f2"],
            ["c3", "d3", "e3"],
            ["a4", "b4", "c4"],
            ["e4", "f4", "g4"],
            ["c5", "d5", "e5"],
            ["b6", "d6", "f6"],
            ["a7", "d7", "g7"],
            ["a1", "a4", "a7"],
            ["b2", "b4", "b6"],
            ["c3", "c4", "c5"],
            ["d1", "d2", "d3"],
            ["d5", "d6", "d7"],
            ["e3", "e4", "e5"],
            ["f2", "f4", "f6"],
            ["g1", "g4", "g7"],
        ];
        morris(state, &lines, true)
    }
    agree("nine-mens-morris", 'w', &Plain { letters: "M", columns: 7, moves, over: bare });
}

#[test]
fn six_mens_morris() {
    fn moves(state: &State) -> Vec<State> {
        // Two squares, whose middles are joined: rows of three lie on their sides alone.
        let lines = [
            ["a1", "c1", "e1"],
            ["b2", "c2", "d2"],
            ["b4", "c4", "d4"],
            ["a5", "c5", "e5"],
            ["a1", "a3", "a5"],
            ["b2", "b3", "b4"],
            ["d2", "d3", "d4"],
            ["e1", "e3", "e5"],
        ];
        let joins = [["a3", "b3", "b3"], ["d3", "e3", "e3"], ["c1", "c2", "c2"], ["c4", "c5", "c5"]];
        let all: Vec<[&str; 3]> = lines.into_iter().chain(joins).collect();
        morris(state, &all, false)
    }
    agree("six-mens-morris", 'w', &Plain { letters: "M", columns: 5, moves, over: bare });
}

/// The attackers are 1, guards 2 and the king 3.
fn brandubh_moves(state: &State) -> Vec<State> {
    let me = state.mover;
    let corner = |at: usize| [0, 6, 42, 48].contains(&at);
    let mut all = Vec::new();
    for from in 0..49 {
        let piece = state.cells[from];
        if piece.signum() != me {
            continue;
        }
        for (dx, dy) in QUEEN.into_iter().filter(|(dx, dy)| dx * dy == 0) {
            for step in 1..7 {
                let (x, y) = (from as i32 % 7 + step * dx, from as i32 / 7 + step * dy);
                let Some(to) = cell(x, y, 7, 7).filter(|&to| state.cells[to] == 0) else { break };
                if piece.abs() != 3 && (corner(to) || to == 24) {
                    continue;
                }
                let mut next = State { mover: -me, ..state.clone() };
                next.cells[from] = 0;
                next.cells[to] = piece;
                let before = next.cells.clone();
                for (a, b) in QUEEN.into_iter().filter(|(a, b)| a * b == 0) {
                    let (Some(near), Some(far)) =
                        (cell(x + a, y + b, 7, 7), cell(x + 2 * a, y + 2 * b, 7, 7))
                    else {
                        continue;
                    };
                    if before[near].signum() == -me && before[far].signum() == me {
                        next.cells[near] = 0;
                    }
                }
                all.push(next);
            }
        }
    }
    all
}

#[test]
fn brandubh() {
    let over =
        |state: &State| !state.cells.contains(&-3) || [0, 6, 42, 48].iter().any(|&at| state.cells[at] == -3);
    agree("brandubh", 'a', &Plain { letters: "AGK", columns: 7, moves: brandubh_moves, over });
}
