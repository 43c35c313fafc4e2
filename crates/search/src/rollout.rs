//! Rollouts: games played out from a position by the evaluation alone, for games of two players with chance.
//!
//! What chance gives is measured at every roll: the value of what came, less the mean over all that could have come. That
//! luck has the mean zero whatever the evaluation says; taken off the result of each game it leaves the mean as it is,
//! and most of the scatter goes with it (variance reduction).

use plybook_kernel::{Evaluator, Game, History, Player, Random, Score, Turn};

/// How games are played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RolloutPlan {
    /// How many games.
    pub games: u32,
    /// Plies after which a game is cut off and evaluated.
    pub plies: u32,
    /// Decides what chance does.
    pub seed: u64,
    /// Whether luck is taken off.
    pub reduction: bool,
}

impl Default for RolloutPlan {
    fn default() -> RolloutPlan {
        RolloutPlan { games: 324, plies: 2_000, seed: 1, reduction: true }
    }
}

/// What came of the games.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct RolloutResult {
    /// Games that were played.
    pub games: u32,
    /// Mean points for the player asked about.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The standard deviation of a single game.
    pub deviation: f64,
    /// Games that were won, in a hundred.
    pub wins: f64,
}

/// A rollout on its way.
struct Rollout<'a, G: Game, E: Evaluator<G>> {
    game: &'a G,
    evaluator: &'a E,
    plan: RolloutPlan,
    player: Player,
}

impl<G: Game, E: Evaluator<G>> Rollout<'_, G, E> {
    /// What a position is worth, in points: by its end, or else by the evaluation.
    fn worth(&self, at: &G::Position, player: Player) -> f64 {
        match self.game.outcome(at) {
            Some(outcome) => f64::from(outcome.utility(player)),
            None => {
                let accumulator = self.evaluator.accumulate(self.game, at);
                self.evaluator.utility_for(self.game, at, &accumulator, player) / f64::from(Score::POINT)
            }
        }
    }

    /// Plays one game: its points for the player, luck taken off if that is wanted, and whether it was won.
    fn play(&self, at: &G::Position, past: &History, random: &mut Random) -> (f64, bool) {
        let game = self.game;
        let (mut at, mut past) = (at.clone(), past.clone());
        let mut luck = 0.0;
        for _ in 0..self.plan.plies {
            if let Some(end) = game.end(&at, &past) {
                let points = f64::from(end.outcome.utility(self.player));
                return (points - luck, points > 0.0);
            }
            let next = match game.turn(&at) {
                Turn::Chance => {
                    let mut chances = Vec::new();
                    game.chances(&at, &mut chances);
                    let Some(&drawn) = random.draw(&chances) else { break };
                    if self.plan.reduction {
                        let sum: f64 = chances.iter().map(|&(_, chance)| f64::from(chance)).sum();
                        let worth = |mv| self.worth(&game.after(&at, mv), self.player);
                        let weighed = chances.iter().map(|&(mv, chance)| f64::from(chance) / sum * worth(mv));
                        luck += worth(drawn) - weighed.sum::<f64>();
                    }
                    drawn
                }
                Turn::Player(mover) => {
                    let mut best: Option<(f64, G::Move)> = None;
                    for mv in game.legal(&at) {
                        let worth = self.worth(&game.after(&at, mv), mover);
                        if best.is_none_or(|(most, _)| worth > most) {
                            best = Some((worth, mv));
                        }
                    }
                    let Some((_, mv)) = best else { break };
                    mv
                }
            };
            past.push(game.key(&at), game.resets(&at, next));
            game.play(&mut at, next);
        }
        let points = self.worth(&at, self.player);
        (points - luck, points > 0.0)
    }
}

