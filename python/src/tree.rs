//! The tree that a search walks, and proofs of values.

use crate::error::{OrRaise, Trouble};
use crate::interrupt;
use crate::position::Position;
use crate::rules::Rules;
use plybook_agent::LARGEST_HASH;
use plybook_catalog::{ProofRequest, SearchObserver, TreeMethod, TreeRequest};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Stops a search where somebody wishes it, or rules in Python have failed.
struct Watch<'a>(&'a AtomicBool, Option<&'a Rules>);

impl SearchObserver for Watch<'_> {
    fn stop(&self) -> bool {
        self.0.load(Relaxed) || self.1.is_some_and(Rules::is_troubled)
    }
}

/// The methods by their words.
const METHODS: [(&str, TreeMethod); 4] = [
    ("minimax", TreeMethod::Minimax),
    ("alphabeta", TreeMethod::AlphaBeta),
    ("pvs", TreeMethod::Pvs),
    ("engine", TreeMethod::Engine),
];

/// The tree that a search of the position walks, in JSON.
#[pyfunction]
pub fn search_tree(
    py: Python<'_>,
    position: &Position,
    depth: u32,
    method: &str,
    evaluator: Option<String>,
    limit: usize,
    nodes: Option<u64>,
) -> PyResult<String> {
    let Some((_, method)) = METHODS.iter().find(|(word, _)| *word == method) else {
        let known: Vec<&str> = METHODS.iter().map(|(word, _)| *word).collect();
        let remedy = format!("known: {}", known.join(", "));
        return Err(Trouble::new("method", method, "there is no such method", remedy).raise(py));
    };
    let session = position.at.session();
    let (request, stop) =
        (TreeRequest { depth, method: *method, evaluator, limit, nodes }, AtomicBool::new(false));
    let watch = Watch(&stop, position.game.rules.as_deref());
    // A session is for one thread at a time; this one goes there and is not needed here.
    let tree = interrupt::run(py, &stop, move || session.tree(&request, &watch))?;
    position.game.checked(py, ())?;
    serde_json::to_string(&tree.or_raise(py)?)
        .map_err(|error| Trouble::new("tree", "", error.to_string(), "report it").raise(py))
}

/// What a proof is as plain data: its value in JSON if there is one, the line, positions, checked positions, and its text.
type PlainProof = (Option<String>, Vec<String>, u64, Option<u64>, String);

/// The exact value of a position by proof numbers.
#[pyfunction]
pub fn find_proof(
    py: Python<'_>,
    position: &Position,
    hash: usize,
    nodes: Option<u64>,
) -> PyResult<PlainProof> {
    if hash > LARGEST_HASH {
        let remedy = format!("give 0 to {LARGEST_HASH} mebibytes");
        return Err(
            Trouble::new("proof", &format!("hash={hash}"), "the table is too large", remedy).raise(py)
        );
    }
    let (session, stop) = (position.at.session(), AtomicBool::new(false));
    position.game.checked(py, ())?;
    let (request, game) = (ProofRequest { hash, nodes }, &*position.game.any);
    let watch = Watch(&stop, position.game.rules.as_deref());
    let proof = interrupt::run(py, &stop, move || game.prove(&*session, &request, &watch))?;
    position.game.checked(py, ())?;
    let proof = proof.or_raise(py)?;
    let value = proof.value.map(|value| (serde_json::to_string(&value), value.to_string()));
    let value = match value {
        Some((Ok(json), text)) => Some(format!("[{json},{text:?}]")),
        _ => None,
    };
    Ok((value, proof.line, proof.nodes, proof.checked, proof.text))
}
