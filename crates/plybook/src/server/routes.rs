//! All routes, with what each takes and gives; `documentation.rs` makes the OpenAPI document from the list.

use super::documentation::{Answer, SchemaOf, document, schema_of};
use super::handlers::{on_engine_move, on_get, on_move, on_quick, on_rules_files, on_search, on_stream};
use super::{App, guard, knowledge, matchboxes, move_now, page, problem::Problem, samuel, tournaments};
use axum::Router;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use plybook_catalog::{GameDescription, LabRow, SearchTree};
use plybook_workbench::{
    GamePosition, analyse, counts, engine_move, games, graph, hint, lab, record, rules_text, self_play,
    setup, state, tree,
};
use schemars::JsonSchema;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::OnceLock;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// Examples of what a route takes.
pub type Examples = fn() -> Vec<Value>;

/// A route: method, path, what answers it, and what the documentation says about it.
pub struct Route {
    /// The method.
    pub method: Method,
    /// The path.
    pub path: &'static str,
    /// What it is for, in a sentence.
    pub summary: &'static str,
    /// What it takes, and examples of that.
    pub question: Option<(SchemaOf, Examples)>,
    /// What it gives.
    pub answer: Answer,
    handler: fn() -> MethodRouter<App>,
}

impl Route {
    fn new(
        method: Method,
        path: &'static str,
        summary: &'static str,
        handler: fn() -> MethodRouter<App>,
    ) -> Route {
        Route { method, path, summary, question: None, answer: Answer::Json(schema_of::<Value>), handler }
    }

    fn get(path: &'static str, summary: &'static str, handler: fn() -> MethodRouter<App>) -> Route {
        Route::new(Method::GET, path, summary, handler)
    }

    fn post(path: &'static str, summary: &'static str, handler: fn() -> MethodRouter<App>) -> Route {
        Route::new(Method::POST, path, summary, handler)
    }

    fn takes<T: JsonSchema>(self, examples: Examples) -> Route {
        Route { question: Some((schema_of::<T>, examples)), ..self }
    }

    fn gives<T: JsonSchema>(self) -> Route {
        Route { answer: Answer::Json(schema_of::<T>), ..self }
    }

    /// One more event of a stream of them.
    fn tells<T: JsonSchema>(mut self, event: &'static str) -> Route {
        if let Answer::Json(_) = self.answer {
            self.answer = Answer::Events(Vec::new());
        }
        if let Answer::Events(events) = &mut self.answer {
            events.push((event, schema_of::<T>));
        }
        self
    }
}

/// All routes but the page's files. The examples are asked and answered by the tests.
pub fn routes() -> Vec<Route> {
    let mut all = about_games();
    all.extend(about_searches());
    all.extend(about_rules());
    all.extend(about_machines());
    all.extend(about_tournaments());
    all
}

