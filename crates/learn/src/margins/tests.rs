//! Known movements give known margins, measuring depends on no thread, and files are refused where they do not belong.

use super::*;
use crate::data::{DuelPlan, GameRecord, PlayPlan, play_games};
use plybook_format::{
    MOST_MARGIN, MarginsFile, Seal, evaluator_fingerprint, margin_numbers, margins_of_numbers,
    sealed_fingerprint,
};
use plybook_games::breakthrough::Breakthrough;
use plybook_games::chess::Chess;
use plybook_kernel::{Evaluated, Game, HasHints, HasInfo, Margins, Random};
use plybook_search::Engine;
use std::sync::Arc;

/// Normally distributed but for a scale: the sum of twelve numbers between nought and one, less six.
fn normal(random: &mut Random) -> f64 {
    (0..12).map(|_| random.below(1 << 20) as f64 / f64::from(1 << 20)).sum::<f64>() - 6.0
}

/// Movements of known distributions, and the margins that belong to them.
fn synthetic(count: usize) -> Movements {
    let mut random = Random::new(11);
    let mut uniform = |most: usize| random.below(most) as i32;
    let mut moved = Movements::default();
    for number in 0..count {
        let depth = 1 + number as i32 % DEPTHS as i32;
        // Falls are even between nought and a hundred for each ply, rises as far as two hundred.
        moved.falls.push((depth, depth * uniform(101)));
        moved.rises.push((depth, depth * uniform(201)));
        moved.quiet.push((depth, 30 * depth + uniform(101)));
        moved.noisy.push(uniform(301));
        moved.leads.push(uniform(481));
        moved.null_falls.push(uniform(101) - 50);
    }
    moved
}

#[test]
fn known_distributions_give_their_margins() {
    let fitted = fit_margins(&synthetic(24_000), None).unwrap();
    // 95 parts of a hundred, as many of two hundred, 99 above the slope of 30, and so on.
    let expected = [95, 190, 99, 30, 294, 95, 40, 8, 45];
    for ((found, expected), field) in
        margin_numbers(&fitted.margins).into_iter().zip(expected).zip(&fitted.fields)
    {
        let near = (expected / 30).max(1) + i32::from(field.name.starts_with("futility"));
        assert!((found - expected).abs() <= near, "{}: {found}, not {expected}", field.name);
    }
    // What is not measured is kept, or follows from the swing.
    let before = Margins { exchange: 77, late_moves: 5, ..Margins::of_swing(100) };
    let kept = fit_margins(&synthetic(6_000), Some(&before)).unwrap();
    assert_eq!((kept.margins.exchange, kept.margins.late_moves), (77, 5));
    assert_eq!((kept.fields[5].cases, kept.fields[5].before), (0, Some(77)));
    let few = Movements { noisy: vec![9; 39], ..synthetic(6_000) };
    let fitted = fit_margins(&few, Some(&before)).unwrap();
    assert_eq!(fitted.margins.delta, before.delta);
    assert_eq!(refinable(&few, &fitted), [0, 1, 2, 3, 6, 7, 8]);
    assert!(fit_margins(&Movements { falls: Vec::new(), ..few }, None).is_none());
}

#[test]
fn margins_are_brought_into_their_ranges() {
    let wild = Movements { falls: vec![(1, MOST_MARGIN); 99], null_falls: vec![-50; 99], ..synthetic(6_000) };
    let margins = fit_margins(&wild, None).unwrap().margins;
    assert_eq!(
        (margins.reverse_futility, margins.null_move),
        (MOST_MARGIN, 1),
        "a search divides by the last"
    );
    assert_eq!(margins_of_numbers(margin_numbers(&margins)), margins);
}

