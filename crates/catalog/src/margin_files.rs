//! The margins that an engine prunes by: those of a file, those that are part of the program, or the game's own.

use crate::EngineConfig;
use crate::chosen::Chosen;
use crate::method::MethodInfo;
use plybook_format::{MarginsFile, evaluator_fingerprint};
use plybook_kernel::{Evaluated, ListedGame, Margins, ReadError};
#[cfg(feature = "store")]
use plybook_store::read_learnt;

/// Measured margins that are part of the program, by the full name of the game: `margins/GAME.margins`. A game is listed
/// once its margins have won a match against those written by hand; none has so far.
const FILES: &[(&str, &[u8])] = &[];

/// The margins of a configuration: those of its file, or those that are part of the program and were measured for the
/// evaluator. `None` leaves the game's own.
///
/// # Errors
/// The file cannot be read, was not made for this game and this evaluator, or the method prunes by no margins.
#[cfg(feature = "store")]
pub(crate) fn margins<G: ListedGame>(
    game: &G,
    config: &EngineConfig,
    evaluator: &Chosen<G::Evaluator>,
    method: &MethodInfo,
) -> Result<Option<Margins>, ReadError> {
    let Some(path) = &config.margins else { return Ok(embedded(FILES, game, evaluator)) };
    let refuse = |why: String, remedy: &str| {
        ReadError::new("margins", &path.display().to_string(), why, remedy.to_owned())
    };
    if method.name != ALPHA_BETA {
        let why = format!("{} prunes by no margins", method.name);
        return Err(refuse(why, "write method=alpha-beta too, where the game allows it, or leave them out"));
    }
    let bytes = read_learnt(path).map_err(|error| refuse(error.to_string(), MAKE))?;
    let file = MarginsFile::read(game, &bytes).map_err(|error| refuse(error.problem, MAKE))?;
    if file.fingerprint != evaluator_fingerprint(game, evaluator) {
        let why = format!("they were measured for another evaluator, `{}`", file.evaluator);
        let remedy =
            "play with that evaluator, or measure margins for this one with `plybook tune GAME --margins`";
        return Err(refuse(why, remedy));
    }
    Ok(Some(file.margins))
}

/// Without a store there are no files but those that are part of the program.
#[cfg(not(feature = "store"))]
pub(crate) fn margins<G: ListedGame>(
    game: &G,
    _: &EngineConfig,
    evaluator: &Chosen<G::Evaluator>,
    _: &MethodInfo,
) -> Result<Option<Margins>, ReadError> {
    Ok(embedded(FILES, game, evaluator))
}

/// The method that prunes by margins.
#[cfg(feature = "store")]
const ALPHA_BETA: &str = "alpha-beta";
/// What to do about a file that cannot be used.
#[cfg(feature = "store")]
const MAKE: &str = "make one with `plybook tune GAME --margins`, or leave it out";

/// The margins of the game among some files, if they were measured for the evaluator.
fn embedded<G: ListedGame>(
    files: &[(&str, &[u8])],
    game: &G,
    evaluator: &Chosen<<G as Evaluated>::Evaluator>,
) -> Option<Margins> {
    let name = game.full_name();
    let (_, bytes) = files.iter().find(|(game, _)| *game == name)?;
    let file = MarginsFile::read(game, bytes).ok()?;
    (file.fingerprint == evaluator_fingerprint(game, evaluator)).then_some(file.margins)
}

#[cfg(feature = "store")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::METHODS;
    use plybook_games::breakthrough::Breakthrough;

    fn own(name: &str) -> Chosen<<Breakthrough as Evaluated>::Evaluator> {
        Chosen::Own(Breakthrough::default().evaluator(name).unwrap())
    }

    #[test]
    fn margins_are_taken_for_the_game_and_the_evaluator_they_were_measured_for() {
        let game = Breakthrough::default();
        let fingerprint = evaluator_fingerprint(&game, &own("structure"));
        let margins = Margins::of_swing(61);
        let bytes = MarginsFile { evaluator: "structure".to_owned(), fingerprint, margins }.write(&game);
        let files: [(&str, &[u8]); 1] = [("breakthrough", &bytes)];
        assert_eq!(embedded(&files, &game, &own("structure")), Some(margins));
        assert_eq!(embedded(&files, &game, &own("basic")), None);
        assert_eq!(embedded(&[("breakthrough", &bytes[1..])], &game, &own("structure")), None);
        assert_eq!(embedded(&[], &game, &own("structure")), None);

        let path = std::env::temp_dir().join(format!("plybook-margins-{}", std::process::id()));
        std::fs::write(&path, &bytes).unwrap();
        let config = EngineConfig { margins: Some(path.clone()), ..EngineConfig::default() };
        assert_eq!(super::margins(&game, &config, &own("structure"), &METHODS[0]), Ok(Some(margins)));
        let error = |evaluator: &str| {
            let error = super::margins(&game, &config, &own(evaluator), &METHODS[0]).unwrap_err().to_string();
            assert!(error.contains(path.to_str().unwrap()) && error.contains("--margins"), "{error}");
            error
        };
        assert!(error("basic").contains("structure"));
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(error("structure").contains("damaged"));
        std::fs::remove_file(&path).unwrap();
        error("structure");
        // Nothing else prunes by margins.
        let simulation = METHODS.iter().find(|info| info.name == "mcts").unwrap();
        let error = super::margins(&game, &config, &own("structure"), simulation).unwrap_err().to_string();
        assert!(error.contains("mcts") && error.contains("method=alpha-beta"), "{error}");
        // Every file of the program is of a game and its usual evaluator.
        for (name, bytes) in FILES {
            assert!(crate::open(name).is_ok() && !bytes.is_empty(), "{name}");
        }
    }
}
