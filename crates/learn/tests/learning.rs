//! Play books learnt from games: repeatable, and better at telling results than the evaluator alone.

use plybook_games::othello::{Othello, OthelloEvaluator};
use plybook_kernel::{Evaluated, Evaluator, Game, HasInfo, Pattern};
use plybook_learn::{Fit, Lesson, SelfPlay, fit, lessons};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn board(options: &str) -> Othello {
    Othello::default().variant(options).expect("a board")
}

fn plan(games: usize, threads: usize) -> SelfPlay {
    SelfPlay { games, nodes: 60, plies: 12, longest: 200, seed: 5, threads }
}

fn learn(games: usize, threads: usize) -> Fit {
    let game = Arc::new(board(""));
    let evaluator = OthelloEvaluator::Positional;
    let played = plan(games, threads).play(&game, &evaluator, &|_| ());
    fit(&*game, &lessons(&*game, &evaluator, &played)).expect("patterns")
}

#[test]
fn threads_do_not_change_the_book() {
    let (one, two) = (learn(40, 1), learn(40, 2));
    assert_eq!(one.book, two.book);
    assert_eq!(one.errors, two.errors);
    assert!(one.seen > 500 && one.positions > 1000, "{} {}", one.seen, one.positions);
}

#[test]
fn progress_counts_every_game() {
    let game = Arc::new(board(""));
    let last = AtomicUsize::new(0);
    let most = |done: usize| {
        last.fetch_max(done, Ordering::Relaxed);
    };
    let played = plan(10, 2).play(&game, &OthelloEvaluator::Positional, &most);
    assert_eq!((last.into_inner(), played.len()), (10, 10));
}

/// Results made of configurations' values alone are found again.
#[test]
fn a_hidden_book_is_found() {
    let game = board("");
    let worth = |&(pattern, configuration): &(usize, usize)| {
        let all: &[Pattern] = game.patterns();
        assert!(configuration < all[pattern].configurations);
        (configuration % 7) as i32 * 100 - 300
    };
    let played = plan(150, 2).play(&Arc::new(game), &OthelloEvaluator::Positional, &|_| ());
    let game = board("");
    let mut lessons = lessons(&game, &OthelloEvaluator::Positional, &played);
    for lesson in lessons.iter_mut().flatten() {
        lesson.result = lesson.evaluation + lesson.configurations.iter().map(worth).sum::<i32>();
    }
    let Fit { errors, book, .. } = fit(&game, &lessons).unwrap();
    let errors = errors.unwrap();
    assert!(errors[1] < errors[0] / 3.0, "{errors:?}");
    // The empty edge is on every early board.
    let empty = book.value(0, 0);
    assert!((-450..=-150).contains(&empty), "{empty}");
}

#[test]
fn an_evaluator_with_a_book_adds_its_values() {
    let game = board("");
    let book = Arc::new(learn(40, 2).book);
    let with = game.evaluator_with(&book).unwrap();
    let at = game.start();
    let mut added = 0;
    game.configurations(&at, &mut |pattern, configuration| added += book.value(pattern, configuration));
    let value = |evaluator: &OthelloEvaluator| evaluator.evaluate(&game, &at, &()).raw();
    assert_eq!(value(&with), value(&OthelloEvaluator::Positional) + added);
}

#[test]
fn small_boards_have_nothing_to_learn() {
    let game = board("6x6");
    assert!(fit(&game, &[Vec::<Lesson>::new()]).is_none());
    assert!(game.evaluator("patterns").is_none());
}
