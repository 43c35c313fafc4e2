//! The hints against plain alpha-beta.

use super::finish::Finish;
use super::{Othello, OthelloHints, Position};
use plybook_kernel::{Game, Random, Score, SearchHints, Window};

/// The value by plain alpha-beta over the rules.
fn plain(game: &Othello, at: &Position, mut alpha: Score, beta: Score) -> Score {
    if let Some(outcome) = game.outcome(at) {
        return outcome.score(at.mover);
    }
    let mut best = -Score::INFINITY;
    for mv in game.legal(at) {
        best = best.max(-plain(game, &game.after(at, mv), -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// An unfinished position of a random game, with so many empty squares at most.
fn late(game: &Othello, most: u32, random: &mut Random) -> Option<Position> {
    let mut at = game.start();
    while game.outcome(&at).is_none() {
        if game.empty(&at).count_ones() <= most {
            return Some(at);
        }
        let moves = game.legal(&at);
        game.play(&mut at, *random.pick(&moves)?);
    }
    None
}

/// Whether a score found with a window tells the truth about a value.
fn truthful(found: Score, value: Score, window: Window) -> bool {
    if found <= window.alpha {
        value <= found
    } else if found >= window.beta {
        value >= found
    } else {
        value == found
    }
}

#[test]
fn settled_positions_equal_plain_alpha_beta() {
    let mut random = Random::new(5);
    for (side, most, many) in [(8, 4, 3000), (8, 6, 1500), (8, 8, 150), (6, 8, 500), (4, 9, 500)] {
        let game = Othello::new(side);
        let mut met = 0;
        while met < many {
            let Some(at) = late(&game, most, &mut random) else { continue };
            met += 1;
            let value = plain(&game, &at, -Score::INFINITY, Score::INFINITY);
            let near = value.raw() + random.below(1200) as i32 - 600;
            let windows = [
                Window::FULL,
                Window::null_above(value),
                Window::null_above(value.below()),
                Window::null_above(Score::evaluation(near)),
                Window { alpha: Score::evaluation(near), beta: Score::evaluation(near + 700) },
            ];
            for window in windows {
                let found = OthelloHints.settle(&game, &at, window).expect("few squares are empty");
                assert!(truthful(found, value, window), "{found:?} for {value:?} in {window:?} of {at:?}");
            }
            let (least, most) = OthelloHints.bounds(&game, &at);
            assert!(least <= value && value <= most, "{value:?} of {at:?}");
        }
    }
}

#[test]
fn hopeless_positions_are() {
    let mut random = Random::new(6);
    for (side, most, many) in [(8, 7, 1500), (6, 8, 500), (4, 6, 500)] {
        let game = Othello::new(side);
        let finish = Finish { board: game.board };
        let (mut met, mut cut) = (0, 0);
        while met < many {
            let Some(at) = late(&game, most, &mut random) else { continue };
            met += 1;
            let squares = game.board.count_ones() as usize;
            let alpha = random.below(squares) as i32;
            let count = game.empty(&at).count_ones();
            if let Some(bound) = finish.hopeless(at.own, at.other, count, alpha) {
                cut += 1;
                assert!(bound <= alpha);
                let value = plain(&game, &at, -Score::INFINITY, Score::INFINITY);
                assert!(value <= Score::points(bound), "{value:?} above {bound} in {at:?}");
            }
        }
        assert!(cut > many / 50, "{cut} of {many} positions on a board of {side}");
    }
}

#[test]
fn every_move_gets_an_opinion() {
    let mut random = Random::new(7);
    let game = Othello::new(8);
    for _ in 0..200 {
        let Some(at) = late(&game, 60 - random.below(50) as u32, &mut random) else { continue };
        let look = OthelloHints.study(&game, &at, 40);
        for mv in game.legal(&at) {
            let opinion = OthelloHints.order(&game, &at, mv, &look);
            assert!(mv == super::PASS || (opinion > 0 && opinion < 1 << 24), "{opinion} for {mv} in {at:?}");
        }
    }
}
