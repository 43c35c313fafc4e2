//! One player's bearing off, worked out completely: for every way in which up to fifteen checkers can stand on the home
//! points, how likely they are all off after so many rolls.
//!
//! The player is taken to play for the smallest mean number of rolls. Positions are numbered so that every move leads to
//! a smaller number: by the checkers on each point, seen as a path between checkers and points.

use super::board::{HOME, OFF, PLACES};
use plybook_kernel::{Chances, OUTCOMES};
use std::sync::OnceLock;

/// Checkers that there are at most.
const CHECKERS: usize = 15;
/// Ways in which up to fifteen checkers can stand on six points.
pub const POSITIONS: usize = 54_264;
/// Rolls that are told apart; nobody needs more.
const ROLLS: usize = 40;

/// Checkers on the points 1 to 6.
type Home = [u8; HOME];

/// How likely the last checker is off after one roll, after two and so on, and the same for the first of fifteen.
pub struct BearOff {
    /// Where each position's numbers begin in `last`; one more at the end.
    begins: Vec<u32>,
    last: Vec<f32>,
    means: Vec<f32>,
    /// For positions with fifteen checkers, how likely none is off after one, two and three rolls.
    none_off: Vec<[f32; 3]>,
}

/// Ways to choose `few` of `many`.
const fn choose(many: usize, few: usize) -> usize {
    if few > many {
        return 0;
    }
    let (mut ways, mut step) = (1, 0);
    while step < few {
        ways = ways * (many - step) / (step + 1);
        step += 1;
    }
    ways
}

/// Numbers of smaller positions, by point and checkers.
static SMALLER: [[usize; CHECKERS + 1]; HOME] = {
    let mut table = [[0; CHECKERS + 1]; HOME];
    let mut point = 0;
    while point < HOME {
        let mut checkers = 0;
        while checkers <= CHECKERS {
            // Ways in which fewer checkers stand on this point and those below.
            table[point][checkers] = choose(checkers + point, point + 1);
            checkers += 1;
        }
        point += 1;
    }
    table
};

/// The number of a position: moves lead to smaller numbers, since checkers leave higher points for lower ones.
fn number(home: &Home) -> usize {
    let mut sum = 0;
    let mut total = 0;
    // Checkers on this point and above, from the farthest point down.
    for point in (0..HOME).rev() {
        total += usize::from(home[point]);
        sum += SMALLER[HOME - 1 - point][total];
    }
    sum
}

/// All positions, by their numbers.
fn positions() -> Vec<Home> {
    let mut all = vec![[0; HOME]; POSITIONS];
    let mut home = [0; HOME];
    fn fill(home: &mut Home, point: usize, left: u8, all: &mut [Home]) {
        if point == HOME {
            all[number(home)] = *home;
            return;
        }
        for many in 0..=left {
            home[point] = many;
            fill(home, point + 1, left - many, all);
        }
        home[point] = 0;
    }
    fill(&mut home, 0, CHECKERS as u8, &mut all);
    all
}

/// Calls `each` with every position after the dice are played, as many of them as can be.
fn plays(home: Home, dice: &[usize], each: &mut dyn FnMut(Home)) {
    let Some((&die, rest)) = dice.split_first() else { return each(home) };
    let Some(highest) = (0..HOME).rev().find(|&point| home[point] > 0) else { return each(home) };
    for from in 0..HOME {
        if home[from] == 0 || (from + 1 < die && from != highest) {
            continue;
        }
        let mut next = home;
        next[from] -= 1;
        if from + 1 > die {
            next[from - die] += 1;
        }
        plays(next, rest, each);
    }
}

