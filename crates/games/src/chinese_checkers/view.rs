//! What the star looks like, and the clicks that make a move: a piece, and where it goes.

use super::notation::{LETTERS, PASS_WORD};
use super::{ChineseCheckers, Move, PASS, Position};
use plybook_kernel::{
    Cell, Diagram, Ground, MOST_PLAYERS, Piece, Player, Shape, Step, Tally, Text, Token, View,
};

/// What the players are called: by the colours of their pieces.
const COLOURS: [&str; MOST_PLAYERS] = ["Red", "Yellow", "Green", "Blue", "Purple", "Orange"];

impl View for ChineseCheckers {
    fn player_names(&self) -> Vec<Text> {
        COLOURS[..usize::from(self.players)].iter().map(|&colour| Text::Borrowed(colour)).collect()
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let piece = |owner: usize| {
            let letter = LETTERS[owner].chars().next().unwrap_or('?');
            Piece::new(Player(owner as u8), "piece", letter, Token::Disc)
        };
        let cell = |number: usize| Cell {
            name: self.star.name(number),
            ground: Ground::Plain,
            piece: at.owner(number).map(piece),
            count: None,
        };
        let placed = at.placed[..usize::from(at.count)].iter().map(|&player| COLOURS[usize::from(player)]);
        let placed: Vec<&str> = placed.collect();
        let note = if placed.is_empty() { String::new() } else { format!("placed: {}", placed.join(", ")) };
        let cells = (0..self.star.cells()).map(cell).collect();
        Diagram { shape: Shape::Star { side: self.star.side }, cells, note }
    }

    fn path(&self, _: &Position, mv: Move) -> Vec<Step> {
        match mv {
            PASS => vec![Step::Choice(PASS_WORD.to_owned())],
            Move { from, to } => [from, to].map(|cell| Step::Cell(cell.into())).into(),
        }
    }

    /// The goal that was filled.
    fn deciding_cells(&self, at: &Position) -> Vec<usize> {
        match self.filled(at).next() {
            Some(winner) if !self.places => super::cells(self.goal(winner)).map(usize::from).collect(),
            _ => Vec::new(),
        }
    }

    /// How many pieces of each player have come to the goal.
    fn tally(&self, at: &Position) -> Option<Tally> {
        let home = |player: Player| (at.pieces[player.index()] & self.goal(player)).count_ones() as i32;
        Some(Tally::new("pieces home", Player::all(self.players).map(home).collect::<Vec<_>>()))
    }
}
