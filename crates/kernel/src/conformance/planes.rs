//! The board as planes.

use super::walk::{Desk, Examiner, Met};
use super::{Check, Failure};
use crate::planes::{MOST_CELLS, MOST_PLANES};
use crate::{Notation, PlaneLayout, Planes, Player, Symmetric, Text, View};
use std::collections::{HashMap, HashSet};

/// Images of a position that are compared with the layout's.
const LOOKED_AT: usize = 16;

/// Looks at the planes of every position, and at their images in sampled ones.
pub(super) struct Boards {
    layout: Option<PlaneLayout>,
    /// The text of the position that was first seen with these planes and this player to move.
    by_planes: HashMap<(Option<Player>, Vec<u64>), String>,
}

impl Boards {
    /// Looks at the layout.
    pub fn new<G: Planes>(game: &G) -> Result<Boards, Failure> {
        let layout = game.plane_layout();
        let wrong = layout.as_ref().and_then(|layout| fault(layout, usize::from(game.players())));
        let wrong = wrong.or_else(|| (game.phases() == 0).then(|| "no phase".to_owned()));
        match wrong {
            Some(found) => Failure::new(Check::PlaneLayout, "").expected("a sound layout").found(found),
            None => Ok(Boards { layout, by_planes: HashMap::new() }),
        }
    }
}

/// What is wrong with a layout.
fn fault(layout: &PlaneLayout, players: usize) -> Option<String> {
    let (planes, cells) = (layout.planes(), layout.cells());
    let outside = u64::MAX.checked_shl(cells as u32).unwrap_or(0);
    let names: HashSet<&Text> = layout.names.iter().filter(|name| !name.is_empty()).collect();
    let permutes = |map: &[u8]| {
        let image: HashSet<u8> = map.iter().copied().filter(|&cell| usize::from(cell) < cells).collect();
        map.len() == cells && image.len() == cells
    };
    let twice = |map: &[u8]| {
        let again = |(number, &to): (usize, &u8)| map.get(usize::from(to)) == Some(&(number as u8));
        map.iter().enumerate().all(again)
    };
    let identity =
        layout.symmetries.first().is_some_and(|map| (0..).zip(map).all(|(one, &other)| one == other));
    let problems = [
        (players != 2, format!("planes for {players} players")),
        (planes == 0 || planes > MOST_PLANES, format!("{planes} planes")),
        (cells == 0 || cells > MOST_CELLS || layout.squares & outside != 0, format!("{cells} cells")),
        (names.len() != planes, format!("names {:?}", layout.names)),
        (layout.exchanged.len() != planes || !twice(&layout.exchanged), "an exchange of planes".to_owned()),
        (!permutes(&layout.turned) || !twice(&layout.turned), "a turn that cannot be undone".to_owned()),
        (!identity || !layout.symmetries.iter().all(|map| permutes(map)), "no symmetries".to_owned()),
        (layout.diagram.len() != cells, format!("{} cells in the diagram", layout.diagram.len())),
    ];
    problems.into_iter().find(|(wrong, _)| *wrong).map(|(_, what)| what)
}

/// The planes of a position.
fn planes<G: Planes>(game: &G, at: &G::Position, viewer: Player, count: usize) -> Vec<u64> {
    // What is in the words beforehand must not matter.
    let mut out = vec![u64::MAX; count];
    game.planes(at, viewer, &mut out);
    out
}

