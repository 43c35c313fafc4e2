//! What a game knows that helps a search.

use crate::{Game, History, Random, Score, Window};

/// What a game tells a search. All defaults say "nothing known"; a search without hints is correct, only slower.
///
/// Hints come in two kinds. `noisy`, `may_stand_pat` and `order` steer a search of limited depth. `bounds`,
/// `settle` and `skip` are exact knowledge about the rest of the game, for searches to its end: they must hold
/// for the true value, distances included.
pub trait SearchHints<G: Game>: Clone + Send + Sync + 'static {
    /// What is worked out once per position and then asked for each move.
    type NodeHints: Clone + Default + Send;

    /// Looks at a position, before its moves are ordered or skipped.
    fn look(&self, game: &G, at: &G::Position) -> Self::NodeHints {
        let _ = (game, at);
        Self::NodeHints::default()
    }

    /// The same for a position that is about to be searched so many plies deep: the deeper, the more a look may
    /// cost. Asked instead of `look` where the depth is known.
    fn study(&self, game: &G, at: &G::Position, depth: i32) -> Self::NodeHints {
        let _ = depth;
        self.look(game, at)
    }

    /// Whether the game has moves after which an evaluation cannot be trusted, so that quiescence is worthwhile.
    fn has_noise(&self) -> bool {
        false
    }

    /// Whether this move is such a move: a capture, a promotion.
    fn noisy(&self, game: &G, at: &G::Position, mv: G::Move) -> bool {
        let _ = (game, at, mv);
        false
    }

    /// Lists the noisy moves, where that is faster than to list all moves and to ask about each; other moves may be among
    /// them. False where it is not: then nothing is listed. Only asked where the player may stand pat.
    fn noisy_moves(&self, game: &G, at: &G::Position, out: &mut Vec<G::Move>) -> bool {
        let _ = (game, at, out);
        false
    }

    /// Whether the player to move could as well do nothing, so that the evaluation is a lower bound for what the
    /// noisy moves give. False where noisy moves are compulsory, or in check.
    fn may_stand_pat(&self, game: &G, at: &G::Position) -> bool {
        let _ = (game, at);
        true
    }

    /// Whether the player to move is under a threat that one ply more would show, such as a check.
    fn threatened(&self, game: &G, at: &G::Position) -> bool {
        let _ = (game, at);
        false
    }

    /// Whether a move makes a threat that the opponent cannot leave unanswered, such as a check, as far as that is quickly
    /// seen. Such a move is not left out for being quiet.
    fn threatens(&self, game: &G, at: &G::Position, mv: G::Move) -> bool {
        let _ = (game, at, mv);
        false
    }

    /// Whether `order` has an opinion about any move; without one a search need not ask.
    fn has_order(&self) -> bool {
        true
    }

    /// How promising a move looks: larger is searched earlier. Zero and below is left to experience.
    fn order(&self, game: &G, at: &G::Position, mv: G::Move, insight: &Self::NodeHints) -> i32 {
        let _ = (game, at, mv, insight);
        0
    }

    /// How far values move within a few plies, if pruning by the static evaluation is to be tried at all. Without
    /// margins a search prunes by nothing that an evaluation says.
    fn margins(&self) -> Option<Margins> {
        None
    }

    /// What a noisy move wins at most at once, in hundredths of a point, if that can be said; more than an evaluation
    /// could rise by. A move whose gain is not known is never left out for gaining too little.
    fn gain(&self, game: &G, at: &G::Position, mv: G::Move) -> Option<i32> {
        let _ = (game, at, mv);
        None
    }

    /// Whether a move wins at least so many hundredths of a point if both sides go on capturing on its square (static
    /// exchange evaluation); `least` is mostly negative: how much may be lost. True where exchanges mean nothing.
    fn exchange_wins(&self, game: &G, at: &G::Position, mv: G::Move, least: i32) -> bool {
        let _ = (game, at, mv, least);
        true
    }

    /// Bounds on the true value of an unfinished position for the player to move: at least the first, at most
    /// the second.
    fn bounds(&self, game: &G, at: &G::Position) -> (Score, Score) {
        let _ = (game, at);
        (Window::FULL.alpha, Window::FULL.beta)
    }

    /// The true value of an unfinished position, where it can be had without the search's help; if it lies
    /// outside the window, a bound on the same side is enough.
    fn settle(&self, game: &G, at: &G::Position, window: Window) -> Option<Score> {
        let _ = (game, at, window);
        None
    }

    /// Whether a move need not be searched because another one is surely at least as good, distance included.
    /// Never true of all moves.
    fn skip(&self, game: &G, at: &G::Position, mv: G::Move, insight: &Self::NodeHints) -> bool {
        let _ = (game, at, mv, insight);
        false
    }

    /// Whether the game is better played by simulated games than by looking ahead to a depth: where evaluations say
    /// little, and the same moves are good wherever they are played.
    fn prefers_simulation(&self) -> bool {
        false
    }

    /// Whether a game that alpha-beta does not play, for its chance or its players, is better played by looking ahead to a
    /// depth than by simulated games: where an evaluation says more than a game played out.
    fn prefers_depth(&self) -> bool {
        false
    }

    /// A move for a game played out by chance, where the game knows a better or faster way to draw one than to list
    /// all moves: every move that it would be wrong never to try must have a chance. `None` leaves the choice to the
    /// search. Only asked where a player moves and the position shows no end.
    #[inline]
    fn playout_move(&self, game: &G, at: &G::Position, random: &mut Random) -> Option<G::Move> {
        let _ = (game, at, random);
        None
    }
}

