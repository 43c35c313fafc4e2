//! The one-line form: `kind`, `kind:words`, `kind[words]:command line`.

use super::fields::{Complaint, Fields};
use std::path::PathBuf;
use std::str::FromStr;

/// The words that a foreign program's brackets have besides its own options.
const PROGRAM_WORDS: [&str; 7] = ["name", "folder", "memory", "cpu", "files", "processes", "sandbox"];

/// What stands before an option of a search method: `method.ladder=negamax`.
const METHOD_OPTION: &str = "method.";

/// Reads a line.
pub fn fields(text: &str) -> Result<Fields, Complaint> {
    let text = text.trim();
    let end = text.find([':', '[']).unwrap_or(text.len());
    let (kind, rest) = text.split_at(end);
    let mut fields = Fields { kind: kind.to_owned(), ..Fields::default() };
    let (words, rest) = match rest.strip_prefix('[') {
        None => ("", rest),
        Some(rest) => rest.split_once(']').ok_or_else(|| {
            ("the bracket is not closed".to_owned(), format!("write {kind}[name=Anna]:..."))
        })?,
    };
    let rest = match (rest.strip_prefix(':'), rest) {
        (Some(rest), _) => rest.trim(),
        (None, "") => "",
        (None, _) => {
            return Err((format!("`{rest}` stands after the bracket"), "write a colon first".to_owned()));
        }
    };
    let program = matches!(kind, "ugi" | "uci" | "gtp" | "nboard");
    let file = matches!(kind, "baroque-python" | "tts-python" | "matchboxes" | "q-table" | "rote");
    for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        set(&mut fields, word, program)?;
    }
    if program {
        fields.command = split(rest)?;
    } else if file {
        fields.file = (!rest.is_empty()).then(|| PathBuf::from(rest));
    } else {
        for word in rest.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            set(&mut fields, word, false)?;
        }
    }
    Ok(fields)
}

fn number<T: FromStr>(word: &str, value: &str) -> Result<Option<T>, Complaint> {
    let wrong = || (format!("`{value}` cannot be {word}"), "write a whole number".to_owned());
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong());
    }
    value.parse().map(Some).map_err(|_| wrong())
}

fn set(fields: &mut Fields, word: &str, program: bool) -> Result<(), Complaint> {
    let Some((name, value)) = word.split_once('=').map(|(name, value)| (name.trim(), value.trim())) else {
        return Err((format!("`{word}` has no value"), format!("write {word}=...")));
    };
    let names = || value.split('+').map(str::to_owned).collect();
    if program && !PROGRAM_WORDS.contains(&name) {
        fields.settings.insert(name.to_owned(), value.to_owned());
        return Ok(());
    }
    if let Some(option) = name.strip_prefix(METHOD_OPTION) {
        fields.method_options.insert(option.to_owned(), value.to_owned());
        return Ok(());
    }
    match name {
        "name" => fields.name = Some(value.to_owned()),
        "level" => fields.level = number(name, value)?,
        "evaluator" => fields.evaluator = Some(value.to_owned()),
        "play-book" => fields.play_book = Some(value.into()),
        "weights" => fields.weights = Some(value.into()),
        "margins" => fields.margins = Some(value.into()),
        "method" => fields.method = Some(value.to_owned()),
        "preset" => fields.preset = Some(value.to_owned()),
        "with" => fields.with = names(),
        "without" => fields.without = names(),
        "hash" => fields.hash = number(name, value)?,
        "threads" => fields.threads = number(name, value)?,
        "ponder" => fields.ponder = Some(value.to_owned()),
        "personality" => fields.personality = Some(value.to_owned()),
        "depth" => fields.depth = number(name, value)?,
        "nodes" => fields.nodes = number(name, value)?,
        "book" => fields.book = Some(value.to_owned()),
        "book-file" => fields.book_file = Some(value.into()),
        "book-choice" => fields.book_choice = Some(value.to_owned()),
        "book-learn" => fields.book_learn = Some(value.to_owned()),
        "endgame" => fields.endgame = Some(value.to_owned()),
        "python" => fields.python = Some(value.to_owned()),
        "folder" => fields.folder = Some(value.into()),
        "memory" => fields.memory = number(name, value)?,
        "cpu" => fields.cpu = number(name, value)?,
        "files" => fields.files = number(name, value)?,
        "processes" => fields.processes = number(name, value)?,
        "sandbox" => fields.sandbox = Some(value.to_owned()),
        _ => {
            let known = "name, level, evaluator, play-book, weights, margins, method, preset, with, without, hash, threads, ponder, personality, \
                         depth, nodes, book, book-file, book-choice, book-learn, endgame, python, folder, memory, cpu, files, processes, sandbox";
            return Err((format!("there is no word `{name}`"), format!("known: {known}")));
        }
    }
    Ok(())
}

