//! A position as a value that never changes: what programs hold that look at many positions and keep some of them.
//!
//! A session is a game that is played; a position is one moment of it. Both come from `AnyGame`. A position costs little
//! to leave and to keep: what lies before it is shared with all that follow from it.

use crate::session::GameSession;
use crate::{Board, Ending, Session};
use plybook_kernel::{End, History, ListedGame, Outcome, Player, ReadError};
use std::any::Any;
use std::sync::{Arc, OnceLock};

/// A position of any game, with the way that led to it.
pub trait AnyPosition: Any + Send + Sync {
    /// The position's text, with the path's counts where the notation has a place for them.
    fn text(&self) -> String;
    /// The position's key: equal positions have equal keys.
    fn key(&self) -> u64;
    /// Who is to move; `None` at a chance node.
    fn mover(&self) -> Option<Player>;
    /// Whether the other is the same position of the same game, however it was reached.
    fn equals(&self, other: &dyn AnyPosition) -> bool;
    /// The moves played so far.
    fn record(&self) -> Vec<String>;
    /// How many moves were played so far.
    fn plies(&self) -> usize;
    /// Who got what, if the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The end of the game, if this is it.
    fn ending(&self) -> Option<Ending>;
    /// How many legal moves there are; none in a finished game.
    fn move_count(&self) -> usize;
    /// The text of the legal move of this number, which is below `move_count`.
    fn move_text(&self, number: usize) -> String;
    /// The number of the legal move that a text means.
    ///
    /// # Errors
    /// It is not legal here.
    fn find(&self, text: &str) -> Result<usize, ReadError>;
    /// The position after the legal move of this number; `None` if there are not so many.
    fn after(&self, number: usize) -> Option<Box<dyn AnyPosition>>;
    /// The position before the last move; `None` at the first.
    fn before(&self) -> Option<Box<dyn AnyPosition>>;
    /// The same position, which costs no more than to count who holds it.
    fn share(&self) -> Box<dyn AnyPosition>;
    /// The board to draw.
    fn board(&self) -> Board;
    /// A game in progress that stands here, the moves so far included.
    fn session(&self) -> Box<dyn Session>;
}

/// A position, the way to it, and what was worked out about it.
struct Node<G: ListedGame> {
    at: G::Position,
    history: History,
    before: Option<(Arc<Node<G>>, G::Move)>,
    plies: usize,
    /// The end of the game, or the moves.
    next: OnceLock<Result<Vec<G::Move>, End>>,
}

impl<G: ListedGame> Drop for Node<G> {
    /// The way to a position may be so long that dropping it one position within the other would need too much of the
    /// stack.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some((node, _)) = before {
            before = Arc::into_inner(node).and_then(|mut node| node.before.take());
        }
    }
}

pub(crate) struct GamePosition<G: ListedGame> {
    game: Arc<G>,
    node: Arc<Node<G>>,
}

impl<G: ListedGame> GamePosition<G> {
    pub(crate) fn new(game: Arc<G>, position: Option<&str>) -> Result<GamePosition<G>, ReadError> {
        let (at, history) = match position {
            None => (game.start(), History::new()),
            Some(text) => (game.read(text)?, game.counts(text)),
        };
        let node = Node { at, history, before: None, plies: 0, next: OnceLock::new() };
        Ok(GamePosition { game, node: Arc::new(node) })
    }

    /// The moves, or the end of the game.
    fn next(&self) -> &Result<Vec<G::Move>, End> {
        let Node { at, history, .. } = &*self.node;
        self.node.next.get_or_init(|| {
            let game = &*self.game;
            // As `Game::end` has it, but with the moves generated only once.
            if game.outcome(at).is_none() {
                let mut moves = Vec::new();
                game.moves(at, &mut moves);
                if !moves.is_empty() {
                    return match game.end_with(at, history) {
                        Some(end) => Err(end),
                        None => Ok(moves),
                    };
                }
            }
            game.end(at, history).map_or(Ok(Vec::new()), Err)
        })
    }

    fn moves(&self) -> &[G::Move] {
        self.next().as_ref().map_or(&[], Vec::as_slice)
    }

