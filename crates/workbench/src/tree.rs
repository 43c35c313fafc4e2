//! `POST /api/tree`: the tree that a search walks.

use crate::analyse::within;
use crate::game_position::GamePosition;
use crate::problem::Problem;
use plybook_catalog::{NoObserver, SearchTree, TreeMethod, TreeRequest};
use schemars::JsonSchema;
use serde::Deserialize;

/// Deepest tree, in plies.
const DEEPEST: u32 = 30;
/// Positions that are shown where nothing is said.
const DEFAULT: usize = 2_000;
/// Positions that can be asked for.
const MOST: usize = 20_000;
/// Positions after which the search of a tree is stopped.
const LONGEST: u64 = 3_000_000;

/// Methods by name, as in the command line.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Method {
    Minimax,
    AlphaBeta,
    Pvs,
    Engine,
}

/// Which tree is wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchTreeRequest {
    place: GamePosition,
    #[schemars(range(min = 1, max = DEEPEST))]
    depth: u32,
    method: Method,
    #[serde(default)]
    evaluator: Option<String>,
    #[serde(default)]
    #[schemars(range(min = 1, max = MOST))]
    limit: Option<usize>,
}

/// The searched tree at a place.
///
/// # Errors
/// There is no such place, or nothing to search there.
pub fn tree(question: SearchTreeRequest) -> Result<SearchTree, Problem> {
    let request = TreeRequest {
        depth: within("depth", Some(question.depth), 1, 1..=DEEPEST)?,
        method: match question.method {
            Method::Minimax => TreeMethod::Minimax,
            Method::AlphaBeta => TreeMethod::AlphaBeta,
            Method::Pvs => TreeMethod::Pvs,
            Method::Engine => TreeMethod::Engine,
        },
        evaluator: question.evaluator,
        limit: within("limit", question.limit, DEFAULT, 1..=MOST)?,
        nodes: Some(LONGEST),
    };
    Ok(question.place.open_to_search()?.session.tree(&request, &NoObserver)?)
}
