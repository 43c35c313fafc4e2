//! What the game says about itself.

use super::TicTacToe;
use plybook_kernel::{GameInfo, HasInfo, OptionValues, ReadError, texts};

impl HasInfo for TicTacToe {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "tictactoe".into(),
            title: "Tic-tac-toe".into(),
            summary: "Three in a row on a board of three by three.".into(),
            options: Vec::new(),
            examples: texts(["tictactoe"]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, _: &OptionValues) -> Result<TicTacToe, ReadError> {
        Ok(TicTacToe)
    }
}
