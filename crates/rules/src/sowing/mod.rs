//! Games of sowing: rings of pits with seeds in them. Their positions are numbers of seeds and not sets of cells, so that they
//! are games of a type of their own and cost the others nothing.

pub(crate) mod definition;
mod evaluator;
mod hints;
mod info;
mod notation;
mod position;
mod view;

use definition::{PathEnd, SeedsDecide, Slam, SowingDefinition};
pub use evaluator::SowingEvaluator;
pub use hints::SowingHints;
use plybook_kernel::{
    End, EndRule, Game, History, Indexed, OptionValues, Outcome, Planes, Player, Symmetric, Turn,
};
pub use position::SowingPosition;
use position::{MOST_PLACES, Ring};
use std::sync::Arc;

/// A game of sowing made from a rules file. A move is a pit of the mover, counted from zero at the mover's left.
#[derive(Clone, Debug)]
pub struct SowingGame {
    rules: Arc<SowingRules>,
}

/// Everything about a game that does not change.
#[derive(Debug)]
struct SowingRules {
    /// The file's text, from which variants are made.
    source: Arc<str>,
    definition: SowingDefinition,
    /// The options as they were given.
    given: OptionValues,
    ring: Ring,
}

impl SowingGame {
    pub(crate) fn new(source: Arc<str>, definition: SowingDefinition, given: OptionValues) -> SowingGame {
        let ring = Ring::new(definition.pits, definition.sow.stores);
        SowingGame { rules: Arc::new(SowingRules { source, definition, given, ring }) }
    }
}

impl SowingRules {
    /// What each player has if the game is over now: what is stored, and what is collected.
    fn totals(&self, at: &SowingPosition) -> [u32; 2] {
        [0, 1].map(|player| {
            let left = if self.definition.collect { self.ring.at_home(at, player) } else { 0 };
            self.ring.stored(at, player) + left
        })
    }

    /// Who wins if the seeds are counted now.
    fn counted(&self, at: &SowingPosition) -> Outcome {
        let [first, second] = self.totals(at);
        let fewer = self.definition.stuck == SeedsDecide::Fewer;
        match (first.cmp(&second), fewer) {
            (std::cmp::Ordering::Equal, _) => Outcome::Draw,
            (std::cmp::Ordering::Greater, false) | (std::cmp::Ordering::Less, true) => {
                Outcome::Win(Player::FIRST)
            }
            _ => Outcome::Win(Player::SECOND),
        }
    }

    /// Whether all pits of either player are empty.
    fn is_bare(&self, at: &SowingPosition) -> bool {
        (0..2).any(|player| self.ring.at_home(at, player) == 0)
    }

    fn outcome(&self, at: &SowingPosition) -> Option<Outcome> {
        if let Some(least) = self.definition.wins_with {
            match [0, 1].map(|player| self.ring.stored(at, player) >= least) {
                [true, false] => return Some(Outcome::Win(Player::FIRST)),
                [false, true] => return Some(Outcome::Win(Player::SECOND)),
                [true, true] => return Some(self.counted(at)),
                [false, false] => {}
            }
        }
        (self.definition.ends_bare && self.is_bare(at)).then(|| self.counted(at))
    }

    /// Whether the mover may sow a pit.
    fn allows(&self, at: &SowingPosition, pit: u8) -> bool {
        let definition = &self.definition;
        let mover = at.mover.index();
        let place = self.ring.pits_of(mover).start + usize::from(pit);
        if at.places[place] < definition.sow.least {
            return false;
        }
        let feeds = definition.must_feed && self.ring.at_home(at, 1 - mover) == 0;
        if !feeds && definition.slam != Slam::Forbidden {
            return true;
        }
        let sown = definition.sow_and_capture(&self.ring, at, pit);
        (!feeds || self.ring.at_home(&sown.at, 1 - mover) > 0)
            && !(sown.slam && definition.slam == Slam::Forbidden)
    }

    /// The pits that the mover may sow.
    fn moves(&self, at: &SowingPosition) -> impl Iterator<Item = u8> {
        (0..self.ring.pits as u8).filter(|&pit| self.allows(at, pit))
    }

