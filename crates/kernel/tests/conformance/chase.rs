//! A small game in which positions come back and stones do not: each player has two stones on a line of seven cells and
//! moves one of them a cell either way, onto an empty cell or an enemy, who is taken.

use plybook_kernel::{
    Cell, Diagram, End, EndRule, Game, History, Notation, Outcome, Piece, Player, ReadError, Shape, Step,
    Text, Token, Turn, View, texts, zobrist,
};

const CELLS: usize = 7;
/// Plies after which a game is drawn.
const CAP: u32 = 30;
/// The board at the start, with whose turn it is.
const START: &str = "xx...oo x";

/// The rules; whether they say that no earlier position follows on a capture.
pub struct Chase {
    pub captures_reset: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    cells: [Option<Player>; CELLS],
    mover: Player,
}

impl Game for Chase {
    type Position = Position;
    /// Where a stone goes from, and where it goes.
    type Move = (u8, u8);

    fn start(&self) -> Position {
        self.read(START).expect("the start is a position")
    }

    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(at.mover)
    }

    fn moves(&self, at: &Position, out: &mut Vec<(u8, u8)>) {
        for from in (0..CELLS).filter(|&from| at.cells[from] == Some(at.mover)) {
            let beside = [from.checked_sub(1), Some(from + 1).filter(|&to| to < CELLS)];
            let free = beside.into_iter().flatten().filter(|&to| at.cells[to] != Some(at.mover));
            out.extend(free.map(|to| (from as u8, to as u8)));
        }
    }

    fn play(&self, at: &mut Position, (from, to): (u8, u8)) {
        at.cells[usize::from(to)] = at.cells[usize::from(from)].take();
        at.mover = at.mover.other();
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        (!at.cells.contains(&Some(at.mover))).then(|| Outcome::loss_of(at.mover))
    }

    fn no_moves(&self, at: &Position) -> Outcome {
        Outcome::loss_of(at.mover)
    }

    fn key(&self, at: &Position) -> u64 {
        let digit = |owner: Option<Player>| owner.map_or(0, |owner| 1 + u64::from(owner.0));
        let cells = at.cells.iter().fold(0, |number, &owner| 3 * number + digit(owner));
        zobrist::scramble(2 * cells + u64::from(at.mover.0))
    }

    fn max_plies(&self) -> Option<u32> {
        Some(CAP)
    }

    fn end_with(&self, at: &Position, past: &History) -> Option<End> {
        let decided = self.outcome(at).map(|outcome| End::new(outcome, EndRule::Position));
        decided.or((past.plies() >= CAP).then_some(End::draw(EndRule::MoveLimit)))
    }

    fn resets(&self, at: &Position, (_, to): (u8, u8)) -> bool {
        self.captures_reset && at.cells[usize::from(to)].is_some()
    }
}

impl Notation for Chase {
    fn text(&self, at: &Position) -> String {
        let letter = |owner: &Option<Player>| owner.map_or('.', |owner| ['x', 'o'][owner.index()]);
        let cells: String = at.cells.iter().map(letter).collect();
        format!("{cells} {}", ['x', 'o'][at.mover.index()])
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let refuse = || ReadError::new("position", text, "not such a line", format!("write `{START}`"));
        let (board, mover) = text.split_once(' ').ok_or_else(refuse)?;
        let owner = |letter: char| match letter {
            'x' => Ok(Some(Player::FIRST)),
            'o' => Ok(Some(Player::SECOND)),
            '.' => Ok(None),
            _ => Err(refuse()),
        };
        let cells: Vec<Option<Player>> = board.chars().map(owner).collect::<Result<_, _>>()?;
        let mover = match mover {
            "x" => Player::FIRST,
            "o" => Player::SECOND,
            _ => return Err(refuse()),
        };
        Ok(Position { cells: cells.try_into().map_err(|_| refuse())?, mover })
    }

    fn move_text(&self, _: &Position, (from, to): (u8, u8)) -> String {
        format!("{from}{to}")
    }
}

impl View for Chase {
    fn player_names(&self) -> Vec<Text> {
        texts(["cross", "ring"])
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let piece = |owner: Player| Piece::new(owner, "stone", ['x', 'o'][owner.index()], Token::Disc);
        let cell = |(number, owner): (usize, &Option<Player>)| Cell {
            name: number.to_string(),
            piece: owner.map(piece),
            ..Cell::default()
        };
        let shape = Shape::Grid { rows: 1, columns: CELLS };
        Diagram { shape, cells: at.cells.iter().enumerate().map(cell).collect(), note: String::new() }
    }

    fn path(&self, _: &Position, (from, to): (u8, u8)) -> Vec<Step> {
        vec![Step::Cell(usize::from(from)), Step::Cell(usize::from(to))]
    }
}