impl<G: Notation + View + Symmetric + Planes> Examiner<G> for Boards {
    fn meet(&mut self, met: &Met<'_, G>, _: &mut Desk) -> Result<(), Failure> {
        let &Met { game, at, .. } = met;
        let phase = game.phase(at);
        if phase >= game.phases() {
            let failure = met.failure(Check::Phase).expected(format!("a phase below {}", game.phases()));
            return failure.found(phase.to_string());
        }
        let Some(layout) = &self.layout else { return Ok(()) };
        let seen = planes(game, at, Player::FIRST, layout.planes());
        let mut taken = 0;
        for (plane, &cells) in seen.iter().enumerate() {
            if cells & (taken | !layout.squares) != 0 {
                let failure = met.failure(Check::PlaneCells).expected("squares, each on one plane");
                return failure.found(format!("{cells:#x} on {:?}", layout.names[plane]));
            }
            taken |= cells;
        }
        let other = planes(game, at, Player::SECOND, layout.planes());
        if other != layout.turned_planes(&seen) {
            let failure = met.failure(Check::PlanesTurned);
            return failure
                .expected(format!("{:x?}", layout.turned_planes(&seen)))
                .found(format!("{other:x?} as the second player sees it"));
        }
        if layout.complete {
            let known = self.by_planes.entry((game.turn(at).player(), seen.clone()));
            let known = known.or_insert_with(|| met.text.to_owned());
            if known != met.text {
                let failure = met.failure(Check::PlanesTell).expected(format!("other planes than {known:?}"));
                return failure.found("the same");
            }
        }
        if !met.sampled {
            return Ok(());
        }
        shown(met, layout, taken)?;
        images(met, layout, &seen)?;
        swapped(met, layout, &seen)
    }
}

/// Whether the cells on planes are those where the diagram shows something.
fn shown<G: Notation + View>(met: &Met<'_, G>, layout: &PlaneLayout, taken: u64) -> Result<(), Failure> {
    let diagram = &met.diagram().cells;
    for cell in (0..layout.cells()).filter(|cell| layout.squares >> cell & 1 == 1) {
        let drawn = diagram.get(usize::from(layout.diagram[cell]));
        let stands = drawn.map(|drawn| drawn.piece.is_some() || drawn.count.is_some_and(|count| count > 0));
        if stands != Some(taken >> cell & 1 == 1) {
            let failure = met.failure(Check::PlanesShown).expected("what the diagram shows");
            return failure.found(format!("cell {cell} as {:?}", layout.diagram[cell]));
        }
    }
    Ok(())
}

/// Whether each symmetry of the layout is one of the game.
fn images<G: Notation + Symmetric + Planes>(
    met: &Met<'_, G>,
    layout: &PlaneLayout,
    seen: &[u64],
) -> Result<(), Failure> {
    let &Met { game, at, .. } = met;
    let image = |symmetry| planes(game, &game.image(at, symmetry), Player::FIRST, layout.planes());
    let known: HashSet<Vec<u64>> = (0..game.symmetries()).map(image).collect();
    let all = layout.symmetries.len();
    for symmetry in (0..all).step_by(all.div_ceil(LOOKED_AT)) {
        if !known.contains(&layout.image(seen, symmetry)) {
            let failure = met.failure(Check::PlaneImages).expected("an image of the position");
            return failure.found(format!("{:x?} under symmetry {symmetry}", layout.image(seen, symmetry)));
        }
    }
    Ok(())
}

/// Whether the position with the players exchanged, or an image of it, looks to the other like this one to the first.
fn swapped<G: Notation + Symmetric + Planes>(
    met: &Met<'_, G>,
    layout: &PlaneLayout,
    seen: &[u64],
) -> Result<(), Failure> {
    let &Met { game, at, .. } = met;
    let Some(swapped) = game.swapped(at) else { return Ok(()) };
    let mut images = (0..game.symmetries()).map(|symmetry| game.image(&swapped, symmetry));
    let same = images.any(|image| planes(game, &image, Player::SECOND, layout.planes()) == seen);
    if same && game.phase(&swapped) == game.phase(at) {
        return Ok(());
    }
    let found = planes(game, &swapped, Player::SECOND, layout.planes());
    let failure = met.failure(Check::PlanesSwapped).expected(format!("{seen:x?}"));
    failure.found(format!("{found:x?}, or another phase, with the players exchanged"))
}