/// What is answered at once: games, positions, records.
fn about_games() -> Vec<Route> {
    vec![
        Route::get("/api/openapi.json", "This document.", || get(openapi))
            .gives::<serde_json::Map<String, serde_json::Value>>(),
        Route::get(
            "/api/games",
            "All games with their options and a picture of each, and the techniques of the search.",
            || on_get(games::list),
        )
        .gives::<games::Catalogue>(),
        Route::post("/api/rules", "A game's rules as Markdown.", || on_quick(games::rules))
            .takes::<games::RulesRequest>(|| {
                vec![json!({ "game": "hexapawn" }), json!({ "game": "baroque:cambridge" })]
            })
            .gives::<GameDescription>(),
        Route::post(
            "/api/state",
            "The board at a place, its legal moves with their click paths, and the end of the game \
             if this is it.",
            || on_quick(state::state),
        )
        .takes::<GamePosition>(|| {
            vec![
                json!({ "game": "tictactoe" }),
                json!({ "game": "hexapawn", "moves": ["a1a2"] }),
                json!({ "game": "chess", "position": "7k/5Q2/8/8/8/8/8/K7 b - - 0 1" }),
                json!({ "game": "kalah", "moves": ["3"] }),
            ]
        })
        .gives::<state::StateAnswer>(),
        Route::post(
            "/api/take-back",
            "The board after moves were taken back until one of some players is to move, any if none is \
             named.",
            || on_quick(state::take_back),
        )
        .takes::<state::TakeBackRequest>(|| {
            vec![
                json!({ "place": {"game": "tictactoe", "moves": ["b2", "a1"]}, "players": [0] }),
                json!({ "place": {"game": "tictactoe"} }),
            ]
        })
        .gives::<state::StateAnswer>(),
        Route::post("/api/lines", "Lines of play as people read them.", || on_quick(state::lines))
            .takes::<state::LinesRequest>(|| {
                vec![json!({ "game": "chess", "lines": [["e2e4", "e7e5", "g1f3"], ["d2d4"]] })]
            })
            .gives::<state::LinesAnswer>(),
        Route::post("/api/terms", "The named terms of an evaluation, from the first player's view.", || {
            on_quick(state::evaluation)
        })
        .takes::<state::TermsRequest>(|| {
            vec![
                json!({ "place": {"game": "hexapawn", "moves": ["a1a2"]} }),
                json!({ "place": {"game": "chess"}, "evaluator": "basic" }),
            ]
        })
        .gives::<state::TermsAnswer>(),
        Route::post("/api/record", "Reads a pasted game record, a list of moves or a position.", || {
            on_quick(record::record)
        })
        .takes::<record::RecordRequest>(|| {
            vec![
                json!({ "game": "othello", "text": "f5d6c3" }),
                json!({ "game": "chess", "text": "1. e4 e5 2. Ke3" }),
            ]
        })
        .gives::<record::RecordAnswer>(),
        Route::post("/api/record/write", "The record of a game, for other programs.", || {
            on_quick(record::write_record)
        })
        .takes::<GamePosition>(|| vec![json!({ "game": "chess", "moves": ["e2e4", "e7e5"] })])
        .gives::<record::WrittenRecord>(),
        Route::post("/api/palette", "The pieces that can be put on a game's board.", || {
            on_quick(setup::palette)
        })
        .takes::<setup::PaletteRequest>(|| vec![json!({ "game": "chess" })])
        .gives::<setup::Palette>(),
        Route::post("/api/setup", "The text of a position that was put together by clicking.", || {
            on_quick(setup::setup)
        })
        .takes::<setup::SetupRequest>(|| {
            vec![
                json!({
                    "place": { "game": "hexapawn" },
                    "edits": [{"cell": 0}, {"cell": 3, "piece": {"owner": 1, "name": "pawn"}}], "mover": 1,
                }),
                json!({
                    "place": { "game": "kalah:2,1" },
                    "edits": [{"cell": 0, "count": 2}, {"cell": 3, "count": 0}],
                }),
            ]
        })
        .gives::<setup::SetupAnswer>(),
        Route::post(
            "/api/knowledge",
            "What the user's opening book and the installed endgame database know of a position.",
            || post(knowledge::knowledge),
        )
        .takes::<GamePosition>(|| vec![json!({ "game": "chess" }), json!({ "game": "hexapawn" })])
        .gives::<knowledge::KnowledgeAnswer>(),
    ]
}

