//! How a game ended, for people and programs.

use plybook_kernel::{End, EndRule, Outcome, Player, Text, Wdl};
use serde::Serialize;

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "EndingAnswer")]
pub struct Ending {
    /// Who got what.
    pub outcome: Outcome,
    /// What each player got.
    pub utilities: Vec<i32>,
    /// The rule that ended it.
    pub rule: EndRule,
    /// A sentence for people.
    pub sentence: String,
}

impl Ending {
    /// The end of a game between players of these names, where `mover` would be to move.
    pub(crate) fn new(end: End, names: &[Text], mover: Option<Player>) -> Ending {
        let End { outcome, rule } = end;
        let name = |player: Player| names.get(player.index()).map_or("the player", |name| &**name);
        let mut sentence = match (outcome.winner(), outcome) {
            (Some(player), Outcome::Margin(margin)) => format!("{} wins by {}", name(player), margin.abs()),
            (Some(player), _) => format!("{} wins", name(player)),
            (None, _) => "Draw".to_owned(),
        };
        match (rule, mover) {
            (EndRule::Position, _) => {}
            (rule, _) if rule.leaves_moves() => sentence += &format!(" by {}", rule.words()),
            (EndRule::Checkmate, Some(mover)) if outcome.wdl(mover) == Wdl::Loss => {
                sentence += &format!(": {} is checkmated", name(mover));
            }
            (_, mover) => {
                if let Some(mover) = mover.filter(|&mover| outcome.wdl(mover) != Wdl::Win) {
                    sentence += &format!(": {} has no move", name(mover));
                }
            }
        }
        let utilities = outcome.utilities(names.len().try_into().unwrap_or(u8::MAX));
        Ending { outcome, utilities, rule, sentence: sentence + "." }
    }

    /// Who won, if exactly one player did.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.outcome.winner()
    }

    /// The first player's margin in points, in games that count them.
    #[must_use]
    pub fn margin(&self) -> Option<i32> {
        if let Outcome::Margin(margin) = self.outcome { Some(margin) } else { None }
    }
}

/// The end of a game, for other programs.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Ending"))]
struct EndingAnswer {
    /// Who won: `first`, `second` and so on in the order of first moves, or `draw`.
    #[cfg_attr(feature = "schema", schemars(schema_with = "winners"))]
    winner: &'static str,
    /// The first player's margin in points, in games that count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i32>,
    /// What each player got, where there are more than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    utilities: Option<Vec<i32>>,
    /// The rule that ended it.
    #[cfg_attr(feature = "schema", schemars(schema_with = "rules"))]
    rule: &'static str,
    /// A sentence for people.
    sentence: String,
}

impl From<Ending> for EndingAnswer {
    fn from(ending: Ending) -> EndingAnswer {
        EndingAnswer {
            winner: ending.winner().map_or("draw", Player::ordinal),
            margin: ending.margin(),
            rule: ending.rule.words(),
            utilities: Some(ending.utilities).filter(|utilities| utilities.len() > 2),
            sentence: ending.sentence,
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Ending {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        EndingAnswer::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        EndingAnswer::json_schema(generator)
    }
}

#[cfg(feature = "schema")]
fn winners(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let words = Player::all(plybook_kernel::MOST_PLAYERS as u8).map(Player::ordinal).chain(["draw"]);
    schemars::json_schema!({ "type": "string", "enum": words.collect::<Vec<_>>() })
}

#[cfg(feature = "schema")]
fn rules(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": "string", "enum": EndRule::ALL.map(EndRule::words) })
}

#[cfg(test)]
mod tests {
    use crate::{Ending, open};

    fn ending(game: &str, position: &str, moves: &str) -> Ending {
        let mut session = open(game).unwrap().session(Some(position)).unwrap();
        moves.split_whitespace().for_each(|text| session.play(text).unwrap());
        session.ending().unwrap_or_else(|| panic!("{game} {position} {moves} goes on"))
    }

    fn sentence(game: &str, position: &str) -> String {
        ending(game, position, "").sentence
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

    #[test]
    fn every_end_says_its_own_rule() {
        let there_and_back = "h2h3 h7h6 h3h2 h6h7 h2h3 h7h6 h3h2 h6h7";
        for (game, position, moves, rule, sentence) in [
            // Nobody can mate any more: neither repetition nor a limit of moves has to do with it.
            (
                "chess",
                "8/P6k/8/8/8/8/7K/8 w - - 0 1",
                "a7a8n",
                "insufficient material",
                "Draw by insufficient material.",
            ),
            ("chess", "8/P6k/8/8/8/8/7K/8 w - - 0 1", there_and_back, "repetition", "Draw by repetition."),
            ("chess", "8/P6k/8/8/8/8/7K/8 w - - 99 90", "h2h3", "move limit", "Draw by move limit."),
            // A mate by the last quiet ply goes before the limit.
            (
                "chess",
                "7k/8/6K1/8/8/8/8/R7 w - - 99 90",
                "a1a8",
                "checkmate",
                "White wins: Black is checkmated.",
            ),
            ("chess", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", "stalemate", "Draw: Black has no move."),
            ("hexapawn:3x1", "b/1/w w", "a1a2", "no moves", "White wins: Black has no move."),
            ("tictactoe", "XX1/OO1/3 X", "c3", "position", "X wins."),
        ] {
            let ending = ending(game, position, moves);
            assert_eq!((ending.rule.words(), ending.sentence.as_str()), (rule, sentence), "{game} {moves}");
        }
    }

    #[test]
    fn the_utilities_of_many_players_are_told() {
        let tree = "tree:tree=(<1 5 2 2>)";
        let json = serde_json::to_value(ending(tree, "root", "1")).unwrap();
        let expected = serde_json::json!({
            "winner": "second", "utilities": [1, 5, 2, 2], "rule": "position", "sentence": "B wins."
        });
        assert_eq!(json, expected);
        let json = serde_json::to_value(ending("tree:tree=(-4 2)", "root", "1")).unwrap();
        assert_eq!((&json["margin"], json.get("utilities")), (&(-4).into(), None));
    }
}