    /// The positions on the way here with the moves that left them, the latest first.
    fn way(&self) -> impl Iterator<Item = (&Node<G>, G::Move)> {
        std::iter::successors(self.node.before.as_ref(), |(node, _)| node.before.as_ref())
            .map(|(node, mv)| (&**node, *mv))
    }
}

impl<G: ListedGame> AnyPosition for GamePosition<G> {
    fn text(&self) -> String {
        self.game.text_with(&self.node.at, &self.node.history)
    }

    fn key(&self) -> u64 {
        self.game.key(&self.node.at)
    }

    fn mover(&self) -> Option<Player> {
        self.game.turn(&self.node.at).player()
    }

    fn equals(&self, other: &dyn AnyPosition) -> bool {
        let Some(other) = (other as &dyn Any).downcast_ref::<GamePosition<G>>() else { return false };
        let same_game =
            || Arc::ptr_eq(&self.game, &other.game) || self.game.full_name() == other.game.full_name();
        Arc::ptr_eq(&self.node, &other.node) || (self.node.at == other.node.at && same_game())
    }

    fn record(&self) -> Vec<String> {
        let mut record: Vec<String> =
            self.way().map(|(node, mv)| self.game.move_text(&node.at, mv)).collect();
        record.reverse();
        record
    }

    fn plies(&self) -> usize {
        self.node.plies
    }

    fn outcome(&self) -> Option<Outcome> {
        self.next().as_ref().err().map(|end| end.outcome)
    }

    fn ending(&self) -> Option<Ending> {
        let end = self.next().as_ref().err()?;
        Some(Ending::new(*end, &self.game.player_names(), self.mover()))
    }

    fn move_count(&self) -> usize {
        self.moves().len()
    }

    fn move_text(&self, number: usize) -> String {
        self.moves().get(number).map_or_else(String::new, |&mv| self.game.move_text(&self.node.at, mv))
    }

    fn find(&self, text: &str) -> Result<usize, ReadError> {
        let at = &self.node.at;
        match self.next() {
            Err(end) if end.rule.leaves_moves() => {
                let problem = format!("the game is over by {}", end.rule.words());
                Err(ReadError::new("move", text, problem, "take a move back or start a new game"))
            }
            _ => {
                let mv = self.game.read_move(at, text)?;
                let number = self.moves().iter().position(|&legal| legal == mv);
                number.ok_or_else(|| self.game.no_such_move(at, text))
            }
        }
    }

    fn after(&self, number: usize) -> Option<Box<dyn AnyPosition>> {
        let (game, node) = (&*self.game, &*self.node);
        let mv = *self.moves().get(number)?;
        let mut history = node.history.clone();
        history.push(game.key(&node.at), game.resets(&node.at, mv));
        let next = Node {
            at: game.after(&node.at, mv),
            history,
            before: Some((Arc::clone(&self.node), mv)),
            plies: node.plies + 1,
            next: OnceLock::new(),
        };
        Some(Box::new(GamePosition { game: Arc::clone(&self.game), node: Arc::new(next) }))
    }

    fn before(&self) -> Option<Box<dyn AnyPosition>> {
        let (node, _) = self.node.before.as_ref()?;
        Some(Box::new(GamePosition { game: Arc::clone(&self.game), node: Arc::clone(node) }))
    }

    fn share(&self) -> Box<dyn AnyPosition> {
        Box::new(GamePosition { game: Arc::clone(&self.game), node: Arc::clone(&self.node) })
    }

    fn board(&self) -> Board {
        self.game.diagram(&self.node.at).into()
    }

    fn session(&self) -> Box<dyn Session> {
        let mut past: Vec<(G::Position, G::Move)> =
            self.way().map(|(node, mv)| (node.at.clone(), mv)).collect();
        past.reverse();
        let (game, node) = (Arc::clone(&self.game), &*self.node);
        let first = self.way().last().map_or(node, |(first, _)| first);
        let numbering = game.numbering(&first.at, &first.history);
        Box::new(GameSession::of_path(game, numbering, node.history.clone(), node.at.clone(), past))
    }
}

#[cfg(test)]
mod tests {
    use crate::open;
    use plybook_kernel::Random;

