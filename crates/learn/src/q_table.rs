//! Q-learning: a table with a value for every move of every position, for the smallest games.
//!
//! After each of its moves the learner moves the value of the one before towards what the new position promises; the
//! last move of a game moves towards the result. Against itself the best value of the next position is the opponent's,
//! so it counts the other way round.

use crate::course::{Course, Opponent, no_move, random_of, unit};
use crate::file::{Reader, damaged, open, seal, write_games};
use crate::learner::{Learner, LearntGame, LearntItem};
use crate::matchboxes::Sides;
use crate::symmetric_table::{Place, SymmetricTable};
use plybook_kernel::{ListedGame, Player, Random, ReadError, Symmetric, Turn, Wdl};
use std::sync::Arc;

/// The kind of file that a table is kept in.
const KIND: &[u8; 8] = b"plybkQTB";

/// How a table learns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QConfig {
    /// How far a value moves towards its target, from 0 to 1.
    pub alpha: f64,
    /// How much a later value is worth now, from 0 to 1.
    pub discount: f64,
    /// How often it plays any move instead of the best one, from 0 to 1.
    pub epsilon: f64,
    /// Which sides it plays against somebody else; against itself it plays both.
    pub sides: Sides,
}

impl Default for QConfig {
    fn default() -> QConfig {
        QConfig { alpha: 0.3, discount: 1.0, epsilon: 0.1, sides: Sides::Both }
    }
}

/// The table, who plays against it and the games between them.
pub struct QLearner<G: ListedGame> {
    game: Arc<G>,
    seed: u64,
    config: QConfig,
    table: SymmetricTable<G, f64>,
    rival: Option<Box<dyn Opponent<G>>>,
    games: Vec<LearntGame>,
}

/// A move of the learner whose value waits for its target.
#[derive(Clone, Copy)]
struct Pending {
    player: Player,
    entry: usize,
    class: usize,
}

impl<G: ListedGame> QLearner<G> {
    /// An empty table. Without a rival it plays against itself.
    ///
    /// # Errors
    /// The game is not for two players.
    pub fn new(
        game: Arc<G>,
        config: QConfig,
        rival: Option<Box<dyn Opponent<G>>>,
        seed: u64,
    ) -> Result<QLearner<G>, ReadError> {
        if game.players() != 2 {
            let remedy = "take a game of two";
            return Err(ReadError::new("game", &game.full_name(), "it is not for two players", remedy));
        }
        Ok(QLearner { game, seed, config, table: SymmetricTable::default(), rival, games: Vec::new() })
    }

    /// The table that a file holds, for games in which it does not learn.
    ///
    /// # Errors
    /// The file is damaged, or of another game or kind.
    pub fn table_of(game: &G, bytes: &[u8]) -> Result<SymmetricTable<G, f64>, ReadError> {
        let text = open(game, KIND, bytes)?;
        Ok(read(game, &text).ok_or_else(|| broken(game))?.2)
    }

    /// Whether a file's contents are a table's, by its first bytes.
    #[must_use]
    pub fn is_file(bytes: &[u8]) -> bool {
        bytes.starts_with(KIND)
    }

    /// Moves the value of a move towards a target.
    fn adjust(&mut self, pending: Pending, target: f64) {
        let value = &mut self.table.entry_mut(pending.entry).classes[pending.class].value;
        *value += self.config.alpha * (target - *value);
    }

    /// Plays one game and learns from it move by move. Gives the result for the side that is counted.
    fn play(&mut self) -> Result<(Wdl, u32), ReadError> {
        let game = Arc::clone(&self.game);
        let game = &*game;
        let mut random = random_of(self.seed, self.games.len());
        let mut course = Course::new(game);
        let side = self.config.sides.in_game(self.games.len());
        let mut pending: Option<Pending> = None;
        loop {
            course.roll(game, &mut random);
            if let Some(outcome) = course.outcome(game) {
                if let Some(pending) = pending {
                    self.adjust(pending, reward(outcome.wdl(pending.player)));
                }
                let counted = if self.rival.is_some() { side } else { Player::FIRST };
                return Ok((outcome.wdl(counted), course.plies()));
            }
            let Turn::Player(mover) = game.turn(&course.at) else { return Err(no_move()) };
            if let Some(rival) = self.rival.as_mut().filter(|_| mover != side) {
                let mv = rival.choose(game, &course, &mut random)?;
                course.play(game, mv);
                continue;
            }
            let place = self.table.place(game, &course.at, course.plies() as usize / 2, 0.0)?;
            let best = self.table.entries()[place.entry].classes.iter().map(|class| class.value);
            let best = best.fold(f64::NEG_INFINITY, f64::max);
            if let Some(pending) = pending {
                let sign = if pending.player == mover { 1.0 } else { -1.0 };
                self.adjust(pending, sign * self.config.discount * best);
            }
            let explores = unit(&mut random) < self.config.epsilon;
            let class = if explores {
                random.below(self.table.entries()[place.entry].classes.len())
            } else {
                best_class(&self.table, place, &mut random)
            };
            pending = Some(Pending { player: mover, entry: place.entry, class });
            let mv = self.table.move_of(game, &course.at, place, class).ok_or_else(no_move)?;
            course.play(game, mv);
        }
    }
}

