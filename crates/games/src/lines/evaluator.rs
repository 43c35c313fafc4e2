//! The evaluation: lines that are still open for one player alone, the more the fuller they are.

use super::{Lines, Position};
use plybook_kernel::{Evaluated, Evaluator, EvaluatorInfo, Game, Player, Score, Term, sum};

/// Counts for each player the lines that hold nobody else's mark, by their marks.
#[derive(Clone, Copy, Debug)]
pub struct OpenRuns;

/// Hundredths of a point for an open line without a mark, with one, two and so on.
const WORTH: [i32; 5] = [5, 20, 60, 150, 300];

impl Lines {
    /// The open lines of a player that hold so many marks.
    fn open(&self, at: &Position, player: Player, marks: usize) -> i32 {
        let others = at.all() & !at.marks[player.index()];
        let own = at.marks[player.index()];
        let fits = |line: u64| line & others == 0 && (line & own).count_ones() as usize == marks;
        self.lines.iter().filter(|&&line| fits(line)).count() as i32
    }

    /// What a player has more than the others do on average, rounded towards nothing.
    fn ahead(&self, at: &Position, player: Player, marks: usize) -> i32 {
        let others = Player::all(self.players).filter(|&other| other != player);
        let sum: i32 = others.map(|other| self.open(at, other, marks)).sum();
        self.open(at, player, marks) - sum / i32::from(self.players - 1)
    }

    fn terms_for(&self, at: &Position, player: Player) -> Vec<Term> {
        let most = (self.length as usize).min(WORTH.len());
        let name = |marks: usize| format!("open lines with {marks} marks");
        (0..most).map(|marks| Term::new(name(marks), self.ahead(at, player, marks), WORTH[marks])).collect()
    }
}

impl Evaluator<Lines> for OpenRuns {
    type Accumulator = ();

    fn accumulate(&self, _: &Lines, _: &Position) {}

    fn evaluate(&self, game: &Lines, at: &Position, (): &()) -> Score {
        sum(&self.terms(game, at))
    }

    fn evaluate_for(&self, game: &Lines, at: &Position, (): &(), player: Player) -> Score {
        match game.players() {
            2 if player != game.mover(at) => -self.evaluate(game, at, &()),
            _ => sum(&game.terms_for(at, player)),
        }
    }

    fn terms(&self, game: &Lines, at: &Position) -> Vec<Term> {
        game.terms_for(at, game.mover(at))
    }
}

impl Evaluated for Lines {
    type Evaluator = OpenRuns;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![EvaluatorInfo::new(
            "open-lines",
            "Lines without another player's mark, the more the fuller they are.",
        )]
    }

    fn evaluator(&self, name: &str) -> Option<OpenRuns> {
        (name == "open-lines").then_some(OpenRuns)
    }
}