/// What the engine thinks about.
fn about_searches() -> Vec<Route> {
    vec![
        Route::post(
            "/api/move",
            "The engine's move at a level or for a time, what it says, and the position after it.",
            || post(on_engine_move),
        )
        .takes::<engine_move::MoveRequest>(|| {
            vec![
                json!({ "place": {"game": "hexapawn", "moves": ["a1a2"]}, "level": 3, "seed": 7 }),
                json!({ "place": {"game": "tictactoe"}, "milliseconds": 50, "key": "one game" }),
            ]
        })
        .gives::<engine_move::MoveAnswer>(),
        Route::post(
            "/api/move/now",
            "Ends the search for the engine's move in a game: the question for it is answered with what was found.",
            || post(move_now::move_now),
        )
        .takes::<move_now::MoveNowRequest>(|| vec![json!({ "key": "one game" })])
        .gives::<move_now::MoveNowAnswer>(),
        Route::post("/api/hint", "A move and its reason.", || on_move(hint::hint))
            .takes::<hint::HintRequest>(|| {
                vec![json!({ "place": {"game": "hexapawn", "moves": ["a1a2"]}, "milliseconds": 50 })]
            })
            .gives::<hint::HintAnswer>(),
        Route::post("/api/analyse", "What the engine thinks, while it thinks.", || {
            on_stream(analyse::prepare, analyse::work)
        })
        .takes::<analyse::AnalyseRequest>(|| {
            vec![json!({ "place": {"game": "hexapawn", "moves": ["a1a2"]}, "lines": 2, "seconds": 1 })]
        })
        .tells::<analyse::Iteration>("iteration")
        .tells::<analyse::Iteration>("done"),
        Route::post(
            "/api/graph",
            "The value of every position of a game, and the moves that turned it.",
            || on_stream(graph::prepare, graph::work),
        )
        .takes::<graph::GraphRequest>(|| {
            vec![json!({ "place": {"game": "tictactoe", "moves": ["a1", "b1", "b2"]}, "milliseconds": 20 })]
        })
        .tells::<graph::GraphPoint>("point")
        .tells::<graph::GraphEnd>("done"),
        Route::post("/api/tree", "The tree that a search walks, with its windows, values and cuts.", || {
            on_search(tree::tree)
        })
        .takes::<tree::SearchTreeRequest>(|| {
            vec![
                json!({ "place": {"game": "tree"}, "depth": 2, "method": "alphabeta" }),
                json!({
                    "place": { "game": "hexapawn", "moves": ["a1a2"] }, "depth": 3, "method": "minimax",
                    "limit": 50,
                }),
            ]
        })
        .gives::<SearchTree>(),
        Route::post("/api/lab", "What each technique of the search is worth, search by search.", || {
            on_stream(lab::prepare, lab::work)
        })
        .takes::<lab::LabRequest>(|| {
            vec![json!({
                "place": { "game": "hexapawn", "moves": ["a1a2"] }, "techniques": ["alpha-beta", "table"],
                "depth": 3,
            })]
        })
        .tells::<lab::LabPlan>("plan")
        .tells::<LabRow>("row")
        .tells::<lab::LabSavings>("savings")
        .tells::<lab::LabEnd>("done"),
    ]
}

/// Games that are made on the page.
fn about_rules() -> Vec<Route> {
    vec![
        Route::get(
            "/api/rules/files",
            "The rules files that come with the program, and those of the folder that the server was given.",
            || get(on_rules_files),
        )
        .gives::<rules_text::RulesFilesAnswer<'_>>(),
        Route::post(
            "/api/rules/check",
            "Reads the text of a rules file: its faults, or the game that it makes, by a name under which all other \
             questions can be asked.",
            || on_search(rules_text::check),
        )
        .takes::<rules_text::RulesCheckRequest>(|| {
            let race = "game Race\nboard 4x4\npiece pawn on first row\n  step forward to empty\n\
                        win: reach last row\nstuck: loses\n";
            vec![json!({ "text": race }), json!({ "text": race.replace("forward", "forwrad") })]
        })
        .gives::<rules_text::RulesCheckAnswer>(),
        Route::post("/api/perft", "How many sequences of moves there are, ply by ply.", || {
            on_stream(counts::prepare, counts::work)
        })
        .takes::<counts::PerftRequest>(|| vec![json!({ "place": { "game": "ataxx" }, "depth": 2 })])
        .tells::<counts::PerftDepth>("depth")
        .tells::<counts::PerftEnd>("done"),
        Route::post(
            "/api/balance",
            "How a game treats its players, by games of the engine against itself.",
            || on_stream(self_play::prepare, self_play::work),
        )
        .takes::<self_play::BalanceRequest>(|| {
            vec![json!({ "game": "hexapawn", "games": 3, "nodes": 50, "seed": 1 })]
        })
        .tells::<self_play::BalanceReport>("report")
        .tells::<self_play::BalanceReport>("done"),
    ]
}

