//! Which moves there are. Everything is written once for both sides: `W` is the way the mover's men go.
//!
//! Steps and jumps are found for all pieces at once by shifts, and counted without being listed. Only where a king
//! can jump twice is it followed on its ways.

use super::board::{Down, STEPS, Up, Way, bits};
use super::path::{Direction, Move, neighbour};
use super::position::Position;
use plybook_kernel::Player;

/// All four directions.
const DIRECTIONS: [Direction; 4] = [0, 1, 2, 3];

/// Appends all legal moves.
#[inline]
pub(super) fn list(at: &Position, out: &mut Vec<Move>) {
    if at.mover() == Player::FIRST {
        Outlook::of(at).list::<Down>(out);
    } else {
        Outlook::of(at).list::<Up>(out);
    }
}

/// The number of legal moves.
#[inline]
pub(super) fn count(at: &Position) -> usize {
    if at.mover() == Player::FIRST { Outlook::of(at).count::<Down>() } else { Outlook::of(at).count::<Up>() }
}

/// Whether the side to move can jump, and so has to.
#[inline]
pub(super) fn must_jump(at: &Position) -> bool {
    let outlook = Outlook::of(at);
    if at.mover() == Player::FIRST { outlook.can_jump::<Down>() } else { outlook.can_jump::<Up>() }
}

/// Counts two sets of squares at once. Both must leave out the last row of the board, or both the first: then
/// half a turn of the word lays one beside the other.
#[inline]
fn count_pair([first, second]: [u64; 2]) -> usize {
    let turned = second.rotate_left(u64::BITS / 2);
    debug_assert_eq!(first & turned, 0);
    (first | turned).count_ones() as usize
}

/// Where jumps along the way land, given the squares they leave by kind of step.
#[inline]
fn landings<W: Way>(jumps: [u64; 2]) -> u64 {
    W::along(jumps[0], 2 * STEPS[0]) | W::along(jumps[1], 2 * STEPS[1])
}

/// Both kinds of step together.
#[inline]
fn either(kinds: [u64; 2]) -> u64 {
    kinds[0] | kinds[1]
}

/// The board as the side to move sees it.
#[derive(Clone, Copy)]
struct Outlook {
    movers: u64,
    kings: u64,
    enemies: u64,
    empty: u64,
}

impl Outlook {
    #[inline]
    fn of(at: &Position) -> Outlook {
        let mover = at.mover();
        Outlook {
            movers: at.pieces(mover),
            kings: at.kings(mover),
            enemies: at.pieces(mover.other()),
            empty: at.empty(),
        }
    }

    /// Those of `pieces` that can step along the way, by kind of step.
    #[inline]
    fn steps<W: Way>(self, pieces: u64) -> [u64; 2] {
        STEPS.map(|by| pieces & W::Back::along(self.empty, by))
    }

    /// The squares from which a piece could jump along the way, by kind of step.
    #[inline]
    fn springs<W: Way>(self) -> [u64; 2] {
        STEPS.map(|by| W::Back::along(self.enemies, by) & W::Back::along(self.empty, 2 * by))
    }

    #[inline]
    fn can_jump<W: Way>(self) -> bool {
        let forward = either(self.springs::<W>()) & self.movers;
        let back = either(self.springs::<W::Back>()) & self.kings;
        forward | back != 0
    }

    #[inline]
    fn count<W: Way>(self) -> usize {
        if self.kings != 0 {
            return self.count_with_kings::<W>();
        }
        let springs = self.springs::<W>();
        let jumps = springs.map(|springs| springs & self.movers);
        if either(jumps) == 0 {
            count_pair(self.steps::<W>(self.movers))
        } else if landings::<W>(jumps) & either(springs) == 0 {
            count_pair(jumps)
        } else {
            count_mens_chains::<W>(springs, jumps)
        }
    }

