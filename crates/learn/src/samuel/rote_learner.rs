//! Rote learning alone: a fixed polynomial of four terms, and a memory of boards that grows from game to game.

use super::contest::{Contestant, game_of_match};
use super::rote::Memory;
use super::search::Search;
use super::settings::Settings;
use crate::file::{Reader, damaged, open, seal, write_games};
use crate::learner::{Learner, LearntGame, LearntItem};
use plybook_kernel::{ListedGame, Random, Rated, ReadError, Wdl};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The kind of file that a memory is kept in.
const KIND: &[u8; 8] = b"plybkROT";

/// The terms beside piece advantage and their coefficients: denial of occupancy, mobility, and the centre with
/// advancement. The paper names them and not their weights; here all weigh the same, and signs follow their sense for
/// the side that has just moved.
pub const ROTE_TERMS: [(&str, i64); 4] =
    [("DENY", 1 << 16), ("MOB", -(1 << 16)), ("CENT", 1 << 16), ("ADV", 1 << 16)];

/// How a machine that learns by rote looks ahead and remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoteConfig {
    /// Plies that are always looked ahead.
    pub least_plies: u32,
    /// Boards that are remembered at most.
    pub boards: usize,
    /// Random plies at the start of each pair of games.
    pub opening: u32,
}

impl Default for RoteConfig {
    /// As many boards as Samuel had at the end, and his three plies.
    fn default() -> RoteConfig {
        RoteConfig { least_plies: 3, boards: 53_000, opening: 4 }
    }
}

/// A machine with a memory against the same program without one: in pairs of games from the same opening, with both
/// sides.
pub struct RoteLearner<G: ListedGame + Rated> {
    game: Arc<G>,
    config: RoteConfig,
    seed: u64,
    contestants: [Contestant; 2],
    games: Vec<LearntGame>,
}

/// The coefficients of the fixed polynomial.
fn polynomial<G: ListedGame + Rated>(game: &G) -> Result<Vec<i64>, ReadError> {
    let terms = game.rated_terms();
    let mut coefficients = vec![0; terms.len()];
    for (name, coefficient) in ROTE_TERMS {
        let place = terms.iter().position(|term| term.name == name).ok_or_else(|| {
            let problem = format!("it has no term {name}");
            ReadError::new("game", &game.full_name(), problem, "learn checkers by rote")
        })?;
        coefficients[place] = coefficient;
    }
    Ok(coefficients)
}

/// The settings of the search.
fn settings(config: RoteConfig, seed: u64) -> Settings {
    let mut settings = Settings::first_series(seed);
    settings.plies.least = config.least_plies;
    settings
}

impl<G: ListedGame + Rated> RoteLearner<G> {
    /// A machine that remembers nothing yet.
    ///
    /// # Errors
    /// The game lacks a term of the polynomial.
    pub fn new(game: Arc<G>, config: RoteConfig, seed: u64) -> Result<RoteLearner<G>, ReadError> {
        let plain = Contestant::new(polynomial(&*game)?);
        let learner =
            Contestant { memory: Some(Memory::new(config.boards)), ..Contestant::new(polynomial(&*game)?) };
        Ok(RoteLearner { game, config, seed, contestants: [learner, plain], games: Vec::new() })
    }

    /// What it remembers.
    #[must_use]
    pub fn memory(&self) -> Option<&Memory> {
        self.contestants[0].memory.as_ref()
    }

    /// Whether a file's contents begin like those of a memory.
    #[must_use]
    pub fn is_file(bytes: &[u8]) -> bool {
        bytes.starts_with(KIND)
    }
}

impl<G: ListedGame + Rated> Learner for RoteLearner<G> {
    fn step(&mut self) -> Result<LearntGame, ReadError> {
        let settings = settings(self.config, self.seed);
        let before = self.memory().map_or(0, Memory::found);
        let number = self.games.len();
        let (played, own) =
            game_of_match(&*self.game, &settings, &mut self.contestants, number, self.config.opening);
        let result = match played.winner {
            Some(winner) if winner == own => Wdl::Win,
            Some(_) => Wdl::Loss,
            None => Wdl::Draw,
        };
        let figures = self.memory().map_or(vec![0.0; 3], |memory| {
            vec![memory.boards().len() as f64, memory.mean_plies(), (memory.found() - before) as f64]
        });
        let game = LearntGame { result, plies: played.plies, figures };
        self.games.push(game.clone());
        Ok(game)
    }

