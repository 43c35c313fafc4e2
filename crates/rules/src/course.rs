//! What a definition says about the course of a game: which ways it uses, what brings it on, and how long it can be.

use crate::definition::{ActionRule, Condition, Definition, Form, Placement, Stuck};
use crate::game::Progress;
use crate::geometry::Vector;

/// All vectors that a game uses, each with its opposite.
pub(crate) fn vectors(definition: &Definition) -> Vec<Vector> {
    let mut all: Vec<Vector> = Vec::new();
    let mut add = |list: &[Vector]| {
        for &(x, y) in list {
            for vector in [(x, y), (-x, -y)] {
                if !all.contains(&vector) {
                    all.push(vector);
                }
            }
        }
    };
    for action in &definition.actions {
        action.ways.iter().for_each(|ways| add(ways));
        add(&action.shoot);
    }
    definition.effects.iter().for_each(|rule| add(&rule.vectors));
    definition.surround.iter().for_each(|rule| add(&rule.vectors));
    definition.mill.iter().for_each(|rule| add(&rule.vectors));
    for end in &definition.ends {
        match &end.condition {
            Condition::Line { vectors, .. }
            | Condition::Connect { vectors, .. }
            | Condition::Together { vectors } => add(vectors),
            Condition::Square => add(&[(1, 0), (0, 1), (1, 1)]),
            _ => {}
        }
    }
    if all.is_empty() {
        all.extend([(1, 0), (-1, 0)]);
    }
    all
}

pub(crate) fn progress(definition: &Definition) -> Progress {
    // A hand that only becomes empty adds no more pieces than it has.
    let from_hand = |action: &ActionRule| {
        matches!(action.form, Form::Place(Placement { from_hand: true, .. })) && !definition.keeps
    };
    let adds = definition.actions.iter().any(|action| action.adds() && !from_hand(action));
    let takes = definition.can_take();
    let promoted_again = definition.kinds.iter().any(|kind| {
        let promotion = kind.promotion.as_ref();
        promotion.is_some_and(|p| p.kinds.iter().any(|&kind| definition.kinds[kind].promotion.is_some()))
    });
    Progress { takes: !adds, adds: adds && !takes, promotes: !adds && !promoted_again }
}

/// Whether pieces of a kind can only go forward, so that none of their moves can be undone.
pub(crate) fn only_forward(definition: &Definition, kind: usize, player: usize) -> bool {
    let (x, y) = definition.forward[player];
    let forward = |&(a, b): &Vector| a * x + b * y > 0;
    !definition.board.torus
        && definition.actions.iter().filter(|action| action.kind == kind && action.players[player]).all(
            |action| {
                let goes = !action.adds() && !matches!(action.form, Form::Hop { .. });
                goes && action.ways[player].iter().all(forward)
            },
        )
}

/// The most plies of a game in which every move fills a cell; a pass may stand between any two.
pub(crate) fn longest_game(definition: &Definition) -> Option<u32> {
    let fills = |action: &crate::definition::ActionRule| {
        action.adds() && !matches!(action.form, Form::Place(Placement { fewer_than: Some(_), .. }))
            || !action.shoot.is_empty()
    };
    if definition.can_take() || !definition.actions.iter().all(fills) {
        return None;
    }
    let cells = definition.board.all().count() as u32;
    Some(if definition.stuck == Stuck::Passes { 2 * cells } else { cells })
}
