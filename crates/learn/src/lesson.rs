//! What a position of a finished game teaches.

use crate::PlayedGame;
use plybook_kernel::{Evaluated, Evaluator, Game, Outcome, Player, Score, Wdl};

/// What a win is worth in games that count no points, in hundredths of a point.
const WIN: i32 = 10 * Score::POINT;

/// A position seen through a game's patterns, and how the game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Pattern and configuration in every place, mirror images brought together.
    pub configurations: Vec<(usize, usize)>,
    /// What the evaluator without a play book says, in hundredths of a point for the side to move.
    pub evaluation: i32,
    /// How the game ended for it, in hundredths of a point.
    pub result: i32,
}

/// The lessons of finished games, a list for each game. Chance nodes teach nothing.
pub fn lessons<G: Game + Evaluated>(
    game: &G,
    evaluator: &G::Evaluator,
    played: &[PlayedGame<G::Position>],
) -> Vec<Vec<Lesson>> {
    let lesson = |at: &G::Position, outcome: Outcome| {
        let mover = game.turn(at).player()?;
        let mut configurations = Vec::new();
        game.configurations(at, &mut |pattern, configuration| {
            configurations.push((pattern, game.same_configuration(pattern, configuration)));
        });
        let evaluation = evaluator.evaluate(game, at, &evaluator.accumulate(game, at)).raw();
        Some(Lesson { configurations, evaluation, result: result(outcome, mover) })
    };
    let of_game = |played: &PlayedGame<G::Position>| {
        played.positions.iter().filter_map(|at| lesson(at, played.outcome)).collect()
    };
    played.iter().map(of_game).collect()
}

fn result(outcome: Outcome, mover: Player) -> i32 {
    match (outcome, outcome.wdl(mover)) {
        (Outcome::Margin(_), _) => outcome.score(mover).raw(),
        (_, Wdl::Win) => WIN,
        (_, Wdl::Draw) => 0,
        (_, Wdl::Loss) => -WIN,
    }
}