#[test]
fn a_shallow_search_that_foretells_a_deep_one_is_recognised() {
    let mut random = Random::new(3);
    let mut one = |phase: u8| {
        let shallow = 200.0 * normal(&mut random);
        let deep = 1.25 * shallow - 18.0 + 40.0 * normal(&mut random);
        Searched { phase, values: vec![shallow as i32, 0, deep as i32] }
    };
    let searched: Vec<Searched> = (0..4_000).map(|number| one(2 * (number % 2) as u8)).collect();
    let found = prob_cuts(&searched);
    assert_eq!(found.len(), 2, "one pair of depths in two phases: {found:?}");
    for cut in found {
        assert_eq!((cut.shallow, cut.deep, cut.positions), (1, 3, 2_000));
        assert!((cut.slope - 1.25).abs() < 0.02 && (cut.intercept + 18.0).abs() < 4.0, "{cut:?}");
        assert!((cut.sigma - 40.0).abs() < 3.0, "{cut:?}");
    }
    assert!(prob_cuts(&searched[..20]).is_empty(), "ten positions of a phase say nothing");
}

fn games<G: Game + HasHints + Evaluated>(game: &Arc<G>, evaluator: &str, count: u64) -> Vec<GameRecord> {
    let plan = PlayPlan { nodes: 60, opening: [2, 6], longest: 120, resign: None, lopsided: None, seed: 7 };
    let evaluator = game.evaluator(evaluator).unwrap();
    let engine = || Engine::new(Arc::clone(game), evaluator.clone(), game.hints());
    play_games(engine, &[game.start()], &plan, 0..count, 2, &|| false, &|_| ()).unwrap()
}

#[test]
fn threads_change_no_measurement() {
    let game = Arc::new(Chess::default());
    let evaluator = game.evaluator("material").or_else(|| game.evaluator("basic")).unwrap();
    let records = games(&game, &game.evaluators()[0].name, 6);
    let moved = |threads: usize, seed: u64| {
        let plan = SamplePlan { positions: 40, nodes: 1_500, seed, threads };
        let positions = sample(&*game, &[game.start()], &records, &plan);
        assert_eq!(positions.len(), 40);
        let engine = || Engine::new(Arc::clone(&game), evaluator, game.hints());
        measure(engine, &positions, &plan, &|| false, &|_| ()).unwrap()
    };
    let one = moved(1, 5);
    assert_eq!(one, moved(3, 5));
    assert_ne!(one, moved(1, 6));
    // Every kind of movement occurs, and values are compared where they were searched.
    assert!(one.positions > 80 && one.searched.len() as u64 == one.positions);
    for (kind, count) in [
        ("falls", one.falls.len()),
        ("rises", one.rises.len()),
        ("quiet", one.quiet.len()),
        ("noisy", one.noisy.len()),
        ("leads", one.leads.len()),
        ("null", one.null_falls.len()),
    ] {
        assert!(count > 5, "{kind}: {count}");
    }
    let engine = || Engine::new(Arc::clone(&game), evaluator, game.hints());
    let plan = SamplePlan { positions: 1, nodes: 100, seed: 1, threads: 2 };
    assert!(measure(engine, &[game.start()], &plan, &|| true, &|_| ()).is_none());
}

#[test]
fn positions_are_drawn_evenly_and_once() {
    let game = Arc::new(small());
    let records = games(&game, "structure", 10);
    let plan = SamplePlan { positions: 100_000, nodes: 1, seed: 1, threads: 1 };
    let mut keys: Vec<u64> =
        sample(&*game, &[game.start()], &records, &plan).iter().map(|at| game.key(at)).collect();
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), all);
    assert_eq!(sample(&*game, &[game.start()], &records, &SamplePlan { positions: 9, ..plan }).len(), 9);
    assert!(sample(&*game, &[], &records, &plan).is_empty(), "there is no such start");
}

