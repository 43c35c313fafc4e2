//! What only the whole file shows, and the definition that it makes.

use super::{MOST_ROYAL_CELLS, Parser, Result};
use crate::definition::{
    ActionRule, Chain, Compulsion, Condition, Definition, Described, EndResult, EndTest, Form, PathRules,
    Stuck,
};
use crate::error::RulesError;
use crate::lexer::Clause;
use plybook_kernel::{OptionInfo, Token};

/// What every game is called.
pub(super) struct Heading {
    pub title: String,
    pub name: String,
    pub summary: String,
}

/// A fault of the file as a whole: it is told behind the last line.
pub(super) struct Last<'a>(pub Option<&'a Clause>);

impl Last<'_> {
    pub fn missing(&self, problem: &str, remedy: &str) -> RulesError {
        match self.0 {
            Some(clause) => clause.error(clause.text.chars().count() + 1, problem, remedy),
            None => RulesError {
                line: 1,
                column: 1,
                text: String::new(),
                problem: problem.to_owned(),
                remedy: remedy.to_owned(),
            },
        }
    }
}

impl Parser<'_> {
    /// Checks what only the whole file shows.
    pub(super) fn finish(mut self, options: Vec<OptionInfo>, last: Option<&Clause>) -> Result<Described> {
        let last = Last(last);
        let heading = self.heading(&last)?;
        if let Some(sowing) = self.sowing.take() {
            let definition = sowing.finish(heading, self.players, options, &last)?;
            return Ok(Described::Sowing(Box::new(definition)));
        }
        self.board_game(heading, options, &last).map(|definition| Described::Board(Box::new(definition)))
    }

    /// Title, name and summary.
    fn heading(&mut self, last: &Last) -> Result<Heading> {
        let Some(title) = self.title.take() else {
            return Err(last.missing("the game has no name", "begin the file with `game NAME`"));
        };
        let lowered = title.to_lowercase().replace('\'', "");
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let dashed: String = lowered.chars().map(plain).collect();
        let parts: Vec<&str> = dashed.split('-').filter(|part| !part.is_empty()).collect();
        let summary = match self.summary.as_str() {
            "" => format!("{title}, from a rules file."),
            summary => summary.to_owned(),
        };
        Ok(Heading { name: parts.join("-"), title, summary })
    }

    /// A game with a board.
    fn board_game(mut self, heading: Heading, options: Vec<OptionInfo>, last: &Last) -> Result<Definition> {
        let Some(board) = self.board.take() else {
            let remedy = "add a line such as `board 8x8`, or `pits 6 a side` for a game of sowing";
            return Err(last.missing("the game has no board", remedy));
        };
        if self.kinds.is_empty() {
            return Err(last.missing("the game has no pieces", "add a line such as `piece disc`"));
        }
        self.check_royals(board.len(), last)?;
        self.check_moves(last)?;
        self.check_hands(last)?;
        self.check_surround(last)?;
        let (stuck, both_stuck) = self.settle_stuck(last)?;
        if self.kinds.len() > 1 {
            let undrawn = self.kinds.iter_mut().zip(&self.drawn).filter(|(_, drawn)| !**drawn);
            undrawn.for_each(|(kind, _)| kind.token = Token::Figure);
        }
        let definition = Definition {
            name: heading.name,
            summary: heading.summary,
            title: heading.title,
            players: self.players,
            forward: self.forward,
            board,
            options,
            kinds: self.kinds,
            start: self.start,
            blocks: self.blocks,
            actions: self.actions,
            effects: self.effects,
            mill: self.mill,
            surround: self.surround,
            capture: self.capture,
            keeps: self.keeps,
            merges: self.merges,
            stuck,
            both_stuck,
            ends: self.ends,
            path: self.path,
        };
        let path = definition.path;
        if path == PathRules::default() && !definition.must_end() {
            let remedy = "add `draw: position 3 times` or `draw: after 200 plies without progress`";
            return Err(last.missing("a game could go on for ever", remedy));
        }
        Ok(definition)
    }

    /// Royal pieces: every move is tried for whether it leaves them safe, which must not take long.
    fn check_royals(&self, cells: usize, last: &Last) -> Result<()> {
        if !self.kinds.iter().any(|kind| kind.royal) {
            return Ok(());
        }
        if cells > MOST_ROYAL_CELLS {
            let remedy = format!("use a board of at most {MOST_ROYAL_CELLS} cells, or leave out `royal`");
            return Err(last.missing("royal pieces on so large a board", &remedy));
        }
        let chain =
            |action: &ActionRule| matches!(action.form, Form::Jump { chain, .. } if chain != Chain::Single);
        if self.actions.iter().any(chain) {
            return Err(last.missing("royal pieces and chains of jumps", "leave out `royal` or `go on`"));
        }
        Ok(())
    }

    /// Both players need moves.
    fn check_moves(&self, last: &Last) -> Result<()> {
        let idle = |&player: &usize| !self.actions.iter().any(|action| action.players[player]);
        match (0..2).find(idle) {
            None => Ok(()),
            Some(player) => {
                let remedy =
                    "add what pieces do, `step forward to empty` below a piece, or `place disc on empty`";
                Err(last.missing(&format!("{} has no moves", self.players[player]), remedy))
            }
        }
    }

    /// An end by pieces in hand needs some way for them to come there.
    fn check_hands(&self, last: &Last) -> Result<()> {
        let held = |end: &EndTest| matches!(end.condition, Condition::AtLeast { held: true, .. });
        let none = !self.keeps && self.kinds.iter().all(|kind| kind.in_hand == 0);
        if none && self.ends.iter().any(held) {
            let remedy = "add `capture to hand`, or `in hand 5` behind a piece";
            return Err(last.missing("an end by pieces in hand, where nobody can have any", remedy));
        }
        Ok(())
    }

    /// Surrounding is judged when a move is made; what is judged before it does not see it.
    fn check_surround(&self, last: &Last) -> Result<()> {
        let other = match () {
            () if self.surround.is_none() => return Ok(()),
            () if self.capture != Compulsion::Free => "`must capture`",
            () if !self.effects.is_empty() => "`flip` and `capture between`",
            () if self.kinds.iter().any(|kind| kind.royal) => "`royal`",
            () => return Ok(()),
        };
        let problem = format!("surrounded enemies and {other} in one game");
        Err(last.missing(&problem, &format!("leave out `capture surrounded enemies` or {other}")))
    }

    /// What happens to who cannot move, and when neither can; and somebody must be able to win.
    fn settle_stuck(&self, last: &Last) -> Result<(Stuck, Stuck)> {
        let Some(stuck) = self.stuck else {
            let remedy = "add `stuck: loses`, `stuck: draws`, `stuck: passes` or another";
            return Err(last.missing("nothing says what happens to a player who cannot move", remedy));
        };
        let both_stuck = match (stuck, self.both_stuck) {
            (Stuck::Passes, None) => {
                let remedy = "add `both stuck: more pieces wins`, `both stuck: draws` or another";
                return Err(last.missing("nothing says what happens when neither player can move", remedy));
            }
            (Stuck::Passes, Some(both)) => both,
            (_, Some(_)) => {
                let remedy = "write `stuck: passes`, or leave `both stuck` out";
                return Err(last.missing("`both stuck` without passing", remedy));
            }
            (stuck, None) => stuck,
        };
        let decided = self.kinds.iter().any(|kind| kind.royal)
            || self.ends.iter().any(|end| end.result != EndResult::Draw);
        if !decided && both_stuck == Stuck::Draws {
            let remedy = "add a line such as `win: line of 3` or `stuck: loses`";
            return Err(last.missing("nobody can win", remedy));
        }
        Ok((stuck, both_stuck))
    }
}

