//! The list of moves, the turn, and what playing does.

use super::texts::reads_back;
use super::walk::{Desk, Examiner, Met};
use super::{Check, Failure};
use crate::{Game, Notation, Turn};
use std::collections::HashSet;

/// Moves of a sampled position that are played in copies.
const PLAYED: usize = 2;

/// Looks at the turn, the listed moves and their count everywhere; at copies and null moves in the sample.
pub(super) struct Moves<G: Game> {
    seen: HashSet<G::Move>,
    twice: Vec<G::Move>,
}

impl<G: Game> Moves<G> {
    pub fn new() -> Moves<G> {
        Moves { seen: HashSet::new(), twice: Vec::new() }
    }
}

impl<G: Notation> Examiner<G> for Moves<G> {
    fn meet(&mut self, met: &Met<'_, G>, desk: &mut Desk) -> Result<(), Failure> {
        let &Met { game, at, moves, .. } = met;
        if let Turn::Player(player) = game.turn(at)
            && player.0 >= game.players()
        {
            let expected = format!("one of {} players", game.players());
            return met.failure(Check::Turn).expected(expected).found(format!("{player:?}"));
        }
        turns_alternate(met)?;
        self.seen.clear();
        for &mv in moves {
            if !self.seen.insert(mv) {
                return met
                    .failure_of(Check::UniqueMoves, mv)
                    .expected("each move once")
                    .found(format!("{mv:?} twice"));
            }
        }
        if game.outcome(at).is_none() {
            if game.count(at) != moves.len() {
                let found = game.count(at).to_string();
                return met.failure(Check::Count).expected(moves.len().to_string()).found(found);
            }
            self.ordered(met)?;
        }
        if met.sampled {
            copies_are_independent(met, desk)?;
            replies_are_counted(met)?;
            null_hands_over(met)?;
        }
        Ok(())
    }
}

impl<G: Notation> Moves<G> {
    /// Lists the moves once more behind the first list, in the position read back from its text.
    fn ordered(&mut self, met: &Met<'_, G>) -> Result<(), Failure> {
        let Ok(twin) = met.twin() else { return Ok(()) };
        self.twice.clear();
        self.twice.extend_from_slice(met.moves);
        met.game.moves(twin, &mut self.twice);
        if self.twice.get(..met.moves.len()) != Some(met.moves) {
            let failure = met.failure(Check::OrderedMoves).expected("moves appended to those already listed");
            return failure.found("the list overwritten");
        }
        if self.twice[met.moves.len()..] != *met.moves {
            let failure = met.failure(Check::OrderedMoves).expected(format!("{:?}", met.moves));
            return failure.found(format!("{:?} after reading the text", &self.twice[met.moves.len()..]));
        }
        Ok(())
    }
}

fn turns_alternate<G: Notation>(met: &Met<'_, G>) -> Result<(), Failure> {
    let &Met { game, at, moves, .. } = met;
    if !G::ALTERNATES {
        return Ok(());
    }
    let Some(mover) = game.turn(at).player() else {
        return met.failure(Check::Alternates).expected("a player").found("chance");
    };
    for &mv in moves {
        let next = game.turn(&game.after(at, mv));
        if next != Turn::Player(mover.other()) {
            let failure = met.failure_of(Check::Alternates, mv).expected(format!("{:?}", mover.other()));
            return failure.found(format!("{next:?}"));
        }
    }
    Ok(())
}

fn copies_are_independent<G: Notation>(met: &Met<'_, G>, desk: &mut Desk) -> Result<(), Failure> {
    for _ in 0..PLAYED.min(met.moves.len()) {
        let mv = met.moves[desk.random.below(met.moves.len())];
        let first = met.game.text(&met.game.after(met.at, mv));
        let now = met.game.text(met.at);
        if now != met.text {
            return met.failure_of(Check::Clone, mv).expected("the original as it was").found(now);
        }
        let second = met.game.text(&met.game.after(met.at, mv));
        if first != second {
            return met
                .failure_of(Check::Clone, mv)
                .expected(first)
                .found(format!("{second} the second time"));
        }
    }
    Ok(())
}

/// What `count_replies` says is what playing each move and counting says.
fn replies_are_counted<G: Notation>(met: &Met<'_, G>) -> Result<(), Failure> {
    let Some(claimed) = met.game.count_replies(met.at).filter(|_| met.ended.is_none()) else { return Ok(()) };
    let mut counted = crate::perft::Count::default();
    for &mv in met.moves {
        let below = crate::perft::perft(met.game, &met.game.after(met.at, mv), 1);
        counted.leaves += below.leaves;
        counted.finished += below.finished;
    }
    if claimed == counted {
        return Ok(());
    }
    met.failure(Check::Count).expected(format!("{counted:?}")).found(format!("{claimed:?}"))
}

fn null_hands_over<G: Notation>(met: &Met<'_, G>) -> Result<(), Failure> {
    let game = met.game;
    if met.ended.is_some() {
        return Ok(());
    }
    let Some(passed) = game.null(met.at) else { return Ok(()) };
    if game.turn(&passed) == game.turn(met.at) {
        let found = format!("still {:?}", game.turn(&passed));
        return met.failure(Check::Null).expected("another turn").found(found);
    }
    if passed == *met.at || game.key(&passed) == game.key(met.at) {
        return met.failure(Check::Null).expected("another position and key").found(format!("{passed:?}"));
    }
    let text = game.text(&passed);
    if game.read(&text).is_ok() { reads_back(game, &passed, &text) } else { Ok(()) }
}
