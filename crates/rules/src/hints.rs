//! What the rules tell a search: captures and promotions first.

use crate::definition::ActionRule;
use crate::game::CompiledGame;
use crate::position::{Move, PASS, Position};
use crate::set::CellSet;
use plybook_kernel::{HasHints, Score, SearchHints};

/// A move that promotes, or that reaches a cell that wins, is looked at before any capture of one piece.
const WINS: i32 = 100 * Score::POINT;
const PROMOTES: i32 = 2 * Score::POINT;
/// Any capture at all.
const CAPTURES: i32 = Score::POINT;

/// Hints of a game from a file.
#[derive(Clone, Copy, Debug)]
pub struct RulesHints {
    takes: bool,
    free: bool,
}

impl<const W: usize> SearchHints<CompiledGame<W>> for RulesHints {
    type NodeHints = ();

    fn has_noise(&self) -> bool {
        self.takes
    }

    fn noisy(&self, game: &CompiledGame<W>, at: &Position<W>, mv: Move<W>) -> bool {
        self.takes && (game.rules.is_capture(at, mv) || game.rules.is_promotion(at, mv))
    }

    fn may_stand_pat(&self, game: &CompiledGame<W>, at: &Position<W>) -> bool {
        self.free && !game.rules.in_check(at)
    }

    fn order(&self, game: &CompiledGame<W>, at: &Position<W>, mv: Move<W>, (): &()) -> i32 {
        if mv.action == PASS {
            return 0;
        }
        let rules = &game.rules;
        let mover = at.mover.index();
        let to = CellSet::of(mv.to);
        let reaches = |test: &crate::game::Test<W>| match &test.check {
            crate::game::Check::Reach { cells, kind, .. } => {
                cells[mover].meets(to)
                    && kind.is_none_or(|kind| at.kinds[kind].has(mv.from))
                    && test.result == crate::definition::EndResult::Win
            }
            _ => false,
        };
        let mut promise = 0;
        if rules.ends.iter().any(reaches) {
            promise += WINS;
        }
        if self.takes && rules.is_capture(at, mv) {
            promise += CAPTURES + game.worth_taken(at, mv).max(0);
        }
        if rules.is_promotion(at, mv) {
            promise += PROMOTES;
        }
        promise
    }
}

impl<const W: usize> HasHints for CompiledGame<W> {
    type SearchHints = RulesHints;

    fn hints(&self) -> RulesHints {
        let definition = &self.rules.definition;
        // Where every move takes, captures are no noise: following them to the end is playing the whole game.
        let takes = definition.can_take() && !definition.actions.iter().all(ActionRule::always_takes);
        RulesHints { takes, free: !self.rules.must_capture() }
    }
}
