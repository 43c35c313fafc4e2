//! Split-Nim: the values of the rules page, found again through the generic interface.

use crate::evaluators;
use plybook_games::nim::{Position, SplitNim};
use plybook_kernel::{Game, HasInfo, Mark, Notation, Outcome, Player, Random, Step, View};
use std::collections::{BTreeSet, HashMap};

/// The values of piles 0 to 33, from the rules page.
const VALUES: [u32; 34] =
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4];
/// The losing piles up to 400, from the rules page.
const LOSING: [usize; 27] = [
    1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337, 340, 346, 359, 362, 365,
    386, 389, 392,
];
const LARGEST: usize = 400;

fn nim(piles: &str) -> SplitNim {
    SplitNim::default().variant(piles).expect("known piles")
}

fn piles_of(game: &SplitNim, at: &Position) -> Vec<usize> {
    game.diagram(at).cells.iter().map(|cell| cell.count.expect("piles have sizes") as usize).collect()
}

/// Grundy values from nothing but the moves of single piles and what the diagram shows after them.
fn values_from_moves() -> Vec<u32> {
    let mut values: Vec<u32> = vec![0];
    for size in 1..=LARGEST {
        let game = nim(&size.to_string());
        let at = game.start();
        let reached: BTreeSet<u32> = game
            .legal(&at)
            .into_iter()
            .map(|mv| piles_of(&game, &game.after(&at, mv)).iter().fold(0, |sum, &pile| sum ^ values[pile]))
            .collect();
        values.push((0..).find(|value| !reached.contains(value)).expect("some value is free"));
    }
    values
}

#[test]
fn single_piles_have_the_published_values() {
    let values = values_from_moves();
    assert_eq!(values[..VALUES.len()], VALUES);
    let losing: Vec<usize> = (1..=LARGEST).filter(|&size| values[size] == 0).collect();
    assert_eq!(losing, LOSING);
}

/// Whether the player to move wins: every line of play, remembered by position.
fn wins(game: &SplitNim, at: &Position, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(outcome) = game.verdict(at) {
        return outcome.winner() == game.turn(at).player();
    }
    if let Some(&known) = known.get(at) {
        return known;
    }
    let wins = game.legal(at).into_iter().any(|mv| !wins(game, &game.after(at, mv), known));
    known.insert(at.clone(), wins);
    wins
}

#[test]
fn plain_search_agrees_on_single_piles() {
    let mut known = HashMap::new();
    for (size, &value) in VALUES.iter().enumerate().take(31).skip(1) {
        let game = nim(&size.to_string());
        assert_eq!(wins(&game, &game.start(), &mut known), value != 0, "{size}");
    }
}

#[test]
fn several_piles_are_the_exclusive_or_of_single_ones() {
    let mut random = Random::new(1);
    let mut known = HashMap::new();
    let mut losing = 0;
    for _ in 0..300 {
        let piles: Vec<usize> = (0..2 + random.below(4)).map(|_| 1 + random.below(10)).collect();
        let game = nim(&piles.iter().map(usize::to_string).collect::<Vec<_>>().join(","));
        let sum = piles.iter().fold(0, |sum, &pile| sum ^ VALUES[pile]);
        assert_eq!(wins(&game, &game.start(), &mut known), sum != 0, "{piles:?}");
        losing += u32::from(sum == 0);
    }
    assert!(losing > 30, "{losing}");
}

/// `grundy` is right everywhere, `basic` as far as it says.
#[test]
fn evaluators_tell_won_from_lost() {
    let values = values_from_moves();
    let mut random = Random::new(2);
    for (start, evaluator) in
        [("400,30,7", "grundy"), ("60", "grundy"), ("12,12,11,10,9", "basic"), ("7", "basic")]
    {
        let game = nim(start);
        let evaluate = |at: &Position| evaluators::value(&game, evaluator, at);
        for _ in 0..300 {
            let mut at = game.start();
            while game.outcome(&at).is_none() {
                let sum = piles_of(&game, &at).iter().fold(0, |sum, &pile| sum ^ values[pile]);
                let value = evaluate(&at);
                assert!(
                    value != 0 && (value > 0) == (sum != 0),
                    "{evaluator} says {value} in {}",
                    game.text(&at)
                );
                let moves = game.legal(&at);
                game.play(&mut at, moves[random.below(moves.len())]);
            }
        }
    }
}

