//! UCI, the Universal Chess Interface.

use super::Context;
use super::options::Set;
use super::universal::Dialect;
use plybook_catalog::Score;

/// The words of UCI.
pub const UCI: Dialect = Dialect {
    greeting: ["uci", "uciok"],
    new_game: "ucinewgame",
    clocks: ["wtime", "btime", "winc", "binc"],
    score,
    hits: false,
    options: |context| vec![format!("UCI_Chess960 type check default {}", is_chess960(context))],
    set,
    // `debug`, `register` and whatever else a front end may send need no answer.
    command: |_, _| {},
};

/// A value in hundredths of a pawn, or in moves to mate.
fn score(score: Score) -> String {
    match score.distance() {
        Some(plies) if score.is_win() => format!("mate {}", plies.div_ceil(2)),
        Some(0) => "mate 0".to_owned(),
        Some(plies) => format!("mate -{}", plies.div_ceil(2)),
        None => format!("cp {}", score.raw()),
    }
}

fn is_chess960(context: &Context) -> bool {
    context.current.game().full_name().contains("960")
}

/// Chess960 is another game here: its castling is written as king takes rook.
fn set(context: &mut Context, name: &str, value: &str) -> Set {
    if !name.eq_ignore_ascii_case("UCI_Chess960") {
        return Set::Unknown;
    }
    let wanted = match value.to_ascii_lowercase().as_str() {
        "true" => true,
        "false" => false,
        _ => return Set::Refused(format!("UCI_Chess960 {value:?} is neither true nor false")),
    };
    if wanted == is_chess960(context) {
        return Set::Done;
    }
    let full = context.current.game().full_name();
    let options = full.split_once(':').map_or("", |(_, options)| options);
    let others = options.split(',').filter(|option| !option.is_empty() && !option.starts_with("960"));
    let options: Vec<&str> = wanted.then_some("960").into_iter().chain(others).collect();
    let name = if options.is_empty() { "chess".to_owned() } else { format!("chess:{}", options.join(",")) };
    match context.current.choose(&name) {
        Ok(()) => Set::Done,
        Err(error) => Set::Refused(error),
    }
}
