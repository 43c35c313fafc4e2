//! The course report: what each technique is worth in a game.

use crate::technique::Technique;
use crate::{Analysis, AnyGame, EngineConfig, SearchObserver, Session, Thinker, Value};
use plybook_clock::Instant;
use plybook_kernel::ReadError;
use plybook_search::{Layout, Limits, Options};
use serde::Serialize;

/// Positions of plain minimax that the report's own choice of depth allows.
const DEFAULT_NODES: u64 = 300_000;
/// Deepest search that the report chooses of its own accord, in plies.
const DEEPEST_CHOICE: u32 = 12;

/// A part of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The part it belongs to.
    pub part: Part,
    /// What is switched: `+ killers`.
    pub name: String,
    /// The techniques.
    pub options: Options,
    /// How the table is laid out.
    pub layout: Layout,
    /// The technique that it has or lacks, beside a search that is otherwise the same.
    pub technique: Option<Technique>,
}

/// What one technique saves, by two searches that differ by it alone.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Saving {
    /// The technique.
    pub technique: &'static str,
    /// What it was switched in: beside plain alpha-beta, or in the engine.
    pub part: Part,
    /// The search that has it.
    pub with: String,
    /// The search that lacks it.
    pub without: String,
    /// The share of the positions that it saves, from 0 to 1; negative where it costs more than it saves. Absent where
    /// no depth was given, or a search was cut short.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved: Option<f64>,
    /// How many plies deeper the search with it comes in the same time; absent where a depth was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deeper: Option<i64>,
    /// The values with it and without it, where they differ: positions that are saved by another answer are no saving.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<[String; 2]>,
}

/// What one search of the report took and found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The same move as people read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<String>,
    /// Whether a limit ended it before the depth was reached.
    pub stopped: bool,
}

/// The searches of the report. `timed` leaves out what makes no sense against a clock: searching without
/// iterative deepening.
#[must_use]
pub fn experiments(techniques: &[Technique], timed: bool) -> Vec<Experiment> {
    let plain = Options { iterative: timed, ..Options::PLAIN };
    let cutting = Options { alpha_beta: true, ..plain };
    let experiment =
        |part, name, options| Experiment { part, name, options, layout: Layout::default(), technique: None };
    let mut all = vec![experiment(Part::Ladder, "minimax".to_owned(), plain)];
    let mut sum = plain;
    for technique in techniques {
        let more = technique.switched(sum, true);
        if more != sum && in_the_engine(technique) {
            sum = more;
            all.push(experiment(Part::Ladder, format!("+ {}", technique.name), sum));
        }
    }
    all.push(experiment(Part::With, "alpha-beta".to_owned(), cutting));
    for technique in techniques {
        let more = technique.switched(cutting, true);
        if more == cutting {
            continue;
        }
        // The table's own means need a table, passing and reducing need null windows, and windows need values
        // to aim at.
        let with = match technique.name {
            "shallow-table" | "enhanced-cuts" | "internal" => Options { table: true, ..more },
            "null-move" | "reductions" | "reverse-futility" | "razoring" | "futility"
            | "late-move-pruning" | "exchange-pruning" | "history-pruning" => {
                let base = Options { principal_variation: true, ..more };
                // Razoring looks at the noisy moves, and history prunes what it has seen.
                let quiescence = base.quiescence || technique.name == "razoring";
                Options { quiescence, history: base.history || base.history_pruning, ..base }
            }
            "graded-reductions" => Options { principal_variation: true, late_move_reductions: true, ..more },
            "delta-pruning" | "staged-generation" => Options { quiescence: true, ..more },
            "quiescence-table" => Options { quiescence: true, table: true, ..more },
            "singular" => Options { table: true, iterative: true, ..more },
            "aspiration" | "mtdf" => Options { table: true, iterative: true, ..more },
            "double-steps" | "extend-promising" | "prune-stable" => Options { iterative: true, ..more },
            _ => more,
        };
        // What it is compared with: the same search without it.
        let without = technique.switched(with, false);
        if !all.iter().any(|other| other.part == Part::With && other.options == without) {
            all.push(experiment(Part::With, format!("alpha-beta {}", needs(cutting, without)), without));
        }
        let needed = needs(cutting, without);
        let gap = if needed.is_empty() { "" } else { " " };
        let name = format!("alpha-beta {needed}{gap}+ {}", technique.name);
        all.push(Experiment { technique: Some(*technique), ..experiment(Part::With, name, with) });
    }
    all.push(experiment(Part::Without, "engine".to_owned(), Options::STRONG));
    for technique in techniques {
        let on = in_the_engine(technique);
        if on && timed && technique.name == "iterative" {
            continue;
        }
        let name = format!("engine {} {}", if on { '-' } else { '+' }, technique.name);
        let options = technique.switched(Options::STRONG, !on);
        all.push(Experiment { technique: Some(*technique), ..experiment(Part::Without, name, options) });
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
        technique: None,
    });
    all.collect()
}

/// Whether the engine uses a technique of its own accord.
fn in_the_engine(technique: &Technique) -> bool {
    technique.switched(Options::STRONG, true) == Options::STRONG
}

/// What a technique needs beside it, as it is named.
fn needs(base: Options, options: Options) -> String {
    let needed = [
        ("+ table", options.table && !base.table),
        ("+ iterative", options.iterative && !base.iterative),
        ("+ pvs", options.principal_variation && !base.principal_variation),
    ];
    let named: Vec<&str> = needed.iter().filter(|(_, needed)| *needed).map(|(name, _)| *name).collect();
    named.join(" ")
}

