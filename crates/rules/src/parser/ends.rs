//! How games end.

use super::cursor::Cursor;
use super::{Parser, Result};
use crate::definition::{Both, Condition, EndResult, EndTest, Stuck};
use crate::geometry::{HEXAGONAL, LONGEST_SIDE, ORTHOGONAL};

/// What ends a game.
const CONDITIONS: [&str; 8] = ["line", "square", "reach", "connect", "own", "enemy", "position", "after"];

/// Most tests for the end of a game.
const MOST_TESTS: usize = 24;
/// Most of them that follow chains of pieces, which takes the longest.
const MOST_CHAIN_TESTS: usize = 4;

impl Parser<'_> {
    /// `win: line of 3`, `lose: …`, `draw: …`.
    pub(super) fn end(&mut self, line: &mut Cursor, result: EndResult, players: Both<bool>) -> Result<()> {
        self.board_of(line)?;
        line.take_mark(':');
        let condition = match line.one_of("an end of the game", &CONDITIONS)? {
            "line" => {
                line.expect("of")?;
                let length = line.number("pieces", 2..=LONGEST_SIDE as u32)? as usize;
                let vectors = self.ways_or_any(line)?;
                Condition::Line { length, vectors }
            }
            "square" => {
                if self.board_of(line)?.hexagonal {
                    return Err(line.error_before("a square on a hexagonal board", "use another end"));
                }
                Condition::Square
            }
            "reach" => {
                let cells = self.cells(line)?;
                let kind = if line.take("with") { Some(self.kind(line)?) } else { None };
                Condition::Reach { cells, kind, safely: line.take("safely") }
            }
            "connect" => {
                let from = self.cells(line)?;
                line.expect("with")?;
                let to = self.cells(line)?;
                let also = if line.take("with") { Some(self.cells(line)?) } else { None };
                let hexagonal = self.board_of(line)?.hexagonal;
                let vectors = if hexagonal { HEXAGONAL.to_vec() } else { ORTHOGONAL.to_vec() };
                let said = line.word().is_some_and(Self::is_way);
                let vectors = if said { self.ways_or_any(line)? } else { vectors };
                Condition::Connect { from, to, also, vectors }
            }
            "own" if line.take("together") => Condition::Together { vectors: self.ways_or_any(line)? },
            "own" => {
                line.expect("at")?;
                line.expect("least")?;
                let count = line.number("pieces", 1..=256)? as usize;
                let kind = if line.word() == Some("in") { None } else { self.kind_or_any(line)? };
                let held = line.take("in");
                if held {
                    line.expect("hand")?;
                }
                Condition::AtLeast { kind, count, held }
            }
            "enemy" => {
                line.expect("has")?;
                let than = if line.take("no") {
                    1
                } else if line.take("fewer") {
                    line.expect("than")?;
                    line.number("pieces", 1..=256)? as usize
                } else {
                    return Err(line.none_of("how many", &["no", "fewer"]));
                };
                Condition::EnemyFewer { kind: self.kind_or_any(line)?, than }
            }
            word => return self.path_rule(line, word, result),
        };
        if let Condition::Line { vectors, .. }
        | Condition::Together { vectors }
        | Condition::Connect { vectors, .. } = &condition
            && vectors.iter().any(|&(x, y)| !vectors.contains(&(-x, -y)))
        {
            return Err(
                line.error_before("ways without their opposites", "write orthogonal, diagonal or any")
            );
        }
        if self.ends.len() == MOST_TESTS {
            return Err(line.error_before("too many ends", format!("use at most {MOST_TESTS}")));
        }
        let chains = |condition: &Condition| {
            matches!(condition, Condition::Connect { .. } | Condition::Together { .. })
        };
        if chains(&condition)
            && self.ends.iter().filter(|end| chains(&end.condition)).count() == MOST_CHAIN_TESTS
        {
            let remedy = format!("use at most {MOST_CHAIN_TESTS}");
            return Err(line.error_before("too many ends by chains of pieces", remedy));
        }
        self.ends.push(EndTest { condition, result, players });
        Ok(())
    }

    /// A kind of piece, `pieces` or nothing.
    fn kind_or_any(&self, line: &mut Cursor) -> Result<Option<usize>> {
        if line.take("pieces") || line.take("piece") || line.is_done() {
            Ok(None)
        } else {
            self.kind(line).map(Some)
        }
    }

    /// `draw: position 3 times`, `draw: after 200 plies without progress`.
    fn path_rule(&mut self, line: &mut Cursor, word: &str, result: EndResult) -> Result<()> {
        if result != EndResult::Draw {
            return Err(line.error_before("only draws follow from the path", "write `draw:` before it"));
        }
        if word == "position" {
            let times = line.number("times", 2..=9)?;
            line.expect("times")?;
            self.path.repetition = Some(times);
            return Ok(());
        }
        let plies = line.number("plies", 1..=10_000)?;
        line.expect("plies")?;
        if line.take("without") {
            line.expect("progress")?;
            self.path.quiet = Some(plies);
        } else {
            self.path.plies = Some(plies);
        }
        Ok(())
    }

    /// `stuck: loses`, `both stuck: more pieces wins`.
    pub(super) fn stuck(&mut self, line: &mut Cursor, both: bool) -> Result<()> {
        line.take_mark(':');
        let words: &[&'static str] = match both {
            true => &["draws", "more", "fewer", "loses", "wins"],
            false => &["loses", "wins", "draws", "passes", "more", "fewer"],
        };
        let stuck = match line.one_of("what happens to who cannot move", words)? {
            "loses" => Stuck::Loses,
            "wins" => Stuck::Wins,
            "draws" => Stuck::Draws,
            "passes" => Stuck::Passes,
            word => {
                line.expect("pieces")?;
                line.expect("wins")?;
                if word == "more" { Stuck::MorePieces } else { Stuck::FewerPieces }
            }
        };
        *if both { &mut self.both_stuck } else { &mut self.stuck } = Some(stuck);
        Ok(())
    }
}
