//! What the nets see of a position: the checkers of both players, and what players look at besides.

use super::board::{BAR, Board, HOME, OFF, PLACES};
use super::{Backgammon, Position, Stage, bear_off};
use plybook_kernel::{Chances, OutcomeNets, Player, Sight};

/// The net for positions in which checkers can still meet.
pub const CONTACT: usize = 0;
/// The net for races.
pub const RACE: usize = 1;

/// Points of the board.
const POINTS: usize = 24;
/// Inputs for the checkers on a point: at least one, two and three, and how many more.
const UNITS: usize = 4;
/// What is counted besides the points, for each player.
const COUNTS: usize = 10;
/// Inputs for one player.
const SIDE: usize = POINTS * UNITS + COUNTS;
/// All inputs.
pub const INPUTS: usize = 2 * SIDE;

/// The places of a player's checkers as bits, bit `p` for place `p`.
fn bits(side: &[u8; PLACES], least: u8) -> u32 {
    (1..=BAR).fold(0, |bits, place| if side[place] >= least { bits | 1 << place } else { bits })
}

/// Places as the other player counts them.
fn turned(bits: u32) -> u32 {
    bits.reverse_bits() >> (31 - BAR)
}

/// Of 36 rolls, how many let a player hit at least one of some blots. Bits are by the hitter's count; `blocked` are
/// the points that cannot be passed over step by step.
fn shots(hitters: u32, on_bar: u8, blots: u32, blocked: u32) -> u32 {
    if blots == 0 {
        return 0;
    }
    let step = |from: u32, die: u32| (from >> die) & !blocked & !1;
    let bar = 1 << BAR;
    let mut rolls = 0;
    for high in 1..=6 {
        for low in 1..=high {
            let ways = if high == low { 1 } else { 2 };
            let hits = if high == low {
                // A double is played step by step; checkers on the bar use steps up.
                let left = 4 - u32::from(on_bar.min(4));
                let (mut at, mut hit) = (if on_bar > 0 { step(bar, high) } else { step(hitters, high) }, 0);
                hit |= at & blots;
                if on_bar > 0 && at != 0 {
                    at |= step(hitters & !bar, high) & if left > 0 { !0 } else { 0 };
                    hit |= at & blots;
                }
                let more = if on_bar > 0 { left } else { 3 };
                for _ in 0..more {
                    at |= step(at, high);
                    hit |= at & blots;
                }
                hit != 0
            } else if on_bar > 1 {
                (step(bar, high) | step(bar, low)) & blots != 0
            } else if on_bar == 1 {
                let others = hitters & !bar;
                let enter = |one: u32, other: u32| {
                    let entered = step(bar, one);
                    entered != 0 && (entered | step(others | entered, other)) & blots != 0
                };
                enter(high, low) || enter(low, high)
            } else {
                let (one, other) = (step(hitters, high), step(hitters, low));
                (one | other | step(one, low) | step(other, high)) & blots != 0
            };
            rolls += if hits { ways } else { 0 };
        }
    }
    rolls
}

/// Of 36 rolls, how many move one checker by the whole roll.
fn escapes(from: usize, blocked: u32) -> u32 {
    let free = |pips: usize| pips >= from || blocked >> (from - pips) & 1 == 0;
    let mut rolls = 0;
    for high in 1..=6 {
        for low in 1..=high {
            let through = (free(high) || free(low)) && free(high + low);
            rolls += u32::from(through) * if high == low { 1 } else { 2 };
        }
    }
    rolls
}

/// Most made points among any six in a row below a place.
fn longest_block(made: u32, below: usize) -> u32 {
    (1..below.min(BAR))
        .map(|first| (made >> first & 0x3f & ((1 << (below - first).min(6)) - 1)).count_ones())
        .max()
        .unwrap_or(0)
}

/// Appends the inputs of one player, the first of them with this number.
fn side(own: &[u8; PLACES], other: &[u8; PLACES], contact: bool, first: usize, out: &mut Vec<(u16, f32)>) {
    let mut put = |number: usize, value: f32| {
        if value != 0.0 {
            out.push(((first + number) as u16, value));
        }
    };
    for (point, &many) in own[1..=POINTS].iter().enumerate().filter(|&(_, &many)| many > 0) {
        let units = [
            1.0,
            f32::from(u8::from(many > 1)),
            f32::from(u8::from(many > 2)),
            f32::from(many.saturating_sub(3)) / 2.0,
        ];
        for (unit, value) in units.into_iter().enumerate() {
            put(point * UNITS + unit, value);
        }
    }
    let counts = POINTS * UNITS;
    let pips: u32 = (0..).zip(own).skip(1).map(|(place, &many)| place * u32::from(many)).sum();
    put(counts, f32::from(own[BAR]) / 2.0);
    put(counts + 1, f32::from(own[OFF]) / 15.0);
    put(counts + 2, pips as f32 / 100.0);
    if !contact {
        let outside: u32 =
            (0..).zip(own).skip(HOME + 1).map(|(place, &many)| (place - 6) * u32::from(many)).sum();
        put(counts + 3, outside as f32 / 50.0);
        return;
    }
    let rearmost = (1..=BAR).rev().find(|&place| own[place] > 0).unwrap_or(OFF);
    let theirs = turned(bits(other, 2) & !(1 << BAR));
    let mine = bits(own, 2) & !(1 << BAR);
    let blots = bits(own, 1) & !bits(own, 2) & !(1 << BAR);
    // Seen by the other player, who may hit.
    put(counts + 4, shots(bits(other, 1), other[BAR], turned(blots), turned(mine)) as f32 / 36.0);
    put(counts + 5, escapes(rearmost, theirs) as f32 / 36.0);
    put(counts + 6, longest_block(theirs, rearmost) as f32 / 6.0);
    put(counts + 7, (theirs >> 19 & 0x3f).count_ones() as f32 / 6.0);
    put(counts + 8, rearmost as f32 / 24.0);
    let behind: u32 = (0..).zip(own).skip(19).map(|(_, &many): (u32, _)| u32::from(many)).sum();
    put(counts + 9, behind as f32 / 4.0);
}

/// The inputs of a board as a player sees it who is about to roll.
pub fn inputs(board: &Board, roller: Player, contact: bool, out: &mut Vec<(u16, f32)>) {
    let (own, other) = (board.of(roller), board.of(roller.other()));
    side(own, other, contact, 0, out);
    side(other, own, contact, SIDE, out);
}

/// What is known of a board, as a player sees it who is about to roll.
pub fn sight(board: &Board, roller: Player, inputs_of: &mut Vec<(u16, f32)>) -> Sight {
    inputs_of.clear();
    if board.has_contact() {
        inputs(board, roller, true, inputs_of);
        return Sight::Net(CONTACT);
    }
    match bear_off::table().chances(board.of(roller), board.of(roller.other())) {
        Some(chances) => Sight::Known(chances),
        None => {
            inputs(board, roller, false, inputs_of);
            Sight::Net(RACE)
        }
    }
}

impl OutcomeNets for Backgammon {
    fn net_inputs(&self) -> Vec<usize> {
        vec![INPUTS; 2]
    }

    fn sight(&self, at: &Position, out: &mut Vec<(u16, f32)>) -> Sight {
        if at.stage == Stage::Over {
            let winner = at.mover.other();
            let multiple = if at.winner().is_some() { at.multiple(winner) } else { 1 };
            return Sight::Known(Chances::of_points(-i32::from(multiple)));
        }
        sight(&at.board, at.mover, out)
    }
}
