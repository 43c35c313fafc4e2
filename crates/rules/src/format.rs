//! A rules file in its usual form.

/// Spaces before what a piece does.
const INDENT: &str = "  ";

/// The same file with its lines indented by two spaces or not at all, single spaces between words, and remarks and
/// summaries as they are. Nothing but spaces changes.
#[must_use]
pub fn format(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.lines() {
        if line.trim().is_empty() {
            empty += 1;
            continue;
        }
        // One empty line at most, and none at the beginning.
        if empty > 0 && !out.is_empty() {
            out.push('\n');
        }
        empty = 0;
        if line.starts_with([' ', '\t']) {
            out += INDENT;
        }
        let (said, remark) = match line.find('#') {
            Some(place) if !line.starts_with("about ") => line.split_at(place),
            _ => (line, ""),
        };
        let words = if line.starts_with("about ") { said.trim().to_owned() } else { spaced(said) };
        out += &words;
        if !remark.is_empty() {
            out += if words.is_empty() { "" } else { "  " };
            out += remark.trim_end();
        }
        out.push('\n');
    }
    out
}

/// Single spaces between words, one behind `,`, `;` and `:`, and one around `|` and `=`.
fn spaced(text: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    let mut letters = text.trim().chars().peekable();
    while let Some(letter) = letters.next() {
        quoted ^= letter == '"';
        let next_is_digit = letters.peek().is_some_and(char::is_ascii_digit);
        match letter {
            _ if quoted => out.push(letter),
            // The two numbers of a leap.
            ',' if next_is_digit && out.ends_with(|before: char| before.is_ascii_digit()) => out.push(letter),
            ',' | ';' | ':' => {
                out.truncate(out.trim_end().len());
                out.push(letter);
                out.push(' ');
            }
            '|' | '=' => {
                out.truncate(out.trim_end().len());
                out.push(' ');
                out.push(letter);
                out.push(' ');
            }
            _ if letter.is_whitespace() => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            _ => out.push(letter),
        }
    }
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_spaces_change() {
        let text =
            "\n\ngame  X :board 3x3\n\n\n\tstep any to empty|enemy   # why  not\nabout  as  it # is \n";
        let formatted = "game X: board 3x3\n\n  step any to empty | enemy  # why  not\nabout  as  it # is\n";
        assert_eq!(format(text), formatted);
        assert_eq!(format(formatted), formatted);
    }

    #[test]
    fn the_gallery_is_in_its_usual_form() {
        for (name, text) in crate::gallery::FILES {
            assert_eq!(format(text), *text, "{name}");
        }
    }
}
