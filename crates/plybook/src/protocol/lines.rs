//! Lines from standard input, whatever they are made of.

use super::Event;
use std::io::{BufRead, BufReader, Read, stdin};
use std::sync::mpsc::Sender;

/// Longest line that is looked at, in bytes: room for the moves of the longest games.
const LONGEST_LINE: u64 = 1 << 20;

/// Reads lines in a thread of its own until there are none. Longer ones than anybody needs are left out; bytes that
/// are no text are replaced.
pub fn read_lines(events: Sender<Event>) {
    let read = move || {
        let mut input = BufReader::new(stdin());
        while let Some(line) = next_line(&mut input) {
            if events.send(Event::Line(line)).is_err() {
                return;
            }
        }
        // Sending fails only where the program is about to end.
        let _ = events.send(Event::End);
    };
    std::thread::spawn(read);
}

/// The next line that is short enough; nothing at the end.
fn next_line(input: &mut impl BufRead) -> Option<String> {
    loop {
        let mut bytes = Vec::new();
        let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok()?;
        if read == 0 {
            return None;
        }
        let whole = bytes.last() == Some(&b'\n') || (read as u64) < LONGEST_LINE;
        if whole {
            return Some(String::from_utf8_lossy(&bytes).trim().to_owned());
        }
        skip_line(input)?;
    }
}

/// Steps over the rest of a line.
fn skip_line(input: &mut impl BufRead) -> Option<()> {
    loop {
        let buffer = input.fill_buf().ok()?;
        if buffer.is_empty() {
            return Some(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Some(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_or_not_at_all() {
        let long = "x".repeat(3 << 20);
        let text = format!("one\r\n{long}\n\n\u{e9}\nlast");
        let mut bytes = text.into_bytes();
        bytes.splice(0..0, [b'a', 0xff, b'\n']);
        let mut input = BufReader::new(&bytes[..]);
        let lines: Vec<String> = std::iter::from_fn(|| next_line(&mut input)).collect();
        assert_eq!(lines, ["a\u{fffd}", "one", "", "\u{e9}", "last"]);
    }
}
