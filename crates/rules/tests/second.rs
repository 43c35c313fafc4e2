//! Games of the gallery against second generators: written from the rules as people tell them, on plain boards of
//! numbers, and sharing nothing with the language.

#![allow(clippy::unwrap_used, reason = "a test that cannot read the gallery has failed")]

use plybook_kernel::ListedGame;
use plybook_kernel::perft::perft;
use plybook_rules::{RulesFile, RulesVisitor, gallery};

/// Row by row from the bottom: 0 is empty, 1 and 2 are the players' pieces, 9 is no cell.
type Board = Vec<u8>;

/// A game on a board of so many columns.
struct Plain {
    columns: i32,
    start: Board,
    /// The boards after each move of a player.
    moves: fn(&Grid, u8) -> Vec<Board>,
    /// Whether the game is over when this player is to move.
    over: fn(&Grid, u8) -> bool,
    /// Whether a player who cannot move passes while the other one can.
    passes: bool,
}

/// A board with its width.
struct Grid {
    columns: i32,
    cells: Board,
}

const ORTHOGONAL: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const ALL: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Grid {
    fn rows(&self) -> i32 {
        self.cells.len() as i32 / self.columns
    }

    fn at(&self, x: i32, y: i32) -> u8 {
        let inside = (0..self.columns).contains(&x) && (0..self.rows()).contains(&y);
        if inside { self.cells[(y * self.columns + x) as usize] } else { 9 }
    }

    fn with(&self, changes: &[(i32, i32, u8)]) -> Board {
        let mut cells = self.cells.clone();
        changes.iter().for_each(|&(x, y, value)| cells[(y * self.columns + x) as usize] = value);
        cells
    }

    fn of(&self, who: u8) -> Vec<(i32, i32)> {
        let all = (0..self.rows()).flat_map(|y| (0..self.columns).map(move |x| (x, y)));
        all.filter(|&(x, y)| self.at(x, y) == who).collect()
    }

    fn grid(&self, cells: Board) -> Grid {
        Grid { columns: self.columns, cells }
    }

    /// Whether so many in a row belong to a player.
    fn line(&self, who: u8, length: i32) -> bool {
        let row = |x: i32, y: i32, (dx, dy): (i32, i32)| {
            (0..length).all(|i| self.at(x + i * dx, y + i * dy) == who)
        };
        self.of(who).into_iter().any(|(x, y)| ALL.iter().any(|&way| row(x, y, way)))
    }
}

fn never(_: &Grid, _: u8) -> bool {
    false
}

