//! A first evaluation, made from the rules: material by what pieces can do, mobility, and progress towards the ends.

use crate::definition::{Both, Condition, Effect, EndResult, Form, Placement, Stuck};
use crate::game::{Action, Check, CompiledGame, Rules};
use crate::position::{Move, Position};
use crate::set::CellSet;
use plybook_kernel::{Evaluated, Evaluator, EvaluatorInfo, Game, Score, Term, Text};

/// What the weakest piece is worth, in hundredths of a point.
const PIECE: i32 = Score::POINT;
/// The most that any piece is worth in weakest pieces.
const MOST_WORTH: usize = 20;
/// A piece where pieces change sides all the time.
const FLIPPED_PIECE: i32 = Score::POINT / 10;
/// A move more than the opponent: where pieces are taken, and where the game is about moving.
const MOVE: i32 = 3;
const ONLY_MOVE: i32 = 20;
/// A step nearer to cells that win, and to cells that promote.
const STEP: i32 = 10;
const PROMOTION_STEP: i32 = 5;
/// A line that lacks one piece and is open; one that lacks one more is worth a fraction.
const OPEN_LINE: i32 = 60;
const LINE_FRACTION: i32 = 5;
/// A cell that a connection lacks, and a group more than one.
const LINK: i32 = 50;
const GROUP: i32 = 40;
/// A liberty of the group with the fewest, up to so many: with more no group is in danger.
const LIBERTY: i32 = 60;
const SAFE: usize = 4;
/// Lines are counted in numbers of so many bits.
const LINE_BITS: usize = 5;

/// What an evaluation needs to know of a game, worked out once.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge<const W: usize> {
    /// By kind, in hundredths of a point; zero where numbers of pieces mean nothing.
    pub worth: Vec<i32>,
    /// The weight of a move; zero where they are not counted.
    mobility: i32,
    /// Cells from which a goal is near: by distance, for the pieces of a kind or of all.
    goals: Vec<Goal<W>>,
}

/// How far cells are from where pieces want to go.
#[derive(Clone, Debug)]
struct Goal<const W: usize> {
    name: &'static str,
    weight: i32,
    kind: Option<usize>,
    /// By player and distance: the cells that are so near or nearer.
    layers: Both<Vec<CellSet<W>>>,
}

impl<const W: usize> Default for Knowledge<W> {
    fn default() -> Knowledge<W> {
        Knowledge { worth: Vec::new(), mobility: 0, goals: Vec::new() }
    }
}

impl<const W: usize> Knowledge<W> {
    pub fn new(rules: &Rules<W>) -> Knowledge<W> {
        let definition = &rules.definition;
        let takes = definition.can_take();
        let flips = definition.effects.iter().any(|rule| rule.effect != Effect::TakeBetween);
        let counted = matches!(definition.both_stuck, Stuck::MorePieces | Stuck::FewerPieces);
        let by_number = |end: &crate::definition::EndTest| {
            matches!(end.condition, Condition::EnemyFewer { .. } | Condition::AtLeast { .. })
        };
        let unit = match () {
            () if definition.both_stuck == Stuck::FewerPieces => -PIECE,
            () if flips && definition.effects.iter().any(|rule| rule.must) => FLIPPED_PIECE,
            () if takes || flips || counted || definition.ends.iter().any(by_number) => PIECE,
            () => 0,
        };
        let moves: Vec<usize> = (0..rules.kinds()).map(|kind| freedom(rules, kind)).collect();
        let least = moves.iter().copied().filter(|&moves| moves > 0).min().unwrap_or(1);
        let worth = |&moves: &usize| unit * (moves.clamp(least, MOST_WORTH * least) as i32) / least as i32;
        let goals = definition.ends.iter().zip(&rules.ends).filter_map(|(end, test)| match &test.check {
            Check::Reach { cells, kind, .. } if end.result == EndResult::Win => {
                Some(goal(rules, "progress", STEP, *kind, cells))
            }
            _ => None,
        });
        let mut goals: Vec<Goal<W>> = goals.collect();
        for kind in 0..rules.kinds() {
            if !rules.promotions[0][kind].1.is_empty() {
                let cells = [0, 1].map(|player| rules.promotions[player][kind].0);
                goals.push(goal(rules, "steps to promotion", PROMOTION_STEP, Some(kind), &cells));
            }
        }
        let plain = |action: &Action<W>| match action.form {
            Form::Place(Placement { beside, apart, covering, .. }) => {
                beside.is_some() || apart.is_some() || covering || rules.effects.iter().any(|rule| rule.must)
            }
            Form::Drop => false,
            _ => true,
        };
        let moving = rules.actions.iter().flatten().any(plain);
        let mobility = match (moving, takes) {
            (false, _) => 0,
            (true, true) => MOVE,
            (true, false) => ONLY_MOVE,
        };
        Knowledge { worth: moves.iter().map(worth).collect(), mobility, goals }
    }
}

