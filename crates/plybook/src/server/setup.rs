//! `POST /api/palette`, `POST /api/setup`: a position put together by clicking.
//!
//! The server knows no game here either. It writes the wanted board into the position's text in the few ways in which
//! games write boards, and takes the first text that the game reads back as exactly that board.

use super::place::Place;
use super::problem::Problem;
use super::texts::{Layout, Wanted};
use super::{App, Input};
use axum::Json;
use axum::extract::State;
use plybook_catalog::{Board, PieceOn, Random, SimplePlayer, open};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Plies of a random game in which pieces are looked for.
const SEARCHED_PLIES: usize = 300;
/// Decides that game.
const SEED: u64 = 11;
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

/// The pieces that can stand on a game's board, as far as a game played at random shows them.
pub async fn palette(
    State(app): State<App>,
    Input(request): Input<PaletteRequest>,
) -> Result<Json<Palette>, Problem> {
    app.quick.run(move |_| Ok(Json(Palette { pieces: pieces(&request.game)? }))).await
}

fn pieces(game: &str) -> Result<Vec<PieceOn>, Problem> {
    let mut session = open(game)?.session(None)?;
    let mut random = Random::new(SEED);
    let mut found: Vec<PieceOn> = Vec::new();
    loop {
        for piece in session.board().squares.into_iter().filter_map(|square| square.piece) {
            if !found.contains(&piece) {
                found.push(piece);
            }
        }
        let text = SimplePlayer::Random.choose(&*session, &mut random);
        let Some(text) = text.filter(|_| session.record().len() < SEARCHED_PLIES) else { break };
        session.play(&text)?;
    }
    found.sort_by_key(|piece| piece.owner);
    Ok(found)
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

/// A place and what to change on its board.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupRequest {
    place: Place,
    edits: Vec<Edit>,
    /// Who is to move: 0 or 1; as it was if absent.
    #[serde(default)]
    mover: Option<u8>,
}

/// The text of the position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SetupAnswer {
    position: String,
}

/// The text of the position with these changes.
pub async fn setup(
    State(app): State<App>,
    Input(request): Input<SetupRequest>,
) -> Result<Json<SetupAnswer>, Problem> {
    app.quick.run(move |_| position(&request).map(Json)).await
}

fn position(request: &SetupRequest) -> Result<SetupAnswer, Problem> {
    let opened = request.place.open()?;
    let wanted = wanted(request, opened.session.board())?;
    let text = opened.session.text();
    let Some(layout) = Layout::of(&text, &wanted.board) else {
        return Err(Problem::unusable(
            "positions of this game cannot be put together by clicking; write the text",
        ));
    };
    let mut complaint = None;
    for candidate in layout.write(&text, &wanted) {
        match opened.game.session(Some(&candidate)) {
            Ok(session) => {
                let same = session.board().squares == wanted.board.squares;
                let mover = session.mover().map(|player| player.0);
                if same && wanted.mover.is_none_or(|asked| mover == Some(asked)) {
                    return Ok(SetupAnswer { position: session.text() });
                }
            }
            Err(error) => complaint = Some(error),
        }
    }
    match complaint {
        Some(error) => Err(error.into()),
        None => Err(Problem::unusable("this board cannot be written as a position of the game")),
    }
}

/// The board with the changes made.
fn wanted(request: &SetupRequest, mut board: Board) -> Result<Wanted, Problem> {
    if request.edits.len() > MOST_EDITS {
        return Err(Problem::unusable(format!("at most {MOST_EDITS} cells can be changed at once")));
    }
    let known = pieces(&request.place.game)?;
    for edit in &request.edits {
        let cells = board.squares.len();
        let square = board.squares.get_mut(edit.cell);
        let square =
            square.ok_or_else(|| Problem::unusable(format!("cell {}: the board has {cells}", edit.cell)))?;
        if let Some(count) = edit.count {
            square.count = Some(count);
            continue;
        }
        square.piece = match &edit.piece {
            None => None,
            Some(wish) => {
                let found = known.iter().find(|piece| piece.owner == wish.owner && piece.name == wish.name);
                let unknown = || {
                    Problem::unusable(format!(
                        "the game has no piece {:?} of player {}",
                        wish.name, wish.owner
                    ))
                };
                Some(found.ok_or_else(unknown)?.clone())
            }
        };
    }
    Ok(Wanted { board, mover: request.mover })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answer(body: serde_json::Value) -> Result<String, String> {
        let request: SetupRequest = serde_json::from_value(body).unwrap();
        position(&request).map(|answer| answer.position).map_err(|problem| problem.message().to_owned())
    }

    #[test]
    fn boards_of_all_kinds_are_written() {
        let piece = |owner: u8, name: &str| json!({ "owner": owner, "name": name });
        let cases = [
            (
                json!({ "place": { "game": "tictactoe" }, "edits": [{ "cell": 4, "piece": piece(0, "cross") }], "mover": 1 }),
                "3/1X1/3 O",
            ),
            (
                json!({ "place": { "game": "hexapawn" }, "edits": [{ "cell": 0 }, { "cell": 3, "piece": piece(1, "pawn") }] }),
                "1bb/b2/www w",
            ),
            (
                json!({ "place": { "game": "othello:4x4" }, "edits": [{ "cell": 0, "piece": piece(1, "white disc") }], "mover": 1 }),
                "O----OX--XO----- O",
            ),
            (
                json!({ "place": { "game": "checkers", "position": "B:W30:B1" }, "edits": [{ "cell": 10, "piece": piece(1, "king") }], "mover": 1 }),
                "W:WK6,30:B1",
            ),
            (
                json!({ "place": { "game": "kalah:2,1" }, "edits": [{ "cell": 0, "count": 2 }, { "cell": 3, "count": 0 }] }),
                "2,1:0 0,1:0 1",
            ),
            (
                json!({ "place": { "game": "chess", "position": "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1" },
                    "edits": [{ "cell": 56 }, { "cell": 63, "piece": piece(0, "rook") }], "mover": 1 }),
                "4k3/8/8/8/8/8/8/4K2R b - - 0 1",
            ),
        ];
        for (body, expected) in cases {
            let told = body.to_string();
            assert_eq!(answer(body).as_deref(), Ok(expected), "{told}");
        }
    }

    #[test]
    fn impossible_boards_are_refused_in_the_games_words() {
        let kingless =
            answer(json!({ "place": { "game": "chess" }, "edits": [{ "cell": 60 }] })).unwrap_err();
        assert!(kingless.contains("king"), "{kingless}");
        assert!(answer(json!({ "place": { "game": "chess" }, "edits": [{ "cell": 64 }] })).is_err());
        let foreign = json!({ "cell": 0, "piece": { "owner": 0, "name": "dragon" } });
        assert!(
            answer(json!({ "place": { "game": "chess" }, "edits": [foreign] }))
                .unwrap_err()
                .contains("dragon")
        );
        assert!(answer(json!({ "place": { "game": "tree" }, "edits": [] })).is_err());
    }

    #[test]
    fn every_listed_piece_is_found() {
        assert_eq!(pieces("chess").unwrap().len(), 12);
        assert_eq!(pieces("baroque").unwrap().len(), 14);
        assert_eq!(pieces("tictactoe").unwrap().len(), 2);
        assert_eq!(pieces("checkers").unwrap().len(), 4);
    }
}
