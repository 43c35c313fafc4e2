//! The engine as a WebAssembly module: a worker of the browser hands it a question as text and gets an answer as text.
//!
//! The whole interface is three functions and two that the worker provides. The worker reserves room, writes the question's
//! path, a line break and the question as JSON there, and asks; what the answer is follows from the status, which is that of
//! HTTP. Events are told while the question is worked on. A question is given up by ending the worker.

use plybook_workbench::{Answerer, Listener, Problem};
use std::cell::RefCell;

mod page;

thread_local! {
    /// What the worker writes its question into.
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The answer to the last question, kept until the next one.
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
    /// Keeps the engines of the games that are being played.
    static ANSWERER: Answerer = Answerer::default();
}

/// The path of `plybook bench`: behind it stands the name of a game, or nothing for all games. Only tests and measurements
/// ask it.
const BENCH: &str = "/bench";

/// Makes room for a question and says where it begins.
#[must_use]
pub fn reserve(length: usize) -> *const u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_ptr()
    })
}

/// Works on the question that stands in the reserved room; gives the status, as HTTP has it. Events are told to the listener.
pub fn ask(listener: &dyn Listener) -> u16 {
    let question = QUESTION.take();
    let (status, answer) = match answer(&question, listener) {
        Ok(answer) => (200, answer),
        Err(problem) => {
            let told = plybook_workbench::json(&problem.answer()).unwrap_or_default();
            (problem.status(), told)
        }
    };
    ANSWER.set(answer);
    status
}

fn answer(question: &[u8], listener: &dyn Listener) -> Result<String, Problem> {
    let text = str::from_utf8(question).map_err(|_| Problem::unusable("a question that is no text"))?;
    let (path, body) = text.split_once('\n').unwrap_or((text, ""));
    if path == BENCH {
        return bench(body);
    }
    ANSWERER.with(|answerer| answerer.answer(path, body, listener))
}

/// The positions that the search enters in the fixed positions of a game, or of all games: they must be the program's.
fn bench(game: &str) -> Result<String, Problem> {
    let names = plybook_catalog::bench_games().into_iter().filter(|name| game.is_empty() || *name == game);
    let counts = names.map(|name| plybook_catalog::bench(&name)).collect::<Result<Vec<_>, _>>()?;
    plybook_workbench::json(&counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[derive(Default)]
    struct Notes(Mutex<Vec<String>>);

    impl Listener for Notes {
        fn hear(&self, event: &str, json: String, _: bool) {
            self.0.lock().unwrap().push(format!("{event} {json}"));
        }
        fn closed(&self) -> bool {
            false
        }
    }

    fn asked(text: &[u8]) -> (u16, String, Vec<String>) {
        let _ = reserve(text.len());
        QUESTION.with_borrow_mut(|question| question.copy_from_slice(text));
        let notes = Notes::default();
        let status = ask(&notes);
        (status, ANSWER.with_borrow(String::clone), notes.0.into_inner().unwrap())
    }

    #[test]
    fn questions_are_answered_with_their_status() {
        let (status, answer, _) = asked(b"/api/state\n{\"game\":\"tictactoe\"}");
        assert!(status == 200 && answer.contains("\"players\""), "{answer}");
        let (status, answer, _) = asked(b"/api/state\n{\"game\":\"hoop\"}");
        assert!(status == 422 && answer.contains("hoop") && answer.starts_with("{\"error\""), "{answer}");
        let (status, answer, _) = asked(b"/api/tournaments\n");
        assert!(status == 404 && answer.contains("/api/tournaments"), "{answer}");
        let (status, answer, _) = asked(b"/bench\ntictactoe");
        assert!(status == 200 && answer.contains("\"nodes\":"), "{answer}");
        let (status, ..) = asked(&[0xff, b'\n']);
        assert_eq!(status, 422);
        let (status, _, events) = asked(b"/api/perft\n{\"place\":{\"game\":\"tictactoe\"},\"depth\":2}");
        assert!(status == 200 && events.len() == 2 && events[1].contains("\"leaves\":72"), "{events:?}");
    }
}
