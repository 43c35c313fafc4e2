//! Weights of an evaluation's named terms, fitted to games: logistic regression of what came of positions on what the
//! evaluator counts in them, by Newton's method. A game with phases gets a weight for its opening and one for its ending.

mod newton;

use crate::data::{GameRecord, Selection, choose};
use crate::file::seal;
use crate::temporal::{Weight, write_weights};
use crate::train::maths::{cross_entropy, entropy};
use newton::{Problem, Row};
use plybook_kernel::{Evaluator, HasHints, ListedGame, Planes, Player, Term};
use std::collections::{HashMap, HashSet};

/// What a weight may move by before it must be paid for: this share of its size, and so many hundredths of a point more.
const FREEDOM: (f64, f64) = (0.5, 10.0);
/// Positions of a game lean on one result: so many of them say as much as one alone.
const ALIKE: f64 = 20.0;

/// A term with its weights, in hundredths of a point for each unit: at the start of a game and at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedTerm {
    /// The term's name.
    pub name: String,
    /// As the evaluator has them.
    pub before: [f64; 2],
    /// As the games have them.
    pub after: [f64; 2],
    /// Positions learnt from in which it counted something.
    pub positions: u64,
    /// The mean square of its value in all of them.
    pub mean_square: f64,
}

/// What a regression came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Regression {
    /// The terms, in the order in which the evaluator names them.
    pub terms: Vec<FittedTerm>,
    /// Whether opening and ending were told apart.
    pub phased: bool,
    /// Positions learnt from, and those held out.
    pub positions: [usize; 2],
    /// The loss on positions held out, with the weights before and after, and the least that is possible.
    pub loss: [f64; 3],
}

/// The terms of chosen positions.
struct Sample {
    rows: Vec<Row>,
    /// What each term weighs in the positions, for the weights to begin with.
    begin: Vec<Begin>,
    names: Vec<String>,
    numbers: HashMap<String, usize>,
}

/// Sums over a term's appearances, from which the line through its weights follows.
#[derive(Clone, Default)]
struct Begin {
    /// The shares of opening and ending times each other, and times the weight.
    squares: [f64; 3],
    weighed: [f64; 2],
    positions: u64,
    square: f64,
}

impl Begin {
    /// The weights for opening and ending that come nearest to those seen.
    fn weights(&self, phased: bool) -> [f64; 2] {
        let ([aa, ab, bb], [a, b]) = (self.squares, self.weighed);
        let mean = (a + b) / (aa + 2.0 * ab + bb).max(f64::MIN_POSITIVE);
        let determinant = aa * bb - ab * ab;
        // In one phase alone the other's weight cannot be seen.
        if !phased || determinant <= 1e-6 * aa * bb || aa * bb == 0.0 {
            return [mean; 2];
        }
        [(a * bb - b * ab) / determinant, (b * aa - a * ab) / determinant]
    }
}

impl Sample {
    /// The terms of a position as numbers, each by its place in the list of names.
    fn push(&mut self, terms: &[Term], ending: f64) {
        let opening = 1.0 - ending;
        let mut values = Vec::with_capacity(terms.len());
        for term in terms {
            let number = self.number(&term.name);
            let (value, weight) = (f64::from(term.value), f64::from(term.weight));
            let begin = &mut self.begin[number];
            let parts = [opening * opening, opening * ending, ending * ending];
            begin.squares.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
            begin.weighed.iter_mut().zip([opening, ending]).for_each(|(sum, part)| *sum += part * weight);
            begin.square += value * value;
            if term.value != 0 {
                begin.positions += 1;
                values.push((number as u16, value as f32));
            }
        }
        self.rows.push(Row { values, ending: ending as f32, target: 0.5 });
    }

    fn number(&mut self, name: &str) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        self.names.push(name.to_owned());
        self.begin.push(Begin::default());
        self.numbers.insert(name.to_owned(), self.names.len() - 1);
        self.names.len() - 1
    }
}

