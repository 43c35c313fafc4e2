//! Evaluations as weighted sums, without a list of terms while a search runs.

use plybook_kernel::Term;

/// What an evaluator counts and what each is worth, in hundredths of a point.
pub(crate) type Weights<const N: usize> = [(&'static str, i32); N];

/// The weighted sum of the counts.
#[inline]
pub(crate) fn total<const N: usize>(weights: &Weights<N>, values: [i32; N]) -> i32 {
    weights.iter().zip(values).map(|(&(_, weight), value)| weight * value).sum()
}

/// The same sum as a list of terms.
pub(crate) fn terms<const N: usize>(weights: &Weights<N>, values: [i32; N]) -> Vec<Term> {
    weights.iter().zip(values).map(|(&(name, weight), value)| Term::new(name, value, weight)).collect()
}
