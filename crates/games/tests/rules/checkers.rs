//! English checkers: the rules in drawn positions, two generators, path rules, starts and evaluators.

use crate::support::{agree, same_successors};
use plybook_games::checkers::{Checkers, Position};
use plybook_kernel::{
    Evaluated, Evaluator, Game, HasInfo, History, Notation, Outcome, Player, Random, Score, Step, Symmetric,
    View, perft::perft, sum,
};
use std::collections::{BTreeSet, HashSet};

fn with(options: &str) -> Checkers {
    Checkers::default().variant(options).expect("options of this game")
}

fn read(text: &str) -> Position {
    Checkers::default().read(text).expect("a position")
}

/// All moves of a position as texts.
fn moves(text: &str) -> BTreeSet<String> {
    let (game, at) = (Checkers::default(), read(text));
    game.legal(&at).iter().map(|&mv| game.move_text(&at, mv)).collect()
}

fn check_moves(text: &str, expected: &[&str]) {
    let expected: BTreeSet<String> = expected.iter().map(|&mv| mv.to_owned()).collect();
    assert_eq!(moves(text), expected, "{text}");
    assert_eq!(Checkers::default().count(&read(text)), expected.len(), "{text}");
}

/// The text after a move given as text.
fn after(text: &str, mv: &str) -> String {
    let (game, at) = (Checkers::default(), read(text));
    game.text(&game.after(&at, game.read_move(&at, mv).expect("a legal move")))
}

pub(super) fn positions_to_compare() -> usize {
    if std::env::var_os("PLYBOOK_LONG").is_some() { 1_000_000 } else { 100_000 }
}

/// The squares that a king on square 1, or on square 5, can jump over: the places between its landings.
const LATTICES: [[usize; 9]; 2] = [[6, 7, 8, 14, 15, 16, 22, 23, 24], [9, 10, 11, 17, 18, 19, 25, 26, 27]];

/// A random position. One in three is sparse and full of kings, one has a few kings before a lattice of enemies,
/// where chains are long and circular, and one mixes men and kings.
pub(super) fn set_up(random: &mut Random) -> String {
    let mut squares: [Option<(usize, bool)>; 32] = [None; 32];
    let mover = random.below(2);
    let mut put = |square: usize, player: usize, king: bool| {
        let count = squares.iter().flatten().filter(|(owner, _)| *owner == player).count();
        let crowning = if player == 0 { 28..32 } else { 0..4 };
        if squares[square].is_none() && count < 12 && (king || !crowning.contains(&square)) {
            squares[square] = Some((player, king));
        }
    };
    let kind = random.below(3);
    if kind == 1 {
        for square in LATTICES[random.below(2)] {
            if random.below(10) < 8 {
                put(square - 1, 1 - mover, random.below(2) == 0);
            }
        }
    }
    let pieces = [2 + random.below(8), 1 + random.below(4), 4 + random.below(20)][kind];
    let kings_in_ten = [9, 9, 3][kind];
    for _ in 0..pieces {
        let player = if kind == 1 && random.below(4) > 0 { mover } else { random.below(2) };
        put(random.below(32), player, random.below(10) < kings_in_ten);
    }
    let list = |player: usize| {
        let named = |(square, piece): (usize, &Option<(usize, bool)>)| match *piece {
            Some((owner, king)) if owner == player => {
                Some(format!("{}{}", if king { "K" } else { "" }, square + 1))
            }
            _ => None,
        };
        squares.iter().enumerate().filter_map(named).collect::<Vec<_>>().join(",")
    };
    format!("{}:W{}:B{}", ["B", "W"][mover], list(1), list(0))
}

/// Random positions that can be set up at all.
fn set_ups(seed: u64) -> impl Iterator<Item = Position> {
    let mut random = Random::new(seed);
    let game = Checkers::default();
    std::iter::from_fn(move || Some(game.read(&set_up(&mut random)))).filter_map(Result::ok)
}

#[test]
fn both_generators_agree_in_random_games() {
    agree(&Checkers::default(), &plybook_naive::checkers::Checkers, positions_to_compare(), 1);
    for (seed, options) in [(2, "opening=11-15"), (3, "opening=7"), (4, "ballot=1"), (5, "ballot=2400")] {
        agree(&with(options), &plybook_naive::checkers::Checkers, 2_000, seed);
    }
}

