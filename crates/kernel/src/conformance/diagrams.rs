//! What is drawn.

use super::walk::{Desk, Examiner, Met};
use super::{Check, Failure};
use crate::{Diagram, Mark, Notation, POINTS_CELLS, Shape, Text, Turn, View, star_rows};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Successors of a sampled position whose looks are compared: they differ in little.
const SIBLINGS: usize = 2;

/// Draws sampled positions and some of their successors, and remembers every look.
#[derive(Default)]
pub(super) struct Diagrams {
    by_look: HashMap<u64, String>,
}

impl<G: Notation + View> Examiner<G> for Diagrams {
    fn meet(&mut self, met: &Met<'_, G>, desk: &mut Desk) -> Result<(), Failure> {
        if !met.sampled {
            return Ok(());
        }
        let game = met.game;
        let diagram = met.diagram();
        well_formed(diagram, game.players())
            .or_else(|(expected, found)| met.failure(Check::DiagramForm).expected(expected).found(found))?;
        if diagram.shape == Shape::Branches && met.verdict.is_none() && diagram.cells.len() != met.moves.len()
        {
            let failure = met.failure(Check::DiagramForm).expected(format!("{} branches", met.moves.len()));
            return failure.found(format!("{} cells", diagram.cells.len()));
        }
        marks_are_on_cells(met, desk)?;
        deciding_cells_and_tally(met)?;
        can_be_set_up_again(met)?;
        self.tells(game.turn(met.at), diagram, met.text)?;
        for _ in 0..SIBLINGS.min(met.moves.len()) {
            let next = game.after(met.at, met.moves[desk.random.below(met.moves.len())]);
            self.tells(game.turn(&next), &game.diagram(&next), &game.text(&next))?;
        }
        Ok(())
    }
}

impl Diagrams {
    /// Remembers a look, which must not be known from another text.
    fn tells(&mut self, turn: Turn, diagram: &Diagram, text: &str) -> Result<(), Failure> {
        let mut hasher = DefaultHasher::new();
        (turn, diagram).hash(&mut hasher);
        let known = self.by_look.entry(hasher.finish()).or_insert_with(|| text.to_owned());
        if known == text {
            return Ok(());
        }
        Failure::new(Check::DiagramTells, text)
            .expected(format!("another look than {known:?}"))
            .found("the same")
    }
}

/// Whether a diagram keeps its form; otherwise what was expected and found.
fn well_formed(diagram: &Diagram, players: u8) -> Result<(), (String, String)> {
    let found = diagram.cells.len();
    let cells = match diagram.shape {
        Shape::Grid { rows, columns } | Shape::Torus { rows, columns } => rows * columns,
        Shape::Pits { houses } => 2 * (houses + 1),
        Shape::Points => POINTS_CELLS,
        Shape::Star { side } => star_rows(side).into_iter().sum(),
        Shape::Piles | Shape::Branches => found,
    };
    if found != cells {
        return Err((format!("{cells} cells for {:?}", diagram.shape), found.to_string()));
    }
    let mut names = HashSet::new();
    let board = matches!(diagram.shape, Shape::Grid { .. } | Shape::Torus { .. });
    for cell in diagram.cells.iter().filter(|cell| board && !cell.name.is_empty()) {
        if !names.insert(&cell.name) {
            return Err(("different names".to_owned(), format!("two cells called {:?}", cell.name)));
        }
    }
    match diagram.cells.iter().filter_map(|cell| cell.piece.as_ref()).find(|piece| piece.owner.0 >= players) {
        Some(piece) => Err((format!("pieces of {players} players"), format!("{piece:?}"))),
        None => Ok(()),
    }
}

/// A game whose positions are set up by hand finds the position of its own board, and knows its pieces.
fn can_be_set_up_again<G: Notation + View>(met: &Met<'_, G>) -> Result<(), Failure> {
    let (game, cells) = (met.game, &met.diagram().cells);
    let Some(mover) = game.turn(met.at).player() else { return Ok(()) };
    let Some(text) = game.board_text(met.at, cells, mover) else { return Ok(()) };
    let read = game.read(&text);
    if read.as_ref().ok() != Some(met.at) {
        let failure = met.failure(Check::SetUp).expected(format!("{:?}", met.at));
        return failure.found(format!("{text:?}, which is {read:?}"));
    }
    let pieces = game.pieces();
    match cells.iter().filter_map(|cell| cell.piece.as_ref()).find(|piece| !pieces.contains(piece)) {
        Some(piece) => {
            met.failure(Check::SetUpPieces).expected(format!("{piece:?}")).found(format!("{pieces:?}"))
        }
        None => Ok(()),
    }
}

/// Marks are drawn after the move, on a diagram that may have more cells than the one before.
fn marks_are_on_cells<G: Notation + View>(met: &Met<'_, G>, desk: &mut Desk) -> Result<(), Failure> {
    let Some(&mv) = desk.random.pick(met.moves) else { return Ok(()) };
    let marks = met.game.marks(met.at, mv);
    let cells = met.diagram().cells.len();
    let in_scene = |&(cell, _): &(usize, Mark)| {
        cell < cells || cell < met.game.diagram(&met.game.after(met.at, mv)).cells.len()
    };
    if marks.windows(2).all(|pair| pair[0].0 <= pair[1].0) && marks.iter().all(in_scene) {
        return Ok(());
    }
    let expected = "marks on cells of the diagram before or after, in their order";
    met.failure_of(Check::Marks, mv).expected(expected).found(format!("{marks:?}"))
}

/// Whether what is shown beside a board or at the end of a game fits the board and the players.
fn deciding_cells_and_tally<G: Notation + View>(met: &Met<'_, G>) -> Result<(), Failure> {
    let game = met.game;
    let deciding = if met.ended.is_some() { game.deciding_cells(met.at) } else { Vec::new() };
    let in_order = deciding.windows(2).all(|pair| pair[0] < pair[1]);
    if !in_order || deciding.last().is_some_and(|&last| last >= met.diagram().cells.len()) {
        let failure = met.failure(Check::Deciding).expected("cells of the diagram, each once and in order");
        return failure.found(format!("{deciding:?}"));
    }
    match game.tally(met.at) {
        Some(tally) if tally.unit.is_empty() || tally.counts.len() != usize::from(game.players()) => {
            let expected = format!("a unit and {} numbers", game.players());
            met.failure(Check::Deciding).expected(expected).found(format!("{tally:?}"))
        }
        _ => Ok(()),
    }
}

/// Whether every player has a name of its own.
pub(super) fn players_are_named<G: View>(game: &G) -> Result<(), Failure> {
    let names = game.player_names();
    let different: HashSet<&Text> = names.iter().filter(|name| !name.is_empty()).collect();
    if names.len() == usize::from(game.players()) && different.len() == names.len() {
        return Ok(());
    }
    let expected = format!("{} different names", game.players());
    Failure::new(Check::PlayerNames, "").expected(expected).found(format!("{names:?}"))
}
