//! The known answers of the rules page that are not plain counts: searches with the basic evaluation.

use super::game;
use plybook_games::baroque::{Baroque, BaroqueEvaluator, Position};
use plybook_kernel::{Evaluator, Game, Score};

/// What the course's programs report.
#[derive(Default, Debug, PartialEq)]
struct Report {
    expanded: u64,
    evaluations: u64,
    cutoffs: u64,
}

/// Negamax with or without alpha-beta, moves in the order of generation.
fn search(
    game: &Baroque,
    at: &Position,
    plies: u32,
    [mut alpha, beta]: [i32; 2],
    cut: bool,
    report: &mut Report,
) -> i32 {
    if plies == 0 || game.outcome(at).is_some() {
        report.evaluations += u64::from(plies == 0);
        return BaroqueEvaluator::Basic.evaluate(game, at, &()).raw();
    }
    let mut best = -Score::INFINITY.raw();
    for mv in game.legal(at) {
        report.expanded += 1;
        let value = -search(game, &game.after(at, mv), plies - 1, [-beta, -alpha], cut, report);
        best = best.max(value);
        alpha = alpha.max(best);
        if cut && alpha >= beta {
            report.cutoffs += 1;
            break;
        }
    }
    best
}

fn check(plies: u32, cut: bool, [expanded, evaluations, cutoffs]: [u64; 3]) {
    let game = game("");
    let mut report = Report::default();
    let open = Score::INFINITY.raw();
    let value = search(&game, &game.start(), plies, [-open, open], cut, &mut report);
    assert_eq!((value, report), (0, Report { expanded, evaluations, cutoffs }), "{plies} plies");
}

#[test]
fn minimax_counts() {
    check(1, false, [32, 32, 0]);
    check(2, false, [976, 944, 0]);
    check(3, false, [43_714, 42_738, 0]);
    check(4, false, [1_890_728, 1_847_014, 0]);
}

#[test]
fn alpha_beta_counts() {
    check(2, true, [94, 62, 31]);
    check(3, true, [1875, 1774, 61]);
    check(4, true, [5310, 3435, 1797]);
}
