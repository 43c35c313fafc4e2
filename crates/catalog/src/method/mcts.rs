//! Monte Carlo tree search as a player.
//!
//! What other methods call a position is a simulated game here: the limit of positions is a limit of simulations. The
//! limit of depth says how deep the tree may grow; the depth that is reported is the deepest leaf's.

use super::{MethodInfo, MethodOption, OptionChoices, Parts, Progress, Report, SearchMethod};
use crate::chosen::Chosen;
use plybook_kernel::{Evaluated, HasHints, History, ListedGame, SearchHints};
use plybook_search::mcts::{Amaf, Leaf, Mcts, MctsOptions, MctsResult, Policy, Selection};
use plybook_search::{Limits, Stop};
use std::collections::BTreeMap;

/// Hundredths in one: how shares and factors are written.
const HUNDREDTHS: f32 = 100.0;
/// The advantage at which three games in four are won, in swings of an evaluation.
const SWINGS: f32 = 2.0;
/// The same where a game says nothing about swings, in hundredths of a point.
const DEFAULT_SCALE: f32 = 200.0;

const fn option(
    name: &'static str,
    choices: OptionChoices,
    default: &'static str,
    help: &'static str,
) -> MethodOption {
    MethodOption { name, choices, default, help }
}

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "mcts",
    summary: "Monte Carlo tree search: game after game is simulated, more often along the better moves.",
    options: &[
        option("selection", OptionChoices::OneOf(&["uct", "puct"]), "uct", "The formula that picks moves."),
        option(
            "exploration",
            OptionChoices::Number(0, 1_000),
            "0",
            "How much seldom tried moves are preferred, in hundredths; 0 leaves it to the other options.",
        ),
        option(
            "amaf",
            OptionChoices::OneOf(&["auto", "off", "rave", "grave"]),
            "auto",
            "Whether moves count that were played later in a game, and whose statistics of them.",
        ),
        option(
            "grave-visits",
            OptionChoices::Number(1, 1_000_000),
            "50",
            "Visits from which on a node's own statistics of later moves are used.",
        ),
        option(
            "priors",
            OptionChoices::OneOf(&["auto", "on", "off"]),
            "auto",
            "Whether the game's hints say which moves to look at first.",
        ),
        option(
            "implicit",
            OptionChoices::Number(0, 100),
            "0",
            "Share of the evaluation backed up by minimax in a move's value, in hundredths.",
        ),
        option("solver", OptionChoices::OneOf(&["on", "off"]), "on", "Whether proven results move up."),
        option(
            "leaf",
            OptionChoices::OneOf(&["playout", "evaluation"]),
            "playout",
            "What a leaf is worth: the result of a game played on, or the evaluation.",
        ),
        option(
            "playouts",
            OptionChoices::OneOf(&["game", "random", "mast"]),
            "game",
            "How playouts choose moves: as the game's hints do, at random, or by what won before.",
        ),
        option(
            "cutoff",
            OptionChoices::Number(0, 10_000),
            "0",
            "Plies after which a playout is evaluated; 0 plays to the end.",
        ),
        option(
            "reuse",
            OptionChoices::OneOf(&["on", "off"]),
            "on",
            "Whether the tree is kept for the next move.",
        ),
        option(
            "scale",
            OptionChoices::Number(0, 100_000),
            "0",
            "Advantage at which three games in four are won, in hundredths of a point; 0 asks the game.",
        ),
        option("seed", OptionChoices::Number(0, u32::MAX), "1", "Decides what is decided by chance."),
    ],
    most_players: plybook_kernel::MOST_PLAYERS,
    chance: true,
    memory: true,
    threads: true,
};

/// Names of counters for the visits of the lines.
const VISITS: [&str; 10] = [
    "visits",
    "visits 2",
    "visits 3",
    "visits 4",
    "visits 5",
    "visits 6",
    "visits 7",
    "visits 8",
    "visits 9",
    "visits 10",
];

struct Simulating<G: ListedGame> {
    mcts: Mcts<G, Chosen<<G as Evaluated>::Evaluator>, <G as HasHints>::SearchHints>,
}

