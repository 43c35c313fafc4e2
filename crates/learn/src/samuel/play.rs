//! One game between two players of Samuel's kind.

use super::search::values;
use super::settings::Settings;
use plybook_kernel::{Outcome, Player, Random, Rated, Wdl};

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who won, or was ahead in material when the game was stopped; nobody if they were even.
    pub winner: Option<Player>,
    /// Plies played.
    pub plies: u32,
    /// Whether the game was stopped and judged.
    pub judged: bool,
}

/// A board at which a player has to choose.
pub struct Turn<'a, G: Rated> {
    /// The board.
    pub at: &'a G::Position,
    /// The board one move earlier, unless the game begins here.
    pub before: Option<&'a G::Position>,
    /// The legal moves, at least one, in a random order: among equals the first is to be chosen.
    pub moves: &'a [G::Move],
}

impl<G: Rated> Turn<'_, G> {
    /// The values of all terms, to the credit of the side that is not to move. Where the game begins both sides are
    /// rated on the same board.
    pub fn values(&self, game: &G, balanced: bool) -> G::Ratings {
        let mover = game.turn(self.at).player().unwrap_or(Player::FIRST);
        let now = game.ratings(self.at, mover.other());
        values(game, &now, &game.ratings(self.before.unwrap_or(self.at), mover), balanced)
    }
}

/// Who is asked for the move of a player at a ply; gives none to concede.
pub type Chooser<'a, G> =
    dyn FnMut(&Turn<'_, G>, Player, u32) -> Option<<G as plybook_kernel::Game>::Move> + 'a;

/// Plays a game from a position. `choose` is asked for the move of a player, and gives none to concede. No game is a draw
/// by the rules about its path: it goes on until somebody cannot move or concedes, or it is stopped and judged.
pub fn play<G: Rated>(
    game: &G,
    start: &G::Position,
    longest: u32,
    random: &mut Random,
    choose: &mut Chooser<'_, G>,
) -> Played {
    let (mut at, mut before) = (start.clone(), None);
    for ply in 0..2 * longest {
        let Some(mover) = game.turn(&at).player() else { break };
        if let Some(outcome) = game.verdict(&at) {
            return Played { winner: winner(outcome), plies: ply, judged: false };
        }
        let mut moves = game.legal(&at);
        for last in (1..moves.len()).rev() {
            moves.swap(last, random.below(last + 1));
        }
        let Some(mv) = choose(&Turn { at: &at, before: before.as_ref(), moves: &moves }, mover, ply) else {
            return Played { winner: Some(mover.other()), plies: ply, judged: false };
        };
        let next = game.after(&at, mv);
        before = Some(std::mem::replace(&mut at, next));
    }
    let [first, second] = [Player::FIRST, Player::SECOND].map(|player| game.material(&at, player));
    let winner = match first - second {
        0 => None,
        1.. => Some(Player::FIRST),
        _ => Some(Player::SECOND),
    };
    Played { winner, plies: 2 * longest, judged: true }
}

fn winner(outcome: Outcome) -> Option<Player> {
    match outcome.wdl(Player::FIRST) {
        Wdl::Win => Some(Player::FIRST),
        Wdl::Loss => Some(Player::SECOND),
        Wdl::Draw => None,
    }
}

/// The randomness of one game of a series: it depends on the seed and the game's number alone.
#[must_use]
pub fn randomness(settings: &Settings, number: usize) -> Random {
    const STEP: u64 = 0x5851_f42d_4c95_7f2d;
    Random::new(settings.seed.wrapping_add((number as u64 + 1).wrapping_mul(STEP)))
}
