//! Quantiles, and lines below which a share of some points lies.

/// Shares are in thousandths, so that everything is worked out in integers and alike on every machine.
const WHOLE: usize = 1_000;

/// The smallest of the values that at least so many thousandths of them do not exceed. `None` if there are none.
pub(super) fn quantile(values: &[i32], thousandths: u32) -> Option<i32> {
    let place = (values.len() * thousandths as usize).div_ceil(WHOLE).clamp(1, values.len().max(1)) - 1;
    let mut values = values.to_vec();
    (!values.is_empty()).then(|| *values.select_nth_unstable(place).1)
}

/// The smallest whole number that, times the depth, the fall of at least so many thousandths does not exceed.
pub(super) fn quantile_by_depth(values: &[(i32, i32)], thousandths: u32) -> Option<i32> {
    let up = |&(depth, value): &(i32, i32)| -(-value).div_euclid(depth.max(1));
    quantile(&values.iter().map(up).collect::<Vec<_>>(), thousandths)
}

/// The line, by its height at nought and its slope of at least nought, below which so many thousandths of the points lie, by
/// quantile regression: it has the least sum of distances, where a distance above the line counts as much as that share
/// and one below it as much as the rest.
pub(super) fn quantile_line(points: &[(i32, i32)], thousandths: u32, steepest: i32) -> Option<[i32; 2]> {
    let height = |slope: i32| {
        let rest: Vec<i32> = points.iter().map(|&(x, y)| y - slope * x).collect();
        quantile(&rest, thousandths)
    };
    let loss = |slope: i32| {
        let height = height(slope).unwrap_or(0);
        let distance = |&(x, y): &(i32, i32)| match i64::from(y - height - slope * x) {
            above @ 0.. => above * i64::from(thousandths),
            below => -below * (WHOLE as i64 - i64::from(thousandths)),
        };
        points.iter().map(distance).sum::<i64>()
    };
    // The least loss for a slope is a convex function of the slope.
    let (mut low, mut high) = (0, steepest);
    while high - low > 2 {
        let third = (high - low) / 3;
        let (left, right) = (low + third, high - third);
        if loss(left) <= loss(right) {
            high = right;
        } else {
            low = left;
        }
    }
    let slope = (low..=high).min_by_key(|&slope| loss(slope))?;
    Some([height(slope)?, slope])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_the_values_is_not_exceeded() {
        let values: Vec<i32> = (1..=1_000).rev().collect();
        for (thousandths, expected) in [(0, 1), (1, 1), (500, 500), (905, 905), (999, 999), (1_000, 1_000)] {
            assert_eq!(quantile(&values, thousandths), Some(expected));
        }
        assert_eq!(quantile(&[], 500), None);
        assert_eq!(quantile(&[7], 10), Some(7));
    }

    #[test]
    fn numbers_by_depth_are_rounded_up() {
        assert_eq!(quantile_by_depth(&[(3, 10)], 900), Some(4));
        assert_eq!(quantile_by_depth(&[(3, -10)], 900), Some(-3));
        assert_eq!(quantile_by_depth(&[(1, 5), (2, 20)], 1_000), Some(10));
    }

    #[test]
    fn a_line_is_found_again() {
        // Nine of ten points lie on or below the line of height 40 and slope 15.
        let points: Vec<(i32, i32)> = (0..6)
            .flat_map(|x| (0..200).map(move |number| (x, 40 + 15 * x - (number % 10) * 8 + 8)))
            .collect();
        assert_eq!(quantile_line(&points, 899, 1_000), Some([40, 15]));
        // A slope below nought is not asked for.
        let falling: Vec<(i32, i32)> = (0..6).map(|x| (x, -20 * x)).collect();
        assert_eq!(quantile_line(&falling, 1_000, 100), Some([0, 0]));
    }
}
