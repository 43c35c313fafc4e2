//! Weights that made the values of games are found again, in the opening and in the ending.

use super::*;
use crate::data::{NO_VALUE, PlayPlan, play_games};
use plybook_games::checkers::Checkers;
use plybook_kernel::{Evaluated, Game, Outcome, Score, sum};
use plybook_search::Engine;
use std::sync::Arc;

const SCALE: f32 = 100.0;
const SELECTION: Selection = Selection { result_share: 0.0, later: 0.0, scale: SCALE, quiet_only: true };

fn evaluator() -> <Checkers as Evaluated>::Evaluator {
    Checkers::default().evaluator("positional").unwrap()
}

fn games(count: u64) -> Vec<GameRecord> {
    let game = Arc::new(Checkers::default());
    let engine = || Engine::new(Arc::clone(&game), evaluator(), game.hints());
    let plan = PlayPlan { nodes: 40, opening: [2, 8], longest: 120, resign: None, lopsided: None, seed: 3 };
    play_games(engine, &[game.start()], &plan, 0..count, 2, &|| false, &|_| ()).unwrap()
}

/// What a term weighs in secret: not what the evaluator says, and in the ending half of what it weighs in the opening.
fn secret(number: usize, weight: f64, ending: f64) -> f64 {
    weight * [0.6, 1.0, 1.5][number % 3] * (1.0 - 0.5 * ending)
}

/// The games with values as an evaluation by the secret weights gives them.
fn revalued(mut games: Vec<GameRecord>) -> Vec<GameRecord> {
    let game = Checkers::default();
    let last = (game.phases() - 1) as f64;
    for record in &mut games {
        let mut values = Vec::new();
        assert!(record.follow(&game, &[game.start()], |at, ply, _| {
            let ending = game.phase(at) as f64 / last;
            let of = |(number, term): (usize, &Term)| {
                f64::from(term.value) * secret(number, f64::from(term.weight), ending)
            };
            let value: f64 = evaluator().terms(&game, at).iter().enumerate().map(of).sum();
            values.push(if ply.value == NO_VALUE { NO_VALUE } else { value.clamp(-9e3, 9e3).round() as i16 });
        }));
        record.plies.iter_mut().zip(values).for_each(|(ply, value)| ply.value = value);
    }
    games
}

#[test]
fn hidden_weights_are_found_for_opening_and_ending() {
    let game = Checkers::default();
    let games = revalued(games(300));
    let starts = [game.start()];
    let found = regress(&game, &starts, &evaluator(), &games, &SELECTION, usize::MAX).unwrap();
    assert!(found.phased && found.positions[0] > 4_000 && found.positions[1] > 100, "{:?}", found.positions);
    // On positions held out the loss falls nearly to the least there can be.
    let [before, after, least] = found.loss;
    assert!(after - least < 0.05 * (before - least), "{:?}", found.loss);
    // In the opening as in the ending its values are the secret ones but for one unit. (Single weights are not: in the
    // ending some terms count nearly the same.)
    let [first, last] = found.weights();
    let weighted = crate::temporal::WeightedTerms::new(evaluator(), &first, &last);
    let mut sums = [[0.0; 3]; 2];
    for record in &games {
        record.follow(&game, &starts, |at, ply, _| {
            if ply.value != NO_VALUE && ply.value.abs() < 1_000 {
                let (secret, got) =
                    (f64::from(ply.value), f64::from(weighted.evaluate(&game, at, &()).raw()));
                let half = usize::from(2 * game.phase(at) >= game.phases());
                let products = [secret * got, secret * secret, got * got];
                sums[half].iter_mut().zip(products).for_each(|(sum, product)| *sum += product);
            }
        });
    }
    let [early, late] = sums.map(|[both, secret, got]| (both / secret, both / (secret * got).sqrt()));
    assert!((early.0 / late.0 - 1.0).abs() < 0.15, "units {early:?} {late:?}");
    assert!(early.1 > 0.95 && late.1 > 0.95, "correlations {early:?} {late:?}");
    let names: Vec<String> =
        evaluator().terms(&game, &game.start()).iter().map(|t| t.name.to_string()).collect();
    assert_eq!(found.terms.iter().map(|term| term.name.clone()).collect::<Vec<_>>(), names);
}

#[test]
fn the_file_evaluates_as_the_regression_says() {
    let game = Checkers::default();
    let games = revalued(games(40));
    let found = regress(&game, &[game.start()], &evaluator(), &games, &SELECTION, 1_000).unwrap();
    assert!(found.positions[0] <= 1_000, "{:?}", found.positions);
    let (name, [first, last]) =
        crate::temporal::read_weights(&game, &found.file(&game, "positional")).unwrap();
    assert_eq!((name.as_str(), first.len()), ("positional", found.terms.len()));
    assert_eq!([first.clone(), last.clone()], found.weights());
    let weighted = crate::temporal::WeightedTerms::new(evaluator(), &first, &last);
    let mut phases = HashSet::new();
    games[0].follow(&game, &[game.start()], |at, _, _| {
        let phase = game.phase(at);
        phases.insert(phase);
        let ending = phase as f64 / (game.phases() - 1) as f64;
        let weight = |term: &FittedTerm| term.after[0] * (1.0 - ending) + term.after[1] * ending;
        for (term, fitted) in weighted.terms(&game, at).iter().zip(&found.terms) {
            assert_eq!((&*term.name, term.weight), (&*fitted.name, weight(fitted).round() as i32));
        }
        let score: Score = sum(&weighted.terms(&game, at));
        assert_eq!(weighted.evaluate(&game, at, &()), score);
    });
    assert!(phases.len() > 1, "the game has an opening and an ending");
}

#[test]
fn few_games_move_weights_less_than_many() {
    let game = Checkers::default();
    let all = revalued(games(200));
    let moved = |games: &[GameRecord]| -> f64 {
        let found = regress(&game, &[game.start()], &evaluator(), games, &SELECTION, usize::MAX).unwrap();
        found.terms.iter().map(|term| (term.after[0] - term.before[0]).abs()).sum()
    };
    let (few, many) = (moved(&all[..2]), moved(&all));
    assert!(few < many, "{few} {many}");
}

#[test]
fn games_that_say_nothing_are_told() {
    let game = Checkers::default();
    assert_eq!(regress(&game, &[game.start()], &evaluator(), &[], &SELECTION, 100), None);
    let mut broken = games(1);
    broken[0].plies[0].ordinal = 9_999;
    assert_eq!(regress(&game, &[game.start()], &evaluator(), &broken, &SELECTION, 100), None);
    let silent = GameRecord { number: 0, start: 0, plies: Vec::new(), outcome: Outcome::Draw };
    assert_eq!(regress(&game, &[game.start()], &evaluator(), &[silent], &SELECTION, 100), None);
}
