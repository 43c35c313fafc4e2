//! What a search should know about Toro-Tile Straight.

use super::board::Squares;
use super::{Position, ToroTile};
use plybook_kernel::{HasHints, SearchHints};

/// Squares that complete a line come first, then those on which the opponent would complete one.
#[derive(Clone, Copy, Debug)]
pub struct ToroTileHints;

/// The rank of a tile that wins.
const WINS: i32 = 2;
/// The rank of a tile that keeps the opponent from winning.
const SAVES: i32 = 1;

/// The blank squares that matter at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Urgent {
    /// Where the player to move completes a line.
    wins: Squares,
    /// Where the opponent would.
    saves: Squares,
}

impl SearchHints<ToroTile> for ToroTileHints {
    type NodeHints = Urgent;

    fn look(&self, game: &ToroTile, at: &Position) -> Urgent {
        let [own, other] = [at.tiles[at.mover.index()], at.tiles[at.mover.other().index()]];
        let mut urgent = Urgent::default();
        for &line in &game.lines {
            let (lacks, their_lacks) = (line & !own, line & !other);
            if lacks & other == 0 && lacks & lacks.wrapping_sub(1) == 0 {
                urgent.wins |= lacks;
            } else if their_lacks & own == 0 && their_lacks & their_lacks.wrapping_sub(1) == 0 {
                urgent.saves |= their_lacks;
            }
        }
        urgent
    }

    #[inline]
    fn order(&self, _: &ToroTile, _: &Position, square: u8, urgent: &Urgent) -> i32 {
        let is_in = |squares: Squares| (squares >> square & 1) as i32;
        WINS * is_in(urgent.wins) + SAVES * is_in(urgent.saves)
    }

    /// A win at once cannot be bettered, and whoever leaves a line to the opponent loses as fast as possible.
    #[inline]
    fn skip(&self, _: &ToroTile, _: &Position, square: u8, urgent: &Urgent) -> bool {
        let worth_trying = if urgent.wins == 0 { urgent.saves } else { urgent.wins };
        worth_trying != 0 && worth_trying >> square & 1 == 0
    }
}

impl HasHints for ToroTile {
    type SearchHints = ToroTileHints;

    fn hints(&self) -> ToroTileHints {
        ToroTileHints
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::{Game, HasInfo, Random};

    /// Whether a tile of the player to move on a square ends the game with a line.
    fn wins(game: &ToroTile, at: &Position, square: u8) -> bool {
        game.after(at, square).won
    }

    /// In random games: the highest ranks win, the next save, and what is skipped is no better than what is not.
    #[test]
    fn urgent_squares_are_told_apart() {
        let (mut winning, mut saving) = (0, 0);
        for options in ["tetra-toro", "gold-rush,k=3", "board=.W../--../..B.,k=3"] {
            let game = ToroTile::default().variant(options).unwrap();
            let mut random = Random::new(8);
            for _ in 0..200 {
                let mut at = game.start();
                while let Some(&mv) = random.pick(&game.legal(&at)) {
                    let urgent = ToroTileHints.look(&game, &at);
                    let turned = Position { mover: at.mover.other(), ..at };
                    let moves = game.legal(&at);
                    for &square in &moves {
                        let (mine, theirs) = (wins(&game, &at, square), wins(&game, &turned, square));
                        let rank = ToroTileHints.order(&game, &at, square, &urgent);
                        assert_eq!((rank >= WINS, rank % WINS > 0), (mine, theirs), "{at:?} {square}");
                        winning += usize::from(mine);
                        saving += usize::from(theirs);
                    }
                    let skipped = |&square: &u8| ToroTileHints.skip(&game, &at, square, &urgent);
                    let (left_out, kept): (Vec<u8>, Vec<u8>) =
                        moves.iter().partition(|&square| skipped(square));
                    assert!(!kept.is_empty());
                    let someone_wins = kept.iter().all(|&square| wins(&game, &at, square));
                    let all_save = kept.iter().all(|&square| wins(&game, &turned, square));
                    assert!(left_out.is_empty() || someone_wins || all_save, "{at:?}");
                    game.play(&mut at, mv);
                }
            }
        }
        assert!(winning > 0 && saving > 0);
    }
}
