//! The normal distribution, and Student's.

use statrs::function::erf::{erfc, erfc_inv};
use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

/// Beyond this many standard deviations nothing is left that matters.
const FAR: f64 = 8.0;

/// The share of a normal distribution that lies below this many standard deviations from its mean.
#[must_use]
pub fn below(deviations: f64) -> f64 {
    if deviations.is_nan() {
        return 0.5;
    }
    0.5 * erfc(-deviations.clamp(-FAR, FAR) * FRAC_1_SQRT_2)
}

/// How many standard deviations from the mean this share lies below.
#[must_use]
pub fn quantile(share: f64) -> f64 {
    (-SQRT_2 * erfc_inv(2.0 * share)).clamp(-FAR, FAR)
}

/// The same quantile of Student's distribution, by the first terms of its expansion: what a small sample needs
/// because its spread is only estimated.
pub(super) fn student(share: f64, freedom: f64) -> f64 {
    let z = quantile(share);
    let (z3, z5, z7) = (z.powi(3), z.powi(5), z.powi(7));
    let freedom = freedom.max(1.0);
    z + (z3 + z) / (4.0 * freedom)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * freedom.powi(2))
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * freedom.powi(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From any printed table of the two distributions.
    #[test]
    fn known_values() {
        for (deviations, share) in
            [(0.0, 0.5), (1.0, 0.841_344_7), (1.959_964, 0.975), (-2.326_348, 0.01), (4.0, 0.999_968_3)]
        {
            assert!((below(deviations) - share).abs() < 1e-6, "{deviations}");
            assert!((quantile(share) - deviations).abs() < 1e-2, "{share}");
        }
        for (freedom, value) in [(5.0, 2.571), (10.0, 2.228), (30.0, 2.042), (100.0, 1.984)] {
            assert!((student(0.975, freedom) - value).abs() < 5e-3, "{freedom}");
        }
        assert_eq!(below(f64::INFINITY), 1.0 - below(-FAR));
    }
}
