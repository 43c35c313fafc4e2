//! Random games: every position met is handed to the examiners.

use super::{Check, Failure, Plan, Report};
use crate::{Diagram, Game, History, Notation, Outcome, Random, ReadError, View};
use std::any::Any;
use std::cell::OnceCell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Plies after which a game is cut whose rules do not bound it.
const CUT: usize = 500;
/// One position in so many is looked at in every way.
const SAMPLED_OF: usize = 10;
/// One end of a game in so many is: they are rarer.
const SAMPLED_ENDS_OF: usize = 3;

/// A position met in a random game.
pub(super) struct Met<'a, G: Game> {
    pub game: &'a G,
    pub at: &'a G::Position,
    /// The way there.
    pub past: &'a History,
    pub text: &'a str,
    /// The legal moves; none where the outcome is known.
    pub moves: &'a [G::Move],
    /// The end of the game by the position alone.
    pub verdict: Option<Outcome>,
    /// The end of the game, path rules included.
    pub ended: Option<Outcome>,
    /// Whether the expensive checks are to look.
    pub sampled: bool,
    twin: OnceCell<Result<G::Position, ReadError>>,
    diagram: OnceCell<Diagram>,
}

impl<G: Notation> Met<'_, G> {
    /// The position read back from its text.
    pub fn twin(&self) -> &Result<G::Position, ReadError> {
        self.twin.get_or_init(|| self.game.read(self.text))
    }

    /// What the position looks like.
    pub fn diagram(&self) -> &Diagram
    where
        G: View,
    {
        self.diagram.get_or_init(|| self.game.diagram(self.at))
    }

    /// The beginning of a failure here.
    pub fn failure(&self, check: Check) -> Failure {
        Failure::new(check, self.text)
    }

    /// The beginning of a failure about a move.
    pub fn failure_of(&self, check: Check, mv: G::Move) -> Failure {
        self.failure(check).with_move(self.game.move_text(self.at, mv))
    }
}

/// What examiners draw lots from and write down.
pub(super) struct Desk {
    pub random: Random,
    pub report: Report,
}

/// One group of checks, with what it remembers from position to position.
pub(super) trait Examiner<G: Game> {
    /// A new game begins.
    fn begin(&mut self, game: &G, at: &G::Position) {
        let _ = (game, at);
    }

    /// A position is met: `begin` or `follow` was called for it before.
    fn meet(&mut self, met: &Met<'_, G>, desk: &mut Desk) -> Result<(), Failure>;

    /// A move is played.
    fn update(&mut self, game: &G, before: &G::Position, mv: G::Move, after: &G::Position) {
        let _ = (game, before, mv, after);
    }
}

/// Plays random games until the plan's moves are played.
pub(super) fn walk<G: Notation>(
    game: &G,
    plan: &Plan,
    examiners: &mut [&mut dyn Examiner<G>],
) -> Result<Report, Failure> {
    let mut desk = Desk { random: Random::new(plan.seed), report: Report::default() };
    let mut slots = HashSet::new();
    let cut = if game.max_plies().is_some() { usize::MAX } else { CUT };
    while desk.report.moves < plan.moves {
        let mut played = Vec::new();
        let left = (plan.moves - desk.report.moves).min(cut);
        // Nothing of a game that panicked is used any more.
        let played_out = AssertUnwindSafe(|| play(game, left, &mut *examiners, &mut desk, &mut played));
        match catch_unwind(played_out) {
            Ok(result) => result.map_err(|mut failure| {
                failure.line = texts(game, &played).into();
                failure
            })?,
            Err(panic) => return Err(panicked(game, &played, &*panic)),
        }
        slots.extend(played.iter().map(|&mv| game.history_slot(mv)));
        desk.report.games += 1;
        desk.report.moves += played.len();
        desk.report.longest = desk.report.longest.max(played.len());
        if played.is_empty() {
            break;
        }
    }
    desk.report.slots = slots.len();
    Ok(desk.report)
}

/// Plays one game of at most `left` moves.
fn play<G: Notation>(
    game: &G,
    left: usize,
    examiners: &mut [&mut dyn Examiner<G>],
    desk: &mut Desk,
    played: &mut Vec<G::Move>,
) -> Result<(), Failure> {
    let mut at = game.start();
    let mut past = History::new();
    let mut moves = Vec::new();
    examiners.iter_mut().for_each(|examiner| examiner.begin(game, &at));
    loop {
        moves.clear();
        let outcome = game.outcome(&at);
        if outcome.is_none() {
            game.moves(&at, &mut moves);
        }
        let verdict = outcome.or_else(|| moves.is_empty().then(|| game.no_moves(&at)));
        let ended = verdict.or_else(|| game.outcome_with(&at, &past));
        let one_of = if ended.is_some() { SAMPLED_ENDS_OF } else { SAMPLED_OF };
        let first = desk.report.games == 0 && played.is_empty();
        let sampled = desk.random.below(one_of) == 0 || first;
        desk.report.sampled += usize::from(sampled);
        desk.report.widest = desk.report.widest.max(moves.len());
        let text = game.text(&at);
        let (twin, diagram) = (OnceCell::new(), OnceCell::new());
        let met = Met {
            game,
            at: &at,
            past: &past,
            text: &text,
            moves: &moves,
            verdict,
            ended,
            sampled,
            twin,
            diagram,
        };
        examiners.iter_mut().try_for_each(|examiner| examiner.meet(&met, desk))?;
        desk.report.finished += usize::from(ended.is_some());
        let mv = match desk.random.pick(&moves) {
            Some(&mv) if ended.is_none() && played.len() < left => mv,
            _ => return Ok(()),
        };
        played.push(mv);
        let next = game.after(&at, mv);
        examiners.iter_mut().for_each(|examiner| examiner.update(game, &at, mv, &next));
        past.push(game.key(&at), game.resets(&at, mv));
        at = next;
    }
}

/// Where a game panicked: the moves up to the last position that was reached, and the move whose playing panicked if it
/// was that. What panics once may do so again while its place is told.
fn panicked<G: Notation>(game: &G, played: &[G::Move], panic: &(dyn Any + Send)) -> Failure {
    let said = panic.downcast_ref::<&str>().map(|said| (*said).to_owned());
    let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
    let tried = |what: &dyn Fn() -> String| catch_unwind(AssertUnwindSafe(what)).ok();
    let mut at = game.start();
    let (mut line, mut last) = (Vec::new(), None);
    for &mv in played {
        let text = tried(&|| game.move_text(&at, mv)).unwrap_or_else(|| "a move without a text".to_owned());
        match catch_unwind(AssertUnwindSafe(|| game.after(&at, mv))) {
            Ok(next) => (at, last) = (next, None),
            Err(_) => {
                last = Some(text);
                break;
            }
        }
        line.push(text);
    }
    let position = tried(&|| game.text(&at)).unwrap_or_else(|| "its text panics".to_owned());
    Failure {
        check: Check::Panics,
        position,
        mv: last,
        line: line.into(),
        expected: "no panic".to_owned(),
        found: format!("panicked: {}", said.unwrap_or_else(|| "without words".to_owned())),
    }
}

/// The texts of a line of moves from the start.
fn texts<G: Notation>(game: &G, line: &[G::Move]) -> Vec<String> {
    let mut at = game.start();
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        texts.push(game.move_text(&at, mv));
        game.play(&mut at, mv);
    }
    texts
}
