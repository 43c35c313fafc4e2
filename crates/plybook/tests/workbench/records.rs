//! `plybook show` with recorded games.

use crate::support::{json, output, refused, scratch};

const CHESS: &str = "[Event \"A\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"0-1\"]\n\n1. f3 e5 {[%remark \"Thank you.\"]} 2. g4 \
    {oh no} Qh4# 0-1\n\n[Event \"B\"]\n\n1. e4 *\n";

#[test]
fn a_game_is_replayed_board_by_board() {
    let path = scratch("games.pgn");
    std::fs::write(&path, CHESS).unwrap();
    let file = path.to_str().unwrap();
    let text = output(&["show", file]);
    assert!(text.starts_with("Chess: Anna (White) - Bert (Black)"), "{text}");
    for part in
        ["1. White plays f3", "  \"Thank you.\"", "  oh no", "2... Black plays Qh4#", "Bert (Black) wins."]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = output(&["show", file, "--ply", "1"]);
    assert!(text.contains("plays f3") && !text.contains("plays e5"), "{text}");
    let text = output(&["show", "chess", "--record", file, "--game", "2"]);
    assert!(text.contains("1. White plays e4") && text.contains("Not finished."), "{text}");
    assert!(
        output(&["show", file, "--text"])
            .contains("1. f3 e5 {[%remark \"Thank you.\"]} 2. g4 {oh no} 2... Qh4# 0-1")
    );
    let position = json(&["show", file, "--ply", "4", "--json"]);
    assert_eq!(position["ending"]["winner"], "second");
}

#[test]
fn a_record_goes_through_json_and_back() {
    let path = scratch("game.pgn");
    std::fs::write(&path, CHESS).unwrap();
    let record = output(&["show", path.to_str().unwrap(), "--json"]);
    let again = scratch("game.json");
    std::fs::write(&again, &record).unwrap();
    assert_eq!(output(&["show", again.to_str().unwrap(), "--json"]), record);
    assert_eq!(output(&["show", again.to_str().unwrap()]), output(&["show", path.to_str().unwrap()]));
}

#[test]
fn a_result_that_the_board_denies_is_noted() {
    let path = scratch("claim.pgn");
    std::fs::write(&path, "1. f3 e5 2. g4 Qh4# 1-0").unwrap();
    let text = output(&["show", path.to_str().unwrap()]);
    assert!(text.contains("White wins. (By the board: Black wins"), "{text}");
}

#[test]
fn old_files_in_latin_1_are_read() {
    let path = scratch("old.pgn");
    std::fs::write(&path, b"[White \"Gr\xfcnfeld\"]\n\n1. d4 *").unwrap();
    assert!(output(&["show", path.to_str().unwrap()]).contains("Gr\u{fc}nfeld"));
}

#[test]
fn what_is_no_record_is_refused() {
    let path = scratch("bad.pgn");
    std::fs::write(&path, "[Event \"?\"]\n\n1. e4 e4 *").unwrap();
    let file = path.to_str().unwrap();
    let empty = scratch("empty.json");
    std::fs::write(&empty, "[]").unwrap();
    refused(&[
        (&["show", file], "line 3: ply 2"),
        (&["show", file, "--game", "2"], "holds one game"),
        (&["show", empty.to_str().unwrap()], "there is no game"),
        (&["show", "othello", "--record", file], "line 3"),
        (&["show", "chess", "--record", "/no/such/file"], "/no/such/file"),
        (&["show", "chess", "--ply", "3"], "--record FILE"),
        (&["show", file, "--moves", "e2e4"], "--moves"),
        (&["show", "no-such-thing"], "no-such-thing"),
        (&["show", "no-such.pgn"], "neither a file nor a game"),
    ]);
}