impl Definition {
    /// Whether every move brings the game nearer to its end: a piece more on the board, one less, or one that only goes
    /// forward.
    fn must_end(&self) -> bool {
        let adds = self.actions.iter().any(|action| action.adds());
        let flips = self.effects.iter().any(|effect| effect.effect != crate::definition::Effect::TakeBetween);
        let takes = self.can_take();
        let forward = |action: &ActionRule| {
            (0..2).all(|player| {
                let (x, y) = self.forward[player];
                action.ways[player].iter().all(|&(a, b)| a * x + b * y > 0)
            })
        };
        let onward = |action: &ActionRule| match action.form {
            Form::Place(_) | Form::Drop => true,
            Form::Hop { .. } => false,
            _ if !action.shoot.is_empty() => true,
            Form::Jump { takes: true, .. } => !adds,
            // Captures by stepping onto enemies alone.
            Form::Step { onto } | Form::Slide { onto, .. } if !onto.empty && onto.enemy => !adds,
            _ => !adds && forward(action) && !self.board.torus,
        };
        // Pieces that change sides may go back; new pieces may replace taken ones.
        self.actions.iter().all(onward) && !(if adds { takes } else { flips })
    }

    /// Whether pieces can leave the board.
    pub(crate) fn can_take(&self) -> bool {
        let takes = |form: &Form| match form {
            Form::Step { onto } | Form::Slide { onto, .. } | Form::March { onto } | Form::Hop { onto } => {
                onto.enemy
            }
            Form::Jump { takes, .. } => *takes,
            Form::Place(_) | Form::Drop => false,
        };
        self.mill.is_some()
            || self.surround.is_some()
            || self.actions.iter().any(|action| takes(&action.form))
            || self.effects.iter().any(|rule| rule.effect == crate::definition::Effect::TakeBetween)
    }
}

impl ActionRule {
    /// Whether every such move takes something.
    pub(crate) fn always_takes(&self) -> bool {
        match self.form {
            Form::Step { onto } | Form::Slide { onto, .. } | Form::March { onto } | Form::Hop { onto } => {
                !onto.empty
            }
            Form::Jump { takes, .. } => takes,
            Form::Place(_) | Form::Drop => false,
        }
    }

    /// Whether the move puts a piece on the board.
    pub(crate) fn adds(&self) -> bool {
        matches!(self.form, Form::Place(_) | Form::Drop)
    }
}
