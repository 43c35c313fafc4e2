//! Games that an engine plays against itself, to be learnt from.

use crate::{Bytes, WorkError, game};
use plybook_catalog::master::{LearnClock, LearnFrom, MasterError, MasterRequest, Shape};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How often somebody looks whether a unit is to stop.
const GLANCE: Duration = Duration::from_millis(50);

/// What the first generation's games are played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Begin {
    /// Nothing is known but the rules.
    Rules,
    /// The game's own evaluation.
    Hand,
    /// The learnt evaluation that is part of the program.
    Learnt,
}

/// What is learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Form {
    /// A net.
    Net {
        /// Its hidden values.
        hidden: usize,
        /// Phases of a game.
        phases: usize,
    },
    /// Tables of patterns.
    Tuples {
        /// Windows on the board.
        windows: usize,
        /// Phases of a game.
        phases: usize,
    },
}

/// Everything that decides a learning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearningPlan {
    /// What the first generation's games are played with.
    pub from: Begin,
    /// What is learnt; the game's usual shape if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Form>,
    /// Positions searched for a move.
    pub nodes: u64,
    /// Generations.
    pub generations: u32,
    /// Games of each.
    pub games: u64,
    /// Passes over the positions, at most.
    pub epochs: u32,
    /// Most pairs of games of a match.
    pub pairs: u64,
    /// Decides everything random.
    pub seed: u64,
}

/// Games of a learning: one shard of a generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlayUnit {
    /// The game, with its options.
    pub game: String,
    /// What decides the learning.
    pub plan: LearningPlan,
    /// The generation, from 1.
    pub generation: u32,
    /// The shard, from 0.
    pub shard: u64,
    /// The file of the model that plays; none for what the first generation begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Bytes>,
}

impl LearningPlan {
    /// The plan of a request.
    #[must_use]
    pub fn of(request: &MasterRequest) -> LearningPlan {
        let MasterRequest { from, shape, nodes, generations, games, epochs, pairs, seed, threads: _ } =
            *request;
        let from = match from {
            LearnFrom::Rules => Begin::Rules,
            LearnFrom::Hand => Begin::Hand,
            LearnFrom::Learnt => Begin::Learnt,
        };
        let shape = shape.map(|shape| match shape {
            Shape::Net { hidden, phases } => Form::Net { hidden, phases },
            Shape::Tuples { windows, phases } => Form::Tuples { windows, phases },
        });
        LearningPlan { from, shape, nodes, generations, games, epochs, pairs, seed }
    }

    /// The request of the plan, with so many threads.
    #[must_use]
    pub fn request(&self, threads: usize) -> MasterRequest {
        let LearningPlan { from, shape, nodes, generations, games, epochs, pairs, seed } = *self;
        MasterRequest {
            from: match from {
                Begin::Rules => LearnFrom::Rules,
                Begin::Hand => LearnFrom::Hand,
                Begin::Learnt => LearnFrom::Learnt,
            },
            shape: shape.map(|shape| match shape {
                Form::Net { hidden, phases } => Shape::Net { hidden, phases },
                Form::Tuples { windows, phases } => Shape::Tuples { windows, phases },
            }),
            nodes,
            generations,
            games,
            epochs,
            pairs,
            seed,
            threads,
        }
    }
}

impl SelfPlayUnit {
    /// Plays the games of the shard.
    ///
    /// # Errors
    /// There is no such game or shard, the game cannot be learnt, the model is not one of it, or `stop` was set.
    pub fn run(&self, stop: &AtomicBool) -> Result<Bytes, WorkError> {
        let game = game(&self.game)?;
        let clock = LearnClock::new(None);
        let model = self.model.as_ref().map(|model| &model.0[..]);
        let over = AtomicBool::new(false);
        let played = thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    if stop.load(Ordering::Relaxed) {
                        clock.stop();
                    }
                    thread::sleep(GLANCE);
                }
            });
            let played =
                game.self_play_shard(&self.plan.request(1), self.generation, self.shard, model, &clock);
            over.store(true, Ordering::Relaxed);
            played
        });
        played.map(Bytes).map_err(|error| match error {
            MasterError::Stopped => WorkError::Stopped,
            error => WorkError::Learning(error),
        })
    }
}