/// Plays a position out and tells what `player` gets on average. `stop` is asked after every game.
pub fn rollout<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    (at, past): (&G::Position, &History),
    player: Player,
    plan: RolloutPlan,
    stop: &mut dyn FnMut(&RolloutResult) -> bool,
) -> RolloutResult {
    let rollout = Rollout { game, evaluator, plan, player };
    let mut result = RolloutResult::default();
    let (mut sum, mut squares, mut wins) = (0.0, 0.0, 0u32);
    for number in 0..plan.games {
        // Each game has dice of its own, so that more games begin with those of fewer.
        let mut random = Random::new(plan.seed ^ u64::from(number + 1).wrapping_mul(0xd134_2543_de82_ef95));
        let (points, won) = rollout.play(at, past, &mut random);
        (sum, squares, wins) = (sum + points, squares + points * points, wins + u32::from(won));
        let count = f64::from(number + 1);
        let variance =
            if number == 0 { 0.0 } else { ((squares - sum * sum / count) / (count - 1.0)).max(0.0) };
        result = RolloutResult {
            games: number + 1,
            mean: sum / count,
            error: (variance / count).sqrt(),
            deviation: variance.sqrt(),
            wins: 100.0 * f64::from(wins) / count,
        };
        if stop(&result) {
            break;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::written::{WrittenEvaluations, WrittenTree};
    use plybook_kernel::{HasInfo, Term};

    /// The first player draws twice, and the second answers well. Numbers before a colon are weights.
    const TREE: &str = "tree=([1: ([1: 8 1: 2] 9) 3: ([1: (4 6) 1: (1 7)] [1: 0 1: 6])] 3)";

    fn tree() -> WrittenTree {
        WrittenTree::default().variant(TREE).expect("a tree")
    }

    /// The exact means of lotteries and the best of moves.
    #[derive(Clone, Copy)]
    struct Exact;

    impl Exact {
        fn value(game: &WrittenTree, at: &<WrittenTree as Game>::Position) -> f64 {
            if let Some(outcome) = game.outcome(at) {
                return f64::from(outcome.utility(Player::FIRST));
            }
            let below = |mv| Exact::value(game, &game.after(at, mv));
            match game.turn(at) {
                Turn::Chance => {
                    let mut chances = Vec::new();
                    game.chances(at, &mut chances);
                    chances.into_iter().map(|(mv, chance)| f64::from(chance) * below(mv)).sum()
                }
                Turn::Player(player) => {
                    let all = game.legal(at).into_iter().map(below);
                    let pick = if player == Player::FIRST { f64::max } else { f64::min };
                    all.reduce(pick).unwrap_or_default()
                }
            }
        }
    }

    impl Evaluator<WrittenTree> for Exact {
        type Accumulator = ();
        fn accumulate(&self, _: &WrittenTree, _: &<WrittenTree as Game>::Position) {}
        fn evaluate(&self, game: &WrittenTree, at: &<WrittenTree as Game>::Position, (): &()) -> Score {
            let sign = if game.turn(at).player() == Some(Player::SECOND) { -1.0 } else { 1.0 };
            Score::evaluation((sign * Exact::value(game, at) * 100.0).round() as i32)
        }
        fn utility_for(
            &self,
            game: &WrittenTree,
            at: &<WrittenTree as Game>::Position,
            (): &(),
            player: Player,
        ) -> f64 {
            let value = Exact::value(game, at) * 100.0;
            if player == Player::FIRST { value } else { -value }
        }
        fn terms(&self, _: &WrittenTree, _: &<WrittenTree as Game>::Position) -> Vec<Term> {
            Vec::new()
        }
    }

    fn roll<E: Evaluator<WrittenTree>>(
        evaluator: &E,
        games: u32,
        reduction: bool,
        player: Player,
    ) -> RolloutResult {
        let game = tree();
        let plan = RolloutPlan { games, reduction, ..RolloutPlan::default() };
        rollout(&game, evaluator, (&game.start(), &History::new()), player, plan, &mut |_| false)
    }

    #[test]
    fn the_mean_is_that_of_all_games_with_and_without_luck() {
        let game = tree();
        let exact = Exact::value(&game, &game.start());
        for reduction in [false, true] {
            let found = roll(&Exact, 4_000, reduction, Player::FIRST);
            assert!((found.mean - exact).abs() <= 4.0 * found.error + 1e-6, "{found:?} for {exact}");
        }
        // With an exact evaluation nothing but luck makes games differ.
        assert!(roll(&Exact, 200, true, Player::FIRST).deviation < 1e-5);
        assert!(roll(&Exact, 200, false, Player::FIRST).deviation > 1.0);
        let mirrored = roll(&Exact, 200, true, Player::SECOND);
        assert!((mirrored.mean + exact).abs() < 1e-5, "{mirrored:?}");
    }

    /// A wrong evaluation leaves the mean of the games that are played by it: luck is taken off by its own measure.
    #[test]
    fn a_wrong_evaluation_does_not_shift_the_mean() {
        let plain = roll(&WrittenEvaluations, 6_000, false, Player::FIRST);
        let reduced = roll(&WrittenEvaluations, 6_000, true, Player::FIRST);
        let error = plain.error.hypot(reduced.error);
        assert!((plain.mean - reduced.mean).abs() <= 4.0 * error, "{plain:?} {reduced:?}");
    }

    #[test]
    fn a_seed_decides_and_a_stop_ends() {
        assert_eq!(roll(&Exact, 50, false, Player::FIRST), roll(&Exact, 50, false, Player::FIRST));
        let game = tree();
        let plan = RolloutPlan { games: 1_000, ..RolloutPlan::default() };
        let mut stop = |found: &RolloutResult| found.games == 7;
        let found = rollout(&game, &Exact, (&game.start(), &History::new()), Player::FIRST, plan, &mut stop);
        assert_eq!(found.games, 7);
    }
}
