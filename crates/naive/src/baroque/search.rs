//! The walk along the lines of movement, the captures at its end, and freezing.

use super::options::{Freezers, ImitatorFreezes, Kinds, Landing, Leaps, Options};
use super::{
    DIRECTIONS, Direction, Kind, Move, ORTHOGONAL, Position, Side, Square, Suffix, neighbours, squares,
};

/// One side's search for moves, before any question of check.
pub(super) struct Search<'a> {
    pub(super) options: &'a Options,
    pub(super) position: &'a Position,
    pub(super) side: Side,
    pub(super) enemy: Side,
    pub(super) king: Option<Square>,
    pub(super) moves: Vec<Move>,
}

/// A line of movement while it is walked: where from, which way, and what was jumped so far.
#[derive(Clone, Copy)]
struct Line {
    from: Square,
    direction: Direction,
    leapt: u64,
}

impl Search<'_> {
    /// All moves of the side, whatever becomes of its own king.
    pub(super) fn run(mut self) -> Vec<Move> {
        for from in squares() {
            let Some(piece) = self.position.at(from) else { continue };
            if piece.side != self.side {
                continue;
            }
            if self.is_frozen(from, piece.kind) {
                if self.options.suicide && piece.kind != Kind::King {
                    self.push(from, from, from.bit(), Suffix::None);
                }
                continue;
            }
            match piece.kind {
                Kind::King => self.king_steps(from),
                Kind::Pincer => self.walk_all(from, piece.kind, &ORTHOGONAL),
                _ => self.walk_all(from, piece.kind, &DIRECTIONS),
            }
        }
        self.moves
    }

    fn push(&mut self, from: Square, to: Square, captured: u64, suffix: Suffix) {
        self.moves.push(Move { from, to, captured, suffix });
    }

    fn is_enemy(&self, square: Square) -> bool {
        self.position.is_of(square, self.enemy)
    }

    fn is_enemy_kind(&self, square: Square, kind: Kind) -> bool {
        self.position.is(square, self.enemy, kind)
    }

    fn is_frozen(&self, square: Square, kind: Kind) -> bool {
        match self.options.freezers {
            Freezers::BothFrozen => self.is_frozen_by_any(square, kind),
            Freezers::Pure => self.is_frozen_purely(square, kind),
        }
    }

    /// An enemy freezer freezes, and so does an enemy imitator next to one of our freezers; whether they
    /// are frozen themselves does not matter (the rules page, clarification 6).
    fn is_frozen_by_any(&self, square: Square, kind: Kind) -> bool {
        let imitators_count = match self.options.imitator_freezes {
            ImitatorFreezes::All => true,
            ImitatorFreezes::Freezer => kind == Kind::Freezer,
        };
        neighbours(square).any(|near| {
            self.is_enemy_kind(near, Kind::Freezer)
                || imitators_count
                    && self.is_enemy_kind(near, Kind::Imitator)
                    && self.position.has_neighbour(near, self.side, Kind::Freezer)
        })
    }

    /// The Cambridge sentence, word for word.
    fn is_frozen_purely(&self, square: Square, kind: Kind) -> bool {
        if kind == Kind::Freezer && self.position.has_neighbour(square, self.enemy, Kind::Imitator) {
            return true;
        }
        neighbours(square).any(|near| {
            self.is_enemy_kind(near, Kind::Freezer)
                && !neighbours(near).any(|beside| {
                    beside != square
                        && (self.position.is(beside, self.side, Kind::Imitator)
                            || self.position.is(beside, self.side, Kind::Freezer))
                })
        })
    }

    fn king_steps(&mut self, from: Square) {
        for to in neighbours(from) {
            if self.is_enemy(to) {
                self.push(from, to, to.bit(), Suffix::None);
            } else if self.position.at(to).is_none() {
                self.push(from, to, 0, Suffix::None);
            }
        }
    }

    fn walk_all(&mut self, from: Square, kind: Kind, directions: &[Direction]) {
        for direction in directions {
            self.walk(kind, Line { from, direction: *direction, leapt: 0 });
        }
    }

    /// Walks one line to its end: over empty squares, where the piece may stop, and over the enemies that
    /// this kind may jump here.
    fn walk(&mut self, kind: Kind, mut line: Line) {
        let only_next = self.options.leaps == Leaps::One && self.options.landing == Landing::Next;
        let mut place = line.from.step(line.direction);
        if kind == Kind::Imitator
            && self.options.imitator_captures
            && let Some(first) = place.filter(|first| self.is_enemy_kind(*first, Kind::King))
        {
            return self.land(kind, line, first);
        }
        loop {
            while let Some(square) = place.filter(|square| self.position.at(*square).is_none()) {
                self.land(kind, line, square);
                if line.leapt != 0 && only_next {
                    return;
                }
                place = square.step(line.direction);
            }
            let Some(victim) = place else { return };
            let may_leap_again = line.leapt == 0 || self.options.leaps == Leaps::Many;
            if !may_leap_again || !self.may_leap_over(kind, victim) {
                return;
            }
            place = victim.step(line.direction);
            if place.is_some_and(|behind| self.position.at(behind).is_some()) {
                return;
            }
            line.leapt |= victim.bit();
        }
    }

    fn may_leap_over(&self, kind: Kind, victim: Square) -> bool {
        match kind {
            Kind::Leaper => self.is_enemy(victim),
            Kind::Imitator => self.options.imitator_captures && self.is_enemy_kind(victim, Kind::Leaper),
            _ => false,
        }
    }

    /// Adds the move, or an imitator's moves, that end a line on this square.
    fn land(&mut self, kind: Kind, line: Line, to: Square) {
        let captured = match kind {
            Kind::Pincer => self.pinced(line, to, None),
            Kind::Coordinator => self.coordinated(to, None),
            Kind::Withdrawer => self.withdrawn(line, None),
            Kind::Leaper => line.leapt,
            Kind::Freezer | Kind::King => 0,
            Kind::Imitator => return self.land_imitator(line, to),
        };
        self.push(line.from, to, captured, Suffix::None);
    }

    fn land_imitator(&mut self, line: Line, to: Square) {
        let from = line.from;
        if !self.options.imitator_captures {
            return self.push(from, to, 0, Suffix::None);
        }
        // What the move itself leaps or steps on is always removed.
        let stepped_on = if self.is_enemy(to) { to.bit() } else { 0 };
        let in_passing = line.leapt | stepped_on;
        let alone = match self.options.kinds {
            Kinds::One => in_passing != 0,
            Kinds::All => false,
            Kinds::PureLeap => line.leapt != 0,
        };
        if alone {
            return self.push(from, to, in_passing, Suffix::None);
        }
        let may_pince = self.options.diagonal_pince || line.direction.is_orthogonal();
        let pinced = if may_pince { self.pinced(line, to, Some(Kind::Pincer)) } else { 0 };
        let withdrawn = self.withdrawn(line, Some(Kind::Withdrawer));
        let coordinated = self.coordinated(to, Some(Kind::Coordinator));
        let offered = pinced | withdrawn | coordinated;
        if offered == 0 {
            return self.push(from, to, in_passing, Suffix::None);
        }
        if self.options.kinds == Kinds::One {
            // The suffixes that turn out not to be needed are dropped when all legal moves are known.
            for (kind, victims) in
                [(Kind::Pincer, pinced), (Kind::Withdrawer, withdrawn), (Kind::Coordinator, coordinated)]
            {
                if victims != 0 {
                    self.push(from, to, victims, Suffix::Kind(kind));
                }
            }
        } else {
            self.push(from, to, in_passing | offered, Suffix::None);
        }
        if self.options.declining {
            self.push(from, to, in_passing, Suffix::Declined);
        }
    }

    /// Whether a capture that takes only one kind, or any, takes the piece on this square.
    fn takes(&self, square: Square, only: Option<Kind>) -> bool {
        match only {
            Some(kind) => self.is_enemy_kind(square, kind),
            None => self.is_enemy(square),
        }
    }

    fn pinced(&self, line: Line, to: Square, only: Option<Kind>) -> u64 {
        let mut victims = 0;
        for direction in ORTHOGONAL {
            let Some(victim) = to.step(direction).filter(|victim| self.takes(*victim, only)) else {
                continue;
            };
            let Some(partner) = victim.step(direction) else { continue };
            // The square the piece has just left holds no partner any more.
            if partner != line.from && self.position.is_of(partner, self.side) {
                victims |= victim.bit();
            }
        }
        victims
    }

    fn withdrawn(&self, line: Line, only: Option<Kind>) -> u64 {
        let behind = line.from.step(line.direction.reversed());
        behind.filter(|victim| self.takes(*victim, only)).map_or(0, Square::bit)
    }

    fn coordinated(&self, to: Square, only: Option<Kind>) -> u64 {
        // On the king's own row or column both corners are the king's square and the square landed on.
        let Some(king) = self.king.filter(|king| king.rank != to.rank && king.file != to.file) else {
            return 0;
        };
        let corners = [Square { rank: to.rank, file: king.file }, Square { rank: king.rank, file: to.file }];
        corners.into_iter().filter(|corner| self.takes(*corner, only)).map(Square::bit).sum()
    }
}
