//! A position of a game in Python, with the answers that its rules gave.

use super::answers::Judgement;
use super::identity::Identity;
use pyo3::prelude::*;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A child as the rules named it.
pub struct Child {
    /// The move that leads there.
    pub text: Box<str>,
    /// The position as the rules have it.
    pub object: Py<PyAny>,
    /// Its key, once somebody has been there.
    pub key: OnceLock<u64>,
}

/// One position. The answers come when they are first asked for.
pub struct Place {
    /// The position as the rules have it.
    pub object: Py<PyAny>,
    /// Who is to move: 0 or 1.
    pub mover: u8,
    /// What tells it apart, the mover included.
    pub identity: Identity,
    /// A number that stands for the identity.
    pub key: u64,
    /// How it is judged.
    pub judgement: OnceLock<Option<Judgement>>,
    /// Its children, in the order of the rules; none after a failure.
    pub children: OnceLock<Box<[Child]>>,
    /// The value for the player to move, in hundredths of a point.
    pub value: OnceLock<i32>,
    /// Its text.
    pub text: OnceLock<Box<str>>,
    /// Its drawing.
    pub drawing: OnceLock<Box<[Box<str>]>>,
}

/// A shared position. Equal ones are the same position to the rules.
#[derive(Clone)]
pub struct Shared(pub Arc<Place>);

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.identity == other.0.identity
    }
}

impl Eq for Shared {}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.text.get() {
            Some(text) => f.write_str(text),
            None => write!(f, "position {:016x}", self.0.key),
        }
    }
}
