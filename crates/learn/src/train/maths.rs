//! Exponential, logistic function and logarithm of the project's own: libraries differ in the last bit, and a training
//! must give the same bytes everywhere. Only additions, multiplications, divisions and rounding are used, which are exact
//! by the standard for floating-point numbers.

/// The base-2 logarithm of e.
const LOG2_E: f32 = std::f32::consts::LOG2_E;
/// The natural logarithm of two in two parts, the first with few bits, so that a whole multiple of it is exact.
const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
/// Beyond this the logistic function cannot be told from nought or one.
const FARTHEST: f32 = 30.0;
/// The exponent of one in the bits of a number, and the place where it begins.
const EXPONENT: (i32, u32) = (127, 23);

/// `e` to the power of `x`, for `x` from -87 to 87, to six digits.
fn exp(x: f32) -> f32 {
    let twos = (x * LOG2_E + 0.5).floor();
    let rest = x - twos * LN_2[0] - twos * LN_2[1];
    // The Taylor series, which converges to a 24-bit number on half of the logarithm of two.
    let mut sum = 1.0 / 5040.0;
    for factor in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = sum * rest + factor;
    }
    sum * f32::from_bits(((twos as i32 + EXPONENT.0) as u32) << EXPONENT.1)
}

/// The logistic function: the share of a game that a logit expects.
#[must_use]
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + exp(-logit.clamp(-FARTHEST, FARTHEST)))
}

/// The cross-entropy of a target share, 0 to 1, and a logit's logistic function: how surprising the target is.
#[must_use]
pub fn cross_entropy(logit: f32, target: f32) -> f64 {
    let size = logit.abs().min(FARTHEST);
    let positive = f64::from(logit.clamp(0.0, FARTHEST));
    positive - f64::from(logit.clamp(-FARTHEST, FARTHEST)) * f64::from(target)
        + ln_1_plus(f64::from(exp(-size)))
}

/// The entropy of a share: the least that its cross-entropy can be.
#[must_use]
pub fn entropy(share: f32) -> f64 {
    let part = |share: f64| if share <= 0.0 { 0.0 } else { -share * ln(share) };
    part(f64::from(share)) + part(1.0 - f64::from(share))
}

/// The natural logarithm of `1 + y`, for `y` from 0 to 1.
fn ln_1_plus(y: f64) -> f64 {
    let ratio = y / (2.0 + y);
    let square = ratio * ratio;
    let (mut sum, mut power) = (0.0, ratio);
    for odd in (1..24).step_by(2) {
        sum += power / f64::from(odd);
        power *= square;
    }
    2.0 * sum
}

/// The natural logarithm of a number above nought.
fn ln(x: f64) -> f64 {
    let (mut mantissa, mut twos) = (x.max(f64::MIN_POSITIVE), 0.0);
    while mantissa < 1.0 {
        mantissa *= 2.0;
        twos -= 1.0;
    }
    while mantissa >= 2.0 {
        mantissa /= 2.0;
        twos += 1.0;
    }
    twos * std::f64::consts::LN_2 + ln_1_plus(mantissa - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_agree_with_the_library() {
        for step in -2_000..=2_000 {
            let x = step as f32 / 100.0;
            let expected = 1.0 / (1.0 + (-f64::from(x)).exp());
            assert!((f64::from(sigmoid(x)) - expected).abs() < 3e-7, "{x}: {} {expected}", sigmoid(x));
            assert!((f64::from(exp(x)) / f64::from(x).exp() - 1.0).abs() < 2e-6, "{x}");
            for target in [0.0, 0.25, 1.0] {
                let expected = (f64::from(x).exp() + 1.0).ln() - f64::from(x) * f64::from(target);
                assert!((cross_entropy(x, target) - expected).abs() < 1e-6, "{x} {target}");
            }
        }
        for step in 1..1_000 {
            let share = step as f32 / 1_000.0;
            let wide = f64::from(share);
            let expected = -wide * wide.ln() - (1.0 - wide) * (1.0 - wide).ln();
            assert!((entropy(share) - expected).abs() < 1e-9, "{share}");
        }
        assert_eq!((entropy(0.0), entropy(1.0)), (0.0, 0.0));
    }

    #[test]
    fn far_away_nothing_overflows() {
        for x in [1e30, -1e30, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(sigmoid(x).is_finite() && cross_entropy(x, 0.5).is_finite(), "{x}");
        }
        assert!(sigmoid(f32::NAN).is_nan(), "what is no number must not look like one");
    }
}
