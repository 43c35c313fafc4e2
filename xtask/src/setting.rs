//! How one side of a match is set up, from one word.

use anyhow::{Result, bail};
use plybook_catalog::{AnyGame, Options};

/// The named sets of techniques: the strongest, those that keep the value of minimax, and the strongest without
/// parts of the game's advice.
const PRESETS: [(&str, Options); 5] = [
    ("strong", Options::STRONG),
    ("sound", Options::SOUND),
    ("unordered", Options { guided_order: false, ..Options::STRONG }),
    ("no-quiescence", Options { quiescence: false, ..Options::STRONG }),
    (
        "unguided",
        Options { guided_order: false, quiescence: false, extend_threats: false, ..Options::STRONG },
    ),
];

/// An evaluator and techniques.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The evaluator's name.
    pub evaluator: String,
    /// The techniques.
    pub options: Options,
}

impl Setting {
    /// Reads an evaluator's name, a preset, or both with `/` between them. What is not said is the strongest.
    ///
    /// # Errors
    /// The game has no such evaluator and there is no such preset.
    pub fn read(game: &dyn AnyGame, text: &str) -> Result<Setting> {
        let evaluators: Vec<&str> = game.evaluators().iter().map(|info| info.name).collect();
        let mut setting = Setting {
            evaluator: evaluators.first().copied().unwrap_or_default().to_owned(),
            options: Options::STRONG,
        };
        for part in text.split('/') {
            if let Some((_, options)) = PRESETS.iter().find(|(name, _)| *name == part) {
                setting.options = *options;
            } else if evaluators.contains(&part) {
                setting.evaluator = part.to_owned();
            } else {
                let presets = PRESETS.map(|(name, _)| name).join(", ");
                let evaluators = evaluators.join(", ");
                bail!("setting {text:?}: {part:?} is unknown; evaluators: {evaluators}; presets: {presets}");
            }
        }
        Ok(setting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_catalog::open;

    #[test]
    fn settings_are_evaluators_presets_or_both() {
        let game = open("checkers").unwrap();
        let read = |text| Setting::read(&*game, text);
        let setting = |evaluator: &str, options| Setting { evaluator: evaluator.to_owned(), options };
        assert_eq!(read("basic").unwrap(), setting("basic", Options::STRONG));
        assert_eq!(read("sound").unwrap(), setting("positional", Options::SOUND));
        assert_eq!(read("basic/sound").unwrap(), setting("basic", Options::SOUND));
        let error = read("basic/silly").unwrap_err().to_string();
        assert!(
            error.contains("\"silly\" is unknown; evaluators: positional, basic; presets: strong"),
            "{error}"
        );
    }
}
