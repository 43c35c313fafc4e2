//! The games, one module each: rules, notation, view and evaluators. The list at the end of this file is the
//! only list of games; everything else asks it.
#![forbid(unsafe_code)]

pub mod backgammon;
pub mod baroque;
pub mod black_and_white;
pub mod breakthrough;
pub mod checkers;
pub mod chess;
pub mod chinese_checkers;
pub mod connect4;
pub mod go;
pub mod hexapawn;
pub mod kalah;
pub mod lines;
pub mod nim;
pub mod othello;
mod pawns;
pub mod tictactoe;
pub mod tree;
pub mod tts;
mod weights;

use plybook_kernel::{GameInfo, HasInfo, ListedGame, ReadError};
use std::sync::LazyLock;

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
        #[must_use]
        pub fn all() -> &'static [GameInfo] {
            static ALL: LazyLock<Vec<GameInfo>> =
                LazyLock::new(|| vec![$($module::$game::default().info()),*]);
            &ALL
        }

        /// Opens a game by its name and options, such as `hexapawn:4x5`, and hands it to the visitor.
        ///
        /// # Errors
        /// There is no such game, or it has no such option.
        pub fn with_game<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, ReadError> {
            let other = other_name(name);
            let name = other.as_deref().unwrap_or(name);
            let (base, options) = name.split_once(':').unwrap_or((name, ""));
            let mut all = all().iter();
            $(if all.next().is_some_and(|info| info.name == base) {
                return Ok(visitor.visit($module::$game::default().variant(options)?));
            })*
            Err(unknown(name, base))
        }
    };
}

/// The name under which the list has a variant for more players than a game's own module knows: tic-tac-toe and Connect
/// Four with `players=` are `lines`. `None` for names that are their own.
#[must_use]
pub fn other_name(name: &str) -> Option<String> {
    let (base, options) = name.split_once(':')?;
    let default = match base {
        "tictactoe" => "",
        "connect4" => "drop",
        _ => return None,
    };
    if !options.split(',').any(|option| option.starts_with("players=")) {
        return None;
    }
    let mut all: Vec<&str> = options.split(',').collect();
    if !default.is_empty() {
        all.push(default);
        if !options.split(',').any(|option| option.starts_with(|first: char| first.is_ascii_digit())) {
            all.insert(0, "7x6");
        }
        if !options.split(',').any(|option| option.starts_with("k=")) {
            all.push("k=4");
        }
    }
    Some(format!("lines:{}", all.join(",")))
}

/// The error for a name that is in no list.
fn unknown(name: &str, base: &str) -> ReadError {
    let all: Vec<&str> = all().iter().map(|info| &*info.name).collect();
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
    lines::Lines,
    go::Go,
    backgammon::Backgammon,
    chinese_checkers::ChineseCheckers,
    tree::WrittenTree,
}
