//! Positions of every listed game, reached by random moves.

use plybook_games::{Visitor, all, with_game};
use plybook_kernel::{Game, History, ListedGame, Random, Turn};

/// What is done with a game.
pub trait Each {
    /// Called once with every game of two players without chance, under every name that the game gives as an
    /// example.
    fn game<G: ListedGame>(&mut self, name: &str, game: G);
}

struct Call<'a, V> {
    name: &'static str,
    each: &'a mut V,
}

impl<V: Each> Visitor for Call<'_, V> {
    type Output = ();

    fn visit<G: ListedGame>(self, game: G) {
        if game.players() == 2 && !meets_chance(&game) {
            self.each.game(self.name, game);
        }
    }
}

/// Calls `each` with every game.
pub fn for_all(each: &mut impl Each) {
    for name in names() {
        with_game(name, Call { name, each }).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// How many games `for_all` has at most.
pub fn names() -> Vec<&'static str> {
    all().iter().flat_map(|info| &info.examples).map(|name| &**name).collect()
}

fn meets_chance<G: Game>(game: &G) -> bool {
    let mut random = Random::new(1);
    (0..20).any(|_| walk(game, &mut random, 50).0.iter().any(|at| game.turn(at) == Turn::Chance))
}

/// The positions of a random game of at most so many plies that are not over by whatever rule, and the path to
/// the last of them.
pub fn walk<G: Game>(game: &G, random: &mut Random, plies: usize) -> (Vec<G::Position>, History) {
    let (mut at, mut past) = (game.start(), History::new());
    let mut met = vec![at.clone()];
    for _ in 0..plies {
        let moves = game.legal(&at);
        let Some(&mv) = random.pick(&moves) else { break };
        let next = game.after(&at, mv);
        let mut longer = past.clone();
        longer.push(game.key(&at), game.resets(&at, mv));
        if game.verdict(&next).is_some() || game.outcome_with(&next, &longer).is_some() {
            break;
        }
        (at, past) = (next, longer);
        met.push(at.clone());
    }
    (met, past)
}

/// A position that is not over, up to so many random moves from the start, with the path to it.
pub fn reach<G: Game>(game: &G, random: &mut Random, plies: usize) -> (G::Position, History) {
    let length = random.below(plies + 1);
    let (mut met, past) = walk(game, random, length);
    (met.pop().expect("the start is always met"), past)
}

/// The deepest search of a position that plain minimax can do within so many positions, by a guess at the
/// branching; at least 1 and at most `most`.
pub fn affordable<G: Game>(game: &G, at: &G::Position, positions: usize, most: u32) -> u32 {
    let branching = game.count(at).max(2);
    (1..=most).take_while(|&depth| branching.saturating_pow(depth) <= positions).last().unwrap_or(1)
}
