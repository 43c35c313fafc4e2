//! Levels of play, and the player that keeps to one.
//!
//! A level is a documented weakening of the engine, the same for every game: fewer positions per move, moves at
//! which it hardly looks, and a choice among near-best moves instead of the best. `docs/levels.md` explains the
//! table.

use crate::{Analysis, AnyGame, EngineConfig, SearchObserver, Session, Thinker};
use plybook_kernel::{Random, ReadError, Score};
use plybook_search::{Limits, Options};
#[cfg(feature = "store")]
use plybook_store::endgame::Folder;
use std::sync::Mutex;

/// How an engine is weakened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weakening {
    /// Positions per move.
    pub nodes: u64,
    /// The share of moves, 0 to 1, at which it looks a single ply ahead and never minds what may be captured then.
    pub lapses: f64,
    /// Among how many of the best moves it chooses.
    pub choices: usize,
    /// How far it strays from the best move, in units of what a move matters here; 0 never.
    pub temperature: f64,
}

/// A level of play from 1, about as strong as looking a single ply ahead, to 10, the engine with a limit on its
/// positions alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// Deepest search that a level may make, in plies.
const DEEPEST: u32 = 64;
/// Among how many moves it chooses in a lapse, and how far it strays then.
const LAPSE_CHOICES: usize = 3;
const LAPSE_TEMPERATURE: f64 = 0.10;

const fn weakening(nodes: u64, lapses: f64, choices: usize, temperature: f64) -> Weakening {
    Weakening { nodes, lapses, choices, temperature }
}

/// The levels, the weakest first: positions double from level to level, lapses fall by a third. Found by matches
/// between neighbours, which `docs/levels.md` lists.
const TABLE: [Weakening; Level::HIGHEST as usize] = [
    weakening(400, 1.0, 3, 0.8),
    weakening(400, 0.52, 3, 0.5),
    weakening(800, 0.34, 3, 0.36),
    weakening(1_600, 0.215, 3, 0.28),
    weakening(3_200, 0.165, 3, 0.25),
    weakening(6_500, 0.11, 3, 0.15),
    weakening(13_000, 0.07, 2, 0.1),
    weakening(28_000, 0.045, 2, 0.05),
    weakening(50_000, 0.02, 1, 0.0),
    weakening(100_000, 0.0, 1, 0.0),
];

impl Level {
    /// No weakening but a limit on the positions.
    pub const HIGHEST: u8 = 10;
    /// The level of an opponent when nobody says otherwise.
    pub const DEFAULT: Level = Level(5);

    /// The level of a number from 1 to 10.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::HIGHEST).contains(&number).then_some(Level(number))
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// How it plays, in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self.0 {
            1 => "looks one ply ahead and often takes the second-best move",
            2 => "sees a little, and at every second move hardly looks",
            3 => "sees simple threats, and at every third move hardly looks",
            4 => "sees most short threats, with a lapse at one move of five",
            5 => "a fair opponent, with a lapse at one move of six",
            6 => "plays soundly, with a lapse at one move of nine",
            7 => "hard to surprise, with a lapse at one move of fourteen",
            8 => "strong, and rarely slips",
            9 => "very strong: the best move it sees, but for one in fifty",
            _ => "always the best move it sees in 100,000 positions",
        }
    }

    /// What makes it weaker than the engine.
    #[must_use]
    pub fn weakening(self) -> Weakening {
        TABLE[usize::from(self.0) - 1]
    }
}

/// Size of a level's table in mebibytes: enough for its positions.
const TABLE_SIZE: usize = 4;

/// A move that a level chose, and what it thought before.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move in the game's notation.
    pub text: String,
    /// What the search found; the chosen move need not be its best one.
    pub analysis: Analysis,
}

/// A player of some level. The same seed, level and course of the game give the same moves on every machine.
pub struct LevelPlayer {
    weakening: Weakening,
    thinker: Box<dyn Thinker>,
    /// Who thinks in a lapse.
    careless: Box<dyn Thinker>,
    random: Random,
}

impl LevelPlayer {
    /// A player of a game. `seed` decides its lapses and its choices among near-best moves.
    ///
    /// # Errors
    /// The game has no evaluator.
    pub fn new(game: &dyn AnyGame, level: Level, seed: u64) -> Result<LevelPlayer, ReadError> {
        LevelPlayer::with_setup(
            game,
            level,
            seed,
            &EngineConfig { hash: TABLE_SIZE, ..EngineConfig::default() },
        )
    }

    #[cfg(feature = "store")]
    /// A player who may consult endgame databases. Only the highest level does: for the others it would be no
    /// weakness to look a few plies ahead only.
    ///
    /// # Errors
    /// The game has no evaluator.
    pub fn with_endgame(
        game: &dyn AnyGame,
        level: Level,
        seed: u64,
        folder: Option<Folder>,
    ) -> Result<LevelPlayer, ReadError> {
        let endgame = folder.filter(|_| level.number() == Level::HIGHEST);
        LevelPlayer::with_setup(
            game,
            level,
            seed,
            &EngineConfig { hash: TABLE_SIZE, endgame, ..EngineConfig::default() },
        )
    }

