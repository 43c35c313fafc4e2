//! Matches between polynomials at equal search.

use super::play::{Played, play, randomness};
use super::rote::Memory;
use super::search::Search;
use super::settings::Settings;
use plybook_kernel::{Player, Rated};

/// A player with a fixed polynomial, and the boards it remembers, if any.
pub struct Contestant {
    /// The coefficients of all terms.
    pub coefficients: Vec<i64>,
    /// Boards remembered from earlier play; the games add to them.
    pub memory: Option<Memory>,
}

impl Contestant {
    /// Without a memory.
    #[must_use]
    pub fn new(coefficients: Vec<i64>) -> Contestant {
        Contestant { coefficients, memory: None }
    }

    /// Its move, which it notes in its memory; none if it concedes.
    pub(super) fn choose<G: Rated>(
        &mut self,
        game: &G,
        settings: &Settings,
        at: &G::Position,
        moves: &[G::Move],
    ) -> Option<G::Move> {
        let search = Search::new(game, &self.coefficients, settings);
        let (mv, backed) = search.with_memory(self.memory.as_mut()).best(at, moves)?;
        if let Some(memory) = &mut self.memory {
            memory.note(game.standard_key(at), backed.score, backed.plies);
        }
        (!backed.is_decided() || backed.score > 0).then_some(mv)
    }
}

/// Games won, even and lost by the first of two contestants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games without a winner.
    pub even: u32,
    /// Games lost.
    pub lost: u32,
}

impl Tally {
    /// The share of the points, an even game counting half.
    #[must_use]
    pub fn score(self) -> f64 {
        let all = f64::from(self.won + self.even + self.lost);
        (f64::from(self.won) + f64::from(self.even) / 2.0) / all
    }

    fn count(&mut self, winner: Option<Player>, own: Player) {
        match winner {
            None => self.even += 1,
            Some(winner) if winner == own => self.won += 1,
            Some(_) => self.lost += 1,
        }
    }
}

/// A match in pairs of games: both play each opening of random plies with both sides. `progress` is told of every game.
pub fn contest<G: Rated>(
    game: &G,
    settings: &Settings,
    contestants: &mut [Contestant; 2],
    games: usize,
    opening: u32,
    progress: &mut dyn FnMut(usize),
) -> Tally {
    let mut tally = Tally::default();
    for number in 0..games {
        let (played, own) = game_of_match(game, settings, contestants, number, opening);
        tally.count(played.winner, own);
        progress(number + 1);
    }
    tally
}

/// The game of a number of such a match, counted from 0, and the side that the first contestant had.
pub(super) fn game_of_match<G: Rated>(
    game: &G,
    settings: &Settings,
    contestants: &mut [Contestant; 2],
    number: usize,
    opening: u32,
) -> (Played, Player) {
    let own = Player((number % 2) as u8);
    let mut openings = randomness(settings, number / 2);
    let mut at = game.start();
    for _ in 0..opening {
        let moves = game.legal(&at);
        let Some(&mv) = openings.pick(&moves) else { break };
        game.play(&mut at, mv);
    }
    let mut random = randomness(settings, number);
    let played = play(game, &at, settings.longest, &mut random, &mut |turn, mover, _| {
        let contestant = &mut contestants[usize::from(mover != own)];
        contestant.choose(game, settings, turn.at, turn.moves)
    });
    (played, own)
}

/// How many of these won positions the side to move wins against itself, to the end of the game and not by judgement.
pub fn winning_chances<G: Rated>(
    game: &G,
    settings: &Settings,
    contestant: &mut Contestant,
    positions: &[G::Position],
) -> u32 {
    let mut wins = 0;
    for (number, at) in positions.iter().enumerate() {
        let mut random = randomness(settings, number);
        let own = game.turn(at).player();
        let played = play(game, at, settings.longest, &mut random, &mut |turn, _, _| {
            contestant.choose(game, settings, turn.at, turn.moves)
        });
        wins += u32::from(!played.judged && played.winner == own);
    }
    wins
}
