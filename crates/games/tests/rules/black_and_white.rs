//! Black & White: the rules page point by point, draws by the path, the report's evaluation.
#![allow(clippy::unwrap_used)]

use crate::support::agree;
use crate::walk::{positions, random_positions};
use plybook_games::black_and_white::BlackAndWhite;
use plybook_kernel::{
    Diagram, Evaluated, Evaluator, Game, HasInfo, History, Notation, Outcome, Player, Score, Symmetric, View,
    sum,
};
use std::collections::{BTreeSet, HashMap};

/// The example of the assignment page, without the side to move.
const EXAMPLE: &str = "1w3/ww3/w1wb1/ww3/1bb2";
const WHITE_WINS: Option<Outcome> = Some(Outcome::Win(Player::FIRST));
const BLACK_WINS: Option<Outcome> = Some(Outcome::Win(Player::SECOND));

fn game(options: &str) -> BlackAndWhite {
    BlackAndWhite::default().variant(options).unwrap()
}

fn move_texts(text: &str) -> BTreeSet<String> {
    let game = game("");
    let at = game.read(text).unwrap();
    game.legal(&at).iter().map(|&mv| game.move_text(&at, mv)).collect()
}

/// Plays a move and gives the text of the position after it and the end of the game, if this is it.
fn after(text: &str, mv: &str) -> (String, Option<Outcome>) {
    let game = game("");
    let mut at = game.read(text).unwrap();
    let mv = game.read_move(&at, mv).unwrap();
    game.play(&mut at, mv);
    (game.text(&at), game.verdict(&at))
}

#[test]
fn both_generators_agree() {
    agree(&game(""), &plybook_naive::black_and_white::BlackAndWhite, positions(100_000), 1);
}

#[test]
fn moves_of_the_example() {
    let white = "b5-a5 b5-c5 a4-a5 b4-b3 b4-c4 a3-b3 c3-b3 c3-c2 c3-c4 c3xe3 a2-a1 b2-b3 b2-c2";
    let black = "d3-d4 d3-d2 d3-e3 d3xb3 b1-a1 b1xb3 c1-c2 c1-d1";
    for (side, moves) in [("w", white), ("b", black)] {
        let expected: BTreeSet<String> = moves.split(' ').map(str::to_owned).collect();
        assert_eq!(move_texts(&format!("{EXAMPLE} {side} 0 0")), expected);
    }
}

#[test]
fn a_jumped_disc_changes_colour() {
    for (side, mv, expected) in [
        ("w", "c3xe3", "1w3/ww3/w2ww/ww3/1bb2 b 0 0"),
        ("b", "d3xb3", "1w3/ww3/wbb2/ww3/1bb2 w 0 0"),
        ("b", "b1xb3", "1w3/ww3/wbwb1/wb3/2b2 w 0 0"),
        ("w", "c3-c4", "1w3/www2/w2b1/ww3/1bb2 b 0 0"),
    ] {
        assert_eq!(after(&format!("{EXAMPLE} {side} 0 0"), mv), (expected.to_owned(), None));
    }
}

#[test]
fn nobody_jumps_over_own_discs_pairs_or_gaps() {
    // a1 stands before an own disc, a3 before a pair, e3 and b1 before a gap.
    let expected = "e5-d5 e5-e4 a3-a4 a3-a2 e3-d3 e3-e4 e3-e2 a1-a2 b1-b2 b1-c1";
    let expected: BTreeSet<String> = expected.split(' ').map(str::to_owned).collect();
    assert_eq!(move_texts("b1b1w/5/wbb1w/5/ww1b1 w 0 0"), expected);
}