    fn games(&self) -> &[LearntGame] {
        &self.games
    }

    fn figures(&self) -> Vec<String> {
        ["boards", "mean plies of a board", "boards found in the game"].map(str::to_owned).to_vec()
    }

    /// How many boards are remembered with how many plies.
    fn state(&self) -> Vec<LearntItem> {
        let mut plies: BTreeMap<u32, usize> = BTreeMap::new();
        for board in self.memory().into_iter().flat_map(|memory| memory.boards().values()) {
            *plies.entry(board.plies).or_default() += 1;
        }
        let values = plies.into_iter().map(|(plies, boards)| (plies.to_string(), boards as f64)).collect();
        vec![LearntItem { name: "boards by plies".to_owned(), stage: None, values }]
    }

    fn save(&self) -> Vec<u8> {
        let RoteConfig { least_plies, boards, opening } = self.config;
        let mut lines =
            vec![format!("config {least_plies} {boards} {opening}"), format!("seed {}", self.seed)];
        write_games(&mut lines, &self.games);
        lines.extend(self.memory().map(Memory::lines).unwrap_or_default());
        seal(&*self.game, KIND, &lines)
    }

    fn resume(&mut self, contents: &[u8]) -> Result<(), ReadError> {
        let kept = Kept::of(&*self.game, contents)?;
        (self.config, self.seed, self.games) = (kept.config, kept.seed, kept.games);
        self.contestants[0].memory = Some(kept.memory);
        Ok(())
    }
}

/// What a file holds.
struct Kept {
    config: RoteConfig,
    seed: u64,
    games: Vec<LearntGame>,
    memory: Memory,
}

impl Kept {
    fn of<G: ListedGame>(game: &G, bytes: &[u8]) -> Result<Kept, ReadError> {
        let text = open(game, KIND, bytes)?;
        Kept::read(&text).ok_or_else(|| damaged(&game.full_name(), "its boards are not those of a memory"))
    }

    fn read(text: &str) -> Option<Kept> {
        let mut reader = Reader::new(text);
        let parts: Vec<usize> =
            reader.word("config")?.split(' ').map(|part| part.parse().ok()).collect::<Option<_>>()?;
        let [least_plies, boards, opening] = parts.try_into().ok()?;
        (1..=8).contains(&least_plies).then_some(())?;
        let config = RoteConfig {
            least_plies: u32::try_from(least_plies).ok()?,
            boards,
            opening: u32::try_from(opening).ok().filter(|&opening| opening <= 100)?,
        };
        let seed = reader.number("seed")?;
        let games = reader.games(3)?;
        let memory = Memory::read(&mut reader, boards)?;
        reader.end()?;
        Some(Kept { config, seed, games, memory })
    }
}

/// A machine that has learnt by rote and now only plays: what it finds in its memory it uses, and notes nothing.
pub struct RotePlayer {
    settings: Settings,
    coefficients: Vec<i64>,
    memory: Memory,
}

impl RotePlayer {
    /// The player of a file.
    ///
    /// # Errors
    /// The file is damaged, or of another game or kind.
    pub fn of<G: ListedGame + Rated>(game: &G, bytes: &[u8]) -> Result<RotePlayer, ReadError> {
        let Kept { config, seed, memory, .. } = Kept::of(game, bytes)?;
        Ok(RotePlayer { settings: settings(config, seed), coefficients: polynomial(game)?, memory })
    }

