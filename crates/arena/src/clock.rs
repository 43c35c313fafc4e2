//! The referee's clock.

use plybook_agent::{Budget, Clocks};
use plybook_catalog::Player;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// How long the referee waits for a move that no clock limits.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long an agent may take to get ready for a game.
const READY: Duration = Duration::from_secs(10);
/// How far our own agents may overrun.
const OWN: Duration = Duration::from_millis(10);
/// How far external programs may overrun: pipes and a busy machine cost them time that is not theirs.
const PROCESS: Duration = Duration::from_millis(50);
/// How far course agents may overrun: a busy machine takes the processor from them for some hundred milliseconds at a time,
/// which must not decide a class tournament; and hundredths of what they may use, because they look at their clock late.
const COURSE: (Duration, u32) = (Duration::from_millis(500), 10);

/// What each player may use for its moves. Whatever is met first ends a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Time for each move.
    pub per_move: Option<Duration>,
    /// Time for all moves of a game.
    pub per_game: Option<Duration>,
    /// What the clock of the game gains with each move.
    pub increment: Duration,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to enter for each move.
    pub nodes: Option<u64>,
    /// How long the referee waits where none of the clocks runs.
    pub patience: Duration,
    /// How long an agent may take to say who it is, and again to get ready for a game.
    pub ready: Duration,
    /// How far every agent may overrun, instead of what its kind may.
    pub tolerance: Option<Duration>,
}

impl Default for TimeControl {
    fn default() -> TimeControl {
        TimeControl {
            per_move: None,
            per_game: None,
            increment: Duration::ZERO,
            depth: None,
            nodes: None,
            patience: PATIENCE,
            ready: READY,
            tolerance: None,
        }
    }
}

impl TimeControl {
    /// Whether nothing at all limits a turn.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        self.per_move.is_none() && self.per_game.is_none() && self.depth.is_none() && self.nodes.is_none()
    }

    /// The same for a machine on which everything takes so many times as long: all times of players are longer by it.
    #[must_use]
    pub fn scaled(self, factor: f64) -> TimeControl {
        let scale = |time: Duration| Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(time);
        TimeControl {
            per_move: self.per_move.map(scale),
            per_game: self.per_game.map(scale),
            increment: scale(self.increment),
            ..self
        }
    }

    /// Whether a clock decides: then no two games are sure to be the same.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.per_move.is_some() || self.per_game.is_some()
    }
}

/// How far a player may overrun before it loses by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tolerance {
    /// So long in any case.
    pub fixed: Duration,
    /// And so many hundredths of what it may use.
    pub percent: u32,
}

impl Tolerance {
    /// For our own agents: 10 ms.
    pub const OWN: Tolerance = Tolerance { fixed: OWN, percent: 0 };
    /// For course agents: half a second, and 10 % of the time they were told.
    pub const COURSE: Tolerance = Tolerance { fixed: COURSE.0, percent: COURSE.1 };
    /// For other programs: 50 ms.
    pub const PROCESS: Tolerance = Tolerance { fixed: PROCESS, percent: 0 };

    fn of(self, allowed: Duration) -> Duration {
        self.fixed.saturating_add(allowed.saturating_mul(self.percent) / 100)
    }
}

/// A turn that took too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overrun {
    /// What the player used.
    pub used: Duration,
    /// What it might have used, without the tolerance.
    pub allowed: Duration,
}

/// The clocks of one game.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    tolerances: Vec<Tolerance>,
    left: Vec<Duration>,
}

impl Clock {
    /// Clocks that stand at the beginning of a game, one for each of the tolerances.
    #[must_use]
    pub fn new(control: TimeControl, tolerances: &[Tolerance]) -> Clock {
        let fixed = |fixed| Tolerance { fixed, percent: 0 };
        let tolerance = |&of_kind: &Tolerance| control.tolerance.map_or(of_kind, fixed);
        Clock {
            control,
            tolerances: tolerances.iter().map(tolerance).collect(),
            left: vec![control.per_game.unwrap_or_default(); tolerances.len()],
        }
    }

    /// How far a player may overrun.
    fn tolerance(&self, side: Player) -> Tolerance {
        self.tolerances.get(side.index()).copied().unwrap_or(Tolerance::OWN)
    }