    fn count_with_kings<W: Way>(self) -> usize {
        let (springs, back_springs) = (self.springs::<W>(), self.springs::<W::Back>());
        let jumps = springs.map(|springs| springs & self.movers);
        let back_jumps = back_springs.map(|springs| springs & self.kings);
        if either(jumps) | either(back_jumps) == 0 {
            let back_steps = self.steps::<W::Back>(self.kings);
            return count_pair(self.steps::<W>(self.movers)) + count_pair(back_steps);
        }
        let [mens, kings] = [!self.kings, self.kings].map(|kind| jumps.map(|jumps| jumps & kind));
        let landings = landings::<W>(kings) | landings::<W::Back>(back_jumps);
        // A king that has jumped once cannot jump back: the square it left is not among the empty ones. So the
        // springs tell whether there is a second jump.
        let kings_chains = if landings & (either(springs) | either(back_springs)) == 0 {
            count_pair(kings) + count_pair(back_jumps)
        } else {
            let mut chains = 0;
            self.each_kings_chain(either(kings) | either(back_jumps), &mut |_| chains += 1);
            chains
        };
        kings_chains + count_mens_chains::<W>(springs, mens)
    }

    #[inline]
    fn list<W: Way>(self, out: &mut Vec<Move>) {
        let springs = self.springs::<W>();
        let jumps = springs.map(|springs| springs & self.movers);
        let back_jumps = self.springs::<W::Back>().map(|springs| springs & self.kings);
        if either(jumps) | either(back_jumps) == 0 {
            list_steps::<W>(self.steps::<W>(self.movers), out);
            if self.kings != 0 {
                list_steps::<W::Back>(self.steps::<W::Back>(self.kings), out);
            }
            return;
        }
        for from in bits(either(jumps) & !self.kings) {
            follow_man::<W>(Move::chain(from as u32), 1 << from, springs, out);
        }
        if self.kings != 0 {
            let jumpers = (either(jumps) | either(back_jumps)) & self.kings;
            self.each_kings_chain(jumpers, &mut |chain| out.push(chain));
        }
    }

    /// Follows all chains of the kings that can jump. A king may come back to the square it left.
    fn each_kings_chain(self, jumpers: u64, found: &mut impl FnMut(Move)) {
        for from in bits(jumpers) {
            let here = 1 << from;
            follow_king(Move::chain(from as u32), here, self.enemies, self.empty | here, found);
        }
    }
}

/// The number of chains that begin with these jumps of men. What a man has jumped lies behind him, so the springs
/// stay what they were while he goes on.
fn count_mens_chains<W: Way>(springs: [u64; 2], jumps: [u64; 2]) -> usize {
    let landings = [0, 1].map(|kind| W::along(jumps[kind], 2 * STEPS[kind]));
    landings
        .into_iter()
        .map(|landings| {
            let going_on = springs.map(|springs| springs & landings);
            let complete = (landings & !either(going_on)).count_ones() as usize;
            if either(going_on) == 0 {
                complete
            } else {
                complete + count_mens_chains::<W>(springs, going_on)
            }
        })
        .sum()
}

/// Follows a man over each enemy that he can jump from `here`, where there is at least one. On the last row there
/// is none: he becomes a king, but only when the turn is over.
fn follow_man<W: Way>(chain: Move, here: u64, springs: [u64; 2], out: &mut Vec<Move>) {
    for kind in [0, 1] {
        if here & springs[kind] != 0 {
            let over = W::along(here, STEPS[kind]);
            let landing = W::along(over, STEPS[kind]);
            let chain = chain.jump(W::FIRST_DIRECTION + kind as Direction, over);
            if landing & either(springs) == 0 {
                out.push(chain.end(landing.trailing_zeros()));
            } else {
                follow_man::<W>(chain, landing, springs, out);
            }
        }
    }
}

/// Follows a king over each of the enemies left; where there is none to jump, the chain is complete.
fn follow_king(chain: Move, here: u64, enemies: u64, empty: u64, found: &mut impl FnMut(Move)) {
    let mut complete = true;
    for direction in DIRECTIONS {
        let over = neighbour(here, direction);
        let landing = neighbour(over, direction);
        if over & enemies != 0 && landing & empty != 0 {
            complete = false;
            follow_king(chain.jump(direction, over), landing, enemies & !over, empty, found);
        }
    }
    if complete {
        found(chain.end(here.trailing_zeros()));
    }
}

/// Appends the steps along the way of the pieces that can make them, by kind of step.
#[inline]
fn list_steps<W: Way>(movers: [u64; 2], out: &mut Vec<Move>) {
    for (movers, by) in movers.into_iter().zip(STEPS) {
        for from in bits(movers) {
            out.push(Move::step(from as u32, W::along(1 << from, by).trailing_zeros()));
        }
    }
}
