//! Positions put together by hand, cell by cell.

use crate::session::GameSession;
use plybook_kernel::{Diagram, ListedGame, Player, ReadError};

/// One change of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardEdit {
    /// The number of the cell.
    pub cell: usize,
    /// What is there afterwards.
    pub content: CellContent,
}

/// What a cell holds after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellContent {
    /// Nothing.
    Empty,
    /// A piece of a player, by its name.
    Piece {
        /// Whose it is: 0 for who moves first.
        owner: u8,
        /// What it is called.
        name: String,
    },
    /// So many counters.
    Count(u32),
}

impl<G: ListedGame> GameSession<G> {
    /// `Session::set_up`.
    pub(crate) fn edited(&self, edits: &[BoardEdit], mover: Option<Player>) -> Result<String, ReadError> {
        let game = &*self.game;
        let refuse =
            |input: &str, problem: &str, remedy: &str| Err(ReadError::new("board", input, problem, remedy));
        let by_text = "positions of this game are not set up cell by cell";
        let players = game.players();
        let mover = match mover.or(self.game.turn(&self.at).player()) {
            Some(mover) if mover.0 < players => mover,
            Some(mover) => {
                return refuse(&mover.0.to_string(), "no player of the game has this number", "count from 0");
            }
            None => return refuse(&game.text(&self.at), by_text, "write the text"),
        };
        let diagram = self.wanted(edits)?;
        let Some(text) = game.board_text(&self.at, &diagram.cells, mover) else {
            return refuse(&game.text(&self.at), by_text, "write the text");
        };
        let at = game.read(&text)?;
        if game.diagram(&at).cells != diagram.cells || game.turn(&at).player() != Some(mover) {
            return refuse(
                &text,
                "no position of the game looks like this",
                "change the board, or who is to move",
            );
        }
        Ok(game.text(&at))
    }

    /// The board with the changes made.
    fn wanted(&self, edits: &[BoardEdit]) -> Result<Diagram, ReadError> {
        let mut diagram = self.game.diagram(&self.at);
        let (known, cells) = (self.game.pieces(), diagram.cells.len());
        for edit in edits {
            let Some(cell) = diagram.cells.get_mut(edit.cell) else {
                let remedy = format!("the board has {cells}, counted from 0");
                return Err(ReadError::new("cell", &edit.cell.to_string(), "there is no such cell", remedy));
            };
            match &edit.content {
                CellContent::Empty => cell.piece = None,
                CellContent::Count(count) => cell.count = Some(*count),
                CellContent::Piece { owner, name } => {
                    let found = known.iter().find(|piece| piece.owner.0 == *owner && piece.name == *name);
                    let Some(piece) = found else {
                        let names: Vec<&str> = known.iter().map(|piece| &*piece.name).collect();
                        let problem = format!("player {owner} has no piece of this name");
                        return Err(ReadError::new(
                            "piece",
                            name,
                            problem,
                            format!("known: {}", names.join(", ")),
                        ));
                    };
                    cell.piece = Some(piece.clone());
                }
            }
        }
        Ok(diagram)
    }
}

#[cfg(test)]
mod tests {
    use super::{BoardEdit, CellContent};
    use crate::{Player, ReadError, open};

    fn set_up(
        game: &str,
        position: Option<&str>,
        edits: &[(usize, &str)],
        mover: u8,
    ) -> Result<String, ReadError> {
        let edit = |&(cell, what): &(usize, &str)| {
            let content = match (what, what.split_once(' '), what.parse()) {
                ("", ..) => CellContent::Empty,
                (_, _, Ok(count)) => CellContent::Count(count),
                (_, Some((owner, name)), _) => {
                    CellContent::Piece { owner: u8::from(owner == "second"), name: name.to_owned() }
                }
                _ => panic!("{what}"),
            };
            BoardEdit { cell, content }
        };
        let edits: Vec<BoardEdit> = edits.iter().map(edit).collect();
        open(game).unwrap().session(position).unwrap().set_up(&edits, Some(Player(mover)))
    }

    #[test]
    fn boards_of_all_kinds_are_written() {
        for (game, position, edits, mover, expected) in [
            ("tictactoe", None, &[(4, "first cross")][..], 1, "3/1X1/3 O"),
            ("hexapawn", None, &[(0, ""), (3, "second pawn")], 0, "1bb/b2/www w"),
            ("breakthrough:4x2", None, &[(2, ""), (4, "second pawn")], 0, "bb/1b/bw/ww w"),
            ("connect4:4x4", None, &[(12, "first disc")], 1, "4/4/4/x3 o"),
            ("othello:4x4", None, &[(0, "second white disc")], 1, "O----OX--XO----- O"),
            ("checkers", Some("B:W30:B1"), &[(10, "second king")], 1, "W:WK6,30:B1"),
            ("kalah:2,1", None, &[(0, "2"), (3, "0")], 0, "2,1:0 0,1:0 1"),
            (
                "black-and-white",
                Some("5/5/5/5/w4 b 4 5"),
                &[(20, ""), (24, "first white disc")],
                1,
                "5/5/5/5/4w b 4 5",
            ),
            (
                "baroque",
                Some("4k3/8/8/8/8/8/8/4K3 w"),
                &[(0, "second withdrawer")],
                1,
                "w3k3/8/8/8/8/8/8/4K3 b",
            ),
            // The right to castle goes with its rook, and stays where king and rook stay.
            (
                "chess",
                Some("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
                &[(56, ""), (63, "first rook")],
                1,
                "4k3/8/8/8/8/8/8/4K2R b - - 0 1",
            ),
            (
                "chess",
                Some("4k3/8/8/8/8/8/8/R3K2R w KQ - 7 30"),
                &[(63, "")],
                0,
                "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            ),
        ] {
            assert_eq!(set_up(game, position, edits, mover).as_deref(), Ok(expected), "{game}");
        }
    }

    #[test]
    fn impossible_boards_are_refused_by_name() {
        for (game, edits, mover, culprit) in [
            ("chess", &[(60, "")][..], 0, "king"),
            ("chess", &[(64, "")], 0, "64"),
            ("chess", &[(0, "first dragon")], 0, "dragon"),
            ("chess", &[], 2, "2"),
            ("tree", &[], 0, "write the text"),
            ("nim", &[(0, "3")], 0, "write the text"),
            // What no position shows: a piece on a square that is not used.
            ("checkers", &[(0, "first man")], 0, "looks like this"),
            ("othello:4x4", &[(0, "3")], 0, "looks like this"),
        ] {
            let error = set_up(game, None, edits, mover).unwrap_err().to_string();
            assert!(error.contains(culprit), "{game} {edits:?}: {error}");
        }
    }

    #[test]
    fn every_piece_is_offered() {
        for (game, pieces) in
            [("chess", 12), ("baroque", 14), ("tictactoe", 2), ("checkers", 4), ("kalah", 0)]
        {
            assert_eq!(open(game).unwrap().pieces().len(), pieces, "{game}");
        }
    }
}
