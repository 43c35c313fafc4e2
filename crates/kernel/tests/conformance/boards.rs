//! The ring as planes.

use crate::fault::Fault;
use crate::ring::{CELLS, Position, Ring};
use plybook_kernel::{PlaneLayout, Planes, Player};

/// The cells of a player's stones.
fn stones(at: &Position, player: Player) -> u64 {
    (0..CELLS).filter(|&cell| at.cells[cell] == Some(player)).fold(0, |cells, cell| cells | 1 << cell)
}

impl<const ALTERNATES: bool> Planes for Ring<ALTERNATES> {
    fn plane_layout(&self) -> Option<PlaneLayout> {
        let mut layout = PlaneLayout { torus: true, ..PlaneLayout::grid(1, CELLS, &["stones"]) };
        let images =
            ![Fault::NotAGroup, Fault::PlanesForgetOwner, Fault::PlanesKnowOwner].contains(&self.fault);
        for turn in (0..CELLS).filter(|_| images) {
            layout = layout.with_symmetry(|row, column| (row, (column + turn) % CELLS));
            layout = layout.with_symmetry(|row, column| (row, (2 * CELLS - 1 - column - turn) % CELLS));
        }
        match self.fault {
            Fault::TooManyCells => layout.columns = 65,
            Fault::TurnNotUndone => layout.turned.rotate_left(1),
            Fault::PlanesSwapCells => {
                layout =
                    layout.with_symmetry(|row, column| (row, if column < 2 { 1 - column } else { column }));
            }
            Fault::PlanesKnowOwner => layout.complete = false,
            Fault::PlanesElsewhere => layout.diagram.rotate_left(1),
            _ => {}
        }
        Some(layout)
    }

    fn planes(&self, at: &Position, viewer: Player, out: &mut [u64]) {
        let viewer = if self.has(Fault::SecondSeesAsFirst) { Player::FIRST } else { viewer };
        let [mut own, mut other] = [viewer, viewer.other()].map(|player| stones(at, player));
        match self.fault {
            Fault::StoneOnTwoPlanes => [own, other] = [own | other & 1, other | own & 1],
            Fault::StoneOutside => own |= own << CELLS,
            // Whoever has the two cells, the first player is shown on the first and the other on the second.
            Fault::PlanesForgetOwner if (own | other) & 3 == 3 && own & 3 != 0 && other & 3 != 0 => {
                let first = if viewer == Player::FIRST { 1 } else { 2 };
                [own, other] = [own & !3 | first, other & !3 | (3 - first)];
            }
            Fault::PlanesKnowOwner if stones(at, Player::FIRST) & 1 == 1 => [own, other] = [other, own],
            _ => {}
        }
        out.copy_from_slice(&[own, other]);
    }

    fn phases(&self) -> usize {
        if self.has(Fault::NoPhases) { 0 } else { 2 }
    }

    fn phase(&self, at: &Position) -> usize {
        let [first, second] = [Player::FIRST, Player::SECOND].map(|player| stones(at, player).count_ones());
        match self.fault {
            Fault::PhaseTooLarge => first as usize,
            Fault::PhaseByOwner => usize::from(first > 1),
            _ => usize::from(first + second > 3),
        }
    }
}
