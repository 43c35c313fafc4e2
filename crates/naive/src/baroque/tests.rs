//! Known counts, and one small position or more for each clarification of the rules page.

use super::*;
use crate::perft;

fn rules(options: &str) -> Baroque {
    Baroque::with_options(options).expect("The options are well formed.")
}

/// The texts of all moves that begin with `start`, sorted.
fn moves_from(options: &str, position: &str, start: &str) -> Vec<String> {
    let rules = rules(options);
    let at = rules.read(position).expect("The position is accepted.");
    let mut texts: Vec<String> = rules.moves(&at).iter().map(|mv| rules.move_text(&at, mv)).collect();
    texts.sort();
    let count = texts.len();
    texts.dedup();
    assert_eq!(texts.len(), count, "Two moves have one text.");
    texts.retain(|text| text.starts_with(start));
    texts
}

/// The board after a move, or `illegal`.
fn after(options: &str, position: &str, text: &str) -> String {
    let rules = rules(options);
    let at = rules.read(position).expect("The position is accepted.");
    let moves = rules.moves(&at);
    match moves.iter().find(|mv| rules.move_text(&at, mv) == text) {
        Some(mv) => rules.text(&rules.play(&at, mv)).split(' ').next().unwrap_or_default().to_string(),
        None => "illegal".to_string(),
    }
}

fn assert_perft(options: &str, counts: &[u64]) {
    let rules = rules(options);
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&rules, &rules.start(), depth), *count, "{options} at depth {depth}");
    }
}

#[test]
fn perft_of_the_course_rules() {
    assert_perft("", &[32, 944, 42738]);
    assert_perft("uw", &[32, 944, 42738, 1847014]);
}

#[test]
fn perft_with_free_landing() {
    assert_perft("leaper=any,imitator-freezes=freezer", &[32, 944, 42762, 1849678]);
}

#[test]
fn options_text() {
    for good in ["", "uw", "uw-2019", "ultima,suicide=no", "kinds=pure-leap,plies=100,repetition=no"] {
        assert!(Baroque::with_options(good).is_some(), "{good}");
    }
    for bad in ["chess", "leaper=far", "suicide=no,ultima", "uw,", "uw,,suicide=no", "stalemate=win", "kings"]
    {
        assert!(Baroque::with_options(bad).is_none(), "{bad}");
    }
}

#[test]
fn position_text() {
    let text = "cliwkilf/pppppppp/8/3P4/8/8/PPP1PPPP/FLIWKILC b";
    assert_eq!(rules("").text(&rules("").read(text).expect("It is well formed.")), text);
    for bad in [
        "k7/8/8/8/8/8/8/K7",
        "k7/8/8/8/8/8/8/K7 x",
        "k7/8/8/8/8/8/K7 w",
        "k7/8/8/8/8/8/8/K8 w",
        "k7/8/8/8/8/8/8/K6 w",
        "k7/8/8/8/8/8/8/K6q w",
        "k7/8/8/8/8/8/8/K07 w",
        "k7/8/8/8/8/8/8/K7 w w",
    ] {
        assert!(rules("").read(bad).is_none(), "{bad}");
    }
}

// Clarification 1.

#[test]
fn pincer_takes_up_to_three_with_any_partner() {
    // The pincer reaches d4 from d1, between c4, e4 and d5.
    let position = "7k/8/3F4/3l4/1Pc1wI2/8/8/3P3K w";
    assert_eq!(after("", position, "d1d4"), "7k/8/3F4/8/1P1P1I2/8/8/7K");
    // A king is pinced with the rest.
    let position = "8/8/3F4/3k4/1Pc1wI2/8/8/3P3K w";
    assert_eq!(after("", position, "d1d4"), "8/8/3F4/8/1P1P1I2/8/8/7K");
}