#[test]
fn evaluations_are_sums_and_know_no_players() {
    for piles in ["", "30,20,10", "300"] {
        evaluators::check(&nim(piles), 2_000);
    }
}

/// A second generator, on plain lists: the positions after every split of every pile.
fn plain_successors(piles: &[usize], next_player: usize) -> BTreeSet<(String, String)> {
    let mut all = BTreeSet::new();
    for (index, &pile) in piles.iter().enumerate() {
        for one in 1..pile {
            let other = pile - one;
            if one > other {
                let mut after = piles.to_vec();
                after.remove(index);
                after.extend([one, other]);
                after.sort_by(|a, b| b.cmp(a));
                let list: Vec<String> = after.iter().map(usize::to_string).collect();
                all.insert((format!("{pile}={one}+{other}"), format!("{} {next_player}", list.join(","))));
            }
        }
    }
    all
}

#[test]
fn both_generators_agree() {
    let positions = if std::env::var_os("PLYBOOK_LONG").is_some() { 1_000_000 } else { 100_000 };
    let mut random = Random::new(3);
    for (start, positions) in [("12,12,9,5,1", positions), ("7", positions / 20), ("100", positions / 20)] {
        let game = nim(start);
        let mut at = game.start();
        for _ in 0..positions {
            let next_player = 2 - game.turn(&at).player().unwrap().index();
            let moves = game.legal(&at);
            let fast: BTreeSet<(String, String)> =
                moves.iter().map(|&mv| (game.move_text(&at, mv), game.text(&game.after(&at, mv)))).collect();
            assert_eq!(fast, plain_successors(&piles_of(&game, &at), next_player), "{}", game.text(&at));
            assert_eq!((fast.len(), game.count(&at)), (moves.len(), moves.len()), "{}", game.text(&at));
            match random.pick(&moves) {
                Some(&mv) => game.play(&mut at, mv),
                None => at = game.start(),
            }
        }
    }
}

#[test]
fn who_cannot_split_loses() {
    let game = nim("");
    for (text, winner) in [("2,2,1,1,1 1", Player::SECOND), ("2,1 2", Player::FIRST)] {
        assert_eq!(game.outcome(&game.read(text).unwrap()), Some(Outcome::Win(winner)), "{text}");
    }
    assert_eq!(game.outcome(&game.read("3 1").unwrap()), None);
    let settled = nim("2,2,1");
    assert_eq!(settled.outcome(&settled.start()), Some(Outcome::Win(Player::SECOND)));
}

#[test]
fn equal_piles_are_one_and_their_order_means_nothing() {
    let game = nim("5,5,3");
    let at = game.start();
    let texts: Vec<String> = game.legal(&at).into_iter().map(|mv| game.move_text(&at, mv)).collect();
    assert_eq!(texts, ["5=4+1", "5=3+2", "3=2+1"]);
    for text in ["3,5,5 1", "5,3,5 1"] {
        let read = game.read(text).unwrap();
        assert_eq!((&read, game.key(&read)), (&at, game.key(&at)));
    }
}

#[test]
fn clicks_choose_a_pile_and_its_parts() {
    let game = nim("9,5,5,3");
    let at = game.start();
    let mv = game.read_move(&at, "5=3+2").unwrap();
    assert_eq!(game.path(&at, mv), [Step::Cell(1), Step::Choice("3+2".to_owned())]);
    assert_eq!(game.text(&game.after(&at, mv)), "9,5,3,3,2 2");
    assert_eq!(game.marks(&at, mv), [(2, Mark::Changed), (4, Mark::Changed)]);
}

/// Sixteen piles of a thousand are the most there can be; a game of them ends where `longest` says at the
/// latest.
#[test]
fn the_largest_start_is_played_to_its_end() {
    let game = nim(&["1000"; 16].join(","));
    let mut random = Random::new(4);
    let mut at = game.start();
    let mut plies = 0;
    let mut moves = Vec::new();
    while game.outcome(&at).is_none() {
        moves.clear();
        game.moves(&at, &mut moves);
        game.play(&mut at, moves[random.below(moves.len())]);
        plies += 1;
    }
    assert!(plies <= game.max_plies().unwrap());
    assert_eq!(game.read(&game.text(&at)).unwrap(), at);
    assert_eq!(piles_of(&game, &at).iter().sum::<usize>(), 16_000);
}