    /// What a player is told that it may use.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let increment = vec![self.control.increment; self.left.len()];
        Budget {
            time: self.control.per_move,
            clocks: self.control.per_game.map(|_| Clocks { left: self.left.clone(), increment }),
            depth: self.control.depth,
            nodes: self.control.nodes,
        }
    }

    /// The time of a turn, if a clock limits it.
    fn limit(&self, side: Player) -> Option<Duration> {
        let left = self.control.per_game.and_then(|_| self.left.get(side.index()).copied());
        self.control.per_move.into_iter().chain(left).min()
    }

    /// When the referee stops waiting for a turn that begins now, tolerance included.
    #[must_use]
    pub fn deadline(&self, side: Player, now: Instant) -> Instant {
        let wait = match self.limit(side) {
            Some(limit) => limit.saturating_add(self.tolerance(side).of(limit)),
            None => self.control.patience,
        };
        now.checked_add(wait).unwrap_or(now)
    }

    /// Whether a clock limits the turns.
    #[must_use]
    pub fn runs(&self) -> bool {
        self.control.is_timed()
    }

    /// Books what a turn used. `stalled` is how long the referee itself waited for a processor meanwhile: as far as the
    /// turn was too long by that, the machine was slow and not the player.
    ///
    /// # Errors
    /// It was too much, tolerance included.
    pub fn spend(&mut self, side: Player, used: Duration, stalled: Duration) -> Result<(), Overrun> {
        let allowed = self.limit(side);
        if let Some(left) = self.left.get_mut(side.index()) {
            *left = left.saturating_sub(used).saturating_add(self.control.increment);
        }
        match allowed {
            Some(allowed) => {
                let tolerance = self.tolerance(side).of(allowed).saturating_add(stalled);
                if used > allowed.saturating_add(tolerance) { Err(Overrun { used, allowed }) } else { Ok(()) }
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    const NO_STALL: Duration = Duration::ZERO;

    /// A machine that takes the processor away for longer than the tolerance must not lose anybody's game.
    #[test]
    fn a_stall_of_the_machine_is_nobodys_overrun() {
        let control = TimeControl { per_move: Some(ms(100)), ..TimeControl::default() };
        let mut clock = Clock::new(control, &[Tolerance::OWN; 2]);
        assert_eq!(clock.spend(Player::FIRST, ms(160), ms(55)), Ok(()));
        let late = Err(Overrun { used: ms(160), allowed: ms(100) });
        assert_eq!(clock.spend(Player::FIRST, ms(160), ms(40)), late);
        assert_eq!(clock.spend(Player::FIRST, ms(105), NO_STALL), Ok(()));
    }

    #[test]
    fn a_move_may_overrun_by_its_tolerance() {
        let control = TimeControl { per_move: Some(ms(100)), ..TimeControl::default() };
        let mut clock = Clock::new(control, &[Tolerance::OWN, Tolerance::COURSE]);
        let late = |used| Err(Overrun { used: ms(used), allowed: ms(100) });
        assert_eq!(clock.spend(Player::FIRST, ms(110), NO_STALL), Ok(()));
        assert_eq!(clock.spend(Player::FIRST, ms(111), NO_STALL), late(111));
        assert_eq!(clock.spend(Player::SECOND, ms(610), NO_STALL), Ok(()));
        assert_eq!(clock.spend(Player::SECOND, ms(611), NO_STALL), late(611));
        let control = TimeControl { per_move: Some(ms(1000)), ..TimeControl::default() };
        let mut clock = Clock::new(control, &[Tolerance::OWN, Tolerance::COURSE]);
        assert!(clock.spend(Player::FIRST, ms(1050), NO_STALL).is_err());
        // A stall of some hundred milliseconds does not decide the game of a class.
        assert!(clock.spend(Player::SECOND, ms(1600), NO_STALL).is_ok());
        assert!(clock.spend(Player::SECOND, ms(1601), NO_STALL).is_err());
        assert_eq!(clock.budget().time, Some(ms(1000)), "the tolerance is not offered");
    }

    #[test]
    fn a_slower_machine_has_longer_clocks() {
        let control = TimeControl {
            per_game: Some(ms(200)),
            increment: ms(10),
            depth: Some(3),
            ..TimeControl::default()
        };
        let scaled = control.scaled(1.5);
        assert_eq!((scaled.per_game, scaled.increment, scaled.per_move), (Some(ms(300)), ms(15), None));
        assert_eq!((scaled.depth, scaled.ready, scaled.tolerance), (Some(3), READY, None));
    }

    #[test]
    fn the_clock_of_a_game_runs_down_and_gains_its_increment() {
        let control = TimeControl { per_game: Some(ms(200)), increment: ms(10), ..TimeControl::default() };
        let mut clock = Clock::new(control, &[Tolerance::OWN; 2]);
        assert_eq!(clock.spend(Player::FIRST, ms(150), NO_STALL), Ok(()));
        assert_eq!(clock.budget().clocks.unwrap().left, [ms(60), ms(200)]);
        // Within the tolerance the clock stands at nothing, not below.
        assert_eq!(clock.spend(Player::FIRST, ms(65), NO_STALL), Ok(()));
        assert_eq!(clock.budget().clocks.unwrap().left, [ms(10), ms(200)]);
        assert_eq!(
            clock.spend(Player::FIRST, ms(21), NO_STALL),
            Err(Overrun { used: ms(21), allowed: ms(10) })
        );
    }

    #[test]
    fn the_tightest_limit_counts_and_patience_ends() {
        let control =
            TimeControl { per_move: Some(ms(50)), per_game: Some(ms(80)), ..TimeControl::default() };
        let mut clock = Clock::new(control, &[Tolerance::OWN; 2]);
        let now = Instant::now();
        assert_eq!(clock.deadline(Player::FIRST, now), now + ms(60));
        clock.spend(Player::FIRST, ms(50), NO_STALL).unwrap();
        assert_eq!(clock.deadline(Player::FIRST, now), now + ms(40));
        let clock =
            Clock::new(TimeControl { nodes: Some(10), ..TimeControl::default() }, &[Tolerance::OWN; 2]);
        assert_eq!(clock.deadline(Player::FIRST, now), now + PATIENCE);
        assert!(!clock.runs());
    }
}