#[test]
fn a_refinement_is_the_same_with_any_threads_and_after_a_stop() {
    let game = Arc::new(small());
    let evaluator = game.evaluator("structure").unwrap();
    let duel = DuelPlan { nodes: [400; 2], opening: [2, 6], longest: 100, seed: 3 };
    // Narrow enough to matter on a small board.
    let first = Margins::of_swing(8);
    let refined = |threads: usize, state: &mut SpsaState, until: u32| {
        let plan = RefinePlan { duel: duel.clone(), games: 100, fields: vec![0, 3, 7], threads };
        let engine = |margins: Margins| {
            let mut engine = Engine::new(Arc::clone(&game), evaluator, game.hints());
            engine.margins = Some(margins);
            engine
        };
        let mut done = |state: &SpsaState| if state.step == until { Err(()) } else { Ok(()) };
        refine(engine, &[game.start()], &plan, &first, state, &|| false, &mut done)
    };
    let start = || SpsaState::new(vec![0.5; 3]);
    let (mut one, mut three) = (start(), start());
    let whole = refined(1, &mut one, u32::MAX).unwrap().unwrap();
    assert_ne!(one.at, start().at, "no game was won by its margins");
    assert_eq!(refined(3, &mut three, u32::MAX), Ok(Some(whole)));
    assert_eq!((&one, one.step), (&three, 6));
    let mut state = start();
    assert_eq!(refined(1, &mut state, 2), Err(()));
    assert_eq!(refined(2, &mut state, u32::MAX), Ok(Some(whole)));
    assert_eq!(state, one);
    // What is not refined stays as it was.
    assert_eq!((whole.delta, whole.singular), (first.delta, first.singular));
}

#[test]
fn a_file_comes_back_and_is_refused_where_it_does_not_belong() {
    let game = Breakthrough::default();
    let evaluator = game.evaluator("structure").unwrap();
    let fingerprint = evaluator_fingerprint(&game, &evaluator);
    let margins = Margins { singular: 3, ..Margins::of_swing(83) };
    let kept = MarginsFile { evaluator: "structure".to_owned(), fingerprint, margins };
    let bytes = kept.write(&game);
    assert_eq!(MarginsFile::read(&game, &bytes), Ok(kept));
    assert_ne!(fingerprint, evaluator_fingerprint(&Chess::default(), &chess_evaluator()));
    // Sampled, because each change asks for a fingerprint of the rules.
    let mut random = Random::new(8);
    for place in (0..bytes.len()).step_by(7) {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << random.below(8);
        assert!(MarginsFile::read(&game, &changed).is_err(), "byte {place}");
    }
    assert!(MarginsFile::read(&game, &bytes[..bytes.len() - 1]).is_err());
    let error = |game: &Breakthrough, bytes: &[u8]| MarginsFile::read(game, bytes).unwrap_err().to_string();
    let smaller = small();
    assert!(
        error(&smaller, &bytes).contains("breakthrough") && error(&smaller, &bytes).contains("--margins")
    );
    let other = MarginsFile::read(&Chess::default(), &bytes).unwrap_err().to_string();
    assert!(other.contains("breakthrough"), "{other}");
    // Forged under a right seal: other versions, and numbers that no search can use.
    let seal =
        Seal { kind: b"plybkMAR", game: "breakthrough", fingerprint: sealed_fingerprint(&bytes).unwrap() };
    let text = str::from_utf8(seal.read(&bytes).unwrap()).unwrap();
    for (old, new, why) in [
        ("version 1", "version 2", "version 2"),
        ("version 1", "edition 1", "no version"),
        ("null-move 166", "null-move 0", "no margins"),
        ("delta 166", "delta 2000000000", "no margins"),
        ("razoring", "lather", "no margins"),
        ("late-moves 8", "late-moves", "no margins"),
    ] {
        assert!(text.contains(old), "{text}");
        let forged = seal.write(text.replace(old, new).as_bytes());
        assert!(error(&game, &forged).contains(why), "{new}: {}", error(&game, &forged));
    }
}

fn chess_evaluator() -> <Chess as Evaluated>::Evaluator {
    Chess::default().evaluators().first().and_then(|info| Chess::default().evaluator(&info.name)).unwrap()
}

fn small() -> Breakthrough {
    Breakthrough::default().variant("6x6").unwrap()
}
