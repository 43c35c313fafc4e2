//! What comments say to programs: clocks, values and remarks as `[%clk 0:01:30]`, `[%emt 0:00:02.5]`,
//! `[%eval 0.35,12]`, `[%nodes 4711]` and `[%remark "Good luck!"]`.

use super::RecordedMove;
use super::style::Style;
use crate::Value;

/// Milliseconds in a second, a minute and an hour.
const UNITS: [u64; 3] = [1_000, 60_000, 3_600_000];

/// A text with single spaces and nothing that ends a comment.
pub fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('}', ")")
}

/// A remark between quotes, nothing in it that ends a comment.
fn quoted(remark: &str) -> String {
    let words: Vec<&str> = remark.split_whitespace().collect();
    let safe = words.join(" ").replace('\\', "\\\\").replace('"', "\\\"").replace('}', "\\c");
    format!("\"{safe}\"")
}

/// Writes what is known about a move as the inside of a comment; empty if nothing is. `first` says whether the
/// first player made it: values are written from that player's point of view, as PGN has them from White's.
pub fn write(mv: &RecordedMove, first: bool, style: Style) -> String {
    let mut parts = Vec::new();
    parts.extend(mv.clock_ms.map(|clock| format!("[%clk {}]", time(clock))));
    parts.extend(mv.spent_ms.map(|spent| format!("[%emt {}]", time(spent))));
    if let Some(value) = mv.value {
        let depth = mv.depth.map(|depth| format!(",{depth}")).unwrap_or_default();
        parts.push(format!("[%eval {}{depth}]", value_text(value, first, style)));
    }
    parts.extend(mv.nodes.map(|nodes| format!("[%nodes {nodes}]")));
    if !mv.remark.is_empty() {
        parts.push(format!("[%remark {}]", quoted(&mv.remark)));
    }
    let comment = plain(&mv.comment);
    if !comment.is_empty() {
        parts.push(comment);
    }
    parts.join(" ")
}

/// Reads a comment into a move: what is not for programs is added to its comment.
pub fn read(text: &str, mv: &mut RecordedMove, first: bool, style: Style) {
    let mut left = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("[%") {
        left += &rest[..start];
        let (command, after) = command(&rest[start..]);
        let inside = command.strip_prefix("[%").and_then(|inside| inside.strip_suffix(']'));
        let (name, value) =
            inside.and_then(|inside| inside.split_once(char::is_whitespace)).unwrap_or_default();
        if !obey(name, value.trim(), mv, first, style) {
            left += command;
        }
        rest = after;
    }
    left += rest;
    let words: Vec<&str> = left.split_whitespace().collect();
    if !words.is_empty() {
        let space = if mv.comment.is_empty() { "" } else { " " };
        mv.comment += &format!("{space}{}", words.join(" "));
    }
}

/// A command from its `[%` to its `]`, which does not count between quotes, and what comes after it.
fn command(text: &str) -> (&str, &str) {
    let (mut between, mut escaped) = (false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if between => escaped = true,
            '"' => between = !between,
            ']' if !between => return text.split_at(at + 1),
            _ => {}
        }
    }
    (text, "")
}

/// Does what one command says; false if it means nothing to us.
fn obey(name: &str, value: &str, mv: &mut RecordedMove, first: bool, style: Style) -> bool {
    match name {
        "clk" => read_time(value).map(|clock| mv.clock_ms = Some(clock)).is_some(),
        "emt" => read_time(value).map(|spent| mv.spent_ms = Some(spent)).is_some(),
        "nodes" => value.parse().map(|nodes| mv.nodes = Some(nodes)).is_ok(),
        "remark" => unquoted(value).map(|remark| mv.remark = remark).is_some(),
        "eval" => {
            let (score, depth) = value.split_once(',').unwrap_or((value, ""));
            let Some(score) = read_value(score.trim(), first, style) else { return false };
            mv.value = Some(score);
            mv.depth = depth.trim().parse().ok();
            true
        }
        _ => false,
    }
}

/// A remark as `quoted` wrote it.
fn unquoted(text: &str) -> Option<String> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    let words: Vec<&str> = inside.split_whitespace().collect();
    let mut remark = String::new();
    let joined = words.join(" ");
    let mut letters = joined.chars();
    while let Some(letter) = letters.next() {
        remark.push(match letter {
            '\\' => match letters.next()? {
                'c' => '}',
                other => other,
            },
            letter => letter,
        });
    }
    Some(remark)
}

