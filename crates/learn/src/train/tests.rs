//! The trainer against plain definitions: finite differences, known weights, and the same bytes for any threads.

use super::maths::sigmoid;
use super::*;
use plybook_format::SealError;
use plybook_kernel::Random;

const FEATURES: usize = 40;
const PARTS: usize = 12;
const SCHEDULE: Schedule =
    Schedule { epochs: 3, batch: 256, rate: 0.01, last: 0.34, drop: 0.1, decay: 0.0, seed: 5 };

/// Random positions: twelve inputs for each player, and a bucket.
fn inputs(count: usize, seed: u64) -> Vec<[Vec<u32>; 2]> {
    let mut random = Random::new(seed);
    let mut side = || (0..PARTS).map(|_| random.below(FEATURES) as u32).collect();
    (0..count).map(|_| [side(), side()]).collect()
}

fn list(positions: &[[Vec<u32>; 2]]) -> impl Fn(usize, u64, &mut [Vec<u32>; 2]) + Sync {
    |position, _, out| out.clone_from(&positions[position])
}

/// What one player's inputs are worth, to be found again: known weights of -1 to 1.
fn weight(input: u32) -> f32 {
    (f64::from(input * 7 % FEATURES as u32) / (FEATURES / 2) as f64 - 1.0) as f32
}

fn worth(inputs: &[u32]) -> f32 {
    inputs.iter().map(|&input| weight(input)).sum()
}

fn numbers(count: usize) -> Vec<u32> {
    (0..count as u32).collect()
}

#[test]
fn the_gradient_of_a_net_is_the_slope_of_its_loss() {
    let positions = inputs(30, 1);
    let targets: Vec<(u8, f32)> =
        positions.iter().enumerate().map(|(at, [own, _])| ((at % 3) as u8, sigmoid(worth(own)))).collect();
    let model =
        Network { features: FEATURES, hidden: 8, buckets: 3, targets: &targets, inputs: list(&positions) };
    let parameters = model.first_parameters(3);
    let mut gradient = vec![0.0; model.parameters()];
    let all = numbers(positions.len());
    let loss = model.gradient(&parameters, &all, 0, &mut gradient);
    assert!((loss - model.loss(&parameters, &all)).abs() < 1e-9);
    assert!(gradient.iter().filter(|slope| slope.abs() > 1e-3).count() > model.parameters() / 2);
    for (place, &slope) in gradient.iter().enumerate() {
        let at = |offset: f32| {
            let mut moved = parameters.clone();
            moved[place] += offset;
            model.loss(&moved, &all)
        };
        let difference = (at(1e-3) - at(-1e-3)) / 2e-3;
        assert!(
            (difference - f64::from(slope)).abs() < 0.02 * difference.abs().max(0.5),
            "parameter {place}: {slope} instead of {difference}"
        );
    }
}

#[test]
fn the_gradient_of_a_sum_is_the_slope_of_its_loss() {
    let positions = inputs(30, 2);
    let targets: Vec<(u8, f32)> = positions.iter().map(|[own, _]| (0, sigmoid(worth(own)))).collect();
    let inputs = |position: usize, out: &mut Vec<u32>| out.clone_from(&positions[position][0]);
    let model = Linear { entries: FEATURES, targets: &targets, inputs };
    let parameters: Vec<f32> = (0..FEATURES as u32).map(|entry| 0.3 * weight(entry)).collect();
    let (all, mut gradient) = (numbers(positions.len()), vec![0.0; FEATURES]);
    model.gradient(&parameters, &all, 0, &mut gradient);
    for (place, &slope) in gradient.iter().enumerate() {
        let at = |offset: f32| {
            let mut moved = parameters.clone();
            moved[place] += offset;
            model.loss(&moved, &all)
        };
        let difference = (at(1e-2) - at(-1e-2)) / 2e-2;
        assert!((difference - f64::from(slope)).abs() < 1e-2, "{place}: {slope} instead of {difference}");
    }
}

#[test]
fn known_weights_are_found_again() {
    let positions = inputs(20_000, 3);
    let targets: Vec<(u8, f32)> = positions.iter().map(|[own, _]| (0, sigmoid(worth(own)))).collect();
    let inputs = |position: usize, out: &mut Vec<u32>| out.clone_from(&positions[position][0]);
    let model = Linear { entries: FEATURES, targets: &targets, inputs };
    let all = numbers(positions.len());
    let mut trainer =
        Trainer::new(&model, Schedule { epochs: 40, batch: 1_000, rate: 0.03, last: 0.3, ..SCHEDULE });
    while !trainer.is_done() {
        trainer.epoch(&model, [&all, &[]], 1, &|| false, &mut |_| ()).unwrap();
    }
    for (entry, &found) in trainer.parameters.iter().enumerate() {
        assert!((found - weight(entry as u32)).abs() < 0.01, "{entry}: {found} {}", weight(entry as u32));
    }
}

