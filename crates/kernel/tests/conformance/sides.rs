//! How the ring looks, its symmetries and its evaluators.

use crate::fault::Fault;
use crate::ring::{CELLS, Move, Position, Ring};
use plybook_kernel::{
    Cell, Diagram, Evaluated, Evaluator, EvaluatorInfo, Mark, Piece, Player, Score, Shape, Step, Symmetric,
    Tally, Term, Text, Token, Turn, View, sum, texts,
};

impl<const ALTERNATES: bool> View for Ring<ALTERNATES> {
    fn player_names(&self) -> Vec<Text> {
        if self.has(Fault::OneName) { texts(["cross"]) } else { texts(["cross", "ring"]) }
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let piece = |owner: Player| {
            let owner = if self.has(Fault::PieceOfNobody) { Player(2) } else { owner };
            Piece::new(owner, "stone", 'o', Token::Disc)
        };
        let mut cells: Vec<Cell> = (0..CELLS)
            .map(|cell| Cell { name: cell.to_string(), piece: at.cells[cell].map(piece), ..Cell::default() })
            .collect();
        match self.fault {
            Fault::CellMissing => drop(cells.pop()),
            Fault::CellNamedTwice => cells[1].name = "0".to_owned(),
            Fault::SceneForgetsCell => cells[5].piece = None,
            Fault::SceneForgetsRareThing if at.is_rare() => cells[0].piece = None,
            _ => {}
        }
        Diagram { shape: Shape::Torus { rows: 1, columns: CELLS }, cells, note: String::new() }
    }

    fn pieces(&self) -> Vec<Piece> {
        let sides = if self.has(Fault::PieceNotListed) { 1 } else { 2 };
        Player::all(sides).map(|owner| Piece::new(owner, "stone", 'o', Token::Disc)).collect()
    }

    fn board_text(&self, _: &Position, cells: &[Cell], mover: Player) -> Option<String> {
        // A drawing that forgets something is found by comparing drawings.
        if matches!(self.fault, Fault::SceneForgetsCell | Fault::SceneForgetsRareThing) {
            return None;
        }
        let letter = |cell: &Cell| match &cell.piece {
            Some(piece) if self.has(Fault::SetUpRefused) && piece.owner == Player::SECOND => '?',
            Some(piece) => ['x', 'o'][piece.owner.index() & 1],
            None => '.',
        };
        let mover = if self.has(Fault::SetUpForgetsTurn) { Player::FIRST } else { mover };
        Some(format!("{} {}", cells.iter().map(letter).collect::<String>(), ['x', 'o'][mover.index() & 1]))
    }

    fn path(&self, _: &Position, mv: Move) -> Vec<Step> {
        match mv {
            Move::Put(_) if self.has(Fault::NoClick) => Vec::new(),
            Move::Put(5) if self.has(Fault::ClickOutside) => vec![Step::Cell(6)],
            Move::Put(1) if self.has(Fault::ClickPrefix) => vec![Step::Cell(0), Step::Cell(1)],
            Move::Put(1) if self.has(Fault::SameClick) => vec![Step::Cell(0)],
            Move::Put(cell) => vec![Step::Cell(usize::from(cell))],
            Move::Lift(cell) => vec![Step::Choice("lift".to_owned()), Step::Cell(usize::from(cell))],
            Move::Toss(player) => vec![Step::Choice(format!("side {}", player.0))],
        }
    }

    fn deciding_cells(&self, at: &Position) -> Vec<usize> {
        if self.has(Fault::DecidedOutside) { vec![CELLS] } else { self.diagram(at).rows_of(3) }
    }

    fn tally(&self, at: &Position) -> Option<Tally> {
        Some(Tally::new(
            "stones",
            self.diagram(at).pieces_of(if self.has(Fault::TallyOfOne) { 1 } else { 2 }),
        ))
    }

    fn marks(&self, _: &Position, mv: Move) -> Vec<(usize, Mark)> {
        match mv {
            Move::Put(_) if self.has(Fault::MarksOutside) => vec![(6, Mark::To)],
            Move::Put(cell) => vec![(usize::from(cell), Mark::To)],
            Move::Lift(cell) => vec![(usize::from(cell), Mark::From)],
            Move::Toss(_) => Vec::new(),
        }
    }
}

/// Turns of the ring, each also mirrored.
const SYMMETRIES: usize = 2 * CELLS;

fn image(cell: usize, symmetry: usize) -> usize {
    let turned = (cell + symmetry) % CELLS;
    if symmetry < CELLS { turned } else { CELLS - 1 - turned }
}

impl<const ALTERNATES: bool> Symmetric for Ring<ALTERNATES> {
    fn symmetries(&self) -> usize {
        if self.has(Fault::NotAGroup) { 2 } else { SYMMETRIES }
    }

    fn image(&self, at: &Position, symmetry: usize) -> Position {
        let symmetry = if self.has(Fault::IdentityTurns) { symmetry.max(1) } else { symmetry };
        let mut cells = [None; CELLS];
        (0..CELLS).for_each(|cell| cells[image(cell, symmetry)] = at.cells[cell]);
        let mut image = self.set_up(cells, at.turn);
        if self.has(Fault::ImageKeepsKey) {
            image.key = at.key;
        }
        image
    }

