//! The comparisons.

use crate::rivals;
use crate::row::{Counter, Row};
use anyhow::{Context, Result, ensure};
use board_game::games::{connect4::Connect4 as TheirConnect4, ttt::TTTBoard as TheirTicTacToe};
use board_game::util::game_stats;
use plybook_games::{
    baroque::Baroque, black_and_white::BlackAndWhite, breakthrough::Breakthrough, checkers::Checkers,
    chess::Chess, connect4::Connect4, kalah::Kalah, othello::Othello, tictactoe::TicTacToe,
};
use plybook_kernel::{HasInfo, Game, Notation, ReadError, perft};
use plybook_naive::{self as plain, Plain};

/// The example of the page of Black & White, White to move.
const BLACK_AND_WHITE_EXAMPLE: &str = "1w3/ww3/w1wb1/ww3/1bb2 w 0 0";
/// The four men in the middle of Othello's start, bit 0 for a1 and bit 63 for h8: e4 and d5.
const OTHELLO_BLACK: u64 = 1 << 28 | 1 << 35;
/// And White's: d4 and e5.
const OTHELLO_WHITE: u64 = 1 << 27 | 1 << 36;
/// What a plain generator is called in the table.
const PLAIN: &str = "plain generator";

/// All comparisons, in the order of the table.
///
/// # Errors
/// A game does not open or a position is not read, which is a mistake in this file.
pub fn all() -> Result<Vec<Row>> {
    Ok(vec![
        connect4_remembering()?,
        connect4_paths()?,
        tictactoe_remembering()?,
        tictactoe_paths()?,
        othello()?,
        checkers()?,
        baroque()?,
        black_and_white()?,
        breakthrough()?,
        kalah()?,
        chess(),
    ])
}

/// The rows whose names begin with one of the words, in the order of the table; all of them for no words.
///
/// # Errors
/// A word begins no name.
pub fn chosen(rows: Vec<Row>, words: &[String]) -> Result<Vec<Row>> {
    for word in words {
        let names = || rows.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
        ensure!(
            rows.iter().any(|row| row.name.starts_with(word.as_str())),
            "no row begins with `{word}`; there are: {}",
            names()
        );
    }
    let wanted = |row: &Row| words.is_empty() || words.iter().any(|word| row.name.starts_with(word.as_str()));
    Ok(rows.into_iter().filter(wanted).collect())
}

/// A game without options.
fn usual<G: Default>() -> Result<G, ReadError> {
    Ok(G::default())
}

/// Our count from a position, along every path.
fn paths<G: Game>(game: G, from: G::Position) -> Counter {
    Box::new(move |depth| perft::perft(&game, &from, depth).leaves)
}

/// Our count from the start that remembers what it met.
fn remembering<G: Game>(game: G) -> Counter {
    Box::new(move |depth| perft::perft_remembering(&game, &game.start(), depth).leaves)
}

/// Our count from the start, along every path.
fn paths_from_start<G: Game>(game: G) -> Counter {
    let start = game.start();
    paths(game, start)
}

/// The count of a plain generator from its start.
fn plainly<P: Plain + 'static>(rules: P) -> Counter {
    let start = rules.start();
    Box::new(move |depth| plain::perft(&rules, &start, depth))
}

fn connect4_remembering() -> Result<Row> {
    Ok(Row {
        name: "connect4-remembering",
        work: "Connect Four 7x6, remembering",
        depth: 9,
        shallow: 7,
        repeats: 5,
        ours: remembering(usual::<Connect4>()?),
        rival_name: "board-game perft",
        rival: Box::new(|depth| game_stats::perft(&TheirConnect4::default(), depth)),
        wanted_ratio: Some(1.0),
        wanted_speed: None,
    })
}

fn connect4_paths() -> Result<Row> {
    Ok(Row {
        name: "connect4-paths",
        work: "Connect Four 7x6, all paths",
        depth: 9,
        shallow: 6,
        repeats: 1,
        ours: paths_from_start(usual::<Connect4>()?),
        rival_name: "board-game perft_naive",
        rival: Box::new(|depth| game_stats::perft_naive(&TheirConnect4::default(), depth)),
        wanted_ratio: None,
        wanted_speed: None,
    })
}

fn tictactoe_remembering() -> Result<Row> {
    Ok(Row {
        name: "tictactoe-remembering",
        work: "tic-tac-toe, remembering",
        depth: 9,
        shallow: 9,
        repeats: 50,
        ours: remembering(usual::<TicTacToe>()?),
        rival_name: "board-game perft",
        rival: Box::new(|depth| game_stats::perft(&TheirTicTacToe::default(), depth)),
        wanted_ratio: None,
        wanted_speed: None,
    })
}