/// Also holds each position to its count, its key and its click paths.
#[test]
fn both_generators_agree_on_set_up_positions() {
    let game = Checkers::default();
    let (mut circles, mut longest, mut ways) = (0, 0, 0);
    for at in set_ups(6).take(positions_to_compare()) {
        same_successors(&game, &plybook_naive::checkers::Checkers, &at);
        let moves = game.legal(&at);
        let text = game.text(&at);
        if game.outcome(&at).is_none() {
            assert_eq!(game.count(&at), moves.len(), "{text}");
        }
        let paths: BTreeSet<Vec<Step>> = moves.iter().map(|&mv| game.path(&at, mv)).collect();
        assert_eq!(paths.len(), moves.len(), "{text}");
        let sorted: Vec<&Vec<Step>> = paths.iter().collect();
        assert!(sorted.windows(2).all(|pair| !pair[1].starts_with(pair[0])), "{text}");
        let mut results = HashSet::new();
        for &mv in &moves {
            let next = game.after(&at, mv);
            assert_eq!(game.read(&game.text(&next)).map(|again| again.key()), Ok(next.key()), "{text}");
            assert_eq!(game.read_move(&at, &game.move_text(&at, mv)), Ok(mv), "{text}");
            circles += usize::from(mv.jumps() > 0 && mv.from() == mv.to());
            ways += usize::from(!results.insert((mv.from(), next.key())));
            longest = longest.max(mv.jumps());
        }
    }
    assert!(circles > 100 && ways > 100 && longest == 9, "{circles} circles, {ways} ways, {longest} jumps");
}

#[test]
fn men_go_forward_only_and_must_jump() {
    check_moves("B:W32:B15", &["15-18", "15-19"]);
    check_moves("W:W15:B1", &["15-10", "15-11"]);
    check_moves("B:W10,11:B15", &["15-18", "15-19"]);
    check_moves("B:W18,19:B9,15", &["15x22", "15x24"]);
    check_moves("W:W15:B10,11,4", &["15x6", "15x8"]);
    check_moves("B:W18,26,7:B15,1", &["15x22x31"]);
}

#[test]
fn any_jump_may_be_chosen_but_each_must_be_completed() {
    check_moves("B:W18,25,19:B15", &["15x22x29", "15x24"]);
    check_moves("B:W17,18,26:B13,14", &["14x21", "14x23x30", "13x22x31"]);
}

#[test]
fn kings_step_and_jump_all_four_ways() {
    check_moves("B:W32:BK15", &["15-10", "15-11", "15-18", "15-19"]);
    check_moves("B:W10,11,18,19:BK15", &["15x6", "15x8", "15x22", "15x24"]);
    check_moves("W:WK29:B1", &["29-25"]);
}

#[test]
fn a_king_may_return_to_its_square_and_jumps_nothing_twice() {
    let circle = "W:WK10:B14,15,22,23";
    check_moves(circle, &["10x19x26x17x10", "10x17x26x19x10"]);
    assert_eq!(after(circle, "10x19x26x17x10"), "B:WK10:B");
    // With its square taken by another piece of the same side the circle cannot close.
    check_moves("W:WK10,K17:B14,15,22,23", &["10x19x26", "17x26x19", "10x19x26", "17x26x19"]);
    check_moves("W:WK10:B15", &["10x19"]);
}

#[test]
fn the_longest_chain_takes_nine() {
    let chains = moves("B:W6,7,8,14,15,16,22,23,24:BK1");
    let most = chains.iter().map(|mv| mv.split('x').count() - 1).max();
    assert_eq!(most, Some(9), "{chains:?}");
    assert!(chains.iter().all(|mv| mv.ends_with("x28")), "{chains:?}");
    let nine = chains.iter().find(|mv| mv.split('x').count() == 10).unwrap();
    assert_eq!(after("B:W6,7,8,14,15,16,22,23,24:BK1", nine), "W:W:BK28");
}

#[test]
fn crowning_ends_the_turn() {
    check_moves("B:W26,27:B22", &["22x31"]);
    assert_eq!(after("B:W26,27:B22", "22x31"), "W:W27:BK31");
    check_moves("W:W11:B7,6", &["11x2"]);
    assert_eq!(after("W:W11:B7,6", "11x2"), "B:WK2:B6");
    assert_eq!(after("B:W21:B25", "25-30"), "W:W21:BK30");
    // The same chain by a king goes on.
    check_moves("B:W26,27:BK22", &["22x31x24"]);
}

#[test]
fn a_side_without_a_move_loses() {
    let game = Checkers::default();
    let blocked = read("B:W25,30:B21");
    assert_eq!((game.outcome(&blocked), game.count(&blocked)), (None, 0));
    assert_eq!(game.verdict(&blocked), Some(Outcome::Win(Player::SECOND)));
    let taken = read("W:W:B1");
    assert_eq!(game.outcome(&taken), Some(Outcome::Win(Player::FIRST)));
    assert_eq!(game.verdict(&read("B:W:B1")), None);
}

