//! A game in progress, in plain data.

use crate::chosen::{Chosen, named};
use crate::display::MoveCounter;
use crate::{
    Board, BoardEdit, Click, DisplayMove, Ending, Marked, MinimaxReport, MinimaxRequest, SearchObserver,
    SearchTree, TreeRequest,
};
#[cfg(feature = "store")]
use crate::{ProvenMove, Tablebases};
use plybook_kernel::perft::{Count, divide};
use plybook_kernel::{
    End, Evaluator, History, ListedGame, Numbering, Player, Random, ReadError, Score, Tally, Term,
};
use plybook_search::rollout::{RolloutPlan, RolloutResult, rollout};
#[cfg(feature = "store")]
use plybook_store::endgame::TablebaseValue;
use serde::Serialize;
use std::any::Any;
use std::sync::Arc;

/// A legal move: its text and the clicks that make it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegalMove {
    /// The move in the game's notation.
    pub text: String,
    /// The move as people read it: `Nf3`. The text plays it.
    pub display: String,
    /// The clicks that make it.
    pub path: Vec<Click>,
    /// How likely it is, where chance moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<f32>,
}

/// The count of leaves below one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divided {
    /// The move in the game's notation.
    pub text: String,
    /// What was counted below it.
    pub count: Count,
}

/// A game in progress: a position, the path to it and what can be asked about it.
pub trait Session: Any + Send {
    /// The position's text, with the path's counts where the notation has a place for them.
    fn text(&self) -> String;
    /// The position's key.
    fn key(&self) -> u64;
    /// Who is to move; `None` at a chance node.
    fn mover(&self) -> Option<Player>;
    /// The longest that a game can go on from its start, in plies, if the rules bound it.
    fn max_plies(&self) -> Option<u32>;
    /// Whether the path could end the game within so many plies in which no position comes twice: by a move limit, or
    /// because a position from before comes back too often. Where it could not, a win proven without the rules about
    /// paths is one: whoever wins comes nearer with every move, so that no position of such a line comes twice.
    fn path_may_end(&self, plies: u32) -> bool;
    /// The end of the game, if this is it.
    fn ending(&self) -> Option<Ending>;
    /// All legal moves; none in a finished game.
    fn moves(&self) -> Vec<LegalMove>;
    /// The texts of all legal moves, in the same order.
    fn move_texts(&self) -> Vec<String>;
    /// What chance may do here and how likely each is; nothing where a player moves or the game is over.
    fn chances(&self) -> Vec<(String, f32)>;
    /// What chance does here, drawn by the probabilities.
    fn draw_chance(&self, random: &mut Random) -> Option<String> {
        random.draw(&self.chances()).cloned()
    }
    /// The board to draw.
    fn board(&self) -> Board;
    /// The text of the position with these changes on its board and this player to move; whose turn it was if none is
    /// given.
    ///
    /// # Errors
    /// The game's positions are not set up by hand, or it has no such position; in the game's words.
    fn set_up(&self, edits: &[BoardEdit], mover: Option<Player>) -> Result<String, ReadError>;
    /// What the last move did to the board.
    fn marks(&self) -> Vec<Marked>;
    /// The cells of pieces under a threat that must be answered, such as a king in check.
    fn checks(&self) -> Vec<usize> {
        Vec::new()
    }
    /// The cells that show why the game is over, such as the row that won; none while it goes on.
    fn deciding_cells(&self) -> Vec<usize> {
        Vec::new()
    }
    /// How the players stand in what the game counts, if it counts anything.
    fn tally(&self) -> Option<Tally> {
        None
    }
    /// The moves played so far.
    fn record(&self) -> &[String];
    /// The same moves as people read them.
    fn display_record(&self) -> Vec<DisplayMove>;
    /// Plays a move.
    ///
    /// # Errors
    /// It is not legal here.
    fn play(&mut self, text: &str) -> Result<(), ReadError>;
    /// Takes the last move back; false if there is none.
    fn take_back(&mut self) -> bool;
    /// The named terms of an evaluator, the strongest one by default, for the side to move.
    ///
    /// # Errors
    /// The game has no evaluator of that name.
    fn explain(&self, evaluator: Option<&str>) -> Result<Vec<Term>, ReadError>;
    /// What each piece adds to the value that a learnt evaluator, the strongest evaluator by default, gives the side to
    /// move: what is lost without it, in hundredths of a point, by cell of the board. Nothing for other evaluators.
    ///
    /// # Errors
    /// The game has no evaluator of that name.
    fn piece_values(&self, evaluator: Option<&str>) -> Result<Vec<(usize, i32)>, ReadError>;
    /// The value of every legal move by looking one ply ahead, for the side to move, in the order of moves.
    fn one_ply(&self) -> Vec<Score>;
    /// Plays this position out by an evaluator, the strongest by default, and tells what a player gets on average; `told`
    /// hears of every game, and ends it by answering yes.
    ///
    /// # Errors
    /// The game has no such evaluator, is not for two players with chance, or is over.
    fn rollout(
        &self,
        evaluator: Option<&str>,
        player: Player,
        plan: RolloutPlan,
        told: &mut dyn FnMut(&RolloutResult) -> bool,
    ) -> Result<RolloutResult, ReadError>;
    /// The course's parameterised minimax on this position.
    ///
    /// # Errors
    /// The game has no evaluator.
    fn minimax(&self, request: &MinimaxRequest) -> Result<MinimaxReport, ReadError>;
    /// The tree that a search of this position walks; as far as it came if `watch` stops it.
    ///
    /// # Errors
    /// The game has no such evaluator, or other than two players.
    fn tree(&self, request: &TreeRequest, watch: &dyn SearchObserver) -> Result<SearchTree, ReadError>;
    /// A legal move as people read it, such as `12. Nf3` in chess.
    ///
    /// # Errors
    /// The move is not legal here.
    fn display_move(&self, text: &str) -> Result<DisplayMove, ReadError>;
    /// The position's key in Polyglot opening books; `None` for games that have none.
    fn polyglot_key(&self) -> Option<u64>;
    /// The legal move that a Polyglot book means by a number; `None` if there is none.
    fn read_polyglot_move(&self, written: u16) -> Option<String>;
    /// The number by which a Polyglot book means a legal move; `None` if it is not one.
    fn write_polyglot_move(&self, text: &str) -> Option<u16>;
    #[cfg(feature = "store")]
    /// What the databases say about the position: see `Tablebases::worth`.
    fn tablebase_value(&self, tablebases: &Tablebases) -> Option<TablebaseValue>;
    #[cfg(feature = "store")]
    /// What the databases say about the moves: see `Tablebases::moves`.
    fn tablebase_moves(&self, tablebases: &Tablebases) -> Vec<ProvenMove>;
    /// Counts the leaves below each move; `progress` is told each count as soon as it is known, and how many there
    /// will be. `remember` counts what lies below a position only once: the same numbers, sooner.
    fn divide(&self, depth: u32, remember: bool, progress: &mut dyn FnMut(&Divided, usize)) -> Vec<Divided>;
}

