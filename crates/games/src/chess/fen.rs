//! Positions as FEN. Reading checks everything that the rules can tell, and says what is wrong where.
//!
//! Castling rights are read as `KQkq` (the outermost rook of that side) or by the rook's file (`HAha`), and
//! written the second way in Chess960. The counters are optional in reading.

use super::notation::{color_name, letter, piece_name, rights};
use super::position::Position;
use cozy_chess::{
    BitBoard, Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square, get_bishop_moves,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use plybook_kernel::ReadError;
use plybook_kernel::rows::{read_rows, side, write_rows};

/// The letters of the men: White's kinds in the order of `Piece`, then Black's.
const LETTERS: &str = "PNBRQKpnbrqk";
/// The form that error messages show.
const SHAPE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Men of each kind that a side starts with, in the order of `Piece`.
const AT_START: [u32; 6] = [8, 2, 2, 2, 1, 1];
/// The most pieces that can give check at once.
const MOST_CHECKERS: u32 = 2;
/// The most digits that a counter may have.
const DIGITS: usize = 9;

/// Writes a position with its counters.
pub(super) fn write(at: &Position, chess960: bool, quiet: u32, moves: u32) -> String {
    let board = at.board();
    let men = write_rows(8, 8, |row, column| {
        let square = Square::index(8 * row + column);
        Some(letter(board.color_on(square)?, board.piece_on(square)?))
    });
    let mut castling = String::new();
    for color in Color::ALL {
        for (short, file) in rights(at, color) {
            let letter = match (chess960, short) {
                (true, _) => char::from(file),
                (false, true) => 'k',
                (false, false) => 'q',
            };
            castling.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if castling.is_empty() {
        castling.push('-');
    }
    let passed = at.en_passant().map_or_else(|| "-".to_owned(), |square| square.to_string());
    format!("{men} {} {castling} {passed} {quiet} {moves}", board.side_to_move())
}

/// Reads a position.
///
/// # Errors
/// Says which part of the text breaks which rule.
pub(super) fn read(text: &str, chess960: bool) -> Result<Position, ReadError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let (&[men, mover, castling, passed], counters) = match fields.split_first_chunk::<4>() {
        Some((first, rest)) if rest.is_empty() || rest.len() == 2 => (first, rest),
        _ => {
            let problem =
                format!("{} parts separated by spaces, not 6 (or 4, without the counters)", fields.len());
            return Err(ReadError::new("position", text, problem, format!("write it like `{SHAPE}`")));
        }
    };
    let mut reader = Reader { text, men, builder: BoardBuilder::empty(), sets: Default::default() };
    for (square, number) in read_rows(text, men, [8, 8], LETTERS)?.into_iter().enumerate() {
        let Some(number) = number else { continue };
        let (color, piece) = (Color::index(number / 6), Piece::index(number % 6));
        reader.builder.board[square] = Some((piece, color));
        reader.sets[color as usize][piece as usize] |= Square::index(square).bitboard();
    }
    reader.builder.side_to_move = Color::index(side(text, mover, &["w", "b"])?.index());
    reader.check_men()?;
    reader.check_kings()?;
    let castling_at = men.len() + mover.len() + 2;
    reader.castling(castling, castling_at, chess960)?;
    let passed_at = castling_at + castling.len() + 1;
    reader.en_passant(passed, passed_at)?;
    let mut start = passed_at + passed.len() + 1;
    for (counter, (name, least)) in counters.iter().zip([("halfmove clock", 0), ("move number", 1)]) {
        reader.counter(counter, start, name, least)?;
        start += counter.len() + 1;
    }
    reader.build(passed_at).map(Position::new)
}

/// A text and what was read of it.
struct Reader<'a> {
    text: &'a str,
    men: &'a str,
    builder: BoardBuilder,
    /// The squares of each side's men by kind.
    sets: [[BitBoard; 6]; 2],
}

impl Reader<'_> {
    fn error(&self, problem: impl Into<String>, remedy: impl Into<String>) -> ReadError {
        ReadError::new("position", self.text, problem, remedy)
    }

    /// The squares of one side's men of a kind.
    const fn of(&self, color: Color, piece: Piece) -> BitBoard {
        self.sets[color as usize][piece as usize]
    }

    /// The byte of the text at which the man on a square is written.
    fn place(&self, square: Square) -> usize {
        let (mut row, mut column) = (7, 0);
        for (byte, letter) in self.men.char_indices() {
            match letter.to_digit(10) {
                _ if letter == '/' => (row, column) = (row - 1, 0),
                Some(empty) => column += empty as usize,
                None if (row, column) == (square.rank() as usize, square.file() as usize) => return byte,
                None => column += 1,
            }
        }
        0
    }

    /// Each side has one king, no more men than promotions explain, and no pawn on its first or last rank.
    fn check_men(&self) -> Result<(), ReadError> {
        for color in Color::ALL {
            let name = color_name(color);
            let counts = self.sets[color as usize].map(BitBoard::len);
            let kings = counts[Piece::King as usize];
            if kings != 1 {
                let problem = format!("{name} has {kings} kings");
                return Err(self.error(problem, format!("put exactly one `{}`", letter(color, Piece::King))));
            }
            let pawns = self.of(color, Piece::Pawn);
            let edge = pawns & (Rank::First.bitboard() | Rank::Eighth.bitboard());
            if let Some(square) = edge.next_square() {
                let remedy = "pawns start on the second rank and promote on the last";
                return Err(self.error(format!("a pawn on {square}"), remedy).at(self.place(square)));
            }
            let officers = Piece::Knight as usize..Piece::King as usize;
            let promoted: u32 = officers.map(|kind| counts[kind].saturating_sub(AT_START[kind])).sum();
            if pawns.len() + promoted > AT_START[0] {
                let problem = match promoted {
                    0 => format!("{name} has {} pawns", pawns.len()),
                    _ => format!("{name} has {} pawns and {promoted} promoted", pawns.len()),
                };
                let remedy = "pawns and pieces beyond the starting set are eight together at most";
                return Err(self.error(problem, remedy));
            }
        }
        Ok(())
    }

    /// The men of a colour that attack a square.
    fn attackers(&self, square: Square, color: Color) -> BitBoard {
        let men = self.sets.iter().flatten().fold(BitBoard::EMPTY, |men, &set| men | set);
        let [pawns, knights, bishops, rooks, queens, king] = self.sets[color as usize];
        get_pawn_attacks(square, !color) & pawns
            | get_knight_moves(square) & knights
            | get_bishop_moves(square, men) & (bishops | queens)
            | get_rook_moves(square, men) & (rooks | queens)
            | get_king_moves(square) & king
    }

    /// The side that just moved is not in check, and the other not by more men than can be.
    fn check_kings(&self) -> Result<(), ReadError> {
        let mover = self.builder.side_to_move;
        let Some(waiting) = self.of(!mover, Piece::King).next_square() else { return Ok(()) };
        if let Some(attacker) = self.attackers(waiting, mover).next_square() {
            let kind = self.builder.square(attacker).map_or("man", |(piece, _)| piece_name(piece));
            let problem = format!(
                "{} is to move, but the {kind} on {attacker} attacks the king on {waiting}",
                color_name(mover)
            );
            let remedy = "the side that just moved cannot stand in check";
            return Err(self.error(problem, remedy).at(self.place(attacker)));
        }
        let Some(king) = self.of(mover, Piece::King).next_square() else { return Ok(()) };
        let checkers = self.attackers(king, !mover).len();
        if checkers > MOST_CHECKERS {
            let problem = format!("the king on {king} is attacked by {checkers} men");
            return Err(self.error(problem, "a move can give check with two at most").at(self.place(king)));
        }
        Ok(())
    }

    /// Reads the castling rights.
    fn castling(&mut self, field: &str, start: usize, chess960: bool) -> Result<(), ReadError> {
        if field == "-" {
            return Ok(());
        }
        let forms = if chess960 { "rook files such as `HAha`, or `KQkq`" } else { "some of `KQkq`" };
        if field.is_empty() {
            return Err(self.error("no castling rights", format!("write {forms}, or `-`")).at(start));
        }
        for (offset, right) in field.char_indices() {
            let fail = |problem: String, remedy: String| Err(self.error(problem, remedy).at(start + offset));
            let color = if right.is_ascii_uppercase() { Color::White } else { Color::Black };
            let home = Rank::First.relative_to(color);
            let name = color_name(color);
            let king = self.of(color, Piece::King) & home.bitboard();
            let rooks = self.of(color, Piece::Rook) & home.bitboard();
            let lower = right.to_ascii_lowercase();
            if !matches!(lower, 'k' | 'q' | 'a'..='h') {
                return fail(format!("`{right}` is no castling right"), format!("write {forms}, or `-`"));
            }
            let king = match king.next_square() {
                Some(king) if chess960 || king.file() == File::E => king,
                _ => {
                    let place = if chess960 { format!("rank {home}") } else { format!("e{home}") };
                    let problem = format!("`{right}` lets {name} castle, but the king is not on {place}");
                    return fail(problem, "leave the right out".to_owned());
                }
            };
            let rook = match lower {
                'k' if chess960 => {
                    rooks.into_iter().map(Square::file).filter(|&file| file > king.file()).last()
                }
                'q' if chess960 => rooks.into_iter().map(Square::file).find(|&file| file < king.file()),
                'k' => Some(File::H),
                'q' => Some(File::A),
                file => File::try_from(file).ok(),
            };
            let fits = |file: &File| {
                rooks.has(Square::new(*file, home)) && (chess960 || matches!(file, File::A | File::H))
            };
            let Some(file) = rook.filter(fits) else {
                let problem = format!("`{right}` lets {name} castle, but its rook is not there");
                return fail(problem, "leave the right out".to_owned());
            };
            let rights = &mut self.builder.castle_rights[color as usize];
            let right_of_side = if file > king.file() { &mut rights.short } else { &mut rights.long };
            if right_of_side.replace(file).is_some() {
                let problem = format!("`{right}` gives {name} a right on that side for the second time");
                return Err(self.error(problem, "give it once").at(start + offset));
            }
        }
        Ok(())
    }

    /// Reads the en passant square.
    fn en_passant(&mut self, field: &str, start: usize) -> Result<(), ReadError> {
        if field == "-" {
            return Ok(());
        }
        let fail = |problem: String, remedy: String| Err(self.error(problem, remedy).at(start));
        let Ok(square) = field.parse::<Square>() else {
            return fail(
                format!("`{field}` is no en passant square"),
                "write a square such as `e3`, or `-`".to_owned(),
            );
        };
        let mover = self.builder.side_to_move;
        let rank = Rank::Sixth.relative_to(mover);
        if square.rank() != rank {
            let problem =
                format!("`{field}` cannot be taken en passant when {} is to move", color_name(mover));
            return fail(problem, format!("the square is on rank {rank}, or write `-`"));
        }
        let pawn = Square::new(square.file(), Rank::Fifth.relative_to(mover));
        let home = Square::new(square.file(), Rank::Seventh.relative_to(mover));
        if self.builder.square(pawn) != Some((Piece::Pawn, !mover)) {
            let problem =
                format!("en passant on `{field}`, but {} has no pawn on {pawn}", color_name(!mover));
            return fail(problem, "name the square that a pawn just jumped over, or write `-`".to_owned());
        }
        for crossed in [square, home] {
            if self.builder.square(crossed).is_some() {
                let problem = format!(
                    "en passant on `{field}`, but the pawn cannot come from {home}: {crossed} is taken"
                );
                return fail(problem, "write `-`".to_owned());
            }
        }
        self.builder.en_passant = Some(square);
        Ok(())
    }

    /// Checks one of the counters.
    fn counter(&self, field: &str, start: usize, name: &str, least: u32) -> Result<(), ReadError> {
        let digits =
            !field.is_empty() && field.len() <= DIGITS && field.bytes().all(|byte| byte.is_ascii_digit());
        match field.parse::<u32>() {
            Ok(number) if digits && number >= least => Ok(()),
            _ => {
                let remedy = format!("write a number from {least}, with {DIGITS} digits at most");
                Err(self.error(format!("`{field}` cannot be the {name}"), remedy).at(start))
            }
        }
    }

    /// The board. What is left to refuse is a check that the pawn's double step cannot have left.
    fn build(&self, passed_at: usize) -> Result<Board, ReadError> {
        self.builder.build().map_err(|error| match error {
            BoardBuilderError::InvalidEnPassant => {
                let problem = "the mover is in check, but not by the pawn's double step";
                self.error(problem, "write `-` for the en passant square").at(passed_at)
            }
            other => self.error(other.to_string(), format!("write it like `{SHAPE}`")),
        })
    }
}
