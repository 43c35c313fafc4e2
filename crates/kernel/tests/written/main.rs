//! Written trees: what their text means, what is refused, and that they are games like any other.

mod malformed;

use plybook_kernel::conformance::{Plan, check, check_chance, check_evaluated, check_rules};
use plybook_kernel::written::{Growth, WrittenTree};
use plybook_kernel::{Evaluated, Evaluator, Game, HasInfo, Notation, Outcome, Player, Score, Turn};
use std::collections::HashSet;

/// The reference: every player maximises the own score, chance takes the mean; one score for each player.
fn values(tree: &WrittenTree, at: &<WrittenTree as Game>::Position) -> Vec<f64> {
    let players = tree.players();
    if let Some(outcome) = tree.verdict(at) {
        let score = |player| f64::from(outcome.score(Player(player)).raw()) / f64::from(Score::POINT);
        return (0..players).map(score).collect();
    }
    let below: Vec<Vec<f64>> = tree.legal(at).iter().map(|&mv| values(tree, &tree.after(at, mv))).collect();
    match tree.turn(at) {
        Turn::Player(mover) => {
            let worth = |values: &&Vec<f64>| values[mover.index()];
            below.iter().max_by(|one, other| worth(one).total_cmp(&worth(other))).expect("a branch").clone()
        }
        Turn::Chance => {
            let mut chances = Vec::new();
            tree.chances(at, &mut chances);
            let mean = |player: usize| {
                chances
                    .iter()
                    .zip(&below)
                    .map(|((_, weight), values)| f64::from(*weight) * values[player])
                    .sum()
            };
            (0..usize::from(players)).map(mean).collect()
        }
    }
}

fn value(text: &str) -> Vec<f64> {
    let tree = WrittenTree::parse(text).expect("a tree");
    values(&tree, &tree.start())
}