pub(crate) struct GameSession<G: ListedGame> {
    pub(crate) game: Arc<G>,
    pub(crate) history: History,
    pub(crate) at: G::Position,
    past: Vec<(G::Position, G::Move)>,
    record: Vec<String>,
    /// How moves are numbered from where the session began.
    numbering: Numbering,
}

impl<G: ListedGame> GameSession<G> {
    /// The session behind plain data, if it is one of this type of game. Only an engine asks, which was made for the
    /// game and needs the position as it is.
    pub(crate) fn of(session: &dyn Session) -> Option<&GameSession<G>> {
        (session as &dyn Any).downcast_ref()
    }

    pub(crate) fn new(game: Arc<G>, position: Option<&str>) -> Result<GameSession<G>, ReadError> {
        let (at, history) = match position {
            None => (game.start(), History::new()),
            Some(text) => (game.read(text)?, game.counts(text)),
        };
        let numbering = game.numbering(&at, &history);
        Ok(GameSession { game, history, at, past: Vec::new(), record: Vec::new(), numbering })
    }

    /// The numbers of the moves from here on.
    pub(crate) fn counter(&self) -> MoveCounter {
        let mut counter = MoveCounter::new(self.numbering);
        for (before, mv) in &self.past {
            counter.count(&*self.game, before, *mv);
        }
        counter
    }

    /// A game that was played so far: the positions before the current one with the moves that left them. `numbering` is
    /// that of the first position.
    pub(crate) fn of_path(
        game: Arc<G>,
        numbering: Numbering,
        history: History,
        at: G::Position,
        past: Vec<(G::Position, G::Move)>,
    ) -> GameSession<G> {
        let record = past.iter().map(|(before, mv)| game.move_text(before, *mv)).collect();
        GameSession { game, history, at, past, record, numbering }
    }

    fn end(&self) -> Option<End> {
        self.game.end(&self.at, &self.history)
    }

    fn legal(&self) -> Vec<G::Move> {
        if self.end().is_some() { Vec::new() } else { self.game.legal(&self.at) }
    }

