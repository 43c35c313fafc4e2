//! Machines of matchboxes in plain data, for somebody who shows their boxes and plays with them.

use crate::session::{GameSession, Session};
use crate::{Board, Click, LearningRival};
use plybook_kernel::{ListedGame, Player, ReadError, Wdl};
use plybook_learn::Learner;
use plybook_learn::matchboxes::{self, MatchboxConfig, MatchboxLearner, Seeker};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A box and what is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BoxContent {
    /// The text of its position.
    pub position: String,
    /// Which of the machine's own moves of a game it was made for, counted from 0.
    pub stage: usize,
    /// Its beads of each colour; a colour stands for moves that are images of each other.
    pub beads: Vec<u32>,
}

/// The board of a box and what its colours stand for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoxBoard {
    /// The board.
    pub board: Board,
    /// For each colour of beads one of its moves; the others are images of it.
    pub moves: Vec<BoxMove>,
}

/// A move that a colour stands for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoxMove {
    /// The move as people read it.
    pub display: String,
    /// The cells that are clicked for it.
    pub cells: Vec<usize>,
}

/// A game of a machine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoxGame {
    /// How the machine fared: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f32,
    /// Its moves.
    pub moves: Vec<String>,
}

/// A bead that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnBead {
    /// The number of the box.
    pub number: usize,
    /// The colour of the bead and the text of the move; none if the box is empty and the machine resigns.
    pub drawn: Option<(usize, String)>,
}

/// A machine of matchboxes of any game.
pub trait BoxMachine: Send {
    /// The boxes in the order in which they were made.
    fn boxes(&self) -> Vec<BoxContent>;

    /// The boards of the boxes from this number on.
    fn boards(&self, from: usize) -> Vec<BoxBoard>;

    /// The side that it plays in its next game.
    fn side(&self) -> Player;

    /// Plays a game with its rival and learns from it.
    ///
    /// # Errors
    /// There are too many boxes.
    fn train(&mut self) -> Result<BoxGame, ReadError>;

    /// The bead that it draws after these moves of a game with a person. A box may be made, and no bead changes.
    ///
    /// # Errors
    /// A move is not legal, or it is not the machine's turn.
    fn answer(&mut self, moves: &[String]) -> Result<DrawnBead, ReadError>;

    /// Learns from a game with a person that is over, or in which the machine resigned.
    ///
    /// # Errors
    /// A move is not legal, or the game does not end so.
    fn teach(&mut self, moves: &[String], resigned: bool) -> Result<BoxGame, ReadError>;

    /// Whether no box is left from which a move can be drawn that makes its result worse.
    ///
    /// # Errors
    /// The game cannot be solved.
    fn is_perfect(&self) -> Result<bool, ReadError>;
}

struct GameBoxes<G: ListedGame> {
    game: Arc<G>,
    learner: MatchboxLearner<G>,
}

/// A machine with these boxes, which has played so many games before.
pub(crate) fn box_machine<G: ListedGame>(
    game: &Arc<G>,
    config: MatchboxConfig,
    rival: LearningRival,
    seed: u64,
    (boxes, before): (&[BoxContent], usize),
) -> Result<Box<dyn BoxMachine>, ReadError> {
    let mut learner = crate::learner::matchboxes(game, config, rival, seed)?;
    let content = |one: &BoxContent| matchboxes::BoxContent {
        position: one.position.clone(),
        stage: one.stage,
        beads: one.beads.clone(),
    };
    learner.set_up(&boxes.iter().map(content).collect::<Vec<_>>(), before)?;
    Ok(Box::new(GameBoxes { game: Arc::clone(game), learner }))
}

impl<G: ListedGame> GameBoxes<G> {
    /// The game that was played last.
    fn last(&self, result: Wdl) -> BoxGame {
        let mut at = self.game.start();
        let mut moves = Vec::new();
        for &mv in self.learner.last_moves() {
            moves.push(self.game.move_text(&at, mv));
            self.game.play(&mut at, mv);
        }
        let score = match result {
            Wdl::Win => 1.0,
            Wdl::Draw => 0.5,
            Wdl::Loss => 0.0,
        };
        BoxGame { score, moves }
    }
}