#[test]
fn lines_win_at_once() {
    for (text, mv, expected, outcome) in [
        // White's fifth disc, ply nine.
        ("wwww1/bbbb1/5/5/5 w 1 1", "e5", "wwwww/bbbb1/5/5/5 b 0 1", WHITE_WINS),
        // Black's fifth disc, ply ten.
        ("bwwww/wb3/2b2/3b1/5 b 0 1", "e1", "bwwww/wb3/2b2/3b1/4b w 0 0", BLACK_WINS),
        // A step into a column.
        ("w1b1b/w1b1b/1w3/w4/w1b2 w 0 0", "b3-a3", "w1b1b/w1b1b/w4/w4/w1b2 b 0 0", WHITE_WINS),
        // A jumped disc is the fifth.
        ("5/5/wwwbw/3w1/bbbb1 w 0 0", "d2xd4", "5/3w1/wwwww/5/bbbb1 b 0 0", WHITE_WINS),
        // Four on the other diagonal are not enough, five are.
        ("w3b/w2b1/w1b2/wb3/2wb1 b 0 0", "d1xb1", "w3b/w2b1/w1b2/wb3/1bb2 w 0 0", None),
        ("w3b/w2b1/w1b2/wb3/1bw2 b 0 0", "b1-a1", "w3b/w2b1/w1b2/wb3/b1w2 w 0 0", BLACK_WINS),
        // Four and a gap are no line, nor are five around the edge.
        ("www1w/w4/bbbb1/4b/5 w 0 0", "a4-b4", "www1w/1w3/bbbb1/4b/5 b 0 0", None),
        ("5/bbbb1/2w1b/ww3/3ww w 0 0", "c3-c2", "5/bbbb1/4b/www2/3ww b 0 0", None),
    ] {
        assert_eq!(after(text, mv), (expected.to_owned(), outcome), "{text} {mv}");
    }
    let game = game("");
    let over = game.read("wwwww/bbbb1/5/5/5 b 0 1").unwrap();
    assert!(game.legal(&over).is_empty() && game.outcome(&over) == WHITE_WINS);
}

#[test]
fn who_cannot_move_loses() {
    let game = game("");
    for (text, outcome) in [
        ("4w/1www1/w1w2/w4/bww2 b 0 0", WHITE_WINS),
        ("wwww1/4w/wwww1/4w/5 b 0 0", WHITE_WINS),
        ("4b/1bbb1/b1b2/b4/wbb2 w 0 0", BLACK_WINS),
        ("4w/1www1/w1w2/w4/bw1w1 b 0 0", None),
    ] {
        let at = game.read(text).unwrap();
        assert_eq!((game.outcome(&at), game.verdict(&at)), (None, outcome), "{text}");
        assert_eq!(game.null(&at).is_some(), outcome.is_none(), "{text}");
    }
}

#[test]
fn the_third_appearance_is_a_draw() {
    for (options, outcome) in
        [("", Some(Outcome::Draw)), ("cap=off", Some(Outcome::Draw)), ("repetition=off", None)]
    {
        let game = game(options);
        let mut at = game.read(&format!("{EXAMPLE} w 0 0")).unwrap();
        let mut past = History::new();
        for round in 0..2 {
            for mv in ["b5-a5", "c1-d1", "a5-b5", "d1-c1"] {
                assert_eq!(game.outcome_with(&at, &past), None, "round {round}, {mv}");
                let mv = game.read_move(&at, mv).unwrap();
                past.push(game.key(&at), game.resets(&at, mv));
                game.play(&mut at, mv);
            }
        }
        assert_eq!(game.outcome_with(&at, &past), outcome, "{options}");
    }
}

#[test]
fn the_cap_is_a_draw_unless_the_game_is_decided() {
    let quiet = format!("{EXAMPLE} w 0 0");
    for (options, text, plies, outcome) in [
        ("", quiet.as_str(), 299, None),
        ("", quiet.as_str(), 300, Some(Outcome::Draw)),
        ("cap=60", quiet.as_str(), 59, None),
        ("cap=60", quiet.as_str(), 60, Some(Outcome::Draw)),
        ("cap=off", quiet.as_str(), 1_000_000, None),
        ("", "5/3w1/wwwww/5/bbbb1 b 0 0", 300, WHITE_WINS),
        ("", "4w/1www1/w1w2/w4/bww2 b 0 0", 300, WHITE_WINS),
    ] {
        let game = game(options);
        let at = game.read(text).unwrap();
        assert_eq!(game.outcome_with(&at, &History::set_up(0, plies)), outcome, "{options} {text} {plies}");
    }
    assert_eq!(
        [game("").max_plies(), game("cap=60").max_plies(), game("cap=off").max_plies()],
        [Some(300), Some(60), None]
    );
}

#[test]
fn options_are_written_in_their_shortest_form() {
    for (options, shortest) in [
        ("", ""),
        ("cap=300", ""),
        ("repetition=on", ""),
        ("cap=off,repetition=off", "repetition=off,cap=off"),
        ("cap=10", "cap=10"),
        ("cap=100000", "cap=100000"),
    ] {
        assert_eq!(game(options).options_text(), shortest);
    }
}

