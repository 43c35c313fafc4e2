//! What a game of sowing from a file says about itself.

use super::SowingGame;
use crate::file::compile_sowing;
use crate::info::game_info;
use plybook_kernel::{GameInfo, HasInfo, OptionValues, ReadError};

impl HasInfo for SowingGame {
    fn info(&self) -> GameInfo {
        let definition = &self.rules.definition;
        let said = [&definition.name, &definition.title, &definition.summary].map(String::as_str);
        game_info(said, &definition.options, &self.rules.source)
    }

    fn with_options(&self, options: &OptionValues) -> Result<SowingGame, ReadError> {
        compile_sowing(&self.rules.source, &self.rules.definition.name, options)
    }

    fn options(&self) -> OptionValues {
        self.rules.given.clone()
    }
}