#[test]
fn withdrawer_takes_any_kind_it_leaves_directly() {
    let position = "7k/8/8/8/3W4/2i5/8/7K w";
    assert_eq!(after("", position, "d4g7"), "7k/6W1/8/8/8/8/8/7K");
    assert_eq!(after("", position, "d4d8"), "3W3k/8/8/8/8/2i5/8/7K");
    let position = "8/8/8/8/3W4/2k5/8/7K w";
    assert_eq!(after("", position, "d4e5"), "8/8/8/4W3/8/8/8/7K");
}

#[test]
fn king_takes_by_stepping() {
    let position = "8/8/8/8/8/8/6kp/7K w";
    assert_eq!(moves_from("", position, ""), ["h1g1", "h1g2", "h1h2"]);
    assert_eq!(after("", position, "h1g2"), "8/8/8/8/8/8/6Kp/8");
}

// Clarification 2.

#[test]
fn coordinator_takes_both_corners() {
    // The king on b2, the coordinator to f6: the corners are b6 and f2.
    let position = "7k/8/1p6/8/5C2/8/1K3l2/8 w";
    assert_eq!(after("", position, "f4f6"), "7k/8/5C2/8/8/8/1K6/8");
    // On the king's row nothing is taken; the king's own move takes nothing either.
    let position = "7k/8/1p6/8/4C3/8/1K3l2/8 w";
    assert_eq!(after("", position, "e4e2"), "7k/8/1p6/8/8/8/1K2Cl2/8");
    let position = "7k/8/1p3C2/8/8/8/2K2l2/8 w";
    assert_eq!(after("", position, "c2b2"), "7k/8/1p3C2/8/8/8/1K3l2/8");
}

// Clarification 3.

#[test]
fn imitator_withdraws_from_withdrawers_only() {
    let position = "7k/8/8/8/3I4/2w5/8/7K w";
    assert_eq!(after("", position, "d4g7"), "7k/6I1/8/8/8/8/8/7K");
    let position = "7k/8/8/8/3I4/2c5/8/7K w";
    assert_eq!(after("", position, "d4g7"), "7k/6I1/8/8/8/2c5/8/7K");
}

#[test]
fn imitator_steps_onto_an_adjacent_king_only() {
    assert_eq!(after("", "8/8/8/3k4/3I4/8/8/7K w", "d4d5"), "8/8/8/3I4/8/8/8/7K");
    assert_eq!(moves_from("", "8/8/3k4/8/3I4/8/8/7K w", "d4d"), ["d4d1", "d4d2", "d4d3", "d4d5"]);
}

// Clarification 4.

#[test]
fn leaper_landings() {
    let position = "7k/8/8/8/L1p2p2/8/8/7K w";
    assert_eq!(moves_from("", position, "a4d4"), ["a4d4"]);
    assert!(moves_from("", position, "a4e4").is_empty());
    assert_eq!(after("leaper=any", position, "a4e4"), "7k/8/8/8/4Lp2/8/8/7K");
    assert!(moves_from("leaper=any", position, "a4g4").is_empty());
    assert_eq!(after("leaps=many", position, "a4e4"), "7k/8/8/8/4Lp2/8/8/7K");
    assert_eq!(after("leaps=many", position, "a4h4"), "7k/8/8/8/7L/8/8/7K");
    assert_eq!(after("leaps=many", position, "a4g4"), "7k/8/8/8/6L1/8/8/7K");
    // Two pieces in a row, a friend and the edge block.
    let mut along = moves_from("leaps=many", "7k/8/8/8/L1pp4/8/8/7K w", "a4");
    along.retain(|text| text.ends_with('4'));
    assert_eq!(along, ["a4b4"]);
    assert!(moves_from("", "7k/8/8/8/L1P5/8/8/7K w", "a4d4").is_empty());
    assert!(moves_from("leaps=many", "7k/8/8/8/5L1p/8/8/7K w", "f4h4").is_empty());
}

