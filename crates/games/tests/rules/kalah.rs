//! Kalah: sowing, extra turns, captures and the end, and the margins of perfect play on small boards.
#![allow(clippy::unwrap_used)]

use crate::support::agree;
use crate::walk::{positions, random_positions};
use plybook_games::kalah::{Kalah, Position};
use plybook_kernel::{
    Evaluated, Evaluator, Game, HasInfo, Mark, Notation, Outcome, Player, Random, Score, Symmetric, View, sum,
};
use std::collections::{HashMap, HashSet};

fn game(options: &str) -> Kalah {
    Kalah::default().variant(options).unwrap()
}

#[test]
fn both_generators_agree() {
    for (houses, seeds, empty_capture, share) in [
        (6, 4, false, 100_000),
        (6, 4, true, 50_000),
        (4, 2, false, 20_000),
        (3, 3, true, 20_000),
        (1, 10, false, 1_000),
        (2, 10, true, 20_000),
        (7, 10, false, 20_000),
    ] {
        let flag = if empty_capture { ",empty-capture" } else { "" };
        let plain = plybook_naive::kalah::Kalah { houses, seeds, empty_capture };
        agree(&game(&format!("{houses},{seeds}{flag}")), &plain, positions(share), u64::from(seeds));
    }
}

#[test]
fn sowings_do_what_the_rules_say() {
    for (options, before, mv, after) in [
        // The last seed in the own store: the same player moves again.
        ("", "4,4,4,4,4,4:0 4,4,4,4,4,4:0 1", "3", "4,4,0,5,5,5:1 4,4,4,4,4,4:0 1"),
        // Otherwise the turn passes.
        ("", "4,4,4,4,4,4:0 4,4,4,4,4,4:0 1", "1", "0,5,5,5,5,4:0 4,4,4,4,4,4:0 2"),
        ("", "4,4,4,4,4,4:0 4,4,4,4,4,4:0 2", "6", "5,5,5,4,4,4:0 4,4,4,4,4,0:1 1"),
        // The opponent's store is left out: house 6 reaches the own house 1.
        ("", "4,4,4,4,4,8:0 4,4,4,4,4,0:0 1", "6", "5,4,4,4,4,0:1 5,5,5,5,5,1:0 2"),
        // A last seed in an own empty house captures.
        ("", "4,0,4,0,4,4:4 4,4,4,4,4,4:4 1", "3", "4,0,0,1,5,5:5 4,4,4,4,4,4:4 1"),
        ("", "1,0,4,4,4,4:4 4,4,4,4,4,3:4 1", "1", "0,0,4,4,4,4:9 4,4,4,4,0,3:4 2"),
        // A last seed in an own house with seeds, or in an empty house of the opponent, does not.
        ("", "1,1,4,4,4,4:3 4,4,4,4,4,3:4 1", "1", "0,2,4,4,4,4:3 4,4,4,4,4,3:4 2"),
        ("", "4,4,4,4,4,2:4 0,4,4,4,4,2:4 1", "6", "4,4,4,4,4,0:5 1,4,4,4,4,2:4 2"),
        // Nothing opposite: only `empty-capture` takes the last seed.
        ("", "1,0,4,4,4,4:4 4,4,4,4,0,4:7 1", "1", "0,1,4,4,4,4:4 4,4,4,4,0,4:7 2"),
        ("6,4,empty-capture", "1,0,4,4,4,4:4 4,4,4,4,0,4:7 1", "1", "0,0,4,4,4,4:5 4,4,4,4,0,4:7 2"),
        // Thirteen seeds end where they came from, in a house that counts as empty.
        ("", "13,0,0,0,0,1:5 1,1,1,1,1,1:23 1", "1", "0,1,1,1,1,2:9 2,2,2,2,2,0:23 2"),
        // Twenty-six end there too, but not in an empty house.
        ("", "26,0,0,0,0,1:5 1,1,1,1,1,1:10 1", "1", "2,2,2,2,2,3:7 3,3,3,3,3,3:10 2"),
        // Once around and captured: the prey was sown in the same turn.
        ("", "0,1,0,0,0,8:11 0,0,0,0,0,5:23 1", "6", "0,1,0,0,0,0:19 1,1,1,1,1,0:23 2"),
    ] {
        let game = game(options);
        let mut at = game.read(before).unwrap();
        let mv = game.read_move(&at, mv).unwrap();
        game.play(&mut at, mv);
        assert_eq!(game.text(&at), after, "{before}");
    }
}

