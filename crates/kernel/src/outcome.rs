//! Who moves, and how a game ended.

use crate::Score;

/// A player, numbered from zero in the order of first moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Player(pub u8);

impl Player {
    /// Who moves first.
    pub const FIRST: Player = Player(0);
    /// Who moves second.
    pub const SECOND: Player = Player(1);

    /// The opponent in a game of two.
    #[must_use]
    pub const fn other(self) -> Player {
        Player(self.0 ^ 1)
    }

    /// The player's number, for indexing arrays.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What happens next in a position: a player decides, or chance does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// This player chooses a move.
    Player(Player),
    /// A random event chooses, with the weights of `Game::chances`.
    Chance,
}

impl Turn {
    /// The player who decides, or `None` at a chance node.
    #[must_use]
    pub const fn player(self) -> Option<Player> {
        match self {
            Turn::Player(player) => Some(player),
            Turn::Chance => None,
        }
    }
}

/// How a finished game ended, from nobody's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won; everybody else lost.
    Win(Player),
    /// Nobody won.
    Draw,
    /// The first player's points minus the second player's. More points win; the size counts too.
    Margin(i32),
    /// Points of each of three players.
    Shares([i32; 3]),
}

/// How one player fared: the plain words for an outcome.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Wdl {
    /// The player lost.
    Loss,
    /// Nobody won.
    Draw,
    /// The player won.
    Win,
}

impl Outcome {
    /// A win for the opponent of `player`, in a game of two.
    #[must_use]
    pub const fn loss_of(player: Player) -> Outcome {
        Outcome::Win(player.other())
    }

    /// The outcome as `player` sees it. With three players the one with the most points alone wins; a shared
    /// first place is a draw for those who share it.
    #[must_use]
    pub fn wdl(self, player: Player) -> Wdl {
        match self {
            Outcome::Win(winner) if winner == player => Wdl::Win,
            Outcome::Win(_) => Wdl::Loss,
            Outcome::Draw => Wdl::Draw,
            Outcome::Margin(margin) => match signed(margin, player).cmp(&0) {
                std::cmp::Ordering::Less => Wdl::Loss,
                std::cmp::Ordering::Equal => Wdl::Draw,
                std::cmp::Ordering::Greater => Wdl::Win,
            },
            Outcome::Shares(points) => {
                let mine = points[player.index()];
                let best = points.iter().copied().max().unwrap_or(mine);
                let sharing = points.iter().filter(|&&p| p == best).count();
                match (mine == best, sharing) {
                    (true, 1) => Wdl::Win,
                    (true, _) => Wdl::Draw,
                    (false, _) => Wdl::Loss,
                }
            }
        }
    }

    /// The winner, if there is exactly one.
    #[must_use]
    pub fn winner(self) -> Option<Player> {
        (0..3).map(Player).find(|&player| match self {
            Outcome::Shares(_) => self.wdl(player) == Wdl::Win,
            _ => player.0 < 2 && self.wdl(player) == Wdl::Win,
        })
    }

    /// The value for `player` at the very node where the game ended. A win is a win in zero plies; points are
    /// evaluations without distance.
    #[must_use]
    pub fn score(self, player: Player) -> Score {
        match self {
            Outcome::Win(winner) if winner == player => Score::win_in(0),
            Outcome::Win(_) => Score::loss_in(0),
            Outcome::Draw => Score::DRAW,
            Outcome::Margin(margin) => Score::points(signed(margin, player)),
            Outcome::Shares(points) => Score::points(points[player.index()]),
        }
    }
}

/// The first player's number as `player` sees it.
const fn signed(margin: i32, player: Player) -> i32 {
    if player.0 == 0 { margin } else { margin.saturating_neg() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_see_opposite_standings() {
        for outcome in [Outcome::Win(Player::FIRST), Outcome::Draw, Outcome::Margin(-3), Outcome::Margin(0)] {
            let first = outcome.wdl(Player::FIRST);
            let second = outcome.wdl(Player::SECOND);
            assert_eq!(first as i32 - 1, 1 - second as i32, "{outcome:?}");
            assert_eq!(outcome.score(Player::FIRST), -outcome.score(Player::SECOND), "{outcome:?}");
        }
        assert_eq!(Outcome::Margin(i32::MIN).wdl(Player::SECOND), Wdl::Win);
    }

    #[test]
    fn shares_have_one_winner_or_none() {
        assert_eq!(Outcome::Shares([1, 5, 2]).winner(), Some(Player(1)));
        assert_eq!(Outcome::Shares([5, 5, 2]).winner(), None);
        assert_eq!(Outcome::Shares([5, 5, 2]).wdl(Player(0)), Wdl::Draw);
        assert_eq!(Outcome::Shares([5, 5, 2]).wdl(Player(2)), Wdl::Loss);
    }
}
