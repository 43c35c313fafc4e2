//! The reference ladder as a player: plain minimax, depth by depth, with nothing that could hide a mistake.
//!
//! Each root move is searched by itself, so that several lines and chosen moves need no code of their own. Rules about
//! the path, such as repetition, are asked at the root's successors only.

use super::{MethodInfo, MethodOption, OptionChoices, Parts, Progress, Report, SearchMethod};
use crate::chosen::Chosen;
use plybook_kernel::{Evaluated, History, ListedGame, Player, Score};
use plybook_search::reference::{Answer, Method, search_until};
use plybook_search::{Counts, Limits, Line, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "minimax",
    summary: "The reference ladder: everything is searched to a depth, then one ply deeper.",
    options: &[MethodOption {
        name: "ladder",
        choices: OptionChoices::OneOf(&["minimax", "negamax", "alpha-beta", "alpha-beta-negamax"]),
        default: "minimax",
        help: "Which rung: two kinds of nodes or one, without cuts or with them.",
    }],
    most_players: 2,
    chance: false,
    memory: false,
    threads: false,
};

struct Minimax<G: ListedGame> {
    game: Arc<G>,
    evaluator: Chosen<<G as Evaluated>::Evaluator>,
    rung: Method,
}

pub(super) fn make<G: ListedGame>(parts: Parts<'_, G>) -> impl SearchMethod<G> + use<G> {
    let rung = match parts.value("ladder") {
        "negamax" => Method::Negamax,
        "alpha-beta" => Method::AlphaBeta,
        "alpha-beta-negamax" => Method::AlphaBetaNegamax,
        _ => Method::Minimax,
    };
    Minimax { game: parts.game, evaluator: parts.evaluator, rung }
}

/// Ends a search that is told to, or that has entered enough positions.
struct Limiter<'a, M> {
    progress: &'a dyn Progress<M>,
    entered: AtomicU64,
    most: u64,
}

impl<M> Stop<M> for Limiter<'_, M> {
    fn poll(&self, nodes: u64) -> bool {
        let entered = self.entered.fetch_add(nodes, Relaxed) + nodes;
        entered >= self.most || self.progress.stop()
    }
}

impl<G: ListedGame> Minimax<G> {
    fn mover(&self, at: &G::Position) -> Player {
        self.game.turn(at).player().unwrap_or(Player::FIRST)
    }

    /// The line that begins with a move, for the player who makes it, and what it took. `None` where it was stopped.
    fn line(
        &self,
        at: &G::Position,
        past: &History,
        mv: G::Move,
        depth: u32,
        stop: &dyn Stop<G::Move>,
    ) -> Option<(Line<G::Move>, Counts)> {
        let game = &*self.game;
        let (mover, next) = (self.mover(at), game.after(at, mv));
        let mut history = past.clone();
        history.push(game.key(at), game.resets(at, mv));
        if let Some(outcome) = game.outcome_with(&next, &history) {
            let counts = Counts { nodes: 1, ends: 1, ..Counts::default() };
            return Some((Line { score: outcome.score(mover).up(), moves: vec![mv] }, counts));
        }
        let Answer { score, line, mut counts } =
            search_until(self.rung, game, &self.evaluator, &next, depth - 1, stop)?;
        counts.nodes += 1;
        let score = if self.mover(&next) == mover { score } else { -score };
        let moves = std::iter::once(mv).chain(line).collect();
        Some((Line { score: score.up(), moves }, counts))
    }
}

impl<G: ListedGame> SearchMethod<G> for Minimax<G> {
    fn search(
        &mut self,
        at: &G::Position,
        past: &History,
        limits: &Limits,
        progress: &dyn Progress<G::Move>,
    ) -> Report<G::Move> {
        let legal = self.game.legal(at);
        let wanted = |ordinal: usize| limits.only.is_empty() || limits.only.contains(&(ordinal as u16));
        let mut roots: Vec<Line<G::Move>> = legal
            .iter()
            .enumerate()
            .filter(|(ordinal, _)| wanted(*ordinal))
            .map(|(_, &mv)| Line { score: Score::DRAW, moves: vec![mv] })
            .collect();
        let limiter =
            Limiter { progress, entered: AtomicU64::new(0), most: limits.nodes.unwrap_or(u64::MAX).max(1) };
        let mut counts = Counts { interior: 1, ..Counts::default() };
        let report = |roots: &[Line<G::Move>], depth: u32, counts: &Counts, stopped: bool| Report {
            lines: roots.iter().take(limits.lines.max(1)).cloned().collect(),
            depth,
            nodes: counts.nodes,
            table_fill: 0,
            stopped,
            counters: [
                ("interior", counts.interior),
                ("evaluations", counts.evaluations),
                ("cutoffs", counts.cutoffs),
                ("ends", counts.ends),
            ]
            .into(),
        };
        let mut reached = 0;
        for depth in 1..=limits.depth.max(1) {
            let mut searched = Vec::with_capacity(roots.len());
            for root in &roots {
                match self.line(at, past, root.moves[0], depth, &limiter) {
                    Some((line, took)) => {
                        counts += took;
                        searched.push(line);
                    }
                    None => return report(&roots, reached, &counts, true),
                }
            }
            // Stable: of several best moves the first one stays first.
            searched.sort_by_key(|line| std::cmp::Reverse(line.score));
            (roots, reached) = (searched, depth);
            let told = progress.report(&report(&roots, depth, &counts, false));
            let settled = |line: &Line<G::Move>| line.score.distance().is_some_and(|plies| plies <= depth);
            if roots.iter().all(settled) {
                break;
            }
            if told {
                return report(&roots, reached, &counts, depth < limits.depth);
            }
        }
        report(&roots, reached, &counts, false)
    }

