//! Where games meet the rest of the program: games chosen by name and options, seen as plain data.
//!
//! `open` gives a game behind an object-safe trait, `AnyGame::session` a game in progress: positions and moves
//! are texts, the board is a `Board`. Code that needs the concrete game visits it through `with_game`.
#![forbid(unsafe_code)]

mod analysis;
mod any_game;
mod bench;
mod board;
mod chosen;
mod description;
mod endgame;
mod ending;
mod lab;
mod learner;
mod learning;
mod level;
mod method;
mod minimax;
mod polyglot;
mod record;
mod session;
mod simple_player;
mod technique;
mod thinker;
mod tree;

pub use analysis::{AnalysedLine, Analysis, Value};
pub use any_game::{AnyGame, open};
pub use bench::{BenchCount, bench, bench_games};
pub use board::{Board, Click, Marked, PieceOn, Square};
pub use chosen::NO_EVALUATION;
pub use description::{GameDescription, OptionDescription, all_games, describe};
pub use endgame::{Census, ENDGAMES, Endgame, ProvenMove, Tablebases, WdlCounts, endgame};
pub use ending::{Ending, Result3};
pub use lab::{Experiment, LabRow, Part, experiments, measure, table_experiments, usual_depth};
pub use learner::{LearningMethod, LearningRival, LearntPlayer, OutsidePlayer, usual_preset};
pub use learning::LearntBook;
pub use level::{Choice, Level, LevelPlayer, Weakening};
pub use method::{METHODS, MethodInfo, MethodOption, MethodSetting};
pub use minimax::{MinimaxReport, MinimaxRequest};
pub use plybook_games::{Visitor, with_game};
pub use plybook_kernel::{
    EvaluatorInfo, Info, PatternWeights, Player, Random, ReadError, Score, Term, Wdl, perft::Count,
};
pub use plybook_learn::matchboxes::{Correction, EmptyBox, MatchboxConfig, Sides};
pub use plybook_learn::temporal::{FirstWeights, TdConfig};
pub use plybook_learn::{Learner, LearntGame, LearntItem, QConfig, SelfPlay, curve, tally};
pub use plybook_search::{Driver, Layout, Limits, Options, Replacement, reference::Method};
pub use plybook_store::endgame as endgame_files;
pub use polyglot::{polyglot_key, read_polyglot_move, write_polyglot_move};
pub use record::{
    GameRecord, GameResult, LONGEST_RECORD, OpenedRecord, RecordError, RecordProblem, RecordedMove, Records,
    read_json, write_json,
};
pub use session::{Divided, LegalMove, Session};
pub use simple_player::SimplePlayer;
pub use technique::{TECHNIQUES, Technique, techniques};
pub use thinker::{DEFAULT_HASH, EngineConfig, NoObserver, SearchObserver, ThinkRequest, Thinker};
pub use tree::{SearchTree, TreeMethod, TreeNode, TreeRequest, TreeWindow};
