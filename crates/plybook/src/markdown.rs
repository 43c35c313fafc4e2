//! Rules texts on a terminal: the little Markdown that they use.

use crate::output::Output;

/// The text for people: headings and bold words in bold, code marks gone, pictures as they are.
pub fn render(text: &str, output: Output) -> String {
    if !output.fancy {
        return text.to_owned();
    }
    let mut rendered = String::with_capacity(text.len());
    let mut picture = false;
    for line in text.lines() {
        if line.starts_with("```") {
            picture = !picture;
            continue;
        }
        if picture {
            rendered += &format!("    {line}");
        } else if let Some(heading) = line.strip_prefix('#') {
            rendered += &output.bold(heading.trim_start_matches('#').trim());
        } else {
            for (number, part) in line.split("**").enumerate() {
                let part = part.replace('`', "");
                rendered += &if number % 2 == 1 { output.bold(&part) } else { part };
            }
        }
        rendered.push('\n');
    }
    rendered
}
