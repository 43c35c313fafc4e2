//! Backgammon without the cube, one game at a time. One signed board: the first player's checkers count above zero, the
//! second's below, on points 1 to 24 as the first player counts them. Every order of the dice and of the checkers is
//! tried.

use crate::Plain;
use std::collections::BTreeMap;

/// What is to come: `first`, `roll`, `over` or two dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// The first roll.
    First,
    /// Another roll.
    Roll,
    /// Nothing.
    Over,
    /// A play of these numbers, the larger one first.
    Dice(i32, i32),
}

/// Checkers, the turn, and what is to come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Points 1 to 24; number 0 is not used.
    points: [i32; 25],
    /// Checkers on the bar and off the board: the first player's, then the second's.
    bar: [i32; 2],
    off: [i32; 2],
    /// 1 for the first player, -1 for the second.
    side: i32,
    next: Next,
}

/// A roll, or single moves by the mover's count of points, in the order in which they were made.
#[derive(Clone, Debug)]
pub enum Move {
    /// The dice.
    Roll(i32, i32),
    /// Single moves, from and to.
    Turn(Vec<(i32, i32)>),
}

/// The usual game, or another beginning.
#[derive(Clone, Debug)]
pub struct Backgammon {
    /// Points and checkers of each player.
    pub start: Vec<(usize, i32)>,
    /// Whether the first roll may be a double.
    pub any: bool,
}

fn index(side: i32) -> usize {
    if side == 1 { 0 } else { 1 }
}

/// The first player's number of the mover's point.
fn absolute(side: i32, point: i32) -> usize {
    (if side == 1 { point } else { 25 - point }) as usize
}

/// Checkers of the mover on an own point, below zero for those of the other.
fn there(at: &Position, point: i32) -> i32 {
    at.points[absolute(at.side, point)] * at.side
}

/// Moves one checker of the mover by a die; `None` if that is against the rules.
fn single(at: &Position, from: i32, die: i32) -> Option<Position> {
    let me = index(at.side);
    let mut next = at.clone();
    if at.bar[me] > 0 {
        if from != 25 {
            return None;
        }
        next.bar[me] -= 1;
    } else {
        if from == 25 || there(at, from) <= 0 {
            return None;
        }
        next.points[absolute(at.side, from)] -= at.side;
    }
    let to = from - die;
    if to <= 0 {
        for point in 7..=24 {
            if there(at, point) > 0 {
                return None;
            }
        }
        if to < 0 {
            for point in from + 1..=6 {
                if there(at, point) > 0 {
                    return None;
                }
            }
        }
        next.off[me] += 1;
        return Some(next);
    }
    if there(at, to) < -1 {
        return None;
    }
    if there(at, to) == -1 {
        next.points[absolute(at.side, to)] = 0;
        next.bar[1 - me] += 1;
    }
    next.points[absolute(at.side, to)] += at.side;
    Some(next)
}

/// Everything that can be played with these dice in this order, as far as it goes.
fn run(at: &Position, dice: &[i32], moved: &mut Vec<(i32, i32)>, out: &mut Vec<(Vec<(i32, i32)>, Position)>) {
    let mut stuck = true;
    if let Some((&die, rest)) = dice.split_first() {
        for from in 1..=25 {
            if let Some(next) = single(at, from, die) {
                stuck = false;
                moved.push((from, (from - die).max(0)));
                run(&next, rest, moved, out);
                moved.pop();
            }
        }
    }
    if stuck {
        out.push((moved.clone(), at.clone()));
    }
}

impl Backgammon {
    fn hand_over(&self, mut at: Position) -> Position {
        let total: i32 = self.start.iter().map(|&(_, many)| many).sum();
        at.next = if at.off[index(at.side)] == total { Next::Over } else { Next::Roll };
        at.side = -at.side;
        at
    }

    /// The plays of a roll, one for each position that comes of it.
    fn turns(&self, at: &Position, a: i32, b: i32) -> Vec<Vec<(i32, i32)>> {
        let orders = if a == b { vec![vec![a; 4]] } else { vec![vec![a, b], vec![b, a]] };
        let mut all = Vec::new();
        for order in &orders {
            run(at, order, &mut Vec::new(), &mut all);
        }
        let most = all.iter().map(|(moved, _)| moved.len()).max().unwrap_or(0);
        all.retain(|(moved, _)| moved.len() == most);
        if a != b && most == 1 {
            // One number only: the larger one, if it can be played at all.
            let larger = a.max(b);
            let can = (1..=25).any(|from| single(at, from, larger).is_some());
            all.retain(|(moved, after)| {
                let (from, _) = moved[0];
                !can || single(at, from, larger).as_ref() == Some(after)
            });
        }
        let mut different: BTreeMap<String, Vec<(i32, i32)>> = BTreeMap::new();
        for (moved, after) in all {
            different.entry(self.text(&after)).or_insert(moved);
        }
        different.into_values().collect()
    }
}