/// Trains a net on the difference of two sums, and gives the trainer.
fn trained(threads: usize, epochs: usize) -> Trainer {
    let positions = inputs(3_000, 4);
    let targets = targets(&positions);
    let model =
        Network { features: FEATURES, hidden: 16, buckets: 2, targets: &targets, inputs: list(&positions) };
    let (learning, aside) = (numbers(2_700), (2_700..3_000).collect::<Vec<u32>>());
    let mut trainer = Trainer::new(&model, SCHEDULE);
    go_on(&mut trainer, &model, [&learning, &aside], threads, epochs);
    trainer
}

fn targets(positions: &[[Vec<u32>; 2]]) -> Vec<(u8, f32)> {
    let value = |[own, other]: &[Vec<u32>; 2]| sigmoid(worth(own) - worth(other));
    positions.iter().enumerate().map(|(at, sides)| ((at % 2) as u8, value(sides))).collect()
}

fn go_on(
    trainer: &mut Trainer,
    model: &impl Trainable,
    positions: [&[u32]; 2],
    threads: usize,
    epochs: usize,
) {
    for _ in 0..epochs {
        trainer.epoch(model, positions, threads, &|| false, &mut |_| ()).unwrap();
    }
}

#[test]
fn threads_change_no_byte() {
    let checkpoint = |threads| trained(threads, 3).checkpoint("game", 1);
    let one = checkpoint(1);
    assert!([2, 3, 16].into_iter().all(|threads| checkpoint(threads) == one));
}

#[test]
fn a_net_learns_what_it_has_not_seen() {
    let reports = trained(2, 3).reports;
    let [first, .., last] = &reports[..] else { panic!("{reports:?}") };
    // Knowing nothing costs the logarithm of two.
    assert!(first.held_out < 0.69 && last.held_out < 0.8 * first.held_out, "{reports:?}");
    assert!(last.loss < first.loss, "{reports:?}");
}

#[test]
fn a_training_goes_on_where_its_checkpoint_was() {
    let whole = trained(1, 3).checkpoint("game", 1);
    let kept = trained(1, 2).checkpoint("game", 1);
    let mut resumed = Trainer::resume("game", 1, &kept.0, SCHEDULE).unwrap();
    let positions = inputs(3_000, 4);
    let targets = targets(&positions);
    let model =
        Network { features: FEATURES, hidden: 16, buckets: 2, targets: &targets, inputs: list(&positions) };
    let (learning, aside) = (numbers(2_700), (2_700..3_000).collect::<Vec<u32>>());
    go_on(&mut resumed, &model, [&learning, &aside], 1, 1);
    assert!(resumed.is_done());
    assert_eq!(resumed.checkpoint("game", 1), whole);
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let kept = trained(1, 1).checkpoint("game", 1).0;
    let read = |game, fingerprint, bytes: &[u8]| Trainer::resume(game, fingerprint, bytes, SCHEDULE).err();
    assert_eq!(read("game", 1, &kept), None);
    assert_eq!(read("other", 1, &kept), Some(SealError::OtherGame("game".to_owned())));
    assert_eq!(read("game", 2, &kept), Some(SealError::OtherRules));
    let mut random = Random::new(1);
    for _ in 0..500 {
        let mut copy = kept.clone();
        let place = random.below(copy.len());
        copy[place] ^= 1 << random.below(8);
        assert!(read("game", 1, &copy).is_some(), "byte {place}");
        assert!(read("game", 1, &kept[..place]).is_some(), "cut at {place}");
    }
    // Under a good seal too, lengths that cannot be true are found out.
    for contents in [vec![], vec![0xff; 16], vec![0xff; 400], vec![0; 15]] {
        let sealed =
            plybook_format::Seal { kind: b"plybkTRN", game: "game", fingerprint: 1 }.write(&contents);
        assert_eq!(read("game", 1, &sealed), Some(SealError::Damaged));
    }
}

#[test]
fn what_is_no_number_stops_the_training() {
    let positions = inputs(100, 4);
    let targets = vec![(0, f32::NAN); 100];
    let model =
        Network { features: FEATURES, hidden: 8, buckets: 1, targets: &targets, inputs: list(&positions) };
    let mut trainer = Trainer::new(&model, SCHEDULE);
    let all = numbers(100);
    let ended = trainer.epoch(&model, [&all, &[]], 1, &|| false, &mut |_| ());
    assert_eq!(ended, Err(TrainingError::NotFinite(0)));
    assert!(ended.unwrap_err().to_string().contains("epoch 1"));
    let ended = trainer.epoch(&model, [&[], &all], 1, &|| false, &mut |_| ());
    assert_eq!(ended, Err(TrainingError::NoPositions));
    let ended = trainer.epoch(&model, [&all, &[]], 1, &|| true, &mut |_| ());
    assert_eq!(ended, Err(TrainingError::Stopped(0)));
}
