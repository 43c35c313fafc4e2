//! The list of all routes. `docs/openapi.json` documents exactly these; a test compares them.

use super::{
    App, analyse, engine_move, games, graph, guard, hint, lab, page, problem::Problem, record, setup, state,
    tournaments, tree,
};
use axum::Router;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use std::net::SocketAddr;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// The documentation of the routes, served as well.
const OPENAPI: &str = include_str!("../../../../docs/openapi.json");

/// A route: method, path and what answers it.
pub struct Route {
    /// The method.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the comparison with the documentation"))]
    pub method: Method,
    /// The path.
    pub path: &'static str,
    answer: fn() -> MethodRouter<App>,
}

const fn asked(path: &'static str, answer: fn() -> MethodRouter<App>) -> Route {
    Route { method: Method::POST, path, answer }
}

const fn fetched(path: &'static str, answer: fn() -> MethodRouter<App>) -> Route {
    Route { method: Method::GET, path, answer }
}

/// All routes but the page's files.
pub const ROUTES: &[Route] = &[
    fetched("/api/openapi.json", || get(openapi)),
    fetched("/api/games", || get(games::list)),
    asked("/api/rules", || post(games::rules)),
    asked("/api/state", || post(state::state)),
    asked("/api/take-back", || post(state::take_back)),
    asked("/api/terms", || post(state::evaluation)),
    asked("/api/move", || post(engine_move::engine_move)),
    asked("/api/hint", || post(hint::hint)),
    asked("/api/record", || post(record::record)),
    asked("/api/palette", || post(setup::palette)),
    asked("/api/setup", || post(setup::setup)),
    asked("/api/analyse", || post(analyse::analyse)),
    asked("/api/graph", || post(graph::graph)),
    asked("/api/tree", || post(tree::tree)),
    asked("/api/lab", || post(lab::lab)),
    fetched("/api/tournaments", || get(tournaments::list)),
    asked("/api/tournaments/start", || post(tournaments::start)),
    asked("/api/tournaments/control", || post(tournaments::control)),
    asked("/api/tournaments/watch", || post(tournaments::watch)),
    asked("/api/tournaments/games", || post(tournaments::games)),
];

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], OPENAPI).into_response()
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
    for route in ROUTES {
        router = router.route(route.path, (route.answer)());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_has_exactly_these_routes() {
        let document: serde_json::Value = serde_json::from_str(OPENAPI).unwrap();
        let mut documented = Vec::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            documented.extend(
                methods.as_object().unwrap().keys().map(|method| (path.clone(), method.to_uppercase())),
            );
        }
        let mut served: Vec<(String, String)> =
            ROUTES.iter().map(|route| (route.path.to_owned(), route.method.to_string())).collect();
        documented.sort();
        served.sort();
        assert_eq!(documented, served);
        assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    }
}
