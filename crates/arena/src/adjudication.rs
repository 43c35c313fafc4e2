//! Ending a game early, where everybody can see how it will end.

use crate::record::PlyRecord;
use crate::{Reason, Verdict};
use plybook_catalog::endgame_files::TablebaseValue;
use plybook_catalog::{
    AnyGame, EngineConfig, Limits, NoObserver, Options, Outcome, Player, ReadError, Score, Session,
    Tablebases, ThinkRequest, Thinker,
};
use serde::{Deserialize, Serialize};

/// Size of the proving engine's table, in mebibytes.
const TABLE: usize = 8;
/// Deepest search of the proving engine, in plies.
const DEEPEST: u32 = 200;

/// A game is won when both players saw the same side so far ahead for so many moves each.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WinRule {
    /// How far ahead, in points; a proven win is beyond any number.
    pub points: f64,
    /// For how many moves of each player in a row.
    pub moves: u32,
}

/// A game is drawn when both players saw it even for so many moves each.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawRule {
    /// How even, in points.
    pub points: f64,
    /// For how many moves of each player in a row.
    pub moves: u32,
    /// Not before so many plies were played.
    pub after: u32,
}

/// When the referee ends a game before the rules do. Nothing of this unless asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Adjudication {
    /// Won by what both players saw.
    pub win: Option<WinRule>,
    /// Drawn by what both players saw.
    pub draw: Option<DrawRule>,
    /// Decided when the referee's own search, of so many positions after every move, proves a win.
    pub proven: Option<u64>,
    /// Decided, drawn too, as soon as an installed endgame database knows the position.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub database: bool,
}

/// The verdict of an endgame database, if it knows the position and the game can last as long as its value needs.
#[must_use]
pub fn by_database(
    knowledge: &Tablebases,
    session: &dyn Session,
    names: &[&str],
    plies_left: Option<usize>,
) -> Option<Verdict> {
    let mover = session.mover()?;
    let worth = knowledge.worth(session)?;
    let reason = Reason::Database;
    let won = |winner: Player, plies: u32| {
        let in_time = plies_left.is_none_or(|left| plies as usize <= left);
        let name = names.get(winner.index()).copied().unwrap_or_default();
        in_time.then(|| Verdict {
            outcome: Some(Outcome::Win(winner)),
            reason,
            sentence: format!("{name} wins: proven by the endgame database in {plies} plies."),
        })
    };
    match worth {
        TablebaseValue::Win(plies) => won(mover, plies),
        TablebaseValue::Loss(plies) => won(mover.other(), plies),
        TablebaseValue::Draw => Some(Verdict {
            outcome: Some(Outcome::Draw),
            reason,
            sentence: "Draw: proven by the endgame database.".to_owned(),
        }),
    }
}

impl Adjudication {
    /// The verdict that the players' own scores allow, if any; only where two play.
    #[must_use]
    pub fn by_scores(&self, plies: &[PlyRecord], names: &[&str]) -> Option<Verdict> {
        if let Some(WinRule { points, moves }) = self.win {
            for side in [Player::FIRST, Player::SECOND] {
                if agreed(plies, moves, |score| signed(score, side) >= points) {
                    let name = names.get(side.index()).copied().unwrap_or_default();
                    let sentence =
                        format!("{name} wins: both saw it {points} points ahead for {moves} moves.");
                    let (outcome, reason) = (Some(Outcome::Win(side)), Reason::WonByScore);
                    return Some(Verdict { outcome, reason, sentence });
                }
            }
        }
        let DrawRule { points, moves, after } = self.draw?;
        let even = |score: (u8, Score)| signed(score, Player::FIRST).abs() <= points;
        (plies.len() >= after as usize && agreed(plies, moves, even)).then(|| Verdict {
            outcome: Some(Outcome::Draw),
            reason: Reason::DrawnByScore,
            sentence: format!("Draw: both saw it even within {points} points for {moves} moves."),
        })
    }
}

/// A score in points as a side sees it, without bounds where it is decided.
fn signed((seer, score): (u8, Score), side: Player) -> f64 {
    let own = if score.is_win() {
        f64::INFINITY
    } else if score.is_loss() {
        f64::NEG_INFINITY
    } else {
        f64::from(score.raw()) / f64::from(Score::POINT)
    };
    if seer == side.0 { own } else { -own }
}

/// Whether the last so many moves of each player all came with a score that passes.
fn agreed(plies: &[PlyRecord], moves: u32, passes: impl Fn((u8, Score)) -> bool) -> bool {
    moves > 0
        && [0, 1].into_iter().all(|side| {
            let mut last = plies.iter().rev().filter(|ply| ply.side == Some(side));
            (0..moves).all(|_| {
                let score = last.next().and_then(|ply| ply.score).and_then(Score::from_raw);
                score.is_some_and(|score| passes((side, score)))
            })
        })
}

/// The referee's own engine. It gives a result only where it has proved it.
pub struct Prover {
    thinker: Box<dyn Thinker>,
    nodes: u64,
}