#[test]
fn imitator_leaps_leapers_only() {
    let position = "7k/8/8/8/I1l1l1p1/8/8/7K w";
    assert_eq!(after("", position, "a4d4"), "7k/8/8/8/3Il1p1/8/8/7K");
    assert!(moves_from("", position, "a4f4").is_empty());
    assert_eq!(after("leaps=many", position, "a4f4"), "7k/8/8/8/5Ip1/8/8/7K");
    assert!(moves_from("leaps=many", position, "a4h4").is_empty());
}

// Clarification 5.

/// The imitator from b4 withdraws from a4, and on e4 pinces f4 and coordinates e1 with the king on h1.
const THREE_KINDS: &str = "7k/8/8/8/wI3pP1/8/8/4c2K w";
/// The imitator from b4 leaps d4, and on e4 pinces f4.
const LEAP_AND_PINCE: &str = "7k/8/8/8/1I1l1pP1/8/8/7K w";
/// The imitator from c4 steps onto the king on d4, and there pinces d5.
const STEP_AND_PINCE: &str = "8/8/3P4/3p4/2Ik4/8/8/7K w";

#[test]
fn one_kind_gives_several_successors() {
    assert_eq!(moves_from("", THREE_KINDS, "b4e4"), ["b4e4=c", "b4e4=p", "b4e4=w"]);
    assert_eq!(after("", THREE_KINDS, "b4e4=c"), "7k/8/8/8/w3IpP1/8/8/7K");
    assert_eq!(after("", THREE_KINDS, "b4e4=p"), "7k/8/8/8/w3I1P1/8/8/4c2K");
    assert_eq!(after("", THREE_KINDS, "b4e4=w"), "7k/8/8/8/4IpP1/8/8/4c2K");
    assert_eq!(after("", LEAP_AND_PINCE, "b4e4"), "7k/8/8/8/4IpP1/8/8/7K");
    assert_eq!(after("", STEP_AND_PINCE, "c4d4"), "8/8/3P4/3p4/3I4/8/8/7K");
}

#[test]
fn all_kinds_takes_everything() {
    assert_eq!(moves_from("kinds=all-kinds", THREE_KINDS, "b4e4"), ["b4e4"]);
    assert_eq!(after("kinds=all-kinds", THREE_KINDS, "b4e4"), "7k/8/8/8/4I1P1/8/8/7K");
    assert_eq!(after("kinds=all-kinds", LEAP_AND_PINCE, "b4e4"), "7k/8/8/8/4I1P1/8/8/7K");
    assert_eq!(after("kinds=all-kinds", STEP_AND_PINCE, "c4d4"), "8/8/3P4/8/3I4/8/8/7K");
}

#[test]
fn pure_leap_takes_everything_but_when_leaping() {
    assert_eq!(after("kinds=pure-leap", THREE_KINDS, "b4e4"), "7k/8/8/8/4I1P1/8/8/7K");
    assert_eq!(after("kinds=pure-leap", LEAP_AND_PINCE, "b4e4"), "7k/8/8/8/4IpP1/8/8/7K");
    assert_eq!(after("kinds=pure-leap", STEP_AND_PINCE, "c4d4"), "8/8/3P4/8/3I4/8/8/7K");
}

#[test]
fn diagonal_pincing() {
    let position = "7k/8/8/8/4pP2/8/1I6/7K w";
    assert_eq!(after("", position, "b2d4"), "7k/8/8/8/3IpP2/8/8/7K");
    assert_eq!(after("diagonal-pince=yes", position, "b2d4"), "7k/8/8/8/3I1P2/8/8/7K");
    let position = "7k/8/8/8/4pP2/8/3I4/7K w";
    assert_eq!(after("", position, "d2d4"), "7k/8/8/8/3I1P2/8/8/7K");
}

// Clarification 6.

