//! The nearest right word for a wrong one.

/// Most words that a remedy lists.
const LISTED: usize = 30;

/// What to write instead of a wrong word: the nearest of the right ones, or all of them.
pub(crate) fn remedy(wrong: &str, right: &[&str]) -> String {
    let wrong = wrong.to_lowercase();
    let near = right.iter().map(|word| (distance(&wrong, &word.to_lowercase()), word));
    match near.min() {
        // A third of the letters may be wrong; a longer way is a guess.
        Some((distance, word)) if distance <= 1 + wrong.chars().count() / 3 => format!("write `{word}`"),
        _ if right.len() > LISTED => format!("write one of {} and others", right[..LISTED].join(", ")),
        _ => format!("write one of {}", right.join(", ")),
    }
}

/// How many letters have to be replaced, removed, added or exchanged with the next one.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_named() {
        let words = ["step", "slide", "jump", "leap"];
        for (wrong, remedy_) in [
            ("stp", "write `step`"),
            ("slied", "write `slide`"),
            ("jmup", "write `jump`"),
            ("Leap", "write `leap`"),
            ("teleport", "write one of step, slide, jump, leap"),
        ] {
            assert_eq!(remedy(wrong, &words), remedy_);
        }
        assert_eq!(distance("", "abc"), 3);
    }
}