    /// The same with another evaluator, other techniques or another table.
    ///
    /// # Errors
    /// The game has no evaluator of the wanted name.
    pub fn with_setup(
        game: &dyn AnyGame,
        level: Level,
        seed: u64,
        setup: &EngineConfig,
    ) -> Result<LevelPlayer, ReadError> {
        LevelPlayer::of_strength(game, level.weakening(), seed, setup)
    }

    /// A player of any strength between the levels'.
    ///
    /// # Errors
    /// The game has no evaluator.
    pub fn weakened(game: &dyn AnyGame, weakening: Weakening, seed: u64) -> Result<LevelPlayer, ReadError> {
        LevelPlayer::of_strength(
            game,
            weakening,
            seed,
            &EngineConfig { hash: TABLE_SIZE, ..EngineConfig::default() },
        )
    }

    fn of_strength(
        game: &dyn AnyGame,
        weakening: Weakening,
        seed: u64,
        setup: &EngineConfig,
    ) -> Result<LevelPlayer, ReadError> {
        let thinker = game.thinker(setup)?;
        let options = Options { quiescence: false, table: false, ..setup.options };
        let careless = EngineConfig { options, ..setup.clone() };
        #[cfg(feature = "store")]
        let careless = EngineConfig { endgame: None, ..careless };
        let careless = game.thinker(&careless)?;
        Ok(LevelPlayer { weakening, thinker, careless, random: Random::new(seed) })
    }

    /// Begins a game and forgets the last one. `seed` decides as in `new`.
    pub fn new_game(&mut self, seed: u64) {
        self.thinker.new_game();
        self.careless.new_game();
        self.random = Random::new(seed);
    }

    /// The search behind the level, without its weakening of choices.
    pub fn thinker(&mut self) -> &mut dyn Thinker {
        &mut *self.thinker
    }

    /// Chooses a move; `None` if the game is over or `watch` stopped it before it looked at anything.
    ///
    /// # Errors
    /// The session is of another game.
    pub fn choose(
        &mut self,
        session: &dyn Session,
        watch: &dyn SearchObserver,
    ) -> Result<Option<Choice>, ReadError> {
        self.choose_within(session, None, None, watch)
    }

    /// The same with fewer plies or positions than the level has.
    ///
    /// # Errors
    /// The session is of another game.
    pub fn choose_within(
        &mut self,
        session: &dyn Session,
        plies: Option<u32>,
        nodes: Option<u64>,
        watch: &dyn SearchObserver,
    ) -> Result<Option<Choice>, ReadError> {
        let Weakening { nodes: own_nodes, lapses, mut choices, mut temperature } = self.weakening;
        let nodes = nodes.map_or(own_nodes, |nodes| nodes.min(own_nodes));
        let mut depth =
            session.max_plies().unwrap_or(DEEPEST).min(plies.unwrap_or(DEEPEST)).clamp(1, DEEPEST);
        let mut thinker = &mut self.thinker;
        if fraction(&mut self.random) < lapses {
            (depth, choices, temperature) = (1, LAPSE_CHOICES, LAPSE_TEMPERATURE);
            thinker = &mut self.careless;
        }
        let limits = Limits { nodes: Some(nodes), lines: choices, ..Limits::depth(depth) };
        let complete = LastComplete { watch, last: Mutex::new(None) };
        let mut analysis = thinker.think(session, &limits.into(), &complete)?;
        let last = complete.last.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut number = 0;
        if let (true, Some(last)) = (choices > 1, last) {
            // An iteration cut short has values of two depths; only a complete one can be compared.
            (analysis.lines, analysis.depth) = (last.lines, last.depth);
            let values: Vec<Score> = analysis.lines.iter().map(|line| line.score).collect();
            number = stray(&values, temperature * unit(&session.one_ply()), &mut self.random);
        }
        let text = analysis.lines.get(number).and_then(|line| line.moves.first()).cloned();
        Ok(text.map(|text| Choice { text, analysis }))
    }
}

/// Keeps what the last complete iteration found.
struct LastComplete<'a> {
    watch: &'a dyn SearchObserver,
    last: Mutex<Option<Analysis>>,
}

impl SearchObserver for LastComplete<'_> {
    fn stop(&self) -> bool {
        self.watch.stop()
    }

    fn iteration(&self, analysis: &Analysis) -> bool {
        *self.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(analysis.clone());
        self.watch.iteration(analysis)
    }
}

