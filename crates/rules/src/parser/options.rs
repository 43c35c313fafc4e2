//! The options that a file declares, read before everything else: their values stand in the rest of the file.

use super::Result;
use super::cursor::Cursor;
use crate::error::RulesError;
use crate::lexer::{Kind, Values, clauses};
use plybook_kernel::options::OptionKind;
use plybook_kernel::{OptionInfo, OptionValue, OptionValues, Text};

/// Most options of a game, and values of one.
const MOST_OPTIONS: usize = 12;
const MOST_VALUES: usize = 20;
/// Most values of all options together: the file is read with each of them.
const MOST_IN_ALL: usize = 60;
/// Largest number that an option may have.
const LARGEST: u32 = 999;

/// The options of a file: `option size 8x8 | 10x10`, `option row 3 from 3 to 9`, `option flying no | yes`. The first
/// value is the default.
pub(crate) fn declared(text: &str) -> Result<Vec<OptionInfo>> {
    let mut options: Vec<OptionInfo> = Vec::new();
    let mut values = 0;
    let lines = text.lines().enumerate();
    for (number, line) in lines.filter(|(_, line)| line.split_whitespace().next() == Some("option")) {
        let at_its_line = |fault: RulesError| RulesError { line: number + 1, ..fault };
        for mut clause in clauses(line, &Values::new()).map_err(at_its_line)? {
            clause.line = number + 1;
            let mut cursor = Cursor::new(&clause);
            if clause.indented || !cursor.take("option") {
                let remedy = "write options on lines of their own that are not indented";
                return Err(cursor.error("an option among other statements", remedy));
            }
            let option = read(&mut cursor)?;
            if options.iter().any(|other| other.name == option.name) {
                let remedy = "give it another name";
                return Err(clause.error(1, format!("a second option `{}`", option.name), remedy));
            }
            if options.len() == MOST_OPTIONS {
                return Err(clause.error(1, "too many options", format!("declare at most {MOST_OPTIONS}")));
            }
            values += match &option.kind {
                OptionKind::Choice { words, .. } => words.len(),
                _ => 2,
            };
            if values > MOST_IN_ALL {
                let remedy = format!("give at most {MOST_IN_ALL} to all options together");
                return Err(clause.error(1, "too many values of options", remedy));
            }
            options.push(option);
        }
    }
    Ok(options)
}

fn read(line: &mut Cursor) -> Result<OptionInfo> {
    let name = line.any_word("the name of an option")?.to_owned();
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if !name.chars().all(plain) {
        let remedy = "use small letters, digits and hyphens";
        return Err(line.error_before(format!("`{name}` is no name for an option"), remedy));
    }
    let mut words: Vec<String> = Vec::new();
    loop {
        let word = match line.peek_at(0) {
            Some(Kind::Word(word)) => word.to_lowercase(),
            Some(Kind::Number(number)) => number.to_string(),
            Some(Kind::Size([one, other])) => format!("{one}x{other}"),
            _ => {
                let remedy = format!("write `option {name} no | yes` or `option {name} 3 from 1 to 9`");
                return Err(line.error(format!("{} where a value is missing", line.found()), remedy));
            }
        };
        if words.contains(&word) {
            return Err(line.error(format!("the value `{word}` twice"), "leave one of them out"));
        }
        line.skip();
        words.push(word);
        if words.len() > MOST_VALUES {
            return Err(line.error_before("too many values", format!("give at most {MOST_VALUES}")));
        }
        if !line.take_mark('|') && !line.take("or") {
            break;
        }
    }
    let help = Text::Owned(format!("The value of `{name}` in the rules."));
    if line.take("from") {
        let least = line.number("the option", 0..=LARGEST)?;
        line.expect("to")?;
        let most = line.number("the option", least..=LARGEST)?;
        let default = words.first().and_then(|word| word.parse::<u32>().ok());
        let Some(default) = default.filter(|default| words.len() == 1 && (least..=most).contains(default))
        else {
            let remedy = format!("write `option {name} {least} from {least} to {most}`");
            return Err(line.error_before("the default is not in the range", remedy));
        };
        line.finish()?;
        return Ok(OptionInfo {
            form: Text::Owned(format!("{name}=N")),
            kind: OptionKind::Number { range: least..=most, off: false },
            default: Some(OptionValue::Number(default)),
            default_text: Text::Owned(default.to_string()),
            help,
            phrases: Vec::new(),
            name: name.into(),
        });
    }
    line.finish()?;
    if words.len() < 2 {
        let remedy = format!("write `option {name} no | yes` or `option {name} 3 from 1 to 9`");
        return Err(line.error("an option with a single value", remedy));
    }
    let default = Text::Owned(words[0].clone());
    Ok(OptionInfo {
        form: Text::Owned(format!("{name}={}", words.join("|"))),
        kind: OptionKind::Choice { words: words.into_iter().map(Text::Owned).collect(), numbered: false },
        default: Some(OptionValue::Word(default.clone())),
        default_text: default,
        help,
        phrases: Vec::new(),
        name: name.into(),
    })
}

/// The values that stand for the options in the file.
pub(crate) fn standing(declared: &[OptionInfo], given: &OptionValues) -> Values {
    let given_word = |option: &OptionInfo| given.word(&option.name).map(str::to_owned);
    let of = |option: &OptionInfo| {
        let number = given.number(&option.name).map(|number| number.to_string());
        number.or_else(|| given_word(option)).unwrap_or_else(|| option.default_text.to_string())
    };
    declared.iter().map(|option| (option.name.to_string(), of(option))).collect()
}
