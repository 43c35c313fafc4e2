//! Games whose positions come back: random graphs, against their values by working backwards.

use crate::{checked, solved};
use plybook_kernel::zobrist::scramble;
use plybook_kernel::{End, EndRule, Game, History, Outcome, Player, Random, Score, Turn};
use plybook_search::pns::{Flaw, Goal, Pns, Strategy, Verdict};
use plybook_search::{Limits, NeverStop};
use std::sync::Arc;

/// A token that goes along the arrows of a graph. Who moves is written at each place; places without arrows are ends.
#[derive(Debug)]
struct Graph {
    places: Vec<Place>,
    /// What going round in circles means.
    circle: Outcome,
}

#[derive(Debug)]
struct Place {
    mover: Player,
    arrows: Vec<u8>,
    outcome: Option<Outcome>,
}

impl Graph {
    fn random(seed: u64, places: usize, circle: Outcome) -> Graph {
        let mut random = Random::new(seed);
        let outcomes = [Outcome::Win(Player::FIRST), Outcome::Draw, Outcome::Win(Player::SECOND)];
        let ends = 1 + random.below(places / 2);
        let place = |number: usize, random: &mut Random| {
            let end = number >= places - ends;
            let arrows = 1 + random.below(3);
            Place {
                mover: Player(random.below(2) as u8),
                arrows: (0..if end { 0 } else { arrows })
                    .map(|_| random.below(places) as u8)
                    .collect::<std::collections::BTreeSet<_>>()
                    .into_iter()
                    .collect(),
                outcome: if end { random.pick(&outcomes).copied() } else { None },
            }
        };
        Graph { places: (0..places).map(|number| place(number, &mut random)).collect(), circle }
    }

    /// Whether a player can force an end that is reached, by working backwards: everything else goes round for ever.
    fn forced(&self, goal: Goal) -> Vec<bool> {
        let reached = |outcome: Option<Outcome>| outcome.is_some_and(|outcome| goal.reached(outcome));
        let mut forced: Vec<bool> = self.places.iter().map(|place| reached(place.outcome)).collect();
        loop {
            let before = forced.clone();
            for (number, place) in self.places.iter().enumerate().filter(|(_, place)| place.outcome.is_none())
            {
                let mut leads = place.arrows.iter().map(|&to| forced[usize::from(to)]);
                forced[number] |=
                    if place.mover == goal.player { leads.any(|yes| yes) } else { leads.all(|yes| yes) };
            }
            if before == forced {
                return forced;
            }
        }
    }
}

impl Game for Graph {
    type Position = u8;
    type Move = u8;

    fn start(&self) -> u8 {
        0
    }
    fn turn(&self, at: &u8) -> Turn {
        Turn::Player(self.places[usize::from(*at)].mover)
    }
    fn moves(&self, at: &u8, out: &mut Vec<u8>) {
        out.extend(&self.places[usize::from(*at)].arrows);
    }
    fn play(&self, at: &mut u8, to: u8) {
        *at = to;
    }
    fn outcome(&self, at: &u8) -> Option<Outcome> {
        self.places[usize::from(*at)].outcome
    }
    fn no_moves(&self, _: &u8) -> Outcome {
        Outcome::Draw
    }
    fn key(&self, at: &u8) -> u64 {
        scramble(u64::from(*at))
    }
    fn max_plies(&self) -> Option<u32> {
        None
    }
    fn repetition(&self) -> Option<Outcome> {
        Some(self.circle)
    }
    fn end_with(&self, at: &u8, past: &History) -> Option<End> {
        let position = self.outcome(at).map(|outcome| End::new(outcome, EndRule::Position));
        let circle =
            || (past.repeats(self.key(at)) >= 2).then_some(End::new(self.circle, EndRule::Repetition));
        position.or_else(circle)
    }
}

