//! What a game says about itself.

use super::{Check, Failure, Plan};
use crate::{GameInfo, HasInfo, Notation, Random, Text};
use std::collections::HashSet;

/// Options that no game has.
const UNKNOWN: [&str; 2] = ["no-such-option", "no-such-option=1"];

/// Random games played in two copies of a game, and their most plies. A plan of fewer moves plays fewer of them.
const GAMES: usize = 10;
const PLIES: usize = 100;

/// Looks at the game's name, its examples and its options, and at each example's options.
pub(super) fn check<G: HasInfo + Notation>(game: &G, plan: &Plan) -> Result<(), Failure> {
    let said = game.info();
    info(&said)?;
    options_are_declared_once(&said)?;
    options_read_back(game, plan)?;
    for example in &said.examples {
        match game.variant(example.split_once(':').map_or("", |(_, options)| options)) {
            Ok(game) => options_read_back(&game, plan)?,
            Err(error) => return failure(Check::Examples, "examples that open").found(error.to_string()),
        }
    }
    match game.variant("") {
        Ok(game) if game.options_text().is_empty() => {}
        Ok(game) => {
            return failure(Check::OptionsReadBack, "no options for the plain name")
                .found(game.options_text());
        }
        Err(error) => {
            return failure(Check::OptionsReadBack, "a game without options").found(error.to_string());
        }
    }
    match UNKNOWN.into_iter().find(|options| game.variant(options).is_ok()) {
        None => Ok(()),
        Some(options) => failure(Check::UnknownOptions, "an error").found(format!("a game with {options:?}")),
    }
}

fn failure(check: Check, expected: &str) -> Failure {
    Failure::new(check, "").expected(expected)
}

fn info(info: &GameInfo) -> Result<(), Failure> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if info.name.is_empty() || !info.name.chars().all(plain) {
        return failure(Check::Info, "a name of small letters, digits and hyphens")
            .found(format!("{:?}", info.name));
    }
    for (what, text) in [("title", &info.title), ("summary", &info.summary), ("rules", &info.rules)] {
        if text.trim().is_empty() || (what != "rules" && text.contains('\n')) {
            return failure(Check::Info, &format!("a {what}")).found(format!("{text:?}"));
        }
    }
    let different: HashSet<&Text> = info.examples.iter().collect();
    let of_this_game = |example: &Text| example.split(':').next() == Some(&*info.name);
    if info.examples.first() != Some(&info.name)
        || different.len() != info.examples.len()
        || !info.examples.iter().all(of_this_game)
    {
        return failure(Check::Examples, "different examples, the plain name first")
            .found(format!("{:?}", info.examples));
    }
    Ok(())
}

/// Whether every option is declared once and has a help.
fn options_are_declared_once(info: &GameInfo) -> Result<(), Failure> {
    let mut known = HashSet::new();
    for option in &info.options {
        if option.help.trim().is_empty() || option.name.is_empty() || !known.insert(&option.form) {
            return failure(Check::Info, "options with names, helps and forms of their own")
                .found(format!("{:?}", option.form));
        }
    }
    Ok(())
}

/// Whether the options text opens the same game: random games agree in names, positions and moves.
fn options_read_back<G: HasInfo + Notation>(game: &G, plan: &Plan) -> Result<(), Failure> {
    let options = game.options_text();
    let twin = match game.variant(&options) {
        Ok(twin) => twin,
        Err(error) => {
            return failure(Check::OptionsReadBack, "options that read back").found(error.to_string());
        }
    };
    let name = |game: &G| format!("{} with {} players", game.full_name(), game.players());
    let (one, other) = (name(game), name(&twin));
    if one != other {
        return failure(Check::OptionsReadBack, &one).found(other);
    }
    let (mut random, mut left) = (Random::new(plan.seed), plan.moves);
    for _ in 0..GAMES {
        let (mut at, mut twin_at) = (game.start(), twin.start());
        for _ in 0..PLIES {
            let (one, other) = (face(game, &at), face(&twin, &twin_at));
            if one != other {
                let expected = format!("{one} as in {}", game.full_name());
                return Failure::new(Check::OptionsReadBack, game.text(&at)).expected(expected).found(other);
            }
            let (moves, twin_moves) = (game.legal(&at), twin.legal(&twin_at));
            if moves.is_empty() || left == 0 {
                break;
            }
            left -= 1;
            let number = random.below(moves.len());
            game.play(&mut at, moves[number]);
            twin.play(&mut twin_at, twin_moves[number]);
        }
    }
    Ok(())
}

/// What a position says about the rules: its text, its moves and its verdict.
fn face<G: Notation>(game: &G, at: &G::Position) -> String {
    let moves: Vec<String> = game.legal(at).iter().map(|&mv| game.move_text(at, mv)).collect();
    format!("{:?}, moves [{}], {:?}", game.text(at), moves.join(" "), game.verdict(at))
}
