//! The check of a strategy by the rules alone: no table, no numbers, nothing of the search that found it.

use super::Strategy;
use plybook_kernel::{Game, History, Outcome};
use std::collections::{HashMap, HashSet};

/// What a check went through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions that can come up, each counted once for each number of plies and of quiet plies before it.
    pub positions: u64,
    /// Ends of the game met.
    pub ends: u64,
    /// The longest game that can come up, in plies; without meaning where positions may come back.
    pub longest: u32,
}

/// Why a strategy does not do what it says.
#[derive(Clone, Debug, PartialEq)]
pub enum Flaw<P> {
    /// The game ends here with another result.
    Result(P),
    /// It has no move for this position, or none that is legal.
    NoMove(P),
    /// This position comes back, so that the goal may never be reached.
    Repetition(P),
    /// More positions can come up than were to be looked at.
    TooLarge,
}

/// Plays a strategy against everything that the opponent can do. A strategy that reaches its goal must do so without any
/// position coming back; one that prevents it may go round in circles, if the rules do not give that to the goal's player.
///
/// # Errors
/// Says at which position it fails.
pub fn check<G: Game>(
    game: &G,
    at: &G::Position,
    past: &History,
    strategy: &Strategy<G::Position, G::Move>,
    most: u64,
) -> Result<Checked, Flaw<G::Position>> {
    let mut moves: Book<'_, G> = HashMap::new();
    for entry in &strategy.moves {
        moves.entry(game.key(&entry.0)).or_default().push(entry);
    }
    let reaches = strategy.reaches();
    if !reaches && game.repetition().is_some_and(|repetition| strategy.goal.reached(repetition)) {
        return Err(Flaw::Repetition(at.clone()));
    }
    let mut checker =
        Checker { game, strategy, moves, reaches, most, done: HashSet::new(), checked: Checked::default() };
    checker.walk(at, past)?;
    Ok(checker.checked)
}

/// A position on the way, and the moves that are still to be looked at.
struct Frame<G: Game> {
    at: G::Position,
    seen: PathState,
    left: Vec<G::Move>,
}

/// A position as the rules about paths see it: its key, quiet plies and plies.
type PathState = (u64, u32, u32);

/// The strategy's positions and moves by key.
type Book<'a, G> = HashMap<u64, Vec<&'a (<G as Game>::Position, <G as Game>::Move)>>;

struct Checker<'a, G: Game> {
    game: &'a G,
    strategy: &'a Strategy<G::Position, G::Move>,
    moves: Book<'a, G>,
    reaches: bool,
    most: u64,
    /// What was gone through to the end of every line.
    done: HashSet<PathState>,
    checked: Checked,
}

impl<G: Game> Checker<'_, G> {
    fn ends_well(&self, outcome: Outcome) -> bool {
        self.strategy.goal.reached(outcome) == self.reaches
    }

    fn seen(&self, at: &G::Position, past: &History) -> PathState {
        let key = self.game.key(at);
        // Where positions may come back, the way to them does not matter, and would go on for ever.
        if self.reaches { (key, past.quiet(), past.plies()) } else { (key, 0, 0) }
    }

    /// The moves to look at in a position: the strategy's, or all. Nothing at the end of the game.
    fn moves_to_try(&mut self, at: &G::Position, past: &History) -> Result<Vec<G::Move>, Flaw<G::Position>> {
        self.checked.positions += 1;
        if self.checked.positions > self.most {
            return Err(Flaw::TooLarge);
        }
        if let Some(end) = self.game.end(at, past) {
            self.checked.ends += 1;
            return if self.ends_well(end.outcome) { Ok(Vec::new()) } else { Err(Flaw::Result(at.clone())) };
        }
        let legal = self.game.legal(at);
        if self.game.turn(at).player() != Some(self.strategy.player) {
            return Ok(legal);
        }
        let known = self.moves.get(&self.game.key(at)).into_iter().flatten().find(|entry| entry.0 == *at);
        match known {
            Some((_, mv)) if legal.contains(mv) => Ok(vec![*mv]),
            _ => Err(Flaw::NoMove(at.clone())),
        }
    }

    fn walk(&mut self, at: &G::Position, past: &History) -> Result<(), Flaw<G::Position>> {
        let mut past = past.clone();
        let root = past.plies();
        // Positions of the line that is being looked at: none may come back.
        let mut line: HashSet<u64> = HashSet::from([self.game.key(at)]);
        let left = self.moves_to_try(at, &past)?;
        let mut frames = vec![Frame::<G> { at: at.clone(), seen: self.seen(at, &past), left }];
        self.done.insert(frames[0].seen);
        while let Some(frame) = frames.last_mut() {
            let Some(mv) = frame.left.pop() else {
                line.remove(&frame.seen.0);
                frames.pop();
                if !frames.is_empty() {
                    past.pop();
                }
                continue;
            };
            let next = self.game.after(&frame.at, mv);
            past.push(frame.seen.0, self.game.resets(&frame.at, mv));
            let seen = self.seen(&next, &past);
            self.checked.longest = self.checked.longest.max(past.plies() - root);
            if self.reaches && line.contains(&seen.0) {
                return Err(Flaw::Repetition(next));
            }
            if !self.done.insert(seen) {
                past.pop();
                continue;
            }
            let left = self.moves_to_try(&next, &past)?;
            line.insert(seen.0);
            frames.push(Frame { at: next, seen, left });
        }
        Ok(())
    }
}
