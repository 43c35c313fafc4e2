//! How many seeds lie where, and what a sowing does to them.

use super::definition::{LastAct, LastPlace, MOST_PITS, Slam, SowingDefinition, Stores};
use plybook_kernel::Player;
use plybook_kernel::zobrist::scramble;

/// Places of a ring: the pits of both players and their stores.
pub(crate) const MOST_PLACES: usize = 2 * MOST_PITS + 2;

/// Bytes of a word.
const WORD: usize = 8;

/// The seeds in all pits and stores, and whose turn it is.
///
/// Places are numbered in the order of sowing: the first player's pits from that player's left, the first player's store,
/// then the second player's likewise. Places that a smaller ring does not have hold nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SowingPosition {
    pub(crate) places: [u8; MOST_PLACES],
    pub(crate) mover: Player,
}

impl SowingPosition {
    /// A number that tells positions apart.
    pub(crate) fn key(&self) -> u64 {
        let word = |bytes: &[u8]| bytes.iter().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
        let words = self.places.chunks(WORD).map(word);
        words.fold(self.mover.index() as u64, |key, word| scramble(key.wrapping_add(word)))
    }
}

/// The ring of pits with all that a sowing needs to know, worked out once.
#[derive(Debug)]
pub(crate) struct Ring {
    pub pits: usize,
    /// By player and place: the place that gets the next seed.
    next: [[u8; MOST_PLACES]; 2],
    /// The place before each pit, stores left out.
    before: [u8; MOST_PLACES],
}

impl Ring {
    pub fn new(pits: usize, stores: Stores) -> Ring {
        let places = 2 * pits + 2;
        let is_store = |place: usize| place % (pits + 1) == pits;
        let gets = |player: usize, place: usize| match stores {
            _ if !is_store(place) => true,
            Stores::Neither => false,
            Stores::Own => place / (pits + 1) == player,
            Stores::Both => true,
        };
        let ahead = |place: usize, by: usize, fits: &dyn Fn(usize) -> bool| {
            let way = (1..=places).map(|step| (place + step * by) % places);
            way.into_iter().find(|&place| fits(place)).unwrap_or(place) as u8
        };
        let mut ring = Ring { pits, next: [[0; MOST_PLACES]; 2], before: [0; MOST_PLACES] };
        for place in 0..places {
            for player in 0..2 {
                ring.next[player][place] = ahead(place, 1, &|place| gets(player, place));
            }
            ring.before[place] = ahead(place, places - 1, &|place| !is_store(place));
        }
        ring
    }

    /// The places of a player's pits.
    pub fn pits_of(&self, player: usize) -> std::ops::Range<usize> {
        let first = player * (self.pits + 1);
        first..first + self.pits
    }

    /// The place of a player's store.
    pub fn store(&self, player: usize) -> usize {
        self.pits_of(player).end
    }

    /// The pit across the board.
    fn opposite(&self, pit: usize) -> usize {
        2 * self.pits - pit
    }

    /// The seeds in all pits of a player.
    pub fn at_home(&self, at: &SowingPosition, player: usize) -> u32 {
        at.places[self.pits_of(player)].iter().map(|&seeds| u32::from(seeds)).sum()
    }

    /// The seeds in a player's store.
    pub fn stored(&self, at: &SowingPosition, player: usize) -> u32 {
        at.places[self.store(player)].into()
    }
}

/// What a sowing led to, before the turn is handed over and what is left is collected.
pub(crate) struct Sown {
    pub at: SowingPosition,
    /// Seeds that the last one captured.
    pub captured: u32,
    /// Whether the mover moves again.
    pub again: bool,
    /// Whether the capture would take, or takes, all the opponent's seeds.
    pub slam: bool,
}

impl SowingDefinition {
    /// Sows a pit of the mover, counted from zero at the mover's left, and captures.
    pub fn sow_and_capture(&self, ring: &Ring, before: &SowingPosition, pit: u8) -> Sown {
        let mover = before.mover.index();
        let mut at = *before;
        let origin = ring.pits_of(mover).start + usize::from(pit).min(ring.pits - 1);
        let mut in_hand = std::mem::take(&mut at.places[origin]);
        let mut place = origin;
        while in_hand > 0 {
            place = usize::from(ring.next[mover][place]);
            if place != origin || !self.sow.skips_origin {
                at.places[place] += 1;
                in_hand -= 1;
            }
        }
        let mut sown = Sown { at, captured: 0, again: false, slam: false };
        let fits = |rule: &&super::definition::LastRule| {
            is_in(ring, rule.place, mover, place)
                && rule.counts.get(usize::from(at.places[place])) == Some(&true)
        };
        let Some(rule) = self.last.iter().find(fits) else { return sown };
        match rule.act {
            LastAct::MoveAgain => sown.again = true,
            LastAct::Capture { it, opposite, from_empty, backwards } => {
                let across = ring.opposite(place);
                let mut taken = at;
                if it && (!opposite || from_empty || at.places[across] > 0) {
                    taken.places[place] = 0;
                }
                if opposite {
                    taken.places[across] = 0;
                }
                let mut back = usize::from(ring.before[place]);
                while backwards
                    && back != place
                    && is_in(ring, rule.place, mover, back)
                    && rule.counts.get(usize::from(at.places[back])) == Some(&true)
                {
                    taken.places[back] = 0;
                    back = usize::from(ring.before[back]);
                }
                let count = |at: &SowingPosition| ring.at_home(at, 0) + ring.at_home(at, 1);
                let gone = count(&at) - count(&taken);
                sown.slam =
                    gone > 0 && ring.at_home(&at, 1 - mover) > 0 && ring.at_home(&taken, 1 - mover) == 0;
                if !sown.slam || self.slam == Slam::All {
                    taken.places[ring.store(mover)] += gone as u8;
                    (sown.at, sown.captured) = (taken, gone);
                }
            }
        }
        sown
    }
}

/// Whether a place is one that a rule means.
fn is_in(ring: &Ring, wanted: LastPlace, mover: usize, place: usize) -> bool {
    match wanted {
        LastPlace::OwnPit => ring.pits_of(mover).contains(&place),
        LastPlace::EnemyPit => ring.pits_of(1 - mover).contains(&place),
        LastPlace::AnyPit => (0..2).any(|player| ring.pits_of(player).contains(&place)),
        LastPlace::OwnStore => place == ring.store(mover),
    }
}