    fn image_move(&self, at: &Position, mv: Move, symmetry: usize) -> Move {
        let turn = |cell: u8| image(usize::from(cell), symmetry) as u8;
        let empty = at.cells.iter().all(Option::is_none);
        match mv {
            _ if self.has(Fault::ImageKeepsMove) => mv,
            Move::Put(cell) if self.has(Fault::ImageMoveDoesNotCommute) && empty && symmetry > 0 => {
                Move::Put(turn((cell + 1) % 6))
            }
            Move::Put(cell) => Move::Put(turn(cell)),
            Move::Lift(cell) => Move::Lift(turn(cell)),
            Move::Toss(_) => mv,
        }
    }

    fn swapped(&self, at: &Position) -> Option<Position> {
        if self.has(Fault::PlanesForgetOwner) {
            return None;
        }
        let turn = match at.turn {
            Turn::Player(player) if !self.has(Fault::SwapKeepsTurn) => Turn::Player(player.other()),
            turn => turn,
        };
        let mut cells = at.cells.map(|cell| cell.map(Player::other));
        match self.fault {
            Fault::SwapTurnsBoard => cells.rotate_left(1),
            Fault::SwapMovesStones if cells.iter().flatten().count() == 2 => cells.reverse(),
            _ => {}
        }
        Some(self.set_up(cells, turn))
    }
}

/// Own stones minus the opponent's, and for the better evaluator the same for neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Stones {
    neighbours: bool,
}

/// The first player's stones minus the second player's.
fn lead(at: &Position) -> i32 {
    at.cells.iter().flatten().map(|owner| 1 - 2 * i32::from(owner.0)).sum()
}

fn pairs(at: &Position) -> i32 {
    let pair =
        |cell: usize| (at.cells[cell] == at.cells[(cell + 1) % CELLS]).then_some(at.cells[cell]).flatten();
    (0..CELLS).filter_map(pair).map(|owner| 1 - 2 * i32::from(owner.0)).sum()
}

fn sign(at: &Position) -> i32 {
    if at.turn == Turn::Player(Player::SECOND) { -1 } else { 1 }
}

/// For whom values are told: for the player to move, unless that is the fault.
fn view<const ALTERNATES: bool>(game: &Ring<ALTERNATES>, at: &Position) -> i32 {
    match game.fault {
        Fault::SignReversed => -sign(at),
        Fault::SignOfTheFirst => 1,
        _ => sign(at),
    }
}

impl<const ALTERNATES: bool> Evaluator<Ring<ALTERNATES>> for Stones {
    /// The first player's lead.
    type Accumulator = i32;

    fn accumulate(&self, _: &Ring<ALTERNATES>, at: &Position) -> i32 {
        lead(at)
    }

    fn update(
        &self,
        game: &Ring<ALTERNATES>,
        accumulator: &i32,
        before: &Position,
        mv: Move,
        _: &Position,
    ) -> i32 {
        match mv {
            Move::Put(0) if game.has(Fault::MemoDrifts) => *accumulator,
            Move::Put(_) => accumulator + sign(before),
            Move::Lift(_) => accumulator - sign(before),
            Move::Toss(_) => *accumulator,
        }
    }

    fn evaluate(&self, game: &Ring<ALTERNATES>, at: &Position, accumulator: &i32) -> Score {
        let neighbours = if self.neighbours { 30 * pairs(at) } else { 0 };
        match game.fault {
            Fault::EvaluationWins if *accumulator == 1 => Score::win_in(3),
            Fault::SumWrong if self.neighbours => {
                Score::evaluation(view(game, at) * (100 * accumulator + neighbours + 1))
            }
            _ => Score::evaluation(view(game, at) * (100 * accumulator + neighbours)),
        }
    }

    fn terms(&self, game: &Ring<ALTERNATES>, at: &Position) -> Vec<Term> {
        let mut terms = vec![Term::new("stones", view(game, at) * self.accumulate(game, at), 100)];
        if self.neighbours {
            terms.push(Term::new("neighbours", view(game, at) * pairs(at), 30));
        }
        debug_assert!(sum(&terms) < Score::HIGHEST_EVALUATION);
        terms
    }
}

impl<const ALTERNATES: bool> Evaluated for Ring<ALTERNATES> {
    type Evaluator = Stones;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        let first = if self.has(Fault::EvaluatorsAlike) { "basic" } else { "neighbours" };
        vec![EvaluatorInfo::new(first, "Stones and neighbours."), EvaluatorInfo::new("basic", "Stones.")]
    }

    fn evaluator(&self, name: &str) -> Option<Stones> {
        match name {
            "neighbours" if !self.has(Fault::EvaluatorUnknown) => Some(Stones { neighbours: true }),
            "basic" => Some(Stones { neighbours: false }),
            _ => self.has(Fault::AnyEvaluatorName).then_some(Stones { neighbours: false }),
        }
    }
}