    /// The value of the position after a move, for the player who made it.
    fn value_after(&self, evaluator: &Chosen<G::Evaluator>, mv: G::Move, mover: Player) -> Score {
        let game = &*self.game;
        let next = game.after(&self.at, mv);
        let mut history = self.history.clone();
        history.push(game.key(&self.at), game.resets(&self.at, mv));
        if let Some(outcome) = game.outcome_with(&next, &history).or_else(|| game.verdict(&next)) {
            return outcome.score(mover).up();
        }
        evaluator.evaluate_for(game, &next, &evaluator.accumulate(game, &next), mover)
    }
}

impl<G: ListedGame> Session for GameSession<G> {
    fn text(&self) -> String {
        self.game.text_with(&self.at, &self.history)
    }

    fn key(&self) -> u64 {
        self.game.key(&self.at)
    }

    fn mover(&self) -> Option<Player> {
        self.game.turn(&self.at).player()
    }

    fn max_plies(&self) -> Option<u32> {
        self.game.max_plies()
    }

    fn path_may_end(&self, plies: u32) -> bool {
        let (game, past) = (&*self.game, &self.history);
        let later = History::set_up(past.quiet().saturating_add(plies), past.plies().saturating_add(plies));
        let has_come_twice = |(before, _): &(G::Position, G::Move)| past.repeats(game.key(before)) > 1;
        game.end_with(&self.at, &later).is_some() || self.past.iter().any(has_come_twice)
    }

    fn ending(&self) -> Option<Ending> {
        Some(Ending::new(self.end()?, &self.game.player_names(), self.mover()))
    }

    fn moves(&self) -> Vec<LegalMove> {
        let moves = self.legal();
        let mut chances = Vec::new();
        if self.mover().is_none() && !moves.is_empty() {
            self.game.chances(&self.at, &mut chances);
        }
        let describe = |(number, mv): (usize, G::Move)| LegalMove {
            text: self.game.move_text(&self.at, mv),
            display: self.game.display_move(&self.at, mv),
            path: self.game.path(&self.at, mv).into_iter().map(Click::from).collect(),
            probability: chances.get(number).map(|&(_, probability)| probability),
        };
        moves.into_iter().enumerate().map(describe).collect()
    }

    fn chances(&self) -> Vec<(String, f32)> {
        let mut chances = Vec::new();
        if self.mover().is_none() && self.end().is_none() {
            self.game.chances(&self.at, &mut chances);
        }
        chances
            .into_iter()
            .map(|(mv, probability)| (self.game.move_text(&self.at, mv), probability))
            .collect()
    }

    fn move_texts(&self) -> Vec<String> {
        self.legal().into_iter().map(|mv| self.game.move_text(&self.at, mv)).collect()
    }

    fn board(&self) -> Board {
        self.game.diagram(&self.at).into()
    }

    fn set_up(&self, edits: &[BoardEdit], mover: Option<Player>) -> Result<String, ReadError> {
        self.edited(edits, mover)
    }

    fn marks(&self) -> Vec<Marked> {
        let last = self.past.last();
        let marks = last.map(|(before, mv)| self.game.marks(before, *mv)).unwrap_or_default();
        marks.into_iter().map(Marked::from).collect()
    }

    fn checks(&self) -> Vec<usize> {
        self.game.checks(&self.at)
    }

    fn deciding_cells(&self) -> Vec<usize> {
        if self.ending().is_some() { self.game.deciding_cells(&self.at) } else { Vec::new() }
    }

    fn tally(&self) -> Option<Tally> {
        self.game.tally(&self.at)
    }

    fn record(&self) -> &[String] {
        &self.record
    }

    fn display_record(&self) -> Vec<DisplayMove> {
        let moves: Vec<G::Move> = self.past.iter().map(|&(_, mv)| mv).collect();
        let first = self.past.first().map_or(&self.at, |(first, _)| first);
        MoveCounter::new(self.numbering).display(&*self.game, first, &moves)
    }

    fn play(&mut self, text: &str) -> Result<(), ReadError> {
        if let Some(end) = self.end().filter(|end| end.rule.leaves_moves()) {
            let problem = format!("the game is over by {}", end.rule.words());
            return Err(ReadError::new("move", text, problem, "take a move back or start a new game"));
        }
        let mv = self.game.read_move(&self.at, text)?;
        let written = self.game.move_text(&self.at, mv);
        let next = self.game.after(&self.at, mv);
        self.history.push(self.game.key(&self.at), self.game.resets(&self.at, mv));
        self.past.push((std::mem::replace(&mut self.at, next), mv));
        self.record.push(written);
        Ok(())
    }

