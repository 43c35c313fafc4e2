//! The layout of games without a course.

use super::{Layout, Page, board, seconds};
use crate::record::PlyRecord;
use plybook_catalog::{Score, Session};

pub(super) struct Common;

fn drawn(page: &Page<'_>, session: &dyn Session) -> Vec<String> {
    let mut lines = board::rows(&session.board());
    if session.ending().is_none() {
        let mover = session.mover().map_or("chance", |player| page.side(player.0));
        lines.push(format!("{mover} to move"));
    }
    lines.push(String::new());
    lines
}

impl Layout for Common {
    fn start(&self, page: &Page<'_>, session: &dyn Session) -> Vec<String> {
        drawn(page, session)
    }

    fn ply(
        &self,
        page: &Page<'_>,
        before: &dyn Session,
        after: &dyn Session,
        ply: &PlyRecord,
    ) -> Vec<String> {
        let mover = page.mover(before, ply);
        let mut facts = Vec::new();
        if ply.side.is_some() {
            facts.push(format!("{:.3} s", seconds(ply)));
        }
        facts.extend(ply.score.and_then(Score::from_raw).map(|score| score.to_string()));
        facts.extend(ply.proven.then(|| "proven".to_owned()));
        facts.extend(ply.depth.map(|depth| format!("depth {depth}")));
        let facts = if facts.is_empty() { "opening".to_owned() } else { facts.join(", ") };
        let turn = after.record().len();
        let mut lines = vec![format!("Turn {turn}: {} plays {} ({facts})", page.side(mover), ply.text)];
        lines.extend(page.remark(mover, ply));
        lines.extend(drawn(page, after));
        lines
    }

    fn end(&self, _: &Page<'_>, _: &dyn Session) -> Vec<String> {
        Vec::new()
    }
}
