//! Where games meet the rest of the program: games chosen by name and options, seen as plain data.
//!
//! `open` gives a game behind an object-safe trait, `AnyGame::session` a game in progress: positions and moves
//! are texts, the board is a `Board`. Code that needs the concrete game visits it through `with_game`.
#![forbid(unsafe_code)]

mod analysis;
mod any_game;
mod bench;
mod board;
#[cfg(feature = "store")]
mod box_machine;
mod chosen;
mod description;
mod display;
#[cfg(feature = "store")]
mod endgame;
mod ending;
#[cfg(feature = "clock")]
mod lab;
#[cfg(feature = "store")]
mod learner;
#[cfg(feature = "store")]
mod learning;
mod learnt;
mod level;
mod margin_files;
#[cfg(feature = "store")]
pub mod master;
mod method;
mod minimax;
mod position;
mod proof;
mod record;
mod registry;
mod rules_file;
#[cfg(feature = "store")]
mod samuel;
mod session;
mod set_up;
mod simple_player;
mod technique;
mod thinker;
mod tree;
#[cfg(feature = "store")]
pub mod tuned;
#[cfg(feature = "store")]
pub mod tuned_margins;

pub use analysis::{AnalysedLine, Analysis, Value};
pub use any_game::{AnyGame, any_game};
pub use bench::{BenchCount, bench, bench_games};
pub use board::{Board, BoardShape, CellMark, Click, Marked, PieceOn, PieceToken, Square, SquareGround};
#[cfg(feature = "store")]
pub use box_machine::{BoxBoard, BoxContent, BoxGame, BoxMachine, BoxMove, DrawnBead};
pub use chosen::NO_EVALUATION;
pub use description::{GameDescription, OptionDescription, all_games, describe};
pub use display::{DisplayMove, move_list};
#[cfg(feature = "store")]
pub use endgame::{Census, Endgame, ProvenMove, Tablebases, WdlCounts, endgame, endgame_games};
pub use ending::Ending;
#[cfg(feature = "clock")]
pub use lab::{
    Experiment, LabRow, Part, Saving, default_depth, experiments, measure, savings, table_experiments,
};
#[cfg(feature = "store")]
pub use learner::{LearningMethod, LearningRival, LearntPlayer, OutsidePlayer, default_preset};
#[cfg(feature = "store")]
pub use learning::LearntWeights;
pub use learnt::LEARNT;
pub use level::{Choice, Level, LevelPlayer, Weakening};
pub use method::{METHODS, MethodInfo, MethodOption, MethodSetting, OptionChoices};
pub use minimax::{MinimaxReport, MinimaxRequest};
pub use plybook_games::{Visitor, with_game};
pub use plybook_kernel::{
    EndRule, EvaluatorInfo, GameInfo, MOST_PLAYERS, Outcome, PatternWeights, Player, Random, ReadError,
    Score, Tally, Term, Text, Wdl, perft::Count, star_rows,
};
#[cfg(feature = "store")]
pub use plybook_learn::matchboxes::{Correction, EmptyBox, MatchboxConfig, Sides};
#[cfg(feature = "store")]
pub use plybook_learn::samuel::{
    Ranking as SamuelRanking, RoteConfig, Settings as SamuelSettings, Statistics as SamuelStatistics,
    Tally as SamuelTally,
};
#[cfg(feature = "store")]
pub use plybook_learn::temporal::{FirstWeights, TdConfig};
#[cfg(feature = "store")]
pub use plybook_learn::{Learner, LearntGame, LearntItem, QConfig, SelfPlay, curve, tally};
pub use plybook_search::rollout::{RolloutPlan, RolloutResult};
pub use plybook_search::{Driver, Layout, Limits, Options, Replacement, reference::Method};
#[cfg(feature = "store")]
pub use plybook_store::endgame as endgame_files;
pub use position::AnyPosition;
pub use proof::{CheckedProof, Proof, ProofRequest};
pub use record::{
    GameRecord, GameResult, LONGEST_RECORD, OpenedRecord, RecordError, RecordProblem, RecordedMove, Records,
    read_json, write_json,
};
pub use registry::{GameSource, Registry, open, registry};
pub use rules_file::{
    GalleryFile, RulesFault, add_rules, format_rules, gallery_files, gallery_games, rules_text_game,
};
#[cfg(feature = "store")]
pub use samuel::{ActiveTerm, LearntTerm, SAMUELS_TERMS, SamuelSeries, SeriesGame, SeriesState};
pub use session::{Divided, LegalMove, Session};
pub use set_up::{BoardEdit, CellContent};
pub use simple_player::SimplePlayer;
pub use technique::{TECHNIQUES, Technique, techniques};
pub use thinker::{
    DEFAULT_HASH, EngineConfig, NoObserver, SearchObserver, ThinkRequest, Thinker, think_evenly,
};
pub use tree::{SearchTree, TreeMethod, TreeNode, TreeRequest, TreeWindow};
