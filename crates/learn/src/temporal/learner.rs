//! A set of weights that learns game by game.

use super::weighted::{KIND, Weight, WeightedTerms, read_section, write_section};
use crate::course::{Course, Opponent, no_move, random_of, unit};
use crate::file::{Reader, damaged, open, seal, write_games};
use crate::learner::{Learner, LearntGame, LearntItem};
use crate::matchboxes::Sides;
use plybook_kernel::{
    Evaluated, Evaluator, HasHints, ListedGame, Outcome, Player, Random, ReadError, Score, Turn, Wdl,
};
use plybook_search::{Engine, Limits, NeverStop, Options};
use std::sync::Arc;

/// An evaluation of so many hundredths of a point is worth tanh(1), 0.76 of a win.
const SCALE: f64 = 5.0 * Score::POINT as f64;
/// Random games whose positions name the terms.
const SAMPLE_GAMES: u64 = 16;
/// Longest of them in plies.
const SAMPLE_PLIES: usize = 100;
/// How fast the mean square of a term follows its values.
const MEAN_STEP: f64 = 0.01;
/// A search without a table, so that its line leads to the very position whose value it gives back.
const SEARCH: Options = Options {
    alpha_beta: true,
    principal_variation: true,
    killers: true,
    history: true,
    guided_order: true,
    quiescence: true,
    ..Options::PLAIN
};

/// What the weights are at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstWeights {
    /// All are zero.
    Zero,
    /// Those of the evaluator, in the first position that shows them.
    Own,
}

/// How weights learn.
#[derive(Clone, Debug, PartialEq)]
pub struct TdConfig {
    /// The step, from 0 to 1; each term's own is divided by its mean square.
    pub alpha: f64,
    /// How far an error reaches back, from 0 (one position) to 1 (the whole game).
    pub lambda: f64,
    /// How often it plays any move instead of the best one, from 0 to 1.
    pub epsilon: f64,
    /// How many plies it looks ahead for a move, at least 1.
    pub depth: u32,
    /// Whether it learns at the leaves of its searches (TD-leaf), or at the positions themselves.
    pub leaf: bool,
    /// Random plies at the start of each game.
    pub opening: u32,
    /// Which sides it plays against somebody else; against itself it plays both.
    pub sides: Sides,
}

impl TdConfig {
    /// TD(lambda) with a look one ply ahead.
    #[must_use]
    pub fn plain() -> TdConfig {
        TdConfig {
            alpha: 0.05,
            lambda: 0.7,
            epsilon: 0.05,
            depth: 1,
            leaf: false,
            opening: 4,
            sides: Sides::Both,
        }
    }

    /// TD-leaf(lambda) with a look two plies ahead.
    #[must_use]
    pub fn leaf() -> TdConfig {
        TdConfig { depth: 2, leaf: true, ..TdConfig::plain() }
    }
}

/// The weights, who plays against them and the games between them.
pub struct TdLearner<G: ListedGame> {
    game: Arc<G>,
    seed: u64,
    config: TdConfig,
    /// The name of the evaluator whose terms are weighted, and the evaluator.
    evaluator: (String, G::Evaluator),
    weights: Vec<Weight>,
    rival: Option<Box<dyn Opponent<G>>>,
    games: Vec<LearntGame>,
}

/// A position of a game as learning sees it: how it is valued, and the terms that make the value.
pub(super) struct Seen {
    /// From -1 to 1, for the first player.
    pub(super) value: f64,
    /// The number of each term and what it counts, for the first player; none at the end of a game.
    pub(super) terms: Vec<(usize, f64)>,
}

impl<G: ListedGame> TdLearner<G> {
    /// Weights for the terms of an evaluator of the game. Without a rival they play against themselves.
    ///
    /// # Errors
    /// The game is not for two players, or has no evaluator of this name.
    pub fn new(
        game: Arc<G>,
        evaluator: &str,
        first: FirstWeights,
        config: TdConfig,
        rival: Option<Box<dyn Opponent<G>>>,
        seed: u64,
    ) -> Result<TdLearner<G>, ReadError> {
        if game.players() != 2 {
            let remedy = "take a game of two";
            return Err(ReadError::new("game", &game.full_name(), "it is not for two players", remedy));
        }
        let own = named(&*game, evaluator)?;
        let weights = terms_of(&*game, &own, first);
        let evaluator = (evaluator.to_owned(), own);
        Ok(TdLearner { game, seed, config, evaluator, weights, rival, games: Vec::new() })
    }

    /// The weights as they are now.
    #[must_use]
    pub fn weights(&self) -> &[Weight] {
        &self.weights
    }

