//! Go on square boards of 2 to 19 lines, with area scoring and positional superko.
//!
//! Superko is a rule of the path. Positions do not hold the boards that were there before, so that a move which brings
//! one back is among the moves; whoever makes it has lost at once (`end_with`). As one may always pass, nobody has to.

mod evaluator;
mod hints;
mod info;
mod notation;
mod stones;

pub use evaluator::Area;
pub use hints::GoHints;
use plybook_kernel::{End, EndRule, Game, History, Indexed, Outcome, Player, Symmetric, Turn};
pub use stones::Position;
use stones::{EMPTY, PASS, WIDTH, key_of};

/// The smallest and the largest board.
const SIDES: std::ops::RangeInclusive<u32> = 2..=19;
/// The usual board.
const DEFAULT_SIDE: u32 = 9;
/// Most points that the second player gets for being second.
const MOST_KOMI: u32 = 361;
/// The largest board on which nothing is given for being second, where nobody says what.
const NO_KOMI: u32 = 5;
/// What is given on larger ones: 7 is the fair komi of 9x9.
const DEFAULT_KOMI: u32 = 7;
/// Passes that end the game.
const LAST_PASS: u8 = 2;

/// The rules for one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go {
    side: u32,
    komi: u32,
    /// Whether a move may take away the mover's own stones.
    suicide: bool,
}

impl Go {
    /// The points of the board, row by row from the bottom left.
    fn points(&self) -> impl Iterator<Item = u16> + use<> {
        let side = self.side as u16;
        (1..=side).flat_map(move |row| (1..=side).map(move |column| row * WIDTH as u16 + column))
    }

    /// Row and column of a point, from zero at the bottom left.
    fn place(point: u16) -> (usize, usize) {
        (usize::from(point) / WIDTH - 1, usize::from(point) % WIDTH - 1)
    }

    /// What is given if nobody says what.
    const fn default_komi(side: u32) -> u32 {
        if side <= NO_KOMI { 0 } else { DEFAULT_KOMI }
    }

    /// The first player's area minus the second player's, without komi.
    fn area(&self, at: &Position) -> i32 {
        let [first, second] = self.areas(at);
        first - second
    }

    /// The stones of each player, and the points of empty regions that touch those alone.
    fn areas(&self, at: &Position) -> [i32; 2] {
        let mut areas = [0; 2];
        let mut seen = [false; WIDTH * WIDTH];
        let mut region: Vec<u16> = Vec::new();
        for point in self.points() {
            match at.colour(point) {
                EMPTY if seen[usize::from(point)] => {}
                EMPTY => {
                    let (mut size, mut touched) = (0, [false; 4]);
                    region.push(point);
                    seen[usize::from(point)] = true;
                    while let Some(point) = region.pop() {
                        size += 1;
                        for next in Position::beside(point) {
                            let colour = at.colour(next);
                            touched[usize::from(colour)] = true;
                            if colour == EMPTY && !std::mem::replace(&mut seen[usize::from(next)], true) {
                                region.push(next);
                            }
                        }
                    }
                    match (touched[1], touched[2]) {
                        (true, false) => areas[0] += size,
                        (false, true) => areas[1] += size,
                        _ => {}
                    }
                }
                colour => areas[usize::from(colour != 1)] += 1,
            }
        }
        areas
    }
}

impl Game for Go {
    type Position = Position;
    /// The point of the stone, or a pass.
    type Move = u16;
    const ALTERNATES: bool = true;

    fn start(&self) -> Position {
        Position::empty(self.side as usize)
    }

    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(at.mover())
    }

    fn moves(&self, at: &Position, out: &mut Vec<u16>) {
        out.extend(self.points().filter(|&point| at.may_put(point, self.suicide)));
        out.push(PASS);
    }

    fn count(&self, at: &Position) -> usize {
        1 + self.points().filter(|&point| at.may_put(point, self.suicide)).count()
    }

    fn play(&self, at: &mut Position, point: u16) {
        if point == PASS { at.pass() } else { at.put(point) }
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        (at.passes() == LAST_PASS).then(|| Outcome::Margin(self.area(at) - self.komi as i32))
    }

    /// Never asked: one may always pass.
    fn no_moves(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    fn key(&self, at: &Position) -> u64 {
        key_of(at.board_key(), at.mover(), at.passes())
    }

    /// Superko bounds every game, by a number of plies that no game comes near.
    fn max_plies(&self) -> Option<u32> {
        None
    }

    /// A stone that brings back a board loses, whoever was to move then.
    fn end_with(&self, at: &Position, past: &History) -> Option<End> {
        if let Some(outcome) = self.outcome(at) {
            return Some(End::new(outcome, EndRule::Position));
        }
        let was_there = |(mover, passes)| past.plies_since(key_of(at.board_key(), mover, passes)).is_some();
        let variants = [Player::FIRST, Player::SECOND].into_iter().flat_map(|mover| [(mover, 0), (mover, 1)]);
        let repeats = at.passes() == 0 && variants.into_iter().any(was_there);
        // The start counts as a board that was there; only a stone can bring a board back.
        (repeats && past.plies() > 0).then(|| End::new(Outcome::Win(at.mover()), EndRule::Repetition))
    }

    fn history_slot(&self, point: u16) -> u16 {
        point
    }
}

/// Boards are not turned round: nothing needs it.
impl Symmetric for Go {}

/// A board of more than 64 points has no planes, and Go is played by simulation.
impl plybook_kernel::Planes for Go {}

/// Positions have no numbers.
impl Indexed for Go {
    fn has_margins(&self) -> bool {
        true
    }
}
