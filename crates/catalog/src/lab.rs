//! The course report: what each technique is worth in a game.

use crate::technique::Technique;
use crate::{Analysis, AnyGame, EngineConfig, SearchObserver, Session, Thinker, Value};
use plybook_kernel::ReadError;
use plybook_search::{Layout, Limits, Options};
use serde::Serialize;
use std::time::Instant;

/// Positions of plain minimax that the report's own choice of depth allows.
const USUAL_NODES: u64 = 300_000;
/// Deepest search that the report chooses of its own accord, in plies.
const DEEPEST_CHOICE: u32 = 12;

/// A part of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Plain minimax, then one technique more in every row.
    Ladder,
    /// One technique more than plain alpha-beta.
    With,
    /// One technique less than the engine, or one more where the engine does without it.
    Without,
    /// Every sound technique with each layout of the table.
    Tables,
}

/// One search of the report: its name and its techniques.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The part it belongs to.
    pub part: Part,
    /// What is switched: `+ killers`.
    pub name: String,
    /// The techniques.
    pub options: Options,
    /// How the table is laid out.
    pub layout: Layout,
}

/// What one search of the report took and found.
#[derive(Clone, Debug, Serialize)]
pub struct LabRow {
    /// The part it belongs to.
    pub part: Part,
    /// What is switched.
    pub name: String,
    /// The depth that was searched completely.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// Static evaluations.
    pub evaluations: u64,
    /// Positions left early because a move was too good.
    pub cutoffs: u64,
    /// Looks into the table that found the position.
    pub hits: u64,
    /// Entries of other positions that were overwritten.
    pub replaced: u64,
    /// Results that the table turned away.
    pub refused: u64,
    /// Links of a chained table that were followed.
    pub links: u64,
    /// The effective branching factor: the depth's root of the positions. Absent at depth 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branching: Option<f64>,
    /// Seconds.
    pub seconds: f64,
    /// The value for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The value in words.
    pub text: String,
    /// The best move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Whether a limit ended it before the depth was reached.
    pub stopped: bool,
}

/// The searches of the report. `timed` leaves out what makes no sense against a clock: searching without
/// iterative deepening.
#[must_use]
pub fn experiments(techniques: &[Technique], timed: bool) -> Vec<Experiment> {
    let plain = Options { iterative: timed, ..Options::PLAIN };
    let cutting = Options { alpha_beta: true, ..plain };
    let experiment = |part, name, options| Experiment { part, name, options, layout: Layout::default() };
    let mut all = vec![experiment(Part::Ladder, "minimax".to_owned(), plain)];
    let mut sum = plain;
    for technique in techniques {
        let more = technique.switched(sum, true);
        if more != sum && in_the_engine(technique) {
            sum = more;
            all.push(experiment(Part::Ladder, format!("+ {}", technique.name), sum));
        }
    }
    let mut add = |part, name, options| all.push(experiment(part, name, options));
    add(Part::With, "alpha-beta".to_owned(), cutting);
    for technique in techniques {
        let more = technique.switched(cutting, true);
        if more != cutting {
            // The table's own means need a table, passing and reducing need null windows, and windows need values
            // to aim at.
            let base = match technique.name {
                "shallow-table" | "enhanced-cuts" | "internal" => Options { table: true, ..more },
                "null-move" | "reductions" | "reverse-futility" | "razoring" | "futility"
                | "late-move-pruning" | "exchange-pruning" | "history-pruning" => {
                    let base = Options { principal_variation: true, ..more };
                    // Razoring looks at the noisy moves, and history prunes what it has seen.
                    let quiescence = base.quiescence || technique.name == "razoring";
                    Options { quiescence, history: base.history || base.history_pruning, ..base }
                }
                "graded-reductions" => {
                    Options { principal_variation: true, late_move_reductions: true, ..more }
                }
                "delta-pruning" => Options { quiescence: true, ..more },
                "quiescence-table" => Options { quiescence: true, table: true, ..more },
                "singular" => Options { table: true, iterative: true, ..more },
                "aspiration" | "mtdf" => Options { table: true, iterative: true, ..more },
                "double-steps" | "extend-promising" | "prune-stable" => Options { iterative: true, ..more },
                _ => more,
            };
            add(Part::With, format!("alpha-beta {}", additions(cutting, base, technique)), base);
        }
    }
    add(Part::Without, "engine".to_owned(), Options::STRONG);
    for technique in techniques {
        let on = in_the_engine(technique);
        if on && timed && technique.name == "iterative" {
            continue;
        }
        let name = format!("engine {} {}", if on { '-' } else { '+' }, technique.name);
        add(Part::Without, name, technique.switched(Options::STRONG, !on));
    }
    all
}

