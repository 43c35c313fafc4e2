//! What is chosen from games, what it teaches, and what matches say.

use super::*;
use plybook_games::checkers::Checkers;
use plybook_games::connect4::Connect4;
use plybook_games::othello::Othello;
use plybook_kernel::{Evaluated, Game, HasHints, Planes, Player, SearchHints, Turn};
use plybook_search::Engine;
use std::collections::HashSet;
use std::sync::Arc;

const PLAN: PlayPlan =
    PlayPlan { nodes: 60, opening: [2, 6], longest: 200, resign: None, lopsided: None, seed: 7 };
const SELECTION: Selection = Selection { result_share: 0.6, later: 0.0, scale: 150.0, quiet_only: true };

fn games<G: Game + HasHints + Evaluated>(game: &Arc<G>, count: u64) -> Vec<GameRecord> {
    let engine = || Engine::new(Arc::clone(game), game.evaluator("basic").unwrap(), game.hints());
    play_games(engine, &[game.start()], &PLAN, 0..count, 2, &|| false, &|_| ()).unwrap()
}

#[test]
fn positions_are_chosen_by_their_rules() {
    let game = Arc::new(Checkers::default());
    let starts = [game.start()];
    let games = games(&game, 40);
    let mut chosen = Positions::new(game.plane_layout().unwrap());
    let mut expected = Vec::new();
    let mut seen = HashSet::new();
    for record in &games {
        assert!(chosen.add((&*game, &game.hints()), &starts, record, &SELECTION));
        record.follow(&*game, &starts, |at, ply, mv| {
            let quiet = !game.hints().noisy(&game, at, mv);
            let valued = ply.value != NO_VALUE && ply.value.abs() < WON;
            if quiet && valued && seen.insert(game.key(at)) {
                let Turn::Player(mover) = game.turn(at) else { panic!() };
                let mut planes = vec![0; 4];
                game.planes(at, mover, &mut planes);
                let won = 0.5 * f64::from(record.outcome.utility(mover) + 1);
                let value = 1.0 / (1.0 + (-f64::from(ply.value) / 150.0).exp());
                expected.push((planes, record.number % 20 == 19, 0.6 * won + 0.4 * value));
            }
        });
    }
    assert_eq!(chosen.len(), expected.len());
    assert!(chosen.len() > 500 && !chosen.held_out.is_empty() && !chosen.is_empty());
    for (number, (planes, held_out, target)) in expected.iter().enumerate() {
        assert_eq!(chosen.planes(number), planes);
        assert_eq!(chosen.held_out.contains(&(number as u32)), *held_out);
        assert_eq!(chosen.learning.contains(&(number as u32)), !held_out);
        assert!((f64::from(chosen.targets[number].1) - target).abs() < 1e-5);
    }
    // The same games again teach nothing new; games that cannot be followed are told.
    let before = chosen.len();
    games.iter().for_each(|record| assert!(chosen.add((&*game, &game.hints()), &starts, record, &SELECTION)));
    assert_eq!(chosen.len(), before);
    let broken = GameRecord { plies: vec![RecordedPly { ordinal: 999, value: 0 }], ..games[0].clone() };
    assert!(!chosen.add((&*game, &game.hints()), &starts, &broken, &SELECTION));
    let entropy = chosen.least_loss();
    assert!((0.05..0.69).contains(&entropy), "{entropy}");
}

#[test]
fn what_later_searches_said_reaches_back() {
    let game = Connect4::default();
    // Nine moves of a game that the first player won; both have seen themselves ahead by turns.
    let value = |ply: usize| [120, -40, 300][ply % 3];
    let plies = (0..9).map(|ply| RecordedPly { ordinal: (ply % 7) as u16, value: value(ply) }).collect();
    let record =
        GameRecord { number: 0, start: 0, plies, outcome: plybook_kernel::Outcome::Win(Player::FIRST) };
    let targets = |later: f32, result_share: f32| -> Vec<f64> {
        let selection = Selection { result_share, later, scale: 150.0, quiet_only: false };
        let mut chosen = Positions::new(game.plane_layout().unwrap());
        assert!(chosen.add((&game, &game.hints()), &[game.start()], &record, &selection));
        chosen.targets.iter().map(|&(_, target)| f64::from(target)).collect()
    };
    let said = |ply: usize| 1.0 / (1.0 + (-f64::from(value(ply)) / 150.0).exp());
    for (later, share) in [(0.0, 0.0), (0.75, 0.0), (0.75, 0.25), (0.5, 1.0)] {
        // By the definition: from the end to the front, for the player who is to move.
        let mut next = 1.0;
        let mut expected = [0.0; 9];
        for ply in (0..9).rev() {
            let first = ply % 2 == 0;
            let here = if first { said(ply) } else { 1.0 - said(ply) };
            next = later * next + (1.0 - later) * here;
            let target = share + (1.0 - share) * next;
            expected[ply] = if first { target } else { 1.0 - target };
        }
        let found = targets(later as f32, share as f32);
        assert_eq!(found.len(), 9);
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-5, "{later} {share}: {found} {expected}");
        }
    }
}

