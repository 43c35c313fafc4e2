//! Backgammon: the known answers of the rules page, agreement with the plain generator, results, notation, the cube,
//! matches and GNU Backgammon's IDs.

use crate::support::agree;
use plybook_games::backgammon::{Backgammon, Move, Position, Stage};
use plybook_kernel::perft::perft;
use plybook_kernel::{Game, HasInfo, Notation, Outcome, Player, Random, Step, View};
use plybook_naive::backgammon as plain;
use std::collections::HashSet;

fn backgammon(options: &str) -> Backgammon {
    Backgammon::default().variant(options).expect("known options")
}

fn after(game: &Backgammon, at: &Position, text: &str) -> Position {
    let mv = game.read_move(at, text).unwrap_or_else(|error| panic!("{error}"));
    game.after(at, mv)
}

#[test]
fn both_generators_agree() {
    let positions = if std::env::var_os("PLYBOOK_LONG").is_some() { 100_000 } else { 6_000 };
    for (options, start, any) in [
        ("", vec![(24, 2), (13, 5), (8, 3), (6, 5)], false),
        ("hypergammon,opening=any", vec![(24, 1), (23, 1), (22, 1)], true),
        ("nackgammon", vec![(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)], false),
    ] {
        agree(&backgammon(options), &plain::Backgammon { start, any }, positions, 3);
    }
}

/// The counts of the rules page.
#[test]
fn first_rolls_can_be_played_in_as_many_ways_as_are_known() {
    let game = backgammon("opening=any");
    let known = [
        (11, 42),
        (21, 15),
        (22, 75),
        (31, 16),
        (32, 17),
        (33, 73),
        (41, 14),
        (42, 18),
        (43, 17),
        (44, 52),
        (51, 8),
        (52, 8),
        (53, 9),
        (54, 9),
        (55, 4),
        (61, 10),
        (62, 14),
        (63, 14),
        (64, 14),
        (65, 7),
        (66, 11),
    ];
    let mut different = HashSet::new();
    for (roll, plays) in known {
        let rolled = after(&game, &game.start(), &roll.to_string());
        let legal = game.legal(&rolled);
        assert_eq!(legal.len(), plays, "{roll}");
        different.extend(legal.iter().map(|&mv| game.text(&game.after(&rolled, mv))));
    }
    assert_eq!((known.iter().map(|&(_, plays)| plays).sum::<usize>(), different.len()), (447, 406));
    assert_eq!(perft(&game, &game.start(), 4).leaves, 202_782);
}

/// The classic table: rolls of 36 that bear off one checker, or two at once.
#[test]
fn bearing_off_is_as_likely_as_the_classic_table_says() {
    let game = backgammon("");
    let ways = |points: &[usize]| {
        let mut letters = [0u8; 25];
        points.iter().for_each(|&point| letters[point] += 1);
        let board: String = letters[..25]
            .iter()
            .map(|&many| if many == 0 { '-' } else { char::from(b'A' + many - 1) })
            .collect();
        let board = format!("{}a-", &board[..24]);
        let at = game.read(&format!("{board} X roll")).expect("a position");
        let mut chances = Vec::new();
        game.chances(&at, &mut chances);
        let off: f32 = chances
            .iter()
            .filter(|&&(roll, _)| {
                let rolled = game.after(&at, roll);
                game.legal(&rolled).iter().any(|&mv| game.outcome(&game.after(&rolled, mv)).is_some())
            })
            .map(|&(_, chance)| chance)
            .sum();
        (off * 36.0).round() as u32
    };
    let single: Vec<u32> = (1..=6).map(|point| ways(&[point])).collect();
    assert_eq!(single, [36, 36, 36, 34, 31, 27]);
    for (higher, row) in [
        (1, &[36][..]),
        (2, &[36, 26]),
        (3, &[34, 25, 17]),
        (4, &[29, 23, 17, 11]),
        (5, &[23, 19, 14, 10, 6]),
        (6, &[15, 13, 10, 8, 6, 4]),
    ] {
        for (lower, &known) in (1..).zip(row) {
            assert_eq!(ways(&[higher, lower]), known, "{higher}-{lower}");
        }
    }
}