    /// Goes on with other weights, for the terms that they name.
    pub fn set_weights(&mut self, weights: Vec<Weight>) {
        for weight in weights {
            if let Some(own) = self.weights.iter_mut().find(|own| own.name == weight.name) {
                *own = weight;
            }
        }
    }

    /// How a position is valued, for the first player.
    pub(super) fn see(&self, at: &G::Position, outcome: Option<Outcome>) -> Seen {
        if let Some(outcome) = outcome {
            return Seen { value: result(outcome), terms: Vec::new() };
        }
        let sign = if self.game.turn(at) == Turn::Player(Player::SECOND) { -1.0 } else { 1.0 };
        let number = |name: &str| self.weights.iter().position(|weight| weight.name == name);
        let listed = self.evaluator.1.terms(&self.game, at);
        let terms: Vec<(usize, f64)> = listed
            .iter()
            .filter_map(|term| Some((number(&term.name)?, sign * f64::from(term.value))))
            .collect();
        let sum: f64 = terms.iter().map(|&(number, value)| self.weights[number].weight * value).sum();
        Seen { value: (sum / SCALE).tanh(), terms }
    }

    /// The position at the end of the line that a search expects, as learning sees it.
    pub(super) fn leaf(&self, course: &Course<G>, line: &[G::Move]) -> Seen {
        let mut end = course.clone();
        line.iter().for_each(|&mv| end.play(&*self.game, mv));
        let outcome = end.outcome(&*self.game);
        self.see(&end.at, outcome)
    }

    /// Plays one game and gives what was seen in it, how it ended, and the result for the side that is counted.
    fn play(&mut self) -> Result<(Vec<Seen>, Outcome, u32), ReadError> {
        let game = Arc::clone(&self.game);
        let mut random = random_of(self.seed, self.games.len());
        let side = self.config.sides.in_game(self.games.len());
        let weighted = WeightedTerms::new(self.evaluator.1.clone(), &self.weights, &[]);
        let mut engine = Engine::new(Arc::clone(&game), weighted, game.hints());
        engine.options = SEARCH;
        let mut course = Course::new(&*game);
        let mut seen = Vec::new();
        loop {
            course.roll(&*game, &mut random);
            if let Some(outcome) = course.outcome(&*game) {
                return Ok((seen, outcome, course.plies()));
            }
            let Turn::Player(mover) = game.turn(&course.at) else { return Err(no_move()) };
            let legal = game.legal(&course.at);
            if course.plies() < self.config.opening {
                let mv = random.pick(&legal).copied().ok_or_else(no_move)?;
                course.play(&*game, mv);
                continue;
            }
            if let Some(rival) = self.rival.as_mut().filter(|_| mover != side) {
                let mv = rival.choose(&*game, &course, &mut random)?;
                course.play(&*game, mv);
                continue;
            }
            let limits = Limits::depth(self.config.depth);
            let found = engine.search(&course.at, &course.past, &limits, None, &NeverStop);
            let line = found.lines.first().map(|line| line.moves.as_slice()).unwrap_or_default();
            seen.push(if self.config.leaf { self.leaf(&course, line) } else { self.see(&course.at, None) });
            let explores = unit(&mut random) < self.config.epsilon;
            let mv = if explores { random.pick(&legal) } else { line.first() };
            let mv = mv.copied().ok_or_else(no_move)?;
            course.play(&*game, mv);
        }
    }

    /// Moves the weights: the value of each position towards the next one's, and with lambda towards all later ones'.
    pub(super) fn learn(&mut self, seen: &[Seen], outcome: Outcome) {
        let mut next = result(outcome);
        // What all later differences add up to, the nearer ones counting more.
        let mut ahead = 0.0;
        let mut steps = vec![0.0; self.weights.len()];
        for one in seen.iter().rev() {
            ahead = (next - one.value) + self.config.lambda * ahead;
            next = one.value;
            let slope = 1.0 - one.value * one.value;
            for &(number, value) in &one.terms {
                steps[number] += slope * value * ahead;
                let weight = &mut self.weights[number];
                weight.mean_square += MEAN_STEP * (value * value - weight.mean_square);
            }
        }
        for (weight, step) in self.weights.iter_mut().zip(steps) {
            weight.weight +=
                self.config.alpha * SCALE * step / (1.0 + weight.mean_square) / seen.len().max(1) as f64;
        }
    }
}

/// What a result is worth to the first player.
fn result(outcome: Outcome) -> f64 {
    match outcome.wdl(Player::FIRST) {
        Wdl::Win => 1.0,
        Wdl::Draw => 0.0,
        Wdl::Loss => -1.0,
    }
}