    /// Its move; the order of equal ones is random. `None` where there is no move, or all lose for sure.
    pub fn choose<G: Rated>(&mut self, game: &G, at: &G::Position, random: &mut Random) -> Option<G::Move> {
        let mut moves = game.legal(at);
        for last in (1..moves.len()).rev() {
            moves.swap(last, random.below(last + 1));
        }
        let search = Search::new(game, &self.coefficients, &self.settings);
        let (mv, backed) = search.with_memory(Some(&mut self.memory)).best(at, &moves)?;
        (!backed.is_decided() || backed.score > 0).then_some(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_games::checkers::Checkers;
    use plybook_kernel::{Game, HasInfo};

    fn checkers() -> Arc<Checkers> {
        Arc::new(Checkers::default().variant("").unwrap())
    }

    fn learner(boards: usize, seed: u64) -> RoteLearner<Checkers> {
        RoteLearner::new(checkers(), RoteConfig { least_plies: 1, boards, opening: 4 }, seed).unwrap()
    }

    fn play(learner: &mut RoteLearner<Checkers>, games: usize) {
        (0..games).for_each(|_| drop(learner.step().unwrap()));
    }

    #[test]
    fn a_memory_fills_and_is_used() {
        let mut learner = learner(100, 1);
        play(&mut learner, 6);
        let figures = &learner.games()[5].figures;
        assert!(figures[0] > 0.0 && figures[0] <= 100.0, "{figures:?}");
        assert!(learner.games().iter().any(|game| game.figures[2] > 0.0), "boards are found again");
        assert!(learner.contestants[1].memory.is_none());
        let by_plies: f64 = learner.state()[0].values.iter().map(|(_, boards)| boards).sum();
        assert_eq!(by_plies, figures[0]);
    }

    #[test]
    fn a_memory_for_no_boards_finds_none() {
        let mut learner = learner(0, 3);
        play(&mut learner, 4);
        assert!(learner.games().iter().all(|game| game.figures[0] == 0.0 && game.figures[2] == 0.0));
    }

    #[test]
    fn it_goes_on_where_it_stopped() {
        let (mut whole, mut begun, mut resumed) = (learner(500, 4), learner(500, 4), learner(9, 9));
        play(&mut whole, 7);
        play(&mut begun, 3);
        resumed.resume(&begun.save()).unwrap();
        play(&mut resumed, 4);
        assert_eq!(resumed.save(), whole.save());
    }

    #[test]
    fn files_that_say_nonsense_are_refused() {
        let mut learner = learner(500, 4);
        play(&mut learner, 2);
        let text = open(&*checkers(), KIND, &learner.save()).unwrap();
        for (old, new) in [
            ("config 1", "config 9"),
            ("config 1 500", "config 1 2"),
            ("seed 4", "seed -"),
            ("notes ", "notes 9"),
            ("moves ", "moves 9"),
        ] {
            assert!(text.contains(old), "{old}");
            let lines: Vec<String> = text.replace(old, new).lines().map(str::to_owned).collect();
            let error = learner.resume(&seal(&*checkers(), KIND, &lines)).unwrap_err().to_string();
            assert!(error.contains("not those of a memory"), "{old}: {error}");
        }
        let mut random = Random::new(8);
        let file = learner.save();
        for _ in 0..100 {
            let mut copy = file.clone();
            copy[random.below(file.len())] ^= 1 << random.below(8);
            assert!(learner.resume(&copy).is_err());
        }
    }

    #[test]
    fn who_has_learnt_plays_legal_moves_from_the_file() {
        let game = checkers();
        let mut learner = learner(500, 4);
        play(&mut learner, 4);
        let mut player = RotePlayer::of(&*game, &learner.save()).unwrap();
        assert_eq!(
            Some(&player.memory.boards().len()),
            learner.memory().map(|memory| memory.boards().len()).as_ref()
        );
        let (mut at, mut random) = (game.start(), Random::new(2));
        for _ in 0..30 {
            let Some(mv) = player.choose(&*game, &at, &mut random) else { break };
            assert!(game.legal(&at).contains(&mv));
            game.play(&mut at, mv);
        }
        assert!(player.memory.found() > 0, "the boards of the start are remembered");
        assert!(RotePlayer::of(&*game, b"nonsense").is_err());
    }
}
