//! Learning for any game, in plain data.

use crate::chosen::Chosen;
use crate::session::evaluator;
use plybook_format::write_pattern_weights;
use plybook_kernel::{History, ListedGame, Outcome, PatternWeights, Player, ReadError};
use plybook_learn::{PlayedGame, SelfPlay, fit, lessons};
use plybook_store::database::StoredGame;
use std::sync::Arc;

/// Pattern weights and what they were learnt from.
#[derive(Clone, Debug)]
pub struct LearntWeights {
    /// The weights.
    pub weights: PatternWeights,
    /// The contents of their file, a play book.
    pub file: Vec<u8>,
    /// Games that ended and taught something.
    pub games: usize,
    /// Positions learnt from.
    pub positions: usize,
    /// Configurations seen, of how many; mirror images are counted once among those seen.
    pub seen: [usize; 2],
    /// Games kept aside to judge the weights.
    pub aside: usize,
    /// Mean squared error on them, in points squared, without the weights and with them; none if there are none.
    pub errors: Option<[f64; 2]>,
}

/// Weights from games of the engine against itself.
pub(crate) fn learn_weights<G: ListedGame>(
    game: &Arc<G>,
    plan: &SelfPlay,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<LearntWeights, ReadError> {
    if game.patterns().is_empty() {
        return Err(no_patterns(&**game));
    }
    let evaluator = evaluator(&**game, None)?;
    // As everything else plays: the search is compiled once for each game.
    let played = plan.play(game, &Chosen::Own(evaluator.clone()), progress);
    learnt(&**game, &evaluator, &played)
}

/// Weights from stored games.
pub(crate) fn learn_weights_from<G: ListedGame>(
    game: &G,
    stored: &[StoredGame],
) -> Result<LearntWeights, ReadError> {
    if game.patterns().is_empty() {
        return Err(no_patterns(game));
    }
    let name = game.full_name();
    let played: Vec<PlayedGame<G::Position>> =
        stored.iter().filter_map(|stored| replay(game, &name, stored)).collect();
    learnt(game, &evaluator(game, None)?, &played)
}

fn no_patterns<G: ListedGame>(game: &G) -> ReadError {
    let remedy = "play books exist for othello on the board of eight";
    ReadError::new("game", &game.full_name(), "it has no patterns to learn", remedy)
}

fn learnt<G: ListedGame>(
    game: &G,
    evaluator: &G::Evaluator,
    played: &[PlayedGame<G::Position>],
) -> Result<LearntWeights, ReadError> {
    let fit = fit(game, &lessons(game, evaluator, played)).ok_or_else(|| no_patterns(game))?;
    let file = write_pattern_weights(game, &game.info().name, &fit.book).ok_or_else(|| no_patterns(game))?;
    let all = game.patterns().iter().map(|pattern| pattern.configurations).sum();
    Ok(LearntWeights {
        weights: fit.book,
        file,
        games: played.len(),
        positions: fit.positions,
        seen: [fit.seen, all],
        aside: fit.aside,
        errors: fit.errors,
    })
}

/// The positions of a stored game after its opening, and its end: that of the rules, or the stored result where the
/// game ended otherwise. `None` if it teaches nothing.
fn replay<G: ListedGame>(game: &G, name: &str, stored: &StoredGame) -> Option<PlayedGame<G::Position>> {
    if stored.game != name {
        return None;
    }
    let decided = match Player::from_ordinal(&stored.result) {
        Some(winner) => Outcome::Win(winner),
        None if stored.result == "draw" => Outcome::Draw,
        None => return None,
    };
    let mut at = match &stored.position {
        Some(text) => game.read(text).ok()?,
        None => game.start(),
    };
    let opening = stored.opening.split_whitespace().count();
    let (mut past, mut positions) = (History::new(), Vec::new());
    for (ply, text) in stored.moves.split_whitespace().enumerate() {
        let mv = game.read_move(&at, text).ok()?;
        if ply >= opening {
            positions.push(at.clone());
        }
        past.push(game.key(&at), game.resets(&at, mv));
        game.play(&mut at, mv);
    }
    let outcome = game.outcome_with(&at, &past).or_else(|| game.verdict(&at)).unwrap_or(decided);
    (!positions.is_empty()).then_some(PlayedGame { positions, outcome })
}

#[cfg(test)]
mod tests {
    use crate::{LevelPlayer, NoObserver, open};
    use plybook_store::database::StoredGame;

    fn stored(number: i64, moves: &str, result: &str) -> StoredGame {
        StoredGame {
            id: number,
            tournament: None,
            number,
            round: 0,
            game: "othello".to_owned(),
            players: Vec::new(),
            position: None,
            opening: moves.split(' ').take(4).collect::<Vec<_>>().join(" "),
            moves: moves.to_owned(),
            result: result.to_owned(),
            reason: String::new(),
            sentence: String::new(),
            plies: 0,
            began: 0,
            details: String::new(),
        }
    }

    #[test]
    fn stored_games_teach_as_much_as_they_show() {
        let game = open("othello").unwrap();
        let level = crate::Level::new(1).unwrap();
        let mut games = Vec::new();
        for seed in 0..12 {
            let mut session = game.session(None).unwrap();
            let mut player = LevelPlayer::new(&*game, level, seed).unwrap();
            while session.ending().is_none() {
                let choice = player.choose(&*session, &NoObserver).unwrap().unwrap();
                session.play(&choice.text).unwrap();
            }
            games.push(stored(seed as i64, &session.record().join(" "), "first"));
        }
        let learnt = game.learn_pattern_weights_from(&games).unwrap();
        assert_eq!(learnt.games, 12);
        assert!(learnt.positions > 300 && learnt.seen[0] > 200, "{} {:?}", learnt.positions, learnt.seen);
        // What cannot be used changes nothing.
        games.push(stored(20, &games[0].moves, "void"));
        games.push(stored(21, "nonsense", "first"));
        games.push(StoredGame { game: "chess".to_owned(), ..games[0].clone() });
        let again = game.learn_pattern_weights_from(&games).unwrap();
        assert_eq!((again.games, &again.file), (12, &learnt.file));
        assert!(open("chess").unwrap().learn_pattern_weights_from(&games).is_err());
    }
}
