//! The board of Samuel's terms: 32 numbered squares, steps and jumps.

/// The two sides. Black starts on 1 to 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Moves towards 29 to 32.
    Black,
    /// Moves towards 1 to 4.
    White,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rank {
    Man,
    King,
}

/// The steps to the four neighbours, as rows and columns; row 0 is at the top. The first and the last lie on one
/// diagonal, the two others on the other.
pub(super) const DIRECTIONS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// A position: what stands on the squares 1 to 32, and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    squares: [Option<(Side, Rank)>; 33],
    to_move: Side,
}

/// A complete chain of jumps.
pub(super) struct Jump {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) taken: Vec<u8>,
}

/// The neighbour of a square in a direction, if the board goes on there.
pub(super) fn neighbour(square: u8, (rows, columns): (i32, i32)) -> Option<u8> {
    let row = i32::from(square - 1) / 4;
    // The first row begins on the second column, the next on the first, and so on.
    let column = i32::from(square - 1) % 4 * 2 + (row + 1) % 2;
    let (row, column) = (row + rows, column + columns);
    let on_board = (0..8).contains(&row) && (0..8).contains(&column);
    on_board.then_some((row * 4 + column / 2 + 1) as u8)
}

/// The directions in which a piece goes.
fn directions(side: Side, rank: Rank) -> Vec<(i32, i32)> {
    let forward = if side == Side::Black { 1 } else { -1 };
    DIRECTIONS.into_iter().filter(|(rows, _)| rank == Rank::King || *rows == forward).collect()
}

/// A man of this side is crowned here.
fn crowns(side: Side, square: u8) -> bool {
    if side == Side::Black { square > 28 } else { square < 5 }
}

impl Board {
    /// Reads `B:W18,K24:B1-4`: the side to move, White's pieces, Black's pieces; `None` for anything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Board> {
        let parts: Vec<&str> = text.split(':').collect();
        let [to_move, white, black] = parts[..] else {
            return None;
        };
        let to_move = match to_move {
            "B" => Side::Black,
            "W" => Side::White,
            _ => return None,
        };
        let mut board = Board { squares: [None; 33], to_move };
        for (list, letter, side) in [(white, 'W', Side::White), (black, 'B', Side::Black)] {
            let list = list.strip_prefix(letter)?;
            for item in list.split(',').filter(|_| !list.is_empty()) {
                let (rank, range) = match item.strip_prefix('K') {
                    Some(range) => (Rank::King, range),
                    None => (Rank::Man, item),
                };
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                let (first, last): (u8, u8) = (first.parse().ok()?, last.parse().ok()?);
                if first < 1 || last > 32 || first > last {
                    return None;
                }
                for square in first..=last {
                    if board.squares[usize::from(square)].replace((side, rank)).is_some() {
                        return None;
                    }
                }
            }
        }
        Some(board)
    }

    /// The side to move.
    pub(super) fn active(&self) -> Side {
        self.to_move
    }

    /// The side that has just moved.
    pub(super) fn passive(&self) -> Side {
        self.to_move.other()
    }

    /// The same pieces with the other side to move: active and passive exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Board {
        Board { to_move: self.to_move.other(), ..self.clone() }
    }

    /// The board seen from the other side: the square n becomes 33 - n, and the colours change.
    #[must_use]
    pub fn turned(&self) -> Board {
        let mut turned = Board { squares: [None; 33], to_move: self.to_move.other() };
        for square in 1..=32 {
            turned.squares[33 - square] = self.squares[square].map(|(side, rank)| (side.other(), rank));
        }
        turned
    }

    /// Who stands on a square.
    pub(super) fn side(&self, square: u8) -> Option<Side> {
        self.squares[usize::from(square)].map(|(side, _)| side)
    }

    /// Whether just this piece stands on a square.
    pub(super) fn is(&self, square: u8, side: Side, rank: Rank) -> bool {
        self.squares[usize::from(square)] == Some((side, rank))
    }

    pub(super) fn is_empty(&self, square: u8) -> bool {
        self.squares[usize::from(square)].is_none()
    }

    /// How many pieces of this kind a side has.
    pub(super) fn count(&self, side: Side, rank: Rank) -> i32 {
        (1..=32).filter(|square| self.is(*square, side, rank)).count() as i32
    }

    /// All steps of a side, jumps or not.
    pub(super) fn steps(&self, side: Side) -> Vec<(u8, u8)> {
        let mut steps = Vec::new();
        for from in 1..=32 {
            if let Some((owner, rank)) = self.squares[usize::from(from)]
                && owner == side
            {
                let to =
                    directions(side, rank).into_iter().filter_map(|direction| neighbour(from, direction));
                steps.extend(to.filter(|to| self.is_empty(*to)).map(|to| (from, to)));
            }
        }
        steps
    }

    /// The board after a step, the turn handed over.
    pub(super) fn after_step(&self, from: u8, to: u8) -> Board {
        self.after_jump(&Jump { from, to, taken: Vec::new() })
    }

    /// The board after a chain of jumps, the turn handed over.
    pub(super) fn after_jump(&self, jump: &Jump) -> Board {
        let mut next = self.exchanged();
        let piece = next.squares[usize::from(jump.from)].take();
        for taken in &jump.taken {
            next.squares[usize::from(*taken)] = None;
        }
        next.squares[usize::from(jump.to)] = match piece {
            Some((side, _)) if crowns(side, jump.to) => Some((side, Rank::King)),
            piece => piece,
        };
        next
    }

    /// All complete chains of jumps of a side.
    pub(super) fn jumps(&self, side: Side) -> Vec<Jump> {
        let mut found = Vec::new();
        for from in 1..=32 {
            if let Some((owner, rank)) = self.squares[usize::from(from)]
                && owner == side
            {
                // The piece is in the air: its own square is empty while it jumps.
                let mut lifted = self.clone();
                lifted.squares[usize::from(from)] = None;
                lifted.chains((side, rank), from, from, &[], &mut found);
            }
        }
        found
    }

    /// Goes on with a chain of jumps from `at`, in every way.
    fn chains(&self, piece: (Side, Rank), from: u8, at: u8, taken: &[u8], found: &mut Vec<Jump>) {
        let (side, rank) = piece;
        let mut goes_on = false;
        // A man that has reached the last row by a jump is crowned, and its turn is over.
        let crowned = rank == Rank::Man && !taken.is_empty() && crowns(side, at);
        for direction in directions(side, rank).into_iter().filter(|_| !crowned) {
            let Some(over) = neighbour(at, direction) else { continue };
            let Some(to) = neighbour(over, direction) else { continue };
            if self.side(over) == Some(side.other()) && !taken.contains(&over) && self.is_empty(to) {
                goes_on = true;
                self.chains(piece, from, to, &[taken, &[over]].concat(), found);
            }
        }
        if !goes_on && !taken.is_empty() {
            found.push(Jump { from, to: at, taken: taken.to_vec() });
        }
    }
}