/// A machine of matchboxes for the examples.
fn machine(name: &str) -> Value {
    let boxes = match name {
        "menace" => json!([{ "position": "3/3/3 X", "stage": 0, "beads": [3, 4, 7] }]),
        _ => json!([]),
    };
    json!({ "machine": name, "boxes": boxes, "played": 2, "seed": 7 })
}

/// A series of Samuel's program for the examples: as it begins, with the terms in the order of their numbers.
fn series() -> Value {
    let active: Vec<Value> =
        (0..16).map(|term| json!({ "term": term, "correlation": 0.0, "uses": 0, "tally": 0 })).collect();
    let beta: Vec<i64> = (0..38).map(|term| if term < 16 { 1 << 18 } else { 0 }).collect();
    json!({
        "series": 1, "seed": 1, "played": 0, "active": active, "reserve": (16..38).collect::<Vec<_>>(),
        "beta": beta, "black_marks": 0, "wins": [0, 0], "since_replacement": 0,
    })
}

/// Machines that learn.
fn about_machines() -> Vec<Route> {
    vec![
        Route::post(
            "/api/matchboxes/train",
            "Lets a machine of matchboxes play some games and learn from each: MENACE (tic-tac-toe) or HER (hexapawn).",
            || post(matchboxes::train),
        )
        .takes::<matchboxes::TrainRequest>(|| {
            vec![
                json!({ "state": machine("her"), "against": "seeker", "games": 5 }),
                json!({ "state": machine("menace"), "against": "random", "games": 1 }),
            ]
        })
        .gives::<matchboxes::MachineAnswer>(),
        Route::post(
            "/api/matchboxes/draw",
            "The bead that a machine of matchboxes draws in a game with a person.",
            || post(matchboxes::draw),
        )
        .takes::<matchboxes::PersonRequest>(|| {
            vec![
                json!({ "state": machine("menace"), "moves": [] }),
                json!({ "state": machine("her"), "moves": ["a1a2"] }),
            ]
        })
        .gives::<matchboxes::MachineAnswer>(),
        Route::post(
            "/api/matchboxes/teach",
            "Corrects the boxes after a game of a machine with a person.",
            || post(matchboxes::teach),
        )
        .takes::<matchboxes::TeachRequest>(|| {
            vec![json!({ "state": machine("her"), "moves": ["a1a2", "b3xa2", "b1xa2", "c3c2"] })]
        })
        .gives::<matchboxes::MachineAnswer>(),
        Route::post(
            "/api/samuel/begin",
            "A new series of games by which Samuel's checkers player learns.",
            || post(samuel::begin),
        )
        .takes::<samuel::SeriesRequest>(|| vec![json!({ "series": 2, "seed": 1 })])
        .gives::<samuel::SeriesAnswer>(),
        Route::post("/api/samuel/play", "Plays the next game of such a series; Alpha learns from it.", || {
            post(samuel::play)
        })
        .takes::<samuel::SeriesPlayRequest>(|| vec![json!({ "state": series() })])
        .gives::<samuel::SeriesAnswer>(),
    ]
}

