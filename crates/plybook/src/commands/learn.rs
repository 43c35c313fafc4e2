//! `plybook learn GAME`.

use super::book::stored;
use crate::bad_input::BadInput;
use crate::file::{prepare, write};
use crate::game_name::open_game;
use crate::learn_arguments::{Learn, Method};
use crate::output::Output;
use crate::progress::bar;
use anyhow::Result;
use plybook_catalog::SelfPlay;
use serde::Serialize;

/// Plies after which a game is given up.
const LONGEST: usize = 1000;

#[derive(Serialize)]
struct Answer {
    game: String,
    games: usize,
    positions: usize,
    configurations_seen: usize,
    configurations: usize,
    games_aside: usize,
    error_without: Option<f64>,
    error_with: Option<f64>,
    file: String,
}

/// Games of a play book if nothing is said.
const DEFAULT_GAMES: u32 = 20_000;

/// Learns by the method that was asked for.
pub fn run(output: Output, arguments: &Learn) -> Result<()> {
    super::learner::refuse_foreign(arguments.method, arguments)?;
    match arguments.method {
        Method::Master => super::master::run(output, arguments),
        Method::PlayBook => play_book(output, arguments),
        Method::Samuel => super::samuel::run(output, arguments),
        method => super::learner::run(output, method, arguments),
    }
}

/// Plays, fits and writes.
fn play_book(output: Output, arguments: &Learn) -> Result<()> {
    let game = open_game(&arguments.game)?;
    prepare(arguments.out()?)?;
    let games = arguments.games.unwrap_or(DEFAULT_GAMES);
    let plan = SelfPlay {
        games: games as usize,
        nodes: arguments.nodes,
        plies: usize::from(arguments.play_book.plies),
        longest: LONGEST,
        seed: arguments.seed,
        threads: usize::from(arguments.play_book.threads),
    };
    let learnt = if arguments.play_book.stored.db.is_some() {
        let games = stored(&*game, &arguments.play_book.stored)?;
        game.learn_pattern_weights_from(&games).map_err(BadInput::from)?
    } else {
        let bar = bar("games");
        bar.set_length(u64::from(games));
        let learnt = game.learn_pattern_weights(&plan, &|done| bar.set_position(done as u64));
        bar.finish_and_clear();
        learnt.map_err(BadInput::from)?
    };
    if learnt.games == 0 {
        return Err(BadInput::new(format!("no finished game of {} to learn from", game.full_name())).into());
    }
    write(arguments.out()?, &learnt.file)?;
    let answer = Answer {
        game: game.full_name(),
        games: learnt.games,
        positions: learnt.positions,
        configurations_seen: learnt.seen[0],
        configurations: learnt.seen[1],
        games_aside: learnt.aside,
        error_without: learnt.errors.map(|errors| errors[0]),
        error_with: learnt.errors.map(|errors| errors[1]),
        file: arguments.out()?.display().to_string(),
    };
    if arguments.json {
        return output.json(&answer);
    }
    output.line(format!(
        "{} games of {}, {} positions, {} configurations seen.",
        answer.games, answer.game, answer.positions, answer.configurations_seen
    ))?;
    output.line(match learnt.errors {
        Some([without, with]) => format!(
            "Mean squared error on {} kept aside: {without:.2} without the book, {with:.2} with it.",
            if learnt.aside == 1 { "the one game".to_owned() } else { format!("{} games", learnt.aside) },
        ),
        None => "Too few games to say what the book is worth: one in ten is kept aside to judge it, and that makes none."
            .to_owned(),
    })?;
    output.line(format!("Written to {}.", answer.file))
}
