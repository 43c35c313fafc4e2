//! `plybook play GAME`.

use super::show::{PositionAnswer, mover_name};
use crate::arguments::{Opponent, Play};
use crate::draw::draw;
use crate::game_name::{open_game, start_session};
use crate::output::Output;
use anyhow::Result;
use plybook_catalog::{AnyGame, Random, Session, SimplePlayer};
use std::io::{BufRead, stdin};

const HELP: &str = "Type a move, or one of: moves (list them), undo (take back), board (draw it again), \
    text (the position as text), rules, resign, quit.";

/// What somebody at the terminal wants.
enum Wish {
    Move(String),
    Again,
    Quit,
}

/// Plays a game to its end, or until the person leaves.
pub fn run(output: Output, arguments: &Play) -> Result<()> {
    let from = &arguments.from;
    let game = open_game(&from.game)?;
    let mut session = start_session(&*game, from.position.as_deref(), &from.moves)?;
    let mut random = Random::new(arguments.seed);
    if !arguments.json {
        output.line(format!("{}. {HELP}\n", output.bold(game.info().title)))?;
    }
    let mut changed = true;
    loop {
        if changed {
            show(output, arguments, &*game, &*session)?;
        }
        if session.ending().is_some() {
            return Ok(());
        }
        let mover = mover_name(&*game, &*session);
        let text = match simple_player(arguments, &*session) {
            Some(player) => player.choose(&*session, &mut random).unwrap_or_default(),
            None => match ask(output, arguments, &*game, &mut *session)? {
                Wish::Move(text) => text,
                Wish::Again => {
                    changed = true;
                    continue;
                }
                Wish::Quit => return Ok(()),
            },
        };
        let person = simple_player(arguments, &*session).is_none();
        changed = match session.play(&text) {
            Ok(()) => true,
            Err(error) => {
                complain(output, arguments, &error.to_string())?;
                false
            }
        };
        if changed && !person && !arguments.json {
            output.line(format!("{mover} plays {text}"))?;
        }
    }
}

/// Who moves now, if it is not a person. The person is the first player unless told otherwise.
fn simple_player(arguments: &Play, session: &dyn Session) -> Option<SimplePlayer> {
    let player = match arguments.opponent {
        Opponent::Human => return None,
        Opponent::Random => SimplePlayer::Random,
        Opponent::OnePly => SimplePlayer::OnePly,
    };
    let person = u8::from(arguments.second);
    let persons_turn = session.mover().is_some_and(|mover| mover.0 == person);
    (arguments.watch || !persons_turn).then_some(player)
}

fn show(output: Output, arguments: &Play, game: &dyn AnyGame, session: &dyn Session) -> Result<()> {
    if arguments.json {
        return output.json_line(&PositionAnswer::new(game, session));
    }
    output.line(draw(&session.board(), &session.marks(), game.player_names(), output))?;
    match session.ending() {
        Some(ending) => output.line(output.bold(&ending.sentence)),
        None => Ok(()),
    }
}

fn complain(output: Output, arguments: &Play, message: &str) -> Result<()> {
    if arguments.json {
        output.json_line(&serde_json::json!({ "error": message }))
    } else {
        output.line(message)
    }
}

/// Asks the person for a line until it is one that does something.
fn ask(output: Output, arguments: &Play, game: &dyn AnyGame, session: &mut dyn Session) -> Result<Wish> {
    loop {
        if !arguments.json {
            output.prompt(&format!("{}> ", mover_name(game, session)))?;
        }
        let mut line = String::new();
        if stdin().lock().read_line(&mut line)? == 0 {
            return Ok(Wish::Quit);
        }
        match line.trim() {
            "" => {}
            "help" | "?" => output.line(HELP)?,
            "quit" | "exit" => return Ok(Wish::Quit),
            "resign" => {
                output.line(format!("{} resigns.", mover_name(game, session)))?;
                return Ok(Wish::Quit);
            }
            "moves" => output.line(session.move_texts().join(" "))?,
            "text" => output.line(session.text())?,
            "rules" => output.line(crate::markdown::render(game.info().rules, output))?,
            "board" => return Ok(Wish::Again),
            "undo" => {
                if take_back(arguments, session) {
                    return Ok(Wish::Again);
                }
                complain(output, arguments, "there is nothing to take back")?;
            }
            text => return Ok(Wish::Move(text.to_owned())),
        }
    }
}

/// Takes moves back until the person is to move again; keeps everything if that never was.
fn take_back(arguments: &Play, session: &mut dyn Session) -> bool {
    let mut taken = Vec::new();
    while let Some(last) = session.record().last().cloned() {
        session.take_back();
        taken.push(last);
        if simple_player(arguments, session).is_none() {
            return true;
        }
    }
    for text in taken.iter().rev() {
        if session.play(text).is_err() {
            break;
        }
    }
    false
}
