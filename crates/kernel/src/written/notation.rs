//! Positions of a written tree as paths: `root`, `1`, `3.2`.

use super::{Position, WrittenTree};
use crate::{Game, History, Notation, Numbering, ReadError};

const ROOT: &str = "root";

impl Notation for WrittenTree {
    /// The branches from the root to the node, numbered from one. A shared node has the path by which it is
    /// written out.
    fn text(&self, at: &Position) -> String {
        let mut path = Vec::new();
        let mut node = self.node(*at);
        while let Some((parent, branch)) = node.parent {
            path.push((u32::from(branch) + 1).to_string());
            node = &self.nodes[parent as usize];
        }
        path.reverse();
        if path.is_empty() { ROOT.to_owned() } else { path.join(".") }
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let mut at = self.start();
        if text == ROOT {
            return Ok(at);
        }
        let mut start = 0;
        for piece in text.split('.') {
            let plain = piece.bytes().all(|b| b.is_ascii_digit()) && !piece.starts_with('0');
            let branches = &self.node(at).branches;
            let branch =
                piece.parse::<usize>().ok().filter(|_| plain).and_then(|n| branches.get(n.wrapping_sub(1)));
            match branch {
                Some(&next) => at = Position(next),
                None => {
                    let problem = format!("`{piece}` is no branch of `{}`", self.text(&at));
                    let remedy = match branches.len() {
                        0 => "the game ended there".to_owned(),
                        many => format!(
                            "write `{ROOT}`, or numbers with points between them, here from 1 to {many}"
                        ),
                    };
                    return Err(ReadError::new("position", text, problem, remedy).at(start));
                }
            }
            start += piece.len() + 1;
        }
        Ok(at)
    }

    fn move_text(&self, _: &Position, branch: u16) -> String {
        (u32::from(branch) + 1).to_string()
    }

    /// A path is written without numbers: its branches are numbers themselves.
    fn numbering(&self, _: &Position, _: &History) -> Numbering {
        Numbering::None
    }
}
