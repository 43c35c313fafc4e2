//! Games of Othello in GGF, the Generic Game Format, as NBoard sends them.

use super::current_game::{CurrentGame, PASS};
use plybook_catalog::{Player, ReadError};

/// Squares of the board.
const SQUARES: usize = 64;

/// What a game in GGF says, as far as we need it.
struct Game {
    position: Option<String>,
    moves: Vec<(Player, String)>,
}

fn refuse(text: &str, problem: String) -> ReadError {
    let remedy = "write it like (;GM[Othello]TY[8]BO[8 ---...--- *]B[F5]W[F6];)";
    ReadError::new("game", text, problem, remedy)
}

/// Reads `NAME[value]` after `NAME[value]`.
fn read(text: &str) -> Result<Game, ReadError> {
    let mut game = Game { position: None, moves: Vec::new() };
    let mut rest = text.trim_start_matches(['(', ';', ' ']);
    while let Some((name, after)) = rest.split_once('[') {
        let Some((value, after)) = after.split_once(']') else {
            return Err(refuse(text, format!("`{}[` has no end", name.trim())));
        };
        match name.trim_matches([' ', ';', ')']) {
            "GM" if !value.eq_ignore_ascii_case("othello") => {
                return Err(refuse(text, format!("it is a game of {value}")));
            }
            "TY" if !value.starts_with('8') => return Err(refuse(text, format!("its board is {value}"))),
            "BO" => game.position = Some(position(text, value)?),
            "B" => game.moves.push((Player::FIRST, move_text(value))),
            "W" => game.moves.push((Player::SECOND, move_text(value))),
            _ => {}
        }
        rest = after;
    }
    if !rest.trim_matches([' ', ';', ')']).is_empty() || !text.contains('[') {
        return Err(refuse(text, "it is no list of NAME[value]".to_owned()));
    }
    Ok(game)
}

/// The position text for `8 ---...--- *`.
fn position(text: &str, value: &str) -> Result<String, ReadError> {
    let letters: String =
        value.chars().skip_while(|letter| letter.is_ascii_digit()).filter(|l| *l != ' ').collect();
    let letters: Vec<char> = letters
        .chars()
        .map(|letter| match letter {
            '*' | 'X' | 'x' => 'X',
            'O' | 'o' | '0' => 'O',
            letter => letter,
        })
        .collect();
    if !value.starts_with('8') || letters.len() != SQUARES + 1 {
        let problem = format!("`BO[{value}]` is no board of {SQUARES} squares and a side to move");
        return Err(refuse(text, problem));
    }
    let (squares, side) = letters.split_at(SQUARES);
    Ok(format!("{} {}", squares.iter().collect::<String>(), side[0]))
}

/// A move as we write it: `F5/1.2/3` is `f5`, `PA` is a pass.
pub fn move_text(value: &str) -> String {
    let text = value.split('/').next().unwrap_or_default().trim().to_ascii_lowercase();
    if text == "pa" || text == "pass" { PASS.to_owned() } else { text }
}

/// Sets a game up; it stays as it was if that is not possible.
pub fn set_up(current: &mut CurrentGame, text: &str) -> Result<(), ReadError> {
    let game = read(text)?;
    let before = current.copy()?;
    let position = current.position().map(str::to_owned);
    current.set(game.position.as_deref(), std::iter::empty())?;
    for (player, text) in &game.moves {
        if let Err(error) = current.play_for(*player, text) {
            current.set(position.as_deref(), before.record().iter().map(String::as_str))?;
            return Err(error);
        }
    }
    Ok(())
}
