//! The few ways in which games write a board, for writing a changed one.

use plybook_catalog::{Board, BoardShape, PieceOn, PieceToken, Square, SquareGround};

/// A board that is wanted, and who is to move on it.
pub struct Wanted {
    /// The board.
    pub board: Board,
    /// Who is to move; as it was if none.
    pub mover: Option<u8>,
}

/// How a position's text writes the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// `3/1X1/3 O`: rows with a letter for each piece and numbers for empty cells; FEN is one of these.
    Rows,
    /// `.../.W. W`: rows with a character for every cell.
    FullRows,
    /// `O----OX- O`: one character for every cell.
    Flat,
    /// `W:W30,K6:B1`: lists of numbered squares.
    Lists,
    /// `4,4:0 4,4:0 1`: counts of houses and stores.
    Counts,
}

/// Letters for the side to move, in pairs.
const SIDES: [[&str; 2]; 7] =
    [["w", "b"], ["W", "B"], ["X", "O"], ["x", "o"], ["1", "2"], ["B", "W"], ["b", "w"]];

impl Layout {
    /// How this text writes this board; `None` where it is none of the known ways.
    pub fn of(text: &str, board: &Board) -> Option<Layout> {
        let first = text.split(' ').next()?;
        let cells = board.squares.len();
        if board.shape == BoardShape::Pits {
            return Some(Layout::Counts);
        }
        if !matches!(board.shape, BoardShape::Grid | BoardShape::Torus) {
            return None;
        }
        if text.split(':').count() == 3
            && board.squares.iter().any(|square| square.ground == SquareGround::Unused)
        {
            return Some(Layout::Lists);
        }
        let rows: Vec<&str> = first.split('/').collect();
        if rows.len() == board.rows {
            let full = rows.iter().all(|row| {
                row.chars().count() == board.columns && !row.contains(|c: char| c.is_ascii_digit())
            });
            let dotted = first.contains('.') || board.shape == BoardShape::Torus;
            return Some(if full && dotted { Layout::FullRows } else { Layout::Rows });
        }
        (first.chars().count() == cells).then_some(Layout::Flat)
    }

    /// Texts that may say what is wanted, the likeliest first.
    pub fn write(self, text: &str, wanted: &Wanted) -> Vec<String> {
        let board = &wanted.board;
        match self {
            Layout::Lists => return lists(text, wanted),
            Layout::Counts => return counts(text, wanted),
            Layout::Rows | Layout::FullRows | Layout::Flat => {}
        }
        let rows = board.squares.chunks(board.columns.max(1));
        let first = match self {
            Layout::Rows => rows.map(shortened).collect::<Vec<_>>().join("/"),
            Layout::FullRows => rows.map(|row| characters(row, '.')).collect::<Vec<_>>().join("/"),
            _ => characters(&board.squares, '-'),
        };
        let fields: Vec<&str> = text.split(' ').skip(1).collect();
        let mut texts = Vec::new();
        for side in sides(fields.first().copied().unwrap_or_default(), wanted.mover) {
            let rest: Vec<&str> = fields.iter().skip(1).copied().collect();
            texts.push([&[first.as_str(), &side], &rest[..]].concat().join(" "));
            if rest.len() >= 2 {
                // What the text says beside the board may no longer be true, such as rights to castle.
                let plain = [&["-", "-"], &rest[2..]].concat();
                texts.push([&[first.as_str(), &side], &plain[..]].concat().join(" "));
            }
        }
        texts
    }
}

/// How the side to move may be written.
fn sides(now: &str, mover: Option<u8>) -> Vec<String> {
    let Some(mover) = mover else { return vec![now.to_owned()] };
    let fitting = SIDES.iter().filter(|pair| pair.contains(&now));
    let mut all: Vec<String> = Vec::new();
    for pair in fitting {
        all.push(pair[usize::from(mover.min(1))].to_owned());
    }
    all.dedup();
    all
}

/// A row with a number for each run of empty cells.
fn shortened(row: &[Square]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for square in row {
        match &square.piece {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(piece.letter);
            }
        }
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

/// A character for every cell.
fn characters(squares: &[Square], empty: char) -> String {
    let letter = |square: &Square| match (&square.piece, square.ground) {
        (Some(piece), _) => piece.letter,
        (None, SquareGround::Hole) => '-',
        (None, _) => empty,
    };
    squares.iter().map(letter).collect()
}

/// Lists of the squares of either side, kings with a `K`.
fn lists(text: &str, wanted: &Wanted) -> Vec<String> {
    let list = |sign: char| {
        let of_side = |piece: &PieceOn| piece.letter.eq_ignore_ascii_case(&sign);
        let pieces = wanted.board.squares.iter().filter_map(|square| Some((square, square.piece.as_ref()?)));
        let entries = pieces.filter(|(_, piece)| of_side(piece)).map(|(square, piece)| {
            let king = if piece.token == PieceToken::Crowned { "K" } else { "" };
            (square.name.parse::<u32>().unwrap_or(0), format!("{king}{}", square.name))
        });
        let mut entries: Vec<(u32, String)> = entries.collect();
        entries.sort();
        entries.into_iter().map(|(_, entry)| entry).collect::<Vec<_>>().join(",")
    };
    let now = text.split(':').next().unwrap_or_default();
    let both = format!("W{}:B{}", list('w'), list('b'));
    sides(now, wanted.mover).into_iter().map(|side| format!("{side}:{both}")).collect()
}

/// Counts of houses and stores, player by player.
fn counts(text: &str, wanted: &Wanted) -> Vec<String> {
    let numbers: Vec<String> =
        wanted.board.squares.iter().map(|square| square.count.unwrap_or(0).to_string()).collect();
    let rows: Vec<String> = numbers
        .chunks(wanted.board.columns + 1)
        .map(|row| match row.split_last() {
            Some((store, houses)) => format!("{}:{store}", houses.join(",")),
            None => String::new(),
        })
        .collect();
    let now = text.rsplit(' ').next().unwrap_or_default();
    sides(now, wanted.mover).into_iter().map(|side| format!("{} {side}", rows.join(" "))).collect()
}
