use super::learner::Seen;
use super::*;
use crate::{Course, Learner, Opponent, tally};
use plybook_games::breakthrough::Breakthrough;
use plybook_games::tictactoe::TicTacToe;
use plybook_kernel::{Evaluated, Evaluator, Game, HasInfo, Notation, Outcome, Player, Random, ReadError};
use std::sync::Arc;

fn breakthrough() -> Arc<Breakthrough> {
    Arc::new(Breakthrough::default().variant("5x5").unwrap())
}

fn learner(
    first: FirstWeights,
    config: TdConfig,
    rival: Option<Box<dyn Opponent<Breakthrough>>>,
) -> TdLearner<Breakthrough> {
    let game = breakthrough();
    let name = game.evaluators()[0].name.clone();
    TdLearner::new(game, &name, first, config, rival, 3).unwrap()
}

/// Positions whose values are `values`, each with one unit of the first term.
fn seen(values: &[f64]) -> Vec<Seen> {
    values.iter().map(|&value| Seen { value, terms: vec![(0, 1.0)] }).collect()
}

/// How the first weight moves after a game with these values.
fn moved(lambda: f64, values: &[f64], outcome: Outcome) -> f64 {
    let mut learner = learner(FirstWeights::Zero, TdConfig { lambda, ..TdConfig::plain() }, None);
    learner.learn(&seen(values), outcome);
    learner.weights()[0].weight
}

#[test]
fn weights_move_towards_what_came_after() {
    let (won, lost) = (Outcome::Win(Player::FIRST), Outcome::Win(Player::SECOND));
    assert!(moved(0.0, &[0.0, 0.0], won) > 0.0);
    assert!(moved(0.0, &[0.0, 0.0], lost) < 0.0);
    assert_eq!(moved(0.0, &[0.0, 0.0], Outcome::Draw), 0.0);
    // The second position is worth more than the first: without a surprise at the end the weight rises all the same.
    assert!(moved(0.0, &[0.0, 0.999_999], won) > 0.0);
    // A position that is valued too high in a game that is lost falls more than one that is valued right.
    assert!(moved(0.0, &[0.5], lost) < moved(0.0, &[-0.5], lost));
}

#[test]
fn lambda_says_how_far_an_error_reaches_back() {
    // Only the last of four equal positions is surprised by the win. With lambda 0 it learns alone, with lambda 1 all
    // four learn as much, with lambda 1/2 they learn 1, 1/2, 1/4 and 1/8.
    let won = Outcome::Win(Player::FIRST);
    let alone = moved(0.0, &[0.0; 4], won);
    assert!((moved(1.0, &[0.0; 4], won) / alone - 4.0).abs() < 1e-9);
    assert!((moved(0.5, &[0.0; 4], won) / alone - 1.875).abs() < 1e-9);
}

#[test]
fn values_are_the_first_players() {
    let game = Arc::new(TicTacToe);
    let config = TdConfig::plain();
    let learner = TdLearner::new(game, "open-lines", FirstWeights::Own, config, None, 1).unwrap();
    // X has the centre: good for X, whoever is to move.
    let value = |text: &str| learner.see(&TicTacToe.read(text).unwrap(), None).value;
    assert!(value("3/1X1/3 O") > 0.3);
    assert!(value("3/OX1/3 X") > 0.0);
    assert!(value("X2/1O1/3 X") < 0.0);
    assert_eq!(learner.see(&TicTacToe.start(), Some(Outcome::Win(Player::SECOND))).value, -1.0);
}

#[test]
fn a_leaf_is_the_end_of_the_line() {
    let game = Arc::new(TicTacToe);
    let learner =
        TdLearner::new(Arc::clone(&game), "open-lines", FirstWeights::Own, TdConfig::leaf(), None, 1)
            .unwrap();
    let course = Course::new(&*game);
    let line = ["b2", "a2"].map(|text| (text, ()));
    let mut at = game.start();
    let moves: Vec<u8> = line
        .iter()
        .map(|(text, ())| {
            let mv = game.read_move(&at, text).unwrap();
            game.play(&mut at, mv);
            mv
        })
        .collect();
    assert_eq!(learner.leaf(&course, &moves).value, learner.see(&at, None).value);
    assert_ne!(learner.leaf(&course, &moves).value, learner.leaf(&course, &[]).value);
}

/// Looks so far ahead with these weights.
struct Searcher(u32, Vec<Weight>);

