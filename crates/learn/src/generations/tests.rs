//! Trainings that are ended at any moment, with any number of threads, come to the same bytes; and they learn something.

use super::*;
use crate::data::read_any_shard;
use plybook_games::connect4::{Connect4, Connect4Evaluator};
use plybook_kernel::{Evaluated, Evaluator, Game, Score, Term};
use plybook_model::LearntEvaluator;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// The hand-made evaluation or a model.
#[derive(Clone)]
enum Either {
    Hand(Connect4Evaluator),
    Learnt(LearntEvaluator),
}

impl Evaluator<Connect4> for Either {
    type Accumulator = ();

    fn accumulate(&self, _: &Connect4, _: &<Connect4 as Game>::Position) {}

    fn evaluate(&self, game: &Connect4, at: &<Connect4 as Game>::Position, (): &()) -> Score {
        match self {
            Either::Hand(hand) => hand.evaluate(game, at, &hand.accumulate(game, at)),
            Either::Learnt(learnt) => learnt.evaluate(game, at, &learnt.accumulate(game, at)),
        }
    }

    fn terms(&self, _: &Connect4, _: &<Connect4 as Game>::Position) -> Vec<Term> {
        Vec::new()
    }
}

/// Keeps everything in memory.
#[derive(Default)]
struct Memory(Mutex<BTreeMap<String, Vec<u8>>>);

impl TrainingStore for Memory {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(self.0.lock().unwrap().get(name).cloned())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        self.0.lock().unwrap().insert(name.to_owned(), bytes.to_vec());
        Ok(())
    }
}

/// A clock that is asked: it stops after so many questions, and counts seconds down by its own questions.
struct Questions {
    asked: AtomicU64,
    most: u64,
    seconds: Option<f64>,
}

impl Questions {
    fn new(most: u64) -> Questions {
        Questions { asked: AtomicU64::new(0), most, seconds: None }
    }
}

impl Time for Questions {
    fn left(&self) -> Option<f64> {
        let asked = self.asked.load(Ordering::Relaxed);
        self.seconds.map(|seconds| seconds - asked as f64)
    }

    fn stopped(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.most
    }
}

fn plan(from: From) -> MasterPlan {
    let shape = Shape::Tuples { windows: 40, phases: 2 };
    MasterPlan {
        play: Play {
            opening: [1, 8],
            longest: 60,
            resign: None,
            lopsided: None,
            result_share: 0.7,
            later: 0.5,
            minutes: 5.0,
            shape,
            cost: 1.0,
        },
        from,
        nodes: 60,
        generations: 2,
        games: 150,
        epochs: 2,
        pairs: 16,
        seed: 11,
        threads: 1,
        commit: "test".to_owned(),
    }
}

fn run(plan: MasterPlan, store: &dyn TrainingStore, time: &dyn Time) -> Result<Mastered, MasterError> {
    with_master(plan, |master| master.run(store, time, &|_| ()))
}