#[test]
fn the_game_ends_when_one_side_is_empty() {
    for (options, before, mv, after, margin) in [
        // The mover's last seed falls into the store; who would be next is the same player.
        ("", "0,0,0,0,0,1:20 4,4,4,4,4,4:3 1", "6", "0,0,0,0,0,0:21 0,0,0,0,0,0:27 1", -6),
        // The opponent's houses are emptied by a capture; the mover keeps what is left.
        ("", "1,0,0,0,2,0:20 0,0,0,0,5,0:20 1", "1", "0,0,0,0,0,0:28 0,0,0,0,0,0:20 2", 8),
        // The mover's houses are emptied by the capture.
        ("", "0,0,0,1,0,0:20 0,5,0,0,0,1:21 1", "4", "0,0,0,0,0,0:26 0,0,0,0,0,0:22 2", 4),
        ("", "0,0,0,0,0,1:23 0,0,0,0,0,1:23 2", "6", "0,0,0,0,0,0:24 0,0,0,0,0,0:24 2", 0),
        ("2,2,empty-capture", "1,0:3 0,1:3 1", "1", "0,0:4 0,0:4 2", 0),
        ("1,1", "1:0 1:0 1", "1", "0:1 0:1 1", 0),
    ] {
        let game = game(options);
        let mut at = game.read(before).unwrap();
        assert_eq!(game.outcome(&at), None);
        let mv = game.read_move(&at, mv).unwrap();
        game.play(&mut at, mv);
        assert_eq!((game.text(&at).as_str(), game.outcome(&at)), (after, Some(Outcome::Margin(margin))));
        assert!(game.legal(&at).is_empty());
    }
}

/// The margin of perfect play for the first player, by searching everything once.
fn perfect(game: &Kalah, at: &Position, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(Outcome::Margin(margin)) = game.outcome(at) {
        return margin;
    }
    if let Some(&margin) = known.get(&game.key(at)) {
        return margin;
    }
    let margins: Vec<i32> =
        game.legal(at).iter().map(|&mv| perfect(game, &game.after(at, mv), known)).collect();
    let first = game.turn(at).player() == Some(Player::FIRST);
    let best = if first { margins.iter().max() } else { margins.iter().min() };
    *known.entry(game.key(at)).or_insert(*best.unwrap())
}

/// Source: the rules page.
#[test]
fn perfect_play_on_small_boards() {
    for (options, margin) in
        [("2,2", -2), ("3,2", 4), ("3,3", 2), ("4,2", 6), ("3,3,empty-capture", 2), ("4,2,empty-capture", 6)]
    {
        let game = game(options);
        assert_eq!(perfect(&game, &game.start(), &mut HashMap::new()), margin, "{options}");
    }
}

#[test]
fn options_are_written_in_their_shortest_form() {
    for (options, shortest) in [
        ("", ""),
        ("6,4", ""),
        ("4,2", "4,2"),
        ("6,4,empty-capture", "empty-capture"),
        ("empty-capture", "empty-capture"),
        ("6,6,empty-capture", "6,6,empty-capture"),
        ("7,10", "7,10"),
        ("1,1", "1,1"),
    ] {
        assert_eq!(game(options).options_text(), shortest);
    }
}

#[test]
fn games_end_within_the_bound() {
    for options in ["1,1", "1,10", "2,2", "3,10", "", "7,10,empty-capture"] {
        let game = game(options);
        let mut random = Random::new(4);
        for _ in 0..200 {
            let (mut at, mut plies) = (game.start(), 0);
            let mut seen = HashSet::from([game.key(&at)]);
            while let Some(&mv) = random.pick(&game.legal(&at)) {
                game.play(&mut at, mv);
                plies += 1;
                assert!(seen.insert(game.key(&at)), "{} came back", game.text(&at));
            }
            assert!(plies <= game.max_plies().unwrap(), "{plies} plies in {options}");
        }
    }
}

