//! What games begin with.
//!
//! An opening is a pure function of the game, the choice of openings, a seed and a number, so that a resumed
//! tournament goes on with the same ones and both games of a pair begin alike.

use plybook_catalog::{
    AnyGame, EngineConfig, Limits, NoObserver, Random, ReadError, Score, Session, ThinkRequest, Thinker,
};
use serde::{Deserialize, Serialize};

/// Random openings looked at before the most even of them is taken.
const ATTEMPTS: usize = 60;
/// Size of the judging engine's table, in mebibytes.
const TABLE: usize = 1;
/// Deepest search of the judging engine, in plies.
const DEEPEST: u32 = 64;
/// How far apart the seeds of successive openings lie.
const SEED_STEP: u64 = 0x9fb2_1c65_1e98_df25;

/// The beginning of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The position it begins in; the game's own start if none.
    pub position: Option<String>,
    /// The moves played from there before the agents are asked.
    pub moves: Vec<String>,
}

impl Opening {
    /// A game in progress with the opening played.
    ///
    /// # Errors
    /// The position or a move does not fit the game.
    pub fn session(&self, game: &dyn AnyGame) -> Result<Box<dyn Session>, ReadError> {
        let mut session = game.session(self.position.as_deref())?;
        self.moves.iter().try_for_each(|text| session.play(text))?;
        Ok(session)
    }
}

/// Where openings come from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Openings {
    /// The game's own start.
    #[default]
    None,
    /// Random moves, kept only where a short search finds the position about even.
    Random {
        /// How many moves.
        plies: u32,
        /// How far from even the position may be, in points.
        balance: f64,
        /// How many positions the judging search may enter.
        nodes: u64,
    },
    /// These, in turn.
    List(Vec<Opening>),
}

impl Openings {
    /// The opening of this number.
    ///
    /// # Errors
    /// The game ends before so many plies whatever is played, or an opening of the list does not fit.
    pub fn pick(&self, game: &dyn AnyGame, seed: u64, number: u32) -> Result<Opening, ReadError> {
        match self {
            Openings::None => Ok(Opening::default()),
            Openings::List(list) => {
                let index = if list.is_empty() { 0 } else { number as usize % list.len() };
                Ok(list.get(index).cloned().unwrap_or_default())
            }
            Openings::Random { plies, balance, nodes } => {
                let random = Random::new(seed ^ u64::from(number).wrapping_add(1).wrapping_mul(SEED_STEP));
                random_opening(game, *plies as usize, *balance, *nodes, random)
            }
        }
    }
}

/// The first random opening that is even enough, or the most even of all that were tried.
fn random_opening(
    game: &dyn AnyGame,
    plies: usize,
    balance: f64,
    nodes: u64,
    mut random: Random,
) -> Result<Opening, ReadError> {
    let setup = EngineConfig { hash: TABLE, ..EngineConfig::default() };
    let mut judge = game.thinker(&setup)?;
    let mut best: Option<(Score, Opening)> = None;
    for _ in 0..ATTEMPTS {
        let mut session = game.session(None)?;
        while session.record().len() < plies {
            let Some(text) = random.pick(&session.move_texts()).cloned() else { break };
            session.play(&text)?;
        }
        if session.ending().is_some() {
            continue;
        }
        let size = imbalance(&mut *judge, &*session, nodes)?;
        let opening = Opening { position: None, moves: session.record().to_vec() };
        if !size.is_decided() && f64::from(size.raw()) <= balance * f64::from(Score::POINT) {
            return Ok(opening);
        }
        if best.as_ref().is_none_or(|(least, _)| size < *least) {
            best = Some((size, opening));
        }
    }
    best.map(|(_, opening)| opening).ok_or_else(|| {
        let why = format!("no game of {plies} random plies goes on");
        ReadError::new("openings", &game.full_name(), why, "ask for fewer plies")
    })
}

/// How far a position is from even, whoever is ahead.
fn imbalance(judge: &mut dyn Thinker, session: &dyn Session, nodes: u64) -> Result<Score, ReadError> {
    judge.new_game();
    let depth = session.max_plies().unwrap_or(DEEPEST).clamp(1, DEEPEST);
    let limits = Limits { nodes: Some(nodes), ..Limits::depth(depth) };
    let analysis = judge.think(session, &ThinkRequest::from(limits), &NoObserver)?;
    let score = analysis.lines.first().map_or(Score::DRAW, |line| line.score);
    Ok(score.max(-score))
}

