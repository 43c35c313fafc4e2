//! A model as an evaluator of its game.

use crate::accumulator::Accumulator;
use crate::{Model, ModelError, Provenance, file};
use plybook_kernel::planes::MOST_PLANES;
use plybook_kernel::{Evaluator, Game, HasInfo, PlaneLayout, Planes, Player, Score, Term};
use std::sync::Arc;

/// A learnt evaluation of a game. Copies share the model.
#[derive(Clone, Debug)]
pub struct LearntEvaluator {
    model: Arc<Model>,
    layout: Arc<PlaneLayout>,
    provenance: Arc<Provenance>,
}

impl LearntEvaluator {
    /// The evaluator of a file's bytes for a game.
    ///
    /// # Errors
    /// The bytes are no model of this game, or the game shows no planes.
    pub fn read<G: HasInfo + Planes>(game: &G, bytes: &[u8]) -> Result<LearntEvaluator, ModelError> {
        let layout = game.plane_layout().ok_or(ModelError::NoPlanes)?;
        let (model, provenance) = file::read(&file::name_of(game), &layout, game.phases(), bytes)?;
        Ok(LearntEvaluator {
            model: Arc::new(model),
            layout: Arc::new(layout),
            provenance: Arc::new(provenance),
        })
    }

    /// The evaluator of a model that was made for this layout.
    #[must_use]
    pub fn new(layout: PlaneLayout, model: Model, provenance: Provenance) -> LearntEvaluator {
        LearntEvaluator { model: Arc::new(model), layout: Arc::new(layout), provenance: Arc::new(provenance) }
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Where the model comes from.
    #[must_use]
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// What each piece adds to the value for the player to move, in hundredths of a point, by cell of the game's
    /// diagram.
    #[must_use]
    pub fn cells<G: Planes>(&self, game: &G, at: &G::Position) -> Vec<(usize, i32)> {
        let planes = self.planes(game, at);
        let pieces = self.model.pieces(self.seen(&planes), mover(game, at).index(), game.phase(at));
        let numbered = pieces.into_iter().zip(&self.layout.diagram);
        let mut cells: Vec<(usize, i32)> =
            numbered.filter_map(|(value, &cell)| Some((usize::from(cell), value?))).collect();
        cells.sort_unstable();
        cells
    }

    /// The first player's planes.
    #[inline]
    fn planes<G: Planes>(&self, game: &G, at: &G::Position) -> [u64; MOST_PLANES] {
        let mut planes = [0; MOST_PLANES];
        game.planes(at, Player::FIRST, &mut planes[..self.layout.planes()]);
        planes
    }

    #[inline]
    fn seen<'a>(&self, planes: &'a [u64; MOST_PLANES]) -> &'a [u64] {
        &planes[..self.layout.planes()]
    }
}

/// Who is to move; at a chance node the first player counts.
#[inline]
fn mover<G: Game>(game: &G, at: &G::Position) -> Player {
    game.turn(at).player().unwrap_or(Player::FIRST)
}

impl<G: Planes> Evaluator<G> for LearntEvaluator {
    type Accumulator = Box<Accumulator>;

    fn accumulate(&self, game: &G, at: &G::Position) -> Box<Accumulator> {
        Box::new(self.model.accumulate(self.seen(&self.planes(game, at))))
    }

    fn update(
        &self,
        game: &G,
        accumulator: &Box<Accumulator>,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
    ) -> Box<Accumulator> {
        let mut to = accumulator.clone();
        self.update_in_place(game, accumulator, before, mv, after, &mut to);
        to
    }

    #[inline]
    fn update_in_place(
        &self,
        game: &G,
        accumulator: &Box<Accumulator>,
        _: &G::Position,
        _: G::Move,
        after: &G::Position,
        to: &mut Box<Accumulator>,
    ) {
        self.model.update(accumulator, |planes| game.planes(after, Player::FIRST, planes), to);
    }

    fn pass(&self, game: &G, accumulator: &Box<Accumulator>, after: &G::Position) -> Box<Accumulator> {
        let mut to = accumulator.clone();
        self.model.update(accumulator, |planes| game.planes(after, Player::FIRST, planes), &mut to);
        to
    }

    #[inline]
    fn evaluate(&self, game: &G, at: &G::Position, accumulator: &Box<Accumulator>) -> Score {
        self.model.evaluate(accumulator, mover(game, at).index(), game.phase(at))
    }

    fn terms(&self, game: &G, at: &G::Position) -> Vec<Term> {
        let planes = self.planes(game, at);
        self.model.terms(&self.layout, self.seen(&planes), mover(game, at).index(), game.phase(at))
    }
}
