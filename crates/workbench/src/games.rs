//! `GET /api/games`, `POST /api/rules`: what can be played.

use crate::problem::Problem;
use plybook_catalog::{
    Board, GameDescription, Level, Random, SimplePlayer, TECHNIQUES, Text, all_games, describe, open,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// Plies of the game that a picture shows.
const PICTURE_PLIES: usize = 14;
/// Plies that a picture stands before the end, where the game ends sooner.
const BEFORE_THE_END: usize = 2;
/// Decides the pictures.
const PICTURE_SEED: u64 = 5;

/// The list of games and what else the page must know once.
#[derive(Serialize, JsonSchema)]
pub struct Catalogue {
    version: &'static str,
    highest_level: u8,
    default_level: u8,
    /// How each level plays, in words, from the first.
    levels: Vec<&'static str>,
    games: Vec<ListedGame>,
    techniques: Vec<TechniqueAnswer>,
}

#[derive(Serialize, JsonSchema)]
struct ListedGame {
    #[serde(flatten)]
    about: GameDescription,
    /// A board from the middle of a game.
    picture: Board,
    /// The examples with what sets them apart.
    variants: Vec<Variant>,
}

/// A variant to choose.
#[derive(Serialize, JsonSchema)]
struct Variant {
    /// The whole name, as questions to the server have it.
    name: Text,
    /// Its options as people say them; empty for the usual rules.
    words: String,
}

#[derive(Serialize, JsonSchema)]
struct TechniqueAnswer {
    name: &'static str,
    summary: &'static str,
}

/// Everything that can be played, without the rules.
///
/// # Errors
/// None; every question may have some.
pub fn list((): ()) -> Result<&'static serde_json::Value, Problem> {
    static CATALOGUE: OnceLock<serde_json::Value> = OnceLock::new();
    Ok(CATALOGUE.get_or_init(|| serde_json::json!(catalogue())))
}

fn catalogue() -> Catalogue {
    let variant =
        |name: &Text| Some(Variant { name: name.clone(), words: open(name).ok()?.options_in_words() });
    let listed = |about: GameDescription| {
        let variants = about.examples.iter().filter_map(variant).collect();
        Some(ListedGame { picture: picture(&about.name)?, variants, about })
    };
    let technique = |technique: &plybook_catalog::Technique| TechniqueAnswer {
        name: technique.name,
        summary: technique.summary,
    };
    let mut games: Vec<ListedGame> = all_games().into_iter().filter_map(listed).collect();
    for game in &mut games {
        game.about.rules = Text::default();
    }
    Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        highest_level: Level::HIGHEST,
        default_level: Level::DEFAULT.number(),
        levels: (1..=Level::HIGHEST).filter_map(Level::new).map(Level::words).collect(),
        games,
        techniques: TECHNIQUES.iter().map(technique).collect(),
    }
}

/// A board from the middle of a game between two players who look one ply ahead.
fn picture(name: &str) -> Option<Board> {
    let mut session = open(name).ok()?.session(None).ok()?;
    let mut random = Random::new(PICTURE_SEED);
    while session.record().len() < PICTURE_PLIES {
        let Some(text) = SimplePlayer::OnePly.choose(&*session, &mut random) else { break };
        session.play(&text).ok()?;
    }
    if session.ending().is_some() {
        for _ in 0..BEFORE_THE_END {
            session.take_back();
        }
    }
    Some(session.board())
}

/// Which game's rules are wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesRequest {
    game: String,
}

/// A game with its rules as Markdown.
///
/// # Errors
/// There is no such game.
pub fn rules(request: RulesRequest) -> Result<GameDescription, Problem> {
    Ok(describe(&request.game)?)
}
