//! The compiled game: what a definition becomes for a board of some words, and the kernel's `Game`.

use crate::course::{longest_game, only_forward, progress, vectors};
use crate::definition::{
    Both, Compulsion, Condition, Definition, Effect, EndResult, Form, MOST_KINDS, Onto, Placement, Stuck,
};
use crate::evaluator::Knowledge;
use crate::geometry::{Vector, Way, ways};
use crate::moves::Generator;
use crate::position::{Keys, Move, PASS, Position};
use crate::set::CellSet;
use crate::surround::Surround;
use crate::symmetry::{Symmetry, symmetries};
use plybook_kernel::{End, EndRule, Game, History, OptionValues, Outcome, Player, Turn};
use std::sync::Arc;

/// A game made from a rules file, for boards of up to 64 cells for each of `W` words.
///
/// It is a game like those that are written as code: the rules are compiled to sets of cells and ways between them, and
/// moves are found for all pieces at a time.
#[derive(Clone, Debug)]
pub struct CompiledGame<const W: usize> {
    pub(crate) rules: Arc<Rules<W>>,
}

/// Everything about a game that does not change.
#[derive(Debug)]
pub(crate) struct Rules<const W: usize> {
    /// The file's text, from which variants are made.
    pub source: Arc<str>,
    pub definition: Definition,
    /// The options as they were given.
    pub given: OptionValues,
    pub cells: CellSet<W>,
    pub ways: Vec<Way<W>>,
    pub actions: Both<Vec<Action<W>>>,
    /// By player and kind: where it is promoted and to what.
    pub promotions: Both<Vec<(CellSet<W>, Vec<u8>)>>,
    pub effects: Vec<CompiledEffect>,
    pub mill: Option<Mill>,
    pub surround: Option<Surround>,
    /// The kinds that no move may leave where an enemy could take them.
    pub royals: Vec<usize>,
    pub symmetries: Vec<Symmetry>,
    pub ends: Vec<Test<W>>,
    pub keys: Keys,
    pub start: Position<W>,
    /// What resets the count of quiet plies.
    pub progress: Progress,
    pub max_plies: Option<u32>,
    pub knowledge: Knowledge<W>,
}

/// A rule for making moves, for one player.
#[derive(Clone, Debug)]
pub(crate) struct Action<const W: usize> {
    pub kind: usize,
    pub form: Form,
    pub ways: Vec<usize>,
    pub from: CellSet<W>,
    pub into: CellSet<W>,
    pub shoot: Vec<usize>,
    /// Whether jumps with the same beginning, end and victims are one move.
    pub merges: bool,
    /// Whether no position can come back after it, whatever it captures.
    pub onward: bool,
    /// How many own pieces there must be on the board: at least, and fewer than.
    pub crowd: (usize, usize),
}

/// An effect with its ways by number.
#[derive(Clone, Debug)]
pub(crate) struct CompiledEffect {
    pub effect: Effect,
    pub ways: Vec<usize>,
    pub must: bool,
}

/// A row that lets its maker take one enemy piece, with its ways by number.
#[derive(Clone, Debug)]
pub(crate) struct Mill {
    pub length: usize,
    pub axes: Vec<usize>,
    pub sparing: bool,
}

/// A test for the end of a game.
#[derive(Clone, Debug)]
pub(crate) struct Test<const W: usize> {
    pub check: Check<W>,
    pub result: EndResult,
    pub players: Both<bool>,
    /// Whether a move can bring it about for the other player too.
    pub both: bool,
}

/// A condition over sets of cells.
#[derive(Clone, Debug)]
pub(crate) enum Check<const W: usize> {
    /// So many in a row along one of the ways.
    Line {
        length: usize,
        axes: Vec<usize>,
    },
    /// A square: the ways to the right, up and slanting between.
    Square([usize; 3]),
    Reach {
        cells: Both<CellSet<W>>,
        kind: Option<usize>,
        safely: bool,
    },
    Connect {
        from: Both<CellSet<W>>,
        to: Both<CellSet<W>>,
        also: Option<Both<CellSet<W>>>,
        ways: Vec<usize>,
    },
    Together {
        ways: Vec<usize>,
    },
    EnemyFewer {
        kind: Option<usize>,
        than: usize,
    },
    AtLeast {
        kind: Option<usize>,
        count: usize,
        held: bool,
    },
}