/// How many moves a kind of piece has on an empty board, all cells and both players together.
fn freedom<const W: usize>(rules: &Rules<W>, kind: usize) -> usize {
    let actions = rules.actions.iter().flatten().filter(|action| action.kind == kind);
    actions
        .map(|action| match action.form {
            Form::Step { .. } | Form::March { .. } => reached(rules, action, 1),
            Form::Slide { most, .. } => reached(rules, action, most),
            _ => 0,
        })
        .sum()
}

/// Cells that an action reaches from all cells in up to so many steps, the second step and later ones counting half.
fn reached<const W: usize>(rules: &Rules<W>, action: &Action<W>, most: usize) -> usize {
    let mut count = 0;
    for &way in &action.ways {
        let mut front = rules.cells & action.from;
        for step in 1..=most {
            front = rules.ways[way].push(front);
            if front.is_empty() {
                break;
            }
            count += (front & action.into).count() * if step == 1 { 2 } else { 1 };
        }
    }
    count
}

/// The cells by their distance from a goal: steps that some piece of the kind could take on an empty board.
fn goal<const W: usize>(
    rules: &Rules<W>,
    name: &'static str,
    weight: i32,
    kind: Option<usize>,
    cells: &Both<CellSet<W>>,
) -> Goal<W> {
    let layers = [0, 1].map(|player| {
        let (mut layers, mut near) = (Vec::new(), cells[player]);
        loop {
            let mut more = near;
            for action in
                rules.actions[player].iter().filter(|action| kind.is_none_or(|kind| kind == action.kind))
            {
                let steps = matches!(action.form, Form::Step { .. } | Form::Slide { .. });
                for &way in action.ways.iter().filter(|_| steps) {
                    more |= rules.ways[rules.ways[way].back].push(near & action.into) & action.from;
                }
            }
            if more == near {
                return layers;
            }
            layers.push(near);
            near = more;
        }
    });
    Goal { name, weight, kind, layers }
}

/// The evaluation that is made from the rules of a file. It has a single form, called `rules`.
#[derive(Clone, Copy, Debug)]
pub struct RulesEvaluator;

/// The name of the evaluator.
const NAME: &str = "rules";

