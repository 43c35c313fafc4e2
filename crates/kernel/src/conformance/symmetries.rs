//! Images of positions and exchanged players.

use super::texts::reads_back;
use super::walk::{Desk, Examiner, Met};
use super::{Check, Failure};
use crate::{Notation, Outcome, Symmetric, Turn};
use std::collections::HashSet;

/// Symmetries looked at in one position; of more, so many are drawn by lot.
const LOOKED_AT: usize = 8;
/// Moves of a position that are played in its images and exchanged positions.
const PLAYED: usize = 4;
/// Most symmetries for which the whole orbit is compared.
const WHOLE_ORBIT: usize = 64;

/// Looks at the images of sampled positions.
pub(super) struct Symmetries;

impl<G: Notation + Symmetric> Examiner<G> for Symmetries {
    fn meet(&mut self, met: &Met<'_, G>, desk: &mut Desk) -> Result<(), Failure> {
        if !met.sampled {
            return Ok(());
        }
        nothing_changes(met)?;
        let all = met.game.symmetries();
        for number in 1..all.min(LOOKED_AT + 1) {
            let symmetry = if all <= LOOKED_AT + 1 { number } else { 1 + desk.random.below(all - 1) };
            same_image(met, symmetry, desk)?;
        }
        if (2..=WHOLE_ORBIT).contains(&all) {
            same_orbit(met, desk.random.below(all))?;
        }
        swap(met, desk)
    }
}

fn nothing_changes<G: Notation + Symmetric>(met: &Met<'_, G>) -> Result<(), Failure> {
    let image = met.game.image(met.at, 0);
    if image != *met.at || met.game.key(&image) != met.game.key(met.at) {
        return met.failure(Check::Identity).expected(format!("{:?}", met.at)).found(format!("{image:?}"));
    }
    match met.moves.iter().find(|&&mv| met.game.image_move(met.at, mv, 0) != mv) {
        None => Ok(()),
        Some(&mv) => {
            let found = format!("{:?}", met.game.image_move(met.at, mv, 0));
            met.failure_of(Check::Identity, mv).expected(format!("{mv:?}")).found(found)
        }
    }
}

/// Whether position and image are the same game.
fn same_image<G: Notation + Symmetric>(
    met: &Met<'_, G>,
    symmetry: usize,
    desk: &mut Desk,
) -> Result<(), Failure> {
    let &Met { game, at, .. } = met;
    let image = game.image(at, symmetry);
    let text = game.text(&image);
    let named = format!("under symmetry {symmetry}, {text:?}");
    if let Err(failure) = reads_back(game, &image, &text) {
        return met
            .failure(Check::Image)
            .expected(format!("{} {named}", failure.expected))
            .found(failure.found);
    }
    let expected = (game.turn(at), met.verdict, met.moves.len());
    let moves = game.legal(&image);
    let found = (game.turn(&image), game.verdict(&image), moves.len());
    if expected != found {
        return met
            .failure(Check::Image)
            .expected(format!("{expected:?}"))
            .found(format!("{found:?} {named}"));
    }
    let mut seen = HashSet::new();
    let moves: HashSet<G::Move> = moves.into_iter().collect();
    for &mv in met.moves {
        let image_move = game.image_move(at, mv, symmetry);
        if !seen.insert(image_move) || !moves.contains(&image_move) {
            let failure =
                met.failure_of(Check::ImageMove, mv).expected(format!("a legal move of its own {named}"));
            return failure.found(format!("{image_move:?}"));
        }
    }
    for _ in 0..PLAYED.min(met.moves.len()) {
        let mv = met.moves[desk.random.below(met.moves.len())];
        let one = game.image(&game.after(at, mv), symmetry);
        let other = game.after(&image, game.image_move(at, mv, symmetry));
        if one != other {
            let failure =
                met.failure_of(Check::ImageMove, mv).expected(format!("{:?} {named}", game.text(&one)));
            return failure.found(format!("{:?}", game.text(&other)));
        }
    }
    Ok(())
}

fn same_orbit<G: Notation + Symmetric>(met: &Met<'_, G>, symmetry: usize) -> Result<(), Failure> {
    let orbit = |at: &G::Position| {
        let keys = (0..met.game.symmetries()).map(|symmetry| met.game.key(&met.game.image(at, symmetry)));
        sorted(keys.collect())
    };
    if orbit(met.at) == orbit(&met.game.image(met.at, symmetry)) {
        return Ok(());
    }
    met.failure(Check::Orbit).expected("the same images").found(format!("others under symmetry {symmetry}"))
}

fn swap<G: Notation + Symmetric>(met: &Met<'_, G>, desk: &mut Desk) -> Result<(), Failure> {
    let &Met { game, at, .. } = met;
    let Some(swapped) = game.swapped(at) else { return Ok(()) };
    let text = game.text(&swapped);
    if game.players() != 2 {
        return met.failure(Check::Swap).expected("no exchange without two players").found(text);
    }
    let turn = match game.turn(at) {
        Turn::Player(player) => Turn::Player(player.other()),
        Turn::Chance => Turn::Chance,
    };
    if game.turn(&swapped) != turn {
        let failure = met.failure(Check::Swap).expected(format!("{turn:?} in {text:?}"));
        return failure.found(format!("{:?}", game.turn(&swapped)));
    }
    match game.swapped(&swapped) {
        Some(again) if again == *at && game.key(&again) == game.key(at) => {}
        again => {
            return met.failure(Check::Swap).expected(format!("{at:?} again")).found(format!("{again:?}"));
        }
    }
    if game.read(&text).is_ok() {
        reads_back(game, &swapped, &text)?;
    }
    let (expected, found) = (met.verdict.map(exchanged), game.verdict(&swapped));
    if expected != found {
        return met
            .failure(Check::SwapOutcome)
            .expected(format!("{expected:?}"))
            .found(format!("{found:?} in {text:?}"));
    }
    swap_moves(met, &swapped, desk)
}

/// Whether the moves of the exchanged position are those of the position: the same number, and some of them
/// followed up.
fn swap_moves<G: Notation + Symmetric>(
    met: &Met<'_, G>,
    swapped: &G::Position,
    desk: &mut Desk,
) -> Result<(), Failure> {
    let game = met.game;
    let there = game.legal(swapped);
    if there.len() != met.moves.len() {
        let failure = met.failure(Check::SwapMoves).expected(format!("{} moves", met.moves.len()));
        return failure.found(format!("{} in {:?}", there.len(), game.text(swapped)));
    }
    let keys: HashSet<u64> = there.iter().map(|&mv| game.key(&game.after(swapped, mv))).collect();
    for _ in 0..PLAYED.min(met.moves.len()) {
        let mv = met.moves[desk.random.below(met.moves.len())];
        match game.swapped(&game.after(met.at, mv)) {
            Some(next) if keys.contains(&game.key(&next)) => {}
            next => {
                let next = next.map(|next| game.text(&next));
                let expected = format!("a move from {:?} to {next:?}", game.text(swapped));
                return met.failure_of(Check::SwapMoves, mv).expected(expected).found("none");
            }
        }
    }
    Ok(())
}

/// The outcome with the players exchanged.
fn exchanged(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win(player) => Outcome::Win(player.other()),
        Outcome::Margin(margin) => Outcome::Margin(margin.saturating_neg()),
        Outcome::Draw | Outcome::Shares(_) => outcome,
    }
}

fn sorted(mut keys: Vec<u64>) -> Vec<u64> {
    keys.sort_unstable();
    keys
}
