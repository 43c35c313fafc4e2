//! Nets for games of dice, learnt by temporal differences from games against itself: TD-Gammon's way.
//!
//! Whoever is to move plays what the nets like best. After every roll and move the net that valued the position before
//! the roll is told what the position after it is worth, seen from its side; at the end, what the game was worth.

use plybook_kernel::{Chances, NetScratch, OutcomeNet, OutcomeNets, Random, Sight, Turn};

/// How learning goes.
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomeCourse {
    /// Games to play.
    pub games: u64,
    /// Hidden units of each net.
    pub hidden: Vec<usize>,
    /// How far weights follow the gradient in the first game, and in the last one; in between it falls evenly on a
    /// logarithmic scale.
    pub rates: [f32; 2],
    /// Decides the first weights and all dice.
    pub seed: u64,
}

/// Plies after which a game is given up: what has learnt nothing may play for ever.
const LONGEST: u32 = 4_000;

/// What values positions while it learns.
pub struct OutcomeLearner<G: OutcomeNets> {
    game: G,
    course: OutcomeCourse,
    nets: Vec<OutcomeNet>,
    random: Random,
    /// Games played.
    played: u64,
    scratch: NetScratch,
    inputs: Vec<(u16, f32)>,
}

impl<G: OutcomeNets> OutcomeLearner<G> {
    /// A learner that has not begun. Nets beyond those that the course names hidden units for have one.
    pub fn new(game: G, course: OutcomeCourse) -> OutcomeLearner<G> {
        let mut random = Random::new(course.seed);
        let sizes = game.net_inputs();
        let hidden = |net: usize| course.hidden.get(net).copied().unwrap_or(1);
        let nets = sizes
            .iter()
            .enumerate()
            .map(|(net, &inputs)| OutcomeNet::new(inputs, hidden(net), &mut random))
            .collect();
        let (scratch, inputs) = (NetScratch::default(), Vec::new());
        OutcomeLearner { game, course, nets, random, played: 0, scratch, inputs }
    }

    /// A learner that goes on with nets learnt before.
    pub fn continued(game: G, course: OutcomeCourse, nets: Vec<OutcomeNet>) -> OutcomeLearner<G> {
        OutcomeLearner { nets, ..OutcomeLearner::new(game, course) }
    }

    /// The nets as they are now.
    #[must_use]
    pub fn nets(&self) -> &[OutcomeNet] {
        &self.nets
    }

    /// How likely the results are for the player who is about to roll.
    fn value(&mut self, at: &G::Position) -> Chances {
        match self.game.sight(at, &mut self.inputs) {
            Sight::Known(chances) => chances,
            Sight::Net(net) => self.nets[net].chances(&self.inputs, &mut self.scratch),
        }
    }

