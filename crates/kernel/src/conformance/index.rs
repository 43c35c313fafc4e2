//! Numberings of positions.

use super::walk::{Desk, Examiner, Met, walk};
use super::{Check, Failure, IndexReport, Plan};
use crate::{Indexed, Notation, Random, Slice, Symmetric, Wdl};

/// What follows from a position: for each move the number it leads to, or how the mover fares where it leads to none.
type Future = (Option<Wdl>, Vec<(Option<(Slice, u64)>, Option<Wdl>)>);

/// Looks at the numbers of each slice, all or a part drawn by lot, and at the positions of random games.
pub(super) fn check<G: Notation + Symmetric + Indexed>(
    game: &G,
    plan: &Plan,
) -> Result<IndexReport, Failure> {
    let slices = game.slices();
    if !slices.windows(2).all(|pair| pair[0] < pair[1]) {
        return Failure::new(Check::Slices, "")
            .expected("slices in rising order")
            .found(format!("{slices:?}"));
    }
    if !G::INDEXED {
        return Failure::new(Check::Slices, "").expected("`INDEXED` of a game with slices").found("false");
    }
    check_names(game, &slices)?;
    let mut report = IndexReport { slices: slices.len(), ..IndexReport::default() };
    let mut random = Random::new(plan.seed);
    let share = (plan.moves / slices.len().max(1)).max(1) as u64;
    let numbering = Numbering { game, slices: &slices };
    for &slice in &slices {
        let size = game.size(slice);
        report.numbers += size;
        for turn in 0..size.min(share) {
            let index = if size <= share { turn } else { random.next() % size };
            report.checked += 1;
            match game.unrank(slice, index) {
                None => report.holes += 1,
                Some(at) => numbering.number(slice, index, &at, &mut report)?,
            }
        }
    }
    let mut met = Positions { slices: slices.clone(), numbered: 0 };
    walk(game, plan, &mut [&mut met])?;
    report.met = met.numbered;
    Ok(report)
}

/// Whether every slice has a name of its own that can stand in a file name, and reaches only earlier listed slices.
fn check_names<G: Indexed>(game: &G, slices: &[Slice]) -> Result<(), Failure> {
    let mut names = std::collections::HashSet::new();
    for &slice in slices {
        let name = game.slice_name(slice);
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if name.is_empty() || !name.chars().all(plain) || !names.insert(name.clone()) {
            let expected = "a name of its own of letters, digits and hyphens";
            return Failure::new(Check::Slices, "").expected(expected).found(name);
        }
        let earlier = |other: &Slice| *other < slice && slices.binary_search(other).is_ok();
        let reached = game.reaches(slice);
        if !reached.iter().all(earlier) {
            let expected = format!("earlier slices reached from {slice:?}");
            return Failure::new(Check::Slices, "").expected(expected).found(format!("{reached:?}"));
        }
    }
    Ok(())
}

/// Looks at the numbers of the positions of random games.
struct Positions {
    slices: Vec<Slice>,
    numbered: usize,
}

impl<G: Notation + Symmetric + Indexed> Examiner<G> for Positions {
    fn meet(&mut self, met: &Met<'_, G>, _: &mut Desk) -> Result<(), Failure> {
        let numbering = Numbering { game: met.game, slices: &self.slices };
        self.numbered += usize::from(numbering.place(met.at)?.is_some());
        Ok(())
    }
}

struct Numbering<'a, G: Indexed> {
    game: &'a G,
    slices: &'a [Slice],
}