/// A time as `0:01:30` or, with milliseconds, `0:01:30.250`.
fn time(milliseconds: u64) -> String {
    let [second, minute, hour] = UNITS;
    let whole = format!(
        "{}:{:02}:{:02}",
        milliseconds / hour,
        milliseconds % hour / minute,
        milliseconds % minute / second
    );
    match milliseconds % second {
        0 => whole,
        rest => format!("{whole}.{rest:03}"),
    }
}

/// Reads hours, minutes and seconds; milliseconds.
fn read_time(text: &str) -> Option<u64> {
    let mut parts = text.split(':').rev();
    let (seconds, fraction) = {
        let last = parts.next()?;
        last.split_once('.').unwrap_or((last, ""))
    };
    let number = |text: &str| -> Option<u64> {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| plain)
    };
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
    let mut total = number(&digits)?.checked_add(number(seconds)?.checked_mul(UNITS[0])?)?;
    for unit in &UNITS[1..] {
        total = total.checked_add(parts.next().map_or(Some(0), number)?.checked_mul(*unit)?)?;
    }
    parts.next().is_none().then_some(total)
}

/// A value from the first player's point of view. Chess counts moves to mate, other games plies to the end.
fn value_text(value: Value, first: bool, style: Style) -> String {
    let (plies, winning) = match value {
        Value::Points(points) => {
            return format!("{:.2}", if first { points } else { -points });
        }
        Value::Win(plies) => (plies, true),
        Value::Loss(plies) => (plies, false),
    };
    let count = if style == Style::Chess { plies.div_ceil(2) } else { plies };
    let sign = if winning == first { "" } else { "-" };
    format!("#{sign}{count}")
}

/// Reads what `value_text` writes, for the player who moves.
fn read_value(text: &str, first: bool, style: Style) -> Option<Value> {
    let Some(count) = text.strip_prefix('#') else {
        let points: f64 = text.parse().ok()?;
        let plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
        // Zero has one sign only.
        return plain.then_some(Value::Points(if first { points } else { -points } + 0.0));
    };
    let first_wins = !count.starts_with('-');
    let count: u32 = count.trim_start_matches(['+', '-']).parse().ok()?;
    let winning = first_wins == first;
    let plies = match (style, winning) {
        (Style::Chess, true) => count.checked_mul(2)?.saturating_sub(1),
        (Style::Chess, false) => count.checked_mul(2)?,
        _ => count,
    };
    Some(if winning { Value::Win(plies) } else { Value::Loss(plies) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_about_a_move_comes_back() {
        for style in [Style::Chess, Style::Other] {
            for value in [Value::Points(-0.35), Value::Points(0.0), Value::Win(5), Value::Loss(4)] {
                for first in [true, false] {
                    let mv = RecordedMove {
                        text: "x".to_owned(),
                        remark: "a \"quoted\" [%clk] \\ } remark]".to_owned(),
                        comment: "so it goes [%csl Ga4]".to_owned(),
                        clock_ms: Some(3_723_004),
                        spent_ms: Some(2_000),
                        value: Some(value),
                        depth: Some(12),
                        nodes: Some(4711),
                    };
                    let text = write(&mv, first, style);
                    assert!(!text.contains('}'), "{text}");
                    let mut again = RecordedMove::new("x");
                    read(&text, &mut again, first, style);
                    assert_eq!(again, mv, "{text}");
                }
            }
        }
    }

    #[test]
    fn commands_that_make_no_sense_stay_in_the_comment() {
        for text in [
            "[%clk soon]",
            "[%clk",
            "[%",
            "[%eval NaN]",
            "[%eval #]",
            "[%clk 1:2:3:4]",
            "[%remark x]",
            "[%clk 99999999999999999999:00:00]",
            "[%nodes -1]",
            "[%eval #99999999999]",
        ] {
            let mut mv = RecordedMove::new("x");
            read(text, &mut mv, true, Style::Chess);
            assert_eq!(mv, RecordedMove { comment: text.to_owned(), ..RecordedMove::new("x") });
        }
    }

    #[test]
    fn times_are_read_as_others_write_them() {
        for (text, milliseconds) in
            [("0:00:05.5", 5_500), ("1:02:03", 3_723_000), ("90", 90_000), ("2:30", 150_000)]
        {
            assert_eq!(read_time(text), Some(milliseconds));
        }
        for text in ["", "x", "1:", ":1", "-1", "1:2:3:4", "1.x"] {
            assert_eq!(read_time(text), None, "{text}");
        }
    }
}
