//! Breakthrough on the usual board, as small as a comparison of searches needs it: two sets of squares, seen by the
//! player to move, who goes up.

use crate::contest::Contest;
use plybook_kernel::{Evaluator, Game, NoGuide, Outcome, Player, Score, Term, Turn, zobrist::scramble};

const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const TOP: u64 = 0xff << 56;
const HOME: u64 = 0xffff;

pub struct Breakthrough;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    own: u64,
    other: u64,
    mover: Player,
}

/// Where from and where to, as the player to move sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

fn list(targets: u64, step: u32, out: &mut Vec<Move>) {
    let mut rest = targets;
    while rest != 0 {
        let to = rest.trailing_zeros();
        out.push(Move { from: (to - step) as u8, to: to as u8 });
        rest &= rest - 1;
    }
}

impl Game for Breakthrough {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { own: HOME, other: HOME.swap_bytes(), mover: Player::FIRST }
    }

    #[inline]
    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(at.mover)
    }

    #[inline]
    fn moves(&self, at: &Position, out: &mut Vec<Move>) {
        list(at.own << 9 & NOT_LEFT & !at.own, 9, out);
        list(at.own << 7 & NOT_RIGHT & !at.own, 7, out);
        list(at.own << 8 & !(at.own | at.other), 8, out);
    }

    #[inline]
    fn play(&self, at: &mut Position, mv: Move) {
        let own = at.own ^ (1 << mv.from) ^ (1 << mv.to);
        let other = at.other & !(1 << mv.to);
        *at = Position { own: other.swap_bytes(), other: own.swap_bytes(), mover: at.mover.other() };
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        let lost = at.other & TOP.swap_bytes() != 0 || at.own == 0;
        lost.then(|| Outcome::loss_of(at.mover))
    }

    fn stuck(&self, at: &Position) -> Outcome {
        Outcome::loss_of(at.mover)
    }

    #[inline]
    fn key(&self, at: &Position) -> u64 {
        scramble(scramble(at.own).wrapping_add(at.other)) ^ (u64::from(at.mover.0) << 60)
    }

    fn longest(&self) -> Option<u32> {
        Some(2 * 16 * 6)
    }

    #[inline]
    fn resets(&self, _: &Position, _: Move) -> bool {
        true
    }

    #[inline]
    fn slot(&self, mv: Move) -> u16 {
        u16::from(mv.from) << 6 | u16::from(mv.to)
    }
}

/// A point for each piece and a tenth of a point for each row it has advanced.
#[derive(Clone, Copy)]
pub struct Advance;

fn advance(pieces: u64) -> i32 {
    (0..8).map(|row| (pieces >> (8 * row) & 0xff).count_ones() as i32 * (100 + 10 * row)).sum()
}

impl Evaluator<Breakthrough> for Advance {
    type Memo = ();

    fn memo(&self, _: &Breakthrough, _: &Position) {}

    #[inline]
    fn evaluate(&self, _: &Breakthrough, at: &Position, (): &()) -> Score {
        Score::evaluation(advance(at.own) - advance(at.other.swap_bytes()))
    }

    fn terms(&self, game: &Breakthrough, at: &Position) -> Vec<Term> {
        vec![Term { name: "advance", value: self.evaluate(game, at, &()).raw(), weight: 1 }]
    }
}

impl Contest for Breakthrough {
    type Values = Advance;
    type Advice = NoGuide;
    const MAX_TABLE_INDEX: u16 = (1 << 12) - 1;

    fn values(&self) -> Advance {
        Advance
    }

    fn advice(&self) -> NoGuide {
        NoGuide
    }

    fn table_index(mv: Move) -> u16 {
        u16::from(mv.from) << 6 | u16::from(mv.to)
    }
}
