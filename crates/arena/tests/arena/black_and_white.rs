//! The engine with its evaluation against the engine that knows only the ends of games.

use plybook_agent::AgentSpec;
use plybook_arena::config::{Config, Entrant, Format};
use plybook_arena::game_store::MemoryStore;
use plybook_arena::openings::Openings;
use plybook_arena::report::Report;
use plybook_arena::roster::Described;
use plybook_arena::tournament::{NoObserver, Tournament};
use plybook_catalog::open;

/// A student's report on Black & White let both play and found the evaluation to win every game.
#[test]
fn with_an_evaluation_the_engine_wins_every_game_of_black_and_white() {
    let game = open("black-and-white").unwrap();
    let entrant = |text: &str| Entrant { name: text.to_owned(), spec: AgentSpec::read(text).unwrap() };
    let config = Config {
        agents: vec![entrant("engine:hash=4"), entrant("engine:hash=4,evaluator=none")],
        openings: Openings::Random { plies: 4, balance: 3.0, nodes: 500 },
        time: plybook_arena::clock::TimeControl {
            nodes: Some(4000),
            ..plybook_arena::clock::TimeControl::default()
        },
        plies: 300,
        ..crate::support::config(&game.full_name(), Format::Match, &["a", "b"], 20)
    };
    let roster = Described { config: &config, game: &*game, books: &Default::default() };
    let tournament =
        Tournament { config: &config, game: &*game, roster: &roster, knowledge: None, concurrency: 2 };
    let run = tournament.run(&mut MemoryStore::default(), &NoObserver).unwrap();
    let report = Report::new(&config, &run.scored);
    let row = report.standings.iter().find(|row| row.player == 0).unwrap();
    assert_eq!((row.wins, row.games), (20, 20), "{:?}", report.standings);
}
