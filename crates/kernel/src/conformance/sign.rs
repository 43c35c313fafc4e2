//! Whether evaluators mean what they say: a high value is to be good for whoever is to move.

use super::{Check, Failure, Plan};
use crate::{Evaluated, Evaluator, History, Notation, Player, Random, Wdl};

/// Games of each side by each sign.
const GAMES: usize = 24;
/// Plies after which a game is cut and counts as drawn.
const CUT: usize = 200;
/// Positions that may be evaluated, for each move of the plan.
const SHARE: usize = 2;
/// Standard deviations that the sign must be wrong by.
const DEVIATIONS: f64 = 3.0;
/// An evaluator whose sign is wrong wins no more than one of so many of its decided games.
const HOPELESS: u32 = 4;
/// Moves of a plan below which nothing is said: there are too few games then, and trees drawn at random, whose written
/// values mean nothing, are checked by such plans.
const LEAST_PLAN: usize = 1_000;
/// Decided games below which nothing is said.
const LEAST: u32 = 8;

/// Lets a player who looks one ply ahead play against chance, once towards what each evaluator calls good and once away
/// from it, on either side. An evaluator with the wrong sign, or one that speaks for the first player whoever is to
/// move, does significantly better the other way round on some side.
///
/// # Errors
/// The first evaluator that does.
pub(super) fn check<G: Notation + Evaluated>(game: &G, plan: &Plan) -> Result<(), Failure> {
    if game.players() != 2 || game.has_chance() || plan.moves < LEAST_PLAN {
        return Ok(());
    }
    for info in game.evaluators() {
        let Some(evaluator) = game.evaluator(&info.name) else { continue };
        let mut greedy = Greedy { game, evaluator, random: Random::new(plan.seed), left: plan.moves * SHARE };
        // By side, and by whether it plays towards the better values: wins and losses.
        let mut results = [[[0_u32; 2]; 2]; 2];
        'games: for _ in 0..GAMES {
            for side in [Player::FIRST, Player::SECOND] {
                for sign in [1, -1] {
                    let Some(result) = greedy.play(side, sign) else { break 'games };
                    let counts = &mut results[side.index()][usize::from(sign < 0)];
                    counts[0] += u32::from(result == Wdl::Win);
                    counts[1] += u32::from(result == Wdl::Loss);
                }
            }
        }
        for (side, [towards, away]) in results.into_iter().enumerate() {
            let gain = |[wins, losses]: [u32; 2]| f64::from(wins) - f64::from(losses);
            let decided: u32 = towards.iter().chain(&away).sum();
            let worse = gain(away) - gain(towards);
            // One that is merely misleading a ply ahead still wins a part of its games.
            let hopeless = towards[0] * HOPELESS <= towards[0] + towards[1];
            if hopeless && decided >= LEAST && worse > DEVIATIONS * f64::from(decided).sqrt() {
                let name = if side == 0 { "the first player" } else { "the second player" };
                let expected = format!("{name} to win more by what {} calls good", info.name);
                let found = format!(
                    "{} won and {} lost by it, {} won and {} lost against it: its sign is wrong, or not that of the \
                     player to move",
                    towards[0], towards[1], away[0], away[1]
                );
                return Failure::new(Check::EvaluationSign, game.text(&game.start()))
                    .expected(expected)
                    .found(found);
            }
        }
    }
    Ok(())
}

/// Who looks one ply ahead.
struct Greedy<'a, G: Notation + Evaluated> {
    game: &'a G,
    evaluator: G::Evaluator,
    random: Random,
    /// Positions that may still be evaluated.
    left: usize,
}

impl<G: Notation + Evaluated> Greedy<'_, G> {
    /// What a game against chance gives the player on this side; `None` where too much was evaluated.
    fn play(&mut self, side: Player, sign: i32) -> Option<Wdl> {
        let game = self.game;
        let (mut at, mut past) = (game.start(), History::new());
        for _ in 0..CUT {
            if let Some(end) = game.end(&at, &past) {
                return Some(end.outcome.wdl(side));
            }
            let moves = game.legal(&at);
            let mv = if game.turn(&at).player() == Some(side) {
                self.choose(&at, &moves, side, sign)?
            } else {
                *self.random.pick(&moves)?
            };
            past.push(game.key(&at), game.resets(&at, mv));
            game.play(&mut at, mv);
        }
        Some(Wdl::Draw)
    }

    /// The move to the best value, or by the other sign to the worst; one of several by lot.
    fn choose(&mut self, at: &G::Position, moves: &[G::Move], side: Player, sign: i32) -> Option<G::Move> {
        self.left = self.left.checked_sub(moves.len())?;
        let mut best: (i64, Vec<G::Move>) = (i64::MIN, Vec::new());
        for &mv in moves {
            let next = self.game.after(at, mv);
            let value = match self.game.verdict(&next) {
                // What is decided is known by the rules, not by the evaluator.
                Some(outcome) => i64::from(outcome.score(side).raw()) * 1_000,
                None => {
                    let accumulator = self.evaluator.accumulate(self.game, &next);
                    let value = i64::from(self.evaluator.evaluate(self.game, &next, &accumulator).raw());
                    let own = if self.game.turn(&next).player() == Some(side) { value } else { -value };
                    own * i64::from(sign)
                }
            };
            if value > best.0 {
                best = (value, Vec::new());
            }
            if value == best.0 {
                best.1.push(mv);
            }
        }
        self.random.pick(&best.1).copied()
    }
}