    fn new_game(&mut self) {}
}

#[cfg(test)]
mod tests {
    use crate::{
        Analysis, EngineConfig, Limits, MethodSetting, NoObserver, Options, SearchObserver, ThinkRequest,
        Thinker, open,
    };
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    fn thinker(game: &str, ladder: &str) -> Box<dyn Thinker> {
        let options = [("ladder".to_owned(), ladder.to_owned())].into();
        let method = MethodSetting::new("minimax", options).unwrap();
        open(game).unwrap().thinker(&EngineConfig { method, ..EngineConfig::default() }).unwrap()
    }

    /// The engine without any technique, and every rung, agree on values; the positions differ only by cuts.
    #[test]
    fn every_rung_finds_the_value_of_plain_search() {
        for (game, depth) in [("hexapawn", 5), ("kalah:3,2", 4), ("othello:4x4", 4), ("nim", 3)] {
            let session = open(game).unwrap().session(None).unwrap();
            let options = Options::PLAIN.verifying();
            let config = EngineConfig { options, hash: 0, ..EngineConfig::default() };
            let mut plain = open(game).unwrap().thinker(&config).unwrap();
            let expected = plain.think(&*session, &Limits::depth(depth).into(), &NoObserver).unwrap();
            for ladder in ["minimax", "negamax", "alpha-beta", "alpha-beta-negamax"] {
                let mut thinker = thinker(game, ladder);
                let found = thinker.think(&*session, &Limits::depth(depth).into(), &NoObserver).unwrap();
                assert_eq!(found.lines[0].score, expected.lines[0].score, "{game} {ladder}");
                assert!(found.nodes > 0 && found.counts.contains_key("evaluations"), "{found:?}");
            }
        }
    }

    #[test]
    fn lines_chosen_moves_and_limits_are_kept_to() {
        let session = open("tictactoe").unwrap().session(Some("2X/OXO/3 X")).unwrap();
        let mut thinker = thinker("tictactoe", "minimax");
        let limits = Limits { lines: 3, ..Limits::depth(4) };
        let found = thinker.think(&*session, &limits.into(), &NoObserver).unwrap();
        assert_eq!((found.lines.len(), found.best(), found.proven), (3, Some("a1"), true));
        let request = ThinkRequest { limits: Limits::depth(3), moves: vec!["b1".to_owned()] };
        assert_eq!(thinker.think(&*session, &request, &NoObserver).unwrap().best(), Some("b1"));
        let start = open("chess").unwrap().session(None).unwrap();
        let mut chess = self::thinker("chess", "minimax");
        let found = chess.think(&*start, &Limits::nodes(5_000).into(), &NoObserver).unwrap();
        assert!(found.stopped && found.depth >= 1 && found.nodes <= 5_000 + 512, "{found:?}");
    }

    /// Stops after some looks, as a clock does.
    struct Impatient(AtomicU32);

    impl SearchObserver for Impatient {
        fn stop(&self) -> bool {
            self.0.fetch_add(1, Relaxed) > 20
        }
        fn iteration(&self, analysis: &Analysis) -> bool {
            assert!(!analysis.stopped && analysis.best().is_some());
            false
        }
    }

    #[test]
    fn it_stops_when_it_is_told_to_and_keeps_what_it_has() {
        let session = open("chess").unwrap().session(None).unwrap();
        for ladder in ["minimax", "negamax", "alpha-beta", "alpha-beta-negamax"] {
            let observer = Impatient(AtomicU32::new(0));
            let found =
                thinker("chess", ladder).think(&*session, &Limits::depth(60).into(), &observer).unwrap();
            assert!(found.stopped && found.depth < 6 && found.best().is_some(), "{ladder}: {found:?}");
        }
    }
}