/// How far values move, in the game's own unit: hundredths of a point. The margins of a game are best measured; those
/// made from one typical swing are safe to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// For each ply of depth: an evaluation that is so far above beta is taken for good enough (reverse futility).
    pub reverse_futility: i32,
    /// For each ply of depth: an evaluation that is so far below alpha leaves only noisy moves to try (razoring).
    pub razoring: i32,
    /// Once, and for each ply of depth: what a quiet move can add to the evaluation (futility).
    pub futility: [i32; 2],
    /// What noisy moves beyond the horizon can add to the evaluation and what they win (delta pruning).
    pub delta: i32,
    /// For each ply of depth: what a noisy move may lose by exchanges and is searched nevertheless.
    pub exchange: i32,
    /// For each ply of depth: how much better than all others a move must be to be searched deeper (singular).
    pub singular: i32,
    /// Quiet moves that are searched at any depth before late ones are left out, besides a number that grows with the
    /// square of the depth.
    pub late_moves: i32,
    /// The improvement of the evaluation that is worth another ply of a null move's reduction.
    pub null_move: i32,
}

impl Margins {
    /// Margins for a game whose evaluation typically changes by so much within a ply or two.
    #[must_use]
    pub const fn of_swing(swing: i32) -> Margins {
        Margins {
            reverse_futility: swing,
            razoring: 3 * swing,
            futility: [swing, swing],
            delta: 2 * swing,
            exchange: swing,
            singular: swing / 32 + 1,
            late_moves: 8,
            null_move: 2 * swing,
        }
    }
}

/// Hints that know nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHints;

impl<G: Game> SearchHints<G> for NoHints {
    type NodeHints = ();

    fn has_order(&self) -> bool {
        false
    }
}

/// A game that comes with hints.
pub trait HasHints: Game + Sized {
    /// What the game tells a search.
    type SearchHints: SearchHints<Self>;

    /// The hints of this game.
    fn hints(&self) -> Self::SearchHints;
}

/// Exact knowledge of positions from outside the search, such as an endgame database.
pub trait Oracle<G: Game>: Send + Sync {
    /// The value of an unfinished position for the player to move, if it is known.
    fn value(&self, game: &G, at: &G::Position) -> Option<Score>;

    /// The same with the path taken into account: `None` where a rule about the path, such as a move limit, could
    /// spoil the value. `past` holds the positions before `at`.
    fn value_with(&self, game: &G, at: &G::Position, past: &History) -> Option<Score> {
        let _ = past;
        self.value(game, at)
    }
}
