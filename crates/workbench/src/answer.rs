//! All questions by their paths, for whoever has no router of its own.

use crate::{
    Cancellation, EngineCache, Listener, Problem, analyse, counts, engine_move, games, graph, hint, lab,
    record, rules_text, self_play, setup, state, tree,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::net::{IpAddr, Ipv4Addr};

/// The paths of all questions that `Answerer::answer` knows.
pub const QUESTIONS: &[&str] = &[
    "/api/analyse",
    "/api/balance",
    "/api/games",
    "/api/graph",
    "/api/hint",
    "/api/lab",
    "/api/lines",
    "/api/move",
    "/api/palette",
    "/api/perft",
    "/api/record",
    "/api/record/write",
    "/api/rules",
    "/api/rules/check",
    "/api/rules/files",
    "/api/setup",
    "/api/state",
    "/api/take-back",
    "/api/terms",
    "/api/tree",
];

/// Who asks where there is one visitor alone.
const VISITOR: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Answers the questions of one visitor, with the engines of the games that are being played.
#[derive(Default)]
pub struct Answerer {
    engines: EngineCache,
}

impl Answerer {
    /// The answer to a question as JSON; what comes before it is told to the listener. For a stream of events the answer
    /// is the last one, `done`.
    ///
    /// # Errors
    /// There is no such question, or what it says cannot be used.
    pub fn answer(&self, path: &str, body: &str, events: &dyn Listener) -> Result<String, Problem> {
        let gone = Cancellation::default();
        match path {
            "/api/games" => json(&games::list(())?),
            "/api/rules" => json(&games::rules(read(body)?)?),
            "/api/state" => json(&state::state(read(body)?)?),
            "/api/take-back" => json(&state::take_back(read(body)?)?),
            "/api/lines" => json(&state::lines(read(body)?)?),
            "/api/terms" => json(&state::evaluation(read(body)?)?),
            "/api/record" => json(&record::record(read(body)?)?),
            "/api/record/write" => json(&record::write_record(read(body)?)?),
            "/api/palette" => json(&setup::palette(read(body)?)?),
            "/api/setup" => json(&setup::setup(read(body)?)?),
            "/api/move" => {
                json(&engine_move::engine_move(&read(body)?, VISITOR, &self.engines, &gone, &gone)?)
            }
            "/api/hint" => json(&hint::hint(read(body)?, &gone)?),
            "/api/tree" => json(&tree::tree(read(body)?)?),
            "/api/analyse" => json(&analyse::work(&analyse::prepare(read(body)?)?, events)?),
            "/api/graph" => json(&graph::work(&graph::prepare(read(body)?)?, events)?),
            "/api/lab" => json(&lab::work(&lab::prepare(read(body)?)?, events)?),
            "/api/rules/check" => json(&rules_text::check(read(body)?)?),
            "/api/rules/files" => json(&rules_text::files(None)?),
            "/api/perft" => json(&counts::work(&counts::prepare(read(body)?)?, events)?),
            "/api/balance" => json(&self_play::work(&self_play::prepare(read(body)?)?, events)?),
            _ => Err(Problem::new(Problem::UNKNOWN, format!("there is no question {path:?} here"))),
        }
    }
}

fn read<T: DeserializeOwned>(body: &str) -> Result<T, Problem> {
    serde_json::from_str(body).map_err(|error| Problem::unusable(error.to_string()))
}

/// An answer as JSON.
///
/// # Errors
/// It cannot be written, which is our own failure.
pub fn json(answer: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(answer).map_err(|_| Problem::internal())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[derive(Default)]
    struct Notes(Mutex<Vec<String>>);

    impl Listener for Notes {
        fn hear(&self, event: &str, _: String, _: bool) {
            self.0.lock().unwrap().push(event.to_owned());
        }
        fn closed(&self) -> bool {
            false
        }
    }

    fn ask(path: &str, body: &str) -> (Result<String, String>, Vec<String>) {
        let notes = Notes::default();
        let answer =
            Answerer::default().answer(path, body, &notes).map_err(|problem| problem.message().to_owned());
        (answer, notes.0.into_inner().unwrap())
    }

    #[test]
    fn every_path_is_answered_and_others_are_named() {
        for path in QUESTIONS {
            let (answer, _) = ask(path, "not json");
            let free = ["/api/games", "/api/rules/files"].contains(path);
            assert_eq!(answer.is_ok(), free, "{path}");
            assert!(answer.err().is_none_or(|error| !error.contains("no question")), "{path}");
        }
        let (answer, _) = ask("/api/tournaments", "{}");
        assert!(answer.unwrap_err().contains("/api/tournaments"));
    }

    #[test]
    fn streams_tell_events_before_their_last() {
        let (answer, events) = ask("/api/analyse", r#"{"place":{"game":"tictactoe"},"depth":3}"#);
        assert!(answer.unwrap().contains("\"depth\":3") && events.iter().all(|event| event == "iteration"));
        let (answer, events) = ask("/api/perft", r#"{"place":{"game":"tictactoe"},"depth":3}"#);
        assert!(answer.unwrap().contains("\"depth\":3"));
        assert_eq!(events, ["depth", "depth", "depth"]);
        let (answer, _) = ask("/api/state", r#"{"game":"hoop"}"#);
        assert!(answer.unwrap_err().contains("`hoop`"));
    }
}