/// Reads a list of openings: a line each, `POSITION`, `POSITION moves M...`, `startpos moves M...` or
/// `moves M...`. Empty lines and lines that begin with `#` do not count. Every opening is played once to see that
/// it is legal and leaves something to play.
///
/// # Errors
/// A line is wrong; the message says which, and why.
pub fn read_list(game: &dyn AnyGame, text: &str) -> Result<Vec<Opening>, String> {
    let mut list = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = read_line(line);
        let session = opening.session(game).map_err(|error| format!("line {}: {error}", number + 1))?;
        if let Some(ending) = session.ending() {
            return Err(format!("line {}: `{line}` is the end of a game: {}", number + 1, ending.sentence));
        }
        list.push(opening);
    }
    if list.is_empty() {
        return Err("it has no opening; write one a line: a position, or `moves` and the moves".to_owned());
    }
    Ok(list)
}

fn read_line(line: &str) -> Opening {
    let words: Vec<&str> = line.split_whitespace().collect();
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let position = words[..split].join(" ");
    let moves = words.iter().skip(split + 1).map(|&word| word.to_owned()).collect();
    let own = position.is_empty() || position == "startpos";
    Opening { position: (!own).then_some(position), moves }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_catalog::open;

    const RANDOM: Openings = Openings::Random { plies: 6, balance: 1.0, nodes: 500 };

    #[test]
    fn random_openings_follow_from_seed_and_number() {
        let game = open("othello:6x6").unwrap();
        let pick = |seed, number| RANDOM.pick(&*game, seed, number).unwrap();
        assert_eq!(pick(1, 5), pick(1, 5));
        let some: Vec<Opening> = (0..8).map(|number| pick(1, number)).collect();
        assert!(some.iter().all(|opening| opening.moves.len() == 6));
        assert!(some.iter().any(|opening| *opening != some[0]));
        assert_ne!(some, (0..8).map(|number| pick(2, number)).collect::<Vec<_>>());
    }

    #[test]
    fn random_openings_are_about_even() {
        let game = open("breakthrough").unwrap();
        let loose = Openings::Random { plies: 10, balance: 1000.0, nodes: 500 };
        let tight = Openings::Random { plies: 10, balance: 0.3, nodes: 500 };
        let mean = |openings: &Openings| {
            let mut judge = game.thinker(&EngineConfig { hash: 1, ..EngineConfig::default() }).unwrap();
            let sizes = (0..20).map(|number| {
                let opening = openings.pick(&*game, 3, number).unwrap();
                let score = imbalance(&mut *judge, &*opening.session(&*game).unwrap(), 500).unwrap();
                f64::from(score.raw())
            });
            sizes.sum::<f64>() / 20.0
        };
        let (loose, tight) = (mean(&loose), mean(&tight));
        assert!(tight <= 30.0 && tight < loose, "{tight} against {loose}");
    }

    #[test]
    fn no_opening_is_the_end_of_a_game() {
        let game = open("tictactoe").unwrap();
        let late = Openings::Random { plies: 7, balance: 9.0, nodes: 100 };
        for number in 0..20 {
            let opening = late.pick(&*game, 1, number).unwrap();
            assert_eq!(opening.session(&*game).unwrap().ending(), None);
        }
        let error = Openings::Random { plies: 9, balance: 9.0, nodes: 100 }.pick(&*game, 1, 0).unwrap_err();
        assert!(error.to_string().contains("fewer plies"), "{error}");
    }

    #[test]
    fn lists_are_read_or_refused_by_line() {
        let game = open("tictactoe").unwrap();
        let start = game.session(None).unwrap().text();
        let list = read_list(&*game, &format!("# two\nmoves b2 a1\n\n{start} moves b2\nstartpos\n")).unwrap();
        assert_eq!(list.len(), 3);
        assert_eq!(list[0].moves, ["b2", "a1"]);
        assert_eq!(list[1].position.as_deref(), Some(start.as_str()));
        assert_eq!(list[2], Opening::default());
        for (text, culprit) in [
            ("", "no opening"),
            ("moves b2\nmoves b2 b2", "line 2"),
            ("not a position", "line 1"),
            ("moves a1 b1 a2 b2 a3", "end of a game"),
        ] {
            let error = read_list(&*game, text).unwrap_err();
            assert!(error.contains(culprit), "{text}: {error}");
        }
    }
}
