//! Positions chosen from recorded games to learn from, as planes with a target each.

use super::record::{GameRecord, NO_VALUE, WON};
use crate::train::maths::{cross_entropy, entropy, sigmoid};
use plybook_kernel::{
    Game, Outcome, PlaneLayout, Planes, Player, Score, SearchHints, Wdl, zobrist::scramble,
};
use std::collections::HashSet;

/// The scales that are tried, in hundredths of a point: from the first, each so much times the one before.
const SCALES: (f32, f32, usize) = (20.0, 1.08, 80);
/// Positions that are looked at to find the scale.
const SCALE_POSITIONS: usize = 200_000;

/// Which positions are chosen, and what they teach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection {
    /// The weight of the game's result in the target, 0 to 1; the rest is what searches said.
    pub result_share: f32,
    /// How much of what the searches of later moves said counts, 0 to below 1: their values reach back, each ply by this
    /// factor, and the result behind the last one. With 0 only the position's own search is heard.
    pub later: f32,
    /// Hundredths of a point that are worth a logit.
    pub scale: f32,
    /// Whether positions are left out whose move was noisy, or that are threatened: their evaluation is never asked for,
    /// because a search looks further.
    pub quiet_only: bool,
}

/// Positions in few bytes: their planes as the player to move sees them, their phases and targets.
#[derive(Clone, Debug)]
pub struct Positions {
    layout: PlaneLayout,
    words: Vec<u64>,
    /// The phase of each position, and the share of the game that the player to move should expect.
    pub targets: Vec<(u8, f32)>,
    /// The positions to learn from.
    pub learning: Vec<u32>,
    /// Those held out, from games of their own.
    pub held_out: Vec<u32>,
    seen: HashSet<u64>,
    /// Where the inputs of a view go under a symmetry, by plane and cell: the views of the player to move, then of the
    /// other.
    maps: Vec<Vec<u16>>,
}

impl Positions {
    /// No positions yet.
    #[must_use]
    pub fn new(layout: PlaneLayout) -> Positions {
        let feature = |plane: usize, cell: u8| plane * layout.cells() + usize::from(cell);
        let map = |symmetry: &Vec<u8>, other: bool| {
            let of = |plane: usize, &cell: &u8| {
                let feature = feature(plane, cell);
                (if other { layout.seen_by_other(feature) } else { feature }) as u16
            };
            (0..layout.planes()).flat_map(|plane| symmetry.iter().map(move |cell| of(plane, cell))).collect()
        };
        let maps = [false, true].into_iter().flat_map(|other| {
            let symmetries = layout.symmetries.iter();
            symmetries.map(move |symmetry| map(symmetry, other)).collect::<Vec<_>>()
        });
        let maps = maps.collect();
        Positions {
            layout,
            words: Vec::new(),
            targets: Vec::new(),
            learning: Vec::new(),
            held_out: Vec::new(),
            seen: HashSet::new(),
            maps,
        }
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The planes of a position.
    #[must_use]
    pub fn planes(&self, position: usize) -> &[u64] {
        &self.words[position * self.layout.planes()..][..self.layout.planes()]
    }

    /// Chooses positions from a game: those that a search valued and did not find decided, each only once however many
    /// games meet it. False if the moves cannot be followed.
    pub fn add<G: Planes, U: SearchHints<G>>(
        &mut self,
        (game, hints): (&G, &U),
        starts: &[G::Position],
        record: &GameRecord,
        selection: &Selection,
    ) -> bool {
        let mut planes = vec![0; self.layout.planes()];
        let (words, mut phases) = (&mut self.words, Vec::new());
        let keep = |at: &G::Position, mover| {
            game.planes(at, mover, &mut planes);
            words.extend(&planes);
            phases.push(game.phase(at) as u8);
        };
        let targets = choose((game, hints), starts, record, selection, &mut self.seen, keep);
        let numbers = self.targets.len() as u32..(self.targets.len() + phases.len()) as u32;
        let half = if record.is_held_out() { &mut self.held_out } else { &mut self.learning };
        half.extend(numbers);
        let followed = targets.is_some();
        let targets = targets.into_iter().flatten();
        self.targets.extend(phases.into_iter().zip(targets.chain(std::iter::repeat(0.5))));
        followed
    }

    /// Lists the active inputs of a position, as the player to move and as the other sees it, under a symmetry that the
    /// epoch chooses: a net does not know that images mean the same.
    pub fn inputs(&self, position: usize, epoch: u64, [own, other]: &mut [Vec<u32>; 2]) {
        let symmetries = self.layout.symmetries.len();
        let symmetry = scramble((position as u64) << 20 ^ epoch) as usize % symmetries;
        let maps = [&self.maps[symmetry], &self.maps[symmetries + symmetry]];
        own.clear();
        other.clear();
        let cells = self.layout.cells();
        for (plane, &word) in self.planes(position).iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let place = plane * cells + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                own.push(maps[0][place].into());
                other.push(maps[1][place].into());
            }
        }
    }

    /// The mean entropy of the targets of those held out: the loss that nothing can fall below.
    #[must_use]
    pub fn least_loss(&self) -> f64 {
        let sum: f64 = self.held_out.iter().map(|&position| entropy(self.targets[position as usize].1)).sum();
        sum / self.held_out.len() as f64
    }
}

