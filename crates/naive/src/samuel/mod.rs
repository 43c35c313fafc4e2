//! Samuel's 38 terms of checkers (1959), one by one from their definitions, on an array of the 32 numbered squares.
//!
//! Every term is credited to the *passive* side, the one that has just moved; the *active* side is to move. Where
//! the definitions leave room, the reading chosen is said at the term. Three choices hold throughout:
//!
//! - To *move* or to *advance* is to step to an empty neighbouring square in the normal fashion, whether or not a
//!   jump is compulsory, as the definition of MOB says outright; a square is counted once, however many pieces can
//!   go there.
//! - A *piece* is a man or a king; a *neighbour* is a square of the board, so that a piece on the edge has two.
//! - An *exchange* is a capture after which the other side has any capture at all.

mod board;
#[cfg(test)]
mod tests;

pub use board::Board;
use board::{DIRECTIONS, Rank, Side, neighbour};

/// The names of the 26 simple terms, in the order of the alphabet.
pub const SIMPLE: [&str; 26] = [
    "ADV", "APEX", "BACK", "CENT", "CNTR", "CORN", "CRAMP", "DENY", "DIA", "DIAV", "DYKE", "EXCH", "EXPOS",
    "FORK", "GAP", "GUARD", "HOLE", "KCENT", "MOB", "MOBIL", "MOVE", "NODE", "OREO", "POLE", "RECAP",
    "THRET",
];

/// The twelve connectives: the name, the two simple terms, and which sign of each is asked for (`true`: positive).
/// MOC is printed in the order 1, 3, 2, 4.
pub const CONNECTIVES: [(&str, [&str; 2], [bool; 2]); 12] = [
    ("DEMO", ["DENY", "MOB"], [true, true]),
    ("DEMMO", ["DENY", "MOB"], [true, false]),
    ("DDEMO", ["DENY", "MOB"], [false, true]),
    ("DDMM", ["DENY", "MOB"], [false, false]),
    ("MODE 1", ["MOBIL", "DENY"], [true, true]),
    ("MODE 2", ["MOBIL", "DENY"], [true, false]),
    ("MODE 3", ["MOBIL", "DENY"], [false, true]),
    ("MODE 4", ["MOBIL", "DENY"], [false, false]),
    ("MOC 1", ["MOBIL", "CENT"], [true, true]),
    ("MOC 3", ["MOBIL", "CENT"], [true, false]),
    ("MOC 2", ["MOBIL", "CENT"], [false, true]),
    ("MOC 4", ["MOBIL", "CENT"], [false, false]),
];

/// The central squares, in standard numbers.
const CENTRE: [u8; 8] = [10, 11, 14, 15, 18, 19, 22, 23];
/// The two diagonals between the double corners.
const DOUBLE_CORNER_DIAGONALS: [u8; 14] = [1, 6, 10, 15, 19, 24, 28, 5, 9, 14, 18, 23, 27, 32];
/// The squares of the two double corners.
const DOUBLE_CORNERS: [u8; 4] = [1, 5, 28, 32];

/// The value of a term on one board, in whole units, DIAV alone in halves; `None` for an unknown name.
///
/// A connective is read here from the board alone: a term's sign is positive if its value is above nought.
/// `change` has the reading that follows a move.
#[must_use]
pub fn term(name: &str, at: &Board) -> Option<i32> {
    if let Some((_, parts, wanted)) = CONNECTIVES.iter().find(|row| row.0 == name) {
        return Some(connective(parts.map(|part| simple(part, at).unwrap_or(0)), *wanted));
    }
    simple(name, at)
}

/// What a term contributes by a move: its value after the move less its value on the board before it, where the
/// passive side is the other one. So the two sides are compared, each as its own last move left the board: "the
/// individual ratings of the respective sides are determined at corresponding times in the play as viewed by the side
/// in question". The connectives take the sign of the two differences, so that they are 1 or 0 here too.
#[must_use]
pub fn change(name: &str, before: &Board, after: &Board) -> Option<i32> {
    let change = |name: &str| Some(simple(name, after)? - simple(name, before)?);
    if let Some((_, parts, wanted)) = CONNECTIVES.iter().find(|row| row.0 == name) {
        return Some(connective(parts.map(|part| change(part).unwrap_or(0)), *wanted));
    }
    change(name)
}