#[test]
fn evaluators_count_what_they_say() {
    for options in ["", "4,2", "6,4,empty-capture", "1,10", "7,10"] {
        let game = game(options);
        random_positions(&game, 5_000, 5, |at| {
            assert_eq!(game.count(at), game.legal(at).len());
            assert_eq!(game.read(&game.text(at)).as_ref(), Ok(at));
            let swapped = game.swapped(at).unwrap();
            assert_eq!(game.swapped(&swapped).as_ref(), Some(at));
            assert_eq!(game.legal(&swapped), game.legal(at));
            for info in game.evaluators() {
                let evaluator = game.evaluator(&info.name).unwrap();
                let value = evaluator.evaluate(&game, at, &());
                assert_eq!(value, sum(&evaluator.terms(&game, at)), "{} in {}", info.name, game.text(at));
                assert_eq!(value, evaluator.evaluate(&game, &swapped, &()));
            }
            let custom = game.evaluator("custom").unwrap().terms(&game, at);
            let value = |name: &str| custom.iter().find(|term| term.name == name).unwrap().value;
            assert_eq!(
                (value("extra turns now"), value("capture now")),
                prospects(&game, at),
                "{}",
                game.text(at)
            );
        });
    }
}

/// The extra turns of the mover and the seeds of the best capture, by playing every move of at most a round.
fn prospects(game: &Kalah, at: &Position) -> (i32, i32) {
    let mover = game.turn(at).player().unwrap().index();
    let houses = (game.diagram(at).cells.len() - 2) / 2;
    let counts = |at: &Position| -> Vec<i32> {
        game.diagram(at).cells.iter().map(|cell| cell.count.unwrap() as i32).collect()
    };
    let before = counts(at);
    let own = |counts: &[i32], place: usize| counts[mover * (houses + 1) + place];
    let (mut extra, mut capture) = (0, 0);
    for mv in game.legal(at) {
        let seeds = own(&before, usize::from(mv)) as usize;
        let round = 2 * houses + 1;
        if seeds > round {
            continue;
        }
        let after = game.after(at, mv);
        let last = (usize::from(mv) + seeds) % round;
        if last == houses {
            assert_eq!(game.turn(&after), game.turn(at));
            extra += 1;
        } else if last < houses && game.outcome(&after).is_none() {
            let passed = i32::from(usize::from(mv) + seeds > houses);
            capture = capture.max(own(&counts(&after), houses) - own(&before, houses) - passed);
        } else if last < houses && (own(&before, last) == 0 || last == usize::from(mv)) {
            // The sweep at the end hides what was captured.
            let opposite = before[(1 - mover) * (houses + 1) + houses - 1 - last];
            let prey = opposite + i32::from(usize::from(mv) + seeds >= round);
            let takes = prey > 0 || game.options_text().contains("empty-capture");
            capture = capture.max(if takes { prey + 1 } else { 0 });
        }
    }
    (extra, capture)
}

#[test]
fn values_of_single_positions() {
    let game = game("");
    for (text, name, value) in [
        ("4,4,4,4,4,4:0 4,4,4,4,4,4:0 1", "basic", 0),
        ("0,5,5,5,5,2:3 4,4,4,4,2,4:1 1", "basic", 200),
        ("0,5,5,5,5,2:3 4,4,4,4,2,4:1 2", "basic", -200),
        // One extra turn each, worth 170 to the mover and 80 to the opponent.
        ("4,4,4,4,4,4:0 4,4,4,4,4,4:0 1", "custom", 90),
        // Two more in the store, four more at home, and one extra turn each.
        ("4,4,4,4,4,5:2 4,4,4,4,1,4:0 1", "custom", 2 * 100 + 4 * 8 + 170 - 80),
        // An extra turn and a capture of five; against it a capture of two and one more house with seeds.
        ("1,0,4,0,4,4:6 4,4,1,4,4,0:12 1", "custom", -600 - 4 * 8 + 170 + 5 * 100 - 2 * 45 - 160 - 145),
    ] {
        let at = game.read(text).unwrap();
        let evaluator = game.evaluator(name).unwrap();
        assert_eq!(evaluator.evaluate(&game, &at, &()), Score::evaluation(value), "{text} {name}");
    }
}

#[test]
fn the_scene_shows_the_board_and_the_last_sowing() {
    let game = game("2,2");
    let at = game.start();
    let diagram = game.diagram(&at);
    let cells: Vec<(&str, Option<u32>)> =
        diagram.cells.iter().map(|cell| (cell.name.as_str(), cell.count)).collect();
    let row = [("1", Some(2)), ("2", Some(2)), ("", Some(0))];
    assert_eq!(cells, [row, row].concat());
    assert_eq!(game.marks(&at, 1), [(1, Mark::From), (2, Mark::Changed), (3, Mark::Changed)]);
}
