//! Matches between two settings of the engine: colour-swapped pairs of games from random openings.
//!
//! Every pair has its own opening, drawn from the seed and the pair's number, and every game its own engines. So a
//! match gives the same result with any number of threads.

use crate::setting::Setting;
use anyhow::{Result, bail};
use plybook_catalog::{
    AnyGame, EngineConfig, LevelPlayer, Limits, NoObserver, Player, Random, Session, SimplePlayer,
    ThinkRequest, Thinker, open,
};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Plies after which a game is given up as a draw.
const LONGEST: usize = 400;
/// Openings tried before a game is said to have none of this length.
const ATTEMPTS: usize = 1000;
/// Mebibytes of the table of each engine.
const HASH: usize = 16;
/// How far apart the seeds of successive pairs lie.
const SEED_STEP: u64 = 0x5851_f42d_4c95_7f2d;
/// Standard errors on each side of a mean that hold it with 95 %.
const CONFIDENCE: f64 = 1.96;
/// Elo points for a factor of ten in the odds.
const ELO_SCALE: f64 = 400.0;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The game with its options.
    pub game: String,
    /// The two settings, as `Setting::read` takes them.
    pub settings: [String; 2],
    /// How many games, rounded up to an even number.
    pub games: usize,
    /// Positions that an engine may search for a move; levels have their own.
    pub nodes: u64,
    /// Random plies before the engines take over.
    pub plies: usize,
    /// Decides all openings.
    pub seed: u64,
    /// Threads that play games side by side.
    pub threads: usize,
}

/// The results of all games, as the first setting sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
    /// Draws among them that were given up because they took too long.
    pub given_up: usize,
    /// Half points of each pair of games, in order: 0 to 4.
    pub pairs: Vec<u8>,
}

/// How one game ended for the first setting: half points, and whether it was given up.
#[derive(Clone, Copy, Debug)]
struct Played {
    half_points: u8,
    given_up: bool,
}

impl Contest {
    /// Plays the match.
    ///
    /// # Errors
    /// There is no such game, setting or opening; or an engine chose an illegal move.
    pub fn play(&self) -> Result<Tally> {
        let game = open(&self.game)?;
        if game.player_names().len() != 2 {
            bail!("{}: matches are for games of two players", self.game);
        }
        let settings = [Setting::read(&*game, &self.settings[0])?, Setting::read(&*game, &self.settings[1])?];
        let pairs = self.games.div_ceil(2);
        let next = AtomicUsize::new(0);
        let played: Mutex<Vec<(usize, Result<[Played; 2]>)>> = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair >= pairs {
                            return;
                        }
                        let result = self.pair(&*game, &settings, pair);
                        played.lock().unwrap_or_else(PoisonError::into_inner).push((pair, result));
                    }
                });
            }
        });
        let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        played.sort_by_key(|&(pair, _)| pair);
        let mut tally = Tally::default();
        for (_, games) in played {
            tally.add(games?);
        }
        Ok(tally)
    }

    /// Both games of a pair: the first setting moves first, then second.
    fn pair(&self, game: &dyn AnyGame, settings: &[Setting; 2], pair: usize) -> Result<[Played; 2]> {
        let mut random = Random::new(self.seed.wrapping_add((pair as u64).wrapping_mul(SEED_STEP)));
        let opening = self.opening(game, &mut random)?;
        let mut game = |first: usize| {
            let entrant = |setting| Entrant::new(game, setting, self.nodes, random.next());
            let [own, other] = settings.each_ref().map(entrant);
            let mut entrants = if first == 0 { [own?, other?] } else { [other?, own?] };
            self.game(game, &mut entrants, &opening, first)
        };
        Ok([game(0)?, game(1)?])
    }

    /// Random moves after which the game is not over.
    fn opening(&self, game: &dyn AnyGame, random: &mut Random) -> Result<Vec<String>> {
        for _ in 0..ATTEMPTS {
            let mut session = game.session(None)?;
            while session.record().len() < self.plies {
                match random.pick(&session.move_texts()) {
                    Some(mv) => session.play(mv)?,
                    None => break,
                }
            }
            if session.ending().is_none() {
                return Ok(session.record().to_vec());
            }
        }
        bail!("{}: no game of {} random plies goes on; ask for fewer", self.game, self.plies)
    }

    /// One game from an opening between the first and the second player; `first` is the number of the first setting.
    fn game(
        &self,
        game: &dyn AnyGame,
        entrants: &mut [Entrant; 2],
        opening: &[String],
        first: usize,
    ) -> Result<Played> {
        let mut session = game.session(None)?;
        opening.iter().try_for_each(|mv| session.play(mv))?;
        while session.record().len() < LONGEST {
            if let Some(ending) = session.ending() {
                let half_points = match ending.winner() {
                    Some(winner) if winner.index() == first => 2,
                    Some(_) => 0,
                    None => 1,
                };
                return Ok(Played { half_points, given_up: false });
            }
            let mover = session.mover().unwrap_or(Player::FIRST);
            match entrants[mover.index() & 1].choose(&*session)? {
                Some(text) => session.play(&text)?,
                None => bail!("{}: nobody has a move in {}", self.game, session.text()),
            }
        }
        Ok(Played { half_points: 1, given_up: true })
    }
}