fn tictactoe_paths() -> Result<Row> {
    Ok(Row {
        name: "tictactoe-paths",
        work: "tic-tac-toe, all paths",
        depth: 9,
        shallow: 9,
        repeats: 10,
        ours: paths_from_start(usual::<TicTacToe>()?),
        rival_name: "board-game perft_naive",
        rival: Box::new(|depth| game_stats::perft_naive(&TheirTicTacToe::default(), depth)),
        wanted_ratio: None,
        wanted_speed: None,
    })
}

fn othello() -> Result<Row> {
    Ok(Row {
        name: "othello",
        work: "Othello",
        depth: 11,
        shallow: 8,
        repeats: 1,
        ours: paths_from_start(usual::<Othello>()?),
        rival_name: "portable flood",
        rival: Box::new(|depth| plain::othello::flood_perft(OTHELLO_BLACK, OTHELLO_WHITE, true, depth)),
        wanted_ratio: Some(1.3),
        wanted_speed: Some(300.0),
    })
}

fn checkers() -> Result<Row> {
    Ok(Row {
        name: "checkers",
        work: "English checkers",
        depth: 11,
        shallow: 8,
        repeats: 1,
        ours: paths_from_start(usual::<Checkers>()?),
        rival_name: PLAIN,
        rival: plainly(plain::checkers::Checkers),
        wanted_ratio: Some(5.0),
        wanted_speed: Some(100.0),
    })
}

fn baroque() -> Result<Row> {
    Ok(Row {
        name: "baroque",
        work: "Baroque chess",
        depth: 4,
        shallow: 3,
        repeats: 10,
        ours: paths_from_start(usual::<Baroque>()?),
        rival_name: PLAIN,
        rival: plainly(plain::baroque::Baroque::with_options("").context("Baroque chess without options")?),
        wanted_ratio: Some(5.0),
        wanted_speed: Some(20.0),
    })
}

fn black_and_white() -> Result<Row> {
    let (game, rules) = (usual::<BlackAndWhite>()?, plain::black_and_white::BlackAndWhite);
    let from = game.read(BLACK_AND_WHITE_EXAMPLE)?;
    let plain_from = rules.read(BLACK_AND_WHITE_EXAMPLE).context("the example of Black & White")?;
    Ok(Row {
        name: "black-and-white",
        work: "Black & White, the page's example",
        depth: 7,
        shallow: 5,
        repeats: 5,
        ours: paths(game, from),
        rival_name: PLAIN,
        rival: Box::new(move |depth| plain::perft(&rules, &plain_from, depth)),
        wanted_ratio: Some(5.0),
        wanted_speed: None,
    })
}

fn breakthrough() -> Result<Row> {
    Ok(Row {
        name: "breakthrough",
        work: "breakthrough 8x8",
        depth: 5,
        shallow: 4,
        repeats: 10,
        ours: paths_from_start(usual::<Breakthrough>()?),
        rival_name: PLAIN,
        rival: plainly(plain::breakthrough::Breakthrough { rows: 8, columns: 8 }),
        wanted_ratio: None,
        wanted_speed: None,
    })
}

fn kalah() -> Result<Row> {
    Ok(Row {
        name: "kalah",
        work: "Kalah",
        depth: 10,
        shallow: 7,
        repeats: 1,
        ours: paths_from_start(usual::<Kalah>()?),
        rival_name: PLAIN,
        rival: plainly(plain::kalah::Kalah { houses: 6, seeds: 4, empty_capture: false }),
        wanted_ratio: None,
        wanted_speed: None,
    })
}

fn chess() -> Row {
    Row {
        name: "chess",
        work: "chess",
        depth: 6,
        shallow: 4,
        repeats: 1,
        ours: paths_from_start(Chess::new()),
        rival_name: "bare cozy-chess",
        rival: Box::new(|depth| rivals::chess(&cozy_chess::Board::default(), depth)),
        wanted_ratio: Some(0.9),
        wanted_speed: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &[&str]) -> Result<Vec<&'static str>> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        Ok(chosen(all()?, &words)?.iter().map(|row| row.name).collect())
    }

    #[test]
    fn both_sides_count_the_same_leaves() {
        for row in all().unwrap() {
            for depth in 0..=row.shallow.min(5) {
                assert_eq!((row.ours)(depth), (row.rival)(depth), "{} to depth {depth}", row.name);
            }
        }
    }

    #[test]
    fn rows_are_chosen_by_how_their_names_begin() {
        assert_eq!(
            names(&["othello", "connect4"]).unwrap(),
            ["connect4-remembering", "connect4-paths", "othello"]
        );
        assert_eq!(names(&[]).unwrap().len(), all().unwrap().len());
        assert!(names(&["chequers"]).unwrap_err().to_string().contains("no row begins with `chequers`"));
    }
}
