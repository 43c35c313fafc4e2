//! The symmetries of a game, found from its rules: turns and mirrors of the board under which every rule stays what it is.

use crate::definition::{ActionRule, Both, Condition, Definition, EndTest, Form};
use crate::game::{Action, CompiledGame, Rules};
use crate::geometry::{Cells, Geometry, Vector};
use crate::position::{Move, PASS, Position};
use crate::set::CellSet;
use plybook_kernel::Symmetric;

/// Bits for the way of one jump in a move's path.
const WAY_BITS: u32 = 3;

/// Mirrors and turns: bit 2 exchanges columns and rows, then bit 1 turns rows upside down and bit 0 mirrors columns.
const ALL: usize = 8;

/// A symmetry that keeps the rules.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    /// Where each cell goes.
    cells: Vec<u8>,
    /// By player: which action each action becomes.
    actions: Both<Vec<u8>>,
    /// By player and action: which of the new action's ways each way becomes.
    ways: Both<Vec<Vec<u8>>>,
}

/// One turn or mirror of a board.
struct Turn<'a> {
    board: &'a Geometry,
    number: usize,
}

impl Turn<'_> {
    fn vector(&self, (x, y): Vector) -> Vector {
        let (x, y) = if self.number & 4 == 0 { (x, y) } else { (y, x) };
        (if self.number & 1 == 0 { x } else { -x }, if self.number & 2 == 0 { y } else { -y })
    }

    fn cell(&self, cell: u8) -> u8 {
        let (x, y) = self.board.place(cell);
        let (x, y) = if self.number & 4 == 0 { (x, y) } else { (y, x) };
        let x = if self.number & 1 == 0 { x } else { self.board.columns - 1 - x };
        let y = if self.number & 2 == 0 { y } else { self.board.rows - 1 - y };
        self.board.cell(x, y)
    }

    fn cells(&self, cells: Cells) -> Cells {
        Cells::from_cells(cells.cells().map(|cell| self.cell(cell)))
    }

    fn both(&self, cells: &Both<Cells>) -> Both<Cells> {
        cells.map(|cells| self.cells(cells))
    }

    /// Whether some ways become others, in whatever order.
    fn same_ways(&self, from: &[Vector], to: &[Vector]) -> bool {
        from.len() == to.len() && from.iter().all(|&vector| to.contains(&self.vector(vector)))
    }

    /// The same, a way and its opposite being one.
    fn same_axes(&self, from: &[Vector], to: &[Vector]) -> bool {
        let becomes = |&vector: &Vector| {
            let (x, y) = self.vector(vector);
            to.contains(&(x, y)) || to.contains(&(-x, -y))
        };
        from.len() == to.len() && from.iter().all(becomes)
    }

    fn same_action(&self, from: &ActionRule, to: &ActionRule) -> bool {
        let covering = matches!(from.form, Form::Place(place) if place.covering);
        let ways = |player: usize| match covering {
            // A piece on two cells lies along a way, whichever end is its first.
            true => self.same_axes(&from.ways[player], &to.ways[player]),
            false => self.same_ways(&from.ways[player], &to.ways[player]),
        };
        (from.kind, &from.form, from.players, from.crowd) == (to.kind, &to.form, to.players, to.crowd)
            && (0..2).all(|player| !from.players[player] || ways(player))
            && self.both(&from.from) == to.from
            && self.both(&from.into) == to.into
            && self.same_ways(&from.shoot, &to.shoot)
    }

    fn same_end(&self, from: &EndTest, to: &EndTest) -> bool {
        use Condition::{AtLeast, Connect, EnemyFewer, Line, Reach, Square, Together};
        let condition = match (&from.condition, &to.condition) {
            (Line { length, vectors }, Line { length: other, vectors: others }) => {
                length == other && self.same_ways(vectors, others)
            }
            (Square, Square) => true,
            (Reach { cells, kind, safely }, Reach { cells: others, kind: other, safely: also }) => {
                (kind, safely) == (other, also) && self.both(cells) == *others
            }
            (
                Connect { from, to, also, vectors },
                Connect { from: first, to: second, also: third, vectors: others },
            ) => {
                let ends = [self.both(from), self.both(to)];
                // A chain has no direction; of three ends, all orders are the same.
                let sides: Vec<Both<Cells>> =
                    ends.into_iter().chain(also.as_ref().map(|s| self.both(s))).collect();
                let wanted: Vec<&Both<Cells>> = [first, second].into_iter().chain(third).collect();
                sides.len() == wanted.len()
                    && sides.iter().all(|side| wanted.contains(&side))
                    && wanted.iter().all(|side| sides.contains(side))
                    && self.same_ways(vectors, others)
            }
            (Together { vectors }, Together { vectors: others }) => self.same_ways(vectors, others),
            (EnemyFewer { kind, than }, EnemyFewer { kind: other, than: number }) => {
                (kind, than) == (other, number)
            }
            (AtLeast { kind, count, held }, AtLeast { kind: other, count: number, held: also }) => {
                (kind, count, held) == (other, number, also)
            }
            _ => false,
        };
        condition && (from.result, from.players) == (to.result, to.players)
    }

    /// Whether everything but the actions stays what it is.
    fn keeps(&self, definition: &Definition) -> bool {
        let board = self.board;
        let kinds = definition.kinds.iter().all(|kind| {
            kind.promotion.as_ref().is_none_or(|promotion| self.both(&promotion.on) == promotion.on)
        });
        let ends = &definition.ends;
        // Tests are made in their order: one may only become another where all between them mean the same.
        let kept = |place: usize| {
            (0..ends.len()).any(|other| {
                let (first, last) = (place.min(other), place.max(other));
                self.same_end(&ends[place], &ends[other])
                    && ends[first..=last].iter().all(|end| end.result == ends[place].result)
            })
        };
        [board.holes, board.gaps, board.straight_only, definition.blocks]
            .into_iter()
            .all(|cells| self.cells(cells) == cells)
            && definition.start.iter().all(|start| self.both(start) == *start)
            && definition.effects.iter().all(|rule| self.same_ways(&rule.vectors, &rule.vectors))
            && definition.surround.iter().all(|rule| self.same_ways(&rule.vectors, &rule.vectors))
            && definition.mill.iter().all(|rule| self.same_ways(&rule.vectors, &rule.vectors))
            && kinds
            && (0..ends.len()).all(kept)
    }

    /// Which action each action becomes; none if one has no counterpart.
    fn actions(&self, definition: &Definition) -> Option<Vec<usize>> {
        let mut taken = vec![false; definition.actions.len()];
        let counterpart = |action: &ActionRule, taken: &mut Vec<bool>| {
            let free =
                |&(place, other): &(usize, &ActionRule)| !taken[place] && self.same_action(action, other);
            let (place, _) = definition.actions.iter().enumerate().find(free)?;
            taken[place] = true;
            Some(place)
        };
        definition.actions.iter().map(|action| counterpart(action, &mut taken)).collect()
    }
}