/// Leaves at this depth, and games that finished before.
fn count(game: &Plain, cells: &Board, mover: u8, depth: u32) -> (u64, u64) {
    if depth == 0 {
        return (1, 0);
    }
    let grid = Grid { columns: game.columns, cells: cells.clone() };
    let other = 3 - mover;
    if (game.over)(&grid, mover) {
        return (0, 1);
    }
    let mut next = (game.moves)(&grid, mover);
    if next.is_empty() && game.passes && !(game.moves)(&grid, other).is_empty() {
        next.push(cells.clone());
    }
    if next.is_empty() {
        return (0, 1);
    }
    next.iter()
        .map(|next| count(game, next, other, depth - 1))
        .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

struct Count(u32);

impl RulesVisitor for Count {
    type Output = (u64, u64);
    fn visit<G: ListedGame>(self, game: G) -> (u64, u64) {
        let count = perft(&game, &game.start(), self.0);
        (count.leaves, count.finished)
    }
}

/// Whether the file and the second generator agree, ply by ply.
fn agree(file: &str, options: &str, depth: u32, game: &Plain) {
    for depth in 1..=depth {
        let counted =
            RulesFile::read_as(gallery::source(file).unwrap(), options).unwrap().visit(Count(depth));
        assert_eq!(counted, count(game, &game.start, 1, depth), "{file}:{options} at depth {depth}");
    }
}

/// A board from its rows, the top one first; `-` is no cell.
fn board(rows: &[&str]) -> Board {
    let value = |letter: char| match letter {
        '1' => 1,
        '2' => 2,
        '-' => 9,
        _ => 0,
    };
    rows.iter().rev().flat_map(|row| row.chars().map(value)).collect()
}

#[test]
fn clobber() {
    let checkered = |columns: usize, rows: usize| -> Board {
        (0..columns * rows)
            .map(|cell| if (cell % columns + cell / columns).is_multiple_of(2) { 1 } else { 2 })
            .collect()
    };
    fn moves(grid: &Grid, me: u8) -> Vec<Board> {
        let mut all = Vec::new();
        for (x, y) in grid.of(me) {
            for (dx, dy) in ORTHOGONAL {
                if grid.at(x + dx, y + dy) == 3 - me {
                    all.push(grid.with(&[(x, y, 0), (x + dx, y + dy, me)]));
                }
            }
        }
        all
    }
    let game = |columns: usize, rows| Plain {
        columns: columns as i32,
        start: checkered(columns, rows),
        moves,
        over: never,
        passes: false,
    };
    agree("clobber", "", 3, &game(5, 6));
    agree("clobber", "size=3x3", 9, &game(3, 3));
    agree("clobber", "size=4x4", 4, &game(4, 4));
}

#[test]
fn konane() {
    fn moves(grid: &Grid, me: u8) -> Vec<Board> {
        let mut all = Vec::new();
        for (x, y) in grid.of(me) {
            for (dx, dy) in ORTHOGONAL {
                let mut changes = vec![(x, y, 0)];
                let (mut a, mut b) = (x, y);
                while grid.at(a + dx, b + dy) == 3 - me && grid.at(a + 2 * dx, b + 2 * dy) == 0 {
                    changes.push((a + dx, b + dy, 0));
                    (a, b) = (a + 2 * dx, b + 2 * dy);
                    let mut now = changes.clone();
                    now.push((a, b, me));
                    all.push(grid.with(&now));
                }
            }
        }
        all
    }
    let mut start = vec![0; 36];
    // The dark cells are Black's; the two in the middle of the third row are gone.
    for y in 0..6 {
        for x in 0..6 {
            start[y * 6 + x] = if (x + y) % 2 == 0 { 1 } else { 2 };
        }
    }
    (start[2 * 6 + 2], start[2 * 6 + 3]) = (0, 0);
    agree("konane", "", 6, &Plain { columns: 6, start, moves, over: never, passes: false });
}

#[test]
fn domineering() {
    fn moves(grid: &Grid, me: u8) -> Vec<Board> {
        let (dx, dy) = if me == 1 { (0, 1) } else { (1, 0) };
        let free = grid.of(0).into_iter().filter(|&(x, y)| grid.at(x + dx, y + dy) == 0);
        free.map(|(x, y)| grid.with(&[(x, y, me), (x + dx, y + dy, me)])).collect()
    }
    let game = |side: usize| Plain {
        columns: side as i32,
        start: vec![0; side * side],
        moves,
        over: never,
        passes: false,
    };
    agree("domineering", "", 3, &game(8));
    agree("domineering", "size=4x4", 8, &game(4));
    agree("domineering", "size=5x5", 4, &game(5));
}

#[test]
fn hex() {
    fn moves(grid: &Grid, me: u8) -> Vec<Board> {
        grid.of(0).into_iter().map(|(x, y)| grid.with(&[(x, y, me)])).collect()
    }
    fn joined(grid: &Grid, me: u8) -> bool {
        let last = grid.columns - 1;
        let mut seen: Vec<(i32, i32)> =
            grid.of(me).into_iter().filter(|&(x, y)| if me == 1 { x == 0 } else { y == 0 }).collect();
        let mut next = 0;
        while let Some(&(x, y)) = seen.get(next) {
            next += 1;
            if (if me == 1 { x } else { y }) == last {
                return true;
            }
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
                let to = (x + dx, y + dy);
                if grid.at(to.0, to.1) == me && !seen.contains(&to) {
                    seen.push(to);
                }
            }
        }
        false
    }
    let game = |side: usize| Plain {
        columns: side as i32,
        start: vec![0; side * side],
        moves,
        over: |grid, mover| joined(grid, 3 - mover),
        passes: false,
    };
    agree("hex", "size=3x3", 9, &game(3));
    agree("hex", "size=4x4", 5, &game(4));
    agree("hex", "", 2, &game(11));
}

