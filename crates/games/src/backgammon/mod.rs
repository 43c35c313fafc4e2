//! Backgammon: chance rolls the dice, a player moves with both numbers. With the doubling cube, and in matches, if one
//! wants.
//!
//! A move is a whole turn. Each player counts the points on the own way home, so that one generator serves both.

mod bear_off;
mod board;
mod cube;
mod evaluator;
mod gnu;
mod hints;
mod info;
mod inputs;
mod notation;
mod play;
mod play_text;
mod position;
mod view;

pub use bear_off::{BearOff, POSITIONS, table as bear_off};
pub use board::{BAR, Board, HOME, OFF, PLACES};
pub use evaluator::{BackgammonEvaluator, sealed_nets};
pub use gnu::GnuId;
pub use hints::BackgammonHints;
pub use play::{Move, Part, Play};
use plybook_kernel::{Game, Indexed, Outcome, Player, Symmetric, Turn};
pub use position::{Position, Stage};

/// The largest value of the cube: it has six faces.
const LARGEST_CUBE: u8 = 64;
/// The longest match, in points.
const LONGEST_MATCH: u32 = 64;

/// How the checkers stand at the beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Start {
    Standard,
    Nackgammon,
    Hypergammon,
}

impl Start {
    /// Points and how many checkers of each player stand there.
    const fn checkers(self) -> &'static [(usize, u8)] {
        match self {
            Start::Standard => &[(24, 2), (13, 5), (8, 3), (6, 5)],
            Start::Nackgammon => &[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)],
            Start::Hypergammon => &[(24, 1), (23, 1), (22, 1)],
        }
    }
}

/// The rules for one way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backgammon {
    start: Start,
    /// Whether the first roll may be a double.
    any_opening: bool,
    cube: bool,
    /// The points that win the match; none for a single game.
    points: Option<u8>,
}

impl Backgammon {
    /// The board at the beginning of a game.
    fn board(&self) -> Board {
        let mut side = [0; PLACES];
        self.start.checkers().iter().for_each(|&(point, checkers)| side[point] = checkers);
        Board::new([side; 2])
    }

    /// How many checkers each player has.
    fn checkers(&self) -> u8 {
        self.start.checkers().iter().map(|&(_, checkers)| checkers).sum()
    }

    /// Whether the mover may double before rolling. A cube that is worth the match to its owner already is not turned.
    fn may_double(&self, at: &Position) -> bool {
        let mine = at.owner.is_none_or(|owner| owner == at.mover);
        let counts = self.points.is_none_or(|points| at.score[at.mover.index()] + at.cube < points);
        self.cube && mine && counts && !at.crawford && at.cube < LARGEST_CUBE
    }

    /// The stage in which a turn begins.
    fn beginning(&self, at: &Position) -> Stage {
        if self.may_double(at) { Stage::Turn } else { Stage::Roll }
    }

    /// Ends a game of so many times the cube: the game is over, or the next one of the match begins.
    fn finish(&self, at: &mut Position, winner: Player, multiple: u8) {
        at.stage = Stage::Over;
        at.mover = winner.other();
        let Some(points) = self.points else { return };
        let before = at.score;
        let won = &mut at.score[winner.index()];
        *won = won.saturating_add(at.cube.saturating_mul(multiple)).min(points);
        let score = at.score;
        at.crawford = false;
        if score[winner.index()] < points {
            let crawford = self.cube && score.contains(&(points - 1)) && !before.contains(&(points - 1));
            let start = self.start();
            *at = Position { stage: Stage::Contest, score, crawford, ..start };
        }
    }
}

