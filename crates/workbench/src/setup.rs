//! `POST /api/palette`, `POST /api/setup`: a position put together by clicking. The game says which pieces there are, and
//! what the text of a board is.

use crate::game_position::GamePosition;
use crate::problem::Problem;
use plybook_catalog::{BoardEdit, CellContent, PieceOn, Player, open};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Changes in one request.
const MOST_EDITS: usize = 256;

/// Whose pieces are wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaletteRequest {
    game: String,
}

/// The pieces of a game.
#[derive(Serialize, JsonSchema)]
pub struct Palette {
    pieces: Vec<PieceOn>,
}

/// The pieces that can stand on a game's board.
///
/// # Errors
/// There is no such game.
pub fn palette(request: PaletteRequest) -> Result<Palette, Problem> {
    Ok(Palette { pieces: open(&request.game)?.pieces() })
}

/// One change of a cell.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Edit {
    cell: usize,
    /// The piece to put there; none empties the cell.
    #[serde(default)]
    piece: Option<EditPiece>,
    /// The counters to put there.
    #[serde(default)]
    count: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EditPiece {
    owner: u8,
    name: String,
}

impl From<Edit> for BoardEdit {
    fn from(edit: Edit) -> BoardEdit {
        let content = match (edit.count, edit.piece) {
            (Some(count), _) => CellContent::Count(count),
            (None, Some(EditPiece { owner, name })) => CellContent::Piece { owner, name },
            (None, None) => CellContent::Empty,
        };
        BoardEdit { cell: edit.cell, content }
    }
}

/// A place and what to change on its board.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupRequest {
    place: GamePosition,
    edits: Vec<Edit>,
    /// Who is to move, from 0; as it was if absent.
    #[serde(default)]
    mover: Option<u8>,
}

/// The text of the position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SetupAnswer {
    position: String,
}

/// The text of the position with these changes.
///
/// # Errors
/// The board is none of the game's.
pub fn setup(request: SetupRequest) -> Result<SetupAnswer, Problem> {
    position(request)
}

fn position(request: SetupRequest) -> Result<SetupAnswer, Problem> {
    if request.edits.len() > MOST_EDITS {
        return Err(Problem::unusable(format!("at most {MOST_EDITS} cells can be changed at once")));
    }
    let opened = request.place.open()?;
    let edits: Vec<BoardEdit> = request.edits.into_iter().map(BoardEdit::from).collect();
    Ok(SetupAnswer { position: opened.session.set_up(&edits, request.mover.map(Player))? })
}
