//! The template for agents in Python, with any game.

use crate::table::{MARGIN, meet, play};
use plybook_agent::{Action, Agent, AgentSpec, Budget, InterfaceAgent, Launch, Turn};
use plybook_catalog::{Score, open};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

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
        let (record, winner) = play(&*game, [&mut *first, &mut *second], budget.clone(), 1, 30);
        assert!(winner.is_some() || record.len() == 30, "{name}");
    }
}

/// An agent that repeats what it is told.
const PARROT: &str = "import sys
def ask(question):
    print('query', question, flush=True)
    return sys.stdin.readline().strip()[9:]
for line in sys.stdin:
    words = line.split()
    if words[0] == 'ugi': print('id name Parrot\\nid introduction I repeat.\\nugiok', flush=True)
    if words[0] == 'isready': print('readyok', flush=True)
    if words[0] == 'go':
        heard = [ask(question) for question in ('remark', 'position', 'gameover', 'p1turn', 'result')]
        print('info string', '|'.join(heard))
        print('info depth 3 score win 5 nodes 12 pv', ask('legalmoves').split()[0])
        print('bestmove', ask('legalmoves').split()[-1], flush=True)
";

#[test]
fn every_question_of_an_agent_is_answered() {
    let game = open("tictactoe").unwrap();
    let launch = Launch::new(["python3", "-S", "-c", PARROT].map(str::to_owned).to_vec());
    let mut parrot = InterfaceAgent::ugi(&*game, launch, None, BTreeMap::new()).unwrap();
    let identity = parrot.identity(Instant::now() + MARGIN).unwrap();
    assert_eq!((identity.nickname.as_str(), identity.introduction.as_str()), ("Parrot", "I repeat."));
    parrot.begin(&meet("tictactoe", 1, 1)).unwrap();
    let mut session = game.session(None).unwrap();
    session.play("b2").unwrap();
    let deadline = Instant::now() + MARGIN;
    let turn = Turn { session: &*session, remark: "Hello.\nThere.", budget: Budget::default(), deadline };
    let answer = parrot.turn(&turn).unwrap();
    assert_eq!(answer.remark, format!("Hello. There.|{}|false|false|none", session.text()));
    assert_eq!(answer.action, Action::Move(session.move_texts().last().unwrap().clone()));
    assert_eq!((answer.seen.score, answer.seen.depth), (Some(Score::win_in(5)), Some(3)));
    assert_eq!((answer.seen.nodes, answer.seen.line.len()), (Some(12), 1));
}