impl<G: ListedGame> BoxMachine for GameBoxes<G> {
    fn boxes(&self) -> Vec<BoxContent> {
        let content = |one: matchboxes::BoxContent| BoxContent {
            position: one.position,
            stage: one.stage,
            beads: one.beads,
        };
        self.learner.contents().into_iter().map(content).collect()
    }

    fn boards(&self, from: usize) -> Vec<BoxBoard> {
        let board = |one: &plybook_learn::Entry<G, u32>| {
            let session = GameSession::new(Arc::clone(&self.game), Some(&self.game.text(&one.at))).ok()?;
            let legal = session.moves();
            let first = |class: &plybook_learn::MoveClass<G::Move, u32>| {
                let text = self.game.move_text(&one.at, *class.moves.first()?);
                let mv = legal.iter().find(|mv| mv.text == text)?;
                let cell = |click: &Click| match click {
                    Click::Cell(cell) => Some(*cell),
                    Click::Choice(_) => None,
                };
                Some(BoxMove {
                    display: mv.display.clone(),
                    cells: mv.path.iter().filter_map(cell).collect(),
                })
            };
            Some(BoxBoard { board: session.board(), moves: one.classes.iter().filter_map(first).collect() })
        };
        self.learner.machine().boxes().iter().skip(from).filter_map(board).collect()
    }

    fn side(&self) -> Player {
        self.learner.side()
    }

    fn train(&mut self) -> Result<BoxGame, ReadError> {
        let result = self.learner.step()?.result;
        Ok(self.last(result))
    }

    fn answer(&mut self, moves: &[String]) -> Result<DrawnBead, ReadError> {
        let answer = self.learner.answer(moves)?;
        let mut at = self.game.start();
        for text in moves {
            let mv = self.game.read_move(&at, text)?;
            self.game.play(&mut at, mv);
        }
        let drawn = answer.drawn.map(|(mv, colour)| (colour, self.game.move_text(&at, mv)));
        Ok(DrawnBead { number: answer.number, drawn })
    }

    fn teach(&mut self, moves: &[String], resigned: bool) -> Result<BoxGame, ReadError> {
        let result = self.learner.teach(moves, resigned)?.result;
        Ok(self.last(result))
    }

    fn is_perfect(&self) -> Result<bool, ReadError> {
        let judge = Seeker::new(&*self.game, &self.game.full_name())?;
        let (side, start) = (self.learner.side(), self.game.start());
        Ok(!judge.finds_weakness(&*self.game, self.learner.machine(), side, &start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;

    #[test]
    fn a_machine_is_shown_and_goes_on_from_what_was_shown() {
        let game = open("hexapawn").unwrap();
        let machine = |boxes: &[BoxContent], before| {
            game.box_machine(MatchboxConfig::her(), LearningRival::Seeker, 1, (boxes, before)).unwrap()
        };
        let mut whole = machine(&[], 0);
        let mut boxes = Vec::new();
        for number in 0..60 {
            let mut part = machine(&boxes, number);
            let told = part.train().unwrap();
            assert_eq!(told, whole.train().unwrap());
            boxes = part.boxes();
        }
        assert_eq!(boxes, whole.boxes());
        assert!(whole.is_perfect().unwrap() && !machine(&[], 0).is_perfect().unwrap());
        let boards = whole.boards(0);
        assert_eq!(boards.len(), boxes.len());
        assert!(boards.iter().zip(&boxes).all(|(board, one)| board.moves.len() == one.beads.len()));
        assert!(boards[0].moves.iter().all(|mv| mv.cells.len() == 2), "a pawn and where it goes");
        assert_eq!(whole.boards(boxes.len()), []);
        assert_eq!(whole.side(), Player::SECOND);
        let answer = whole.answer(&["a1a2".to_owned()]).unwrap();
        let (colour, text) = answer.drawn.expect("a perfect machine does not resign");
        assert!(boxes[answer.number].beads[colour] > 0 && !text.is_empty());
        assert!(whole.answer(&["a1a3".to_owned()]).is_err());
    }
}