#[test]
fn trees_are_worth_what_a_hand_calculation_says() {
    for (text, expected) in [
        ("((3 12 8) (2 4 6) (14 5 2))", [3.0, -3.0]),
        ("7", [7.0, -7.0]),
        ("A((3 12 8) (2 4 6) (14 5 2))", [3.0, -3.0]),
        ("B((3 12 8) (2 4 6) (14 5 2))", [6.0, -6.0]),
        ("(A(3 12 8) A(2 4 6) A(14 5 2))", [14.0, -14.0]),
        ("([1: 3 1: 5] 2)", [4.0, -4.0]),
        ("[0.25: (1 2) 0.75: (6 10)]", [8.0, -8.0]),
        ("([1: (1 2) 3: (8 6)] 4)", [4.75, -4.75]),
        ("(#x=(3 5) (#x 4) A(#x 4))", [4.0, -4.0]),
        ("(\n  (3 12 8)@5\n  (2 4 6) )", [3.0, -3.0]),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
    assert_eq!(value("((<1 2 6> <4 3 3>) (<6 1 2> <7 4 1>))"), [7.0, 4.0, 1.0]);
    assert_eq!(value("((<1 2 6> <4 3 3>) (<6 1 2> C(<7 4 1> <5 6 0>)))"), [7.0, 4.0, 1.0]);
    assert_eq!(value("(((<1 2 3> <9 9 2>)))"), [1.0, 2.0, 3.0]);
}

#[test]
fn the_next_player_moves_unless_a_letter_says_otherwise() {
    let tree = WrittenTree::parse("(((1) 2) A(B(3) (4)) [1: (5) 1: B(6)])").unwrap();
    let turn = |path: &str| tree.turn(&tree.read(path).unwrap());
    for (path, player) in [
        ("root", 0),
        ("1", 1),
        ("1.1", 0),
        ("1.1.1", 1),
        ("2", 0),
        ("2.1", 1),
        ("2.2", 1),
        ("3.1", 1),
        ("3.1.1", 0),
        ("3.2", 1),
    ] {
        assert_eq!(turn(path), Turn::Player(Player(player)), "{path}");
    }
    assert_eq!(turn("3"), Turn::Chance);
    let three = WrittenTree::parse("(((<1 2 3>)))").unwrap();
    let turns = ["root", "1", "1.1", "1.1.1"].map(|path| three.turn(&three.read(path).unwrap()));
    assert_eq!(turns, [0, 1, 2, 0].map(|player| Turn::Player(Player(player))));
}

#[test]
fn a_label_leads_to_the_very_same_position() {
    let tree = WrittenTree::parse("((#x=(3 5) 1) (#x 4))").unwrap();
    let (one, other) = (tree.read("1.1").unwrap(), tree.read("2.1").unwrap());
    assert_eq!((one, tree.key(&one)), (other, tree.key(&other)));
    assert_eq!(tree.text(&other), "1.1");
    assert_eq!((tree.size(), tree.max_plies()), (8, Some(3)));
    assert_eq!(tree.to_text(), "((#1=(3 5) 1) (#1 4))");
}

#[test]
fn evaluations_and_outcomes_follow_the_mover() {
    let tree = WrittenTree::parse("((W L)@7 (D 3) A(1)@-2 [1: 1]@4)@1").unwrap();
    let evaluator = tree.evaluator("written").unwrap();
    let evaluation = |path: &str| evaluator.evaluate(&tree, &tree.read(path).unwrap(), &());
    for (path, points) in [("root", 1), ("1", -7), ("2", 0), ("3", -2), ("4", 4)] {
        assert_eq!(evaluation(path), Score::points(points), "{path}");
    }
    let outcome = |path: &str| tree.outcome(&tree.read(path).unwrap());
    assert_eq!(outcome("1.1"), Some(Outcome::Win(Player::FIRST)));
    assert_eq!(outcome("1.2"), Some(Outcome::Win(Player::SECOND)));
    assert_eq!((outcome("2.1"), outcome("2.2")), (Some(Outcome::Draw), Some(Outcome::Margin(3))));
    let three = WrittenTree::parse("(<1 2 3> (<3 2 1>)@<5 6 7>)").unwrap();
    assert_eq!(evaluator.evaluate(&three, &three.read("2").unwrap(), &()), Score::points(6));
}

#[test]
fn texts_are_read_back() {
    for example in WrittenTree::default().info().examples {
        let options = example.strip_prefix("tree:").unwrap_or_default();
        let tree = WrittenTree::default().variant(options).unwrap();
        assert_eq!(WrittenTree::parse(&tree.to_text()).unwrap(), tree, "{example}");
    }
}

#[test]
fn the_examples_conform() {
    for example in WrittenTree::default().info().examples {
        let options = example.strip_prefix("tree:").unwrap_or_default();
        let tree = WrittenTree::default().variant(options).unwrap();
        check(&tree, &Plan { seed: 3, moves: 2000 }).unwrap_or_else(|failure| panic!("{example}: {failure}"));
    }
    check(&WrittenTree::parse("5").unwrap(), &Plan::default()).unwrap();
    check_chance(&WrittenTree::parse("(1 [1: 2 2: 3])").unwrap(), &Plan { seed: 1, moves: 100 }).unwrap();
}

/// Growths of every kind, small enough for thousands of trees.
fn growths() -> Vec<Growth> {
    let plain = Growth::default();
    vec![
        Growth { early: 20, evaluated: 50, ..plain.clone() },
        Growth { values: -1..=1, decided: 30, ..plain.clone() },
        Growth { again: 50, early: 10, depth: 6, ..plain.clone() },
        Growth { shared: 50, again: 20, ..plain.clone() },
        Growth { chance: 40, shared: 20, evaluated: 30, ..plain.clone() },
        Growth { players: 3, again: 30, chance: 10, evaluated: 30, ..plain.clone() },
        Growth { depth: 0, ..plain },
    ]
}

#[test]
fn random_trees_conform_and_are_read_back() {
    for (number, growth) in growths().into_iter().enumerate() {
        for seed in 0..200 {
            let tree = WrittenTree::random(seed, &growth);
            let text = tree.to_text();
            assert_eq!(WrittenTree::parse(&text).as_ref(), Ok(&tree), "{text}");
            let plan = Plan { seed, moves: 100 };
            check_rules(&tree, &plan).and_then(|_| check_evaluated(&tree, &plan)).unwrap_or_else(|failure| {
                panic!("growth {number}, seed {seed}: {failure}");
            });
            assert_eq!(WrittenTree::random(seed, &growth), tree);
        }
    }
}

#[test]
fn growth_is_what_it_says() {
    let growth = Growth {
        depth: 6,
        branching: 5,
        shared: 30,
        chance: 20,
        again: 30,
        decided: 30,
        ..Growth::default()
    };
    let text = WrittenTree::random(5, &growth).to_text();
    for piece in ["#", "[", "A(", "B(", "W", "L", "D", "-"] {
        assert!(text.contains(piece), "no {piece} in {text}");
    }
    let trees: HashSet<String> = (0..100).map(|seed| WrittenTree::random(seed, &growth).to_text()).collect();
    assert_eq!(trees.len(), 100);
    let plain = WrittenTree::random(1, &Growth::default()).to_text();
    assert!(!plain.contains(|c: char| c.is_alphabetic() || "#[@<".contains(c)), "{plain}");
    let huge =
        Growth { depth: u32::MAX, branching: usize::MAX, values: i32::MIN..=i32::MAX, ..Growth::default() };
    let tree = WrittenTree::random(1, &huge);
    assert_eq!((tree.size(), tree.max_plies()), (1_000_000, Some(200)));
}

#[test]
fn a_tree_of_three_players_with_chance_conforms_and_is_counted() {
    let text = "([1: ((<9 1 2> <0 5 5>) (<3 3 3> <1 2 0>)) 3: ((<2 8 4> <6 0 1>) <7 7 2>)] [1: <5 5 0> 3: (<1 2 6>)])";
    let tree = WrittenTree::parse(text).unwrap();
    assert_eq!((tree.players(), tree.has_chance(), tree.to_text().as_str()), (3, true, text));
    let report = check(&tree, &Plan { seed: 3, moves: 4000 }).unwrap();
    assert!(report.chance_nodes > 500, "{report:?}");
    check_chance(&tree, &Plan { seed: 3, moves: 400 }).unwrap();
    // Two moves, four of chance, one leaf among them; then 2 + 2 + 1 nodes, of which one is a leaf and one is after B.
    let counts: Vec<(u64, u64)> = (1..=4)
        .map(|depth| plybook_kernel::perft::perft(&tree, &tree.start(), depth))
        .map(|count| (count.leaves, count.finished))
        .collect();
    assert_eq!(counts, [(2, 0), (4, 0), (5, 1), (6, 3)]);
    let outcome = |path: &str| tree.outcome(&tree.read(path).unwrap()).unwrap();
    assert_eq!(outcome("1.2.1.1").utilities(3), [2, 8, 4]);
    let winners = ["1.1.1.1", "1.2.1.1", "2.2.1", "2.1"].map(|path| outcome(path).winner());
    assert_eq!(winners, [Some(Player(0)), Some(Player(1)), Some(Player(2)), None]);
}

#[test]
fn trees_of_up_to_six_players_are_read_back() {
    for players in 3..=6 {
        let growth = Growth { players, again: 30, chance: 20, evaluated: 30, ..Growth::default() };
        for seed in 0..50 {
            let tree = WrittenTree::random(seed, &growth);
            assert_eq!(WrittenTree::parse(&tree.to_text()).as_ref(), Ok(&tree), "{}", tree.to_text());
            assert_eq!(tree.players(), players);
            check_rules(&tree, &Plan { seed, moves: 50 }).unwrap_or_else(|failure| panic!("{failure}"));
        }
    }
    let draws = WrittenTree::parse("(D (D W) (L D))").unwrap();
    assert_eq!((draws.players(), draws.to_text().as_str()), (2, "(D (D W) (L D))"));
}