#[test]
fn freezing_by_freezer_and_imitator() {
    // The frozen freezer on d4 still freezes the king on c3; the freezer on d5 is frozen by it.
    let position = "8/8/8/3f4/3F4/2k5/8/7K b";
    assert!(moves_from("", position, "").is_empty());
    // The imitator on d4 freezes because of the freezer on e5.
    let position = "8/8/8/4f3/k2I4/2p5/8/7K b";
    assert!(moves_from("", position, "c3").is_empty());
    assert!(!moves_from("imitator-freezes=freezer", position, "c3").is_empty());
    assert!(moves_from("imitator-freezes=freezer", position, "e5").is_empty());
    // Without a freezer beside it, it freezes nobody.
    assert!(!moves_from("", "8/8/8/5f2/k2I4/2p5/8/7K b", "c3").is_empty());
}

#[test]
fn pure_freezing() {
    let pure = "freezers=pure";
    // The freezer on d4 next to an enemy imitator is frozen; it alone is beside no other of its side.
    assert!(moves_from(pure, "k7/8/8/4i3/3F4/8/8/7K w", "d4").is_empty());
    // Two freezers: each is frozen by the other, since X itself does not count.
    assert!(moves_from(pure, "k7/8/8/4f3/3F4/8/8/7K w", "d4").is_empty());
    // A pincer beside them goes free, because its own freezer holds the enemy's.
    assert!(!moves_from(pure, "k7/8/8/4f3/3FP3/8/8/7K w", "e4").is_empty());
    assert!(moves_from("", "k7/8/8/4f3/3FP3/8/8/7K w", "e4").is_empty());
    // One imitator is frozen by a freezer; two free each other.
    assert!(moves_from(pure, "k7/8/8/4f3/3I4/8/8/7K w", "d4").is_empty());
    assert!(!moves_from(pure, "k7/8/8/4f3/3II3/8/8/7K w", "d4").is_empty());
    // An imitator freezes nothing but freezers, whatever the option on it says.
    assert!(!moves_from(pure, "8/8/8/4f3/k2I4/2p5/8/7K b", "c3").is_empty());
}

// Clarification 7.

#[test]
fn captures_off() {
    assert_eq!(after("uw-2019", THREE_KINDS, "b4e4"), "7k/8/8/8/w3IpP1/8/8/4c2K");
    assert!(moves_from("uw-2019", LEAP_AND_PINCE, "b4e4").is_empty());
    assert!(moves_from("uw-2019", STEP_AND_PINCE, "c4d4").is_empty());
    assert!(moves_from("uw-2019,declining=yes", THREE_KINDS, "b4e4=").is_empty());
    assert!(moves_from("uw-2019", "8/8/8/4f3/k2I4/2p5/8/7K b", "c3").is_empty());
}

// Clarification 8.

#[test]
fn declining() {
    let all = "kinds=all-kinds,declining=yes";
    assert_eq!(moves_from("declining=yes", THREE_KINDS, "b4e4").len(), 4);
    assert_eq!(after("declining=yes", THREE_KINDS, "b4e4=-"), "7k/8/8/8/w3IpP1/8/8/4c2K");
    assert_eq!(moves_from("declining=yes", LEAP_AND_PINCE, "b4e4"), ["b4e4"]);
    assert_eq!(moves_from(all, LEAP_AND_PINCE, "b4e4"), ["b4e4", "b4e4=-"]);
    assert_eq!(after(all, LEAP_AND_PINCE, "b4e4=-"), "7k/8/8/8/4IpP1/8/8/7K");
    assert_eq!(after(all, STEP_AND_PINCE, "c4d4=-"), "8/8/3P4/3p4/3I4/8/8/7K");
    // No other piece may decline, and a quiet move has nothing to decline.
    assert_eq!(moves_from(all, "7k/8/8/8/P3pP2/8/8/7K w", "a4d4"), ["a4d4"]);
    assert_eq!(moves_from(all, LEAP_AND_PINCE, "b4b5"), ["b4b5"]);
}

// Clarification 9.

