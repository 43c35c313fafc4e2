//! Learnt evaluations of every game that shows planes, with random weights.
#![allow(clippy::unwrap_used, reason = "a test that cannot make its model has failed")]

mod files;
mod nets;
mod tuples;

use plybook_games::{Visitor, all, with_game};
use plybook_kernel::{Game, ListedGame, PlaneLayout, Player, Random};
use plybook_model::{
    LearntEvaluator, Model, Net, NetParameters, NetSpec, Provenance, TupleLimits, TupleSpec, Tuples,
};

/// What a logit is worth in these tests, in points.
pub const POINTS: f32 = 1.5;

/// Calls a visitor with every example of every game that shows planes.
pub fn with_planes(visitor: impl Visitor<Output = ()> + Copy) {
    let names = all().iter().flat_map(|info| &info.examples);
    let shown = names.filter(|name| with_game(name, HasPlanes).unwrap());
    assert!(shown.map(|name| with_game(name, visitor).unwrap()).count() > 30);
}

struct HasPlanes;

impl Visitor for HasPlanes {
    type Output = bool;

    fn visit<G: ListedGame>(self, game: G) -> bool {
        game.plane_layout().is_some()
    }
}

/// The positions of a game, each with the move that follows.
pub type Line<G> = Vec<(<G as Game>::Position, <G as Game>::Move)>;

/// The positions of some random games, finished ones left out.
pub fn positions<G: Game>(game: &G, games: u64, seed: u64) -> Vec<Line<G>> {
    let play = |number: u64| {
        let mut random = Random::new(seed + number);
        let (mut at, mut line) = (game.start(), Vec::new());
        for _ in 0..150 {
            let Some(&mv) = random.pick(&game.legal(&at)) else { break };
            line.push((at.clone(), mv));
            game.play(&mut at, mv);
        }
        line
    };
    (0..games).map(play).collect()
}

/// A number between minus and plus `size`.
pub fn weight(random: &mut Random, size: f32) -> f32 {
    (random.below(20_001) as f32 / 10_000.0 - 1.0) * size
}

/// A net with random weights.
pub fn random_net(spec: &NetSpec, seed: u64, size: f32) -> NetParameters {
    let mut random = Random::new(seed);
    let mut many = |count: usize, size: f32| (0..count).map(|_| weight(&mut random, size)).collect();
    NetParameters {
        input: many(spec.features * spec.hidden, size),
        bias: many(spec.hidden, 0.5),
        output: many(spec.phases * 2 * spec.hidden, 1.0),
        output_bias: many(spec.phases, 0.3),
    }
}

/// Tuples with random weights.
pub fn random_weights(spec: &TupleSpec, seed: u64) -> Vec<f32> {
    let mut random = Random::new(seed);
    (0..spec.weights()).map(|_| weight(&mut random, 0.3)).collect()
}

/// A net and tuples of a game, with random weights.
pub fn models<G: ListedGame>(game: &G, layout: &PlaneLayout) -> [Model; 2] {
    let phases = game.phases();
    let spec = NetSpec::new(layout, 32, phases, phases).unwrap();
    let net = Net::quantise(layout, &spec, &random_net(&spec, 3, 0.4), POINTS).unwrap();
    let limits = TupleLimits { weights: 1 << 19, ..TupleLimits::default() };
    let spec = TupleSpec::from_layout(layout, 2, phases, &limits).unwrap();
    let tuples = Tuples::quantise(layout, &spec, &random_weights(&spec, 4), POINTS).unwrap();
    [Model::Net(net), Model::Tuples(tuples)]
}

/// The same as evaluators.
pub fn evaluators<G: ListedGame>(game: &G) -> [LearntEvaluator; 2] {
    let layout = game.plane_layout().unwrap();
    models(game, &layout).map(|model| LearntEvaluator::new(layout.clone(), model, Provenance::default()))
}

/// The planes of a position as a player sees them.
pub fn planes<G: ListedGame>(game: &G, at: &G::Position, viewer: Player) -> Vec<u64> {
    let mut out = vec![0; game.plane_layout().unwrap().planes()];
    game.planes(at, viewer, &mut out);
    out
}
