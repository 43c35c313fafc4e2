//! Clicks and marks: menus where squares do not tell moves apart, and what a move did to the cells.

use super::set_up;
use plybook_kernel::{Mark, Notation, Step, View};

/// The clicks of a move, cells by their names.
fn clicks(options: &str, board: &str, text: &str) -> String {
    let (game, at) = set_up(options, "w", board);
    let mv = game.read_move(&at, text).unwrap_or_else(|error| panic!("{error}"));
    let cells = game.diagram(&at).cells;
    let words = game.path(&at, mv).into_iter().map(|step| match step {
        Step::Cell(cell) => cells[cell].name.clone(),
        Step::Choice(label) => label,
    });
    words.collect::<Vec<_>>().join(", ")
}

/// What a move did, in the order of cells.
fn marks(options: &str, board: &str, text: &str) -> Vec<(String, Mark)> {
    let (game, at) = set_up(options, "w", board);
    let mv = game.read_move(&at, text).unwrap_or_else(|error| panic!("{error}"));
    let cells = game.diagram(&at).cells;
    game.marks(&at, mv).into_iter().map(|(cell, mark)| (cells[cell].name.clone(), mark)).collect()
}

const CHOICE: &str = "
    ...k....
    ........
    ...P....
    ...p....
    wI......
    ........
    ........
    K..c....";

#[test]
fn a_menu_tells_the_choices_of_an_imitator() {
    for (options, text, expected) in [
        ("", "b4b5", "b4, b5"),
        ("", "b4c4", "b4, c4"),
        ("", "b4d4=p", "b4, d4, take pincers"),
        ("", "b4d4=w", "b4, d4, take withdrawer"),
        ("", "b4d4=c", "b4, d4, take coordinator"),
        ("kinds=all-kinds", "b4d4", "b4, d4"),
        ("declining=yes", "b4c4", "b4, c4, take withdrawer"),
        ("declining=yes", "b4c4=-", "b4, c4, take nothing"),
        ("declining=yes,kinds=all-kinds", "b4d4", "b4, d4, take everything"),
        ("declining=yes,kinds=all-kinds", "b4d4=-", "b4, d4, take nothing"),
    ] {
        assert_eq!(clicks(options, CHOICE, text), expected, "{text} under `{options}`");
    }
}

#[test]
fn a_menu_confirms_a_suicide() {
    let board = "
        k.......
        ........
        ........
        ........
        ..W.....
        ...f....
        ........
        .......K";
    assert_eq!(clicks("suicide=yes", board, "c4c4"), "c4, remove");
    assert_eq!(marks("suicide=yes", board, "c4c4"), [("c4".to_owned(), Mark::From)]);
}

#[test]
fn captured_squares_are_marked() {
    let expect =
        |rows: &[(&str, Mark)]| rows.iter().map(|&(name, mark)| (name.to_owned(), mark)).collect::<Vec<_>>();
    let rows = [("a4", Mark::Captured), ("b4", Mark::From), ("d4", Mark::To), ("d1", Mark::Captured)];
    let all = [("d5", Mark::Captured)].iter().chain(&rows).copied().collect::<Vec<_>>();
    assert_eq!(marks("kinds=all-kinds", CHOICE, "b4d4"), expect(&all));
    let step = "
        ........
        ...P....
        ...p....
        ...k....
        ...I....
        ........
        ........
        .......K";
    let options = "declining=yes,kinds=all-kinds";
    assert_eq!(clicks(options, step, "d4d5=-"), "d4, d5, take nothing else");
    assert_eq!(marks(options, step, "d4d5=-"), expect(&[("d5", Mark::To), ("d4", Mark::From)]));
}