/// Tournaments of the database.
fn about_tournaments() -> Vec<Route> {
    vec![
        Route::get(
            "/api/tournaments",
            "All tournaments of the database, the latest first, and who may play in a new one.",
            || get(tournaments::list),
        )
        .gives::<tournaments::TournamentList>(),
        Route::post(
            "/api/tournaments/start",
            "Starts a tournament between built-in agents and agents of the server's local file.",
            || post(tournaments::start),
        )
        .takes::<tournaments::StartRequest>(|| {
            vec![
                json!({
                    "game": "tictactoe", "format": "match", "games": 4,
                    "agents": [{"kind": "random"}, {"kind": "one-ply"}], "time": { "nodes": 100 },
                }),
                json!({
                    "game": "hexapawn", "format": "match", "name": "a test", "games": 40,
                    "agents": [
                        { "kind": "engine", "level": 4, "name": "four" },
                        { "kind": "engine", "depth": 1, "evaluator": "basic" },
                    ],
                    "time": { "game": 10, "increment": 0.1 }, "openings": { "random": 2 },
                    "sprt": { "elo0": 0, "elo1": 100 }, "seed": 7, "plies": 200,
                }),
                json!({
                    "game": "tictactoe", "format": "swiss", "rounds": 2, "games": 2,
                    "agents": [{"kind": "random"}, {"kind": "one-ply"}, {"kind": "engine", "nodes": 50}],
                    "time": { "move": 0.02 }, "openings": { "list": "moves b2\nmoves a1" }, "concurrency": 1,
                }),
                json!({
                    "game": "tictactoe", "format": "match", "games": 2,
                    "agents": [
                        {"kind": "engine", "depth": 3, "ponder": "reply"}, {"kind": "engine", "level": 2},
                    ],
                    "time": { "move": 0.05 },
                    "adjudication": {
                        "win": 5, "win-moves": 2, "draw": 0.1, "draw-moves": 3, "draw-after": 6,
                        "proven": 500, "database": false,
                    },
                    "ponder": true,
                }),
            ]
        })
        .gives::<tournaments::ControlAnswer>(),
        Route::post(
            "/api/tournaments/control",
            "Pauses a tournament, goes on with it, or ends it for good; twice is as good as once. \
             What is being stopped is still running until its last moves are made.",
            || post(tournaments::control),
        )
        .takes::<tournaments::ControlRequest>(|| {
            vec![
                json!({ "id": 1, "action": "pause" }),
                json!({ "id": 1, "action": "resume" }),
                json!({ "id": 1, "action": "end" }),
            ]
        })
        .gives::<tournaments::ControlAnswer>(),
        Route::post("/api/tournaments/watch", "How a tournament stands, as it goes.", || {
            post(tournaments::watch)
        })
        .takes::<tournaments::WatchRequest>(|| vec![json!({ "id": 1 })])
        .tells::<tournaments::Account<'_>>("account")
        .tells::<tournaments::Boards<'_>>("boards")
        .tells::<tournaments::Over>("done"),
        Route::post(
            "/api/tournaments/games",
            "Some games of a tournament, the latest of its schedule first.",
            || post(tournaments::games),
        )
        .takes::<tournaments::GamesRequest>(|| {
            vec![json!({ "id": 1 }), json!({ "id": 1, "most": 2, "before": 3, "player": "random" })]
        })
        .gives::<tournaments::PlayedGames>(),
        Route::post(
            "/api/tournaments/records",
            "Some games of a tournament written down for other programs, the latest of its schedule first.",
            || post(tournaments::records),
        )
        .takes::<tournaments::GamesRequest>(|| {
            vec![json!({ "id": 1 }), json!({ "id": 1, "most": 2, "before": 3 })]
        })
        .gives::<tournaments::GameRecords>(),
    ]
}

async fn openapi() -> Response {
    static DOCUMENT: OnceLock<String> = OnceLock::new();
    let text = DOCUMENT.get_or_init(|| document(&routes()).to_string());
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], text.as_str()).into_response()
}

async fn no_such_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this method is not for this path; see /api/openapi.json")
}

async fn no_such_route() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "there is no such question; see /api/openapi.json")
}

/// Everything the server answers, behind its guard.
pub fn router(app: App, own: SocketAddr) -> Router {
    let mut router = Router::new();
    for route in routes() {
        router = router.route(route.path, (route.handler)());
    }
    router
        .route("/api/{*rest}", axum::routing::any(no_such_route))
        .method_not_allowed_fallback(no_such_method)
        .fallback_service(get(page::file).fallback(no_such_method))
        .with_state(app)
        .layer(CompressionLayer::new())
        .layer(CatchPanicLayer::custom(|_| Problem::internal().into_response()))
        .layer(middleware::from_fn_with_state(own, guard::guard))
}
