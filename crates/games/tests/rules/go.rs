//! Go: agreement with the plain generator, the known answers of the rules page, superko and scores.

use crate::support::agree;
use plybook_games::go::{Go, Position};
use plybook_kernel::{End, EndRule, Game, HasInfo, History, Notation, Outcome, Player, Random};
use plybook_naive::go as plain;
use std::collections::HashSet;

fn go(options: &str) -> Go {
    Go::default().variant(options).expect("known options")
}

#[test]
fn both_generators_agree() {
    let positions = if std::env::var_os("PLYBOOK_LONG").is_some() { 200_000 } else { 8_000 };
    for (side, suicide) in [(2, false), (3, false), (3, true), (4, false), (5, true), (9, false), (19, false)]
    {
        let options = format!("{side}x{side},suicide={}", if suicide { "yes" } else { "no" });
        let many = if side > 9 { positions / 40 } else { positions / side };
        agree(&go(&options), &plain::Go { side, suicide }, many, 4);
    }
}

/// Leaves by depth when no board may come back: what `end_with` calls a loss counts as no move.
fn with_superko(game: &Go, at: &Position, past: &mut History, depth: u32) -> u64 {
    let mut leaves = 0;
    for mv in game.legal(at) {
        let next = game.after(at, mv);
        past.push(game.key(at), game.resets(at, mv));
        let repeats = game.end_with(&next, past).is_some_and(|end| end.rule == EndRule::Repetition);
        if !repeats {
            leaves += if depth == 1 { 1 } else { with_superko(game, &next, past, depth - 1) };
        }
        past.pop();
    }
    leaves
}

/// The counts of the rules page, which are made with superko.
#[test]
fn counts_are_those_of_the_rules_page() {
    for (options, leaves) in [
        ("2x2", &[5, 21, 68, 156, 316, 604, 1088, 2184, 4184][..]),
        ("3x3", &[10, 91, 738, 5281, 33_384, 179_712]),
        ("3x3,suicide=yes", &[10, 91, 738, 5281, 33_384, 180_768]),
        ("5x5", &[26, 651, 15_650, 361_041]),
        ("9x9", &[82, 6643, 531_522]),
    ] {
        let game = go(options);
        for (depth, &leaves) in (1..).zip(leaves) {
            let counted = with_superko(&game, &game.start(), &mut History::new(), depth);
            assert_eq!(counted, leaves, "{options} depth {depth}");
        }
    }
}

/// Every arrangement of stones in which all groups have liberties, by reading it: Tromp's numbers of legal positions.
#[test]
fn legal_positions_are_as_many_as_tromp_counted() {
    for (side, legal) in [(2usize, 57u32), (3, 12_675)] {
        let game = go(&format!("{side}x{side}"));
        let points = side * side;
        let mut accepted = 0;
        for number in 0..3usize.pow(points as u32) {
            let digit = |place: usize| number / 3usize.pow(place as u32) % 3;
            let rows: Vec<String> = (0..side)
                .map(|row| {
                    (0..side).map(|column| ["1", "X", "O"][digit(row * side + column)]).collect::<String>()
                })
                .map(|row| row.replace("111", "3").replace("11", "2"))
                .collect();
            accepted += u32::from(game.read(&format!("{} X 0", rows.join("/"))).is_ok());
        }
        assert_eq!(accepted, legal, "{side}x{side}");
    }
}

/// Plays moves by their texts from a position, and gives the end that they lead to.
fn play(game: &Go, text: &str, moves: &str) -> (Position, Option<End>) {
    let mut at = game.read(text).expect("a position");
    let mut past = History::new();
    for text in moves.split_whitespace() {
        assert_eq!(game.end_with(&at, &past), None, "before {text}");
        let mv = game.read_move(&at, text).expect("a move");
        past.push(game.key(&at), game.resets(&at, mv));
        game.play(&mut at, mv);
    }
    let end = game.end_with(&at, &past);
    (at, end)
}