#[test]
fn suffix_only_where_needed() {
    let position = "7k/8/8/8/wI6/8/8/7K w";
    assert_eq!(moves_from("", position, "b4e4"), ["b4e4"]);
    assert_eq!(after("", position, "b4e4"), "7k/8/8/8/4I3/8/8/7K");
    assert_eq!(moves_from("declining=yes", position, "b4e4"), ["b4e4", "b4e4=-"]);
}

// Clarification 10.

#[test]
fn suicide_of_a_frozen_piece() {
    let position = "k7/8/8/8/8/8/6f1/5P1K w";
    assert!(moves_from("", position, "").is_empty());
    assert_eq!(moves_from("suicide=yes", position, ""), ["f1f1"]);
    assert_eq!(after("suicide=yes", position, "f1f1"), "k7/8/8/8/8/8/6f1/7K");
    // The frozen pincer on f1 keeps the leaper on c1 from jumping the king; without it the king is open.
    let position = "k7/8/8/8/8/8/4f3/2l2PK1 w";
    assert!(!moves_from("suicide=yes", position, "f1f1").is_empty());
    assert!(moves_from("ultima", position, "f1f1").is_empty());
}

// Clarification 11.

#[test]
fn checkmate_forbids_leaving_the_king_open() {
    // Kings may be adjacent when a king is captured, and not otherwise.
    let position = "8/8/8/8/8/6k1/8/7K w";
    assert_eq!(moves_from("", position, ""), ["h1g1", "h1g2", "h1h2"]);
    assert_eq!(moves_from("end=checkmate", position, ""), ["h1g1"]);
    // A frozen piece gives no check: the king next to a frozen king may stay there.
    let position = "8/8/8/8/8/6kF/8/7K w";
    assert_eq!(moves_from("end=checkmate", position, "h1"), ["h1g1", "h1g2", "h1h2"]);
}

#[test]
fn checkmate_drops_suffixes_of_illegal_successors() {
    // The withdrawer on a4 threatens the king on a3, so that the imitator has to take it.
    let threatened = "7k/8/8/8/wI3pP1/K7/8/8 w";
    assert_eq!(moves_from("end=checkmate,declining=yes", threatened, "b4e4"), ["b4e4"]);
    // Elsewhere the king is safe, and either kind may be taken.
    let safe = "7k/8/8/8/wI3pP1/8/8/7K w";
    assert_eq!(moves_from("end=checkmate", safe, "b4e4"), ["b4e4=p", "b4e4=w"]);
}

// Clarification 13.

#[test]
fn kings_in_set_up_positions() {
    let over = rules("").read("8/8/8/8/8/8/P7/K7 w").expect("A game that is over is accepted.");
    assert!(rules("").moves(&over).is_empty());
    assert!(rules("").read("8/8/8/8/8/8/P7/8 w").is_none());
    assert!(rules("").read("kk6/8/8/8/8/8/P7/K7 w").is_none());
    assert!(rules("").read("8/8/8/8/8/8/1k6/K7 w").is_some());
    assert!(rules("end=checkmate").read("8/8/8/8/8/8/1k6/K7 w").is_none());
    assert!(rules("").read("k7/8/8/8/8/cccc4/FFFF4/K7 w").is_some());
}

// Clarification 14.

#[test]
fn start_arrays() {
    let start = |options: &str| rules(options).text(&rules(options).start());
    assert_eq!(start(""), "cliwkilf/pppppppp/8/8/8/8/PPPPPPPP/FLIWKILC w");
    assert_eq!(start("corners=both"), "fliwkilc/pppppppp/8/8/8/8/PPPPPPPP/CLIWKILF w");
    assert_eq!(start("kings=both"), "clikwilf/pppppppp/8/8/8/8/PPPPPPPP/FLIKWILC w");
    assert_eq!(start("ultima,corners=white,kings=black"), "clikwilf/pppppppp/8/8/8/8/PPPPPPPP/CLIWKILF w");
}