/// The searches that compare the layouts of the table: every sound technique, and no other table beside the one that
/// is compared.
#[must_use]
pub fn table_experiments() -> Vec<Experiment> {
    let options = Options { shallow_table: false, ..Options::SOUND };
    let layouts = Layout::NAMED.iter().filter_map(|(name, _)| name.parse().ok());
    let all = layouts.map(|layout: Layout| Experiment {
        part: Part::Tables,
        name: layout.to_string(),
        options,
        layout,
    });
    all.collect()
}

/// Whether the engine uses a technique of its own accord.
fn in_the_engine(technique: &Technique) -> bool {
    technique.switched(Options::STRONG, true) == Options::STRONG
}

/// What was added to a base: what the technique needs, and the technique.
fn additions(base: Options, options: Options, own: &Technique) -> String {
    let mut text = String::new();
    if options.table && !base.table && own.name != "table" {
        text += "+ table ";
    }
    if options.iterative && !base.iterative && own.name != "iterative" {
        text += "+ iterative ";
    }
    if options.principal_variation && !base.principal_variation && own.name != "pvs" {
        text += "+ pvs ";
    }
    text + "+ " + own.name
}

/// A depth that plain minimax reaches in a moment: the deepest for which it takes no more than some hundred
/// thousand positions.
///
/// # Errors
/// The game has no evaluator.
pub fn usual_depth(game: &dyn AnyGame, session: &dyn Session) -> Result<u32, ReadError> {
    let options = Options { iterative: true, ..Options::PLAIN };
    let mut thinker = game.thinker(&EngineConfig { options, hash: 0, ..EngineConfig::default() })?;
    let limits = Limits { nodes: Some(USUAL_NODES), ..Limits::depth(DEEPEST_CHOICE) };
    Ok(thinker.think(session, &limits.into(), &crate::NoObserver)?.depth.max(1))
}

/// Makes one search of the report, with an engine that has the experiment's options and knows nothing yet.
///
/// # Errors
/// The session is of another game.
pub fn measure(
    session: &dyn Session,
    experiment: &Experiment,
    thinker: &mut dyn Thinker,
    limits: &Limits,
    watch: &dyn SearchObserver,
) -> Result<LabRow, ReadError> {
    let began = Instant::now();
    let analysis = thinker.think(session, &limits.clone().into(), watch)?;
    Ok(LabRow::new(experiment, &analysis, began.elapsed().as_secs_f64()))
}

impl LabRow {
    fn new(experiment: &Experiment, analysis: &Analysis, seconds: f64) -> LabRow {
        let count = |name: &str| analysis.counts.get(name).copied().unwrap_or(0);
        let line = analysis.lines.first().filter(|_| analysis.depth > 0);
        let branching =
            (analysis.depth > 0).then(|| (analysis.nodes as f64).powf(1.0 / f64::from(analysis.depth)));
        LabRow {
            part: experiment.part,
            name: experiment.name.clone(),
            depth: analysis.depth,
            nodes: analysis.nodes,
            evaluations: count("evaluations"),
            cutoffs: count("cutoffs"),
            hits: count("hits"),
            replaced: count("replaced"),
            refused: count("refused"),
            links: count("links"),
            branching,
            seconds,
            value: line.map(|line| line.value),
            text: line.map_or_else(String::new, |line| line.text.clone()),
            best: line.and_then(|line| line.moves.first().cloned()),
            stopped: analysis.stopped,
        }
    }
}
