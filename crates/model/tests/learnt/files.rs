//! Files of models: what was written comes back, and nothing else does.

use crate::{evaluators, models, positions, with_planes};
use plybook_format::{Seal, SealError};
use plybook_games::{Visitor, with_game};
use plybook_kernel::{Evaluator, ListedGame, Random};
use plybook_model::{LearntEvaluator, MODEL_KIND, ModelError, Provenance, fingerprint};

fn provenance() -> Provenance {
    Provenance {
        commit: "0123456789abcdef".to_owned(),
        seed: 77,
        positions: 1_234_567,
        generations: 3,
        points_per_logit: 1.5,
    }
}

#[derive(Clone, Copy)]
struct Written;

impl Visitor for Written {
    type Output = ();

    fn visit<G: ListedGame>(self, game: G) {
        for model in models(&game, &game.plane_layout().unwrap()) {
            let bytes = model.write(&game, &provenance()).unwrap();
            let evaluator = LearntEvaluator::read(&game, &bytes).unwrap();
            assert_eq!(evaluator.model(), &model);
            assert_eq!(evaluator.provenance(), &provenance());
        }
    }
}

#[test]
fn models_read_back() {
    with_planes(Written);
}

/// Both models of a game as files.
struct Files;

impl Visitor for Files {
    type Output = [Vec<u8>; 2];

    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        models(&game, &game.plane_layout().unwrap()).map(|model| model.write(&game, &provenance()).unwrap())
    }
}

/// Whether a game takes a file.
struct Read<'a>(&'a [u8]);

impl Visitor for Read<'_> {
    type Output = Result<(), ModelError>;

    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        LearntEvaluator::read(&game, self.0).map(|_| ())
    }
}

fn read(game: &str, bytes: &[u8]) -> Result<(), ModelError> {
    with_game(game, Read(bytes)).unwrap()
}

#[test]
fn other_games_versions_and_kinds_are_refused_by_name() {
    for bytes in with_game("hexapawn:4x4", Files).unwrap() {
        let other = ModelError::Seal(SealError::OtherGame("hexapawn:4x4".to_owned()));
        assert_eq!(read("hexapawn", &bytes), Err(other.clone()));
        assert_eq!(read("breakthrough:4x4", &bytes), Err(other));
        assert_eq!(read("nim", &bytes), Err(ModelError::NoPlanes));
        let mut newer = bytes.clone();
        newer[8] = 2;
        assert_eq!(read("hexapawn:4x4", &newer), Err(ModelError::Seal(SealError::Newer(2))));
        assert_eq!(read("hexapawn:4x4", &bytes[1..]), Err(ModelError::Seal(SealError::Foreign)));
        assert_eq!(read("hexapawn:4x4", &vec![0; 3 << 20]), Err(ModelError::TooLarge(3 << 20)));
    }
}

#[test]
fn variants_that_differ_in_the_start_alone_share_a_model() {
    for bytes in with_game("checkers", Files).unwrap() {
        assert_eq!(read("checkers:ballot=17,limit=5", &bytes), Ok(()));
    }
    for bytes in with_game("black-and-white", Files).unwrap() {
        assert_eq!(read("black-and-white:cap=60", &bytes), Ok(()));
        assert!(read("black-and-white:discs=3", &bytes).is_err());
    }
}

/// Ten thousand files with bytes changed, put in, taken out or cut off.
#[test]
fn every_changed_file_is_refused() {
    for (bytes, count) in with_game("hexapawn", Files).unwrap().iter().zip([5_000, 5_000]) {
        let mut random = Random::new(8);
        for length in (0..bytes.len()).step_by(1 + bytes.len() / 500) {
            assert!(read("hexapawn", &bytes[..length]).is_err(), "cut to {length}");
        }
        for _ in 0..count {
            let mut copy = bytes.clone();
            for _ in 0..=random.below(4) {
                let place = random.below(copy.len());
                match random.below(3) {
                    0 => copy[place] = random.next() as u8,
                    1 => copy.insert(place, random.next() as u8),
                    _ => drop(copy.remove(place)),
                }
            }
            assert!(copy == *bytes || read("hexapawn", &copy).is_err());
        }
    }
}

/// Contents changed under a sound seal, as another program might write them.
#[derive(Clone, Copy)]
struct Forged;

impl Visitor for Forged {
    type Output = [usize; 2];

    fn visit<G: ListedGame>(self, game: G) -> [usize; 2] {
        let layout = game.plane_layout().unwrap();
        let name = game.full_name();
        let seal = Seal { kind: MODEL_KIND, game: &name, fingerprint: fingerprint(&layout, game.phases()) };
        let line = positions(&game, 1, 3).concat();
        let mut counts = [0; 2];
        for bytes in with_game(&name, Files).unwrap() {
            let contents = seal.read(&bytes).unwrap().to_vec();
            let mut random = Random::new(9);
            for number in 0..1_500 {
                let mut copy = contents.clone();
                for _ in 0..=random.below(3) {
                    // Half of the changes lie in the head, where shapes and windows are described.
                    let part = if random.below(2) == 0 { 120.min(copy.len()) } else { copy.len() };
                    let place = random.below(part);
                    match random.below(4) {
                        0 => drop(copy.remove(place)),
                        1 => copy.insert(place, random.next() as u8),
                        _ => copy[place] = random.next() as u8,
                    }
                }
                match LearntEvaluator::read(&game, &seal.write(&copy)) {
                    Err(error) => {
                        assert_eq!(error, ModelError::Contents);
                        counts[0] += 1;
                    }
                    // Whatever was taken evaluates without a fault.
                    Ok(evaluator) => {
                        let (at, _) = &line[number % line.len()];
                        let value = evaluator.evaluate(&game, at, &evaluator.accumulate(&game, at));
                        assert!(!value.is_decided());
                        counts[1] += 1;
                    }
                }
            }
        }
        counts
    }
}

#[test]
fn forged_contents_are_refused_or_harmless() {
    let [refused, taken] = with_game("hexapawn", Forged).unwrap();
    assert!(refused > 500 && taken > 100, "{refused} refused, {taken} taken");
}

#[derive(Clone, Copy)]
struct Both;

impl Visitor for Both {
    type Output = ();

    fn visit<G: ListedGame>(self, game: G) {
        let [net, tuples] = evaluators(&game).map(|evaluator| evaluator.model().shape());
        assert!(net.starts_with("net of 128 features"), "{net}");
        assert!(tuples.contains("windows with"), "{tuples}");
    }
}

#[test]
fn a_model_says_its_shape() {
    with_game("breakthrough", Both).unwrap();
}