/// What a result is worth.
fn reward(result: Wdl) -> f64 {
    match result {
        Wdl::Win => 1.0,
        Wdl::Draw => 0.0,
        Wdl::Loss => -1.0,
    }
}

/// Any of the moves with the highest value.
fn best_class<G: Symmetric>(table: &SymmetricTable<G, f64>, place: Place, random: &mut Random) -> usize {
    let classes = &table.entries()[place.entry].classes;
    let best = classes.iter().map(|class| class.value).fold(f64::NEG_INFINITY, f64::max);
    let equal: Vec<usize> = (0..classes.len()).filter(|&number| classes[number].value >= best).collect();
    random.pick(&equal).copied().unwrap_or(0)
}

/// The best move of a position by a table; `None` where the table does not have the position.
pub fn best_move<G: Symmetric>(
    table: &SymmetricTable<G, f64>,
    game: &G,
    at: &G::Position,
    random: &mut Random,
) -> Option<G::Move> {
    let place = table.find(game, at)?;
    table.move_of(game, at, place, best_class(table, place, random))
}

fn broken<G: ListedGame>(game: &G) -> ReadError {
    damaged(&game.full_name(), "its positions are not those of the game")
}

impl<G: ListedGame> Learner for QLearner<G> {
    fn step(&mut self) -> Result<LearntGame, ReadError> {
        let (result, plies) = self.play()?;
        let start = self.table.find(&*self.game, &self.game.start());
        let values =
            start.map(|place| self.table.entries()[place.entry].classes.iter().map(|class| class.value));
        let value = values.map_or(0.0, |values| values.fold(f64::NEG_INFINITY, f64::max));
        let played = LearntGame { result, plies, figures: vec![self.table.entries().len() as f64, value] };
        self.games.push(played.clone());
        Ok(played)
    }

    fn games(&self) -> &[LearntGame] {
        &self.games
    }

    fn figures(&self) -> Vec<String> {
        vec!["positions".to_owned(), "value of the start".to_owned()]
    }

    fn state(&self) -> Vec<LearntItem> {
        crate::learner::items(&*self.game, &self.table, |value| *value)
    }

    fn save(&self) -> Vec<u8> {
        let QConfig { alpha, discount, epsilon, sides } = self.config;
        let mut lines =
            vec![format!("config {alpha} {discount} {epsilon} {sides}"), format!("seed {}", self.seed)];
        write_games(&mut lines, &self.games);
        lines.push(format!("positions {}", self.table.entries().len()));
        lines.extend(self.table.lines(&*self.game, f64::to_string));
        seal(&*self.game, KIND, &lines)
    }

    fn resume(&mut self, contents: &[u8]) -> Result<(), ReadError> {
        let text = open(&*self.game, KIND, contents)?;
        (self.seed, self.config, self.table, self.games) =
            read(&*self.game, &text).ok_or_else(|| broken(&*self.game))?;
        Ok(())
    }
}

type Contents<G> = (u64, QConfig, SymmetricTable<G, f64>, Vec<LearntGame>);

