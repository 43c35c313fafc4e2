//! How a game ended, in words.

use plybook_kernel::{Outcome, Player, Text, Wdl};
use serde::Serialize;

/// Who won, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Result3 {
    /// Who moved first.
    First,
    /// Who moved second.
    Second,
    /// A third player.
    Third,
    /// Nobody.
    Draw,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ending {
    /// Who won.
    pub winner: Result3,
    /// The first player's margin in points, in games that count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i32>,
    /// The rule that ended it: `position`, `stuck` (the side to move has no move) or `path` (repetition, move
    /// limits).
    pub rule: &'static str,
    /// A sentence for people.
    pub sentence: String,
}

impl Ending {
    pub(crate) fn new(
        outcome: Outcome,
        rule: &'static str,
        names: &[Text],
        mover: Option<Player>,
        alarm: bool,
    ) -> Ending {
        let name = |player: Player| names.get(player.index()).map_or("the player", |name| &**name);
        let winner = match outcome.winner() {
            Some(Player(0)) => Result3::First,
            Some(Player(1)) => Result3::Second,
            Some(_) => Result3::Third,
            None => Result3::Draw,
        };
        let margin = if let Outcome::Margin(margin) = outcome { Some(margin) } else { None };
        let mut sentence = match (outcome.winner(), margin) {
            (Some(player), Some(margin)) => format!("{} wins by {}", name(player), margin.abs()),
            (Some(player), None) => format!("{} wins", name(player)),
            (None, _) => "Draw".to_owned(),
        };
        match (rule, mover) {
            ("stuck", Some(mover)) if alarm && outcome.wdl(mover) == Wdl::Loss => {
                sentence += &format!(": {} is checkmated", name(mover));
            }
            ("stuck", Some(mover)) if outcome.wdl(mover) != Wdl::Win => {
                sentence += &format!(": {} has no move", name(mover));
            }
            ("path", _) => sentence += " by repetition or a move limit",
            _ => {}
        }
        Ending { winner, margin, rule, sentence: sentence + "." }
    }
}

#[cfg(test)]
mod tests {
    use crate::open;

    fn sentence(game: &str, position: &str) -> String {
        open(game).unwrap().session(Some(position)).unwrap().ending().unwrap().sentence
    }

    #[test]
    fn a_king_without_a_move_is_checkmated_only_in_check() {
        assert_eq!(
            sentence("chess", "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"),
            "White wins: Black is checkmated."
        );
        assert_eq!(sentence("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "Draw: Black has no move.");
        assert_eq!(sentence("hexapawn:3x1", "b/w/1 b"), "White wins: Black has no move.");
    }
}
