//! What a request gets that cannot be answered.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use plybook_catalog::ReadError;
use schemars::JsonSchema;
use serde::Serialize;

/// Seconds after which a client may ask again where the server is busy.
const PATIENCE: HeaderValue = HeaderValue::from_static("2");

/// Why a request was refused: a status and a sentence that names the culprit and the remedy.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    message: String,
    subject: Option<&'static str>,
    place: Option<usize>,
}

/// What is told about it.
#[derive(Serialize, JsonSchema)]
pub struct ProblemAnswer<'a> {
    /// What is wrong, where, and what would be right.
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// What could not be read: `position`, `move`, `game`.
    subject: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// The character where it went wrong, from 1.
    place: Option<usize>,
}

impl Problem {
    /// A problem with this status and sentence.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Problem {
        Problem { status, message: message.into(), subject: None, place: None }
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
        let message = "the server failed to answer this; the request was given up, everything else goes on";
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// The same problem with words before its message.
    pub fn within(mut self, what: &str) -> Problem {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// The sentence.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Problem {
        Problem {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            message: error.to_string(),
            subject: Some(error.subject),
            place: error.place,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = Json(ProblemAnswer { error: &self.message, subject: self.subject, place: self.place });
        let mut response = (self.status, body).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, PATIENCE);
        }
        response
    }
}
