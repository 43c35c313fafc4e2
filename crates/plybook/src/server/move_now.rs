//! `POST /api/move/now`: an opponent who waits says that it was enough, and the engine plays what it found.

use super::connections::Visitor;
use super::{App, Input};
use axum::extract::State;
use axum::{Extension, Json};
use plybook_workbench::Cancellation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};

/// A search for a move that is under way.
struct Running {
    visitor: Visitor,
    key: String,
    hurried: Cancellation,
}

/// The searches for moves that are under way.
#[derive(Clone, Default)]
pub struct RunningMoves(Arc<Mutex<Vec<Running>>>);

/// A search's place in the list; it leaves the list when this is dropped.
pub struct RunningMove {
    list: RunningMoves,
    hurried: Cancellation,
}

impl RunningMoves {
    /// Lists a search of a visitor's game.
    pub fn enter(&self, visitor: Visitor, key: &str) -> RunningMove {
        let hurried = Cancellation::default();
        let running = Running { visitor, key: key.to_owned(), hurried: hurried.clone() };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(running);
        RunningMove { list: self.clone(), hurried }
    }

    /// Ends the searches of a visitor's game; says how many there were.
    pub fn hurry(&self, visitor: Visitor, key: &str) -> usize {
        let list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = list.iter().filter(|running| running.visitor == visitor && running.key == key);
        wanted.map(|running| running.hurried.set()).count()
    }
}

impl RunningMove {
    /// What turns true when the search is to end.
    pub fn hurried(&self) -> Cancellation {
        self.hurried.clone()
    }
}

impl Drop for RunningMove {
    fn drop(&mut self) {
        let mut list = self.list.0.lock().unwrap_or_else(PoisonError::into_inner);
        list.retain(|running| !running.hurried.is(&self.hurried));
    }
}

/// Which game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveNowRequest {
    /// What the page calls the game, as in the question for the move.
    key: String,
}

/// What was hurried.
#[derive(Serialize, JsonSchema)]
pub struct MoveNowAnswer {
    /// Searches that end now: none where the move was made already, or still waits for its turn.
    hurried: usize,
}

/// Ends the search for a move: the question for it is answered with what was found.
pub async fn move_now(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(MoveNowRequest { key }): Input<MoveNowRequest>,
) -> Json<MoveNowAnswer> {
    Json(MoveNowAnswer { hurried: app.running_moves.hurry(visitor, &key) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_searches_of_this_visitors_game_are_hurried() {
        let [one, other] = ["127.0.0.1", "10.0.0.1"].map(|address| Visitor(address.parse().unwrap()));
        let list = RunningMoves::default();
        let searches = [list.enter(one, "a"), list.enter(one, "b"), list.enter(other, "a")];
        assert_eq!(list.hurry(one, "a"), 1);
        let hurried = searches.each_ref().map(|search| search.hurried().get());
        assert_eq!(hurried, [true, false, false]);
        drop(searches);
        assert_eq!(list.hurry(one, "b"), 0, "what is over is not hurried");
    }
}
