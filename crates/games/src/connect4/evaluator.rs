//! Evaluations of Connect Four by the lines that are still open.

use super::{Connect4, Direction, Position};
use plybook_kernel::{Evaluated, EvaluatorInfo, Player, Score, Term};

/// The evaluators of Connect Four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connect4Evaluator {
    /// Squares that would complete a line, those on rows of the right parity more, lines two discs short, and
    /// how near the discs stand to the middle columns.
    Threats,
    /// Lines without a disc of the opponent.
    Basic,
}

/// Hundredths of a point for each count of `Connect4Evaluator::Threats`. Chosen by matches between settings.
const THREAT: i32 = 25;
const TIMELY_THREAT: i32 = 60;
const STACKED_THREATS: i32 = 100;
const TWO_SHORT: i32 = 25;
const CENTRE: i32 = 10;
/// Hundredths of a point for an open line in `Connect4Evaluator::Basic`.
const OPEN_LINE: i32 = Score::POINT;

/// What `Connect4Evaluator::Threats` counts for one player.
#[derive(Clone, Copy, Default)]
struct Counts {
    threats: i32,
    timely: i32,
    stacked: i32,
    two_short: i32,
    centre: i32,
}

impl Counts {
    /// The counts for one player minus those for the other.
    fn minus(self, other: Counts) -> Counts {
        Counts {
            threats: self.threats - other.threats,
            timely: self.timely - other.timely,
            stacked: self.stacked - other.stacked,
            two_short: self.two_short - other.two_short,
            centre: self.centre - other.centre,
        }
    }

    fn terms(self) -> [Term; 5] {
        [
            Term::new("threats", self.threats, THREAT),
            Term::new("threats on timely rows", self.timely, TIMELY_THREAT),
            Term::new("threats on top of each other", self.stacked, STACKED_THREATS),
            Term::new("lines two short", self.two_short, TWO_SHORT),
            Term::new("columns from the edge", self.centre, CENTRE),
        ]
    }
}

/// The first squares of open lines in one direction by what is missing, and the missing squares themselves.
#[derive(Clone, Copy, Default)]
struct Open {
    two_short: u64,
    threats: u64,
}

impl Connect4 {
    /// The lines of one direction that lack one disc or two. Walking along all lines at once, each square
    /// either belongs to the player or is missing.
    #[inline]
    fn open_lines(&self, own: u64, empty: u64, Direction { shift, starts }: Direction) -> Open {
        let (mut complete, mut one, mut two) = (own, empty, 0);
        for step in 1..self.length {
            let (own, empty) = (own >> (step * shift), empty >> (step * shift));
            two = two & own | one & empty;
            one = one & own | complete & empty;
            complete &= own;
        }
        let (one, two) = (one & starts, two & starts);
        let reach = (0..self.length).fold(0, |reach, step| reach | one << (step * shift));
        Open { two_short: two, threats: reach & empty }
    }

    /// The free squares that would complete a line of these discs.
    pub(super) fn threats(&self, own: u64, discs: u64) -> u64 {
        let empty = self.squares & !discs;
        let directions = self.directions.iter();
        directions.fold(0, |threats, &direction| threats | self.open_lines(own, empty, direction).threats)
    }

    fn counts(&self, at: Position, player: Player) -> Counts {
        let own = at.by_player()[player.index()];
        let empty = self.squares & !at.discs;
        let mut counts = Counts::default();
        let mut threats = 0;
        for direction in self.directions {
            let open = self.open_lines(own, empty, direction);
            threats |= open.threats;
            counts.two_short += open.two_short.count_ones() as i32;
        }
        counts.threats = threats.count_ones() as i32;
        counts.timely = (threats & self.timely_rows(player)).count_ones() as i32;
        counts.stacked = (threats & self.below(threats)).count_ones() as i32;
        let mut inner = self.squares;
        for _ in 0..(self.columns - 1) / 2 {
            inner = inner << self.stride & inner >> self.stride & self.squares;
            counts.centre += (own & inner).count_ones() as i32;
        }
        counts
    }

    /// On a board with an even number of rows the players fill columns in turn when nothing else is left: the
    /// first player gets the first, third, fifth row and the second player the others.
    fn timely_rows(&self, player: Player) -> u64 {
        match player {
            _ if self.rows % 2 == 1 => 0,
            Player::FIRST => self.odd_rows,
            _ => self.squares & !self.odd_rows,
        }
    }

    fn open_lines_ahead(&self, at: Position) -> Term {
        let open = |discs: u64| -> i32 {
            let free = self.squares & !discs;
            self.directions.iter().map(|&direction| self.lines(free, direction).count_ones() as i32).sum()
        };
        Term::new("open lines", open(at.theirs()) - open(at.mine), OPEN_LINE)
    }
}

impl plybook_kernel::Evaluator<Connect4> for Connect4Evaluator {
    type Accumulator = ();

    fn accumulate(&self, _: &Connect4, _: &Position) {}

    fn evaluate(&self, game: &Connect4, at: &Position, (): &()) -> Score {
        match self {
            Connect4Evaluator::Threats => {
                let mover = at.mover();
                let ahead = game.counts(*at, mover).minus(game.counts(*at, mover.other()));
                Score::evaluation(ahead.terms().iter().map(|term| term.contribution()).sum())
            }
            Connect4Evaluator::Basic => Score::evaluation(game.open_lines_ahead(*at).contribution()),
        }
    }

    fn terms(&self, game: &Connect4, at: &Position) -> Vec<Term> {
        match self {
            Connect4Evaluator::Threats => {
                let mover = at.mover();
                game.counts(*at, mover).minus(game.counts(*at, mover.other())).terms().to_vec()
            }
            Connect4Evaluator::Basic => vec![game.open_lines_ahead(*at)],
        }
    }
}

impl Evaluated for Connect4 {
    type Evaluator = Connect4Evaluator;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![
            EvaluatorInfo::new(
                "threats",
                "Squares that complete a line, their rows, lines two discs short, and the middle columns.",
            ),
            EvaluatorInfo::new("basic", "Lines without an enemy disc, the mover's minus the opponent's."),
        ]
    }

    fn evaluator(&self, name: &str) -> Option<Connect4Evaluator> {
        match name {
            "threats" => Some(Connect4Evaluator::Threats),
            "basic" => Some(Connect4Evaluator::Basic),
            _ => None,
        }
    }
}