impl RulesEvaluator {
    /// Hands every term to `each`: what it is called, for the player to move minus the other, and its weight.
    fn each<const W: usize>(rules: &Rules<W>, at: &Position<W>, each: &mut impl FnMut(Name<'_>, i32, i32)) {
        let knowledge = &rules.knowledge;
        let (me, other) = (at.mover.index(), 1 - at.mover.index());
        for (kind, &worth) in knowledge.worth.iter().enumerate().filter(|(_, worth)| **worth != 0) {
            let count = |player: usize| (at.sides[player] & at.kinds[kind]).count() as i32;
            each(Name::Pieces(&rules.definition.kinds[kind].name), count(me) - count(other), worth);
            if rules.has_hands() {
                let held = |player: usize| i32::from(at.hands[player][kind]);
                each(Name::Held(&rules.definition.kinds[kind].name), held(me) - held(other), worth);
            }
        }
        if knowledge.mobility != 0 {
            let moves = |player| mobility(rules, at, player) as i32;
            each(Name::Plain("mobility"), moves(me) - moves(other), knowledge.mobility);
        }
        if rules.surround.is_some() {
            let fewest = |player: usize| rules.fewest_liberties(at, player, SAFE) as i32;
            each(Name::Plain("fewest liberties"), fewest(me) - fewest(other), LIBERTY);
        }
        for goal in &knowledge.goals {
            let near = |player: usize| {
                let pieces = goal.kind.map_or(at.sides[player], |kind| at.sides[player] & at.kinds[kind]);
                goal.layers[player].iter().map(|&layer| (pieces & layer).count() as i32).sum::<i32>()
            };
            each(Name::Plain(goal.name), near(me) - near(other), goal.weight);
        }
        for test in &rules.ends {
            let sign = if test.result == EndResult::Loss { -1 } else { 1 };
            if test.result == EndResult::Draw {
                continue;
            }
            let difference = |value: &dyn Fn(usize) -> i32| {
                let of = |player: usize| if test.players[player] { value(player) } else { 0 };
                sign * (of(me) - of(other))
            };
            match &test.check {
                Check::Line { length, axes } => {
                    let all = [me, other].map(|player| open_lines(rules, at, player, *length, axes));
                    let mut weight = OPEN_LINE;
                    for have in (1..*length).rev() {
                        let of = |player: usize| all[usize::from(player != me)][have];
                        each(Name::Lines(have, *length), difference(&of), weight);
                        weight /= LINE_FRACTION;
                        if weight == 0 {
                            break;
                        }
                    }
                }
                Check::Connect { from, to, ways, .. } => {
                    let lacking =
                        |player: usize| -missing_links(rules, at, player, from[player], to[player], ways);
                    each(Name::Plain("links"), difference(&lacking), LINK);
                }
                Check::Together { ways } => {
                    let groups = |player: usize| -groups(rules, at.sides[player], ways);
                    each(Name::Plain("groups"), difference(&groups), GROUP);
                }
                _ => {}
            }
        }
    }
}

/// What a term is called.
enum Name<'a> {
    Plain(&'static str),
    Pieces(&'a str),
    Held(&'a str),
    Lines(usize, usize),
}

/// Moves of a player, as far as they are counted for all pieces at a time.
fn mobility<const W: usize>(rules: &Rules<W>, at: &Position<W>, player: usize) -> usize {
    let (own, enemy) = (at.sides[player], at.sides[1 - player]);
    let empty = rules.cells & !(own | enemy | at.blocks);
    let mut count = 0;
    for action in &rules.actions[player] {
        let movers = own & at.kinds[action.kind] & action.from;
        match action.form {
            Form::Step { onto } => {
                let targets = action.targets(onto, empty, enemy);
                count += action
                    .ways
                    .iter()
                    .map(|&way| (rules.ways[way].push(movers) & targets).count())
                    .sum::<usize>();
            }
            Form::Slide { onto, most } => {
                let targets = action.targets(onto, empty, enemy);
                for way in action.ways.iter().map(|&way| &rules.ways[way]) {
                    let mut front = movers;
                    for _ in 0..most {
                        front = way.push(front);
                        count += (front & targets).count();
                        front &= empty;
                        if front.is_empty() {
                            break;
                        }
                    }
                }
            }
            Form::Jump { over, .. } => {
                let over = if over.enemy { enemy } else { CellSet::EMPTY }
                    | if over.own { own } else { CellSet::EMPTY };
                for way in action.ways.iter().map(|&way| &rules.ways[way]) {
                    count += (way.push(way.push(movers) & over) & empty & action.into).count();
                }
            }
            Form::Place(Placement { covering: true, .. }) => {
                for way in action.ways.iter().map(|&way| &rules.ways[way]) {
                    count += (empty & action.into & rules.ways[way.back].push(empty)).count();
                }
            }
            Form::Place(place) => {
                if let Some(onto) = place.apart {
                    let pieces = if onto.own { own } else { CellSet::EMPTY }
                        | if onto.enemy { enemy } else { CellSet::EMPTY };
                    count += (empty & action.into & !rules.beside(pieces, &action.ways)).count();
                }
                for rule in
                    rules.effects.iter().filter(|rule| rule.must && rule.effect == Effect::FlipBetween)
                {
                    let mut found = CellSet::EMPTY;
                    for way in rule.ways.iter().map(|&way| &rules.ways[way]) {
                        let mut front = way.push(own) & enemy;
                        let mut line = front;
                        while !front.is_empty() {
                            front = way.push(front) & enemy & !line;
                            line |= front;
                        }
                        found |= way.push(line);
                    }
                    count += (found & empty).count();
                }
            }
            Form::March { .. } | Form::Hop { .. } | Form::Drop => {}
        }
    }
    count
}

/// By number of own pieces: the lines of a length on which the other player has none and that hold so many.
fn open_lines<const W: usize>(
    rules: &Rules<W>,
    at: &Position<W>,
    player: usize,
    length: usize,
    axes: &[usize],
) -> Vec<i32> {
    let own = at.sides[player];
    let open = rules.cells & !(at.sides[1 - player] | at.blocks);
    let mut counts = vec![0; length + 1];
    for &axis in axes {
        let back = &rules.ways[rules.ways[axis].back];
        let lines = rules.line_of(open, axis, length);
        if lines.is_empty() {
            continue;
        }
        // The number of own pieces of each line, one bit of it in each set.
        let mut number = [CellSet::EMPTY; LINE_BITS];
        let mut ahead = own;
        for step in 0..length {
            if step > 0 {
                ahead = back.push(ahead);
            }
            let mut carry = ahead & lines;
            for bit in &mut number {
                let next = *bit & carry;
                *bit ^= carry;
                carry = next;
            }
        }
        for (have, count) in counts.iter_mut().enumerate().skip(1) {
            let mut lines = lines;
            for (place, bit) in number.iter().enumerate() {
                lines &= if have >> place & 1 == 1 { *bit } else { !*bit };
            }
            *count += lines.count() as i32;
        }
    }
    counts
}

/// How many pieces a connection still needs at least; more than there are cells if it is cut.
fn missing_links<const W: usize>(
    rules: &Rules<W>,
    at: &Position<W>,
    player: usize,
    from: CellSet<W>,
    to: CellSet<W>,
    ways: &[usize],
) -> i32 {
    let own = at.sides[player];
    let empty = rules.cells & !(own | at.sides[1 - player] | at.blocks);
    let mut reached = rules.flood(own & from, own, ways);
    let most = rules.definition.board.rows + rules.definition.board.columns;
    for missing in 0..most as i32 {
        if reached.meets(to) {
            return missing;
        }
        let more = (reached | rules.beside(reached, ways) | from) & (empty | reached);
        reached = more | rules.flood(rules.beside(more, ways) | (from & own), own, ways);
    }
    most as i32
}

/// How many groups some pieces form.
fn groups<const W: usize>(rules: &Rules<W>, pieces: CellSet<W>, ways: &[usize]) -> i32 {
    let (mut left, mut count) = (pieces, 0);
    while let Some(first) = left.first() {
        left &= !rules.flood(CellSet::of(first), left, ways);
        count += 1;
    }
    count
}

impl<const W: usize> Evaluator<CompiledGame<W>> for RulesEvaluator {
    type Accumulator = ();

    fn accumulate(&self, _: &CompiledGame<W>, _: &Position<W>) {}

    fn update(&self, _: &CompiledGame<W>, (): &(), _: &Position<W>, _: Move<W>, _: &Position<W>) {}

    fn evaluate(&self, game: &CompiledGame<W>, at: &Position<W>, (): &()) -> Score {
        let mut sum = 0i32;
        RulesEvaluator::each(&game.rules, at, &mut |_, value, weight| {
            sum = sum.saturating_add(value.saturating_mul(weight));
        });
        Score::evaluation(sum)
    }

    fn terms(&self, game: &CompiledGame<W>, at: &Position<W>) -> Vec<Term> {
        let mut terms = Vec::new();
        RulesEvaluator::each(&game.rules, at, &mut |name, value, weight| {
            let name: Text = match name {
                Name::Plain(name) => name.into(),
                Name::Pieces(name) => format!("number of {name}s").into(),
                Name::Held(name) => format!("{name}s in hand").into(),
                Name::Lines(have, length) => format!("open lines with {have} of {length}").into(),
            };
            terms.push(Term::new(name, value, weight));
        });
        terms
    }
}

impl<const W: usize> Evaluated for CompiledGame<W> {
    type Evaluator = RulesEvaluator;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![EvaluatorInfo::new(NAME, "Pieces by what they can do, mobility, and progress towards the ends.")]
    }

    fn evaluator(&self, name: &str) -> Option<RulesEvaluator> {
        (name == NAME).then_some(RulesEvaluator)
    }
}

impl<const W: usize> CompiledGame<W> {
    /// What the pieces that a move takes are worth, in hundredths of a point.
    pub(crate) fn worth_taken(&self, at: &Position<W>, mv: Move<W>) -> i32 {
        let Some(mover) = self.turn(at).player() else { return 0 };
        let taken = (mv.taken | CellSet::of(mv.to)) & at.sides[mover.other().index()];
        let of = |(kind, worth): (usize, &i32)| (taken & at.kinds[kind]).count() as i32 * worth;
        self.rules.knowledge.worth.iter().enumerate().map(of).sum()
    }
}
