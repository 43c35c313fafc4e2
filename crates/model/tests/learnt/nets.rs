//! Nets of integers compute what floating weights say, along the path as from nothing.

use crate::{POINTS, evaluators, planes, positions, random_net, with_planes};
use plybook_games::{Visitor, with_game};
use plybook_kernel::{Evaluator, ListedGame, Player, sum};
use plybook_model::{HIDDEN_SIZES, Model, Net, NetParameters, NetSpec, QuantiseError};

#[derive(Clone, Copy)]
struct Floating;

impl Visitor for Floating {
    type Output = ();

    fn visit<G: ListedGame>(self, game: G) {
        let layout = game.plane_layout().unwrap();
        let game_phases = game.phases();
        for (number, hidden) in HIDDEN_SIZES.into_iter().enumerate() {
            let spec = NetSpec::new(&layout, hidden, 1 + number, game_phases).unwrap();
            let parameters = random_net(&spec, number as u64, 0.4);
            let net = Net::quantise(&layout, &spec, &parameters, POINTS).unwrap();
            let model = Model::Net(net);
            for (at, _) in positions(&game, 1, 7).concat() {
                let mover = game.turn(&at).player().unwrap();
                let features = |viewer: Player| {
                    let mut out = Vec::new();
                    spec.features(&planes(&game, &at, viewer), &mut out);
                    out
                };
                let phase = spec.phase(game.phase(&at));
                let logit = parameters.logit(&spec, &features(mover), &features(mover.other()), phase);
                let accumulator = model.accumulate(&planes(&game, &at, Player::FIRST));
                let value = model.evaluate(&accumulator, mover.index(), game.phase(&at)).raw();
                let expected = 100.0 * POINTS * logit;
                let close = 6.0 + 2.0 * (hidden as f32).sqrt();
                assert!(
                    (value as f32 - expected).abs() < close,
                    "{value} for {expected} of {}",
                    game.full_name()
                );
            }
        }
    }
}

#[test]
fn integers_compute_what_floating_weights_say() {
    with_planes(Floating);
}

#[derive(Clone, Copy)]
struct Along;

impl Visitor for Along {
    type Output = ();

    fn visit<G: ListedGame>(self, game: G) {
        for evaluator in evaluators(&game) {
            for line in positions(&game, 2, 11) {
                let mut accumulator = evaluator.accumulate(&game, &line[0].0);
                let mut to = evaluator.accumulate(&game, &game.start());
                for (at, mv) in line {
                    let fresh = evaluator.evaluate(&game, &at, &evaluator.accumulate(&game, &at));
                    assert_eq!(evaluator.evaluate(&game, &at, &accumulator), fresh, "{}", game.full_name());
                    assert_eq!(sum(&evaluator.terms(&game, &at)), fresh);
                    if let Some(passed) = game.null(&at) {
                        let other = evaluator.pass(&game, &accumulator, &passed);
                        let fresh = evaluator.accumulate(&game, &passed);
                        let value = |accumulator| evaluator.evaluate(&game, &passed, accumulator);
                        assert_eq!(value(&other), value(&fresh));
                    }
                    let after = game.after(&at, mv);
                    evaluator.update_in_place(&game, &accumulator, &at, mv, &after, &mut to);
                    accumulator = evaluator.update(&game, &accumulator, &at, mv, &after);
                    let value = |accumulator| evaluator.evaluate(&game, &after, accumulator);
                    assert_eq!(value(&to), value(&accumulator));
                }
            }
        }
    }
}

#[test]
fn sums_kept_along_the_path_are_those_made_anew_and_terms_add_up() {
    with_planes(Along);
}

#[derive(Clone, Copy)]
struct Pieces;

impl Visitor for Pieces {
    type Output = ();

