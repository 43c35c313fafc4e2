//! Where games meet the rest of the program: games chosen by name and options, seen as plain data.
//!
//! `open` gives a game behind an object-safe trait, `AnyGame::session` a game in progress: positions and moves
//! are texts, the board is a `Board`. Code that needs the concrete game visits it through `with_game`.
#![forbid(unsafe_code)]

mod analysis;
mod any_game;
mod bench;
mod board;
mod description;
mod ending;
mod lab;
mod level;
mod minimax;
mod session;
mod simple_player;
mod technique;
mod thinker;
mod tree;

pub use analysis::{AnalysedLine, Analysis, Value};
pub use any_game::{AnyGame, open};
pub use bench::{BenchCount, bench, bench_games};
pub use board::{Board, Click, Marked, PieceOn, Square};
pub use description::{GameDescription, OptionDescription, all_games, describe};
pub use ending::{Ending, Result3};
pub use lab::{Experiment, LabRow, Part, experiments, measure, table_experiments, usual_depth};
pub use level::{Choice, Level, LevelPlayer, Weakening};
pub use minimax::{MinimaxReport, MinimaxRequest};
pub use plybook_games::{Visitor, with_game};
pub use plybook_kernel::{EvaluatorInfo, Info, Player, Random, ReadError, Score, Term, perft::Count};
pub use plybook_search::{Driver, Layout, Limits, Options, reference::Method};
pub use session::{Divided, LegalMove, Session};
pub use simple_player::SimplePlayer;
pub use technique::{TECHNIQUES, Technique, techniques};
pub use thinker::{DEFAULT_HASH, Patience, Request, Setup, Thinker, Watch};
pub use tree::{SearchTree, TreeMethod, TreeNode, TreeRequest, TreeWindow};