/// Fits the weights of an evaluator's terms to games. `most` positions are looked at, spread evenly over the games. `None`
/// if the games have no position that teaches anything, or if their moves cannot be followed.
pub fn regress<G: HasHints + Planes, E: Evaluator<G>>(
    game: &G,
    starts: &[G::Position],
    evaluator: &E,
    records: &[GameRecord],
    selection: &Selection,
    most: usize,
) -> Option<Regression> {
    let hints = game.hints();
    let moves: usize = records.iter().map(|record| record.plies.len()).sum();
    let every = moves.div_ceil(most.max(1)).max(1);
    let last = game.phases().saturating_sub(1);
    let (mut seen, mut met) = (HashSet::new(), 0usize);
    let mut sample =
        Sample { rows: Vec::new(), begin: Vec::new(), names: Vec::new(), numbers: HashMap::new() };
    let mut held_out = Vec::new();
    for record in records {
        let before = sample.rows.len();
        let mut kept = Vec::new();
        let keep = |at: &G::Position, _: Player| {
            met += 1;
            kept.push(met.is_multiple_of(every));
            if met.is_multiple_of(every) {
                let ending = if last == 0 { 0.0 } else { game.phase(at) as f64 / last as f64 };
                sample.push(&evaluator.terms(game, at), ending);
            }
        };
        let targets = choose((game, &hints), starts, record, selection, &mut seen, keep)?;
        let targets = targets.into_iter().zip(kept).filter(|(_, kept)| *kept);
        let rows = sample.rows[before..].iter_mut();
        rows.zip(targets).for_each(|(row, (target, _))| row.target = target);
        if record.is_held_out() {
            held_out.extend(sample.rows.drain(before..));
        }
    }
    (!sample.rows.is_empty() && !sample.names.is_empty())
        .then(|| fit(&sample, &held_out, last > 0, selection.scale))
}

/// The weights of the terms of a sample.
fn fit(sample: &Sample, held_out: &[Row], phased: bool, scale: f32) -> Regression {
    let before: Vec<[f64; 2]> = sample.begin.iter().map(|begin| begin.weights(phased)).collect();
    let free = |weight: f64| ALIKE / (FREEDOM.0 * weight.abs() + FREEDOM.1).powi(2);
    let problem = Problem {
        rows: &sample.rows,
        scale: f64::from(scale),
        first: before.iter().flatten().copied().collect(),
        hold: before.iter().flatten().map(|&weight| free(weight)).collect(),
    };
    let mut found = problem.solve();
    // A point keeps its worth: margins of a search are in points.
    let size = |weights: &[f64]| {
        let square = |row: &Row| problem.value(weights, row).powi(2);
        sample.rows.iter().map(square).sum::<f64>().sqrt()
    };
    let (hand, new) = (size(&problem.first), size(&found));
    let unit = if hand > 0.0 && new > 0.0 { hand / new } else { 1.0 };
    let loss = |weights: &[f64]| {
        let one = |row: &Row| cross_entropy((problem.value(weights, row) / problem.scale) as f32, row.target);
        held_out.iter().map(one).sum::<f64>() / held_out.len() as f64
    };
    let least = held_out.iter().map(|row| entropy(row.target)).sum::<f64>() / held_out.len() as f64;
    let loss = [loss(&problem.first), loss(&found), least];
    found.iter_mut().for_each(|weight| *weight *= unit);
    let all = sample.rows.len() as f64;
    let term = |(number, name): (usize, &String)| FittedTerm {
        name: name.clone(),
        before: before[number],
        after: [found[2 * number], found[2 * number + usize::from(phased)]],
        positions: sample.begin[number].positions,
        mean_square: sample.begin[number].square / all,
    };
    let terms = sample.names.iter().enumerate().map(term).collect();
    Regression { terms, phased, positions: [sample.rows.len(), held_out.len()], loss }
}

impl Regression {
    /// The weights of the opening, and those of the ending: none where they are the same.
    #[must_use]
    pub fn weights(&self) -> [Vec<Weight>; 2] {
        let of = |place: usize| {
            let weight = |term: &FittedTerm| Weight {
                name: term.name.clone(),
                weight: term.after[place],
                mean_square: term.mean_square,
            };
            self.terms.iter().map(weight).collect()
        };
        [of(0), if self.phased { of(1) } else { Vec::new() }]
    }

    /// The file of an evaluator with these weights.
    #[must_use]
    pub fn file<G: ListedGame>(&self, game: &G, evaluator: &str) -> Vec<u8> {
        let mut lines = vec![format!("evaluator {evaluator}")];
        lines.extend(write_weights(&self.weights()));
        seal(game, crate::temporal::KIND, &lines)
    }
}

#[cfg(test)]
mod tests;