/// What makes a move irreversible.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    /// Taking a piece: nothing brings pieces back.
    pub takes: bool,
    /// Putting a piece on the board: nothing takes pieces away.
    pub adds: bool,
    /// Promotions: promoted pieces stay what they are.
    pub promotes: bool,
}

impl<const W: usize> CompiledGame<W> {
    pub(crate) fn new(source: Arc<str>, definition: Definition, given: OptionValues) -> CompiledGame<W> {
        let board = &definition.board;
        let vectors = vectors(&definition);
        let ways: Vec<Way<W>> = ways(board, &vectors);
        let number = |vector: &Vector| vectors.iter().position(|known| known == vector).unwrap_or(0);
        let numbers = |list: &[Vector]| list.iter().map(number).collect::<Vec<usize>>();
        let progress = progress(&definition);
        let flips = definition.effects.iter().any(|rule| rule.effect != Effect::TakeBetween);
        let actions = [0, 1].map(|player| {
            let own = definition.actions.iter().filter(|action| action.players[player]);
            own.map(|action| {
                let onward = match action.form {
                    _ if !action.shoot.is_empty() => true,
                    Form::Place(Placement { from_hand: true, .. }) => !definition.keeps,
                    _ if action.adds() => progress.adds,
                    _ => !flips && progress.takes && only_forward(&definition, action.kind, player),
                };
                Action {
                    kind: action.kind,
                    form: action.form.clone(),
                    ways: numbers(&action.ways[player]),
                    from: action.from[player].resized(),
                    into: action.into[player].resized(),
                    shoot: numbers(&action.shoot),
                    merges: definition.merges || matches!(action.form, Form::Jump { long: true, .. }),
                    onward,
                    crowd: action.crowd,
                }
            })
            .collect()
        });
        let promotions = [0, 1].map(|player| {
            let of = |kind: &crate::definition::PieceKind| match &kind.promotion {
                None => (CellSet::EMPTY, Vec::new()),
                Some(promotion) => {
                    let kinds = promotion.kinds.iter().map(|&kind| kind as u8).collect();
                    (promotion.on[player].resized(), kinds)
                }
            };
            definition.kinds.iter().map(of).collect()
        });
        let effects = definition.effects.iter().map(|rule| CompiledEffect {
            effect: rule.effect,
            ways: numbers(&rule.vectors),
            must: rule.must,
        });
        let effects: Vec<CompiledEffect> = effects.collect();
        let ends = definition.ends.iter().map(|end| test(end, &definition, &numbers)).collect();
        let mill = definition.mill.as_ref().map(|rule| {
            let half: Vec<Vector> = rule.vectors.iter().filter(|&&vector| vector > (0, 0)).copied().collect();
            Mill { length: rule.length, axes: numbers(&half), sparing: rule.sparing }
        });
        let surround = definition
            .surround
            .as_ref()
            .map(|rule| Surround { ways: numbers(&rule.vectors), keeps_liberty: rule.keeps_liberty });
        let royals = (0..definition.kinds.len()).filter(|&kind| definition.kinds[kind].royal).collect();
        let symmetries = symmetries(&definition, &actions);
        let keys = Keys::new(board.len());
        let mut start = Position::empty(definition.blocks.resized());
        for (kind, cells) in definition.start.iter().enumerate() {
            for (player, cells) in cells.iter().enumerate() {
                start.sides[player] |= cells.resized();
                start.kinds[kind] |= cells.resized();
            }
        }
        for (kind, described) in definition.kinds.iter().enumerate() {
            start.hands.iter_mut().for_each(|hand| hand[kind] = described.in_hand);
        }
        start.key = start.key_from_scratch(&keys);
        let cells = board.all().resized();
        let max_plies = definition.path.plies.or_else(|| longest_game(&definition));
        let mut rules = Rules {
            source,
            cells,
            ways,
            actions,
            promotions,
            effects,
            mill,
            surround,
            royals,
            symmetries,
            ends,
            keys,
            start,
            progress,
            max_plies,
            knowledge: Knowledge::default(),
            definition,
            given,
        };
        rules.knowledge = Knowledge::new(&rules);
        CompiledGame { rules: Arc::new(rules) }
    }
}

