//! Middle-game positions for measurements, from games that a seed decides.

use anyhow::{Result, bail};
use plybook_catalog::{AnyGame, LevelPlayer, NoObserver, Random, Session, SimplePlayer, Weakening};

/// Random plies at the start of every game.
const OPENING: usize = 4;
/// Who plays on from there: quick, sound enough, and with some variety.
const PLAYER: Weakening = Weakening { nodes: 1_000, lapses: 0.0, choices: 3, temperature: 0.1 };
/// Games tried for each position before the game is said to have none.
const ATTEMPTS: u64 = 100;

/// The positions after `plies` plies of `count` games, as sessions with their past. Games that end before are left
/// out.
///
/// # Errors
/// The game has no evaluator, or hardly any of its games lasts so long.
pub fn middle_games(
    game: &dyn AnyGame,
    count: usize,
    plies: usize,
    seed: u64,
) -> Result<Vec<Box<dyn Session>>> {
    let mut sessions = Vec::new();
    let mut random = Random::new(seed);
    for _ in 0..ATTEMPTS.saturating_mul(count as u64) {
        if sessions.len() == count {
            break;
        }
        sessions.extend(play(game, plies, random.next())?);
    }
    if sessions.len() < count {
        bail!("{}: hardly any game lasts {plies} plies; ask for fewer", game.full_name());
    }
    Ok(sessions)
}

/// One game to the ply, or none if it ends before or there.
fn play(game: &dyn AnyGame, plies: usize, seed: u64) -> Result<Option<Box<dyn Session>>> {
    let mut session = game.session(None)?;
    let mut random = Random::new(seed);
    let mut player = LevelPlayer::weakened(game, PLAYER, seed)?;
    while session.ending().is_none() {
        if session.record().len() >= plies {
            return Ok(Some(session));
        }
        let text = if session.record().len() < OPENING || session.mover().is_none() {
            SimplePlayer::Random.choose(&*session, &mut random)
        } else {
            player.choose(&*session, &NoObserver)?.map(|choice| choice.text)
        };
        match text {
            Some(text) => session.play(&text)?,
            None => break,
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_catalog::open;

    #[test]
    fn a_seed_decides_the_positions() {
        let game = open("black-and-white").unwrap();
        let texts = |seed| -> Vec<String> {
            middle_games(&*game, 3, 14, seed).unwrap().iter().map(|session| session.text()).collect()
        };
        assert_eq!(texts(1), texts(1));
        assert_ne!(texts(1), texts(2));
        assert!(middle_games(&*game, 3, 14, 1).unwrap().iter().all(|session| session.record().len() == 14));
        let short = open("tictactoe").unwrap();
        assert!(middle_games(&*short, 1, 10, 1).is_err());
    }
}
