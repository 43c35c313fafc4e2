//! Endgame databases at work: the referee decides by them, the engine plays by them and says so.

use crate::support::Scripted;
use plybook_agent::{Agent, AgentSpec};
use plybook_arena::adjudication::{Adjudication, by_database};
use plybook_arena::clock::{TimeControl, Tolerance};
use plybook_arena::openings::Opening;
use plybook_arena::referee::{Conditions, NoGameObserver, Played, play};
use plybook_arena::{Outcome, Reason};
use plybook_catalog::endgame_files::{BuildOptions, Folder, NoBuildObserver, TablebaseValue};
use plybook_catalog::{AnyGame, Player, endgame, open};

/// A folder with a database, which goes away with the test.
struct Installed(Folder);

impl Installed {
    fn new(game: &str, slices: &[&str]) -> Installed {
        let label = game.replace([':', '/'], "-");
        let path =
            std::env::temp_dir().join(format!("plybook-arena-databases-{}-{label}", std::process::id()));
        let folder = Folder(path);
        let slices = slices.iter().map(|&slice| slice.to_owned()).collect();
        let options = BuildOptions { slices, ..BuildOptions::default() };
        endgame(game).unwrap().unwrap().build(&folder, &options, &NoBuildObserver).unwrap();
        Installed(folder)
    }

    fn engine(&self, game: &dyn AnyGame, words: &str) -> Box<dyn Agent> {
        let text = format!("engine:hash=1{words},endgame={}", self.0.0.display());
        AgentSpec::read(&text).unwrap().make(game).unwrap()
    }
}

impl Drop for Installed {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0.0);
    }
}

/// A game from a position, decided by the database if that is wanted.
fn game_from(
    game: &dyn AnyGame,
    installed: &Installed,
    position: &str,
    plies: u32,
    adjudicated: bool,
    agents: [&mut dyn Agent; 2],
) -> Played {
    let opening = Opening { position: Some(position.to_owned()), moves: Vec::new() };
    let knowledge = game.tablebases(&installed.0).unwrap();
    let conditions = Conditions {
        game,
        opening: &opening,
        control: TimeControl { nodes: Some(500), ..TimeControl::default() },
        tolerances: &[Tolerance::OWN; 2],
        plies,
        adjudication: Adjudication { database: adjudicated, ..Adjudication::default() },
        knowledge: Some(&*knowledge),
        ponder: false,
        seed: 1,
        names: &["one", "two"],
    };
    play(&conditions, agents, &NoGameObserver).unwrap().unwrap()
}

/// What the referee says of a position at once.
fn verdict(game: &dyn AnyGame, installed: &Installed, position: &str) -> (Option<Outcome>, Reason, String) {
    let (mut one, mut two) = (Scripted::random("one"), Scripted::random("two"));
    let played = game_from(game, installed, position, 0, true, [&mut one, &mut two]);
    assert!(played.plies.is_empty(), "{:?}", played.plies);
    (played.verdict.outcome, played.verdict.reason, played.verdict.sentence)
}

#[test]
fn the_referee_decides_what_a_database_knows() {
    let game = open("tictactoe").unwrap();
    let installed = Installed::new("tictactoe", &[]);
    let (outcome, reason, sentence) = verdict(&*game, &installed, "3/3/3 X");
    assert_eq!((outcome, reason), (Some(Outcome::Draw), Reason::Database));
    assert_eq!(sentence, "Draw: proven by the endgame database.");
    let (outcome, reason, sentence) = verdict(&*game, &installed, "XX1/OO1/3 X");
    assert_eq!((outcome, reason), (Some(Outcome::Win(Player::FIRST)), Reason::Database));
    assert_eq!(sentence, "one wins: proven by the endgame database in 1 plies.");

    // Hexapawn on three by three is won for the second player: Gardner, 1962.
    let hexapawn = open("hexapawn").unwrap();
    let installed = Installed::new("hexapawn", &[]);
    let start = hexapawn.session(None).unwrap().text();
    assert_eq!(verdict(&*hexapawn, &installed, &start).0, Some(Outcome::Win(Player::SECOND)));
}

#[test]
fn only_if_asked_and_only_in_time() {
    let game = open("tictactoe").unwrap();
    let installed = Installed::new("tictactoe", &["9"]);
    let random = || Scripted::random("somebody");
    let played = game_from(&*game, &installed, "3/3/3 X", 0, false, [&mut random(), &mut random()]);
    assert_ne!(played.verdict.reason, Reason::Database);
    // A win in three plies is none for a referee who calls a draw after two.
    let knowledge = game.tablebases(&installed.0).unwrap();
    let database = endgame("tictactoe").unwrap().unwrap();
    let fork = (0..database.slices()[5].1).filter_map(|index| database.position("5", index));
    let fork = fork.map(|text| game.session(Some(&text)).unwrap());
    let fork =
        fork.into_iter().find(|session| knowledge.worth(&**session) == Some(TablebaseValue::Win(3))).unwrap();
    let outcome = |left| by_database(&knowledge, &*fork, &["X", "O"], left).map(|verdict| verdict.outcome);
    assert_eq!((outcome(Some(2)), outcome(Some(3)).is_some(), outcome(None).is_some()), (None, true, true));
}

/// Three pieces of checkers: the engine wins by the database what it does not see with so few positions, and says so.
#[test]
fn the_engine_plays_by_the_database_and_says_so() {
    let game = open("checkers").unwrap();
    let installed = Installed::new("checkers", &["2k-1k"]);
    let knowledge = game.tablebases(&installed.0).unwrap();
    let database = endgame("checkers").unwrap().unwrap();
    let far = (0..).find_map(|index| {
        let text = database.position("2k-1k", index * 7)?;
        let session = game.session(Some(&text)).unwrap();
        let worth = knowledge.worth(&*session)?;
        (session.ending().is_none() && matches!(worth, TablebaseValue::Win(21..))).then_some((text, worth))
    });
    let (position, worth) = far.unwrap();
    let first = game.session(Some(&position)).unwrap().mover().unwrap().0 == 0;
    let mut winner = installed.engine(&*game, ",nodes=200");
    let mut loser = installed.engine(&*game, ",level=10,nodes=200");
    let agents: [&mut dyn Agent; 2] =
        if first { [&mut *winner, &mut *loser] } else { [&mut *loser, &mut *winner] };
    let played = game_from(&*game, &installed, &position, 0, false, agents);
    assert_eq!(played.verdict.outcome == Some(Outcome::Win(Player::FIRST)), first, "{:?}", played.verdict);
    assert_eq!(played.plies.len() as u32, worth.distance().unwrap(), "both played their best");
    assert!(played.plies.iter().all(|ply| ply.proven), "{:?}", played.plies);
    assert!(
        played.plies[0].remark.contains(&format!("database proves it: {worth}")),
        "{:?}",
        played.plies[0]
    );
}
