//! Template game: what the rules page says.

use plybook_games::template_game::TemplateGame;
use plybook_kernel::{End, EndRule, Game, HasInfo, History, Notation, Outcome, Player};

/// Plays moves from a position; gives the end of the game there, if it is one.
fn end(options: &str, position: &str, moves: &str) -> Option<End> {
    let game = TemplateGame::default().variant(options).unwrap();
    let mut at = if position.is_empty() { game.start() } else { game.read(position).unwrap() };
    let mut past = History::new();
    for text in moves.split_whitespace() {
        assert_eq!(game.end(&at, &past), None, "before {text}");
        let mv = game.read_move(&at, text).unwrap();
        past.push(game.key(&at), game.resets(&at, mv));
        game.play(&mut at, mv);
    }
    game.end(&at, &past)
}

#[test]
fn the_far_row_and_the_last_capture_win() {
    let first = Some(End::new(Outcome::Win(Player::FIRST), EndRule::Position));
    assert_eq!(end("3x3", "b2/w2/2w w", "a2a3"), first);
    assert_eq!(end("3x3", "3/bw1/3 w", "b2a2"), first);
    assert_eq!(end("", "", "a1a2 a5a4"), None);
}

#[test]
fn plies_without_a_capture_are_counted_from_the_last_one() {
    let quiet = "a1a2 b4b3 a2a1 b3b4";
    let draw = Some(End::draw(EndRule::MoveLimit));
    assert_eq!(end("4x2,quiet=4", "", quiet), draw);
    assert_eq!(end("4x2,quiet=5", "", quiet), None);
    assert_eq!(end("4x2,quiet=4", "", "a1a2 a4a3 a2a3 b4b3 b1b2"), None);
}
