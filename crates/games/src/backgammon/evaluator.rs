//! Evaluators: nets that were learnt from games against itself, with the table of bearing off; and the plain count of
//! pips.

use super::inputs::{INPUTS, sight};
use super::{Backgammon, Board, Move, Position, Stage, play_text};
use plybook_format::{Seal, read_outcome_nets, write_outcome_nets};
use plybook_kernel::{
    Chances, Evaluated, Evaluator, EvaluatorInfo, Game, NetScratch, OutcomeNet, Player, Score, Sight, Term,
    sum,
};
use std::cell::RefCell;
use std::sync::LazyLock;

/// The names of the evaluators.
const NETS_NAME: &str = "nets";
const BASIC: &str = "basic";
/// What the file of nets is sealed with. The fingerprint changes with the inputs.
const SEAL: Seal<'static> = Seal { kind: b"plybknet", game: "backgammon", fingerprint: 1 };

/// The nets that come with the program.
static NETS: LazyLock<Option<Vec<OutcomeNet>>> = LazyLock::new(|| {
    let contents = SEAL.read(include_bytes!("td.net")).ok()?;
    read_outcome_nets(contents, &[INPUTS; 2])
});

/// The file for some nets, as it comes with the program.
#[must_use]
pub fn sealed_nets(nets: &[OutcomeNet]) -> Vec<u8> {
    SEAL.write(&write_outcome_nets(nets))
}

thread_local! {
    /// Room for the inputs and the hidden layer.
    static ROOM: RefCell<(Vec<(u16, f32)>, NetScratch)> = RefCell::default();
}

/// An evaluator of backgammon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackgammonEvaluator {
    /// Nets for contact and races, and the table of bearing off.
    Learnt,
    /// Pips and checkers on the bar.
    Basic,
}

/// How likely the results are for a player who is about to roll.
pub(super) fn chances(board: &Board, roller: Player) -> Chances {
    ROOM.with_borrow_mut(|(inputs, scratch)| match sight(board, roller, inputs) {
        Sight::Known(chances) => chances,
        Sight::Net(net) => match NETS.as_ref().and_then(|nets| nets.get(net)) {
            Some(net) => net.chances(inputs, scratch).sound(),
            None => Chances::default(),
        },
    })
}

/// The chances of a player after the own play, before the other one rolls.
pub(super) fn after_play(board: &Board, mover: Player) -> Chances {
    let multiple = Position { board: *board, ..Backgammon::default().start() };
    if multiple.winner() == Some(mover) {
        return Chances::of_points(multiple.multiple(mover).into());
    }
    chances(board, mover.other()).exchanged()
}

impl Backgammon {
    /// What a position is worth to a player, in points; with it the chances that this comes from.
    fn learnt_worth(&self, at: &Position, player: Player) -> (f64, Chances) {
        let mover = at.mover;
        let cube = (at.cube, at.owner);
        let (worth, chances) = match at.stage {
            Stage::First | Stage::Roll | Stage::Over => {
                let chances = chances(&at.board, mover);
                (self.worth(at, mover, chances, cube), chances)
            }
            // Nobody is ahead in a game that has not begun; the match may be.
            Stage::Contest => {
                let both = Player::all(2).map(|roller| {
                    let seen = chances(&at.board, roller);
                    if roller == mover { seen } else { seen.exchanged() }
                });
                let mut mean = Chances::default();
                for seen in both {
                    mean.0.iter_mut().zip(seen.0).for_each(|(sum, part)| *sum += part / 2.0);
                }
                (self.worth(at, mover, mean, cube), mean)
            }
            Stage::Turn => {
                let chances = chances(&at.board, mover);
                let kept = self.worth(at, mover, chances, cube);
                let taken = self.worth(at, mover, chances, (2 * at.cube, Some(mover.other())));
                (kept.max(taken.min(self.cashed(at, mover))), chances)
            }
            Stage::Doubled => {
                let chances = chances(&at.board, mover.other()).exchanged();
                let taken = self.worth(at, mover, chances, (2 * at.cube, Some(mover)));
                (taken.max(-self.cashed(at, mover.other())), chances)
            }
            Stage::Play(_) => {
                let mut best: Option<(f64, Chances)> = None;
                for mv in self.legal(at) {
                    let Move::Play(play) = mv else { continue };
                    let chances = after_play(&play_text::after(&at.board, mover, &play), mover);
                    let worth = self.worth(at, mover, chances, cube);
                    if best.is_none_or(|(most, _)| worth > most) {
                        best = Some((worth, chances));
                    }
                }
                best.unwrap_or_default()
            }
        };
        if player == mover { (worth, chances) } else { (-worth, chances.exchanged()) }
    }

