//! How one side of a match is set up, from one word.

use anyhow::{Context, Result, bail};
use plybook_catalog::{AnyGame, Level, Options, Weakening};

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

/// What the word for a player with any weakening begins with.
const WEAKENED: &str = "weak:";
/// What the word for a level begins with.
const LEVEL: &str = "level-";
/// The word for the player that looks a single ply ahead.
const ONE_PLY: &str = "one-ply";

/// One side of a match.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// The engine with an evaluator and techniques, which searches as many positions as the match says.
    Engine {
        /// The evaluator's name.
        evaluator: String,
        /// The techniques.
        options: Options,
    },
    /// The engine, weakened.
    Weakened(Weakening),
    /// The player that looks a single ply ahead.
    OnePly,
}

impl Setting {
    /// Reads an evaluator's name, a preset, or both with `/` between them, where what is not said is the strongest;
    /// `level-5`; `one-ply`; or a weakening `weak:POSITIONS,LAPSES,CHOICES,TEMPERATURE`.
    ///
    /// # Errors
    /// It is none of these.
    pub fn read(game: &dyn AnyGame, text: &str) -> Result<Setting> {
        if text == ONE_PLY {
            return Ok(Setting::OnePly);
        }
        if let Some(number) = text.strip_prefix(LEVEL) {
            let level = number.parse().ok().and_then(Level::new);
            let level = level.with_context(|| format!("setting {text:?}: levels go from 1 to 10"))?;
            return Ok(Setting::Weakened(level.weakening()));
        }
        if let Some(numbers) = text.strip_prefix(WEAKENED) {
            let help = || format!("setting {text:?}: write {WEAKENED}POSITIONS,LAPSES,CHOICES,TEMPERATURE");
            return weakening(numbers).map(Setting::Weakened).with_context(help);
        }
        let evaluators: Vec<&str> = game.evaluators().iter().map(|info| &*info.name).collect();
        let mut evaluator = evaluators.first().copied().unwrap_or_default();
        let mut options = Options::STRONG;
        for part in text.split('/') {
            if let Some((_, preset)) = PRESETS.iter().find(|(name, _)| *name == part) {
                options = *preset;
            } else if evaluators.contains(&part) {
                evaluator = part;
            } else {
                let presets = PRESETS.map(|(name, _)| name).join(", ");
                let evaluators = evaluators.join(", ");
                bail!(
                    "setting {text:?}: {part:?} is unknown; evaluators: {evaluators}; presets: {presets}; \
                     or {LEVEL}1 to {LEVEL}10, {ONE_PLY}"
                );
            }
        }
        Ok(Setting::Engine { evaluator: evaluator.to_owned(), options })
    }
}

/// A weakening from its four numbers.
fn weakening(text: &str) -> Option<Weakening> {
    let [nodes, lapses, choices, temperature] = text.split(',').collect::<Vec<_>>().try_into().ok()?;
    let weakening = Weakening {
        nodes: nodes.parse().ok()?,
        lapses: lapses.parse().ok()?,
        choices: choices.parse().ok()?,
        temperature: temperature.parse().ok()?,
    };
    let sensible = weakening.nodes > 0
        && weakening.choices > 0
        && (0.0..=1.0).contains(&weakening.lapses)
        && weakening.temperature >= 0.0;
    sensible.then_some(weakening)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_catalog::open;

    #[test]
    fn settings_are_evaluators_presets_or_both() {
        let game = open("checkers").unwrap();
        let read = |text| Setting::read(&*game, text);
        let setting = |evaluator: &str, options| Setting::Engine { evaluator: evaluator.to_owned(), options };
        assert_eq!(read("basic").unwrap(), setting("basic", Options::STRONG));
        assert_eq!(read("sound").unwrap(), setting("learnt", Options::SOUND));
        assert_eq!(read("basic/sound").unwrap(), setting("basic", Options::SOUND));
        let error = read("basic/silly").unwrap_err().to_string();
        assert!(
            error.contains(
                "\"silly\" is unknown; evaluators: learnt, positional, samuel, basic; presets: strong"
            ),
            "{error}"
        );
    }

    #[test]
    fn settings_are_players_too() {
        let game = open("checkers").unwrap();
        let read = |text| Setting::read(&*game, text);
        let fifth = Level::new(5).unwrap().weakening();
        assert_eq!(read("one-ply").unwrap(), Setting::OnePly);
        assert_eq!(read("level-5").unwrap(), Setting::Weakened(fifth));
        let Weakening { nodes, lapses, choices, temperature } = fifth;
        let text = format!("weak:{nodes},{lapses},{choices},{temperature}");
        assert_eq!(read(&text).unwrap(), Setting::Weakened(fifth));
        for bad in [
            "level-11",
            "level-",
            "weak:1,2",
            "weak:0,0,1,0",
            "weak:9,1.5,1,0",
            "weak:9,0,0,0",
            "weak:9,0,1,-1",
        ] {
            assert!(read(bad).unwrap_err().to_string().contains(bad), "{bad}");
        }
    }
}