/// Whoever plays one side of one game.
enum Entrant {
    Engine(Box<dyn Thinker>, ThinkRequest),
    Weakened(Box<LevelPlayer>),
    OnePly(Random),
}

impl Entrant {
    fn new(game: &dyn AnyGame, setting: &Setting, nodes: u64, seed: u64) -> Result<Entrant> {
        Ok(match setting {
            Setting::Engine { evaluator, options } => {
                let evaluator = Some(evaluator.clone());
                let setup =
                    EngineConfig { evaluator, options: *options, hash: HASH, ..EngineConfig::default() };
                Entrant::Engine(game.thinker(&setup)?, Limits::nodes(nodes).into())
            }
            Setting::Weakened(weakening) => {
                Entrant::Weakened(Box::new(LevelPlayer::weakened(game, *weakening, seed)?))
            }
            Setting::OnePly => Entrant::OnePly(Random::new(seed)),
        })
    }

    /// Its move; none if it found none.
    fn choose(&mut self, session: &dyn Session) -> Result<Option<String>> {
        Ok(match self {
            Entrant::Engine(thinker, request) => {
                thinker.think(session, request, &NoObserver)?.best().map(str::to_owned)
            }
            Entrant::Weakened(player) => player.choose(session, &NoObserver)?.map(|choice| choice.text),
            Entrant::OnePly(random) => SimplePlayer::OnePly.choose(session, random),
        })
    }
}

impl Tally {
    fn add(&mut self, games: [Played; 2]) {
        for played in games {
            match played.half_points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
            self.given_up += usize::from(played.given_up);
        }
        self.pairs.push(games.iter().map(|played| played.half_points).sum());
    }

    /// The share of points, 0 to 1, and its standard error, from the spread of the pairs.
    #[must_use]
    pub fn score(&self) -> (f64, f64) {
        let count = self.pairs.len().max(1) as f64;
        let share = |&half_points: &u8| f64::from(half_points) / 4.0;
        let mean = self.pairs.iter().map(share).sum::<f64>() / count;
        let spread = self.pairs.iter().map(|pair| (share(pair) - mean).powi(2)).sum::<f64>() / count;
        (mean, (spread / count).sqrt())
    }
}

/// The rating difference at which this share of points is expected.
fn elo(share: f64) -> f64 {
    ELO_SCALE * (share / (1.0 - share)).log10()
}

impl fmt::Display for Tally {
    /// Wins, draws and losses, the score, and the Elo difference with its interval of 95 % where it has one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (score, error) = self.score();
        write!(f, "+{} ={} -{}, ", self.wins, self.draws, self.losses)?;
        write!(f, "{:.1} % +- {:.1}", 100.0 * score, 100.0 * CONFIDENCE * error)?;
        let (low, high) = (score - CONFIDENCE * error, score + CONFIDENCE * error);
        if low > 0.0 && high < 1.0 {
            write!(f, ", Elo {:+.0} ({:+.0} to {:+.0})", elo(score), elo(low), elo(high))?;
        } else if low > 0.0 && score < 1.0 {
            write!(f, ", Elo {:+.0} (at least {:+.0})", elo(score), elo(low))?;
        } else if high < 1.0 && score > 0.0 {
            write!(f, ", Elo {:+.0} (at most {:+.0})", elo(score), elo(high))?;
        } else {
            write!(f, ", Elo beyond measure")?;
        }
        if self.given_up > 0 {
            write!(f, "; {} of the draws were given up after {LONGEST} plies", self.given_up)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: &[[u8; 2]]) -> Tally {
        let mut tally = Tally::default();
        for pair in pairs {
            tally.add(pair.map(|half_points| Played { half_points, given_up: false }));
        }
        tally
    }

    #[test]
    fn tallies_are_written_for_people() {
        let even = tally(&[[2, 0], [1, 1], [0, 2], [2, 0]]);
        assert_eq!(even.to_string(), "+3 =2 -3, 50.0 % +- 0.0, Elo +0 (+0 to +0)");
        let ahead = tally(&[[2, 2], [2, 0], [2, 1], [2, 0]]);
        assert_eq!(ahead.to_string(), "+5 =1 -2, 68.8 % +- 20.3, Elo +137 (-11 to +364)");
        assert_eq!(tally(&[[2, 2], [2, 2]]).to_string(), "+4 =0 -0, 100.0 % +- 0.0, Elo beyond measure");
    }
}
