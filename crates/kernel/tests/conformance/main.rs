//! The conformance suite itself: an honest game passes, and each of its broken copies is caught by the check that
//! should catch it.

mod boards;
mod chase;
mod fault;
mod naming;
mod numbering;
mod ring;
mod sides;

use chase::Chase;
use fault::{FAULTS, Fault};
use plybook_kernel::conformance::{
    Check, Failure, Plan, check, check_chance, check_evaluated, check_indexed, check_rules, check_symmetric,
};
use plybook_kernel::{Game, Notation};
use ring::Ring;

const PLAN: Plan = Plan { seed: 5, moves: 5_000 };

/// Runs everything on every variant of the game with a fault, up to the first failure.
fn run(fault: Fault) -> Result<(), Failure> {
    let plain: Ring = Ring::new(fault);
    let lifting = Ring { lift: true, ..Ring::new(fault) };
    let tossing = Ring { coin: true, ..Ring::new(fault) };
    for game in [plain, lifting, tossing] {
        check(&game, &PLAN)?;
    }
    check_chance(&Ring::<false> { coin: true, ..Ring::new(fault) }, &PLAN)?;
    for folded in [false, true] {
        check_indexed(&Ring::<false> { folded, ..Ring::new(fault) }, &PLAN)?;
    }
    Ok(())
}

#[test]
fn every_fault_is_caught_by_its_check() {
    let mut wrong = Vec::new();
    for &(fault, check) in FAULTS {
        match run(fault) {
            Err(failure) if failure.check == check => {}
            Err(failure) => wrong.push(format!("{fault:?} was caught by {failure}")),
            Ok(()) => wrong.push(format!("{fault:?} was not caught")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn broken_promises_about_turns_and_chance_are_caught() {
    let caught = [
        check_chance(&Ring::<false>::new(Fault::None), &PLAN),
        check(&Ring::<true> { coin: true, ..Ring::new(Fault::None) }, &PLAN),
    ];
    assert_eq!(caught.map(|result| result.unwrap_err().check), [Check::ChanceMet, Check::Alternates]);
}

#[test]
fn a_capture_that_is_not_said_to_reset_is_caught() {
    check_rules(&Chase { captures_reset: true }, &PLAN).unwrap_or_else(|failure| panic!("{failure}"));
    let failure = check_rules(&Chase { captures_reset: false }, &PLAN).unwrap_err();
    assert_eq!(failure.check, Check::ForgottenResets, "{failure}");
    assert_eq!(failure.found, "`resets` saying no, where 4 pieces become 3", "{failure}");
    // The line and the move lead there.
    let game = Chase { captures_reset: false };
    let mut at = game.start();
    for text in &failure.line {
        let mv = game.read_move(&at, text).unwrap();
        game.play(&mut at, mv);
    }
    assert_eq!(game.text(&at), failure.position);
    assert!(game.read_move(&at, failure.mv.as_deref().unwrap()).is_ok());
}

#[test]
fn a_panic_is_told_with_its_position_and_its_moves() {
    let failure = check(&Ring::<false>::new(Fault::PanicsInTheMiddle), &PLAN).unwrap_err();
    assert_eq!((failure.check, failure.line.len()), (Check::Panics, 4), "{failure}");
    assert_eq!(
        failure.position.matches(['x', 'o']).count(),
        5,
        "four stones and whose turn it is: {failure}"
    );
    assert!(failure.mv.is_some() && failure.found.contains("a fifth stone"), "{failure}");
}

#[test]
fn every_check_has_a_fault() {
    let promised = [Check::ChanceMet, Check::Alternates, Check::ForgottenResets];
    for check in Check::ALL {
        let caught = FAULTS.iter().any(|(_, by)| by == check) || promised.contains(check);
        assert!(caught, "nothing shows that {check:?} catches anything");
    }
}

#[test]
fn the_honest_game_passes() {
    run(Fault::None).unwrap_or_else(|failure| panic!("{failure}"));
    let game = Ring::<false>::new(Fault::None);
    let report = check(&game, &PLAN).unwrap();
    assert_eq!(report, check(&game, &PLAN).unwrap(), "the same plan must give the same run");
    assert_eq!((report.moves, report.longest, report.widest), (5_000, 6, 6));
    assert!(report.sampled > 500 && report.edits > 500 && report.slots == 6, "{report:?}");
    for report in [check_rules(&game, &PLAN), check_symmetric(&game, &PLAN), check_evaluated(&game, &PLAN)] {
        assert_eq!(report.unwrap().moves, 5_000);
    }
    let numbering = check_indexed(&game, &Plan { moves: 20_000, ..PLAN }).unwrap();
    assert_eq!((numbering.slices, numbering.numbers), (7, 7 * 1458));
    assert_eq!(numbering.checked - numbering.holes, 1458);
    assert!(numbering.unmoves && numbering.met > 0);
}

#[test]
fn a_failure_says_where_and_what() {
    let failure = check(&Ring::<false>::new(Fault::CountOffByOne), &PLAN).unwrap_err();
    assert_eq!(failure.line.len(), 3, "{failure}");
    assert_eq!((failure.expected.as_str(), failure.found.as_str()), ("3", "4"));
    let text = failure.to_string();
    let (position, line) = (failure.position.clone(), failure.line.join(" "));
    assert!(text.contains("The count is the number of listed moves."), "{text}");
    assert!(text.contains(&format!("position {position:?}")) && text.ends_with(&line), "{text}");
}
