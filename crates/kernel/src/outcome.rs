//! Who moves, how a game ended, and by which rule.

use crate::Score;

/// Most players that a game can have.
pub const MOST_PLAYERS: usize = 6;

/// What players are called by their places.
const ORDINALS: [&str; MOST_PLAYERS] = ["first", "second", "third", "fourth", "fifth", "sixth"];

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

    /// The player's place in the order of first moves, in a word: `first` to `sixth`.
    #[must_use]
    pub fn ordinal(self) -> &'static str {
        ORDINALS.get(self.index()).copied().unwrap_or("another")
    }

    /// The player of such a word.
    #[must_use]
    pub fn from_ordinal(word: &str) -> Option<Player> {
        ORDINALS.iter().position(|&ordinal| ordinal == word).map(|number| Player(number as u8))
    }

    /// The players of a game of so many, in the order of first moves.
    pub fn all(players: u8) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator {
        (0..players).map(Player)
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

/// Points of each of three to six players. More are better.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shares {
    /// Zero beyond the number of players.
    points: [i32; MOST_PLAYERS],
    players: u8,
}

impl Shares {
    /// The points of the players in the order of first moves; `None` if they are more than a game can have.
    #[must_use]
    pub fn new(points: &[i32]) -> Option<Shares> {
        let mut all = [0; MOST_PLAYERS];
        all.get_mut(..points.len())?.copy_from_slice(points);
        Some(Shares { points: all, players: points.len() as u8 })
    }

    /// The points, one for each player.
    #[must_use]
    pub fn points(&self) -> &[i32] {
        &self.points[..usize::from(self.players)]
    }

    /// The points of a player; the fewest there are for a player who does not take part.
    fn of(&self, player: Player) -> i32 {
        self.points().get(player.index()).copied().unwrap_or(i32::MIN)
    }
}

/// Who got what when a game ended, from nobody's point of view.
///
/// Two players share a fixed sum, so that one number says everything: those are the outcomes that `Score` and the
/// search by alpha-beta know. With more players each has a utility of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won; everybody else lost.
    Win(Player),
    /// Nobody won.
    Draw,
    /// The first player's points minus the second player's. More points win; the size counts too.
    Margin(i32),
    /// Points of each of more than two players.
    Shares(Shares),
}

/// How one player fared: win, draw or loss.
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

    /// Points of three to six players.
    #[must_use]
    pub fn shares<const PLAYERS: usize>(points: [i32; PLAYERS]) -> Outcome {
        const { assert!(PLAYERS > 2 && PLAYERS <= MOST_PLAYERS, "three to six players have shares") };
        Shares::new(&points).map_or(Outcome::Draw, Outcome::Shares)
    }

    /// The outcome that gives every player this utility: with two players a win, a draw or a margin. `None` for fewer
    /// than two players, for more than a game can have, and for two utilities that are not each other's opposite.
    ///
    /// It gives the outcome back whose `utilities` these are, but for a margin of one point, which is the same as a
    /// win, and for an even one, which is a draw.
    #[must_use]
    pub fn of_utilities(utilities: &[i32]) -> Option<Outcome> {
        let winner = |(player, &utility): (usize, &i32)| (utility == 1).then_some(Player(player as u8));
        let only_wins = utilities.iter().all(|&utility| utility == 1 || utility == -1);
        match utilities {
            [] | [_] => None,
            all if all.iter().all(|&utility| utility == 0) && all.len() <= MOST_PLAYERS => {
                Some(Outcome::Draw)
            }
            all if only_wins
                && all.iter().sum::<i32>() == 2 - all.len() as i32
                && all.len() <= MOST_PLAYERS =>
            {
                all.iter().enumerate().find_map(winner).map(Outcome::Win)
            }
            &[first, second] => (first.checked_neg() == Some(second)).then_some(Outcome::Margin(first)),
            all => Shares::new(all).map(Outcome::Shares),
        }
    }

    /// What `player` got: points or a margin where the game counts them, otherwise 1 for a win, -1 for a loss and 0
    /// for a draw.
    #[must_use]
    pub fn utility(self, player: Player) -> i32 {
        match self {
            Outcome::Win(winner) if winner == player => 1,
            Outcome::Win(_) => -1,
            Outcome::Draw => 0,
            Outcome::Margin(margin) => signed(margin, player),
            Outcome::Shares(shares) => shares.of(player),
        }
    }

    /// What each of so many players got.
    #[must_use]
    pub fn utilities(self, players: u8) -> Vec<i32> {
        Player::all(players).map(|player| self.utility(player)).collect()
    }

    /// The outcome as `player` sees it. With more than two players the one with the most points alone wins; a shared
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
            Outcome::Shares(shares) => {
                let mine = shares.of(player);
                let best = shares.points().iter().copied().max().unwrap_or(mine);
                let sharing = shares.points().iter().filter(|&&points| points == best).count();
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
        match self {
            Outcome::Win(winner) => Some(winner),
            Outcome::Draw | Outcome::Margin(0) => None,
            Outcome::Margin(margin) => Some(if margin > 0 { Player::FIRST } else { Player::SECOND }),
            Outcome::Shares(shares) => {
                Player::all(shares.players).find(|&player| self.wdl(player) == Wdl::Win)
            }
        }
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
            Outcome::Shares(shares) => Score::points(shares.of(player)),
        }
    }
}

