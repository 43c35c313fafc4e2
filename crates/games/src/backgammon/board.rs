//! The checkers on the board, and what a roll lets a player do with them.

use super::play::{MOST_PARTS, Part, Play};
use plybook_kernel::Player;

/// Points of a player's way, the bar (the last one) and the tray for borne-off checkers (number 0) included.
pub const PLACES: usize = 26;
/// Where hit checkers wait.
pub const BAR: usize = 25;
/// Where borne-off checkers lie.
pub const OFF: usize = 0;
/// The farthest point from which checkers are borne off.
pub const HOME: usize = 6;

/// How many checkers each player has in every place. Each player counts the points on the own way home, from 24 down to
/// 1; the other's point `p` is `25 - p`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    places: [[u8; PLACES]; 2],
}

impl Board {
    /// A board with these checkers.
    pub const fn new(places: [[u8; PLACES]; 2]) -> Board {
        Board { places }
    }

    /// The checkers of a player, by the player's own count of points.
    #[must_use]
    pub const fn of(&self, player: Player) -> &[u8; PLACES] {
        &self.places[player.index()]
    }

    /// The same board with the players exchanged.
    #[must_use]
    pub const fn exchanged(&self) -> Board {
        Board { places: [self.places[1], self.places[0]] }
    }

    /// How many checkers a player has in all.
    #[must_use]
    pub fn total(&self, player: Player) -> u8 {
        self.of(player).iter().sum()
    }

    /// The points that a player has still to go with all checkers.
    #[must_use]
    pub fn pips(&self, player: Player) -> u32 {
        (1..).zip(&self.of(player)[1..]).map(|(point, &checkers)| point * u32::from(checkers)).sum()
    }

    /// Whether some checkers can still meet: a player's farthest one has not passed all of the other's.
    #[must_use]
    pub fn has_contact(&self) -> bool {
        let farthest = |side: &[u8; PLACES]| (1..PLACES).rev().find(|&place| side[place] > 0).unwrap_or(OFF);
        farthest(&self.places[0]) + farthest(&self.places[1]) > 24
    }

    /// Moves one checker, and sends a single enemy checker on its point to the bar; says whether there was one.
    #[inline]
    pub fn step(&mut self, mover: Player, part: Part) -> bool {
        let (own, to) = (mover.index(), usize::from(part.to));
        self.places[own][usize::from(part.from)] -= 1;
        self.places[own][to] += 1;
        let hit = to != OFF && self.places[own ^ 1][25 - to] == 1;
        if hit {
            self.places[own ^ 1][25 - to] = 0;
            self.places[own ^ 1][BAR] += 1;
        }
        hit
    }

    /// Where a checker gets to by one number of the dice, if it may move.
    #[inline]
    fn target(&self, mover: Player, from: usize, die: u8) -> Option<u8> {
        let (own, other) = (&self.places[mover.index()], &self.places[mover.index() ^ 1]);
        if own[from] == 0 || (from != BAR && own[BAR] > 0) {
            return None;
        }
        let die = usize::from(die);
        if from > die {
            let to = from - die;
            return (other[25 - to] < 2).then_some(to as u8);
        }
        let all_home = own[HOME + 1..].iter().all(|&checkers| checkers == 0);
        let farthest = own[from + 1..=HOME].iter().all(|&checkers| checkers == 0);
        (all_home && (from == die || farthest)).then_some(OFF as u8)
    }

    /// Appends what a player may play with a roll: each position that can be reached once, and the empty play where
    /// nothing can be moved.
    pub fn plays(&self, mover: Player, [high, low]: [u8; 2], out: &mut Vec<Play>) {
        let first = out.len();
        if high == low {
            self.descend(mover, high, BAR, Play::PASS, first, out);
            return;
        }
        let mut reached: Vec<Board> = Vec::new();
        for dice in [[high, low], [low, high]] {
            for part in self.parts(mover, dice[0]) {
                let mut middle = *self;
                middle.step(mover, part);
                for next in middle.parts(mover, dice[1]) {
                    let mut end = middle;
                    end.step(mover, next);
                    if !reached.contains(&end) {
                        reached.push(end);
                        // The higher one first; the order does not matter to what is reached.
                        let (one, other) = if part.from >= next.from { (part, next) } else { (next, part) };
                        out.push(Play::PASS.and(one).and(other));
                    }
                }
            }
        }
        for die in [high, low] {
            if out.len() == first {
                out.extend(self.parts(mover, die).map(|part| Play::PASS.and(part)));
            }
        }
        if out.len() == first {
            out.push(Play::PASS);
        }
    }

    /// All single moves by one number.
    fn parts(&self, mover: Player, die: u8) -> impl Iterator<Item = Part> + '_ {
        (1..=BAR)
            .rev()
            .filter_map(move |from| self.target(mover, from, die).map(|to| Part { from: from as u8, to }))
    }

    /// Plays a double: checkers are taken from the highest places first, so that every set of moves comes up once.
    /// Only the longest plays remain in `out` behind `first`.
    fn descend(
        &self,
        mover: Player,
        die: u8,
        highest: usize,
        so_far: Play,
        first: usize,
        out: &mut Vec<Play>,
    ) {
        let mut stuck = true;
        if so_far.parts().len() < MOST_PARTS {
            for from in (1..=highest).rev() {
                if let Some(to) = self.target(mover, from, die) {
                    stuck = false;
                    let part = Part { from: from as u8, to };
                    let mut next = *self;
                    next.step(mover, part);
                    next.descend(mover, die, from, so_far.and(part), first, out);
                }
            }
        }
        // A play that ends here while a place above could go on is shorter than another one.
        if !stuck {
            return;
        }
        let longest = out.get(first).map_or(0, |play| play.parts().len());
        let length = so_far.parts().len();
        if length > longest {
            out.truncate(first);
        }
        if out.len() == first || length == longest {
            out.push(so_far);
        }
    }
}