/// Plays moves from a position until the game is over, and says after how many plies and how.
fn play(game: &Checkers, text: &str, cycle: &[&str], most: usize) -> (usize, Option<Outcome>) {
    let mut at = read(text);
    let mut past = History::new();
    for (ply, mv) in cycle.iter().cycle().take(most).enumerate() {
        if let Some(outcome) = game.outcome_with(&at, &past) {
            return (ply, Some(outcome));
        }
        let mv = game.read_move(&at, mv).expect("a legal move");
        past.push(game.key(&at), game.resets(&at, mv));
        game.play(&mut at, mv);
    }
    (most, game.outcome_with(&at, &past))
}

#[test]
fn repetition_and_the_limit_make_draws() {
    let (kings, cycle) = ("B:WK32:BK1", ["1-5", "32-28", "5-1", "28-32"]);
    let draw = Some(Outcome::Draw);
    assert_eq!(play(&with(""), kings, &cycle, 100), (8, draw));
    assert_eq!(play(&with("repetition=off"), kings, &cycle, 100), (80, draw));
    assert_eq!(play(&with("limit=3"), kings, &cycle, 100), (6, draw));
    assert_eq!(play(&with("limit=off"), kings, &cycle, 100), (8, draw));
    assert_eq!(play(&with("repetition=off,limit=off"), kings, &cycle, 200), (200, None));
    // A man's move and a capture begin the count again.
    let line = ["1-5", "32-28", "9-13", "28-32", "5-1", "32-28", "1-5", "28-32", "5-1", "32-28"];
    assert_eq!(play(&with("limit=3"), "B:WK32:BK1,9", &line, 10), (9, draw));
    let line = ["1-5", "18-14", "10x17", "32-28", "17-14", "28-32", "14-10", "32-28", "10-14", "28-32"];
    assert_eq!(play(&with("limit=3"), "B:WK18,K32:BK1,K10", &line, 10), (9, draw));
}

#[test]
fn being_shut_in_by_the_last_quiet_move_still_loses() {
    let (game, at) = (Checkers::default(), read("B:WK25,K30:B21"));
    assert_eq!(game.outcome_with(&at, &History::set_up(80, 100)), Some(Outcome::Win(Player::SECOND)));
    assert_eq!(game.outcome_with(&read("B:WK25:BK21"), &History::set_up(80, 100)), Some(Outcome::Draw));
    assert_eq!(game.outcome_with(&read("B:WK25:BK21"), &History::set_up(79, 100)), None);
}

#[test]
fn the_limit_bounds_the_game() {
    assert_eq!(with("").max_plies(), Some(80 * 168));
    assert_eq!(with("limit=5").max_plies(), Some(10 * 168));
    assert_eq!(with("limit=off").max_plies(), None);
}

#[test]
fn games_start_where_the_options_say() {
    for (number, first) in ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"].iter().enumerate() {
        let standard = with("");
        let at = standard.start();
        let expected = standard.after(&at, standard.read_move(&at, first).unwrap());
        for value in [(*first).to_owned(), (number + 1).to_string()] {
            let game = with(&format!("opening={value}"));
            assert_eq!(game.start(), expected);
            assert_eq!(game.full_name(), format!("checkers:opening={first}"));
        }
    }
    let game = with("ballot=1");
    assert_eq!(game.text(&game.start()), "B:W19,21,22,23,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12");
    let game = with("ballot=2400");
    assert_eq!(game.text(&game.start()), "B:W18,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,12,16");
    let ballots: HashSet<u64> =
        (1..=2400).map(|ballot| with(&format!("ballot={ballot}")).start().key()).collect();
    assert_eq!(ballots.len(), 2400);
    for ballot in (1..=2400).step_by(7) {
        let at = with(&format!("ballot={ballot}")).start();
        assert_eq!([Player::FIRST, Player::SECOND].map(|player| at.men(player).count_ones()), [11, 11]);
        assert_eq!(at.mover(), Player::FIRST);
    }
}

#[test]
fn options_read_back() {
    for (given, shortest) in [
        ("", ""),
        ("repetition=on,limit=40", ""),
        ("limit=off,repetition=off", "repetition=off,limit=off"),
        ("limit=12,ballot=77", "ballot=77,limit=12"),
        ("opening=5", "opening=11-15"),
    ] {
        assert_eq!(with(given).options_text(), shortest);
        assert_eq!(with(shortest).options_text(), shortest);
    }
}

#[test]
fn positions_are_read_in_every_usual_form() {
    let game = Checkers::default();
    let start = game.start();
    assert_eq!(game.text(&start), "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    for text in ["B:W21-32:B1-12", "B:B1-12:W21-32.", "B:B12,1-11:W21-30,31,32"] {
        assert_eq!(read(text), start, "{text}");
    }
    assert_eq!(game.text(&read("W:BK29-31,1:WK2-2,32")), "W:WK2,32:B1,K29,K30,K31");
    assert_eq!(game.text(&read("W:B1:W")), "W:W:B1");
}

