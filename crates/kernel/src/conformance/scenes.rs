//! What is drawn.

use super::walk::{Desk, Examiner, Met};
use super::{Check, Failure};
use crate::{Mark, Notation, Scene, Shape, Turn, View};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Successors of a sampled position whose looks are compared: they differ in little.
const SIBLINGS: usize = 2;

/// Draws sampled positions and some of their successors, and remembers every look.
#[derive(Default)]
pub(super) struct Scenes {
    by_look: HashMap<u64, String>,
}

impl<G: Notation + View> Examiner<G> for Scenes {
    fn meet(&mut self, met: &Met<'_, G>, desk: &mut Desk) -> Result<(), Failure> {
        if !met.sampled {
            return Ok(());
        }
        let game = met.game;
        let scene = met.scene();
        well_formed(scene, game.players())
            .or_else(|(expected, found)| met.failure(Check::SceneForm).expected(expected).found(found))?;
        if scene.shape == Shape::Branches && met.verdict.is_none() && scene.cells.len() != met.moves.len() {
            let failure = met.failure(Check::SceneForm).expected(format!("{} branches", met.moves.len()));
            return failure.found(format!("{} cells", scene.cells.len()));
        }
        marks_are_on_cells(met, desk)?;
        self.tells(game.turn(met.at), scene, met.text)?;
        for _ in 0..SIBLINGS.min(met.moves.len()) {
            let next = game.after(met.at, met.moves[desk.random.below(met.moves.len())]);
            self.tells(game.turn(&next), &game.scene(&next), &game.text(&next))?;
        }
        Ok(())
    }
}

impl Scenes {
    /// Remembers a look, which must not be known from another text.
    fn tells(&mut self, turn: Turn, scene: &Scene, text: &str) -> Result<(), Failure> {
        let mut hasher = DefaultHasher::new();
        (turn, scene).hash(&mut hasher);
        let known = self.by_look.entry(hasher.finish()).or_insert_with(|| text.to_owned());
        if known == text {
            return Ok(());
        }
        Failure::new(Check::SceneTells, text)
            .expected(format!("another look than {known:?}"))
            .found("the same")
    }
}

/// Whether a scene keeps its form; otherwise what was expected and found.
fn well_formed(scene: &Scene, players: u8) -> Result<(), (String, String)> {
    let found = scene.cells.len();
    let cells = match scene.shape {
        Shape::Grid { rows, columns } | Shape::Torus { rows, columns } => rows * columns,
        Shape::Pits { houses } => 2 * (houses + 1),
        Shape::Piles | Shape::Branches => found,
    };
    if found != cells {
        return Err((format!("{cells} cells for {:?}", scene.shape), found.to_string()));
    }
    let mut names = HashSet::new();
    let board = matches!(scene.shape, Shape::Grid { .. } | Shape::Torus { .. });
    for cell in scene.cells.iter().filter(|cell| board && !cell.name.is_empty()) {
        if !names.insert(&cell.name) {
            return Err(("different names".to_owned(), format!("two cells called {:?}", cell.name)));
        }
    }
    match scene.cells.iter().filter_map(|cell| cell.piece).find(|piece| piece.owner.0 >= players) {
        Some(piece) => Err((format!("pieces of {players} players"), format!("{piece:?}"))),
        None => Ok(()),
    }
}

/// Marks are drawn after the move, on a scene that may have more cells than the one before.
fn marks_are_on_cells<G: Notation + View>(met: &Met<'_, G>, desk: &mut Desk) -> Result<(), Failure> {
    let Some(&mv) = desk.random.pick(met.moves) else { return Ok(()) };
    let marks = met.game.marks(met.at, mv);
    let cells = met.scene().cells.len();
    let in_scene = |&(cell, _): &(usize, Mark)| {
        cell < cells || cell < met.game.scene(&met.game.after(met.at, mv)).cells.len()
    };
    if marks.windows(2).all(|pair| pair[0].0 <= pair[1].0) && marks.iter().all(in_scene) {
        return Ok(());
    }
    let expected = "marks on cells of the scene before or after, in their order";
    met.failure_of(Check::Marks, mv).expected(expected).found(format!("{marks:?}"))
}

/// Whether every player has a name of its own.
pub(super) fn players_are_named<G: View>(game: &G) -> Result<(), Failure> {
    let names = game.player_names();
    let different: HashSet<&&str> = names.iter().filter(|name| !name.is_empty()).collect();
    if names.len() == usize::from(game.players()) && different.len() == names.len() {
        return Ok(());
    }
    let expected = format!("{} different names", game.players());
    Failure::new(Check::PlayerNames, "").expected(expected).found(format!("{names:?}"))
}
