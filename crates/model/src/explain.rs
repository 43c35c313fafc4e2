//! Where the value of a learnt evaluation comes from.

use crate::Model;
use plybook_kernel::{PlaneLayout, Term};

impl Model {
    /// The terms of a value: for tuples one for each kind of window, for a net one for each plane, which is what the
    /// value loses without the pieces on it; and a last term for what these do not explain, so that the sum is the
    /// value. `planes` as the first player sees them.
    #[must_use]
    pub fn terms(&self, layout: &PlaneLayout, planes: &[u64], mover: usize, game_phase: usize) -> Vec<Term> {
        let accumulator = self.accumulate(planes);
        match self {
            Model::Tuples(tuples) => {
                let names = tuples.spec().families.iter().map(|family| family.name.clone());
                let names = names.chain(["to move".to_owned()]);
                let values = tuples.contributions(&accumulator, mover & 1, game_phase);
                names.zip(values).map(|(name, value)| Term::new(name, value, 1)).collect()
            }
            Model::Net(_) => {
                let value = self.evaluate(&accumulator, mover, game_phase).raw();
                let without = |plane: usize| {
                    let mut rest = planes.to_vec();
                    rest[plane] = 0;
                    value - self.evaluate(&self.accumulate(&rest), mover, game_phase).raw()
                };
                // The planes as the player to move calls them.
                let plane = |own: usize| {
                    if mover & 1 == 0 { own } else { usize::from(layout.exchanged[own]) }
                };
                let named = layout.names.iter().enumerate();
                let mut terms: Vec<Term> =
                    named.map(|(own, name)| Term::new(name.clone(), without(plane(own)), 1)).collect();
                let rest = value - terms.iter().map(Term::contribution).sum::<i32>();
                terms.push(Term::new("how they stand together", rest, 1));
                terms
            }
        }
    }

    /// What each piece adds to the value for the player to move, in hundredths of a point: what is lost without it. By
    /// cell of the planes as the first player sees them; `None` where nothing stands.
    #[must_use]
    pub fn pieces(&self, planes: &[u64], mover: usize, game_phase: usize) -> Vec<Option<i32>> {
        let accumulator = self.accumulate(planes);
        let value = self.evaluate(&accumulator, mover, game_phase).raw();
        let mut without = accumulator.clone();
        let piece = |cell: u32| {
            let plane = planes.iter().position(|cells| cells >> cell & 1 == 1)?;
            let mut rest = planes.to_vec();
            rest[plane] &= !(1 << cell);
            self.update(&accumulator, |out| out.copy_from_slice(&rest), &mut without);
            Some(value - self.evaluate(&without, mover, game_phase).raw())
        };
        (0..u64::BITS).map(piece).collect()
    }
}