#[test]
fn chains_are_read_by_their_ends_where_that_is_clear() {
    let game = Checkers::default();
    let at = read("B:W18,26:B15");
    assert_eq!(game.read_move(&at, "15x31"), game.read_move(&at, "15x22x31"));
    for wrong in ["15-31", "15x22", "15x31x22", "x15x31", "15x"] {
        assert!(game.read_move(&at, wrong).is_err(), "{wrong}");
    }
    let error = game.read_move(&read("W:WK10:B14,15,22,23"), "10x10").unwrap_err().to_string();
    assert!(error.contains("2 chains") && error.contains("10x17x26x19x10"), "{error}");
}

#[test]
fn the_scene_names_the_squares_and_shows_the_crowns() {
    let game = Checkers::default();
    let diagram = game.diagram(&read("B:WK1,32:B5,K29"));
    let names: Vec<&str> =
        diagram.cells.iter().map(|cell| cell.name.as_str()).filter(|name| !name.is_empty()).collect();
    let numbers: Vec<String> = (1..=32).map(|number| number.to_string()).collect();
    assert_eq!(names, numbers);
    let shown: String =
        diagram.cells.iter().map(|cell| cell.piece.as_ref().map_or('.', |piece| piece.letter)).collect();
    assert_eq!(shown, format!(".W......b{}B.....w.", ".".repeat(47)));
}

#[test]
fn exchanging_the_sides_changes_nothing() {
    let game = Checkers::default();
    assert_eq!(
        game.swapped(&game.start()).map(|at| game.text(&at)),
        Some(game.text(&game.start()).replacen('B', "W", 1))
    );
    for at in set_ups(7).take(2_000) {
        let swapped = game.swapped(&at).unwrap();
        assert_eq!(game.swapped(&swapped), Some(at));
        let turned: HashSet<u64> = game
            .legal(&at)
            .iter()
            .filter_map(|&mv| game.swapped(&game.after(&at, mv)))
            .map(|at| at.key())
            .collect();
        let direct: HashSet<u64> =
            game.legal(&swapped).iter().map(|&mv| game.after(&swapped, mv).key()).collect();
        assert_eq!(turned, direct);
        assert_eq!(perft(&game, &at, 3), perft(&game, &swapped, 3));
    }
}

fn value(evaluator: &str, text: &str) -> Score {
    let (game, at) = (Checkers::default(), read(text));
    game.evaluator(evaluator).expect("an evaluator").evaluate(&game, &at, &())
}

/// The value of one term of `positional`.
fn term(name: &str, text: &str) -> i32 {
    let (game, at) = (Checkers::default(), read(text));
    let terms = game.evaluator("positional").expect("an evaluator").terms(&game, &at);
    terms.iter().find(|term| term.name == name).expect("a term").value
}

#[test]
fn evaluators_are_sums_of_their_terms_and_blind_to_colour() {
    let game = Checkers::default();
    for info in game.evaluators() {
        let evaluator = game.evaluator(&info.name).unwrap();
        for at in set_ups(8).take(5_000) {
            let value = evaluator.evaluate(&game, &at, &());
            assert_eq!(value, sum(&evaluator.terms(&game, &at)));
            assert_eq!(value, evaluator.evaluate(&game, &game.swapped(&at).unwrap(), &()));
        }
        assert_eq!(evaluator.evaluate(&game, &game.start(), &()), Score::DRAW);
    }
    assert!(game.evaluator("nonsense").is_none());
}

#[test]
fn evaluators_count_what_they_say() {
    assert_eq!(value("basic", "W:WK3,21:B1,2"), Score::evaluation(50));
    assert_eq!(value("basic", "B:WK3,21:B1,2,5,6"), Score::evaluation(150));
    assert_eq!(term("men", "W:WK3,21,22:B1"), 1);
    assert_eq!(term("kings", "B:WK3,21,22:B1"), -1);
    assert_eq!(term("advancement", "B:W32:B1,5,25"), 7);
    assert_eq!(term("back rank", "B:W20:B1,2,K3"), 2);
    assert_eq!(term("bridge", "W:W30,32:B1,2"), 1);
    assert_eq!(term("centre", "B:W32:B10,K19,20"), 2);
    assert_eq!(term("mobility", "B:WK32:B1,5"), 2);
    assert_eq!(term("king mobility", "B:WK32:BK14"), 2);
    assert_eq!(term("double corner", "B:WK18,K19:BK1"), 1);
    assert_eq!(term("runaway", "B:W32:B22,9"), 5);
    assert_eq!(term("trapped kings", "W:WK25,K29:B4"), 1);
    assert_eq!(term("trade down", "B:W32:B1,2,3"), 40);
    assert_eq!([term("the move", "B:W28:B1"), term("the move", "B:W32:B1")], [-1, 1]);
}