/// Splits a command line at spaces; double or single quotes keep spaces. Nothing else has a meaning: no shell ever
/// sees it.
fn split(text: &str) -> Result<Vec<String>, Complaint> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(quote) = quote {
        return Err((format!("a quotation mark {quote} is not closed"), "close it".to_owned()));
    }
    words.extend(word);
    Ok(words)
}

/// Writes a command line so that `split` reads it again.
fn join(words: &[String]) -> String {
    let quoted = |word: &String| match word {
        word if word.is_empty() => "\"\"".to_owned(),
        word if !word.contains(|letter: char| letter.is_whitespace() || "\"'".contains(letter)) => {
            word.clone()
        }
        word => word.split('"').map(|part| format!("\"{part}\"")).collect::<Vec<_>>().join("'\"'"),
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// The line of some fields.
pub fn write(fields: &Fields) -> String {
    let mut words = Vec::new();
    let mut add =
        |name: &str, value: Option<String>| words.extend(value.map(|value| format!("{name}={value}")));
    let text = |value: Option<u64>| value.map(|value| value.to_string());
    let path = |value: &Option<PathBuf>| value.as_ref().map(|path| path.display().to_string());
    let list = |names: &[String]| (!names.is_empty()).then(|| names.join("+"));
    add("level", fields.level.map(|level| level.to_string()));
    add("name", fields.name.clone());
    add("evaluator", fields.evaluator.clone());
    add("play-book", path(&fields.play_book));
    add("weights", path(&fields.weights));
    add("margins", path(&fields.margins));
    add("method", fields.method.clone());
    for (option, value) in &fields.method_options {
        add(&format!("{METHOD_OPTION}{option}"), Some(value.clone()));
    }
    add("preset", fields.preset.clone());
    add("with", list(&fields.with));
    add("without", list(&fields.without));
    add("hash", fields.hash.map(|hash| hash.to_string()));
    add("threads", fields.threads.map(|threads| threads.to_string()));
    add("ponder", fields.ponder.clone());
    add("personality", fields.personality.clone());
    add("depth", fields.depth.map(|depth| depth.to_string()));
    add("nodes", text(fields.nodes));
    add("book", fields.book.clone());
    add("book-file", path(&fields.book_file));
    add("book-choice", fields.book_choice.clone());
    add("book-learn", fields.book_learn.clone());
    add("endgame", fields.endgame.clone());
    add("python", fields.python.clone());
    add("folder", path(&fields.folder));
    add("memory", text(fields.memory));
    add("cpu", text(fields.cpu));
    add("files", text(fields.files));
    add("processes", text(fields.processes));
    add("sandbox", fields.sandbox.clone());
    for (name, value) in &fields.settings {
        add(name, Some(value.clone()));
    }
    let rest = match path(&fields.file) {
        Some(file) => file,
        None => join(&fields.command),
    };
    let kind = &fields.kind;
    match (words.is_empty(), rest.is_empty()) {
        (true, true) => kind.clone(),
        (false, true) => format!("{kind}:{}", words.join(",")),
        (true, false) => format!("{kind}:{rest}"),
        (false, false) => format!("{kind}[{}]:{rest}", words.join(",")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_split_and_joined_without_a_shell() {
        for (text, words) in [
            ("a b  c", vec!["a", "b", "c"]),
            ("'a b' \"c 'd'\"", vec!["a b", "c 'd'"]),
            ("a\"\"b ''", vec!["ab", ""]),
            ("$(x) ;rm *", vec!["$(x)", ";rm", "*"]),
        ] {
            assert_eq!(split(text).unwrap(), words);
        }
        assert!(split("'a").is_err());
        let hard: Vec<String> = ["a \"b\" 'c'", "", "plain", "\""].map(str::to_owned).to_vec();
        assert_eq!(split(&join(&hard)).unwrap(), hard);
    }
}