    /// Who is meant by the value of a position: the player to move, and the first player where chance is.
    fn valued(&self, at: &Position) -> Player {
        self.turn(at).player().unwrap_or(Player::FIRST)
    }

    /// The plain count: pips, and what a checker on the bar costs.
    fn basic_terms(&self, at: &Position) -> Vec<Term> {
        /// A pip in hundredths of a point: eight of them in a hundred are worth about half a point.
        const PIP: i32 = 2;
        /// Half a roll.
        const ON_BAR: i32 = 8;
        let player = self.valued(at);
        let more = |count: &dyn Fn(Player) -> i32| count(player.other()) - count(player);
        vec![
            Term::new("pips", more(&|player| at.board.pips(player) as i32), PIP),
            Term::new("checkers on the bar", more(&|player| at.board.of(player)[super::BAR].into()), ON_BAR),
        ]
    }
}

/// Hundredths of a point.
fn hundredths(points: f64) -> i32 {
    (points * f64::from(Score::POINT)).round() as i32
}

impl Evaluator<Backgammon> for BackgammonEvaluator {
    type Accumulator = ();

    fn accumulate(&self, _: &Backgammon, _: &Position) {}

    fn evaluate(&self, game: &Backgammon, at: &Position, (): &()) -> Score {
        match self {
            BackgammonEvaluator::Learnt => {
                Score::evaluation(hundredths(game.learnt_worth(at, game.valued(at)).0))
            }
            BackgammonEvaluator::Basic => sum(&game.basic_terms(at)),
        }
    }

    fn utility_for(&self, game: &Backgammon, at: &Position, (): &(), player: Player) -> f64 {
        match self {
            BackgammonEvaluator::Learnt => game.learnt_worth(at, player).0 * f64::from(Score::POINT),
            BackgammonEvaluator::Basic => f64::from(self.evaluate_for(game, at, &(), player).raw()),
        }
    }

    /// What comes of wins, of gammons, and of everything else.
    fn terms(&self, game: &Backgammon, at: &Position) -> Vec<Term> {
        if *self == BackgammonEvaluator::Basic {
            return game.basic_terms(at);
        }
        let (worth, Chances([win, double_win, _, double_loss, _])) = game.learnt_worth(at, game.valued(at));
        let wins = hundredths(f64::from(2.0 * win - 1.0));
        let gammons = hundredths(f64::from(double_win - double_loss));
        let rest = hundredths(worth) - wins - gammons;
        vec![
            Term::new("wins less losses, in a hundred", wins, 1),
            Term::new("gammons won less lost, in a hundred", gammons, 1),
            Term::new("backgammons, the cube, the match and rounding", rest, 1),
        ]
    }
}

impl Evaluated for Backgammon {
    type Evaluator = BackgammonEvaluator;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![
            EvaluatorInfo::new(
                NETS_NAME,
                "Nets learnt from games against itself, and bearing off worked out completely.",
            ),
            EvaluatorInfo::new(BASIC, "The points that each player still has to go."),
        ]
    }

    fn evaluator(&self, name: &str) -> Option<BackgammonEvaluator> {
        match name {
            NETS_NAME => Some(BackgammonEvaluator::Learnt),
            BASIC => Some(BackgammonEvaluator::Basic),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nets_that_come_with_the_program_can_be_read() {
        let nets = NETS.as_ref().expect("sealed nets for these inputs");
        assert_eq!(sealed_nets(nets), include_bytes!("td.net"));
    }
}