fn with_master<T>(plan: MasterPlan, act: impl FnOnce(&Master<'_, Connect4, Either>) -> T) -> T {
    with_first(plan, None, act)
}

/// The same where the games begin with a learnt evaluation.
fn with_first<T>(
    plan: MasterPlan,
    file: Option<&[u8]>,
    act: impl FnOnce(&Master<'_, Connect4, Either>) -> T,
) -> T {
    let game = Arc::new(Connect4::default());
    let read = |bytes: &[u8]| {
        let read = LearntEvaluator::read(&Connect4::default(), bytes);
        read.map(Either::Learnt).map_err(|error| error.to_string())
    };
    let hand = || Either::Hand(game.evaluator(&game.evaluators()[0].name).unwrap());
    let first = file.map_or_else(hand, |file| read(file).unwrap());
    let first_file = file.and_then(plybook_format::sealed_checksum);
    let starts = vec![game.start()];
    act(&Master { game, starts, first, first_file, evaluator: &read, plan })
}

/// Has some of the shards played elsewhere.
struct Helped(Memory, Mutex<Vec<(u32, u64)>>);

impl TrainingStore for Helped {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        self.0.read(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        self.0.write(name, bytes)
    }

    fn play_elsewhere(&self, wanted: &WantedShards<'_>, keep: &mut KeepShard<'_>) -> Result<(), String> {
        for &shard in wanted.shards.iter().rev().filter(|&&shard| shard != 1) {
            let played = with_master(plan(From::Hand), |master| {
                master.shard(wanted.generation, shard, wanted.model, &|| false)
            });
            keep(shard, played.map_err(|error| error.to_string())?)?;
            self.1.lock().unwrap().push((wanted.generation, shard));
        }
        Ok(())
    }
}

fn whole(plan: MasterPlan) -> (Mastered, Memory) {
    let memory = Memory::default();
    (run(plan, &memory, &Questions::new(u64::MAX)).unwrap(), memory)
}

#[test]
fn threads_and_ends_in_the_middle_change_no_byte() {
    let (once, kept) = whole(plan(From::Hand));
    assert_eq!(once.generations.len(), 2);
    assert!(once.model.is_some());
    let (threaded, _) = whole(MasterPlan { threads: 3, ..plan(From::Hand) });
    assert_eq!(threaded, once);
    // Ended after ever more questions, a training goes on each time from what it kept.
    let memory = Memory::default();
    let mut ends = 0;
    let resumed = loop {
        match run(plan(From::Hand), &memory, &Questions::new(70 + ends)) {
            Err(MasterError::Stopped) => ends += 1,
            other => break other.unwrap(),
        }
    };
    assert!(ends >= 4, "{ends}");
    assert_eq!(resumed, once);
    assert_eq!(*memory.0.lock().unwrap(), *kept.0.lock().unwrap());
}

#[test]
fn games_played_elsewhere_change_no_byte() {
    let (once, kept) = whole(plan(From::Hand));
    let helped = Helped(Memory::default(), Mutex::default());
    assert_eq!(run(plan(From::Hand), &helped, &Questions::new(u64::MAX)).unwrap(), once);
    assert_eq!(*helped.0.0.lock().unwrap(), *kept.0.lock().unwrap());
    assert_eq!(*helped.1.lock().unwrap(), [(1, 2), (1, 0), (2, 2), (2, 0)]);
    // Where the games are counted by the time nobody knows them before.
    let time = Questions { seconds: Some(1e9), ..Questions::new(u64::MAX) };
    let helped = Helped(Memory::default(), Mutex::default());
    run(plan(From::Hand), &helped, &time).unwrap();
    assert!(helped.1.lock().unwrap().is_empty());
    let missing = with_master(plan(From::Hand), |master| master.shard(1, 3, None, &|| false));
    assert!(missing.unwrap_err().to_string().contains("there is no shard 3 of generation 1"));
}

#[test]
fn from_rules_alone_it_beats_what_it_began_with() {
    let plan = MasterPlan { games: 600, generations: 1, pairs: 40, ..plan(From::Rules) };
    let (learnt, _) = whole(plan);
    let [first] = learnt.generations[..] else { panic!("{:?}", learnt.generations) };
    assert!(first.accepted && first.pairs.elo().0 > 60.0, "{first:?}");
    assert!(first.held_out[0] < 0.69 && first.positions > 3_000, "{first:?}");
}

/// The positions that each generation learns from, and whether it was kept.
fn positions(plan: MasterPlan) -> Vec<(u64, bool)> {
    let (learnt, _) = whole(plan);
    learnt.generations.iter().map(|generation| (generation.positions, generation.accepted)).collect()
}

#[test]
fn games_of_discarded_generations_are_learnt_from() {
    // A candidate that searches next to nothing never wins its match.
    let mut hopeless = MasterPlan { generations: 5, epochs: 1, pairs: 4, ..plan(From::Hand) };
    hopeless.play.cost = 50.0;
    let found = positions(hopeless);
    assert!(found.iter().all(|(_, accepted)| !accepted), "{found:?}");
    assert!(found.windows(2).all(|pair| pair[1].0 > pair[0].0 + pair[0].0 / 20), "{found:?}");
}

#[test]
fn old_games_are_forgotten_where_there_are_enough() {
    use super::master::is_learnt;
    // The last three always count, those of the present player too, still older ones only while there are few moves.
    assert!(is_learnt([5, 7], 8, false, usize::MAX) && !is_learnt([4, 7], 8, false, usize::MAX));
    assert!(is_learnt([4, 7], 4, false, usize::MAX) && !is_learnt([3, 7], 4, false, usize::MAX));
    assert!(is_learnt([1, 7], 8, false, 1_000_000) && !is_learnt([1, 7], 8, false, 9_000_000));
    // Not those of a player who knew nothing but the rules.
    assert!(!is_learnt([1, 7], 8, true, 1_000_000) && is_learnt([1, 3], 8, true, 1_000_000));
}

#[test]
fn what_another_training_kept_is_refused() {
    let (_, memory) = whole(MasterPlan { generations: 1, ..plan(From::Hand) });
    let other = MasterPlan { seed: 12, generations: 1, ..plan(From::Hand) };
    let refused = run(other, &memory, &Questions::new(u64::MAX)).unwrap_err();
    assert!(refused.to_string().contains("`1-generation`"), "{refused}");
    // More generations go on from the same folder; a damaged file is named.
    let more = run(plan(From::Hand), &memory, &Questions::new(u64::MAX)).unwrap();
    assert_eq!(more, whole(plan(From::Hand)).0);
    for name in ["1-generation", "2-model"] {
        let mut bytes = memory.read(name).unwrap().unwrap();
        let place = bytes.len() / 2;
        bytes[place] ^= 1;
        memory.write(name, &bytes).unwrap();
    }
    let refused = run(plan(From::Hand), &memory, &Questions::new(u64::MAX)).unwrap_err();
    assert!(refused.to_string().contains("`1-generation`"), "{refused}");
}

/// The evaluation that a training begins with plays its first games, and belongs to what decides it.
#[test]
fn a_training_can_begin_with_a_learnt_evaluation() {
    let one = MasterPlan { generations: 1, games: 64, ..plan(From::Hand) };
    let model = whole(one.clone()).0.model.unwrap();
    let begun = MasterPlan { from: From::Learnt, ..one.clone() };
    let never = || false;
    let games = |bytes: Vec<u8>| read_any_shard("connect4", &bytes).unwrap();
    let by_hand = games(with_master(one.clone(), |master| master.shard(1, 0, None, &never)).unwrap());
    let by_model = games(with_master(one, |master| master.shard(1, 0, Some(&model), &never)).unwrap());
    let first = with_first(begun.clone(), Some(&model), |master| master.shard(1, 0, None, &never)).unwrap();
    assert_ne!(by_model, by_hand);
    assert_eq!(games(first), by_model);
    // A folder that was begun with another file is refused.
    let other =
        with_master(MasterPlan { generations: 1, seed: 3, games: 64, ..plan(From::Hand) }, |master| {
            master.run(&Memory::default(), &Questions::new(u64::MAX), &|_| ()).unwrap().model.unwrap()
        });
    let memory = Memory::default();
    let learn = |file: &[u8]| {
        with_first(begun.clone(), Some(file), |master| {
            master.run(&memory, &Questions::new(u64::MAX), &|_| ())
        })
    };
    learn(&model).unwrap();
    let refused = learn(&other).expect_err("another file");
    assert!(refused.to_string().contains("`1-generation`"), "{refused}");
    learn(&model).unwrap();
}

#[test]
fn a_limit_of_time_is_kept() {
    // The clock counts questions: a game, a batch of a training and a pair of games ask one each.
    let limit = |seconds: f64| {
        let time = Questions { seconds: Some(seconds), ..Questions::new(u64::MAX) };
        let learnt = run(
            MasterPlan { games: 100_000, epochs: 50, pairs: 1_000, ..plan(From::Hand) },
            &Memory::default(),
            &time,
        );
        (learnt.unwrap(), time.asked.load(Ordering::Relaxed) as f64)
    };
    for seconds in [400.0, 1_500.0] {
        let (learnt, asked) = limit(seconds);
        assert!(learnt.model.is_some());
        // At most a shard and a chunk of a match more.
        assert!(asked > 0.5 * seconds && asked < seconds + 80.0, "{asked} of {seconds}");
    }
}