/// The settings that a configuration asks for.
fn options<G: ListedGame>(parts: &Parts<'_, G>) -> MctsOptions {
    let hints = parts.game.hints();
    let on = |option: &str| parts.value(option) == "on";
    let guided = hints.prefers_simulation();
    let scale = match parts.number("scale") {
        0 => hints.margins().map_or(DEFAULT_SCALE, |margins| SWINGS * margins.reverse_futility as f32),
        scale => scale as f32,
    };
    let amaf = match parts.value("amaf") {
        "rave" => Amaf::Rave,
        "grave" => Amaf::Grave,
        "auto" if guided => Amaf::Grave,
        _ => Amaf::Off,
    };
    let default = MctsOptions::default();
    MctsOptions {
        selection: if parts.value("selection") == "puct" { Selection::Puct } else { Selection::Uct },
        exploration: match parts.number("exploration") {
            0 if amaf == Amaf::Off => default.exploration,
            // Statistics of later moves explore by themselves.
            0 => default.exploration / 2.0,
            hundredths => hundredths as f32 / HUNDREDTHS,
        },
        amaf,
        grave_visits: parts.number("grave-visits"),
        priors: match parts.value("priors") {
            "auto" => hints.has_order(),
            value => value == "on",
        },
        implicit: parts.number("implicit") as f32 / HUNDREDTHS,
        solver: on("solver"),
        leaf: if parts.value("leaf") == "evaluation" { Leaf::Evaluation } else { Leaf::Playout },
        policy: match parts.value("playouts") {
            "random" => Policy::Random,
            "mast" => Policy::Mast,
            _ => Policy::Game,
        },
        cutoff: Some(parts.number("cutoff")).filter(|&plies| plies > 0),
        reuse: on("reuse"),
        scale: scale.max(1.0),
        memory: parts.config.hash.max(1).saturating_mul(1 << 20),
        seed: u64::from(parts.number("seed")),
    }
}

pub(super) fn make<G: ListedGame>(parts: Parts<'_, G>) -> impl SearchMethod<G> + use<G> {
    let options = options(&parts);
    let Parts { game, evaluator, oracle, .. } = parts;
    let hints = game.hints();
    let mut mcts = Mcts::new(game, evaluator, hints);
    (mcts.options, mcts.oracle) = (options, oracle);
    mcts.new_game();
    Simulating { mcts }
}

/// Asks the outside whether to go on.
struct Asking<'a, M>(&'a dyn Progress<M>);

impl<M> Stop<M> for Asking<'_, M> {
    fn poll(&self, _: u64) -> bool {
        self.0.stop()
    }
}

fn report<M: Clone>(found: &MctsResult<M>) -> Report<M> {
    let mut counters: BTreeMap<&'static str, u64> =
        VISITS.into_iter().zip(found.visits.iter().copied()).collect();
    counters.extend([
        ("simulations", found.simulations),
        ("positions", found.positions),
        ("deepest", u64::from(found.deepest)),
        ("kept", found.kept),
        ("solved", u64::from(found.solved)),
    ]);
    Report {
        lines: found.lines.clone(),
        depth: found.deepest,
        nodes: found.simulations,
        table_fill: found.fill,
        stopped: found.stopped,
        counters,
    }
}

impl<G: ListedGame> SearchMethod<G> for Simulating<G> {
    fn search(
        &mut self,
        at: &G::Position,
        past: &History,
        limits: &Limits,
        progress: &dyn Progress<G::Move>,
    ) -> Report<G::Move> {
        let told = &mut |found: &MctsResult<G::Move>| progress.report(&report(found));
        let found = self.mcts.search(at, past, limits, &Asking(progress), told);
        report(&found)
    }

    fn new_game(&mut self) {
        self.mcts.new_game();
    }
}

#[cfg(test)]
mod tests {
    use crate::{EngineConfig, Limits, MethodSetting, NoObserver, Random, Thinker, open};

    fn thinker(game: &str, options: &[(&str, &str)]) -> Box<dyn Thinker> {
        let options = options.iter().map(|(option, value)| ((*option).to_owned(), (*value).to_owned()));
        let method = MethodSetting::new("mcts", options.collect()).unwrap();
        open(game).unwrap().thinker(&EngineConfig { method, hash: 4, ..EngineConfig::default() }).unwrap()
    }

    /// Every game of the list, with and without what its hints and its evaluation say.
    #[test]
    fn every_game_is_played_by_simulation() {
        for info in crate::all_games() {
            let mut session = open(&info.name).unwrap().session(None).unwrap();
            while let Some(text) = session.draw_chance(&mut Random::new(1)) {
                session.play(&text).unwrap();
            }
            for options in [
                &[][..],
                &[("leaf", "evaluation"), ("selection", "puct")],
                &[
                    ("cutoff", "3"),
                    ("implicit", "30"),
                    ("playouts", "mast"),
                    ("amaf", "rave"),
                    ("solver", "off"),
                ],
            ] {
                let mut thinker = thinker(&info.name, options);
                let limits = Limits { lines: 2, ..Limits::nodes(60) };
                let found = thinker.think(&*session, &limits.into(), &NoObserver).unwrap();
                assert!(session.move_texts().contains(&found.best().unwrap().to_owned()), "{}", info.name);
                assert!(found.nodes <= 60 && found.counts["visits"] > 0, "{}: {found:?}", info.name);
            }
        }
    }

    #[test]
    fn a_proven_win_is_reported_as_one() {
        let session = open("tictactoe").unwrap().session(Some("2X/OXO/3 X")).unwrap();
        let found =
            thinker("tictactoe", &[]).think(&*session, &Limits::nodes(9_000).into(), &NoObserver).unwrap();
        assert!(found.proven && found.counts["solved"] == 1, "{found:?}");
        let open = thinker("tictactoe", &[("solver", "off")]);
        let mut open = open;
        assert!(!open.think(&*session, &Limits::nodes(900).into(), &NoObserver).unwrap().proven);
    }
}