#[test]
fn superko_makes_a_ko_taken_back_at_once_a_loss() {
    let game = go("4x4");
    // Black takes in the ko, White takes back at once.
    let ko = "4/1XO1/XO1O/1XO1 X 0";
    let (_, end) = play(&game, ko, "C2 B2");
    assert_eq!(end, Some(End::new(Outcome::Win(Player::FIRST), EndRule::Repetition)));
    // With a threat and an answer between, the board is another one.
    assert_eq!(play(&game, ko, "C2 A4 D4 B2").1, None);
    // A pass brings no board back, though it leaves the board as it is.
    assert_eq!(play(&game, ko, "C2 pass").1, None);
}

#[test]
fn areas_are_counted_and_komi_given() {
    for (options, text, margin) in [
        ("3x3", "3/3/3 X 2", 0),
        ("3x3", "3/1X1/3 X 2", 9),
        ("3x3", "3/3/2O X 2", -9),
        ("3x3", "X1O/X1O/X1O X 2", 0),
        ("3x3", "1X1/1XO/1X1 X 2", 5),
        ("3x3,komi=5", "1X1/1XO/1X1 X 2", 0),
        ("9x9", "9/9/9/9/4X4/9/9/9/9 X 2", 74),
        ("9x9,komi=0", "9/9/9/9/9/9/9/9/9 O 2", 0),
    ] {
        let game = go(options);
        let at = game.read(text).expect("a position");
        assert_eq!(game.outcome(&at), Some(Outcome::Margin(margin)), "{options} {text}");
    }
    let unfinished = go("3x3").read("3/1X1/3 O 1").expect("a position");
    assert_eq!(go("3x3").outcome(&unfinished), None);
}

#[test]
fn stones_are_taken_and_suicide_goes_by_the_option() {
    let corner = "4/4/X3/OX2 X 0";
    let game = go("4x4");
    let at = game.read("4/4/1X2/OX2 X 0").expect("a position");
    let taken = game.after(&at, game.read_move(&at, "a2").expect("a move"));
    assert_eq!(game.text(&taken), "4/4/XX2/1X2 O 0");
    assert!(game.read(corner).is_err(), "the white stone has no liberty");
    assert!(game.read_move(&taken, "A1").is_err(), "suicide");
    let free = go("4x4,suicide=yes");
    let at = free.read("4/4/XX2/1X2 O 0").expect("a position");
    let gone = free.after(&at, free.read_move(&at, "A1").expect("a move"));
    assert_eq!(free.text(&gone), "4/4/XX2/1X2 X 0");
    // Points have no I.
    let wide = go("9x9");
    let names: HashSet<String> =
        wide.legal(&wide.start()).iter().map(|&mv| wide.move_text(&wide.start(), mv)).collect();
    assert!(names.contains("J9") && !names.contains("I5") && names.contains("pass") && names.len() == 82);
}

/// Playouts by the hints end soon, without a player filling own eyes, and every legal point has its chance.
#[test]
fn playouts_end_and_leave_eyes_alone() {
    use plybook_kernel::{HasHints, SearchHints};
    let game = go("9x9");
    let hints = game.hints();
    let mut random = Random::new(3);
    for _ in 0..200 {
        let mut at = game.start();
        let mut plies = 0;
        while game.outcome(&at).is_none() {
            let mv = hints.playout_move(&game, &at, &mut random).expect("a move");
            assert!(game.legal(&at).contains(&mv));
            game.play(&mut at, mv);
            plies += 1;
            assert!(plies < 400, "{}", game.text(&at));
        }
    }
    let at = game.read("9/9/9/9/9/9/9/XX7/1X7 X 0").expect("a position");
    let drawn: HashSet<u16> =
        (0..5_000).filter_map(|_| hints.playout_move(&game, &at, &mut random)).collect();
    let names: HashSet<String> = drawn.iter().map(|&mv| game.move_text(&at, mv)).collect();
    assert!(!names.contains("A1") && !names.contains("pass"), "{names:?}");
    assert_eq!(names.len(), 81 - 3 - 1);
}
