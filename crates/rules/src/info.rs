//! What a game from a file says about itself.

use crate::file::compile;
use crate::game::CompiledGame;
use plybook_kernel::{GameInfo, HasInfo, OptionValues, ReadError, Text};

impl<const W: usize> HasInfo for CompiledGame<W> {
    fn info(&self) -> GameInfo {
        let definition = &self.rules.definition;
        let mut examples: Vec<Text> = vec![Text::Owned(definition.name.clone())];
        for option in &definition.options {
            let plybook_kernel::options::OptionKind::Choice { words, .. } = &option.kind else { continue };
            if let Some(word) = words.get(1) {
                examples.push(Text::Owned(format!("{}:{}={word}", definition.name, option.name)));
            }
        }
        // Options that make a board of another width are no variants of this value; they are games nevertheless.
        examples.retain(|example| {
            let options = example.split_once(':').map_or("", |(_, options)| options);
            let values = OptionValues::read(&definition.options, options);
            options.is_empty() || values.and_then(|values| self.with_options(&values)).is_ok()
        });
        let mut rules = format!("# {}\n\n{}\n\n", definition.title, definition.summary);
        rules += "The rules, as their file says them:\n\n```text\n";
        rules += self.rules.source.trim_end();
        rules += "\n```\n";
        GameInfo {
            name: Text::Owned(definition.name.clone()),
            title: Text::Owned(definition.title.clone()),
            summary: Text::Owned(definition.summary.clone()),
            options: definition.options.clone(),
            examples,
            rules: rules.into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<CompiledGame<W>, ReadError> {
        compile(&self.rules.source, &self.rules.definition.name, options)
    }

    fn options(&self) -> OptionValues {
        self.rules.given.clone()
    }
}
