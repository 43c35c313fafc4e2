//! Which endgame databases an engine consults.

use plybook_catalog::endgame_files::Folder;
use std::path::PathBuf;

/// Where an engine looks for endgame databases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Databases {
    /// Nowhere.
    Off,
    /// In the user's folder.
    Installed,
    /// In this folder.
    In(PathBuf),
}

impl Databases {
    /// What the word `endgame` of a description says: `off`, `installed`, or a folder.
    #[must_use]
    pub fn named(word: &str) -> Databases {
        match word {
            "off" => Databases::Off,
            "installed" => Databases::Installed,
            folder => Databases::In(folder.into()),
        }
    }

    /// The word that `named` reads.
    #[must_use]
    pub fn word(&self) -> String {
        match self {
            Databases::Off => "off".to_owned(),
            Databases::Installed => "installed".to_owned(),
            Databases::In(folder) => folder.display().to_string(),
        }
    }

    /// The folder; none to look in for `Off`, or where no home folder is known.
    #[must_use]
    pub fn folder(&self) -> Option<Folder> {
        match self {
            Databases::Off => None,
            Databases::Installed => Folder::of_user(),
            Databases::In(folder) => Some(Folder(folder.clone())),
        }
    }
}
