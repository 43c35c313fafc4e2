//! What a request gets that cannot be answered.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use plybook_catalog::ReadError;

/// Seconds after which a client may ask again where the server is busy.
const PATIENCE: HeaderValue = HeaderValue::from_static("2");

/// Why a request was refused: a status and a sentence that names the culprit and the remedy.
#[derive(Debug)]
pub struct Problem(plybook_workbench::Problem);

impl Problem {
    /// A problem with this status and sentence.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Problem {
        Problem(plybook_workbench::Problem::new(status.as_u16(), message))
    }

    /// The request is understood, but what it says cannot be used.
    pub fn unusable(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// Too many others are waiting.
    pub fn busy() -> Problem {
        let message = "too many searches are waiting; stop one or try again in a moment";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// Our own failure.
    pub fn internal() -> Problem {
        Problem(plybook_workbench::Problem::internal())
    }

    /// The sentence.
    pub fn message(&self) -> &str {
        self.0.message()
    }
}

impl From<plybook_workbench::Problem> for Problem {
    fn from(problem: plybook_workbench::Problem) -> Problem {
        Problem(problem)
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Problem {
        Problem(error.into())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.0.answer())).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, PATIENCE);
        }
        response
    }
}
