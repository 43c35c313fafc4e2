//! Who may ask, how much they may send and how long they may take: the checks before every route, and the headers
//! behind every answer.

use super::connections::ConnectionState;
use super::problem::Problem;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

/// Largest body of a request, in bytes.
const LARGEST_BODY: usize = 64 * 1024;
/// The path that takes the text of a rules file, and the largest body there: a text of 64 KiB fits in, written as JSON.
const RULES_PATH: &str = "/api/rules/check";
const LARGEST_RULES: usize = 160 * 1024;
/// How long a body may take to arrive.
pub const BODY_TIME: Duration = Duration::from_secs(10);

/// What the page may load and run: its own files and nothing else, no inline script or style.
const CONTENT_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The headers of every answer.
const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
];

/// Refuses foreign requests, reads the body within its limits, and adds the headers.
pub async fn guard(State(own): State<SocketAddr>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let connection = request.extensions().get::<Arc<ConnectionState>>().cloned();
    let mut response = match admit(own, request).await {
        Ok(request) => {
            connection.iter().for_each(|connection| connection.mark_busy(true));
            let response = next.run(request).await;
            connection.iter().for_each(|connection| connection.mark_busy(false));
            response
        }
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
    if api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

async fn admit(own: SocketAddr, request: Request) -> Result<Request, Problem> {
    let (parts, body) = request.into_parts();
    let host = one(&parts.headers, &header::HOST)?.unwrap_or_default();
    if !is_own_host(own, host) {
        let message = format!("this server does not answer for the host {host:?}; use http://{own}/");
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, message));
    }
    if let Some(origin) = one(&parts.headers, &header::ORIGIN)?
        && origin.strip_prefix("http://") != Some(host)
    {
        let message = format!("requests from other sites are refused: {origin:?}");
        return Err(Problem::new(StatusCode::FORBIDDEN, message));
    }
    let site = parts.headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
    if parts.uri.path().starts_with("/api/") && matches!(site, Some("cross-site" | "same-site")) {
        return Err(Problem::new(StatusCode::FORBIDDEN, "requests from other sites are refused"));
    }
    if parts.method == Method::GET || parts.method == Method::HEAD {
        mark(&parts.extensions);
        return Ok(Request::from_parts(parts, Body::empty()));
    }
    let announced =
        one(&parts.headers, &header::CONTENT_LENGTH)?.and_then(|length| length.parse::<u64>().ok());
    let largest = if parts.uri.path() == RULES_PATH { LARGEST_RULES } else { LARGEST_BODY };
    let too_large = || {
        let message = format!("a request has at most {largest} bytes");
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    if announced.is_some_and(|length| length > largest as u64) {
        return Err(too_large());
    }
    let bytes = match tokio::time::timeout(BODY_TIME, to_bytes(body, largest)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return Err(too_large()),
        Err(_) => {
            let message = format!("the request took longer than {} s to arrive", BODY_TIME.as_secs());
            return Err(Problem::new(StatusCode::REQUEST_TIMEOUT, message));
        }
    };
    mark(&parts.extensions);
    Ok(Request::from_parts(parts, Body::from(bytes)))
}

fn mark(extensions: &axum::http::Extensions) {
    if let Some(connection) = extensions.get::<Arc<ConnectionState>>() {
        connection.mark_arrived();
    }
}

/// The only value of a header; several, or one that is no text, are refused.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Problem> {
    let mut values = headers.get_all(name).iter();
    let wrong = || {
        Problem::new(
            StatusCode::BAD_REQUEST,
            format!("the header {name} must stand there once, as plain text"),
        )
    };
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}

/// Whether a host names this server. Names other than `localhost` are refused, so that no foreign name can be
/// pointed at it; a server that listens everywhere answers for any address.
fn is_own_host(own: SocketAddr, host: &str) -> bool {
    if let Some(port) = host.strip_prefix("localhost:") {
        // Exactly as it is written: other ways to write the number are nobody's.
        return port == own.port().to_string();
    }
    // The port of an address is written that way too: `+8017` is no address, but `08017` is.
    let is_plain = host.rsplit_once(':').is_none_or(|(_, port)| !port.starts_with('0'));
    let Some(asked) = host.parse::<SocketAddr>().ok().filter(|_| is_plain) else {
        let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let default_port = own.port() == 80;
        return default_port
            && (host == "localhost" || address.is_ok_and(|address| is_own_address(own, address)));
    };
    asked.port() == own.port() && is_own_address(own, asked.ip())
}

fn is_own_address(own: SocketAddr, asked: IpAddr) -> bool {
    own.ip().is_unspecified() || asked == own.ip() || (own.ip().is_loopback() && asked.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_hosts() {
        let own = "127.0.0.1:8017".parse().unwrap();
        for host in ["127.0.0.1:8017", "localhost:8017", "[::1]:8017"] {
            assert!(is_own_host(own, host), "{host}");
        }
        let foreign = ["", "localhost", "127.0.0.1", "127.0.0.1:80", "localhost:8018", "evil.example:8017"];
        let tricks = ["10.0.0.1:8017", "localhost:8017.evil.example", "localhost:8017@evil.example", "[::1]"];
        let numbers =
            ["localhost:+8017", "localhost:08017", "127.0.0.1:+8017", "127.0.0.1:08017", "[::1]:08017"];
        for host in foreign.iter().chain(&tricks).chain(&numbers) {
            assert!(!is_own_host(own, host), "{host}");
        }
        let everywhere = "0.0.0.0:80".parse().unwrap();
        assert!(is_own_host(everywhere, "192.168.1.5") && is_own_host(everywhere, "localhost"));
        assert!(!is_own_host(everywhere, "evil.example"));
    }
}
