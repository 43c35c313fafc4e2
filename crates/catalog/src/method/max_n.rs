//! Max^n, paranoid and best-reply search as players, for any number of players and chance.

use super::{MethodInfo, MethodOption, OptionChoices, Parts, Progress, Report, SearchMethod};
use crate::analysis::plain_counts;
use crate::chosen::Chosen;
use plybook_kernel::{Evaluated, HasHints, History, ListedGame};
use plybook_search::many::{Assumption, ChanceCuts, Many, ManyResult};
use plybook_search::{Limits, Stop};

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "max-n",
    summary: "Depth by depth for any number of players: everybody is thought to maximise, or all others to conspire.",
    options: &[
        MethodOption {
            name: "others",
            choices: OptionChoices::OneOf(&["maximise", "paranoid", "best-reply"]),
            default: "maximise",
            help: "What the others do: maximise their own values, minimise mine, or one of them does so at a time.",
        },
        MethodOption {
            name: "pruning",
            choices: OptionChoices::OneOf(&["on", "off"]),
            default: "on",
            help: "Whether moves are left out that cannot change the value.",
        },
    ],
    most_players: plybook_kernel::MOST_PLAYERS,
    chance: true,
    memory: false,
    threads: false,
};

/// A search for many players as a method.
pub(super) struct Searching<G: ListedGame> {
    many: Many<G, Chosen<<G as Evaluated>::Evaluator>, <G as HasHints>::SearchHints>,
}

impl<G: ListedGame> Searching<G> {
    pub(super) fn new(parts: Parts<'_, G>, assumption: Assumption, cuts: ChanceCuts) -> Searching<G> {
        let pruning = parts.value("pruning") != "off";
        let hints = parts.game.hints();
        let mut many = Many::new(parts.game, parts.evaluator, hints);
        (many.assumption, many.pruning, many.chance_cuts) = (assumption, pruning, cuts);
        Searching { many }
    }
}

pub(super) fn make<G: ListedGame>(parts: Parts<'_, G>) -> impl SearchMethod<G> + use<G> {
    let assumption = match parts.value("others") {
        "paranoid" => Assumption::Paranoid,
        "best-reply" => Assumption::BestReply,
        _ => Assumption::MaxN,
    };
    Searching::new(parts, assumption, ChanceCuts::Star2)
}

/// Asks the outside whether to go on.
struct Asking<'a, M>(&'a dyn Progress<M>);

impl<M> Stop<M> for Asking<'_, M> {
    fn poll(&self, _: u64) -> bool {
        self.0.stop()
    }
}

fn report<M: Clone>(found: &ManyResult<M>) -> Report<M> {
    Report {
        lines: found.lines.clone(),
        depth: found.depth,
        nodes: found.counts.nodes,
        table_fill: 0,
        stopped: found.stopped,
        counters: plain_counts(&found.counts),
    }
}

impl<G: ListedGame> SearchMethod<G> for Searching<G> {
    fn search(
        &mut self,
        at: &G::Position,
        past: &History,
        limits: &Limits,
        progress: &dyn Progress<G::Move>,
    ) -> Report<G::Move> {
        let told = &mut |found: &ManyResult<G::Move>| progress.report(&report(found));
        let found = self.many.search(at, past, limits, &Asking(progress), told);
        report(&found)
    }

    fn new_game(&mut self) {}
}

#[cfg(test)]
mod tests {
    use crate::{EngineConfig, Limits, MethodSetting, NoObserver, open};

    fn best(game: &str, method: &str, option: Option<(&str, &str)>) -> String {
        let options = option.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        let method = MethodSetting::new(method, options.collect()).unwrap();
        let game = open(game).unwrap();
        let mut thinker = game.thinker(&EngineConfig { method, ..EngineConfig::default() }).unwrap();
        let session = game.session(None).unwrap();
        let found = thinker.think(&*session, &Limits::depth(6).into(), &NoObserver).unwrap();
        found.best().unwrap().to_owned()
    }

    /// The first branch is best if B and C look after themselves, the second if they conspire.
    #[test]
    fn what_the_others_do_decides() {
        let game = "tree:tree=((<90 5 5> <0 4 96>) (<40 30 30> <40 30 30>))";
        assert_eq!(best(game, "max-n", None), "1");
        assert_eq!(best(game, "max-n", Some(("others", "paranoid"))), "2");
    }

    #[test]
    fn lotteries_are_worth_their_means() {
        for cuts in ["off", "star1", "star2"] {
            let game = "tree:tree=([1: 9 9: 0] [1: 2 1: 3] 2)";
            assert_eq!(best(game, "expectiminimax", Some(("cuts", cuts))), "2");
        }
    }
}