impl Opponent<Breakthrough> for Searcher {
    fn choose(
        &mut self,
        game: &Breakthrough,
        course: &Course<Breakthrough>,
        _: &mut Random,
    ) -> Result<<Breakthrough as Game>::Move, ReadError> {
        let own = game.evaluator(&game.evaluators()[0].name).unwrap();
        let evaluator = WeightedTerms::new(own, &self.1, &[]);
        let method = plybook_search::reference::Method::AlphaBetaNegamax;
        Ok(plybook_search::reference::search(method, game, &evaluator, &course.at, self.0).line[0])
    }
}

/// From nothing to something: what 300 games against itself have taught beats its own opposite, whichever side it plays.
#[test]
fn both_methods_learn_from_zero() {
    for config in [TdConfig::plain(), TdConfig::leaf()] {
        let mut taught = learner(FirstWeights::Zero, config.clone(), None);
        (0..300).for_each(|_| drop(taught.step().unwrap()));
        let (_, [weights, _]) = read_weights(&*breakthrough(), &taught.save()).unwrap();
        let turned = weights.iter().map(|one| Weight { weight: -one.weight, ..one.clone() }).collect();
        let still = TdConfig { alpha: 0.0, epsilon: 0.0, ..config.clone() };
        let rival = Searcher(config.depth, turned);
        let mut player = learner(FirstWeights::Zero, still, Some(Box::new(rival)));
        player.set_weights(weights);
        (0..100).for_each(|_| drop(player.step().unwrap()));
        let won = tally(player.games())[0];
        assert!(won >= 75, "{won} of 100 with a look {} plies ahead", config.depth);
    }
}

#[test]
fn weights_go_on_where_they_stopped() {
    let make = || learner(FirstWeights::Zero, TdConfig::leaf(), None);
    let (mut whole, mut begun) = (make(), make());
    (0..12).for_each(|_| drop(whole.step().unwrap()));
    (0..5).for_each(|_| drop(begun.step().unwrap()));
    let mut resumed = learner(FirstWeights::Own, TdConfig::plain(), None);
    resumed.resume(&begun.save()).unwrap();
    (0..7).for_each(|_| drop(resumed.step().unwrap()));
    assert_eq!(resumed.save(), whole.save());
    assert_eq!(resumed.figures().len(), resumed.games()[0].figures.len());
}

#[test]
fn weighted_terms_count_with_the_weights_given() {
    let game = breakthrough();
    let inner = game.evaluator(&game.evaluators()[0].name).unwrap();
    let mut at = game.start();
    for _ in 0..6 {
        let mv = game.legal(&at)[0];
        game.play(&mut at, mv);
    }
    let own = inner.terms(&game, &at);
    let weight = |name: &str, weight: f64| Weight { name: name.to_owned(), weight, mean_square: 0.0 };
    // In any order; a term without a weight counts nothing.
    let weights: Vec<Weight> = own.iter().skip(1).rev().map(|term| weight(&term.name, 10.4)).collect();
    let other = WeightedTerms::new(inner, &weights, &[]);
    let expected: i32 = own.iter().skip(1).map(|term| 10 * term.value).sum();
    assert_ne!(expected, 0);
    assert_eq!(other.evaluate(&game, &at, &()).raw(), expected);
    assert_eq!(other.terms(&*game, &at)[0].weight, 0);
}

#[test]
fn what_cannot_be_used_is_refused() {
    let error = TdLearner::new(breakthrough(), "magic", FirstWeights::Own, TdConfig::plain(), None, 1).err();
    assert!(error.unwrap().to_string().contains("magic"));
    let mut one = learner(FirstWeights::Own, TdConfig::plain(), None);
    one.step().unwrap();
    let file = one.save();
    assert!(read_weights(&TicTacToe, &file).unwrap_err().to_string().contains("breakthrough"));
    let text = crate::file::open(&*breakthrough(), super::weighted::KIND, &file).unwrap();
    for (old, new) in
        [("weights 7", "weights 8"), ("config 0.05", "config 7"), ("games 1", "games x"), ("seed", "")]
    {
        let lines: Vec<String> = text.replace(old, new).lines().map(str::to_owned).collect();
        let forged = crate::file::seal(&*breakthrough(), super::weighted::KIND, &lines);
        let error = one.resume(&forged).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("cannot be read"), "{old}: {error}");
    }
    assert!(one.resume(&file).is_ok());
}