fn test<const W: usize>(
    end: &crate::definition::EndTest,
    definition: &Definition,
    numbers: &impl Fn(&[Vector]) -> Vec<usize>,
) -> Test<W> {
    let both = |cells: &Both<crate::geometry::Cells>| cells.map(CellSet::resized);
    let check = match &end.condition {
        Condition::Line { length, vectors } => {
            // One way of each pair, and on a torus only where the cells of a line are different.
            let half = |&&(x, y): &&Vector| (x, y) > (0, 0);
            let fits = |vector: &&Vector| definition.board.longest_line(**vector) >= *length;
            let axes: Vec<Vector> = vectors.iter().filter(half).filter(fits).copied().collect();
            Check::Line { length: *length, axes: numbers(&axes) }
        }
        Condition::Square => {
            let all = numbers(&[(1, 0), (0, 1), (1, 1)]);
            Check::Square([all[0], all[1], all[2]])
        }
        Condition::Reach { cells, kind, safely } => {
            Check::Reach { cells: both(cells), kind: *kind, safely: *safely }
        }
        Condition::Connect { from, to, also, vectors } => Check::Connect {
            from: both(from),
            to: both(to),
            also: also.as_ref().map(both),
            ways: numbers(vectors),
        },
        Condition::Together { vectors } => Check::Together { ways: numbers(vectors) },
        Condition::EnemyFewer { kind, than } => Check::EnemyFewer { kind: *kind, than: *than },
        Condition::AtLeast { kind, count, held } => {
            Check::AtLeast { kind: *kind, count: *count, held: *held }
        }
    };
    let both =
        matches!(check, Check::Together { .. } | Check::EnemyFewer { .. }) || end.result != EndResult::Win;
    Test { check, result: end.result, players: end.players, both }
}

impl<const W: usize> Rules<W> {
    /// What the tests say for this player, by the rules for who has just moved or for the other one.
    fn tested(&self, at: &Position<W>, player: usize, moved: bool) -> Option<Outcome> {
        let mut tests = self.ends.iter().filter(|test| test.players[player] && (moved || test.both));
        let met = tests.find(|test| self.holds(&test.check, at, player))?;
        let player = Player(player as u8);
        Some(match met.result {
            EndResult::Win => Outcome::Win(player),
            EndResult::Loss => Outcome::loss_of(player),
            EndResult::Draw => Outcome::Draw,
        })
    }

    /// Whether the player to move has already met the condition of an end, which no game shows.
    pub fn is_past_its_end(&self, at: &Position<W>) -> bool {
        let mover = at.mover.index();
        // A piece that was not safe where it arrived may have become so.
        let safely = |test: &Test<W>| matches!(test.check, Check::Reach { safely: true, .. });
        let late = |test: &&Test<W>| test.players[mover] && !test.both && !safely(test);
        self.outcome(at).is_none()
            && self.ends.iter().filter(late).any(|test| self.holds(&test.check, at, mover))
    }

    pub fn outcome(&self, at: &Position<W>) -> Option<Outcome> {
        if self.ends.is_empty() {
            return None;
        }
        let mover = at.mover.index();
        self.tested(at, 1 - mover, true).or_else(|| self.tested(at, mover, false))
    }

    pub fn no_moves(&self, at: &Position<W>) -> Outcome {
        let by_pieces = |first: usize, second: usize| match first.cmp(&second) {
            std::cmp::Ordering::Less => Outcome::Win(Player::SECOND),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::Win(Player::FIRST),
        };
        if self.in_check(at) {
            return Outcome::loss_of(at.mover);
        }
        let [first, second] = at.sides.map(CellSet::count);
        match self.definition.both_stuck {
            Stuck::Loses | Stuck::Passes => Outcome::loss_of(at.mover),
            Stuck::Wins => Outcome::Win(at.mover),
            Stuck::Draws => Outcome::Draw,
            Stuck::MorePieces => by_pieces(first, second),
            Stuck::FewerPieces => by_pieces(second, first),
        }
    }

