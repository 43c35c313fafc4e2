//! A node of a written tree as a picture: one cell for each branch.

use super::writer::sketch;
use super::{Position, WrittenTree};
use crate::{Cell, Diagram, MOST_PLAYERS, Notation, Shape, Step, Text, View, texts};

impl View for WrittenTree {
    fn player_names(&self) -> Vec<Text> {
        const LETTERS: [&str; MOST_PLAYERS] = ["A", "B", "C", "D", "E", "F"];
        match self.players {
            2 => texts(["MAX", "MIN"]),
            more => LETTERS.into_iter().take(more.into()).map(Text::Borrowed).collect(),
        }
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let branches = 1..=self.node(*at).branches.len();
        let cells = branches.map(|branch| Cell { name: branch.to_string(), ..Cell::default() }).collect();
        let note = format!("{}: {}", self.text(at), sketch(self, at.0));
        Diagram { shape: Shape::Branches, cells, note }
    }

    fn path(&self, _: &Position, branch: u16) -> Vec<Step> {
        vec![Step::Cell(usize::from(branch))]
    }
}
