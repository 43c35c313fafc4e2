//! What the game says about itself.

use super::TicTacToe;
use plybook_kernel::options::Options;
use plybook_kernel::{Described, Info, ReadError};

impl Described for TicTacToe {
    const INFO: Info = Info {
        name: "tictactoe",
        title: "Tic-tac-toe",
        summary: "Three in a row on a board of three by three.",
        options: &[],
        examples: &["tictactoe"],
        rules: include_str!("rules.md"),
    };

    fn with_options(options: Options<'_>) -> Result<TicTacToe, ReadError> {
        options.finish("none, this game has no options").map(|()| TicTacToe)
    }

    fn options_text(&self) -> String {
        String::new()
    }
}
