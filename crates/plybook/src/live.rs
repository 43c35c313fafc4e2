//! A tournament as it goes: standings, running games and the estimated end on a terminal, plain lines elsewhere.

use crate::output::{printable, tell};
use crate::progress;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use plybook_agent::AgentKind;
use plybook_arena::config::Config;
use plybook_arena::schedule::{Assignment, planned};
use plybook_arena::scoring::ScoredGame;
use plybook_arena::tournament::TournamentObserver;
use plybook_catalog::Session;
use std::collections::BTreeMap;
use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Between two redrawings of the running games, or two plain lines about many games.
const REDRAWN: Duration = Duration::from_millis(200);
const TOLD: Duration = Duration::from_secs(5);
/// Most games that get a plain line each.
const LINE_EACH: usize = 500;
/// Most players and games that are shown while it goes.
const SHOWN: usize = 8;

/// Whether a person at the terminal takes part.
pub fn has_person(config: &Config) -> bool {
    config.agents.iter().any(|entrant| entrant.spec.kind == AgentKind::Human)
}

/// Shows a tournament on standard error.
pub struct Live<'a> {
    config: &'a Config,
    screen: Option<Screen>,
    state: Mutex<State>,
}

struct Screen {
    bar: ProgressBar,
    standings: ProgressBar,
    running: ProgressBar,
    _all: MultiProgress,
}

struct State {
    half_points: Vec<u32>,
    games: Vec<u32>,
    running: BTreeMap<u32, (Assignment, usize)>,
    total: usize,
    done: usize,
    fresh: usize,
    began: Instant,
    told: Instant,
}

impl<'a> Live<'a> {
    /// A view of a tournament.
    pub fn new(config: &'a Config) -> Live<'a> {
        let players = config.agents.len();
        let now = Instant::now();
        let state = State {
            half_points: vec![0; players],
            games: vec![0; players],
            running: BTreeMap::new(),
            total: planned(config).unwrap_or(0),
            done: 0,
            fresh: 0,
            began: now,
            told: now,
        };
        // A person at the terminal needs it for the board.
        let screen = (stderr().is_terminal() && !has_person(config)).then(Screen::new);
        Live { config, screen, state: Mutex::new(state) }
    }

    /// Clears the screen's part that it used.
    pub fn clear(&self) {
        if let Some(screen) = &self.screen {
            [&screen.bar, &screen.standings, &screen.running].iter().for_each(|bar| bar.finish_and_clear());
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn name(&self, player: usize) -> &str {
        self.config.agents.get(player).map_or("", |agent| &agent.name)
    }

    /// The players of a game: `ann - bob`.
    fn names(&self, assignment: &Assignment) -> String {
        assignment.players.iter().map(|&player| self.name(player)).collect::<Vec<_>>().join(" - ")
    }

    fn redraw(&self, screen: &Screen, state: &State) {
        let mut order: Vec<usize> = (0..state.games.len()).collect();
        order.sort_by_key(|&player| (std::cmp::Reverse(state.half_points[player]), player));
        let standing = |&player: &usize| {
            let points = f64::from(state.half_points[player]) / 2.0;
            format!("{} {points}/{}", self.name(player), state.games[player])
        };
        let standings: Vec<String> = order.iter().take(SHOWN).map(standing).collect();
        screen.standings.set_message(printable(&standings.join(", "), false).into_owned());
        let game = |(assignment, plies): &(Assignment, usize)| {
            format!("{} {} ply {plies}", assignment.number + 1, self.names(assignment))
        };
        let running: Vec<String> = state.running.values().take(SHOWN).map(game).collect();
        screen.running.set_message(printable(&running.join(" | "), false).into_owned());
    }

    /// A line about a finished game, or now and then one about many.
    fn tell(&self, state: &mut State, scored: &ScoredGame) {
        let many = state.total > LINE_EACH;
        let now = Instant::now();
        if many && now.duration_since(state.told) < TOLD && state.done < state.total {
            return;
        }
        state.told = now;
        let of = if state.total >= state.done { format!(" of {}", state.total) } else { String::new() };
        if many {
            let rate = state.fresh as f64 / state.began.elapsed().as_secs_f64().max(1e-3);
            let left = state.total.saturating_sub(state.done) as f64 / rate.max(1e-9);
            tell(format_args!("{}{of} games, {rate:.1} a second, about {left:.0} s to go", state.done));
        } else {
            tell(format_args!(
                "game {}{of}: {} {}, {} plies: {}",
                scored.assignment.number + 1,
                self.names(&scored.assignment),
                scored.verdict.score_text(scored.assignment.players.len()),
                scored.record.plies.len(),
                scored.verdict.sentence
            ));
        }
    }
}

impl Screen {
    fn new() -> Screen {
        let all = MultiProgress::new();
        let line = |head: &str| {
            let bar = all.add(ProgressBar::new_spinner());
            if let Ok(style) = ProgressStyle::with_template(&format!("{head} {{wide_msg}}")) {
                bar.set_style(style);
            }
            bar
        };
        let (standings, running) = (line("table:"), line("now:  "));
        let bar = all.add(progress::bar("games"));
        Screen { bar, standings, running, _all: all }
    }
}

impl TournamentObserver for Live<'_> {
    fn planned(&self, games: usize) {
        let mut state = self.state();
        state.total = state.total.max(games);
        if let Some(screen) = &self.screen {
            screen.bar.set_length(state.total as u64);
        }
    }

    fn started(&self, assignment: &Assignment) {
        self.state().running.insert(assignment.number, (assignment.clone(), 0));
    }

    fn moved(&self, assignment: &Assignment, session: &dyn Session) {
        let Some(screen) = &self.screen else { return };
        let mut state = self.state();
        if let Some((_, plies)) = state.running.get_mut(&assignment.number) {
            *plies = session.record().len();
        }
        if state.told.elapsed() > REDRAWN {
            state.told = Instant::now();
            self.redraw(screen, &state);
        }
    }

    fn finished(&self, scored: &ScoredGame, fresh: bool) {
        let mut state = self.state();
        for (&player, halves) in scored.assignment.players.iter().zip(scored.half_points()) {
            state.half_points[player] += halves;
            state.games[player] += u32::from(!scored.is_void());
        }
        state.running.remove(&scored.assignment.number);
        state.done += 1;
        state.fresh += usize::from(fresh);
        match &self.screen {
            Some(screen) => {
                // Games that were stored before say nothing about the speed.
                if fresh {
                    screen.bar.inc(1);
                } else {
                    screen.bar.set_position(state.done as u64);
                    screen.bar.reset_eta();
                }
                if state.told.elapsed() > REDRAWN {
                    state.told = Instant::now();
                    self.redraw(screen, &state);
                }
            }
            None if fresh => self.tell(&mut state, scored),
            None => {}
        }
    }
}