    fn play(&self, at: &mut SowingPosition, pit: u8) {
        let sown = self.definition.sow_and_capture(&self.ring, at, pit);
        *at = sown.at;
        if !sown.again {
            at.mover = at.mover.other();
        }
        if self.definition.ends_bare && self.definition.collect && self.is_bare(at) {
            for player in 0..2 {
                let left = self.ring.at_home(at, player) as u8;
                at.places[self.ring.pits_of(player)].fill(0);
                at.places[self.ring.store(player)] += left;
            }
        }
    }
}

impl Game for SowingGame {
    type Position = SowingPosition;
    type Move = u8;

    fn start(&self) -> SowingPosition {
        let mut at = SowingPosition { places: [0; MOST_PLACES], mover: Player::FIRST };
        for player in 0..2 {
            at.places[self.rules.ring.pits_of(player)].fill(self.rules.definition.seeds as u8);
        }
        at
    }

    fn turn(&self, at: &SowingPosition) -> Turn {
        Turn::Player(at.mover)
    }

    fn moves(&self, at: &SowingPosition, out: &mut Vec<u8>) {
        out.extend(self.rules.moves(at));
    }

    fn count(&self, at: &SowingPosition) -> usize {
        self.rules.moves(at).count()
    }

    fn play(&self, at: &mut SowingPosition, pit: u8) {
        self.rules.play(at, pit);
    }

    fn outcome(&self, at: &SowingPosition) -> Option<Outcome> {
        self.rules.outcome(at)
    }

    fn no_moves(&self, at: &SowingPosition) -> Outcome {
        match self.rules.definition.stuck {
            SeedsDecide::Loses => Outcome::loss_of(at.mover),
            SeedsDecide::Wins => Outcome::Win(at.mover),
            SeedsDecide::Draws => Outcome::Draw,
            SeedsDecide::More | SeedsDecide::Fewer => self.rules.counted(at),
        }
    }

    fn key(&self, at: &SowingPosition) -> u64 {
        at.key()
    }

    fn max_plies(&self) -> Option<u32> {
        self.rules.definition.longest_game()
    }

    fn end_with(&self, at: &SowingPosition, past: &History) -> Option<End> {
        if let Some(outcome) = self.rules.outcome(at) {
            return Some(End::new(outcome, EndRule::Position));
        }
        let definition = &self.rules.definition;
        let reached = |end: Option<PathEnd>, so_far: u32| end.filter(|end| so_far >= end.after);
        let repeats = past.repeats(at.key()) as u32 + 1;
        let ends = [
            (reached(definition.repetition, repeats), EndRule::Repetition),
            (reached(definition.plies, past.plies()), EndRule::MoveLimit),
            (reached(definition.quiet, past.quiet()), EndRule::MoveLimit),
        ];
        let (end, rule) = ends.into_iter().find_map(|(end, rule)| Some((end?, rule)))?;
        Some(End::new(if end.counted { self.rules.counted(at) } else { Outcome::Draw }, rule))
    }

    fn repetition(&self) -> Option<Outcome> {
        self.rules.definition.repetition.filter(|end| !end.counted).map(|_| Outcome::Draw)
    }

    /// Seeds never leave a store: no position from before comes back.
    fn resets(&self, at: &SowingPosition, pit: u8) -> bool {
        let sown = self.rules.definition.sow_and_capture(&self.rules.ring, at, pit);
        let mover = at.mover.index();
        (0..2).any(|player| self.rules.ring.stored(&sown.at, player) != self.rules.ring.stored(at, player))
            || self.rules.ring.at_home(&sown.at, mover) == 0 && self.rules.definition.ends_bare
    }

    fn history_slot(&self, pit: u8) -> u16 {
        pit.into()
    }
}

/// Both players see the board alike: exchanging them gives a position of the same worth. No turn or mirror keeps the way of
/// sowing.
impl Symmetric for SowingGame {
    fn swapped(&self, at: &SowingPosition) -> Option<SowingPosition> {
        let ring = &self.rules.ring;
        let mut swapped = SowingPosition { mover: at.mover.other(), ..*at };
        let half = ring.pits + 1;
        swapped.places[..2 * half].rotate_left(half);
        Some(swapped)
    }
}

/// No numbers of positions.
impl Indexed for SowingGame {}

/// No planes: seeds are counted.
impl Planes for SowingGame {}