/// The symmetries of a game, the identity first.
pub(crate) fn symmetries<const W: usize>(
    definition: &Definition,
    actions: &Both<Vec<Action<W>>>,
) -> Vec<Symmetry> {
    let board = &definition.board;
    let square = board.columns == board.rows;
    let all = (0..ALL).filter(|number| square || number & 4 == 0);
    all.filter_map(|number| {
        let turn = Turn { board, number };
        if !turn.keeps(definition) {
            return None;
        }
        let becomes = turn.actions(definition)?;
        // Actions are numbered for each player apart.
        let number_of = |player: usize, place: usize| {
            definition.actions[..place].iter().filter(|action| action.players[player]).count()
        };
        let own = |player: usize| {
            (0..definition.actions.len()).filter(move |&place| definition.actions[place].players[player])
        };
        let numbers = [0, 1].map(|player| {
            own(player).map(|place| number_of(player, becomes[place]) as u8).collect::<Vec<u8>>()
        });
        let ways = [0, 1].map(|player| {
            let of = |place: usize| {
                let from = &definition.actions[place].ways[player];
                let to = &definition.actions[becomes[place]].ways[player];
                let way = |&vector: &Vector| {
                    to.iter().position(|&other| other == turn.vector(vector)).unwrap_or(0) as u8
                };
                from.iter().map(way).collect::<Vec<u8>>()
            };
            own(player).map(of).collect::<Vec<_>>()
        });
        debug_assert!((0..2).all(|player| actions[player].len() == numbers[player].len()));
        let cells = (0..board.len()).map(|cell| turn.cell(cell as u8)).collect();
        Some(Symmetry { cells, actions: numbers, ways })
    })
    .collect()
}