/// Calls `keep` with the positions of a game that teach something, and who is to move: those that a search valued and did
/// not find decided, quiet ones if the selection says so, and none that was `seen` before. Gives the share of the game that
/// each mover should expect, in their order; `None` if the moves cannot be followed.
pub(crate) fn choose<G: Game, U: SearchHints<G>>(
    (game, hints): (&G, &U),
    starts: &[G::Position],
    record: &GameRecord,
    selection: &Selection,
    seen: &mut HashSet<u64>,
    mut keep: impl FnMut(&G::Position, Player),
) -> Option<Vec<f32>> {
    // What each search said, for the player who was to move, and whether the position was chosen.
    let mut said: Vec<(Player, f32, bool)> = Vec::with_capacity(record.plies.len());
    let followed = record.follow(game, starts, |at, ply, mv| {
        let Some(mover) = game.turn(at).player() else { return };
        if ply.value == NO_VALUE {
            return;
        }
        let loud = || selection.quiet_only && (hints.noisy(game, at, mv) || hints.threatened(game, at));
        let chosen = ply.value.abs() < WON && !loud() && seen.insert(game.key(at));
        if chosen {
            keep(at, mover);
        }
        said.push((mover, sigmoid(f32::from(ply.value) / selection.scale), chosen));
    });
    followed.then(|| targets(&said, record.outcome, selection))
}

/// The targets of a game's chosen positions: from the last to the first, what searches said reaches back.
fn targets(said: &[(Player, f32, bool)], outcome: Outcome, selection: &Selection) -> Vec<f32> {
    let (share, reach) = (selection.result_share, selection.later);
    let result = result_share(outcome, Player::FIRST, selection.scale);
    let (mut later, mut targets) = (result, Vec::new());
    for &(mover, value, chosen) in said.iter().rev() {
        let of_first = if mover == Player::FIRST { value } else { 1.0 - value };
        later = reach * later + (1.0 - reach) * of_first;
        if chosen {
            let target = share * result + (1.0 - share) * later;
            targets.push(if mover == Player::FIRST { target } else { 1.0 - target });
        }
    }
    targets.reverse();
    targets
}

/// The share of the game that a player got; a margin's logit is the margin over the scale.
fn result_share(outcome: Outcome, player: Player, scale: f32) -> f32 {
    match (outcome, outcome.wdl(player)) {
        (Outcome::Margin(_), _) => sigmoid((outcome.utility(player) * Score::POINT) as f32 / scale),
        (_, Wdl::Win) => 1.0,
        (_, Wdl::Draw) => 0.5,
        (_, Wdl::Loss) => 0.0,
    }
}

/// How many hundredths of a point of the searches' values are worth a logit, by the results of the games: the scale under
/// which the values explain the results best, where games are won or lost; the mean margin where they end in points. `None`
/// if the games say nothing about it.
#[must_use]
pub fn fitted_scale<G: plybook_kernel::Game>(
    game: &G,
    starts: &[G::Position],
    records: &[GameRecord],
) -> Option<f32> {
    let margins = records.iter().filter_map(|record| match record.outcome {
        Outcome::Margin(margin) => Some(f64::from(margin).abs()),
        _ => None,
    });
    let margins: Vec<f64> = margins.collect();
    if !margins.is_empty() {
        let mean = margins.iter().sum::<f64>() / margins.len() as f64;
        return Some((mean * f64::from(Score::POINT)).max(1.0) as f32);
    }
    let mut seen = Vec::new();
    for record in records {
        if seen.len() >= SCALE_POSITIONS {
            break;
        }
        let followed = record.follow(game, starts, |at, ply, _| {
            if let Some(mover) = game.turn(at).player()
                && ply.value != NO_VALUE
                && ply.value.abs() < WON
            {
                seen.push((f32::from(ply.value), result_share(record.outcome, mover, 1.0)));
            }
        });
        if !followed {
            return None;
        }
    }
    let (first, times, count) = SCALES;
    let loss =
        |scale: f32| seen.iter().map(|&(value, result)| cross_entropy(value / scale, result)).sum::<f64>();
    let scales = std::iter::successors(Some(first), |scale| Some(scale * times)).take(count);
    let best = scales.map(|scale| (loss(scale), scale)).min_by(|a, b| a.0.total_cmp(&b.0))?;
    (!seen.is_empty()).then_some(best.1)
}
