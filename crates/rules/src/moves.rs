//! Which moves there are. Steps, slides and placements are found for all pieces at a time; chains of jumps are followed
//! cell by cell.

use crate::chains::Chains;
use crate::definition::{Compulsion, Effect, Form, Onto, Placement};
use crate::game::{Action, Rules};
use crate::position::{Move, Position};
use crate::set::CellSet;

/// Jumps that are tried at most while the chains of a position are followed. No game that people play comes near; a
/// board made for it would have chains without number.
const MOST_TRIES: usize = 5_000;
/// Rules for jumps that share these tries without getting fewer.
const SHARING: usize = 4;
/// Most moves of a position; a file whose positions have as many is refused when it is opened.
pub(crate) const MOST_MOVES: usize = 5_000;

/// Any number of own pieces.
pub(crate) const EVERYBODY: (usize, usize) = (0, usize::MAX);

/// Finds the moves of one position.
pub(crate) struct Generator<'a, const W: usize> {
    pub(crate) rules: &'a Rules<W>,
    pub(crate) at: &'a Position<W>,
    pub(crate) mover: usize,
    pub(crate) own: CellSet<W>,
    pub(crate) enemy: CellSet<W>,
    empty: CellSet<W>,
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    All,
    /// Moves that take something, where capturing is compulsory.
    Captures,
    Quiet,
}

/// What is done with the moves that are found.
pub(crate) trait Sink<const W: usize> {
    /// Pieces of an action that go so many steps along a way to each of some cells.
    fn along(
        &mut self,
        rules: &Rules<W>,
        mover: usize,
        action: usize,
        way: usize,
        steps: usize,
        to: CellSet<W>,
    );
    /// New pieces on each of some cells; `cover` is the way to a second cell.
    fn placed(&mut self, rules: &Rules<W>, action: usize, to: CellSet<W>, cover: Option<usize>);
    /// One move.
    fn one(&mut self, mv: Move<W>);
    /// Whether as many moves were found as a position may have.
    fn is_full(&self) -> bool;
}

/// Lists moves.
struct List<'a, const W: usize> {
    out: &'a mut Vec<Move<W>>,
    /// The length that the list may reach.
    most: usize,
}

impl<const W: usize> List<'_, W> {
    #[inline]
    fn push(&mut self, mv: Move<W>) {
        if self.out.len() < self.most {
            self.out.push(mv);
        }
    }
}

impl<const W: usize> Sink<W> for List<'_, W> {
    #[inline]
    fn along(
        &mut self,
        rules: &Rules<W>,
        mover: usize,
        action: usize,
        way: usize,
        steps: usize,
        to: CellSet<W>,
    ) {
        let (promoting, kinds) = &rules.promotions[mover][rules.actions[mover][action].kind];
        let way = &rules.ways[way];
        for cell in to.cells() {
            let from = way.before(&rules.ways, cell, steps);
            if kinds.is_empty() || !promoting.has(cell) {
                self.push(Move::new(action as u8, from, cell, 0));
            } else {
                kinds.iter().for_each(|&kind| self.push(Move::new(action as u8, from, cell, kind + 1)));
            }
        }
    }

    #[inline]
    fn placed(&mut self, rules: &Rules<W>, action: usize, to: CellSet<W>, cover: Option<usize>) {
        for cell in to.cells() {
            let extra = cover.and_then(|way| rules.ways[way].next(cell)).unwrap_or(0);
            self.push(Move::new(action as u8, cell, cell, extra));
        }
    }

    #[inline]
    fn one(&mut self, mv: Move<W>) {
        self.push(mv);
    }

    fn is_full(&self) -> bool {
        self.out.len() >= self.most
    }
}

/// Counts moves.
struct Counter(usize);

impl<const W: usize> Sink<W> for Counter {
    #[inline]
    fn along(&mut self, rules: &Rules<W>, mover: usize, action: usize, _: usize, _: usize, to: CellSet<W>) {
        let (promoting, kinds) = &rules.promotions[mover][rules.actions[mover][action].kind];
        self.0 += to.count();
        if kinds.len() > 1 {
            self.0 += (to & *promoting).count() * (kinds.len() - 1);
        }
    }

    #[inline]
    fn placed(&mut self, _: &Rules<W>, _: usize, to: CellSet<W>, _: Option<usize>) {
        self.0 += to.count();
    }

    #[inline]
    fn one(&mut self, _: Move<W>) {
        self.0 += 1;
    }

    fn is_full(&self) -> bool {
        self.0 >= MOST_MOVES
    }
}

