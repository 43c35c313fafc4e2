//! Lines out of bytes that may be anything.

use std::collections::VecDeque;

/// Longest line, in bytes.
pub const LONGEST_LINE: usize = 1 << 16;
/// Most that a program may write between two of our lines, in bytes.
pub const MOST_OUTPUT: usize = 1 << 24;
/// What is kept of a program's error output, in bytes.
pub const TAIL: usize = 1 << 13;

/// The output of a program, cut into lines, within caps.
#[derive(Debug, Default)]
pub struct Lines {
    ready: VecDeque<String>,
    open: Vec<u8>,
    /// Bytes since the last forgiveness.
    total: usize,
    flood: Option<String>,
}

impl Lines {
    /// Takes bytes in. After a flood they are thrown away.
    pub fn add(&mut self, bytes: &[u8]) {
        if self.flood.is_some() {
            return;
        }
        self.total += bytes.len();
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.open.extend_from_slice(piece);
            if self.open.len() > LONGEST_LINE {
                self.flood = Some(format!("a line of more than {LONGEST_LINE} bytes"));
                self.open.clear();
                return;
            }
            if self.open.last() == Some(&b'\n') {
                self.finish();
            }
        }
        if self.total > MOST_OUTPUT {
            self.flood = Some(format!("more than {MOST_OUTPUT} bytes for one answer"));
            self.ready.clear();
            self.open.clear();
        }
    }

    /// Ends an unfinished line, at the end of the output.
    pub fn finish(&mut self) {
        if !self.open.is_empty() {
            let line = std::mem::take(&mut self.open);
            self.ready.push_back(printable(&line).trim_end().to_owned());
        }
    }

    /// The next whole line.
    pub fn next(&mut self) -> Option<String> {
        self.ready.pop_front()
    }

    /// What was too much, if anything was and nothing before it is left to read.
    pub fn flood(&self) -> Option<String> {
        self.flood.clone()
    }

    /// Starts counting anew.
    pub fn forgive(&mut self) {
        self.total = 0;
    }

    /// Throws everything away.
    pub fn clear(&mut self) {
        *self = Lines::default();
    }
}

/// Bytes as text: what is not UTF-8 becomes a sign for it, control characters other than tabs and line ends become
/// spaces.
#[must_use]
pub fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let plain = |letter: char| match letter {
        '\n' | '\t' => letter,
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    text.chars().map(plain).collect()
}

/// Appends and keeps the end only.
pub fn keep_tail(tail: &mut Vec<u8>, bytes: &[u8]) {
    tail.extend_from_slice(&bytes[bytes.len().saturating_sub(TAIL)..]);
    if tail.len() > TAIL {
        tail.drain(..tail.len() - TAIL);
    }
}

/// The last line of a program's error output. Where it ends a traceback of Python, with the file and the line that it
/// names last, which is what the author needs.
pub fn last_words(errors: &str) -> String {
    let last = errors.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let place = errors.lines().rev().find_map(|line| {
        let (file, rest) = line.trim().strip_prefix("File \"")?.split_once("\", line ")?;
        let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
        Some((file.rsplit('/').next()?, number)).filter(|(_, number)| !number.is_empty())
    });
    match place {
        Some((file, number)) if !last.contains(", line ") => format!("{last} ({file}, line {number})"),
        _ => last.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_words_name_the_place() {
        let traceback = "Traceback (most recent call last):\n  File \"/home/a/mine.py\", line 52, in <module>\n    \
            send(choose())\n  File \"/home/a/mine.py\", line 17, in choose\n    return moves[99]\n\
            IndexError: list index out of range\n\n";
        assert_eq!(last_words(traceback), "IndexError: list index out of range (mine.py, line 17)");
        let syntax =
            "  File \"/home/a/mine.py\", line 3\n    def (\n        ^\nSyntaxError: invalid syntax\n";
        assert_eq!(last_words(syntax), "SyntaxError: invalid syntax (mine.py, line 3)");
        assert_eq!(last_words("one\ntwo\n \n"), "two");
        assert_eq!(last_words("File \"x\", line many\nover"), "over");
        assert_eq!(last_words(""), "");
    }

    #[test]
    fn lines_come_out_whole_whatever_the_pieces() {
        let mut lines = Lines::default();
        for piece in [&b"one\r\ntw"[..], b"o\n\xff\x00x\n", b"half"] {
            lines.add(piece);
        }
        assert_eq!(lines.next().as_deref(), Some("one"));
        assert_eq!(lines.next().as_deref(), Some("two"));
        assert_eq!(lines.next().as_deref(), Some("\u{fffd} x"));
        assert_eq!(lines.next(), None);
        lines.finish();
        assert_eq!(lines.next().as_deref(), Some("half"));
        assert_eq!(lines.flood(), None);
    }

    #[test]
    fn too_much_is_a_flood() {
        let mut lines = Lines::default();
        lines.add(&vec![b'x'; LONGEST_LINE + 1]);
        assert!(lines.flood().unwrap().contains("line"));
        let mut lines = Lines::default();
        let block = [vec![b'x'; 99], vec![b'\n']].concat();
        for _ in 0..=MOST_OUTPUT / 100 {
            lines.add(&block);
        }
        assert!(lines.flood().unwrap().contains("answer"));
        let mut tail = Vec::new();
        (0..100).for_each(|_| keep_tail(&mut tail, &[b'y'; 1000]));
        assert_eq!(tail.len(), TAIL);
    }
}
