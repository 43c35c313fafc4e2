//! Discs that can never be turned again: a sound lower estimate.

/// The edge columns, the edge rows, and both.
const SIDES: u64 = 0x8181_8181_8181_8181;
const ENDS: u64 = 0xff00_0000_0000_00ff;
const BORDER: u64 = SIDES | ENDS;

/// The squares on lines without an empty square, for each of the four directions of lines. Nothing can be placed
/// on such a line, so nothing on it turns along it.
struct Full {
    rows: u64,
    columns: u64,
    falling: u64,
    rising: u64,
}

impl Full {
    const fn new(occupied: u64) -> Full {
        let rows = occupied & occupied >> 4;
        let rows = rows & rows >> 2;
        let rows = rows & rows >> 1 & 0x0101_0101_0101_0101;
        let columns = occupied & occupied.rotate_left(32);
        let columns = columns & columns.rotate_left(16);
        Full {
            rows: rows * 0xff,
            columns: columns & columns.rotate_left(8),
            falling: full_diagonals::<9>(occupied, 1),
            rising: full_diagonals::<7>(occupied, -1),
        }
    }
}

/// The squares on full diagonals: each is full as far as one, two, four steps on, in both directions.
const fn full_diagonals<const STEP: u32>(occupied: u64, right: i32) -> u64 {
    let mut ahead = occupied;
    let mut back = occupied;
    let mut reach = 1;
    while reach <= 4 {
        ahead &= ahead >> (STEP * reach as u32) | leaving(reach, right * reach);
        back &= back << (STEP * reach as u32) | leaving(-reach, -right * reach);
        reach *= 2;
    }
    ahead & back
}

/// The squares from which a step leads off the board of eight by eight.
const fn leaving(down: i32, right: i32) -> u64 {
    let mut squares = 0;
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8 + down, square % 8 + right);
        if row < 0 || row > 7 || column < 0 || column > 7 {
            squares |= 1 << square;
        }
        square += 1;
    }
    squares
}

/// Discs of both sides that no play can turn, as far as this sees. A disc is safe along a line that is full, or
/// if its neighbour on that line is off the board or a stable disc of its own colour; safe along all four lines
/// it is stable.
pub fn stable_discs(own: u64, other: u64, board: u64) -> [u64; 2] {
    let full = Full::new(own | other | !board);
    [own, other].map(|discs| grown(discs, &full, !board))
}

/// The same for the discs of one side alone.
pub fn stable(discs: u64, occupied: u64, board: u64) -> u64 {
    grown(discs, &Full::new(occupied | !board), !board)
}

/// Adds stable discs until no more is found.
fn grown(discs: u64, full: &Full, outside: u64) -> u64 {
    let mut stable = 0;
    loop {
        let firm = stable | outside;
        let rows = full.rows | firm << 1 | firm >> 1 | SIDES;
        let columns = full.columns | firm << 8 | firm >> 8 | ENDS;
        let falling = full.falling | firm << 9 | firm >> 9 | BORDER;
        let rising = full.rising | firm << 7 | firm >> 7 | BORDER;
        let more = discs & rows & columns & falling & rising;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Othello;
    use super::*;
    use plybook_kernel::{Game, Random};

    /// Plays random games and looks whether a disc called stable ever changes.
    #[test]
    fn stable_discs_stay() {
        let mut random = Random::new(11);
        for (side, games) in [(8, 3000), (6, 1000), (4, 300)] {
            let game = Othello::new(side);
            let mut most = 0;
            for _ in 0..games {
                let mut at = game.start();
                let mut seen = [0; 2];
                loop {
                    let discs = at.discs();
                    for player in 0..2 {
                        assert_eq!(
                            seen[player] & !discs[player],
                            0,
                            "a stable disc was turned before {at:?}"
                        );
                    }
                    let stable = stable_discs(discs[0], discs[1], game.board);
                    seen = [seen[0] | stable[0], seen[1] | stable[1]];
                    match random.pick(&game.legal(&at)) {
                        Some(&mv) => game.play(&mut at, mv),
                        None => break,
                    }
                }
                most = most.max((seen[0] | seen[1]).count_ones());
            }
            assert_eq!(most as usize, side * side, "a full board is stable");
        }
    }

    #[test]
    fn corners_make_neighbours_stable() {
        let stable = |own, other| stable_discs(own, other, u64::MAX);
        assert_eq!(stable(0b111, 0b1000), [0b111, 0]);
        assert_eq!(stable(0b110, 0), [0, 0]);
        assert_eq!(stable(0x0101_0307, 0), [0x0101_0307, 0]);
        assert_eq!(stable(0b0101_0101, 0b1010_1010), [0b0101_0101, 0b1010_1010]);
    }
}