/// The first player's number as `player` sees it.
const fn signed(margin: i32, player: Player) -> i32 {
    if player.0 == 0 { margin } else { margin.saturating_neg() }
}

/// The rule that ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum EndRule {
    /// The position decides: a line, a goal, a king that was taken, points that can be counted.
    Position,
    /// The player to move has no legal move.
    NoMoves,
    /// The player to move is in check and has no legal move.
    Checkmate,
    /// The player to move is not in check and has no legal move.
    Stalemate,
    /// The position stood on the board too often.
    Repetition,
    /// So many plies were played, or so many without progress.
    MoveLimit,
    /// Nobody has the pieces to win.
    InsufficientMaterial,
}

impl EndRule {
    /// All rules.
    pub const ALL: [EndRule; 7] = [
        EndRule::Position,
        EndRule::NoMoves,
        EndRule::Checkmate,
        EndRule::Stalemate,
        EndRule::Repetition,
        EndRule::MoveLimit,
        EndRule::InsufficientMaterial,
    ];

    /// The words by which it is told and stored.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            EndRule::Position => "position",
            EndRule::NoMoves => "no moves",
            EndRule::Checkmate => "checkmate",
            EndRule::Stalemate => "stalemate",
            EndRule::Repetition => "repetition",
            EndRule::MoveLimit => "move limit",
            EndRule::InsufficientMaterial => "insufficient material",
        }
    }

    /// Whether the player to move could still move: a referee who does not know the rule would let the game go on.
    #[must_use]
    pub const fn leaves_moves(self) -> bool {
        matches!(self, EndRule::Repetition | EndRule::MoveLimit | EndRule::InsufficientMaterial)
    }
}

/// The end of a game: who got what, and by which rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct End {
    /// Who got what.
    pub outcome: Outcome,
    /// The rule that ended it.
    pub rule: EndRule,
}

impl End {
    /// An end by some rule.
    #[must_use]
    pub const fn new(outcome: Outcome, rule: EndRule) -> End {
        End { outcome, rule }
    }

    /// A draw by some rule.
    #[must_use]
    pub const fn draw(rule: EndRule) -> End {
        End { outcome: Outcome::Draw, rule }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_see_opposite_results() {
        for outcome in [Outcome::Win(Player::FIRST), Outcome::Draw, Outcome::Margin(-3), Outcome::Margin(0)] {
            let first = outcome.wdl(Player::FIRST);
            let second = outcome.wdl(Player::SECOND);
            assert_eq!(first as i32 - 1, 1 - second as i32, "{outcome:?}");
            assert_eq!(outcome.score(Player::FIRST), -outcome.score(Player::SECOND), "{outcome:?}");
            assert_eq!(outcome.utility(Player::FIRST), -outcome.utility(Player::SECOND), "{outcome:?}");
        }
        assert_eq!(Outcome::Margin(i32::MIN).wdl(Player::SECOND), Wdl::Win);
        assert_eq!(Outcome::Margin(-3).winner(), Some(Player::SECOND));
    }

    #[test]
    fn shares_have_one_winner_or_none() {
        assert_eq!(Outcome::shares([1, 5, 2]).winner(), Some(Player(1)));
        assert_eq!(Outcome::shares([5, 5, 2]).winner(), None);
        assert_eq!(Outcome::shares([5, 5, 2]).wdl(Player(0)), Wdl::Draw);
        assert_eq!(Outcome::shares([5, 5, 2]).wdl(Player(2)), Wdl::Loss);
        // Players who do not take part have no points, not even where everybody has lost some.
        let losers = Outcome::shares([-4, -1, -2, -3]);
        assert_eq!((losers.winner(), losers.utilities(4)), (Some(Player(1)), vec![-4, -1, -2, -3]));
        assert_eq!(Outcome::shares([0, 0, 0, 0, 0, 1]).winner(), Some(Player(5)));
        assert_eq!(Shares::new(&[0; MOST_PLAYERS + 1]), None);
    }

    #[test]
    fn utilities_lead_back_to_outcomes() {
        for (outcome, players) in [
            (Outcome::Win(Player::SECOND), 2),
            (Outcome::Win(Player(2)), 4),
            (Outcome::Draw, 2),
            (Outcome::Draw, 6),
            (Outcome::Margin(-7), 2),
            (Outcome::shares([1, 0, 1]), 3),
            (Outcome::shares([-9, 4, 4, 0, 2, 2]), 6),
        ] {
            assert_eq!(Outcome::of_utilities(&outcome.utilities(players)), Some(outcome));
        }
        assert_eq!(Outcome::of_utilities(&[1, -1]), Some(Outcome::Win(Player::FIRST)));
        assert_eq!(Outcome::of_utilities(&[1, 1, -1]), Some(Outcome::shares([1, 1, -1])));
        for wrong in [&[][..], &[1], &[1, 1], &[i32::MIN, i32::MIN], &[0; 7], &[-1, -1, 1, -1, -1, -1, -1]] {
            assert_eq!(Outcome::of_utilities(wrong), None, "{wrong:?}");
        }
    }
}
