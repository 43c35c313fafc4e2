//! `POST /api/tournaments/watch`: the updates of a tournament as they come.

use super::live::{Live, LiveUpdates, Over};
use super::stored;
use crate::server::App;
use crate::server::events::{event_of_text, response_of};
use crate::server::problem::Problem;
use axum::response::Response;
use axum::response::sse::Event;
use std::sync::Arc;
use tokio::sync::mpsc::{Sender, channel};

/// Events that may wait for a slow reader; the updates after them wait themselves, and only the last of them.
const WAITING: usize = 4;
/// What there is to be seen where nobody plays.
const NO_BOARDS: &str = r#"{"tables":[]}"#;

/// Events `account` and `boards`, whenever there are new ones, and `done`.
pub async fn stream(app: &App, id: i64) -> Result<Response, Problem> {
    let (sender, mut receiver) = channel(WAITING);
    match app.tournaments.live(id) {
        Some(live) => drop(tokio::spawn(follow(live, sender))),
        None => {
            let manager = app.tournaments.clone();
            let (account, over) = app.archive.run(move |_| stored::account(&manager, id)).await?;
            for event in [event_of_text("account", &account), event_of_text("boards", NO_BOARDS), done(&over)]
            {
                // The channel holds all three events, and its receiver is still there.
                let _ = sender.try_send(event);
            }
        }
    }
    Ok(response_of(move |context| receiver.poll_recv(context)))
}

fn done(over: &Over) -> Event {
    event_of_text("done", &serde_json::to_string(over).unwrap_or_default())
}

/// Passes the updates on until there are no more, or nobody listens.
async fn follow(live: Arc<Live>, sender: Sender<Event>) {
    let mut receiver = live.listen();
    drop(live);
    let mut told = LiveUpdates::default();
    loop {
        let updates = receiver.borrow_and_update().clone();
        for (name, part, before) in
            [("account", &updates.account, &told.account), ("boards", &updates.boards, &told.boards)]
        {
            let same = before.as_ref().zip(part.as_ref()).is_some_and(|(one, other)| Arc::ptr_eq(one, other));
            if let Some(text) = part.as_ref().filter(|_| !same)
                && sender.send(event_of_text(name, text)).await.is_err()
            {
                return;
            }
        }
        if let Some(over) = &updates.over {
            // Whoever left does not need to know.
            let _ = sender.send(done(over)).await;
            return;
        }
        told = updates;
        tokio::select! {
            changed = receiver.changed() => if changed.is_err() { return },
            () = sender.closed() => return,
        }
    }
}
