//! The template for agents in Python, with any game.

use crate::table::play;
use plybook_agent::{AgentSpec, Budget};
use plybook_catalog::open;
use std::path::PathBuf;
use std::time::Duration;

fn template() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../agents/ugi_template.py")
}

#[test]
fn the_template_is_short() {
    let text = std::fs::read_to_string(template()).unwrap();
    assert!(text.lines().count() < 60);
}

#[test]
fn the_template_plays_any_game() {
    let budget = Budget { time: Some(Duration::from_secs(5)), ..Budget::default() };
    for name in ["tictactoe", "othello", "baroque", "chess", "kalah", "checkers"] {
        let game = open(name).unwrap();
        let spec = AgentSpec::read(&format!("ugi:\"{}\"", template().display())).unwrap();
        let (mut first, mut second) = (spec.make(&*game).unwrap(), spec.make(&*game).unwrap());
        let (record, winner) = play(&*game, [&mut *first, &mut *second], budget, 1, 30);
        assert!(winner.is_some() || record.len() == 30, "{name}");
    }
}
