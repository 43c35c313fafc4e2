//! Games of this project as the crate `minimax` wants them: the same position code, handed over as its
//! documentation advises (small states are copied by `apply`, nothing is undone).

use crate::contest::Contest;
use minimax::{Evaluation, Winner};
use plybook_kernel::{Evaluator, Outcome};
use std::cell::Cell;
use std::marker::PhantomData;

/// The crate's rules have no value of their own, so a state carries a reference to ours.
pub struct State<C: Contest> {
    pub game: &'static C,
    pub at: C::Position,
}

impl<C: Contest> Clone for State<C> {
    fn clone(&self) -> State<C> {
        State { game: self.game, at: self.at.clone() }
    }
}

/// The rules; `COUNTS` says whether positions entered are counted, for searches that do not count themselves. It
/// costs one addition to memory that nobody waits for.
pub struct Rules<C, const COUNTS: bool>(PhantomData<C>);

thread_local! {
    /// Positions entered by searches with counting rules.
    pub static ENTERED: Cell<u64> = const { Cell::new(0) };
}

/// The crate asks who moved last, we say which player has won.
fn winner<C: Contest>(state: &State<C>, outcome: Outcome) -> Winner {
    let mover = state.game.turn(&state.at).player();
    match outcome {
        Outcome::Win(player) if Some(player) == mover => Winner::PlayerToMove,
        Outcome::Win(_) => Winner::PlayerJustMoved,
        _ => Winner::Draw,
    }
}

impl<C: Contest, const COUNTS: bool> minimax::Game for Rules<C, COUNTS> {
    type S = State<C>;
    type M = C::Move;

    fn generate_moves(state: &State<C>, moves: &mut Vec<C::Move>) -> Option<Winner> {
        if let Some(outcome) = state.game.outcome(&state.at) {
            return Some(winner(state, outcome));
        }
        state.game.moves(&state.at, moves);
        moves.is_empty().then(|| winner(state, state.game.no_moves(&state.at)))
    }

    fn apply(state: &mut State<C>, mv: C::Move) -> Option<State<C>> {
        if COUNTS {
            ENTERED.set(ENTERED.get() + 1);
        }
        let mut next = state.clone();
        next.game.play(&mut next.at, mv);
        Some(next)
    }

    fn get_winner(state: &State<C>) -> Option<Winner> {
        state.game.outcome(&state.at).map(|outcome| winner(state, outcome))
    }

    fn zobrist_hash(state: &State<C>) -> u64 {
        state.game.key(&state.at)
    }

    fn table_index(mv: C::Move) -> u16 {
        C::table_index(mv)
    }

    fn max_table_index() -> u16 {
        C::MAX_TABLE_INDEX
    }
}

/// Our evaluator, in the crate's sixteen bits.
pub struct Values<C: Contest, const COUNTS: bool>(pub C::Values);

impl<C: Contest, const COUNTS: bool> minimax::Evaluator for Values<C, COUNTS> {
    type G = Rules<C, COUNTS>;

    fn evaluate(&self, state: &State<C>) -> Evaluation {
        let accumulator = self.0.accumulate(state.game, &state.at);
        self.0.evaluate(state.game, &state.at, &accumulator).raw() as Evaluation
    }
}
