//! The Connect Four positions of `testdata/positions/connect4`, and how they are solved.

use plybook_games::connect4::{Connect4, Connect4Evaluator, Connect4Hints};
use plybook_kernel::{Game, History, Notation, Score};
use plybook_search::{Driver, Engine, Limits, NeverStop, Options, SearchResult, Table};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Discs of each player on the usual board.
const DISCS_EACH: i32 = 21;

/// The hints' order is better than what the search could learn in so short a time, it cuts before successors'
/// entries could, and no rule depends on the path.
const SOLVING: Options = Options {
    driver: Driver::BothEnds,
    enhanced_cuts: false,
    killers: false,
    history: false,
    counter_moves: false,
    path_rules: false,
    ..Options::EXACT
};

/// A position with its exact score.
pub struct Case {
    /// The position.
    pub at: <Connect4 as Game>::Position,
    /// Plies to the end of the longest game from here.
    pub room: u32,
    /// What a search must find.
    pub expected: Score,
}

/// The score of the benchmark as a distance: see `testdata/positions/connect4/README.md`.
fn distance(plies: i32, score: i32) -> Score {
    let mine = plies / 2;
    match score {
        0 => Score::DRAW,
        1.. => Score::win_in((2 * (DISCS_EACH + 1 - score - mine) - 1) as u32),
        _ => Score::loss_in((2 * (DISCS_EACH + 1 + score - (plies - mine))) as u32),
    }
}

/// A file of the benchmark.
pub fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/positions/connect4").join(name)
}

/// The usual game, solved position by position.
pub struct Solver {
    game: Arc<Connect4>,
    engine: Engine<Connect4, Connect4Evaluator, Connect4Hints>,
}

impl Solver {
    /// The engine with nothing learnt yet.
    pub fn new() -> Result<Solver, Box<dyn Error>> {
        let game = Arc::new(Connect4::default());
        let mut engine = Engine::new(Arc::clone(&game), Connect4Evaluator::Basic, Connect4Hints);
        engine.options = SOLVING;
        Ok(Solver { game, engine })
    }

    /// The positions of a file of moves and scores.
    pub fn read(&self, path: &Path) -> Result<Vec<Case>, Box<dyn Error>> {
        let longest = self.game.max_plies().unwrap_or_default();
        let mut cases = Vec::new();
        for line in std::fs::read_to_string(path)?.lines() {
            let (columns, score) = line.split_once(' ').ok_or("a line is moves and a score")?;
            let mut at = self.game.start();
            for column in columns.chars() {
                let mv = self.game.read_move(&at, &column.to_string())?;
                self.game.play(&mut at, mv);
            }
            let expected = distance(columns.len() as i32, score.trim().parse()?);
            cases.push(Case { at, room: longest - columns.len() as u32, expected });
        }
        Ok(cases)
    }

    /// The exact value of a position.
    pub fn solve(&mut self, case: &Case, table: &Table) -> SearchResult<u8> {
        self.engine.search(&case.at, &History::new(), &Limits::depth(case.room), Some(table), &NeverStop)
    }
}
