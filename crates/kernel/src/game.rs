//! The rules of a game, as a search sees them.

use crate::{End, EndRule, History, Outcome, Turn, perft::Count};
use std::fmt::Debug;
use std::hash::Hash;

/// The rules of one game. The value itself holds the board size, the variant's options and the key tables, so
/// that two variants run side by side in one process.
///
/// A position is a value: `play` changes it in place and there is no undo; whoever wants the old position
/// keeps a copy. Positions hold what decides the future, never the path: repetitions and move counters are
/// judged by `end_with` over a `History`.
///
/// The first eight methods are the game; the rest have defaults that are correct, only weaker.
pub trait Game: Send + Sync + 'static {
    /// Everything that decides how a game can go on.
    type Position: Clone + Eq + Debug + Send + Sync + 'static;
    /// A small value. Two moves of one position are equal only if they are the same move.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Whether two players move in turn throughout, also into finished positions, so that a search need not ask
    /// after every move who is next.
    const ALTERNATES: bool = false;

    /// The position a game starts from.
    fn start(&self) -> Self::Position;

    /// Who decides in this position. It need not alternate. In a finished position it names the player whose
    /// turn it would be.
    fn turn(&self, at: &Self::Position) -> Turn;

    /// Appends all legal moves to `out`, each once, in an order that depends on the position alone. Must only
    /// be called while `outcome` is `None`.
    fn moves(&self, at: &Self::Position, out: &mut Vec<Self::Move>);

    /// Plays a legal move and keeps the key up to date.
    fn play(&self, at: &mut Self::Position, mv: Self::Move);

    /// The end of the game, if the position shows it without generating moves.
    fn outcome(&self, at: &Self::Position) -> Option<Outcome>;

    /// What it means that `moves` found nothing although `outcome` was `None`.
    fn no_moves(&self, at: &Self::Position) -> Outcome;

    /// The position's key: equal positions have equal keys, and different ones differ but for bad luck. Must
    /// be stored or cheap.
    fn key(&self, at: &Self::Position) -> u64;

    /// The longest possible game in plies, if the rules bound it, path rules included.
    fn max_plies(&self) -> Option<u32>;

    /// The number of legal moves. Must only be called while `outcome` is `None`.
    fn count(&self, at: &Self::Position) -> usize {
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        moves.len()
    }

    /// The replies to all moves together, and the games that end after one of them: what `perft` counts at depth
    /// two. `None` where that is no faster than playing every move. Must only be called while `outcome` is `None`.
    fn count_replies(&self, at: &Self::Position) -> Option<Count> {
        let _ = at;
        None
    }

    /// How many players there are: two to six.
    fn players(&self) -> u8 {
        2
    }

    /// Whether chance moves in some position. What searches by minimax alone does not play such a game.
    fn has_chance(&self) -> bool {
        false
    }

    /// The end of the game with the path taken into account: repetition, move limits, whatever `outcome` leaves to
    /// the referee. `past` holds the positions before `at`. Must agree with `outcome` wherever that is `Some`.
    #[inline]
    fn end_with(&self, at: &Self::Position, past: &History) -> Option<End> {
        let _ = past;
        self.outcome(at).map(|outcome| End::new(outcome, EndRule::Position))
    }

    /// What the end is called where no move is left: a game with checks tells checkmate and stalemate apart.
    fn no_moves_rule(&self, at: &Self::Position) -> EndRule {
        let _ = at;
        EndRule::NoMoves
    }

    /// What it means in the end that positions come back, if the rules end the game by repetition. A search takes the
    /// first return of a position within its own line for this; `end_with` says when the game itself is over.
    fn repetition(&self) -> Option<Outcome> {
        None
    }

    /// Whether after this move no earlier position can come back (a capture, a man's move): it restarts the
    /// count of quiet plies in `History`.
    fn resets(&self, at: &Self::Position, mv: Self::Move) -> bool {
        let _ = (at, mv);
        false
    }

    /// The position with the turn handed over, where a free move for the opponent is meaningful and hardly ever
    /// better than moving.
    fn null(&self, at: &Self::Position) -> Option<Self::Position> {
        let _ = at;
        None
    }

    /// At a chance node, appends every move of `moves` with its probability, in the same order.
    fn chances(&self, at: &Self::Position, out: &mut Vec<(Self::Move, f32)>) {
        let _ = (at, out);
    }

    /// A small number for the move, for tables of how good a kind of move has been. Moves may share one.
    fn history_slot(&self, mv: Self::Move) -> u16 {
        let _ = mv;
        0
    }

    /// The end of the game in this position by whatever rule, path rules aside; generates moves where it must.
    fn verdict(&self, at: &Self::Position) -> Option<Outcome> {
        self.outcome(at).or_else(|| (self.count(at) == 0).then(|| self.no_moves(at)))
    }

    /// The outcome by `end_with`, for searches that do not ask for the rule.
    #[inline]
    fn outcome_with(&self, at: &Self::Position, past: &History) -> Option<Outcome> {
        self.end_with(at, past).map(|end| end.outcome)
    }

    /// The end of the game by whatever rule, the path's included; generates moves where it must. Where several rules
    /// end it, the position goes before the lack of moves, and that before the path.
    fn end(&self, at: &Self::Position, past: &History) -> Option<End> {
        if let Some(outcome) = self.outcome(at) {
            return Some(End::new(outcome, EndRule::Position));
        }
        if self.count(at) == 0 {
            return Some(End::new(self.no_moves(at), self.no_moves_rule(at)));
        }
        self.end_with(at, past)
    }

    /// All legal moves in a vector of their own; none in a finished game.
    fn legal(&self, at: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if self.outcome(at).is_none() {
            self.moves(at, &mut moves);
        }
        moves
    }

    /// The position after a move, leaving `at` as it was.
    fn after(&self, at: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut next = at.clone();
        self.play(&mut next, mv);
        next
    }
}