/// Reads the lines of a file.
fn read<G: ListedGame>(game: &G, text: &str) -> Option<Contents<G>> {
    let mut reader = Reader::new(text);
    let parts: Vec<&str> = reader.word("config")?.split(' ').collect();
    let [alpha, discount, epsilon, sides] = parts[..] else { return None };
    let share = |text: &str| text.parse().ok().filter(|share: &f64| (0.0..=1.0).contains(share));
    let sides = Sides::read(sides)?;
    let config =
        QConfig { alpha: share(alpha)?, discount: share(discount)?, epsilon: share(epsilon)?, sides };
    let seed = reader.number("seed")?;
    let games = reader.games(2)?;
    let mut table = SymmetricTable::default();
    for line in reader.section("positions")? {
        table.add_line(game, line, |value| value.parse().ok().filter(|value: &f64| value.is_finite()))?;
    }
    reader.end()?;
    Some((seed, config, table, games))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PerfectOpponent, RandomOpponent, Solved, tally};
    use plybook_games::hexapawn::Hexapawn;
    use plybook_games::tictactoe::TicTacToe;
    use plybook_kernel::{HasInfo, Notation};

    fn hexapawn() -> Arc<Hexapawn> {
        Arc::new(Hexapawn::default().variant("").unwrap())
    }

    /// Who plays by the table never loses a game that can be held, even against perfect play.
    #[test]
    fn a_table_taught_against_itself_plays_perfectly() {
        let game = hexapawn();
        let mut learner = QLearner::new(Arc::clone(&game), QConfig::default(), None, 1).unwrap();
        (0..4_000).for_each(|_| drop(learner.step().unwrap()));
        let solved = Solved::new(&*game, "hexapawn").unwrap();
        let still = QConfig { alpha: 0.0, epsilon: 0.0, discount: 1.0, sides: Sides::Second };
        for rival in [Box::new(PerfectOpponent { solved }) as Box<dyn Opponent<_>>, Box::new(RandomOpponent)]
        {
            let mut player = QLearner::new(Arc::clone(&game), still, Some(rival), 2).unwrap();
            player.table = QLearner::table_of(&*game, &learner.save()).unwrap();
            (0..200).for_each(|_| drop(player.step().unwrap()));
            assert_eq!(tally(player.games()), [200, 0, 0]);
        }
    }

    /// The last move of a game moves towards the result by alpha, the ones before towards the best that follows.
    #[test]
    fn values_move_towards_their_targets() {
        let config = QConfig { alpha: 0.5, discount: 0.9, epsilon: 1.0, sides: Sides::First };
        let mut learner =
            QLearner::new(Arc::new(TicTacToe), config, Some(Box::new(RandomOpponent)), 5).unwrap();
        let played = learner.step().unwrap();
        let values: Vec<f64> =
            learner.state().iter().flat_map(|item| &item.values).map(|value| value.1).collect();
        let learnt: Vec<f64> = values.into_iter().filter(|value| *value != 0.0).collect();
        assert_eq!(learnt, [0.5 * reward(played.result)], "only the last move has a target yet");
    }

    #[test]
    fn the_best_value_of_an_opponent_counts_against() {
        // A position from which the second player wins at once: the first player's move before it must fall.
        let config = QConfig { alpha: 0.5, discount: 1.0, epsilon: 1.0, sides: Sides::Both };
        let mut learner = QLearner::new(Arc::new(TicTacToe), config, None, 5).unwrap();
        (0..3_000).for_each(|_| drop(learner.step().unwrap()));
        let blunder = TicTacToe.read("XX1/OO1/3 X").unwrap();
        let place = learner.table.find(&TicTacToe, &blunder).unwrap();
        let value = |text: &str| {
            let mv = TicTacToe.read_move(&blunder, text).unwrap();
            let class = learner.table.class_of(&TicTacToe, &blunder, place, mv).unwrap();
            learner.table.entries()[place.entry].classes[class].value
        };
        assert!(value("c3") > 0.9 && value("a1") < -0.5 && value("c2") > -0.1);
        let mut random = Random::new(1);
        let best = best_move(&learner.table, &TicTacToe, &blunder, &mut random).unwrap();
        assert_eq!(TicTacToe.move_text(&blunder, best), "c3");
    }

    #[test]
    fn a_table_goes_on_where_it_stopped() {
        let make = || QLearner::new(hexapawn(), QConfig::default(), None, 4).unwrap();
        let (mut whole, mut begun, mut resumed) = (make(), make(), make());
        (0..40).for_each(|_| drop(whole.step().unwrap()));
        (0..15).for_each(|_| drop(begun.step().unwrap()));
        resumed.resume(&begun.save()).unwrap();
        (0..25).for_each(|_| drop(resumed.step().unwrap()));
        assert_eq!(resumed.save(), whole.save());
    }

    #[test]
    fn files_that_say_nonsense_are_refused() {
        let mut learner = QLearner::new(hexapawn(), QConfig::default(), None, 4).unwrap();
        learner.step().unwrap();
        let text = open(&*hexapawn(), KIND, &learner.save()).unwrap();
        for (old, new) in
            [("config 0.3", "config 3"), ("both", "neither"), (" : ", " : x"), ("seed 4", "seed -")]
        {
            assert!(text.contains(old), "{old}");
            let lines: Vec<String> = text.replace(old, new).lines().map(str::to_owned).collect();
            let error = learner.resume(&seal(&*hexapawn(), KIND, &lines)).unwrap_err().to_string();
            assert!(error.contains("not those of the game"), "{old}: {error}");
        }
    }
}
