//! Alpha, which learns after each of its moves, and Beta, which keeps its polynomial for a game.

use super::play::{Turn, play, randomness};
use super::polynomial::{Polynomial, Weight};
use super::search::{Backed, Search, passive, piece_advantage, weighed, weights_of};
use super::settings::Settings;
use plybook_kernel::{Player, Rated};

/// Who won a game, or was ahead when it was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Alpha.
    Alpha,
    /// Beta.
    Beta,
    /// Neither.
    Even,
}

/// A term as it stood after a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The number of the term.
    pub term: usize,
    /// Its correlation.
    pub correlation: f64,
    /// Its coefficient.
    pub coefficient: i64,
}

/// What is kept of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// How it ended.
    pub verdict: Verdict,
    /// Which side Alpha had.
    pub alpha: Player,
    /// Plies played.
    pub plies: u32,
    /// How often Alpha's correlations were adjusted.
    pub adjustments: u32,
    /// Terms that were replaced.
    pub replaced: Vec<usize>,
    /// The terms that had the largest coefficient, in the order in which they came to it.
    pub leaders: Vec<usize>,
    /// Alpha's active terms when it was over, largest correlation first.
    pub standings: Vec<Standing>,
}

/// A series of games, as far as it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// How Alpha learns.
    pub settings: Settings,
    /// Alpha's polynomial.
    pub alpha: Polynomial,
    /// Beta's coefficients.
    pub beta: Vec<i64>,
    /// Alpha's black marks.
    pub black_marks: u32,
    /// Alpha's wins and all games since Beta's polynomial was last considered.
    pub wins: [u32; 2],
    /// Alpha's moves since a term was last replaced.
    pub since_replacement: u32,
    /// The games.
    pub games: Vec<GameRecord>,
    /// Games that were played before these, where they are not kept.
    pub before: usize,
}

/// A board that Alpha remembers: what the terms and the pieces were to its credit.
pub(super) struct Remembered {
    pub values: Vec<i32>,
    pub pieces: i64,
}

/// What a game changes besides the polynomial.
#[derive(Default)]
pub(super) struct TurnTally {
    pub adjustments: u32,
    pub replaced: Vec<usize>,
    pub leaders: Vec<usize>,
}

impl Series {
    /// The start of a series: all terms that the seed chose count the same, for both.
    #[must_use]
    pub fn new<G: Rated>(game: &G, settings: Settings) -> Series {
        let terms = game.rated_terms().len();
        let alpha = Polynomial::chosen(terms, &settings);
        let beta = alpha.coefficients(terms, &settings);
        let since_replacement = settings.replacement_gap;
        Series {
            settings,
            alpha,
            beta,
            black_marks: 0,
            wins: [0, 0],
            since_replacement,
            games: Vec::new(),
            before: 0,
        }
    }

    /// Alpha's coefficients.
    #[must_use]
    pub fn coefficients<G: Rated>(&self, game: &G) -> Vec<i64> {
        self.alpha.coefficients(game.rated_terms().len(), &self.settings)
    }

    /// The side that Alpha has in the game of a number, counted from zero: the second one in the prescribed games, then
    /// both in turn.
    #[must_use]
    pub fn side_of_alpha(&self, number: usize) -> Player {
        let prescribed = self.settings.prescribed as usize;
        if number < prescribed || !(number - prescribed).is_multiple_of(2) {
            Player::SECOND
        } else {
            Player::FIRST
        }
    }

    /// Plays the next game, and Alpha learns from it.
    pub fn play<G: Rated>(&mut self, game: &G) {
        self.play_told(game, &mut |_, _| ());
    }

