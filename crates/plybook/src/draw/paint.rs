//! What a cell looks like.

use crate::output::Output;
use anstyle::{Ansi256Color, Color, Style};
use plybook_catalog::{CellMark, PieceOn, PieceToken, Square, SquareGround, Text};

/// Colours of the 256-colour palette.
mod hue {
    pub const LIGHT_SQUARE: u8 = 137;
    pub const DARK_SQUARE: u8 = 94;
    pub const PLAIN_SQUARE: u8 = 65;
    pub const MARKED_SQUARE: u8 = 100;
    pub const WHITE_PIECE: u8 = 231;
    pub const BLACK_PIECE: u8 = 16;
    pub const FIRST_PIECE: u8 = 221;
    pub const SECOND_PIECE: u8 = 195;
    /// What is written on empty squares.
    pub const INK: u8 = 187;
    /// Copies beyond the edge of a torus.
    pub const FAINT: u8 = 243;
}

/// How pieces and squares are painted.
#[derive(Clone, Copy)]
pub struct Paint {
    fancy: bool,
    pieces: [u8; 3],
}

impl Paint {
    /// White and Black get their own colours, others two that are easy to tell apart.
    pub fn new(players: &[Text], output: Output) -> Paint {
        let hue = |number: usize| match players.get(number).map(|name| &**name) {
            Some("White") => hue::WHITE_PIECE,
            Some("Black") => hue::BLACK_PIECE,
            _ if number == 0 => hue::FIRST_PIECE,
            _ => hue::SECOND_PIECE,
        };
        Paint { fancy: output.fancy, pieces: [hue(0), hue(1), hue(2)] }
    }

    /// A cell, three characters wide. `mark` is the last move's mark on it; `copy` says that it stands here only
    /// to show where an edge leads.
    pub fn cell(self, square: &Square, mark: Option<CellMark>, copy: bool) -> String {
        if self.fancy { self.fancy_cell(square, mark, copy) } else { plain_cell(square, mark) }
    }

    fn fancy_cell(self, square: &Square, mark: Option<CellMark>, copy: bool) -> String {
        let colour = |number: u8| Some(Color::Ansi256(Ansi256Color(number)));
        let ground = match (mark, square.ground) {
            (_, SquareGround::Hole) => return "   ".to_owned(),
            (Some(_), _) => hue::MARKED_SQUARE,
            (None, SquareGround::Light | SquareGround::Unused) => hue::LIGHT_SQUARE,
            (None, SquareGround::Dark) => hue::DARK_SQUARE,
            (None, _) => hue::PLAIN_SQUARE,
        };
        let mut style = Style::new().bg_color(colour(ground));
        if copy {
            style = style.bg_color(None).dimmed();
        }
        let text = match &square.piece {
            Some(piece) => {
                style = style.fg_color(colour(self.pieces[usize::from(piece.owner).min(2)])).bold();
                if copy {
                    style = style.fg_color(colour(hue::FAINT));
                }
                format!(" {} ", glyph(piece))
            }
            None => {
                style = style.fg_color(colour(if copy { hue::FAINT } else { hue::INK }));
                match (mark, square.ground) {
                    (Some(CellMark::Captured), _) => " × ".to_owned(),
                    // Squares of one colour would run together without something in them.
                    (_, SquareGround::Plain | SquareGround::Crossing) => empty_text(square, '·'),
                    _ => empty_text(square, ' '),
                }
            }
        };
        format!("{style}{text}{style:#}")
    }
}

/// A number for squares that are named by one, as in checkers; otherwise the filler.
fn empty_text(square: &Square, filler: char) -> String {
    let numbered = !square.name.is_empty() && square.name.bytes().all(|byte| byte.is_ascii_digit());
    if numbered { format!("{:>2} ", square.name) } else { format!(" {filler} ") }
}

fn glyph(piece: &PieceOn) -> char {
    match piece.token {
        PieceToken::Disc => '●',
        PieceToken::Crowned => '♛',
        PieceToken::Cross => '✕',
        PieceToken::Ring => '○',
        PieceToken::Tile => '■',
        _ => piece.letter,
    }
}

fn plain_cell(square: &Square, mark: Option<CellMark>) -> String {
    let text = match (&square.piece, square.ground) {
        (Some(piece), _) => format!(" {} ", piece.letter),
        (None, SquareGround::Hole) => " # ".to_owned(),
        (None, SquareGround::Unused) => "   ".to_owned(),
        (None, _) => empty_text(square, '.'),
    };
    let inner = text.trim();
    match (mark, inner.chars().count()) {
        (Some(CellMark::To), 1) => format!("[{inner}]"),
        (Some(CellMark::From), 1) => format!("<{inner}>"),
        (Some(CellMark::Captured), 1) => format!("x{inner}x"),
        (Some(CellMark::Changed), 1) => format!("~{inner}~"),
        (Some(CellMark::Captured), _) => format!("{inner}x"),
        (Some(CellMark::From), _) => format!("{inner}<"),
        _ => text,
    }
}