/// What each technique saves, the most first, from the searches made so far: beside plain alpha-beta, then in the
/// engine. `timed` compares the depths that were reached in the same time.
#[must_use]
pub fn savings(experiments: &[Experiment], rows: &[LabRow], timed: bool) -> Vec<Saving> {
    let made = || experiments.iter().zip(rows);
    let saving = |(experiment, row): (&Experiment, &LabRow)| {
        let technique = experiment.technique.as_ref()?;
        let other = match experiment.part {
            Part::With => technique.switched(experiment.options, false),
            _ => Options::STRONG,
        };
        let (_, base) = made().find(|(one, _)| one.part == experiment.part && one.options == other)?;
        // The engine is searched without what it has, and with what it lacks.
        let has = technique.switched(experiment.options, true) == experiment.options;
        let (with, without) = if has { (row, base) } else { (base, row) };
        let whole = !timed && !with.stopped && !without.stopped && without.nodes > 0;
        let differ = whole && with.depth == without.depth && with.text != without.text;
        Some(Saving {
            technique: technique.name,
            part: experiment.part,
            with: with.name.clone(),
            without: without.name.clone(),
            saved: whole.then(|| 1.0 - with.nodes as f64 / without.nodes as f64),
            deeper: timed.then(|| i64::from(with.depth) - i64::from(without.depth)),
            values: differ.then(|| [with.text.clone(), without.text.clone()]),
        })
    };
    let mut all: Vec<Saving> = made().filter_map(saving).collect();
    // What is saved by another answer comes after what is saved by the same one.
    let rank = |saving: &Saving| {
        let gain = saving.saved.or(saving.deeper.map(|plies| plies as f64)).unwrap_or(f64::NEG_INFINITY);
        (saving.part == Part::Without, saving.values.is_some(), gain)
    };
    all.sort_by(|one, other| {
        let ((part, wrong, gain), (other_part, other_wrong, other_gain)) = (rank(one), rank(other));
        (part, wrong).cmp(&(other_part, other_wrong)).then(other_gain.total_cmp(&gain))
    });
    all
}

/// A depth that plain minimax reaches in a moment: the deepest for which it takes no more than some hundred
/// thousand positions.
///
/// # Errors
/// The game has no evaluator.
pub fn default_depth(game: &dyn AnyGame, session: &dyn Session) -> Result<u32, ReadError> {
    let options = Options { iterative: true, ..Options::PLAIN };
    let mut thinker = game.thinker(&EngineConfig { options, hash: 0, ..EngineConfig::default() })?;
    let limits = Limits { nodes: Some(DEFAULT_NODES), ..Limits::depth(DEEPEST_CHOICE) };
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
            display: line.and_then(|line| Some(line.display.first()?.text.clone())),
            stopped: analysis.stopped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoObserver, open};

    fn made(game: &str, moves: &[&str], depth: u32, names: &[&str]) -> Vec<Saving> {
        let game = open(game).unwrap();
        let mut session = game.session(None).unwrap();
        for text in moves {
            session.play(text).unwrap();
        }
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let plan = experiments(&crate::techniques(&names).unwrap(), false);
        let rows: Vec<LabRow> = plan
            .iter()
            .map(|experiment| {
                let setup = EngineConfig { options: experiment.options, ..EngineConfig::default() };
                let mut thinker = game.thinker(&setup).unwrap();
                measure(&*session, experiment, &mut *thinker, &Limits::depth(depth), &NoObserver).unwrap()
            })
            .collect();
        savings(&plan, &rows, false)
    }

    #[test]
    fn each_technique_is_compared_with_the_same_search_without_it() {
        let all = made("tictactoe", &[], 5, &["table", "enhanced-cuts", "mtdf"]);
        let find = |part, name| all.iter().find(|one| one.part == part && one.technique == name).unwrap();
        let cuts = find(Part::With, "enhanced-cuts");
        assert_eq!(
            (cuts.with.as_str(), cuts.without.as_str()),
            ("alpha-beta + table + enhanced-cuts", "alpha-beta + table")
        );
        let mtdf = find(Part::With, "mtdf");
        assert_eq!(mtdf.without, "alpha-beta + table + iterative");
        assert!(find(Part::With, "table").saved.unwrap() > 0.3);
        // The engine has the table and lacks MTD(f).
        assert_eq!(find(Part::Without, "table").with, "engine");
        assert_eq!(find(Part::Without, "mtdf").without, "engine");
        // The most first, and every part for itself.
        let parts: Vec<Part> = all.iter().map(|one| one.part).collect();
        assert_eq!(parts, [Part::With, Part::With, Part::With, Part::Without, Part::Without, Part::Without]);
        for pair in all.windows(2).filter(|pair| pair[0].part == pair[1].part) {
            assert!(pair[0].values.is_some() || pair[1].values.is_some() || pair[0].saved >= pair[1].saved);
        }
    }

    /// Beyond the horizon other values are found: what quiescence saves or costs is not a saving.
    #[test]
    fn savings_by_another_value_are_flagged_and_come_last() {
        let all = made("chess", &["e2e4", "e7e5", "g1f3", "b8c6"], 1, &["killers", "quiescence"]);
        let [killers, quiescence, ..] = &all[..] else { panic!("{all:?}") };
        assert_eq!((killers.technique, &killers.values), ("killers", &None));
        assert_eq!(quiescence.technique, "quiescence");
        let [with, without] = quiescence.values.clone().unwrap();
        assert_ne!(with, without);
    }
}