/// The report's four features of one colour, counted square by square from the diagram.
fn features(diagram: &Diagram, own: Player) -> [i32; 4] {
    let owner = |row: i32, column: i32| {
        let inside = (0..5).contains(&row) && (0..5).contains(&column);
        inside.then(|| diagram.cells[(5 * row + column) as usize].piece.as_ref().map(|piece| piece.owner))
    };
    let mut found = [0; 4];
    for (row, column) in (0..25).map(|cell| (cell / 5, cell % 5)) {
        let neighbours = |(down, right)| [1, -1].map(|way| owner(row + way * down, column + way * right));
        let axes = [(1, 0), (0, 1)].map(neighbours);
        match owner(row, column).flatten() {
            Some(disc) if disc == own => {
                let safe = |axis: &&[Option<Option<Player>>; 2]| {
                    axis.iter().any(|neighbour| neighbour.is_none_or(|found| found == Some(own)))
                };
                let protected = axes.iter().filter(safe).count() as i32;
                found[0] += protected;
                found[1] += i32::from(protected == 2);
            }
            Some(_) => {
                let prey = |&[one, two]: &[Option<Option<Player>>; 2]| {
                    let (hunter, hole) = (Some(Some(own)), Some(None));
                    (one, two) == (hunter, hole) || (one, two) == (hole, hunter)
                };
                found[3] += i32::from(axes.iter().any(prey));
            }
            None => {}
        }
    }
    let straight = (0..5).flat_map(|a| [(0..5).map(|b| (a, b)).collect(), (0..5).map(|b| (b, a)).collect()]);
    let diagonal = [(0..5).map(|a| (a, a)).collect(), (0..5).map(|a| (a, 4 - a)).collect()];
    for line in straight.chain(diagonal) {
        let line: Vec<(i32, i32)> = line;
        let discs = line.iter().filter(|&&(row, column)| owner(row, column).flatten() == Some(own)).count();
        found[2] += (discs * discs) as i32;
    }
    found
}

/// Counted by hand: White has 10 protected axes, 4 discs protected on both, 40 for lines and 1 disc to jump;
/// Black has 4, 2, 8 and 2.
#[test]
fn the_report_on_the_example() {
    let game = game("");
    let report = game.evaluator("report").unwrap();
    for (side, sign) in [("w", 1), ("b", -1)] {
        let at = game.read(&format!("{EXAMPLE} {side} 0 0")).unwrap();
        let values: Vec<i32> = report.terms(&game, &at).iter().map(|term| sign * term.value).collect();
        assert_eq!(values, [6, 2, 32, -1]);
        assert_eq!(report.evaluate(&game, &at, &()), Score::points(sign * 133));
    }
    let diagram = game.diagram(&game.read(&format!("{EXAMPLE} w 0 0")).unwrap());
    assert_eq!(features(&diagram, Player::FIRST), [10, 4, 40, 1]);
    assert_eq!(features(&diagram, Player::SECOND), [4, 2, 8, 2]);
}

#[test]
fn evaluators_count_what_they_say() {
    let game = game("");
    random_positions(&game, 20_000, 2, |at| {
        let mover = game.turn(at).player().unwrap();
        let diagram = game.diagram(at);
        let (own, other) = (features(&diagram, mover), features(&diagram, mover.other()));
        for info in game.evaluators() {
            let evaluator = game.evaluator(&info.name).unwrap();
            let terms = evaluator.terms(&game, at);
            let value = evaluator.evaluate(&game, at, &());
            assert_eq!(value, sum(&terms), "{} in {}", info.name, game.text(at));
            if let Some(swapped) = game.swapped(at) {
                assert_eq!(evaluator.evaluate(&game, &swapped, &()), value, "{}", game.text(at));
            }
            for symmetry in 0..game.symmetries() {
                assert_eq!(evaluator.evaluate(&game, &game.image(at, symmetry), &()), value);
            }
            let values: Vec<i32> = terms.iter().map(|term| term.value).collect();
            match &*info.name {
                "report" => assert_eq!(values, [0, 1, 2, 3].map(|n| own[n] - other[n]), "{}", game.text(at)),
                "custom" => {
                    assert_eq!(values[1..3], [own[3], -other[3]]);
                    assert_eq!(
                        values[3..],
                        [4, 3].map(|n| open(&diagram, mover, n) - open(&diagram, mover.other(), n))
                    );
                }
                _ => {}
            }
        }
    });
}