    fn take_back(&mut self) -> bool {
        let Some((before, _)) = self.past.pop() else { return false };
        self.at = before;
        self.history.pop();
        self.record.pop();
        true
    }

    fn explain(&self, name: Option<&str>) -> Result<Vec<Term>, ReadError> {
        Ok(named(&*self.game, name)?.terms(&*self.game, &self.at))
    }

    fn piece_values(&self, name: Option<&str>) -> Result<Vec<(usize, i32)>, ReadError> {
        Ok(match named(&*self.game, name)? {
            Chosen::Learnt(learnt) => learnt.cells(&*self.game, &self.at),
            _ => Vec::new(),
        })
    }

    fn one_ply(&self) -> Vec<Score> {
        let (Ok(evaluator), Some(mover)) = (named(&*self.game, None), self.mover()) else {
            return Vec::new();
        };
        self.legal().into_iter().map(|mv| self.value_after(&evaluator, mv, mover)).collect()
    }

    fn rollout(
        &self,
        evaluator: Option<&str>,
        player: Player,
        plan: RolloutPlan,
        told: &mut dyn FnMut(&RolloutResult) -> bool,
    ) -> Result<RolloutResult, ReadError> {
        let game = &*self.game;
        let refuse = |problem: &str, remedy: &str| {
            Err(ReadError::new("rollout", &game.full_name(), problem.to_owned(), remedy.to_owned()))
        };
        if game.players() != 2 || !game.has_chance() {
            return refuse("rollouts are for games of two players with chance", "use `plybook analyze`");
        }
        if self.ending().is_some() {
            return refuse("the game is over in this position", "take a move back");
        }
        let evaluator = named(game, evaluator)?;
        Ok(rollout(game, &evaluator, (&self.at, &self.history), player, plan, told))
    }

    fn minimax(&self, request: &MinimaxRequest) -> Result<MinimaxReport, ReadError> {
        crate::minimax::run(self, request)
    }

    fn tree(&self, request: &TreeRequest, watch: &dyn SearchObserver) -> Result<SearchTree, ReadError> {
        crate::tree::run(self, request, watch)
    }

    fn display_move(&self, text: &str) -> Result<DisplayMove, ReadError> {
        let mv = self.game.read_move(&self.at, text)?;
        let (opens, number) = self.counter().count(&*self.game, &self.at, mv);
        Ok(DisplayMove { text: self.game.display_move(&self.at, mv), number, opens })
    }

    fn polyglot_key(&self) -> Option<u64> {
        self.game.polyglot_key(&self.at)
    }

    fn read_polyglot_move(&self, written: u16) -> Option<String> {
        let mv = self.game.read_polyglot_move(&self.at, written)?;
        Some(self.game.move_text(&self.at, mv))
    }

    fn write_polyglot_move(&self, text: &str) -> Option<u16> {
        let legal = self.game.legal(&self.at);
        let mv = legal.into_iter().find(|&mv| self.game.move_text(&self.at, mv) == text)?;
        self.game.polyglot_move(&self.at, mv)
    }

    #[cfg(feature = "store")]
    fn tablebase_value(&self, tablebases: &Tablebases) -> Option<TablebaseValue> {
        self.proven_value(tablebases.of(&self.game.full_name())?)
    }

    #[cfg(feature = "store")]
    fn tablebase_moves(&self, tablebases: &Tablebases) -> Vec<ProvenMove> {
        let database = tablebases.of(&self.game.full_name());
        database.map_or_else(Vec::new, |database| self.proven_moves(database))
    }

    fn divide(&self, depth: u32, remember: bool, progress: &mut dyn FnMut(&Divided, usize)) -> Vec<Divided> {
        let named = |&(mv, count): &_| Divided { text: self.game.move_text(&self.at, mv), count };
        let told = |share: &_, moves| progress(&named(share), moves);
        divide(&*self.game, &self.at, depth, remember, told).iter().map(named).collect()
    }
}

/// A game's own evaluator by name, made by hand; the strongest of them by default.
pub(crate) fn evaluator<G: ListedGame>(game: &G, name: Option<&str>) -> Result<G::Evaluator, ReadError> {
    let known = game.evaluators();
    let wanted = name.or(known.first().map(|info| &*info.name)).unwrap_or_default();
    game.evaluator(wanted).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|info| &*info.name).collect();
        let remedy = format!("known: {}", names.join(", "));
        ReadError::new("evaluator", wanted, "the game has none of this name", remedy)
    })
}
