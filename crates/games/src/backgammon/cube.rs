//! What a position is worth when the cube is in play, and what a score of a match is worth.

use super::{Backgammon, Position};
use plybook_kernel::{Chances, Player};

/// How much of the way from a cube that is never turned to one that is always turned in time a real cube is worth:
/// Janowski's figure for money games.
const LIVELINESS: f64 = 0.68;
/// What a match is worth in points of a game: as much as searches take a win for.
const MATCH: f64 = 200.0;

/// A straight line through two points, at `x`.
fn line(x: f64, (x0, y0): (f64, f64), (x1, y1): (f64, f64)) -> f64 {
    if x1 - x0 < 1e-9 { y1 } else { y0 + (y1 - y0) * (x - x0) / (x1 - x0) }
}

/// The equity of a cube of one for whoever rolls, by Janowski's model: between a dead cube and one that is turned at the
/// very point where it is as good to drop as to take. `mine` says who may turn it; nobody in particular if `None`.
fn money(chances: Chances, mine: Option<bool>) -> f64 {
    let [win, double_win, triple_win, double_loss, triple_loss] = chances.0.map(f64::from);
    let per = |sum: f64, base: f64| if base < 1e-6 { 1.0 } else { (sum / base).clamp(1.0, 3.0) };
    let won = per(win + double_win + triple_win, win);
    let lost = per(1.0 - win + double_loss + triple_loss, 1.0 - win);
    let whole = won + lost + 0.5;
    let (take, cash) = (((lost - 0.5) / whole).max(0.0), ((lost + 1.0) / whole).min(1.0));
    let (bottom, top) = ((0.0, -lost), (1.0, won));
    let (taken, cashed) = ((take, -1.0), (cash, 1.0));
    let live = match mine {
        None if win < take => line(win, bottom, taken),
        None if win < cash => line(win, taken, cashed),
        None => line(win, cashed, top),
        Some(true) if win < cash => line(win, bottom, cashed),
        Some(true) => line(win, cashed, top),
        Some(false) if win < take => line(win, bottom, taken),
        Some(false) => line(win, taken, top),
    };
    LIVELINESS * live + (1.0 - LIVELINESS) * f64::from(chances.equity())
}

/// How likely a player wins a match who still needs so many points, against one who needs so many: Janowski's formula.
fn match_chance(needs: i32, other: i32) -> f64 {
    match (needs, other) {
        (..=0, _) => 1.0,
        (_, ..=0) => 0.0,
        _ => {
            let behind = f64::from(needs.max(other));
            let lead = 0.85 * f64::from((other - needs).abs()) / (behind + 6.0);
            if needs <= other { 0.5 + lead } else { 0.5 - lead }
        }
    }
}

impl Backgammon {
    /// What a position is worth to a player with these chances, in points, with the cube at this value and its owner.
    pub(super) fn worth(
        &self,
        at: &Position,
        player: Player,
        chances: Chances,
        (cube, owner): (u8, Option<Player>),
    ) -> f64 {
        let Some(points) = self.points else {
            let equity = match self.cube {
                true => money(chances, owner.map(|owner| owner == player)),
                false => f64::from(chances.equity()),
            };
            return f64::from(cube) * equity;
        };
        let [win, double_win, triple_win, double_loss, triple_loss] = chances.0.map(f64::from);
        let needs = |player: Player| i32::from(points) - i32::from(at.score[player.index()]);
        let (mine, theirs) = (needs(player), needs(player.other()));
        let cube = i32::from(cube);
        let after =
            |multiple: i32| match_chance(mine - multiple.max(0) * cube, theirs + multiple.min(0) * cube);
        let chance = (win - double_win) * after(1)
            + (double_win - triple_win) * after(2)
            + triple_win * after(3)
            + (1.0 - win - double_loss) * after(-1)
            + (double_loss - triple_loss) * after(-2)
            + triple_loss * after(-3);
        MATCH * (2.0 * chance - 1.0)
    }

    /// What it is worth to a player that the other drops the cube.
    pub(super) fn cashed(&self, at: &Position, player: Player) -> f64 {
        self.worth(at, player, Chances::of_points(1), (at.cube, None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dead_cube_and_a_live_one_are_the_ends() {
        // Without gammons a live cube is dropped below 20 per cent and cashed from 80 per cent on.
        for (win, mine, equity) in [(0.8, None, 1.0), (0.2, None, -1.0), (0.5, None, 0.0), (1.0, None, 1.0)] {
            let live = money(Chances([win, 0.0, 0.0, 0.0, 0.0]), mine);
            let dead = 2.0 * f64::from(win) - 1.0;
            assert!((live - (LIVELINESS * equity + (1.0 - LIVELINESS) * dead)).abs() < 1e-6, "{win}: {live}");
        }
        let owned = |mine| money(Chances([0.5, 0.1, 0.0, 0.1, 0.0]), mine);
        assert!(owned(Some(true)) > owned(None) && owned(None) > owned(Some(false)));
    }

    #[test]
    fn scores_are_worth_the_same_to_both() {
        for (one, other) in [(1, 1), (1, 5), (3, 2), (7, 7), (0, 4)] {
            let sum = match_chance(one, other) + match_chance(other, one);
            assert!((sum - 1.0).abs() < 1e-9, "{one} {other}: {sum}");
        }
    }
}
