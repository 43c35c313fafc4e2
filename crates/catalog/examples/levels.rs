//! Measures the levels of play against each other: `cargo run --release -p plybook-catalog --example levels -- GAME
//! GAMES [FROM [TO]]`. Level 0 is the player that looks one ply ahead. Openings are a few random moves, each played
//! twice with the sides changed.

use plybook_catalog::{
    AnyGame, Level, LevelPlayer, Patience, Random, ReadError, Result3, SimplePlayer, open,
};

/// Random plies before the players begin.
const OPENING: usize = 4;
/// Plies after which a game without an end counts as a draw.
const LONGEST: usize = 400;

fn main() -> Result<(), ReadError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |place: usize, usual: u64| arguments.get(place).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let game = open(arguments.first().map_or("othello", String::as_str))?;
    let (games, from, to) = (number(1, 200), number(2, 1), number(3, u64::from(Level::HIGHEST)));
    for level in from..=to {
        let (level, below) = (level as u8, level.saturating_sub(1) as u8);
        let points = match_points(&*game, level, below, games)?;
        println!(
            "{}: level {level} scores {:.1} % against level {below} in {games} games",
            game.full_name(),
            100.0 * points / games as f64
        );
    }
    Ok(())
}

/// The points of the first of two levels; a draw is half a point.
fn match_points(game: &dyn AnyGame, level: u8, other: u8, games: u64) -> Result<f64, ReadError> {
    let mut points = 0.0;
    for number in 0..games {
        let own = (number % 2) as u8;
        let winner = play(game, [level, other], own, number)?;
        points += match winner {
            Result3::First => f64::from(1 - own),
            Result3::Second => f64::from(own),
            _ => 0.5,
        };
    }
    Ok(points)
}

/// Plays a game; `own` is the side of the first of the two levels.
fn play(game: &dyn AnyGame, levels: [u8; 2], own: u8, number: u64) -> Result<Result3, ReadError> {
    let mut session = game.session(None)?;
    let mut opening = Random::new(number / 2);
    let mut players = Vec::new();
    for level in levels {
        let level = Level::new(level);
        players.push(level.map(|level| LevelPlayer::new(game, level, number)).transpose()?);
    }
    while session.ending().is_none() && session.record().len() < LONGEST {
        let mover = session.mover().map_or(0, |player| player.0);
        let text = if session.record().len() < OPENING {
            SimplePlayer::Random.choose(&*session, &mut opening)
        } else {
            match &mut players[usize::from(mover != own)] {
                Some(player) => player.choose(&*session, &Patience)?.map(|choice| choice.text),
                None => SimplePlayer::OnePly.choose(&*session, &mut opening),
            }
        };
        session.play(&text.unwrap_or_default())?;
    }
    Ok(session.ending().map_or(Result3::Draw, |ending| ending.winner))
}
