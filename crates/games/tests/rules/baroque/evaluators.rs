//! Evaluations: the course's numbers, terms that add up, and colours that do not matter.

use super::{game, set_up};
use plybook_kernel::{Evaluated, Evaluator, Game, Random, Symmetric, sum};

/// Positions of random games to look at.
const POSITIONS: usize = 20_000;

#[test]
fn basic_is_the_courses_count() {
    let basic = |mover: &str, board: &str| {
        let (game, at) = set_up("", mover, board);
        game.evaluator("basic").unwrap().evaluate(&game, &at, &()).raw()
    };
    let board = "
        k......p
        ........
        .....f..
        ........
        .PPP....
        ....L...
        ....I...
        .......K";
    assert_eq!((basic("w", board), basic("b", board)), (400, -400));
    let alone = "
        ........
        ........
        ........
        ........
        ........
        ........
        pp......
        .......K";
    assert_eq!(basic("w", alone), 9800);
}

#[test]
fn terms_add_up_and_neither_colours_nor_turning_the_board_matter() {
    for options in ["", "cambridge", "imitator-captures=off,imitator-freezes=freezer"] {
        let game = game(options);
        let mut random = Random::new(5);
        let mut at = game.start();
        for met in 0..POSITIONS {
            let moves = game.legal(&at);
            if moves.is_empty() {
                at = game.start();
                continue;
            }
            for name in ["custom", "basic"] {
                let evaluator = game.evaluator(name).unwrap();
                let value = evaluator.evaluate(&game, &at, &());
                assert_eq!(value, sum(&evaluator.terms(&game, &at)));
                let swapped = game.swapped(&at).unwrap();
                assert_eq!(value, evaluator.evaluate(&game, &swapped, &()));
                let image = game.image(&at, met % game.symmetries());
                assert_eq!(value, evaluator.evaluate(&game, &image, &()));
            }
            game.play(&mut at, moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn the_strongest_comes_first() {
    let game = game("");
    let names: Vec<_> = game.evaluators().into_iter().map(|info| info.name).collect();
    assert_eq!(names, ["custom", "basic"]);
    assert!(game.evaluator("no-such").is_none());
}