#[test]
fn gomoku() {
    fn moves(grid: &Grid, me: u8) -> Vec<Board> {
        grid.of(0).into_iter().map(|(x, y)| grid.with(&[(x, y, me)])).collect()
    }
    let game = |side: usize| Plain {
        columns: side as i32,
        start: vec![0; side * side],
        moves,
        over: |grid, mover| grid.line(3 - mover, 5),
        passes: false,
    };
    agree("gomoku", "", 2, &game(15));
    agree("gomoku", "size=9x9", 3, &game(9));
}

#[test]
fn lines_of_action() {
    fn moves(grid: &Grid, me: u8) -> Vec<Board> {
        let mut all = Vec::new();
        for (x, y) in grid.of(me) {
            for (dx, dy) in ALL {
                let on_line =
                    (-8..=8).filter(|i| [1, 2].contains(&grid.at(x + i * dx, y + i * dy))).count() as i32;
                let blocked = (1..on_line).any(|i| grid.at(x + i * dx, y + i * dy) == 3 - me);
                let (a, b) = (x + on_line * dx, y + on_line * dy);
                if !blocked && grid.at(a, b) != me && grid.at(a, b) != 9 {
                    all.push(grid.with(&[(x, y, 0), (a, b, me)]));
                }
            }
        }
        all
    }
    fn together(grid: &Grid, me: u8) -> bool {
        let all = grid.of(me);
        let mut seen = vec![all[0]];
        let mut next = 0;
        while let Some(&(x, y)) = seen.get(next) {
            next += 1;
            for (dx, dy) in ALL {
                let to = (x + dx, y + dy);
                if grid.at(to.0, to.1) == me && !seen.contains(&to) {
                    seen.push(to);
                }
            }
        }
        seen.len() == all.len()
    }
    let rows =
        [".111111.", "2......2", "2......2", "2......2", "2......2", "2......2", "2......2", ".111111."];
    let over = |grid: &Grid, mover: u8| together(grid, 3 - mover) || together(grid, mover);
    agree("lines-of-action", "", 4, &Plain { columns: 8, start: board(&rows), moves, over, passes: true });
}

#[test]
fn hasami_shogi() {
    fn moves(grid: &Grid, me: u8) -> Vec<Board> {
        let mut all = Vec::new();
        for (x, y) in grid.of(me) {
            for (dx, dy) in ORTHOGONAL {
                let (mut a, mut b) = (x + dx, y + dy);
                while grid.at(a, b) == 0 {
                    let moved = grid.grid(grid.with(&[(x, y, 0), (a, b, me)]));
                    let mut taken = Vec::new();
                    for (ex, ey) in ORTHOGONAL {
                        if moved.at(a + ex, b + ey) == 3 - me && moved.at(a + 2 * ex, b + 2 * ey) == me {
                            taken.push((a + ex, b + ey, 0));
                        }
                    }
                    all.push(moved.with(&taken));
                    (a, b) = (a + dx, b + dy);
                }
            }
        }
        all
    }
    let rows = [
        "222222222",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        "111111111",
    ];
    let over = |grid: &Grid, mover: u8| grid.of(mover).len() < 2;
    agree("hasami-shogi", "", 3, &Plain { columns: 9, start: board(&rows), moves, over, passes: false });
}

/// Steps along the lines of a board on which only every other point has slanting lines.
fn alquerque_steps(grid: &Grid, x: i32, y: i32) -> Vec<(i32, i32)> {
    ALL.into_iter()
        .filter(|&(dx, dy)| (dx * dy == 0 || (x + y) % 2 == 0) && grid.at(x + dx, y + dy) != 9)
        .collect()
}

#[test]
fn alquerque() {
    /// All ways to go on jumping until nothing is left to jump.
    fn jumps(
        grid: &Grid,
        (x, y): (i32, i32),
        me: u8,
        taken: &[(i32, i32)],
        all: &mut Vec<Board>,
        first: bool,
    ) {
        let mut jumped = false;
        for (dx, dy) in alquerque_steps(grid, x, y) {
            let (over, to) = ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy));
            if grid.at(over.0, over.1) == 3 - me && !taken.contains(&over) && grid.at(to.0, to.1) == 0 {
                jumped = true;
                let mut taken = taken.to_vec();
                taken.push(over);
                let moved = grid.grid(grid.with(&[(x, y, 0), (to.0, to.1, me)]));
                jumps(&moved, to, me, &taken, all, false);
            }
        }
        if !jumped && !first {
            let gone: Vec<(i32, i32, u8)> = taken.iter().map(|&(x, y)| (x, y, 0)).collect();
            all.push(grid.with(&gone));
        }
    }
    fn moves(grid: &Grid, me: u8) -> Vec<Board> {
        let mut all = Vec::new();
        grid.of(me).into_iter().for_each(|from| jumps(grid, from, me, &[], &mut all, true));
        if all.is_empty() {
            for (x, y) in grid.of(me) {
                for (dx, dy) in alquerque_steps(grid, x, y) {
                    if grid.at(x + dx, y + dy) == 0 {
                        all.push(grid.with(&[(x, y, 0), (x + dx, y + dy, me)]));
                    }
                }
            }
        }
        all
    }
    let start = board(&["22222", "22222", "22.11", "11111", "11111"]);
    let over = |grid: &Grid, mover: u8| grid.of(mover).is_empty();
    agree("alquerque", "", 7, &Plain { columns: 5, start, moves, over, passes: false });
}