impl Game for Backgammon {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position {
            board: self.board(),
            mover: Player::FIRST,
            stage: Stage::First,
            cube: 1,
            owner: None,
            score: [0; 2],
            crawford: false,
        }
    }

    fn turn(&self, at: &Position) -> Turn {
        match at.stage {
            Stage::First | Stage::Contest | Stage::Roll => Turn::Chance,
            Stage::Turn | Stage::Doubled | Stage::Play(_) | Stage::Over => Turn::Player(at.mover),
        }
    }

    fn moves(&self, at: &Position, out: &mut Vec<Move>) {
        match at.stage {
            Stage::First | Stage::Contest | Stage::Roll => {
                let mut chances = Vec::new();
                self.chances(at, &mut chances);
                out.extend(chances.into_iter().map(|(roll, _)| roll));
            }
            Stage::Turn => out.extend([Move::NoDouble, Move::Double]),
            Stage::Doubled => out.extend([Move::Take, Move::Drop]),
            Stage::Play(dice) => {
                let mut plays = Vec::new();
                at.board.plays(at.mover, dice, &mut plays);
                out.extend(plays.into_iter().map(Move::Play));
            }
            Stage::Over => {}
        }
    }

    fn play(&self, at: &mut Position, mv: Move) {
        match mv {
            Move::Roll([first, second]) => {
                if at.stage == Stage::Contest {
                    at.mover = if first > second { Player::FIRST } else { Player::SECOND };
                }
                at.stage = Stage::Play([first.max(second), first.min(second)]);
            }
            Move::Play(play) => {
                for &part in play.parts() {
                    at.board.step(at.mover, part);
                }
                if at.winner() == Some(at.mover) {
                    self.finish(at, at.mover, at.multiple(at.mover));
                } else {
                    at.mover = at.mover.other();
                    at.stage = self.beginning(at);
                }
            }
            Move::NoDouble => at.stage = Stage::Roll,
            Move::Double => {
                at.mover = at.mover.other();
                at.stage = Stage::Doubled;
            }
            Move::Take => {
                at.cube *= 2;
                at.owner = Some(at.mover);
                at.mover = at.mover.other();
                at.stage = Stage::Roll;
            }
            Move::Drop => self.finish(at, at.mover.other(), 1),
        }
    }

    /// A single game is worth its points, a match is won or lost.
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        if at.stage != Stage::Over {
            return None;
        }
        let winner = at.mover.other();
        if self.points.is_some() {
            return Some(Outcome::Win(winner));
        }
        let multiple = if at.winner().is_some() { at.multiple(winner) } else { 1 };
        let points = i32::from(at.cube) * i32::from(multiple);
        Some(Outcome::Margin(if winner == Player::FIRST { points } else { -points }))
    }

    /// Never asked: who can move nothing passes.
    fn no_moves(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    fn key(&self, at: &Position) -> u64 {
        at.key()
    }

    /// Checkers can be sent back for ever.
    fn max_plies(&self) -> Option<u32> {
        None
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn chances(&self, at: &Position, out: &mut Vec<(Move, f32)>) {
        let doubles = match at.stage {
            Stage::First => self.any_opening,
            Stage::Contest => false,
            _ => true,
        };
        let contest = at.stage == Stage::Contest;
        let rolls = if doubles { 36.0 } else { 30.0 };
        for high in 1..=6 {
            for low in 1..=if contest { 6 } else { high } {
                let ways = if high == low || contest { 1.0 } else { 2.0 };
                if high != low || doubles {
                    out.push((Move::Roll([high, low]), ways / rolls));
                }
            }
        }
    }

    /// A checker that is borne off never comes back.
    fn resets(&self, _: &Position, mv: Move) -> bool {
        matches!(mv, Move::Play(play) if play.parts().iter().any(|part| usize::from(part.to) == OFF))
    }
}

impl Symmetric for Backgammon {
    fn swapped(&self, at: &Position) -> Option<Position> {
        Some(at.exchanged())
    }
}

/// Checkers stand on top of each other, which planes do not show.
impl plybook_kernel::Planes for Backgammon {}

/// Positions have no numbers.
impl Indexed for Backgammon {
    fn has_margins(&self) -> bool {
        self.points.is_none()
    }
}
