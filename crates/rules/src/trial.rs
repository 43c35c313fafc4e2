//! The trial of a game when its file is opened: random games in which the conformance suite looks at everything.

use crate::moves::MOST_MOVES;
use plybook_kernel::conformance::{Plan, check};
use plybook_kernel::{History, ListedGame, Random, ReadError};

/// The seed of the trial's games.
const SEED: u64 = 1;
/// Moves that are looked at in all positions together, and pairs of moves of one position: some checks compare them.
const MOST_LISTED: usize = 50_000;
const MOST_PAIRS: usize = 50_000_000;
const MOST_PLAYED: usize = 1_000;
const LEAST_PLAYED: usize = 2;
/// Plies of the game that measures how wide positions are.
const MEASURED: usize = 200;

/// Plays a game for a moment, and checks all that a game must keep.
///
/// # Errors
/// What does not hold, such as two moves with one text, in which position, and what to change.
pub fn trial<G: ListedGame>(game: &G) -> Result<(), ReadError> {
    let name = game.info().name.into_owned();
    let widest = widest(game);
    if widest >= MOST_MOVES {
        let problem = format!("a position has more than {} moves", MOST_MOVES - 1);
        return Err(ReadError::new(
            "rules",
            &name,
            problem,
            "use a smaller board, fewer pieces or fewer ways",
        ));
    }
    if widest == 0 && game.outcome(&game.start()).is_none() {
        let problem = "nobody can move at the start";
        return Err(ReadError::new("rules", &name, problem, "add pieces, or moves for those at the start"));
    }
    if game.outcome(&game.start()).is_some() {
        let problem = "the game is over before it begins";
        return Err(ReadError::new(
            "rules",
            &name,
            problem,
            "let the start not meet the condition of an end",
        ));
    }
    let width = widest.max(1);
    let moves = (MOST_LISTED / width).min(MOST_PAIRS / (width * width)).clamp(LEAST_PLAYED, MOST_PLAYED);
    check(game, &Plan { seed: SEED, moves }).map_err(|failure| {
        let remedy =
            "two rules may say the same, or one contradicts another: look at the pieces of this position";
        ReadError::new("rules", &name, failure.to_string(), remedy)
    })?;
    Ok(())
}

/// The most moves of a position in a random game.
fn widest<G: ListedGame>(game: &G) -> usize {
    let (mut random, mut at, mut past) = (Random::new(SEED), game.start(), History::new());
    let mut widest = 0;
    let mut listed = 0;
    for _ in 0..MEASURED {
        if game.outcome_with(&at, &past).is_some() {
            break;
        }
        let moves = game.legal(&at);
        widest = widest.max(moves.len());
        listed += moves.len();
        if listed > MOST_LISTED {
            break;
        }
        let Some(&mv) = random.pick(&moves) else { break };
        let (key, resets) = (game.key(&at), game.resets(&at, mv));
        past.push(key, resets);
        game.play(&mut at, mv);
    }
    widest
}