/// The value for the player to move.
fn value(graph: &Graph, at: u8) -> Score {
    let mover = graph.places[usize::from(at)].mover;
    let forces = |player, least| graph.forced(Goal { player, least })[usize::from(at)];
    // What a circle is worth can be had without forcing any end, and may be more than a player wants of the ends.
    let circle = graph.circle.score(mover);
    let win = if circle.is_win() {
        !forces(mover.other(), Score::DRAW)
    } else {
        forces(mover, Score::DRAW.above())
    };
    let draw = if circle >= Score::DRAW {
        !forces(mover.other(), Score::DRAW.above())
    } else {
        forces(mover, Score::DRAW)
    };
    match (win, draw) {
        (true, _) => Score::win_in(0),
        (false, true) => Score::DRAW,
        (false, false) => Score::loss_in(0),
    }
}

#[test]
fn circles_never_prove_what_is_false() {
    let mut results = [0; 3];
    for seed in 0..6_000 {
        let circle =
            [Outcome::Draw, Outcome::Win(Player::FIRST), Outcome::Win(Player::SECOND)][seed as usize % 3];
        let graph = Arc::new(Graph::random(seed, 4 + seed as usize % 20, circle));
        if graph.outcome(&0).is_some() {
            continue;
        }
        for bytes in [1 << 16, 1 << 9] {
            let (found, _) = solved(&graph, &0, bytes, false);
            assert_eq!(found.score, value(&graph, 0), "seed {seed}: {graph:?}");
            // A table of sixteen entries may have lost a part of a strategy, and says so.
            assert!(found.complete || bytes == 1 << 9, "seed {seed}: {graph:?}");
            results[(found.score.raw().signum() + 1) as usize] += 1;
        }
    }
    assert!(results.iter().all(|&count| count > 500), "{results:?}");
}

/// The same position asked about again and again, with a table that remembers what was found on other paths.
#[test]
fn what_the_table_keeps_holds_on_every_path() {
    for seed in 0..2_000 {
        let graph = Arc::new(Graph::random(seed, 16, Outcome::Draw));
        let goal = Goal::win(Player(seed as u8 % 2));
        let mut pns = Pns::new(Arc::clone(&graph), 1 << 16);
        let forced = graph.forced(goal);
        for at in 0..16 {
            let verdict = pns.ask(goal, &at, &History::new(), u64::MAX, &NeverStop);
            let expected = if forced[usize::from(at)] { Verdict::Proven } else { Verdict::Disproven };
            assert_eq!(verdict, expected, "seed {seed} place {at}: {graph:?}");
        }
    }
}

/// A strategy that only goes round in circles reaches nothing.
#[test]
fn circles_are_refused_as_proofs() {
    let place = |mover, arrows: &[u8], outcome| Place { mover, arrows: arrows.to_vec(), outcome };
    let places = vec![
        place(Player::FIRST, &[1, 2], None),
        place(Player::SECOND, &[0], None),
        place(Player::SECOND, &[], Some(Outcome::Win(Player::FIRST))),
    ];
    let graph = Graph { places, circle: Outcome::Draw };
    let goal = Goal::win(Player::FIRST);
    let strategy = |to| Strategy { goal, player: Player::FIRST, moves: vec![(0u8, to)] };
    assert!(checked(&graph, &0, &strategy(2)).is_ok());
    assert_eq!(checked(&graph, &0, &strategy(1)), Err(Flaw::Repetition(0)));
    // Nor does it hold where circles are the opponent's win.
    let place = |mover, arrows: &[u8], outcome| Place { mover, arrows: arrows.to_vec(), outcome };
    let places = vec![place(Player::FIRST, &[1], None), place(Player::SECOND, &[0], None)];
    let lost = Graph { places, circle: Outcome::Win(Player::SECOND) };
    let hold = Strategy { goal: Goal::win(Player::SECOND), player: Player::FIRST, moves: vec![(0u8, 1)] };
    assert_eq!(checked(&lost, &0, &hold), Err(Flaw::Repetition(0)));
}

/// The limit of positions ends it without an answer.
#[test]
fn it_stops_where_it_is_told_to() {
    let graph = Arc::new(Graph::random(11, 24, Outcome::Draw));
    let mut pns = Pns::new(Arc::clone(&graph), 1 << 12);
    let limits = Limits::nodes(1);
    let verdict =
        pns.ask(Goal::win(Player::FIRST), &0, &History::new(), limits.nodes.unwrap_or(1), &NeverStop);
    assert_eq!(verdict, Verdict::Unknown);
}