impl Prover {
    /// A prover of a game that enters so many positions after every move.
    ///
    /// # Errors
    /// The game has no evaluator.
    pub fn new(game: &dyn AnyGame, nodes: u64) -> Result<Prover, ReadError> {
        let setup = EngineConfig { options: Options::EXACT, hash: TABLE, ..EngineConfig::default() };
        Ok(Prover { thinker: game.thinker(&setup)?, nodes })
    }

    /// The verdict, if the result is proven.
    ///
    /// # Errors
    /// The session is of another game.
    pub fn verdict(&mut self, session: &dyn Session, names: &[&str]) -> Result<Option<Verdict>, ReadError> {
        let Some(mover) = session.mover() else { return Ok(None) };
        let depth = session.max_plies().unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let limits = Limits { nodes: Some(self.nodes), ..Limits::depth(depth) };
        let analysis = self.thinker.think(session, &ThinkRequest::from(limits), &NoObserver)?;
        let Some(line) = analysis.lines.first().filter(|line| analysis.proven && line.score.is_decided())
        else {
            return Ok(None);
        };
        let winner = if line.score.is_win() { mover } else { mover.other() };
        let plies = line.score.distance().unwrap_or_default();
        let name = names.get(winner.index()).copied().unwrap_or_default();
        Ok(Some(Verdict {
            outcome: Some(Outcome::Win(winner)),
            reason: Reason::Proven,
            sentence: format!("{name} wins: proven in {plies} plies."),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_catalog::open;

    fn ply(side: u8, score: Score) -> PlyRecord {
        PlyRecord { side: Some(side), score: Some(score.raw()), ..PlyRecord::default() }
    }

    #[test]
    fn a_win_needs_both_players_and_enough_moves() {
        let rules = Adjudication { win: Some(WinRule { points: 5.0, moves: 2 }), ..Adjudication::default() };
        let ask = |plies: &[PlyRecord]| rules.by_scores(plies, &["A", "B"]).map(|verdict| verdict.outcome);
        let (good, bad) = (Score::points(6), Score::points(-6));
        let mut plies = vec![ply(0, good), ply(1, bad), ply(0, Score::win_in(9))];
        assert_eq!(ask(&plies), None);
        plies.push(ply(1, bad));
        assert_eq!(ask(&plies), Some(Some(Outcome::Win(Player::FIRST))));
        plies.push(ply(0, Score::points(4)));
        assert_eq!(ask(&plies), None);
        let dissent = [ply(0, good), ply(1, good), ply(0, good), ply(1, good)];
        assert_eq!(ask(&dissent), None);
        let silent =
            [ply(0, good), PlyRecord { side: Some(1), ..PlyRecord::default() }, ply(0, good), ply(1, bad)];
        assert_eq!(ask(&silent), None);
        let second = [ply(0, bad), ply(1, good), ply(0, bad), ply(1, good)];
        assert_eq!(ask(&second), Some(Some(Outcome::Win(Player::SECOND))));
    }

    #[test]
    fn a_draw_waits_for_its_time() {
        let rule = |after| Adjudication {
            draw: Some(DrawRule { points: 0.1, moves: 1, after }),
            ..Adjudication::default()
        };
        let plies = [ply(0, Score::DRAW), ply(1, Score::evaluation(5))];
        assert_eq!(rule(3).by_scores(&plies, &["A", "B"]), None);
        assert_eq!(rule(2).by_scores(&plies, &["A", "B"]).unwrap().outcome, Some(Outcome::Draw));
    }

    #[test]
    fn only_what_is_proven_is_adjudicated() {
        let game = open("tictactoe").unwrap();
        let mut session = game.session(None).unwrap();
        let mut prover = Prover::new(&*game, 20_000).unwrap();
        assert_eq!(prover.verdict(&*session, &["X", "O"]).unwrap(), None);
        // The corner against the edge beside it loses.
        ["a1", "a2"].iter().for_each(|text| session.play(text).unwrap());
        let verdict = prover.verdict(&*session, &["X", "O"]).unwrap().unwrap();
        assert_eq!((verdict.outcome, verdict.reason), (Some(Outcome::Win(Player::FIRST)), Reason::Proven));
    }

    /// A search that is stopped in the middle of an iteration may know of a losing move only: no proof of a loss.
    #[test]
    fn a_search_without_time_for_all_moves_proves_no_loss() {
        let game = open("connect4").unwrap();
        // Nobody can force a win within the first ten plies of either game.
        for moves in [["4", "4", "5", "3", "4"], ["4", "4", "4", "4", "3"]] {
            for nodes in 1..=200 {
                let mut session = game.session(None).unwrap();
                let mut prover = Prover::new(&*game, nodes).unwrap();
                for text in moves {
                    session.play(text).unwrap();
                    let verdict = prover.verdict(&*session, &["x", "o"]).unwrap();
                    assert_eq!(verdict, None, "{} with {nodes} positions", session.text());
                }
            }
        }
    }
}
