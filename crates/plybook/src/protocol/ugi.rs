//! UGI, the Universal Game Interface, with our additions: the option `Game`, pondering, chosen moves, several
//! lines, proven wins and losses, `query legalmoves` and `query position`.

use super::options::Set;
use super::universal::Dialect;
use super::{Context, say};
use plybook_catalog::{Player, Score};

/// The words of UGI.
pub const UGI: Dialect = Dialect {
    greeting: ["ugi", "ugiok"],
    new_game: "uginewgame",
    clocks: ["p1time", "p2time", "p1inc", "p2inc"],
    score,
    hits: true,
    options: |context| vec![format!("Game type string default {}", context.current.game().full_name())],
    set,
    command,
};

/// A value in hundredths of a point, or in plies to the end.
fn score(score: Score) -> String {
    match score.distance() {
        Some(plies) if score.is_win() => format!("win {plies}"),
        Some(plies) => format!("loss {plies}"),
        None => format!("cp {}", score.raw()),
    }
}

fn set(context: &mut Context, name: &str, value: &str) -> Set {
    if !name.eq_ignore_ascii_case("Game") {
        return Set::Unknown;
    }
    match context.current.choose(value) {
        Ok(()) => Set::Done,
        Err(error) => Set::Refused(error),
    }
}

fn command(context: &Context, words: &[&str]) {
    let ["query", what, ..] = words else { return };
    let session = context.current.session();
    let response = match *what {
        "gameover" => session.ending().is_some().to_string(),
        "p1turn" => (session.mover() == Some(Player::FIRST)).to_string(),
        "result" => {
            let winner = session.ending().map(|ending| ending.winner());
            match winner {
                Some(Some(Player::FIRST)) => "p1win",
                Some(Some(_)) => "p2win",
                Some(None) => "draw",
                None => "none",
            }
            .to_owned()
        }
        "legalmoves" => session.move_texts().join(" "),
        "position" => session.text(),
        _ => return,
    };
    say(format!("response {response}").trim_end());
}