/// 1 if each value is positive just where that is wanted; a nought is not positive.
fn connective(values: [i32; 2], wanted: [bool; 2]) -> i32 {
    i32::from((values[0] > 0) == wanted[0] && (values[1] > 0) == wanted[1])
}

fn simple(name: &str, at: &Board) -> Option<i32> {
    Some(match name {
        "ADV" => adv(at),
        "APEX" => apex(at),
        "BACK" => i32::from(at.count(at.active(), Rank::King) == 0 && holds_bridge(at)),
        "CENT" => count(&CENTRE, |square| at.is(square, at.passive(), Rank::Man)),
        "CNTR" => {
            count(&CENTRE, |square| at.side(square) == Some(at.active()) || moves_to(at).contains(&square))
        }
        "CORN" => corn(at),
        "CRAMP" => cramp(at),
        "DENY" => deny(at),
        "DIA" => count(&DOUBLE_CORNER_DIAGONALS, |square| at.side(square) == Some(at.passive())),
        "DIAV" => diav(at),
        "DYKE" => dyke(at),
        "EXCH" | "RECAP" => exch(at),
        "EXPOS" => expos(at),
        "FORK" => fork(at),
        "GAP" => gap(at),
        "GUARD" => {
            i32::from(at.count(at.active(), Rank::King) == 0 && (holds_bridge(at) || holds_triangle(at)))
        }
        "HOLE" => hole(at),
        "KCENT" => count(&CENTRE, |square| at.is(square, at.passive(), Rank::King)),
        "MOB" => moves_to(at).len() as i32,
        "MOBIL" => moves_to(at).len() as i32 - deny(at),
        "MOVE" => the_move(at),
        "NODE" => node(at),
        "OREO" => i32::from(at.count(at.passive(), Rank::King) == 0 && holds_triangle(at)),
        "POLE" => pole(at),
        "THRET" => thret(at),
        _ => return None,
    })
}

/// Of these squares, how many have the property.
fn count(squares: &[u8], has: impl Fn(u8) -> bool) -> i32 {
    squares.iter().filter(|square| has(**square)).count() as i32
}

/// Of all squares, how many have the property.
fn count_all(has: impl Fn(u8) -> bool) -> i32 {
    (1..=32).filter(|square| has(*square)).count() as i32
}

/// The neighbours of a square that are on the board.
fn neighbours(square: u8) -> Vec<u8> {
    DIRECTIONS.iter().filter_map(|direction| neighbour(square, *direction)).collect()
}

/// How many neighbours of a square are empty.
fn empty_neighbours(at: &Board, square: u8) -> usize {
    neighbours(square).into_iter().filter(|next| at.is_empty(*next)).count()
}

/// The squares to which the active side could step, each once.
fn moves_to(at: &Board) -> Vec<u8> {
    let steps = at.steps(at.active());
    (1..=32).filter(|square| steps.iter().any(|(_, to)| to == square)).collect()
}

/// Advancement: +1 for every passive man on its fifth or sixth row, -1 on its third or fourth.
fn adv(at: &Board) -> i32 {
    let mut sum = 0;
    for square in 1..=32 {
        if at.is(square, at.passive(), Rank::Man) {
            let from_top = (square - 1) / 4 + 1;
            let row = if at.passive() == Side::Black { from_top } else { 9 - from_top };
            sum += match row {
                5 | 6 => 1,
                3 | 4 => -1,
                _ => 0,
            };
        }
    }
    sum
}

/// Apex: -1 if there is no king of either side, an active man stands on 7 or 26, and a passive man on neither.
fn apex(at: &Board) -> i32 {
    let kings = at.count(Side::Black, Rank::King) + at.count(Side::White, Rank::King);
    let holds = |side| at.is(7, side, Rank::Man) || at.is(26, side, Rank::Man);
    -i32::from(kings == 0 && holds(at.active()) && !holds(at.passive()))
}

/// The passive side has pieces on both squares of its own bridge.
fn holds_bridge(at: &Board) -> bool {
    let bridge = if at.passive() == Side::Black { [1, 3] } else { [30, 32] };
    bridge.iter().all(|square| at.side(*square) == Some(at.passive()))
}