/// Placing up to so many pieces, then stepping.
fn place_then_step(grid: &Grid, me: u8, most: usize, slanting: fn(i32, i32) -> bool) -> Vec<Board> {
    if grid.of(me).len() < most {
        return grid.of(0).into_iter().map(|(x, y)| grid.with(&[(x, y, me)])).collect();
    }
    let mut all = Vec::new();
    for (x, y) in grid.of(me) {
        for (dx, dy) in ALL {
            if grid.at(x + dx, y + dy) == 0 && (dx * dy == 0 || slanting(x, y)) {
                all.push(grid.with(&[(x, y, 0), (x + dx, y + dy, me)]));
            }
        }
    }
    all
}

#[test]
fn three_mens_morris() {
    agree(
        "three-mens-morris",
        "",
        8,
        &Plain {
            columns: 3,
            start: vec![0; 9],
            moves: |grid, me| place_then_step(grid, me, 3, |x, y| (x + y) % 2 == 0),
            over: |grid, mover| grid.line(3 - mover, 3),
            passes: false,
        },
    );
}

#[test]
fn teeko() {
    fn won(grid: &Grid, me: u8) -> bool {
        let square =
            |(x, y): (i32, i32)| [(1, 0), (0, 1), (1, 1)].iter().all(|(a, b)| grid.at(x + a, y + b) == me);
        grid.line(me, 4) || grid.of(me).into_iter().any(square)
    }
    let game = |start: Board| Plain {
        columns: 5,
        start,
        moves: |grid, me| place_then_step(grid, me, 4, |_, _| true),
        over: |grid, mover| won(grid, 3 - mover),
        passes: false,
    };
    agree("teeko", "", 4, &game(vec![0; 25]));
    // With all pieces on the board, wins by lines and squares are near.
    struct From(&'static str, u32);
    impl RulesVisitor for From {
        type Output = (u64, u64);
        fn visit<G: ListedGame>(self, game: G) -> (u64, u64) {
            let count = perft(&game, &game.read(self.0).unwrap(), self.1);
            (count.leaves, count.finished)
        }
    }
    for (text, rows) in [
        ("5/M1M1M/2mm1/1m1M1/2m2 b", [".....", "1.1.1", "..22.", ".2.1.", "..2.."]),
        ("MM3/1M1m1/M3m/2m2/m4 b", ["11...", ".1.2.", "1...2", "..2..", "2...."]),
    ] {
        let file = RulesFile::read(gallery::source("teeko").unwrap()).unwrap();
        let game = game(board(&rows));
        assert_eq!(file.visit(From(text, 4)), count(&game, &game.start, 1, 4), "{text}");
    }
}

#[test]
fn fox_and_geese() {
    /// The fox may stop after every jump.
    fn jumps(grid: &Grid, (x, y): (i32, i32), all: &mut Vec<Board>) {
        for (dx, dy) in ORTHOGONAL {
            if grid.at(x + dx, y + dy) == 2 && grid.at(x + 2 * dx, y + 2 * dy) == 0 {
                let next =
                    grid.grid(grid.with(&[(x, y, 0), (x + dx, y + dy, 0), (x + 2 * dx, y + 2 * dy, 1)]));
                if !all.contains(&next.cells) {
                    all.push(next.cells.clone());
                }
                jumps(&next, (x + 2 * dx, y + 2 * dy), all);
            }
        }
    }
    fn moves(grid: &Grid, me: u8) -> Vec<Board> {
        let mut all = Vec::new();
        for (x, y) in grid.of(me) {
            for (dx, dy) in ORTHOGONAL {
                if grid.at(x + dx, y + dy) == 0 && (me == 1 || dy >= 0) {
                    all.push(grid.with(&[(x, y, 0), (x + dx, y + dy, me)]));
                }
            }
            if me == 1 {
                jumps(grid, (x, y), &mut all);
            }
        }
        all
    }
    let start = board(&["--...--", "--...--", ".......", "...1...", "2222222", "--222--", "--222--"]);
    let over = |grid: &Grid, _: u8| grid.of(2).len() < 5;
    agree("fox-and-geese", "", 6, &Plain { columns: 7, start, moves, over, passes: false });
}

/// Boards with one more stone of a player.
fn stones(grid: &Grid, me: u8, may: impl Fn(i32, i32) -> bool) -> Vec<Board> {
    let free = grid.of(0).into_iter().filter(|&(x, y)| may(x, y));
    free.map(|(x, y)| grid.with(&[(x, y, me)])).collect()
}

#[test]
fn col_and_snort() {
    let game = |side: usize, moves| Plain {
        columns: side as i32,
        start: vec![0; side * side],
        moves,
        over: never,
        passes: false,
    };
    for (options, side, depth) in [("", 5, 4), ("size=4x4", 4, 5), ("size=6x6", 6, 3)] {
        let col = game(side, |grid, me| {
            stones(grid, me, |x, y| ORTHOGONAL.iter().all(|(dx, dy)| grid.at(x + dx, y + dy) != me))
        });
        agree("col", options, depth, &col);
        let snort = game(side, |grid, me| {
            stones(grid, me, |x, y| ORTHOGONAL.iter().all(|(dx, dy)| grid.at(x + dx, y + dy) != 3 - me))
        });
        agree("snort", options, depth, &snort);
    }
}

#[test]
fn cram() {
    fn moves(grid: &Grid, me: u8) -> Vec<Board> {
        let mut all = Vec::new();
        for (x, y) in grid.of(0) {
            for (dx, dy) in [(1, 0), (0, 1)] {
                if grid.at(x + dx, y + dy) == 0 {
                    all.push(grid.with(&[(x, y, me), (x + dx, y + dy, me)]));
                }
            }
        }
        all
    }
    for (options, side, depth) in [("", 5, 4), ("size=4x4", 4, 8)] {
        let start = vec![0; side * side];
        agree(
            "cram",
            options,
            depth,
            &Plain { columns: side as i32, start, moves, over: never, passes: false },
        );
    }
}

#[test]
fn achi() {
    let game = Plain {
        columns: 3,
        start: vec![0; 9],
        moves: |grid, me| place_then_step(grid, me, 4, |x, y| (x + y) % 2 == 0),
        over: |grid, mover| grid.line(3 - mover, 3),
        passes: false,
    };
    agree("achi", "", 8, &game);
}

#[test]
fn y() {
    /// Whether a chain of a player's stones touches the left side, the bottom and the slope.
    fn joined(grid: &Grid, me: u8) -> bool {
        let mut left: Vec<(i32, i32)> = grid.of(me);
        while let Some(first) = left.pop() {
            let mut chain = vec![first];
            let mut next = 0;
            while let Some(&(x, y)) = chain.get(next) {
                next += 1;
                for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
                    let to = (x + dx, y + dy);
                    if grid.at(to.0, to.1) == me && !chain.contains(&to) {
                        chain.push(to);
                    }
                }
            }
            left.retain(|cell| !chain.contains(cell));
            let touches = |side: &dyn Fn(i32, i32) -> bool| chain.iter().any(|&(x, y)| side(x, y));
            if touches(&|x, _| x == 0)
                && touches(&|_, y| y == 0)
                && touches(&|x, y| x + y == grid.columns - 1)
            {
                return true;
            }
        }
        false
    }
    let game = |side: i32| Plain {
        columns: side,
        start: (0..side * side).map(|at| if at % side + at / side < side { 0 } else { 9 }).collect(),
        moves: |grid, me| stones(grid, me, |_, _| true),
        over: |grid, mover| joined(grid, 3 - mover),
        passes: false,
    };
    agree("y", "size=4x4", 8, &game(4));
    agree("y", "", 3, &game(7));
}