    /// Plays one game and learns from it; says how many plies it had, and `None` once the course is over.
    pub fn play(&mut self) -> Option<u32> {
        if self.played >= self.course.games {
            return None;
        }
        let [first, last] = self.course.rates.map(f64::from);
        let share = self.played as f64 / self.course.games as f64;
        let rate = (first * (last / first).powf(share)) as f32;
        self.played += 1;
        let mut at = self.game.start();
        let mut before: Option<(usize, Vec<(u16, f32)>)> = None;
        let (mut moves, mut rolls) = (Vec::new(), Vec::new());
        let mut plies = 0;
        loop {
            let over = self.game.outcome(&at).is_some();
            if over || self.game.turn(&at) == Turn::Chance {
                // 1. What the position before the last roll has come to.
                let value = self.value(&at);
                let now = match self.game.sight(&at, &mut self.inputs) {
                    Sight::Net(net) => Some((net, self.inputs.clone())),
                    Sight::Known(_) => None,
                };
                if let Some((net, inputs)) = before {
                    self.nets[net].learn(&inputs, value.exchanged(), rate, &mut self.scratch);
                }
                before = now;
                if over || plies >= LONGEST {
                    return Some(plies);
                }
                // 2. The dice.
                rolls.clear();
                self.game.chances(&at, &mut rolls);
                let &roll = self.random.draw(&rolls)?;
                self.game.play(&mut at, roll);
            } else {
                // 3. The move after which the other one is worst off.
                moves.clear();
                self.game.moves(&at, &mut moves);
                let mut best: Option<(f32, G::Position)> = None;
                for &mv in &moves {
                    let next = self.game.after(&at, mv);
                    let worth = if moves.len() == 1 { 0.0 } else { -self.value(&next).equity() };
                    if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                        best = Some((worth, next));
                    }
                }
                at = best?.1;
            }
            plies += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::{Game, Outcome, Player};

    /// Both roll a die with the numbers 1 and 2 in turn and go at most so many steps. A player who has only just begun when
    /// the other is home loses twice.
    #[derive(Clone, Copy)]
    struct Steps;

    /// Steps to go of who is to roll, and of the other; whether there are dice to be played.
    #[derive(Clone, PartialEq, Eq, Debug)]
    struct At {
        left: [u8; 2],
        mover: Player,
        die: Option<u8>,
    }

    const LONG: u8 = 6;
    const BEHIND: u8 = 4;

    impl Game for Steps {
        type Position = At;
        type Move = u8;

        fn start(&self) -> At {
            At { left: [LONG; 2], mover: Player::FIRST, die: None }
        }

        fn turn(&self, at: &At) -> Turn {
            if at.die.is_none() { Turn::Chance } else { Turn::Player(at.mover) }
        }

        fn moves(&self, at: &At, out: &mut Vec<u8>) {
            match at.die {
                None => out.extend([1, 2]),
                // One may always make one step only.
                Some(die) => out.extend(1..=die),
            }
        }

        fn play(&self, at: &mut At, mv: u8) {
            if at.die.is_none() {
                at.die = Some(mv);
                return;
            }
            let own = &mut at.left[at.mover.index()];
            *own = own.saturating_sub(mv);
            (at.mover, at.die) = (at.mover.other(), None);
        }

        fn outcome(&self, at: &At) -> Option<Outcome> {
            let home = Player::all(2).find(|player| at.left[player.index()] == 0)?;
            let points = if at.left[home.other().index()] >= BEHIND { 2 } else { 1 };
            Some(Outcome::Margin(if home == Player::FIRST { points } else { -points }))
        }

        fn no_moves(&self, _: &At) -> Outcome {
            Outcome::Draw
        }

        fn key(&self, at: &At) -> u64 {
            u64::from(at.left[0]) | u64::from(at.left[1]) << 8
        }

        fn max_plies(&self) -> Option<u32> {
            None
        }

        fn has_chance(&self) -> bool {
            true
        }

        fn chances(&self, _: &At, out: &mut Vec<(u8, f32)>) {
            out.extend([(1, 0.5), (2, 0.5)]);
        }
    }

    impl OutcomeNets for Steps {
        fn net_inputs(&self) -> Vec<usize> {
            vec![2 * usize::from(LONG)]
        }

        fn sight(&self, at: &At, inputs: &mut Vec<(u16, f32)>) -> Sight {
            inputs.clear();
            if let Some(outcome) = self.outcome(at) {
                return Sight::Known(Chances::of_points(outcome.utility(at.mover)));
            }
            for (side, player) in [at.mover, at.mover.other()].into_iter().enumerate() {
                inputs.push((side as u16 * u16::from(LONG) + u16::from(at.left[player.index()]) - 1, 1.0));
            }
            Sight::Net(0)
        }
    }

    /// What is expected where everybody hurries: wins, doubled ones too.
    fn expected(own: u8, other: u8) -> [f32; 2] {
        let mut sum = [0.0; 2];
        for die in [1, 2] {
            let left = own.saturating_sub(die);
            let part = if left == 0 {
                [1.0, if other >= BEHIND { 1.0 } else { 0.0 }]
            } else {
                let [win, _] = expected(other, left);
                [1.0 - win, 1.0 - win - single(other, left)]
            };
            (0..2).for_each(|kind| sum[kind] += part[kind] / 2.0);
        }
        sum
    }

    /// How likely the other of two wins, and only once, where `own` rolls.
    fn single(own: u8, other: u8) -> f32 {
        [1, 2].into_iter().fold(0.0, |sum, die| {
            let left = own.saturating_sub(die);
            if left == 0 {
                return sum;
            }
            let [win, double] = expected(other, left);
            sum + (win - double) / 2.0
        })
    }

    fn course(games: u64) -> OutcomeCourse {
        OutcomeCourse { games, hidden: vec![12], rates: [0.2, 0.01], seed: 3 }
    }

    #[test]
    fn chances_are_learnt_from_games_against_oneself() {
        let mut learner = OutcomeLearner::new(Steps, course(6_000));
        while learner.play().is_some() {}
        // What comes up where everybody hurries, as the one sees it who rolls.
        let mut met = std::collections::BTreeSet::from([[LONG; 2]]);
        while let Some([own, other]) = met.pop_last() {
            let [win, double] = expected(own, other);
            let said = learner.value(&At { left: [own, other], mover: Player::FIRST, die: None });
            assert!((said.0[0] - win).abs() < 0.1, "{own} {other}: {} for {win}", said.0[0]);
            assert!((said.0[1] - double).abs() < 0.1, "{own} {other}: {} for {double}", said.0[1]);
            met.extend(
                [1, 2].map(|die| [other, own.saturating_sub(die)]).into_iter().filter(|next| next[1] > 0),
            );
        }
    }

    #[test]
    fn a_seed_decides_everything() {
        let learn = || {
            let mut learner = OutcomeLearner::new(Steps, course(50));
            while learner.play().is_some() {}
            learner.nets().to_vec()
        };
        assert_eq!(learn(), learn());
        let other = OutcomeLearner::new(Steps, OutcomeCourse { seed: 4, ..course(0) });
        assert_ne!(other.nets(), OutcomeLearner::new(Steps, course(0)).nets());
    }
}