/// The passive side has pieces on all three squares of its own triangle of Oreo.
fn holds_triangle(at: &Board) -> bool {
    let triangle = if at.passive() == Side::Black { [2, 3, 7] } else { [26, 30, 31] };
    triangle.iter().all(|square| at.side(*square) == Some(at.passive()))
}

/// Material with a man as 2 and a king as 3, as MOVE counts it.
fn material(at: &Board, side: Side) -> i32 {
    2 * at.count(side, Rank::Man) + 3 * at.count(side, Rank::King)
}

/// Double corner: 1 if the active side has material of 6 or less and less than the passive side, and can step into a
/// double corner. Standing there already is not enough.
fn corn(at: &Board) -> i32 {
    let mine = material(at, at.active());
    let enters = moves_to(at).iter().any(|square| DOUBLE_CORNERS.contains(square));
    i32::from(mine <= 6 && material(at, at.passive()) > mine && enters)
}

/// Cramp: 2 if passive pieces hold the cramping square and one of two near it, and active pieces all four others.
fn cramp(at: &Board) -> i32 {
    let (square, near, cramped) = match at.passive() {
        Side::Black => (13, [9, 14], [17, 21, 22, 25]),
        Side::White => (20, [24, 19], [16, 12, 11, 8]),
    };
    let passive = |square: &u8| at.side(*square) == Some(at.passive());
    let active = |square: &u8| at.side(*square) == Some(at.active());
    2 * i32::from(passive(&square) && near.iter().any(passive) && cramped.iter().all(active))
}

/// Denial of occupancy: the squares of MOB where some piece that can step there would be taken by some jump of the
/// passive side that the active side cannot answer with a jump.
fn deny(at: &Board) -> i32 {
    let steps = at.steps(at.active());
    count(&moves_to(at), |square| {
        steps.iter().any(|&(from, to)| {
            if to != square {
                return false;
            }
            let stepped = at.after_step(from, to);
            let takes = stepped.jumps(at.passive());
            takes.iter().any(|jump| {
                jump.taken.contains(&square) && stepped.after_jump(jump).jumps(at.active()).is_empty()
            })
        })
    })
}

/// Diagonal moment, in halves: 3 for every passive piece on the double-corner diagonals, 2 for one a diagonal
/// beside them, 1 for one two diagonals beside them.
fn diav(at: &Board) -> i32 {
    let mut sum = 0;
    for square in 1..=32 {
        if at.side(square) == Some(at.passive()) {
            // How many steps lead from here to the nearest square of the two diagonals.
            let mut reached = vec![square];
            let mut steps = 0;
            while !reached.iter().any(|square| DOUBLE_CORNER_DIAGONALS.contains(square)) {
                reached = reached.iter().flat_map(|square| neighbours(*square)).collect();
                steps += 1;
            }
            sum += (3 - steps).max(0);
        }
    }
    sum
}

/// Dyke: the lines of three adjacent squares on a diagonal that hold three passive pieces. Four in a row are two.
fn dyke(at: &Board) -> i32 {
    let mut sum = 0;
    for middle in 1..=32 {
        // A line of three is known by its middle and one of the two diagonals through it.
        for [one, other] in [[0, 3], [1, 2]] {
            let line =
                [neighbour(middle, DIRECTIONS[one]), Some(middle), neighbour(middle, DIRECTIONS[other])];
            let held =
                |square: &Option<u8>| square.is_some_and(|square| at.side(square) == Some(at.passive()));
            sum += i32::from(line.iter().all(held));
        }
    }
    sum
}

/// Exchange: the squares to which some piece of the active side can step so that the passive side must jump, and
/// whatever it jumps, the active side can jump after it.
fn exch(at: &Board) -> i32 {
    let steps = at.steps(at.active());
    count(&moves_to(at), |square| {
        steps.iter().any(|&(from, to)| {
            if to != square {
                return false;
            }
            let stepped = at.after_step(from, to);
            let takes = stepped.jumps(at.passive());
            !takes.is_empty()
                && takes.iter().all(|jump| !stepped.after_jump(jump).jumps(at.active()).is_empty())
        })
    })
}

