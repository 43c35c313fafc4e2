//! What a game from a file says about itself.

use crate::file::compile;
use crate::game::CompiledGame;
use plybook_kernel::options::OptionKind;
use plybook_kernel::{GameInfo, HasInfo, OptionInfo, OptionValues, ReadError, Text};

impl<const W: usize> HasInfo for CompiledGame<W> {
    fn info(&self) -> GameInfo {
        let definition = &self.rules.definition;
        let said = [&definition.name, &definition.title, &definition.summary].map(String::as_str);
        game_info(said, &definition.options, &self.rules.source)
    }

    fn with_options(&self, options: &OptionValues) -> Result<CompiledGame<W>, ReadError> {
        compile(&self.rules.source, &self.rules.definition.name, options)
    }

    fn options(&self) -> OptionValues {
        self.rules.given.clone()
    }
}

/// Most options that have an example: each example is tried when the file is opened.
const MOST_EXAMPLES: usize = 2;

/// What there is to say about a game by the name, title and summary of its file: the first options with another value as
/// examples, all of which were read with the file, and the file itself as the rules.
pub(crate) fn game_info([name, title, summary]: [&str; 3], options: &[OptionInfo], source: &str) -> GameInfo {
    let mut examples: Vec<Text> = vec![Text::Owned(name.to_owned())];
    for option in
        options.iter().filter(|option| matches!(option.kind, OptionKind::Choice { .. })).take(MOST_EXAMPLES)
    {
        let OptionKind::Choice { words, .. } = &option.kind else { continue };
        let Some(word) = words.get(1) else { continue };
        examples.push(Text::Owned(format!("{name}:{}={word}", option.name)));
    }
    let mut rules = format!("# {title}\n\n{summary}\n\n");
    rules += "The rules, as their file says them:\n\n```text\n";
    rules += source.trim_end();
    rules += "\n```\n";
    GameInfo {
        name: Text::Owned(name.to_owned()),
        title: Text::Owned(title.to_owned()),
        summary: Text::Owned(summary.to_owned()),
        options: options.to_vec(),
        examples,
        rules: rules.into(),
    }
}
