//! The search stack: everything that belongs to one ply of the current line.

use crate::depth::Ply;
use crate::ordering::ScoredMove;
use plybook_kernel::{Evaluator, Game, Player, Score};
use std::ops::{Index, IndexMut};

/// What is known at one ply.
pub(crate) struct Frame<G: Game, E: Evaluator<G>> {
    pub at: G::Position,
    /// What the evaluator keeps; made only once it is asked for, and until then another position's.
    accumulator: E::Accumulator,
    /// Whether the accumulator is this position's.
    pub accumulated: bool,
    /// Who moves here.
    pub mover: Player,
    /// The position's key.
    pub key: u64,
    /// Whether the position has occurred before, in this line or in the game.
    pub occurred: bool,
    /// The static evaluation, once it was asked for.
    pub evaluation: Option<Score>,
    pub moves: Vec<G::Move>,
    pub picks: Vec<ScoredMove>,
    /// Whether the picks hold the moves; otherwise they are searched as they are listed.
    pub ordered: bool,
    /// The principal variation from here.
    pub pv: Vec<G::Move>,
    /// The move that led here; none at the root and after a null move.
    pub played: Option<G::Move>,
    /// Whether a move is expected to cut here: the position is entered to refute the move that led here.
    pub cut_node: bool,
    /// The number of the table's move, while the search asks whether any other move is nearly as good.
    pub excluded: Option<u16>,
}

impl<G: Game, E: Evaluator<G>> Frame<G, E> {
    /// A frame before anything is known about its position.
    fn new(game: &G, at: G::Position, accumulator: E::Accumulator) -> Frame<G, E> {
        let (mover, key) = (mover_of(game, &at), game.key(&at));
        let (moves, picks, pv) = (Vec::new(), Vec::new(), Vec::new());
        Frame {
            at,
            accumulator,
            accumulated: true,
            mover,
            key,
            occurred: false,
            evaluation: None,
            moves,
            picks,
            ordered: false,
            pv,
            played: None,
            cut_node: false,
            excluded: None,
        }
    }
}

/// The frames of the current line, the root's first. It grows with the deepest line and keeps its memory.
pub(crate) struct Stack<G: Game, E: Evaluator<G>>(Vec<Frame<G, E>>);

impl<G: Game, E: Evaluator<G>> Stack<G, E> {
    pub const fn new() -> Stack<G, E> {
        Stack(Vec::new())
    }

    /// Begins anew with the root alone.
    pub fn restart(&mut self, game: &G, at: &G::Position, accumulator: E::Accumulator) {
        self.0.truncate(0);
        self.0.push(Frame::new(game, at.clone(), accumulator));
    }

    /// A ply's frame and the one below it, which is made if it is not there yet.
    #[inline]
    pub fn pair(&mut self, game: &G, ply: Ply) -> (&mut Frame<G, E>, &mut Frame<G, E>) {
        let index = ply.index();
        if self.0.len() == index + 1 {
            let Frame { at, accumulator, .. } = &self.0[index];
            let frame = Frame::new(game, at.clone(), accumulator.clone());
            self.0.push(frame);
        }
        let (above, below) = self.0.split_at_mut(index + 1);
        (&mut above[index], &mut below[0])
    }

    /// The static evaluation of a ply's position. Its accumulator and those of the plies above are made first, down from
    /// the nearest that is there, so that positions which nobody evaluates cost nothing.
    #[inline]
    pub fn evaluate(&mut self, game: &G, evaluator: &E, ply: Ply) -> Score {
        let index = ply.index();
        if !self.0[index].accumulated {
            self.accumulate(game, evaluator, index);
        }
        let Frame { at, accumulator, .. } = &self.0[index];
        evaluator.evaluate(game, at, accumulator)
    }

    fn accumulate(&mut self, game: &G, evaluator: &E, index: usize) {
        let mut first = index;
        while !self.0[first].accumulated {
            first -= 1;
        }
        for above in first..index {
            let (above, below) = self.0[above..].split_at_mut(1);
            let (from, to) = (&above[0], &mut below[0]);
            match to.played {
                Some(mv) => {
                    let (before, made) = (&from.accumulator, &mut to.accumulator);
                    evaluator.update_in_place(game, before, &from.at, mv, &to.at, made);
                }
                None => to.accumulator = evaluator.pass(game, &from.accumulator, &to.at),
            }
            to.accumulated = true;
        }
    }

    /// The principal variation from a ply is this move and the principal variation after it.
    pub fn keep_pv(&mut self, ply: Ply, ordinal: u16) {
        let (above, below) = self.0.split_at_mut(ply.index() + 1);
        let frame = &mut above[ply.index()];
        frame.pv.clear();
        frame.pv.push(frame.moves[usize::from(ordinal)]);
        if let Some(next) = below.first() {
            frame.pv.extend_from_slice(&next.pv);
        }
    }
}

impl<G: Game, E: Evaluator<G>> Index<Ply> for Stack<G, E> {
    type Output = Frame<G, E>;

    #[inline]
    fn index(&self, ply: Ply) -> &Frame<G, E> {
        &self.0[ply.index()]
    }
}

impl<G: Game, E: Evaluator<G>> IndexMut<Ply> for Stack<G, E> {
    #[inline]
    fn index_mut(&mut self, ply: Ply) -> &mut Frame<G, E> {
        &mut self.0[ply.index()]
    }
}

/// The player to move. Chance has no place in this search; such a position counts as the first's.
#[inline]
pub(crate) fn mover_of<G: Game>(game: &G, at: &G::Position) -> Player {
    game.turn(at).player().unwrap_or(Player::FIRST)
}

/// The player to move after a move of another player's.
#[inline]
pub(crate) fn mover_after<G: Game>(game: &G, mover: Player, next: &G::Position) -> Player {
    if G::ALTERNATES { mover.other() } else { mover_of(game, next) }
}
