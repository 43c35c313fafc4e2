//! A small referee: two players at a table, every move checked.

use plybook_agent::{Action, Agent, Answer, Budget, Fault, GameStart, Turn};
use plybook_catalog::{AnyGame, Player, Random, Session};
use std::time::{Duration, Instant};

/// How long anything may take in these tests beyond what its subject is.
pub const MARGIN: Duration = Duration::from_secs(60);

pub fn meet<'a>(game: &'a str, side: u8, seed: u64) -> GameStart<'a> {
    GameStart {
        game,
        position: None,
        opening: &[],
        side: Player(side),
        opponent: "Bert",
        seed,
        deadline: Instant::now() + MARGIN,
    }
}

pub fn ask(agent: &mut dyn Agent, session: &dyn Session, budget: Budget) -> Result<Answer, Fault> {
    agent.turn(&Turn { session, remark: "", budget, deadline: Instant::now() + MARGIN })
}

/// Plays a game to its end or to `most` plies; the record and who won.
pub fn play(
    game: &dyn AnyGame,
    agents: [&mut dyn Agent; 2],
    budget: Budget,
    seed: u64,
    most: usize,
) -> (Vec<String>, Option<Option<Player>>) {
    let name = game.full_name();
    let mut session = game.session(None).unwrap();
    let [first, second] = agents;
    let mut agents = [first, second];
    let mut remark = String::new();
    for (side, agent) in agents.iter_mut().enumerate() {
        let identity = agent.identity(Instant::now() + MARGIN).unwrap();
        assert!(!identity.nickname.is_empty());
        agent.begin(&meet(&name, side as u8, seed)).unwrap();
    }
    let mut chance = Random::new(seed);
    while session.ending().is_none() && session.record().len() < most {
        if let Some(text) = session.draw_chance(&mut chance) {
            session.play(&text).unwrap();
            continue;
        }
        let side = session.mover().unwrap().index();
        let deadline = Instant::now() + MARGIN;
        let answer = agents[side]
            .turn(&Turn { session: &*session, remark: &remark, budget: budget.clone(), deadline })
            .unwrap_or_else(|fault| panic!("{name}: player {side} {fault} after {:?}", session.record()));
        let Action::Move(text) = answer.action else { panic!("{:?}", answer.action) };
        session.play(&text).unwrap();
        remark = answer.remark;
        if session.ending().is_none() {
            agents[side].ponder(&*session);
        }
    }
    let ending = session.ending();
    for agent in &mut agents {
        agent.end(ending.as_ref());
    }
    (session.record().to_vec(), ending.map(|ending| ending.winner()))
}
