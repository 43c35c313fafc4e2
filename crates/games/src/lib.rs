//! The games, one module each: rules, notation, view and evaluators. The list at the end of this file is the
//! only list of games; everything else asks it.
#![forbid(unsafe_code)]

pub mod baroque;
pub mod black_and_white;
pub mod breakthrough;
pub mod checkers;
pub mod chess;
pub mod connect4;
pub mod hexapawn;
pub mod kalah;
pub mod nim;
pub mod othello;
mod pawns;
pub mod tictactoe;
pub mod tree;
pub mod tts;
mod weights;

use plybook_kernel::{Described, Indexed, Info, ListedGame, ReadError, options::Options};

/// Code that needs the concrete game: `with_game` calls it with the game that a name chooses.
pub trait Visitor {
    /// What the visit gives.
    type Output;

    /// Called once with the game.
    fn visit<G: ListedGame>(self, game: G) -> Self::Output;
}

macro_rules! list_of_games {
    ($($module:ident :: $game:ident),* $(,)?) => {
        /// What every game says about itself, in the order in which they are shown.
        pub const ALL: &[&Info] = &[$(&<$module::$game as Described>::INFO),*];

        /// Opens a game by its name and options, such as `hexapawn:4x5`, and hands it to the visitor.
        ///
        /// # Errors
        /// There is no such game, or it has no such option.
        pub fn with_game<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, ReadError> {
            let (base, options) = name.split_once(':').unwrap_or((name, ""));
            $(if base == <$module::$game as Described>::INFO.name {
                let game = <$module::$game as Described>::with_options(Options::parse(options)?)?;
                return Ok(visitor.visit(game));
            })*
            Err(unknown(name, base))
        }
    };
}

/// Code that needs a concrete game with numbered positions.
pub trait NumberedVisitor {
    /// What the visit gives.
    type Output;

    /// Called once with the game.
    fn visit<G: ListedGame + Indexed>(self, game: G) -> Self::Output;
}

macro_rules! numbered_games {
    ($($module:ident :: $game:ident),* $(,)?) => {
        /// The names of the games whose positions are numbered, without options.
        pub const NUMBERED: &[&str] = &[$(<$module::$game as Described>::INFO.name),*];

        /// Opens a game by its name and options and hands it to the visitor, if its positions are numbered; `None`
        /// if they are not.
        ///
        /// # Errors
        /// There is no such game, or it has no such option.
        pub fn with_numbered_game<V: NumberedVisitor>(
            name: &str,
            visitor: V,
        ) -> Result<Option<V::Output>, ReadError> {
            let (base, options) = name.split_once(':').unwrap_or((name, ""));
            $(if base == <$module::$game as Described>::INFO.name {
                let game = <$module::$game as Described>::with_options(Options::parse(options)?)?;
                return Ok(Some(visitor.visit(game)));
            })*
            if ALL.iter().any(|info| info.name == base) { Ok(None) } else { Err(unknown(name, base)) }
        }
    };
}

/// The error for a name that is in no list.
fn unknown(name: &str, base: &str) -> ReadError {
    let all: Vec<&str> = ALL.iter().map(|info| info.name).collect();
    ReadError::new("game", name, format!("there is no game `{base}`"), format!("known: {}", all.join(", ")))
}

list_of_games! {
    tictactoe::TicTacToe,
    hexapawn::Hexapawn,
    nim::SplitNim,
    connect4::Connect4,
    tts::ToroTile,
    othello::Othello,
    checkers::Checkers,
    black_and_white::BlackAndWhite,
    baroque::Baroque,
    chess::Chess,
    kalah::Kalah,
    breakthrough::Breakthrough,
    tree::WrittenTree,
}

numbered_games! {
    tictactoe::TicTacToe,
    hexapawn::Hexapawn,
    checkers::Checkers,
    chess::Chess,
    kalah::Kalah,
    black_and_white::BlackAndWhite,
}