impl<'a, const W: usize> Generator<'a, W> {
    #[inline]
    pub fn new(rules: &'a Rules<W>, at: &'a Position<W>) -> Generator<'a, W> {
        let mover = at.mover.index();
        let (own, enemy) = (at.sides[mover], at.sides[1 - mover]);
        let empty = rules.cells & !(own | enemy | at.blocks);
        Generator { rules, at, mover, own, enemy, empty }
    }

    /// Appends all legal moves.
    pub fn list(&self, out: &mut Vec<Move<W>>) {
        let before = out.len();
        let most = before + MOST_MOVES;
        if self.rules.must_capture() {
            self.every(Wanted::Captures, &mut List { out, most });
            if out.len() > before {
                if self.rules.definition.capture == Compulsion::MustMost {
                    self.keep_largest(out, before);
                }
                self.keep_safe(out, before);
                if out.len() > before || self.rules.royals.is_empty() {
                    return;
                }
            }
            self.every(Wanted::Quiet, &mut List { out, most });
        } else {
            self.every(Wanted::All, &mut List { out, most });
        }
        self.keep_legal(out, before);
        if out.len() == before && self.passes() {
            out.push(Move::pass());
        }
    }

    /// How many legal moves there are.
    pub fn count(&self) -> usize {
        let rules = self.rules;
        if self.filters() || rules.definition.capture == Compulsion::MustMost {
            let mut moves = Vec::new();
            self.list(&mut moves);
            return moves.len();
        }
        let mut counter = Counter(0);
        if rules.must_capture() {
            self.every(Wanted::Captures, &mut counter);
            if counter.0 == 0 {
                self.every(Wanted::Quiet, &mut counter);
            }
        } else {
            self.every(Wanted::All, &mut counter);
        }
        if counter.0 == 0 { usize::from(self.passes()) } else { counter.0.min(MOST_MOVES) }
    }

    /// Whether a player who cannot move passes here: the other one still can.
    fn passes(&self) -> bool {
        use crate::definition::Stuck;
        if self.rules.definition.stuck != Stuck::Passes {
            return false;
        }
        let mut other = self.at.clone();
        other.mover = other.mover.other();
        Generator::new(self.rules, &other).any_move()
    }

    /// Whether there is a move other than a pass.
    fn any_move(&self) -> bool {
        if self.filters() {
            let mut moves = Vec::new();
            self.every(Wanted::All, &mut List { out: &mut moves, most: MOST_MOVES });
            self.keep_legal(&mut moves, 0);
            return !moves.is_empty();
        }
        let mut counter = Counter(0);
        self.every(Wanted::All, &mut counter);
        counter.0 > 0
    }

    /// Whether moves have to be looked at one by one for effects that must happen. Placements that must turn over a row
    /// are found at once.
    fn filters(&self) -> bool {
        let liberties = self.rules.surround.as_ref().is_some_and(|rule| rule.keeps_liberty);
        if liberties || self.rules.mill.is_some() || !self.rules.royals.is_empty() {
            return true;
        }
        let must = |rule: &&crate::game::CompiledEffect| rule.must;
        let placed = |action: &Action<W>| matches!(action.form, Form::Place(place) if !place.covering);
        let between = |rule: &crate::game::CompiledEffect| rule.effect == Effect::FlipBetween;
        let mut rules = self.rules.effects.iter().filter(must);
        match (rules.next(), rules.next()) {
            (None, _) => false,
            (Some(rule), None) => !(between(rule) && self.rules.actions[self.mover].iter().all(placed)),
            _ => true,
        }
    }

    /// Leaves the legal moves of a list, and adds what is chosen with them.
    fn keep_legal(&self, out: &mut Vec<Move<W>>, before: usize) {
        self.keep_effective(out, before);
        self.keep_liberties(out, before);
        self.choose_victims(out, before);
        self.keep_safe(out, before);
    }

    /// Leaves out moves without an effect that must happen.
    fn keep_effective(&self, out: &mut Vec<Move<W>>, before: usize) {
        if !self.filters() || !self.rules.effects.iter().any(|rule| rule.must) {
            return;
        }
        let mut place = before;
        for number in before..out.len() {
            let mv = out[number];
            let own = if mv.from == mv.to { self.own } else { self.own & !CellSet::of(mv.from) };
            let enemy = self.enemy & !mv.taken & !CellSet::of(mv.to);
            if self.rules.effects_of(own, enemy, mv.to).iter().any(|cells| !cells.is_empty()) {
                out.swap(place, number);
                place += 1;
            }
        }
        out.truncate(place);
    }

    /// Leaves the captures that take the most pieces.
    fn keep_largest(&self, out: &mut Vec<Move<W>>, before: usize) {
        let taken = |mv: &Move<W>| mv.taken.count() + usize::from(self.enemy.has(mv.to));
        let most = out[before..].iter().map(taken).max().unwrap_or(0);
        let mut place = before;
        for number in before..out.len() {
            if taken(&out[number]) == most {
                out.swap(place, number);
                place += 1;
            }
        }
        out.truncate(place);
    }

    /// Gives the moves of all actions to the sink.
    pub(crate) fn every(&self, wanted: Wanted, sink: &mut impl Sink<W>) {
        let actions = &self.rules.actions[self.mover];
        let placing = actions.iter().any(|action| self.is_placing(action));
        for (number, action) in actions.iter().enumerate() {
            if !placing || self.is_placing(action) {
                self.action(number, action, wanted, sink);
            }
        }
    }

    /// Whether a placement that has to come before all moves is still open.
    fn is_placing(&self, action: &Action<W>) -> bool {
        match action.form {
            Form::Place(Placement { fewer_than: Some(limit), .. }) => {
                (self.own & self.at.kinds[action.kind]).count() < limit
            }
            Form::Place(Placement { before_moves: true, .. }) => self.has_in_hand(action.kind),
            _ => false,
        }
    }

    fn action(&self, number: usize, action: &Action<W>, wanted: Wanted, sink: &mut impl Sink<W>) {
        let limit = |onto: Onto| match wanted {
            Wanted::All => onto,
            Wanted::Captures => Onto { empty: false, ..onto },
            Wanted::Quiet => Onto { enemy: false, ..onto },
        };
        let (least, most) = action.crowd;
        if (least, most) != EVERYBODY && !(least..most).contains(&self.own.count()) {
            return;
        }
        let movers = self.own & self.at.kinds[action.kind] & action.from;
        if movers.is_empty() && !action.adds() {
            return;
        }
        match action.form {
            Form::Hop { onto } => {
                let targets = action.targets(limit(onto), self.empty, self.enemy);
                for from in movers.cells() {
                    targets.cells().for_each(|to| sink.one(Move::new(number as u8, from, to, 0)));
                }
            }
            Form::Step { onto } => {
                let targets = action.targets(limit(onto), self.empty, self.enemy);
                for &way in &action.ways {
                    let to = self.rules.ways[way].push(movers) & targets;
                    self.moved(number, action, way, 1, to, sink);
                }
            }
            Form::Slide { onto, most } => {
                let targets = action.targets(limit(onto), self.empty, self.enemy);
                for &way in &action.ways {
                    let mut front = movers;
                    for steps in 1..=most {
                        front = self.rules.ways[way].push(front);
                        self.moved(number, action, way, steps, front & targets, sink);
                        front &= self.empty;
                        if front.is_empty() {
                            break;
                        }
                    }
                }
            }
            Form::Jump { takes, .. } => {
                let fits = match wanted {
                    Wanted::All => true,
                    Wanted::Captures => takes,
                    Wanted::Quiet => !takes,
                };
                if fits {
                    self.jumps(number, action, movers, sink);
                }
            }
            Form::March { onto } => self.marches(number, action, limit(onto), movers, sink),
            Form::Place(_) | Form::Drop if wanted == Wanted::Captures => {}
            Form::Place(place) => {
                if place.from_hand && !self.has_in_hand(action.kind)
                    || place.fewer_than.is_some() && !self.is_placing(action)
                {
                    return;
                }
                let mut to = self.empty & action.into;
                if let Some(onto) = place.beside {
                    to &= self.rules.beside(self.pieces(onto), &action.ways);
                }
                if let Some(onto) = place.apart {
                    to &= !self.rules.beside(self.pieces(onto), &action.ways);
                }
                if place.covering {
                    for &way in &action.ways {
                        let back = self.rules.ways[way].back;
                        sink.placed(
                            self.rules,
                            number,
                            to & self.rules.ways[back].push(self.empty),
                            Some(way),
                        );
                    }
                    return;
                }
                if !self.filters() {
                    for rule in self.rules.effects.iter().filter(|rule| rule.must) {
                        to &= self.outflanking(&rule.ways);
                    }
                }
                sink.placed(self.rules, number, to, None);
            }
            Form::Drop => {
                let Some(&way) = action.ways.first() else { return };
                sink.placed(self.rules, number, self.landings(way) & action.into, None);
            }
        }
    }

    /// The pieces of some players, and empty cells.
    fn pieces(&self, onto: Onto) -> CellSet<W> {
        let mut cells = CellSet::EMPTY;
        for (wanted, set) in [(onto.empty, self.empty), (onto.own, self.own), (onto.enemy, self.enemy)] {
            if wanted {
                cells |= set;
            }
        }
        cells
    }

    /// Empty cells from which a row of enemies leads to an own piece.
    fn outflanking(&self, ways: &[usize]) -> CellSet<W> {
        let mut found = CellSet::EMPTY;
        for way in ways.iter().map(|&way| &self.rules.ways[way]) {
            let mut front = way.push(self.own) & self.enemy;
            let mut line = front;
            while !front.is_empty() {
                front = way.push(front) & self.enemy & !line;
                line |= front;
            }
            found |= way.push(line);
        }
        found & self.empty
    }

    /// Where falling pieces come to lie.
    fn landings(&self, way: usize) -> CellSet<W> {
        let down = &self.rules.ways[way];
        let up = &self.rules.ways[down.back];
        // Cells above which there is none: there pieces come in.
        let entrances = self.rules.cells & !down.push(self.rules.cells);
        let mut front = entrances & self.empty;
        let mut all = front;
        while !front.is_empty() {
            front = down.push(front) & self.empty & !all;
            all |= front;
        }
        all & !up.push(self.empty)
    }

    /// Moves along one way, with what comes after them.
    #[inline]
    fn moved(
        &self,
        number: usize,
        action: &Action<W>,
        way: usize,
        steps: usize,
        to: CellSet<W>,
        sink: &mut impl Sink<W>,
    ) {
        if action.shoot.is_empty() {
            sink.along(self.rules, self.mover, number, way, steps, to);
            return;
        }
        for cell in to.cells() {
            if sink.is_full() {
                return;
            }
            let from = self.rules.ways[way].before(&self.rules.ways, cell, steps);
            let empty = (self.empty | CellSet::of(from)) & !CellSet::of(cell);
            for shot in &action.shoot {
                let mut at = cell;
                while let Some(next) = self.rules.ways[*shot].next(at).filter(|&next| empty.has(next)) {
                    sink.one(Move::new(number as u8, from, cell, next));
                    at = next;
                    if at == cell {
                        break;
                    }
                }
            }
        }
    }

    /// As many steps as the whole line holds pieces.
    fn marches(
        &self,
        number: usize,
        action: &Action<W>,
        onto: Onto,
        movers: CellSet<W>,
        sink: &mut impl Sink<W>,
    ) {
        let targets = action.targets(onto, self.empty, self.enemy);
        let pieces = self.own | self.enemy;
        for cell in movers.cells() {
            for &way in &action.ways {
                let mut steps = 1;
                for way in [way, self.rules.ways[way].back] {
                    let mut at = cell;
                    while let Some(next) = self.rules.ways[way].next(at).filter(|&next| next != cell) {
                        steps += usize::from(pieces.has(next));
                        at = next;
                    }
                }
                let mut at = Some(cell);
                for step in 1..=steps {
                    at = at.and_then(|at| self.rules.ways[way].next(at));
                    match at {
                        Some(at) if step < steps && !self.enemy.has(at) => {}
                        _ if step < steps => at = None,
                        _ => {}
                    }
                }
                if let Some(to) = at.filter(|&to| targets.has(to)) {
                    self.moved(number, action, way, steps, CellSet::of(to), sink);
                }
            }
        }
    }

    /// Jumps and chains of jumps.
    fn jumps(&self, number: usize, action: &Action<W>, movers: CellSet<W>, sink: &mut impl Sink<W>) {
        let Form::Jump { over, takes, chain, straight, long } = action.form else { return };
        let over = self.pieces(over);
        if !long {
            // Whether anything can jump at all.
            let mut any = false;
            for &way in &action.ways {
                let push = |cells| self.rules.ways[way].push(cells);
                any |= push(push(movers) & over).meets(self.empty);
            }
            if !any {
                return;
            }
        }
        let jumping = self.rules.actions[self.mover].iter();
        let jumping = jumping.filter(|action| matches!(action.form, Form::Jump { .. })).count();
        let mut tries = MOST_TRIES * SHARING / jumping.max(SHARING);
        for from in movers.cells() {
            let mut chains = Chains {
                rules: self.rules,
                action,
                number: number as u8,
                from,
                over,
                empty: self.empty | CellSet::of(from),
                takes,
                chain,
                straight,
                long,
                tries,
                found: Vec::new(),
            };
            chains.follow(from, CellSet::EMPTY, 1, 0, None);
            tries = chains.tries;
            let (promoting, kinds) = &self.rules.promotions[self.mover][action.kind];
            for mv in chains.found {
                if kinds.is_empty() || !promoting.has(mv.to) {
                    sink.one(mv);
                } else {
                    kinds.iter().for_each(|&kind| sink.one(Move { extra: kind + 1, ..mv }));
                }
            }
        }
    }
}