/// Lines with `wanted` discs of a player and otherwise empty.
fn open(diagram: &Diagram, own: Player, wanted: usize) -> i32 {
    let rows = (0..5).map(|row| (0..5).map(|column| 5 * row + column).collect::<Vec<usize>>());
    let columns = (0..5).map(|column| (0..5).map(|row| 5 * row + column).collect());
    let diagonals = [vec![0, 6, 12, 18, 24], vec![4, 8, 12, 16, 20]];
    let lines = rows.chain(columns).chain(diagonals);
    let is_open = |line: &Vec<usize>| {
        let owners: Vec<Player> = line
            .iter()
            .filter_map(|&cell| diagram.cells[cell].piece.as_ref())
            .map(|piece| piece.owner)
            .collect();
        owners.len() == wanted && owners.iter().all(|&owner| owner == own)
    };
    lines.filter(is_open).count() as i32
}

#[test]
fn symmetries_and_texts_commute_with_play() {
    let game = game("");
    let mut keys = HashMap::new();
    random_positions(&game, 20_000, 3, |at| {
        let text = game.text(at);
        assert_eq!(game.read(&text).as_ref(), Ok(at));
        assert_eq!(keys.entry(game.key(at)).or_insert_with(|| text.clone()), &text);
        assert_eq!(game.swapped(at).is_none(), !text.ends_with(" 0 0"));
        if let Some(swapped) = game.swapped(at) {
            assert_eq!(game.read(&game.text(&swapped)), Ok(swapped));
            assert_eq!(game.swapped(&swapped), Some(*at));
            assert_eq!(game.count(&swapped), game.count(at));
        }
        let moves = game.legal(at);
        assert_eq!(game.count(at), moves.len(), "{text}");
        let paths: BTreeSet<_> = moves.iter().map(|&mv| game.path(at, mv)).collect();
        let slots: BTreeSet<_> = moves.iter().map(|&mv| game.history_slot(mv)).collect();
        assert_eq!((paths.len(), slots.len()), (moves.len(), moves.len()));
        for symmetry in 0..game.symmetries() {
            let image = game.image(at, symmetry);
            for &mv in &moves {
                let there = game.image_move(at, mv, symmetry);
                assert!(game.legal(&image).contains(&there), "{text} {mv:?} {symmetry}");
                assert_eq!(game.after(&image, there), game.image(&game.after(at, mv), symmetry));
            }
        }
    });
}

#[test]
fn every_arrangement_has_a_number() {
    use plybook_kernel::conformance::{Plan, check_indexed};
    use plybook_kernel::{Indexed, Slice};
    let plan = Plan { seed: 3, moves: 60_000 };
    for (options, moving) in [("", 3_347_210_240u32), ("discs=3", 11_334_400), ("discs=2", 202_400)] {
        let game = game(options);
        let report = check_indexed(&game, &plan).unwrap();
        assert!(report.unmoves && report.holes > 0, "{report:?}");
        // The rules page counts C(25, discs) x 2^discs arrangements; symmetry leaves a little more than an eighth.
        let share = game.size(Slice(0)) as f64 / f64::from(moving);
        assert!((0.125..0.14).contains(&share), "{options}: {share}");
    }
}

#[test]
fn the_shortcut_says_what_the_moves_say() {
    use plybook_kernel::{Indexed, Random, Slice};
    let slice = Slice(0);
    let mut random = Random::new(11);
    for options in ["", "discs=3", "discs=2"] {
        let game = game(options);
        let mut shortcut = game.neighbours(slice).unwrap();
        let mut numbers = Vec::new();
        let size = game.size(slice);
        let mut start = 0;
        for turn in 0..40_000 {
            // Runs of neighbouring numbers, from anywhere.
            if turn % 50 == 0 {
                start = random.next() % size;
            }
            let index = (start + turn) % size;
            let Some(at) = game.unrank(slice, index) else { continue };
            let sorted = |numbers: &[u64]| numbers.iter().copied().collect::<BTreeSet<u64>>();
            if game.outcome(&at).is_none() {
                shortcut.after(index, &mut numbers);
                let after = game.legal(&at).iter().map(|&mv| game.rank(&game.after(&at, mv))).collect();
                assert_eq!(sorted(&numbers), after, "{options} {}", game.text(&at));
            }
            shortcut.before(index, &mut numbers);
            numbers.retain(|&index| game.unrank(slice, index).is_some_and(|at| game.verdict(&at).is_none()));
            let mut before = Vec::new();
            game.unmoves(&at, &mut before);
            before.retain(|before| game.slice(before) == Some(slice));
            let before = before.iter().map(|before| game.rank(before)).collect();
            assert_eq!(sorted(&numbers), before, "{options} {}", game.text(&at));
        }
    }
}