impl Symmetry {
    fn cell(&self, cell: u8) -> u8 {
        self.cells.get(usize::from(cell)).copied().unwrap_or(cell)
    }

    fn set<const W: usize>(&self, cells: CellSet<W>) -> CellSet<W> {
        CellSet::from_cells(cells.cells().map(|cell| self.cell(cell)))
    }

    /// The ways of a chain as the image goes them.
    fn path(&self, path: u64, ways: &[u8]) -> u64 {
        let mut image = 1;
        let jumps = (u64::BITS - 1 - path.max(1).leading_zeros()) / WAY_BITS;
        for jump in (0..jumps).rev() {
            let way = (path >> (jump * WAY_BITS)) as usize & ((1 << WAY_BITS) - 1);
            image = image << WAY_BITS | u64::from(ways.get(way).copied().unwrap_or(0));
        }
        if path == 0 { 0 } else { image }
    }

    fn mv<const W: usize>(&self, rules: &Rules<W>, at: &Position<W>, mv: Move<W>) -> Move<W> {
        let mover = at.mover.index();
        let number = usize::from(mv.action);
        let (Some(action), Some(&becomes)) =
            (rules.actions[mover].get(number), self.actions[mover].get(number))
        else {
            return mv;
        };
        if mv.action == PASS {
            return mv;
        }
        let cell = action.covers() || !action.shoot.is_empty();
        let image = Move {
            action: becomes,
            from: self.cell(mv.from),
            to: self.cell(mv.to),
            extra: if cell { self.cell(mv.extra) } else { mv.extra },
            taken: self.set(mv.taken),
            path: self.path(mv.path, &self.ways[mover][number]),
        };
        match action.form {
            // A piece on two cells is written from the one that its way leads on from.
            Form::Place(place) if place.covering => self.along_its_way(rules, mover, image),
            _ => image,
        }
    }

    fn along_its_way<const W: usize>(&self, rules: &Rules<W>, mover: usize, mv: Move<W>) -> Move<W> {
        let turned = Move { from: mv.extra, to: mv.extra, extra: mv.to, ..mv };
        let leads = |mv: &Move<W>| {
            let action = rules.actions[mover].get(usize::from(mv.action));
            let mut ways = action.iter().flat_map(|action| &action.ways);
            ways.any(|&way| rules.ways[way].next(mv.to) == Some(mv.extra))
        };
        if leads(&mv) { mv } else { turned }
    }
}

impl<const W: usize> Symmetric for CompiledGame<W> {
    fn symmetries(&self) -> usize {
        self.rules.symmetries.len()
    }

    fn image(&self, at: &Position<W>, symmetry: usize) -> Position<W> {
        let Some(symmetry) = self.rules.symmetries.get(symmetry) else { return at.clone() };
        let mut image = Position {
            sides: at.sides.map(|side| symmetry.set(side)),
            kinds: at.kinds.map(|kind| symmetry.set(kind)),
            blocks: symmetry.set(at.blocks),
            hands: at.hands,
            key: 0,
            mover: at.mover,
        };
        image.key = image.key_from_scratch(&self.rules.keys);
        image
    }

    fn image_move(&self, at: &Position<W>, mv: Move<W>, symmetry: usize) -> Move<W> {
        self.rules.symmetries.get(symmetry).map_or(mv, |symmetry| symmetry.mv(&self.rules, at, mv))
    }
}
