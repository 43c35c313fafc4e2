//! Baroque chess (Ultima), with every disputed rule as an option.
//!
//! The board is an array of eight ranks of eight cells. A move is found by walking from a piece in each
//! direction, square by square, and looking at the neighbours when it lands.

mod options;
mod search;
#[cfg(test)]
mod tests;

use crate::Plain;
use options::{End, Options};
use search::Search;

/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side that moves first, written with capital letters.
    White,
    /// The other side, written with small letters.
    Black,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Moves like a rook and takes enemies between itself and a friend.
    Pincer,
    /// Takes enemies on the two corners of the rectangle it spans with its king.
    Coordinator,
    /// Takes enemies by jumping over them.
    Leaper,
    /// Takes each kind in that kind's own manner.
    Imitator,
    /// Takes the adjacent enemy it moves directly away from.
    Withdrawer,
    /// Takes by stepping onto an enemy.
    King,
    /// Takes nothing and keeps adjacent enemies from moving.
    Freezer,
}

impl Kind {
    fn letter(self) -> char {
        match self {
            Kind::Pincer => 'p',
            Kind::Coordinator => 'c',
            Kind::Leaper => 'l',
            Kind::Imitator => 'i',
            Kind::Withdrawer => 'w',
            Kind::King => 'k',
            Kind::Freezer => 'f',
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The owner.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    fn from_letter(letter: char) -> Option<Piece> {
        let kind = match letter.to_ascii_lowercase() {
            'p' => Kind::Pincer,
            'c' => Kind::Coordinator,
            'l' => Kind::Leaper,
            'i' => Kind::Imitator,
            'w' => Kind::Withdrawer,
            'k' => Kind::King,
            'f' => Kind::Freezer,
            _ => return None,
        };
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        Some(Piece { side, kind })
    }

    fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter().to_ascii_uppercase(),
            Side::Black => self.kind.letter(),
        }
    }
}

/// A square, with rank 1 and file a both counted as zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// The rank, 0 to 7.
    pub rank: u8,
    /// The file, 0 to 7.
    pub file: u8,
}

impl Square {
    fn step(self, direction: Direction) -> Option<Square> {
        let rank = self.rank as i8 + direction.rank;
        let file = self.file as i8 + direction.file;
        let on_board = (0..8).contains(&rank) && (0..8).contains(&file);
        on_board.then_some(Square { rank: rank as u8, file: file as u8 })
    }

    fn bit(self) -> u64 {
        1 << (self.rank * 8 + self.file)
    }

    fn push_text(self, text: &mut String) {
        text.push((b'a' + self.file) as char);
        text.push((b'1' + self.rank) as char);
    }
}

/// One step of a line; the first four of `DIRECTIONS` are the orthogonal ones.
#[derive(Clone, Copy)]
struct Direction {
    rank: i8,
    file: i8,
}

impl Direction {
    fn reversed(self) -> Direction {
        Direction { rank: -self.rank, file: -self.file }
    }

    fn is_orthogonal(self) -> bool {
        self.rank == 0 || self.file == 0
    }
}

const DIRECTIONS: [Direction; 8] = [
    Direction { rank: 1, file: 0 },
    Direction { rank: 0, file: 1 },
    Direction { rank: -1, file: 0 },
    Direction { rank: 0, file: -1 },
    Direction { rank: 1, file: 1 },
    Direction { rank: -1, file: 1 },
    Direction { rank: -1, file: -1 },
    Direction { rank: 1, file: -1 },
];

const ORTHOGONAL: [Direction; 4] = [DIRECTIONS[0], DIRECTIONS[1], DIRECTIONS[2], DIRECTIONS[3]];

/// A board and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The cells, by rank and then by file.
    pub board: [[Option<Piece>; 8]; 8],
    /// The side to move.
    pub side: Side,
}

impl Position {
    fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.rank as usize][square.file as usize]
    }

    fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.board[square.rank as usize][square.file as usize] = piece;
    }

    fn is(&self, square: Square, side: Side, kind: Kind) -> bool {
        self.at(square) == Some(Piece { side, kind })
    }

    fn is_of(&self, square: Square, side: Side) -> bool {
        self.at(square).is_some_and(|piece| piece.side == side)
    }

    /// Whether a piece of this side and kind stands on one of the eight neighbours of a square.
    fn has_neighbour(&self, square: Square, side: Side, kind: Kind) -> bool {
        neighbours(square).any(|near| self.is(near, side, kind))
    }

    fn king(&self, side: Side) -> Option<Square> {
        squares().find(|square| self.is(*square, side, Kind::King))
    }

    fn king_count(&self, side: Side) -> usize {
        squares().filter(|square| self.is(*square, side, Kind::King)).count()
    }
}

fn squares() -> impl Iterator<Item = Square> {
    (0..64).map(|index| Square { rank: index / 8, file: index % 8 })
}

fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    DIRECTIONS.into_iter().filter_map(move |direction| square.step(direction))
}

/// What a move text carries behind its two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suffix {
    /// Nothing, because the two squares say it all.
    None,
    /// The one kind whose manner of capture an imitator chose.
    Kind(Kind),
    /// A dash: the imitator declined to capture.
    Declined,
}

/// A move: the squares it goes between, and every square it empties of a captured piece.
///
/// A suicide goes from a square to itself and has that square as its only captured one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The square the piece leaves.
    pub from: Square,
    /// The square the piece lands on.
    pub to: Square,
    /// The squares of the captured pieces, bit `8 * rank + file` for each.
    pub captured: u64,
    /// What distinguishes this move from others with the same squares.
    pub suffix: Suffix,
}