    /// The same; `told` hears of every board with the move that is played there.
    pub fn play_told<G: Rated>(&mut self, game: &G, told: &mut dyn FnMut(&G::Position, G::Move)) {
        let number = self.before + self.games.len();
        let side = self.side_of_alpha(number);
        let start = game.start();
        let openings = game.legal(&start);
        let prescribed = number < self.settings.prescribed as usize;
        let opening = openings.get(number % openings.len().max(1)).copied().filter(|_| prescribed);
        let beta = self.beta.clone();
        let (mut remembered, mut tally) = (None, TurnTally::default());
        let (longest, mut random) = (self.settings.longest, randomness(&self.settings, number));
        let mut choose = |turn: &Turn<'_, G>, mover: Player, ply: u32| {
            let mv = match opening.filter(|_| ply == 0) {
                Some(opening) => opening,
                None => {
                    let coefficients = if mover == side { self.coefficients(game) } else { beta.clone() };
                    let mut search = Search::new(game, &coefficients, &self.settings);
                    let (mv, backed) = search.best(turn.at, turn.moves)?;
                    if mover == side {
                        self.learn(game, turn, &backed, &mut remembered, &mut tally);
                    }
                    if backed.is_decided() && backed.score < 0 {
                        return None;
                    }
                    mv
                }
            };
            told(turn.at, mv);
            Some(mv)
        };
        let played = play(game, &start, longest, &mut random, &mut choose);
        let verdict = match played.winner {
            Some(winner) if winner == side => Verdict::Alpha,
            Some(_) => Verdict::Beta,
            None => Verdict::Even,
        };
        self.judge(game, verdict);
        self.games.push(GameRecord {
            verdict,
            alpha: side,
            plies: played.plies,
            adjustments: tally.adjustments,
            replaced: tally.replaced,
            leaders: tally.leaders,
            standings: self.standings(game),
        });
    }

    /// Alpha's active terms, the largest correlation first.
    fn standings<G: Rated>(&self, game: &G) -> Vec<Standing> {
        let coefficients = self.coefficients(game);
        let standing = |active: &super::Active| Standing {
            term: active.term,
            correlation: active.correlation,
            coefficient: coefficients[active.term],
        };
        let mut standings: Vec<Standing> = self.alpha.active.iter().map(standing).collect();
        standings.sort_by(|a, b| b.correlation.abs().total_cmp(&a.correlation.abs()));
        standings
    }

    /// What Alpha makes of the score of its position.
    pub(super) fn learn<G: Rated>(
        &mut self,
        game: &G,
        turn: &Turn<'_, G>,
        backed: &Backed<G::Ratings>,
        remembered: &mut Option<Remembered>,
        tally: &mut TurnTally,
    ) {
        let mut below = false;
        if let Some(board) = remembered {
            match self.compare(game, board, backed) {
                Some(adjusted) => tally.adjustments += u32::from(adjusted > 0),
                None => below = true,
            }
        }
        self.since_replacement = self.since_replacement.saturating_add(1);
        let may_replace = self.since_replacement > self.settings.replacement_gap;
        if let Some(left) = self.alpha.tally(self.settings.tallies, may_replace) {
            self.since_replacement = 0;
            tally.replaced.push(left);
        }
        if let Some(leader) = self.alpha.leader().map(|place| self.alpha.active[place].term)
            && tally.leaders.last() != Some(&leader)
        {
            tally.leaders.push(leader);
        }
        if !(below && self.settings.extends_span) {
            *remembered = Some(self.remember(game, turn));
        }
    }

    /// Compares a remembered board with a backed-up score: `None` if delta is below the minimum, otherwise how many
    /// terms were adjusted.
    pub(super) fn compare<G: Rated>(
        &mut self,
        game: &G,
        board: &Remembered,
        backed: &Backed<G::Ratings>,
    ) -> Option<usize> {
        let coefficients = self.coefficients(game);
        let weights = weights_of(game, &coefficients);
        // Scores count half coefficients.
        let sizes: i64 = coefficients.iter().map(|coefficient| 2 * coefficient.abs()).sum();
        let minimum = sizes / self.alpha.active.len().max(1) as i64;
        let score = board.pieces + weighed(&weights, &board.values);
        let delta = backed.score - score;
        if delta == 0 || delta.abs() < minimum {
            return None;
        }
        let weight = match () {
            () if backed.is_decided() => Weight::Fourfold,
            () if backed.pieces != board.pieces => Weight::Double,
            () => Weight::Single,
        };
        let selects = self.settings.selects_on_gain && delta > 0;
        let sign = if score.abs() < minimum { 0 } else { score.signum() };
        let opposite =
            |term: usize| sign != 0 && (weights[term] * i64::from(board.values[term])).signum() == -sign;
        Some(self.alpha.adjust(&board.values, delta > 0, weight, |term| !selects || opposite(term)))
    }

    /// The board at which Alpha moves, to be compared with what comes of it.
    pub(super) fn remember<G: Rated>(&self, game: &G, turn: &Turn<'_, G>) -> Remembered {
        let alpha = passive(game, turn.at).other();
        let (values, credited, pieces) = if self.settings.searches_remembered {
            let coefficients = self.coefficients(game);
            let found = Search::new(game, &coefficients, &self.settings).rudimentary(turn.at);
            match found.and_then(|backed| Some((backed.values?, backed.pieces))) {
                Some(((values, credited), pieces)) => (values, credited, pieces),
                None => (
                    turn.values(game, self.settings.balanced),
                    alpha.other(),
                    piece_advantage(game, turn.at, alpha),
                ),
            }
        } else {
            (turn.values(game, self.settings.balanced), alpha.other(), piece_advantage(game, turn.at, alpha))
        };
        let sign = if credited == alpha { 1 } else { -1 };
        Remembered { values: values.as_ref().iter().map(|value| sign * value).collect(), pieces }
    }

    /// Draws the consequences of a game: Beta takes over Alpha's polynomial, or Alpha gets a black mark.
    pub(super) fn judge<G: Rated>(&mut self, game: &G, verdict: Verdict) {
        self.wins[0] += u32::from(verdict == Verdict::Alpha);
        self.wins[1] += 1;
        if 2 * self.wins[0] > self.settings.majority_of {
            self.beta = self.coefficients(game);
            self.wins = [0, 0];
        } else if self.wins[1] >= self.settings.majority_of {
            self.wins = [0, 0];
        }
        if verdict == Verdict::Beta {
            self.black_marks += 1;
        }
        if self.black_marks >= self.settings.black_marks {
            self.black_marks = 0;
            self.alpha.dethrone();
        }
    }
}