    /// Positions say what sessions say, at every step of a random game, also where the path ends it.
    #[test]
    fn positions_and_sessions_agree() {
        for name in
            ["chess", "othello:6x6", "kalah", "connect4:5x4", "baroque", "tts", "nim", "hexapawn", "checkers"]
        {
            let game = open(name).unwrap();
            let mut random = Random::new(5);
            let (mut at, mut session) = (game.position(None).unwrap(), game.session(None).unwrap());
            let first = at.text();
            for ply in 0..150 {
                let moves: Vec<String> = (0..at.move_count()).map(|number| at.move_text(number)).collect();
                assert_eq!(moves, session.move_texts(), "{name}, ply {ply}");
                assert_eq!(
                    (at.text(), at.key(), at.mover()),
                    (session.text(), session.key(), session.mover())
                );
                assert_eq!((at.ending(), at.board()), (session.ending(), session.board()));
                assert_eq!(at.outcome(), session.ending().map(|ending| ending.outcome));
                assert_eq!((at.record(), at.plies()), (session.record().to_vec(), ply));
                let other = at.share().session();
                assert_eq!((other.text(), other.record()), (session.text(), session.record()));
                if let (Some(before), Some(last)) = (at.before(), at.record().pop()) {
                    assert!(
                        at.equals(&*before.after(before.find(&last).unwrap()).unwrap()),
                        "{name}, ply {ply}"
                    );
                    assert!(!at.equals(&*before), "{name}, ply {ply}");
                }
                let Some(text) = random.pick(&moves) else { break };
                session.play(text).unwrap();
                at = at.after(at.find(text).unwrap()).unwrap();
            }
            while let Some(before) = at.before() {
                at = before;
            }
            assert_eq!((at.text(), at.plies()), (first, 0));
        }
    }

    #[test]
    fn positions_are_equal_by_what_stands_on_the_board() {
        let game = open("othello:6x6").unwrap();
        let play = |moves: &[&str]| {
            moves
                .iter()
                .fold(game.position(None).unwrap(), |at, text| at.after(at.find(text).unwrap()).unwrap())
        };
        let chess = open("chess").unwrap();
        let knights = ["b1c3", "b8c6", "g1f3", "g8f6"];
        let walk = |order: [usize; 4]| {
            let start = chess.position(None).unwrap();
            order.iter().fold(start, |at, &number| at.after(at.find(knights[number]).unwrap()).unwrap())
        };
        assert!(walk([0, 1, 2, 3]).equals(&*walk([2, 3, 0, 1])));
        assert!(!play(&[]).equals(&*game.position(None).unwrap().after(0).unwrap()));
        assert!(!play(&[]).equals(&*open("othello").unwrap().position(None).unwrap()));
        assert!(!play(&[]).equals(&*chess.position(None).unwrap()));
    }

    #[test]
    fn what_is_not_legal_is_refused_and_a_finished_game_has_no_moves() {
        let game = open("tictactoe").unwrap();
        let at = game.position(Some("XX1/OO1/3 X")).unwrap();
        let error = at.find("a3").unwrap_err().to_string();
        assert!(error.contains("a3"), "{error}");
        assert!(at.after(9).is_none());
        let won = at.after(at.find("c3").unwrap()).unwrap();
        assert_eq!((won.move_count(), won.move_text(0).as_str()), (0, ""));
        assert!(won.find("a1").is_err() && won.after(0).is_none());
        // A game that a rule about the path ends has no moves either, and says so.
        let chess = open("chess").unwrap();
        let mut at = chess.position(Some("8/P6k/8/8/8/8/7K/8 w - - 99 90")).unwrap();
        at = at.after(at.find("h2h3").unwrap()).unwrap();
        assert_eq!(at.move_count(), 0);
        assert!(at.find("h7h8").unwrap_err().to_string().contains("move limit"));
        assert!(game.position(Some("XX")).is_err());
    }

    #[test]
    fn a_long_way_is_dropped_without_the_stack() {
        /// More than the stack of a test's thread has room for, one within the other.
        const PLIES: usize = 20_000;
        let game = open("black-and-white:discs=2,repetition=off,cap=off").unwrap();
        let mut at = game.position(None).unwrap();
        let mut random = Random::new(3);
        while at.plies() < PLIES {
            // Back to before a move that ended the game.
            let number = random.below(at.move_count());
            let next = at.after(number).unwrap();
            at = if next.move_count() > 0 { next } else { at };
        }
        let text = at.text();
        assert_eq!(at.session().text(), text);
        drop(at);
    }
}