/// The rules of Baroque chess under one choice of options.
#[derive(Clone, Debug)]
pub struct Baroque {
    options: Options,
}

impl Baroque {
    /// The rules under the options in a comma separated text such as `ultima,suicide=no`; `None` if
    /// something in it is unknown. The empty text means the preset `uw`.
    pub fn with_options(options: &str) -> Option<Baroque> {
        Options::read(options).map(|options| Baroque { options })
    }

    /// Moves of the side to move, regardless of what happens to its own king.
    fn unchecked_moves(&self, at: &Position) -> Vec<Move> {
        let search = Search {
            options: &self.options,
            position: at,
            side: at.side,
            enemy: at.side.other(),
            king: at.king(at.side),
            moves: Vec::with_capacity(64),
        };
        search.run()
    }

    /// Whether the side to move has a move, by any kind of capture, that removes the other king.
    fn can_take_king(&self, at: &Position) -> bool {
        let king = at.king(at.side.other()).map_or(0, Square::bit);
        self.unchecked_moves(at).iter().any(|mv| mv.captured & king != 0)
    }
}

/// Drops the kind's suffix where no other capturing successor shares both squares.
///
/// Successors are taken to be legal ones: where `checkmate` forbids all but one of them, that one needs no
/// suffix. A declined capture is no capturing successor and always keeps its dash.
fn drop_needless_suffixes(moves: &mut [Move]) {
    for index in 0..moves.len() {
        if !matches!(moves[index].suffix, Suffix::Kind(_)) {
            continue;
        }
        let (from, to) = (moves[index].from, moves[index].to);
        let shared = |other: &&Move| other.from == from && other.to == to && other.captured != 0;
        if moves.iter().filter(shared).count() == 1 {
            moves[index].suffix = Suffix::None;
        }
    }
}

fn read_rank(text: &str) -> Option<[Option<Piece>; 8]> {
    let mut rank = [None; 8];
    let mut file = 0;
    for letter in text.chars() {
        if let Some(run) = letter.to_digit(10) {
            if run == 0 {
                return None;
            }
            file += run as usize;
        } else {
            *rank.get_mut(file)? = Some(Piece::from_letter(letter)?);
            file += 1;
        }
    }
    (file == 8).then_some(rank)
}

impl Plain for Baroque {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let text = "cliwkilf/pppppppp/8/8/8/8/PPPPPPPP/FLIWKILC w";
        let mut position = self.read(text).expect("The start text is well formed.");
        let Options { corners, kings, .. } = self.options;
        for (exchange, rank, one, other) in [
            (corners.white, 0, 0, 7),
            (corners.black, 7, 0, 7),
            (kings.white, 0, 3, 4),
            (kings.black, 7, 3, 4),
        ] {
            if exchange {
                position.board[rank].swap(one, other);
            }
        }
        position
    }

    /// Refuses two kings of a side, a board without any king, and under `checkmate` a position where the
    /// side to move can take the king (the rules page, clarification 13). One missing king is accepted.
    fn read(&self, text: &str) -> Option<Position> {
        let (ranks, side) = text.split_once(' ')?;
        let side = match side {
            "w" => Side::White,
            "b" => Side::Black,
            _ => return None,
        };
        let mut position = Position { board: [[None; 8]; 8], side };
        let ranks: Vec<&str> = ranks.split('/').collect();
        if ranks.len() != 8 {
            return None;
        }
        for (row, rank) in position.board.iter_mut().rev().zip(ranks) {
            *row = read_rank(rank)?;
        }
        let (white, black) = (position.king_count(Side::White), position.king_count(Side::Black));
        if white > 1 || black > 1 || white + black == 0 {
            return None;
        }
        let refused =
            self.options.end == End::Checkmate && white + black == 2 && self.can_take_king(&position);
        (!refused).then_some(position)
    }

    fn text(&self, at: &Position) -> String {
        let mut text = String::new();
        for (index, rank) in at.board.iter().rev().enumerate() {
            if index > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for cell in rank {
                match cell {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                        }
                        empty = 0;
                        text.push(piece.letter());
                    }
                }
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
        }
        text.push_str(if at.side == Side::White { " w" } else { " b" });
        text
    }

    fn moves(&self, at: &Position) -> Vec<Move> {
        if at.king(Side::White).is_none() || at.king(Side::Black).is_none() {
            return Vec::new();
        }
        let mut moves = self.unchecked_moves(at);
        if self.options.end == End::Checkmate {
            moves.retain(|mv| !self.can_take_king(&self.play(at, mv)));
        }
        drop_needless_suffixes(&mut moves);
        moves
    }

    fn play(&self, at: &Position, mv: &Move) -> Position {
        let mut after = at.clone();
        let mover = at.at(mv.from);
        after.put(mv.from, None);
        for square in squares() {
            if mv.captured & square.bit() != 0 {
                after.put(square, None);
            }
        }
        if mv.from != mv.to {
            after.put(mv.to, mover);
        }
        after.side = at.side.other();
        after
    }

    fn move_text(&self, _at: &Position, mv: &Move) -> String {
        let mut text = String::new();
        mv.from.push_text(&mut text);
        mv.to.push_text(&mut text);
        match mv.suffix {
            Suffix::None => {}
            Suffix::Kind(kind) => {
                text.push('=');
                text.push(kind.letter());
            }
            Suffix::Declined => text.push_str("=-"),
        }
        text
    }
}
