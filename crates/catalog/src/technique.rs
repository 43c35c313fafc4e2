//! The techniques of a search by name, for switching them one by one.

use plybook_kernel::ReadError;
use plybook_search::{Driver, Options};

/// A technique that can be switched on and off.
#[derive(Clone, Copy, Debug)]
pub struct Technique {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Switches it.
    switch: fn(&mut Options, bool),
}

impl Technique {
    /// The options with the technique switched on or off.
    #[must_use]
    pub fn switched(&self, mut options: Options, on: bool) -> Options {
        (self.switch)(&mut options, on);
        options
    }
}

const fn technique(name: &'static str, summary: &'static str, switch: fn(&mut Options, bool)) -> Technique {
    Technique { name, summary, switch }
}

/// All techniques, in the order in which a course adds them to plain minimax.
pub const TECHNIQUES: &[Technique] = &[
    technique("alpha-beta", "Cuts what cannot matter.", |o, on| o.alpha_beta = on),
    technique("hints", "The game's own ordering of moves.", |o, on| o.guided_order = on),
    technique("killers", "Moves that cut a sibling come early.", |o, on| o.killers = on),
    technique("history", "Moves that cut often come early.", |o, on| o.history = on),
    technique("counter-moves", "The move that last refuted this one comes early.", |o, on| {
        o.counter_moves = on;
    }),
    technique("table", "Positions reached again are not searched again.", |o, on| o.table = on),
    technique("shallow-table", "A small table of its own for positions near the horizon.", |o, on| {
        o.shallow_table = on;
    }),
    technique("evaluation-cache", "Evaluations are remembered for positions that come again.", |o, on| {
        o.evaluation_cache = on;
    }),
    technique("enhanced-cuts", "Successors' table entries are looked at first.", |o, on| {
        o.enhanced_cuts = on;
    }),
    technique("iterative", "Depth by depth; each orders the next.", |o, on| o.iterative = on),
    technique("double-steps", "Two plies at a time; the depths between are skipped.", |o, on| {
        o.double_steps = on;
    }),
    technique("pvs", "Null windows for all moves but the first.", |o, on| o.principal_variation = on),
    technique("aspiration", "A narrow window around the last value.", |o, on| {
        o.driver = if on { Driver::Aspiration } else { Driver::FullWindow };
    }),
    technique("path-rules", "Repetition and move limits end games inside the search.", |o, on| {
        o.path_rules = on;
    }),
    technique("quiescence", "Noisy moves are followed beyond the horizon.", |o, on| o.quiescence = on),
    technique("null-move", "Positions good enough even after passing are cut.", |o, on| o.null_move = on),
    technique("reductions", "Late quiet moves are searched less deep first.", |o, on| {
        o.late_move_reductions = on;
    }),
    technique(
        "graded-reductions",
        "Reductions go by history, improvement, principal variation and cut nodes.",
        |o, on| o.graded_reductions = on,
    ),
    technique("reverse-futility", "Positions evaluated far above beta are cut.", |o, on| {
        o.reverse_futility = on;
    }),
    technique("razoring", "Positions evaluated far below alpha get quiescence alone.", |o, on| {
        o.razoring = on;
    }),
    technique("futility", "Quiet moves that cannot reach alpha are left out near the horizon.", |o, on| {
        o.futility = on;
    }),
    technique(
        "late-move-pruning",
        "Quiet moves that come very late are left out near the horizon.",
        |o, on| {
            o.late_move_pruning = on;
        },
    ),
    technique("exchange-pruning", "Moves that lose material by exchanges are left out.", |o, on| {
        o.exchange_pruning = on;
    }),
    technique("history-pruning", "Quiet moves that did badly elsewhere are left out.", |o, on| {
        o.history_pruning = on;
    }),
    technique(
        "delta-pruning",
        "Noisy moves that win too little are left out beyond the horizon.",
        |o, on| {
            o.delta_pruning = on;
        },
    ),
    technique("quiescence-table", "The table is asked and told beyond the horizon too.", |o, on| {
        o.quiescence_table = on;
    }),
    technique("staged-generation", "Beyond the horizon only noisy moves are listed.", |o, on| {
        o.staged_generation = on;
    }),
    technique("continuation-history", "History also by the moves that went before.", |o, on| {
        o.continuation_history = on;
    }),
    technique("singular", "One ply more for a table move far better than all others; multi-cut.", |o, on| {
        o.singular_extensions = on;
    }),
    technique("internal", "One ply less where the table has no move.", |o, on| o.internal_reductions = on),
    technique("extend-forced", "One ply more after a forced move.", |o, on| o.extend_forced = on),
    technique("extend-threats", "One ply more under a threat.", |o, on| o.extend_threats = on),
    technique("extend-recaptures", "One ply more after a recapture.", |o, on| o.extend_recaptures = on),
    technique("extend-promising", "One ply more for the best moves of the last iteration.", |o, on| {
        o.extend_promising = on;
    }),
    technique("prune-stable", "Root moves of stable poor value are not searched again.", |o, on| {
        o.prune_stable = on;
    }),
    technique("mtdf", "Null windows alone close in on the value (MTD(f)).", |o, on| {
        o.driver = if on { Driver::NullWindows } else { Driver::FullWindow };
    }),
];

/// The techniques of these names, in the course's order; all of them for no names.
///
/// # Errors
/// There is no technique of some name.
pub fn techniques(names: &[String]) -> Result<Vec<Technique>, ReadError> {
    for name in names {
        if TECHNIQUES.iter().all(|technique| technique.name != name) {
            let known: Vec<&str> = TECHNIQUES.iter().map(|technique| technique.name).collect();
            let remedy = format!("known: {}", known.join(", "));
            return Err(ReadError::new("technique", name, "there is none of this name", remedy));
        }
    }
    let wanted = |technique: &&Technique| names.is_empty() || names.iter().any(|name| name == technique.name);
    Ok(TECHNIQUES.iter().filter(wanted).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_switch_and_add_up_to_the_engine() {
        for technique in TECHNIQUES {
            let on = technique.switched(Options::PLAIN, true);
            assert_ne!(on, Options::PLAIN, "{}", technique.name);
            assert_eq!(technique.switched(on, false), Options::PLAIN, "{}", technique.name);
        }
        let extras = [
            "shallow-table",
            "double-steps",
            "extend-recaptures",
            "extend-promising",
            "prune-stable",
            "mtdf",
        ];
        let default = TECHNIQUES.iter().filter(|technique| !extras.contains(&technique.name));
        let all = default.fold(Options::PLAIN, |options, technique| technique.switched(options, true));
        assert_eq!(all, Options::STRONG);
    }

    #[test]
    fn names_choose() {
        let names = ["table".to_owned(), "killers".to_owned()];
        let chosen: Vec<&str> = techniques(&names).unwrap().iter().map(|t| t.name).collect();
        assert_eq!(chosen, ["killers", "table"]);
        assert!(techniques(&["magic".to_owned()]).unwrap_err().to_string().contains("magic"));
    }
}