/// What a move matters here, in hundredths of a point: how far the moves' values lie from their mean on average.
/// It makes a temperature mean the same in games that count in discs, seeds or pawns.
fn unit(values: &[Score]) -> f64 {
    let plain: Vec<f64> =
        values.iter().filter(|value| !value.is_decided()).map(|value| f64::from(value.raw())).collect();
    let count = plain.len().max(1) as f64;
    let mean = plain.iter().sum::<f64>() / count;
    plain.iter().map(|value| (value - mean).abs()).sum::<f64>() / count
}

/// A number from 0 to below 1; 53 bits fill it exactly.
fn fraction(random: &mut Random) -> f64 {
    (random.next() >> 11) as f64 / (1u64 << 53) as f64
}

/// The number of the value to take: the best most often, another the more rarely the poorer it is. Proven wins
/// are always taken, and no proven loss is walked into.
fn stray(values: &[Score], temperature: f64, random: &mut Random) -> usize {
    let Some(&best) = values.first() else { return 0 };
    if best.is_decided() || temperature <= 0.0 {
        return 0;
    }
    let weight = |value: &Score| match value.is_decided() {
        true => 0.0,
        false => (f64::from(value.raw() - best.raw()) / temperature).exp(),
    };
    let weights: Vec<f64> = values.iter().map(weight).collect();
    let mut left = fraction(random) * weights.iter().sum::<f64>();
    for (number, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return number;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoObserver, SimplePlayer, all_games, open};

    /// The first moves of a game that a level plays against itself.
    fn moves(name: &str, level: u8, seed: u64, most: usize) -> Vec<String> {
        let game = open(name).unwrap();
        let mut session = game.session(None).unwrap();
        let mut player = LevelPlayer::new(&*game, Level::new(level).unwrap(), seed).unwrap();
        let mut chance = Random::new(seed);
        while session.ending().is_none() && session.record().len() < most {
            if let Some(text) = session.draw_chance(&mut chance) {
                session.play(&text).unwrap();
                continue;
            }
            let choice = player.choose(&*session, &NoObserver).unwrap().unwrap();
            assert!(session.move_texts().contains(&choice.text), "{name}: {}", choice.text);
            assert!(choice.analysis.nodes <= Level::new(level).unwrap().weakening().nodes + 1);
            session.play(&choice.text).unwrap();
        }
        session.record().to_vec()
    }

    #[test]
    fn numbers_from_1_to_10_are_levels() {
        assert!(Level::new(0).is_none() && Level::new(11).is_none());
        let levels: Vec<Weakening> = (1..=10).map(|number| Level::new(number).unwrap().weakening()).collect();
        for pair in levels.windows(2) {
            assert!(pair[0].nodes <= pair[1].nodes && pair[0].lapses >= pair[1].lapses);
            assert!(pair[0].temperature >= pair[1].temperature && pair[0].choices >= pair[1].choices);
        }
        let top = Level::new(Level::HIGHEST).unwrap().weakening();
        assert!(top.lapses == 0.0 && top.temperature == 0.0 && top.choices == 1);
    }

    #[test]
    fn a_seed_decides_the_game() {
        for game in all_games() {
            for level in [1, 3, 5] {
                assert_eq!(moves(&game.name, level, 7, 6), moves(&game.name, level, 7, 6), "{}", game.name);
            }
        }
        let games: Vec<Vec<String>> = (1..=8).map(|seed| moves("othello", 1, seed, 12)).collect();
        assert!(games.iter().any(|game| *game != games[0]), "no seed made a difference");
    }

    #[test]
    fn the_highest_level_never_loses_tictactoe() {
        let game = open("tictactoe").unwrap();
        for seed in 0..20 {
            let mut session = game.session(None).unwrap();
            let mut random = Random::new(seed);
            let mut player = LevelPlayer::new(&*game, Level::new(10).unwrap(), seed).unwrap();
            let own = (seed % 2) as u8;
            while session.ending().is_none() {
                let text = if session.mover().unwrap().0 == own {
                    player.choose(&*session, &NoObserver).unwrap().unwrap().text
                } else {
                    SimplePlayer::Random.choose(&*session, &mut random).unwrap()
                };
                session.play(&text).unwrap();
            }
            assert_ne!(
                session.ending().unwrap().winner(),
                Some(crate::Player(own ^ 1)),
                "{:?}",
                session.record()
            );
        }
    }

    #[test]
    fn wins_are_taken_and_losses_avoided() {
        let mut random = Random::new(1);
        let choices = |values: &[Score], random: &mut Random| -> Vec<usize> {
            (0..200).map(|_| stray(values, 1000.0, random)).collect()
        };
        let won = [Score::win_in(3), Score::points(9), Score::points(8)];
        assert!(choices(&won, &mut random).iter().all(|&number| number == 0));
        let mixed = choices(&[Score::points(1), Score::DRAW, Score::loss_in(2)], &mut random);
        assert!(mixed.contains(&1) && !mixed.contains(&2));
    }
}
