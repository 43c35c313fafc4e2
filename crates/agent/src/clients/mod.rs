//! Foreign programs as players: one module for each language they speak.

mod client;
mod foreign;
mod gtp;
mod interface;
mod nboard;

pub use gtp::GtpAgent;
pub use interface::InterfaceAgent;
pub use nboard::NboardAgent;

pub(crate) use client::Client;
pub(crate) use foreign::{Foreign, GameOrigin};
