//! Chinese checkers: agreement with the plain generator, the known answers of the rules page, goals, places and ends by the
//! path.

use crate::support::agree;
use plybook_games::chinese_checkers::{ChineseCheckers, Position};
use plybook_kernel::perft::perft;
use plybook_kernel::{
    End, EndRule, Evaluated, Evaluator, Game, HasHints, HasInfo, History, Notation, Outcome, Player, Random,
    SearchHints,
};
use plybook_naive::chinese_checkers as plain;

fn star(options: &str) -> ChineseCheckers {
    ChineseCheckers::default().variant(options).expect("known options")
}

fn read(game: &ChineseCheckers, text: &str) -> Position {
    game.read(text).unwrap_or_else(|error| panic!("{error}"))
}

fn after(game: &ChineseCheckers, at: &Position, text: &str) -> Position {
    game.after(at, game.read_move(at, text).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn both_generators_agree() {
    let positions = if std::env::var_os("PLYBOOK_LONG").is_some() { 20_000 } else { 1_200 };
    for players in [2, 3, 4, 6] {
        for side in [2, 3, 4] {
            let game = star(&format!("players={players},side={side}"));
            let plain = plain::ChineseCheckers { side, players };
            agree(&game, &plain, positions, 5);
            let slow = plybook_naive::perft(&plain, &plybook_naive::Plain::start(&plain), 3);
            assert_eq!(perft(&game, &game.start(), 3).leaves, slow, "{players} players, side {side}");
        }
    }
}

/// Random games hardly come to their ends; those of players who press forward do.
#[test]
fn both_generators_agree_to_the_end_of_games() {
    let mut random = Random::new(8);
    for (players, side) in [(2, 2), (3, 2), (6, 2), (3, 3), (2, 4)] {
        let game = star(&format!("players={players},side={side}"));
        let plain = plain::ChineseCheckers { side, players };
        let hints = game.hints();
        let mut ends = 0;
        for _ in 0..6 {
            let mut at = game.start();
            for _ in 0..400 {
                crate::support::same_successors(&game, &plain, &at);
                if game.outcome(&at).is_some() {
                    ends += 1;
                    break;
                }
                let mv = hints.playout_move(&game, &at, &mut random).expect("a move");
                game.play(&mut at, mv);
            }
        }
        assert!(ends > 0, "{players} players on side {side}");
    }
}

/// The known answer: 14 moves from the start, for every player.
#[test]
fn everybody_has_fourteen_first_moves() {
    for (players, number) in [("2", 2), ("3", 3), ("4", 4), ("6", 6)] {
        let game = star(&format!("players={players}"));
        let text = game.text(&game.start());
        for letter in &["X", "O", "Y", "Z", "V", "W"][..number] {
            let at = read(&game, &text.replace(" X", &format!(" {letter}")));
            assert_eq!(game.legal(&at).len(), 14, "{players} players, {letter}");
        }
    }
}

#[test]
fn chains_go_over_anybody() {
    let game = star("players=2,side=2");
    // Over an own piece and one of the other's; stopping half-way is another move.
    let at = read(&game, "O/O1/7/3O2/5/3X2/3X3/2/X X");
    let texts: Vec<String> = game.legal(&at).iter().map(|&mv| game.move_text(&at, mv)).collect();
    for wanted in ["c4-e4", "c4-g4"] {
        assert!(texts.iter().any(|text| text == wanted), "{wanted} in {texts:?}");
    }
}

#[test]
fn the_first_to_fill_the_goal_wins() {
    let game = star("players=2,side=2");
    // Two of three at home, and the last one comes in.
    let at = read(&game, "X/X1/3X3/6/5/6/3O3/1O/O X");
    let won = after(&game, &at, "g4-h2");
    assert_eq!(game.outcome(&won), Some(Outcome::Win(Player::FIRST)));
    // A goal that the other's pieces keep closed counts as filled as soon as one own piece is there.
    let at = read(&game, "O/O1/3X3/6/5/4X1/3O3/1X/1 X");
    let won = after(&game, &at, "g4-h2");
    assert_eq!(game.outcome(&won), Some(Outcome::Win(Player::FIRST)));
    // At the start nobody has won, although all points are full.
    assert_eq!(game.outcome(&game.start()), None);
    // Whoever is in the goal cannot leave it.
    let at = read(&game, "1/X1/1X5/6/5/4X1/3O3/1O/O X");
    let texts: Vec<String> = game.legal(&at).iter().map(|&mv| game.move_text(&at, mv)).collect();
    let from_goal: Vec<&String> = texts.iter().filter(|text| text.starts_with('h')).collect();
    assert_eq!(from_goal, ["h1-i1", "h1-h2"]);
}

#[test]
fn the_others_play_on_for_places() {
    let game = star("players=3,side=2,places=yes");
    let at = read(&game, "X/X1/3X3/6/5/O5/3OY2/OY/Y X -");
    let next = after(&game, &at, "g4-h2");
    assert_eq!(
        (game.outcome(&next), game.text(&next).ends_with(" O X")),
        (None, true),
        "{}",
        game.text(&next)
    );
    for (text, points) in
        [("X/XX/7/6/5/O5/3OY2/OY/Y O X", None), ("X/XX/7/6/5/O5/3OY2/OY/Y Y XO", Some([2, 1, 0]))]
    {
        let at = read(&game, text);
        assert_eq!(game.outcome(&at), points.map(Outcome::shares), "{text}");
    }
    assert!(star("").variant("players=2,places=yes").is_err());
}

#[test]
fn positions_that_come_back_and_too_many_plies_are_draws() {
    let game = star("players=2,side=2,plies=12");
    let (mut at, mut past) = (game.start(), History::new());
    let mut end = None;
    for text in ["b1-c3", "h1-g3", "c3-b1", "g3-h1"].into_iter().cycle().take(12) {
        end = game.end_with(&at, &past);
        if end.is_some() {
            break;
        }
        let mv = game.read_move(&at, text).unwrap_or_else(|error| panic!("{error}"));
        past.push(game.key(&at), game.resets(&at, mv));
        game.play(&mut at, mv);
    }
    assert_eq!((end, past.plies()), (Some(End::draw(EndRule::Repetition)), 8));
    assert_eq!(game.end_with(&at, &History::set_up(0, 12)), Some(End::draw(EndRule::MoveLimit)));
}

/// Everybody's value counts the own way, and who is nearer is better off.
#[test]
fn progress_is_worth_something() {
    let game = star("players=3,side=2");
    let progress = game.evaluator("progress").expect("an evaluator");
    let start = game.start();
    let worth = |at: &Position, player| progress.evaluate_for(&game, at, &(), player).raw();
    assert_eq!([0, 1, 2].map(|player| worth(&start, Player(player))), [0; 3]);
    let next = after(&game, &start, "b1-c3");
    assert!(worth(&next, Player(0)) > 0 && worth(&next, Player(1)) < 0, "{}", game.text(&next));
}