#[test]
fn plays_keep_to_the_rules_of_the_dice() {
    let game = backgammon("");
    for (text, known) in [
        // Only one of two numbers can be played: the larger one.
        ("-----b-----A------------b- X 61", "11/4"),
        // The 6 is shut out, so that the 1 is played.
        ("----bb-----A------------b- X 61", "11/10"),
        // Nothing can be played.
        ("-------------------bbbbbbA X 61", "pass"),
        // From the bar first.
        ("------A------------b--bb-A X 61", "bar/18"),
    ] {
        let at = game.read(text).unwrap_or_else(|error| panic!("{error}"));
        let found: Vec<String> = game.legal(&at).iter().map(|&mv| game.move_text(&at, mv)).collect();
        assert_eq!(found.join(" "), known, "{text}");
    }
}

#[test]
fn results_count_gammons_and_backgammons() {
    let game = backgammon("");
    for (text, points) in [
        ("-A----------------------a- X 21", 1),
        ("-A-----------o------------ X 21", 2),
        ("-A---a-------n------------ X 21", 3),
        ("aA-----------n------------ X 21", 3),
        ("-A----a------n------------ X 21", 3),
        ("-A-----a-----n------------ X 21", 2),
        ("-A---a-------------------- O 21", 0),
    ] {
        let at = game.read(text).unwrap_or_else(|error| panic!("{error}"));
        let ends: Vec<Outcome> =
            game.legal(&at).iter().filter_map(|&mv| game.outcome(&game.after(&at, mv))).collect();
        assert_eq!(ends.first().copied(), (points > 0).then_some(Outcome::Margin(points)), "{text}");
    }
    // The same from the other side.
    let at = game.read("-A----------------------a- O 21").expect("a position");
    assert_eq!(game.outcome(&after(&game, &at, "1/off")), Some(Outcome::Margin(-1)));
}

#[test]
fn plays_are_written_and_read_as_people_do() {
    let game = backgammon("");
    let start = game.start();
    for (dice, written, others) in [
        ("62", "24/18,13/11", &["13/11 24/18", "24/18 13/11", "13/11,24/18"][..]),
        ("21", "13/10", &["13/11/10", "13/12/10", "13/11 11/10"]),
        ("53", "8/3,6/3", &["6/3 8/3"]),
        ("51", "24/23,13/8", &[]),
        ("65", "24/13", &["24/18/13"]),
    ] {
        let at = after(&game, &start, dice);
        let mv = game.read_move(&at, written).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.move_text(&at, mv), written);
        for other in others {
            assert_eq!(game.read_move(&at, other), Ok(mv), "{other}");
        }
        for wrong in
            ["24/24", "24/off", "0/1", "26/20", "bar/20", "13/11(9)", "24/18,24/18,24/18", "/", "24/", "()"]
        {
            assert!(game.read_move(&at, wrong).is_err(), "{wrong}");
        }
    }
    for (text, written) in [
        ("----a--A----------------b- X 31", "7/4*/3"),
        ("----a--A----------------b- X 31", "7/3"),
        ("---aa--A----------------b- X 31", "7/4*/3*"),
        ("--a----------------------B X 11", "bar/24(2),24/23(2)"),
    ] {
        let at = match game.read(text) {
            Ok(at) => at,
            Err(error) => panic!("{error}"),
        };
        assert!(game.read_move(&at, written).is_ok(), "{written} in {text}");
    }
    let doubles = after(&backgammon("opening=any"), &start, "11");
    let mv = game.read_move(&doubles, "8/7(2) 6/5(2)").expect("a play");
    assert_eq!(game.move_text(&doubles, mv), "8/7(2),6/5(2)");
    let path = game.path(&doubles, mv);
    assert_eq!(path[..4], [7, 6, 7, 6].map(Step::Cell));
}

#[test]
fn the_cube_is_turned_taken_and_dropped() {
    let game = backgammon("cube=on");
    let first = after(&game, &after(&game, &game.start(), "31"), "8/5 6/5");
    assert_eq!(first.stage, Stage::Turn);
    let doubled = after(&game, &first, "double");
    let dropped = after(&game, &doubled, "drop");
    assert_eq!(game.outcome(&dropped), Some(Outcome::Margin(-1)));
    let taken = after(&game, &doubled, "take");
    assert_eq!(
        (taken.cube, taken.owner, taken.mover, taken.stage),
        (2, Some(Player::FIRST), Player::SECOND, Stage::Roll)
    );
    // The other player owns the cube now: nobody else doubles.
    let next = after(&game, &after(&game, &taken, "65"), "24/13");
    assert_eq!(next.stage, Stage::Turn);
    let again = after(&game, &after(&game, &next, "double"), "drop");
    assert_eq!(game.outcome(&again), Some(Outcome::Margin(2)));
    let rolled = after(&game, &after(&game, &after(&game, &next, "roll"), "31"), "8/5 6/5");
    assert_eq!(rolled.stage, Stage::Roll);
    let six = game.read("-A-----a-----n------------ X turn 64X").map(|_| ());
    assert!(six.is_err(), "the cube has no larger number");
}

