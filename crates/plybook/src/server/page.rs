//! The page, compiled in.

use super::problem::Problem;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

/// The built page. Empty if it was not built before the program.
#[derive(RustEmbed)]
#[folder = "../../web/dist/page"]
#[allow_missing = true]
struct Files;

/// What stands there instead of a page that was not built.
const NOT_BUILT: &str = include_str!("not_built.html");
/// Built files carry their checksum in their name.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// The page itself is asked for anew each time.
const ANEW: HeaderValue = HeaderValue::from_static("no-cache");

/// A file of the page. Only names of compiled-in files are known: nothing is looked up on the disk.
pub async fn file(uri: Uri) -> Response {
    let name = uri.path().trim_start_matches('/');
    let name = if name.is_empty() { "index.html" } else { name };
    match Files::get(name) {
        Some(found) => {
            let kind = HeaderValue::from_static(kind(name));
            let age = if name.starts_with("assets/") { FOR_EVER } else { ANEW };
            ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, age)], found.data).into_response()
        }
        None if name == "index.html" => {
            let kind = HeaderValue::from_static("text/html; charset=utf-8");
            ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, ANEW)], NOT_BUILT).into_response()
        }
        None => Problem::new(StatusCode::NOT_FOUND, "there is no such page; start at /").into_response(),
    }
}

/// What a file is, by its ending.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}