impl BearOff {
    fn new() -> BearOff {
        let all = positions();
        let mut table = BearOff {
            begins: vec![0, 0],
            last: Vec::new(),
            means: vec![0.0],
            none_off: vec![[0.0; 3]; POSITIONS],
        };
        table.begins.reserve(POSITIONS);
        for (index, &home) in all.iter().enumerate().skip(1) {
            let mut chances = [0.0f64; ROLLS];
            let mut none = [0.0f64; 3];
            for high in 1..=HOME {
                for low in 1..=high {
                    let weight = if high == low { 1.0 / 36.0 } else { 2.0 / 36.0 };
                    let mut best = (f32::INFINITY, 0);
                    let mut look = |next: Home| {
                        let next = number(&next);
                        debug_assert!(next < index);
                        if table.means[next] < best.0 {
                            best = (table.means[next], next);
                        }
                    };
                    if high == low {
                        plays(home, &[high; 4], &mut look);
                    } else {
                        plays(home, &[high, low], &mut look);
                        plays(home, &[low, high], &mut look);
                    }
                    let next = best.1;
                    if next == 0 {
                        chances[0] += weight;
                    }
                    for (rolls, &chance) in table.of(next).iter().enumerate() {
                        chances[rolls + 1] += weight * f64::from(chance);
                    }
                    if all[next].iter().sum::<u8>() == CHECKERS as u8 {
                        let later = table.none_off[next];
                        none[0] += weight;
                        none[1] += weight * f64::from(later[0]);
                        none[2] += weight * f64::from(later[1]);
                    }
                }
            }
            let most = chances.iter().rposition(|&chance| chance > 0.0).map_or(0, |last| last + 1);
            let mean: f64 = chances.iter().zip(1..).map(|(chance, rolls)| chance * f64::from(rolls)).sum();
            table.last.extend(chances[..most].iter().map(|&chance| chance as f32));
            table.begins.push(table.last.len() as u32);
            table.means.push(mean as f32);
            table.none_off[index] = none.map(|chance| chance as f32);
        }
        table
    }

    /// How likely the last checker is off after exactly one roll, two and so on.
    fn of(&self, number: usize) -> &[f32] {
        &self.last[self.begins[number] as usize..self.begins[number + 1] as usize]
    }

    /// The mean number of rolls until all checkers on the points 1 to 6 are off; `None` for more than fifteen.
    #[must_use]
    pub fn mean(&self, home: &[u8; HOME]) -> Option<f32> {
        let few = home.iter().map(|&many| usize::from(many)).sum::<usize>() <= CHECKERS;
        few.then(|| self.means[number(home)])
    }

    /// How likely all checkers are off after exactly one roll, two and so on; `None` for more than fifteen.
    #[must_use]
    pub fn rolls(&self, home: &[u8; HOME]) -> Option<&[f32]> {
        let few = home.iter().map(|&many| usize::from(many)).sum::<usize>() <= CHECKERS;
        few.then(|| self.of(number(home)))
    }

    /// How likely the results are where both players have all checkers at home and cannot meet, for the one who rolls.
    #[must_use]
    pub fn chances(&self, roller: &[u8; PLACES], other: &[u8; PLACES]) -> Option<Chances> {
        let [own, theirs] = [self.home(roller)?, self.home(other)?].map(|home| number(&home));
        let (mut win, mut double_win, mut double_loss) = (0.0f64, 0.0f64, 0.0f64);
        // The roller is off after `rolls` of both, the other one after one roll less of both is not.
        let mut left = 1.0f64;
        let their_rolls = self.of(theirs);
        for (rolls, &chance) in self.of(own).iter().enumerate() {
            left -=
                if rolls == 0 { 0.0 } else { f64::from(their_rolls.get(rolls - 1).copied().unwrap_or(0.0)) };
            win += f64::from(chance) * left.max(0.0);
            double_win += f64::from(chance) * self.none_after(theirs, other, rolls);
        }
        for (rolls, &chance) in their_rolls.iter().enumerate() {
            double_loss += f64::from(chance) * self.none_after(own, roller, rolls + 1);
        }
        let mut chances = [0.0; OUTCOMES];
        (chances[0], chances[1], chances[3]) = (win.min(1.0) as f32, double_win as f32, double_loss as f32);
        Some(Chances(chances).sound())
    }

    /// How likely no checker is off after so many rolls.
    fn none_after(&self, number: usize, side: &[u8; PLACES], rolls: usize) -> f64 {
        match rolls {
            _ if side[OFF] > 0 || side[1..=HOME].iter().sum::<u8>() < CHECKERS as u8 => 0.0,
            0 => 1.0,
            _ => f64::from(self.none_off[number].get(rolls - 1).copied().unwrap_or(0.0)),
        }
    }

    /// A player's home, if all checkers are there or off.
    fn home(&self, side: &[u8; PLACES]) -> Option<Home> {
        let home = <Home>::try_from(&side[1..=HOME]).ok()?;
        let few = home.iter().map(|&many| usize::from(many)).sum::<usize>() <= CHECKERS;
        (few && side[HOME + 1..].iter().all(|&many| many == 0)).then_some(home)
    }
}

/// The table, worked out when it is first asked for.
#[must_use]
pub fn table() -> &'static BearOff {
    static TABLE: OnceLock<BearOff> = OnceLock::new();
    TABLE.get_or_init(BearOff::new)
}