#[test]
fn matches_go_on_to_their_points() {
    let game = backgammon("cube=on,points=3");
    // A gammon brings two points: the next game is the Crawford game.
    let at = game.read("-A-----------o------------ X 21 1 0-0").unwrap_or_else(|error| panic!("{error}"));
    let next = after(&game, &at, "1/off");
    assert_eq!(
        (next.score, next.crawford, next.stage, game.outcome(&next)),
        ([2, 0], true, Stage::Contest, None)
    );
    let begun = after(&game, &next, "2-5");
    assert_eq!((begun.mover, begun.stage), (Player::SECOND, Stage::Play([5, 2])));
    assert!(game.read_move(&next, "3-3").is_err() && game.legal(&next).len() == 30);
    let later = game.after(&begun, game.legal(&begun)[0]);
    assert_eq!(later.stage, Stage::Roll, "nobody doubles in the Crawford game");
    // The other wins it; from then on the cube may be turned again, by those whom it can help.
    let at = game.read("-A----------------------a- O 21 1 2-0c").unwrap_or_else(|error| panic!("{error}"));
    let next = after(&game, &at, "1/off");
    assert_eq!((next.score, next.crawford), ([2, 1], false));
    let leader = game.read("-A----------------------a- X turn 1 2-1").map(|_| ());
    assert!(leader.is_err(), "a point is all that the leader needs");
    let at = game.read("-A----------------------a- O turn 1 2-1").unwrap_or_else(|error| panic!("{error}"));
    let over =
        after(&game, &after(&game, &after(&game, &after(&game, &at, "double"), "take"), "21"), "1/off");
    assert_eq!((game.outcome(&over), over.score), (Some(Outcome::Win(Player::SECOND)), [2, 3]));
}

/// IDs that GNU Backgammon 1.07 shows: the start, after 31 played 8/5 6/5 by player 0, and with dice.
#[test]
fn gnu_ids_are_those_of_gnu_backgammon() {
    let game = backgammon("cube=on");
    let rolled = after(&game, &game.start(), "31");
    assert_eq!(game.gnu_id(&rolled).to_string(), "4HPwATDgc/ABMA:MIEFAAAAAAAA");
    let played = after(&game, &rolled, "8/5 6/5");
    assert_eq!(game.gnu_id(&played).to_string(), "sGfwATDgc/ABMA:cAkAAAAAAAAA");
    assert_eq!(game.read("sGfwATDgc/ABMA:cAkAAAAAAAAA"), Ok(played));
    for wrong in ["sGfwATDgc/ABM:cAkAAAAAAAAA", "sGfwATDgc/ABMA:cAkAAAAAAAA", "sGfwATDgc/ABMA:", ":", "é:é"]
    {
        assert!(game.read(wrong).is_err(), "{wrong}");
    }
}

/// Positions of random games with the cube and in matches are read back from their IDs.
#[test]
fn gnu_ids_read_back() {
    let mut random = Random::new(5);
    for options in ["", "cube=on", "cube=on,points=7", "hypergammon,points=3"] {
        let game = backgammon(options);
        let (mut at, mut read) = (game.start(), 0);
        for _ in 0..4_000 {
            if game.outcome(&at).is_some() {
                at = game.start();
            }
            if !matches!(at.stage, Stage::First | Stage::Contest) {
                let id = game.gnu_id(&at).to_string();
                // Whether the mover has decided not to double is not told.
                let stage = match game.read(&id) {
                    Ok(Position { stage: Stage::Turn, .. }) if at.stage == Stage::Roll => Stage::Turn,
                    _ => at.stage,
                };
                assert_eq!(game.read(&id), Ok(Position { stage, ..at }), "{options} {id}");
                read += 1;
            }
            let legal = game.legal(&at);
            let played = legal.iter().filter(|mv| **mv != Move::Drop).copied().collect::<Vec<_>>();
            let &mv = random.pick(&played).expect("a move");
            game.play(&mut at, mv);
        }
        assert!(read > 3_000);
    }
}