/// Exposure: the passive pieces with two empty neighbours on the same diagonal, each piece once.
fn expos(at: &Board) -> i32 {
    count_all(|square| {
        let empty =
            |direction: usize| neighbour(square, DIRECTIONS[direction]).is_some_and(|next| at.is_empty(next));
        at.side(square) == Some(at.passive()) && (empty(0) && empty(3) || empty(1) && empty(2))
    })
}

/// Threat of fork: the pairs of passive pieces next to each other in a row that one active piece on an empty square
/// between them, one row away, could jump both ways. The active side need not reach that square in one move. From
/// the side to which its men do not look it needs a king somewhere. A pair is counted once.
fn fork(at: &Board) -> i32 {
    let rows: [i32; 2] = if at.active() == Side::Black { [-1, 1] } else { [1, -1] };
    let mut sum = 0;
    for left in (1..=32u8).filter(|square| square % 4 != 0) {
        let pair = [left, left + 1];
        if pair.iter().any(|square| at.side(*square) != Some(at.passive())) {
            continue;
        }
        let forked = |row: i32| {
            let between = neighbour(pair[0], (row, 1));
            let landings = [neighbour(pair[0], (-row, -1)), neighbour(pair[1], (-row, 1))];
            let empty = |square: Option<u8>| square.is_some_and(|square| at.is_empty(square));
            empty(between) && landings.into_iter().all(empty)
        };
        sum += i32::from(forked(rows[0]) || at.count(at.active(), Rank::King) > 0 && forked(rows[1]));
    }
    sum
}

/// Gap: the empty squares with, on one diagonal, passive pieces as both neighbours, or one such neighbour and the
/// edge of the board on the other side. A square is counted once.
fn gap(at: &Board) -> i32 {
    count_all(|square| {
        let beyond = |direction: usize| neighbour(square, DIRECTIONS[direction]);
        let held =
            |direction: usize| beyond(direction).is_some_and(|next| at.side(next) == Some(at.passive()));
        let separates = |one: usize, other: usize| {
            held(one) && (held(other) || beyond(other).is_none()) || held(other) && beyond(one).is_none()
        };
        at.is_empty(square) && (separates(0, 3) || separates(1, 2))
    })
}

/// Hole: the empty squares with three or four passive neighbours.
fn hole(at: &Board) -> i32 {
    count_all(|square| {
        let held = neighbours(square).into_iter().filter(|next| at.side(*next) == Some(at.passive())).count();
        at.is_empty(square) && held >= 3
    })
}

/// The move: 1 if both sides have the same number of pieces, their material together is below 24, and the files that
/// begin at 1, 2, 3 and 4 hold an odd number of pieces. Even in number, not in material: only then does the other
/// half of the files say the same, and the term the same for both colours.
fn the_move(at: &Board) -> i32 {
    let pieces = |side| at.count(side, Rank::Man) + at.count(side, Rank::King);
    let total = material(at, Side::Black) + material(at, Side::White);
    let in_system = count_all(|square| (square - 1) / 4 % 2 == 0 && at.side(square).is_some());
    i32::from(pieces(Side::Black) == pieces(Side::White) && total < 24 && in_system % 2 == 1)
}

/// Node: the passive pieces with three or four empty neighbours.
fn node(at: &Board) -> i32 {
    count_all(|square| at.side(square) == Some(at.passive()) && empty_neighbours(at, square) >= 3)
}

/// Pole: the passive men all of whose neighbours are empty; on the edge these are two, in a single corner one.
fn pole(at: &Board) -> i32 {
    count_all(|square| {
        at.is(square, at.passive(), Rank::Man) && empty_neighbours(at, square) == neighbours(square).len()
    })
}

/// Threat: the squares to which a piece of the active side can step and from which that same piece could then jump,
/// were it to move again. A man that is crowned there threatens as a king.
fn thret(at: &Board) -> i32 {
    let steps = at.steps(at.active());
    count(&moves_to(at), |square| {
        steps.iter().any(|&(from, to)| {
            to == square && at.after_step(from, to).jumps(at.active()).iter().any(|jump| jump.from == square)
        })
    })
}