/// The evaluator of this name.
fn named<G: ListedGame>(game: &G, name: &str) -> Result<<G as Evaluated>::Evaluator, ReadError> {
    game.evaluator(name).ok_or_else(|| {
        let known: Vec<_> = game.evaluators().into_iter().map(|info| info.name).collect();
        let remedy = format!("known: {}", known.join(", "));
        ReadError::new("evaluator", name, "the game has none of this name", remedy)
    })
}

/// The terms that an evaluator names in the positions of some random games, in the order in which they first appear.
fn terms_of<G: ListedGame>(game: &G, own: &G::Evaluator, first: FirstWeights) -> Vec<Weight> {
    let mut weights: Vec<Weight> = Vec::new();
    for seed in 0..SAMPLE_GAMES {
        let (mut random, mut at) = (Random::new(seed), game.start());
        for _ in 0..SAMPLE_PLIES {
            let Some(&mv) = random.pick(&game.legal(&at)) else { break };
            for term in own.terms(game, &at) {
                if weights.iter().all(|weight| weight.name != term.name) {
                    let weight = if first == FirstWeights::Own { f64::from(term.weight) } else { 0.0 };
                    weights.push(Weight { name: term.name.into_owned(), weight, mean_square: 0.0 });
                }
            }
            game.play(&mut at, mv);
        }
    }
    weights
}

impl<G: ListedGame> Learner for TdLearner<G>
where
    G: HasHints,
{
    fn step(&mut self) -> Result<LearntGame, ReadError> {
        let side = self.config.sides.in_game(self.games.len());
        let (seen, outcome, plies) = self.play()?;
        self.learn(&seen, outcome);
        let counted = if self.rival.is_some() { side } else { Player::FIRST };
        let figures = self.weights.iter().map(|weight| weight.weight).collect();
        let played = LearntGame { result: outcome.wdl(counted), plies, figures };
        self.games.push(played.clone());
        Ok(played)
    }

    fn games(&self) -> &[LearntGame] {
        &self.games
    }

    fn figures(&self) -> Vec<String> {
        self.weights.iter().map(|weight| weight.name.clone()).collect()
    }

    fn state(&self) -> Vec<LearntItem> {
        let values = self.weights.iter().map(|weight| (weight.name.clone(), weight.weight)).collect();
        vec![LearntItem { name: "weights".to_owned(), stage: None, values }]
    }

    fn save(&self) -> Vec<u8> {
        let TdConfig { alpha, lambda, epsilon, depth, leaf, opening, sides } = &self.config;
        let mut lines = vec![format!("evaluator {}", self.evaluator.0)];
        lines.extend(write_section(&self.weights));
        lines.push(format!("config {alpha} {lambda} {epsilon} {depth} {leaf} {opening} {sides}"));
        lines.push(format!("seed {}", self.seed));
        write_games(&mut lines, &self.games);
        seal(&*self.game, KIND, &lines)
    }

    fn resume(&mut self, contents: &[u8]) -> Result<(), ReadError> {
        let text = open(&*self.game, KIND, contents)?;
        let name = self.game.full_name();
        let read = read(&text).ok_or_else(|| damaged(&name, "its weights cannot be read"))?;
        self.evaluator = (read.evaluator.clone(), named(&*self.game, &read.evaluator)?);
        (self.weights, self.config, self.seed, self.games) =
            (read.weights, read.config, read.seed, read.games);
        Ok(())
    }
}

/// The contents of a file.
struct Contents {
    evaluator: String,
    weights: Vec<Weight>,
    config: TdConfig,
    seed: u64,
    games: Vec<LearntGame>,
}

fn read(text: &str) -> Option<Contents> {
    let mut reader = Reader::new(text);
    let evaluator = reader.word("evaluator")?.to_owned();
    let weights = read_section(&mut reader)?;
    let parts: Vec<&str> = reader.word("config")?.split(' ').collect();
    let [alpha, lambda, epsilon, depth, leaf, opening, sides] = parts[..] else { return None };
    let share = |text: &str| text.parse().ok().filter(|share: &f64| (0.0..=1.0).contains(share));
    let config = TdConfig {
        alpha: share(alpha)?,
        lambda: share(lambda)?,
        epsilon: share(epsilon)?,
        depth: depth.parse().ok().filter(|depth| *depth > 0)?,
        leaf: leaf.parse().ok()?,
        opening: opening.parse().ok()?,
        sides: Sides::read(sides)?,
    };
    let seed = reader.number("seed")?;
    let games = reader.games(weights.len())?;
    reader.end()?;
    Some(Contents { evaluator, weights, config, seed, games })
}