impl Plain for Backgammon {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let mut points = [0; 25];
        for &(point, many) in &self.start {
            points[point] += many;
            points[25 - point] -= many;
        }
        Position { points, bar: [0; 2], off: [0; 2], side: 1, next: Next::First }
    }

    fn read(&self, text: &str) -> Option<Position> {
        let total: i32 = self.start.iter().map(|&(_, many)| many).sum();
        let words: Vec<&str> = text.split(' ').collect();
        let &[board, side, next] = words.as_slice() else { return None };
        let letters: Vec<char> = board.chars().collect();
        if letters.len() != 26 {
            return None;
        }
        let mut at = self.start();
        at.off = [total; 2];
        for (place, &letter) in letters.iter().enumerate() {
            let number = match letter {
                '-' => 0,
                'A'..='O' => letter as i32 - 'A' as i32 + 1,
                'a'..='o' => -(letter as i32 - 'a' as i32 + 1),
                _ => return None,
            };
            if number > 0 {
                at.off[0] -= number;
            } else {
                at.off[1] += number;
            }
            match place {
                0 => at.bar[1] = -number,
                25 => at.bar[0] = number,
                _ => at.points[place] = number,
            }
        }
        at.side = match side {
            "X" => 1,
            "O" => -1,
            _ => return None,
        };
        at.next = match next {
            "first" => Next::First,
            "roll" => Next::Roll,
            "over" => Next::Over,
            dice => {
                let digits: Vec<i32> = dice.chars().map_while(|c| c.to_digit(10)).map(|d| d as i32).collect();
                let &[a, b] = digits.as_slice() else { return None };
                Next::Dice(a, b)
            }
        };
        Some(at)
    }

    fn text(&self, at: &Position) -> String {
        let letter = |number: i32| match number {
            0 => '-',
            1.. => (b'A' + number as u8 - 1) as char,
            _ => (b'a' + (-number) as u8 - 1) as char,
        };
        let mut text = String::new();
        text.push(letter(-at.bar[1]));
        for point in 1..=24 {
            text.push(letter(at.points[point]));
        }
        text.push(letter(at.bar[0]));
        text.push_str(if at.side == 1 { " X " } else { " O " });
        match at.next {
            Next::First => text.push_str("first"),
            Next::Roll => text.push_str("roll"),
            Next::Over => text.push_str("over"),
            Next::Dice(a, b) => text.push_str(&format!("{a}{b}")),
        }
        text
    }

    fn moves(&self, at: &Position) -> Vec<Move> {
        match at.next {
            Next::Over => Vec::new(),
            Next::Dice(a, b) => self.turns(at, a, b).into_iter().map(Move::Turn).collect(),
            Next::First | Next::Roll => {
                let mut rolls = Vec::new();
                for a in 1..=6 {
                    for b in 1..=a {
                        if a != b || self.any || at.next == Next::Roll {
                            rolls.push(Move::Roll(a, b));
                        }
                    }
                }
                rolls
            }
        }
    }

    fn play(&self, at: &Position, mv: &Move) -> Position {
        match mv {
            Move::Roll(a, b) => Position { next: Next::Dice(*a, *b), ..at.clone() },
            Move::Turn(moved) => {
                let mut now = at.clone();
                for &(from, to) in moved {
                    // The number that leads off the board does not matter any more.
                    let me = index(now.side);
                    if from == 25 {
                        now.bar[me] -= 1;
                    } else {
                        now.points[absolute(now.side, from)] -= now.side;
                    }
                    if to == 0 {
                        now.off[me] += 1;
                        continue;
                    }
                    if there(&now, to) == -1 {
                        now.points[absolute(now.side, to)] = 0;
                        now.bar[1 - me] += 1;
                    }
                    now.points[absolute(now.side, to)] += now.side;
                }
                self.hand_over(now)
            }
        }
    }

    fn move_text(&self, at: &Position, mv: &Move) -> String {
        let moved = match mv {
            Move::Roll(a, b) => return format!("{a}{b}"),
            Move::Turn(moved) if moved.is_empty() => return "pass".to_owned(),
            Move::Turn(moved) => moved,
        };
        let mut singles = moved.clone();
        singles.sort();
        singles.reverse();
        // Checkers on their ways: the points that are written, and where each is now.
        let mut hit_points: Vec<i32> = Vec::new();
        let mut ways: Vec<(Vec<(i32, bool)>, i32)> = Vec::new();
        for (from, to) in singles {
            let hits = to > 0 && there(at, to) == -1 && !hit_points.contains(&to);
            if hits {
                hit_points.push(to);
            }
            let mut known = false;
            for (written, now) in &mut ways {
                if *now == from && !known {
                    known = true;
                    // A point on the way is written only where a checker was hit.
                    if written.len() > 1 && !written[written.len() - 1].1 {
                        written.pop();
                    }
                    written.push((to, hits));
                    *now = to;
                }
            }
            if !known {
                ways.push((vec![(from, false), (to, hits)], to));
            }
        }
        ways.sort_by(|(one, one_end), (other, other_end)| (other[0].0, other_end).cmp(&(one[0].0, one_end)));
        let name = |&(point, star): &(i32, bool)| {
            let name = match point {
                25 => "bar".to_owned(),
                0 => "off".to_owned(),
                point => point.to_string(),
            };
            if star { name + "*" } else { name }
        };
        let points = |way: &[(i32, bool)]| way.iter().map(|&(point, _)| point).collect::<Vec<_>>();
        let mut texts: Vec<(Vec<i32>, String, usize)> = Vec::new();
        for (way, _) in &ways {
            match texts.last_mut() {
                Some((same, _, many)) if *same == points(way) => *many += 1,
                _ => texts.push((points(way), way.iter().map(name).collect::<Vec<_>>().join("/"), 1)),
            }
        }
        let shown = texts.into_iter().map(|(_, text, many)| match many {
            1 => text,
            _ => format!("{text}({many})"),
        });
        shown.collect::<Vec<_>>().join(",")
    }
}
