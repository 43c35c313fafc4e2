//! Margins from movements: those that would have held in a named share of the cases.

use super::field::{
    DELTA, EXCHANGE, FUTILITY_ONCE, FUTILITY_PLY, LATE_MOVES, NULL_MOVE, RAZORING, REVERSE_FUTILITY, SINGULAR,
};
use super::movements::Movements;
use super::quantile::{quantile, quantile_by_depth, quantile_line};
use plybook_format::{MARGIN_FIELDS, MOST_MARGIN, margin_numbers, margins_of_numbers};
use plybook_kernel::Margins;

/// Thousandths of the cases in which a margin would have held, were the value that it is compared with just at the limit;
/// mostly it lies farther, so that more cases hold.
///
/// Reverse futility cuts a whole position by nothing but its evaluation, but a cut too many is found out when the position
/// above is searched deeper. This share of chess' and Othello's hand-made evaluations gives about the margins that were found
/// for them by hand (80 and 300).
const REVERSE_FUTILITY_HOLDS: u32 = 950;
/// Razoring looks at the noisy moves before it cuts, and what they find is taken off already; what is left is the rare
/// quiet move that saves the position.
const RAZORING_HOLDS: u32 = 950;
/// Futility leaves out one move after another: with twenty quiet moves, each right in 99 of 100 cases, four positions in
/// five lose nothing that matters.
const FUTILITY_HOLDS: u32 = 990;
/// A capture left out beyond the horizon is not looked at again, and to look costs little.
const DELTA_HOLDS: u32 = 980;
/// Thousandths of the positions in which the best move does not stand out: it does where it leads by more than is usual, the
/// median. Of the moves that a search asks about it has found most to be best already.
const NOT_SINGULAR: u32 = 500;
/// The value of passing holds when it is searched a ply deeper in so many cases; where the evaluation is farther above beta
/// than it falls then, a ply less finds the same.
const NULL_MOVE_HOLDS: u32 = 950;
/// The least depth at which a search asks whether a move is singular: the margin is a number for each ply of it.
const SINGULAR_PLIES: i32 = 6;
/// Cases below which a quantile is an accident of the sample: then what was before is kept.
const LEAST: usize = 40;

/// One number of the margins.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedMargin {
    /// What it is called.
    pub name: &'static str,
    /// As it was; `None` where the game has no margins.
    pub before: Option<i32>,
    /// As it is now.
    pub after: i32,
    /// Cases that it was measured by; none where it is kept.
    pub cases: usize,
    /// Thousandths of the cases that it covers.
    pub thousandths: u32,
}

/// Margins from movements.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedMargins {
    /// All of them.
    pub margins: Margins,
    /// One by one, in the order of `MARGIN_FIELDS`.
    pub fields: Vec<FittedMargin>,
}

/// The margins that follow from movements. What they do not show is kept from `before`, or made from the fitted swing where
/// the game had no margins. `None` if there are too few cases even for reverse futility.
#[must_use]
pub fn fit_margins(moved: &Movements, before: Option<&Margins>) -> Option<FittedMargins> {
    let mut fitted: [Option<(i32, usize, u32)>; MARGIN_FIELDS.len()] = [None; MARGIN_FIELDS.len()];
    let mut set = |field: usize, cases: usize, thousandths: u32, value: Option<i32>| {
        fitted[field] = value.filter(|_| cases >= LEAST).map(|value| (value, cases, thousandths));
    };
    let by_depth = |values: &[(i32, i32)], share| quantile_by_depth(values, share);
    let falls = by_depth(&moved.falls, REVERSE_FUTILITY_HOLDS);
    set(REVERSE_FUTILITY, moved.falls.len(), REVERSE_FUTILITY_HOLDS, falls);
    set(RAZORING, moved.rises.len(), RAZORING_HOLDS, by_depth(&moved.rises, RAZORING_HOLDS));
    let line = quantile_line(&moved.quiet, FUTILITY_HOLDS, MOST_MARGIN);
    set(FUTILITY_ONCE, moved.quiet.len(), FUTILITY_HOLDS, line.map(|[once, _]| once));
    set(FUTILITY_PLY, moved.quiet.len(), FUTILITY_HOLDS, line.map(|[_, ply]| ply));
    set(DELTA, moved.noisy.len(), DELTA_HOLDS, quantile(&moved.noisy, DELTA_HOLDS));
    let lead = quantile(&moved.leads, NOT_SINGULAR).map(|lead| lead / SINGULAR_PLIES);
    set(SINGULAR, moved.leads.len(), NOT_SINGULAR, lead);
    set(NULL_MOVE, moved.null_falls.len(), NULL_MOVE_HOLDS, quantile(&moved.null_falls, NULL_MOVE_HOLDS));

    let (swing, ..) = fitted[REVERSE_FUTILITY]?;
    let kept = margin_numbers(&before.copied().unwrap_or(Margins::of_swing(swing.clamp(1, MOST_MARGIN))));
    let of = |field: usize| fitted[field].map_or(kept[field], |(value, ..)| value);
    let margins = margins_of_numbers(std::array::from_fn(of));
    let after = margin_numbers(&margins);
    let field = |field: usize| FittedMargin {
        name: MARGIN_FIELDS[field],
        before: before.map(|before| margin_numbers(before)[field]),
        after: after[field],
        cases: fitted[field].map_or(0, |(_, cases, _)| cases),
        thousandths: fitted[field].map_or(0, |(.., thousandths)| thousandths),
    };
    Some(FittedMargins { margins, fields: (0..MARGIN_FIELDS.len()).map(field).collect() })
}

/// The numbers of the fields that are worth refining by games: those that were measured, the number of late moves, and the margin of
/// exchanges where some moves lose by them.
#[must_use]
pub fn refinable(moved: &Movements, fitted: &FittedMargins) -> Vec<usize> {
    let acts = |field: &usize| match *field {
        LATE_MOVES => true,
        EXCHANGE => moved.losing > 0,
        field => fitted.fields[field].cases > 0,
    };
    (0..MARGIN_FIELDS.len()).filter(acts).collect()
}