    /// Enemies that change sides and enemies that are taken when the mover's piece has come to a cell.
    pub fn effects_of(&self, own: CellSet<W>, enemy: CellSet<W>, to: u8) -> [CellSet<W>; 2] {
        let (mut flipped, mut taken) = (CellSet::EMPTY, CellSet::EMPTY);
        let cell = CellSet::of(to);
        for rule in &self.effects {
            for way in rule.ways.iter().map(|&way| &self.ways[way]) {
                let mut front = way.push(cell);
                match rule.effect {
                    Effect::FlipBeside => flipped |= front & enemy,
                    Effect::TakeBetween => {
                        if front.meets(enemy) && way.push(front).meets(own) {
                            taken |= front;
                        }
                    }
                    Effect::FlipBetween => {
                        let mut line = CellSet::EMPTY;
                        while front.meets(enemy) && !front.meets(line) {
                            line |= front;
                            front = way.push(front);
                        }
                        if front.meets(own) {
                            flipped |= line;
                        }
                    }
                }
            }
        }
        [flipped, taken]
    }

    /// Plays a move.
    pub fn play(&self, at: &mut Position<W>, mv: Move<W>) {
        let mover = at.mover.index();
        let keys = &self.keys;
        if let Some(action) = self.actions[mover].get(usize::from(mv.action)).filter(|_| mv.action != PASS) {
            let to = CellSet::of(mv.to);
            let enemy = at.sides[1 - mover];
            if !action.adds() {
                at.toggle(keys, mover, action.kind, CellSet::of(mv.from));
            } else if action.is_from_hand() {
                at.change_hand(mover, action.kind, -1);
            }
            let mut gone = mv.taken | (enemy & to);
            let own = at.sides[mover];
            let mut flipped = CellSet::EMPTY;
            if !self.effects.is_empty() {
                let effects = self.effects_of(own, enemy & !gone, mv.to);
                flipped = effects[0] & !effects[1];
                gone |= effects[1];
            }
            if self.surround.is_some() {
                let cover = if action.covers() { CellSet::of(mv.extra) } else { CellSet::EMPTY };
                let shot = if action.shoot.is_empty() { CellSet::EMPTY } else { CellSet::of(mv.extra) };
                gone |= self.surrounded(own | to | cover, enemy & !gone, at.blocks | shot);
            }
            if !gone.is_empty() {
                if self.definition.keeps {
                    self.keep(at, mover, gone);
                }
                at.remove(keys, gone);
            }
            let kind = match mv.extra {
                extra if extra > 0 && action.shoot.is_empty() && !action.covers() => usize::from(extra) - 1,
                _ => action.kind,
            };
            at.toggle(keys, mover, kind, to);
            if action.covers() {
                at.toggle(keys, mover, kind, CellSet::of(mv.extra));
            }
            if !action.shoot.is_empty() {
                at.block(keys, mv.extra);
            }
            if !flipped.is_empty() {
                at.flip(keys, mover, flipped);
            }
        }
        at.pass();
    }

    /// Whether a move takes, besides what stands where it ends.
    fn takes_by_effect(&self, at: &Position<W>, mv: Move<W>) -> bool {
        let mover = at.mover.index();
        let from = CellSet::of(mv.from);
        let own = at.sides[mover] & !from;
        self.effects.iter().any(|rule| rule.effect == Effect::TakeBetween)
            && !self.effects_of(own, at.sides[1 - mover], mv.to)[1].is_empty()
    }

    /// Whether a move takes something.
    pub fn is_capture(&self, at: &Position<W>, mv: Move<W>) -> bool {
        mv.action != PASS
            && (!mv.taken.is_empty()
                || at.sides[1 - at.mover.index()].has(mv.to)
                || self.takes_by_effect(at, mv)
                || self.surrounds(at, mv))
    }

    /// Whether a move promotes.
    pub fn is_promotion(&self, at: &Position<W>, mv: Move<W>) -> bool {
        let action = self.actions[at.mover.index()].get(usize::from(mv.action));
        mv.extra > 0 && action.is_some_and(|action| action.shoot.is_empty() && !action.covers())
    }
}