impl<G: Notation + Symmetric + Indexed> Numbering<'_, G> {
    fn failure(&self, check: Check, at: &G::Position) -> Failure {
        Failure::new(check, self.game.text(at))
    }

    /// Slice and number of a position, whatever they are worth.
    fn address(&self, at: &G::Position) -> Option<(Slice, u64)> {
        self.game.slice(at).map(|slice| (slice, self.game.rank(at)))
    }

    /// Slice and number of a position, and the position that has that number, which must be an image.
    fn place(&self, at: &G::Position) -> Result<Option<(Slice, u64, G::Position)>, Failure> {
        let Some((slice, rank)) = self.address(at) else { return Ok(None) };
        if self.slices.binary_search(&slice).is_err() {
            return self.failure(Check::Slices, at).expected("a listed slice").found(format!("{slice:?}"));
        }
        let failure = |check| self.failure(check, at);
        let size = self.game.size(slice);
        if rank >= size {
            return failure(Check::RankInSlice)
                .expected(format!("a number below {size}"))
                .found(rank.to_string());
        }
        match self.game.unrank(slice, rank) {
            None => {
                failure(Check::RankInSlice).expected(format!("a position for number {rank}")).found("a hole")
            }
            Some(twin) if self.is_image(&twin, at) || self.is_alike(&twin, at) => {
                Ok(Some((slice, rank, twin)))
            }
            Some(twin) => failure(Check::UnrankRank)
                .expected("an image of the position, or one that is played alike")
                .found(self.game.text(&twin)),
        }
    }

    /// Whether one position is an image of the other, the players exchanged or not.
    fn is_image(&self, one: &G::Position, other: &G::Position) -> bool {
        let among_images =
            |at: &G::Position| (0..self.game.symmetries()).any(|s| self.game.image(at, s) == *one);
        one == other || among_images(other) || self.game.swapped(other).is_some_and(|at| among_images(&at))
    }

    /// Whether two positions with the same number, which no symmetry of the whole game need connect, are at least
    /// worth the same: finished alike, or with moves to the same numbers.
    fn is_alike(&self, one: &G::Position, other: &G::Position) -> bool {
        self.future(one) == self.future(other)
    }

    fn future(&self, at: &G::Position) -> Future {
        let mover = self.game.turn(at).player();
        let wdl = |at: &G::Position| Some(self.game.verdict(at)?.wdl(mover?));
        let after = |mv| {
            let next = self.game.after(at, mv);
            let same = self.game.turn(&next).player() == mover;
            (self.address(&next).map(|(slice, rank)| (slice, 2 * rank + u64::from(same))), wdl(&next))
        };
        let mut next: Vec<_> = self.game.legal(at).into_iter().map(after).collect();
        next.sort_unstable();
        next.dedup();
        (wdl(at), next)
    }

    /// Looks at one number that is no hole.
    fn number(
        &self,
        slice: Slice,
        index: u64,
        at: &G::Position,
        report: &mut IndexReport,
    ) -> Result<(), Failure> {
        if self.address(at) != Some((slice, index)) {
            let failure =
                self.failure(Check::RankUnrank, at).expected(format!("number {index} of {slice:?}"));
            return failure.found(format!("{:?}", self.address(at)));
        }
        for mv in self.game.legal(at) {
            let next = self.game.after(at, mv);
            let failure = |check| self.failure(check, at).with_move(self.game.move_text(at, mv));
            match self.place(&next)? {
                None if self.game.verdict(&next).is_some() => {}
                None => {
                    let expected = format!("a number for {:?}, which is not finished", self.game.text(&next));
                    return failure(Check::SliceOrder).expected(expected).found("none");
                }
                Some((later, ..)) if later > slice => {
                    let expected = format!("{slice:?} or an earlier one");
                    return failure(Check::SliceOrder).expected(expected).found(format!("{later:?}"));
                }
                Some((earlier, ..)) if earlier < slice && !self.game.reaches(slice).contains(&earlier) => {
                    let expected = format!("a slice that {slice:?} reaches");
                    return failure(Check::SliceOrder).expected(expected).found(format!("{earlier:?}"));
                }
                Some((there, _, twin)) => {
                    let (mut back, mut within) = (Vec::new(), Vec::new());
                    let mut lists = vec![(self.game.unmoves(&next, &mut back), &next, &back)];
                    // A database asks the position that stands for all with its number.
                    if there == slice {
                        lists.push((self.game.unmoves_within(&twin, &mut within), &twin, &within));
                    }
                    let here = |before: &G::Position| self.address(before) == Some((slice, index));
                    for (offered, after, back) in lists {
                        if offered && !back.iter().any(here) {
                            let expected = format!("this position before {:?}", self.game.text(after));
                            let back: Vec<String> =
                                back.iter().map(|before| self.game.text(before)).collect();
                            return failure(Check::Unmoves).expected(expected).found(format!("{back:?}"));
                        }
                    }
                }
            }
        }
        self.unmoves(slice, index, at, report)
    }

    /// Whether every un-move is a position of the numbering from which a move leads here, named once.
    fn unmoves(
        &self,
        slice: Slice,
        index: u64,
        at: &G::Position,
        report: &mut IndexReport,
    ) -> Result<(), Failure> {
        let mut back = Vec::new();
        if !self.game.unmoves(at, &mut back) {
            return Ok(());
        }
        report.unmoves = true;
        let mut within = Vec::new();
        self.game.unmoves_within(at, &mut within);
        let sorted = |places: Vec<&G::Position>| {
            let mut addresses: Vec<_> = places.into_iter().map(|before| self.address(before)).collect();
            addresses.sort_unstable();
            addresses
        };
        let expected = sorted(back.iter().filter(|before| self.game.slice(before) == Some(slice)).collect());
        let found = sorted(within.iter().collect());
        if expected != found {
            let failure = self.failure(Check::Unmoves, at);
            return failure.expected(format!("{expected:?} within the slice")).found(format!("{found:?}"));
        }
        for (number, before) in back.iter().enumerate() {
            let failure = || self.failure(Check::Unmoves, at);
            let text = self.game.text(before);
            if self.game.slice(before).is_none() {
                return failure().expected("positions of the numbering").found(text);
            }
            if back[..number].contains(before) {
                return failure().expected("each position once").found(format!("{text:?} twice"));
            }
            let leads_here = |mv: G::Move| self.address(&self.game.after(before, mv)) == Some((slice, index));
            if !self.game.legal(before).into_iter().any(leads_here) {
                return failure()
                    .expected("positions with a move to here")
                    .found(format!("{text:?}, which has none"));
            }
        }
        Ok(())
    }
}
