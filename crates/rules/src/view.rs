//! How a game from a file is drawn and clicked.

use crate::definition::{Chain, Form};
use crate::game::CompiledGame;
use crate::notation::BLOCK;
use crate::position::{Move, PASS, Position};
use plybook_kernel::rows::write_rows;
use plybook_kernel::{Cell, Diagram, Ground, Notation, Piece, Player, Shape, Step, Text, View, cell_number};

impl<const W: usize> CompiledGame<W> {
    fn piece(&self, player: usize, kind: usize) -> Option<Piece> {
        let described = self.rules.definition.kinds.get(kind)?;
        Some(Piece {
            owner: Player(player as u8),
            name: Text::Owned(described.name.clone()),
            letter: self.letter(player, kind),
            token: described.token,
        })
    }

    /// What the players have in hand, for people.
    fn hands_in_words(&self, at: &Position<W>) -> String {
        if !self.rules.has_hands() {
            return String::new();
        }
        let definition = &self.rules.definition;
        let hand = |player: usize| {
            let kinds = definition.kinds.iter().zip(at.hands[player]).filter(|(_, count)| *count > 0);
            let words: Vec<String> = kinds.map(|(kind, count)| format!("{count} {}", kind.name)).collect();
            let words = if words.is_empty() { "nothing".to_owned() } else { words.join(", ") };
            format!("{}: {words}", definition.players[player])
        };
        format!("In hand: {}; {}", hand(0), hand(1))
    }

    /// The number of a cell in the diagram.
    fn number(&self, cell: u8) -> usize {
        let board = &self.rules.definition.board;
        let (column, row) = board.place(cell);
        cell_number(board.rows, board.columns, row, column)
    }
}

impl<const W: usize> View for CompiledGame<W> {
    fn player_names(&self) -> Vec<Text> {
        self.rules.definition.players.iter().cloned().map(Text::Owned).collect()
    }

    fn diagram(&self, at: &Position<W>) -> Diagram {
        let board = &self.rules.definition.board;
        let (rows, columns) = (board.rows, board.columns);
        let mut cells = Vec::with_capacity(rows * columns);
        for row in (0..rows).rev() {
            for column in 0..columns {
                let cell = board.cell(column, row);
                let player = at.sides.iter().position(|side| side.has(cell));
                let piece = player.and_then(|player| self.piece(player, at.kind_on(cell)?));
                let ground = match () {
                    () if board.holes.has(cell) => Ground::Hole,
                    () if at.blocks.has(cell) => Ground::Unused,
                    () => Ground::Plain,
                };
                cells.push(Cell { name: board.name(cell), ground, piece, count: None });
            }
        }
        let shape = if board.torus { Shape::Torus { rows, columns } } else { Shape::Grid { rows, columns } };
        Diagram { shape, cells, note: self.hands_in_words(at) }
    }

    fn checks(&self, at: &Position<W>) -> Vec<usize> {
        if !self.rules.in_check(at) {
            return Vec::new();
        }
        self.rules.royals_of(at, at.mover.index()).cells().map(|cell| self.number(cell)).collect()
    }

    fn path(&self, at: &Position<W>, mv: Move<W>) -> Vec<Step> {
        if mv.action == PASS {
            return vec![Step::Choice("pass".to_owned())];
        }
        let mover = at.mover.index();
        let Some(action) = self.rules.actions[mover].get(usize::from(mv.action)) else { return Vec::new() };
        let cell = |cell: u8| Step::Cell(self.number(cell));
        match action.form {
            Form::Place(_) | Form::Drop => {
                let mut steps = vec![cell(mv.to)];
                if action.covers() {
                    steps.push(cell(mv.extra));
                }
                let kinds = self.rules.actions[mover].iter().map(|action| action.kind);
                if kinds.clone().any(|kind| kind != action.kind) && !action.covers() {
                    let name = &self.rules.definition.kinds[action.kind].name;
                    steps.push(Step::Choice(name.clone()));
                }
                steps.extend(mv.taken.cells().map(cell));
                steps
            }
            Form::Jump { chain: Chain::May, .. } => {
                vec![cell(mv.from), cell(mv.to), Step::Choice(self.move_text(at, mv))]
            }
            _ => {
                let mut steps = vec![cell(mv.from)];
                steps.extend(self.landings(at, mv).into_iter().map(cell));
                if !matches!(action.form, Form::Jump { .. }) {
                    steps.extend(mv.taken.cells().map(cell));
                }
                if !action.shoot.is_empty() {
                    steps.push(cell(mv.extra));
                } else if mv.extra > 0 && self.rules.promotions[mover][action.kind].1.len() > 1 {
                    let kind = usize::from(mv.extra) - 1;
                    steps.push(Step::Choice(self.rules.definition.kinds[kind].name.clone()));
                }
                steps
            }
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let kinds = self.rules.kinds();
        (0..2).flat_map(|player| (0..kinds).filter_map(move |kind| self.piece(player, kind))).collect()
    }

    fn board_text(&self, at: &Position<W>, cells: &[Cell], mover: Player) -> Option<String> {
        let board = &self.rules.definition.board;
        let rows = write_rows(board.rows, board.columns, |row, column| {
            let cell = cells.get(cell_number(board.rows, board.columns, row, column))?;
            match &cell.piece {
                Some(piece) => Some(piece.letter),
                None => (cell.ground == Ground::Unused).then_some(BLOCK),
            }
        });
        let hands = if self.rules.has_hands() { format!(" {}", self.hands_text(at)) } else { String::new() };
        Some(format!("{rows} {}{hands}", self.side_text(mover)))
    }
}
