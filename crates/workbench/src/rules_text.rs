//! `POST /api/rules/check`, `GET /api/rules/files`: games from texts that are written on the page, and the files to begin
//! with.

use crate::problem::Problem;
use plybook_catalog::{GalleryFile, GameDescription, RulesFault, gallery_files, rules_text_game};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Longest text of a rules file that is taken, in bytes.
pub const LONGEST_TEXT: usize = 64 * 1024;

/// The text of a rules file.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesCheckRequest {
    #[schemars(length(max = LONGEST_TEXT))]
    text: String,
}

/// What is wrong with a text, or the game that it makes.
#[derive(Serialize, JsonSchema)]
pub struct RulesCheckAnswer {
    /// The faults in the order of the lines; none where there is a game.
    faults: Vec<RulesFault>,
    /// The game. Its name is made from the text: whoever sends the same text gets the same name, by which all other
    /// questions can be asked as long as the program remembers the text, and again when it was sent anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<GameDescription>,
}

/// Reads a text, tries its game for a moment, and makes it a game that can be asked about.
///
/// # Errors
/// The text is too long.
pub fn check(request: RulesCheckRequest) -> Result<RulesCheckAnswer, Problem> {
    let length = request.text.len();
    if length > LONGEST_TEXT {
        let message = format!("the text has {length} bytes; a rules file has at most {LONGEST_TEXT}");
        return Err(Problem::unusable(message));
    }
    Ok(match rules_text_game(&request.text) {
        Ok(game) => RulesCheckAnswer { faults: Vec::new(), game: Some((&*game).into()) },
        Err(faults) => RulesCheckAnswer { faults, game: None },
    })
}

/// A rules file of the folder that the server was given.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FolderFile {
    /// The file's name.
    pub name: String,
    /// Its text; absent where it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Why it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// The files that come with the program, and those of the folder, if there is one.
#[derive(Serialize, JsonSchema)]
pub struct RulesFilesAnswer<'a> {
    gallery: Vec<GalleryFile>,
    /// The files of the folder; absent where no folder is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<&'a [FolderFile]>,
}

/// The files to begin with.
///
/// # Errors
/// None; every question may have some.
pub fn files(folder: Option<&[FolderFile]>) -> Result<RulesFilesAnswer<'_>, Problem> {
    Ok(RulesFilesAnswer { gallery: gallery_files(), folder })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GamePosition;

    const RACE: &str = "game Race\nboard 4x4\npiece pawn on first row\n  step forward to empty\nwin: reach last row\nstuck: loses\n";

    fn checked(text: &str) -> RulesCheckAnswer {
        check(RulesCheckRequest { text: text.to_owned() }).unwrap()
    }

    #[test]
    fn a_text_is_a_game_that_can_be_asked_about_by_its_name() {
        let answer = checked(RACE);
        let name = answer.game.unwrap().name.to_string();
        assert!(name.starts_with("race-") && answer.faults.is_empty(), "{name}");
        let place = GamePosition { game: name.clone(), position: None, moves: vec!["a1-a2".to_owned()] };
        assert_eq!(place.open().unwrap().game.full_name(), name);
        // The same text has the same name, another one has another.
        assert_eq!(checked(RACE).game.unwrap().name, name);
        assert_ne!(checked(&RACE.replace("4x4", "5x4")).game.unwrap().name, name);
    }

    #[test]
    fn faults_have_their_places_and_what_only_play_shows_has_none() {
        let answer = checked(&RACE.replace("forward", "forwrad").replace("reach", "raech"));
        let places: Vec<_> = answer.faults.iter().map(|fault| (fault.line, fault.column)).collect();
        assert_eq!(places, [(Some(4), Some(8)), (Some(5), Some(6))]);
        assert!(answer.game.is_none() && answer.faults[0].remedy.contains("forward"));
        let answer = checked(
            &RACE.replace("  step forward to empty", "  step forward to empty\n  step forward to empty"),
        );
        assert!(answer.faults.len() == 1 && answer.faults[0].line.is_none(), "{:?}", answer.faults);
        let long = RulesCheckRequest { text: "#".repeat(LONGEST_TEXT + 1) };
        assert!(check(long).err().unwrap().message().contains("65537 bytes"));
    }

    #[test]
    fn files_of_the_gallery_are_sound_games_by_themselves() {
        let files = files(None).unwrap();
        assert!(files.gallery.len() >= 21);
        let teeko = files.gallery.iter().find(|file| file.name == "teeko").unwrap();
        assert_eq!((&*teeko.title, &*teeko.game), ("Teeko", "teeko"));
        assert!(checked(teeko.text).game.is_some());
    }
}
