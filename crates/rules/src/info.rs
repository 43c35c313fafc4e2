//! What a game from a file says about itself.

use crate::file::compile;
use crate::game::CompiledGame;
use plybook_kernel::options::OptionKind;
use plybook_kernel::{GameInfo, HasInfo, OptionInfo, OptionValues, ReadError, Text};

impl<const W: usize> HasInfo for CompiledGame<W> {
    fn info(&self) -> GameInfo {
        let definition = &self.rules.definition;
        let said = [&definition.name, &definition.title, &definition.summary].map(String::as_str);
        // Options that make a board of another width are no variants of this value; they are games nevertheless.
        game_info(said, &definition.options, &self.rules.source, |values| self.with_options(values).is_ok())
    }

    fn with_options(&self, options: &OptionValues) -> Result<CompiledGame<W>, ReadError> {
        compile(&self.rules.source, &self.rules.definition.name, options)
    }

    fn options(&self) -> OptionValues {
        self.rules.given.clone()
    }
}

/// What there is to say about a game by the name, title and summary of its file: examples with the options of which
/// `makes_a_game` says that they are variants, and the file itself as the rules.
pub(crate) fn game_info(
    [name, title, summary]: [&str; 3],
    options: &[OptionInfo],
    source: &str,
    makes_a_game: impl Fn(&OptionValues) -> bool,
) -> GameInfo {
    let mut examples: Vec<Text> = vec![Text::Owned(name.to_owned())];
    for option in options {
        let OptionKind::Choice { words, .. } = &option.kind else { continue };
        let Some(word) = words.get(1) else { continue };
        let chosen = format!("{}={word}", option.name);
        if OptionValues::read(options, &chosen).is_ok_and(|values| makes_a_game(&values)) {
            examples.push(Text::Owned(format!("{name}:{chosen}")));
        }
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