#[test]
fn inputs_are_what_each_player_sees_of_an_image() {
    let game = Arc::new(Othello::default());
    let layout = game.plane_layout().unwrap();
    let mut chosen = Positions::new(layout.clone());
    for record in games(&game, 4) {
        assert!(chosen.add((&*game, &game.hints()), &[game.start()], &record, &SELECTION));
    }
    let features = |planes: &[u64]| -> Vec<u32> {
        let on = |(plane, &word): (usize, &u64)| {
            (0..64).filter(move |cell| word >> cell & 1 == 1).map(move |cell| (64 * plane + cell) as u32)
        };
        planes.iter().enumerate().flat_map(on).collect()
    };
    let mut met = HashSet::new();
    for position in 0..chosen.len() {
        for epoch in 0..4 {
            let mut inputs = [Vec::new(), Vec::new()];
            chosen.inputs(position, epoch, &mut inputs);
            inputs.iter_mut().for_each(|list| list.sort_unstable());
            let image = (0..8).find(|&symmetry| {
                let own = layout.image(chosen.planes(position), symmetry);
                inputs == [features(&own), features(&layout.turned_planes(&own))]
            });
            met.insert(image.expect("inputs of no image"));
        }
    }
    assert_eq!(met.len(), 8, "every symmetry is met");
}

#[test]
fn the_scale_is_that_which_explains_the_results() {
    let game = Othello::default();
    // Games of one ply whose values say how often they are won: three of four at 110.
    let record = |number: u64, value: i16, first_won: bool| GameRecord {
        number,
        start: 0,
        plies: vec![RecordedPly { ordinal: 0, value }],
        outcome: plybook_kernel::Outcome::Win(if first_won { Player::FIRST } else { Player::SECOND }),
    };
    let games: Vec<_> = (0..4_000).map(|number| record(number, 110, number % 4 != 0)).collect();
    let scale = fitted_scale(&game, &[game.start()], &games).unwrap();
    // The logit of three quarters is the logarithm of three; the scales tried lie eight in a hundred apart.
    assert!((110.0 / scale - 3.0f32.ln()).abs() < 0.05, "{scale}");
    let points: Vec<_> = [10, -30]
        .map(|margin| GameRecord { outcome: plybook_kernel::Outcome::Margin(margin), ..games[0].clone() })
        .into();
    assert_eq!(fitted_scale(&game, &[game.start()], &points), Some(2_000.0));
    assert_eq!(fitted_scale(&game, &[game.start()], &[]), None);
}

#[test]
fn a_match_finds_the_stronger_side() {
    let game = Arc::new(Connect4::default());
    let names = game.evaluators();
    let engine = |name: &str| Engine::new(Arc::clone(&game), game.evaluator(name).unwrap(), game.hints());
    let plan = DuelPlan { nodes: [400, 400], opening: [0, 4], longest: 100, seed: 3 };
    let play = |first: &str, second: &str, nodes, threads| {
        let (first, second) = (first.to_owned(), second.to_owned());
        let engines = (|| engine(&first), || engine(&second));
        let plan = DuelPlan { nodes, ..plan.clone() };
        play_pairs(engines, &[game.start()], &plan, 0..40, threads, &|| false).unwrap()
    };
    let best = &*names[0].name;
    // A side against itself makes half of the points in every pair.
    let even = play(best, best, [400, 400], 2);
    assert_eq!((even.score(), even.0[2], even.elo().0), (0.5, even.games() / 2, 0.0));
    let strong = play(best, best, [2_000, 50], 1);
    let (elo, error) = strong.elo();
    assert!(elo - error > 50.0, "{strong:?} {elo} {error}");
    assert!(strong.likelihood_ratio([0.5, 0.543]) > 2.9 && even.likelihood_ratio([0.5, 0.543]) < 0.0);
    assert_eq!(strong, play(best, best, [2_000, 50], 3), "threads change nothing");
    assert_eq!(play(best, best, [50, 2_000], 2).score() + strong.score(), 1.0);
}

#[test]
fn known_figures_of_matches() {
    // Score 0.6 of 100 pairs: 70.4 Elo. The variance of the pairs is 0.04, so the error of the mean 0.02.
    let pairs = Pairs([0, 10, 50, 30, 10]);
    assert!((pairs.score() - 0.6).abs() < 1e-12);
    let (elo, error) = pairs.elo();
    assert!((elo - 70.4).abs() < 0.1, "{elo}");
    let slope = 400.0 / std::f64::consts::LN_10 / (0.6 * 0.4);
    assert!((error - slope * 1.96 * 0.02).abs() < 0.5, "{error}");
    // 100 (0.55 - 0.5) (2 * 0.6 - 0.5 - 0.55) / (2 * 0.04)
    assert!((pairs.likelihood_ratio([0.5, 0.55]) - 9.375).abs() < 1e-9);
    assert_eq!(Pairs::default().likelihood_ratio([0.5, 0.514]), 0.0);
    let both = pairs.with(&Pairs([1, 2, 3, 4, 5]));
    assert_eq!(both, Pairs([1, 12, 53, 34, 15]));
    // All won is not endless strength.
    assert!(Pairs([0, 0, 0, 0, 20]).elo().0 < 1_000.0);
}