    fn visit<G: ListedGame>(self, game: G) {
        for evaluator in evaluators(&game) {
            for (at, _) in positions(&game, 1, 13).concat().into_iter().step_by(9) {
                let cells = evaluator.cells(&game, &at);
                let drawn = game.diagram(&at).cells;
                let stands = |cell: usize| {
                    drawn[cell].piece.is_some() || drawn[cell].count.is_some_and(|count| count > 0)
                };
                let all: Vec<usize> = (0..drawn.len()).filter(|&cell| stands(cell)).collect();
                assert_eq!(cells.iter().map(|&(cell, _)| cell).collect::<Vec<_>>(), all);
                let planes = planes(&game, &at, Player::FIRST);
                let (mover, phase) = (game.turn(&at).player().unwrap().index(), game.phase(&at));
                let value = |planes: &[u64]| {
                    let model = evaluator.model();
                    model.evaluate(&model.accumulate(planes), mover, phase).raw()
                };
                let layout = game.plane_layout().unwrap();
                for (cell, lost) in evaluator.model().pieces(&planes, mover, phase).into_iter().enumerate() {
                    let Some(lost) = lost else { continue };
                    let without: Vec<u64> = planes.iter().map(|cells| cells & !(1 << cell)).collect();
                    assert_eq!(lost, value(&planes) - value(&without));
                    assert!(cells.contains(&(usize::from(layout.diagram[cell]), lost)));
                }
            }
        }
    }
}

#[test]
fn a_piece_is_worth_what_is_lost_without_it() {
    with_planes(Pieces);
}

struct Quantise(fn(&NetSpec) -> NetParameters);

impl Visitor for Quantise {
    type Output = Result<Net, QuantiseError>;

    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        let layout = game.plane_layout().unwrap();
        let spec = NetSpec::new(&layout, 16, 2, game.phases()).unwrap();
        Net::quantise(&layout, &spec, &(self.0)(&spec), POINTS)
    }
}

#[test]
fn weights_without_sense_are_refused_by_name() {
    let refused = |make| with_game("breakthrough", Quantise(make)).unwrap().unwrap_err();
    let short = |spec: &NetSpec| NetParameters { bias: vec![0.0; 15], ..random_net(spec, 1, 0.4) };
    assert_eq!(refused(short), QuantiseError::Shape(16, 15));
    let infinite =
        |spec: &NetSpec| NetParameters { bias: vec![f32::INFINITY; 16], ..random_net(spec, 1, 0.4) };
    assert_eq!(refused(infinite), QuantiseError::NotFinite);
    let huge = |spec: &NetSpec| NetParameters { bias: vec![1e6; 16], ..random_net(spec, 1, 0.4) };
    assert_eq!(refused(huge), QuantiseError::TooLarge(1_000_000_000));
}

/// Weights of twenty on every square: sums of 640, far beyond what sixteen bits hold in units of 1/255, so that a
/// coarser unit must be chosen.
#[derive(Clone, Copy)]
struct Heavy;

impl Visitor for Heavy {
    type Output = ();

    fn visit<G: ListedGame>(self, game: G) {
        let layout = game.plane_layout().unwrap();
        let spec = NetSpec::new(&layout, 16, 1, game.phases()).unwrap();
        let half = spec.features / 2 * spec.hidden;
        let sign = |index: usize| if index < half { 20.0 } else { -20.0 };
        let parameters = NetParameters {
            input: (0..spec.features * spec.hidden).map(sign).collect(),
            bias: vec![0.5; 16],
            output: (0..32).map(|lane| if lane < 16 { 1.0 } else { -1.0 }).collect(),
            output_bias: vec![0.0],
        };
        let net = Net::quantise(&layout, &spec, &parameters, POINTS).unwrap();
        let (model, start) = (Model::Net(net), planes(&game, &game.start(), Player::FIRST));
        let value = |planes: &[u64]| model.evaluate(&model.accumulate(planes), 0, 0).raw();
        assert_eq!(value(&start), 0, "as many on both sides");
        // All own sums count one and all others nothing: sixteen logits.
        for cells in [start[0], u64::MAX] {
            let most = value(&[cells, 0]);
            assert!((most as f32 - 1600.0 * POINTS).abs() < 20.0, "{most}");
            assert_eq!(value(&[0, cells]), -most);
        }
    }
}

#[test]
fn heavy_weights_get_a_coarser_unit_and_never_overflow() {
    with_game("breakthrough", Heavy).unwrap();
}
