//! The layout of games without a course.

use super::{Layout, Page, WrittenMove, board, seconds};
use plybook_catalog::{Score, Session};

pub(super) struct Common;

impl Layout for Common {
    fn board(&self, page: &Page<'_>, session: &dyn Session) -> Vec<String> {
        let mut lines = board::rows(&session.board());
        if session.ending().is_none() {
            let mover = session.mover().map_or("chance", |player| page.side(player.0));
            lines.push(format!("{mover} to move"));
        }
        lines.push(String::new());
        lines
    }

    fn told(&self, page: &Page<'_>, made: &WrittenMove<'_>) -> Vec<String> {
        let &WrittenMove { ply, mover, turn, .. } = made;
        let mut facts = Vec::new();
        if ply.side.is_some() {
            facts.push(format!("{:.3} s", seconds(ply)));
        }
        facts.extend(ply.score.and_then(Score::from_raw).map(|score| score.to_string()));
        facts.extend(ply.proven.then(|| "proven".to_owned()));
        facts.extend(ply.depth.map(|depth| format!("depth {depth}")));
        let facts = if facts.is_empty() { "opening".to_owned() } else { facts.join(", ") };
        vec![format!("Turn {turn}: {} plays {} ({facts})", page.side(mover), ply.text)]
    }
}