impl<const W: usize> Action<W> {
    pub fn adds(&self) -> bool {
        matches!(self.form, Form::Place(_) | Form::Drop)
    }

    pub fn covers(&self) -> bool {
        matches!(self.form, Form::Place(Placement { covering: true, .. }))
    }

    /// Whether the new piece comes from the hand.
    pub fn is_from_hand(&self) -> bool {
        matches!(self.form, Form::Place(Placement { from_hand: true, .. }))
    }

    /// What the form's targets are on this board: empty cells, enemies or both.
    pub fn targets(&self, onto: Onto, empty: CellSet<W>, enemy: CellSet<W>) -> CellSet<W> {
        let mut cells = CellSet::EMPTY;
        if onto.empty {
            cells |= empty;
        }
        if onto.enemy {
            cells |= enemy;
        }
        cells & self.into
    }
}

impl<const W: usize> Game for CompiledGame<W> {
    type Position = Position<W>;
    type Move = Move<W>;

    const ALTERNATES: bool = true;

    fn start(&self) -> Position<W> {
        self.rules.start.clone()
    }

    #[inline]
    fn turn(&self, at: &Position<W>) -> Turn {
        Turn::Player(at.mover)
    }

    fn moves(&self, at: &Position<W>, out: &mut Vec<Move<W>>) {
        Generator::new(&self.rules, at).list(out);
    }

    fn count(&self, at: &Position<W>) -> usize {
        Generator::new(&self.rules, at).count()
    }

    fn play(&self, at: &mut Position<W>, mv: Move<W>) {
        self.rules.play(at, mv);
    }

    #[inline]
    fn outcome(&self, at: &Position<W>) -> Option<Outcome> {
        self.rules.outcome(at)
    }

    fn no_moves(&self, at: &Position<W>) -> Outcome {
        self.rules.no_moves(at)
    }

    #[inline]
    fn key(&self, at: &Position<W>) -> u64 {
        at.key
    }

    fn max_plies(&self) -> Option<u32> {
        self.rules.max_plies
    }

    fn end_with(&self, at: &Position<W>, past: &History) -> Option<End> {
        if let Some(outcome) = self.rules.outcome(at) {
            return Some(End::new(outcome, EndRule::Position));
        }
        let path = self.rules.definition.path;
        if path.repetition.is_some_and(|times| past.repeats(at.key) + 1 >= times as usize) {
            return Some(End::new(Outcome::Draw, EndRule::Repetition));
        }
        let limit = |limit: Option<u32>, plies: u32| limit.is_some_and(|limit| plies >= limit);
        if limit(path.plies, past.plies()) || limit(path.quiet, past.quiet()) {
            return Some(End::new(Outcome::Draw, EndRule::MoveLimit));
        }
        None
    }

    fn repetition(&self) -> Option<Outcome> {
        self.rules.definition.path.repetition.map(|_| Outcome::Draw)
    }

    fn resets(&self, at: &Position<W>, mv: Move<W>) -> bool {
        let Some(action) = self.rules.actions[at.mover.index()].get(usize::from(mv.action)) else {
            return false;
        };
        let progress = self.rules.progress;
        action.onward
            || progress.takes && self.rules.is_capture(at, mv)
            || progress.promotes && self.rules.is_promotion(at, mv)
    }

    #[inline]
    fn history_slot(&self, mv: Move<W>) -> u16 {
        // Placed pieces have no cell that they come from.
        let from = if mv.from == mv.to { 0 } else { u16::from(mv.from) + 1 };
        (from.wrapping_mul(self.rules.definition.board.len() as u16)).wrapping_add(mv.to.into())
    }
}

impl<const W: usize> Rules<W> {
    /// Whether capturing goes before everything else.
    pub fn must_capture(&self) -> bool {
        self.definition.capture != Compulsion::Free
    }

    /// The most kinds of pieces that a loop has to look at.
    pub fn kinds(&self) -> usize {
        self.definition.kinds.len().min(MOST_KINDS)
    }
}
